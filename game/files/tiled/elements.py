"""What elements of Tiled's XML say: classes, properties, numbers, outlines; whatever is no such thing is left out.

Numbers with a decimal comma, which programs of some countries write, are read as they are meant; ``odd_numbers`` tells
which those are, and which are no numbers at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal
from xml.etree.ElementTree import Element

from game.display_text import one_line
from game.files.tiled.schema import Property, number_in

OutlineKind = Literal["rectangle", "ellipse", "point", "polygon", "polyline", "tile", "text"]

MAX_POINTS = 5_000
"""Vertices of one polygon or line."""

GREATEST = 1e9
"""The greatest length, in pixels."""

MEASURES = (
    *("x", "y", "width", "height", "rotation", "opacity", "offsetx", "offsety", "parallaxx", "parallaxy"),
    *("tilewidth", "tileheight", "spacing", "margin"),
)
"""Attributes that are numbers and say where something lies or how it is drawn."""

_NAMED: tuple[OutlineKind, ...] = ("ellipse", "point", "polygon", "polyline", "text")
_SHAPES: dict[str, OutlineKind] = {"capsule": "ellipse", **{shape: shape for shape in _NAMED}}

_FOUR_PARTS = re.compile(r"([+-]?\d+,\d+),([+-]?\d+,\d+)")
"""A vertex whose two numbers have decimal commas."""


def properties_of(
    element: Element, members: Callable[[str], Mapping[str, Property]] = lambda _: {}
) -> dict[str, Property]:
    """The custom properties of an element; those of class-typed ones lie under ``outer.inner``.

    ``members``: what the members of a class are where the file does not write them.
    """
    found: dict[str, Property] = {}
    for group in element.findall("properties"):
        for entry in group.findall("property"):
            name, kind, named = entry.get("name", ""), entry.get("type", "string"), entry.get("propertytype", "")
            if kind == "class":
                for inner, value in {**members(named), **properties_of(entry, members)}.items():
                    found[f"{name}.{inner}"] = value
            else:
                found[name] = Property(kind, named, one_line(entry.get("value", entry.text or "") or ""))
    return found


def class_of(element: Element) -> str:
    """An element's class; Tiled writes it as ``class`` (1.9) or ``type``."""
    return (element.get("class") or element.get("type") or "").strip()


def number(element: Element, name: str, default: int = 0) -> int:
    """An attribute as a whole number; the default when absent or unreadable."""
    value = number_in(element.get(name, ""))
    return int(value) if value is not None and abs(value) < 2**53 else default


def decimal(element: Element, name: str, default: float) -> float:
    """An attribute as a number; the default when absent, unreadable or absurd."""
    value = number_in(element.get(name, ""))
    return value if value is not None and abs(value) < GREATEST else default


def odd_numbers(element: Element) -> list[str]:
    """What is to say about numbers of an element and its outline that are not written as Tiled writes them."""
    found = []
    for name in MEASURES:
        text = element.get(name)
        if not text:
            continue
        value = number_in(text)
        if value is None or not abs(value) < GREATEST:  # nor is it below if it is nan
            found.append(
                f"{name} is {text!r}, which is no number that a map can have; it is read as if it were left out"
            )
        elif "," in text:
            found.append(f"{name} is written {text!r}, with a comma, and read as {value:g}")
    for line in element:
        if line.tag in ("polygon", "polyline"):
            text = line.get("points", "")
            if not points_of(line):
                found.append(f"the points of its {line.tag} can't be read: {text!r}; it is taken for a point")
            elif any(_FOUR_PARTS.fullmatch(pair) for pair in text.split()):
                found.append(f"the points of its {line.tag} are written with decimal commas, and read so")
    return found


def shape_of(element: Element) -> OutlineKind:
    """What kind of outline an object has that is no tile."""
    shape: OutlineKind = next((_SHAPES[child.tag] for child in element if child.tag in _SHAPES), "rectangle")
    if shape == "rectangle" and not (decimal(element, "width", 0) or decimal(element, "height", 0)):
        return "point"  # how Tiled before 1.1 wrote points
    return shape


def points_of(line: Element) -> list[tuple[float, float]]:
    """The vertices of a polygon or line; none if something else stands there.

    With decimal commas a vertex has four parts; three could be read in two ways, so they are none.
    """
    found: list[tuple[float, float]] = []
    for pair in line.get("points", "").split():
        commas = _FOUR_PARTS.fullmatch(pair)
        parts = commas.groups() if commas else tuple(pair.split(","))
        values = [number_in(part) for part in parts]
        if len(values) != 2 or values[0] is None or values[1] is None:
            return []
        found.append((values[0], values[1]))
    # Comparing refuses nan as well.
    if len(found) > MAX_POINTS or not all(abs(x) < GREATEST and abs(y) < GREATEST for x, y in found):
        return []
    return found


def colour(text: str) -> str:
    """A colour as Tiled writes it, ``#rrggbb`` or ``#aarrggbb``; nothing for what is none."""
    return text if re.fullmatch(r"#([0-9a-fA-F]{2}){3,4}", text) else ""


def left_out(text: str) -> str:
    """The colour that a picture is told to be without, as ``#rrggbb``; nothing for what is none."""
    plain = text.removeprefix("#").lower()
    return f"#{plain}" if re.fullmatch(r"[0-9a-f]{6}", plain) else ""
