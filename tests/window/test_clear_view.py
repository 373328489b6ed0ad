"""The camera keeps whom a question is about in sight on the board, and the small map shows where it looks."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.rules.events import Id
from game.rules.questions import Choose
from game.spatial.field import Cell, Field
from game.view.board.camera import CameraNeed
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
from game.window.battle.input import BattleInput
from game.window.battle.stage import Stage
from tests.rules.battles import begin, duel
from tests.window.staged import SIZE, Alone, Heard, drawn, panel_rects, stage_of

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
    assert stage.solid(spot)
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
