"""Writes the names of zones over everything that stands on the board, on plates that lie where there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.scene.on_zones import OnZones
from game.spatial.places import InZone
from game.view.board.camera import Camera
from game.view.widgets.art import ready
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import INK, SMALL, TITLE, WHITE, Colour, Typography

PLATE = 150
"""How much of the board a plate hides, of 255."""

_Lines = tuple[tuple[str, Colour], ...]


def write_zone_names(
    target: pygame.Surface,
    camera: Camera,
    look: Typography,
    where: OnZones,
    details: Mapping[InZone, str],
    taken: Sequence[pygame.Rect],
) -> list[pygame.Rect]:
    """Write the name of each zone in view, with its details if it has some; gives the plates.

    A name lies in the first row of its zone where the plate covers nothing of what is ``taken``, no other name, and is
    in the board's part of the window; where there is no such row, in the first one that no other name lies in.
    """
    area, written = target.get_rect(), list[pygame.Rect]()
    room = camera.board.clip(area)
    for zone in where.zones.all_zones:
        rows = where.rows(zone)
        spots = [(camera.pixel((middle, row)), cells * camera.zoom) for middle, row, cells in rows]
        spots = [spot for spot in spots if area.collidepoint(spot[0])]
        if not spots:
            continue
        plates = [(_made(look, _lines(look, where.name(zone), details.get(zone, ""), wide)), at) for at, wide in spots]
        boxes = [made.get_rect(midtop=(x, y + max(2, camera.zoom // 12))) for made, (x, y) in plates]
        apart = [number for number, box in enumerate(boxes) if box.collidelist(written) < 0] or [0]
        free = [number for number in apart if boxes[number].collidelist(taken) < 0]
        best = next((number for number in free if room.contains(boxes[number])), (free or apart)[0])
        target.blit(plates[best][0], boxes[best])
        written.append(boxes[best])
    return written


def _lines(look: Typography, name: str, details: str, wide: int) -> _Lines:
    told = look.wrap(name, max(wide - look.px(12), look.px(64)), SMALL, "semibold")[:3]
    more = look.wrap(details, wide, SMALL, "semibold") if details else ()
    return (*((line, TITLE) for line in told), *((line, WHITE) for line in more))


@drawn_once
def _made(look: Typography, lines: _Lines) -> pygame.Surface:
    """Lines in the middle of a dark plate."""
    written = [look.write(text, SMALL, colour, "semibold") for text, colour in lines]
    pitch = look.line(SMALL) - look.px(4)
    size = max(line.get_width() for line in written) + look.px(12), pitch * len(written) + look.px(6)
    made = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(made, (*INK, PLATE), made.get_rect(), border_radius=look.px(6))
    for number, line in enumerate(written):
        made.blit(line, line.get_rect(center=(size[0] // 2, look.px(3) + pitch * number + pitch // 2)))
    return ready(made)
