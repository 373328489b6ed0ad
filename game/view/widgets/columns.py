"""Widgets under each other, and some beside each other."""

from __future__ import annotations

import pygame

from game.view.widgets.widget import Widget


class Column:
    """Widgets one under the other."""

    def __init__(self, area: pygame.Rect, gap: int, high: int) -> None:
        """Pixels of the window: ``area`` from top to bottom, ``gap`` between widgets, ``high`` each unless told."""
        self.area, self.gap, self.high = area, gap, high
        self.top = area.top
        self.widgets: list[Widget] = []

    def box(self, high: int | None = None) -> pygame.Rect:
        """Where the next one goes."""
        return pygame.Rect(self.area.left, self.top, self.area.width, self.high if high is None else high)

    def put(self, widget: Widget) -> None:
        """Put one there."""
        self.widgets.append(widget)
        self.top += widget.rect.height + self.gap

    def row(self, *shares: int, high: int | None = None) -> list[pygame.Rect]:
        """Places for several beside each other, as wide as their shares; what is put next goes below them."""
        whole, gap = self.box(high), self.gap
        room, left = whole.width - gap * (len(shares) - 1), whole.left
        places = []
        for share in shares:
            wide = room * share // sum(shares)
            places.append(pygame.Rect(left, whole.top, wide, whole.height))
            left += wide + gap
        self.top += whole.height + gap
        return places
