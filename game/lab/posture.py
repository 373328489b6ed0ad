"""Where members of a side stand as their turns end: what tells temperaments apart before it shows in who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from game.ai.fallback import StepDistances
from game.rules.events import Id
from game.rules.ruleset import AnyRuleset, HasPlanningModel
from game.rules.table import Board
from game.rules.weights import PLAIN, Temperament


class Posture(msgspec.Struct):
    """What was seen of some turns."""

    turns: int = 0
    attacking: int = 0
    to_foe: int = 0
    """Steps to the nearest foe, of all these turns: cells of way, or halves of zones."""
    to_friend: int = 0
    """The same to the nearest friend."""
    befriended: int = 0
    """Turns at whose end there was a friend at all."""
    in_reach: int = 0
    """Foes who could attack it within their next turns, of all these turns."""

    def add(self, more: Posture) -> None:
        """Count other turns as well."""
        for name in Posture.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(more, name))


class PostureObserver:
    """Looks where somebody stands."""

    def __init__(self, rules: AnyRuleset, given: Mapping[str, Temperament | None]) -> None:
        """``given``: by side the temperament that all its members have, if any."""
        self._rules, self._given = rules, given
        self._ways = StepDistances()

    def see(self, board: Board[Any, Any], who: Id, *, attacked: bool) -> tuple[Temperament, Posture] | None:
        """How somebody stands whose turn has ended; None for who no longer does, or has no foe left."""
        if not isinstance(self._rules, HasPlanningModel):
            return None
        side = board.now(who).side
        model = self._rules.model(board, side)
        members = model.members()
        me = members.get(who)
        foes = [it for it in members.values() if it.side != side]
        if me is None or not foes:
            return None
        friends = [it for it in members.values() if it.side == side and it.id != who]
        found = Posture(
            turns=1,
            attacking=int(attacked),
            to_foe=self._nearest(board, who, [it.id for it in foes]),
            befriended=int(bool(friends)),
            to_friend=self._nearest(board, who, [it.id for it in friends]) if friends else 0,
            in_reach=sum(bool(model.reaches(it.id) & me.area) for it in foes),
        )
        return self._given.get(side) or me.temperament, found

    def _nearest(self, board: Board[Any, Any], who: Id, others: Sequence[Id]) -> int:
        here = board.now(who).at
        return min(self._ways.steps(board.space, here, board.now(it).at) for it in others)


def write_postures(postures: Sequence[Mapping[Temperament, Posture]]) -> Iterator[tuple[str, list[str]]]:
    """Rows to read for the temperaments that occurred, the plain first: the words, and a cell for each AI."""
    met = dict.fromkeys(name for each in postures for name in each)
    for name in sorted(met, key=lambda name: (name != PLAIN, name)):
        some = [each.get(name, Posture()) for each in postures]
        yield f"{name}: turns", [str(one.turns) for one in some]
        yield "  attacking", [_mean(100 * one.attacking, one.turns, " %") for one in some]
        yield "  steps to the nearest foe", [_mean(one.to_foe, one.turns) for one in some]
        yield "  steps to the nearest friend", [_mean(one.to_friend, one.befriended) for one in some]
        yield "  foes who could attack it", [_mean(one.in_reach, one.turns) for one in some]


def _mean(total: int, count: int, unit: str = "") -> str:
    return f"{total / count:.1f}{unit}" if count else "-"
