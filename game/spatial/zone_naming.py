"""Names zones that nobody has named, by the ground they lie on, what is beside them, and where on the map they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from game.spatial.field import Cell, Feature, FeatureKind, Field, ZoneKind


def _pairs(text: str) -> dict[str, str]:
    """Words with what they mean, written "word: meaning" between semicolons."""
    parts = (pair.strip().partition(": ") for pair in text.split(";"))
    return {word: meaning for word, _, meaning in parts}


_GROUNDS: Final = _pairs(
    """
    grass: lawn; meadow: meadow; heather: heath; moor: moor; forest: wood; wood: boards; glade: glade;
    undergrowth: thicket; brambles: brambles; wheat: field; crops: field; road: road; path: path; street: street;
    bridge: bridge; footbridge: footbridge; jetty: jetty; ford: ford; river: river; stream: stream; water: water;
    pond: pond; rapids: rapids; swamp: marsh; marsh: marsh; mud: mire; sand: sand; beach: beach; snow: snow;
    ice: ice; lava: lava; dirt: bare ground; earth: bare ground; ditch: ditch; bank: bank; scree: scree;
    rubble: rubble; stairs: stairs; walk: wall walk; cobble: yard; tomb: tombs; cellar: cellar; stone: court
    """
)
"""What a word of a ground's name makes of a zone most of which it is; the first word that is known counts."""

_INDOORS: Final = {
    "boards": "boarded room",
    "court": "stone room",
    "cellar": "cellar",
    "water": "pool",
    "bare ground": "cave",
}
"""The same in a room; a passage over such ground is one."""

_KINDS: Final[dict[ZoneKind, str]] = {
    "open": "open ground",
    "room": "room",
    "passage": "passage",
    "cramped": "corner",
    "water": "water",
}
"""What a zone is where nothing is known of its ground."""

_BANKS: Final = {
    "river": "river bank",
    "stream": "stream bank",
    "water": "waterside",
    "pond": "pond's edge",
    "ford": "river bank",
}
"""What open ground is that lies along one of these."""

_FEATURES: Final[dict[FeatureKind, str]] = {"fire": "by the fire", "lever": "by the lever", "exit": "by the way out"}
"""What is said of a zone that has such a thing, in the order in which it is looked for."""

_HALVES: Final = ("North", "", "South"), ("west", "", "east")


def name_zones(
    field: Field, zones: Sequence[tuple[ZoneKind, Sequence[Cell], Sequence[Feature]]], taken: Sequence[str]
) -> list[str]:
    """A name for each of some zones, of which kind, cells and features are given, none twice and none ``taken``.

    Zones of one sort are told apart by what is in them, then by the part of the map, then by a number.
    """
    plain = [_sort(field, kind, cells) for kind, cells, _ in zones]
    sorts = Counter(plain)
    names = [
        f"{sort} {_feature(features)}" if sorts[sort] > 1 and _feature(features) else sort
        for sort, (_, _, features) in zip(plain, zones, strict=True)
    ]
    counts = Counter(names)
    names = [
        f"{_part(field, cells)} {name}".strip() if counts[name] > 1 else name
        for name, (_, cells, _) in zip(names, zones, strict=True)
    ]
    names = [name[:1].upper() + name[1:] for name in names]
    used, told = {name.casefold() for name in taken}, list[str]()
    again = Counter(name.casefold() for name in names)
    for name in names:
        number, unique = 1, name
        while unique.casefold() in used or (number == 1 and again[name.casefold()] > 1):
            unique, number = f"{name} {number}", number + 1
        used.add(unique.casefold())
        told.append(unique)
    return told


def _sort(field: Field, kind: ZoneKind, cells: Sequence[Cell]) -> str:
    """What a zone is, in a word or two."""
    found = Counter(_ground(field.at(cell).name) for cell in cells)
    ground, count = min(found.items(), key=lambda each: (-each[1], each[0]))
    if not ground or 2 * count < len(cells):
        return _KINDS[kind]
    if kind == "passage" and ground in _INDOORS:
        return _KINDS[kind]
    if kind == "room" and ground in _INDOORS:
        return _INDOORS[ground]
    inside, ways = set(cells), ((1, 0), (-1, 0), (0, 1), (0, -1))
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in ways} - inside
    beside = Counter(
        _ground(field.at((x, y)).name) for x, y in around if 0 <= x < field.width and 0 <= y < field.height
    )
    along = next((bank for water, bank in _BANKS.items() if beside[water] >= 3), "")
    return along if along and ground in ("lawn", "meadow", "heath", "wood", "bare ground") else ground


def _ground(name: str) -> str:
    """What a ground makes of a zone; "" if no word of its name is known."""
    return next((_GROUNDS[word] for word in name.lower().replace("_", " ").split() if word in _GROUNDS), "")


def _feature(features: Sequence[Feature]) -> str:
    kinds = {feature.kind for feature in features}
    return next((told for kind, told in _FEATURES.items() if kind in kinds), "")


def _part(field: Field, cells: Sequence[Cell]) -> str:
    """The part of the map in which a zone's middle lies: "North-west", "South", "Middle"."""
    across, down = sum(2 * x + 1 for x, _ in cells), sum(2 * y + 1 for _, y in cells)
    column = 3 * across // (2 * field.width * len(cells))
    row = 3 * down // (2 * field.height * len(cells))
    north, west = _HALVES[0][row], _HALVES[1][column]
    return f"{north}-{west}" if north and west else north or west.capitalize() or "Middle"
