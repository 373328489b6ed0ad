"""Frames: what moves by itself, that drawing sets nothing, and where the camera looks."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game import resources
from game.play.preferences import Preferences
from game.play.start import StartRequest
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.ruleset import LogLine
from game.scene.scene import LogEntry
from game.spatial.field import Cell, Field
from game.view.board.camera import CameraNeed
from game.view.board.tokens import BREATH, STILL, breath_at
from game.view.widgets.forms import FocusGroup, ListBox, ListRow
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import Typography
from game.view.widgets.widget import ChoiceButton
from game.window import ambience
from game.window.ambience import REST, TICK, Ambience
from game.window.battle.arrange import arrange
from game.window.battle.ask import list_drawer, list_options
from game.window.battle.camera_work import (
    body_box,
    body_of,
    clear_view,
    concerned,
    place_camera,
    scroll_at_edge,
)
from game.window.battle.draw_battle import draw_battle
from game.window.battle.input import BattleInput
from game.window.battle.stage import Stage
from game.window.destinations import Begin, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.window import open_app
from tests.rules.battles import begin, brawl, duel
from tests.window.seated import pixels_of, sit, top
from tests.window.staged import SIZE, Alone, Heard, drawn, panel_rects, stage_of


@pytest.fixture(params=[(1280, 720), (1920, 1080)], ids=str)
def ford(request: pytest.FixtureRequest) -> Iterator[Pilot]:
    """By a river at night, with lamps and trees, as somebody is asked to act; not with reduced motion."""
    app = open_app(Preferences(speed=8.0, hints=False), request.param)
    app.go(Begin(StartRequest(resources.maps() / "night-ford.tmx", rules="sovereign")))
    pilot = Pilot(app)
    while (question := pilot.wait_until_asked()) is not None and question.kind != "act":
        pilot.choose(question.idle or question.options[0].key)
    pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
    pilot.step(3)
    yield pilot
    app.window.destroy()


def asked(app: App) -> Pilot:
    pilot = sit(app, duel(), "red", "blue")
    pilot.wait_until_asked()
    pilot.wait_until(lambda: not pilot.screen.moving, "nothing moves")
    pilot.step(3)
    return pilot


class Clock:
    """In place of pygame's: as much time passes as is waited for."""

    def __init__(self) -> None:
        self.waited: list[int] = []
        self.events: list[pygame.Event] = []

    def wait(self, milliseconds: int) -> pygame.Event:
        """In place of pygame.event.wait."""
        self.waited.append(milliseconds)
        return self.events.pop(0) if self.events else pygame.Event(pygame.NOEVENT)

    def tick(self) -> int:
        """Milliseconds since it was asked last."""
        return self.waited[-1]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that waits for nobody."""
    made = Clock()
    monkeypatch.setattr(pygame.event, "wait", made.wait)
    monkeypatch.setattr(ambience, "thread_time", lambda: 0.0)
    return made


def rest(found: Ambience, clock: Clock, *, still: bool = False, stirs: bool = True) -> list[pygame.Rect]:
    """What is drawn while the window waits for an event."""
    drawn: list[pygame.Rect] = []
    part = pygame.Rect(1, 2, 3, 4)
    found.rest(clock.tick, still, lambda since, now: part if stirs and now > since else None, drawn.append)
    return drawn


def test_what_is_drawn_anew_in_part_comes_to_the_whole_picture(ford: Pilot) -> None:
    """Told of and drawn tick by tick, with tokens, panels and all, as against drawn at once."""
    app = ford.app
    app.draw()
    drawn = 0
    for _ in range(24):
        since = app.ambience.time
        app.ambience.advance(TICK / 1000)
        part = app.top.stirred(since, app.ambience.time)
        if part is not None:
            app._draw_part(part)
            drawn += 1
    kept = pixels_of(app.surface)
    app.draw()
    assert drawn > 4
    assert (pixels_of(app.surface) == kept).all()


def test_with_names_and_the_log_open_too(ford: Pilot) -> None:
    """Plates keep to the window and not to the part, and the log is not written over itself."""
    app, view = ford.app, ford.battle.view
    view.names = True
    ford.battle.panels.log.open = True
    ford.step()
    app.draw()
    kept = pixels_of(app.surface)
    for part in (pygame.Rect(300, 200, 90, 70), pygame.Rect(app.surface.get_width() - 200, 250, 150, 300)):
        app._draw_part(part)
        assert (pixels_of(app.surface) == kept).all()


def test_a_picture_follows_from_the_time_alone(ford: Pilot) -> None:
    app = ford.app
    app.ambience.advance(1.0)
    app.draw()
    first = pixels_of(app.surface)
    app.ambience.advance(0.7)
    app.draw()
    assert (pixels_of(app.surface) != first).any()
    app.ambience.advance(-0.7)
    app.draw()
    assert (pixels_of(app.surface) == first).all()


def test_with_reduced_motion_all_times_look_alike(ford: Pilot) -> None:
    app = ford.app
    app.preferences.calm = True
    app.draw()
    first = pixels_of(app.surface)
    for seconds in (0.3, 1.0, 7.77):
        app.ambience.advance(seconds)
        app.draw()
        assert (pixels_of(app.surface) == first).all()


def test_who_acts_breathes_and_stands_as_ever_at_first() -> None:
    assert breath_at(0, 64) == breath_at(BREATH, 64) == STILL
    sizes = [breath_at(time, 64) for time in range(0, BREATH, 20)]
    assert 1 <= max(size.larger for size in sizes) <= 2 and max(size.wider for size in sizes) <= 5
    assert all(abs(a.wider - b.wider) <= 1 for a, b in pairwise(sizes)), "evenly"


def test_only_who_acts_breathes(app: App) -> None:
    app.preferences.calm = False
    pilot = asked(app)
    stage, half = pilot.battle, BREATH // 2
    acting = stage.active
    assert acting is not None
    part = pilot.screen.stirred(0, half)
    assert part is not None and part.collidepoint(stage.view.camera.pixel(stage.scene.tokens[acting].middle))
    stage.forget_question()
    assert pilot.screen.stirred(0, half) is None


def test_a_resting_window_draws_what_stirs_tick_by_tick(clock: Clock) -> None:
    found = Ambience()
    assert len(rest(found, clock)) == 3
    assert clock.waited == [TICK, TICK, TICK, REST - 3 * TICK]
    assert found.time == REST
    assert len(rest(found, clock)) == 3 and clock.waited[4] == 4 * TICK - REST, "what it has waited counts"
    assert rest(found, clock, stirs=False) == []


def test_with_reduced_motion_a_resting_window_waits_and_draws_nothing(clock: Clock) -> None:
    assert rest(Ambience(), clock, still=True) == []
    assert clock.waited == [REST]


@pytest.mark.parametrize(("left", "back"), list(zip(ambience.AWAY, ambience.BACK, strict=True)))
def test_nothing_moves_in_a_window_that_nobody_looks_at(clock: Clock, left: int, back: int) -> None:
    found = Ambience()
    found.notice(pygame.Event(left))
    assert rest(found, clock) == [] and clock.waited == [REST] and found.time == 0
    found.notice(pygame.Event(back))
    assert rest(found, clock) and found.time == REST


def test_an_event_ends_the_rest_and_the_time_until_then_has_passed(clock: Clock) -> None:
    found, event = Ambience(), pygame.Event(pygame.KEYDOWN, key=pygame.K_a)
    clock.events = [pygame.Event(pygame.NOEVENT), event]
    assert found.rest(clock.tick, False, lambda since, now: None, lambda part: None) is event
    assert found.time == 2 * TICK


def test_what_takes_long_to_draw_is_drawn_seldom(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, the share of the processor stays."""
    spent = iter(range(10**6))
    monkeypatch.setattr(ambience, "thread_time", lambda: next(spent) * 0.006)  # 6 ms for each picture
    found = Ambience()
    for _ in range(40):
        rest(found, clock)
    begun = found.time
    drawn = sum(len(rest(found, clock)) for _ in range(40))
    assert drawn > 20 and drawn * 6 <= ambience.SHARE * (found.time - begun)


