"""Advice on things and on getting away: weapons taken up, draughts, doors; held, beaten, fleeing."""

from __future__ import annotations

from game.spatial.places import ZonePlace, as_zone_place, written
from rulesets.murdham.cost import has_bonus, untouched
from rulesets.murdham.estimate import as_target
from rulesets.murdham.handling import free_hand
from rulesets.murdham.menu import may_leave
from rulesets.murdham.moving import budget, can_retreat, to_the_exits
from rulesets.murdham.odds import average, dealt
from rulesets.murdham.outlook import goal
from rulesets.murdham.plans import Plans
from rulesets.murdham.reading import half, nearby
from rulesets.murdham.sheet import FACTORS
from rulesets.murdham.special_actions import healed
from rulesets.murdham.terrain_cache import FAR
from rulesets.murdham.things import at_hand, takes
from rulesets.murdham.things import doors as doors_

BRITTLE = 0.85
"""What is left of the worth of a weapon that may break with any blow."""

WORTH_TAKING = 0.4
"""Points of damage more for which something is picked up."""

# ------------------------------------------------------------------ bonus actions


def bonus_actions(plans: Plans) -> None:
    """Weapons taken up, draughts, doors; nothing that only undoes something else."""
    doors(plans)
    if not has_bonus(plans.board) or plans.taunter:
        return
    weapons(plans)
    potions(plans)


def weapons(plans: Plans) -> None:
    """A weapon for those who have none in hand that is of use."""
    me, sheet = plans.me, plans.me.sheet
    best = max((arm.mean for arm in (plans.mark.melee, plans.mark.shot) if arm is not None), default=0.0)
    for arm in plans.mark.arms:
        if arm.held or arm.blast or not arm.die or {"consumed", "unaware only", "unholy only"} & set(arm.weapon.traits):
            continue
        gain = arm.mean - best
        if gain > 1.0:
            plans.offer(f"equip {arm.key}", {"arms": gain}, plans.stand(me.at))
    if "shield" in sheet.carried and takes(me, "shield"):
        two = plans.mark.melee is None or plans.mark.melee.weapon.hands < 2
        if two and (plans.mark.shot is None or plans.mark.shot.weapon.hands < 2):
            plans.offer("equip shield", {"arms": 0.5}, plans.stand(me.at))
    useless = sheet.hand and not any(arm.key == sheet.hand for arm in plans.mark.arms)
    if useless and any(key != "shield" for key in sheet.carried):
        plans.offer(f"stow {sheet.hand}", {"arms": 1.5}, plans.stand(me.at))
    gains = {}
    for thing, weapon in at_hand(plans.board, me):
        over, under = FACTORS[sheet.profile.size]
        lasts = BRITTLE if "improvised" in weapon.traits else 1.0
        gain = lasts * average(dealt(int(weapon.die[1:] or 0), 0, over, under, 0)) - best
        if weapon.melee and gain > WORTH_TAKING and free_hand(me, weapon) == "hand":
            gains[thing.id] = gain
    for id_ in sorted(gains, key=lambda id_: -gains[id_])[:1]:
        plans.offer(f"pick up {id_}", {"arms": gains[id_]}, plans.stand(me.at))


def potions(plans: Plans) -> None:
    """Draughts for the dying and the wounded, antidotes, poison on a blade about to be used."""
    board, me = plans.board, plans.me
    for item in dict.fromkeys(me.sheet.items):
        if item in ("draught", "spirits", "antidote"):
            for c in board.state.combatants.values():
                if c.side != me.side or c.sheet.dead or not nearby(board, me.at, c.at):
                    continue
                it = as_target(c)
                if item == "antidote":
                    if c.sheet.paralysed:
                        plans.offer(f"use antidote {c.id}", {"frees": 0.75 * it.stature, "bonus": 1.0})
                elif c.sheet.health < c.sheet.profile.health:
                    gain = healed(it, half(it.full) if item == "draught" else 1.0)
                    if gain and (item == "draught" or "aid" in gain):
                        plans.offer(f"use {item} {c.id}", gain, {"bonus": 1.0})
        elif (
            item == "poison"
            and plans.main
            and any(it.at in plans.outlook.terrain.near[me.at] for it in plans.outlook.foes)
        ):
            blade = me.sheet.hand
            melee = plans.mark.melee
            if blade and blade not in me.sheet.poisoned and melee is not None and melee.key == blade:
                plans.offer(f"use poison {blade}", {"poison": 1.0, "bonus": 1.0})


