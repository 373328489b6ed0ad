"""Where sides start, drawn on a small picture of the map."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.spatial.field import Cell
from game.view.board.overlays import outline
from game.view.widgets.theme import INK, SMALL, Colour, Typography, draw_panel


def draw_start(
    target: pygame.Surface,
    look: Typography,
    box: pygame.Rect,
    cell: float,
    ground: frozenset[Cell],
    title: str,
    tone: Colour,
    written: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Where a side starts, on a picture of the map in ``box`` with ``cell`` pixels to a cell; gives its title's plate.

    The title stays clear of the plates ``written`` before, below or above them.
    """

    def pixel(x: float, y: float) -> tuple[int, int]:
        return box.left + round(x * cell), box.top + round(y * cell)

    for colour, width in ((INK, 4), (tone, 2)):
        for start, end in outline(ground):
            pygame.draw.line(target, colour, pixel(*start), pixel(*end), width)
    x, y = (sum(each[axis] for each in ground) / len(ground) + 0.5 for axis in (0, 1))
    said = look.write(title, SMALL, tone, "semibold")
    middle = said.get_rect(center=pixel(x, y)).clamp(box)
    plates = [middle.inflate(look.px(10), look.px(2))]
    for other in written:
        plates += [plates[0].move(0, other.bottom - plates[0].top), plates[0].move(0, other.top - plates[0].bottom)]
    free = [plate for plate in plates if plate.collidelist(written) < 0 and box.contains(plate)]
    plate = free[0] if free else plates[0]
    draw_panel(target, plate, fill=INK, alpha=215, radius=6)
    target.blit(said, said.get_rect(center=plate.center))
    return plate
