"""What attacks and tests come to on average: closed forms over the sums that are played, and fighters in plain numbers.

For AIs, which weigh hundreds of blows for each that is struck. All terms are those of ``numbers``; what is repeated
here is the procedure of ``attack``, ``throws`` and ``damage``: two dice and the luck die, dice rolled again, endurance
before health, fainting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import fsum
from typing import Any, NamedTuple

from msgspec.structs import replace

from game.kit.cache import BoundedCache, IdentityCache
from game.kit.mind.acts import ExpectedDamage
from game.rules.dice import Tally
from game.rules.events import Id
from game.spatial.field import Cell
from rulesets.ingenuity.play.blow import blow_key, modes, one_each, unready
from rulesets.ingenuity.play.damage import brace_sum
from rulesets.ingenuity.play.events import Mode
from rulesets.ingenuity.play.geometry import Look, armed_with, both_hands
from rulesets.ingenuity.play.numbers import (
    attack_dice,
    attack_tally,
    constitution,
    damage_tally,
    deflection,
    evasion,
    larger,
    sway,
)
from rulesets.ingenuity.play.throws import FORTUNE, LUCKY, UNLUCKY, Pair, Thrown, again
from rulesets.ingenuity.sheet.sheet import BLINDED, STUNNED, Body, Profile, Sheet, Weapon, fresh
from rulesets.ingenuity.sheet.sheet import Harm as Kind

TYPICAL = Pair(6, 6), 1, 4
"""Dice, bonus and weapon of a common soldier, by whom is measured what somebody can bear."""

EVADES, TURNS_ASIDE = 7, 6
"""Evasion and deflection against which somebody's danger is measured while nobody in particular is meant."""

SOLDIER = 4.8
"""What a guard comes to in the measure that a unit value is made of."""

HANDFUL = 16.0
"""Points of damage on average in a turn that take a whole unit value."""

FAINT = 3
"""Points of missing health beyond CON that somebody can still bear as a rule."""

WORN = 0.35
"""What is left of the worth of somebody with next to no health: it still has three actions."""


# ------------------------------------------------------------------ dice


@cache
def sums(dice: Pair, net: int) -> tuple[tuple[int, float], ...]:
    """Sums of the two dice of a test with their chances, dice rolled again and all."""
    ways = {(a, b): 1 / (dice[0] * dice[1]) for a in range(1, dice[0] + 1) for b in range(1, dice[1] + 1)}
    for _ in range(abs(net)):
        after: dict[tuple[int, int], float] = {}
        for shown, p in ways.items():
            die = again(dice, Thrown(*shown, 0), better=net > 0)
            for face in range(1, dice[die] + 1):
                kept = max(shown[die], face) if net > 0 else min(shown[die], face)
                now = (kept, shown[1]) if die == 0 else (shown[0], kept)
                after[now] = after.get(now, 0.0) + p / dice[die]
        ways = after
    found: dict[int, float] = {}
    for (a, b), p in ways.items():
        found[a + b] = found.get(a + b, 0.0) + p
    return tuple(sorted(found.items()))


@cache
def reaches(dice: Pair, least: int, net: int = 0) -> float:
    """The chance of a test that is no attack: a luck die of 20 adds to it."""
    lucky = (21 - LUCKY) / 20
    plain, more = (fsum(p for total, p in sums(dice, net) if total + fortune >= least) for fortune in (0, FORTUNE))
    return (1 - lucky) * plain + lucky * more


def passes(of: tuple[Pair, Tally], least: int, net: int = 0) -> float:
    """The same of dice and what is added to them."""
    return reaches(of[0], least - of[1].total, net)


# ------------------------------------------------------------------ bodies


class Frail(NamedTuple):
    """Damage somebody can take."""

    end: int
    hp: int
    full: int
    """Health when nothing is missing."""
    con: int
    dice: Pair | None
    """Of a test to fortify against fainting; None: it has no reaction for it, or no stamina."""
    more: int

    def left(self, end: int, hp: int) -> float:
        """Damage it could still take with so much left."""
        return end + max(1.0, hp - max(0, self.full - self.con - FAINT)) if hp > 0 else 0.0

    def faints(self, hp: int) -> float:
        """The chance that a blow which leaves so much health fells it (B-71)."""
        missing = self.full - hp
        if hp <= 0:
            return 1.0
        if hp >= self.hp or missing <= self.con:
            return 0.0
        return 1.0 if self.dice is None else 1 - reaches(self.dice, missing - self.more)


STUFF = Frail(900, 900, 900, 900, None, 0)
"""Whoever is meant where nobody in particular is: it takes whatever comes."""


