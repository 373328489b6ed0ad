"""Corrections of what was read in a map, the small file beside it that keeps them, and the corrected field.

All cells are in the author's own numbers, as Tiled shows them (see ``Chart.origin``), so that corrections stay in their
place when a map grows. What lies off the map is kept too: a map may be made smaller and larger again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from json import dumps
from math import isfinite
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from game.files.atomic import write_whole
from game.files.bounded_reading import is_plain
from game.files.entries import Faults, read_entries
from game.files.errors import BadFile
from game.files.picture_grid import PictureGrid
from game.files.pictures import is_plain_picture
from game.files.tiled.ground import OPEN, WALL, paletted
from game.files.tiled.layers import MAX_READ
from game.files.tiled.map_objects import LOW_WALL, SLIT, WINDOW_LINTEL, WINDOW_SILL
from game.files.tiled.runs import NoCells, cells_of, line_of, lines_told, row_by_row, stretches, told
from game.files.tiled.schema import ENUMS, FEET, HIGHEST, WORD, steps_of
from game.rules.questions import is_taken
from game.rules.toml import LARGEST
from game.spatial.field import (
    UNIT,
    Cell,
    Edge,
    EdgeKind,
    EdgeState,
    Feature,
    FeatureKind,
    Field,
    Spawn,
    Terrain,
    Zone,
    ZoneCover,
    ZoneKind,
)
from game.spatial.solids import CellSide, beside, sides
from game.user_error import brief

K = TypeVar("K")
V = TypeVar("V")

SCHEMA = 1
"""The version of the file."""

ENDING = ".corrections.toml"

GroundKind = Literal["open", "blocked", "low cover", "high cover", "rough", "water", "thicket", "pit"]

GROUNDS: dict[GroundKind, Terrain] = {
    "open": OPEN,
    "blocked": WALL,
    "low cover": Terrain("low cover", blocks_move=True, height=steps_of(3)),
    "high cover": Terrain("high cover", blocks_move=True, height=steps_of(6)),
    "rough": Terrain("rough ground", cost=2),
    "water": Terrain("water", cost=2),
    "thicket": Terrain("thicket", blocks_sight=True, cost=2),
    "pit": Terrain("pit", blocks_move=True),
}
"""What a cell can be corrected to: a short table, in which everything else of Terrain has its usual value."""

ThinKind = EdgeKind | Literal["none"]
"""What a side of a cell can be corrected to; "none": nothing is there, whatever the map says."""

NOBODY = ""
"""In place of a side: nobody starts there, whatever the map says."""


class Height(NamedTuple):
    """How a cell's floor lies."""

    steps: int
    """Elevation in lattice steps."""
    ramp: bool = False


class Thin(NamedTuple):
    """What is on a side of a cell."""

    kind: ThinKind
    state: EdgeState = "closed"


class ZoneWords(msgspec.Struct, frozen=True):
    """What is said of a zone besides its cells."""

    name: str
    kind: ZoneKind = "open"
    capacity: int = 0
    cover: ZoneCover = "none"
    dark: bool = False
    smoke: bool = False
    overgrown: bool = False


class FeatureWords(msgspec.Struct, frozen=True, order=True):
    """What is said of a feature besides its cells."""

    kind: FeatureKind
    name: str = ""
    strength: str = ""
    cost: str = ""
    thing: str = ""
    linked: CellSide | None = None
    """A side of a cell on which the door or portcullis is that a lever moves."""


