"""What a fighter is worth and what a blow would do, in plain numbers and at a glance: for advice, never for play.

A blow that is played builds tallies (``numbers``); an AI weighs hundreds for each one played. What is estimated here
is the same sum: attack bonus and modifiers against AC, the die and what is added, the Shock of a miss.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.readings import totals
from game.spatial.field import Cell
from rulesets.sovereign.blow import UNARMED, at_hand, modes
from rulesets.sovereign.numbers import (
    Mode,
    base_attack,
    dual_wielding,
    lasting_bonus,
    reload_cost,
    second_weapon,
    shock_immune,
)
from rulesets.sovereign.reading import FEET, armed, melee_reach, weapon_reach
from rulesets.sovereign.sheet import Body, Profile, Weapon

TYPICAL_AC = 14
"""Against which a fighter's danger is measured while nobody in particular is meant."""

KEPT = 2048
"""Bodies and profiles whose numbers are kept; more are worked out again."""


VERBS: dict[Mode, str] = {"melee": "strike", "thrown": "throw", "shot": "shoot"}

MAUL = "maul"
"""The verb of striking with everything that an entry lists."""


class Arm(NamedTuple):
    """One way in which somebody can attack."""

    key: str
    mode: Mode
    verb: str
    reach: int
    """Cells hand to hand."""
    near: int
    far: int
    """Cells of normal and of long range."""
    bonus: int
    dice: str
    add: int
    shock: int
    shock_ac: int
    blunt: bool
    two_handed: bool
    in_hand: bool
    loaded: bool
    deadeye: bool
    """May be shot with a foe in reach, at a price."""
    last: bool
    """Thrown, it leaves its owner with bare hands."""
    more: tuple[Arm, ...] = ()
    """Further blows of the same Main Action (ruling S-58)."""

    @property
    def single(self) -> Arm:
        """One blow of it: for charges, swarms and openings."""
        return self._replace(verb=VERBS[self.mode], more=()) if self.more else self


class Target(NamedTuple):
    """A combatant as others see it: what it takes to hit it, what it can do."""

    id: Id
    at: Cell
    size: int
    hp: int
    full: int
    ac: int
    prone: bool
    immune: bool
    """Suffers no Shock."""
    turns: bool
    """Its shield turns the next Shock."""
    edged: bool
    """Edged weapons do their least."""
    reach: int
    """Cells within which it threatens; 0 if it is not armed hand to hand."""
    pace: int
    up: bool
    arms: tuple[Arm, ...]
    melee: Arm | None
    """Its best arm hand to hand, against a typical AC."""
    shot: Arm | None
    """Its best arm to shoot or throw with."""
    shooter: bool
    """Does more harm from afar than hand to hand."""
    fearless: bool
    wavers: bool
    """Its courage fails when it has lost half its hit points, if morale is played at all."""
    stature: float
    """What it is worth to be rid of, in hit points of harm."""
    opposes: bool
    """Makes attacks of opportunity, as far as the sheet tells."""


_arms: dict[tuple[object, ...], tuple[Profile, tuple[Arm, ...]]] = {}
_marks: dict[int, tuple[Body, Target]] = {}


def arms(me: Body) -> tuple[Arm, ...]:
    """Everything at hand to attack with: in hand first, then what could be drawn as a Free Action."""
    sheet = me.sheet
    profile = sheet.profile
    key = (id(profile), sheet.hand, sheet.off, sheet.ready, sheet.unloaded, sheet.found)
    found = _arms.get(key)
    if found is None:
        if len(_arms) > KEPT:
            _arms.clear()
        found = _arms[key] = profile, _list_arms(me)
    return found[1]


def _list_arms(me: Body) -> tuple[Arm, ...]:
    sheet = me.sheet
    profile = sheet.profile
    held = [weapon.key for weapon in at_hand(me)]
    belt = [key for key in dict.fromkeys(sheet.ready) if key not in held]
    penalty = -1 if dual_wielding(me) else 0
    found = []
    for key in [*held, *belt]:
        weapon = sheet.weapon(key)
        if weapon.two_handed and sheet.shielded:
            continue
        for mode in modes(weapon):
            found.append(_arm(me, weapon, mode, penalty, key in held))
    if profile.routine:
        first, *more = [_arm(me, sheet.weapon(key), "melee", penalty, True) for key in profile.routine]
        found.append(first._replace(verb=MAUL, more=tuple(more), reach=min(arm.reach for arm in (first, *more))))
    return tuple(found)


def _arm(me: Body, weapon: Weapon, mode: Mode, penalty: int, in_hand: bool) -> Arm:
    profile = me.sheet.profile
    lasting = lasting_bonus(me, weapon, mode).total
    add = lasting + weapon.bonus
    if "deadeye" in profile.feats and mode == "shot":
        add += max(0, profile.skill("Shoot"))
    if weapon.key == UNARMED:
        add += max(0, profile.skill("Brawl"))
    other = second_weapon(me, weapon)
    if other and (mode == "melee" or me.sheet.weapon(other).thrown):
        add += 2
    shock = weapon.shock + lasting if mode == "melee" and weapon.shock_ac else 0
    return Arm(
        weapon.key,
        mode,
        VERBS[mode],
        weapon_reach(me, weapon) // FEET if mode == "melee" else 0,
        weapon.range // FEET,
        weapon.long_range // FEET,
        base_attack(me, weapon, mode).total + penalty,
        weapon.damage,
        add,
        shock,
        10_000 if "shocking assault" in profile.feats else weapon.shock_ac,
        "blunt" in weapon.traits,
        weapon.two_handed,
        in_hand,
        weapon.key not in me.sheet.unloaded or reload_cost(me, weapon) == "free",
        "deadeye" in profile.feats,
        _is_last(me, weapon),
    )


