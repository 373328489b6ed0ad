"""Advice on answering: Instants in their windows, attacks of opportunity, what a shove does, when a swarm strikes."""

from __future__ import annotations

from typing import Any

from game.rules.questions import Choose
from game.spatial.places import as_cell
from rulesets.sovereign.attack import SWARM_HELPERS
from rulesets.sovereign.blow import Blow, attacks, wielded
from rulesets.sovereign.estimate import Arm, Target, as_target, blow, chance, checked, toll
from rulesets.sovereign.holding import ActNow
from rulesets.sovereign.instants import Defend, Luck
from rulesets.sovereign.numbers import CHECK
from rulesets.sovereign.plans import Advice, Weighed
from rulesets.sovereign.reading import corners, foes
from rulesets.sovereign.sheet import Body, SovereignBoard
from rulesets.sovereign.snapping import SNAP, Snap
from rulesets.sovereign.tending import heal_check

WORTH_WAITING = 0.95
"""What a swarm's later blow counts beside one struck now: who was to join may have better to do."""


def advise_reaction(board: SovereignBoard, question: Choose[Any]) -> Advice:
    """Features of the answers to an Instant's window, an opening, or a swarm that could still strike."""
    if question.topic == "swarm":
        return advise_swarm(board, question)
    assert question.who is not None
    me = board.now(question.who)
    if question.topic == "attack of opportunity":
        return _opening(board, question, me)
    advice: Advice = {"pass": {}}
    acting = _known(board, question, 0)
    for option in question.options.singles:
        match option.value:
            case True | ActNow():
                advice[option.key] = {"held": 0.0 if question.about else 1.0}
            case Luck() if acting is not None:
                advice[option.key] = _luck(board, me, acting, question)
            case Defend() if acting is not None:
                advice[option.key] = _defend(board, me, acting, matters=option.matters)
            case Snap(weapon, mode) if acting is not None:
                advice[option.key] = _snap(board, me, acting, weapon, mode, question, matters=option.matters)
    return advice


def _known(board: SovereignBoard, question: Choose[Any], place: int) -> Body | None:
    """Whom a question is about, if its seat knows of it."""
    return board.state.combatants.get(question.about[place]) if place < len(question.about) else None


def _opening(board: SovereignBoard, question: Choose[Any], me: Body) -> Advice:
    """An attack of opportunity is free; the best weapon at hand takes it."""
    mine = as_target(me)
    advice: Advice = {"pass": {}}
    target = _known(board, question, 0)
    if target is None:
        return advice
    it = as_target(target)
    for option in question.options.singles:
        for arm in mine.arms:
            if arm.mode == "melee" and option.key == f"strike {arm.key}":
                advice[option.key] = _blow(arm.single, it, 2 if it.prone else 0)
    return advice


def _blow(arm: Arm, it: Target, extra: int) -> Weighed:
    taken, down = blow(arm, it, extra)
    return {"harm": it.stature * taken / it.hp, "down": it.stature * down}


def _best(it: Target, other: Target, board: SovereignBoard) -> Arm | None:
    """The arm that somebody attacks another with, as far as one can see."""
    gap = board.space.distance(it.at, other.at, it.size, other.size)
    if it.melee is not None and it.melee.reach >= gap:
        return it.melee
    return it.shot or it.melee


def _hurt(arm: Arm | None, it: Target) -> tuple[float, float]:
    """What a blow that hits costs somebody: share of its hit points, and the chance to fall."""
    if arm is None or it.hp <= 0:
        return 0.0, 0.0
    taken, down = toll(arm.dice, arm.add, 0, it.hp)
    return taken / it.hp, down


def _later(board: SovereignBoard, me: Body) -> float:
    """What the Main Action is still good for this round: an attack, or a defence against whoever comes next."""
    if not me.sheet.done and board.state.turn.side != me.side and _acts_later(board, me.side):
        return 1.0
    return 0.0


def _acts_later(board: SovereignBoard, side: str) -> bool:
    turn = board.state.turn
    return side in turn.order[turn.current + 1 :]


def _luck(board: SovereignBoard, me: Body, acting: Body, question: Choose[Any]) -> Weighed:
    """Once a fight: keep it for a blow that fells."""
    if acting.id == me.id:
        target = _known(board, question, 1)
        if target is None:
            return {}
        it = as_target(target)
        share, down = _hurt(_best(as_target(me), it, board), it)
        return {"harm": it.stature * share, "down": it.stature * down, "luck": 1.0}
    mine = as_target(me)
    share, down = _hurt(_best(as_target(acting), mine, board), mine)
    return {"saved": mine.stature * (share + down), "luck": 1.0}


def _defend(board: SovereignBoard, me: Body, acting: Body, *, matters: bool) -> Weighed:
    """Total Defense turns this blow if it matters, and makes those that follow less likely to hit."""
    mine = as_target(me)
    found = {"main": _later(board, me)}
    if matters:
        share, down = _hurt(_best(as_target(acting), mine, board), mine)
        found["saved"] = mine.stature * (share + down)
    return found