class Corrections(msgspec.Struct, frozen=True):
    """What is said of a map, cell by cell; what is not said is as read."""

    ground: dict[Cell, GroundKind] = {}
    heights: dict[Cell, Height] = {}
    edges: dict[CellSide, Thin] = {}
    zones: dict[str, ZoneWords] = {}
    """By keys of their own."""
    zoned: dict[Cell, str] = {}
    """By cell the key of the zone it belongs to: a cell is in one zone at most."""
    starts: dict[Cell, str] = {}
    """By cell the side that starts there, or nobody."""
    features: dict[str, FeatureWords] = {}
    """By keys of their own."""
    featured: dict[str, tuple[Cell, ...]] = {}
    """By the same keys the cells of each, row by row."""
    cleared: dict[FeatureKind, tuple[Cell, ...]] = {}
    """By kind the cells, row by row, on which the map's own features of that kind are not."""
    grid: PictureGrid | None = None
    """Where the cells of a picture lie; None where that is found by itself, and of other maps."""

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return self.grid is not None or self.paints

    @property
    def paints(self) -> bool:
        """Whether anything is said of cells."""
        tables = self.ground, self.heights, self.edges, self.zoned, self.starts, self.features, self.cleared
        return any(tables)

    def told(self) -> str:
        """How much is said, in words: "14 cells, 1 door, 2 zones"."""
        cells = len(self.ground.keys() | self.heights.keys())
        doors = sum(thin.kind in ("door", "portcullis") for thin in self.edges.values())
        parts = (
            (cells, "cell", "cells"),
            (doors, "door", "doors"),
            (len(self.edges) - doors, "thin wall or gap", "thin walls or gaps"),
            (len(set(self.zoned.values())), "zone", "zones"),
            (len(self.features), "feature", "features"),
        )
        said = [f"{count} {one if count == 1 else many}" for count, one, many in parts if count]
        starts = " and ".join(sorted({*self.starts.values()} - {NOBODY}))
        said += [f"starts of {starts}"] if starts else []
        said += ["features taken away"] if self.cleared and not self.features else []
        said += ["where the grid lies"] if self.grid is not None else []
        return ", ".join(said) or "none"


class _Ground(msgspec.Struct):
    kind: GroundKind
    cells: tuple[str, ...]


class _Heights(msgspec.Struct):
    feet: float
    cells: tuple[str, ...]
    ramp: bool = False


class _Edges(msgspec.Struct):
    kind: ThinKind
    lines: tuple[str, ...]
    state: EdgeState = "closed"


class _Zone(ZoneWords, frozen=True, kw_only=True):
    cells: tuple[str, ...]


class _Starts(msgspec.Struct):
    cells: tuple[str, ...]
    side: str = NOBODY


class _Feature(msgspec.Struct):
    kind: FeatureKind
    cells: tuple[str, ...]
    name: str = ""
    strength: str = ""
    cost: str = ""
    thing: str = ""
    linked: str = ""


class _Cleared(msgspec.Struct):
    kind: FeatureKind
    cells: tuple[str, ...]


class _File(msgspec.Struct):
    schema: int = SCHEMA
    ground: tuple[_Ground, ...] = ()
    heights: tuple[_Heights, ...] = ()
    edges: tuple[_Edges, ...] = ()
    zones: tuple[_Zone, ...] = ()
    starts: tuple[_Starts, ...] = ()
    features: tuple[_Feature, ...] = ()
    cleared: tuple[_Cleared, ...] = ()
    grid: PictureGrid | None = None


def sidecar(path: Path) -> Path:
    """Where the corrections of a map lie, if there are any; those of a picture apart from those of a map called so."""
    return path.with_name((path.name if is_plain_picture(path) else path.stem) + ENDING)


def read_corrections(path: Path) -> Corrections:
    """The corrections of the map at ``path``; none if there is no file of them.

    Raises BadFile with file and field for one that can't be read: nothing of it is passed over in silence.
    """
    file = sidecar(path)
    if not is_plain(file):
        return Corrections()
    try:
        entries = read_entries(file, _File)
        if entries.schema != SCHEMA:
            said = f"schema: it says {entries.schema}, and this game reads {SCHEMA}; get a newer game"
            raise BadFile(f"{file.name}: {said}")
        if entries.grid is not None and not is_plain_picture(path):
            raise BadFile(f"{file.name}: grid: {path.name} is no picture and has a grid of its own; leave it out")
        return _Reading(file).corrections(entries)
    except BadFile as error:
        away = f"{file.name}: mend it, or move it away, and the map is as it was drawn"
        raise BadFile("\n".join((away, *error.messages))) from error


