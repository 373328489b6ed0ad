"""Views of the map that are looked at now and then: zones with names, heights, cover from where one stands."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pygame

from game.rules.standing import Scale
from game.spatial.field import UNIT, Field
from game.view.board.camera import Camera
from game.view.board.overlays import draw_region, write_plate
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import BAD, REACH, SIDE_WORDS, SMALL, WARN, WHITE, Colour, Typography

ZONES: tuple[Colour, ...] = (*SIDE_WORDS, REACH, WARN)


def draw_zones(target: pygame.Surface, camera: Camera, look: Typography, field: Field) -> None:
    """Zones as regions with their names."""
    for index, zone in enumerate(field.zones):
        if not zone.cells:
            continue
        colour = ZONES[index % len(ZONES)]
        draw_region(target, camera, frozenset(zone.cells), colour, alpha=46)
        x = sum(cell[0] for cell in zone.cells) / len(zone.cells) + 0.5
        y = sum(cell[1] for cell in zone.cells) / len(zone.cells) + 0.5
        pixel = camera.pixel((x, y))
        if target.get_rect().collidepoint(pixel):
            write_plate(target, look, zone.name or zone.id, pixel, colour, SMALL)


def draw_elevation(target: pygame.Surface, camera: Camera, look: Typography, field: Field, scale: Scale) -> None:
    """The height of every floor that is not at ground level, in the ruleset's own unit."""
    if not field.floor:
        return
    area = target.get_rect()
    for y in range(field.height):
        for x in range(field.width):
            height = field.floor_at((x, y))
            pixel = camera.pixel((x + 0.5, y + 0.5))
            if height and area.collidepoint(pixel):
                text = f"{height * scale.side / UNIT:+.3g}"
                written = look.write(text, SMALL, WHITE, "semibold")
                target.blit(written, written.get_rect(center=pixel))


def draw_cover(target: pygame.Surface, camera: Camera, corners: npt.NDArray[np.int8]) -> None:
    """How well a body in each cell would be seen: partly in yellow, corners all hidden in orange, unseen struck out."""
    zoom, area = camera.zoom, target.get_rect()
    tiles = {name: _tile(zoom, name) for name in ("half", "full", "blocked")}
    for y, x in np.argwhere(corners < 8).tolist():
        pixel = camera.pixel((x, y))
        if area.colliderect(pygame.Rect(pixel, (zoom, zoom))):
            count = int(corners[y, x])
            target.blit(tiles["blocked" if count < 0 else "full" if count == 0 else "half"], pixel)


@drawn_once
def _tile(zoom: int, name: str) -> pygame.Surface:
    tile = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    if name == "half":
        tile.fill((*WARN, 62))
    elif name == "full":
        tile.fill((*BAD, 84))
    else:
        tile.fill((10, 10, 14, 110))
        pygame.draw.line(tile, (*BAD, 90), (zoom // 4, zoom // 4), (zoom * 3 // 4, zoom * 3 // 4), 2)
        pygame.draw.line(tile, (*BAD, 90), (zoom * 3 // 4, zoom // 4), (zoom // 4, zoom * 3 // 4), 2)
    return tile
