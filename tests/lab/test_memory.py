"""Battle after battle in one process: when one is over nothing of it is kept, and memory ends in a plateau.

At night a hundred battles are fought and measured. By day what makes the plateau is held: of a battle that was played
in a window, in a terminal or in an arena nothing is left.
"""

from __future__ import annotations

import ctypes
import gc
from itertools import cycle, islice, product
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pygame
import pytest

from game import ai
from game.lab import arena
from game.lab.arena import Contest, hold
from game.lab.learning import TrainingRun, learn
from game.lab.minds import AILevel
from game.play import session
from game.play.seating import HUMAN, Player, SeatRequest
from game.play.start import StartRequest, setup_of, sit_down
from game.resources import maps
from game.scene.palettes import PALETTES
from game.view.widgets.picture_cache import WINDOWS
from game.window.destinations import Inspect, StartedBattle, Title, WatchReplay
from game.window.loop import App
from game.window.pilot import Pilot
from tests.lab.test_learning import scuffle
from tests.left import nothing_left
from tests.program import Run
from tests.rules.battles import Drawn

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
