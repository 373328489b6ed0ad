"""Layout of overlays on the board: finds free screen space so that no label covers another."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache

import pygame

from game.view.widgets.theme import Pixel

NEAR = 160
"""Pixels round a place in which room is looked for first."""


def find_room(ideal: pygame.Rect, taken: Sequence[pygame.Rect], within: pygame.Rect) -> pygame.Rect:
    """The place nearest to an ideal one that is inside ``within`` and meets none of what is ``taken``.

    A pixel down counts as two: there is the body over which it would be. Where there is no room at all, the nearest
    place inside.
    """
    start = ideal.clamp(within)
    if start.collidelist(taken) < 0:
        return start
    for area in (start.inflate(2 * NEAR, 2 * NEAR).clip(within), within):
        found = _nearest(ideal, [rect for rect in taken if rect.colliderect(area)], area)
        if found is not None:
            return found
    return start


def _nearest(ideal: pygame.Rect, taken: Sequence[pygame.Rect], area: pygame.Rect) -> pygame.Rect | None:
    """The nearest free place touches what is in its way, or the rim, or keeps the ideal height or middle."""
    wide, high = ideal.size
    start = ideal.clamp(area)
    lefts = {start.left, *(x for rect in taken for x in (rect.left - wide, rect.right))}
    tops = {start.top, *(y for rect in taken for y in (rect.top - high, rect.bottom))}
    places = sorted((far(ideal, x, y), y, x) for x in lefts for y in tops)
    for _, y, x in places:
        place = pygame.Rect(x, y, wide, high)
        if area.contains(place) and place.collidelist(taken) < 0:
            return place
    return None


def far(ideal: pygame.Rect, left: int, top: int) -> int:
    """How far a place with that corner is from the ideal one; the square, as only the order matters."""
    down = top - ideal.top
    return (left - ideal.left) ** 2 + (down * (2 if down > 0 else 1)) ** 2


class FreeRoom:
    """The part of the window that labels of one frame may lie in, and what of it is taken already."""

    def __init__(self, within: pygame.Rect, taken: Sequence[pygame.Rect]) -> None:
        """``taken``: where bodies and panels are."""
        self.within = within
        self.taken = list(taken)
        self._key = tuple(map(_corner_and_size, self.taken))

    def lay(self, ideal: pygame.Rect, *others: pygame.Rect) -> pygame.Rect:
        """The first of some places that is free, else the nearest to the first of them; it is taken from now on."""
        free = (each for each in (ideal, *others) if self.within.contains(each) and each.collidelist(self.taken) < 0)
        ideal = next(free, ideal) if others else ideal
        found = _found(_corner_and_size(ideal), self._key, _corner_and_size(self.within))
        self._key = (*self._key, found)
        self.taken.append(pygame.Rect(found))
        return self.taken[-1].copy()


_Box = tuple[int, int, int, int]


def _corner_and_size(rect: pygame.Rect) -> _Box:
    return rect.left, rect.top, rect.width, rect.height


@lru_cache(maxsize=512)
def _found(ideal: _Box, taken: tuple[_Box, ...], within: _Box) -> _Box:
    """The room for a label, remembered: with everybody named, most frames ask for the same as the one before."""
    rects = list(map(pygame.Rect, taken))
    return _corner_and_size(find_room(pygame.Rect(ideal), rects, pygame.Rect(within)))


class OverlayLayout:
    """Keeps each overlay in a free place from frame to frame, until something else needs that place."""

    def __init__(self) -> None:
        self._within = pygame.Rect(0, 0, 0, 0)
        self._taken: list[pygame.Rect] = []
        self._zoom = 0
        self._shifts: dict[Hashable, Pixel] = {}
        """How far from its ideal place each thing lies."""
        self._lying: dict[Hashable, pygame.Rect] = {}
        """Where each thing lies, or lay in the last frame if its turn in this one is still to come."""

    def clear(
        self, zoom: int, within: pygame.Rect, taken: Sequence[pygame.Rect], expected: Collection[Hashable]
    ) -> None:
        """Begin a frame: what is laid is to be ``within`` a part of the window, and off what is ``taken``.

        ``zoom``: pixels to a cell; with another one everything finds its place anew. ``expected``: all that will be
        laid; the room of anything else is free again.
        """
        same = zoom == self._zoom
        self._zoom, self._within, self._taken = zoom, within, list(taken)
        self._shifts = {key: shift for key, shift in self._shifts.items() if same and key in expected}
        self._lying = {key: rect for key, rect in self._lying.items() if same and key in expected}

    def sees(self, pixel: Pixel) -> bool:
        """Whether a place of the board is in that part of the window, or not farther than a cell from it."""
        return self._within.inflate(2 * self._zoom, 2 * self._zoom).collidepoint(pixel)

    def free(self, pixel: Pixel) -> bool:
        """Whether nothing lies at a pixel that was there before what is laid."""
        return not any(rect.collidepoint(pixel) for rect in self._taken)

    def take(self, rect: pygame.Rect) -> None:
        """Something lies there whatever else does."""
        self._taken.append(rect)

    def lay(self, key: Hashable, ideal: pygame.Rect) -> pygame.Rect:
        """Where to put something that would best lie in an ``ideal`` place: where it lay, or in the nearest room.

        What is new, or larger than it was, keeps off what lay there before it, too.
        """
        before = self._lying.pop(key, None)
        bystanders = () if before is not None and before.size == ideal.size else self._lying.values()
        place = find_room(ideal.move(self._shifts.get(key, (0, 0))), [*self._taken, *bystanders], self._within)
        self._shifts[key] = place.left - ideal.left, place.top - ideal.top
        self._lying[key] = place
        self._taken.append(place)
        return place