def _is_last(me: Body, weapon: Weapon) -> bool:
    """Whether nothing else to fight with would be left in hand or at the belt."""
    profile = me.sheet.profile
    if profile.natural or weapon.key == "throwing-blade":
        return False
    left = list(me.sheet.ready)
    if weapon.key in left:
        left.remove(weapon.key)
    return not any(me.sheet.weapon(key).melee for key in left)


def as_target(me: Body) -> Target:
    """A combatant in plain numbers."""
    found = _marks.get(id(me))
    if found is None or found[0] is not me:
        if len(_marks) > KEPT:
            _marks.clear()
        found = _marks[id(me)] = me, _mark(me)
    return found[1]


def _mark(me: Body) -> Target:
    sheet = me.sheet
    profile = sheet.profile
    ac = profile.ac + sheet.shielded + 2 * sheet.defending - 2 * sheet.charged + sheet.ward
    has = arms(me)
    melee = max((arm for arm in has if arm.mode == "melee"), key=_usual, default=None)
    shot = max((arm for arm in has if arm.mode != "melee"), key=_usual, default=None)
    near, far = _usual(melee) if melee else 0.0, _usual(shot) if shot else 0.0
    spells = 2.5 if profile.spells and sheet.casts else 0.0
    heals = 1.0 if "healer's kit" in sheet.items else 0.0
    stature = 1.0 + max(near, far, spells) + 0.35 * spells + heals + 0.08 * min(sheet.hp, 25)
    cells = profile.move // FEET
    return Target(
        me.id, me.at, profile.size, sheet.hp, profile.hp, ac, sheet.prone, shock_immune(me),
        sheet.shielded and not sheet.shield_used, "edged" in profile.resists,
        melee_reach(me) // FEET if armed(me) else 0, cells // 2 if sheet.prone else cells,
        sheet.up, has, melee, shot, bool(shot and shot.mode == "shot" and far >= near), profile.fearless,
        (profile.npc or profile.henchman) and not profile.fearless and not sheet.fleeing,
        stature,
        sheet.up and not sheet.prone and not sheet.surprised and not sheet.hidden and not sheet.grappling and armed(me),
    )  # fmt: skip


def _usual(arm: Arm) -> float:
    return sum(mean_harm(each, TYPICAL_AC) for each in (arm, *arm.more))


@lru_cache(maxsize=4096)
def toll(dice: str, add: int, least: int, hp: int) -> tuple[float, float]:
    """Of a hit: the hit points taken on average, at most ``hp``; and the chance that they are all of them."""
    every = taken = down = 0
    for total, count in totals(dice):
        dealt = max(total + add, least, 0)
        every += count
        taken += count * min(dealt, hp)
        down += count * (dealt >= hp)
    return taken / every, down / every


def chance(bonus: int, ac: int) -> float:
    """The probability that d20 and a bonus reach an AC."""
    return min(20, max(0, 21 + bonus - ac)) / 20


@cache
def checked(needed: int) -> float:
    """The probability that 2d6 reach a number."""
    ways = totals("2d6")
    return sum(count for total, count in ways if total >= needed) / sum(count for _, count in ways)


@lru_cache(maxsize=4096)
def mean_harm(arm: Arm, ac: int) -> float:
    """Hit points that a blow takes on average from somebody with plenty of them."""
    shock = arm.shock if ac <= arm.shock_ac else 0
    p = chance(arm.bonus, ac)
    return p * toll(arm.dice, arm.add, shock, 1000)[0] + (1 - p) * shock


def blow(arm: Arm, it: Target, extra: int = 0, *, swarm: int = 0) -> tuple[float, float]:
    """Of an attack as things stand, or of all the blows of a Main Action: hit points taken on average, chance to fell.

    ``extra``: the modifiers of the situation. ``swarm``: other assailants of a swarm attack.
    """
    taken, down = _blow(arm, it, extra, swarm)
    for more in arm.more:
        left = it._replace(hp=max(1, round(it.hp - taken)))
        again, felled = _blow(more, left, extra, swarm)
        taken, down = min(taken + (1 - down) * again, it.hp), down + (1 - down) * felled
    return taken, down


def _blow(arm: Arm, it: Target, extra: int, swarm: int) -> tuple[float, float]:
    shock = arm.shock
    if swarm:
        extra += 2 * min(swarm, 3)
    elif shock and (it.immune or it.turns or it.ac > arm.shock_ac):
        shock = 0
    p = chance(arm.bonus + extra, it.ac)
    if it.edged and not arm.blunt:
        taken, down = _flat(len(sides_of(arm.dice)) + arm.add, shock, it.hp)
    else:
        taken, down = toll(arm.dice, arm.add + min(swarm, 3), shock, it.hp)
    missed = min(shock, it.hp)
    return p * taken + (1 - p) * missed, p * down + (1 - p) * (shock >= it.hp)


def _flat(dealt: int, least: int, hp: int) -> tuple[float, float]:
    dealt = max(dealt, least, 0)
    return min(dealt, hp), float(dealt >= hp)
