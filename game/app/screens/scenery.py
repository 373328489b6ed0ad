"""Draws a battle: board, overlays, tokens, previews and panels, from the bottom to the top."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import pygame

from game.app.screens.hints import HINTS
from game.app.screens.preview import Preview, draw_line_of_sight, kind_of, risky_cells, short_label, tell
from game.app.speech import percent
from game.rules.events import Id
from game.spatial.field import Cell
from game.view import overlays, panels, views
from game.view.effects import draw_effects
from game.view.fog import draw_dark
from game.view.forms import draw_tip
from game.view.scene import Token, called
from game.view.theme import BAD, FAINT, REACH, SMALL, WARN, WHITE
from game.view.ties import draw_reaches, draw_ties

if TYPE_CHECKING:
    from game.app.screens.battle import BattleScreen

SECOND_MOVE = WARN


def draw_battle(screen: BattleScreen, target: pygame.Surface) -> None:
    """One frame."""
    head, camera = screen.head, screen.camera
    scene = head.scene
    field = screen.sitting.match.setup.field
    screen.ground.draw(target, camera)
    overlays.draw_features(target, camera, field, screen.sitting.match.setup.objective.cells)
    if screen.app.preferences.grid:
        overlays.draw_grid(target, camera)
    draw_dark(target, camera, field)
    _draw_fog(screen, target)
    _draw_reach(screen, target)
    _draw_views(screen, target)
    screen.ground.draw_edges(target, camera, scene.state.open_edges)
    _draw_things(screen, target)
    cell = screen.cursor if screen.cursor is not None else screen.hover
    preview = screen.previews.at(cell) if screen.previews is not None and cell is not None else None
    if screen.prompt is not None and screen.previews is not None and (option := screen.prompt.focused) is not None:
        preview = screen.previews.of(option)
    if preview is not None and preview.about.path:
        _draw_way(screen, target, preview)
    hovered = scene.at(cell) if cell is not None else None
    _draw_targets(screen, target, hovered)
    tied = _tied(screen, hovered)
    draw_reaches(target, camera, scene, tied)
    screen.pieces.draw(
        target, camera, head, active=screen.active, hovered=hovered.id if hovered else None, named=screen.names
    )
    screen.ground.draw_above(target, camera)
    if screen.app.preferences.sight and not head.busy:
        _draw_sight(screen, target, preview, hovered, cell)
    draw_ties(target, camera, screen.look, scene, tied)
    told = scene.tokens if screen.names else {hovered.id} if hovered and not head.busy else ()
    screen.pieces.draw_names(target, camera, head, told)
    if preview is not None and preview.about.path:
        _write_cost(screen, target, preview)
    if screen.cursor is not None:
        overlays.draw_cursor(target, camera, screen.cursor)
    draw_effects(target, camera, screen.look, head.effects, screen.app.preferences.calm)
    _draw_panels(screen, target, preview, hovered)


def _tied(screen: BattleScreen, hovered: Token | None) -> Collection[Id]:
    """Whose ties to others are shown: of whom the pointer is on and of the one who acts, or with Alt of all."""
    if screen.head.busy:
        return ()
    if screen.names:
        return screen.head.scene.tokens
    return {who for who in (screen.active, hovered.id if hovered else None) if who is not None}


def _draw_fog(screen: BattleScreen, target: pygame.Surface) -> None:
    """A haze over what nobody of the viewer's side sees."""
    if screen.viewer is None or not screen.warm:
        return
    scene = screen.head.scene
    own = [token for token in scene.tokens.values() if token.side == screen.viewer and token.standing.up]
    seen = screen.eyes.fog(scene.board.space, own)
    if seen is not None:
        screen.fog.draw(target, screen.camera, seen)


