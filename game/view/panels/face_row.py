"""Faces side by side: who stands on a side, or lies."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.view.widgets.theme import SMALL, TEXT, Colour, Typography
from game.view.widgets.widget import Widget

LEAST = 0.45
"""How much of a face is seen at least, as a share; more faces than that has room for are counted at the end."""


class FaceRow(Widget):
    """A side's name with a line under it, and its faces, which overlap where there are many."""

    focusable = False

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        under: str,
        faces: Sequence[pygame.Surface],
        colour: Colour,
        *,
        label: int,
        below: bool = False,
    ) -> None:
        """``label``: pixels that the name takes at the left; ``below`` has the faces under the name instead."""
        super().__init__(rect)
        self.name, self.under, self.faces, self.colour, self.label = name, under, faces, colour, label
        self.below = below

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        room = self.rect.width if self.below else self.label - look.px(10)
        size = look.fitting(self.name, room, SMALL + 4, "semibold")
        name = look.write(look.cut(self.name, room, size, "semibold"), size, self.colour, "semibold")
        under = look.write(look.cut(self.under, room, SMALL), SMALL, TEXT)
        high = name.get_height() + under.get_height()
        top = self.rect.top if self.below else self.rect.centery - high // 2
        target.blit(name, (self.rect.left, top))
        target.blit(under, (self.rect.left, top + name.get_height()))
        if self.below:
            top += high + look.px(4)
            self._draw_faces(target, look, pygame.Rect(self.rect.left, top, self.rect.width, self.rect.bottom - top))
        else:
            left = self.rect.left + self.label
            self._draw_faces(target, look, pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height))

    def _draw_faces(self, target: pygame.Surface, look: Typography, box: pygame.Rect) -> None:
        if not self.faces:
            return
        side = self.faces[0].get_width()
        shown, step = list(self.faces), side + look.px(4)
        if len(shown) > 1:
            step = min(step, (box.width - side) // (len(shown) - 1))
        more = ""
        if step < side * LEAST:
            step, room = round(side * LEAST), box.width - side - look.px(44)
            kept = max(1, room // step + 1)
            more, shown = f"+{len(shown) - kept}", shown[:kept]
        left = box.left
        for face in shown:
            target.blit(face, (left, box.centery - side // 2))
            left += step
        if more:
            said = look.write(more, SMALL + 2, TEXT, "semibold")
            target.blit(said, said.get_rect(midleft=(left - step + side + look.px(6), box.centery)))
