"""Arrows, bolts of magic, sparks and shields: what is seen as one strikes at another. ``zoom``: pixels of a cell."""

from __future__ import annotations

from math import atan2, cos, pi, sin

import pygame

from game.view.motion.bursts import SPELL
from game.view.widgets.theme import INK, REACH, WHITE, Colour, Pixel

SHAFT: Colour = (200, 160, 90)
HEAD: Colour = (220, 225, 232)
FEATHER: Colour = (222, 84, 62)
STAR: tuple[Colour, Colour] = ((255, 214, 84), WHITE)
"""Of a spark, from its rim inwards."""
STREAKS = 9
RAYS = 8
STRIKES = 0.35
"""The share of a spark's time in which its star is seen."""


def draw_arrow(target: pygame.Surface, start: Pixel, end: Pixel, zoom: int, share: float, fade: float = 0.0) -> None:
    """An arrow on its way, or where it struck; ``fade``: how far it is gone, from 0 to 1."""
    a, b = pygame.Vector2(start), pygame.Vector2(end)
    if a == b:
        return
    way = (b - a).normalize()
    tip, side = a + (b - a) * share, way.rotate(90)
    long = zoom * 0.52 * (1 - max(0.0, fade - 0.6) / 0.4)
    if fade:  # it trembles where it sticks
        way = way.rotate(9 * sin(40 * fade) * max(0.0, 1 - 4 * fade))
        side = way.rotate(90)
    else:
        trail = min(zoom * 1.1, (tip - a).length())
        for part, width in ((1.0, 1), (0.6, 3)):
            pygame.draw.line(target, WHITE, tip - way * trail * part, tip - way * long, max(1, width * zoom // 64))
    tail = tip - way * long
    if long < 4:
        return
    thick = max(2, zoom // 18)
    pygame.draw.line(target, INK, tail, tip, thick + 4)
    pygame.draw.line(target, SHAFT, tail, tip, thick)
    for turn in (1, -1):
        vane = [tail, tail + way * zoom * 0.14, tail + way * zoom * 0.06 + side * turn * zoom * 0.09]
        pygame.draw.polygon(target, FEATHER, vane)
        pygame.draw.polygon(target, INK, vane, 1)
    if not fade:
        broad = zoom * 0.09
        pygame.draw.polygon(target, INK, [tip + way * broad * 2.2, tip + side * broad * 1.5, tip - side * broad * 1.5])
        pygame.draw.polygon(target, HEAD, [tip + way * broad * 1.5, tip + side * broad, tip - side * broad])


def draw_bolt(target: pygame.Surface, start: Pixel, end: Pixel, zoom: int, share: float) -> None:
    """A ball of light with a tail that crosses over, rising a little on its way."""
    wide = max(6, round(zoom * 0.36))
    glow = pygame.Surface((2 * wide, 2 * wide), pygame.SRCALPHA)
    for part, tone, alpha in ((1.0, SPELL[2], 60), (0.66, SPELL[1], 150), (0.36, SPELL[0], 255)):
        pygame.draw.circle(glow, (*tone, alpha), (wide, wide), round(wide * part))
    for late, size in ((0.24, 0.35), (0.16, 0.5), (0.08, 0.75), (0.0, 1.0)):
        at = max(0.0, share - late)
        x = start[0] + (end[0] - start[0]) * at
        y = start[1] + (end[1] - start[1]) * at - zoom * 0.5 * at * (1 - at)
        ball = glow if size == 1.0 else pygame.transform.smoothscale_by(glow, size)
        target.blit(ball, ball.get_rect(center=(round(x), round(y))))


def draw_spark(target: pygame.Surface, middle: Pixel, source: Pixel | None, zoom: int, share: float) -> None:
    """A star where a blow touches, and streaks that fly on, away from where it came from."""
    onward = 0.0 if source is None else atan2(middle[1] - source[1], middle[0] - source[0])
    spread = 2 * pi if source is None else 1.25 * pi
    far = 1 - (1 - share) ** 2
    for number in range(STREAKS):
        angle = onward + spread * (number / (STREAKS - 1) - 0.5)
        reach = zoom * (0.3 + 0.62 * far) * (0.7 + 0.3 * ((number * 5) % 4) / 3)
        long = zoom * 0.26 * (1 - share)
        way = pygame.Vector2(cos(angle), sin(angle))
        start, end = middle + way * max(0.0, reach - long), middle + way * reach
        width = max(1, round(zoom * 0.05 * (1 - share)))
        pygame.draw.line(target, INK, start, end, width + 2)
        pygame.draw.line(target, STAR[0], start, end, width)
    shown = 1 - share / STRIKES
    if shown <= 0:
        return
    for size, colour in ((0.52, INK), (0.45, STAR[0]), (0.27, STAR[1])):
        outer = zoom * size * (0.55 + 0.45 * shown)
        points = []
        for corner in range(2 * RAYS):
            turn = onward + pi * corner / RAYS
            radius = outer * (0.42 if corner % 2 else 1.0 if corner % 4 == 0 else 0.72)
            points.append((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)))
        pygame.draw.polygon(target, colour, points)


def draw_shield(target: pygame.Surface, middle: Pixel, source: Pixel | None, zoom: int, share: float) -> None:
    """A curved pane of light between a body and what comes at it; it flares and fades."""
    towards = -pi / 2 if source is None else atan2(source[1] - middle[1], source[0] - middle[0])
    fade = round(255 * min(1.0, 2 * (1 - share)))
    wide = round(zoom * 0.95)
    pane = pygame.Surface((2 * wide, 2 * wide), pygame.SRCALPHA)
    back = wide - cos(towards) * zoom * 0.4, wide - sin(towards) * zoom * 0.4
    swell = 1 + 0.12 * min(1.0, 5 * share)

    def arc(radius: float, half: float) -> list[tuple[float, float]]:
        turns = [towards + half * (step / 8 - 1) for step in range(17)]
        return [(back[0] + radius * swell * cos(turn), back[1] + radius * swell * sin(turn)) for turn in turns]

    for inner, outer, half, tone in (
        (0.4, 0.66, 1.08, INK),
        (0.43, 0.63, 1.0, REACH),
        (0.55, 0.6, 0.94, WHITE),
    ):
        rim = [*arc(zoom * outer, half), *reversed(arc(zoom * inner, half))]
        pygame.draw.polygon(pane, (*tone, fade), rim)
    if share < 0.25:
        pygame.draw.polygon(pane, (*WHITE, fade), [*arc(zoom * 0.63, 1.0), *reversed(arc(zoom * 0.43, 1.0))])
    target.blit(pane, (middle[0] - wide, middle[1] - wide))
