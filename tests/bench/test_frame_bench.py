"""What the window costs: a crowded frame by its parts, hovering for odds, standing still, getting to the title.

A plain run looks only at what is counted, on a small battle; what is measured is for the night.
``pytest tests/bench/test_frame_bench.py -m nightly --benchmark-enable -s`` plays a large one and prints milliseconds.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep, thread_time

import pygame
import pytest

from game import resources
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.play.start import StartRequest
from game.rules.match import Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.rules.ruleset import LogLine
from game.rules.setup import Recruit, Setup, SideSetup
from game.scene.moves import VisualEffect
from game.scene.playhead import RunningEffect
from game.scene.scene import LogEntry
from game.spatial.field import Cell, Feature, Field, Terrain, Zone
from game.spatial.places import as_cell
from game.window.ambience import TICK
from game.window.destinations import Begin
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.title import TitleScreen
from game.window.window import open_app

Open = Callable[..., Pilot]
BUSY = 2.0
"""How much longer than alone a frame may take while odds are weighed beside it, on a machine that does other work."""


@pytest.fixture
def measuring(request: pytest.FixtureRequest) -> bool:
    """Whether benchmarks were asked for."""
    return bool(request.config.getoption("benchmark_enable"))


@pytest.fixture
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """A battle with hazards, an objective, darkness and a long log, in which somebody is asked to act."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path)
    apps: list[App] = []

    def opened(side: int, bodies: int, size: tuple[int, int]) -> Pilot:
        setup = _setup(side, bodies)
        match = Match.begin(ruleset("sovereign"), setup)
        seats = {Seat("party"): HUMAN, Seat("foe"): Player("ai", "instinct")}
        app = open_app(Preferences(speed=8.0, hints=False, calm=True, grid=True), size)
        apps.append(app)
        app.push(BattleScreen(app, Session(match, seats, 1, "seeded", tmp_path / "bench.save"), None))
        pilot = Pilot(app)
        question = pilot.wait_until_asked()
        while question is not None and question.kind != "act":
            pilot.choose(question.idle or question.options[0].key)
            question = pilot.wait_until_asked()
        battle = pilot.battle
        line = LogLine("Somebody strikes at somebody else with the Great sword and misses by a hair's breadth", 1, None)
        battle.scene.log[:0] = [LogEntry(line, None)] * 400
        battle.view.camera.zoom = 64
        assert battle.active is not None
        x, y = battle.scene.tokens[battle.active].at
        battle.view.camera.look_at((x + 0.5, y + 0.5))
        pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
        return pilot

    yield opened
    for app in apps:
        app.window.destroy()


