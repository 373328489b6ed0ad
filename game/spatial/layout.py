"""A field divided into zones and borders, before any door is opened or shut: numbers that hold for a whole battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.spatial.deriving import SMALL, derive
from game.spatial.field import UNIT, Cell, Feature, FeatureKind, Field, Zone, ZoneCover, ZoneKind
from game.spatial.land import Crossing, Land, crossings, loopholes, survey
from game.spatial.solids import beside, sides


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
"""Kind and name of a zone by a word in its ground's name; the first word that is known counts."""

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
"""Names of zones by kind where nothing is known of their ground."""

_BANKS: Final = {
    "river": "river bank",
    "stream": "stream bank",
    "water": "waterside",
    "pond": "pond's edge",
    "ford": "river bank",
}
"""Names of open ground along one of these."""

_FEATURES: Final[dict[FeatureKind, str]] = {"fire": "by the fire", "lever": "by the lever", "exit": "by the way out"}
"""Names of a zone that has such a thing, in the order in which it is looked for."""

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
    """Sort of a zone, in a word or two."""
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
    """Word for a zone on some ground; "" if no word of the ground's name is known."""
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


_USUAL: Final = 8
_HOLDS: Final[Mapping[ZoneKind, int]] = {"open": 16, "cramped": 4}
"""Bodies of size 1 on nine cells, which is a zone of 4 x 4 m, where it is not the usual number."""

_OPEN: Final = 40
"""Cells within five steps of a zone's middle from which on it is open ground: more than a room of its size has."""

_SHELTER: Final = UNIT // 2
"""How high a low obstacle is, in lattice steps, to be cover for whoever stands beside it."""


class Area(NamedTuple):
    """A zone."""

    id: str
    """Of the Zone an author drew, or made of its first cell, such as ``zone@3,7``."""
    name: str
    cells: tuple[Cell, ...]
    """Those one can stand on, row by row."""
    kind: ZoneKind
    capacity: int
    """Bodies of size 1 that it holds."""
    cover: ZoneCover
    spots: tuple[Cell, ...]
    """Its cells beside something that gives cover, row by row."""
    tags: tuple[str, ...]
    """In alphabetical order: dark, smoke, overgrown, difficult, and kinds of its features (fire, exit and so on)."""
    features: tuple[Feature, ...]
    """Those that cover some of its cells, by id."""
    drawn: bool
    """Whether an author drew it; else it was worked out."""


class Layout(NamedTuple):
    """All zones and borders of a field."""

    areas: tuple[Area, ...]
    """By their first cells, row by row, whatever the order of the map's objects."""
    crossings: tuple[Crossing, ...]
    loopholes: tuple[tuple[int, int], ...]
    """Pairs of zones that things can fly between though nobody walks there."""
    owner: tuple[int, ...]
    """For each cell, ``y * width + x``, the number of its zone, or -1 if one can't stand there."""


@lru_cache(maxsize=8)
def lay_out(field: Field) -> Layout:
    """Divide a field: zones as drawn, the rest worked out, and the borders where they meet; the last few are kept.

    A drawn zone keeps only cells one can stand on; of zones that overlap, the one that begins first keeps the cells.
    Crumbs that drawn zones leave over go to the zone beside them.
    """
    land = survey(field)
    found, owner = _drawn(field, land)
    rest = [at for at, free in enumerate(land.stand) if free and owner[at] < 0]
    for cells in derive(land, rest):
        home = _home(land, owner, cells) if len(cells) < SMALL else None
        if home is None:
            found.append((None, list(cells)))
        else:
            found[home][1].extend(cells)
    found.sort(key=lambda one: min(one[1]))
    for number, (_, own) in enumerate(found):
        for at in own:
            owner[at] = number
    look = _Look(field, land)
    areas = _named(field, [look.area(zone, sorted(own)) for zone, own in found])
    joined = crossings(field, land, owner, [area.id for area in areas])
    return Layout(areas, joined, loopholes(field, land, owner), tuple(owner))


def _named(field: Field, areas: Sequence[Area]) -> tuple[Area, ...]:
    """The same areas, with names for those that have none."""
    unnamed = [area for area in areas if not area.drawn]
    names = name_zones(
        field,
        [(area.kind, area.cells, area.features) for area in unnamed],
        [area.name for area in areas if area.drawn],
    )
    found = dict(zip((area.id for area in unnamed), names, strict=True))
    return tuple(area if area.drawn else area._replace(name=found[area.id]) for area in areas)


def _drawn(field: Field, land: Land) -> tuple[list[tuple[Zone | None, list[int]]], list[int]]:
    """The zones an author drew that can be stood in, and for each cell which of them has it."""
    w, h = field.width, field.height
    outlines: list[tuple[list[int], Zone]] = []
    for zone in field.zones:
        inside = [y * w + x for x, y in zone.cells if 0 <= x < w and 0 <= y < h]
        outlines.append((sorted(at for at in inside if land.stand[at]), zone))
    owner = [-1] * (w * h)
    found: list[tuple[Zone | None, list[int]]] = []
    for cells, zone in sorted(outlines, key=lambda one: (one[0], one[1].id)):
        own = [at for at in cells if owner[at] < 0]
        if own:
            for at in own:
                owner[at] = len(found)
            found.append((zone, own))
    return found, owner