class _Reading:
    """One file of corrections on its way in."""

    def __init__(self, file: Path) -> None:
        self.faults = Faults(file)
        self.left = MAX_READ

    def corrections(self, entries: _File) -> Corrections:
        found = Corrections({}, {}, {}, {}, {}, {}, {}, {}, {})
        for number, ground in enumerate(entries.ground, 1):
            for cell in self._cells(ground.cells, f"ground[{number}]"):
                found.ground[cell] = ground.kind
        for number, heights in enumerate(entries.heights, 1):
            if not (isfinite(heights.feet) and abs(heights.feet) <= HIGHEST):
                self.faults.add(f"heights[{number}].feet", f"write a height from -{HIGHEST:,g} to {HIGHEST:,g} ft")
                continue
            for cell in self._cells(heights.cells, f"heights[{number}]"):
                found.heights[cell] = Height(steps_of(heights.feet), heights.ramp)
        for number, edges in enumerate(entries.edges, 1):
            for side in self._sides(edges.lines, f"edges[{number}]"):
                found.edges[side] = Thin(edges.kind, edges.state)
        for number, zone in enumerate(entries.zones, 1):
            self._zone(found, number, zone)
        for number, starts in enumerate(entries.starts, 1):
            if is_taken(starts.side):
                self.faults.add(f"starts[{number}].side", f"no side can be called {starts.side!r}; choose another word")
            for cell in self._cells(starts.cells, f"starts[{number}]"):
                found.starts[cell] = starts.side
        for number, feature in enumerate(entries.features, 1):
            self._feature(found, number, feature)
        bare: dict[FeatureKind, set[Cell]] = {}
        for number, cleared in enumerate(entries.cleared, 1):
            bare.setdefault(cleared.kind, set()).update(self._cells(cleared.cells, f"cleared[{number}]"))
        found.cleared.update((kind, tuple(sorted(cells, key=row_by_row))) for kind, cells in bare.items() if cells)
        self.faults.settle()
        return msgspec.structs.replace(found, grid=entries.grid)

    def _zone(self, found: Corrections, number: int, zone: _Zone) -> None:
        if zone.capacity < 0:
            self.faults.add(f"zones[{number}].capacity", "write how many it holds, or 0 to go by its area")
        cells = self._cells(zone.cells, f"zones[{number}]")
        words = msgspec.structs.asdict(zone)
        del words["cells"]
        found.zones[str(number)] = ZoneWords(**words)
        for cell in cells:
            found.zoned.setdefault(cell, str(number))

    def _feature(self, found: Corrections, number: int, feature: _Feature) -> None:
        where = f"features[{number}]"
        cells = self._cells(feature.cells, where)
        if not feature.cells:
            self.faults.add(f"{where}.cells", "name a cell at least, as 3, 4")
        if feature.kind == "thing" and not WORD.fullmatch(feature.thing):
            self.faults.add(f"{where}.thing", f"{feature.thing!r} is no word for a thing; write one such as bench")
        linked = self._sides((feature.linked,), where, "linked") if feature.linked else []
        texts = feature.name, feature.strength, feature.cost, feature.thing
        found.features[str(number)] = FeatureWords(feature.kind, *texts, linked[0] if linked else None)
        found.featured[str(number)] = tuple(sorted(set(cells), key=row_by_row))

    def _cells(self, texts: Iterable[str], where: str) -> list[Cell]:
        found: list[Cell] = []
        for number, text in enumerate(texts, 1):
            try:
                cells = cells_of(text, self.left)
            except NoCells as error:
                self.faults.add(f"{where}.cells[{number}]", str(error))
                continue
            self.left -= len(cells)
            found += cells
        return found

    def _sides(self, texts: Iterable[str], where: str, field: str = "lines") -> list[CellSide]:
        found: list[CellSide] = []
        for number, text in enumerate(texts, 1):
            try:
                (x1, y1), (x2, y2) = line_of(text)
                if (x2 - x1) + (y2 - y1) > self.left:
                    raise NoCells(f"{text!r} is longer than a map")
            except NoCells as error:
                self.faults.add(f"{where}.{field}" + (f"[{number}]" if field == "lines" else ""), str(error))
                continue
            self.left -= (x2 - x1) + (y2 - y1)
            down = [CellSide((x1, y), True) for y in range(y1, y2)] if x1 == x2 else []
            found += down or [CellSide((x, y1), False) for x in range(x1, x2)]
        return found


