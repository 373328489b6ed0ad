"""Objects of a map as rules see them: edges, elevation, zones, borders, spawns, features."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import msgspec

from game.files.tiled.layers import LayerNote, ObjectNote, label
from game.files.tiled.ours import TELLING
from game.files.tiled.report import Findings
from game.files.tiled.schema import BY_NAME, ENUMS, LAYERS, Kind, WrongProperty, close, value_of
from game.files.tiled.shapes import Outline, Point, cell_of, walk
from game.files.tiled.tmx import ParsedMap
from game.files.tiled.words import WORD, Words, kind_named
from game.rules.questions import is_taken
from game.spatial.field import Border, Cell, Edge, Feature, Spawn, Zone

NEAR = 0.26
"""How far from a corner of the grid, in cells, the vertex of an edge may be drawn and still be taken for it."""

MAX_WORK = 1_000_000
"""Steps that finding the cells of all objects may take: so many cells in areas, or four to a cell along lines."""

WINDOW_SILL, WINDOW_LINTEL, LOW_WALL, SLIT = 3.0, 7.0, 3.0, 1.0
"""Feet, where an edge does not say: a window's sill and lintel, a low wall's height, a slit's width."""


class Things:
    """What the objects of our classes say, being gathered."""

    def __init__(self, parsed: ParsedMap, findings: Findings) -> None:
        self.parsed, self.findings = parsed, findings
        self.width, self.height = parsed.repaired.width, parsed.repaired.height
        self.floor = [0] * (self.width * self.height)
        self.ramps: set[Cell] = set()
        self.edges: list[Edge] = []
        self.zones: list[Zone] = []
        self.borders: list[Border] = []
        self.spawns: list[Spawn] = []
        self.features: list[Feature] = []
        self.named: dict[str, str] = {}
        """Id in the field to the label in Tiled, with layer and place."""
        self.foreign: list[tuple[LayerNote, ObjectNote, Outline]] = []
        """Objects that are not in our words."""
        self.work = 0.0

    def read(self) -> None:
        """Every object of every layer."""
        for layer, thing, outline in self._objects():
            self.work += outline.work(self.width, self.height)
            if self.work > MAX_WORK:
                raise self.findings.stop(
                    "", "its objects are too many, too large or too finely drawn to be read; remove some."
                )
            kind = kind_named(thing.klass)
            expected = LAYERS.get(layer.role)
            where = self.where(layer, thing, outline)
            if kind is None or "object" not in kind.use:
                if thing.shape in ("tile", "text") or expected is None or self.findings.lenient:
                    self.foreign.append((layer, thing, outline))
                    continue
                if thing.klass:
                    names = [one.name for one in BY_NAME.values() if "object" in one.use]
                    self.findings.warn(
                        where,
                        f"the class {thing.klass!r} is not one of the game's{close(thing.klass, names)}; left out",
                    )
                    self.foreign.append((layer, thing, outline))
                    continue
                kind = BY_NAME[expected.lower()]
                self.findings.note(where, f"no class is set; taken for {kind.name}, as its layer says")
            nonsense = self._nonsense(kind, thing, outline) if self.findings.lenient else ""
            if nonsense:
                self.findings.guess(f"{where}: {nonsense}, so it is not taken for the game's {kind.name}")
                self.foreign.append((layer, thing, outline))
                continue
            words = Words(kind, thing.properties, where, self.findings)
            match kind.name:
                case "Edge":
                    if not self._edge(thing, outline, words):
                        self.foreign.append((layer, thing, outline))
                case "Elevation":
                    self._elevation(outline, words)
                case "Zone":
                    self._zone(thing, outline, words)
                case "Border":
                    self._border(thing, outline, words)
                case "Spawn":
                    self._spawn(thing, outline, words)
                case _:
                    self._feature(thing, outline, words)
        self._link()

    def _objects(self) -> Iterator[tuple[LayerNote, ObjectNote, Outline]]:
        for layer in self.parsed.repaired.layers:
            for thing in layer.objects if layer.rules else ():
                placed = self.parsed.placed.get(thing.key)
                tile = self.parsed.tile(placed.tile) if placed else None
                told = {**thing.defaults, **thing.properties}
                if tile and tile.klass.lower() != "terrain":
                    # As in Tiled: a tile put down as an object is of its tile's class and has its properties.
                    told = {**thing.defaults, **tile.properties, **thing.properties}
                    thing = replace(thing, klass=thing.klass or tile.klass)
                thing = replace(thing, properties=told)
                yield layer, thing, self.parsed.outlines[thing.key]

    def _nonsense(self, kind: Kind, thing: ObjectNote, outline: Outline) -> str:
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
        return "" if outline.cells(self.width, self.height) or kind.name == "Border" else "it covers no cell"

    def where(self, layer: LayerNote, thing: ObjectNote, outline: Outline) -> str:
        """The place of an object in the author's terms."""
        left, top = self.parsed.repaired.origin
        x, y = cell_of(outline.points[0])
        return (
            f"layer {layer.name!r}, {label(thing)} at x {outline.pixel[0] + left * self.parsed.repaired.tile_width:g}, "
            f"y {outline.pixel[1] + top * self.parsed.repaired.tile_height:g} (cell {x + left}, {y + top})"
        )

    def _name(self, identity: str, words: Words) -> str:
        self.named[identity] = words.where
        return identity

    def _cells(self, outline: Outline, words: Words) -> tuple[Cell, ...]:
        cells = outline.cells(self.width, self.height)
        if not cells:
            self.findings.fault(
                words.where, "it covers no cell of the map; move it onto the map, or make it hold a cell's centre."
            )
        return cells

    def _edge(self, thing: ObjectNote, outline: Outline, words: Words) -> bool:
        """The edges that a line makes; False and a fault if it makes none."""
        if outline.shape != "polyline":
            self.findings.fault(
                words.where,
                f"an Edge is a line along the borders of cells, and this is a {outline.shape}; draw it anew with "
                "Insert Polygon, left open, with View > Snapping > Snap to Grid switched on.",
            )
            return False
        corners = self._corners(outline.points, words)
        if corners is None:
            return False
        kind = words.text("kind")
        sill = words.steps("sill", {"window": WINDOW_SILL, "low_wall": LOW_WALL}.get(kind, 0.0))
        lintel = words.steps("lintel", WINDOW_LINTEL if kind == "window" else 0.0)
        if kind == "window" and lintel <= sill:
            self.findings.fault(
                words.where, "the lintel of a window must lie above its sill; raise lintel or lower sill."
            )
        state = words.text("state")
        for n, (a, b) in enumerate(corners, start=1):
            a = min(max(a[0], 0), self.width), min(max(a[1], 0), self.height)
            b = min(max(b[0], 0), self.width), min(max(b[1], 0), self.height)
            if a == b:
                self.findings.fault(words.where, "the line lies outside the map; move it onto the map or remove it.")
                return n > 1
            self.edges.append(
                Edge(
                    id=self._name(f"edge{thing.id}" if n == 1 else f"edge{thing.id}.{n}", words),
                    a=a,
                    b=b,
                    kind=kind,  # type: ignore[arg-type]  # the schema has checked the drop-downs
                    state=state,  # type: ignore[arg-type]
                    sill=sill,
                    lintel=lintel,
                    gap=words.steps("gap", SLIT) if kind == "slit" else words.steps("gap"),
                    cost=words.text("cost"),  # type: ignore[arg-type]
                    name=thing.name,
                )
            )
        return True

    def _corners(self, points: tuple[Point, ...], words: Words) -> list[tuple[Cell, Cell]] | None:
        """The straight runs of a line between corners of the grid, ends in order; None and a fault when it strays."""
        snapped: list[Cell] = []
        for x, y in points:
            corner = round(x), round(y)
            off = max(abs(x - corner[0]), abs(y - corner[1]))
            if off > NEAR:
                px, py = x * self.parsed.repaired.tile_width, y * self.parsed.repaired.tile_height
                self.findings.fault(
                    words.where,
                    f"its vertex at x {px:g}, y {py:g} lies off the corners of the cells; move it onto a corner "
                    "(View > Snapping > Snap to Grid).",
                )
                return None
            if off > 0.01:
                self.findings.note(
                    words.where, f"its vertex near corner {corner[0]}, {corner[1]} was moved onto it", None
                )
            if not snapped or snapped[-1] != corner:
                snapped.append(corner)
        runs: list[tuple[Cell, Cell]] = []
        for a, b in pairwise(snapped):
            if a[0] != b[0] and a[1] != b[1]:
                self.findings.fault(
                    words.where,
                    f"it runs slantwise from corner {a[0]}, {a[1]} to {b[0]}, {b[1]}; edges follow the borders of "
                    "cells: add a vertex so that every part runs straight across or straight down.",
                )
                return None
            last = runs[-1] if runs else None
            if last and _between(last[0], a, b):
                runs[-1] = last[0], b
            else:
                runs.append((a, b))
        if not runs:
            self.findings.fault(words.where, "the line has no length; draw it from one corner of a cell to another.")
            return None
        # A line drawn back over itself is one edge, not two.
        return list(dict.fromkeys((min(a, b), max(a, b)) for a, b in runs))

    def _elevation(self, outline: Outline, words: Words) -> None:
        """Later areas lie on earlier ones, as if painted."""
        steps = words.steps("feet")
        for x, y in self._cells(outline, words):
            self.floor[y * self.width + x] = steps
            if words.flag("ramp"):
                self.ramps.add((x, y))
            else:
                self.ramps.discard((x, y))

    def _zone(self, thing: ObjectNote, outline: Outline, words: Words) -> None:
        if not outline.area:
            self.findings.fault(
                words.where,
                f"a Zone is an area, and this is a {outline.shape}; draw a rectangle, an ellipse or a polygon.",
            )
            return
        self.zones.append(
            Zone(
                id=self._name(f"zone{thing.id}", words),
                name=words.text("name") or thing.name or f"zone {thing.id}",
                cells=self._cells(outline, words),
                kind=words.text("kind"),  # type: ignore[arg-type]
                capacity=words.whole("capacity"),
                cover=words.text("cover"),  # type: ignore[arg-type]
                dark=words.flag("dark"),
                smoke=words.flag("smoke"),
                overgrown=words.flag("overgrown"),
            )
        )

    def _border(self, thing: ObjectNote, outline: Outline, words: Words) -> None:
        """A border is named by the cells on both its sides: those within 0.3 cells of the line or point, or those of an
        area."""
        near: set[Cell] = set(outline.cells(self.width, self.height) if outline.area else ())
        for x, y in () if outline.area else walk(outline.points, 0.25, self.width, self.height):
            for dx, dy in ((0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3)):
                near.add(cell_of((x + dx, y + dy)))
        at = tuple(
            sorted((c for c in near if 0 <= c[0] < self.width and 0 <= c[1] < self.height), key=lambda c: (c[1], c[0]))
        )
        self.borders.append(
            Border(
                id=self._name(f"border{thing.id}", words),
                at=at,
                kind=words.text("kind"),  # type: ignore[arg-type]
                capacity=words.whole("capacity"),
                closed=words.flag("closed"),
                test=words.text("test"),
            )
        )

    def _spawn(self, thing: ObjectNote, outline: Outline, words: Words) -> None:
        facing = words.text("facing")
        cells = self._cells(outline, words)
        if not cells:
            return
        side = words.text("side")
        if is_taken(side):
            self.findings.fault(words.where, f"no side can be called {side!r}; choose another word for its side.")
        self.spawns.append(
            Spawn(
                id=self._name(f"spawn{thing.id}", words),
                side=side,
                cells=cells,
                unit=words.text("unit"),
                count=words.whole("count"),
                facing="" if facing == "any" else facing,
                group=words.text("group"),
            )
        )

    def _feature(self, thing: ObjectNote, outline: Outline, words: Words) -> None:
        linked = words.whole("linked")
        cells = self._cells(outline, words)
        if not cells:
            return
        word = words.text("thing")
        if words.text("kind") == "thing" and not WORD.fullmatch(word):
            said = f"{word!r} is no" if word else "it has no"
            self.findings.fault(
                words.where,
                f"{said} word for a thing; set its property thing to small letters, digits and hyphens, such as bench, "
                "40 at most.",
            )
            return
        self.features.append(
            Feature(
                id=self._name(f"feature{thing.id}", words),
                kind=words.text("kind"),  # type: ignore[arg-type]
                cells=cells,
                name=thing.name,
                strength=words.text("strength"),
                cost=words.text("cost"),
                linked=str(linked) if linked else "",
                thing=word,
            )
        )

    def _link(self) -> None:
        """Turn the numbers that features link to into ids of the field."""
        ids = {identity.lstrip("abcdefghijklmnopqrstuvwxyz"): identity for identity in self.named}
        for n, feature in enumerate(self.features):
            if not feature.linked:
                continue
            target = ids.get(feature.linked)
            if target is None:
                self.findings.warn(
                    self.named[feature.id],
                    f"it is linked to object {feature.linked}, which is none of the game's; choose another",
                )
            self.features[n] = msgspec.structs.replace(feature, linked=target or "")


def _between(a: Cell, middle: Cell, b: Cell) -> bool:
    """Whether a corner lies straight between two others, so that a run goes on through it."""
    if a[0] == b[0] == middle[0]:
        return min(a[1], b[1]) < middle[1] < max(a[1], b[1])
    return a[1] == b[1] == middle[1] and min(a[0], b[0]) < middle[0] < max(a[0], b[0])
