"""Objects of a map as rules see them: edges, elevation, zones, borders, spawns, features."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum

import msgspec

from game.files.tiled.layers import LayerNote, ObjectNote, label
from game.files.tiled.map_report import Finding, stop
from game.files.tiled.repair import TELLING, Repaired
from game.files.tiled.runs import row_by_row
from game.files.tiled.schema import (
    BY_NAME,
    ENUMS,
    LAYERS,
    WORD,
    MapClass,
    PropertyReader,
    WrongProperty,
    close,
    kind_named,
    read_words,
    value_of,
)
from game.files.tiled.shapes import Outline, Point, cell_of, walk
from game.files.tiled.tmx import ParsedMap
from game.rules.questions import is_taken
from game.spatial.field import Border, Cell, Edge, Feature, Spawn, Zone

NEAR = 0.26
"""How far from a corner of the grid, in cells, the vertex of an edge may be drawn and still be taken for it."""

MAX_WORK = 1_000_000
"""Steps that finding the cells of all objects may take: so many cells in areas, or four to a cell along lines."""

WINDOW_SILL, WINDOW_LINTEL, LOW_WALL, SLIT = 3.0, 7.0, 3.0, 1.0
"""Feet, where an edge does not say: a window's sill and lintel, a low wall's height, a slit's width."""


Foreign = tuple[LayerNote, ObjectNote, Outline]
"""An object with its layer and where it lies."""


@dataclass(frozen=True)
class Raised:
    """What an Elevation makes of the floor."""

    cells: tuple[Cell, ...]
    steps: int
    ramp: bool


RulesObject = Edge | Zone | Border | Spawn | Feature | Raised


@dataclass(frozen=True)
class ObjectReading:
    """What one object was read as."""

    made: tuple[RulesObject, ...] = ()
    findings: tuple[Finding, ...] = ()
    foreign: bool = False
    """Whether it is not in our words."""


@dataclass(frozen=True)
class Things:
    """What the objects of our classes say."""

    floor: tuple[int, ...]
    """By cell how high its floor lies, in lattice steps."""
    ramps: frozenset[Cell]
    edges: tuple[Edge, ...]
    zones: tuple[Zone, ...]
    borders: tuple[Border, ...]
    spawns: tuple[Spawn, ...]
    features: tuple[Feature, ...]
    named: Mapping[str, str]
    """Id in the field to the label in Tiled, with layer and place."""
    foreign: tuple[Foreign, ...]
    """Objects that are not in our words."""
    findings: tuple[Finding, ...]


def read_things(parsed: ParsedMap) -> Things:
    """Every object of every layer that rules are read from. Raises BadFile if that would take too long."""
    repaired = parsed.repaired
    width, height = repaired.width, repaired.height
    objects = list(_objects(parsed))
    if fsum(outline.work(width, height) for _, _, outline in objects) > MAX_WORK:
        stop(repaired.path.name, "its objects are too many, too large or too finely drawn to be read; remove some.")
    floor, ramps = [0] * (width * height), set[Cell]()
    made: list[Edge | Zone | Border | Spawn | Feature] = []
    named: dict[str, str] = {}
    foreign: list[Foreign] = []
    findings: list[Finding] = []
    for each in objects:
        where = _where(repaired, *each)
        reading = _read(repaired, where, *each)
        findings += reading.findings
        if reading.foreign:
            foreign.append(each)
        for one in reading.made:
            if not isinstance(one, Raised):
                made.append(one)
                named[one.id] = where
                continue
            for x, y in one.cells:  # later areas lie on earlier ones, as if painted
                floor[y * width + x] = one.steps
            (ramps.update if one.ramp else ramps.difference_update)(one.cells)
    features, told = _linked([one for one in made if isinstance(one, Feature)], named)
    return Things(
        tuple(floor),
        frozenset(ramps),
        tuple(one for one in made if isinstance(one, Edge)),
        tuple(one for one in made if isinstance(one, Zone)),
        tuple(one for one in made if isinstance(one, Border)),
        tuple(one for one in made if isinstance(one, Spawn)),
        features,
        named,
        tuple(foreign),
        (*findings, *told),
    )


