"""The camera keeps whom a question is about in sight, and the small map shows where it looks."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.rules.events import Id
from game.rules.questions import Choose
from game.spatial.field import Cell, Field
from game.view.board.camera_fit import CameraNeed
from game.window.battle.arrange import arrange
from game.window.battle.ask import list_options
from game.window.battle.camera_work import (
    body_box,
    body_of,
    bring_into_view,
    clear_view,
    concerned,
    place_camera,
    scroll_at_edge,
)
from game.window.battle.input import BattleInput
from game.window.battle.stage import Stage
from tests.app.staged import SIZE, Alone, Heard, drawn, panel_rects, stage_of
from tests.rules.battles import begin, duel

pytestmark = pytest.mark.usefixtures("letters")

PANELS = {
    "from below": pygame.Rect(200, 300, 420, 330),
    "from the side": pygame.Rect(0, 60, 700, 600),
    "from everywhere": pygame.Rect(0, 0, 5000, 5000),
}


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("far", [1, 8, 25])
def test_those_who_are_asked_about_are_brought_out_from_below_panels(panel: str, far: int) -> None:
    match = begin(replace(duel(ada=(25, 30), orc=(25 + far, 30)), field=Field(60, 60)))
    stage = stage_of(match)
    stage.view.preferences.calm = True
    question = match.pending
    assert isinstance(question, Choose)
    stage.open_question(replace(question, about=tuple(stage.view.head.scene.tokens)))
    who = concerned(stage.view, stage.asked)
    assert len(who) == len(stage.view.head.scene.tokens)
    stage.view.camera.choose_zoom(64)
    stage.view.camera.look_at((25, 31))
    bodies = [body_of(stage.view.head.scene.tokens[each]) for each in who]
    stage.view.camera.clear(CameraNeed(bodies, stage.panels.frame.window, [PANELS[panel]]), glide=False)
    if panel == "from everywhere":
        return  # there is no room: nothing to ask but that it ends
    for x, y, wide in bodies:
        left, top = stage.view.camera.pixel((x, y))
        box = pygame.Rect(left, top, round(wide * stage.view.camera.zoom), round(wide * stage.view.camera.zoom))
        assert not box.colliderect(PANELS[panel])
        if (panel, far) != ("from the side", 25):  # for which there is no room at any zoom
            assert stage.panels.frame.window.contains(box), "everybody is seen"
    assert stage.view.camera.zoom == 64 if far == 1 else stage.view.camera.zoom <= 64, "no farther away than it takes"
    before = stage.view.camera.zoom, stage.view.camera.corner
    stage.view.camera.clear(CameraNeed(bodies[:1], stage.panels.frame.window, [PANELS[panel]]), glide=False)
    assert (stage.view.camera.zoom, stage.view.camera.corner) == before, (
        "it stays as long as there is nothing to bring out"
    )
    x, y = stage.view.camera.centre(bodies[0][:2])
    over = pygame.Rect(x - 20, y - 20, 40, 40)
    stage.view.camera.clear(CameraNeed(bodies[:1], stage.panels.frame.window, [over]), glide=False)
    assert stage.view.camera.zoom == 64, "and comes back when it has to move again"


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
def test_a_list_that_opens_over_somebody_does_not_move_the_map(opens: str) -> None:
    stage, heard = wide(orc=(21, 20)), Heard()
    stage.view.camera.choose_zoom(64)
    arrange(stage, heard)
    clear_view(stage)
    asked, before = stage.asked, stage.view.camera.resting_corner
    assert asked is not None
    orc = body_box(stage.view, stage.view.head.scene.tokens[Id("Orc")])
    if opens == "drawer":
        asked.drawer = orc
    else:
        list_options(stage.view, stage.panels, asked, "Orc", asked.choosing.question.options.singles, print, orc.center)
        assert asked.prompt is not None
        asked.prompt.rect = orc
    clear_view(stage)
    assert stage.view.camera.resting_corner == before


def test_while_others_act_nothing_lies_where_odds_would_be_told() -> None:
    stage = wide(orc=(21, 20))
    stage.view.camera.choose_zoom(64)
    orc, odds = stage.view.head.scene.tokens[Id("Orc")], stage.panels.frame.odds
    x, y = stage.view.camera.centre(orc.placement.spot)
    stage.view.camera.pan(x - odds.centerx, y - odds.centery)
    before = stage.view.camera.resting_corner
    stage.forget_question()
    bring_into_view(stage, orc)
    assert stage.view.camera.resting_corner == before, "it is seen there"
    question = stage.session.match.pending
    assert isinstance(question, Choose)
    stage.open_question(replace(question, about=(orc.id,)))
    bring_into_view(stage, orc)
    assert stage.view.camera.resting_corner != before, "where something is chosen the odds would cover it"


def wide(orc: Cell = (45, 40)) -> Stage:
    """A battle on a map of which the window shows a part."""
    return stage_of(begin(replace(duel(ada=(20, 20), orc=orc), field=Field(60, 60))))


def test_the_small_map_keeps_to_its_corner_and_is_gone_where_nothing_is_out_of_sight() -> None:
    stage = wide()
    stage.view.camera.choose_zoom(64)
    room = stage.panels.frame.map
    stage.panels.minimap.fit(stage.view.camera, room)
    assert room.contains(stage.panels.minimap.rect) and stage.panels.minimap.rect.bottomright == room.bottomright
    assert stage.panels.minimap.spot_at(stage.view.camera, stage.panels.minimap.rect.center) == pytest.approx(
        (30, 30), abs=1
    )
    stage.panels.minimap.fit(stage.view.camera, None)
    assert not stage.panels.minimap.rect.width
    small = stage_of(begin(duel()))
    small.view.camera.fit()
    small.panels.minimap.fit(small.view.camera, room)
    assert small.view.camera.whole and not small.panels.minimap.rect.width


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


@pytest.mark.parametrize("panel", ["log", "card", "question", "row"])
def test_what_lies_below_a_panel_is_not_pointed_at(panel: str) -> None:
    stage, heard = wide(), Heard()
    arrange(stage, heard)
    drawn(stage)
    spot = panel_rects(stage)[panel].center if panel != "row" else stage.panels.bar.widgets[-1].rect.center
    hands = BattleInput(stage, heard)
    assert stage.solid(spot)
    orc = stage.view.head.scene.tokens[Id("Orc")]
    stage.view.camera.look_at(orc.middle)
    x, y = stage.view.camera.pixel(orc.middle)
    stage.view.camera.pan(x - spot[0], y - spot[1])
    drawn(stage)
    assert stage.view.head.scene.token(stage.view.head.scene.aim(stage.view.camera.spot(spot))) is orc, (
        "it is there, below"
    )
    if panel != "row":
        hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1))
    hands.handle(pygame.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))
    assert stage.view.hover is None
    hands.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=3))
    assert not [said for said in heard.said if said.startswith("click") or said == "inspect Orc"]
