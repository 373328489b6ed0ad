"""What somebody in a battle likes in a fight, where the computer plays it: for players who look closer."""

from __future__ import annotations

from typing import Any

from game.rules.events import Id
from game.rules.ruleset import AnyRuleset, HasPlanningModel
from game.rules.table import Board
from game.rules.temperaments import PLAIN, TASTES, Temperament


def temperament_of(rules: AnyRuleset, board: Board[Any, Any], who: Id) -> Temperament:
    """The temperament of somebody who stands; plain for others, and where AIs are told nothing to plan by."""
    if not isinstance(rules, HasPlanningModel):
        return PLAIN
    member = rules.model(board, board.now(who).side).members().get(who)
    return PLAIN if member is None else member.temperament


def tell_temperament(rules: AnyRuleset, board: Board[Any, Any], who: Id) -> str:
    """A line on how the computer plays it: "Bold, where the computer plays it: ..."; empty for the plain."""
    temperament = temperament_of(rules, board, who)
    if temperament == PLAIN:
        return ""
    return f"{temperament.capitalize()}, where the computer plays it: {TASTES[temperament].likes}"
