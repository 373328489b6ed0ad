"""A map being corrected: what was read, the corrections stroke by stroke with undo and redo, and its features.

Of features there are those that the map draws, those that were put down, and those taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from game.files.document import Document
from game.files.tiled import Chart
from game.files.tiled.corrections import (
    GROUNDS,
    NOBODY,
    Corrections,
    FeatureWords,
    GroundKind,
    Height,
    Thin,
    ZoneWords,
    correct,
    thin_edge,
)
from game.files.tiled.runs import row_by_row, stretches
from game.spatial.field import Cell, Edge, Feature, FeatureKind, Field, Terrain
from game.spatial.layout import Area, Layout
from game.spatial.solids import CellSide, sides


class Change(NamedTuple):
    """One entry of one table before and after."""

    table: str
    key: Any
    before: Any
    after: Any


class TableDocument(Document[list[Change]]):
    """Tables that are changed in strokes, each taken back at once and done again."""

    def __init__(self, tables: dict[str, dict[Any, Any]]) -> None:
        super().__init__()
        self.tables = tables
        self.version = 0
        """Counts changes."""
        self._stroke: list[Change] | None = None

    def begin(self) -> None:
        """A stroke begins; everything until its end is taken back at once."""
        self.end()
        self._stroke = []

    def rewind(self) -> None:
        """Back to where the stroke under way began, to draw it otherwise."""
        self._set(self._stroke or [], back=True)
        self._stroke = []

    def end(self, run: str = "") -> None:
        """The stroke is over."""
        if self._stroke:
            self.record(self._stroke, run)
        self._stroke = None

    def put(self, table: str, key: Any, value: Any) -> None:
        """Say something; None takes back what was said. Part of the stroke, or one of its own."""
        before = self.tables[table].get(key)
        if before == value:
            return
        change = Change(table, key, before, value)
        self._apply(change.table, change.key, value)
        if self._stroke is None:
            self.record([change])
        else:
            self._stroke.append(change)

    def say(self, table: str, key: Any, value: Any) -> None:
        """Say something as a stroke of its own, or as part of the last if that said the same otherwise: what is typed
        sign by sign is taken back at once."""
        self.begin()
        self.put(table, key, value)
        self.end(f"{table} {key}")

    def _apply(self, table: str, key: Any, value: Any) -> None:
        if value is None:
            self.tables[table].pop(key, None)
        else:
            self.tables[table][key] = value
        self.version += 1

    def _set(self, change: list[Change], *, back: bool) -> None:
        for each in reversed(change) if back else change:
            self._apply(each.table, each.key, each.before if back else each.after)

    def _joined(self, earlier: list[Change], later: list[Change]) -> list[Change]:
        return [*earlier, *later]

    def undo(self) -> None:
        """Take the last stroke back, be it under way."""
        self.end()
        super().undo()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.end()
        super().redo()

    @property
    def unsaved(self) -> bool:
        """Whether something differs from what was saved."""
        return bool(self._stroke) or super().unsaved

    def saved(self) -> None:
        """All of it was saved just now."""
        self.end()
        super().saved()

    def forget_saved(self) -> None:
        """What was said before the first stroke is not saved either."""
        self._kept = -1


class FeatureRef(NamedTuple):
    """A feature: one that was put down or changed, or one that the map draws."""

    source: str
    """said or read."""
    key: str


class EditedFeature(NamedTuple):
    """A feature as it is now."""

    ref: FeatureRef
    words: FeatureWords
    cells: tuple[Cell, ...]
    """Row by row."""


class EditedFeatures:
    """What the tables of ``strokes`` say of the features of the map that was ``read``."""

    def __init__(self, strokes: TableDocument, read: Field) -> None:
        self._strokes = strokes
        edges = {edge.id: edge for edge in read.edges}
        self._read = {
            feature.id: (_feature_words(feature, edges), tuple(sorted(feature.cells, key=row_by_row)))
            for feature in read.features
        }
        self._found: tuple[int, list[EditedFeature]] = (-1, [])
        """For which version, in the order in which they are drawn."""

    def all(self) -> list[EditedFeature]:
        """All that there are, those of the map first."""
        if self._found[0] != self._strokes.version:
            self._found = self._strokes.version, [*self._drawn(), *self._put_down()]
        return self._found[1]

    def _drawn(self) -> Iterable[EditedFeature]:
        cleared = self._strokes.tables["cleared"]
        for key, (words, cells) in self._read.items():
            left = tuple(cell for cell in cells if (cell, words.kind) not in cleared) if cleared else cells
            if left:
                yield EditedFeature(FeatureRef("read", key), words, left)

    def _put_down(self) -> Iterable[EditedFeature]:
        own: dict[str, list[Cell]] = {}
        for cell, key in self._strokes.tables["featured"]:
            own.setdefault(key, []).append(cell)
        for key, words in self._strokes.tables["features"].items():
            if key in own:
                yield EditedFeature(FeatureRef("said", key), words, tuple(sorted(own[key], key=row_by_row)))

    def at(self, cell: Cell) -> list[EditedFeature]:
        """Those on a cell, the one that is drawn last at the end."""
        return [each for each in self.all() if cell in each.cells]

    def find(self, ref: FeatureRef | None) -> EditedFeature | None:
        """A feature, if it is there still; a stroke taken back may have taken it along."""
        return next((each for each in self.all() if each.ref == ref), None)

    # -- changing; each is part of the stroke that is under way

    def add(self, words: FeatureWords, cells: Iterable[Cell]) -> FeatureRef:
        """Put a feature down."""
        taken = (int(key) for key in self._strokes.tables["features"])
        ref = FeatureRef("said", str(max(taken, default=0) + 1))
        self._strokes.put("features", ref.key, words)
        self.widen(ref, cells)
        return ref

    def widen(self, ref: FeatureRef, cells: Iterable[Cell]) -> None:
        """Give more cells to a feature that was put down."""
        for cell in cells:
            self._strokes.put("featured", (cell, ref.key), True)

    def own(self, ref: FeatureRef) -> FeatureRef:
        """The feature as one that was put down, with the cells it has now.

        What else of its kind the map draws on these cells is put down too: what is cleared is a kind on a cell.
        """
        now = self.find(ref)
        if ref.source == "said" or now is None:
            return ref
        kept = set(now.cells)
        for other in self.all():
            alike = other.ref.source == "read" and other.ref != ref and other.words.kind == now.words.kind
            if alike and kept & set(other.cells):
                self._copy(other)
        return self._copy(now)

    def _copy(self, feature: EditedFeature) -> FeatureRef:
        for cell in feature.cells:
            self._strokes.put("cleared", (cell, feature.words.kind), True)
        return self.add(feature.words, feature.cells)

    def move(self, ref: FeatureRef, by: tuple[int, int]) -> FeatureRef:
        """Have a feature lie so many columns and rows farther; gives it as one that was put down."""
        now = self.find(ref)
        if now is None:
            return ref
        own = self.own(ref)
        for cell in now.cells:
            self._strokes.put("featured", (cell, own.key), None)
        self.widen(own, [(x + by[0], y + by[1]) for x, y in now.cells])
        return own

    def erase(self, cell: Cell) -> None:
        """Back to what the map says of a cell."""
        for key in [key for each, key in self._strokes.tables["featured"] if each == cell]:
            self._strokes.put("featured", (cell, key), None)
            self._forget_empty(key)
        for kind in [kind for each, kind in self._strokes.tables["cleared"] if each == cell]:
            self._strokes.put("cleared", (cell, kind), None)

    def _forget_empty(self, key: str) -> None:
        if all(other != key for _, other in self._strokes.tables["featured"]):
            self._strokes.put("features", key, None)

    # -- changing; each is a stroke of its own

    def say(self, ref: FeatureRef, words: FeatureWords) -> FeatureRef:
        """Say something else of a feature; gives it as one that was put down."""
        if ref.source == "said":
            self._strokes.say("features", ref.key, words)
            return ref
        self._strokes.begin()
        own = self.own(ref)
        self._strokes.put("features", own.key, words)
        self._strokes.end()
        return own

    def take_away(self, ref: FeatureRef) -> None:
        """Take a feature away."""
        now = self.find(ref)
        if now is None:
            return
        self._strokes.begin()
        own = self.own(ref)
        for cell in now.cells:
            self._strokes.put("featured", (cell, own.key), None)
        self._strokes.put("features", own.key, None)
        self._strokes.end()


def _feature_words(feature: Feature, edges: dict[str, Edge]) -> FeatureWords:
    edge = edges.get(feature.linked)
    linked = next(iter(sides(edge)), None) if edge is not None else None
    return FeatureWords(feature.kind, feature.name, feature.strength, feature.cost, feature.thing, linked)


class ZoneRef(NamedTuple):
    """A zone as it is shown: one that was corrected, one that the map draws, or one that was worked out."""

    source: str
    """said, read or derived."""
    key: str


class MapEdit(TableDocument):
    """The tables of corrections, by the cells of the field; what is off it stays with them, unseen."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.read: Field = chart.read
        """What is corrected, which stays as it is."""
        said = chart.corrections
        tables: dict[str, dict[Any, Any]] = {
            "ground": {self._here(cell): kind for cell, kind in said.ground.items()},
            "heights": {self._here(cell): height for cell, height in said.heights.items()},
            "edges": {self._side_here(side): thin for side, thin in said.edges.items()},
            "zones": dict(said.zones),
            "zoned": {self._here(cell): key for cell, key in said.zoned.items()},
            "starts": {self._here(cell): side for cell, side in said.starts.items()},
            "features": {
                key: words if words.linked is None else replace(words, linked=self._side_here(words.linked))
                for key, words in said.features.items()
            },
            "featured": {(self._here(cell), key): True for key, cells in said.featured.items() for cell in cells},
            "cleared": {(self._here(cell), kind): True for kind, cells in said.cleared.items() for cell in cells},
        }
        super().__init__(tables)
        self.features = EditedFeatures(self, self.read)
        self.touched: set[Cell] = set()
        """Cells that look otherwise than when this was last emptied."""
        self.layout: Layout | None = None
        """The zones as they were last worked out."""
        self.layout_of = -1
        """The version that they were worked out for."""
        self._read_zones = {cell: zone for zone in reversed(self.read.zones) for cell in zone.cells}
        self._read_edges = {side: edge for edge in self.read.edges for side in sides(edge)}
        self._read_starts = {cell: spawn.side for spawn in self.read.spawns for cell in spawn.cells}
        self._ramps = frozenset(self.read.ramps)
        self.guesses: dict[Cell, list[str]] = {}
        """By cell what was guessed of it, and why."""
        for entry in chart.report.entries:
            if entry.severity == "guess":
                for cell in entry.cells:
                    self.guesses.setdefault(cell, []).append(entry.text)
        drawn = {spawn.id for spawn in self.read.spawns}
        self._guessed_starts = {
            cell: spawn.side
            for spawn in chart.field.spawns
            if spawn.id not in drawn and not spawn.id.startswith("spawn+")
            for cell in spawn.cells
        }

    @property
    def title(self) -> str:
        """The name of the map's file."""
        return self.chart.path.name

    def _here(self, cell: Cell) -> Cell:
        return cell[0] - self.chart.origin[0], cell[1] - self.chart.origin[1]

    def authors(self, cell: Cell) -> Cell:
        """A cell as Tiled shows it."""
        return cell[0] + self.chart.origin[0], cell[1] + self.chart.origin[1]

    def _side_here(self, side: CellSide) -> CellSide:
        return CellSide(self._here(side.cell), side.along_x)

    def _authors_side(self, side: CellSide) -> CellSide:
        return CellSide(self.authors(side.cell), side.along_x)

    def _apply(self, table: str, key: Any, value: Any) -> None:
        super()._apply(table, key, value)
        if table == "zones":
            self.touched.update(cell for cell, zone in self.tables["zoned"].items() if zone == key)
        elif table == "edges":
            (x, y), along_x = key
            self.touched.update(((x, y), (x - 1, y) if along_x else (x, y - 1)))
        elif table in ("featured", "cleared"):
            self.touched.add(key[0])
        elif table != "features":
            self.touched.add(key)

    def corrections(self) -> Corrections:
        """What is said, to be kept."""
        tables, used = self.tables, set(self.tables["zoned"].values())
        featured: dict[str, list[Cell]] = {}
        for cell, key in tables["featured"]:
            featured.setdefault(key, []).append(self.authors(cell))
        cleared: dict[FeatureKind, list[Cell]] = {}
        for cell, kind in tables["cleared"]:
            cleared.setdefault(kind, []).append(self.authors(cell))
        found = Corrections(
            ground={self.authors(cell): kind for cell, kind in tables["ground"].items()},
            heights={self.authors(cell): height for cell, height in tables["heights"].items()},
            edges={self._authors_side(side): thin for side, thin in tables["edges"].items()},
            zones={key: words for key, words in tables["zones"].items() if key in used},
            zoned={self.authors(cell): key for cell, key in tables["zoned"].items()},
            starts={self.authors(cell): side for cell, side in tables["starts"].items()},
            features={
                key: words if words.linked is None else replace(words, linked=self._authors_side(words.linked))
                for key, words in tables["features"].items()
                if key in featured
            },
            featured={key: tuple(sorted(cells, key=row_by_row)) for key, cells in featured.items()},
            cleared={kind: tuple(sorted(cells, key=row_by_row)) for kind, cells in cleared.items()},
            grid=self.chart.corrections.grid,
        )
        # Cells of a picture are counted by its grid, which is kept with them even if it was found by itself.
        return replace(found, grid=self.chart.grid) if found.paints else found

    def field(self) -> Field:
        """The field as corrected, without starts that are guessed."""
        return correct(self.read, self.chart.origin, self.corrections())

    # -- what is there now

    def within(self, cell: Cell) -> bool:
        """Whether a cell is on the map."""
        return 0 <= cell[0] < self.read.width and 0 <= cell[1] < self.read.height

    def ground(self, cell: Cell) -> Terrain:
        """What a cell is made of."""
        kind: GroundKind | None = self.tables["ground"].get(cell)
        return self.read.at(cell) if kind is None else GROUNDS[kind]

    def height(self, cell: Cell) -> Height:
        """How a cell's floor lies."""
        found: Height | None = self.tables["heights"].get(cell)
        return found or Height(self.read.floor_at(cell), cell in self._ramps)

    def thin(self, side: CellSide) -> Edge | None:
        """What is on a side of a cell."""
        said: Thin | None = self.tables["edges"].get(side)
        if said is None:
            return self._read_edges.get(side)
        if said.kind == "none":
            return None
        ((a, b),) = stretches([side])
        return thin_edge("", a, b, said)

    def is_edged(self, side: CellSide) -> bool:
        """Whether the map itself has something on a side of a cell."""
        return side in self._read_edges

    def thins(self) -> Iterator[tuple[CellSide, Edge, bool]]:
        """All sides on which something is, with what, and whether that is a correction."""
        given = self.tables["edges"]
        for side, edge in self._read_edges.items():
            if side not in given:
                yield side, edge, False
        for side in given:
            found = self.thin(side)
            if found is not None:
                yield side, found, True

    def start(self, cell: Cell) -> str:
        """The side that starts on a cell, or nobody."""
        said: str | None = self.tables["starts"].get(cell)
        if said is not None:
            return said
        read = self._read_starts.get(cell)
        if read is not None:
            return read
        side = self._guessed_starts.get(cell, NOBODY)  # stands as long as nobody says where the side starts
        return NOBODY if side in self.tables["starts"].values() else side

    def starts(self) -> dict[Cell, str]:
        """All cells on which sides start."""
        said = set(self.tables["starts"].values())
        found = {cell: side for cell, side in self._guessed_starts.items() if side not in said}
        found |= self._read_starts
        found |= self.tables["starts"]
        return {cell: side for cell, side in found.items() if side and self.within(cell)}

    def guess_of(self, cell: Cell) -> list[str]:
        """What was guessed of a cell, and why, if nothing was said of it since."""
        return [] if self.is_corrected(cell) else self.guesses.get(cell, [])

    def is_corrected(self, cell: Cell) -> bool:
        """Whether something was said of a cell's ground, height, zone or start."""
        return any(cell in self.tables[name] for name in ("ground", "heights", "zoned", "starts"))

    # -- zones

    def zone(self, cell: Cell) -> ZoneRef | None:
        """The zone of a cell; one that is worked out only once that was done."""
        key: str | None = self.tables["zoned"].get(cell)
        if key is not None:
            return ZoneRef("said", key)
        drawn = self._read_zones.get(cell)
        if drawn is not None:
            return ZoneRef("read", drawn.id)
        area = self._area(cell)
        return ZoneRef("derived", area.id) if area is not None and area.id.startswith("zone@") else None

    def _area(self, cell: Cell) -> Area | None:
        if self.layout is None or not self.within(cell):
            return None
        number = self.layout.owner[cell[1] * self.read.width + cell[0]]
        return self.layout.areas[number] if number >= 0 else None

    def zone_cells(self, ref: ZoneRef) -> list[Cell]:
        """The cells of a zone."""
        if ref.source == "said":
            return [cell for cell, key in self.tables["zoned"].items() if key == ref.key]
        if ref.source == "read":
            cells: Iterable[Cell] = next((zone.cells for zone in self.read.zones if zone.id == ref.key), ())
        else:
            cells = next((area.cells for area in self.layout.areas if area.id == ref.key), ()) if self.layout else ()
        return [cell for cell in cells if self.zone(cell) == ref]

    def zone_words(self, ref: ZoneRef) -> ZoneWords:
        """What is said of a zone."""
        if ref.source == "said":
            found: ZoneWords = self.tables["zones"].get(ref.key, ZoneWords("Zone"))
            return found
        zone = next((zone for zone in self.read.zones if zone.id == ref.key), None)
        if ref.source == "read" and zone is not None:
            return ZoneWords(zone.name, zone.kind, zone.capacity, zone.cover, zone.dark, zone.smoke, zone.overgrown)
        area = next((area for area in self.layout.areas if area.id == ref.key), None) if self.layout else None
        return ZoneWords(area.name, area.kind) if area is not None else ZoneWords("Zone")

    def is_zone(self, ref: ZoneRef | None) -> bool:
        """Whether a zone is there still: a stroke taken back takes some along, a wall those worked out."""
        if ref is None or ref.source == "read":
            return ref is not None
        if ref.source == "said":
            return ref.key in self.tables["zones"]
        return self.layout is not None and any(area.id == ref.key for area in self.layout.areas)

    def new_zone(self, words: ZoneWords | None = None) -> ZoneRef:
        """A zone without cells as yet. Part of the stroke, or one of its own."""
        taken = {int(key) for key in self.tables["zones"]}
        key = str(max(taken, default=0) + 1)
        self.put("zones", key, words or ZoneWords(self._free_name()))
        return ZoneRef("said", key)

    def _free_name(self) -> str:
        names = {words.name for words in self.tables["zones"].values()} | {zone.name for zone in self.read.zones}
        return next(name for n in range(1, 10_000) if (name := f"Zone {n}") not in names)

    def own_zone(self, ref: ZoneRef) -> ZoneRef:
        """The zone as one that was corrected, with the cells it has now: it stays so whatever else is changed."""
        if ref.source == "said":
            return ref
        cells, words = self.zone_cells(ref), self.zone_words(ref)
        new = self.new_zone(words)
        for cell in cells:
            self.put("zoned", cell, new.key)
        return new

    def say_of_zone(self, ref: ZoneRef, words: ZoneWords) -> ZoneRef:
        """Change what is said of a zone; gives the zone as one that was corrected. One stroke."""
        if ref.source == "said":
            self.say("zones", ref.key, words)
            return ref
        self.begin()
        new = self.own_zone(ref)
        self.put("zones", new.key, words)
        self.end()
        return new

    def join_zones(self, one: ZoneRef, other: ZoneRef) -> ZoneRef:
        """Give the cells of another zone to one. One stroke."""
        self.begin()
        cells = self.zone_cells(other)
        new = self.own_zone(one)
        for cell in cells:
            self.put("zoned", cell, new.key)
        if other.source == "said":
            self.put("zones", other.key, None)
        self.end()
        return new

    def split_zone(self, ref: ZoneRef, cells: Iterable[Cell]) -> ZoneRef | None:
        """Make those cells of a zone a zone of their own; None if they are none or all of it. One stroke."""
        own = self.zone_cells(ref)
        part = set(cells) & set(own)
        if not part or len(part) == len(own):
            return None
        self.begin()
        self.own_zone(ref)
        new = self.new_zone(replace(self.zone_words(ref), name=self._free_name()))
        for cell in sorted(part):
            self.put("zoned", cell, new.key)
        self.end()
        return new

    def found_zones(self, layout: Layout, version: int) -> None:
        """Zones were worked out for a version; what lies in another zone than before looks otherwise now."""
        before = [area.id for area in self.layout.areas] if self.layout is not None else []
        owner = self.layout.owner if self.layout is not None else (-1,) * len(layout.owner)
        now = [area.id for area in layout.areas]
        width = self.read.width
        for at, (old, new) in enumerate(zip(owner, layout.owner, strict=True)):
            if (before[old] if old >= 0 else "") != (now[new] if new >= 0 else ""):
                self.touched.add((at % width, at // width))
        self.layout, self.layout_of = layout, version
