"""The same battle harder or easier, once it is over: what is offered, whom it changes, and what a save keeps of it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest
from msgspec.structs import replace

from game.files import saves
from game.lab.arena import Fought
from game.lab.difficulty import FoundSquad, Only, SearchStep, foresee_squad, next_difficulty
from game.play.seating import HUMAN, Player
from game.play.session import Session, resumed
from game.play.start import StartRequest, sit_down
from game.rules.questions import REFEREE, Seat
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.terminal import text
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from game.view.widgets.picture_button import PictureButton
from game.view.widgets.progress import ProgressBar
from game.view.widgets.widget import Button, Label
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens import result
from game.window.screens.result import NextDifficultyScreen, ResultScreen
from tests.rules.battles import begin, duel, play_out
from tests.window.seated import finish, sit, top

TWO = (Recruit("thief", "Orc", (2, 1)), Recruit("thief"))


class Staged:
    """In place of the process of a search: it tells what the test says."""

    made: ClassVar[list[Staged]] = []

    def __init__(self, setup: Setup, other: str, level: str, only: Only) -> None:
        self.asked = (setup, other, level, only)
        self.step, self.trouble, self.stopped = SearchStep(1, 0), "", False
        self.found: FoundSquad | None = None
        self.news = False
        Staged.made.append(self)

    @property
    def over(self) -> bool:
        """As the real one."""
        return bool(self.trouble) or self.found is not None

    def look(self) -> bool:
        """Whether the test has said something new."""
        news, self.news = self.news, False
        return news

    def stop(self) -> None:
        """Remember it."""
        self.stopped = True

    def tell(self, told: SearchStep | FoundSquad | str) -> None:
        """What is taken in at the next look."""
        self.news = True
        match told:
            case str():
                self.trouble = told
            case FoundSquad():
                self.found = told
            case _:
                self.step = told


def found(*, reached: bool, won: int = 7) -> FoundSquad:
    """Another thief, with whom so many of twenty were won."""
    ended = (Fought(n, 1, False, False, "red" if n < won else "blue", None, "it fell", 3, 40) for n in range(20))
    return FoundSquad(TWO, "one Thief more", tuple(ended), reached)


class Won(Session):
    """A battle that ended as the test says."""

    by: Seat | None = None

    @property
    def winner(self) -> Seat | None:
        """Whoever it is."""
        return self.by


def over(setup: Setup, *people: str, winner: str | None = "red", difficulty: str = "") -> Session:
    """A battle that has ended so."""
    seats = {Seat(side.name): HUMAN if side.name in people else Player("ai", "instinct") for side in setup.sides}
    if "referee" in people:
        seats[REFEREE] = HUMAN
    session = Won(begin(setup), seats, 5, "seeded", Path("over.save"), difficulty=difficulty)
    session.by = None if winner is None else Seat(winner)
    return session


@pytest.mark.parametrize(
    ("winner", "difficulty", "offered", "only", "why_not"),
    [
        ("red", "", "harder", "stronger", ""),
        ("red", "easier", "even", "stronger", ""),
        ("red", "harder", "harder", "stronger", "It is harder already"),
        ("blue", "", "easier", "weaker", ""),
        ("blue", "harder", "even", "weaker", ""),
        ("blue", "easier", "easier", "weaker", "It is easier already"),
        (None, "even", "easier", "weaker", ""),
        ("red", "of a version to come", "harder", "stronger", ""),
    ],
)
def test_who_has_won_is_offered_the_next_step_up_and_others_the_next_one_down(
    winner: str | None, difficulty: str, offered: str, only: str, why_not: str
) -> None:
    wanted = next_difficulty(over(duel(), "red", "referee", winner=winner, difficulty=difficulty))
    assert (wanted.difficulty, wanted.other, wanted.only, wanted.why_not) == (offered, "blue", only, why_not)
    assert wanted.title == ("Harder" if only == "stronger" else "Easier")


def test_a_battle_that_has_no_difficulty_says_why() -> None:
    assert next_difficulty(over(duel(), "red", "blue")).why_not == "Only with one person"
    assert next_difficulty(over(duel())).why_not == "Only with one person"
    third = SideSetup("green", (Recruit("thief", "Eve", (4, 3)),))
    three = replace(duel(), sides=(*duel().sides, third))
    assert next_difficulty(over(three, "red")).why_not == "Only with two sides"
    assert next_difficulty(over(replace(duel(), lesson="none.toml"), "red")).why_not == "A lesson stays as it is"


@pytest.fixture
def pilot(app: App, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """A battle that a person has fought to its end."""
    monkeypatch.setattr(result, "SearchProcess", Staged)
    Staged.made = []
    found = sit(app, duel(), "red")
    finish(found)
    assert top(found) == "ResultScreen"
    return found


def said(app: App) -> str:
    """What the search tells."""
    return " | ".join(widget.text for widget in app.top.group.widgets if isinstance(widget, Label))


def step(app: App) -> str:
    """Which step is offered at the end."""
    (text,) = {each.text for each in app.top.group.widgets if isinstance(each, PictureButton)} & {"Harder", "Easier"}
    return text


def able(app: App) -> dict[str, bool]:
    """The buttons of the search, and whether they can be pressed."""
    return {each.text: each.enabled for each in app.top.group.widgets if isinstance(each, Button)}


def test_the_same_battle_begins_with_the_foes_that_were_found(app: App, pilot: Pilot, cuts: list[str]) -> None:
    before = pilot.battle.session
    pilot.click_button(step(app))
    (made,) = Staged.made
    up = before.winner == "red"
    assert made.asked == (before.match.setup, "blue", *(("harder", "stronger") if up else ("easier", "weaker")))
    assert able(app) == {"Begin": True, "Back": True}, "one may begin at once, as strengths foresee it"
    assert "by the strengths of its units your side wins" in said(app)
    assert app.top.moving
    made.tell(SearchStep(2, 30, found(reached=False, won=12)))
    pilot.step()
    (bar,) = (widget for widget in app.top.group.widgets if isinstance(widget, ProgressBar))
    assert (bar.share(), bar.text) == (0.1875, "Quick battle 30 of 160 at most")
    app.draw()
    made.tell(found(reached=True))
    pilot.step()
    assert made.stopped
    assert "your side won 7 of 20 battles between computers, and may win 18 to 57 in 100. | One Thief more." in said(
        app
    )
    app.draw()
    assert not cuts
    pilot.press("return")
    session = pilot.battle.session
    assert session is not before and session.match.setup.side("blue").squad == TWO
    assert session.people == ("red",) and session.difficulty == made.asked[2]
    session.write_autosave()
    assert resumed(session.autosave).difficulty == made.asked[2]
    assert session.again(session.players).difficulty == made.asked[2]


def test_whoever_does_not_want_to_wait_begins_as_strengths_foresee_it(app: App, pilot: Pilot) -> None:
    before = pilot.battle.session.match.setup
    pilot.click_button(step(app))
    (made,) = Staged.made
    made.tell(SearchStep(2, 30, found(reached=False)))
    pilot.step()
    pilot.click_button("Begin")
    assert made.stopped and top(pilot) == "BattleScreen"
    squad = pilot.battle.session.match.setup.side("blue").squad
    assert squad == foresee_squad(before, "blue", made.asked[2], only=made.asked[3]).squad != before.side("blue").squad


def test_a_search_that_is_left_or_fails_changes_nothing(app: App, pilot: Pilot) -> None:
    pilot.click_button(step(app))
    pilot.press("escape")
    assert Staged.made[-1].stopped and isinstance(app.top, ResultScreen)
    pilot.click_button(step(app))
    Staged.made[-1].tell("The quick battles could not be fought.")
    pilot.step()
    assert "The quick battles could not be fought." in said(app)
    assert able(app) == {"Begin": False, "Back": True}
    pilot.press("return")
    assert isinstance(app.top, ResultScreen)


def test_what_is_missed_is_said_before_it_begins(app: App, pilot: Pilot) -> None:
    pilot.click_button(step(app))
    made = Staged.made[-1]
    made.tell(found(reached=False, won=3))
    pilot.step()
    assert isinstance(app.top, NextDifficultyScreen)
    assert (
        f"Nothing nearer to {made.asked[2]} was found: your side won 3 of 20 battles between computers, "
        "and may win 5 to 36 in 100" in said(app)
    )


def test_in_each_other_s_places_nobody_has_asked_for_a_difficulty(app: App, pilot: Pilot) -> None:
    pilot.battle.session.difficulty = "harder"
    pilot.click_button("Swap sides")
    assert pilot.battle.session.people == ("blue",)
    assert not pilot.battle.session.difficulty


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("difficulty", ["", "easier", "harder"])
def test_the_step_has_room_at_the_end(
    app: App, pilot: Pilot, cuts: list[str], size: tuple[int, int], difficulty: str
) -> None:
    top_screen = app.top
    assert isinstance(top_screen, ResultScreen)
    top_screen.session.difficulty = difficulty
    top_screen.following = next_difficulty(top_screen.session)
    app.window.size = size
    app.restyle()
    cuts.clear()
    app.draw()
    assert not cuts


def test_a_save_of_before_there_was_a_difficulty_goes_on(app: App, pilot: Pilot) -> None:
    session = pilot.battle.session
    session.difficulty = "harder"
    path = session.save_beside(Path("now.save"))
    document = msgspec.json.decode(path.read_bytes())
    assert document["payload"]["seats"].pop("difficulty") == "harder"
    payload = msgspec.json.encode(document["payload"])
    document["checksum"] = saves._checksum(payload)
    before = Path("before.save")
    before.write_bytes(msgspec.json.encode({**document, "payload": msgspec.Raw(payload)}))
    assert resumed(path).difficulty == "harder"
    old = resumed(before)
    assert not old.difficulty and next_difficulty(old).difficulty in ("harder", "easier")
    session.load(before)
    assert not session.difficulty


def test_what_was_asked_for_reaches_the_battle() -> None:
    wanted = StartRequest("gatehouse", rules="sovereign", difficulty="easier")
    assert sit_down(wanted, lambda _: None).difficulty == "easier"


# ------------------------------------------------------------------ in a terminal


def typed(session: Session, *lines: str, resume: str = "") -> tuple[str, Session | None]:
    """What a terminal tells after a battle that is over, and what is played next."""
    play_out(session.match)
    out = io.StringIO()
    terminal = Terminal(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    following = TextGame(session, terminal, chances=False, resume=resume).run()
    return out.getvalue().split("The battle is over.")[1], following


def test_a_terminal_offers_the_battle_once_more_or_a_step_harder() -> None:
    told, following = typed(over(duel(), "red"), "again")
    assert "again: once more, with other dice. harder: with more or stronger foes. Enter leaves." in told
    assert following is not None and following.match.setup == duel() and following.match.history == []
    assert following.difficulty == ""


@pytest.mark.parametrize("line", ["", "easier", "what"])
def test_whoever_types_anything_else_in_a_terminal_leaves(line: str) -> None:
    assert typed(over(duel(), "red"), line)[1] is None


def test_a_battle_that_is_a_part_of_something_is_not_offered_once_more() -> None:
    told, following = typed(over(duel(), "red"), "again", resume="battlemat expedition heron")
    assert "again:" not in told and following is None


def test_where_nobody_sits_at_a_terminal_nothing_is_offered() -> None:
    assert "again:" not in typed(over(duel()))[0]


def test_a_step_that_can_not_be_is_not_offered_in_a_terminal() -> None:
    told, following = typed(over(duel(), "red", difficulty="harder"), "harder")
    assert "dice. Enter leaves." in told and following is None


def test_a_terminal_plays_on_with_the_foes_that_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def foreseen(setup: Setup, other: str, difficulty: str, *, only: Only) -> FoundSquad:
        assert (setup, other, difficulty, only) == (duel(), "blue", "harder", "stronger")
        return found(reached=True)

    monkeypatch.setattr(text, "foresee_squad", foreseen)
    told, following = typed(over(duel(), "red"), "harder")
    assert (
        "Harder: your side won 7 of 20 battles between computers, and may win 18 to 57 in 100. One Thief more." in told
    )
    assert following is not None and following.match.setup.side("blue").squad == TWO
    assert following.difficulty == "harder"


def test_a_terminal_says_why_nobody_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> FoundSquad:
        raise BadSetup("nobody can fight here")

    monkeypatch.setattr(text, "foresee_squad", refuse)
    told, following = typed(over(duel(), "red"), "harder")
    assert "nobody can fight here" in told and following is None
