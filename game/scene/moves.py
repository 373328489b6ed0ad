"""What is played for an event: movement of tokens, effects, sounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from game.rules.events import BurstKind, Id, Tint
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
"""What is under way to a touch: it keeps the animation's time, however fast that is played."""


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
    """What dice that lie on the board come to."""

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
    """What to play for one event; the next follows after ``hold`` seconds."""

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
