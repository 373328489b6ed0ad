"""Expected damage of attacks: binomials over the pools that are thrown, Harm marked row by row or point by point.

For AIs, which weigh hundreds of blows for each that is struck. Dice come from ``pools`` and are not added up here; what
is repeated is the procedure of ``attack`` and ``perils``. With fighters in plain numbers: arms, answers, value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb, fsum
from typing import NamedTuple

from game.kit.cache import BoundedCache, IdentityCache
from game.kit.mind.acts import ExpectedDamage
from rulesets.einfelst.play.attack import VERBS, may_defend, modes, unready
from rulesets.einfelst.play.events import Mode
from rulesets.einfelst.play.gear import at_hand
from rulesets.einfelst.play.harm import room, spreads
from rulesets.einfelst.play.pools import Aim, asked, attack_pool, dice, dodge_pool, parry_pool, pool
from rulesets.einfelst.sheet.roster import Harm, Profile, Spell, Weapon
from rulesets.einfelst.sheet.sheet import EMPTY, Body, Sheet, Track

Chances = tuple[float, ...]
"""The chance of each number, from 0 on."""

WHOLE = room(EMPTY)
"""Harm that a hero's track takes."""

Health = tuple[Track, Track, int]
"""A hero's tracks, or no more than the Harm that anybody else can still take."""


class Frame(NamedTuple):
    """Somebody as far as it matters to what befalls it."""

    hero: bool
    health: Health
    full: int
    """Harm that it takes when fresh."""
    worn: int
    """Dice of armour."""
    endure: int
    """Dice of Endure, before a least and a most, without ``bonus``."""
    bonus: int = 0
    """Dice on its next throw alone."""
    fire: int = 0
    """Intensity that does not set it alight any more: that of the fire it is in, or all."""
    venom: bool = True
    """Whether poison does anything."""


NEVER = 99
"""An intensity that no fire has."""


def frame_of(sheet: Sheet, *, wet: bool = False) -> Frame:
    """The frame of somebody; ``wet``: in water, where nothing burns."""
    profile = sheet.profile
    left = (EMPTY, EMPTY, max(0, profile.points - sheet.points))
    return Frame(
        profile.hero,
        (sheet.physical, sheet.mental, 0) if profile.hero else left,
        WHOLE if profile.hero else profile.points,
        profile.worn,
        pool(sheet, "endure", borne=True).total - sheet.bonus,
        sheet.bonus,
        NEVER if wet or "fireproof" in profile.traits else sheet.fire,
        "unliving" not in profile.traits,
    )


class Missile(NamedTuple):
    """Effects of a hit, whatever deals it."""

    damage: int
    harm: Harm = "physical"
    poison: int = 0
    fire: int = 0
    snares: bool = False
    pierces: bool = False
    """Whether armour is no help: a spell's."""


def missile(weapon: Weapon) -> Missile:
    """Effects of a weapon's hit."""
    return Missile(weapon.damage, weapon.harm, weapon.poison, weapon.fire, "snares" in weapon.traits)


def worked(spell: Spell) -> Missile:
    """Effects of a spell."""
    return Missile(spell.damage, spell.harm, fire=spell.fire, snares=spell.effect == "snare", pierces=True)


# ------------------------------------------------------------------ dice


@cache
def sixes(count: int) -> Chances:
    """How many sixes so many dice show; no dice show none."""
    return tuple(comb(count, n) * 5.0 ** (count - n) / 6.0**count for n in range(count + 1))


@cache
def beyond(count: int, against: int = 0, needed: int = 1) -> Chances:
    """How many successes more than needed are left of some dice, less those of the dice against them."""
    found = [0.0] * max(1, count - needed + 1)
    for n, p in enumerate(sixes(count)):
        for taken, q in enumerate(sixes(against)):
            if n - taken >= needed:
                found[n - taken - needed] += p * q
    return tuple(found)


@cache
def chance(count: int, against: int = 0, needed: int = 1) -> float:
    """How likely it is that enough are left."""
    return fsum(beyond(count, against, needed))


