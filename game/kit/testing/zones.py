"""Fights in zones, and fields on which every letter is a zone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from game.kit.testing.fight import Fight
from game.spatial.field import UNIT, Border, BorderKind, Cell, Edge, Feature, FeatureKind, Field, Terrain, Zone
from game.spatial.places import InZone, OnBorder, ZonePlace, written

S = TypeVar("S")
N = TypeVar("N")

SIDE = 4
"""Cells along a zone's side."""

ROCK = Terrain("rock", blocks_move=True, blocks_sight=True)
ROUGH = Terrain("rubble", cost=2)
POND = Terrain("water", cost=2)


def chart(
    *rows: str,
    doors: str = "",
    locked: str = "",
    open_doors: str = "",
    climbs: str = "",
    gaps: str = "",
    rubble: str = "",
    walls: str = "",
    cover: str = "",
    barrier: str = "",
    dark: str = "",
    smoke: str = "",
    difficult: str = "",
    water: str = "",
    rapids: str = "",
    overgrown: str = "",
    capacity: int = 8,
    features: Mapping[str, FeatureKind] | None = None,
    **more: Any,
) -> Field:
    """A field on which every letter is a zone of four by four cells and every dot is rock.

    Pairs of letters, parted by spaces, name borders that are doors (shut, locked or open), climbs, gaps, rubble or
    walls; single letters name zones. ``features``: letters of zones that a feature fills, and its kind, as in
    ``{"c": "fire", "ah": "exit"}``.
    """
    spots = {letter: (x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}
    assert len(spots) == sum(letter != "." for row in rows for letter in row), "every letter may stand once"
    kinds = {**dict.fromkeys(difficult, 1), **dict.fromkeys(water + rapids, 2)}
    wide, high = SIDE * len(rows[0]), SIDE * len(rows)
    owner = ["".join(letter * SIDE for letter in rows[y // SIDE]) for y in range(high)]
    ground = tuple(3 if letter == "." else kinds.get(letter, 0) for row in owner for letter in row)
    zones = tuple(
        Zone(
            letter,
            f"Zone {letter}",
            _cells(spots[letter]),
            kind="water" if letter in water else "rapids" if letter in rapids else "open",
            capacity=capacity,
            cover="barrier" if letter in barrier else "cover" if letter in cover else "none",
            dark=letter in dark,
            smoke=letter in smoke,
            overgrown=letter in overgrown,
        )
        for letter in spots
    )
    edges = [
        _edge(spots, pair, "door", state)
        for pairs, state in ((doors, "closed"), (locked, "locked"), (open_doors, "open"))
        for pair in pairs.split()
    ]
    edges += [_edge(spots, pair, "wall", "closed") for pair in walls.split()]
    marked: list[tuple[str, BorderKind]] = [(climbs, "climb"), (gaps, "gap"), (rubble, "rubble")]
    borders = [
        Border(pair, _beside(spots[pair[0]], spots[pair[1]]), kind) for pairs, kind in marked for pair in pairs.split()
    ]
    things = tuple(
        Feature(f"{kind}-{letter}", kind, _cells(spots[letter]))
        for letters, kind in (features or {}).items()
        for letter in letters
    )
    return Field(
        wide,
        high,
        (Terrain(), ROUGH, POND, ROCK),
        ground,
        edges=tuple(edges),
        zones=zones,
        borders=tuple(borders),
        features=things,
        **more,
    )


def _cells(spot: Cell) -> tuple[Cell, ...]:
    x, y = SIDE * spot[0], SIDE * spot[1]
    return tuple((x + i, y + j) for j in range(SIDE) for i in range(SIDE))


def _beside(one: Cell, two: Cell) -> tuple[Cell, ...]:
    """The cells on both sides of the line between two zones that lie side by side."""
    first, second = sorted((one, two))
    x, y = SIDE * second[0], SIDE * second[1]
    if first[1] == second[1]:
        return tuple((x - back, y + along) for along in range(SIDE) for back in (1, 0))
    return tuple((x + along, y - back) for along in range(SIDE) for back in (1, 0))


def _edge(spots: Mapping[str, Cell], pair: str, kind: Any, state: Any) -> Edge:
    """A door or wall along the whole line between two zones; a door's id is its pair."""
    first, second = sorted((spots[pair[0]], spots[pair[1]]))
    x, y = SIDE * second[0], SIDE * second[1]
    end = (x, y + SIDE) if first[1] == second[1] else (x + SIDE, y)
    return Edge(pair, (x, y), end, kind, state, cost="bonus", name=f"door {pair}")


CHAIN = chart("abcdefghijklmnopqr")
"""Eighteen zones in a row from west to east, open ground."""

RING = chart("abc", "h.d", "gfe")
"""Eight zones around a rock that hides opposite ones from each other."""

TWO_METRES = 4 * UNIT // 3
"""Lattice steps in two metres."""


class ZoneFight(Fight[S, N, str]):
    """A battle in zones, written as the letters of a ``chart``: "a" for a zone, "ab" for the border between two."""

    home = CHAIN

    def place(self, where: str) -> ZonePlace:
        """The zone of a letter, or the border of two."""
        zones = self.ground.zones
        letters = [area.id for area in zones.areas]
        strange = [letter for letter in where if letter not in letters]
        assert not strange, f"there is no zone {strange[0]!r} in {where!r}; there are {', '.join(letters)}"
        numbers = [letters.index(letter) for letter in where]
        if len(numbers) == 1:
            return InZone(numbers[0])
        found = [n for n, crossing in enumerate(zones.crossings) if sorted(crossing.zones) == sorted(numbers)]
        assert found, f"there is no border {where}"
        return OnBorder(found[0])

    def cell(self, where: str) -> Cell:
        """The first cell of the (first) zone."""
        return self.ground.zones.cells(self.place(where[0]))[0]

    def where(self, place: ZonePlace) -> str:
        """A place in letters."""
        zones = self.ground.zones
        return "".join(zones.area(zone).id for zone in zones.zones_of(place))

    def key(self, verb: str, where: str) -> str:
        """The key of an option that leads to a place: ``fight.key("move", "ab")``."""
        return f"{verb} {written(self.place(where))}"