def _objects(parsed: ParsedMap) -> Iterator[Foreign]:
    for layer in parsed.repaired.layers:
        for thing in layer.objects if layer.rules else ():
            placed = parsed.placed.get(thing.key)
            tile = parsed.tile(placed.tile) if placed else None
            told = {**thing.defaults, **thing.properties}
            klass = thing.klass
            if tile and tile.klass.lower() != "terrain":
                # As in Tiled: a tile put down as an object is of its tile's class and has its properties.
                told = {**thing.defaults, **tile.properties, **thing.properties}
                klass = klass or tile.klass
            yield layer, replace(thing, klass=klass, properties=told), parsed.outlines[thing.key]


def _where(repaired: Repaired, layer: LayerNote, thing: ObjectNote, outline: Outline) -> str:
    """The place of an object in the author's terms."""
    left, top = repaired.origin
    x, y = cell_of(outline.points[0])
    return (
        f"layer {layer.name!r}, {label(thing)} at x {outline.pixel[0] + left * repaired.tile_width:g}, "
        f"y {outline.pixel[1] + top * repaired.tile_height:g} (cell {x + left}, {y + top})"
    )


def _read(repaired: Repaired, where: str, layer: LayerNote, thing: ObjectNote, outline: Outline) -> ObjectReading:
    """One object by its class, or if it has none, by its layer."""
    kind = kind_named(thing.klass)
    expected = LAYERS.get(layer.role)
    taken: tuple[Finding, ...] = ()
    if kind is None or "object" not in kind.use:
        if thing.shape in ("tile", "text") or expected is None or not repaired.ours:
            return ObjectReading(foreign=True)
        if thing.klass:
            names = [one.name for one in BY_NAME.values() if "object" in one.use]
            told = f"the class {thing.klass!r} is not one of the game's{close(thing.klass, names)}; left out"
            return ObjectReading((), (Finding("warning", where, told),), foreign=True)
        kind = BY_NAME[expected.lower()]
        taken = (Finding("note", where, f"no class is set; taken for {kind.name}, as its layer says"),)
    size = repaired.width, repaired.height
    nonsense = "" if repaired.ours else _nonsense(kind, thing, outline, size)
    if nonsense:
        told = f"{where}: {nonsense}, so it is not taken for the game's {kind.name}"
        return ObjectReading((), (Finding("guess", "", told),), foreign=True)
    words = read_words(kind, thing.properties, where)
    if kind.name == "Edge":
        reading = _edges(thing, outline, words, size, (repaired.tile_width, repaired.tile_height))
    elif kind.name == "Border":
        reading = _border(thing, outline, words, size)
    elif kind.name == "Zone" and not outline.area:
        told = f"a Zone is an area, and this is a {outline.shape}; draw a rectangle, an ellipse or a polygon."
        reading = ObjectReading((), (Finding("fault", where, told),))
    else:
        reading = _area(kind.name, thing, outline.cells(*size), words)
    return replace(reading, findings=(*taken, *words.findings, *reading.findings))


def _nonsense(kind: MapClass, thing: ObjectNote, outline: Outline, size: tuple[int, int]) -> str:
    """Why an object on a map drawn for another program is not what its class is called; empty if it may be."""
    for name, entry in thing.properties.items():
        member = kind.member(name)
        if member is None:
            return f"it has a property {name!r}"
        try:
            value_of(kind, member, entry)
        except WrongProperty as error:
            return str(error)
    needed = TELLING.get(kind.name, "")
    if needed and needed not in thing.properties:
        return f"it has no property {needed}"
    if kind.name == "Spawn" and thing.properties["side"].text not in ENUMS["Side"]:
        return f"its side is {thing.properties['side'].text!r}"
    if kind.name == "Edge":  # a line that can't be played is told as a fault of its own
        return "" if outline.shape == "polyline" else "it does not follow cells"
    if kind.name in ("Zone", "Elevation") and not outline.area:
        return f"it is a {outline.shape}"
    return "" if outline.cells(*size) or kind.name == "Border" else "it covers no cell"


