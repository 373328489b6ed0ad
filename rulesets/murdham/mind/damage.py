"""Expected damage of attacks, fighters in plain numbers, damage dice in closed form: for advice, never for play.

Chances are lists: the one at place n that n comes up. Worth is counted in unit values: a common soldier is about one.
The order of an attack is that of ``attack``; a test plays both and compares. What no place changes is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, count
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from game.kit.cache import BoundedCache, IdentityCache
from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage
from game.rules.planning_model import NONE, Features
from rulesets.murdham.play.blow import (
    challenging,
    circumstances,
    die_of,
    legal,
    modes,
    overcomes,
    protection,
    reach_of,
    wielded,
)
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.geometry import Look, likely
from rulesets.murdham.play.harm import critical_from, full_health
from rulesets.murdham.play.moving import speed
from rulesets.murdham.play.things import equipped
from rulesets.murdham.sheet.sheet import FACTORS, Body, Weapon

RARE = 1e-5
"""What is rarer than this of exploding on and on counts as the last face that was looked at."""

Chances = tuple[float, ...]


@cache
def exploding(die: int) -> Chances:
    """An exploding die: its highest face counts one less and brings another."""
    found = [0.0]
    share = 1.0
    while share > RARE:
        share /= die
        found += [share] * (die - 1)
    found[-1] += share
    return tuple(found)


@cache
def rolled(die: int, net: int) -> Chances:
    """The same twice over if the roll is impaired or enhanced, the lower or the higher kept."""
    once = exploding(die)
    if net == 0:
        return once
    below = list(accumulate(once))
    upto = [p * p if net > 0 else 1 - (1 - p) ** 2 for p in below]
    return tuple(p - (upto[n - 1] if n else 0.0) for n, p in enumerate(upto))


@lru_cache(maxsize=4096)
def dealt(die: int, net: int, over: int, under: int, armour: int) -> Chances:
    """Damage after size and armour."""
    if die == 0 or net <= -2:
        return (1.0,)
    faces = rolled(die, net)
    found = [0.0] * (max(0, -(-len(faces) * over // under) - armour) + 1)
    for n, p in enumerate(faces):
        found[max(0, -(-n * over // under) - armour)] += p
    return tuple(found)


def average(damage: Chances) -> float:
    """The mean."""
    return fsum(n * p for n, p in enumerate(damage))


@lru_cache(maxsize=8192)
def bout(
    blow: Chances, answer: Chances, target: tuple[int, int], attacker: tuple[int, int], *, riposte: bool = False
) -> tuple[ExpectedDamage, ExpectedDamage]:
    """What a blow and its counter cost the target and the attacker, each given as health and what puts it out.

    Who suffers more is hit first, and if that fells it the other blow is not struck.
    """
    took, gave = [0.0] * 3, [0.0] * 3
    for x, p in enumerate(blow):
        for y, q in enumerate(answer):
            share = p * q
            if share == 0.0:
                continue
            first = y >= attacker[1] and (y > x or riposte)
            if not first:
                _suffer(took, x, target, share)
            if first or x < target[1] or x <= y or riposte:
                _suffer(gave, y, attacker, share)
    return ExpectedDamage(1.0, *took), ExpectedDamage(1.0, *gave)


def _suffer(cost: list[float], points: int, it: tuple[int, int], share: float) -> None:
    health, limit = it
    if points >= limit:
        cost[0] += share
    else:
        cost[1] += share * points / max(1, health)
    cost[2] += share * min(points, health)


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
    """A way in which somebody can attack."""

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
        """Things that an attack with it uses up."""
        return {"spends": 1.0} if {"consumed", "once"} & set(self.weapon.traits) else NONE

    @property
    def reliable(self) -> bool:
        """Whether it is one to rely on: against anybody, more than once."""
        special = {"consumed", "unaware only", "unholy only", "blast"}
        return self.mean > 0 and not special.intersection(self.weapon.traits)


@dataclass(frozen=True, slots=True, eq=False)
class Build:
    """A body but for its health, which no rule of what it attacks with, or of what keeps a blow off it, reads."""

    body: Body
    arms: tuple[Arm, ...]


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
    build: Build
    """The very same while only its health changes: what does not depend on that is kept by it."""
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

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The ways in which it can attack."""
        return self.build.arms

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


_builds: BoundedCache[tuple[object, ...], Build] = BoundedCache(2048)


@IdentityCache
def stats_of(c: Body) -> UnitStats:
    """The numbers of a combatant; where it stands and whether it has had its turn change none of them."""
    bare = _but_health(c)
    return _alike.of((*bare, c.sheet.health), _mark, c, bare)._replace(body=c)


def _but_health(c: Body) -> tuple[object, ...]:
    """What the numbers of a body depend on besides its health."""
    s = c.sheet
    return (
        *(c.id, c.side, id(s.profile), s.STR, s.AGI, s.WIT, s.hand, s.off, s.carried, s.fired, s.poisoned),
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


def _mark(c: Body, bare: tuple[object, ...]) -> UnitStats:
    sheet, profile = c.sheet, c.sheet.profile
    build = _builds.of(bare, lambda: Build(c, arms_of(c)))
    usual = [arm for arm in build.arms if arm.reliable and not arm.first]
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
        build,
        melee,
        shot,
        0.0 if sheet.retreating else TURN * best,
        unit_value,
        0.55 + 0.45 * min(1.0, health / full),
    )


KEPT = 4096
"""Blows that are kept."""


class Terms(NamedTuple):
    """The rules' sums for one weapon, one target, one look."""

    hit: float
    """The chance to hit, before the target answers."""
    die: int
    net: int
    bare: int
    """Armour that counts if the target does nothing."""
    braced: int
    """Armour of one who reacts."""
    countered: int
    """Armour against an attack that answers one's own."""


