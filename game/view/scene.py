"""What one pair of eyes knows of the battle, as plain data: what the board shows now, and the log so far.

Nothing here draws. The scene takes events one by one and changes with nothing else; who is not known to the viewer is
not in it at all.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from game.rules.events import Appeared, Event, Id, Moved, Vanished
from game.rules.ruleset import AnyRuleset, Line, Standing
from game.rules.setup import Setup
from game.rules.state import State, Thing, evolve
from game.rules.table import Board
from game.spatial.field import Cell
from game.spatial.space import Space

AnyBoard = Board[Any, Any]
AnyState = State[Any, Any]


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the board."""

    id: Id
    side: str
    at: Cell
    standing: Standing

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers."""
        size = self.standing.size
        return tuple((self.at[0] + i, self.at[1] + j) for j in range(size) for i in range(size))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log, and the cell it happened at."""

    line: Line
    at: Cell | None


def called(standing: Standing) -> str:
    """What a combatant is called: "Ann", "orc 2"."""
    number = str(standing.number)
    if not standing.number or standing.name.endswith(number):
        return standing.name
    return f"{standing.name} {number}"


class Scene:
    """The board and the log as one viewer knows them."""

    def __init__(
        self, ruleset: AnyRuleset, setup: Setup, ground: Space, state: AnyState, known: Collection[Id]
    ) -> None:
        """``state`` may hold more than is known; only ``known`` combatants are shown."""
        self.ruleset = ruleset
        self.setup = setup
        self.ground = ground
        self.log: list[Entry] = []
        self._known = dict.fromkeys(who for who in state.combatants if who in known)
        self.state = self._masked(state)
        self._tokens: dict[Id, Token] | None = None

    def copy(self) -> Scene:
        """A scene that goes its own way from here."""
        twin = Scene(self.ruleset, self.setup, self.ground, self.state, tuple(self._known))
        twin.log = list(self.log)
        return twin

    @property
    def board(self) -> AnyBoard:
        """The battle as the viewer knows it."""
        return Board(self.state, self.setup, self.ground)

    @property
    def tokens(self) -> dict[Id, Token]:
        """Who is on the board, by id, in the order they joined."""
        if self._tokens is None:
            board = self.board
            self._tokens = {
                who: Token(who, c.side, c.at, self.ruleset.standing(board, who))
                for who, c in self.state.combatants.items()
            }
        return self._tokens

    @property
    def things(self) -> tuple[Thing, ...]:
        """What lies on the ground."""
        return tuple(self.state.things.values())

    @property
    def round(self) -> int:
        """The number of the round, 0 before the first."""
        return self.ruleset.round_of(self.state)

    def order(self) -> list[Id]:
        """Who acts, in order, as far as the viewer knows them."""
        return [who for who in self.ruleset.order(self.board) if who in self._known]

    def at(self, cell: Cell, *, upright: bool = True) -> Token | None:
        """Who stands on a cell; one that is up rather than one that is down."""
        found = None
        for token in self.tokens.values():
            if cell in token.cells:
                if token.standing.up:
                    return token
                found = token
        return found

    def take(self, before: AnyBoard, event: Event) -> Line | None:
        """Let one event be seen; ``before`` is the battle before it as the viewer knows it. Gives its log line."""
        line = self.word(before, event)
        if line is not None:
            self.log.append(Entry(line, _place_of(before, event, line)))
        if isinstance(event, Appeared):
            self._known[event.who] = None
        elif isinstance(event, Vanished):
            self._known.pop(event.who, None)
        self.state = self._masked(evolve(before.state, event))
        self._tokens = None
        return line

    def word(self, before: AnyBoard, event: Event) -> Line | None:
        """The ruleset's words for an event, or ours for those that only eyes make."""
        line = self.ruleset.tell(before, event)
        if line is None and isinstance(event, Appeared | Vanished):
            name = called(self.ruleset.standing(before, event.who))
            gone = isinstance(event, Vanished)
            return Line(f"{name} is out of sight" if gone else f"{name} comes into sight", 1, event.who)
        return line

    def text(self) -> str:
        """The scene in words, for tests and fault reports."""
        lines = [f"round {self.round}"]
        for token in self.tokens.values():
            standing = token.standing
            marks = f" [{', '.join(standing.marks)}]" if standing.marks else ""
            down = "" if standing.up else " down"
            x, y = token.at
            lines.append(f"{token.side} {called(standing)} at {x},{y} {standing.health}/{standing.full}{down}{marks}")
        lines += [f"thing {thing.key} at {thing.at[0]},{thing.at[1]}" for thing in self.things]
        lines += [f"open {edge}" for edge in self.state.open_edges]
        if self.state.verdict is not None:
            lines.append(f"over: {self.state.verdict.winner or 'nobody'} ({self.state.verdict.why})")
        return "\n".join(lines)

    def _masked(self, state: AnyState) -> AnyState:
        if len(self._known) >= len(state.combatants) and all(who in self._known for who in state.combatants):
            return state
        combatants = {who: c for who, c in state.combatants.items() if who in self._known}
        return State(combatants, state.turn, state.open_edges, state.things, state.gone, state.rulings, state.verdict)


def _place_of(board: AnyBoard, event: Event, line: Line) -> Cell | None:
    """Where an event happened: where its mover ends, else where the one it is about stands."""
    if isinstance(event, Moved):
        return event.end
    for name in ("target", "who"):
        who = getattr(event, name, None)
        if isinstance(who, str) and who in board.state.combatants:
            return board.state.combatants[Id(who)].at
    if line.who is not None and line.who in board.state.combatants:
        return board.state.combatants[line.who].at
    return None
