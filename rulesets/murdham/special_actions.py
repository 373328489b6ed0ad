"""Advice on main actions that are neither a plain attack nor a plain step: blasts, holds, words, powers, help.

Each function looks at one of them and offers it to the plans, with what it is good for.
"""

from __future__ import annotations

from game.rules.events import Id
from game.spatial.places import written
from rulesets.murdham import blasting, nonlethal, powers
from rulesets.murdham.aims import ON_THE_MOVE
from rulesets.murdham.blow import blast_obstacle, blast_zones, far_or_moving, in_blast, legal
from rulesets.murdham.cost import has_bonus
from rulesets.murdham.estimate import Arm, Target, against, as_target
from rulesets.murdham.goals import GOALS, objective_zones, task_at
from rulesets.murdham.look import look_at
from rulesets.murdham.menu import may_leave
from rulesets.murdham.moving import budget, left, yet_to_move
from rulesets.murdham.nonlethal import DROP_DIE
from rulesets.murdham.odds import WOUND, dealt, toll
from rulesets.murdham.outlook import Outlook, Weighed, prize, weigh
from rulesets.murdham.plans import Plans
from rulesets.murdham.reading import bigger, half, hazards, heeds, nearby
from rulesets.murdham.sheet import Power
from rulesets.murdham.sneaking import suspected

FEAR = 0.25
"""What a foe that dares come no nearer counts beside one that is held."""

SLOW = 0.6
"""What a turn counts that is lost only next round."""


def work(plans: Plans) -> None:
    """The side's task, where it can be worked at from here."""
    if task_at(plans.board, plans.me) is not None:
        plans.offer("work", {"task": 1.0}, plans.stand(plans.me.at))


def leave(plans: Plans) -> None:
    """Leaving the map, where that is what the side wants."""
    aim = GOALS.aim(plans.board, plans.me.side)
    if aim.goal != "escape" or (aim.cells and plans.me.at not in objective_zones(plans.board, aim)):
        return
    if aim.who in ("", plans.me.sheet.profile.name) and may_leave(plans.board, plans.me):
        plans.offer("leave", {"away": 1.0})


# ------------------------------------------------------------------ main actions


def other_attacks(plans: Plans) -> None:
    """Attacks that are neither a blow nor a shot."""
    if not _mocked(plans):
        blasts(plans)
        grips(plans)


def _mocked(plans: Plans) -> bool:
    """Whether the turn is only good for harming whoever has taunted one."""
    return any(it.id == plans.taunter for it in plans.outlook.foes)


def main_actions(plans: Plans) -> None:
    """Everything that takes the main action and is no attack."""
    if _mocked(plans):
        return
    upon_the_held(plans)
    words(plans)
    invocations(plans)
    help_(plans)
    search(plans)
    sneak(plans)


def blasts(plans: Plans) -> None:
    """Blasts, with every zone they may stray to; sweeps through those smaller."""
    outlook, me = plans.outlook, plans.me
    for arm in plans.mark.arms:
        if not arm.blast or "smoke" in arm.weapon.traits:
            continue
        if not arm.held:
            _to_throw(plans, arm)
            continue
        _at_zones(plans, arm, moving=plans.moving)
        if arm.mode != "melee" and yet_to_move(plans.board, me):
            _at_zones(plans, arm, moving=True, verb=ON_THE_MOVE)
        for it in outlook.foes:
            large = it.body.sheet.profile.size in ("large", "massive")
            if (
                large
                and arm.die
                and legal(me, it.body, arm.weapon, arm.mode, look_at(plans.board, me.at, it.at), moving=plans.moving)
            ):
                away = outlook.terrain.span(me.at, it.at)
                hard = far_or_moving(me, arm.weapon, arm.mode, away, moving=plans.moving)
                double = arm._replace(over=2 * arm.over)
                duel = outlook.duel(plans.mark, double, me.at, it, plans.mark.WIT if hard else 1.0)
                plans.offer(f"focus {it.id} {arm.key}", duel.weighed(), spent(arm), plans.stand(me.at))
    _sweeps(plans)


