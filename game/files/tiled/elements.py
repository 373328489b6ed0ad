"""What elements of Tiled's XML say: classes, properties, numbers, outlines; whatever is no such thing is left out."""

from __future__ import annotations

from typing import Literal
from xml.etree.ElementTree import Element

from game.files.tiled.schema import Property

Shape = Literal["rectangle", "ellipse", "point", "polygon", "polyline", "tile", "text"]

MAX_POINTS = 5_000
"""Vertices of one polygon or line."""

_SHAPES: dict[str, Shape] = {
    "ellipse": "ellipse",
    "capsule": "ellipse",
    "point": "point",
    "polygon": "polygon",
    "polyline": "polyline",
    "text": "text",
}


def properties_of(element: Element) -> dict[str, Property]:
    """The custom properties of an element; those of class-typed ones lie under ``outer.inner``."""
    found: dict[str, Property] = {}
    for group in element.findall("properties"):
        for entry in group.findall("property"):
            name, kind = entry.get("name", ""), entry.get("type", "string")
            if kind == "class":
                for inner, value in properties_of(entry).items():
                    found[f"{name}.{inner}"] = value
            else:
                found[name] = Property(kind, entry.get("propertytype", ""), entry.get("value", entry.text or "") or "")
    return found


def class_of(element: Element) -> str:
    """An element's class; Tiled writes it as ``class`` (1.9) or ``type``."""
    return (element.get("class") or element.get("type") or "").strip()


def number(element: Element, name: str, default: int = 0) -> int:
    """An attribute as a whole number; the default when absent or unreadable."""
    try:
        value = float(element.get(name, default))
        return int(value) if abs(value) < 2**53 else default
    except ValueError:
        return default


def decimal(element: Element, name: str, default: float) -> float:
    """An attribute as a number; the default when absent, unreadable or absurd."""
    try:
        value = float(element.get(name, default))
    except ValueError:
        return default
    return value if abs(value) < 1e9 else default


def shape_of(element: Element) -> Shape:
    """What kind of outline an object has that is no tile."""
    shape: Shape = next((_SHAPES[child.tag] for child in element if child.tag in _SHAPES), "rectangle")
    if shape == "rectangle" and not (decimal(element, "width", 0) or decimal(element, "height", 0)):
        return "point"  # how Tiled before 1.1 wrote points
    return shape


def points_of(line: Element) -> list[tuple[float, float]]:
    """The vertices of a polygon or line; none if something else stands there."""
    try:
        pairs = [tuple(map(float, pair.split(","))) for pair in line.get("points", "").split()]
    except ValueError:
        return []
    # Comparing refuses nan as well.
    if len(pairs) > MAX_POINTS or not all(len(p) == 2 and abs(p[0]) < 1e9 and abs(p[1]) < 1e9 for p in pairs):
        return []
    return [(p[0], p[1]) for p in pairs]
