"""Reads the properties of one object, tile or map by the schema, telling what is wrong and where."""

from __future__ import annotations

import re

from game.files.tiled.report import Findings
from game.files.tiled.schema import BY_NAME, Kind, Property, Value, WrongProperty, close, value_of
from game.spatial.field import UNIT

FEET = 5
"""Feet to a cell."""

WORD = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")
"""What a thing may be called: rulesets and pictures are looked up by it."""


class Words:
    """The properties of one thing, every one with a value of the type the schema promises."""

    def __init__(self, kind: Kind, given: dict[str, Property], where: str, findings: Findings) -> None:
        self.where, self.findings = where, findings
        self.values: dict[str, Value] = kind.defaults()
        self.written = tuple(name for name in given if kind.member(name))
        names = [member.name for member in kind.members]
        for name, entry in given.items():
            member = kind.member(name)
            if member is None:
                findings.warn(where, f"{kind.name} has no property {name!r}{close(name, names)}")
                continue
            try:
                self.values[name] = value_of(kind, member, entry)
            except WrongProperty as error:
                findings.fault(where, f"{error}.")
                continue
            if member.type == "float" and "," in entry.text:
                findings.warn(
                    where, f"{name} is written {entry.text!r}, with a comma, and read as {self.values[name]:g}"
                )

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
        """A length in lattice steps; the map gives feet, and what the lattice cannot hold is rounded and told."""
        feet = float(self.values[name])
        if name not in self.written and default_feet:
            feet = default_feet
        steps = steps_of(feet)
        if steps * FEET != feet * UNIT:
            self.findings.note(
                self.where, f"{name} {feet:g} ft is rounded to {steps * FEET / UNIT:g} ft (steps of {FEET / UNIT:g} ft)"
            )
        return steps


def steps_of(feet: float) -> int:
    """Feet as the nearest number of lattice steps, halves up."""
    return int((feet * UNIT / FEET + 0.5) // 1)


def kind_named(name: str) -> Kind | None:
    """The class of the convention by its name, whatever its case."""
    return BY_NAME.get(name.strip().lower())
