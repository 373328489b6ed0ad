"""What murdham tells the log and the screen. None of these writes state."""

from __future__ import annotations

from typing import Literal

from game.rules.events import Event, Id
from game.spatial.places import InZone

Aim = Literal["harm", "disarm", "grapple", "final blow"]
Mode = Literal["melee", "ranged", "indirect"]
How = Literal["attack", "counter", "opportunity"]


class PhaseBegan(Event, frozen=True):
    """The ambushers' bonus turn, the fast or the slow phase begins, or morale is tested."""

    phase: str
    threshold: int = 0


class SideLeads(Event, frozen=True):
    """Which side acts first this round, by the choice of the one that holds initiative."""

    side: str
    initiative: str


class Passed(Event, frozen=True):
    """A side passed."""

    side: str


class TurnBegan(Event, frozen=True):
    """A combatant takes its turn."""

    who: Id
    bonus: bool = False
    """The bonus turn of an ambush."""


class AttackDeclared(Event, frozen=True):
    """An attack is about to be made on somebody."""

    who: Id
    target: Id
    weapon: str
    mode: Mode
    aim: Aim = "harm"
    how: How = "attack"
    held_back: bool = False


class BlastThrown(Event, frozen=True):
    """An attack on a whole zone is about to be made."""

    who: Id
    place: InZone
    weapon: str
    how: How = "attack"
    sweep: bool = False
    """A blow all around at those smaller."""


class BlastDeviated(Event, frozen=True):
    """A blast that missed goes to a neighbouring zone."""

    who: Id
    aimed: InZone
    place: InZone
    face: int


class Saved(Event, frozen=True):
    """A save: a d20 at most the ability's score."""

    who: Id
    what: str
    ability: str
    score: int
    face: int
    passed: bool
    rule: str


class GroupSaved(Event, frozen=True):
    """One d20 for a whole group, against each member's own score."""

    what: str
    ability: str
    face: int
    passed: tuple[Id, ...]
    failed: tuple[Id, ...]
    rule: str
    about: Id | None = None
    """Who in hiding might have been noticed: a side that does not know of it is not told of the save."""


class AttackHit(Event, frozen=True):
    """The attack goes through, after all reactions."""

    who: Id
    target: Id


class AttackMissed(Event, frozen=True):
    """The attack misses, or was dodged, or came to nothing."""

    who: Id
    target: Id
    why: str
    rule: str


class Reacted(Event, frozen=True):
    """A reaction was taken: "dodges", "counters", "guards", "hides behind", "strikes at the passing"."""

    who: Id
    what: str
    rule: str
    other: Id | None = None


class StuntOffered(Event, frozen=True):
    """The attacker proposed something else instead of damage."""

    who: Id
    target: Id
    stunt: str
    accepted: bool


class DamageRolled(Event, frozen=True):
    """The damage of one attack on one target."""

    who: Id
    target: Id
    die: str
    rolls: tuple[tuple[int, ...], ...]
    """The faces of the one roll, or of both where it was impaired or enhanced; each with its explosions."""
    net: int
    """Enhancements less impairments."""
    circumstances: tuple[str, ...]
    """What impaired or enhanced it, each with its rule, such as "bare hands (A-35)"."""
    rolled: int
    """Damage before armour, with the attacker's size in it."""
    armour: tuple[tuple[str, int], ...]
    """What protected the target, by name."""
    dealt: int


class Harmed(Event, frozen=True):
    """Health was lost."""

    who: Id
    amount: int
    left: int
    source: Id | None = None


class Healed(Event, frozen=True):
    """Health came back."""

    who: Id
    amount: int
    left: int


class Fell(Event, frozen=True):
    """A combatant is out of the fight."""

    who: Id
    how: Literal["killed", "dying", "incapacitated", "destroyed", "surrendered", "bled to death", "final blow"]


class Afflicted(Event, frozen=True):
    """A condition began: "frightened of", "stunned", "entangled", "grabbed by", "tripped", "poisoned", an injury."""

    who: Id
    what: str
    rule: str
    other: Id | None = None


class Freed(Event, frozen=True):
    """A condition ended."""

    who: Id
    what: str
    rule: str
    other: Id | None = None


class Did(Event, frozen=True):
    """Something a combatant did that has no event of its own."""

    who: Id
    what: str
    rule: str
    other: Id | None = None


class Spotted(Event, frozen=True):
    """A concealed combatant was revealed."""

    who: Id
    why: str


class Hid(Event, frozen=True):
    """A combatant is concealed now."""

    who: Id


class MoraleTested(Event, frozen=True):
    """A group or a lone fighter must test its morale."""

    side: str
    why: str
    rule: str


class Wore(Event, frozen=True):
    """A piece of gear suffered; ``who`` has it, or nobody."""

    who: Id | None
    item: str
    what: Literal["damaged", "destroyed"]
    rule: str


class OmenSpent(Event, frozen=True):
    """An omen turned something."""

    who: Id
    what: str