def _setup(side: int, bodies: int) -> Setup:
    walls = tuple(int((x * 7 + y * 13) % 11 == 0) for y in range(side) for x in range(side))
    middle = side // 2

    def block(x0: int, y0: int) -> tuple[Cell, ...]:
        return tuple((x, y) for y in range(y0, y0 + 4) for x in range(x0, x0 + 4))

    field = Field(
        side,
        side,
        palette=(Terrain(), Terrain("wall", blocks_move=True, blocks_sight=True)),
        terrain=walls,
        features=(
            Feature("a", "fire", block(middle - 9, middle - 4)),
            Feature("b", "objective", block(middle + 5, middle)),
        ),
        zones=(Zone("dark", "Dark", block(middle, middle - 8), dark=True),),
    )
    free = [
        (x, y)
        for y in range(middle - 7, middle + 8)
        for x in range(middle - 13, middle + 14)
        if not walls[y * side + x] and (x, y) not in field.features[0].cells
    ]
    step = len(free) // bodies
    units = ("annora", "bennett", "colette", "daegal", "bandit", "goblin", "skeletal-warrior", "zealot")
    squads: list[list[Recruit]] = [[], []]
    for index in range(bodies):
        squads[index % 2].append(Recruit(units[index // 2 % 8], at=free[index * step]))
    party, foe = (tuple(squad) for squad in squads)
    return Setup("sovereign", field, (SideSetup("party", party, party=True), SideSetup("foe", foe)))


def _point_at_somebody(pilot: Pilot) -> None:
    choosing = pilot.battle.choosing
    assert choosing is not None
    target = next(who for who in choosing.targets() if who in pilot.battle.scene.tokens)
    pilot.point_cell(pilot.battle.scene.tokens[target].at)


def _settle(pilot: Pilot) -> None:
    pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
    pilot.step(3)


def test_nothing_is_drawn_while_nothing_changes(crowd: Open, measuring: bool) -> None:
    """Asked and left alone, with the pointer on somebody: a second passes without a picture."""
    pilot = crowd(30, 4, (1280, 720))
    _point_at_somebody(pilot)
    _settle(pilot)
    before = pilot.app.frames
    pilot.step(60)
    assert pilot.app.frames == before
    assert not pilot.app.top.moving  # the loop then waits for events, four times a second
    if measuring:
        start = thread_time()
        pilot.step(60)
        print(f"\n60 idle turns of the loop take {(thread_time() - start) * 1000:.1f} ms; 4 a second are made")


def test_what_comes_to_rest_is_drawn_at_rest(crowd: Open) -> None:
    """The last picture that is shown is the one that would be drawn now: no banner is left half faded."""
    pilot = crowd(30, 4, (1280, 720))
    app, battle = pilot.app, pilot.battle
    battle.view.head.effects.append(RunningEffect(VisualEffect("banner", (0.0, 0.0), "Round 7", length=0.2)))
    pilot.step(1)
    while pilot.screen.moving:
        pilot.step(1)
    shown = pygame.image.tobytes(app.surface, "RGB")
    app.draw()
    assert pygame.image.tobytes(app.surface, "RGB") == shown


def test_the_title_is_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path)
    app = open_app(Preferences())
    app.push(TitleScreen(app))
    pilot = Pilot(app)
    pilot.wait_until(lambda: not app.top.moving, "nothing moves")
    pilot.step(3)
    before = app.frames
    pilot.step(60)
    assert app.frames == before
    app.window.destroy()


@pytest.mark.nightly
def test_a_frame(crowd: Open, measuring: bool) -> None:
    """The scene without presenting it, as a multiple of one full-screen copy measured in the same run."""
    pilot = crowd(100, 60, (1920, 1080)) if measuring else crowd(30, 4, (1280, 720))
    app, battle = pilot.app, pilot.battle
    times = 80 if measuring else 2
    assert battle.choosing is not None
    lit = battle.choosing.lit()
    assert lit
    empty = pygame.Surface(app.surface.get_size()).convert()
    copy = median_of(lambda: app.surface.blit(empty, (0, 0)), times)
    told = []
    for what in ("a way", "a target"):
        if what == "a way":
            pilot.point_cell(as_cell(lit[-1]))
        else:
            _point_at_somebody(pilot)
        _settle(pilot)
        frame = median_of(app.draw, times)
        told.append(f"{what} {frame:.2f} ms = {frame / copy:.0f} copies")
        if measuring:
            assert frame / copy < 60

    def pan() -> None:
        battle.view.camera.pan(3, 2)
        app.draw()

    gliding = median_of(pan, times)
    if measuring:
        tokens = len(battle.scene.tokens)
        print(f"\n{tokens} tokens, {len(lit)} cells lit; one copy {copy:.2f} ms; " + "; ".join(told))
        print(f"panning {gliding:.2f} ms = {gliding / copy:.0f} copies")


@pytest.mark.nightly
@pytest.mark.usefixtures("threads")
def test_hovering_for_odds(crowd: Open, measuring: bool) -> None:
    """Frames while odds are weighed beside them, against frames while nothing is."""
    pilot = crowd(100, 60, (1920, 1080)) if measuring else crowd(30, 4, (1280, 720))
    app, battle = pilot.app, pilot.battle
    assert battle.choosing is not None
    alone: list[float] = []
    beside: list[float] = []
    for who in list(battle.choosing.targets())[: 12 if measuring else 1]:
        pilot.point_cell(battle.scene.tokens[who].at)
        for _ in range(24):
            app.stale = True
            start = perf_counter()
            app.step(1 / 60, [])
            took = (perf_counter() - start) * 1000
            (beside if pilot.screen.moving else alone).append(took)
            if measuring:
                sleep(max(0.0, 1 / 60 - took / 1000))
    assert battle.asked is not None
    pilot.wait_until(lambda: not pilot.screen.moving, "odds are weighed")
    if measuring and beside and alone:
        late = sum(took > 1000 / 60 for took in beside)
        one, other = statistics.median(alone), statistics.median(beside)
        print(f"\nframe alone {one:.1f} ms, with odds beside it {other:.1f} ms; {late} of {len(beside)} late")
        assert other / one < BUSY


@pytest.mark.nightly
def test_what_moves_by_itself(measuring: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a river at night, with lamps and trees: frames with all of it against frames without, taken in turns; and what
    a resting window draws, as a share of the time."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path)
    for size in ((1280, 720), (1920, 1080)):
        app = open_app(Preferences(speed=8.0, hints=False, calm=True), size)
        app.go(Begin(StartRequest(resources.maps() / "night-ford.tmx", rules="sovereign")))
        pilot = Pilot(app)
        pilot.wait_until_asked()
        took: dict[bool, list[float]] = {False: [], True: []}
        for number in range(600 if measuring else 4):
            app.preferences.calm = bool(number % 2)
            app.ambience.advance(0.008)
            took[app.preferences.calm].append(median_of(app.draw, 1))
        still, alive = statistics.median(took[True]), statistics.median(took[False])
        app.preferences.calm = False
        ticks = 125 if measuring else 2
        start = thread_time()
        for _ in range(ticks):
            since = app.ambience.time
            app.ambience.advance(TICK / 1000)
            part = app.top.stirred(since, app.ambience.time)
            if part is not None:
                app._draw_part(part)
        share = (thread_time() - start) * 1000 / (ticks * TICK)
        app.window.destroy()
        if measuring:
            print(f"\n{size}: {alive:.2f} ms alive, {still:.2f} still; at rest {share:.1%} before it is held back")
            assert alive / still < 1.5


def test_start_to_title(measuring: bool, tmp_path: Path) -> None:
    """A fresh process to its first picture; the second of two, when the disk is warm."""
    program = (
        "from game.window.destinations import Title\n"
        "from game.play.preferences import load_preferences\n"
        "from game.window.window import open_app\n"
        "app = open_app(load_preferences())\n"
        "app.go(Title())\n"
        "app.step(0.01, [])\n"
        "assert app.frames == 1\n"
    )
    home = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    times = []
    for _ in range(3 if measuring else 1):
        start = perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, env=home)
        times.append(perf_counter() - start)
    if measuring:
        print(f"\nstart to title {min(times):.2f} s (first {times[0]:.2f} s)")


def median_of(work: Callable[[], object], times: int) -> float:
    """Milliseconds of the processor: other work on the machine does not count."""
    found = []
    for _ in range(times):
        start = thread_time()
        work()
        found.append((thread_time() - start) * 1000)
    return statistics.median(found)
