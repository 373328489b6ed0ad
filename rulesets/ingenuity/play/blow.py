"""What passes between an attack, the answers to it and the damage: the blow that is chosen, and the hit it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.ingenuity.play.events import How, Mode
from rulesets.ingenuity.sheet.sheet import Effect, Feat, Harm, Sheet, Weapon

VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}
"""What keys of attacks begin with."""


def modes(weapon: Weapon) -> tuple[Mode, ...]:
    """Modes of use of a weapon."""
    can: dict[Mode, bool] = {"melee": weapon.melee, "thrown": weapon.thrown, "shot": weapon.shoots}
    return tuple(mode for mode in VERBS if can[mode])


def one_each(sheet: Sheet, keys: Sequence[str]) -> list[str]:
    """The first of all that are alike: of three good knives, no matter which."""
    return list({sheet.state_of(key): key for key in reversed(keys)}.values())[::-1]


def crowded(sheet: Sheet, key: str) -> bool:
    """Whether something that takes both hands to shoot has just one."""
    return sheet.weapon(key).hands == 2 and len(sheet.held) > 1


def loadable(sheet: Sheet, key: str) -> bool:
    """Whether somebody could load something: what is held takes both hands for it (ruling N-10)."""
    if sheet.weapon(key).natural:
        return True
    return key in sheet.held and len(sheet.held) == 1


def unready(sheet: Sheet, key: str, mode: Mode) -> tuple[str, str] | None:
    """Why somebody can't attack anybody with what it holds, and the rule; None if it can."""
    if mode == "shot" and crowded(sheet, key):
        return "it takes both hands", "B-18"
    if mode == "shot" and key in sheet.unloaded:
        return "it is not loaded", "B-38"
    return None


def blow_key(target: str, weapon: Weapon, key: str, mode: Mode, harm: Harm) -> str:
    """Of the option for an attack; the kind of damage is told where a weapon has two."""
    return f"{VERBS[mode]} {target} {key}{f' {harm}' if len(weapon.harm) > 1 else ''}"


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack, as it is chosen."""

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
    another target after an intercept, with what blocks or parries it, or ``avoided`` if it misses after all);
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
    feat: Feat | None = None
    """The feat of will that it is; what it has to reach and what it does besides stands there."""
    block: str = ""
    """Key of the target's thing that is hit in its place (B-58)."""
    parry: str = ""
    """Key of what it parries with (B-63)."""
    avoided: Literal["", "dodged", "evaded"] = ""
    """Why it misses after all: its target dodged (B-32), or does not reach who came between (B-34)."""

    @property
    def aimed(self) -> bool:
        """Whether evasion is what it has to reach: an attack, or a feat like one."""
        return self.feat is None or self.feat.against == "evasion"

    @property
    def avoided_by(self) -> str:
        """The rule by which it misses after all."""
        return "B-32" if self.avoided == "dodged" else "B-34"
