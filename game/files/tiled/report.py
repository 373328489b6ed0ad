"""What was found in a map while reading it: notes, guesses, warnings and errors, in the author's own terms."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from game.files.errors import BadFile
from game.spatial.field import Cell
from game.user_error import brief

Severity = Literal["note", "guess", "warning", "error"]
_ORDER: tuple[Severity, ...] = ("error", "warning", "guess", "note")

MOST = 100
"""Lines of each kind that a report has; more are counted."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a map report."""

    severity: Severity
    text: str
    cell: Cell | None = None
    """Where to look on the board, if the line is about one place."""
    cells: tuple[Cell, ...] = ()
    """Of a guess: all cells that it is about."""


class MapReport(msgspec.Struct, frozen=True):
    """Everything the loader has to tell about one map."""

    name: str
    layers: tuple[str, ...] = ()
    """Each layer in draw order, with what it was read as."""
    entries: tuple[Entry, ...] = ()
    unsaid: tuple[tuple[Severity, int], ...] = ()
    """How many entries of a kind there are no lines for."""

    @property
    def errors(self) -> tuple[str, ...]:
        """What must be mended before the map can be played on."""
        return tuple(entry.text for entry in self.entries if entry.severity == "error")

    def lines(self) -> list[str]:
        """The report as text, gravest first."""
        text = [f"{self.name}: layers read"]
        text += [f"  {brief(layer)}" for layer in self.layers[:MOST]]
        if len(self.layers) > MOST:
            text.append(f"  … and {len(self.layers) - MOST:,} more")
        for severity in _ORDER:
            text += [f"{severity}: {entry.text}" for entry in self.entries if entry.severity == severity]
            text += [f"{severity}: … and {count:,} more like these" for kind, count in self.unsaid if kind == severity]
        if not any(entry.severity in ("error", "warning") for entry in self.entries):
            text.append("no errors, no warnings")
        return text

    def with_entries(self, more: tuple[Entry, ...]) -> MapReport:
        """The same report with entries added at its end."""
        return msgspec.structs.replace(self, entries=self.entries + more)


class Findings:
    """Collects what a reading finds, so that an author sees every fault at once and not one a run."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.layers: list[str] = []
        self.faults: dict[str, None] = {}
        """One line for each, in the order they were found."""
        self._entries: dict[Severity, dict[Entry, None]] = {severity: {} for severity in _ORDER}
        self._unsaid: dict[Severity, int] = {}
        self.lenient = False
        """Set for maps drawn for other programs: their words are not ours, so what would be a fault is a warning."""

    def fault(self, where: str, text: str) -> None:
        """Something the map cannot be read with; reading goes on to find more, and then fails."""
        if self.lenient:
            self.warn(where, text)
            return
        self.faults[brief(f"{self.name}: {where}: {text}" if where else f"{self.name}: {text}")] = None

    def _add(self, severity: Severity, where: str, text: str, cell: Cell | None, cells: tuple[Cell, ...] = ()) -> None:
        entry = Entry(severity, brief(f"{where}: {text}" if where else text), cell, cells)
        known = self._entries[severity]
        if entry in known:
            return
        if len(known) < MOST:
            known[entry] = None
        else:
            self._unsaid[severity] = self._unsaid.get(severity, 0) + 1

    def error(self, where: str, text: str, cell: Cell | None = None) -> None:
        """Something that must be mended before a battle is fought here."""
        self._add("error", where, text, cell)

    def warn(self, where: str, text: str, cell: Cell | None = None) -> None:
        """Something that looks wrong and may be meant."""
        self._add("warning", where, text, cell)

    def guess(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Something the map does not say in our words, and what was made of it; ``cells``: of which, if of some."""
        about = tuple(cells)
        self._add("guess", "", text, about[0] if about else None, about)

    def note(self, where: str, text: str, cell: Cell | None = None) -> None:
        """Something worth knowing."""
        self._add("note", where, text, cell)

    def stop(self, where: str, text: str) -> BadFile:
        """A fault after which nothing more can be read: raise what this returns."""
        self.lenient = False
        self.fault(where, text)
        return BadFile("\n".join(self.faults))

    def check(self) -> None:
        """Raise BadFile if there were faults."""
        if self.faults:
            raise BadFile("\n".join(self.faults))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was found so far, gravest first."""
        return tuple(entry for severity in _ORDER for entry in self._entries[severity])

    def report(self) -> MapReport:
        """What was found, as a value."""
        return MapReport(self.name, tuple(self.layers), self.entries, tuple(self._unsaid.items()))