@lru_cache(maxsize=4096)
def wounded(it: Frail, dealt: int) -> tuple[float, float, int]:
    """Effect of so much damage: the chance to fell, the share lost by whoever stays, points lost."""
    end = max(0, it.end - dealt)
    hp = max(0, it.hp - max(0, dealt - it.end))
    fell = it.faints(hp)
    now = it.left(it.end, it.hp)
    hurt = (1 - fell) * (1 - it.left(end, hp) / now) if now else 0.0
    return fell, hurt, it.end - end + it.hp - hp


@lru_cache(maxsize=4096)
def blow(
    dice: Pair, net: int, least: int, critical: int, plus: int, more: int, astray: bool, it: Frail
) -> ExpectedDamage:
    """An attack: ``least`` is what the dice must show to hit, ``plus`` what a hit deals over what they show.

    ``more``: the same of a critical hit. ``astray``: one time in twenty it comes to somebody else.
    """
    lucky = (21 - critical) / 20
    plain = (critical - 1) / 20 - (UNLUCKY / 20 if astray else 0.0)
    hit = fell = hurt = points = 0.0
    for total, p in sums(dice, net):
        ways = [(lucky * p, more)] if total < least else [(lucky * p, more), (plain * p, plus)]
        for share, extra in ways:
            out, lost, less = wounded(it, max(1, total + extra))
            hit += share
            fell += share * out
            hurt += share * lost
            points += share * less
    return ExpectedDamage(hit, fell, hurt, points)


# ------------------------------------------------------------------ fighters


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """A way to attack: a weapon, and how it is used."""

    key: str
    weapon: Weapon
    mode: Mode
    harm: Kind

    @property
    def afar(self) -> bool:
        """Shot or thrown."""
        return self.mode != "melee"

    def option(self, whom: str) -> str:
        """Key of the attack on somebody."""
        return blow_key(whom, self.weapon, self.key, self.mode, self.harm)


class Frame:
    """Somebody in all that blows by it and at it depend on; one and the same for as long as none of that changes."""

    def __init__(self, body: Body) -> None:
        sheet = body.sheet
        self.body, self.sheet, self.profile = body, sheet, sheet.profile
        able = sheet.up and (sheet.reactions > 0 or sheet.spare) and sheet.st > 0 and not sheet.has(STUNNED)
        dice, more = brace_sum(sheet, "fortify")
        bears = (dice, more.total) if able else (None, 0)
        self.frail = Frail(sheet.end, sheet.hp, sheet.profile.hp, constitution(sheet).total, *bears)

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """Ways in which it can attack with what is in hand."""
        if self.striker is not self:
            return self.striker.arms
        body, sheet = self.body, self.sheet
        return tuple(
            Arm(key, sheet.weapon(key), mode, harm)
            for key in one_each(sheet, armed_with(body))
            for mode in modes(sheet.weapon(key))
            if unready(sheet, key, mode) is None
            for harm in sheet.weapon(key).harm
        )

    @cached_property
    def left(self) -> float:
        """Damage it can still take."""
        return self.frail.left(self.sheet.end, self.sheet.hp)

    @cached_property
    def striker(self) -> Frame:
        """The same but for all that makes no difference to its attacks."""
        profile, blind = self.profile, tuple(c for c in self.sheet.conditions if c.word == BLINDED)
        whole: dict[str, Any] = {"end": profile.end, "hp": profile.hp, "st": profile.st, "reactions": 1, "prone": False}
        return self.having(**whole, unconscious=False, conditions=blind)

    @cached_property
    def target(self) -> Frame:
        """The same but for all that makes no difference to attacks on it."""
        return self.having(attacks=0, tried=(), struck=(), missed=(), unloaded=())

    def after(self, attacks: int) -> Frame:
        """The same with so many attacks more behind it this round."""
        sheet = self.sheet
        if not attacks:
            return self
        tried = (*sheet.tried, *sheet.struck)
        return frame(replace(self.body, sheet=replace(sheet, attacks=sheet.attacks + attacks, tried=tried, missed=())))

    def loaded(self, key: str) -> Frame:
        """The same with a weapon loaded."""
        return self.having(unloaded=tuple(each for each in self.sheet.unloaded if each != key))

    def having(self, **changes: Any) -> Frame:
        """The same with something else about it."""
        return frame(replace(self.body, sheet=replace(self.sheet, **changes)))


_frames: BoundedCache[tuple[object, ...], tuple[Profile, Frame]] = BoundedCache(2048)


def frame(body: Body) -> Frame:
    """The frame of somebody."""
    sheet = body.sheet
    key = (
        body.id, id(sheet.profile), sheet.end, sheet.hp, sheet.conditions, sheet.prone, sheet.unconscious, sheet.hand,
        sheet.off, sheet.unloaded, sheet.attacks, sheet.tried, sheet.struck, sheet.missed, sheet.found,
        sheet.reactions > 0 or sheet.spare, sheet.st > 0, sheet.carried, sheet.gained, tuple(sheet.wear.items()),
    )  # fmt: skip
    return _frames.of(key, lambda: (sheet.profile, Frame(body)))[1]  # which keeps the profile, and so its id