def _snap(
    board: SovereignBoard, me: Body, acting: Body, weapon: str, mode: str, question: Choose[Any], *, matters: bool
) -> Weighed:
    """A blow at -4 now, for the Main Action; worth most where it stops what is going on."""
    mine, it = as_target(me), as_target(acting)
    arm = next((arm for arm in mine.arms if arm.key == weapon and arm.mode == mode), None)
    if arm is None:
        return {}
    seen = corners(board, me, acting)
    extra = SNAP.total - (0 if seen == 8 else 2 if seen > 0 else 4)
    found = _blow(arm, it, extra)
    found["main"] = _later(board, me)
    found["guard lost"] = mine.stature * 0.3
    if matters:
        target = _known(board, question, 1)
        if target is not None and target.side == me.side:
            share, down = _hurt(_best(it, as_target(target), board), as_target(target))
            stopped = chance(arm.bonus + extra, it.ac) * toll(arm.dice, arm.add, 0, it.hp)[1]
            found["saved"] = as_target(target).stature * (share + down) * stopped
    return found


def advise_shove(board: SovereignBoard, question: Choose[Any]) -> Advice:
    """Down, or over an edge if there is one."""
    target = board.now(question.about[0])
    it = as_target(target)
    space = board.space
    advice: Advice = {}
    for option in question.options.singles:
        advice[option.key] = {"felled": it.stature}
    for family in question.options.families:
        for place in map(as_cell, family.places):
            drop = space.floor(it.at, it.size) - space.floor(place, it.size)
            peril = any(feature.kind in ("fire", "trap", "deep_water") for feature in space.features_at(place))
            if drop >= 40 or peril:
                advice[family.key(place)] = {"felled": it.stature, "fall": max(drop / 40, 1.0) * it.stature}
    return advice


def advise_routine(board: SovereignBoard, question: Choose[Any]) -> Advice:
    """Of several in reach, whom the next of a creature's blows does most to."""
    assert question.who is not None
    me = as_target(board.now(question.who))
    advice: Advice = {}
    for option in question.options.singles:
        it = as_target(board.now(option.value))
        arm = next((arm for arm in me.arms if option.key.endswith(arm.key)), None)
        advice[option.key] = _blow(arm, it, 2 if it.prone else 0) if arm is not None else {}
    return advice


def advise_help(board: SovereignBoard, question: Choose[Any]) -> Advice:
    """Help with first aid, unless somebody is there to be struck with the Main Action instead."""
    assert question.who is not None
    me, patient, healer = (board.now(who) for who in (question.who, *question.about))
    needed = CHECK - heal_check(healer).total - patient.sheet.mortal + board.state.turn.round
    busy = any(next(attacks(board, me, foe, wielded(board, me)), None) is not None for foe in foes(board, me.side))
    return {"yes": {"aid": checked(needed - 1) - checked(needed), "main": float(busy)}, "no": {}}


def advise_swarm(board: SovereignBoard, question: Choose[Any]) -> Advice:
    """Strike with the best of the band, unless more friends are about to join."""
    advice: Advice = {}
    best: Weighed = {}
    for option in question.options.singles:
        strike = option.value
        if not isinstance(strike, Blow):
            advice[option.key] = best if option.key == "wait" else {}
            continue
        who, target = board.now(strike.who), board.state.combatants.get(strike.target)
        arm = next((arm for arm in as_target(who).arms if arm.key == strike.weapon and arm.mode == strike.mode), None)
        if arm is None or target is None:
            continue
        it = as_target(target)
        seen = corners(board, who, target)
        extra = 0 if seen == 8 else -2 if seen > 0 else -4
        advice[option.key] = _pressed(arm, it, extra, strike.others, 1.0)
        more = min(_joiners(board, who.side, it), SWARM_HELPERS - strike.others)
        if more > 0:
            later = _pressed(arm, it, extra, strike.others + more, WORTH_WAITING)
            best = max(best, later, key=lambda found: sum(found.values()))
    return advice


def _pressed(arm: Arm, it: Target, extra: int, others: int, share: float) -> Weighed:
    taken, down = blow(arm, it, extra, swarm=others)
    return {"harm": share * it.stature * taken / it.hp, "down": share * it.stature * down}


def _joiners(board: SovereignBoard, side: str, it: Target) -> int:
    """Members of a side who could still press a foe this turn."""
    count = 0
    for c in board.state.combatants.values():
        sheet = c.sheet
        if c.side != side or not sheet.up or not sheet.main or sheet.done or sheet.swarm or sheet.fleeing:
            continue
        mine = as_target(c)
        gap = board.space.distance(c.at, it.at, mine.size, it.size)
        count += bool(mine.melee and gap <= mine.melee.reach + (mine.pace - 1 if sheet.move else 0))
    return count
