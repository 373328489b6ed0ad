"""What was found in a map while reading it: notes, guesses, warnings and errors, in the author's own terms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NoReturn

import msgspec

from game.files.errors import BadFile
from game.spatial.field import Cell
from game.user_error import brief

Severity = Literal["note", "guess", "warning", "error"]
_ORDER: tuple[Severity, ...] = ("error", "warning", "guess", "note")

MOST = 100
"""Lines of each kind that a report has; more are counted."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that a stage of the reading found, which it returns beside what it read."""

    severity: Severity | Literal["fault"]
    """A fault is what the map can't be read with: reading goes on to find more, and then fails (``settle``)."""
    where: str
    """The layer, object, tileset or tile; empty for the whole map."""
    text: str
    cell: Cell | None = None
    cells: tuple[Cell, ...] = ()
    """Of a guess: all cells that it is about."""


def cells_do(count: int, one: str, several: str) -> str:
    """A number of cells and what they do, in the words for one or for several."""
    return f"1 cell {one}" if count == 1 else f"{count} cells {several}"


class ReportEntry(msgspec.Struct, frozen=True):
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
    entries: tuple[ReportEntry, ...] = ()
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

    def with_findings(self, findings: Iterable[Finding]) -> MapReport:
        """The same report with what else was found at its end."""
        return msgspec.structs.replace(self, entries=self.entries + report(self.name, (), findings).entries)


def report(name: str, layers: tuple[str, ...], findings: Iterable[Finding]) -> MapReport:
    """What was found in a map, each thing once, gravest first."""
    known: dict[Severity, dict[ReportEntry, None]] = {severity: {} for severity in _ORDER}
    unsaid: dict[Severity, int] = {}
    for found in findings:
        if found.severity == "fault":
            continue
        text = brief(f"{found.where}: {found.text}" if found.where else found.text)
        cell = found.cells[0] if found.cells else found.cell
        entry, entries = ReportEntry(found.severity, text, cell, found.cells), known[found.severity]
        if entry in entries:
            continue
        if len(entries) < MOST:
            entries[entry] = None
        else:
            unsaid[found.severity] = unsaid.get(found.severity, 0) + 1
    every = (entry for entries in known.values() for entry in entries)
    return MapReport(name, layers, tuple(every), tuple(unsaid.items()))


def settle(name: str, findings: Iterable[Finding]) -> None:
    """Raise BadFile, one line for each fault, if there are any."""
    faults = [found for found in findings if found.severity == "fault"]
    if faults:
        raise _bad_file(name, faults)


def stop(name: str, text: str, findings: Iterable[Finding] = ()) -> NoReturn:
    """Raise BadFile for a fault of the whole map after which nothing more can be read, with those found before it."""
    raise _bad_file(name, [*findings, Finding("fault", "", text)])


def _bad_file(name: str, findings: Iterable[Finding]) -> BadFile:
    faults = (found for found in findings if found.severity == "fault")
    lines = (brief(": ".join(filter(None, (name, found.where, found.text)))) for found in faults)
    return BadFile("\n".join(dict.fromkeys(lines)))
