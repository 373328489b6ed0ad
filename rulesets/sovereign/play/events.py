"""What sovereign tells the log and the screen, beside the facts of the kit. None of these writes state."""

from __future__ import annotations

from typing import Literal

from game.kit import facts
from game.kit.facts import AttackHit as AttackHit
from game.kit.facts import AttackMissed as AttackMissed
from game.kit.facts import AttackSpoiled as AttackSpoiled
from game.kit.facts import Broke as Broke
from game.kit.facts import Cast as Cast
from game.kit.facts import Checked as Checked
from game.kit.facts import Did as Did
from game.kit.facts import Fell as Fell
from game.kit.facts import Harmed as Harmed
from game.kit.facts import Healed as Healed
from game.kit.facts import PointsRolled as PointsRolled
from game.rules.dice import Tally
from game.rules.events import DiceSum, Event, Heading, Id, Notice, NoticeEvent, ReactionEvent, TargetedEvent

Aim = Literal["harm", "shove", "grapple"]


class SideActs(Heading, frozen=True):
    """A side's turn began."""

    side: str
    round: int


class InitiativeRolled(Event, frozen=True):
    """A side's place in the order."""

    side: str
    face: int
    tally: Tally


class AttackDeclared(facts.AttackDeclared, frozen=True):
    """An attack is about to be rolled."""

    action: str = "attack"
    """attack, snap attack, charge, swarm attack, attack of opportunity, whirlwind."""


class AttackRolled(DiceSum, frozen=True):
    """The d20 has fallen; Instants may still change what comes of it."""

    face: int
    tally: Tally
    ac: Tally

    @property
    def comes_to(self) -> str:
        return f"{self.face + self.tally.total} against AC {self.ac.total}"


class DamageRolled(DiceSum, frozen=True):
    """Damage of a hit."""

    faces: int
    tally: Tally
    dealt: int
    least: int = 0
    """The Shock a miss would have done: a hit never does less (E-67)."""

    @property
    def comes_to(self) -> str:
        return f"{self.dealt} damage"


class ShockDealt(TargetedEvent, NoticeEvent, frozen=True):
    """A miss that harmed all the same."""

    tally: Tally
    points: int

    def notice(self) -> Notice:
        return Notice(self.target, "Shock", "warn", cause=True)


class ShockTurned(TargetedEvent, NoticeEvent, frozen=True):
    """A shield ignored the round's first Shock."""

    def notice(self) -> Notice:
        return Notice(self.target, "shield", "good")


class Reacted(ReactionEvent, frozen=True):
    """An Instant, an attack of opportunity, a screen."""

    rule: str
    against: Id | None = None
    """Whom it is turned against, if it is against somebody."""
    by: Id | None = None
    """Of an Instant, whose doing it answers."""
    doing: str = ""
    """What that one does: "attacks", "is about to move"."""
    upon: Id | None = None
    """To whom it does that, if to somebody."""
