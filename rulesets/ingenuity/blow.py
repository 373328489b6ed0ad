"""What passes between an attack, the answers to it and the damage: the blow that is chosen, and the hit it comes to."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Id
from game.rules.tally import Tally
from rulesets.ingenuity.events import How, Mode
from rulesets.ingenuity.records import Effect, Harm


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack, as it is chosen."""

    target: Id
    weapon: str
    """Key of what it is made with."""
    harm: Harm
    """The kind it deals, of those the weapon has."""
    mode: Mode = "melee"
    how: How = "attack"

    @property
    def afar(self) -> bool:
        """Shot or thrown."""
        return self.mode in ("thrown", "shot")


@dataclass(frozen=True, slots=True)
class Hit:
    """An attack whose test has reached evasion, on its way to harm.

    Those who may answer it are asked between the two: ``reactions.answer(table, hit)`` gives the hit that is left (on
    another target after an intercept, with what blocks or parries it, ``avoided`` if it misses after all);
    ``damage.deal(table, hit)`` does what there is to do.
    """

    who: Id
    target: Id
    total: int
    """The result of the test."""
    damage: Tally
    """Before anything is taken off: the test's result among it."""
    harm: Harm
    name: str
    """What it is made with, in words."""
    critical: bool = False
    """No dodge can make it miss (B-49)."""
    mode: Mode = "melee"
    nonlethal: bool = False
    inflicts: Effect | None = None
    amount: int = 0
    block: str = ""
    """Key of the target's thing that is hit in its place (B-58)."""
    parry: str = ""
    """Key of what it parries with (B-63)."""
    avoided: bool = False
    """It misses after all (B-32)."""