def write_corrections(path: Path, corrections: Corrections) -> Path:
    """Keep the corrections of the map at ``path`` beside it; with none to keep the file goes away. The map itself is
    not touched. Gives the file. Raises BadFile."""
    file = sidecar(path)
    if not corrections:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise BadFile(f"{file.name}: can't be taken away ({error.strerror}); remove it by hand") from error
        return file
    text = _text(path.name, corrections)
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        told = f"no file can hold the letter {text[error.start]!r}, which a zone's or a side's name has"
        raise BadFile(f"{file.name}: not written: {told}; give it another") from error
    if len(text) > LARGEST:
        raise BadFile(
            f"{file.name}: not written: so many single cells make {len(text):,} characters, and {LARGEST:,} are read; "
            "save a copy for Tiled instead"
        )
    write_whole(file, data, as_named=True)
    return file


def _text(name: str, said: Corrections) -> str:
    of = " ".join(brief(name).split())  # there are names with line breaks
    lines = [
        f"# Corrections of {of}: what battles on it go by in place of what was read. Columns and rows are counted",
        "# as in Tiled; lines run from one corner of cells to another. Made in the game; you may change it by hand.",
        f"schema = {SCHEMA}",
    ]
    if said.grid is not None:  # in pixels of the picture, but for its size
        words = msgspec.structs.asdict(said.grid)
        lines.extend(["", "[grid]", *(f"{key} = {dumps(value)}" for key, value in words.items())])

    def table(heading: str, listed: str, texts: list[str], **words: object) -> None:
        lines.extend(["", f"[[{heading}]]", *(f"{key} = {_written(value)}" for key, value in words.items())])
        lines.extend([f"{listed} = [", *(f"    {_written(text)}," for text in texts), "]"])

    for kind, cells in sorted(_by_value(said.ground).items()):
        table("ground", "cells", told(cells), kind=kind)
    for height, cells in sorted(_by_value(said.heights).items()):
        table("heights", "cells", told(cells), feet=height.steps * FEET / UNIT, ramp=height.ramp)
    for thin, cut in sorted(_by_value(said.edges).items()):
        table("edges", "lines", lines_told(cut), kind=thin.kind, state=thin.state)
    zoned = _by_value(said.zoned)
    for key, zone in said.zones.items():
        if key in zoned:
            table("zones", "cells", told(zoned[key]), **{"name": zone.name, **_unusual(zone)})
    for side, cells in sorted(_by_value(said.starts).items()):
        table("starts", "cells", told(cells), side=side)
    for key, feature in said.features.items():
        table("features", "cells", told(said.featured[key]), **_said_of(feature))
    for cleared, bare in sorted(said.cleared.items()):
        table("cleared", "cells", told(bare), kind=cleared)
    return "\n".join(lines) + "\n"


def _by_value(table: Mapping[K, V]) -> dict[V, list[K]]:
    """The keys of a table by what it says of them."""
    found: dict[V, list[K]] = {}
    for key, value in table.items():
        found.setdefault(value, []).append(key)
    return found


def _unusual(zone: ZoneWords) -> dict[str, object]:
    """What is said of a zone that is not so anyway."""
    words, usual = msgspec.structs.asdict(zone), msgspec.structs.asdict(ZoneWords(zone.name))
    return {name: value for name, value in words.items() if value != usual[name]}


def _said_of(feature: FeatureWords) -> dict[str, object]:
    """What is said of a feature, as it is written."""
    words = msgspec.structs.asdict(feature)
    if feature.linked is not None:
        (words["linked"],) = lines_told([feature.linked])
    return {name: value for name, value in words.items() if value}


def _written(value: object) -> str:
    """A value in TOML, whose texts are written as those of JSON, but for one sign."""
    return dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


