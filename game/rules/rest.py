"""What a tabletop game says of the time between one battle and the next, if it says anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar, runtime_checkable

from game.rules.events import Id
from game.rules.ruleset import Ruleset
from game.rules.state import P, State
from game.rules.table import Board, Table

S = TypeVar("S")
N = TypeVar("N")


@runtime_checkable
class HasRest(Ruleset[S, N, P], Protocol[S, N, P]):
    """A ruleset that tells what becomes of a side between one battle and the next."""

    async def rest(self, table: Table[S, N, P], side: str, *, holds: bool) -> None:
        """What follows a battle that is over: who lies dying is tended, and everybody rests for a night.

        ``holds``: whether the side has the field to itself; else its fallen stay behind, and nobody sees to them.
        """
        ...

    def carried(self, start: State[S, N, P], board: Board[S, N, P], side: str, *, holds: bool) -> Mapping[Id, str]:
        """Of the members of a side that can go on, after their rest, what each brings to the next battle.

        ``start``: the battle before its first step, if nobody had fought before: what was lost in earlier battles is
        lost still. The text is that of ``Recruit.carried``.
        """
        ...