def _draw_views(screen: BattleScreen, target: pygame.Surface) -> None:
    """The views that keys turn on: cover and elevation, zones."""
    scene, field = screen.head.scene, screen.sitting.match.setup.field
    if screen.show_zones:
        views.draw_zones(target, screen.camera, screen.look, field)
    token = scene.tokens.get(screen.active) if screen.active else None
    if screen.show_cover:
        views.draw_elevation(target, screen.camera, screen.look, field)
        if token is not None:
            view = screen.eyes.view(scene.board.space, token.at, token.standing.size)
            if view is not None:
                views.draw_cover(target, screen.camera, view.corners)


def _draw_hint(screen: BattleScreen, target: pygame.Surface) -> None:
    text = HINTS.get(screen.hint, "")
    if text:
        look = screen.look
        corner = (look.px(16), screen.turns.height + look.px(16))
        panels.draw_facts(target, look, "Hint", [panels.Fact(text)], look.px(330), corner, anchor="topleft")


def _draw_citation(screen: BattleScreen, target: pygame.Surface) -> None:
    """The rules behind the line of the log under the pointer."""
    pointer = screen.app.pointer
    if screen.log_rect.collidepoint(pointer) and screen.app.top is screen:
        text = screen.log.tip_at(pointer, screen.head.scene)
        if text:
            beside = pygame.Rect(screen.log_rect.left, pointer[1], screen.log_rect.width, screen.look.px(30))
            draw_tip(target, screen.look, text, beside)


def _draw_reach(screen: BattleScreen, target: pygame.Surface) -> None:
    choosing = screen.choosing
    if choosing is None:
        return
    lit = choosing.lit()
    if not lit:
        return
    walking = choosing.walking
    if walking is not None and screen.forecast is not None and choosing.verb is None:
        second = screen.forecast.second_move(tuple(walking.places), walking.verb)
        overlays.draw_region(target, screen.camera, second, SECOND_MOVE, alpha=58, dashed=True)
    overlays.draw_region(target, screen.camera, frozenset(lit), REACH)