def _at_zones(plans: Plans, arm: Arm, *, moving: bool, verb: str = "") -> None:
    """A blast at every zone with a foe; ``verb``: what its key begins with, if steps are to come after it."""
    outlook, me = plans.outlook, plans.me
    rest = left(plans.board, me) if moving or arm.mode == "melee" else 0
    for place in blast_zones(plans.board, me, arm.weapon, moving=moving):
        if not any(it.at in outlook.terrain.near[place] for it in outlook.foes):
            continue
        total: Weighed = {}
        for landing in blasting.landings(plans.board, me, place, arm.weapon, moving=moving):
            for who in landing.hits:
                total = weigh(total, caught(outlook, arm, who, float(landing.share)))
        if total:
            plans.offer(f"{verb}blast {arm.key} {written(place)}", total, spent(arm), plans.end(me.at, rest))


def spent(arm: Arm) -> Weighed:
    """What using a weapon uses up."""
    return {"spends": 1.0} if {"consumed", "once"} & set(arm.weapon.traits) else {}


def caught(outlook: Outlook, arm: Arm, who: Id, share: float, *, reacts: bool = True) -> Weighed:
    """What a blast does to one of those it hits: bad if it is one of ours."""
    it = as_target(outlook.board.now(who))
    if not it.body.sheet.up:
        ours = it.side == outlook.side
        return {"friendly": share * 0.5 * it.stature} if ours and not it.body.sheet.dead else {}
    if it.side != outlook.side:
        dodge = 1.0
        tempo = 0.0
        if reacts and outlook.able(it):
            dodge, tempo = 1 - 0.5 * it.AGI, 0.5 * outlook.turn(it)
        if "stuns" in arm.weapon.traits:
            stun = 0.0 if it.body.sheet.profile.mind == "mindless" or it.stunned else it.turn
            return {"tempo": share * dodge * stun}
        cost = against(arm, it).toll
        worth = share * dodge * it.stature * prize(outlook, it)
        return {"down": worth * cost.out, "harm": worth * WOUND * cost.hurt, "tempo": share * tempo}
    if "stuns" in arm.weapon.traits:
        return {"friendly": share * it.turn}
    return {"friendly": share * it.stature * against(arm, it).toll.cost}


def _to_throw(plans: Plans, arm: Arm) -> None:
    """Something to throw that hangs on the belt: in hand first."""
    if not has_bonus(plans.board):
        return
    best: Weighed = {}
    for place in dict.fromkeys(zone for it in plans.outlook.foes for zone in plans.outlook.terrain.of(it.at)):
        away = plans.outlook.terrain.span(plans.me.at, place)
        if arm.mode == "indirect" or away > half(arm.reach):
            continue
        if blast_obstacle(plans.board, plans.me, place, arm.weapon, moving=plans.moving) is not None:
            continue
        total: Weighed = {}
        for c in in_blast(plans.board, plans.me, place, arm.weapon):
            total = weigh(total, caught(plans.outlook, arm, c.id, 0.97))
        if total and (not best or _sum(total) > _sum(best)):
            best = total
    if best:
        plans.offer(f"equip {arm.key}", best, spent(arm), {"draws": 1.0}, plans.stand(plans.me.at))


def _sum(features: Weighed) -> float:
    get = features.get
    return get("down", 0.0) + get("harm", 0.0) + get("tempo", 0.0) - 1.5 * get("friendly", 0.0)


def _sweeps(plans: Plans) -> None:
    """The bigger strike at all the smaller around them at once, for half the damage."""
    me = plans.me
    if me.sheet.profile.size not in ("large", "massive"):
        return
    arm = plans.mark.melee
    if arm is None or arm.key == "unarmed":
        return
    halved = arm._replace(under=2 * arm.under)
    for place in plans.outlook.terrain.of(me.at):
        hit = [it for it in plans.outlook.foes if it.at in plans.outlook.terrain.near[place] and bigger(me, it.body)]
        if len(hit) < 2:
            continue
        total: Weighed = {}
        for it in hit:
            total = weigh(total, caught(plans.outlook, halved, it.id, 1.0))
        plans.offer(f"sweep {arm.key} {written(place)}", total, plans.stand(me.at))


