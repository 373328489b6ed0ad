"""Advice on whose turn it is: who acts now, whether to pass, which side begins the round."""

from __future__ import annotations

from typing import Any

from game.rules.questions import Choose
from rulesets.murdham.estimate import Target, as_target
from rulesets.murdham.outlook import Outlook, Weighed
from rulesets.murdham.reading import entangled
from rulesets.murdham.sheet import MurdhamBoard
from rulesets.murdham.terrain_cache import FAR

Advice = dict[str, Weighed]


def advise_pick(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Who acts: whoever can do most now and has least to lose by it; nobody, if waiting is better."""
    side = str(question.seat)
    outlook = Outlook(board, side)
    waiting = sum(outlook.able(it) for it in outlook.foes)
    own = [option.value for option in question.options if option.value is not None]
    advice: Advice = {}
    for option in question.options.singles:
        if option.value is None:
            ours = sum(outlook.able(it) for it in outlook.friends)
            close = any(outlook.menace(it, me.at)[0] is not None for it in outlook.foes for me in outlook.friends)
            advice[option.key] = {
                "passes": 1.0,
                "outwaits": float(waiting > 0 and close),
                "dawdles": float(not close),
                "presses on": outlook.eager - 1.0,
                "outnumbers": float(ours - waiting),
            }
            continue
        me = as_target(board.now(option.value))
        advice[option.key] = prospects(outlook, me, last=len(own) == 1)
    return advice


def prospects(outlook: Outlook, me: Target, *, last: bool = False) -> Weighed:
    """What somebody could do if its turn came now, at a glance."""
    sheet = me.body.sheet
    if sheet.retreating:
        return {"flees": 1.0}
    if entangled(outlook.board, me.body):
        return {"bound": 1.0}
    best: Weighed = {}
    value = 0.0
    reached = outlook.strikes(me)
    hidden = bool(sheet.hidden)
    for it in outlook.foes:
        for arm in (me.melee, me.shot):
            if arm is None:
                continue
            place = me.at
            if arm.mode == "melee":
                if it.at not in reached:
                    continue
                chance = 1.0
                if it.at not in outlook.terrain.near[me.at]:
                    place = it.at
            else:
                chance = outlook.shoots(me, arm, me.at, it.at)
            if not chance:
                continue
            duel = outlook.duel(me, arm, place, it, chance, surprise=hidden and place == me.at)
            if not best or duel.sum > value:
                best, value = {f"could {name}": part for name, part in duel.weighed().items()}, duel.sum
                best["steps in"] = float(place != me.at)
    if not best:
        near = min((outlook.terrain.hope((it.at,)).get(me.at, FAR) for it in outlook.foes), default=FAR)
        best = {"advances": outlook.eager, "way": float(near)}
    danger = outlook.exposure(me, me.at)
    best["endangered"] = danger
    if last:
        best["last"] = 1.0
    return best


def advise_order(board: MurdhamBoard, question: Choose[Any]) -> Advice:
    """Begin the round if there is something to gain by it; else let them come."""
    side = str(question.seat)
    outlook = Outlook(board, side)
    ours, theirs = _strength(outlook, outlook.friends), _strength(Outlook(board, _rival(board, side)), outlook.foes)
    return {
        option.key: {"begins": ours - theirs, "first": 1.0} if option.value == side else {}
        for option in question.options.singles
    }


def _rival(board: MurdhamBoard, side: str) -> str:
    return next((one.name for one in board.setup.sides if one.name != side), side)


def _strength(outlook: Outlook, members: list[Target]) -> float:
    """The best that some could do with the first turn of a round."""
    best = 0.0
    for me in members:
        if me.side != outlook.side or me.broken or not outlook.able(me):
            continue
        get = prospects(outlook, me).get
        gains = get("could down", 0.0) + get("could harm", 0.0) + get("could tempo", 0.0)
        best = max(best, gains - get("could loss", 0.0))
    return best
