"""Outlines regions and draws slanting lines across them, so that the ground is still seen."""

from __future__ import annotations

import pygame

from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.board.overlays import draw_border, outline
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import INK, Colour


def draw_hatched(
    target: pygame.Surface, camera: Camera, cells: frozenset[Cell], colour: Colour, turn: int | None
) -> None:
    """Outline a region and draw lines across it; see ``Regions.hatch``."""
    if not cells:
        return
    zoom, area = camera.zoom, target.get_rect()
    if turn is not None:
        tile = hatch_tile(zoom, colour, turn)
        spots = (camera.pixel(cell) for cell in cells)
        target.blits([(tile, at) for at in spots if area.colliderect((*at, zoom, zoom))], False)
    border = [(camera.pixel(start), camera.pixel(end)) for start, end in outline(cells)]
    seen = [(a, b) for a, b in border if area.inflate(zoom, zoom).clipline(a, b)]
    draw_border(target, seen, colour, max(2, 3 * zoom // 64))


@drawn_once
def hatch_tile(zoom: int, colour: Colour, turn: int) -> pygame.Surface:
    """A cell with slanting lines, which go on in the cells beside it; ``turn`` from 0 to 2 says where they lie."""
    fine = 3
    side, thick = zoom * fine, max(1, zoom // 32) * fine
    tile = pygame.Surface((side, side), pygame.SRCALPHA)
    first = turn * side // 3
    for wider, tone in ((2 * fine, (*INK, 90)), (0, (*colour, 235))):
        for at in (first - side, first, first + side):
            pygame.draw.line(tile, tone, (at - side // 2, side), (at + side // 2, 0), thick + wider)
    return pygame.transform.smoothscale(tile, (zoom, zoom))
