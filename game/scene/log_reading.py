"""What of a log somebody wants to read: lines of one kind or about one combatant, and those with some words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.rules.events import Id
from game.scene.log_kinds import LogKind
from game.scene.scene import LogEntry


@dataclass(frozen=True)
class Wanted:
    """Which lines are wanted; with nothing said all of them."""

    kind: LogKind | None = None
    who: Id | None = None
    """Whom they are about, be it as who does something or to whom it is done."""
    words: str = ""
    """What is looked for among them."""

    def kept(self, log: Sequence[LogEntry]) -> list[int]:
        """The numbers of the entries that are read, in their order.

        What happened is kept or left out together with its dice and what came of it below. A heading is kept if
        something is that stands under it.
        """
        if self.kind is None and self.who is None:
            return list(range(len(log)))
        found: list[int] = []
        heading: int | None = None
        for deed in _deeds(log):
            first = log[deed[0]]
            if first.line.depth == 0:
                heading = deed[0]
            elif any(self._takes(log[number]) for number in deed) and self._of(log, deed):
                found += [*([heading] if heading is not None else ()), *deed]
                heading = None
        return found

    def _takes(self, entry: LogEntry) -> bool:
        return self.kind in (None, entry.kind)

    def _of(self, log: Sequence[LogEntry], deed: range) -> bool:
        return self.who is None or any(self.who in (log[number].line.who, log[number].target) for number in deed)

    def finds(self, entry: LogEntry) -> bool:
        """Whether an entry has the words that are looked for."""
        return bool(self.words) and self.words.casefold() in entry.line.text.casefold()


def _deeds(log: Sequence[LogEntry]) -> Iterator[range]:
    """Runs of entries: a heading, or what happened with all that stands below it."""
    start = 0
    for number, entry in enumerate(log):
        if number > start and entry.line.depth < 2:
            yield range(start, number)
            start = number
    if log:
        yield range(start, len(log))
