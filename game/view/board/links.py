"""Draws what ties combatants together: who presses, shields or holds whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pygame

from game.rules.events import Id
from game.rules.standing import Link
from game.scene.scene import Scene, Token
from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.board.overlays import draw_region, write_plate
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import BAD, FAINT, INK, SMALL, WHITE, Typography

Tied = tuple[Token, Link, Token]


def linked(scene: Scene, about: Collection[Id]) -> Iterator[Tied]:
    """The ties at whose one end somebody of ``about`` is, as far as the viewer knows both ends."""
    for token in scene.tokens.values():
        for link in token.standing.links:
            other = scene.tokens.get(link.other)
            if other is not None and not link.close and (token.id in about or other.id in about):
                yield token, link, other


def draw_pairs(
    target: pygame.Surface, camera: Camera, look: Typography, scene: Scene, about: Collection[Id], room: FreeRoom
) -> None:
    """A short bar with a cross between those who are face to face; its word where one of them is of ``about``."""
    met: set[frozenset[Id]] = set()
    for token in scene.tokens.values():
        for link in token.standing.links:
            other, pair = scene.tokens.get(link.other), frozenset((token.id, link.other))
            if not link.close or other is None or pair in met:
                continue
            met.add(pair)
            _draw_pair(target, camera, token, other)
            if pair & set(about):
                (ax, ay), (bx, by) = token.middle, other.middle
                x, y = camera.pixel(((ax + bx) / 2, (ay + by) / 2))
                write_plate(target, look, link.word, (x, y + camera.zoom * 2 // 5), FAINT, SMALL, room=room)


def _draw_pair(target: pygame.Surface, camera: Camera, a: Token, b: Token) -> None:
    start, end = pygame.Vector2(camera.pixel(a.middle)), pygame.Vector2(camera.pixel(b.middle))
    if start == end:
        return
    way, r = (end - start).normalize(), max(6, camera.zoom // 9)
    near, far = (start + way * camera.zoom * a.extent * 0.4, end - way * camera.zoom * b.extent * 0.4)
    for tone, width in ((INK, 9), (BAD, 5)):
        pygame.draw.line(target, tone, near, far, width)
    middle = (start + end) / 2
    pygame.draw.circle(target, INK, middle, r + 2)
    pygame.draw.circle(target, BAD, middle, r)
    for turn in (45, 135):
        blade = pygame.Vector2(r * 0.7, 0).rotate(turn)
        pygame.draw.line(target, WHITE, middle - blade, middle + blade, max(2, r // 4))


def cells_round(scene: Scene, token: Token, reach: int) -> frozenset[Cell]:
    """The cells within some cells of a combatant, without its own and walls; none where none are counted."""
    field, cells = scene.setup.field, scene.where.round(token.at, token.standing.size, reach)
    return frozenset(cell for cell in cells if not field.at(cell).blocks_move)


def draw_reaches(target: pygame.Surface, camera: Camera, scene: Scene, about: Collection[Id]) -> None:
    """The cells within which ties hold, lightly outlined; below the tokens."""
    rounds = {(other.id, link.reach): other for _, link, other in linked(scene, about) if link.reach}
    for (_, reach), other in rounds.items():
        draw_region(target, camera, cells_round(scene, other, reach), WHITE, alpha=18, width=1, dashed=True)


def draw_links(
    target: pygame.Surface, camera: Camera, look: Typography, scene: Scene, about: Collection[Id], room: FreeRoom
) -> None:
    """Thin lines from end to end, each with its word; a ring at the end that is pressed, shielded or held."""
    for token, link, other in linked(scene, about):
        start, end = camera.pixel(token.middle), camera.pixel(other.middle)
        if start == end:
            continue
        for tone, width in ((INK, 5), (WHITE, 2)):
            pygame.draw.line(target, tone, start, end, width)
            pygame.draw.circle(target, tone, end, max(5, camera.zoom // 9), width)
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        if max(abs(start[0] - end[0]), abs(start[1] - end[1])) < 3 * camera.zoom:  # no room between the two: below
            middle = middle[0], max(start[1], end[1]) + camera.zoom * 3 // 4
        write_plate(target, look, link.word, middle, FAINT, SMALL, room=room)
