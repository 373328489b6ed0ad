"""Animations as data: movement, effects and sounds; how fast; and how tokens are drawn while they move.

Walks, dice and words are gone through faster than the moment of impact, in which is seen what they come to. The longer
a side takes, the faster all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum, pi, sin, sqrt
from typing import Literal

from game.rules.events import BurstKind, Event, Heading, Id, RoundBegan, Tint
from game.rules.standing import Bar
from game.scene.board_geometry import Spot

MotionKind = Literal["walk", "lunge", "recoil", "sidestep", "fall", "appear", "vanish"]


@dataclass(frozen=True, slots=True)
class Motion:
    """A token moves for a while; places are top left corners in cells."""

    kind: MotionKind
    who: Id
    start: Spot
    end: Spot
    """Where a walk ends, how far a lunge goes; from there a recoil is thrown away, a sidestep steps out of that way."""
    length: float
    """Seconds, with ``freeze``."""
    by: tuple[Spot, ...] = ()
    """Spots that a walk leads by."""
    after: float = 0.0
    """Seconds until it begins."""
    freeze: float = 0.0
    """Seconds for which it stands still at the touch: a lunge at its far point, whoever is struck where it stands."""


EffectKind = Literal[
    "text", "arrow", "stuck", "bolt", "card", "dice", "banner", "progress", "impact", "shield", "drain", BurstKind
]

CARRIERS: tuple[EffectKind, ...] = ("arrow", "bolt", "blast")
"""Effects on their way to a touch: they keep the animation's time, however fast that is played."""


@dataclass(frozen=True, slots=True)
class VisualEffect:
    """Something seen for a while that is no token."""

    kind: EffectKind
    at: Spot
    text: str = ""
    to: Spot | None = None
    tone: Tint = "plain"
    length: float = 1.0
    """Seconds."""
    after: float = 0.0
    """Seconds until it begins."""
    faces: tuple[str, ...] = ()
    """Of dice and cards: what they show; ``text`` is what the rules read in them."""
    faint: tuple[int, ...] = ()
    """Those of the faces that count for nothing."""
    filled: tuple[int, ...] = ()
    """Those that are counted, where dice are counted."""
    struck: tuple[int, ...] = ()
    """Those of the counted ones that somebody else's dice have cancelled."""
    aside: tuple[int, ...] = ()
    """Those that are read for themselves, such as a die of luck."""
    sides: tuple[int, ...] = ()
    """Of each die, where the faces are of dice."""
    bars: tuple[tuple[Bar, Bar], ...] = ()
    """Of somebody, each as it was and as it is now: what drains away is marked where it was lost."""
    extent: float = 1.0
    """How large the token is that they belong to, in cells."""
    who: Id | None = None
    """Over whom a text stands."""
    side: str = ""
    """Of progress: whose it is."""
    cause: bool = False
    """Of a text: whether it is why of the number that follows."""

    def beside(self, other: VisualEffect) -> bool:
        """Whether it lies with the other's dice or cards, having been thrown by the same body."""
        return self.kind == other.kind == "dice" and self.at == other.at

    def read_as(self, reading: DiceReading) -> VisualEffect:
        """The same dice, some of those that counted struck through, and what they come to."""
        return replace(self, struck=self.filled[: reading.cancelled], text=reading.text, length=reading.length)


@dataclass(frozen=True, slots=True)
class DiceReading:
    """Sum or reading of dice that lie on the board."""

    at: Spot
    """Where they lie; of several throws there the last is meant."""
    text: str
    length: float
    """Seconds that they lie there from now on."""
    cancelled: int = 0
    """How many of those that count others have cancelled."""
    against: Spot | None = None
    """Where those others lie, if there are any: they stay as long."""


@dataclass(frozen=True, slots=True)
class Animation:
    """Animation of one event; the next follows after ``hold`` seconds."""

    hold: float = 0.0
    motions: tuple[Motion, ...] = ()
    effects: tuple[VisualEffect, ...] = ()
    sound: str = ""
    """Heard as it begins."""
    touch: float | None = None
    """Seconds until the scene takes the event: the moment of impact. None: it does as the animation ends."""
    struck: str = ""
    """Heard at the touch."""
    reading: DiceReading | None = None


NOTHING = Animation()


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


BRISK, IMPACT = 2.8, 1.25
"""How much faster than one's own deeds: all that leads up to an impact, and the impact."""
PATIENCE = 2.6
"""Seconds after which it goes faster, with the square of the time: no turn takes long, however much is done."""


class Pace:
    """Of one playhead: whether others act, and for how long."""

    def __init__(self) -> None:
        self._spent: float | None = None
        """Seconds for which others have acted; None: they do not, or all is to be seen as it comes."""

    def follow(self, *, brisk: bool) -> None:
        """Whether what is shown from now on is done by others, and not to be waited for."""
        if not brisk:
            self._spent = None
        elif self._spent is None:
            self._spent = 0.0

    def begin(self, event: Event) -> None:
        """An event is about to be shown. A round gives others their time anew, and so does a turn with a heading."""
        if self._spent is not None and isinstance(event, RoundBegan | Heading):
            self._spent = 0.0

    def spend(self, seconds: float) -> None:
        """Time has passed."""
        if self._spent is not None:
            self._spent += seconds

    def rate(self, animation: Animation | None) -> float:
        """How much faster than its length says an animation is played."""
        if animation is None or self._spent is None:
            return 1.0
        return (BRISK if animation.touch is None else IMPACT) * max(1.0, (self._spent / PATIENCE) ** 2)
