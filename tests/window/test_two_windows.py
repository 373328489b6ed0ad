"""Two windows at once, and windows that are killed: neither takes from the other what it has kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.files.saves import load_match
from game.play.preferences import Preferences, keep_preferences, load_preferences
from game.terminal.terminal import PROMPT


def test_two_windows_keep_each_other_s_settings() -> None:
    keep_preferences(Preferences(speed=1.0, lessons=("first",)))
    one, other = load_preferences(), load_preferences()
    one.speed, one.lessons = 4.0, ("first", "sovereign-1")
    other.palette, other.lessons = "contrast", ("first", "glog-1")
    assert keep_preferences(one) == keep_preferences(other) == ""
    found = load_preferences()
    assert (found.speed, found.palette) == (4.0, "contrast")
    assert set(found.lessons) == {"first", "sovereign-1", "glog-1"}
    one.calm = True
    keep_preferences(one)
    assert load_preferences().palette == "contrast" and load_preferences().lessons == found.lessons
    assert load_preferences().calm


def test_what_both_have_changed_is_as_the_last_one_has_it() -> None:
    one, other = load_preferences(), load_preferences()
    one.speed, other.speed = 2.0, 3.0
    keep_preferences(one)
    keep_preferences(other)
    assert load_preferences().speed == 3.0
    one.speed = 1.0
    keep_preferences(one)
    assert load_preferences().speed == 1.0, "also back to what it was at first"


def test_what_one_has_taken_out_of_a_list_stays_out(at_home: Path) -> None:
    keep_preferences(Preferences(maps=("a", "b", "c")))
    one = load_preferences()
    one.maps = ("a", "c")
    keep_preferences(one)
    assert load_preferences().maps == ("a", "c")


# -- games that are killed: two at once, in processes of their own

TERMINAL = """
from game.cli.commands import main
main(["text", "the-cart-at-the-bend", "--rules", "glog", "--seed", "7", "--ai", "novice", "--no-chances", "--plain"])
"""

WINDOW = """
from game.play.preferences import Preferences
from game.play.start import StartRequest, sit_down
from game.window.destinations import StartedBattle
from game.window.pilot import Pilot
from game.window.window import open_app

quick = dict(speed=8.0, calm=True, hints=False, opening=False, warn_end=False, warn_way=False, ask_leaving=False)
app = open_app(Preferences(**quick))
wanted = StartRequest("the-cart-at-the-bend", rules="glog", seed=7, level="novice")
session = sit_down(wanted, lambda _: None)
app.go(StartedBattle(session))
pilot = Pilot(app)
while (question := pilot.wait_until_asked()) is not None:
    print("asked after", len(session.match.history), flush=True)
    pilot.choose(question.options.singles[-1].key)
"""


def begin(program: str, state: Path) -> subprocess.Popen[str]:
    """A game in a process of its own, whose files go there."""
    environment = {**os.environ, "XDG_STATE_HOME": str(state), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=environment,
    )


def saved(state: Path) -> list[int]:
    """How many answers each battle has that was saved there."""
    return sorted(len(load_match(path).match.history) for path in state.rglob("*.save"))


@pytest.fixture
def killable() -> None:
    """Where a process can be ended without its doing anything about it, and the folder be named to it."""
    if not sys.platform.startswith("linux"):
        pytest.skip("state folders are named by XDG_STATE_HOME on Linux")


@pytest.mark.usefixtures("killable")
def test_two_windows_that_are_killed_have_lost_no_answer(tmp_path: Path) -> None:
    given = []
    with begin(WINDOW, tmp_path) as one, begin(WINDOW, tmp_path) as other:
        for game, questions in ((one, 4), (other, 6)):
            assert game.stdout is not None
            told = [line for _, line in zip(range(questions), game.stdout, strict=False) if line.startswith("asked")]
            given.append(int(told[-1].split()[-1]))
        one.send_signal(signal.SIGKILL)
        other.send_signal(signal.SIGKILL)
    found = saved(tmp_path)
    assert len(found) == 2, "of the same map, rules and seed, and no file for both"
    assert all(kept >= answers > 3 for kept, answers in zip(found, sorted(given), strict=True)), (found, given)


@pytest.mark.usefixtures("killable")
def test_a_terminal_that_is_killed_has_lost_no_answer_and_its_battle_goes_on(tmp_path: Path) -> None:
    with begin(TERMINAL, tmp_path) as game:
        assert game.stdin is not None and game.stdout is not None
        for answered in range(6):
            asked = ""
            while not asked.endswith(PROMPT):
                asked += game.stdout.read(1)
            if answered < 5:
                game.stdin.write("1\n")
        game.send_signal(signal.SIGKILL)
    (path,) = tmp_path.rglob("*.save")
    found = load_match(path)
    picked = [answer for answer in found.match.history if isinstance(answer, str)]
    assert len(picked) >= 5 and found.match.pending is not None
    found.match.recall()
