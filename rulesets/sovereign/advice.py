"""What an AI may weigh: features of the answers to a question, and of a position; ``weights.toml`` gives them meaning.

Harm, danger and worth are measured in statures: what a combatant is worth to be rid of, about the hit points it takes
from others in a turn. Everything is estimated from plain numbers (``estimate``), not from tallies or forks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.rules.questions import Choose
from game.rules.wits import Features
from game.spatial.places import written
from rulesets.sovereign import assaults, conjuring, evaluation, utility
from rulesets.sovereign.estimate import as_target
from rulesets.sovereign.mauling import TOPIC
from rulesets.sovereign.outlook import Outlook
from rulesets.sovereign.plans import Advice, Plans, rough
from rulesets.sovereign.reading import foes
from rulesets.sovereign.replies import advise_help, advise_reaction, advise_routine, advise_shove, advise_swarm
from rulesets.sovereign.sheet import SovereignBoard
from rulesets.sovereign.tending import HELP
from rulesets.sovereign.terrain_cache import terrain_of


def advise(board: SovereignBoard, question: Choose[Any]) -> Mapping[str, Features]:
    """Weighable quantities of the answers worth thinking about, by key; never empty."""
    if question.kind == "react":
        return advise_reaction(board, question)
    if question.kind == "pick":
        return advise_pick(board, question)
    if question.topic == TOPIC:
        return advise_routine(board, question)
    if question.topic == HELP:
        return advise_help(board, question)
    if question.kind == "act":
        if question.who is not None and not question.about:
            return advise_turn(Outlook(board, board.now(question.who)))
        if question.about and any(option.key == "prone" for option in question.options.singles):
            return advise_shove(board, question)
        return advise_swarm(board, question)
    return {option.key: {} for option in question.options}


def advise_turn(outlook: Outlook) -> Advice:
    """Features of what a member could begin with now."""
    plans = Plans(outlook)
    main, move = plans.main, plans.move
    if outlook.me.sheet.fleeing or utility.gives_up(outlook):
        utility.flight(plans)
        if plans.advice:
            return plans.advice
    plans.rests()
    if plans.clinch:
        utility.clinch(plans)
        if main:
            plans.attacks_here()
        return plans.advice
    if main:
        after = None
        if move and outlook.mark.shooter and not outlook.me.sheet.prone:
            for _, bit in plans.retreats():
                after = max((after, plans.stand(bit)), key=rough) if after else plans.stand(bit)
        plans.attacks_here(after)
        conjuring.spells(plans)
        utility.aid(plans)
        utility.work(plans)
        assaults.swarm(plans)
        assaults.feats(plans)
    if outlook.me.sheet.prone:
        utility.rise(plans)
    if main and move:
        plans.attacks_there()
        assaults.charges(plans)
    if move or main:
        utility.reload(plans)
        utility.pick_up(plans)
        utility.doors(plans)
        utility.leave(plans)
        if move and not (plans.tied and main and not outlook.mark.shooter):
            for cell, bit in plans.retreats():
                plans.offer(f"run {written(cell)}", plans.stand(bit, kept=main), {"steps": float(outlook.cost(bit))})
        if not plans.approaches() and outlook.foes:
            utility.towards_levers(plans)
        utility.go_for_goal(plans)
    return plans.advice


def advise_pick(board: SovereignBoard, question: Choose[Any]) -> Advice:
    """Who acts first: those who shoot and have a target, then those in front; the fleeing last of all but the end."""
    side = str(question.seat)
    others = [as_target(c) for c in foes(board, side)]
    advice: Advice = {}
    space = board.space
    terrain = terrain_of(space)
    for option in question.options.singles:
        what, who, strike = option.value
        if what == "end":
            advice[option.key] = {"ends": 1.0}
            continue
        if strike is not None:
            advice[option.key] = {"swarm waits": 1.0}
            continue
        me = board.now(who)
        mine = as_target(me)
        gap = min((space.distance(mine.at, it.at, mine.size, it.size) for it in others), default=99)
        found = {"gap": float(min(gap, 40))}
        if mine.shooter and mine.shot is not None and mine.shot.loaded and gap > 1:
            bit = terrain.square(mine.at, 1, 0)
            if any(terrain.seeing(space, it.at, it.size).any & bit for it in others):
                found["shoots"] = 1.0
        if me.sheet.swarm:
            found["swarm waits"] = -1.0
        if what == "resume":
            found["resumes"] = 1.0
        advice[option.key] = found
    return advice


def worth(board: SovereignBoard, side: str) -> Features:
    """Weighable quantities of a position, from one side's eyes."""
    return evaluation.worth(board, side)
