"""Processes that work for a command: a key to stop ends them at once, and what is known by then is told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from multiprocessing.connection import wait as ended
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from game.ai import opponent
from game.lab import arena, learning
from game.lab.arena import Contest, Fought, Pit, hold
from game.lab.learning import TrainingRun, learn
from game.lab.minds import AILevel
from game.play.workers import sigint_blocked, workers
from tests.lab.at_work import double, enter, for_ever, stopped
from tests.lab.test_learning import scuffle
from tests.program import Run

ROOT = Path(__file__).parents[2]

PATIENCE = 60
"""Seconds after which a process that should have been ended counts as one that was not."""


@pytest.fixture
def begun() -> Iterator[set[BaseProcess]]:
    """The processes that a test has begun, when it ends: there must be none left."""
    others = set(active_children())
    yield others
    for child in set(active_children()) - others:
        # The pool's own thread may be the one that is told how it ended: `join` and `is_alive` are behind then.
        assert ended([child.sentinel], PATIENCE), "it goes on working for nobody"


@pytest.mark.usefixtures("begun")
def test_work_is_done_and_in_order_if_so_asked() -> None:
    with workers(2, enter, b"told") as pool:
        assert sorted(pool.each(double, range(30))) == list(range(0, 60, 2))
        assert list(pool.in_order(double, range(9))) == list(range(0, 18, 2))


def test_who_stops_waits_for_no_work_under_way(begun: set[BaseProcess]) -> None:
    with pytest.raises(KeyboardInterrupt), workers(2, enter, b"told") as pool:
        for _ in pool.each(double, range(4)):
            pass
        pool._begun(for_ever, 0)
        assert set(active_children()) - begun
        raise KeyboardInterrupt


@pytest.mark.usefixtures("begun")
def test_workers_do_not_hear_of_a_key_to_stop() -> None:
    """A terminal tells all processes of it; theirs would each die with a traceback."""
    with workers(2, enter, b"told") as pool:
        assert sorted(pool.each(stopped, range(4))) == [0, 1, 2, 3]


KILLED = """
import os, signal
from threading import Event
from game.play.workers import workers

def enter(told):
    pass

def name_and_work_on(_):
    print(os.getpid(), flush=True)
    Event().wait()

if __name__ == "__main__":
    with workers(1, enter, b"") as pool:
        pool._begun(name_and_work_on, 0)
        signal.pause()
"""
"""A command that is at work until it is killed; its worker says that it has begun."""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody can be killed here")
def test_workers_end_with_who_began_them_and_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as command:
        assert command.stdout is not None
        worker = int(command.stdout.readline())
        command.kill()
        try:
            command.communicate(timeout=PATIENCE)  # the worker has the pipe too: it is closed when both are gone
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            pytest.fail("it goes on working for nobody")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signals can be blocked here")
def test_who_starts_processes_hears_of_it_afterwards() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with pytest.raises(OSError), sigint_blocked():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        raise OSError
    assert signal.SIGINT not in before
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


# --- commands ---


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Somebody presses Ctrl+C in the midst of a battle, after so many have ended."""

    def fight(_: Pit, number: int) -> Fought:
        if number == after:
            raise KeyboardInterrupt
        return Fought(number, 1, False, False, "party", 0, "it fell", 3, 40)

    monkeypatch.setattr(Pit, "fight", fight)


ARENA = ("arena", "--map", "gatehouse", "--rules", "duel", "--battles", "10")
ODDS = ("odds", "gatehouse", "--rules", "duel", "--battles", "10")


def test_a_stopped_arena_tells_of_the_battles_that_have_ended(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, 3)
    code, out, err = run(*ARENA)
    assert (code, err) == (130, "Stopped after 3 of 10 battles.\n")
    assert "duel: 3 battles" in out and "3 x it fell" in out
    code, out, err = run(*ARENA, "--json")
    assert (code, err) == (130, "Stopped after 3 of 10 battles.\n")
    told = json.loads(out)
    assert (told["battles"], told["stopped"], len(told["fought"])) == (3, True, 3)


def test_stopped_odds_are_told_of_the_battles_that_have_ended(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, 4)
    code, out, err = run(*ODDS)
    assert (code, err) == (130, "Stopped after 4 of 10 battles.\n")
    assert "4 battles between computers" in out


@pytest.mark.parametrize("words", [ARENA, ODDS], ids=["arena", "odds"])
def test_where_no_battle_has_ended_there_is_nothing_to_tell(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    interrupted(monkeypatch, 0)
    assert run(*words) == (130, "", "Stopped.\n")


def test_an_arena_that_is_not_stopped_says_nothing_of_it(run: Run) -> None:
    code, out, err = run(*ARENA, "--json")
    assert (code, err, json.loads(out)["stopped"]) == (0, "", False)


@pytest.mark.usefixtures("begun")
def test_an_arena_of_many_processes_is_stopped_in_the_midst_of_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponent", opponent)  # workers know nothing of the AI for tests
    contest = Contest(scuffle(), (AILevel("instinct"), AILevel("instinct")), seed=1, battles=100_000)

    def press(count: int) -> None:
        if count == 3:
            raise KeyboardInterrupt

    report = hold(contest, 2, press)
    assert (report.battles, report.stopped) == (3, True)
    assert [battle.number for battle in report.fought] == sorted(battle.number for battle in report.fought)


def stop_learning(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Somebody presses Ctrl+C in the midst of a trial, after so many have ended."""
    fought: list[int] = []

    def won(trial: tuple[int, dict[str, float], dict[str, float]]) -> float:
        _, up, down = trial
        if len(fought) == after:
            raise KeyboardInterrupt
        fought.append(1)
        return 1.0 if up["down"] > down["down"] else -1.0

    monkeypatch.setattr(learning, "_try", won)


def test_a_stopped_lesson_comes_to_what_a_shorter_one_would(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_learning(monkeypatch, 4 * 6 + 1)
    cut = learn(TrainingRun((scuffle(),), battles=800), 1)
    stop_learning(monkeypatch, 10**9)
    short = learn(TrainingRun((scuffle(),), battles=2 * 4 * 6), 1)
    assert (cut.weights, cut.trends) == (short.weights, short.trends)
    assert (cut.battles, cut.stopped) == (48, True)
    assert (short.battles, short.stopped) == (48, False)


def test_the_command_writes_what_was_learned_until_it_was_stopped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("learn", "--map", "cellar", "--rules", "sovereign", "--battles", "80", "--out", "mine.toml")
    stop_learning(monkeypatch, 9)
    code, out, err = run(*words)
    assert (code, err) == (130, "Stopped after 16 of 80 battles.\n")
    assert "mine.toml: [options] of Sovereign, learned on cellar" in out
    assert Path("mine.toml").read_text().startswith("[options]\n")
    Path("mine.toml").unlink()
    stop_learning(monkeypatch, 3)
    code, _, err = run(*words)
    assert (code, err) == (130, "Stopped.\n")
    assert not Path("mine.toml").exists()


def test_a_process_that_ends_looks_through_nothing_first() -> None:
    told = "import atexit, gc; atexit.register(lambda: print('left', gc.get_freeze_count() > 10_000))"
    command = f"{told}; from game.cli.commands import main; main(['rules'])"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "left True" in done.stdout
