"""Draws a battle: board, overlays, tokens, previews and panels, from the bottom to the top."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from game.rules.events import Id
from game.scene.board_geometry import Pointed
from game.scene.scene import Token
from game.spatial.places import Place
from game.view.board import overlays
from game.view.board.fog import draw_clouds
from game.view.board.links import draw_links, draw_pairs, draw_reaches
from game.view.motion.effects import draw_effects
from game.view.motion.floating_text import draw_floating_texts
from game.view.panels import cards
from game.view.widgets.forms import draw_tip
from game.view.widgets.theme import BAD, REACH, WARN, WHITE
from game.window.battle.draw_places import (
    draw_grounds,
    draw_landings,
    draw_pointed,
    draw_pursued,
    own,
    write_landings,
    write_offered,
    write_pointed,
    write_pursuits,
)
from game.window.battle.drawers import draw_drawer
from game.window.battle.lesson_panel import draw_lesson_rim, draw_marked, draw_marked_buttons
from game.window.battle.line_marks import draw_marks
from game.window.battle.preview import Preview, warned_of
from game.window.battle.sightlines import draw_sight
from game.window.battle.stage import Stage


def draw_battle(stage: Stage, target: pygame.Surface) -> None:
    """One frame, with the panels as they were laid: it changes nothing that hands or time read."""
    head, camera = stage.view.head, stage.view.camera
    scene = head.scene
    field = stage.session.match.setup.field
    stage.layers.ground.draw(target, camera)
    aims = [link for aim in stage.session.match.setup.objectives for link in aim.chain]
    overlays.draw_features(target, camera, field, [cell for aim in aims for cell in aim.cells])
    if stage.view.preferences.grid:
        overlays.draw_grid(target, camera)
    lit = scene.light(stage.view.viewer)
    draw_clouds(target, camera, field, dark=lit is None)
    if lit is not None:
        stage.layers.dark.draw_round(target, camera, field, lit)
    aim = stage.view.cursor or stage.view.hover
    preview, hovered = stage.panels.laid.preview, stage.panels.laid.hovered
    draw_grounds(stage, target, preview)
    stage.layers.ground.draw_edges(target, camera, scene.state.open_edges)
    stage.layers.regions.draw_knobs(target, camera)
    _draw_things(stage, target)
    draw_pursued(stage, target)
    write_pursuits(stage, target)
    draw_pointed(stage, target)
    if preview is not None:
        draw_landings(stage, target, preview)
        _draw_way(stage, target, preview)
    _draw_targets(stage, target, hovered)
    tied = _tied(stage, hovered)
    draw_reaches(target, camera, scene, tied)
    stage.layers.pieces.draw(
        target,
        camera,
        head,
        active=stage.active,
        hovered=hovered.id if hovered else None,
        named=stage.view.names,
        calm=stage.view.preferences.calm,
    )
    stage.layers.ground.draw_above(target, camera)
    stage.layers.pieces.draw_hidden(target, camera, head, stage.layers.ground.hides)
    if stage.view.preferences.sight and not head.busy:
        draw_sight(stage, target, preview, hovered, aim)
    draw_links(target, camera, stage.view.look, scene, tied)
    if not head.busy:
        draw_pairs(target, camera, stage.view.look, scene, {hovered.id} if hovered else set())
    told = scene.tokens if stage.view.names else {hovered.id} if hovered and not head.busy else ()
    if preview is not None and preview.about.landings and not stage.view.names:
        told = ()  # whom it may hit is named there
    plates = stage.layers.pieces.draw_names(target, camera, head, told)
    if preview is not None:
        _draw_struck(stage, target, preview)
        write_landings(stage, target, preview)
        _write_cost(stage, target, preview)
    write_offered(stage, target)
    write_pointed(stage, target, preview)
    if stage.view.cursor is not None:
        _draw_cursor(stage, target, stage.view.cursor)
    if stage.view.told_at is not None:
        overlays.draw_cursor(target, camera, stage.view.told_at, WARN)
    calm = stage.view.preferences.calm
    stage.layers.berths.clear(camera.zoom, stage.panels.frame.window, [*plates, *stage.covered], head.lying)
    draw_effects(target, camera, stage.view.look, head.effects, stage.layers.berths, calm=calm)
    draw_floating_texts(target, camera, stage.view.look, head.sayings.shown, stage.layers.berths, calm=calm)
    draw_marked(stage, target)
    draw_panels(stage, target)


def _draw_cursor(stage: Stage, target: pygame.Surface, cursor: Pointed) -> None:
    """Brackets round the cell, or whom, the keys point at."""
    scene = stage.view.head.scene
    token = scene.token(cursor)
    spot = scene.where.bracketed(cursor.cell, token.placement.spot if token is not None else None)
    if spot is not None:
        overlays.draw_cursor(target, stage.view.camera, spot)


def _tied(stage: Stage, hovered: Token | None) -> Collection[Id]:
    """Whose links to others are shown: of whom the pointer is on and of the one who acts, or with Alt of all."""
    if stage.view.head.busy:
        return ()
    if stage.view.names:
        return stage.view.head.scene.tokens
    return {who for who in (stage.active, hovered.id if hovered else None) if who is not None}


def _draw_citation(stage: Stage, target: pygame.Surface) -> None:
    """The rules behind the line of the log under the pointer."""
    pointer = stage.view.pointer
    if stage.panels.log_rect.collidepoint(pointer) and stage.view.in_front:
        text = stage.panels.log.tip_at(pointer, stage.view.head.scene)
        if text:
            beside = pygame.Rect(
                stage.panels.log_rect.left, pointer[1], stage.panels.log_rect.width, stage.view.look.px(30)
            )
            draw_tip(target, stage.view.look, text, beside)


def _draw_things(stage: Stage, target: pygame.Surface) -> None:
    """What lies on the ground; several in one place beside each other."""
    zoom, scene = stage.view.camera.zoom, stage.view.head.scene
    piles: dict[Place, int] = {}
    for thing in scene.things:
        number = piles[thing.at] = piles.get(thing.at, -1) + 1
        x, y = stage.view.camera.pixel(scene.lying(thing, number))
        icon = cards.draw_thing(thing.key, zoom, scene.ruleset.thing_icon(thing.key))
        target.blit(icon, icon.get_rect(center=(x, y)))


def _draw_way(stage: Stage, target: pygame.Surface, preview: Preview) -> None:
    token = stage.view.head.scene.tokens.get(stage.active) if stage.active else None
    if token is not None and preview.about.path:
        overlays.draw_path(target, stage.view.camera, stage.view.head.scene.way(token.id, preview.about.path))


def _write_cost(stage: Stage, target: pygame.Surface, preview: Preview) -> None:
    """What a way costs, over its end, and where somebody may strike on it."""
    token = stage.view.head.scene.tokens.get(stage.active) if stage.active else None
    about, scene = preview.about, stage.view.head.scene
    if token is None or not about.path:
        return
    for spot in warned_of(about, scene, token.id):
        overlays.draw_warning(target, stage.view.camera.pixel(spot), stage.view.camera.zoom)
    if about.on_board:
        tone = WARN if about.spends is not None and (about.spends.lost or about.spends.dear) else WHITE
        stage.layers.regions.write_cost(
            target, stage.view.camera, scene.way(token.id, about.path)[-1], about.on_board, tone
        )


def _draw_struck(stage: Stage, target: pygame.Surface, preview: Preview) -> None:
    """Rings round whom something thrown may hit, strong round those it is aimed at; a warning beside each friend."""
    tokens = stage.view.head.scene.tokens
    sure = preview.about.landings[0].hits if preview.about.landings else ()
    for who in dict.fromkeys(who for landing in preview.about.landings for who in landing.hits if who in tokens):
        radius = round(stage.view.camera.zoom * tokens[who].extent * 0.52)
        middle = stage.view.camera.pixel(tokens[who].middle)
        overlays.draw_target_ring(target, middle, radius, WARN if who in sure else BAD, strong=who in sure)
        if own(stage, tokens[who]):
            beside = (middle[0] + radius * 3 // 4, middle[1] - radius * 3 // 4)
            overlays.draw_warning(target, beside, stage.view.camera.zoom)


def _draw_targets(stage: Stage, target: pygame.Surface, hovered: Token | None) -> None:
    """Broken rings round everybody that something can be aimed at."""
    choosing = stage.choosing
    if choosing is None:
        return
    scene, camera = stage.view.head.scene, stage.view.camera
    aimed = set(choosing.targets()) if stage.prompt is None or stage.prompt.cancel else set(choosing.question.about)
    for who in scene.tokens:
        token = scene.tokens[who]
        if who not in aimed:
            continue
        friend = token.side == choosing.question.seat
        middle = camera.pixel(token.middle)
        radius = round(camera.zoom * token.extent * 0.52)
        overlays.draw_target_ring(
            target, middle, radius, REACH if friend else BAD, strong=hovered is not None and hovered.id == who
        )


def draw_panels(stage: Stage, target: pygame.Surface) -> None:
    """All panels, as they were laid."""
    look, scene, laid = stage.view.look, stage.view.head.scene, stage.panels.laid
    stage.panels.turns.draw(target, scene, pointed=laid.hovered.id if laid.hovered is not None else None)
    stage.panels.tracker.draw(target)
    stage.panels.turns.draw_banner(target)
    stage.panels.log.draw(target, scene)
    if stage.panels.log.open and stage.panels.log_tools is not None:
        stage.panels.log_tools.draw(target, look, scene)
    draw_marks(stage, target)
    stage.panels.minimap.draw(target, stage.view.camera, scene)
    if laid.hint is not None:
        laid.hint.draw(target, look)
        if stage.course is not None:
            draw_lesson_rim(target, look, laid.hint.rect)
    if laid.card is not None:
        laid.card.draw(target, look, stage.layers.liveries)
    if laid.odds is not None:
        laid.odds.draw(target, look)
    if laid.question is not None:
        laid.question.draw(target)
    asked = stage.asked
    if asked is not None:
        draw_drawer(asked, target)
    stage.panels.bar.draw(target, look)
    if stage.prompt is not None:
        stage.prompt.draw(target, look)
    draw_marked_buttons(stage, target)
    if stage.exchange is not None:
        stage.exchange.draw(target, look)
    _draw_citation(stage, target)
    if asked is not None:
        over = asked.prompt.rect if asked.prompt is not None and asked.interrupts else stage.panels.frame.question
        asked.countdown.draw(target, look, (over.centerx, over.top - look.px(26)))
    stage.panels.bar.draw_tip(target, look)
    if stage.view.in_front and not (stage.exchange is not None and stage.exchange.held):
        stage.panels.turns.draw_tip(target, scene, stage.view.pointer)
        stage.panels.tracker.draw_tip(target, stage.panels.goal, stage.view.pointer)
