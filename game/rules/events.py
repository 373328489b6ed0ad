"""Facts: the only writers of state and all that the screen reads; and the kinds by which a ruleset's own are shown.

They carry ids and numbers, nothing live. The ones that write state are here. A ruleset adds events of its own, which
tell and write nothing. What these look and sound like follows from the kinds that they subclass; an event that is of no
kind is a line of the log and nothing more. Some kinds carry fields; others ask for a property or a method, so that each
ruleset keeps the fields and names its book has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NewType

import msgspec

from game.rules.dice import Tally
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
    """Its state, in the ruleset's words: wear, a bow unloaded."""
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
    """Combatant whom the roll tells of besides: who does not know of that one is not told of the roll."""
    read: str = ""
    """Reading of the rules, where that is more than the faces say: "2 successes"."""
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
    """Combatant whom it tells of besides, as for dice."""


class Ruled(Event, frozen=True):
    """The referee decided."""

    topic: str
    ruling: str
    words: str
    """Ruling in a sentence: the question and its answer."""


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


Tint = Literal["plain", "good", "bad", "warn"]
"""How what is said is meant, for its colour."""

Noise = Literal["", "alarm", "dismay"]
"""Noise heard with it: nothing, something sudden, courage that fails."""


class Heading(Event, frozen=True):
    """A stretch of the battle begins or ends: its line of the log stands across the board for a moment."""


class TargetedEvent(Event, frozen=True):
    """An event with an actor and a target; harm that follows counts as the last such actor's."""

    who: Id
    target: Id


class AttackEvent(TargetedEvent, frozen=True):
    """An attack sets out."""

    @property
    def flies(self) -> bool:
        """Whether something flies between the two, as for a shot, however near they are."""
        return False

    @property
    def arm(self) -> str:
        """Weapon or tool, by the key that it has as a thing on the ground; empty if there is nothing to tell."""
        return ""


class Hit(TargetedEvent, frozen=True):
    """An attack goes through: what it does follows."""


class Miss(TargetedEvent, frozen=True):
    """An attack comes to nothing."""

    @property
    def reason(self) -> str:
        """Why, in few words; empty where the dice alone say so."""
        return ""


class DiceSum(TargetedEvent, frozen=True):
    """Sum of an attack's dice, with all that is added to them."""

    @property
    def comes_to(self) -> str:
        """In few words, such as "19 against 15" or "8 damage"."""
        raise NotImplementedError


class HealthEvent(Event, frozen=True):
    """A combatant's health changes: it is harmed, healed or falls."""

    who: Id


class Cause(Event, frozen=True):
    """Cause of harm or healing where nobody attacks: what follows is put down to its source, or to nobody."""

    who: Id

    @property
    def by(self) -> Id | None:
        """Combatant who brought it about, if anybody."""
        raise NotImplementedError


BurstKind = Literal["blast", "fire", "magic"]
"""Look of a burst."""


class Flight(Event, frozen=True):
    """Something flies from a combatant to a place, where it bursts."""

    who: Id

    bursts: ClassVar[BurstKind] = "blast"

    @property
    def landing_place(self) -> Place:
        """Where it comes down."""
        raise NotImplementedError

    @property
    def strays_from(self) -> Place | None:
        """The place it was aimed at, from which it goes on elsewhere; None: it sets out from who threw it."""
        return None


class Check(Event, frozen=True):
    """Dice decide whether a combatant succeeds."""

    who: Id

    @property
    def passed(self) -> bool:
        """Whether it does."""
        raise NotImplementedError

    @property
    def outcome(self) -> tuple[str, Tint]:
        """Outcome in few words, over whoever is tested; no words where another event says so."""
        return ("succeeds", "good") if self.passed else ("fails", "bad")


class OpposedRoll(TargetedEvent, frozen=True):
    """Roll set against another's: some of the dice that counted are cancelled."""

    @property
    def cancelled(self) -> int:
        """How many."""
        raise NotImplementedError

    @property
    def result(self) -> str:
        """The sum in few words: "3 - 1 parried = 2"."""
        raise NotImplementedError


class Exchange(Event, frozen=True):
    """Two combatants give each other a card, or the like."""

    who: Id
    other: Id

    @property
    def gives(self) -> str:
        """Card that the first gives away, in a few letters."""
        raise NotImplementedError

    @property
    def gets(self) -> str:
        """Card that it gets for it."""
        raise NotImplementedError


class ActionEvent(Event, frozen=True):
    """Action of a combatant, in words that are shown above it if they are few."""

    who: Id
    what: str

    tone: ClassVar[Tint] = "plain"
    noise: ClassVar[Noise] = ""


class ReactionEvent(ActionEvent, frozen=True):
    """A deed in answer to somebody else's."""

    tone: ClassVar[Tint] = "warn"
    noise: ClassVar[Noise] = "alarm"


class Magic(ActionEvent, frozen=True):
    """Magic is worked."""

    @property
    def upon(self) -> Id | None:
        """On whom, if it is on somebody."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Notice:
    """A word over a combatant."""

    who: Id | None
    """Nobody: it is only heard."""
    word: str
    tone: Tint = "plain"
    noise: Noise = ""
    cause: bool = False
    """Whether it is why something is lost in the next moment: the number is told in one line with it."""


class NoticeEvent(Event, frozen=True):
    """Something that befalls a combatant and is told over it in a fixed word."""

    def notice(self) -> Notice:
        """The word."""
        raise NotImplementedError


class SpoiledEvent(NoticeEvent, frozen=True):
    """An attack or action of somebody comes to nothing before it is made."""

    who: Id


class FallEvent(HealthEvent, frozen=True):
    """A combatant is out of the fight, whatever health it has left; over it stands how, and the log says why."""

    how: str
    """In the ruleset's word for it, such as "dying" or "surrendered"."""
