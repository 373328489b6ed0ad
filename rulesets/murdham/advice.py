"""What an AI may weigh: features of the answers to a question, and of a position; ``weights.toml`` gives them meaning.

Harm, danger and worth are measured in statures: a common soldier is about one. Everything is estimated from closed
formulas (``odds``, ``estimate``), not from forks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.rules.questions import Choose
from game.rules.wits import Features
from rulesets.murdham import evaluation, special_actions, utility
from rulesets.murdham.picking import advise_order, advise_pick
from rulesets.murdham.plans import Advice, Plans
from rulesets.murdham.replies import advise_reaction
from rulesets.murdham.sheet import Body, MurdhamBoard


def advise(board: MurdhamBoard, question: Choose[Any]) -> Mapping[str, Features]:
    """Weighable quantities of the answers worth thinking about, by key; never empty."""
    if question.kind == "react":
        return advise_reaction(board, question)
    if question.topic == "order":
        return advise_order(board, question)
    if question.kind == "pick":
        return advise_pick(board, question)
    if question.kind == "act" and question.who is not None:
        return advise_turn(board, board.now(question.who))
    if question.topic == "chase":
        return {"chase": {"away": 1.0}, "let go": {}}
    return {option.key: {} for option in question.options}


def advise_turn(board: MurdhamBoard, me: Body) -> Advice:
    """The turn of one combatant."""
    plans = Plans(board, me)
    if plans.me.id in plans.outlook.held or me.sheet.entangled:
        utility.bound(plans)
        return plans.advice
    if me.sheet.retreating:
        utility.flight(plans)
        return plans.advice
    if plans.strikes:
        plans.attacks()
        plans.runs()
        special_actions.other_attacks(plans)
    if plans.main:
        special_actions.main_actions(plans)
        special_actions.work(plans)
    utility.bonus_actions(plans)
    special_actions.leave(plans)
    plans.approaches()
    plans.shelters()
    plans.rests()
    utility.yields(plans)
    return plans.advice


def worth(board: MurdhamBoard, side: str) -> Features:
    """Weighable quantities of a position, from one side's eyes."""
    return evaluation.worth(board, side)
