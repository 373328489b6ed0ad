"""Fighters at a glance: what each can do and what it takes to put it out, in plain numbers. For advice, never for play.

Worth is counted in unit values: a common soldier is about one. Numbers depend on a body alone and are kept with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from game.kit.cache import BoundedCache, IdentityCache
from game.rules.planning_model import NONE, Features
from rulesets.murdham.mind.dice import average, dealt
from rulesets.murdham.play.blow import circumstances, die_of, modes, reach_of, wielded
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.geometry import likely
from rulesets.murdham.play.handling import equipped
from rulesets.murdham.play.harm import critical_from, full_health
from rulesets.murdham.play.look import Look
from rulesets.murdham.play.moving import speed
from rulesets.murdham.sheet.sheet import FACTORS, Body, Weapon

TURN = 0.11
"""What a turn is worth for each point of damage that somebody does in one, in unit values."""

BROKEN = 0.25
"""What is left of the unit value of somebody who has lost heart."""

SOLDIER = 4.0, 9.0
"""Damage of a common soldier's blow, and its health with armour counted thrice: what unit values are measured by."""

FACE_TO_FACE = Look(
    near=True, span=0, arc=0, seen=True, covered=False, walled=False, shrouded=False, swimming=False, climbing=False
)

_serial = count(1)
IN_THE_DARK = FACE_TO_FACE._replace(seen=False)


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One way in which somebody can attack."""

    key: str
    mode: Mode
    weapon: Weapon
    bearer: Body
    """Who attacks, with the weapon in hand; where it stands now is another matter."""
    first: str
    """The key of the option that takes it in hand, or poisons it; "" if nothing is to be done before."""
    mean: float
    """Damage on average, face to face and without armour."""

    @property
    def reach(self) -> int:
        """Zones that it carries."""
        return reach_of(self.bearer, self.weapon)

    @property
    def uses(self) -> Features:
        """What an attack with it uses up."""
        return {"spends": 1.0} if {"consumed", "once"} & set(self.weapon.traits) else NONE

    @property
    def reliable(self) -> bool:
        """Whether it is one to rely on: against anybody, more than once."""
        special = {"consumed", "unaware only", "unholy only", "blast"}
        return self.mean > 0 and not special.intersection(self.weapon.traits)


class UnitStats(NamedTuple):
    """A combatant as others see it. Two are equal if all their numbers are: what is kept is kept by that."""

    serial: int
    """Unlike that of any other whose numbers differ."""
    body: Body
    health: int
    full: int
    limit: int
    """The damage that puts it out of the fight."""
    limit_direct: int
    STR: float
    AGI: float
    WIT: float
    """Chances to save."""
    pace: int
    """Half-zones of its free movement."""
    arms: tuple[Arm, ...]
    melee: Arm | None
    shot: Arm | None
    """The best it has at hand."""
    turn: float
    """What its turn is worth when it can reach somebody, in unit values."""
    unit_value: float
    left: float
    """The share of that which it is worth with the health it has."""

    def __hash__(self) -> int:
        return self.serial

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnitStats) and self.serial == other.serial

    def __ne__(self, other: object) -> bool:
        return not self == other

    def downed(self, *, direct: bool) -> int:
        """The damage that puts it out of the fight; ``direct``: past its helmet."""
        return self.limit_direct if direct else self.limit

    @property
    def usual(self) -> tuple[Arm, ...]:
        """What it would attack with: hand to hand and from afar, as far as it can."""
        return tuple(arm for arm in (self.melee, self.shot) if arm is not None)

    def armed_with(self, key: str) -> Arm | None:
        """How it attacks with a weapon that it has ready."""
        return next((arm for arm in self.arms if arm.key == key and not arm.first), None)

    @property
    def shoots(self) -> bool:
        """Whether it fights from afar by choice."""
        return self.shot is not None and (self.melee is None or self.shot.mean >= self.melee.mean)


_alike: BoundedCache[tuple[object, ...], UnitStats] = BoundedCache(2048)


@IdentityCache
def stats_of(c: Body) -> UnitStats:
    """The numbers of a combatant; where it stands and whether it has had its turn change none of them."""
    return _alike.of(_core(c), _mark, c)._replace(body=c)


def _core(c: Body) -> tuple[object, ...]:
    """What the numbers of a body depend on."""
    s = c.sheet
    return (
        *(c.id, c.side, id(s.profile), s.health, s.STR, s.AGI, s.WIT, s.hand, s.off, s.carried, s.fired, s.poisoned),
        *(
            s.armour,
            s.helmet,
            s.confused,
            s.retreating,
            s.injuries,
            s.leaning,
            s.hidden,
            s.grabbing,
            s.surrendered,
            s.items,
        ),
    )


def arms_of(c: Body) -> tuple[Arm, ...]:
    """Everything one could attack with at once, or after taking it in a free hand."""
    sheet, found = c.sheet, []
    ready = [weapon.key for weapon in wielded(c)]
    for weapon in sheet.profile.weapons:
        if weapon.key in ready:
            bearer, first = c, ""
        elif weapon.key in sheet.carried and (taken := equipped(c, weapon.key)) is not None:
            bearer, first = Body(c.id, c.side, c.at, taken), f"equip {weapon.key}"
        else:
            continue
        for mode in modes(weapon):
            net = circumstances(bearer, weapon, FACE_TO_FACE).total
            die = int(die_of(bearer, weapon)[1:] or 0)
            mean = average(dealt(die, net, *FACTORS[sheet.profile.size], 0))
            found.append(Arm(weapon.key, mode, weapon, bearer, first, mean))
        if weapon.key == sheet.hand and weapon.melee and weapon.die and "poison" in sheet.items:
            dosed = Body(c.id, c.side, c.at, replace(sheet, poisoned=(*sheet.poisoned, weapon.key)))
            found.append(Arm(weapon.key, "melee", weapon, dosed, f"use poison {weapon.key}", found[-1].mean))
    return tuple(arm for arm in found if "once" not in arm.weapon.traits or arm.key not in sheet.fired)


def _mark(c: Body) -> UnitStats:
    sheet, profile = c.sheet, c.sheet.profile
    own = arms_of(c)
    usual = [arm for arm in own if arm.reliable and not arm.first]
    melee = max((arm for arm in usual if arm.mode == "melee"), key=lambda arm: arm.mean, default=None)
    shot = max((arm for arm in usual if arm.mode != "melee"), key=lambda arm: arm.mean, default=None)
    best = max((arm.mean for arm in (melee, shot) if arm is not None), default=0.5)
    full, health = full_health(c), max(1, sheet.health)
    shields = (sheet.off == "shield") + (sheet.hand == "shield")
    tough = full * (2 if profile.unfeeling else 1)
    unit_value = (best / SOLDIER[0]) ** 0.5 * ((tough + 3 * sheet.hard + shields) / SOLDIER[1]) ** 0.5
    unit_value *= (1.15 if profile.powers else 1.0) * (BROKEN if sheet.retreating else 1.0)
    limit, limit_direct = (
        health if profile.unfeeling else max(1, min(health, critical_from(c, direct=direct)))
        for direct in (False, True)
    )
    return UnitStats(
        next(_serial),
        c,
        health,
        full,
        limit,
        limit_direct,
        float(likely(c, "STR")),
        float(likely(c, "AGI")),
        float(likely(c, "WIT")),
        speed(c),
        own,
        melee,
        shot,
        0.0 if sheet.retreating else TURN * best,
        unit_value,
        0.55 + 0.45 * min(1.0, health / full),
    )
