"""What somebody can attack with and what a blow comes to: closed forms over the same sums that are played.

For AIs, which weigh hundreds of blows for each one that is made. Attack and damage terms are those of ``numbers``; what
is repeated here is the procedure of ``attack``: a hit, its die, the Shock of a miss.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from game.kit.cache import BoundedCache, IdentityCache
from game.kit.mind.acts import ExpectedDamage, chances, dealt, reaching
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.planning_model import Effect
from game.spatial.field import Cell
from rulesets.sovereign.play.attack import SPLASH, SWARM_HELPERS, swarm_tally
from rulesets.sovereign.play.blow import UNARMED, at_hand, modes, within_reach
from rulesets.sovereign.play.effects import without
from rulesets.sovereign.play.gear import beside
from rulesets.sovereign.play.geometry import FEET, Look, melee_reach, pace, usable, weapon_reach
from rulesets.sovereign.play.menu import VERBS
from rulesets.sovereign.play.numbers import (
    GUARD,
    Mode,
    armour_class,
    attack_terms,
    damage_terms,
    reload_cost,
    save_target,
    saved,
    second_weapon,
    shield_turns,
    shock_against,
    shock_immune,
)
from rulesets.sovereign.sheet.sheet import Body, Spell, Weapon

SOLDIER = 3.5
"""What a common soldier comes to in the measures that a unit value is made of."""

OPEN = Look(FEET, "no cover")


class Sort(NamedTuple):
    """A target in all that blows at it depend on but its hit points."""

    ac: int
    prone: bool = False
    immune: bool = False
    """To Shock."""
    defending: bool = False
    """On Total Defense."""
    turns: bool = False
    """Its shield turns the next Shock."""
    edged: bool = False
    """Resists edges."""


TYPICAL, TYPICAL_HP = Sort(14), 8
"""By whom a fighter's danger is measured while nobody in particular is meant."""


