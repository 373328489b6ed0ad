"""Pictures from the sprites folder, drawn at the very size they are shown, with colours exchanged where asked."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame

from game.resources import sprite
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import Ramp

BLUE: Ramp = ("#3a9bd6", "#0072b2", "#00507d")
"""The ring of a hero as the sprites have it; exchanged for the side's colours."""

Swap = tuple[tuple[str, str], ...]


@drawn_once
def picture(name: str, size: int, swap: Swap = ()) -> pygame.Surface:
    """A square sprite at that many pixels a side. Raises FileNotFoundError with the name."""
    return draw_svg(sprite(name), (size, size), swap)


@lru_cache(maxsize=1024)
def has_picture(name: str) -> bool:
    """Whether there is a sprite of that name; of one that no file could have there is none."""
    try:
        sprite(name)
    except OSError:
        return False
    return True


def ramp_swap(ramp: Ramp, base: Ramp = BLUE) -> Swap:
    """Exchange the three tones of one ramp for another's."""
    return () if ramp == base else tuple(zip(base, ramp, strict=True))


def draw_svg(path: Path, size: tuple[int, int], swap: Swap = ()) -> pygame.Surface:
    """A vector picture at a size, ready to be put on the screen."""
    text = path.read_text("utf-8")
    for old, new in swap:
        text = text.replace(old, new)
    return ready(pygame.image.load_sized_svg(BytesIO(text.encode()), (max(size[0], 1), max(size[1], 1))))


def ready(surface: pygame.Surface) -> pygame.Surface:
    """The same picture in the form that is put on the screen fastest."""
    try:
        return surface.convert_alpha()
    except pygame.error:  # no window: a picture is drawn into a file
        plain = surface.get_bitsize() == 32 and surface.get_flags() & pygame.SRCALPHA
        return surface if plain else surface.convert(32, pygame.SRCALPHA)
