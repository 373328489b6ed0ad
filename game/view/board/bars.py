"""Draws how somebody fares: bars, pools as dots and pips, and badges."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.rules.standing import Bar, BarTone, Standing
from game.view.widgets.art import picture
from game.view.widgets.theme import (
    BAD,
    GOOD,
    INK,
    MIND,
    RAISED,
    REACH,
    STEEL,
    TITLE,
    WHITE,
    WORN,
    Colour,
    Typography,
)


def lay_bars(count: int, at: tuple[int, int], size: int) -> list[pygame.Rect]:
    """Where a token's bars lie, at its feet: what is lost first lies on top. ``at``: its top left corner."""
    height = max(4, size // (11 if count == 1 else 13))
    top = at[1] + size - (height + 2) * count + 2 - max(1, size // 32)
    return [pygame.Rect(at[0] + size // 8, top + (height + 2) * place, size * 3 // 4, height) for place in range(count)]


def draw_track(target: pygame.Surface, rect: pygame.Rect, bar: Bar) -> None:
    """A bar without words, as on a token."""
    pygame.draw.rect(target, INK, rect.inflate(2, 2), border_radius=2)
    fill_bar(target, rect, bar, 2)


TONES: Mapping[BarTone, Colour] = {"guard": REACH, "mind": MIND, "steel": STEEL}
"""Colours of bars and pools, but for life."""


def fill_bar(target: pygame.Surface, rect: pygame.Rect, bar: Bar, radius: int) -> None:
    """The coloured part of a bar, what could still be lost."""
    share, colour = filled_part(bar)
    fill = rect.copy()
    fill.width = round(rect.width * share)
    if fill.width:
        pygame.draw.rect(target, colour, fill, border_radius=radius)


def filled_part(bar: Bar) -> tuple[float, Colour]:
    """The part of a bar that could still be lost, and its colour: of life by how much that is, of others their own."""
    share = max(0.0, min(1.0, bar.spare / bar.full)) if bar.full else 0.0
    life = GOOD if share > 0.5 else WORN if share > 0.25 else BAD
    return share, TONES.get(bar.tone, life)


def mark_loss(target: pygame.Surface, rect: pygame.Rect, bar: Bar, mean: float, most: int) -> None:
    """Mark what may be lost of a bar: on average in white, from there to the most in white strokes."""
    if not bar.full or most <= 0:
        return

    def across(points: float) -> int:
        """How far from the left end the bar is with so many points."""
        return rect.left + round(rect.width * max(0.0, min(1.0, points / bar.full)))

    now, likely, worst = across(bar.spare), across(bar.spare - max(0.0, mean)), across(bar.spare - most)
    pygame.draw.rect(target, WHITE, (likely, rect.top, now - likely, rect.height))
    for x in range(worst, likely, 3):
        pygame.draw.line(target, WHITE, (x, rect.top), (x, rect.bottom - 1))


def draw_pips(
    target: pygame.Surface,
    look: Typography,
    standing: Standing,
    corner: tuple[int, int],
    size: int,
    *,
    down: bool = False,
) -> bool:
    """What somebody may still react with, each kind by its icon with a number if there are several.

    In a row that ends at the bottom right ``corner``, or ``down`` from a top left one. Whether there is anything.
    """
    pips = [pool for pool in standing.pools if pool.pip and pool.left]
    x, y = corner if down else (corner[0] - len(pips) * (size - 1), corner[1] - size)
    for pool in pips:
        box = pygame.Rect(x, y, size, size)
        target.blit(picture(f"icons/{pool.icon}", size), box)
        if pool.left > 1:
            draw_badge(target, look, str(pool.left), box.midright if down else box.midtop, max(10, size * 3 // 4))
        x, y = (x, y + size - 1) if down else (x + size - 1, y)
    return bool(pips)


def draw_dots(target: pygame.Surface, standing: Standing, middle: tuple[int, int], radius: int) -> None:
    """What somebody still has of what is shown as dots, in a row round a ``middle``; what is spent is hollow."""
    pool = next((pool for pool in standing.pools if pool.dots), None)
    if pool is None or not standing.up:
        return
    pitch = 2 * radius + 3
    left = middle[0] - pitch * (pool.full - 1) // 2
    plate = pygame.Rect(0, 0, pitch * pool.full + 4, pitch + 2)
    plate.center = middle
    pygame.draw.rect(target, INK, plate, border_radius=radius + 2)
    for number in range(pool.full):
        spot = left + pitch * number, middle[1]
        pygame.draw.circle(target, TITLE, spot, radius, 0 if number < pool.left else 1)


def draw_badge(target: pygame.Surface, look: Typography, text: str, middle: tuple[int, int], high: int) -> None:
    """A few letters on a small dark plate."""
    font = look.font(max(8, high * 7 // 10), "semibold")
    written = font.render(text, True, TITLE)
    plate = pygame.Rect(0, 0, max(high, written.get_width() + high // 2), high)
    plate.center = middle
    pygame.draw.rect(target, INK, plate.inflate(2, 2), border_radius=high // 3)
    pygame.draw.rect(target, RAISED, plate, border_radius=high // 3)
    target.blit(written, written.get_rect(center=plate.center))
