"""Reads the properties of one object, tile or map by the schema, telling what is wrong and where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from game.files.tiled.map_report import Finding
from game.files.tiled.schema import BY_NAME, MapClass, Property, Value, WrongProperty, close, value_of
from game.spatial.field import UNIT

FEET = 5
"""Feet to a cell."""

WORD = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")
"""What a thing may be called: rulesets and pictures are looked up by it."""


@dataclass(frozen=True)
class PropertyReader:
    """The properties of one thing, every one with a value of the type the schema promises."""

    where: str
    values: Mapping[str, Value]
    written: tuple[str, ...]
    """Those that the map has written."""
    findings: tuple[Finding, ...]

    def text(self, name: str) -> str:
        """A text or drop-down value."""
        return str(self.values[name])

    def flag(self, name: str) -> bool:
        """A yes or no."""
        return bool(self.values[name])

    def whole(self, name: str) -> int:
        """A whole number."""
        return int(self.values[name])

    def real(self, name: str) -> float:
        """A number with a fraction."""
        return float(self.values[name])

    def steps(self, name: str, default_feet: float = 0.0) -> int:
        """A length in lattice steps; the map gives feet, and what the lattice cannot hold is rounded (``rounded``)."""
        return steps_of(default_feet if name not in self.written and default_feet else self.real(name))

    def rounded(self, *names: str) -> tuple[Finding, ...]:
        """Which of these lengths are rounded."""
        return tuple(
            Finding(
                "note",
                self.where,
                f"{name} {self.real(name):g} ft is rounded to {self.steps(name) * FEET / UNIT:g} ft (steps of "
                f"{FEET / UNIT:g} ft)",
            )
            for name in names
            if self.steps(name) * FEET != self.real(name) * UNIT
        )


def read_words(kind: MapClass, given: Mapping[str, Property], where: str) -> PropertyReader:
    """The properties of a thing of that class at a place in the map."""
    values: dict[str, Value] = kind.defaults()
    names = [member.name for member in kind.members]
    findings = []
    for name, entry in given.items():
        member = kind.member(name)
        if member is None:
            findings.append(Finding("warning", where, f"{kind.name} has no property {name!r}{close(name, names)}"))
            continue
        try:
            values[name] = value_of(kind, member, entry)
        except WrongProperty as error:
            findings.append(Finding("fault", where, f"{error}."))
            continue
        if member.type == "float" and "," in entry.text:
            told = f"{name} is written {entry.text!r}, with a comma, and read as {values[name]:g}"
            findings.append(Finding("warning", where, told))
    return PropertyReader(where, values, tuple(name for name in given if kind.member(name)), tuple(findings))


def steps_of(feet: float) -> int:
    """Feet as the nearest number of lattice steps, halves up."""
    return int((feet * UNIT / FEET + 0.5) // 1)


def kind_named(name: str) -> MapClass | None:
    """The class of the convention by its name, whatever its case."""
    return BY_NAME.get(name.strip().lower())
