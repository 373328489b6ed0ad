"""Places on a screen: strips cut off the sides of an area, and columns of widgets with rows in them."""

from __future__ import annotations

import pygame

from game.view.widgets.theme import BODY, TEXT, Colour, Typography
from game.view.widgets.widget import Label, Widget


class Dock:
    """An area whose sides are cut off one after the other; what is left is ``area``.

    A strip is so many pixels of the design wide or high, or so many ``pixels`` of the window.
    """

    def __init__(self, look: Typography, area: pygame.Rect, gap: int) -> None:
        """``area`` in pixels of the window; ``gap``, pixels of the design, is left free beside each strip."""
        self.look, self.area, self.gap = look, area.copy(), look.px(gap)

    def left(self, wide: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the left."""
        strip = pygame.Rect(*self.area.topleft, pixels or self.look.px(wide), self.area.height)
        self.area.width -= strip.width + self.gap
        self.area.left = strip.right + self.gap
        return strip

    def right(self, wide: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the right."""
        strip = pygame.Rect(0, self.area.top, pixels or self.look.px(wide), self.area.height)
        strip.right = self.area.right
        self.area.width -= strip.width + self.gap
        return strip

    def top(self, high: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the top."""
        strip = pygame.Rect(*self.area.topleft, self.area.width, pixels or self.look.px(high))
        self.area.height -= strip.height + self.gap
        self.area.top = strip.bottom + self.gap
        return strip

    def bottom(self, high: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the bottom."""
        strip = pygame.Rect(self.area.left, 0, self.area.width, pixels or self.look.px(high))
        strip.bottom = self.area.bottom
        self.area.height -= strip.height + self.gap
        return strip


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

    def rest(self) -> pygame.Rect:
        """All that is left of the area."""
        return pygame.Rect(self.area.left, self.top, self.area.width, self.area.bottom - self.top)

    def say(self, look: Typography, text: str, size: int = BODY, colour: Colour = TEXT, *, bold: bool = False) -> None:
        """Put a text there, as high as its lines."""
        lines = look.wrap(text, self.area.width, size, "semibold" if bold else "regular")
        self.put(Label(self.box(len(lines) * look.line(size)), text, size, colour, bold=bold))

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

    def grid(self, count: int, across: int) -> list[pygame.Rect]:
        """Places for so many, equally wide, row by row."""
        rows = [self.row(*[1] * across) for _ in range(0, count, across)]
        return [place for row in rows for place in row][:count]
