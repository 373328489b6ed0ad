"""Advice on answering out of turn: dodge, counter, guard, hide behind, strike at the leaving, stunts, omens.

A reaction is the whole turn; what that turn would still be good for is on the scales.
"""

from __future__ import annotations

from typing import Any

from game.rules.questions import Choose
from game.spatial.places import as_zone_place
from rulesets.murdham.blow import Blow, in_blast, in_sweep
from rulesets.murdham.blows import Burst
from rulesets.murdham.estimate import Arm, Target, against, as_target
from rulesets.murdham.odds import NOTHING, Toll, bout, mix
from rulesets.murdham.outlook import Outlook, Weighed, prize, weigh
from rulesets.murdham.reactions import HideBehind
from rulesets.murdham.saves import Turned
from rulesets.murdham.sheet import MurdhamBoard
from rulesets.murdham.special_actions import caught, spent
from rulesets.murdham.stunts import Stunt

Advice = dict[str, Weighed]

WORTH_AN_OMEN = ("A-24", "A-53", "A-83")
"""Rules of the saves that one of several omens is well spent on: poison, a dodge, a grip."""


def advise_reaction(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Features of the answers to a question that comes out of turn."""
    match question.topic:
        case "reaction":
            return _attacked(board, question)
        case "guard":
            return _guard(board, question)
        case "consent":
            return _consent(board, question)
        case "opportunity attack":
            return _opening(board, question)
        case "stunt":
            return _stunt(board, question)
        case "stunt answer":
            return _offered(board, question)
        case "omen":
            return _omen(board, question)
        case "trample":
            return _trample(board, question)
        case _:
            return {option.key: {} for option in question.options}


def _others(board: MurdhamBoard, question: Choose[Any]) -> tuple[Target, Target] | None:
    """The attacker and the target, if the seat knows both."""
    known = board.state.combatants
    if len(question.about) < 2 or any(who not in known for who in question.about[:2]):
        return None
    return as_target(known[question.about[0]]), as_target(known[question.about[1]])


def blow_of(outlook: Outlook, attacker: Target, it: Target) -> Arm | None:
    """The arm an attack is probably made with."""
    near = it.at in outlook.terrain.near[attacker.at]
    arms = [arm for arm in (attacker.melee, attacker.shot) if arm is not None and (arm.mode != "melee" or near)]
    return max(arms, key=lambda arm: arm.mean, default=attacker.shot or attacker.melee)


def _costs(outlook: Outlook, attacker: Target, it: Target, *, reacted: bool = False) -> Toll:
    """What the attack that was declared costs somebody, if it goes through."""
    arm = blow_of(outlook, attacker, it)
    if arm is None:
        return NOTHING
    return against(arm, it, outlook.terrain.screen(attacker.at, it.at), reacted=reacted).toll


def _attacked(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """What the target of an attack does about it."""
    both = _others(board, question)
    if both is None:
        return {option.key: {} for option in question.options}
    attacker, me = both
    outlook = Outlook(board, me.side)
    took, braced = _costs(outlook, attacker, me), _costs(outlook, attacker, me, reacted=True)
    able = outlook.able(me)
    turn = best_use(outlook, me) if able else 0.0
    advice: Advice = {"pass": {"lost": me.stature * took.cost, "spent": took.out * turn}}
    for option in question.options.singles:
        said = option.value
        if option.key == "dodge":
            free = not able or ("nimble" in me.body.sheet.profile.skills and not me.body.sheet.dodged)
            cost = (1 - me.AGI) * braced.cost
            advice["dodge"] = {"lost": me.stature * cost, "spent": 0.0 if free else turn}
        elif isinstance(said, Blow) and not said.held_back:
            advice[option.key] = {**_counter(outlook, me, attacker, said, took=took), "spent": turn}
        elif isinstance(said, HideBehind):
            other = board.state.combatants.get(said.other)
            if other is None:
                continue
            it = as_target(other)
            if it.side == me.side:
                asked = 0.0 if it.health * 2 < it.full else 1.0
                share = asked * it.stature * _costs(outlook, attacker, it).cost
                advice[option.key] = {"lost": share + (1 - asked) * me.stature * took.cost, "spent": turn}
            else:
                advice[option.key] = {"harm": it.stature * _costs(outlook, attacker, it).cost, "spent": turn}
    return advice


def _counter(outlook: Outlook, me: Target, attacker: Target, said: Blow, *, took: Toll) -> Weighed:
    """What a counter costs both."""
    arm = blow_of(outlook, attacker, me)
    near = me.at in outlook.terrain.near[attacker.at]
    own = next((one for one in me.arms if one.key == said.weapon and one.mode == said.mode), None)
    if said.aim != "harm" or (own is not None and not own.die):
        lost = me.stature * _costs(outlook, attacker, me, reacted=True).cost
        stands = 1 - took.out
        skills = me.body.sheet.profile.skills
        if said.aim == "grapple":
            holds = 1.0 if "wrestler" in skills else 1 - attacker.STR
            return {"lost": lost, "holds": stands * holds * attacker.stature}
        if said.aim == "harm" and own is not None:
            return {"lost": lost, "holds": stands * (1 - attacker.STR) * attacker.stature, **spent(own)}
        holds = 1.0 if "disarmer" in skills else 1 - attacker.STR
        return {"lost": lost, "disarms": stands * holds * attacker.turn}
    if own is None or arm is None:
        return {"lost": me.stature * took.cost}
    chance = 1.0 if own.mode == "melee" and near else outlook.shoots(me, own, me.at, attacker.at, leaning=True)
    blow = against(arm, me, outlook.terrain.screen(attacker.at, me.at), reacted=True)
    back = against(own, attacker, outlook.terrain.screen(me.at, attacker.at), reacted=True)
    both = bout(
        blow.damage,
        back.damage,
        (blow.health, blow.limit),
        (back.health, back.limit),
        riposte="riposte" in me.body.sheet.profile.skills,
    )
    borne, given = mix(both.target, blow.toll, chance), mix(both.attacker, NOTHING, chance)
    return {
        "lost": me.stature * borne.cost,
        "down": attacker.stature * given.out,
        "harm": attacker.stature * (given.cost - given.out),
    }


def best_use(outlook: Outlook, me: Target) -> float:
    """What somebody's turn is still good for this round: its best attack now, or a turn as such."""
    best = 0.6 * outlook.turn(me)
    near = outlook.strikes(me)
    for it in outlook.foes:
        arm, place = me.melee, me.at
        if arm is None or it.at not in near:
            arm = me.shot
            chance = outlook.shoots(me, arm, me.at, it.at) if arm is not None else 0.0
        else:
            chance = 1.0
            place = it.at
        if arm is not None and chance:
            best = max(best, outlook.duel(me, arm, place, it, chance).sum)
    return best


# ------------------------------------------------------------------ those beside


def _guard(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Whether somebody takes the attack on itself: whoever bears it better, and can spare the turn."""
    both = _others(board, question)
    if both is None:
        return {option.key: {} for option in question.options}
    attacker, it = both
    outlook = Outlook(board, it.side)
    if not it.body.sheet.up:
        advice: Advice = {"pass": {"life": -1.0}}
    else:
        took = _costs(outlook, attacker, it)
        worth = it.stature * prize(outlook, it)
        advice = {"pass": {"lost": worth * took.cost, "spent": took.out * outlook.now(it)}}
    for option in question.options.singles:
        if option.value is None or option.value not in board.state.combatants:
            continue
        guard = as_target(board.now(option.value))
        cost = _costs(outlook, attacker, guard, reacted=True).cost * guard.stature * prize(outlook, guard)
        free = "bodyguard" in guard.body.sheet.profile.skills or not outlook.able(guard)
        advice[option.key] = {"lost": cost, "spent": 0.0 if free else best_use(outlook, guard)}
    return advice


def _consent(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Ruling M-5: agree to be hidden behind if one has more to spare, and is not below half oneself."""
    both = _others(board, question)
    if both is None or question.who is None:
        return {"refuse": {}, "agree": {"lost": 1.0}}
    attacker, hider = both
    me = as_target(board.now(question.who))
    outlook = Outlook(board, me.side)
    mine, its = _costs(outlook, attacker, me), _costs(outlook, attacker, hider)
    if me.health * 2 < me.full:
        return {"refuse": {}, "agree": {"lost": 1.0}}
    return {"refuse": {"lost": hider.stature * its.cost}, "agree": {"lost": me.stature * mine.cost}}


def _opening(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """A blow at somebody who leaves: it can't be answered, but it is the whole turn."""
    known = board.state.combatants
    advice: Advice = {"pass": {}}
    if question.who is None or question.who not in known or not question.about or question.about[0] not in known:
        return advice
    me, it = as_target(known[question.who]), as_target(known[question.about[0]])
    outlook = Outlook(board, me.side)
    turn = best_use(outlook, me)
    for option in question.options.singles:
        said = option.value
        if isinstance(said, Burst):
            advice[option.key] = {**_burst(outlook, me, said, it), "spent": turn}
        elif isinstance(said, Blow) and not said.held_back:
            advice[option.key] = {**_strike(outlook, me, said, it), "spent": turn}
    return advice


def _strike(outlook: Outlook, me: Target, said: Blow, it: Target) -> Weighed:
    """What an attack on somebody who leaves is good for; it can't be answered."""
    skills = me.body.sheet.profile.skills
    if said.aim == "grapple":
        return {"holds": (1.0 if "wrestler" in skills else 1 - it.STR) * it.stature}
    if said.aim == "disarm":
        return {"disarms": (1.0 if "disarmer" in skills else 1 - it.STR) * it.turn}
    arm = next((arm for arm in me.arms if arm.key == said.weapon), None)
    if arm is None:
        return {}
    if not arm.die:
        return {"holds": (1 - it.STR) * it.stature, **spent(arm)} if "entangles" in arm.weapon.traits else {}
    cost = against(arm._replace(over=2 * arm.over) if said.focused else arm, it).toll
    worth = it.stature * prize(outlook, it)
    return {"down": worth * cost.out, "harm": worth * (cost.cost - cost.out), **spent(arm)}


def _burst(outlook: Outlook, me: Target, said: Burst, it: Target) -> Weighed:
    """What a blast at somebody who leaves is good for, and what it does to one's own."""
    arm = next((arm for arm in me.arms if arm.key == said.weapon), None)
    if arm is None:
        return {}
    if said.sweep:
        arm, hit = arm._replace(under=2 * arm.under), in_sweep(outlook.board, me.body, said.place)
    else:
        hit = in_blast(outlook.board, me.body, said.place, arm.weapon)
    total = spent(arm)
    for c in hit:
        total = weigh(total, caught(outlook, arm, c.id, 1.0, reacts=c.id != it.id))
    return total


# ------------------------------------------------------------------ stunts, omens


def _expected(board: MurdhamBoard, attacker: Target, it: Target) -> float:
    """The damage to expect of an attack, with the dodge that might be."""
    outlook = Outlook(board, it.side)
    mean = _costs(outlook, attacker, it).mean
    return mean * (1 - it.AGI) if outlook.able(it) else mean


def _stunt(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Offer a foe its life where it would take that (ruling M-10); an offer that is refused costs nothing."""
    both = _others(board, question)
    advice: Advice = {"pass": {}}
    if both is None:
        return advice
    attacker, it = both
    talks = attacker.body.sheet.profile.mind == "human"
    if talks and any(option.key == "offer yield" for option in question.options.singles):
        sure = _expected(board, attacker, it) >= it.health
        advice["offer yield"] = {"yielded": 1.0 if sure else -1.0}
    return advice


def _offered(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Ruling M-10: take an offer if the blow would probably be critical; yield only if it would probably kill."""
    both = _others(board, question)
    if both is None:
        return {"resist": {}, "accept": {"lost": 1.0}}
    attacker, it = both
    expected = _expected(board, attacker, it)
    stunt = question.options.find("accept").value
    surrender = isinstance(stunt, Stunt) and stunt.key == "yield"
    enough = it.health if surrender else it.limit
    if surrender and it.body.sheet.profile.fearless:
        return {"resist": {}, "accept": {"lost": 1.0}}
    return {"resist": {}, "accept": {"lost": -1.0 if expected >= enough else 1.0}}


def _omen(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Omens are for what would take one out of the fight, and the last of them for one's life."""
    if question.who is None:
        return {"pass": {}}
    me = as_target(board.now(question.who))
    turned = question.options.find("omen").value
    assert isinstance(turned, Turned)
    match turned.kind:
        case "death":
            saved = 1.0
        case "damage":
            saved = 1.0 if turned.amount >= me.limit else -1.0
        case "save":
            saved = 0.5 if me.body.sheet.omens > 1 and turned.rule in WORTH_AN_OMEN else -1.0
    return {"pass": {}, "omen": {"saved": saved}}


def _trample(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Out of the way of something big, to where it is safest."""
    advice: Advice = {"stay": {"lost": 0.3}}
    if question.who is None:
        return advice
    me = as_target(board.now(question.who))
    outlook = Outlook(board, me.side)
    for option in question.options.singles:
        if option.place is not None:
            advice[option.key] = {"exposed": outlook.exposure(me, as_zone_place(option.place))}
    return advice
