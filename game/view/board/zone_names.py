"""Writes the names of zones over everything that stands on the board, on plates that lie where there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.scene.board_geometry import OnZones
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

    A name lies in the first row of its zone where the plate covers nothing of what is ``taken``, no other name, and all
    of it is on the board's part of the window; where there is no such row, in the first one that no other name lies in.
    It is in the middle of what is seen of the row, and left out where that is less than half as wide as the name.
    """
    written = list[pygame.Rect]()
    room, zoom = camera.board.clip(target.get_rect()), camera.zoom
    for zone in where.zones.all_zones:
        plates = list[tuple[pygame.Surface, pygame.Rect]]()
        for middle, row, cells in where.rows(zone):
            x, y = camera.pixel((middle, row))
            seen = pygame.Rect(x - cells * zoom // 2, y, cells * zoom, zoom).clip(room)
            made = _made(look, _lines(look, where.name(zone), details.get(zone, ""), cells * zoom))
            if 2 * seen.width >= made.get_width():
                plates.append((made, made.get_rect(midtop=(seen.centerx, y + max(2, zoom // 12)))))
        if not plates:
            continue
        apart = [plate for plate in plates if plate[1].collidelist(written) < 0] or plates[:1]
        free = [plate for plate in apart if plate[1].collidelist(taken) < 0]
        best, box = next((plate for plate in free if room.contains(plate[1])), (free or apart)[0])
        box = box.clamp(room)
        target.blit(best, box)
        written.append(box)
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
