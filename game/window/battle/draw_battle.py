"""Draws a battle: board, overlays, tokens, previews and panels, from the bottom to the top."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from game.rules.events import Id
from game.scene.board_geometry import Pointed
from game.scene.scene import Token
from game.spatial.field import Cell
from game.spatial.places import Place
from game.view.board import overlays
from game.view.board.fog import draw_clouds
from game.view.board.overlays import CELL, draw_links, draw_pairs, draw_reaches, draw_rulers
from game.view.motion.effects import draw_effects, draw_floating_texts
from game.view.panels import cards
from game.view.widgets.forms import draw_tip
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import BAD, INK, LINE, REACH, WARN, WHITE, draw_panel
from game.window.battle.camera_work import body_box, standing_box
from game.window.battle.draw_places import (
    draw_grounds,
    draw_landings,
    draw_pointed,
    draw_pursued,
    write_landings,
    write_names,
    write_offered,
    write_pointed,
    write_pursuits,
)
from game.window.battle.lesson_panel import draw_lesson_rim, draw_marked, draw_marked_buttons
from game.window.battle.line_marks import draw_marks, tip_of
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.panels import BoardLayers, Panels
from game.window.battle.preview import Preview, warned_of
from game.window.battle.sightlines import draw_sight
from game.window.battle.stage import Stage
from game.window.battle.target_forecast import draw_forecast
from game.window.battle.viewport import Viewport


def draw_battle(stage: Stage, target: pygame.Surface) -> None:
    """One frame, with the panels as they were laid: it changes nothing that hands or time read."""
    drawn = target.get_clip()
    target.set_clip(drawn.clip(stage.panels.frame.board))
    draw_board(stage, target)
    target.set_clip(drawn)
    draw_panels(stage, target)


def draw_board(stage: Stage, target: pygame.Surface, *, rulers: bool = False) -> None:
    """The board of a frame with everything that is written on it.

    ``rulers``: number columns and rows, where places are cells, whatever is told on the screen.
    """
    view, asked, layers, panels = stage.view, stage.asked, stage.layers, stage.panels
    head, camera = view.head, view.camera
    scene = head.scene
    field = scene.setup.field
    layers.ground.draw(target, camera, view.ambient)
    aims = [link for aim in scene.setup.objectives for link in aim.chain]
    overlays.draw_features(target, camera, field, [cell for aim in aims for cell in aim.cells])
    if view.preferences.grid:
        overlays.draw_grid(target, camera)
    lit = scene.light(view.viewer)
    draw_clouds(target, camera, field, dark=lit is None)
    if lit is not None:
        layers.dark.draw_round(target, camera, field, lit)
    layers.glow.draw(target, camera, view.ambient)
    preview, hovered = panels.laid.preview, panels.laid.hovered
    draw_grounds(stage, target, preview)
    if scene.where.numbered and (rulers or any(map(CELL.search, told_on_screen(asked, panels)))):
        draw_rulers(target, camera, view.look, camera.board)
    layers.ground.draw_edges(target, camera, scene.state.open_edges)
    layers.regions.draw_knobs(target, camera)
    _draw_things(view, target)
    draw_pursued(view, panels, target)
    write_pursuits(view, target)
    draw_pointed(view, asked, layers, target)
    if preview is not None:
        draw_landings(view, layers, target, preview)
        _draw_way(view, asked, target, preview)
    if asked is not None:
        _draw_targets(view, asked, target, hovered)
    tied = _linked_bodies(view, asked, hovered)
    draw_reaches(target, camera, scene, tied)
    layers.pieces.draw(
        target,
        camera,
        head,
        active=stage.active,
        hovered=hovered.id if hovered else None,
        named=view.names,
        calm=view.preferences.calm,
        time=view.ambient,
    )
    layers.ground.draw_above(target, camera, view.ambient)
    layers.pieces.draw_hidden(target, camera, head, layers.ground.hides)
    zone_names = write_names(view, asked, layers, target)
    draw_marked(view, asked, stage.course, target)
    bodies = [body_box(view, token) for token in scene.tokens.values()]
    room = FreeRoom(camera.board, [*bodies, *zone_names])
    taken = len(room.taken)
    if view.preferences.sight and not head.busy:
        draw_sight(view, asked, target, preview, hovered, room)
    draw_links(target, camera, view.look, scene, tied, room)
    if not head.busy:
        draw_pairs(target, camera, view.look, scene, {hovered.id} if hovered else set(), room)
    told = scene.tokens if view.names else {hovered.id} if hovered and not head.busy else ()
    if preview is not None and preview.about.landings and not view.names:
        told = ()  # whom it may hit is named there
    layers.pieces.draw_names(target, camera, head, told, room)
    if preview is not None:
        _draw_struck(view, asked, target, preview)
        write_landings(stage, target, preview, room)
        _write_cost(view, asked, layers, target, preview, room)
        if asked is not None:
            draw_forecast(view, asked, target, preview, room)
    write_offered(view, asked, layers, target, room)
    write_pointed(stage, target, preview)
    if view.cursor is not None:
        _draw_cursor(view, target, view.cursor)
    told_at = _told_at(view, panels)
    if told_at is not None:
        overlays.draw_cursor(target, camera, told_at, WARN)
    calm = view.preferences.calm
    written = [*room.taken[taken:], *(standing_box(view, token) for token in head.uncovered)]
    layers.berths.clear(camera.zoom, camera.board, [*zone_names, *written], head.lying)
    draw_effects(target, camera, view.look, head.effects, layers.berths, calm=calm)
    draw_floating_texts(target, camera, view.look, head.sayings.shown, layers.berths, calm=calm)


def stirred(stage: Stage, since: int, now: int) -> pygame.Rect | None:
    """The part of the window in which what moves by itself looks otherwise than at another time."""
    view, layers = stage.view, stage.layers
    room = pygame.Rect((0, 0), view.size)
    parts = layers.ground.stirred(view.camera, room, since, now) + layers.glow.stirred(view.camera, room, since, now)
    acting = view.scene.tokens.get(stage.active) if stage.active is not None else None
    if acting is not None:
        parts += layers.pieces.stirred(view.camera, acting, view.head.pose(acting.id), since, now)
    seen = [part.clip(room) for part in parts if part.colliderect(room)]
    return seen[0].unionall(seen[1:]) if seen else None


def told_on_screen(asked: OpenQuestion | None, panels: Panels) -> list[str]:
    """The texts on the screen that may tell of cells one does not point at: lines of the log, and rows to choose."""
    rows = asked.prompt.shown if asked is not None and asked.prompt is not None else ()
    return [*panels.log.texts, *(option.label for option in rows)]


def _told_at(view: Viewport, panels: Panels) -> Cell | None:
    """Where that happened which the line of the log under the pointer tells of, or else the one that was clicked."""
    over = view.in_front and panels.log_rect.collidepoint(view.pointer)
    pointed = panels.log.line_at(view.pointer, view.scene) if over else None
    return pointed[1].at if pointed is not None and pointed[1].at is not None else view.told_at


def _draw_cursor(view: Viewport, target: pygame.Surface, cursor: Pointed) -> None:
    """Brackets round the cell, or whom, the keys point at."""
    scene = view.scene
    token = scene.token(cursor)
    spot = scene.where.bracketed(cursor.cell, token.placement.spot if token is not None else None)
    if spot is not None:
        overlays.draw_cursor(target, view.camera, spot)


def _linked_bodies(view: Viewport, asked: OpenQuestion | None, hovered: Token | None) -> Collection[Id]:
    """Whose links to others are shown: of whom the pointer is on and of the one who acts, or with Alt of all."""
    if view.head.busy:
        return ()
    if view.names:
        return view.scene.tokens
    acting = asked.who if asked is not None else None
    return {who for who in (acting, hovered.id if hovered else None) if who is not None}


def _draw_citation(view: Viewport, panels: Panels, target: pygame.Surface) -> None:
    """The rules behind the line of the log under the pointer."""
    pointer = view.pointer
    if panels.log_rect.collidepoint(pointer) and view.in_front:
        text = tip_of(view, panels, pointer)
        if text:
            beside = pygame.Rect(panels.log_rect.left, pointer[1], panels.log_rect.width, view.look.px(30))
            draw_tip(target, view.look, text, beside, [panels.log_rect])


def _draw_things(view: Viewport, target: pygame.Surface) -> None:
    """What lies on the ground; several in one place beside each other."""
    zoom, scene = view.camera.zoom, view.scene
    piles: dict[Place, int] = {}
    for thing in scene.things:
        number = piles[thing.at] = piles.get(thing.at, -1) + 1
        x, y = view.camera.pixel(scene.lying(thing, number))
        icon = cards.draw_thing(thing.key, zoom, scene.ruleset.thing_icon(thing.key))
        target.blit(icon, icon.get_rect(center=(x, y)))


def _draw_way(view: Viewport, asked: OpenQuestion | None, target: pygame.Surface, preview: Preview) -> None:
    token = actor(asked, view.scene)
    if token is not None and preview.about.path:
        overlays.draw_path(target, view.camera, view.scene.way(token.id, preview.about.path))


def _write_cost(
    view: Viewport,
    asked: OpenQuestion | None,
    layers: BoardLayers,
    target: pygame.Surface,
    preview: Preview,
    room: FreeRoom,
) -> None:
    """What a way costs, over its end, and where somebody may strike on it."""
    token = actor(asked, view.scene)
    about, scene = preview.about, view.scene
    if token is None or not about.path:
        return
    for spot in warned_of(about, scene, token.id):
        overlays.draw_warning(target, view.camera.pixel(spot), view.camera.zoom)
    if about.on_board:
        tone = WARN if about.spends is not None and (about.spends.lost or about.spends.dear) else WHITE
        layers.regions.write_cost(target, view.camera, scene.way(token.id, about.path)[-1], about.on_board, tone, room)


def _draw_struck(view: Viewport, asked: OpenQuestion | None, target: pygame.Surface, preview: Preview) -> None:
    """Rings round whom something thrown may hit, strong round those it is aimed at; a warning beside each friend."""
    tokens = view.scene.tokens
    sure = preview.about.landings[0].hits if preview.about.landings else ()
    for who in dict.fromkeys(who for landing in preview.about.landings for who in landing.hits if who in tokens):
        radius = round(view.camera.zoom * tokens[who].extent * 0.52)
        middle = view.camera.pixel(tokens[who].middle)
        overlays.draw_target_ring(target, middle, radius, WARN if who in sure else BAD, strong=who in sure)
        if asked is not None and asked.friend(tokens[who]):
            beside = (middle[0] + radius * 3 // 4, middle[1] - radius * 3 // 4)
            overlays.draw_warning(target, beside, view.camera.zoom)


def _draw_targets(view: Viewport, asked: OpenQuestion, target: pygame.Surface, hovered: Token | None) -> None:
    """Broken rings round everybody that something can be aimed at."""
    scene, camera = view.scene, view.camera
    aimed = set(asked.choosing.question.about if asked.interrupts else asked.choosing.targets())
    for who in scene.tokens:
        token = scene.tokens[who]
        if who not in aimed:
            continue
        middle = camera.pixel(token.middle)
        radius = round(camera.zoom * token.extent * 0.52)
        tone = REACH if asked.friend(token) else BAD
        overlays.draw_target_ring(target, middle, radius, tone, strong=hovered is not None and hovered.id == who)


def draw_panels(stage: Stage, target: pygame.Surface) -> None:
    """The bars above and below, and the dock, as they were laid."""
    view, asked, panels = stage.view, stage.asked, stage.panels
    look, scene, laid, liveries = view.look, view.scene, panels.laid, stage.layers.liveries
    frame = panels.frame
    panels.turns.draw(target, scene, pointed=laid.hovered.id if laid.hovered is not None else None)
    draw_panel(target, frame.foot, alpha=255, radius=0)
    acting = scene.tokens.get(stage.active or view.head.moving or Id(""))
    if acting is not None and not panels.foot:
        ender = asked.choosing.ender if asked is not None and asked.kind == "act" else None
        unspent = ender.options[0].unspent if ender is not None else ()
        cards.draw_strip(target, look, frame.actor, acting, liveries, unspent)
    beside = pygame.Rect(frame.board.right, frame.board.top, target.get_width() - frame.board.right, frame.board.height)
    pygame.draw.rect(target, INK, beside)
    draw_panel(target, frame.dock, alpha=255, line=LINE)
    panels.tracker.draw(target)
    for part in (laid.news, laid.advice, laid.question, laid.odds):
        if part is not None:
            part.draw(target)
    if laid.advice is not None and (stage.course is not None or stage.puzzle is not None):
        draw_lesson_rim(target, look, laid.advice.rect)
    if laid.card is not None:
        laid.card.draw(target, look, liveries)
    if panels.log_rect.height:
        pygame.draw.line(target, LINE, panels.log_rect.topleft, panels.log_rect.topright)
        panels.log.draw(target, scene)
        if panels.log.open and panels.log_tools is not None:
            panels.log_tools.draw(target, look, scene)
        draw_marks(view, panels, target)
    panels.minimap.draw(target, view.camera, scene)
    panels.bar.draw(target, look)
    if asked is not None and asked.prompt is not None and not (laid.odds is not None and laid.odds.framed):
        asked.prompt.draw(target, look)
    draw_marked_buttons(stage, target)
    if asked is not None and asked.exchange is not None:
        asked.exchange.draw(target, look)
    _draw_citation(view, panels, target)
    if asked is not None and laid.countdown is not None:
        asked.countdown.draw(target, look, laid.countdown.center)
    panels.bar.draw_tip(target, look)
    held = asked is not None and asked.exchange is not None and asked.exchange.held
    if view.in_front and not held:
        panels.turns.draw_tip(target, scene, view.pointer)
        panels.tracker.draw_tip(target, panels.goal, view.pointer)
