"""How tokens are drawn while they move: from a motion and its age to a place, a turn, a light."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import fsum, pi, sin, sqrt

from game.scene.board_geometry import Spot
from game.scene.moves import Motion

DRAW = 0.09
"""Seconds in which a lunge draws back."""
BACK = 0.18
"""Seconds in which a lunge returns."""
FLASH = 0.07
"""Seconds for which whoever is struck is white."""
KNOCK = 0.07
"""Seconds in which whoever is struck is thrown back; it returns more slowly."""

DRAWN, KNOCKED, ASIDE, TREMBLE = 0.12, 0.2, 0.3, 0.025
"""Cells: a lunge draws back, a recoil goes away, a sidestep makes room, whoever is struck trembles in the freeze."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a token is drawn at this moment."""

    at: Spot
    """Its top left corner, in cells."""
    alpha: float = 1.0
    fallen: float | None = None
    """How far it has fallen, from 0 to 1; None: it isn't falling."""
    flash: float = 0.0
    """How white it is, from 0 to 1."""
    still: Spot | None = None
    """Where it stands, if it only moves for show; None: where it is drawn."""


def pose_of(motion: Motion, age: float, still: Spot) -> Pose:
    """The pose ``age`` seconds after a motion began, of a token that stands at ``still``."""
    share = min(1.0, max(0.0, age / motion.length)) if motion.length else 1.0
    match motion.kind:
        case "walk":
            return Pose(along((motion.start, *motion.by, motion.end), share))
        case "lunge":
            return Pose(off(still, direction(motion.start, motion.end), _lunged(motion, age)), still=still)
        case "recoil":
            return _recoiling(motion, age, still)
        case "sidestep":
            x, y = direction(motion.start, motion.end)
            return Pose(off(still, (-y, x), ASIDE * sin(pi * share)), still=still)
        case "fall":
            fallen = max(0.0, age - motion.freeze) / max(0.01, motion.length - motion.freeze)
            pose = _recoiling(motion, age, still)
            return Pose(pose.at, 1.0, min(1.0, fallen) ** 2, pose.flash, still)
        case "appear":
            return Pose(still, share)
        case "vanish":
            return Pose(still, 1 - share)


def _lunged(motion: Motion, age: float) -> float:
    """Cells towards the target; below 0 while it draws back."""
    far = distance(motion.start, motion.end)
    if age < DRAW:
        return -DRAWN * sin(pi / 2 * age / DRAW)
    forth = motion.length - motion.freeze - DRAW - BACK
    if age < DRAW + forth:
        share = (age - DRAW) / forth
        return -DRAWN + (far + DRAWN) * share * share
    left = (age - DRAW - forth - motion.freeze) / BACK
    return far if left <= 0 else far * (1 - min(1.0, left)) ** 2


def _recoiling(motion: Motion, age: float, still: Spot) -> Pose:
    flash = 1.0 if 0 <= age < FLASH else max(0.0, 1 - (age - FLASH) / FLASH) if age >= FLASH else 0.0
    way = direction(motion.end, motion.start)
    if age < motion.freeze:
        trembling = TREMBLE * (1 if int(age / 0.02) % 2 else -1)
        return Pose(off(still, (-way[1], way[0]), trembling), flash=flash, still=still)
    gone, back = age - motion.freeze, max(0.01, motion.length - motion.freeze - KNOCK)
    share = gone / KNOCK if gone < KNOCK else max(0.0, 1 - (gone - KNOCK) / back) ** 2
    return Pose(off(still, way, KNOCKED * share), flash=flash, still=still)


def distance(start: Spot, end: Spot) -> float:
    """Cells between two spots."""
    x, y = end[0] - start[0], end[1] - start[1]
    return sqrt(x * x + y * y)


def direction(start: Spot, end: Spot) -> Spot:
    """From a spot to another, one cell long; none where they are the same."""
    far = distance(start, end)
    return ((end[0] - start[0]) / far, (end[1] - start[1]) / far) if far else (0.0, 0.0)


def off(spot: Spot, way: Spot, cells: float) -> Spot:
    """The spot so many cells from another in a direction."""
    return spot[0] + way[0] * cells, spot[1] + way[1] * cells


def along(spots: tuple[Spot, ...], share: float) -> Spot:
    """The spot after a share of a way from spot to spot."""
    legs = [max(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in pairwise(spots)]
    left = share * fsum(legs)
    for leg, long in zip(pairwise(spots), legs, strict=True):
        if left < long:
            return between(*leg, left / long)
        left -= long
    return spots[-1]


def between(start: Spot, end: Spot, share: float) -> Spot:
    """The spot after a share of the straight way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