def _home(land: Land, owner: Sequence[int], crumb: Sequence[int]) -> int | None:
    """The drawn zone that a crumb shares most sides with and can be walked to from."""
    shared: dict[int, int] = {}
    for at in crumb:
        for other, side in land.around(at):
            if side.link in ("open", "low") and owner[other] >= 0:
                shared[owner[other]] = shared.get(owner[other], 0) + 1
    return min(shared, key=lambda number: (-shared[number], number)) if shared else None


class _Look:
    """Looks of zones, from the ground they lie on."""

    def __init__(self, field: Field, land: Land) -> None:
        self.field, self.land = field, land
        self.features: dict[Cell, list[Feature]] = {}
        for feature in sorted(field.features, key=lambda one: one.id):
            for cell in feature.cells:
                self.features.setdefault(cell, []).append(feature)
        self.parapets = {
            cell
            for edge in field.edges
            if edge.kind in ("low_wall", "window", "slit")
            for side in sides(edge)
            for cell in beside(field, side)
        }
        self.walks = [
            [other for other, side in land.around(at) if side.link in ("open", "low")] for at in range(len(land.stand))
        ]
        self.shelters = [self._shelters(at) for at in range(len(land.stand))]

    def area(self, zone: Zone | None, own: Sequence[int]) -> Area:
        """The zone of some cells; ``zone`` is what an author said of it, and without one it has no name yet."""
        cells = tuple([self.land.cell(at) for at in own])
        here = {feature.id: feature for cell in cells for feature in self.features.get(cell, ())}
        features = tuple(here[name] for name in sorted(here))
        kind = zone.kind if zone else self._kind(own, features)
        spots = tuple([cell for at, cell in zip(own, cells, strict=True) if self._sheltered(at, cell)])
        tags: set[str] = {feature.kind for feature in features}
        if 2 * sum(self.field.at(cell).cost > 1 for cell in cells) >= len(cells):
            tags.add("difficult")
        if zone and zone.dark:
            tags.add("dark")
        if zone and zone.smoke:
            tags.add("smoke")
        if zone and zone.overgrown:
            tags.add("overgrown")
        return Area(
            id=zone.id if zone else f"zone@{cells[0][0]},{cells[0][1]}",
            name=zone.name if zone else "",
            cells=cells,
            kind=kind,
            capacity=(zone.capacity if zone else 0) or _holds(kind, len(cells)),
            cover=zone.cover if zone else "cover" if spots else "none",
            spots=spots,
            tags=tuple(sorted(tags)),
            features=features,
            drawn=zone is not None,
        )

    def _kind(self, own: Sequence[int], features: Sequence[Feature]) -> ZoneKind:
        cells = {self.land.cell(at) for at in own}
        if 2 * sum(c in cells for f in features if f.kind == "deep_water" for c in f.cells) >= len(cells):
            return "water"
        if 4 * sum(self._narrow(at) for at in own) >= 3 * len(own):
            return "passage"
        columns, rows = [x for x, _ in cells], [y for _, y in cells]
        left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)
        solid = sum(not self._free(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
        slow = sum(self.field.at(cell).cost > 1 for cell in cells)
        if 3 * solid >= (right - left + 1) * (bottom - top + 1) or 2 * slow >= len(cells):
            return "cramped"
        x, y = min(cells, key=lambda c: (abs(2 * c[0] - left - right) + abs(2 * c[1] - top - bottom), c))
        return "open" if self._ground_near(y * self.field.width + x) >= _OPEN else "room"

    def _ground_near(self, at: int) -> int:
        """Cells within five steps of one, itself included: 61 on open ground."""
        found, rim = {at}, [at]
        for _ in range(5):
            rim = list(dict.fromkeys(other for here in rim for other in self.walks[here] if other not in found))
            found.update(rim)
        return len(found)

    def _free(self, x: int, y: int) -> bool:
        return 0 <= x < self.field.width and 0 <= y < self.field.height and self.land.stand[y * self.field.width + x]

    def _narrow(self, at: int) -> bool:
        """Whether the way through a cell is at most two cells wide along one axis."""
        for axis in (1, self.land.width):
            run = 1
            for step in (axis, -axis):
                here = at
                while run <= 2 and here + step in self.walks[here]:
                    run, here = run + 1, here + step
            if run <= 2:
                return True
        return False

    def _sheltered(self, at: int, cell: Cell) -> bool:
        return cell in self.parapets or any(self.shelters[other] for other, _ in self.land.around(at))

    def _shelters(self, at: int) -> bool:
        """Whether a cell holds a low obstacle, or a pillar or corner of a wall to stand behind."""
        x, y = self.land.cell(at)
        terrain = self.field.at((x, y))
        if not terrain.blocks_sight:
            return terrain.height >= _SHELTER
        return sum(self._free(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)) >= 5


def _holds(kind: ZoneKind, cells: int) -> int:
    """How many bodies of size 1 a zone of so many cells holds, halves rounded up, one at least."""
    return max(1, (2 * cells * _HOLDS.get(kind, _USUAL) + 9) // 18)
