"""Writes properties of objects, tiles and maps by the schema, as Tiled does."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from game.files.tiled.schema import BY_NAME, Value


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
