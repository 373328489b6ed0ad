"""What an AI may weigh: named quantities of options and of positions. ``weights.toml`` says what it likes of them.

The simplest AI goes by this alone; the better ones try the best of it out on copies of the battle, with real dice, and
weigh the positions that it leads to. So estimates will do here, and no rule need be written a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from battlemat_duel.menu import foes
from battlemat_duel.play import FLURRY, lands
from battlemat_duel.sheet import DuelBoard, Sheet
from game.rules.dice import sides_of
from game.rules.questions import Choose, Option
from game.rules.ruleset import Features
from game.rules.state import Combatant
from game.spatial.field import Cell

FAR = 200
"""Cells of way beyond which nobody is walked to."""


def advise(board: DuelBoard, question: Choose[Any]) -> dict[str, Features]:
    """Features of every option, by key."""
    if question.who is None or question.kind != "act":
        return {option.key: {"parries": float(option.key == "parry" and option.matters)} for option in question.options}
    me = board.now(question.who)
    ways = _to_foe(board, me)
    return {option.key: _weighed(board, me, option, ways) for option in question.options}


def worth(board: DuelBoard, side: str) -> Features:
    """How a side fares."""
    return {"hp": float(sum(c.sheet.hp if c.side == side else -c.sheet.hp for c in board.state.combatants.values()))}


def _weighed(board: DuelBoard, me: Combatant[Sheet], option: Option[Any], ways: Mapping[Cell, int]) -> Features:
    match option.value:
        case ("strike", target):
            return {"harm": _blow(me.sheet, board.now(target).sheet)}
        case ("flurry", target):
            return {"harm": FLURRY * _blow(me.sheet, board.now(target).sheet), "bare": 1.0}
        case ("move", place):
            return {"closer": float(ways[me.at] - ways[place]) if me.at in ways and place in ways else 0.0}
        case ("rally", _):
            return {"mends": float(min(1, me.sheet.full - me.sheet.hp))}
        case ("hide", _):
            return {"waits": 1.0}
        case _:
            return {}


def _blow(mine: Sheet, its: Sheet) -> float:
    """Hit points that a blow takes on average, if it is not parried."""
    faces_that_hit = sum(lands(face + mine.bonus, its.guard) for face in range(1, 21))
    mean = Fraction(sum(sides + 1 for sides in sides_of(mine.harm)), 2)
    return float(min(its.hp, mean) * faces_that_hit / 20)


def _to_foe(board: DuelBoard, me: Combatant[Sheet]) -> dict[Cell, int]:
    """How many cells of way each place lies from the nearest foe that is not in hiding, round walls and all."""
    ways: dict[Cell, int] = {}
    for foe in foes(board, me):
        if not foe.sheet.hidden:
            for cell, cost in board.space.reach(foe.at, FAR).costs().items():
                ways[cell] = min(cost, ways.get(cell, FAR))
    return ways
