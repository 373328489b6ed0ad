"""The signs of starts on a map: every side has a colour and a shape of its own, so that no eye needs the colours."""

from __future__ import annotations

from collections.abc import Collection
from math import cos, pi, sin
from typing import NamedTuple

import pygame

from game.view.board.chart_signs import OTHERS, SIDES
from game.view.widgets.theme import INK, Colour


class StartSign(NamedTuple):
    """What marks a cell on which a side starts."""

    colour: Colour
    corners: int
    """Of its shape; 0 for a disc."""
    turn: float
    """Of its first corner, clockwise from the top, in turns."""


_SHAPES = ((0, 0.0), (4, 0.0), (4, 0.125), (3, 0.0))
"""A disc, a diamond, a square and a triangle: party, foe, third and fourth."""

_OTHER_SHAPES = ((3, 0.5), (5, 0.0), (6, 0.0), (8, 0.0625))
"""A triangle on its head, and what has five, six and eight corners."""

STARTS = {side: StartSign(SIDES[side], *shape) for side, shape in zip(SIDES, _SHAPES, strict=True)}


def start_sign(side: str, sides: Collection[str]) -> StartSign:
    """The sign of a side; ``sides`` are all that start on the map, in any order."""
    if side in STARTS:
        return STARTS[side]
    others = sorted({*sides, side} - STARTS.keys())
    at = others.index(side)
    return StartSign(OTHERS[at % len(OTHERS)], *_OTHER_SHAPES[at % len(_OTHER_SHAPES)])


def draw_start_sign(
    target: pygame.Surface, sign: StartSign, at: tuple[int, int], radius: int, line: int, *, hollow: bool = False
) -> None:
    """Draw a sign round a pixel, with a dark rim; ``line`` pixels is its outline thick if it is ``hollow``."""
    if not sign.corners:
        pygame.draw.circle(target, INK, at, radius + 1, line + 2 if hollow else 0)
        pygame.draw.circle(target, sign.colour, at, radius, line if hollow else 0)
        return
    reach = radius * (1.25 if sign.corners < 5 else 1.1)  # corners stand out as far as a disc is large to the eye
    for colour, far, thick in ((INK, reach + 2, line + 3), (sign.colour, reach, line)):
        turns = [2 * pi * (sign.turn + number / sign.corners) for number in range(sign.corners)]
        points = [(at[0] + far * sin(turn), at[1] - far * cos(turn)) for turn in turns]
        pygame.draw.polygon(target, colour, points, thick if hollow else 0)
