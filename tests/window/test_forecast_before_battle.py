"""The odds of a battle before it begins: what is fought, what is said of it, and when it stops."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from typing import ClassVar

import pytest

from game import resources
from game.lab import forecast_process
from game.lab.arena import Fought
from game.lab.forecast_process import ForecastProcess, fight_forecast, run_process
from game.lab.win_forecast import BATTLES, ForecastCounts, contest_of, tally, tell_forecast
from game.play.start import StartRequest
from game.rules.registry import ruleset
from game.view.widgets.progress import ProgressBar
from game.view.widgets.widget import Label
from game.window.destinations import NewBattle
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.setup import SetupScreen
from game.window.setting_up import forecast
from tests.program import Run
from tests.window.seated import top

MAP = str(resources.maps() / "gatehouse.tmx")
DUEL = StartRequest(MAP, rules="duel")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            ForecastCounts(10, 10),
            "About even: 50 to 50 over 20 battles between computers; the party may win 30 to 70 in 100.",
        ),
        (
            ForecastCounts(12, 8),
            "About even: 60 to 40 over 20 battles between computers; the party may win 39 to 78 in 100.",
        ),
        (
            ForecastCounts(7, 13),
            "the foes perhaps: 35 to 65 over 20 battles between computers; the foes may win 43 to 82 in 100.",
        ),
        (
            ForecastCounts(15, 5),
            "the party rather: 75 to 25 over 20 battles between computers; the party may win 53 to 89 in 100.",
        ),
        (
            ForecastCounts(3, 17),
            "Clearly the foes: 15 to 85 over 20 battles between computers; the foes may win 64 to 95 in 100.",
        ),
        (
            ForecastCounts(20),
            "Clearly the party: 100 to 0 over 20 battles between computers; the party may win 84 to 100 in 100.",
        ),
        (ForecastCounts(1), "1 battle between computers says nothing yet; 10 are the least that do."),
        (ForecastCounts(0, 9), "9 battles between computers say nothing yet; 10 are the least that do."),
        (
            ForecastCounts(0, 10),
            "Clearly the foes: 0 to 100 over 10 battles between computers; the foes may win 72 to 100 in 100.",
        ),
        (
            ForecastCounts(4, 4, 12),
            "About even: 50 to 50 over 20 battles between computers, 12 without a winner; "
            "the party may win 22 to 78 in 100.",
        ),
        (ForecastCounts(draws=20), "Nobody wins: 20 battles between computers ended without a winner."),
    ],
)
def test_the_words_say_no_more_than_so_many_battles_prove(found: ForecastCounts, said: str) -> None:
    assert tell_forecast(found, "the party", "the foes") == said[:1].upper() + said[1:]


def test_more_battles_make_the_same_share_a_stronger_word() -> None:
    words = [tell_forecast(ForecastCounts(2 * n, n), "The party", "The foes").partition(":")[0] for n in (4, 20, 200)]
    assert words == ["The party perhaps", "The party rather", "Clearly The party"]


def battle(side: str | None, seed: int = 1) -> Fought:
    """One that a side has won."""
    return Fought(0, seed, False, False, side, None, "it fell", 3, 40)


def test_battles_are_counted_by_side_and_the_rest_are_without_a_winner() -> None:
    fought = [battle(side) for side in ("foe", "party", None, "foe")]
    assert tally(("party", "foe"), fought) == ForecastCounts(1, 2, 1)


def test_the_quickest_ai_plays_both_sides_each_at_its_own_place() -> None:
    contest = contest_of(DUEL)
    assert [mind.level for mind in contest.minds] == ["instinct"] * 2
    assert contest.group == 1
    assert contest.battles == BATTLES


def test_the_command_says_it_in_one_sentence(run: Run) -> None:
    code, out, err = run("odds", MAP, "--rules", "duel", "--battles", "10")
    assert (code, err) == (0, "")
    assert "10 battles between computers" in out
    assert out.count("\n") == 1
    assert run("odds", MAP, "--rules", "duel", "--battles", "10")[1] == out
    assert "no shipped battle of that name" in run("odds", "nowhere")[2]


def heard(wanted: StartRequest, monkeypatch: pytest.MonkeyPatch, seed: int = 1, shares: int = 2) -> ForecastProcess:
    """A forecast that is fought here and now, and has been looked at once it was over."""
    monkeypatch.setattr(forecast_process, "GIVING_WAY", 0)
    monkeypatch.setattr(forecast_process, "BATTLES", 3)
    found = ForecastProcess.__new__(ForecastProcess)
    found._pipes, found.fought, found.trouble = [], [], ""
    for first in range(shares):
        ours, theirs = multiprocessing.Pipe(duplex=False)
        run_process(theirs, fight_forecast, wanted, seed, first, 2)
        theirs.close()
        found._pipes.append(ours)
    assert found.look()
    assert found.over
    return found


def test_the_process_tells_of_every_battle_and_goes_on_where_the_last_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    found = heard(DUEL, monkeypatch)
    assert [fought.number for fought in found.fought] == [0, 2, 1]
    assert [fought.seed for fought in found.fought] == [1, 3, 2]
    assert [fought.seed for fought in heard(DUEL, monkeypatch, seed=4).fought] == [4, 6, 5]


def test_a_process_that_has_told_its_share_is_no_trouble_but_battles_that_nobody_fights_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = heard(DUEL, monkeypatch, shares=1)
    assert len(found.fought) == 2
    assert found.trouble == forecast_process.BROKEN
    assert not heard(DUEL, monkeypatch).trouble


def test_what_is_wrong_with_the_battle_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    found = heard(StartRequest("nowhere"), monkeypatch)
    assert "There is no file 'nowhere'" in found.trouble
    assert not found.fought


def test_a_process_that_ends_too_soon_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast_process, "run_process", print)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    theirs.close()
    found = ForecastProcess.__new__(ForecastProcess)
    found._pipes, found.fought, found.trouble = [ours], [], ""
    found.look()
    assert found.trouble == forecast_process.BROKEN


@pytest.mark.nightly
def test_a_real_process_fights_beside_the_window_and_is_ended() -> None:
    found = ForecastProcess(StartRequest(MAP, rules="glog"))
    process = found._processes[0]
    while not found.fought and not found.trouble:
        process.join(0.1)
        found.look()
    assert not found.trouble
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)  # as a terminal does when somebody stops the window there
    fought = len(found.fought)
    while len(found.fought) < fought + 2 and not found.trouble:
        process.join(0.1)
        found.look()
    assert not found.trouble
    found.stop()
    process.join()
    assert process.exitcode == -signal.SIGTERM


class Staged:
    """In place of the process of a forecast: battles end when the test says so."""

    made: ClassVar[list[Staged]] = []

    def __init__(self, wanted: StartRequest, seed: int = 1) -> None:
        self.wanted, self.seed, self.stopped, self.trouble = wanted, seed, False, ""
        self.fought: list[Fought] = []
        Staged.made.append(self)

    @property
    def over(self) -> bool:
        """As the real one."""
        return bool(self.trouble) or len(self.fought) == BATTLES

    def look(self) -> bool:
        """Nothing comes by itself."""
        return False

    def stop(self) -> None:
        """Remember it."""
        self.stopped = True


@pytest.fixture
def pilot(app: App, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """The set-up on the screen."""
    monkeypatch.setattr(forecast, "ForecastProcess", Staged)
    Staged.made = []
    app.go(NewBattle())
    return Pilot(app)


def said(app: App) -> list[str]:
    """What the labels of the set-up say."""
    assert isinstance(app.top, SetupScreen)
    return [widget.text for widget in app.top.group.widgets if isinstance(widget, Label)]


def test_the_set_up_says_the_odds_when_the_battles_are_fought(app: App, pilot: Pilot) -> None:
    pilot.click_button("Who will win?")
    (fight,) = Staged.made
    screen = app.top
    assert isinstance(screen, SetupScreen)
    assert screen.moving
    (bar,) = (widget for widget in screen.group.widgets if isinstance(widget, ProgressBar))
    assert bar.text == "Quick battles are fought"
    fight.fought = [battle("party")] * 5
    assert bar.share() == 5 / BATTLES
    assert bar.text == "After 5: nothing can be said yet"
    app.draw()
    fight.fought = [battle("party", seed) for seed in range(6, 21)] + [battle("foe", seed) for seed in range(1, 6)]
    pilot.step()
    assert fight.stopped
    assert any(text.startswith("Party rather: 75 to 25 over 20 battles between computers") for text in said(app))
    pilot.click_button("Fight more")
    again = Staged.made[-1]
    assert again.seed == 21
    (bar,) = (widget for widget in screen.group.widgets if isinstance(widget, ProgressBar))
    assert bar.text == "After 20: Party may win 53 to 89 in 100"
    again.fought = [battle("foe")] * 20
    pilot.step()
    assert any("over 40 battles between computers" in text for text in said(app))
    app.draw()


def test_another_set_up_has_other_odds_and_other_players_do_not(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    pilot.click_button("Who will win?")
    screen.sides._player("party", "trained")
    screen.refresh()
    assert not Staged.made[-1].stopped
    changes: list[Callable[[], None]] = [
        lambda: screen._pick_rules("murdham"),
        lambda: screen._set("stunts", "off"),
        lambda: screen.sides._squad("party", list(ruleset("murdham").parties())[1]),
        lambda: screen._pick((screen.at + 1) % len(screen.paths)),
    ]
    for change in changes:
        if not screen.foretold.working:
            pilot.click_button("Who will win?")
        fight = Staged.made[-1]
        fight.fought = [battle("party")] * 3
        change()
        assert fight.stopped
        assert "Who will win?" in pilot.buttons()
        assert not any("battles between" in text for text in said(app))


def test_what_was_fought_until_it_was_stopped_counts(app: App, pilot: Pilot) -> None:
    pilot.click_button("Who will win?")
    Staged.made[-1].fought = [battle("foe")] * 4
    pilot.click_button("Stop")
    assert Staged.made[-1].stopped
    assert any("4 battles between computers say nothing yet" in text for text in said(app))


def test_trouble_is_told_in_its_place(app: App, pilot: Pilot) -> None:
    pilot.click_button("Who will win?")
    Staged.made[-1].trouble = "It can't be."
    pilot.step()
    assert "It can't be." in said(app)
    assert "Who will win?" in pilot.buttons()


def test_nobody_fights_on_when_the_battle_begins_or_the_set_up_is_left(app: App, pilot: Pilot) -> None:
    pilot.click_button("Who will win?")
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    assert Staged.made[-1].stopped
    app.go(NewBattle())
    pilot.click_button("Who will win?")
    pilot.press("escape")
    assert Staged.made[-1].stopped
    assert len(Staged.made) == 2


def test_a_battle_that_cannot_be_begun_has_no_odds(app: App, pilot: Pilot) -> None:
    screen = app.top
    assert isinstance(screen, SetupScreen)
    (ask,) = screen.foretold.widgets(screen._note, screen.look, screen.offer.sides, screen._request(), able=False)
    assert not ask.enabled