def _edges(thing: ObjectNote, outline: Outline, words: PropertyReader, size: Cell, pixels: Cell) -> ObjectReading:
    """The edges that a line makes; none, and a fault, if it makes none. ``size`` of the map in cells, and that of a
    cell in ``pixels``."""
    if outline.shape != "polyline":
        told = (
            f"an Edge is a line along the borders of cells, and this is a {outline.shape}; draw it anew with "
            "Insert Polygon, left open, with View > Snapping > Snap to Grid switched on."
        )
        return ObjectReading((), (Finding("fault", words.where, told),), foreign=True)
    corners, moved = _corners(outline.points, words.where, pixels)
    findings = [*moved]
    if corners:
        findings += words.rounded("sill", "lintel")
    kind = words.text("kind")
    sill = words.steps("sill", {"window": WINDOW_SILL, "low_wall": LOW_WALL}.get(kind, 0.0))
    lintel = words.steps("lintel", WINDOW_LINTEL if kind == "window" else 0.0)
    if corners and kind == "window" and lintel <= sill:
        told = "the lintel of a window must lie above its sill; raise lintel or lower sill."
        findings.append(Finding("fault", words.where, told))
    made: list[Edge] = []
    for a, b in corners:
        a = min(max(a[0], 0), size[0]), min(max(a[1], 0), size[1])
        b = min(max(b[0], 0), size[0]), min(max(b[1], 0), size[1])
        if a == b:
            told = "the line lies outside the map; move it onto the map or remove it."
            findings.append(Finding("fault", words.where, told))
            break
        findings += () if made else words.rounded("gap")
        made.append(
            Edge(
                id=f"edge{thing.id}.{len(made) + 1}" if made else f"edge{thing.id}",
                a=a,
                b=b,
                kind=kind,  # type: ignore[arg-type]  # the schema has checked the drop-downs
                state=words.text("state"),  # type: ignore[arg-type]
                sill=sill,
                lintel=lintel,
                gap=words.steps("gap", SLIT if kind == "slit" else 0.0),
                cost=words.text("cost"),  # type: ignore[arg-type]
                name=thing.name,
            )
        )
    return ObjectReading(tuple(made), tuple(findings), foreign=not made)


def _corners(points: tuple[Point, ...], where: str, pixels: Cell) -> tuple[list[tuple[Cell, Cell]], list[Finding]]:
    """The straight runs of a line between corners of the grid, ends in order; none and a fault when it strays."""
    snapped: list[Cell] = []
    findings: list[Finding] = []
    for x, y in points:
        corner = round(x), round(y)
        off = max(abs(x - corner[0]), abs(y - corner[1]))
        if off > NEAR:
            told = (
                f"its vertex at x {x * pixels[0]:g}, y {y * pixels[1]:g} lies off the corners of the cells; move it "
                "onto a corner (View > Snapping > Snap to Grid)."
            )
            return [], [*findings, Finding("fault", where, told)]
        if off > 0.01:
            told = f"its vertex near corner {corner[0]}, {corner[1]} was moved onto it"
            findings.append(Finding("note", where, told))
        if not snapped or snapped[-1] != corner:
            snapped.append(corner)
    runs: list[tuple[Cell, Cell]] = []
    for a, b in pairwise(snapped):
        if a[0] != b[0] and a[1] != b[1]:
            told = (
                f"it runs slantwise from corner {a[0]}, {a[1]} to {b[0]}, {b[1]}; edges follow the borders of "
                "cells: add a vertex so that every part runs straight across or straight down."
            )
            return [], [*findings, Finding("fault", where, told)]
        last = runs[-1] if runs else None
        if last and _between(last[0], a, b):
            runs[-1] = last[0], b
        else:
            runs.append((a, b))
    if not runs:
        told = "the line has no length; draw it from one corner of a cell to another."
        return [], [*findings, Finding("fault", where, told)]
    # A line drawn back over itself is one edge, not two.
    return list(dict.fromkeys((min(a, b), max(a, b)) for a, b in runs)), findings


def _border(thing: ObjectNote, outline: Outline, words: PropertyReader, size: tuple[int, int]) -> ObjectReading:
    """A border is named by the cells on both its sides: those within 0.3 cells of the line or point, or those of an
    area."""
    near: set[Cell] = set(outline.cells(*size) if outline.area else ())
    for x, y in () if outline.area else walk(outline.points, 0.25, *size):
        for dx, dy in ((0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3)):
            near.add(cell_of((x + dx, y + dy)))
    border = Border(
        id=f"border{thing.id}",
        at=tuple(sorted((c for c in near if 0 <= c[0] < size[0] and 0 <= c[1] < size[1]), key=row_by_row)),
        kind=words.text("kind"),  # type: ignore[arg-type]
        capacity=words.whole("capacity"),
        closed=words.flag("closed"),
        test=words.text("test"),
    )
    return ObjectReading((border,))


