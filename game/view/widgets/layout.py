"""Places on a screen: panels in the middle, strips cut off the sides of an area, columns with rows in them."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pygame

from game.view.widgets.theme import BODY, TEXT, Colour, Typography
from game.view.widgets.widget import Label, Widget


def in_middle(size: tuple[int, int], wide: int, high: int) -> pygame.Rect:
    """A panel so wide and high in the middle of a window of that size, all in pixels."""
    return pygame.Rect((size[0] - wide) // 2, (size[1] - high) // 2, wide, high).clamp(pygame.Rect((0, 0), size))


def split_row(area: pygame.Rect, gap: int, *shares: int, widest: int | None = None) -> list[pygame.Rect]:
    """Places for several beside each other, as wide as their shares, with ``gap`` pixels between them.

    ``widest``: so many pixels are a share's at most; what is left then is half at the left, half at the right.
    """
    whole = sum(shares)
    room = area.width - gap * (len(shares) - 1)
    if widest is not None and widest * whole < room:
        area = area.inflate(widest * whole - room, 0)
        room = widest * whole
    ends = [room * end // whole for end in accumulate(shares, initial=0)]
    return [
        pygame.Rect(area.left + start + gap * at, area.top, end - start, area.height)
        for at, (start, end) in enumerate(pairwise(ends))
    ]


class Dock:
    """An area whose sides are cut off one after the other; what is left is ``area``.

    A strip is so many pixels of the design wide or high, or so many ``pixels`` of the window; none takes no gap either.
    """

    def __init__(self, look: Typography, area: pygame.Rect, gap: int = 0, *, edge: tuple[int, int] = (0, 0)) -> None:
        """``area`` in pixels of the window; ``gap``, pixels of the design, is left free beside each strip, and ``edge``
        at left and right, at top and bottom.
        """
        self.look, self.gap = look, look.px(gap)
        self.area = area.inflate(-2 * look.px(edge[0]), -2 * look.px(edge[1]))

    def left(self, wide: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the left."""
        strip = pygame.Rect(*self.area.topleft, pixels or self.look.px(wide), self.area.height)
        self.area.left += self._narrow(strip.width)
        return strip

    def right(self, wide: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the right."""
        strip = pygame.Rect(0, self.area.top, pixels or self.look.px(wide), self.area.height)
        strip.right = self.area.right
        self._narrow(strip.width)
        return strip

    def top(self, high: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the top."""
        strip = pygame.Rect(*self.area.topleft, self.area.width, pixels or self.look.px(high))
        self.area.top += self._lower(strip.height)
        return strip

    def bottom(self, high: int = 0, *, pixels: int = 0) -> pygame.Rect:
        """A strip at the bottom."""
        strip = pygame.Rect(self.area.left, 0, self.area.width, pixels or self.look.px(high))
        strip.bottom = self.area.bottom
        self._lower(strip.height)
        return strip

    def _narrow(self, by: int) -> int:
        """Take a strip so wide off the area; how much less there is."""
        taken = by + self.gap if by else 0
        self.area.width = max(0, self.area.width - taken)
        return taken

    def _lower(self, by: int) -> int:
        """The same of one so high."""
        taken = by + self.gap if by else 0
        self.area.height = max(0, self.area.height - taken)
        return taken

    def column(self, gap: int, high: int = 0) -> Column:
        """What is left as a column; ``gap`` and ``high``, as it has them, in pixels of the design."""
        return Column(self.area, self.look.px(gap), self.look.px(high))


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

    def row(self, *shares: int, high: int | None = None, widest: int | None = None) -> list[pygame.Rect]:
        """Places for several beside each other, as ``split_row`` has them; what is put next goes below them."""
        whole = self.box(high)
        self.top += whole.height + self.gap
        return split_row(whole, self.gap, *shares, widest=widest)

    def grid(self, count: int, across: int) -> list[pygame.Rect]:
        """Places for so many, equally wide, row by row."""
        rows = [self.row(*[1] * across) for _ in range(0, count, across)]
        return [place for row in rows for place in row][:count]
