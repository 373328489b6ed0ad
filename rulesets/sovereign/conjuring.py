"""Advice on spells: on whom, or where, each does most."""

from __future__ import annotations

from functools import lru_cache

from game.rules.readings import totals
from game.spatial.places import written
from rulesets.sovereign.estimate import Target, as_target
from rulesets.sovereign.numbers import save_target
from rulesets.sovereign.outlook import Outlook, prize
from rulesets.sovereign.plans import Plans, Weighed
from rulesets.sovereign.reading import FEET
from rulesets.sovereign.sheet import Body, Spell


def spells(plans: Plans) -> None:
    """Spells, each on whom it serves best."""
    outlook = plans.outlook
    profile = outlook.me.sheet.profile
    if not profile.spells:
        return
    end = plans.stand(outlook.here)
    for spell in profile.spells:
        key = spell.key
        if spell.casts > outlook.me.sheet.casts:
            continue
        cost = {"cast": float(spell.casts)}
        if spell.target == "foe":
            for it in outlook.foes:
                if _reached(outlook, it, spell):
                    plans.offer(f"cast {key} {it.id}", _befalls(outlook, it, spell), end, cost)
        elif spell.target == "area":
            _areas(plans, spell, end, cost)
        elif spell.effect == "ward":
            for it in [outlook.mark, *outlook.friends]:
                body = outlook.board.now(it.id)
                pressed = sum(outlook.space.distance(foe.at, it.at, foe.size, it.size) <= 8 for foe in outlook.foes)
                if pressed and not body.sheet.ward and _reached(outlook, it, spell):
                    guard = 0.1 * it.stature * min(3, pressed) * ((it.melee is not None and not it.shooter) or 0.6)
                    plans.offer(f"cast {key} {it.id}", {"guard": guard * 2}, end, cost)
        elif spell.effect == "heal":
            _healings(plans, spell, end, cost)


def _reached(outlook: Outlook, it: Target, spell: Spell) -> bool:
    mine = outlook.mark
    if outlook.space.distance(mine.at, it.at, mine.size, it.size) * FEET > spell.range:
        return it.id == mine.id
    return not spell.needs_sight or outlook.space.corners_seen(mine.at, it.at, mine.size, it.size) >= 0


@lru_cache(maxsize=256)
def _dose(dice: str, amount: int, hp: int, halved: bool) -> tuple[float, float]:
    every = taken = down = 0
    for total, count in totals(dice):
        dealt = (total + amount) // 2 if halved else total + amount
        every += count
        taken += count * min(dealt, hp)
        down += count * (dealt >= hp)
    return taken / every, down / every


def _befalls(outlook: Outlook, it: Target, spell: Spell) -> Weighed:
    """What a spell does to one of its targets, good or bad."""
    profile = outlook.board.now(it.id).sheet.profile
    passed = 0.0
    if spell.save is not None:
        passed = min(19, max(1, 21 - save_target(profile, spell.save))) / 20
    value = it.stature * (prize(outlook, it) if profile is not outlook.me.sheet.profile else 1.0)
    if spell.dice:
        taken, down = _dose(spell.dice, spell.amount, it.hp, False)
        half, half_down = _dose(spell.dice, spell.amount, it.hp, True) if spell.half_on_save else (0.0, 0.0)
        return {
            "harm": value * ((1 - passed) * taken + passed * half) / it.hp,
            "down": value * ((1 - passed) * down + passed * half_down),
        }
    if spell.most_level and profile.level > spell.most_level:
        return {}
    if spell.effect == "out":
        return {"down": value * 1.9 * (1 - passed)}
    if spell.effect == "surprised":
        return {"harm": 0.35 * value * (1 - passed)}
    return {}


def _areas(plans: Plans, spell: Spell, end: Weighed, cost: Weighed) -> None:
    """Area spells, centred on foes or beside them, friends spared."""
    outlook = plans.outlook
    space, terrain, mine = outlook.space, outlook.terrain, outlook.mark
    radius = spell.radius // FEET
    mask = 0
    for it in outlook.foes:
        mask |= terrain.square(it.at, it.size, radius)
    mask &= terrain.square(mine.at, mine.size, spell.range // FEET) & terrain.seen_from(space, mine.at, mine.size).any
    for friend in [mine, *outlook.friends]:
        mask = mask & ~terrain.square(friend.at, friend.size, radius) or mask
    best: list[tuple[float, int]] = []
    for cell, bit in outlook.cells(mask):
        count = 0.0
        for it in outlook.foes:
            if terrain.square(it.at, it.size, radius) & bit:
                count += it.stature
        for friend in [mine, *outlook.friends]:
            if terrain.square(friend.at, friend.size, radius) & bit:
                count -= 1.5 * friend.stature
        if count > 0:
            best.append((-count, cell[1] * space.width + cell[0]))
    best.sort()
    for _, at in best[:3]:
        cell = (at % space.width, at // space.width)
        total: Weighed = {}
        for it in [*outlook.foes, mine, *outlook.friends]:
            if not terrain.square(it.at, it.size, radius) >> at & 1:
                continue
            if space.corners_seen(cell, it.at, 1, it.size) < 0:
                continue
            sign = 1.0 if it in outlook.foes else -1.6
            for name, value in _befalls(outlook, it, spell).items():
                total[name] = total.get(name, 0.0) + sign * value
        plans.offer(f"cast {spell.key} {written(cell)}", total, end, cost)


def _healings(plans: Plans, spell: Spell, end: Weighed, cost: Weighed) -> None:
    outlook = plans.outlook
    mean = _dose(spell.dice, spell.amount, 1000, False)[0] if spell.dice else float(spell.amount)
    bodies: list[Body] = [outlook.me, *(outlook.board.now(it.id) for it in outlook.friends), *outlook.down]
    for body in bodies:
        sheet = body.sheet
        missing = sheet.profile.hp - sheet.hp
        if sheet.dead or missing <= 0 or not _reached(outlook, as_target(body), spell):
            continue
        gain = min(mean, missing) / sheet.profile.hp * as_target(body).stature
        revived = 2.0 if sheet.hp == 0 else 0.0
        plans.offer(f"cast {spell.key} {body.id}", {"heal": gain + revived}, end, cost)
