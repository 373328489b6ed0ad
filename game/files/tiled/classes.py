"""What the properties of a class are where a map does not write them: Tiled keeps the defaults in its project files.

Since 1.9 a project holds its classes itself; before, it names a file with the types of objects and tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec

from game.files.bounded_reading import MAPS, read_bytes
from game.files.errors import BadFile
from game.files.sources import TYPES, Refused, Sources
from game.files.tiled.documents import parse
from game.files.tiled.map_report import Finding
from game.files.tiled.schema import BY_NAME, Property, WrongProperty, value_of

ClassUse = Literal["map", "layer", "tileset", "tile", "object", "property"]
"""What a class can be given to."""

USES: tuple[ClassUse, ...] = ("map", "layer", "tileset", "tile", "object", "property")

DEEPEST = 8
"""Classes within classes."""

Members = Mapping[str, Property]

_NOTHING: Members = {}


@dataclass(frozen=True)
class Classes:
    """The defaults of a project's classes."""

    known: Mapping[tuple[ClassUse, str], Members] = field(default_factory=dict)
    """By what a class is given to and its name: its properties, those of class-typed ones under ``outer.inner``."""

    def of(self, klass: str, use: ClassUse) -> Members:
        """The properties that whatever is of that class has without writing them."""
        return self.known.get((use, klass), _NOTHING)

    def members(self, klass: str) -> Members:
        """The members of a property of that class."""
        return self.of(klass, "property")

    def __or__(self, other: Classes) -> Classes:
        """Both; of two classes of one name the first."""
        return Classes({**other.known, **self.known})


def read_classes(places: Sources) -> tuple[Classes, list[Finding]]:
    """The classes of the Tiled project that a map lies in. A project that can't be read is told and left out."""
    classes, findings = Classes(), []
    for path in places.projects():
        try:
            found = _project(path, places)
        except BadFile as error:
            told = f"the project can't be read, so defaults of its classes are not known: {error}"
            findings.append(Finding("warning", path.name, told))
            continue
        if found.known:
            places.note_beside(path)
        classes |= found
    return classes, findings


def _project(path: Path, places: Sources) -> Classes:
    """The classes of one project file. Raises BadFile."""
    data = _json(path)
    if not isinstance(data, dict):
        return Classes()
    types = data.get("objectTypesFile")
    return classes_of(data.get("propertyTypes")) | (
        _types(types, path.parent, places) if isinstance(types, str) and types else Classes()
    )


def _json(path: Path) -> Any:
    data = read_bytes(path, MAPS).removeprefix(b"\xef\xbb\xbf")
    try:
        return msgspec.json.decode(data) if data.strip() else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(f"{path.name}: this is no JSON ({error})") from None


def _types(reference: str, base: Path, places: Sources) -> Classes:
    """The types of objects and tiles that a project before Tiled 1.9 has in a file of their own. Raises BadFile."""
    try:
        path = places.find(reference, base, TYPES)
    except Refused:
        return Classes()
    if path.suffix.lower() == ".json":
        entries = [entry for entry in _dicts_in(_json(path)) if isinstance(entry.get("name"), str)]
        return classes_of({**entry, "type": "class", "members": entry.get("properties")} for entry in entries)
    known: dict[tuple[ClassUse, str], Members] = {}
    for entry in parse(read_bytes(path, MAPS), path.name).iterfind("objecttype"):
        members = {
            each.get("name", ""): Property(each.get("type", "string"), "", each.get("default", ""))
            for each in entry.iterfind("property")
        }
        for use in USES:
            known[use, entry.get("name", "")] = members
    return Classes({key: members for key, members in known.items() if members})


def classes_of(types: Any) -> Classes:
    """The classes among the types of a project, as its JSON has them."""
    entries = {entry["name"]: entry for entry in _dicts_in(types) if isinstance(entry.get("name"), str)}
    known: dict[tuple[ClassUse, str], Members] = {}
    for name, entry in entries.items():
        members = _unlike_ours(name, _members(entry, entries, DEEPEST))
        uses = entry.get("useAs")
        for use in USES if members else ():
            if not isinstance(uses, list) or use in uses:
                known[use, name] = members
    return Classes(known)


def _dicts_in(entries: Any) -> list[dict[str, Any]]:
    """Those of a list that have fields."""
    found = list(entries) if isinstance(entries, Iterable) and not isinstance(entries, str | bytes | dict) else []
    return [entry for entry in found if isinstance(entry, dict)]


def _members(entry: dict[str, Any], types: dict[str, dict[str, Any]], deepest: int) -> dict[str, Property]:
    """The members of one class with their defaults."""
    found: dict[str, Property] = {}
    for member in _dicts_in(entry.get("members")) if deepest else ():
        name, kind, named = member.get("name"), member.get("type", "string"), member.get("propertyType", "")
        if not isinstance(name, str) or not isinstance(kind, str) or not isinstance(named, str):
            continue
        value = member.get("value")
        if kind == "class":
            inner: dict[str, Property] = _members(types.get(named, {}), types, deepest - 1)
            inner.update(_written(value if isinstance(value, dict) else {}, inner, deepest - 1))
            found.update({f"{name}.{part}": each for part, each in inner.items()})
        elif isinstance(value, bool):
            found[name] = Property(kind, named, str(value).lower())
        elif isinstance(value, str | int | float):
            found[name] = Property(kind, named, str(value))
    return found


def _written(values: dict[str, Any], known: Members, deepest: int) -> dict[str, Property]:
    """What the default of a class-typed member says otherwise than the class itself."""
    found: dict[str, Property] = {}
    for name, value in values.items() if deepest else ():
        if isinstance(value, dict):
            inner = {part.removeprefix(f"{name}."): each for part, each in known.items() if part.startswith(f"{name}.")}
            found.update({f"{name}.{part}": each for part, each in _written(value, inner, deepest - 1).items()})
        elif isinstance(value, str | int | float):
            before = known.get(name, Property("bool" if isinstance(value, bool) else "string", "", ""))
            text = str(value).lower() if isinstance(value, bool) else str(value)
            found[name] = Property(before.type, before.named, text)
    return found


def _unlike_ours(name: str, members: dict[str, Property]) -> dict[str, Property]:
    """The members of a class, without those of a class of ours that are what they are by our own table anyway."""
    ours = BY_NAME.get(name.lower())
    if ours is None:
        return members
    found = {}
    for key, entry in members.items():
        member = ours.member(key)
        try:
            same = member is not None and value_of(ours, member, entry) == member.default
        except WrongProperty:
            same = False
        if not same:
            found[key] = entry
    return found
