"""What somebody can attack with and what a blow comes to: closed forms over the same sums that are played.

For AIs, which weigh hundreds of blows for each one that is made. Attack and damage terms are those of ``numbers``; what
is repeated here is the procedure of ``attack``: a hit, its die, the Shock of a miss.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from game.kit.recall import ByIdentity, Kept
from game.kit.toll import Toll
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.readings import totals
from game.spatial.field import Cell
from rulesets.sovereign.attack import SPLASH, SWARM_HELPERS
from rulesets.sovereign.blow import UNARMED, at_hand, hindrance, modes
from rulesets.sovereign.numbers import (
    Mode,
    armour_class,
    attack_terms,
    damage_terms,
    reload_cost,
    second_weapon,
    shield_turns,
    shock_against,
    shock_immune,
)
from rulesets.sovereign.reading import FEET, Look, armed, melee_reach, pace, weapon_reach
from rulesets.sovereign.sheet import Body, Weapon

VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}

TYPICAL_AC = 14
"""Against which a fighter's danger is measured while nobody in particular is meant."""

TYPICAL_HP = 8

SOLDIER = 3.5
"""What a common soldier comes to in the measures that a stature is made of."""

GUARD = 2
"""AC of Total Defense (E-41)."""

KEPT = 2048
"""Bodies and profiles whose numbers are kept; more are worked out again."""

OPEN = Look(FEET, "no cover")


Struck = tuple[int, int, str, int, int, int, bool, int, bool]
"""One blow in numbers: bonus, AC, damage dice, what is added, least of a hit, Shock of a miss, edged on what resists
edges, others of a swarm, a splash."""

Sort = tuple[int, int, bool, bool, bool, bool, bool]
"""A target in numbers: hit points, AC, prone, immune to Shock, on Total Defense, shield up, resists edges."""