MOVED = ("door", "portcullis")
"""Kinds of edges that a lever may move."""


def correct(field: Field, origin: Cell, said: Corrections) -> Field:
    """The field as corrected; what lies off it is left out. ``origin`` is the author's cell that is 0, 0 here."""
    if not said:
        return field
    here = _Here(field, origin)
    ground = {cell: GROUNDS[kind] for at, kind in said.ground.items() if (cell := here.cell(at)) is not None}
    palette, terrain = (field.palette, field.terrain) if not ground else _ground(field, ground)
    floor, ramps = list(field.floor), set(field.ramps)
    for at, height in said.heights.items():
        cell = here.cell(at)
        if cell is not None:
            floor = floor or [0] * (field.width * field.height)
            floor[cell[1] * field.width + cell[0]] = height.steps
            (ramps.add if height.ramp else ramps.discard)(cell)
    edges = _edges(field, {side: thin for at, thin in said.edges.items() if (side := here.side(at)) is not None})
    return replace(
        field,
        palette=palette,
        terrain=terrain,
        floor=tuple(floor) if any(floor) else (),
        ramps=tuple(sorted(ramps, key=row_by_row)),
        edges=edges,
        zones=correct_zones(field, field.zones, origin, said),
        spawns=_spawns(field.spawns, {c: side for at, side in said.starts.items() if (c := here.cell(at)) is not None}),
        features=_features(field, edges, here, said),
    )


def correct_zones(field: Field, zones: Iterable[Zone], origin: Cell, said: Corrections) -> tuple[Zone, ...]:
    """Drawn zones without the cells that were given to others, and those others."""
    here = _Here(field, origin)
    given: dict[str, list[Cell]] = {}
    for at, key in said.zoned.items():
        cell = here.cell(at)
        if cell is not None:
            given.setdefault(key, []).append(cell)
    taken = {cell for cells in given.values() for cell in cells}
    left = (replace(zone, cells=tuple(cell for cell in zone.cells if cell not in taken)) for zone in zones)
    found = [zone for zone in left if zone.cells]
    for number, key in enumerate((key for key in said.zones if key in given), 1):
        words = said.zones[key]
        found.append(
            Zone(
                f"zone+{number}",
                words.name or f"Zone {number}",
                tuple(sorted(given[key], key=row_by_row)),
                words.kind,
                words.capacity,
                words.cover,
                words.dark,
                words.smoke,
                words.overgrown,
            )
        )
    return tuple(found)


def misfits(field: Field, origin: Cell, said: Corrections) -> list[str]:
    """What of the corrections finds no place on the map any more, in words, each the end of a sentence."""
    here = _Here(field, origin)
    cells = {*said.ground, *said.heights, *said.zoned, *said.starts}
    cells.update(*said.featured.values(), *said.cleared.values())
    off = sorted((cell for cell in cells if here.cell(cell) is None), key=row_by_row)
    lines = sorted(side for side in said.edges if here.side(side) is None)
    found = []
    if off:
        found.append(f"{len(off)} cells lie off the map now, the first at {off[0][0]}, {off[0][1]}")
    if lines:
        (x, y), _ = lines[0]
        found.append(f"{len(lines)} sides of cells lie off the map now, the first at corner {x}, {y}")
    there = {key for cell, key in said.zoned.items() if here.cell(cell) is not None}
    lost = set(said.zoned.values()) - there
    found += [f"the zone {words.name} lies off the map now" for key, words in said.zones.items() if key in lost]
    on_sides = {side for edge in correct(field, origin, said).edges if edge.kind in MOVED for side in sides(edge)}
    for words in said.features.values():
        if words.linked is not None and here.side(words.linked) not in on_sides:
            lever, (place,) = words.name or words.kind, lines_told([words.linked])
            found.append(f"the {lever} moves nothing, for there is no door or portcullis at {place}")
    return found


