"""Advice on attacks that are more than a blow: charges, swarms, whirlwinds."""

from __future__ import annotations

from rulesets.sovereign.charging import Lanes, charge_path
from rulesets.sovereign.estimate import Target, blow
from rulesets.sovereign.outlook import Outlook, prize
from rulesets.sovereign.plans import Plans
from rulesets.sovereign.reading import FEET, in_hand, weapon_reach


def charges(plans: Plans) -> None:
    """Charges at foes that a run does not bring within reach, and at those hard to hit."""
    outlook = plans.outlook
    mine = outlook.mark
    if mine.melee is None or mine.prone or outlook.me.sheet.grappling:
        return
    space = outlook.space
    risk = {"risk": outlook.risk(outlook.strikers)}
    arm = mine.melee.single
    lanes = Lanes(outlook.board, outlook.me)
    budget = 2 * outlook.me.sheet.profile.move // FEET + arm.reach
    for it in outlook.foes:
        gap = space.distance(outlook.me.at, it.at, mine.size, it.size)
        if gap > budget or gap <= arm.reach:
            continue
        near = bool(outlook.terrain.ring(space, it.at, it.size, mine.size, arm.reach) & outlook.reach)
        if near and it.ac < 14:
            continue
        weapon = outlook.me.sheet.weapon(arm.key)
        path = charge_path(outlook.board, outlook.me, outlook.board.now(it.id), weapon_reach(outlook.me, weapon), lanes)
        if not path:
            continue
        bit = 1 << (path[-1][1] * space.width + path[-1][0])
        extra = plans.extra(arm, it, bit)
        if extra is None:
            continue
        plans.fights = True
        lowered = {"exposed": 0.25 * outlook.exposure(bit)}
        plans.offer(f"charge {it.id} {arm.key}", plans.strike(arm, it, extra + 2), plans.stand(bit), lowered, risk)


def swarm(plans: Plans) -> None:
    """Swarm attacks where several together do more than each alone."""
    outlook = plans.outlook
    able = [friend for friend in outlook.friends if _may_join(outlook, friend)]
    for it in outlook.foes:
        pending = [c for c in outlook.friends if outlook.board.now(c.id).sheet.swarm == it.id]
        if not pending and not able:
            continue
        best = None
        for arm in plans.arms():
            extra = plans.extra(arm, it, outlook.here) if arm.in_hand else None
            if extra is not None:
                best = max(best or (0.0, 0.0), blow(arm.single, it, extra), key=lambda e: e[0] + it.hp * e[1])
        if best is None:
            continue
        band = [friend for friend in able if _near(outlook, friend, it)][: 4 - len(pending)]
        count = 1 + len(pending) + len(band)
        if count < 2:
            continue
        blows = [
            blow(arm.single, it, swarm=count - 1)
            for c in (outlook.mark, *pending, *band)
            for arm in (c.melee, c.shot)
            if arm is not None
            and (
                arm.mode == "shot"
                or c is outlook.mark
                or outlook.space.distance(c.at, it.at, c.size, it.size) <= arm.reach
            )
        ]
        if not blows:
            continue
        together = max(blows, key=lambda taken_and_felled: taken_and_felled[0])
        before = blow(arm.single, it, swarm=len(pending) - 1) if len(pending) > 1 else (0.0, 0.0)
        heads = 1 + len(band)
        value = it.stature * prize(outlook, it) / heads
        gain = {"harm": value * (together[0] - before[0]) / it.hp, "down": value * (together[1] - before[1])}
        plans.offer(f"swarm {it.id}", gain, plans.stand(outlook.here), {"swarm": 1.0})


def _may_join(outlook: Outlook, friend: Target) -> bool:
    sheet = outlook.board.now(friend.id).sheet
    return sheet.main and not sheet.done and not sheet.fleeing and not sheet.surprised


def _near(outlook: Outlook, friend: Target, it: Target) -> bool:
    """Whether a friend could still press a foe this turn."""
    gap = outlook.space.distance(friend.at, it.at, friend.size, it.size)
    if friend.shooter and friend.shot is not None:
        seen = outlook.terrain.seeing(outlook.space, it.at, it.size).any & outlook.terrain.square(friend.at, 1, 0)
        return friend.shot.loaded and gap <= friend.shot.near and bool(seen)
    return friend.melee is not None and gap <= friend.melee.reach + friend.pace - 1


def feats(plans: Plans) -> None:
    """Whirlwind, when it pays."""
    outlook = plans.outlook
    sheet = outlook.me.sheet
    if "whirlwind" not in sheet.profile.feats or "whirlwind" in sheet.used or not sheet.hand:
        return
    reach = weapon_reach(outlook.me, in_hand(outlook.me)) // FEET
    arm = outlook.mark.melee
    gain = 0.0
    struck = 0
    for it in outlook.foes:
        if arm and outlook.space.distance(outlook.me.at, it.at, outlook.mark.size, it.size) <= reach:
            shock = 0 if it.immune or it.turns or it.ac > arm.shock_ac else arm.shock
            gain += it.stature * (min(shock, it.hp) / it.hp + (shock >= it.hp))
            struck += bool(shock)
    if struck >= 2 or gain >= 3:
        plans.offer("whirlwind", {"harm": gain}, plans.stand(outlook.here), {"free": 1.0})
