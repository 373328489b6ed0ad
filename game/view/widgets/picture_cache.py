"""Keeps pictures that are drawn again and again, up to a number of pixels: a picture's size goes by zoom and window."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec

import pygame

from game.scene.palettes import in_use

P = ParamSpec("P")

WINDOWS = 8
"""How many windows full of pixels are kept of all that the program draws itself: one picture of a battle takes four."""


class PictureCache:
    """Pictures that are likely to be asked for again, of so many pixels in all; those used longest ago go first."""

    def __init__(self, pixels: int) -> None:
        self._room = self._free = pixels
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def resize(self, pixels: int) -> None:
        """Keep so many pixels from now on."""
        self._free += pixels - self._room
        self._room = pixels

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture of that key, made if it is not at hand."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
            return found
        found = make()
        self._free -= found.get_width() * found.get_height()
        while self._free < 0 and self._pictures:
            gone = self._pictures.popitem(last=False)[1]
            self._free += gone.get_width() * gone.get_height()
        self._pictures[key] = found
        return found


_drawn = PictureCache(WINDOWS * 1280 * 720)


def keep_windows(size: tuple[int, int]) -> None:
    """Keep what windows of that size show, in pixels."""
    _drawn.resize(WINDOWS * size[0] * size[1])


kept_picture = _drawn.get
"""The picture of a key that nothing else has, made if it is not at hand; not to be drawn on."""


def drawn_once(draw: Callable[P, pygame.Surface]) -> Callable[P, pygame.Surface]:
    """A function that draws a picture, whose pictures are kept by palette and arguments; not to be drawn on."""

    @wraps(draw)
    def kept(*args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
        return _drawn.get((draw, in_use(), args, *kwargs.items()), lambda: draw(*args, **kwargs))

    return kept