# ------------------------------------------------------------------ Harm


def _left(frame: Frame, health: Health) -> int:
    return room(health[0]) + room(health[1]) if frame.hero else health[2]


def _marked(frame: Frame, health: Health, amount: int, kind: Harm) -> Health | None:
    """Somebody's health after some Harm, marked as it is unless its bearer says otherwise; None if it goes out of the
    fight.
    """
    body, mind, points = health
    if not frame.hero:
        return (body, mind, points - amount) if points > amount else None
    track = body if kind == "physical" else mind
    if room(track) < amount:
        return None
    filled = spreads(track, amount)[0]
    return (filled, mind, 0) if kind == "physical" else (body, filled, 0)


def _endure(frame: Frame, health: Health, *, bonus: bool) -> int:
    """Dice of Endure after Harm has taken some (C-54)."""
    lost = sum(health[0]) - sum(frame.health[0]) + frame.health[2] - health[2]
    return max(1, min(20, frame.endure - lost + (frame.bonus if bonus else 0)))


Fates = dict[tuple[Health, float], float]
"""Chances of healths, with the Harm that is still to come."""


@lru_cache(maxsize=4096)
def befall(extras: Chances, what: Missile, frame: Frame, *, thrown: bool = False) -> ExpectedDamage:
    """Expected damage of a hit with so many extra successes, all spent on Harm.

    ``thrown``: the target has thrown dice already, so that what it had for its next throw is gone.
    """
    fates: Fates = {}
    fell = harmed = hurt = 0.0
    before = _left(frame, frame.health)

    def mark(health: Health, later: float, amount: int, p: float, kind: Harm = "physical") -> None:
        nonlocal fell, harmed
        after = _marked(frame, health, amount, kind) if amount else health
        if after is None:
            fell += p
            other = health[1] if kind == "physical" else health[0]
            harmed += p * (before - (room(other) if frame.hero else 0))
        else:
            fates[after, later] = fates.get((after, later), 0.0) + p

    for extra, p in enumerate(extras):
        amount = what.damage + extra if what.damage else 0
        for stopped, q in enumerate(sixes(0 if what.pierces or what.harm == "mental" else frame.worn)):
            left = max(0, amount - stopped)
            if not left or not (what.poison and frame.venom):
                mark(frame.health, 0.0, left, p * q, what.harm)
                continue
            after = _marked(frame, frame.health, left, what.harm)
            if after is None:
                mark(frame.health, 0.0, left, p * q, what.harm)
                continue
            for dose, share in _doses(what.poison, _endure(frame, after, bonus=not thrown)):
                mark(after, dose * (dose - 1) / 2, dose, p * q * share)
    if what.fire > frame.fire:
        poisoned, caught = what.poison and frame.venom, fates
        fates = {}
        for (health, later), p in caught.items():
            fresh = not thrown and not (poisoned and health != frame.health)
            for endured, q in enumerate(sixes(_endure(frame, health, bonus=fresh))):
                mark(health, later + what.fire / 2, max(0, what.fire - endured), p * q)
    for (health, later), p in fates.items():
        lost = before - _left(frame, health)
        harmed += p * lost
        hurt += p * min(1.0, (lost + later) / frame.full)
    return ExpectedDamage(fsum(extras), fell, hurt, harmed)


@cache
def _doses(toxicity: int, endure: int) -> Iterable[tuple[int, float]]:
    """Harm that a poison does at once, with chances (C-98)."""
    found: dict[int, float] = {}
    for strength, p in enumerate(sixes(max(1, min(20, toxicity)))):
        for endured, q in enumerate(sixes(endure)):
            dose = 0 if endured > strength else max(1, strength) if strength > endured else 1
            found[dose] = found.get(dose, 0.0) + p * q
    return tuple(found.items())


# ------------------------------------------------------------------ worth

SOLDIER = Frame(False, (EMPTY, EMPTY, 4), 4, 1, 4)
"""Whom somebody's danger is measured against while nobody in particular is meant."""

