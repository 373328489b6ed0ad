"""What sovereign tells the log and the screen. None of these writes state."""

from __future__ import annotations

from typing import Literal

from game.rules.events import Event, Id
from game.rules.tally import Tally

Aim = Literal["harm", "shove", "grapple"]


class SideActs(Event, frozen=True):
    """A side's turn began."""

    side: str
    round: int


class InitiativeRolled(Event, frozen=True):
    """A side's place in the order."""

    side: str
    face: int
    tally: Tally


class AttackDeclared(Event, frozen=True):
    """An attack is about to be rolled."""

    who: Id
    target: Id
    weapon: str
    mode: str
    aim: Aim = "harm"
    action: str = "attack"
    """attack, snap attack, charge, swarm attack, attack of opportunity, whirlwind."""


class AttackRolled(Event, frozen=True):
    """The d20 has fallen; Instants may still change what comes of it."""

    who: Id
    target: Id
    face: int
    tally: Tally
    ac: Tally


class AttackHit(Event, frozen=True):
    """The attack hits, after all Instants."""

    who: Id
    target: Id


class AttackMissed(Event, frozen=True):
    """The attack misses, after all Instants."""

    who: Id
    target: Id


class AttackSpoiled(Event, frozen=True):
    """An attack or action that came to nothing before it was resolved."""

    who: Id
    why: str
    rule: str = ""


class DamageRolled(Event, frozen=True):
    """Damage of a hit."""

    who: Id
    target: Id
    faces: int
    tally: Tally
    dealt: int
    least: int = 0
    """The Shock a miss would have done: a hit never does less (E-67)."""


class ShockDealt(Event, frozen=True):
    """A miss that harmed all the same."""

    who: Id
    target: Id
    tally: Tally
    points: int


class ShockTurned(Event, frozen=True):
    """A shield ignored the round's first Shock."""

    who: Id
    target: Id


class Harmed(Event, frozen=True):
    """Hit points were lost."""

    who: Id
    amount: int
    left: int
    source: Id | None = None


class Healed(Event, frozen=True):
    """Hit points came back."""

    who: Id
    amount: int
    left: int


class Fell(Event, frozen=True):
    """A combatant is out of the fight."""

    who: Id
    how: Literal["dead", "mortally injured", "knocked out", "surrendered", "executed"]


class Reacted(Event, frozen=True):
    """An Instant, an attack of opportunity, a screen."""

    who: Id
    what: str
    rule: str
    against: Id | None = None


class Checked(Event, frozen=True):
    """A skill check or saving throw."""

    who: Id
    what: str
    faces: int
    tally: Tally
    needed: int
    passed: bool
    rule: str


class Did(Event, frozen=True):
    """An action that is told in a sentence: "Annora disengages"."""

    who: Id
    what: str
    rule: str
    other: Id | None = None


class Broke(Event, frozen=True):
    """Courage fails: one combatant's, or a whole side's."""

    side: str
    who: Id | None
    why: str
    rule: str