def test_a_screen_over_the_battle_lets_it_stand_still(app: App) -> None:
    app.preferences.calm = False
    pilot = asked(app)
    stirred: Callable[[int, int], pygame.Rect | None] = app.top.stirred
    assert stirred(0, BREATH // 2) is not None
    pilot.press("escape")
    assert app.top is not pilot.screen and app.top.stirred(0, BREATH // 2) is None


def test_the_map_behind_the_title_drifts_and_always_fills_the_window(app: App) -> None:
    app.preferences.calm = False
    app.go(Title())
    pilot = Pilot(app)
    pilot.wait_until(lambda: not app.top.moving, "nothing moves")
    app.draw()
    since, kept = app.ambience.time, pixels_of(app.surface)
    corners = set()
    for _ in range(30):
        app.ambience.advance(5.0)
        part = app.top.stirred(since, app.ambience.time)
        if part is not None:
            app._draw_part(part)
        shown = pixels_of(app.surface)
        assert all(shown[x, y].any() for x in (0, -1) for y in (0, -1))
        corners.add(shown[:, :40].tobytes())
        since = app.ambience.time
    assert len(corners) > 10
    app.preferences.calm = True
    app.draw()
    app.ambience.advance(5.0)
    still = pixels_of(app.surface)
    app.draw()
    assert (pixels_of(app.surface) == still).all() and still.shape == kept.shape


def test_odds_that_come_while_panels_are_laid_are_in_the_next_whole_picture(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part drawn between would show the panels of two moments."""
    pilot = asked(app)
    advance = pilot.screen.advance

    def worked_out(seconds: float) -> None:
        advance(seconds)
        app.oracle.finished += 1

    with monkeypatch.context() as patch:
        patch.setattr(pilot.screen, "advance", worked_out)
        app.step(0, [pygame.Event(pygame.MOUSEMOTION, pos=(1, 1))])
    before = app.frames
    app.step(0, [])
    assert app.frames == before + 1
    app.step(0, [])
    assert app.frames == before + 1, "nothing is new"


# --- Drawing is a function of values: it sets nothing that hands, time or the next picture read ---

GAME = Path(__file__).parents[2] / "game"


def read_by_hands(stage: Stage) -> list[object]:
    """All that says what a click, a key or the wheel means, and whether the picture goes on changing."""
    widgets = [(widget.rect.copy(), widget.enabled) for widget in stage.panels.bar.widgets]
    pixels = [(x, y) for x in range(0, stage.view.size[0], 16) for y in range(0, stage.view.size[1], 16)]
    scene, log = stage.scene, stage.panels.log
    return [
        widgets,
        panel_rects(stage),
        [stage.off_board(pixel) for pixel in pixels],
        [stage.panels.turns.who_at(pixel) for pixel in pixels if pixel[1] < stage.panels.turns.height],
        [stage.panels.tracker.side_at(pixel) for pixel in pixels],
        [log.line_at(pixel, scene) for pixel in pixels],
        (log.open, log.scroll, log.at, log.knob.copy(), log.rows),
        (
            stage.panels.minimap.rect.copy(),
            stage.view.camera.stand,
            stage.view.cursor,
            stage.view.hover,
            stage.panels.turns.gliding,
        ),
        stage.choosing.verb if stage.choosing is not None else None,
        (stage.prompt.rect.copy(), stage.prompt.focused, stage.prompt.shown) if stage.prompt is not None else None,
        [widget.rect.copy() for widget in stage.panels.log_tools.group.widgets]
        if stage.panels.log_tools is not None
        else None,
        (
            stage.view.in_front,
            stage.panels.laid,
            stage.view.told_at,
        ),
    ]


def the_log_opened(app: App, stage: Stage) -> None:
    stage.panels.log.open = True


def the_window_grown(app: App, stage: Stage) -> None:
    stage.fit(stage.view.look, (1500, 800))


def somebody_pointed_at(app: App, stage: Stage) -> None:
    stage.view.hover = stage.scene.aim_at_token(next(iter(stage.scene.tokens)))


def a_drawer_listed(app: App, stage: Stage) -> None:
    assert isinstance(app.top, BattleScreen)
    app.top.pull("attack")
    assert stage.prompt is not None


def the_question_taken_back(app: App, stage: Stage) -> None:
    stage.forget_question()


@pytest.mark.parametrize(
    "change", [the_log_opened, the_window_grown, somebody_pointed_at, a_drawer_listed, the_question_taken_back]
)
def test_a_picture_leaves_all_that_hands_read_as_it_was(app: App, change: Callable[[App, Stage], None]) -> None:
    pilot = sit(app, duel(), "red", "blue")
    pilot.wait_until_asked()
    stage = pilot.battle
    change(app, stage)
    before = read_by_hands(stage)
    for _ in range(2):
        draw_battle(stage, pygame.Surface(stage.view.size))
        assert read_by_hands(stage) == before


@pytest.mark.parametrize("seen", [True, False])
def test_a_click_right_after_something_has_changed_means_what_it_would_after_a_picture(app: App, seen: bool) -> None:
    """The log is opened by its key; the line that is then under the pointer is clicked, then a portrait."""
    pilot = sit(app, brawl(), "party", "foe")
    pilot.wait_until_asked()
    stage, screen = pilot.battle, pilot.screen
    stage.scene.log = [LogEntry(LogLine(f"Somebody strikes, {number}", 1), (1, 1)) for number in range(30)]
    picture = app.draw if seen else lambda: None
    keys = stage.view.keys.press("log")
    screen.handle(keys)
    picture()
    screen.handle(keys)
    picture()
    screen.handle(pygame.Event(pygame.MOUSEMOTION, pos=(5, 500), rel=(0, 0), buttons=(0, 0, 0)))
    assert stage.panels.log.open and stage.panels.log.rows
    box, number = stage.panels.log.rows[0]
    screen.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=box.center, button=1))
    assert stage.panels.log.at == number
    picture()
    portrait = next((x, 24) for x in range(stage.view.size[0]) if stage.panels.turns.who_at((x, 24)) is not None)
    screen.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=portrait, button=3))
    assert top(pilot) == "InspectScreen"


ALLOWED = {"_veil", "_made", "_asked", "_lit", "_picture", "_starts", "_kept", "_kept_for", "_thins"}
"""What is made once of what is drawn, and used again while that is the same."""


def drawing(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module that draw, and what they call in it."""
    known: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            known.setdefault(node.name, []).append(node)
    waiting = [name for name in known if name.lstrip("_").startswith("draw")]
    met = set(waiting)
    while waiting:
        for function in known[waiting.pop()]:
            yield function
            for call in ast.walk(function):
                called = call.func if isinstance(call, ast.Call) else None
                own = isinstance(called, ast.Attribute) and ast.unparse(called.value) == "self"
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if name in known and name not in met and (own or isinstance(called, ast.Name)):
                    met.add(name)
                    waiting.append(name)


def assigned(path: Path) -> Iterator[str]:
    """What functions that draw set besides values of their own: "file: attribute"."""
    for function in drawing(ast.parse(path.read_text(encoding="utf-8"))):
        made = {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr not in ALLOWED:
                root = node.value
                while isinstance(root, ast.Attribute | ast.Subscript):
                    root = root.value
                if not isinstance(root, ast.Name) or root.id not in made:
                    yield f"{path.relative_to(GAME)}: {ast.unparse(node)}"


def test_what_draws_sets_nothing() -> None:
    files = [path for room in ("view", "window") for path in (GAME / room).rglob("*.py")]
    assert len(files) > 100
    assert [each for path in files for each in assigned(path)] == []


def test_a_list_that_is_turned_too_far_turns_back_at_once() -> None:
    listed = ListBox(pygame.Rect(0, 0, 200, 108), [ListRow(str(number)) for number in range(10)], lambda _: None)
    for _ in range(20):
        listed.wheel(-1)
    assert listed.row_at((20, 100)) == 9
    listed.wheel(1)
    assert listed.row_at((20, 100)) == 8


def test_a_choice_is_turned_where_it_will_be_drawn() -> None:
    chosen: list[str] = []
    choices = [("a", "First"), ("b", "Second"), ("c", "Third")]
    choice = ChoiceButton(pygame.Rect(0, 0, 400, 40), "A name", choices, "b", chosen.append)
    group = FocusGroup([choice])
    group.lay(Typography())
    before = vars(choice).copy()
    choice.draw(pygame.Surface((400, 40)), Typography(), focused=False, hovered=False)
    assert vars(choice) == before
    group.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(170, 20), button=1))
    assert chosen == ["a"], "the left end of what is chosen, with the name left of it"


def test_a_field_finds_the_sign_that_is_clicked_without_a_picture() -> None:
    field, look = TextField(pygame.Rect(0, 0, 100, 34), "m" * 40, lambda _: None), Typography()
    group = FocusGroup([field])
    group.focus = field
    group.lay(look)
    before = vars(field).copy()
    field.draw(pygame.Surface((100, 34)), look, focused=True, hovered=False)
    assert vars(field) == before and field.rect.contains(field.caret_box)
    field.click((field.rect.right - look.px(8), 17))
    assert field.caret >= 39, "its end is in sight, as that is where one types"


# --- The camera keeps whom a question is about in sight on the board, and the small map shows where it looks ---

pytestmark = pytest.mark.usefixtures("letters")


@pytest.mark.parametrize("far", [1, 8, 20])
def test_those_who_are_asked_about_are_brought_onto_the_board(far: int) -> None:
    match = begin(replace(duel(ada=(25, 30), orc=(25 + far, 30)), field=Field(60, 60)))
    stage = stage_of(match)
    stage.view.preferences.calm = True
    question = match.pending
    assert isinstance(question, Choose)
    stage.open_question(replace(question, about=tuple(stage.scene.tokens)))
    who = concerned(stage.view, stage.asked)
    camera, board = stage.view.camera, stage.panels.frame.board
    assert len(who) == len(stage.scene.tokens) and camera.board == board
    camera.choose_zoom(64)
    x, y = camera.centre((25, 30))
    camera.pan(x - board.right - 200, y - board.centery)
    bodies = [body_of(stage.scene.tokens[each]) for each in who]
    assert not any(board.contains(box) for box in boxes(stage)), "they would be under the dock"
    clear_view(stage)
    assert all(board.contains(box) for box in boxes(stage)), "everybody is seen"
    assert camera.zoom == 64 if far == 1 else camera.zoom <= 64, "no farther away than it takes"
    before = camera.zoom, camera.corner
    clear_view(stage)
    assert (camera.zoom, camera.corner) == before, "it stays as long as there is nothing to bring out"
    camera.pan(board.width, 0)
    camera.clear(CameraNeed(bodies[:1], board), glide=False)
    assert camera.zoom == 64, "and comes back when it has to move again"


def boxes(stage: Stage) -> list[pygame.Rect]:
    """Where those whom the question is about are seen."""
    tokens = stage.scene.tokens
    return [body_box(stage.view, tokens[who]) for who in concerned(stage.view, stage.asked)]


def test_the_view_stays_where_it_is_if_nobody_is_hidden_or_the_player_moves_it_alone() -> None:
    stage = stage_of(begin(duel()))
    place_camera(stage.view)
    clear_view(stage)
    before = stage.view.camera.stand, stage.view.camera.zoom
    clear_view(stage)
    assert (stage.view.camera.stand, stage.view.camera.zoom) == before
    stage.view.preferences.follow = False
    stage.view.camera.look_at((0, 0))
    corner = stage.view.camera.corner
    clear_view(stage)
    assert stage.view.camera.corner == corner


@pytest.mark.parametrize("opens", ["drawer", "list"])
def test_a_list_that_opens_does_not_move_the_map(opens: str) -> None:
    stage, heard = wide(orc=(21, 20)), Heard()
    stage.view.camera.choose_zoom(64)
    arrange(stage, heard)
    clear_view(stage)
    stage.view.camera.advance(10)
    asked, before = stage.asked, stage.view.camera.corner
    assert asked is not None
    if opens == "drawer":
        drawer = asked.choosing.drawer("attack")
        assert drawer is not None
        list_drawer(asked, drawer, print)
    else:
        options = asked.choosing.question.options.singles
        list_options(stage.view, asked, "Orc", options, print, Id("Orc"))
    drawn(stage)
    assert "prompt" in panel_rects(stage)
    clear_view(stage)
    assert stage.view.camera.corner == before and not stage.view.camera.gliding


def wide(orc: Cell = (45, 40)) -> Stage:
    """A battle on a map of which the window shows a part."""
    return stage_of(begin(replace(duel(ada=(20, 20), orc=orc), field=Field(60, 60))))


def test_the_small_map_lies_in_the_dock_and_is_gone_where_nothing_is_out_of_sight() -> None:
    stage = wide()
    stage.view.preferences.minimap = True
    stage.view.camera.choose_zoom(64)
    drawn(stage)
    assert stage.panels.frame.dock.contains(panel_rects(stage)["map"])
    assert stage.panels.minimap.spot_at(stage.view.camera, stage.panels.minimap.rect.center) == pytest.approx(
        (30, 30), abs=1
    )
    stage.panels.log.open = True
    drawn(stage)
    assert "map" not in panel_rects(stage), "the log has all the room"
    small = stage_of(begin(duel()))
    small.view.camera.fit()
    drawn(small)
    assert small.view.camera.whole and "map" not in panel_rects(small)


def test_the_view_scrolls_at_the_edge_as_far_as_the_map_goes() -> None:
    stage = wide()
    around = stage.view.around
    assert isinstance(around, Alone)
    stage.view.camera.choose_zoom(64)
    around.pointer = (SIZE[0] - 1, SIZE[1] // 2)
    before = stage.view.camera.corner
    assert not scroll_at_edge(stage.view, 0.1), "only if the player wants it so"
    stage.view.preferences.edge_scroll = True
    assert scroll_at_edge(stage.view, 0.1)
    assert stage.view.camera.corner[0] > before[0] and stage.view.camera.corner[1] == before[1]
    for _ in range(200):
        if not scroll_at_edge(stage.view, 0.5):
            break
    else:
        pytest.fail("a view that has come to the end rests")
    around.pointer = SIZE[0] // 2, SIZE[1] // 2
    assert not scroll_at_edge(stage.view, 0.1)


@pytest.mark.parametrize("part", ["dock", "log", "row", "actor", "bar"])
def test_what_lies_below_a_part_of_the_window_is_not_pointed_at(part: str) -> None:
    stage, heard = wide(), Heard()
    arrange(stage, heard)
    drawn(stage)
    frame = stage.panels.frame
    spots = {
        "dock": (frame.dock.centerx, frame.dock.centery),
        "log": panel_rects(stage)["log"].center,
        "row": stage.panels.bar.widgets[-1].rect.center,
        "actor": frame.actor.center,
        "bar": (frame.board.right - 8, 20),
    }
    spot, hands = spots[part], BattleInput(stage, heard)
    assert stage.off_board(spot)
    orc = stage.scene.tokens[Id("Orc")]
    stage.view.camera.look_at(orc.middle)
    x, y = stage.view.camera.pixel(orc.middle)
    stage.view.camera.pan(x - spot[0], y - spot[1])
    drawn(stage)
    assert stage.scene.token(stage.scene.aim(stage.view.camera.spot(spot))) is orc, "it is there, below"
    if part != "row":
        hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1))
    hands.handle(pygame.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))
    assert stage.view.hover is None
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=3))
    assert not [said for said in heard.said if said.startswith("click") or said == "inspect Orc"]