def doors(plans: Plans) -> None:
    """Doors and levers that stand in the way to a foe or to where the side wants to be."""
    outlook, me = plans.outlook, plans.me
    shut = [
        border
        for zone in outlook.terrain.of(me.at)
        for border in outlook.terrain.zones.borders(zone)
        if outlook.terrain.zones.closed(border)
    ]
    lever = any(
        f.kind == "lever" for zone in outlook.terrain.of(me.at) for f in outlook.terrain.zones.area(zone).features
    )
    if not (shut or lever) or plans.fights > 0:
        return
    ways = [outlook.terrain.hope((it.at,)) for it in outlook.foes]
    wanted = goal(outlook, me)
    if wanted:
        ways.append(wanted)
    if me.sheet.retreating:
        ways = [outlook.terrain.hope(outlook.terrain.exits)]
    now = min((way.get(me.at, FAR) for way in ways), default=FAR)
    for option in doors_(plans.board, me):
        verb = option.key.split()[0]
        if verb == "pull":
            if now >= FAR or not outlook.foes:
                plans.offer(option.key, {"door": 0.5 * outlook.eager})
            continue
        if verb == "close" or option.place is None:
            continue
        there = as_zone_place(option.place)
        gain = now - min((way.get(there, FAR) for way in ways), default=FAR)
        if gain > 0:
            chance = plans.mark.STR if verb == "force" else 1.0
            plans.offer(option.key, {"door": chance * outlook.eager}, plans.stand(me.at))


# ------------------------------------------------------------------ held, beaten, fleeing


def bound(plans: Plans) -> None:
    """Held or entangled: struggle."""
    plans.offer("struggle", {"frees": plans.mark.STR * plans.mark.stature})
    plans.offer("done", {"idle": 1.0})
    yields(plans)


def flight(plans: Plans) -> None:
    """Getting away: off the map if it can be left here, else the quickest way out; or hands up."""
    outlook, me = plans.outlook, plans.me
    way = to_the_exits(plans.board, me)
    now = way.get(me.at, 0)
    if may_leave(plans.board, me):
        plans.offer("leave", {"away": 1.0})
    if plans.mobile:
        verbs = [("move", plans.free)]
        if plans.main:
            verbs.append(("full", plans.way(me.at, budget(plans.board, me, full=True) - plans.halves)))
            sprint = budget(plans.board, me, full=True, special="sprint") - plans.halves
            verbs.append(("sprint", plans.way(me.at, sprint)))
        known: set[ZonePlace] = {me.at}
        for verb, places in verbs:
            for place in places:
                gain = now - way.get(place, now)
                if place in known or gain <= 0:
                    continue
                known.add(place)
                risk = outlook.openings(plans.mark, me.at, place)
                value = {"flight": float(gain), "exposed": outlook.exposure(plans.mark, place), "risk": risk}
                plans.offer(f"{verb} {written(place)}", value)
    doors(plans)
    if untouched(plans.board) and me.at not in way:
        plans.offer("surrender", {"yields": 1.0})
    plans.offer("done", {"idle": 1.0})


def yields(plans: Plans) -> None:
    """Hands up, when nothing is to be hoped for and there is no way out."""
    if not untouched(plans.board):
        return
    outlook = plans.outlook
    profile = plans.me.sheet.profile
    if profile.mind != "human" or profile.fearless:
        plans.offer("surrender", {"yields": -1.0})
        return
    ours = sum(it.standing for it in outlook.friends)
    theirs = sum(it.standing for it in outlook.foes)
    hopeless = len(outlook.friends) == 1 and theirs > 4 * ours and plans.mark.health * 2 <= plans.mark.full
    barred = hopeless and not can_retreat(plans.board, plans.me)
    plans.offer("surrender", {"yields": 1.0 if barred else -1.0})
