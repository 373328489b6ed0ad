"""One side's view of a battle: who stands, on whose side, with which objective; base class for every book.

A ruleset's own moment says how it sees a fighter (a mark: plain numbers that depend on the body alone) and goes on from
there; on zones from ``zone_view``. It is made anew whenever something has happened, so nothing about it changes, and
what is found is kept with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from game.kit.cache import cached_method
from game.kit.combatants import perceives
from game.kit.goals import Goals, GoalSheet, GoalTurn
from game.kit.things import opened
from game.rules.events import Id
from game.rules.setup import Objective
from game.rules.state import Combatant
from game.rules.table import Board

PRESSING = 8.0
"""How much coming to blows counts at most, in a battle that drags on."""

WAITING = 0.25
"""How much it counts for those who only have to last."""


def patience(number: int, presses: int, bold: int, *, lasting: bool = False) -> tuple[float, float]:
    """How much coming to blows counts in a round, and how much danger does.

    The one twice as much after ``presses`` rounds, and so on; the other less and less after ``bold`` rounds.
    ``lasting``: for those who only have to last, who never tire of waiting.
    """
    if lasting:
        return WAITING, 1.0
    now = max(1, number)
    return min(PRESSING, 1.0 + now / presses), min(1.0, bold / now)


class UnitStats(Protocol):
    """A fighter in plain numbers, as far as it is asked for here."""

    @property
    def body(self) -> Combatant[Any]:
        """Who it is."""
        ...


S = TypeVar("S", bound=GoalSheet)
N = TypeVar("N", bound=GoalTurn)
M = TypeVar("M", bound=UnitStats)


class SideView(Generic[S, N, M]):
    """Everybody whom a side knows to stand. A book's own are made of a board and a side."""

    presses: int = 8
    """Rounds after which a fight that has not come to blows presses twice as much."""
    bold: int = 8
    """Rounds after which danger counts less and less: a fight that goes on and on must come to an end."""

    def __init__(self, board: Board[S, N, Any], side: str, mark: Callable[[Any], M], goals: Goals[S, N]) -> None:
        """``board``: the battle as the side knows it; ``mark``: how a fighter looks in plain numbers."""
        self.board, self.side, self.goals = board, side, goals
        self.stats: dict[Id, M] = {c.id: mark(c) for c in board.state.combatants.values() if c.sheet.up}
        self.lasting = goals.lasting(board, side)
        self.eager, self.caution = patience(board.state.turn.round, self.presses, self.bold, lasting=self.lasting)

    def opened(self, edge: str) -> Self:
        """The same with a door or gate open."""
        anew: Callable[[Board[S, N, Any], str], Self] = type(self)
        return anew(opened(self.board, edge), self.side)

    def perceives(self, side: str, it: M) -> bool:
        """Whether a side knows one of the others to be where it is."""
        return perceives(self.board, side, it.body)

    @cached_method
    def foes(self, side: str) -> Sequence[M]:
        """Members of the other sides that a side knows to be there, in the order of the board."""
        return [it for it in self.stats.values() if it.body.side != side and self.perceives(side, it)]

    @cached_method
    def band(self, side: str) -> Sequence[M]:
        """The members of a side who stand."""
        return [it for it in self.stats.values() if it.body.side == side]

    @cached_method
    def friends(self, who: Id) -> Sequence[M]:
        """The others of somebody's side who stand."""
        return [it for it in self.band(self.stats[who].body.side) if it.body.id != who]

    @property
    def shut_doors(self) -> bool:
        """Whether any door is shut that could be opened."""
        return False

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return True

    @cached_method
    def opens_doors(self, side: str) -> bool:
        """Whether any of a side has hands for doors."""
        return any(self.handed(it.body.id) for it in self.band(side))

    @cached_method
    def aim(self, side: str) -> Objective:
        """The present objective of a side."""
        return self.goals.aim(self.board, side)
