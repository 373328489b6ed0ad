"""What is played for an event: movement of a token, effects, a sound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from game.rules.event_kinds import BurstKind, Tint
from game.rules.events import Id
from game.rules.standing import Bar
from game.scene.board_geometry import Spot


@dataclass(frozen=True, slots=True)
class Motion:
    """A token moves for a while; places are top left corners in cells."""

    kind: Literal["walk", "lunge", "shake", "fall", "appear", "vanish"]
    who: Id
    start: Spot
    end: Spot
    length: float
    """Seconds."""
    by: tuple[Spot, ...] = ()
    """Spots that a walk leads by."""


@dataclass(frozen=True, slots=True)
class VisualEffect:
    """Something seen for a while that is no token."""

    kind: Literal["text", "arrow", "card", "dice", "banner", "progress", "burst", "drain", BurstKind]
    at: Spot
    text: str = ""
    to: Spot | None = None
    tone: Tint = "plain"
    length: float = 1.0
    """Seconds."""
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
    """Of somebody with several, each as it was and as it is now: what drains away lights up where it was lost."""
    extent: float = 1.0
    """How large the token is that they belong to, in cells."""
    who: Id | None = None
    """Over whom a text stands."""
    side: str = ""
    """Of progress: whose it is."""

    def beside(self, other: VisualEffect) -> bool:
        """Whether it lies with the other's dice or cards, having been thrown by the same body."""
        return self.kind == other.kind == "dice" and self.at == other.at

    def cancelled(self, by: Cancelling) -> VisualEffect:
        """The same dice, some of those that counted struck through, and the sum that is left."""
        return replace(self, struck=self.filled[: by.dice], text=by.text, length=by.length)


@dataclass(frozen=True, slots=True)
class Cancelling:
    """Dice that lie on the board are set against others that lie there."""

    at: Spot
    """Where the dice lie of which some are cancelled."""
    against: Spot
    """Where those lie that cancel them."""
    dice: int
    text: str
    length: float = 1.5
    """Seconds that all of them lie there from now on."""


@dataclass(frozen=True, slots=True)
class Animation:
    """What to play for one event. The scene changes, and the next event follows, after ``hold`` seconds."""

    hold: float = 0.0
    motion: Motion | None = None
    effects: tuple[VisualEffect, ...] = ()
    sound: str = ""
    cancelling: Cancelling | None = None


NOTHING = Animation()