class _Here:
    """The author's cells as those of a field."""

    def __init__(self, field: Field, origin: Cell) -> None:
        self.field, self.origin = field, origin

    def cell(self, at: Cell) -> Cell | None:
        x, y = at[0] - self.origin[0], at[1] - self.origin[1]
        return (x, y) if 0 <= x < self.field.width and 0 <= y < self.field.height else None

    def side(self, at: CellSide) -> CellSide | None:
        side = CellSide((at.cell[0] - self.origin[0], at.cell[1] - self.origin[1]), at.along_x)
        return side if beside(self.field, side) else None


def _ground(field: Field, ground: dict[Cell, Terrain]) -> tuple[tuple[Terrain, ...], tuple[int, ...]]:
    """Palette and indices."""
    cells = [field.palette[number] for number in field.terrain] or [field.palette[0]] * (field.width * field.height)
    for (x, y), terrain in ground.items():
        cells[y * field.width + x] = terrain
    return paletted(cells)


def _edges(field: Field, given: dict[CellSide, Thin]) -> tuple[Edge, ...]:
    found: list[Edge] = []
    for edge in field.edges:
        own = list(sides(edge))
        left = [side for side in own if side not in given]
        if len(left) == len(own):
            found.append(edge)
            continue
        for number, (a, b) in enumerate(stretches(left), 1):
            found.append(replace(edge, id=edge.id if number == 1 else f"{edge.id}~{number}", a=a, b=b))
    number = 0
    for thin in sorted({thin for thin in given.values() if thin.kind != "none"}):
        for a, b in stretches(side for side, said in given.items() if said == thin):
            number += 1
            found.append(thin_edge(f"edge+{number}", a, b, thin))
    return tuple(found)


def thin_edge(identity: str, a: Cell, b: Cell, thin: Thin) -> Edge:
    """An edge with the measures that its kind usually has."""
    assert thin.kind != "none"
    sill = {"window": WINDOW_SILL, "low_wall": LOW_WALL}.get(thin.kind, 0.0)
    return Edge(
        identity,
        a,
        b,
        thin.kind,
        thin.state,
        sill=steps_of(sill),
        lintel=steps_of(WINDOW_LINTEL) if thin.kind == "window" else 0,
        gap=steps_of(SLIT) if thin.kind == "slit" else 0,
    )


def _features(field: Field, edges: Sequence[Edge], here: _Here, said: Corrections) -> tuple[Feature, ...]:
    """The map's features less the cells that were cleared of them, and those that were put down.

    A lever moves what now lies where its door was, if that was drawn otherwise.
    """
    at = {side: edge.id for edge in edges for side in sides(edge)}
    kept = {edge.id for edge in edges}
    moved = {
        edge.id: next((at[side] for side in sides(edge) if side in at), "")
        for edge in field.edges
        if edge.id not in kept
    }
    cleared = {kind: {here.cell(cell) for cell in cells} for kind, cells in said.cleared.items()}
    left = (
        replace(
            feature,
            cells=tuple(cell for cell in feature.cells if cell not in cleared.get(feature.kind, ())),
            linked=moved.get(feature.linked, feature.linked),
        )
        for feature in field.features
    )
    found = [feature for feature in left if feature.cells]
    for key, words in said.features.items():
        cells = tuple(cell for each in said.featured[key] if (cell := here.cell(each)) is not None)
        if cells:
            side = here.side(words.linked) if words.linked is not None else None
            linked = at.get(side, "") if side is not None else ""
            made = words.kind, cells, words.name, words.strength, words.cost, linked, words.thing
            found.append(Feature(f"feature+{key}", *made))
    return tuple(found)


def _spawns(spawns: Sequence[Spawn], given: dict[Cell, str]) -> tuple[Spawn, ...]:
    left = [replace(spawn, cells=tuple(cell for cell in spawn.cells if cell not in given)) for spawn in spawns]
    found = [spawn for spawn in left if spawn.cells]
    usual = ENUMS["Side"]
    order = {side: usual.index(side) if side in usual else len(usual) for side in given.values() if side}
    for side in sorted(order, key=lambda side: (order[side], side)):
        cells = sorted((cell for cell, said in given.items() if said == side), key=row_by_row)
        found.append(Spawn(f"spawn+{side}", side, tuple(cells)))
    return tuple(found)
