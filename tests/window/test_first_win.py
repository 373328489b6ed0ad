"""The first win of a quick battle: kept in the settings, told on the end card and in a terminal, and its effect."""

from __future__ import annotations

import io

import pytest

from game import resources
from game.play.preferences import Preferences, keep_preferences, load_preferences
from game.play.quick_battle import FIRST, QUICK, is_newcomer, quick_battle, remember_won, tell_first_win
from game.play.seating import HUMAN
from game.play.session import Session
from game.play.start import StartRequest, sit_down
from game.rules.questions import Seat
from game.rules.registry import names, ruleset
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from game.view.widgets.picture_button import PictureButton
from game.window.destinations import Begin, Result, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.result import ResultScreen
from tests.window.test_title import at_title

BOOKS = [name for name in names() if is_newcomer(Preferences(), name)]


def won(file: str, rules: str, by: str = "party") -> Session:
    """A battle of the game's that the other side has given up."""
    session = sit_down(StartRequest(resources.maps() / file, rules=rules), lambda _: None)
    session.given_up = next(Seat(side.name) for side in session.match.setup.sides if side.name != by)
    return session


def test_every_book_has_a_first_battle() -> None:
    assert set(BOOKS) == {"sovereign", "murdham", "glog", "einfelst", "ingenuity"} & set(names())
    assert not is_newcomer(Preferences(), "duel")


@pytest.mark.parametrize("rules", BOOKS)
def test_after_a_win_the_quick_battle_is_against_regulars(app: App, rules: str) -> None:
    for newcomer, level in ((True, "novice"), (False, "instinct")):
        pilot = at_title(app)
        while ruleset(rules).title not in pilot.buttons():
            pilot.click_button("More games")
        tile = next(each for each in app.top.group.widgets if getattr(each, "text", "") == ruleset(rules).title)
        assert ("Novices" in tile.tip) == newcomer
        pilot.click_button(ruleset(rules).title)
        session = pilot.battle.session
        assert [player.level for player in session.players.values() if player.kind == "ai"] == [level]
        session.given_up = Seat("foe")
        assert remember_won(app.preferences, session) == newcomer
        assert load_preferences().quick_won == (rules,), "another window knows of it"


@pytest.mark.parametrize("file", [FIRST, QUICK])
def test_whichever_quick_battle_is_won_first_counts(file: str) -> None:
    kept = Preferences()
    assert remember_won(kept, won(file, "glog"))
    assert not is_newcomer(kept, "glog")
    assert is_newcomer(kept, "murdham"), "each game is begun for itself"
    assert not remember_won(kept, won(file, "glog")), "it is told once"


def test_only_a_win_of_one_person_against_the_computer_counts() -> None:
    kept = Preferences()
    assert not remember_won(kept, won(FIRST, "glog", by="foe"))
    two = won(FIRST, "glog")
    two.players[Seat("foe")] = HUMAN
    assert not remember_won(kept, two)
    assert not remember_won(kept, won("the-toll.toml", "murdham"))
    assert not remember_won(kept, sit_down(quick_battle("glog") or StartRequest(None), lambda _: None))
    assert kept.quick_won == ()


def ended(app: App, session: Session) -> tuple[Pilot, ResultScreen]:
    """The end card of a battle."""
    app.go(Title())
    app.go(Begin(StartRequest(resources.maps() / FIRST, rules=session.match.setup.ruleset)))
    pilot = Pilot(app)
    stage = pilot.battle
    stage.session.given_up = session.given_up
    app.go(Result(stage.session, stage.layers.liveries))
    assert isinstance(app.top, ResultScreen)
    return pilot, app.top


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720)])
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_the_end_card_says_so_and_offers_regulars(
    app: App, cuts: list[str], size: tuple[int, int], text: float
) -> None:
    app.window.size, app.preferences.text = size, text
    app.restyle()
    pilot, card = ended(app, won(FIRST, "sovereign"))
    cuts.clear()
    app.draw()
    assert not cuts
    assert tell_first_win(ruleset("sovereign")) in [line for _, _, line in card._lines]
    buttons = [each.text for each in card.group.widgets if isinstance(each, PictureButton)]
    assert buttons == ["Regular", "Once more", "Another battle"]
    pilot.click_button("Regular")
    session = pilot.battle.session
    assert (session.match.setup.title, session.match.setup.ruleset) == ("The cart at the bend", "sovereign")


def test_a_first_battle_that_was_lost_is_offered_again(app: App) -> None:
    _, card = ended(app, won(FIRST, "sovereign", by="foe"))
    buttons = [each.text for each in card.group.widgets if isinstance(each, PictureButton)]
    assert buttons == ["Once more", "Easier", "Another battle"]
    assert app.preferences.quick_won == ()
    assert not any("first battle" in line for _, _, line in card._lines)


def test_a_terminal_says_so_once_and_how_the_next_is_begun() -> None:
    for told in (True, False):
        out = io.StringIO()
        session = won(FIRST, "glog")
        TextGame(session, Terminal(io.StringIO(), out), chances=False).run()
        assert (tell_first_win(ruleset("glog")) in out.getvalue()) == told
        assert ("Begin with: battlemat text the-cart-at-the-bend --rules glog" in out.getvalue()) == told


def test_what_was_won_in_another_window_stays_won() -> None:
    here, there = load_preferences(), load_preferences()
    here.quick_won = ("glog",)
    keep_preferences(here)
    there.quick_won = ("murdham",)
    keep_preferences(there)
    assert set(load_preferences().quick_won) == {"glog", "murdham"}
