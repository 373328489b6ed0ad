"""Facts. Events are the only writers of state and all that the screen reads; they carry ids and numbers, nothing live.

The ones that write state are here. A ruleset adds events of its own, which tell and write nothing. What these look and
sound like follows from what they are: see ``game.rules.event_kinds``.
"""

from __future__ import annotations

from typing import Any, Literal, NewType

import msgspec

from game.rules.tally import Tally
from game.spatial.places import Place

Id = NewType("Id", str)
"""Names one combatant for a whole battle."""

MoveKind = Literal["walk", "push", "drag", "throw", "fall", "flee", "pursuit"]


class Event(msgspec.Struct, frozen=True, tag=True):
    """A fact."""


class Moved(Event, frozen=True):
    """A combatant changed place."""

    who: Id
    start: Place
    end: Place
    how: MoveKind = "walk"


class Changed(Event, frozen=True):
    """Fields of a combatant's sheet took new values, be it on the map or gone from it."""

    who: Id
    changes: dict[str, Any]


class TurnChanged(Event, frozen=True):
    """Fields of the turn record took new values."""

    changes: dict[str, Any]


class Left(Event, frozen=True):
    """A combatant is no longer on the map."""

    who: Id
    why: str


class EdgeChanged(Event, frozen=True):
    """A door or portcullis opened or shut."""

    edge: str
    open: bool
    who: Id | None = None


class ThingPlaced(Event, frozen=True):
    """Something lies on the ground now."""

    id: str
    key: str
    at: Place
    marks: dict[str, int] = {}
    """What has become of it, in the ruleset's words: wear, a bow unloaded."""
    own: dict[str, Any] = {}
    """Fields of its kind in the ruleset's data that are otherwise with this one: its name, what it adds to damage."""


class ThingTaken(Event, frozen=True):
    """Something no longer lies on the ground."""

    id: str


class Rolled(Event, frozen=True):
    """Dice were rolled."""

    dice: str
    faces: tuple[int, ...]
    why: str
    who: Id | None = None
    about: Id | None = None
    """Whom else the roll tells of: who does not know of that one is not told of the roll."""
    read: str = ""
    """What the rules read, where that is more than the faces say: "2 successes"."""
    idle: tuple[int, ...] = ()
    """Dice that count for nothing as they lie, by their place among the faces."""
    aside: tuple[int, ...] = ()
    """Dice that are read for themselves, such as a die of luck, by their place among the faces."""


class Drawn(Event, frozen=True):
    """A card or lot was drawn."""

    card: str
    left: int
    """How many there were to draw from."""
    why: str
    who: Id | None = None
    about: Id | None = None
    """Whom else it tells of, as for dice."""


class Ruled(Event, frozen=True):
    """The referee decided."""

    topic: str
    ruling: str
    words: str
    """What was asked and what is the case, in a sentence."""


class RoundBegan(Event, frozen=True):
    """A round started."""

    number: int


class Said(Event, frozen=True):
    """A line for the log that needs no event of its own."""

    text: str
    who: Id | None = None
    rule: str = ""


class Counted(Event, frozen=True):
    """A total that mattered, with its terms."""

    who: Id
    what: str
    tally: Tally
    against: int | None = None


class Appeared(Event, frozen=True):
    """A side came to know of a combatant. Made for that side by ``game.rules.visibility``; never part of a battle."""

    who: Id
    at: Place


class Vanished(Event, frozen=True):
    """A side no longer knows where a combatant is. Made like Appeared."""

    who: Id


class Ended(Event, frozen=True):
    """The battle is over."""

    winner: str | None
    why: str
