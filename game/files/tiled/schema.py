"""The words a battle map may say: classes, their properties, types, defaults and drop-down values.

This one table drives three things: reading with type checks, the sentences for what is wrong, and
``maps/battlemat.tiled-project``, which puts the same words into Tiled's editor. Tiled does not write a class's default
values into a map, so the defaults here are what an absent property means. Lengths are in feet, as authors think.

Properties of objects, tiles and maps are read by it, telling what is wrong and where, and written by it as Tiled does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from typing import Any, Literal, get_args
from xml.etree.ElementTree import Element, SubElement

from game.display_text import LONGEST_NAME, shortened
from game.files.tiled.map_report import Finding
from game.rules.setup import LARGEST_SQUAD
from game.spatial.field import (
    DEAREST,
    MOST_BODIES,
    TALLEST,
    UNIT,
    BorderKind,
    EdgeKind,
    EdgeState,
    FeatureKind,
    ZoneCover,
    ZoneKind,
)

SCHEMA = 1
"""The version of this table, written into maps as the property ``schema``."""

SchemaUse = Literal["map", "layer", "tile", "object"]
Value = bool | int | float | str

ENUMS: dict[str, tuple[str, ...]] = {
    "EdgeKind": get_args(EdgeKind),
    "EdgeState": get_args(EdgeState),
    "ZoneKind": get_args(ZoneKind),
    "ZoneCover": get_args(ZoneCover),
    "BorderKind": get_args(BorderKind),
    "FeatureKind": get_args(FeatureKind),
    "OpenCost": ("bonus", "main"),
    "GapAxis": ("x", "y"),
    "Side": ("party", "foe", "third", "fourth"),
    "Facing": ("any", "n", "ne", "e", "se", "s", "sw", "w", "nw"),
}

OPEN_ENUMS = ("Side",)
"""Drop-downs that only suggest: a map may name a side of its own."""

LONGEST = 1_000
"""Characters of a text."""

HIGHEST = 5 * TALLEST / UNIT
"""The greatest height or depth, in feet."""


@dataclass(frozen=True)
class ClassProperty:
    """One property of a class: ``type`` is bool, int, float, string, object or the name of an enum."""

    name: str
    type: str
    default: Value
    least: float | None = None
    """The smallest number allowed."""
    most: float = 1_000_000
    """The largest number allowed."""

    @property
    def enum(self) -> tuple[str, ...] | None:
        """The drop-down values, if it has any."""
        return ENUMS.get(self.type)


@dataclass(frozen=True)
class MapClass:
    """One class of the convention."""

    name: str
    use: tuple[SchemaUse, ...]
    colour: str
    members: tuple[ClassProperty, ...]

    def member(self, name: str) -> ClassProperty | None:
        """The property of that name."""
        return next((member for member in self.members if member.name == name), None)

    def defaults(self) -> dict[str, Value]:
        """What every property means when the map does not write it."""
        return {member.name: member.default for member in self.members}


CLASSES: tuple[MapClass, ...] = (
    MapClass(
        "BattleMap",
        ("map",),
        "#ff1d1a17",
        (
            ClassProperty("title", "string", ""),
            ClassProperty("author", "string", ""),
            ClassProperty("description", "string", ""),
            ClassProperty("schema", "int", SCHEMA, 1),
            ClassProperty("blocks_from", "float", 0.5, 0.05, 1),
            ClassProperty("rules_in", "string", ""),
        ),
    ),
    MapClass(
        "Terrain",
        ("tile",),
        "#ff8f8778",
        (
            ClassProperty("name", "string", ""),
            ClassProperty("blocks_move", "bool", False),
            ClassProperty("blocks_sight", "bool", False),
            ClassProperty("height", "float", 0.0, 0, HIGHEST),
            ClassProperty("sill", "float", 0.0, 0, HIGHEST),
            ClassProperty("lintel", "float", 0.0, 0, HIGHEST),
            ClassProperty("move_cost", "int", 1, 1, DEAREST),
            ClassProperty("difficult", "bool", False),
            ClassProperty("gap", "float", 0.0, 0, HIGHEST),
            ClassProperty("gap_axis", "GapAxis", "x"),
            ClassProperty("pierceable", "bool", False),
        ),
    ),
    MapClass(
        "Edge",
        ("object",),
        "#ff1d1a17",
        (
            ClassProperty("kind", "EdgeKind", "wall"),
            ClassProperty("state", "EdgeState", "closed"),
            ClassProperty("sill", "float", 0.0, 0, HIGHEST),
            ClassProperty("lintel", "float", 0.0, 0, HIGHEST),
            ClassProperty("gap", "float", 0.0, 0, HIGHEST),
            ClassProperty("cost", "OpenCost", "main"),
        ),
    ),
    MapClass(
        "Elevation",
        ("object",),
        "#ff8d4470",
        (ClassProperty("feet", "float", 0.0, -HIGHEST, HIGHEST), ClassProperty("ramp", "bool", False)),
    ),
    MapClass(
        "Zone",
        ("object",),
        "#ff0072b2",
        (
            ClassProperty("name", "string", ""),
            ClassProperty("kind", "ZoneKind", "open"),
            ClassProperty("capacity", "int", 0, 0, MOST_BODIES),
            ClassProperty("cover", "ZoneCover", "none"),
            ClassProperty("dark", "bool", False),
            ClassProperty("smoke", "bool", False),
            ClassProperty("overgrown", "bool", False),
        ),
    ),
    MapClass(
        "Border",
        ("object",),
        "#ff56b4e9",
        (
            ClassProperty("kind", "BorderKind", "open"),
            ClassProperty("capacity", "int", 0, 0, MOST_BODIES),
            ClassProperty("closed", "bool", False),
            ClassProperty("test", "string", ""),
        ),
    ),
    MapClass(
        "Spawn",
        ("object",),
        "#ff009e73",
        (
            ClassProperty("side", "Side", "party"),
            ClassProperty("unit", "string", ""),
            ClassProperty("count", "int", 1, 1, LARGEST_SQUAD),
            ClassProperty("facing", "Facing", "any"),
            ClassProperty("group", "string", ""),
        ),
    ),
    MapClass(
        "Feature",
        ("object",),
        "#ffd55e00",
        (
            ClassProperty("kind", "FeatureKind", "objective"),
            ClassProperty("strength", "string", ""),
            ClassProperty("cost", "string", ""),
            ClassProperty("linked", "object", 0, None, 2**31),
            ClassProperty("thing", "string", ""),
        ),
    ),
)

BY_NAME: dict[str, MapClass] = {kind.name.lower(): kind for kind in CLASSES}

LAYERS: dict[str, str | None] = {
    "ground": None,
    "decor": None,
    "walls": None,
    "above": None,
    "zones": "Zone",
    "spawns": "Spawn",
    "edges": "Edge",
    "elevation": "Elevation",
    "features": "Feature",
}
"""The layers of the convention, and the class that an object in them has when the author gave it none."""


@dataclass(frozen=True)
class Property:
    """A custom property as the file writes it: Tiled's type, the enum or class it names, and the text."""

    type: str
    named: str
    text: str