class Arm:
    """A way to attack: a weapon, and how it is used."""

    def __init__(self, me: Body, weapon: Weapon, mode: Mode) -> None:
        sheet = me.sheet
        self.weapon, self.mode, self.key = weapon, mode, weapon.key
        self.verb, self.afar = VERBS[mode], mode != "melee"
        self.in_hand = weapon in at_hand(me) or weapon.key == UNARMED
        self.unready = reload_cost(me, weapon) if weapon.key in sheet.unloaded else ""
        """What reloading it takes; "" if it can be used at once."""
        self.able = not self.unready or "quiver" in sheet.items
        self.me = _ready_with(me, weapon, drawn=not self.in_hand)
        """Its owner with the weapon drawn and loaded."""
        self.second = second_weapon(self.me, weapon)
        self.reach = 0 if self.afar else weapon_reach(me, weapon) // FEET
        self.near, self.far = weapon.range // FEET, weapon.long_range // FEET
        self.free = 0 if self.in_hand else 1
        """Free Actions that it takes to have it in hand."""
        self.last = mode == "thrown" and _is_last(me, weapon)
        """Thrown, it leaves its owner with bare hands."""
        self.more: tuple[Arm, ...] = ()
        """Further blows of the same Main Action (ruling S-58)."""

    @property
    def most(self) -> int:
        """Cells to the farthest target."""
        return self.far if self.afar else self.reach

    def spans(self, it: UnitStats) -> tuple[int, ...]:
        """Distances in cells between which nothing changes, each with what lies before it; the last is the farthest."""
        found = {self.most}
        if self.second:
            other = self.me.sheet.weapon(self.second)
            found.add(max(weapon_reach(self.me, other), other.long_range) // FEET)
        if self.afar:
            found |= {self.near, 1} if it.sort.prone else {self.near}
        return tuple(sorted(each for each in found if each <= self.most))

    def harm(self, it: UnitStats, at: Look = OPEN, extra: int = 0, *, guarded: bool = False) -> ExpectedDamage:
        """Expected damage of an attack, with all its blows.

        ``extra``: what the action adds; ``guarded``: answered with Total Defense.
        """
        return _toll((self, *self.more), it.hp, it.sort, at, extra, 0, guarded)

    def once(
        self, it: UnitStats, at: Look = OPEN, extra: int = 0, *, others: int = 0, guarded: bool = False
    ) -> ExpectedDamage:
        """Expected damage of one blow: for charges, swarms and attacks of opportunity.

        ``others``: further assailants of a swarm attack, whose bonus is not in ``extra``.
        """
        return _toll((self,), it.hp, it.sort, at, extra, others, guarded)


@lru_cache(maxsize=4096)
def _toll(arms: tuple[Arm, ...], hp: int, it: Sort, at: Look, extra: int, others: int, guarded: bool) -> ExpectedDamage:
    """What blows with some arms in a row do to somebody with so many hit points."""
    left, miss = {hp: 1.0}, 1.0
    for arm in arms:
        hit, dealt = _dealt(arm, it, at, extra, others, guarded)
        miss *= 1 - hit
        after: dict[int, float] = {}
        for now, p in left.items():
            for points, q in dealt if now else ((0, 1.0),):
                then = max(0, now - points)
                after[then] = after.get(then, 0.0) + p * q
        left = after
    taken = fsum((hp - now) * p for now, p in left.items())
    fell = left.get(0, 0.0)
    return ExpectedDamage(1 - miss, fell, taken / hp - fell if hp else 0.0, taken)


@lru_cache(maxsize=2048)
def _dealt(
    arm: Arm, it: Sort, at: Look, extra: int = 0, others: int = 0, guarded: bool = False
) -> tuple[float, tuple[tuple[int, float], ...]]:
    """The chance to hit, and the hit points that one blow deals, with their chances."""
    if guarded and not it.defending:
        it = it._replace(ac=it.ac + GUARD, immune=True, defending=True)
    weapon, (bonus, add) = arm.weapon, _sums(arm, it.prone, at)
    shock = shock_against(arm.me, weapon, arm.mode, it.ac, immune=it.immune, defending=it.defending, swarm=others > 0)
    if it.turns and not others:
        shock = 0
    p = chance(bonus + extra + swarm_tally(others).total, it.ac)
    sides = sides_of(weapon.damage)
    blunted = it.edged and "blunt" not in weapon.traits
    found: dict[int, float] = {}
    for total, q in chances(weapon.damage, p):
        face = len(sides) if blunted else total
        points = max(face + add + min(others, SWARM_HELPERS, max(0, sum(sides) - face)), shock, 0)
        found[points] = found.get(points, 0.0) + q
    splashes = arm.mode == "thrown" and "splash" in weapon.traits
    for points, q in chances(SPLASH, 1 - p) if splashes else ((shock, 1 - p),):
        found[points] = found.get(points, 0.0) + q
    return p, tuple(found.items())


@lru_cache(maxsize=4096)
def _sums(arm: Arm, prone: bool, at: Look) -> tuple[int, int]:
    """What is added to its attack and to its damage."""
    bonus = attack_terms(arm.me, arm.weapon, arm.mode, at, prone=prone).total
    return bonus, damage_terms(arm.me, arm.weapon, arm.mode, at.feet, arm.second).total


def _ready_with(me: Body, weapon: Weapon, *, drawn: bool) -> Body:
    sheet = me.sheet
    if drawn:
        sheet = replace(sheet, hand=weapon.key, off=beside(sheet, weapon))
    if weapon.key in sheet.unloaded:
        sheet = replace(sheet, unloaded=tuple(key for key in sheet.unloaded if key != weapon.key))
    return me if sheet is me.sheet else replace(me, sheet=sheet)


def _is_last(me: Body, weapon: Weapon) -> bool:
    """Whether nothing else to fight with would be left in hand or at the belt."""
    if me.sheet.profile.natural or weapon.key == "throwing-blade":
        return False
    return not any(me.sheet.weapon(key).melee for key in without(me.sheet.ready, weapon.key))


def chance(bonus: int, ac: int) -> float:
    """The probability that d20 and a bonus reach an AC."""
    return min(20, max(0, 21 + bonus - ac)) / 20


def checked(needed: int) -> float:
    """The probability that 2d6 reach a number."""
    return reaching("2d6", needed)


class UnitStats(NamedTuple):
    """A combatant in plain numbers: what it takes to hit it, what it can do."""

    id: Id
    body: Body
    at: Cell
    size: int
    hp: int
    sort: Sort
    reach: int
    """Cells within which it threatens; 0 if it is not armed hand to hand."""
    pace: int
    """Cells of a Move Action once it is on its feet."""
    arms: tuple[Arm, ...]
    melee: Arm | None
    """Its best arm hand to hand, against a typical AC."""
    shot: Arm | None
    """Its best arm to shoot or throw with."""
    shooter: bool
    """Does more harm from afar than hand to hand."""
    unit_value: float
    turn: float
    """What an attack of it takes from a common soldier."""

    @property
    def arm(self) -> Arm | None:
        """The arm that it fights with by choice."""
        return self.shot if self.shooter else self.melee or self.shot


_arms: BoundedCache[tuple[object, ...], tuple[Body, tuple[Arm, ...]]] = BoundedCache(2048)


def arms_of(me: Body) -> tuple[Arm, ...]:
    """Everything at hand to attack with: in hand first, then what could be drawn as a Free Action, then fists."""
    sheet = me.sheet
    key = (id(sheet.profile), sheet.hand, sheet.off, sheet.ready, sheet.unloaded, sheet.found, sheet.prone)
    return _arms.of(key, lambda: (me, _list_arms(me)))[1]  # kept with their owner, so that no other profile has its id


def _list_arms(me: Body) -> tuple[Arm, ...]:
    sheet = me.sheet
    weapons = within_reach(me)
    found = []
    if sheet.profile.routine:
        first, *more = [Arm(me, sheet.weapon(key), "melee") for key in sheet.profile.routine]
        first.verb, first.more = "maul", tuple(more)
        first.reach = min(arm.reach for arm in (first, *more))
        found.append(first)
    found += [Arm(me, weapon, mode) for weapon in weapons for mode in modes(weapon)]
    if sheet.weapon(UNARMED) not in weapons:
        found.append(Arm(me, sheet.weapon(UNARMED), "melee"))
    return tuple(arm for arm in found if arm.able and usable(me, arm.weapon))


@IdentityCache
def stats_of(me: Body) -> UnitStats:
    """A combatant in plain numbers."""
    sheet = me.sheet
    profile = sheet.profile
    has = arms_of(me)
    melee = max((arm for arm in has if not arm.afar), key=usual, default=None)
    shot = max((arm for arm in has if arm.afar), key=usual, default=None)
    near, far = usual(melee) if melee else 0.0, usual(shot) if shot else 0.0
    spells = 2.5 if profile.spells and sheet.casts else 0.0
    heals = 1.0 if "healer's kit" in sheet.items else 0.0
    deeds = max(near, far, spells)
    unit_value = (1.0 + deeds + 0.35 * spells + heals + 0.08 * min(sheet.hp, 25)) / SOLDIER
    ac, edged = armour_class(me).total, "edged" in profile.resists
    sort = Sort(ac, sheet.prone, shock_immune(me), sheet.defending, shield_turns(me), edged)
    return UnitStats(
        me.id, me, me.at, profile.size, sheet.hp, sort, melee_reach(me) // FEET, pace(me), has, melee, shot,
        bool(shot and shot.mode == "shot" and far >= near), unit_value, min(1.0, deeds / TYPICAL_HP),
    )  # fmt: skip


def lying(it: UnitStats, *, prone: bool) -> UnitStats:
    """The same, prone or on its feet."""
    return stats_of(replace(it.body, sheet=replace(it.body.sheet, prone=prone)))


@lru_cache(maxsize=2048)
def usual(arm: Arm) -> float:
    """Hit points that an attack takes on average from somebody with plenty of them and a typical AC."""
    return fsum(points * p for each in (arm, *arm.more) for points, p in _dealt(each, TYPICAL, OPEN)[1])


@cache
def passes(needed: int) -> float:
    """The chance of a save."""
    return sum(saved(face, needed) for face in range(1, 21)) / 20


def befalls(it: UnitStats, spell: Spell) -> Effect:
    """Expected effect of a harmful spell on one target."""
    profile = it.body.sheet.profile
    passed = passes(save_target(profile, spell.save)) if spell.save is not None else 0.0
    if spell.dice and spell.effect != "heal":
        whole = [(total + spell.amount, p) for total, p in chances(spell.dice)]
        ways = [(points, (1 - passed) * p) for points, p in whole]
        ways += [(points // 2, passed * p) for points, p in whole if spell.half_on_save]
        return dealt(ways, it.hp).effect(it.id)
    if spell.most_level and profile.level > spell.most_level:
        return Effect(it.id)
    if spell.effect == "out":
        return Effect(it.id, 1 - passed)
    return Effect(it.id, turns=(1 - passed) * max(1, spell.rounds)) if spell.effect == "surprised" else Effect(it.id)
