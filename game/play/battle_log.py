"""The battle log as each side may read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.rules.ledger import Ledger
from game.rules.match import AnyMatch
from game.rules.ruleset import LogLine
from game.scene.event_feed import EventFeed

Reader = str | None
"""The side that reads; None for a spectator or the referee, who know everything."""


class Numbered(NamedTuple):
    """A line of the log."""

    line: LogLine
    event: int
    """The number of the event that it tells of, in ``Match.events``."""


class BattleLog:
    """Follows a match and words its events for each reader; after an undo a new one is needed."""

    def __init__(self, match: AnyMatch, readers: Iterable[Reader]) -> None:
        """Begin with the first event; a loaded battle is played again for it."""
        self._feeds = {reader: EventFeed(match, reader) for reader in readers}
        self._lines: dict[Reader, list[Numbered]] = {reader: [] for reader in self._feeds}

    def lines(self, reader: Reader, start: int = 0) -> list[LogLine]:
        """What a reader knows, from that line on."""
        return [numbered.line for numbered in self.numbered(reader)[start:]]

    def numbered(self, reader: Reader) -> list[Numbered]:
        """The same from the first line on, with the events that the lines tell of."""
        news = self._feeds[reader].news()
        self._lines[reader] += [Numbered(each.line, each.number) for each in news if each.line is not None]
        return self._lines[reader]


def cited_by(line: LogLine, ledger: Ledger) -> str:
    """The numbers of the rules that a line cites, as far as the ledger has them: "D-26, D-31"."""
    return ", ".join(number for number in line.rules if number in ledger)


def write_line(line: LogLine, ledger: Ledger) -> str:
    """A line of the log as text, indented by its depth, with the rules it cites."""
    cited = cited_by(line, ledger)
    return "  " * line.depth + line.text + (f"  [{cited}]" if cited else "")


def log_lines(match: AnyMatch, reader: Reader) -> Iterator[str]:
    """The log of a battle from its beginning as text, as far as the reader may know it."""
    for line in BattleLog(match, (reader,)).lines(reader):
        yield write_line(line, match.ruleset.ledger)