def struck(me: Frame, arm: Arm, it: Frame, seen: Look, astray: bool = False) -> ExpectedDamage:
    """Expected damage of an attack, if nobody does anything about it but fortify."""
    return _struck(me.striker, arm, it.target, seen, astray)


@lru_cache(maxsize=8192)
def _struck(me: Frame, arm: Arm, it: Frame, seen: Look, astray: bool) -> ExpectedDamage:
    more = larger(me.sheet, it.sheet)
    misses, off = evasion(it.sheet, more).total, deflection(it.sheet, arm.harm, more).total
    net = sway(me.sheet, it.sheet, arm.weapon, seen, afar=arm.afar).total
    return _attack(me, arm, it, seen, misses, off, it.frail, net, astray)


def _attack(
    me: Frame, arm: Arm, it: Frame, seen: Look, misses: int, off: int, frail: Frail, net: int = 0, astray: bool = False
) -> ExpectedDamage:
    gripped = arm.mode != "thrown" and both_hands(me.body, arm.key)
    total = attack_tally(me.sheet, it.body, arm.key, seen, afar=arm.afar, gripped=gripped).total
    plain, best = (
        damage_tally(me.sheet, arm.key, total, critical=critical, gripped=gripped).total - off
        for critical in (False, True)
    )
    dice = attack_dice(me.sheet, arm.weapon)
    return blow(dice, net, misses - total, arm.weapon.critical, plain, best, astray, frail)


def round_of(me: Frame, arm: Arm, it: Frame, seen: Look, count: int) -> ExpectedDamage:
    """Expected damage of some attacks in a row."""
    found = [struck(me.after(number), arm, it, seen) for number in range(count)]
    stays = hurt = 1.0
    for each in found:
        stays *= 1 - each.fell
        hurt *= 1 - min(1.0, each.hurt)
    return ExpectedDamage(found[0].hit, 1 - stays, stays * (1 - hurt), fsum(each.points for each in found))


# ------------------------------------------------------------------ what somebody is worth


@lru_cache(maxsize=4096)
def usual(me: Frame, arm: Arm) -> float:
    """Points that a turn's attacks take on average from somebody ordinary."""
    seen = Look(max(1, arm.weapon.range if arm.afar else arm.weapon.unfit + 1))
    turn = [me.after(number) for number in range(1 if arm.weapon.reload or arm.mode == "thrown" else 2)]
    return fsum(_attack(now, arm, me, seen, EVADES, TURNS_ASIDE, STUFF).points for now in turn)


@lru_cache(maxsize=2048)
def best(me: Frame, *, afar: bool) -> Arm | None:
    """The best arm of a kind, against nobody in particular."""
    return max((arm for arm in me.arms if arm.afar is afar), key=lambda arm: usual(me, arm), default=None)


class Worth(NamedTuple):
    """Worth of somebody by its profile alone."""

    unit_value: float
    turn: float
    """What a turn of it takes of a common soldier."""
    full: float
    """What it can take when it is whole."""


@IdentityCache
def worth(profile: Profile) -> Worth:
    """Worth of being rid of somebody."""
    whole = Frame(Body(Id(profile.key), "", (0, 0), fresh(profile)))
    does = max([2.0, *(usual(whole, arm) for arm in whole.arms), 3.0 * bool(profile.feats)])
    dice, bonus, weapon = TYPICAL
    plus = bonus + weapon - deflection(whole.sheet, "piercing").total
    taken = blow(dice, 0, evasion(whole.sheet).total - bonus, 19, plus, plus + weapon, False, STUFF)
    bears = whole.left / taken.points
    return Worth((does * bears) ** 0.5 / SOLDIER, min(1.0, does / HANDFUL), whole.left)


class UnitStats(NamedTuple):
    """A combatant in plain numbers."""

    id: Id
    body: Body
    at: Cell
    size: int
    frame: Frame
    unit_value: float
    turn: float
    left: float
    """The share of what it can take that it still can."""
    shooter: bool
    arm: Arm | None
    """What it fights with by choice, once that is loaded."""

    @property
    def sheet(self) -> Sheet:
        """How it is."""
        return self.body.sheet


@IdentityCache
def stats_of(body: Body) -> UnitStats:
    """A combatant in plain numbers."""
    sheet, its = body.sheet, frame(body)
    unit_value, turn, full = worth(sheet.profile)
    ready = its.having(unloaded=()) if sheet.unloaded else its
    near, far = (best(ready, afar=afar) for afar in (False, True))
    shoots = far is not None and far.mode == "shot" and (near is None or usual(ready, far) >= 0.6 * usual(ready, near))
    return UnitStats(
        body.id, body, body.at, sheet.profile.cells, its, unit_value, turn, min(1.0, its.left / full), shoots,
        far if shoots else near,
    )  # fmt: skip