def _area(kind: str, thing: ObjectNote, cells: tuple[Cell, ...], words: PropertyReader) -> ObjectReading:
    """What is said of the cells that an object covers."""
    rounded = words.rounded("feet") if kind == "Elevation" else ()
    if not cells:
        told = "it covers no cell of the map; move it onto the map, or make it hold a cell's centre."
        return ObjectReading((), (*rounded, Finding("fault", words.where, told)))
    match kind:
        case "Elevation":
            return ObjectReading((Raised(cells, words.steps("feet"), words.flag("ramp")),), rounded)
        case "Zone":
            return ObjectReading((_zone(thing, cells, words),))
        case "Spawn":
            return _spawn(thing, cells, words)
    return _feature(thing, cells, words)


def _zone(thing: ObjectNote, cells: tuple[Cell, ...], words: PropertyReader) -> Zone:
    return Zone(
        id=f"zone{thing.id}",
        name=words.text("name") or thing.name or f"zone {thing.id}",
        cells=cells,
        kind=words.text("kind"),  # type: ignore[arg-type]
        capacity=words.whole("capacity"),
        cover=words.text("cover"),  # type: ignore[arg-type]
        dark=words.flag("dark"),
        smoke=words.flag("smoke"),
        overgrown=words.flag("overgrown"),
    )


def _spawn(thing: ObjectNote, cells: tuple[Cell, ...], words: PropertyReader) -> ObjectReading:
    side, facing = words.text("side"), words.text("facing")
    spawn = Spawn(
        id=f"spawn{thing.id}",
        side=side,
        cells=cells,
        unit=words.text("unit"),
        count=words.whole("count"),
        facing="" if facing == "any" else facing,
        group=words.text("group"),
    )
    told = f"no side can be called {side!r}; choose another word for its side."
    return ObjectReading((spawn,), (Finding("fault", words.where, told),) if is_taken(side) else ())


def _feature(thing: ObjectNote, cells: tuple[Cell, ...], words: PropertyReader) -> ObjectReading:
    linked, word = words.whole("linked"), words.text("thing")
    if words.text("kind") == "thing" and not WORD.fullmatch(word):
        told = (
            f"{f'{word!r} is no' if word else 'it has no'} word for a thing; set its property thing to small letters, "
            "digits and hyphens, such as bench, 40 at most."
        )
        return ObjectReading((), (Finding("fault", words.where, told),))
    feature = Feature(
        id=f"feature{thing.id}",
        kind=words.text("kind"),  # type: ignore[arg-type]
        cells=cells,
        name=thing.name,
        strength=words.text("strength"),
        cost=words.text("cost"),
        linked=str(linked) if linked else "",
        thing=word,
    )
    return ObjectReading((feature,))


def _linked(features: Iterable[Feature], named: Mapping[str, str]) -> tuple[tuple[Feature, ...], list[Finding]]:
    """Features with ids of the field in place of the numbers of objects that they link to."""
    ids = {identity.lstrip("abcdefghijklmnopqrstuvwxyz"): identity for identity in named}
    found, findings = [], []
    for feature in features:
        target = ids.get(feature.linked, "")
        if feature.linked and not target:
            told = f"it is linked to object {feature.linked}, which is none of the game's; choose another"
            findings.append(Finding("warning", named[feature.id], told))
        found.append(msgspec.structs.replace(feature, linked=target))
    return tuple(found), findings


def _between(a: Cell, middle: Cell, b: Cell) -> bool:
    """Whether a corner lies straight between two others, so that a run goes on through it."""
    if a[0] == b[0] == middle[0]:
        return min(a[1], b[1]) < middle[1] < max(a[1], b[1])
    return a[1] == b[1] == middle[1] and min(a[0], b[0]) < middle[0] < max(a[0], b[0])
