"""The difficulty of a battle that is being put together, in the window."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace as altered

from game.lab import difficulty as search
from game.lab.difficulty import AIMS, FoundSquad, SearchStep
from game.play.preferences import load_preferences
from game.play.start import StartRequest
from game.rules.setup import Recruit
from game.view.widgets.progress import ProgressBar
from game.view.widgets.widget import Button, Label
from game.window.destinations import NewBattle
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.setup import SetupScreen
from game.window.setting_up import difficulty
from tests.lab.test_strengths import FEWER, battles
from tests.window.seated import top


class Staged:
    """In place of the process of a search: it ends when the test says so."""

    made: ClassVar[list[Staged]] = []

    def __init__(self, wanted: StartRequest, other: str, level: str) -> None:
        self.wanted, self.other, self.level, self.stopped, self.trouble = wanted, other, level, False, ""
        self.step = SearchStep(1, 0)
        self.found: FoundSquad | None = None
        Staged.made.append(self)

    @property
    def over(self) -> bool:
        """As the real one."""
        return bool(self.trouble) or self.found is not None

    def look(self) -> bool:
        """Nothing comes by itself."""
        return False

    def stop(self) -> None:
        """Remember it."""
        self.stopped = True


@pytest.fixture
def pilot(app: App, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """The set-up on the screen, for a map and a book with bandits."""
    monkeypatch.setattr(difficulty, "SearchProcess", Staged)
    Staged.made = []
    app.go(NewBattle())
    screen = app.top
    assert isinstance(screen, SetupScreen)
    screen._pick_rules("murdham")
    return Pilot(app)


def said(app: App) -> str:
    """What the labels of the set-up say."""
    assert isinstance(app.top, SetupScreen)
    return " | ".join(widget.text for widget in app.top.group.widgets if isinstance(widget, Label))


def chosen(app: App) -> list[str]:
    """Which of the difficulties is marked."""
    assert isinstance(app.top, SetupScreen)
    return [
        each.text for each in app.top.group.widgets if isinstance(each, Button) and each.chosen and each.text != "Begin"
    ]


def test_a_difficulty_changes_the_other_side_and_tells_the_odds(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Easier")
    (made,) = Staged.made
    assert (made.other, made.level, made.wanted.seats, screen.moving) == ("foe", "easier", (), True)
    foreseen = screen.difficulty.changed
    assert foreseen is not None and abs(foreseen.foreseen - AIMS["easier"].promised) < 0.1
    assert chosen(app) == ["Easier"] and screen._request().fielded == {"foe": foreseen.squad}, "one may begin at once"
    made.step = SearchStep(1, 5)
    (bar,) = (widget for widget in screen.group.widgets if isinstance(widget, ProgressBar))
    assert bar.share() == 5 / search.MOST_FOUGHT
    assert bar.text == f"Foreseen 62 % won (31 to 86); quick battle 5 of {search.MOST_FOUGHT} at most"
    app.draw()
    made.found = FoundSquad(FEWER, "two fewer", battles(14), reached=True)
    pilot.step()
    assert made.stopped
    assert chosen(app) == ["Easier"]
    assert "Two fewer: Bandit leader, Bandit" in said(app)
    assert "70 to 30 over 20 battles between computers" in said(app)
    assert screen._request().fielded == {"foe": FEWER}
    assert not screen._request().settings
    pilot.click_button("Easier")
    assert chosen(app) == []
    assert not screen._request().fielded
    assert "battles between" not in said(app)


def test_a_difficulty_is_chosen_with_the_keys(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    for _ in range(40):
        if getattr(screen.group.focus, "text", "") == "Harder":
            break
        pilot.press("tab")
    pilot.press("return")
    assert Staged.made[-1].level == "harder"
    pilot.press("escape")
    assert Staged.made[-1].stopped


def test_what_is_not_reached_is_said_plainly(app: App, pilot: Pilot) -> None:
    pilot.click_button("Harder")
    Staged.made[-1].found = FoundSquad(FEWER, "one Bandit more", battles(12), reached=False)
    pilot.step()
    assert (
        "Nothing nearer to harder was found: your side won 12 of 20 battles between computers, "
        "and may win 39 to 78 in 100; it is" in said(app)
    )
    assert "One Bandit more: Bandit leader, Bandit" in said(app)
    pilot.click_button("Even")
    Staged.made[-1].trouble = "It can't be."
    pilot.step()
    assert "It can't be." in said(app)
    assert chosen(app) == []


def test_when_quick_battles_are_stopped_what_strengths_foresee_stays(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Even")
    before = screen._request().fielded
    Staged.made[-1].step = SearchStep(2, 9, FoundSquad(FEWER, "two fewer", battles(14)[10:], reached=False))
    pilot.click_button("Stop")
    assert Staged.made[-1].stopped and not screen.difficulty.working
    assert before == screen._request().fielded != {"foe": FEWER}, "nine battles are too few to change it"
    assert chosen(app) == ["Even"]


def test_another_battle_is_as_it_is_and_another_level_of_the_computer_changes_nothing(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Easier")
    Staged.made[-1].found = FoundSquad(FEWER, "two fewer", battles(14), reached=True)
    pilot.step()
    screen.sides._player("foe", "instinct")
    screen.refresh()
    assert screen._request().fielded
    screen.sides._player("party", "instinct")
    screen.sides._player("foe", "human")
    screen.refresh()
    assert not screen._request().fielded, "the other side is the other now"
    pilot.click_button("Easier")
    assert Staged.made[-1].other == "party"
    screen._pick_rules("glog")
    assert Staged.made[-1].stopped
    assert chosen(app) == []


def test_it_is_remembered_as_long_as_its_units_are_known(app: App, pilot: Pilot) -> None:
    pilot.click_button("Easier")
    Staged.made[-1].found = FoundSquad(FEWER, "two fewer", battles(14), reached=True)
    pilot.step()
    pilot.press("escape")
    kept = load_preferences().draft
    assert kept.changed is not None and kept.changed.squad == FEWER
    app.go(NewBattle())
    assert chosen(app) == ["Easier"]
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    assert len(pilot.battle.session.match.setup.side("foe").squad) == len(FEWER)
    draft = app.preferences.draft
    assert draft.changed is not None
    app.preferences.draft = altered(draft, changed=altered(draft.changed, squad=(Recruit("nobody"),)))
    app.go(NewBattle())
    assert chosen(app) == []
