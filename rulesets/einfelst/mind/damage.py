"""What attacks come to on average: binomials over the pools that are thrown, Harm marked row by row or point by point.

For AIs, which weigh hundreds of blows for each that is struck. Dice come from ``pools`` and are not added up here; what
is repeated is the procedure of ``attack``, ``spending``, ``fire`` and ``poison``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import comb, fsum
from typing import NamedTuple

from game.kit.mind.acts import ExpectedDamage
from rulesets.einfelst.play.harm import room, spreads
from rulesets.einfelst.play.pools import dice, pool
from rulesets.einfelst.sheet.records import Harm, Spell, Weapon
from rulesets.einfelst.sheet.sheet import EMPTY, Sheet, Track

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
    """What a hit does, whatever deals it."""

    damage: int
    harm: Harm = "physical"
    poison: int = 0
    fire: int = 0
    snares: bool = False
    pierces: bool = False
    """Whether armour is no help: a spell's."""


def missile(weapon: Weapon) -> Missile:
    """What a weapon does."""
    return Missile(weapon.damage, weapon.harm, weapon.poison, weapon.fire, "snares" in weapon.traits)


def worked(spell: Spell) -> Missile:
    """What a spell does."""
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
    """Harm that can still be marked of both kinds."""
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
    """What a hit with so many successes more than needed comes to, all of them spent on Harm.

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
    """What a turn's attack of somebody in full health comes to, by the best that it brought."""
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
