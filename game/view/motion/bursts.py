"""Blasts, magic and fire: what is seen of them for a moment, drawn from how much of the moment is over."""

from __future__ import annotations

from math import cos, pi, sin

import pygame

from game.scene.animations import BURST, RING
from game.view.widgets.theme import Colour, Pixel, shade

FIRE: tuple[Colour, ...] = ((255, 236, 160), (255, 176, 60), (224, 88, 24))
"""From the heart of a flame outwards."""

SMOKE: Colour = (70, 64, 60)

SPELL: tuple[Colour, ...] = ((250, 240, 255), (196, 160, 255), (120, 84, 220))

SPARKS = 11
MOTES = 9
TONGUES = 6


def draw_blast(target: pygame.Surface, middle: Pixel, zoom: int, share: float) -> None:
    """A flash, a ring that grows out of it, and a ball of fire that opens into smoke and throws sparks.

    ``zoom`` is pixels of a cell.
    """
    grown = 1 - (1 - share) ** 3
    wide = round(zoom * (0.4 + 1.05 * grown))
    cloud = pygame.Surface((2 * wide + 2, 2 * wide + 2), pygame.SRCALPHA)
    fade = round(240 * (1 - share * share))
    for ring, part in enumerate((1.0, 0.74, 0.45)):
        tone = shade(FIRE[2 - ring], SMOKE, min(1.0, 1.3 * share))
        pygame.draw.circle(cloud, (*tone, fade), (wide, wide), max(1, round(wide * part * (1 - 0.3 * share * ring))))
    if share < 0.12:
        pygame.draw.circle(cloud, (255, 255, 255, 255), (wide, wide), round(wide * 0.9))
    target.blit(cloud, (middle[0] - wide, middle[1] - wide))
    radius, line = round(zoom * RING * BURST * share), round(zoom * 0.16 * (1 - 3 * share))
    if line > 0 and radius > 0:
        pygame.draw.circle(target, FIRE[0], middle, radius + line, line + 2)
    for number in range(SPARKS):
        angle, far = 2.4 * number, zoom * (0.4 + 1.3 * grown) * (0.75 + 0.25 * ((number * 7) % 5) / 4)
        spot = round(middle[0] + far * cos(angle)), round(middle[1] + far * sin(angle))
        pygame.draw.circle(target, shade(FIRE[0], FIRE[2], share), spot, max(1, round(zoom * 0.05 * (1 - share)) + 1))


def draw_magic(target: pygame.Surface, middle: Pixel, zoom: int, share: float) -> None:
    """A ring of runes' light that closes in, and motes that rise round it."""
    fade = round(255 * min(1.0, 3 * share, 2 * (1 - share)))
    wide = zoom
    glow = pygame.Surface((2 * wide, 3 * wide), pygame.SRCALPHA)
    radius = round(zoom * (0.72 - 0.22 * share))
    low = 2 * wide
    pygame.draw.ellipse(
        glow, (*SPELL[1], fade), pygame.Rect(wide - radius, low - radius // 2, 2 * radius, radius), max(2, zoom // 20)
    )
    for number in range(MOTES):
        turned = 2 * pi * (number / MOTES + 0.6 * share)
        rise = (share * 1.3 + number / MOTES) % 1.0
        spot = round(wide + radius * 0.9 * cos(turned)), round(low + radius * 0.42 * sin(turned) - rise * zoom * 1.2)
        size = max(2, round(zoom * 0.06 * (1.2 - rise)))
        pygame.draw.circle(glow, (*SPELL[2], fade // 2), spot, size + 2)
        pygame.draw.circle(glow, (*SPELL[0], fade), spot, size)
    target.blit(glow, (middle[0] - wide, middle[1] - low + zoom // 4))


def draw_flames(target: pygame.Surface, middle: Pixel, zoom: int, share: float) -> None:
    """Tongues of fire that lick up over somebody."""
    fade = round(230 * min(1.0, 4 * share, 2 * (1 - share)))
    wide = zoom
    fire = pygame.Surface((2 * wide, 2 * wide), pygame.SRCALPHA)
    foot = round(wide * 1.42)
    for ring, part in enumerate((1.0, 0.7, 0.4)):
        for number in range(TONGUES):
            across = wide + round(zoom * 0.11 * (number - (TONGUES - 1) / 2))
            lick = 0.6 + 0.4 * sin(2 * pi * (2.5 * share + number * 0.37))
            high = zoom * 0.75 * lick * part * (1 - 0.14 * abs(number - (TONGUES - 1) / 2))
            half = zoom * 0.11 * part
            tip = across + round(zoom * 0.06 * sin(2 * pi * (2 * share + 0.21 * number))), round(foot - high)
            pygame.draw.polygon(fire, (*FIRE[2 - ring], fade), [(across - half, foot), tip, (across + half, foot)])
    target.blit(fire, (middle[0] - wide, middle[1] - wide))
