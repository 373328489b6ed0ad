"""Commands at work: processes that end at once, interruptions that tell what is known, memory that is given back."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice, product
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as ended
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeVar

import pygame
import pytest

from game import ai
from game.__main__ import start
from game.ai import opponent
from game.cli import commands, lab, made_battles
from game.lab import arena, learning, strengths
from game.lab.arena import Contest, Fought, Pit, hold
from game.lab.comparison import compare_battles
from game.lab.learning import TrainingRun, learn
from game.lab.minds import AILevel
from game.play import session
from game.play.crash import STOPPED
from game.play.seating import HUMAN, Player, SeatRequest
from game.play.start import StartRequest, setup_of, sit_down
from game.play.workers import sigint_blocked, workers
from game.resources import maps
from game.scene.palettes import PALETTES
from game.view.widgets.picture_cache import WINDOWS
from game.window.destinations import Inspect, StartedBattle, Title, WatchReplay
from game.window.loop import App
from game.window.pilot import Pilot
from tests.lab.at_work import double, enter, for_ever, stopped
from tests.lab.test_learning import scuffle
from tests.left import nothing_left
from tests.program import Run
from tests.rules.battles import Drawn

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


# --- Commands that are interrupted tell what they know by then, and no traceback ---

T = TypeVar("T")


def stop_after(found: Iterator[T], after: int) -> Iterator[T]:
    """The first of some results; then somebody presses Ctrl+C."""
    yield from islice(found, after)
    raise KeyboardInterrupt


def test_an_audit_that_is_interrupted_tells_and_draws_what_it_knows(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = lab._figures
    monkeypatch.setattr(lab, "_figures", lambda *wanted: stop_after(whole(*wanted), 40))
    code, out, err = run(
        "audit", "--rules", "glog", "--maps", "gatehouse", "--figures", "100", "--out", str(tmp_path / "a.svg")
    )
    assert (tmp_path / "a.svg").is_file()
    assert (code, out.splitlines()[0].startswith("Glog: 40 figures; ")) == (STOPPED, True)
    assert "Stopped after 40 of 100 figures." in err


def test_a_skirmish_whose_squad_is_not_found_in_time_leaves_no_battle(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(made_battles, "with_difficulty", interrupt)
    code, *_ = run(
        "skirmish", "heron", "--rules", "glog", "--difficulty", "even", "--try-out", "--out", str(tmp_path / "made")
    )
    assert code == STOPPED and not [path for path in (tmp_path / "made").rglob("*") if path.is_file()]


def test_strengths_that_are_interrupted_are_those_of_what_was_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(strengths, "BATCH", 4)
    found = strengths.measure_strengths("glog", 12, 1, 1, interrupt)
    assert found.battles == 4 and 0 < len(found.trials) <= 4


def test_a_comparison_that_is_interrupted_tells_the_rules_that_were_fought_by(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = compare_battles
    monkeypatch.setattr(lab, "compare_battles", lambda *wanted: stop_after(whole(*wanted), 1))
    code, out, err = run("compare", "the-same-gatehouse", "--battles", "1", "--rules", "glog,murdham")
    assert code == STOPPED and "Stopped after 1 of 2 sets of rules." in err
    assert "rounds" in out


def test_who_interrupts_the_game_while_it_loads_sees_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "main", interrupt)
    assert start() == STOPPED
    assert capsys.readouterr().err == "Stopped.\n"


# --- Battle after battle in one process: when one is over nothing of it is kept, and memory ends in a plateau ---

BOOKS = ("sovereign", "murdham", "glog", "einfelst", "ingenuity")

ANSWERS = 3
"""Answers that a person gives in the window."""

BATTLES = 100
"""Battles of a night, of all books on all maps in turn."""

GROWTH = 150
"""Megabytes by which a process may grow over them; it has some tens of what all battles share, and no more."""

LATER = 40
"""Megabytes of these that may come in the second half."""

MEMORY = Path("/proc/self/statm")


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """AIs think, as in the game."""
    for module in (arena, session):
        monkeypatch.setattr(module, "opponent", ai.opponent)


def settled(app: App) -> None:
    """Wait until the threads beside a window have done all that they were asked."""
    for thinker in (app.oracle, app.opponents):
        thinker.catch_up()


@pytest.mark.usefixtures("thinking", "threads")
@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_left_of_a_battle_that_was_played_in_a_window(app: App, book: str) -> None:
    app.go(Title())
    with nothing_left():
        _play(app, book)
        app.replace()
        settled(app)


def _play(app: App, book: str) -> None:
    """Play some turns against an AI, pointing at what is chosen so that it is foretold, and look at somebody."""
    seats = (SeatRequest(HUMAN), SeatRequest(Player("ai", "instinct")))
    app.go(StartedBattle(sit_down(StartRequest("cellar", book, seats=seats, seed=2), lambda _: None)))
    pilot, lots = Pilot(app), Drawn(4)
    for _ in range(ANSWERS):
        question = pilot.wait_until_asked()
        assert question is not None
        key = lots.answer(pilot.battle.session.match, question)
        assert isinstance(key, str)
        place = question.options.find(key).place
        if place is not None:
            pilot.point_spot(pilot.battle.scene.free_spot(place))
        settled(app)
        pilot.step(3)
        pilot.screen.answer(key)
    who = next(iter(pilot.battle.scene.tokens))
    app.go(Inspect(pilot.battle.view, pilot.battle.layers.liveries, who, None))
    pilot.step(3)


@pytest.mark.usefixtures("threads")
def test_nothing_is_left_of_a_battle_that_was_won_and_watched_again(app: App, at_home: Path) -> None:
    app.go(Title())
    with nothing_left():
        _win_and_watch(app)
        app.replace()
        settled(app)


def _win_and_watch(app: App) -> None:
    seats = (SeatRequest(HUMAN), SeatRequest(Player("ai", "instinct")))
    battle = sit_down(StartRequest("cellar", "duel", seats=seats, seed=2), lambda _: None)
    app.go(StartedBattle(battle))
    pilot, lots = Pilot(app), Drawn(4)
    while (question := pilot.wait_until_asked()) is not None:
        key = lots.answer(battle.match, question)
        assert isinstance(key, str)
        pilot.screen.answer(key)
    assert battle.match.over
    app.go(WatchReplay(battle.autosave))
    pilot.step(30)


@pytest.mark.usefixtures("threads")
def test_what_is_drawn_at_many_sizes_in_many_colours_is_kept_within_bounds(app: App) -> None:
    """Regions, letters, faces and panels have other pictures at each zoom and in each palette."""
    app.go(Title())
    before = _pixels()
    app.go(
        StartedBattle(sit_down(StartRequest("gatehouse", "murdham", seats=(SeatRequest(HUMAN),) * 2), lambda _: None))
    )
    pilot = Pilot(app)
    pilot.wait_until_asked()
    camera = pilot.battle.view.camera
    for palette in PALETTES:
        app.preferences.palette = palette
        app.restyle()
        for zoom in camera.zooms[::6]:
            camera.choose_zoom(zoom)
            for cell in ((4, 4), (24, 20)):
                camera.look_at(cell)
                pilot.point_cell(cell)
                pilot.step()
    app.replace()
    settled(app)
    width, height = app.surface.get_size()
    assert _pixels() - before <= (WINDOWS + 1) * width * height


def _pixels() -> int:
    """Pixels of all pictures that are kept anywhere."""
    gc.collect()
    gc.unfreeze()  # what other tests have left counts, too: it is there before and after
    held = gc.get_referents(*gc.get_objects())
    held += gc.get_referents(*(each for each in held if isinstance(each, dict)))
    pictures = {id(each): each for each in held if isinstance(each, pygame.Surface) and each.get_parent() is None}
    gc.freeze()
    return sum(each.get_width() * each.get_height() for each in pictures.values())


COMMANDS = {
    "text": ("text", "cellar", "--seats", "human,instinct", "--seed", "3"),
    "ai": ("text", "cellar", "--seats", "instinct,instinct", "--seed", "3"),
    "odds": ("odds", "cellar", "--battles", "2"),
    "arena": ("arena", "--map", "cellar", "--battles", "2", "--ai", "instinct", "--swap-places", "--habits"),
}


@pytest.mark.usefixtures("thinking")
@pytest.mark.parametrize("command", [*COMMANDS])
@pytest.mark.parametrize("book", [*BOOKS[:1], *(pytest.param(book, marks=pytest.mark.nightly) for book in BOOKS[1:])])
def test_nothing_is_left_of_a_battle_that_was_played_in_a_terminal(run: Run, command: str, book: str) -> None:
    typed = ["odds 1", "why 1", "map all", "look", "1", "1", "log", "undo", "save here.save", "load here.save", "quit"]
    with nothing_left():
        code, out, err = run(*COMMANDS[command], "--rules", book, typed=typed if command == "text" else "")
        assert (code, err) == (0, "") and out


@pytest.mark.usefixtures("thinking")
def test_nothing_is_left_of_battles_that_were_learned_from() -> None:
    lesson = TrainingRun((scuffle(),), battles=8, batch=2)
    with nothing_left():
        learn(lesson, 1)


@pytest.mark.nightly
@pytest.mark.skipif(not MEMORY.exists(), reason="memory is read from /proc")
def test_a_hundred_battles_in_one_process_end_in_a_plateau() -> None:
    ours, theirs = get_context("spawn").Pipe(duplex=False)
    process = get_context("spawn").Process(target=fight_on, args=(theirs,))
    process.start()
    theirs.close()
    grown = [ours.recv() for _ in range(BATTLES)]
    process.join()
    assert max(grown) < GROWTH, grown
    assert grown[-1] - grown[BATTLES // 2] < LATER, grown


def fight_on(told: Connection) -> None:
    """Fight, and tell after each battle by how many megabytes the process has grown."""
    before = held()
    shipped = sorted(path.stem for path in maps().glob("*.tmx"))
    for number, (name, book) in enumerate(islice(cycle(product(shipped, BOOKS)), BATTLES)):
        quick = AILevel("instinct")
        hold(Contest(setup_of(StartRequest(name, book)), (quick, quick), number, 1), 1)
        told.send(held() - before)


def held() -> float:
    """Megabytes that this process holds, when all that it has given up is back with the system."""
    gc.collect()
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
    return int(MEMORY.read_text().split()[1]) * 4096 / 1e6
