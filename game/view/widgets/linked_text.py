"""Text with words that lead on: broken into lines with its links, drawn, and found again under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import pygame

from game.view.widgets.theme import REACH, WHITE, Colour, Typography, Weight

T = TypeVar("T")


class LinkedRun(NamedTuple, Generic[T]):
    """Letters of a line that lead to one thing, or to nothing."""

    text: str
    leads: T | None


class LinkArea(NamedTuple, Generic[T]):
    """A place in the window that leads somewhere."""

    rect: pygame.Rect
    leads: T


def broken(
    look: Typography, text: str, links: Sequence[tuple[int, int, T]], width: int, size: int, weight: Weight
) -> list[list[LinkedRun[T]]]:
    """The lines of a text, each in pieces. ``links``: first and last letter (not counted) and what they lead to."""
    lines, begins = [], 0
    for line in look.wrap(text, width, size, weight):
        ends, at, pieces = begins + len(line), begins, list[LinkedRun[T]]()
        for start, end, leads in links:
            first, last = max(start, begins), min(end, ends)
            if first >= last:
                continue
            if first > at:
                pieces.append(LinkedRun(text[at:first], None))
            pieces.append(LinkedRun(text[first:last], leads))
            at = last
        if at < ends:
            pieces.append(LinkedRun(text[at:ends], None))
        lines.append(pieces)
        begins = ends + 1
    return lines


def areas(
    look: Typography, pieces: Sequence[LinkedRun[T]], at: tuple[int, int], size: int, weight: Weight
) -> list[LinkArea[T]]:
    """Where the links of one line are."""
    (x, y), high = at, look.font(size, weight).get_height()
    found: list[LinkArea[T]] = []
    for piece in pieces:
        wide = look.width(piece.text, size, weight)
        if piece.leads is not None:
            found.append(LinkArea(pygame.Rect(x, y, wide, high), piece.leads))
        x += wide
    return found


def draw_line(
    target: pygame.Surface,
    look: Typography,
    pieces: Sequence[LinkedRun[T]],
    at: tuple[int, int],
    tone: Colour,
    size: int,
    weight: Weight,
    lit: T | None,
) -> None:
    """Draw one line, what leads on underlined and what is ``lit`` in white."""
    x, y = at
    for piece in pieces:
        here = piece.leads is not None and piece.leads == lit
        colour = tone if piece.leads is None else WHITE if here else REACH
        written = look.write(piece.text, size, colour, weight)
        target.blit(written, (x, y))
        if piece.leads is not None:
            box = pygame.Rect(x, y, written.get_width(), written.get_height())
            low = box.bottom - look.px(3)
            pygame.draw.line(target, colour, (box.left, low), (box.right, low), 2 if here else 1)
        x += written.get_width()