class Blow(NamedTuple):
    """One attack with one reply."""

    took: ExpectedDamage
    """What the target loses, misses and all."""
    gave: ExpectedDamage = NO_DAMAGE
    """What the attacker loses."""
    held: float = 0.0
    """The chance that the target is held or entangled by it."""

    @property
    def hit(self) -> float:
        """The chance to hit."""
        return self.took.hit


def terms(
    arm: Arm, it: UnitStats, look: Look, *, moving: bool = False, surprise: bool = False, mode: Mode | None = None
) -> Terms | None:
    """The sums of an attack on somebody who looks so and so from there; None if it can't be made.

    ``mode``: as if it were made in another way, as what bursts is.
    """
    return _terms(arm, it.build, look, mode or arm.mode, moving=moving, surprise=surprise)


@lru_cache(KEPT)
def _terms(arm: Arm, build: Build, look: Look, mode: Mode, *, moving: bool, surprise: bool) -> Terms | None:
    me, it, weapon = arm.bearer, build.body, arm.weapon
    if not legal(me, it, weapon, mode, look, moving=moving):
        return None
    hard = challenging(me, it, weapon, mode, look, moving=moving)
    armours = [
        protection(me, it, weapon, look, reacted=reacted, countered=countered).total
        for reacted, countered in ((False, False), (True, False), (False, True))
    ]
    die = int(die_of(me, weapon, surprise=surprise)[1:] or 0)
    return Terms(float(likely(me, "WIT")) if hard else 1.0, die, circumstances(me, weapon, look).total, *armours)


def damage(arm: Arm, what: Terms, armour: int, times: tuple[int, int] = (1, 1)) -> Chances:
    """The chances of each damage that goes through; ``times``: a focus, a sweep."""
    over, under = FACTORS[arm.bearer.sheet.profile.size]
    return dealt(what.die, max(-2, min(1, what.net)), over * times[0], under * times[1], armour)


def cost(chances: Chances, it: UnitStats, *, direct: bool) -> ExpectedDamage:
    """Cost to somebody of damage that hits home; ``direct``: past a helmet."""
    return _cost(chances, it.downed(direct=direct), it.health)


@lru_cache(KEPT)
def _cost(chances: Chances, limit: int, health: int) -> ExpectedDamage:
    """The same of somebody with so much health whom so much damage puts out of the fight."""
    fell = fsum(chances[limit:])
    lost = fsum([n * p for n, p in enumerate(chances[:limit])])
    whole = lost + fsum([min(n, health) * p for n, p in enumerate(chances[limit:], limit)])
    return ExpectedDamage(1.0, fell, lost / health, whole)


@lru_cache(KEPT)
def blow(
    arm: Arm,
    it: UnitStats,
    look: Look,
    *,
    moving: bool = False,
    surprise: bool = False,
    reply: str = "",
    answer: Arm | None = None,
    back: Look | None = None,
    times: tuple[int, int] = (1, 1),
    me: UnitStats | None = None,
) -> Blow | None:
    """An attack with a reply: "" for none, "guard" for one who reacts without dodging, "dodge", "counter".

    A counter is made with ``answer`` by a look ``back`` on ``me``, who attacks. None if it can't be made.
    """
    what = terms(arm, it, look, moving=moving, surprise=surprise)
    if what is None:
        return None
    if reply == "counter":
        return _countered(arm, it, what, answer, back, me) if answer and back and me else None
    chances = damage(arm, what, what.braced if reply else what.bare, times)
    took = cost(chances, it, direct=arm.weapon.direct)
    if arm.key in arm.bearer.sheet.poisoned and not it.body.sheet.profile.unfeeling:
        touched = fsum(chances[1 : it.downed(direct=arm.weapon.direct)])
        took = took._replace(fell=took.fell + touched * (1 - it.STR), hurt=took.hurt * it.STR)
    hit = what.hit * (1 - it.AGI if reply == "dodge" else 1.0)
    holds = {"grabs", "entangles"} & set(arm.weapon.traits)
    return Blow(took.times(hit), held=hit * (1 - took.fell) * overcome(arm, it) if holds else 0.0)


def overcome(arm: Arm, it: UnitStats, skill: str = "") -> float:
    """The chance that somebody fails to withstand a grip, a disarm or a net."""
    settled = overcomes(arm.bearer, it.body, skill)
    return float(settled) if settled is not None else 1 - it.STR


def _countered(arm: Arm, it: UnitStats, what: Terms, answer: Arm, back: Look, me: UnitStats) -> Blow | None:
    # whoever attacks out of a barrier has leant out, and is only covered against this
    other = terms(answer, me, back._replace(walled=False))
    if other is None:
        return None
    mine, its = damage(arm, what, what.braced), damage(answer, other, other.countered)
    alone = cost(mine, it, direct=arm.weapon.direct)
    if not other.die:
        return Blow(alone.times(what.hit))
    gave = cost(its, me, direct=answer.weapon.direct).times(other.hit)
    if not what.die:  # what does no damage comes last
        held = what.hit * (1 - gave.fell) * overcome(arm, it)
        return Blow(NO_DAMAGE._replace(hit=what.hit), gave.times(what.hit), held)
    riposte = "riposte" in it.body.sheet.profile.skills
    ends = it.downed(direct=arm.weapon.direct), me.downed(direct=answer.weapon.direct)
    took, gave = bout(mine, its, (it.health, ends[0]), (me.health, ends[1]), riposte=riposte)
    took = took.times(other.hit).plus(alone.times(1 - other.hit))
    return Blow(took.times(what.hit), gave.times(what.hit * other.hit))