def grips(plans: Plans) -> None:
    """Grapples, for those who are good at them or do little harm otherwise; arms struck out of hands."""
    outlook, me = plans.outlook, plans.me
    if me.sheet.grabbing:
        return
    skills = me.sheet.profile.skills
    for it in outlook.foes:
        if it.id in outlook.held or it.body.sheet.entangled or bigger(it.body, me):
            continue
        sure = bigger(me, it.body) or "wrestler" in skills
        chance = 1.0 if sure else 1 - it.STR
        for place, cost in plans.free.items():
            if it.at not in outlook.terrain.near[place]:
                continue
            gain: Weighed = {"holds": chance * it.stature, "busy": 1.0}
            answer, aim = outlook.answers(it, plans.mark, place) if outlook.able(it) else (None, 0.0)
            if outlook.able(it):
                gain["tempo"] = outlook.turn(it)
            if answer is not None:
                back = against(answer, plans.mark, reacted=True).toll
                gain["loss"] = aim * plans.mark.stature * back.cost
                gain["holds"] *= 1 - aim * back.out
            if place == me.at:
                plans.offer(f"grapple {it.id}", gain, plans.stand(place))
            else:
                risk = {"risk": outlook.openings(plans.mark, me.at, place), "steps": float(cost)}
                plans.offer(f"move {written(place)}", gain, plans.stand(place), risk)


def upon_the_held(plans: Plans) -> None:
    """Whom one holds: kept, beaten, pushed into fire or thrown off a height."""
    me = plans.me
    if not me.sheet.grabbing or me.sheet.grabbing not in plans.board.state.combatants:
        return
    it = as_target(plans.board.now(me.sheet.grabbing))
    if it.side == me.side:
        return
    for place in nonlethal.shoves(plans.board, me):
        for hazard in hazards(plans.board, place):
            gain = _hazard(it, hazard)
            plans.offer(f"shove {written(place)} {hazard}", gain, {"lets go": 1.0}, plans.stand(me.at))
    for hazard in nonlethal.hazards_by(plans.board, me):
        plans.offer(f"shove {hazard}", _hazard(it, hazard), {"lets go": 1.0}, plans.stand(me.at))


def _hazard(it: Target, hazard: str) -> Weighed:
    """What a hazard does to somebody pushed into it."""
    if hazard == "deep_water":
        return {"holds": (1 - it.AGI) * it.stature}
    die = DROP_DIE.get(hazard)
    if die is None:
        return {}
    cost = toll(dealt(int(die[1:]), 0, 1, 1, 0), it.health, it.limit_direct)
    return {"down": it.stature * cost.out, "harm": it.stature * WOUND * cost.hurt}


def words(plans: Plans) -> None:
    """Distracting costs a foe its turn, and a threat keeps it away, which is good for those who shoot.

    The movement that is left comes after the words.
    """
    outlook, me = plans.outlook, plans.me
    heedful = [it for it in outlook.foes if heeds(plans.board, it.body, me)]
    if not heedful:
        return
    shooters = any(friend.shot is not None for friend in outlook.friends)
    loud = {"reveals": 1.0} if me.sheet.hidden else {}
    end = plans.end(me.at, left(plans.board, me))
    for it in heedful:
        if not it.stunned and it.id not in outlook.held:
            lost = outlook.turn(it) * (1.0 if outlook.able(it) else SLOW)
            plans.offer(f"distract {it.id}", {"tempo": (1 - it.WIT) * lost, "words": outlook.eager}, loud, end)
        near = any(it.at in outlook.terrain.near[friend.at] for friend in outlook.friends if friend.id != me.id)
        fighter = shooters and it.shot is None and not near
        if fighter and not it.body.sheet.profile.fearless and me.id not in it.body.sheet.fears:
            held = (1 - it.WIT) * FEAR * it.stature / (1 + len(it.body.sheet.fears)) ** 2 / outlook.eager
            plans.offer(f"intimidate {it.id}", {"holds": held, "words": outlook.eager}, loud, end)