def _draw_things(screen: BattleScreen, target: pygame.Surface) -> None:
    zoom = screen.camera.zoom
    for thing in screen.head.scene.things:
        x, y = screen.camera.pixel(thing.at)
        icon = panels.thing_icon(thing.key, zoom // 2)
        target.blit(icon, (x + zoom // 4, y + zoom // 4))


def _draw_way(screen: BattleScreen, target: pygame.Surface, preview: Preview) -> None:
    token = screen.head.scene.tokens.get(screen.active) if screen.active else None
    if token is None:
        return
    about, size = preview.about, token.standing.size
    overlays.draw_path(target, screen.camera, token.at, about.path, size)


def _write_cost(screen: BattleScreen, target: pygame.Surface, preview: Preview) -> None:
    """What a way costs, over its end, and where somebody may strike on it."""
    token = screen.head.scene.tokens.get(screen.active) if screen.active else None
    if token is None:
        return
    about, size = preview.about, token.standing.size
    for cell in risky_cells(about):
        overlays.draw_warning(target, screen.camera.centre(cell, size), screen.camera.zoom)
    if about.notes and len(about.notes[0]) <= 24:
        x, y = screen.camera.centre(about.path[-1], size)
        overlays.write_plate(target, screen.look, about.notes[0], (x, y - screen.camera.zoom * 5 // 8))


def _draw_targets(screen: BattleScreen, target: pygame.Surface, hovered: Token | None) -> None:
    """Broken rings round everybody that something can be aimed at."""
    choosing = screen.choosing
    if choosing is None:
        return
    scene, camera = screen.head.scene, screen.camera
    aimed = set(choosing.targets()) if screen.prompt is None or screen.prompt.cancel else set(choosing.question.about)
    for who in scene.tokens:
        token = scene.tokens[who]
        if who not in aimed:
            continue
        friend = token.side == choosing.question.seat
        middle = camera.centre(token.at, token.standing.size)
        radius = round(camera.zoom * token.standing.size * 0.52)
        overlays.draw_target_ring(
            target, middle, radius, REACH if friend else BAD, strong=hovered is not None and hovered.id == who
        )


def _draw_sight(
    screen: BattleScreen, target: pygame.Surface, preview: Preview | None, hovered: Token | None, cell: Cell | None
) -> None:
    """The line to whom the pointer is on; from a cell to walk to, lines to everybody it would see."""
    scene = screen.head.scene
    viewer = scene.tokens.get(screen.active) if screen.active else None
    if viewer is None or screen.forecast is None:
        return
    aim = hovered
    if preview is not None and preview.option.target is not None:
        aim = scene.tokens.get(preview.option.target)
    space = scene.board.space
    if aim is not None and aim.id != viewer.id:
        label = ""
        if preview is not None and preview.option.target == aim.id:
            chance, backs = screen.forecast.chance(preview.option), backs_of(screen, preview)
            label = short_label(preview.about, chance, backs.get(aim.id))
        elif aim.side == viewer.side:
            return
        sight = screen.eyes.sight(space, viewer.at, aim.at, viewer.standing.size, aim.standing.size)
        if sight is not None:
            draw_line_of_sight(target, screen.camera, screen.look, space.field, sight, viewer, aim, label)
    elif preview is not None and preview.about.path and cell is not None:
        _draw_sight_from(screen, target, viewer, preview, cell)


def _draw_sight_from(screen: BattleScreen, target: pygame.Surface, viewer: Token, preview: Preview, cell: Cell) -> None:
    """What would be seen, and hit, from the cell under the pointer."""
    scene, camera, forecast = screen.head.scene, screen.camera, screen.forecast
    assert forecast is not None
    space, size = scene.board.space, viewer.standing.size
    shown = 0
    tags: list[tuple[Id, list[str], overlays.Pixel]] = []
    for token in scene.tokens.values():
        if token.side == viewer.side or not token.standing.up or shown >= 6:
            continue
        seen = space.corners_seen(cell, token.at, size, token.standing.size)
        if seen < 0:
            continue
        shown += 1
        back = space.corners_seen(token.at, cell, token.standing.size, size)
        chance = forecast.chance_from(preview.option, token.id)
        label = percent(chance.hit) if chance is not None and chance.hit is not None else ""
        start, end = camera.centre(cell, size), camera.centre(token.at, token.standing.size)
        overlays.draw_faint_sight(target, start, end, kind_of(seen))
        parts = [label] if label else []
        if seen < 8 or back < 8:
            parts += [f"sees {seen}/8" if seen < 8 else "", f"seen {max(back, 0)}/8" if back < 8 else ""]
        tags.append((token.id, [part for part in parts if part], end))
    backs, look = backs_of(screen, preview), screen.look
    written: list[pygame.Rect] = []
    for who, parts, end in sorted(tags, key=lambda tag: -tag[2][1]):
        parts += [f"back {percent(backs[who])}"] if who in backs else []
        if parts:
            text = ", ".join(parts)
            box = pygame.Rect(0, 0, look.width(text, SMALL, "semibold") + look.px(14), look.line(SMALL) + look.px(4))
            box.center = (end[0], end[1] - camera.zoom * 5 // 8)
            while (met := box.collidelist(written)) >= 0:
                box.bottom = written[met].top - 1
            written.append(overlays.write_plate(target, look, text, box.center, FAINT, SMALL))


def backs_of(screen: BattleScreen, preview: Preview) -> Mapping[Id, Fraction]:
    """Foes who could attack the one who acts after what is under the pointer, with their chance to hit."""
    scene, choosing = screen.head.scene, screen.choosing
    viewer = scene.tokens.get(screen.active) if screen.active else None
    if screen.forecast is None or choosing is None or choosing.question.kind != "act" or viewer is None:
        return {}
    path, aim = preview.about.path, preview.option.target
    if not path and aim is None:
        return {}
    foes = [token for token in scene.tokens.values() if token.side != viewer.side and token.standing.up]
    if aim is not None:
        foes = [token for token in foes if token.id == aim]
    else:
        x, y = path[-1]
        foes.sort(key=lambda token: max(abs(token.at[0] - x), abs(token.at[1] - y)))
    return screen.forecast.backs(viewer.id, path[-1] if path else None, tuple(token.id for token in foes[:6]))


def _draw_panels(screen: BattleScreen, target: pygame.Surface, preview: Preview | None, hovered: Token | None) -> None:
    look, scene, size = screen.look, screen.head.scene, target.get_size()
    screen.turns.draw(target, scene, screen.active or screen.head.moving, _spent(screen), _status(screen))
    bottom = screen.bottom()
    if screen.log_rect.height:
        screen.log.draw(target, scene, screen.log_rect)
    screen.bar.draw(target, look)
    token = hovered or (scene.tokens.get(screen.active) if screen.active else None)
    if token is not None and (screen.prompt is None or screen.prompt.cancel):
        room = bottom - screen.turns.height - look.px(8)
        panels.draw_card(target, look, screen.liveries, token, (look.px(16), bottom), _apart(screen, token), room=room)
    if preview is not None:
        weighed = worth_weighing(screen, preview)
        chance = screen.forecast.chance(preview.option) if screen.forecast and weighed else None
        working = screen.forecast is not None and screen.forecast.working and weighed
        ledger, backs = screen.sitting.match.ruleset.ledger, backs_of(screen, preview)
        facts = tell(preview, chance, scene, ledger, working=working, backs=backs)
        corner = (size[0] - look.px(16), bottom)
        panels.draw_facts(target, look, preview.option.label, facts, look.px(320), corner, anchor="bottomright")
    elif screen.choosing is not None and screen.prompt is None:
        _draw_question(screen, target, bottom)
    _draw_hint(screen, target)
    _draw_citation(screen, target)
    if screen.prompt is not None:
        screen.prompt.draw(target, look)
    screen.bar.draw_tip(target, look)
    if screen.app.top is screen:
        screen.turns.draw_tip(target, scene, screen.app.pointer)


def worth_weighing(screen: BattleScreen, preview: Preview) -> bool:
    """What is aimed at somebody, and answers to a blow. Walks are not weighed: their dangers are told in words."""
    reacting = screen.choosing is not None and screen.choosing.question.kind == "react"
    return reacting or preview.option.target is not None


def _spent(screen: BattleScreen) -> set[Id]:
    """Nobody's portrait is pale but those who are down."""
    return {token.id for token in screen.head.scene.tokens.values() if not token.standing.up}


def _status(screen: BattleScreen) -> str:
    if screen.sitting.match.over and screen.head.caught_up:
        return "The battle is over"
    if not screen.warm:
        return screen.app.warming.said
    if screen.course.thinking_long:
        dots = "." * (1 + pygame.time.get_ticks() // 350 % 3)
        return f"Opponent is thinking {dots:<3}"
    if screen.choosing is not None:
        return screen.sitting.title(screen.choosing.question.seat)
    return ""


def _draw_question(screen: BattleScreen, target: pygame.Surface, bottom: int) -> None:
    """What is asked, in a line over the action bar."""
    choosing, look = screen.choosing, screen.look
    assert choosing is not None
    text = choosing.question.why
    if choosing.verb is not None:
        text = f"{choosing.verb.title}: point at a {'target' if choosing.targets() else 'place'} (Esc: back)"
    overlays.write_plate(target, look, text, (target.get_width() // 2, bottom - look.px(12)), FAINT)


def _apart(screen: BattleScreen, token: Token) -> list[panels.Fact]:
    """How far somebody is from the one who acts, in the book's words."""
    who = screen.active
    scene = screen.head.scene
    if who is None or who == token.id or who not in scene.tokens:
        return []
    far = screen.sitting.match.ruleset.apart(scene.board, who, token.id)
    actor = called(scene.tokens[who].standing)
    return [panels.Fact(f"From {actor}", far, WHITE)]
