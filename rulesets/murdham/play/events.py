"""Events of murdham's for the log and the screen, beside the facts of the kit. None of these writes state."""

from __future__ import annotations

from typing import ClassVar, Literal

from game.kit import facts
from game.kit.facts import AttackHit as AttackHit
from game.kit.facts import AttackMissed as AttackMissed
from game.kit.facts import Cast as Cast
from game.kit.facts import Did as Did
from game.kit.facts import Fell as Fell
from game.kit.facts import Harmed as Harmed
from game.kit.facts import Healed as Healed
from game.kit.facts import PointsRolled as PointsRolled
from game.kit.facts import Reacted as Reacted
from game.rules.events import (
    ActionEvent,
    Check,
    DiceSum,
    Event,
    Flight,
    Heading,
    Id,
    Notice,
    NoticeEvent,
    TargetedEvent,
    Tint,
)
from game.spatial.places import InZone, ZonePlace

Aim = Literal["harm", "disarm", "grapple", "final blow"]
Mode = Literal["melee", "ranged", "indirect"]
How = Literal["attack", "counter", "opportunity"]


class PhaseBegan(Heading, frozen=True):
    """The ambushers' bonus turn, the fast or the slow phase begins, or morale is tested."""

    phase: str
    threshold: int = 0


class InitiativeDrawn(Event, frozen=True):
    """A die says which side began the fight, and so has the initiative."""

    side: str
    dice: str
    face: int


class SideLeads(Event, frozen=True):
    """Which side acts first this round, by the choice of the one that holds initiative."""

    side: str
    initiative: str


class Passed(Heading, frozen=True):
    """A side passed."""

    side: str


class TurnBegan(facts.TurnBegan, frozen=True):
    """A combatant takes its turn."""

    bonus: bool = False
    """The bonus turn of an ambush."""


class AttackDeclared(facts.AttackDeclared, frozen=True):
    """An attack is about to be made on somebody."""

    mode: Mode
    aim: Aim = "harm"
    how: How = "attack"
    held_back: bool = False
    item: str = ""
    """disarm: the weapon to be dropped."""


class BlastThrown(Flight, frozen=True):
    """An attack on a whole zone is about to be made."""

    place: InZone
    weapon: str
    how: How = "attack"
    sweep: bool = False
    """A blow all around at those smaller."""
    held_back: bool = False

    @property
    def landing_place(self) -> ZonePlace:
        """Where it is aimed at."""
        return self.place


class BlastDeviated(Flight, frozen=True):
    """A blast that missed goes to a neighbouring zone."""

    aimed: InZone
    place: InZone
    face: int

    @property
    def landing_place(self) -> ZonePlace:
        """Where it goes instead."""
        return self.place

    @property
    def strays_from(self) -> ZonePlace:
        """Where it should have gone."""
        return self.aimed


class Saved(Check, frozen=True):
    """A save: a d20 at most the ability's score."""

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


class StuntOffered(TargetedEvent, frozen=True):
    """The attacker proposed something else instead of damage."""

    stunt: str
    accepted: bool


class DamageRolled(DiceSum, frozen=True):
    """The damage of one attack on one target."""

    die: str
    rolls: tuple[tuple[int, ...], ...]
    """The faces of the one roll, or of both where it was impaired or enhanced; each with its explosions."""
    net: int
    """Enhancements less impairments."""
    circumstances: tuple[str, ...]
    """What impaired or enhanced it, each with its rule, such as "bare hands (A-35)"."""
    rolled: int
    """Damage before armour, with what multiplies it."""
    armour: tuple[tuple[str, int], ...]
    """What protected the target, by name."""
    dealt: int
    times: tuple[str, ...] = ()
    """What multiplied the dice: "×2 large", "×1/2 sweep"."""

    @property
    def comes_to(self) -> str:
        """In few words."""
        if not self.rolls:
            return f"{self.dealt} damage"
        rolls = sorted(self.rolls, key=lambda faces: sum(faces))
        counts = rolls[-1] if self.net > 0 else rolls[0]
        return f"{self.dealt} damage" + ", exploded" * (len(counts) > 1)


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


class Spotted(NoticeEvent, frozen=True):
    """A concealed combatant was revealed."""

    who: Id
    why: str

    def notice(self) -> Notice:
        """Over the one who was."""
        return Notice(self.who, "seen", "warn", "alarm")


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
    face: int = 0
    """Of a durability roll: what the d4 shows."""


class OmenSpent(ActionEvent, frozen=True):
    """An omen turned something."""

    tone: ClassVar[Tint] = "good"
