"""What each side is after and how far it has come, in plates below the turn bar."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import pygame

from game.rules.ruleset import ObjectiveProgress
from game.rules.setup import Setup
from game.view.board.tokens import TokenStyles
from game.view.widgets.forms import draw_tip
from game.view.widgets.theme import GOOD, LIFTED, LINE, SMALL, TEXT, WARN, WHITE, Typography, draw_panel

MOST_PIPS = 6
"""Steps that are drawn one by one; more are told in numbers alone."""


class _Plate(NamedTuple):
    """A line, laid."""

    box: pygame.Rect
    side: str
    rows: list[list[pygame.Surface]]
    new: bool


class Tracker:
    """A line for each side that is after something; pointing at one asks where on the map that is."""

    def __init__(self, liveries: TokenStyles, look: Typography) -> None:
        self.liveries = liveries
        self.look = look
        self._plates: list[_Plate] = []

    def lay(
        self,
        setup: Setup,
        objective_progress_by_side: Mapping[str, ObjectiveProgress],
        corner: tuple[int, int],
        right: int,
        news: Collection[str] = (),
    ) -> None:
        """Put the lines from a top left ``corner`` down, none of them past ``right``.

        ``news``: the sides that have just come on or fallen back; their lines stand out.
        """
        (left, top), self._plates = corner, []
        for side, objective_progress in objective_progress_by_side.items():
            plate = self._plate(setup, side, objective_progress, pygame.Rect(left, top, right - left, 0), side in news)
            self._plates.append(plate)
            top = plate.box.bottom + self.look.px(4)

    @property
    def lines(self) -> list[tuple[pygame.Rect, str]]:
        """Where each line is, and whose."""
        return [(plate.box, plate.side) for plate in self._plates]

    def _plate(
        self, setup: Setup, side: str, objective_progress: ObjectiveProgress, room: pygame.Rect, new: bool
    ) -> _Plate:
        """Whose it is, what for, how far; that and its steps go below where the room is too narrow."""
        look = self.look
        gap, edge, row = look.px(8), look.px(12), look.line(SMALL) + look.px(4)
        called, inner = f"{setup.side(side).called}:", room.width - 2 * edge
        colour = self.liveries.word_colour(side)
        name = look.write(look.cut(called, inner // 2, SMALL, "semibold"), SMALL, colour, "semibold")
        sought = look.cut(objective_progress.sought, inner - name.get_width() - gap, SMALL)
        first = [name, look.write(sought, SMALL, TEXT)]
        second = [
            look.write(objective_progress.progress_text, SMALL, WARN if new else WHITE, "semibold"),
            *self._pips(objective_progress),
        ]
        rows = [[*first, *second]] if self._wide([*first, *second]) <= inner else [first, second]
        wide = max(self._wide(parts) for parts in rows)
        return _Plate(pygame.Rect(room.left, room.top, wide + 2 * edge, len(rows) * row), side, rows, new)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the lines as they were laid."""
        look = self.look
        for box, side, rows, new in self._plates:
            high = box.height // len(rows)
            draw_panel(target, box, alpha=225, line=WARN if new else LINE, width=2 if new else 1, radius=7)
            bar = (box.left + 3, box.top + 5, look.px(3), box.height - 10)
            pygame.draw.rect(target, self.liveries.word_colour(side), bar)
            for number, parts in enumerate(rows):
                x, y = box.left + look.px(12), box.top + number * high + high // 2
                for part in parts:
                    target.blit(part, part.get_rect(midleft=(x, y)))
                    x += part.get_width() + look.px(8)

    def _wide(self, parts: Collection[pygame.Surface]) -> int:
        return sum(part.get_width() for part in parts) + self.look.px(8) * (len(parts) - 1)

    def _pips(self, objective_progress: ObjectiveProgress) -> list[pygame.Surface]:
        """A box for each step, filled if it is done; nothing where there are too many to be told at a glance."""
        if objective_progress.needed > MOST_PIPS:
            return []
        side, gap = self.look.px(10), self.look.px(3)
        pips = pygame.Surface((objective_progress.needed * (side + gap) - gap, side), pygame.SRCALPHA)
        for step in range(objective_progress.needed):
            box = pygame.Rect(step * (side + gap), 0, side, side)
            pygame.draw.rect(pips, GOOD if step < objective_progress.done else LIFTED, box, border_radius=2)
            pygame.draw.rect(pips, WHITE, box, 1, border_radius=2)
        return [pips]

    def side_at(self, pixel: tuple[int, int]) -> str | None:
        """Whose line is at a pixel."""
        return next((side for box, side in self.lines if box.collidepoint(pixel)), None)

    def draw_tip(self, target: pygame.Surface, text: str, pixel: tuple[int, int]) -> None:
        """A text beside the line at a pixel, if there is one."""
        for box, _ in self.lines:
            if box.collidepoint(pixel):
                draw_tip(target, self.look, text, box)