DICE, WOUND = 5, Missile(2)
"""The attack that everybody's toughness is measured by."""

STURDY = 2.4
"""Such attacks that a common soldier bears."""

STRONG = 0.33
"""What its own comes to against another."""


def danger(sheet: Sheet) -> float:
    """Expected damage of a turn's attack of somebody in full health, by the best that it brought."""
    profile, found = sheet.profile, [0.05]
    for arm in profile.weapons:
        count = profile.dice(arm.action) + arm.bonus
        found.append(befall(beyond(max(1, count)), missile(arm), SOLDIER).cost + (0.15 if arm.damage == 0 else 0.0))
    for spell in profile.spells:
        if spell.target == "foe":
            found.append(befall(beyond(profile.dice("cast")), worked(spell), SOLDIER).cost + 0.1 * bool(spell.effect))
    return max(found) * profile.cards


def toughness(sheet: Sheet) -> float:
    """Attacks that somebody in full health bears."""
    profile = sheet.profile
    guard = max(profile.dice("strike"), profile.dice("force")) // 2
    frame = frame_of(sheet)._replace(health=(EMPTY, EMPTY, profile.points))
    struck = befall(beyond(DICE, guard), WOUND, frame._replace(hero=False, full=99, health=(EMPTY, EMPTY, 99)))
    return (WHOLE - 2 if profile.hero else profile.points) / max(0.2, struck.points)


def dice_of(sheet: Sheet, *actions: str) -> int:
    """Dice of the best of some Actions now."""
    return max(dice(pool(sheet, action)) for action in actions)  # type: ignore[arg-type]


WORN = 0.35
"""What is left of the worth of somebody with next to no health: it still has a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """A way in which somebody can attack."""

    key: str
    weapon: Weapon
    mode: Mode
    what: Missile
    draw: str = ""
    """Key of the option by which it comes to hand."""

    @property
    def afar(self) -> bool:
        """Shot or thrown."""
        return self.mode != "melee"

    def option(self, whom: str) -> str:
        """Key of the attack on somebody."""
        return f"{VERBS[self.mode]} {whom} {self.key}"


class Fighter:
    """All about somebody that its attacks and its answers to them depend on; the same as long as none of it changes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.frame: Frame = frame_of(sheet)
        self.soaked: Frame = frame_of(sheet, wet=True)
        self.arms: tuple[Arm, ...] = tuple(_arms(sheet))
        """Those at hand, then those that must be drawn first."""
        self.unloaded: tuple[Arm, ...] = tuple(
            Arm(key, sheet.weapon(key), "shot", missile(sheet.weapon(key))) for key in sheet.unloaded
        )
        traits = sheet.profile.traits
        self.kind = "flies" in traits, "climbs" in traits, "swims" in traits
        """How it gets about."""
        self.parry, self.dodge = dice(parry_pool(sheet)), dice(dodge_pool(sheet))
        self.force = dice_of(sheet, "force")
        self.grip = dice_of(sheet, "endure", "force")
        """Dice to hold on to somebody."""
        self.read = dice_of(sheet, "read")
        self.usual = {arm: self.blow(arm, self, against=0, on=SOLDIER).cost for arm in self.arms}
        """What attacks come to against a common soldier."""
        self.ready = max((worth for arm, worth in self.usual.items() if not arm.draw), default=0.0)
        """The best of what is in hand."""
        loaded = {arm: self.blow(arm, self, against=0, on=SOLDIER).cost for arm in self.unloaded}
        some = {**self.usual, **loaded}
        best = max(some, key=lambda arm: some[arm] - 0.05 * bool(arm.draw), default=None)
        self.unit_value, self.turn = _worth(sheet.profile)
        frame = self.frame
        left = min(room(frame.health[0]), room(frame.health[1])) if frame.hero else frame.health[2]
        self.left = WORN + (1 - WORN) * (left / frame.full if frame.full else 0.0)
        spells = [spell for spell in sheet.profile.spells if spell.target == "foe"]
        self.cast = dice_of(sheet, "cast") if sheet.profile.spells else 0
        self.shoots = (best is not None and best.afar and not best.weapon.thrown) or bool(spells)

    def dice(self, arm: Arm, *, prone: bool, known: bool, it: Sheet) -> int:
        """Dice of an attack."""
        return _dice.of((self, arm, prone, known), _pooled, self.sheet, it, arm, known)

    def blow(
        self,
        arm: Arm,
        it: Fighter,
        needed: int = 1,
        *,
        against: int,
        known: bool = False,
        wet: bool = False,
        on: Frame | None = None,
    ) -> ExpectedDamage:
        """Expected damage of an attack, with so many dice thrown against it."""
        count = self.dice(arm, prone=it.sheet.prone, known=known, it=it.sheet)
        frame = on or (it.soaked if wet else it.frame)
        return befall(beyond(count, against, needed), arm.what, frame, thrown=against > 0)


