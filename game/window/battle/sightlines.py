"""Draws the lines from who acts to whom the pointer is on, and from a place it could go to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pygame

from game.play.speech import percent
from game.rules.events import Id
from game.scene.scene import Token
from game.spatial.places import Place
from game.spatial.sight import Sight
from game.view.board import overlays
from game.view.board.overlays import SightLineStyle
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import FAINT, SMALL, Pixel
from game.window.battle.open_question import OpenQuestion, actor
from game.window.battle.preview import Preview, draw_line_of_sight, kind_of
from game.window.battle.viewport import Viewport


def draw_sight(
    view: Viewport,
    asked: OpenQuestion | None,
    target: pygame.Surface,
    preview: Preview | None,
    hovered: Token | None,
    room: FreeRoom,
) -> None:
    """The line to whom the pointer is on; from a place to walk to, lines to everybody it would see.

    Their labels lie in free ``room``.
    """
    scene = view.scene
    viewer = actor(asked, scene)
    if viewer is None or asked is None or asked.interrupts:
        return
    if preview is not None and preview.about.path and preview.option.target:
        return  # from where it would strike, it does not stand yet
    other = hovered
    if preview is not None and preview.option.target is not None:
        other = scene.tokens.get(preview.option.target)
    if other is not None and other.id != viewer.id:
        label = ""
        if preview is not None and preview.option.target == other.id:
            label = preview.about.brief
        elif other.side == viewer.side:
            return
        _draw_line(view, target, viewer, other, label, room)
    elif preview is not None and preview.about.path and view.aim is not None:
        _draw_lines_from(view, asked, target, viewer, preview, room)


def tell_return_attack(chance: Fraction) -> str:
    """The chance of a foe's best attack, were it its turn, for a line on the board."""
    return f"on its turn hits {percent(chance)}"


def _draw_line(view: Viewport, target: pygame.Surface, viewer: Token, other: Token, label: str, room: FreeRoom) -> None:
    scene, camera = view.scene, view.camera
    sight = view.vision.sight(scene.where, scene.board.space, viewer, other)
    if isinstance(sight, Sight):
        field = scene.board.space.field
        draw_line_of_sight(target, camera, view.look, field, sight, viewer, other, label, room)
    elif sight is not None:
        far = scene.ruleset.tell_distance(scene.board, viewer.id, other.id)
        words = " · ".join(part for part in (far, label or ("" if sight else "no line of sight")) if part)
        start, end = camera.pixel(viewer.middle), camera.pixel(other.middle)
        stopped = None if sight else ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        kind: SightLineStyle = "clear" if sight else "blocked"
        overlays.draw_sight(target, start, end, kind, view.look, words, stopped, room=room)


def _draw_lines_from(
    view: Viewport, asked: OpenQuestion, target: pygame.Surface, viewer: Token, preview: Preview, room: FreeRoom
) -> None:
    """What would be seen, and hit, from where a way ends."""
    scene, camera = view.scene, view.camera
    end_of_way = camera.pixel(scene.would_stand(viewer.id, preview.about.path[-1]).middle)
    tags: list[tuple[Id, list[str], Pixel]] = []
    told: set[Place] = set()
    for token in scene.tokens.values():
        if token.side == viewer.side or not token.standing.up or len(tags) >= 6:
            continue
        found = view.vision.glance(scene.where, scene.board.space, viewer, preview.about.path[-1], token)
        if found is None:
            continue
        corners, parts = found
        end = camera.pixel(token.middle)
        if token.place in told:
            parts = []  # all in one place are as far away
        else:
            told.add(token.place)
            overlays.draw_faint_sight(target, end_of_way, end, kind_of(corners))
        chance = asked.forecast.chance_from(preview.option, token.id)
        hit = chance.hit(viewer.id, token.id) if chance is not None else None
        if hit is not None:  # the chance knows of the cover, whose corners are told where one looks at cover
            parts = [percent(hit), *(parts if view.show_cover else ())]
        tags.append((token.id, parts, end))
    return_attacks = return_attacks_on(view, asked, preview)
    for who, parts, end in sorted(tags, key=lambda tag: -tag[2][1]):
        parts += [tell_return_attack(return_attacks[who])] if who in return_attacks else []
        if parts:
            above = end[0], end[1] - camera.zoom * 3 // 4
            overlays.write_plate(target, view.look, ", ".join(parts), above, FAINT, SMALL, room=room)


def falls_for_sure(asked: OpenQuestion, preview: Preview) -> bool | None:
    """Whether whom an option is aimed at falls by it, whatever the dice and the answers; None while it isn't known."""
    aim = preview.option.target
    chance = asked.forecast.chance(preview.option)
    if aim is None or chance is None or chance.down(aim) < 1 or chance.sampled:
        return False
    fells = asked.forecast.fells(preview.option, aim)
    return None if fells is None else fells == 1


def return_attacks_on(view: Viewport, asked: OpenQuestion | None, preview: Preview) -> Mapping[Id, Fraction]:
    """Foes who could attack the one who acts after what is under the pointer, with their chance to hit; of an attack,
    its target, unless that falls for sure.
    """
    scene, asked = view.scene, asked
    viewer = actor(asked, scene)
    if asked is None or asked.kind != "act" or viewer is None:
        return {}
    path, aim = preview.about.path, preview.option.target
    if not path and aim is None:
        return {}
    foes = [token for token in scene.tokens.values() if token.side != viewer.side and token.standing.up]
    if aim is not None:
        if falls_for_sure(asked, preview) is not False:
            return {}  # who falls for sure has no turn after it
        foes = [token for token in foes if token.id == aim]
    else:
        x, y = scene.where.middle(path[-1])
        foes.sort(key=lambda token: max(abs(token.middle[0] - x), abs(token.middle[1] - y)))
    return asked.forecast.return_attacks(viewer.id, path[-1] if path else None, tuple(token.id for token in foes[:6]))