class WrongProperty(ValueError):
    """A property that cannot be read; the text says which, why, and what to write."""


def close(word: str, words: tuple[str, ...] | list[str]) -> str:
    """The phrase ``; did you mean X?``, or nothing when no word is like it."""
    match = get_close_matches(word, words, 1)
    return f"; did you mean {match[0]}?" if match else ""


_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")


def number_in(text: str) -> float | None:
    """A number as it is written, with a decimal point or a decimal comma; None for another text."""
    try:
        return float(text)
    except ValueError:
        return float(text.replace(",", ".")) if _COMMA.fullmatch(text) else None


def value_of(kind: MapClass, member: ClassProperty, given: Property) -> Value:
    """The value of a property, checked against the table. Raises WrongProperty."""
    name = f"the property {member.name} of {kind.name}"
    text = given.text.strip()
    if len(text) > LONGEST:
        raise WrongProperty(f"{name} has {len(text):,} characters; at most {LONGEST:,} are read")
    if member.enum:
        return _chosen(name, text, member.enum, given.type, anything=member.type in OPEN_ENUMS)
    allowed = {"bool": ("bool",), "int": ("int",), "float": ("float", "int"), "object": ("object",)}.get(
        member.type, ("string", "color", "file")
    )
    if given.type not in allowed:
        raise WrongProperty(
            f"{name} is stored as {given.type or 'string'} ({text!r}) but must be {member.type}; remove it in Tiled's "
            f"Properties view and add it again with the type {member.type}"
        )
    try:
        value: Value
        match member.type:
            case "bool":
                if text.lower() not in ("true", "false", "1", "0"):
                    raise ValueError
                value = text.lower() in ("true", "1")
            case "int" | "object":
                value = int(text or "0")
            case "float":
                real = number_in(text or "0")
                if real is None or not isfinite(real):
                    raise ValueError
                value = real
            case _:
                value = shortened(given.text, LONGEST_NAME) if member.name in ("name", "title") else given.text
    except ValueError:
        raise WrongProperty(f"{name} is {text!r}, which is no {member.type} this game can use") from None
    if isinstance(value, int | float):
        if member.least is not None and value < member.least:
            raise WrongProperty(f"{name} is {text}; the least it can be is {member.least:,g}")
        if value > member.most:
            raise WrongProperty(f"{name} is {text}; the most it can be is {member.most:,g}")
    return value