class Arm:
    """One way in which somebody can attack."""

    def __init__(self, me: Body, weapon: Weapon, mode: Mode) -> None:
        sheet = me.sheet
        self.weapon, self.mode, self.key = weapon, mode, weapon.key
        self.verb = VERBS[mode]
        self.in_hand = weapon in at_hand(me) or weapon.key == UNARMED
        self.unready = reload_cost(me, weapon) if weapon.key in sheet.unloaded else ""
        """What reloading it takes; "" if it can be used at once."""
        self.able = not self.unready or "quiver" in sheet.items
        self.me = _ready_with(me, weapon, drawn=not self.in_hand)
        """Its owner with the weapon drawn and loaded."""
        self.second = second_weapon(self.me, weapon)
        self.reach = weapon_reach(me, weapon) // FEET if mode == "melee" else 0
        self.near, self.far = weapon.range // FEET, weapon.long_range // FEET
        self.free = 0 if self.in_hand else 1
        """Free Actions that it takes to have it in hand."""
        self.last = mode == "thrown" and _is_last(me, weapon)
        """Thrown, it leaves its owner with bare hands."""
        self.more: tuple[Arm, ...] = ()
        """Further blows of the same Main Action (ruling S-58)."""
        self._terms: Kept[tuple[bool, Look], tuple[int, int]] = Kept()
        self._served: Kept[tuple[bool, bool, Look], bool] = Kept()
        self._harms: Kept[tuple[Sort, Look, int, int, bool], Toll] = Kept(KEPT)
        self._onces: Kept[tuple[Sort, Look, int, int, bool], Toll] = Kept(KEPT)

    @property
    def most(self) -> int:
        """Cells to the farthest target."""
        return self.reach if self.mode == "melee" else self.far

    def spans(self, it: Mark) -> tuple[int, ...]:
        """Distances in cells between which nothing changes, each with what lies before it; the last is the farthest."""
        found = {self.most}
        if self.mode != "melee":
            found.add(self.near)
        if self.second:
            other = self.me.sheet.weapon(self.second)
            found.add(max(weapon_reach(self.me, other), other.range) // FEET)
        if it.body.sheet.prone and self.mode != "melee":
            found.add(1)
        return tuple(sorted(each for each in found if each <= self.most))

    def serves(self, it: Mark, at: Look, *, clinch: bool) -> bool:
        """Whether the rules allow the attack in a situation."""
        return self._served.of((it.body.sheet.known, clinch, at), self._serves, it.body, at, clinch)

    def _serves(self, it: Body, at: Look, clinch: bool) -> bool:
        return hindrance(self.me, it, self.weapon, self.mode, at, clinch=clinch) is None

    def harm(self, it: Mark, at: Look = OPEN, extra: int = 0, *, others: int = 0, guarded: bool = False) -> Toll:
        """What an attack comes to, with all its blows.

        ``extra``: what the action adds; ``others``: further assailants of a swarm attack, whose bonus is not in
        ``extra``; ``guarded``: answered with Total Defense.
        """
        key = (it.sort, at, extra, others, guarded)
        return self._harms.of(key, self._harm, it, at, extra, others, guarded, more=self.more)

    def once(self, it: Mark, at: Look = OPEN, extra: int = 0, *, others: int = 0, guarded: bool = False) -> Toll:
        """What one blow of it comes to: for charges, swarms and openings."""
        key = (it.sort, at, extra, others, guarded)
        return self._onces.of(key, self._harm, it, at, extra, others, guarded)

    def _harm(self, it: Mark, at: Look, extra: int, others: int, guarded: bool, more: tuple[Arm, ...] = ()) -> Toll:
        return together(tuple(arm.struck(it, at, extra, others, guarded) for arm in (self, *more)), it.hp)

    def struck(self, it: Mark, at: Look, extra: int, others: int, guarded: bool) -> Struck:
        """One blow in numbers."""
        _, ac, prone, immune, defending, turns, edged = it.sort
        terms = self._terms.of((prone, at), self._sums, it, at)
        bonus, add = terms[0] + extra, terms[1]
        if guarded and not defending:
            ac, immune, defending = ac + GUARD, True, True
        if others:
            bonus += 2 * min(others, SWARM_HELPERS)
        shock = shock_against(self.me, self.weapon, self.mode, ac, immune=immune, defending=defending, swarm=others > 0)
        if turns and not others:
            shock = 0
        splash = self.mode == "thrown" and "splash" in self.weapon.traits
        edged = edged and "blunt" not in self.weapon.traits
        return bonus, ac, self.weapon.damage, add, shock, shock, edged, min(others, SWARM_HELPERS), splash

    def _sums(self, it: Mark, at: Look) -> tuple[int, int]:
        """What is added to its attack and to its damage."""
        bonus = attack_terms(self.me, it.body, self.weapon, self.mode, at).total
        return bonus, damage_terms(self.me, self.weapon, self.mode, at.feet, self.second).total


def _ready_with(me: Body, weapon: Weapon, *, drawn: bool) -> Body:
    sheet = me.sheet
    if drawn:
        off = "" if weapon.two_handed and sheet.off and sheet.off != "shield" else sheet.off
        sheet = replace(sheet, hand=weapon.key, off=off)
    if weapon.key in sheet.unloaded:
        sheet = replace(sheet, unloaded=tuple(key for key in sheet.unloaded if key != weapon.key))
    return me if sheet is me.sheet else replace(me, sheet=sheet)


def _is_last(me: Body, weapon: Weapon) -> bool:
    """Whether nothing else to fight with would be left in hand or at the belt."""
    if me.sheet.profile.natural or weapon.key == "throwing-blade":
        return False
    left = list(me.sheet.ready)
    if weapon.key in left:
        left.remove(weapon.key)
    return not any(me.sheet.weapon(key).melee for key in left)


def chance(bonus: int, ac: int) -> float:
    """The probability that d20 and a bonus reach an AC."""
    return min(20, max(0, 21 + bonus - ac)) / 20


@cache
def checked(needed: int) -> float:
    """The probability that 2d6 reach a number."""
    ways = totals("2d6")
    return sum(count for total, count in ways if total >= needed) / sum(count for _, count in ways)


@lru_cache(maxsize=16384)
def _points(blow: Struck) -> tuple[tuple[int, float], ...]:
    """Hit points that one blow deals, with their chances."""
    bonus, ac, dice, add, least, shock, edged, others, splash = blow
    p = chance(bonus, ac)
    sides = sides_of(dice)
    ways = totals(dice)
    every = sum(count for _, count in ways)
    found: dict[int, float] = {}
    for total, count in ways:
        face = len(sides) if edged else total
        dealt = max(face + add + min(others, max(0, sum(sides) - face)), least, 0)
        found[dealt] = found.get(dealt, 0.0) + p * count / every
    missed = totals(SPLASH) if splash else ((shock, 1),)
    for points, count in missed:
        found[points] = found.get(points, 0.0) + (1 - p) * count / sum(each for _, each in missed)
    return tuple(found.items())


@lru_cache(maxsize=16384)
def together(blows: tuple[Struck, ...], hp: int) -> Toll:
    """What some blows in a row do to somebody with so many hit points."""
    left, miss = {hp: 1.0}, 1.0
    for blow in blows:
        miss *= 1 - chance(blow[0], blow[1])
        after: dict[int, float] = {}
        for now, p in left.items():
            for points, q in _points(blow) if now else ((0, 1.0),):
                then = max(0, now - points)
                after[then] = after.get(then, 0.0) + p * q
        left = after
    taken = sum((hp - now) * p for now, p in left.items())
    fell = left.get(0, 0.0)
    return Toll(1 - miss, fell, taken / hp - fell if hp else 0.0, taken)


class Mark(NamedTuple):
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
    stature: float
    turn: float
    """What an attack of it takes from a common soldier."""

    @property
    def arm(self) -> Arm | None:
        """The arm that it fights with by choice."""
        return self.shot if self.shooter else self.melee or self.shot

    def with_hp(self, hp: int) -> Mark:
        """The same with other hit points."""
        return self._replace(hp=hp, sort=(hp, *self.sort[1:]))


_arms: Kept[tuple[object, ...], tuple[Body, tuple[Arm, ...]]] = Kept()


def arms_of(me: Body) -> tuple[Arm, ...]:
    """Everything at hand to attack with: in hand first, then what could be drawn as a Free Action, then fists."""
    sheet = me.sheet
    key = (id(sheet.profile), sheet.hand, sheet.off, sheet.ready, sheet.unloaded, sheet.found, sheet.prone)
    return _arms.of(key, lambda: (me, _list_arms(me)))[1]  # kept with their owner, so that no other profile has its id


def _list_arms(me: Body) -> tuple[Arm, ...]:
    sheet = me.sheet
    weapons = at_hand(me)
    weapons += [weapon for key in dict.fromkeys(sheet.ready) if (weapon := sheet.weapon(key)) not in weapons]
    found = []
    if sheet.profile.routine:
        first, *more = [Arm(me, sheet.weapon(key), "melee") for key in sheet.profile.routine]
        first.verb, first.more = "maul", tuple(more)
        first.reach = min(arm.reach for arm in (first, *more))
        found.append(first)
    found += [Arm(me, weapon, mode) for weapon in weapons for mode in modes(weapon)]
    if sheet.weapon(UNARMED) not in weapons:
        found.append(Arm(me, sheet.weapon(UNARMED), "melee"))
    return tuple(arm for arm in found if arm.able and not (arm.weapon.two_handed and sheet.shielded))


@ByIdentity
def mark(me: Body) -> Mark:
    """A combatant in plain numbers."""
    sheet = me.sheet
    profile = sheet.profile
    has = arms_of(me)
    melee = max((arm for arm in has if arm.mode == "melee"), key=usual, default=None)
    shot = max((arm for arm in has if arm.mode != "melee"), key=usual, default=None)
    near, far = usual(melee) if melee else 0.0, usual(shot) if shot else 0.0
    spells = 2.5 if profile.spells and sheet.casts else 0.0
    heals = 1.0 if "healer's kit" in sheet.items else 0.0
    deeds = max(near, far, spells)
    stature = (1.0 + deeds + 0.35 * spells + heals + 0.08 * min(sheet.hp, 25)) / SOLDIER
    edged = "edged" in profile.resists
    ac, immune, turns = armour_class(me).total, shock_immune(me), shield_turns(me)
    return Mark(
        me.id, me, me.at, profile.size, sheet.hp,
        (sheet.hp, ac, sheet.prone, immune, sheet.defending, turns, edged),
        melee_reach(me) // FEET if armed(me) else 0, pace(me), has, melee, shot,
        bool(shot and shot.mode == "shot" and far >= near), stature, min(1.0, deeds / TYPICAL_HP),
    )  # fmt: skip


@lru_cache(maxsize=KEPT)
def usual(arm: Arm) -> float:
    """Hit points that an attack takes on average from somebody with plenty of them and a typical AC."""
    blows = [each.struck(_typical(arm.me), OPEN, 0, 0, False) for each in (arm, *arm.more)]
    return sum(points * p for blow in blows for points, p in _points(blow))


def _typical(me: Body) -> Mark:
    """Whoever is meant where nobody in particular is: somebody who stands, whatever its attacker does."""
    me = replace(me, sheet=replace(me.sheet, prone=False))
    sort = (TYPICAL_HP, TYPICAL_AC, False, False, False, False, False)
    return Mark(me.id, me, me.at, 1, TYPICAL_HP, sort, 0, 0, (), None, None, False, 1.0, 0.0)