_dice: BoundedCache[tuple[Fighter, Arm, bool, bool], int] = BoundedCache(2048)


def _pooled(me: Sheet, it: Sheet, arm: Arm, known: bool) -> int:
    return dice(attack_pool(me, it, arm.weapon, arm.mode, known=known))


@cache
def needed(*, afar: bool, cover: bool = False, dark: bool = False, smoke: bool = False) -> int:
    """Successes that an attack needs."""
    return asked("shot" if afar else "melee", Aim(0, cover, dark, smoke)).total


def _arms(sheet: Sheet) -> list[Arm]:
    found = [
        Arm(key, sheet.weapon(key), mode, missile(sheet.weapon(key)))
        for key in at_hand(sheet)
        if unready(sheet, key) is None
        for mode in modes(sheet.weapon(key))
    ]
    armed = any(arm.weapon.action == "strike" and not arm.weapon.natural for arm in found)
    found = [arm for arm in found if not (armed and arm.weapon.action == "force")]
    for key in dict.fromkeys(sheet.pack):
        if not sheet.is_weapon(key) or key in (sheet.hand, sheet.off) or key in sheet.unloaded:
            continue
        arm = sheet.weapon(key)
        if all(arm != one.weapon for one in found):
            found += [Arm(key, arm, mode, missile(arm), f"draw {key}") for mode in modes(arm)]
    return found


_fighters: BoundedCache[tuple[object, ...], tuple[Profile, Fighter]] = BoundedCache(2048)


def fighter_of(sheet: Sheet) -> Fighter:
    """The numbers of a sheet."""
    key = (
        id(sheet.profile), sheet.physical, sheet.mental, sheet.points, sheet.less, sheet.hand, sheet.off, sheet.pack,
        sheet.unloaded, sheet.prone, sheet.bonus, sheet.edge, sheet.fire, sheet.found, sheet.gained,
    )  # fmt: skip
    return _fighters.of(key, lambda: (sheet.profile, Fighter(sheet)))[1]  # which keeps the profile, and so its id


class UnitStats:
    """One body."""

    def __init__(self, body: Body) -> None:
        self.body, self.sheet, self.fights = body, body.sheet, fighter_of(body.sheet)
        self.unit_value, self.turn = self.fights.unit_value, self.fights.turn

    def answer(self, arm: Arm) -> int:
        """Dice of the parry, or the dodge, that it could answer an attack with now; 0 if it can't."""
        if not may_defend(self.sheet, melee=not arm.afar):
            return 0
        return self.fights.dodge if arm.afar else self.fights.parry


stats_of: IdentityCache[Body, UnitStats] = IdentityCache(UnitStats)


@IdentityCache
def _worth(profile: Profile) -> tuple[float, float]:
    """What it is worth to be rid of somebody, and what a turn of it is worth, both in unit values."""
    sheet = Sheet(profile=profile, hand=profile.hand, off=profile.off, pack=profile.pack)
    strong = danger(sheet)
    sturdy = toughness(sheet)
    return (strong / STRONG * sturdy / STURDY) ** 0.5, strong