def _chosen(name: str, text: str, words: tuple[str, ...], stored: str, *, anything: bool) -> str:
    """One of the words that a property can have, or ``anything`` but nothing. Raises WrongProperty."""
    if stored in ("int", "bool", "float"):
        raise WrongProperty(
            f"{name} is stored as {stored}; it must be a text, one of {', '.join(words)} "
            "(remove the property, load battlemat.tiled-project and choose it from the drop-down)"
        )
    if text in words or (anything and text):
        return text
    raise WrongProperty(f"{name} is {text!r}; choose one of {', '.join(words)}{close(text, words)}")


def project_file() -> str:
    """The text of ``maps/battlemat.tiled-project``: every class and drop-down, for Tiled's editor."""
    types: list[dict[str, Any]] = []
    for number, (name, values) in enumerate(ENUMS.items(), start=1):
        enum = {"id": number, "name": name, "storageType": "string", "type": "enum", "values": list(values)}
        types.append({**enum, "valuesAsFlags": False})
    for number, kind in enumerate(CLASSES, start=len(types) + 1):
        typed = [({"propertyType": each.type} if each.enum else {}, each) for each in kind.members]
        members = [
            {"name": each.name, **named, "type": "string" if named else each.type, "value": each.default}
            for named, each in typed
        ]
        drawn = {"color": kind.colour, "drawFill": True, "id": number, "members": members, "name": kind.name}
        types.append({**drawn, "type": "class", "useAs": list(kind.use)})
    project = {
        "automappingRulesFile": "",
        "commands": [],
        "compatibilityVersion": 1100,
        "extensionsPath": "extensions",
        "folders": ["."],
        "properties": [],
        "propertyTypes": types,
    }
    return json.dumps(project, indent=4) + "\n"


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


def write_properties(element: Element, klass: str, said: Mapping[str, Value]) -> None:
    """Set properties, each of the type that the schema gives it, in place of any of that name."""
    kind = BY_NAME[klass.lower()]
    group = element.find("properties")
    if group is None:
        group = Element("properties")
        element.insert(0, group)
    for entry in [entry for entry in group if entry.get("name") in said]:
        group.remove(entry)
    for name, value in said.items():
        member = kind.member(name)
        assert member is not None, name
        entry = SubElement(group, "property", {"name": name})
        if member.enum:
            entry.set("propertytype", member.type)
        elif member.type != "string":
            entry.set("type", member.type)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if "\n" in text:
            entry.text = text
        else:
            entry.set("value", text)
