"""Pictures from the sprites folder, drawn at the very size they are shown, with colours exchanged where asked."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame

from game.resources import sprite
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import INK, PAPER, WHITE, Ramp

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


LETTERS = ("b", "a", "t_sword", "t_sword", "l", "e", "m", "a", "t")
"""Sprites of the folder ``title``, in order."""

PIECES = ("tokens/hero_warrior", "creatures/goblin")
"""Who stands at the two ends of the cloth."""

CLOTH = ((70, 160, 214), (0, 104, 164), (0, 74, 116))
"""Light at the top, base, dark at the bottom."""

FINE = 2
"""How much larger it is drawn than it is shown, for smooth edges."""


@drawn_once
def wordmark(height: int) -> pygame.Surface:
    """The name of the game, ``height`` pixels high with the cloth."""
    high = height * FINE
    side = round(high * 0.68)
    signs = [_cropped(picture(f"title/letter_{letter}", side)) for letter in LETTERS]
    gap = round(side * 0.035)
    written = sum(sign.get_width() for sign in signs) + gap * (len(signs) - 1)
    tail = round(high * 0.95)
    whole = pygame.Surface((written + 2 * tail, high), pygame.SRCALPHA)
    whole.fill((*INK, 0))
    _draw_cloth(whole, tail)
    left, foot = tail, round(high * 0.5 + side * 0.5)
    for sign in signs:
        whole.blit(sign, (left, foot - side))
        left += sign.get_width() + gap
    for name, middle in zip(PIECES, (tail * 0.53, whole.get_width() - tail * 0.53), strict=True):
        piece = picture(name, round(high * 0.62))
        whole.blit(piece, piece.get_rect(center=(round(middle), high // 2)))
    return ready(pygame.transform.smoothscale_by(whole, 1 / FINE))


def _cropped(sign: pygame.Surface) -> pygame.Surface:
    """A letter without the room beside it, as high as before."""
    bound = sign.get_bounding_rect()
    return sign.subsurface(pygame.Rect(bound.left, 0, bound.width, sign.get_height()))


def _draw_cloth(whole: pygame.Surface, tail: int) -> None:
    """A strip with notched ends, a seam and the lines of a grid."""
    wide, high = whole.get_size()
    edge, notch = high // 11, tail // 4
    top, foot = edge, high - edge
    middle = high // 2
    shape = [(2, top), (wide - 3, top), (wide - 3 - notch, middle), (wide - 3, foot), (2, foot), (2 + notch, middle)]
    pattern = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    for y in range(top, foot):
        share = (y - top) / max(1, foot - top)
        first, second = (CLOTH[0], CLOTH[1]) if share < 0.5 else (CLOTH[1], CLOTH[2])
        part = share * 2 % 1
        colour = [round(a + (b - a) * part) for a, b in zip(first, second, strict=True)]
        pygame.draw.line(pattern, colour, (0, y), (wide, y))
    lines = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    cell = (foot - top) // 4
    for x in range(wide // 2 % cell, wide, cell):
        pygame.draw.line(lines, (*WHITE, 46), (x, top), (x, foot), 2)
    for y in range(top + cell, foot - cell // 2, cell):
        pygame.draw.line(lines, (*WHITE, 46), (0, y), (wide, y), 2)
    pattern.blit(lines, (0, 0))
    for y in (top + edge * 2 // 3, foot - edge * 2 // 3):
        for x in range(0, wide, 3 * edge // 2):
            pygame.draw.line(pattern, PAPER, (x, y), (x + edge * 4 // 5, y), max(2, edge // 6))
    mask = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, WHITE, shape)
    pattern.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    shadow = [(x + edge // 3, y + edge // 2) for x, y in shape]
    pygame.draw.polygon(whole, (*INK, 110), shadow)
    whole.blit(pattern, (0, 0))
    pygame.draw.lines(whole, INK, True, shape, max(3, edge // 3))
