"""Where sides start, drawn on a small picture of the map."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.spatial.field import Cell
from game.view.board.overlays import outline
from game.view.widgets.theme import INK, SMALL, Colour, Typography, draw_panel


def draw_starts(
    target: pygame.Surface,
    look: Typography,
    box: pygame.Rect,
    cell: float,
    starts: Sequence[tuple[frozenset[Cell], str, Colour]],
) -> None:
    """Where each side starts, on a picture of the map in ``box`` with ``cell`` pixels to a cell.

    ``starts`` are grounds, titles and colours. The titles stay clear of each other where there is room.
    """

    def pixel(x: float, y: float) -> tuple[int, int]:
        return box.left + round(x * cell), box.top + round(y * cell)

    for ground, _, tone in starts:
        for colour, width in ((INK, 4), (tone, 2)):
            for start, end in outline(ground):
                pygame.draw.line(target, colour, pixel(*start), pixel(*end), width)
    written: list[pygame.Rect] = []
    for ground, title, tone in starts:
        x, y = (sum(each[axis] for each in ground) / len(ground) + 0.5 for axis in (0, 1))
        size = look.fitting(title, box.width - look.px(10), SMALL, "semibold")
        said = look.write(title, size, tone, "semibold")
        plates = [said.get_rect(center=pixel(x, y)).inflate(look.px(10), look.px(2)).clamp(box)]
        for other in written:
            plates += [plates[0].move(0, other.bottom - plates[0].top), plates[0].move(0, other.top - plates[0].bottom)]
        free = [plate for plate in plates if plate.collidelist(written) < 0 and box.contains(plate)]
        plate = free[0] if free else plates[0]
        draw_panel(target, plate, fill=INK, alpha=215, radius=6)
        target.blit(said, said.get_rect(center=plate.center))
        written.append(plate)