def invocations(plans: Plans) -> None:
    """Powers, each on whom it serves best."""
    for power in powers.known(plans.board, plans.me):
        if power.target == "zone":
            continue
        for c in powers.targets(plans.board, plans.me, power):
            gain = _power(plans, power, as_target(c))
            if gain:
                chance = plans.mark.WIT
                share = {name: chance * value for name, value in gain.items()}
                plans.offer(f"invoke {power.key} {c.id}", share, plans.stand(plans.me.at))


def _power(plans: Plans, power: Power, it: Target) -> Weighed:
    """What a power does if the words come off."""
    sheet = it.body.sheet
    if power.effect == "heal":
        return healed(it, 3.5)
    fails = 1.0
    if power.save is not None:
        fails = 1 - {"STR": it.STR, "AGI": it.AGI, "WIT": it.WIT}[power.save]
    match power.effect:
        case "harm":
            cost = toll(dealt(int(power.die[1:]), 0, 1, 1, 0), it.health, it.limit_direct)
            worth = fails * it.stature * prize(plans.outlook, it)
            return {"down": worth * cost.out, "harm": worth * WOUND * cost.hurt}
        case "entangle" if not sheet.entangled and it.id not in plans.outlook.held:
            return {"holds": fails * it.stature}
        case "frighten" if it.shot is None and not sheet.profile.fearless and plans.me.id not in sheet.fears:
            return {"holds": fails * FEAR * it.stature}
        case "stun" if not it.stunned and sheet.profile.mind != "mindless":
            return {"tempo": fails * it.turn}
        case _:
            return {}


def healed(it: Target, amount: float) -> Weighed:
    """Health given back: worth most to those who still fight; to the dying it is their life."""
    sheet = it.body.sheet
    if sheet.dying:
        return {"aid": 1.0}
    if not sheet.up:
        return {}
    missing = it.full - it.health
    if missing < 0.75 * amount:
        return {}
    return {"heal": it.stature * min(amount, missing) / it.full}


def help_(plans: Plans) -> None:
    """Friends cut free, wounds bound, weapons of the fallen foe left alone."""
    me = plans.me
    kit = "medicine kit" in me.sheet.items
    for c in plans.board.state.combatants.values():
        if c.side != me.side or c.sheet.dead or not nearby(plans.board, me.at, c.at):
            continue
        it = as_target(c)
        if c.id != me.id and c.sheet.up and (c.id in plans.outlook.held or c.sheet.entangled):
            plans.offer(f"free {c.id}", {"frees": plans.mark.STR * it.stature}, plans.stand(me.at))
        if kit and c.sheet.health < c.sheet.profile.health:
            gain = healed(it, 1.0)
            if gain:
                plans.offer(f"treat {c.id}", gain, plans.stand(me.at))


def search(plans: Plans) -> None:
    """When somebody is about and nobody is to be seen."""
    if not plans.outlook.foes and suspected(plans.board, plans.me.side):
        plans.offer("search", {"search": 1.0}, plans.stand(plans.me.at))


def sneak(plans: Plans) -> None:
    """Those in hiding come nearer unseen."""
    outlook, me = plans.outlook, plans.me
    if not me.sheet.hidden or not plans.mobile:
        return
    now = plans.need(me.at)
    found = []
    for place in plans.way(me.at, budget(plans.board, me, full=True) - plans.halves):
        gain = now - plans.need(place)
        if gain > 0 and not any(it.at == place for it in outlook.foes):
            found.append((-gain, place))
    for gain, place in sorted(found)[:2]:
        value = {"advance": -gain * outlook.eager, "unseen": plans.mark.AGI}
        plans.offer(f"sneak {written(place)}", value, plans.stand(place))
