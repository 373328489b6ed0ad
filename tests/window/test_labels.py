"""No label is cut, of any ruleset, at any size of text: what is too long for its place gets shorter words or room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.play.lessons import Offered, offered_lessons
from game.play.preferences import TEXT_MOST, Preferences
from game.play.seating import HUMAN
from game.play.session import Session
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose, Seat
from game.rules.registry import names, ruleset
from game.rules.setup import LARGEST_SQUAD, Recruit, Setup, SideSetup
from game.spatial.field import Field
from game.view.panels.cards import lay_card
from game.view.widgets.theme import LARGE
from game.view.widgets.widget import Button, Label
from game.window.battle.arrange import arrange
from game.window.battle.ask import list_drawer
from game.window.battle.dock import lay_out
from game.window.battle.prompt import ChoiceRow
from game.window.loop import App
from game.window.screens.battle import BattleScreen
from game.window.screens.lessons import LessonPageScreen, LessonsScreen
from game.window.screens.messages import SureScreen
from game.window.screens.saves import SavesScreen
from game.window.screens.settings import PAGES, SettingsScreen
from game.window.screens.setup import SetupScreen
from game.window.screens.title import TitleScreen
from game.window.window import open_app

SIZES = {"1280x720": ((1280, 720), 1.0), "1280x720 at 150 %": ((1280, 720), 1.5), "150 %": ((1536, 864), 1.5)}

BY_DAY = [pytest.param(name, marks=() if name.startswith("1280") else pytest.mark.nightly) for name in SIZES]

GAMES = [name for name in names() if name != "duel"]

EACH = 17
"""Of the units of a ruleset one in so many is looked at by day; at night all of them."""


@pytest.fixture(params=BY_DAY)
def sized(request: pytest.FixtureRequest) -> Iterator[App]:
    """A window of each size, at the scale that fits it."""
    size, scale = SIZES[request.param]
    opened = open_app(Preferences(ui_scale=scale, hints=False, calm=True), size)
    yield opened
    opened.window.destroy()


def wordless(app: App) -> list[str]:
    """Buttons that had to leave their words out."""
    group = getattr(app.top, "group", None)
    return [repr(each) for each in group.widgets if isinstance(each, Button) and not each.text] if group else []


# ------------------------------------------------------------------ screens


@pytest.mark.parametrize(
    "screen", [TitleScreen, SettingsScreen, SetupScreen, LessonsScreen, SavesScreen], ids=lambda kind: kind.__name__
)
def test_screens(sized: App, cuts: list[str], screen: Callable[[App], Any]) -> None:
    sized.replace(screen(sized))
    sized.draw()
    assert not cuts, "\n".join(sorted(set(cuts)))
    assert wordless(sized) == []


@pytest.mark.parametrize("offered", offered_lessons(), ids=lambda offered: offered.name)
def test_first_pages_of_lessons(sized: App, cuts: list[str], offered: Offered) -> None:
    screen = LessonPageScreen(sized, offered)
    sized.replace(screen)
    sized.draw()
    assert not cuts, "\n".join(sorted(set(cuts)))
    told = [widget for widget in screen.group.widgets if isinstance(widget, Label)]
    high = [len(screen.look.wrap(each.text, each.rect.width, each.size)) * screen.look.line() for each in told[1:]]
    tops = [each.rect.top for each in told[1:]] + [screen.group.widgets[0].rect.top]
    assert all(top + tall <= following for top, tall, following in zip(tops, high, tops[1:], strict=False))
    assert sized.surface.get_rect().contains(screen.rect)


def test_a_question_stands_in_one_line_above_its_text(sized: App) -> None:
    title = "End the turn, 1 maneuver kept to react with?"
    screen = SureScreen(sized, title, "Still possible: Go, Pick up the stone", print)
    sized.replace(screen)
    sized.draw()
    label = next(widget for widget in screen.group.widgets if isinstance(widget, Label) and widget.text == title)
    assert screen.look.wrap(title, label.rect.width, LARGE + 4, "semibold") == (title,)
    assert sized.surface.get_rect().contains(screen.rect)


@pytest.mark.parametrize("larger", [1.0, TEXT_MOST])
def test_the_pages_of_the_settings(sized: App, cuts: list[str], larger: float) -> None:
    sized.preferences.text = larger
    sized.preferences.orders = {name: {"attack of opportunity": "matters"} for name in GAMES}
    sized.restyle()
    screen = SettingsScreen(sized)
    sized.replace(screen)
    for page in PAGES:
        screen._turn(page)
        for _ in range(3):
            screen._more()
            sized.draw()
        assert wordless(sized) == []
    assert not cuts, "\n".join(sorted(set(cuts)))


@pytest.mark.parametrize("name", GAMES)
def test_the_settings_and_squads_of_every_game(sized: App, cuts: list[str], name: str) -> None:
    screen = SetupScreen(sized)
    sized.replace(screen)
    screen._pick_rules(name)
    for page in range(len(ruleset(name).settings)):
        screen.page = page
        screen.refresh()
        screen.group.draw(sized.surface, screen.look)
    for key in ruleset(name).parties():
        screen.sides._squad("foe", key)
        screen.group.draw(sized.surface, screen.look)
    assert not cuts, "\n".join(sorted(set(cuts)))


# ------------------------------------------------------------------ battles


def line_up(name: str, units: Sequence[str]) -> AnyMatch:
    """A battle of these units against the last of them, on open ground."""
    field = Field(40, 40)
    squad = tuple(Recruit(unit, at=(2 + 4 * (n % 9), 2 + 4 * (n // 9))) for n, unit in enumerate(units))
    foe = (Recruit(units[-1], at=(37, 37)),)
    rules = ruleset(name)
    return Match.begin(rules, Setup(name, field, (SideSetup("party", squad, party=True), SideSetup("foe", foe))))


def units(name: str) -> Iterator[list[str]]:
    """The units of a ruleset, in squads."""
    every = sorted(ruleset(name).roster())
    for start in range(0, len(every), LARGEST_SQUAD):
        yield every[start : start + LARGEST_SQUAD]


def looked_at(app: App, match: AnyMatch, path: Path) -> BattleScreen:
    """A battle on the screen, played by people."""
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    screen = BattleScreen(app, Session(match, seats, 1, "seeded", path), None)
    app.replace(screen)
    return screen


def turns(match: AnyMatch) -> Iterator[tuple[Any, Choose[Any]]]:
    """Everybody of the party, with what it would be asked on a turn of its own."""
    for c in match.state.on("party"):
        then = match.ruleset.hypothetical_turn(match.board, c.id, {})
        turn: AnyMatch = Match(match.ruleset, match.setup, match.ground, then, record=False)
        if isinstance(turn.pending, Choose) and turn.pending.kind == "act" and turn.pending.who == c.id:
            yield c.id, turn.pending


def look_at_units(app: App, name: str, squad: list[str], path: Path) -> list[str]:
    """Draw every list of everybody's turn, and the card; gives what was left wordless."""
    match = line_up(name, squad)
    screen = looked_at(app, match, path)
    stage, bare = screen.stage, []
    met = 0
    for who, question in turns(match):
        met += 1
        asked = stage.open_question(question)
        choosing = asked.choosing
        arrange(stage, screen)
        stage.panels.bar.draw(app.surface, stage.view.look)
        buttons = [button for button in stage.panels.bar.widgets if isinstance(button, Button)]
        bare += [f"{who}: {button.tip}" for button in buttons if not button.text]
        for drawer in choosing.drawers:
            list_drawer(asked, drawer, print)
            assert asked.prompt is not None
            for _ in drawer.rows:  # more pages there can't be
                lay_out(stage)
                asked.prompt.draw(app.surface, stage.view.look)
                rows = [row for row in asked.prompt.group.widgets if isinstance(row, ChoiceRow)]
                bare += [f"{who}: {drawer.name}" for row in rows if not row.text]
                asked.prompt.turn_page()
        token = stage.scene.tokens[who]
        card = lay_card(stage.view.look, token, stage.panels.frame.dock, rest="I or right click: everything")
        card.draw(app.surface, stage.view.look, stage.layers.liveries)
    assert met > len(squad) // 2
    return bare


@pytest.mark.parametrize("name", GAMES)
def test_what_units_can_do_and_are(sized: App, cuts: list[str], name: str, tmp_path: Path) -> None:
    every = [unit for squad in units(name) for unit in squad]
    assert look_at_units(sized, name, every[::EACH], tmp_path / "a.save") == []
    assert not cuts, "\n".join(sorted(set(cuts)))


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_what_all_units_can_do_and_are(sized: App, cuts: list[str], name: str, tmp_path: Path) -> None:
    for squad in units(name):
        assert look_at_units(sized, name, squad, tmp_path / "a.save") == []
    assert not cuts, "\n".join(sorted(set(cuts)))
