"""Pools of dice: what goes into each, and throwing them. Every 6 is a success.

Each sum has two parts: reading the situation off the board (``reading``) and adding it up here, from sheets and the
situation alone.
"""

from __future__ import annotations

from typing import NamedTuple

from game.rules.dice import Successes, Tally
from game.rules.events import Id
from rulesets.einfelst.play.events import Mode, Pooled, Tested
from rulesets.einfelst.sheet.roster import BODILY, Action, Weapon
from rulesets.einfelst.sheet.sheet import EinfelstTable, Sheet

SIX = Successes(6)
"""What is read in every pool."""

MOST = 20
"""Dice in a pool."""

NAMES: dict[Action, str] = {
    "strike": "Strike",
    "shoot": "Shoot",
    "force": "Force",
    "endure": "Endure",
    "finesse": "Finesse",
    "sneak": "Sneak",
    "track": "Track",
    "read": "Read",
    "study": "Study",
    "persuade": "Persuade",
    "charm": "Charm",
    "intimidate": "Intimidate",
    "cast": "Cast",
}

RULES: dict[Action, str] = {
    "strike": "C-51",
    "shoot": "C-55",
    "force": "C-51",
    "endure": "C-38",
    "finesse": "C-35",
    "sneak": "C-77",
    "track": "C-39",
    "read": "C-30",
    "study": "C-104",
    "persuade": "C-28",
    "charm": "C-28",
    "intimidate": "C-29",
    "cast": "C-32",
}
"""The rule of the most common use of each Action."""


class Aim(NamedTuple):
    """The situation of an attack: all that its sums ask of the board."""

    zones: int = 0
    """Zones between the two."""
    cover: bool = False
    """Whether the target is behind something."""
    dark: bool = False
    """Whether the target is in darkness that the shooter does not see through."""
    smoke: bool = False
    """Whether one of them is in smoke."""


# ------------------------------------------------------------------ dice


def dice(tally: Tally) -> int:
    """How many dice a sum comes to: one at least."""
    return max(1, min(tally.total, MOST))


def hurt(sheet: Sheet, action: Action) -> int:
    """Dice that Harm takes from an Action: one for each filled slot of its track, or for each point (C-54)."""
    if not sheet.profile.hero:
        return sheet.less
    return sum(sheet.physical if action in BODILY else sheet.mental)


def pool(sheet: Sheet, action: Action, rule: str = "", *, borne: bool = False) -> Tally:
    """The dice of an Action, before anything that belongs to what it is thrown for.

    ``rule``: the one that has it thrown, if not that of the Action's most common use.
    ``borne``: whether it is thrown against what comes, which is no maneuver, so that dice of an ambush are kept (C-79).
    """
    found = Tally().plus(NAMES[action], sheet.profile.dice(action), rule or RULES[action])
    found = found.plus("harm", -hurt(sheet, action), "C-54")
    if action in ("finesse", "sneak") and sheet.profile.armour is not None:
        found = found.plus(sheet.profile.armour.name.lower(), -sheet.profile.armour.clumsy, "C-61")
    return found.plus("nerve", sheet.bonus, "C-89").plus("ambush", 0 if borne else sheet.edge, "C-79")


def better(sheet: Sheet, *actions: Action) -> Action:
    """The Action of some with the most dice; the first of those that are equal."""
    return max(actions, key=lambda action: pool(sheet, action).total)


def attack_pool(me: Sheet, it: Sheet, weapon: Weapon, mode: Mode, *, known: bool = False) -> Tally:
    """The dice of an attack; ``known``: whether a friend's look has shown where the target is weak (C-30)."""
    found = pool(me, weapon.action if mode == "melee" else "shoot").plus(weapon.name.lower(), weapon.bonus, "C-51")
    if it.prone and mode == "melee":
        found = found.plus("prone", 1, "C-34")
    return found.plus("insight", int(known), "C-30")


def asked(mode: Mode, aim: Aim) -> Tally:
    """The successes that an attack needs (C-16, C-46, C-52); only Shoot suffers from circumstances."""
    found = Tally().plus("a hit", 1, "C-52")
    if mode == "melee":
        return found
    found = found.plus("cover", int(aim.cover), "C-46")
    return found.plus("darkness", int(aim.dark), "C-16").plus("smoke", int(aim.smoke), "C-16")


def parry_pool(sheet: Sheet) -> Tally:
    """The dice of a parry: Strike with a weapon in hand or claws of its own, else Force (C-61)."""
    arm = guard(sheet)
    found = pool(sheet, "force" if arm is None else "strike", "C-61")
    if arm is not None:
        found = found.plus(arm.name.lower(), arm.guard, "C-36")
    return found.plus("shield", sheet.shield, "C-36")


def guard(sheet: Sheet) -> Weapon | None:
    """The weapon that it parries with; None for bare hands."""
    if sheet.hand and sheet.weapon(sheet.hand).action == "strike":
        return sheet.weapon(sheet.hand)
    return next((arm for arm in sheet.profile.natural if arm.action == "strike"), None)


def dodge_pool(sheet: Sheet) -> Tally:
    """The dice of a dodge; a shield helps against shots (C-35)."""
    return pool(sheet, "finesse").plus("shield", sheet.shield, "C-35")


# ------------------------------------------------------------------ throws


async def throw(table: EinfelstTable, who: Id, what: str, tally: Tally, about: Id | None = None) -> int:
    """Throw a pool and count its successes; what was for the next throw alone is gone with it."""
    won = SIX.of(await table.throw(f"{dice(tally)}d6", what, who, SIX, about))
    table.set(who, bonus=0)
    if table.setup.options.get("points") == "next":
        table.set(who, less=0)
    return won


async def contend(table: EinfelstTable, who: Id, what: str, tally: Tally, about: Id | None = None) -> int:
    """One side's throw of a contest; its successes."""
    won = await throw(table, who, what, tally, about)
    table.emit(Pooled(who, what, tally, won))
    return won


async def test(
    table: EinfelstTable, who: Id, what: str, tally: Tally, rule: str, needed: int = 1, about: Id | None = None
) -> int:
    """Throw a pool against a number of successes; the successes, of which the caller sees if they are enough."""
    won = await throw(table, who, what, tally, about)
    table.emit(Tested(who, what, tally, won, needed, rule))
    return won


async def peril(table: EinfelstTable, who: Id, what: str, tally: Tally) -> int:
    """What somebody is up against throws: poison, the ground below. Its successes; nobody's own dice are in it."""
    won = SIX.of(await table.throw(f"{dice(tally)}d6", what, who, SIX))
    table.emit(Pooled(who, what, tally, won))
    return won
