"""The battle log as each side may read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from game.rules.ledger import Ledger
from game.rules.match import AnyMatch, OutOfStep
from game.rules.ruleset import Line
from game.rules.state import State, evolve
from game.rules.table import Board
from game.rules.visibility import Witness
from game.scene.places import board_geometry
from game.scene.scene import word_seen

Reader = str | None
"""The side that reads; None for a spectator or the referee, who know everything."""


class Numbered(NamedTuple):
    """A line of the log."""

    line: Line
    event: int
    """The number of the event that it tells of, in ``Match.events``."""


class BattleLog:
    """Follows a match and words its events for each reader; after an undo a new one is needed."""

    def __init__(self, match: AnyMatch, readers: Iterable[Reader]) -> None:
        """Begin with the first event; a loaded battle is played again for it."""
        with suppress(OutOfStep):  # then the battle can go on but not back, and its log begins here
            match.recall()
        self._match = match
        self._where = board_geometry(match.ruleset.places, match.ground)
        self._state: State[Any, Any] = match.marks[0].state if match.marks else match.state
        self._read = match.marks[0].events if match.marks else len(match.events)
        self._lines: dict[Reader, list[Numbered]] = {reader: [] for reader in readers}
        self._eyes = {
            side: Witness(match.ruleset, match.setup, match.ground, self._state, side)
            for side in self._lines
            if side is not None
        }
        self.follow()

    def follow(self) -> None:
        """Word what has happened since."""
        match = self._match
        while self._read < len(match.events):
            event = match.events[self._read]
            board: Board[Any, Any] = Board(self._state, match.setup, match.ground)
            for side, eyes in self._eyes.items():
                words = (word_seen(match.ruleset, *seen, self._where) for seen in eyes.see(event))
                self._lines[side] += [Numbered(line, self._read) for line in words if line is not None]
            if None in self._lines and (line := word_seen(match.ruleset, board, event, self._where)):
                self._lines[None].append(Numbered(line, self._read))
            self._state = evolve(self._state, event)
            self._read += 1

    def lines(self, reader: Reader, start: int = 0) -> list[Line]:
        """What a reader knows, from that line on."""
        return [numbered.line for numbered in self.numbered(reader)[start:]]

    def numbered(self, reader: Reader) -> list[Numbered]:
        """The same from the first line on, with the events that the lines tell of."""
        self.follow()
        return self._lines[reader]


def write_line(line: Line, ledger: Ledger) -> str:
    """A line of the log as text, indented by its depth, with the rules it cites."""
    cited = ", ".join(number for number in line.rules if number in ledger)
    return "  " * line.depth + line.text + (f"  [{cited}]" if cited else "")


def log_lines(match: AnyMatch, reader: Reader) -> Iterator[str]:
    """The log of a battle from its beginning as text, as far as the reader may know it."""
    for line in BattleLog(match, (reader,)).lines(reader):
        yield write_line(line, match.ruleset.ledger)
