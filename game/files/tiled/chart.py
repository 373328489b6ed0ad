"""A map file read from its first byte to the checked field, and the pictures that go with it.

Pictures stand for what the game itself draws on a map: thin things between cells, for doors move in play, and ground
that was corrected, which the map's own pictures don't show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from game import resources
from game.files.atomic import FileStamp, stamp_of
from game.files.bounded_reading import is_plain
from game.files.picture_grid import PictureGrid
from game.files.pictures import is_plain_picture
from game.files.sources import FoundFile, Sources
from game.files.tiled.checks import Checks, check_starts
from game.files.tiled.corrections import (
    Corrections,
    GroundKind,
    correct,
    correct_zones,
    misfits,
    read_corrections,
    sidecar,
)
from game.files.tiled.documents import read_document
from game.files.tiled.element_writing import MapDocument, picture_document
from game.files.tiled.fields import guess_spawns, read_field
from game.files.tiled.layers import LayerNote
from game.files.tiled.map_report import Finding, MapReport, report, settle
from game.files.tiled.passage import WalkGraph
from game.files.tiled.picture import Picture, PictureLayer, TileImage
from game.files.tiled.repair import MAX_PLAY, repair
from game.files.tiled.tmx import parse, picture_of
from game.files.tiled.vtt_document import vtt_document
from game.files.universal_vtt import is_universal_vtt
from game.spatial.field import Cell, Edge, EdgeState, Field, Spawn

GROUND: dict[GroundKind, str] = {
    "blocked": "terrain/wall_top_1",
    "low cover": "terrain/crate_1",
    "high cover": "terrain/shelf",
    "rough": "terrain/rubble_loose",
    "water": "terrain/water_1",
    "thicket": "terrain/undergrowth_1",
    "pit": "terrain/ditch_1",
}
"""By kind of corrected ground a name for ``game.resources.sprite``. Open ground is shown by the map."""


class EdgePicture(msgspec.Struct, frozen=True):
    """A picture one cell square, by its top left corner in cells; the edge runs through its middle."""

    sprite: str
    """A name for ``game.resources.sprite``."""
    x: float
    y: float


@lru_cache(maxsize=4096)
def edge_pieces(edge: Edge, state: EdgeState) -> tuple[EdgePicture, ...]:
    """The pictures of an edge in that state, one for every cell of its length, from its first corner on."""
    (x1, y1), (x2, y2) = edge.a, edge.b
    across = y1 == y2
    look = f"edges/{edge.kind}_{'h' if across else 'v'}"
    if edge.kind == "door":
        look += f"_{state}"
    elif edge.kind == "portcullis":
        look += "_open" if state == "open" else "_closed"
    if across:
        return tuple(EdgePicture(look, float(x), y1 - 0.5) for x in range(x1, x2))
    return tuple(EdgePicture(look, x1 - 0.5, float(y)) for y in range(y1, y2))


def dressed(picture: Picture, origin: Cell, said: Corrections) -> Picture:
    """The picture with corrected ground drawn over its other layers, but under what is above the figures."""
    gids: dict[str, int] = {}
    tiles, grid = list(picture.tiles), [0] * (picture.width * picture.height)
    for (left, top), kind in said.ground.items():
        x, y = left - origin[0], top - origin[1]
        if kind not in GROUND or not (0 <= x < picture.width and 0 <= y < picture.height):
            continue
        if kind not in gids:
            gids[kind] = len(tiles)
            tiles.append(TileImage(resources.sprite(GROUND[kind]), width=picture.cell[0], height=picture.cell[1]))
        grid[y * picture.width + x] = gids[kind]
    if not gids:
        return picture
    layers = (*picture.layers, PictureLayer("corrected", tiles=tuple(grid)))
    return msgspec.structs.replace(picture, tiles=tuple(tiles), layers=layers)


class Chart(msgspec.Struct, frozen=True):
    """A map that was read: what rules see, what is drawn, and what there is to say about it."""

    field: Field
    report: MapReport
    picture: Picture
    path: Path
    origin: Cell = (0, 0)
    """The author's cell that is cell 0, 0 here (maps are cropped to what is drawn)."""
    named: tuple[FoundFile, ...] = ()
    """The files that were read besides the map's own."""
    read: Field = Field(0, 0)
    """What the map's own file says, without starts that are guessed, and before anything was corrected."""
    corrections: Corrections = Corrections()
    """What somebody said over that, in the file beside the map."""
    foreign: bool = False
    """Whether it was drawn for another program, so that its words were guessed at."""
    bare: Picture = Picture(0, 0)
    """The map's own pictures alone, without those for ground that was corrected."""
    wanted: Path | None = None
    """The folder that would have to be allowed for all its tilesets and pictures to be read."""
    grid: PictureGrid | None = None
    """Where its cells lie on the picture, if it is one."""

    def playable(self) -> list[str]:
        """What keeps a battle from being fought here; empty when nothing does."""
        return list(self.report.errors)


def map_document(path: Path, said: Corrections) -> MapDocument:
    """The map of a file in Tiled's format, in Universal VTT or of a picture, whose grid may be said. Raises BadFile,
    NoGrid."""
    if is_plain_picture(path):
        return picture_document(path, said.grid)
    return vtt_document(path) if is_universal_vtt(path) else MapDocument(read_document(path), ())


class _ShippedChart(NamedTuple):
    """A map of the game's own as it was read."""

    chart: Chart
    stamps: tuple[FileStamp | None, ...]
    """Of all files that it was read from."""


_shipped_charts: dict[tuple[Path, Path], _ShippedChart] = {}
"""By path, as it was named and without links: the window reads the same few on every other screen."""


def read_map(path: Path, corrections: Corrections | None = None) -> Chart:
    """Read a map, with the corrections that lie beside it or those that are given in their place.

    Raises BadFile, one line per fault, for what cannot be read, NoGrid for a picture of which nothing tells the cells;
    what can be read but not played on is in the report with severity error (see ``Chart.playable``).
    """
    path, places = Path(path), Sources(path)
    whole = path.resolve()
    if corrections is not None or not places.ships(whole):
        return _read(path, read_corrections(path) if corrections is None else corrections, places)
    kept = _shipped_charts.get((path, whole))
    if kept is None or kept.stamps != _stamps(kept.chart, places):
        chart = _read(path, read_corrections(path), places)
        told = any(entry.severity in ("error", "warning") for entry in chart.report.entries)
        if told or not all(places.ships(found.path) for found in chart.named):
            return chart  # it depends on files that are not there, or not the game's
        kept = _shipped_charts[path, whole] = _ShippedChart(chart, _stamps(chart, places))
    return kept.chart


def _stamps(chart: Chart, places: Sources) -> tuple[FileStamp | None, ...]:
    """The stamps of all files that a map was read from, its corrections too, which there may be or not."""
    named = (found.path for found in chart.named)
    return tuple(map(stamp_of, (chart.path, sidecar(chart.path), *places.projects(), *named)))


def _read(path: Path, corrections: Corrections, places: Sources) -> Chart:
    root, told, grid = map_document(path, corrections)
    repaired = repair(root, path, places)
    parsed = parse(repaired)
    read = read_field(parsed)
    settle(path.name, read.findings)
    bare = picture_of(parsed)
    field = correct(read.field, repaired.origin, corrections)
    spawns: tuple[Spawn, ...] = ()
    guessed: tuple[Finding, ...] = ()
    if not (repaired.ours and read.field.spawns) and max(field.width, field.height) <= MAX_PLAY:
        spawns, guessed = guess_spawns(parsed, read.things.foreign, field.spawns, WalkGraph(field))
        field = replace(field, spawns=(*field.spawns, *spawns))
    # The zones as drawn, overlaps and all, for the checks to tell.
    drawn = replace(field, zones=correct_zones(field, read.things.zones, repaired.origin, corrections))
    findings = (
        *told,
        *repaired.findings,
        *parsed.findings,
        *read.findings,
        *_told(corrections, read.field, repaired.origin, sidecar(path).name),
        *guessed,
        *Checks(drawn, read.things.named, repaired.origin).run(),
    )
    beside = sidecar(path)
    own = (FoundFile(beside.name, beside.parent.resolve(), beside),) if is_plain(beside) else ()
    return Chart(
        _with_open_spawns(field),
        report(path.name, tuple(map(_layer_line, read.layers)), findings),
        bare if grid is not None else dressed(bare, repaired.origin, corrections),  # on a picture it shows already
        path,
        repaired.origin,
        (*places.named, *own),
        read.field,
        corrections,
        not repaired.ours,
        bare,
        places.wanted,
        grid,
    )


def check_map(chart: Chart) -> MapReport:
    """The report of a chart with what only an author asks added: sides that start in sight, or not alike.

    What a battle depends on was checked while reading, so that nobody plays on an unchecked map. This looks along lines
    of sight and takes a moment.
    """
    if chart.playable():
        return chart.report
    return chart.report.with_findings(check_starts(chart.field, chart.origin))


def _layer_line(layer: LayerNote) -> str:
    """A layer and what it was read as, for the report."""
    if not layer.rules:
        meaning = "drawn only"
    elif layer.role:
        meaning = layer.role
    else:
        meaning = {"tiles": "drawn", "objects": "objects", "image": "a picture"}[layer.kind]
        meaning += {"solid": ", blocks", "open": ", walkable", "clear": ", blocks nothing", "": ""}[layer.says]
    objects = f", {len(layer.objects)} objects" if layer.objects else ""
    return f"{layer.name or '(no name)'}: {meaning}{objects}{'' if layer.visible else ', hidden'}"


def _told(corrections: Corrections, read: Field, origin: Cell, file: str) -> Iterator[Finding]:
    """What was corrected by the ``file`` beside the map, and what of that finds no place any more."""
    if corrections:
        yield Finding("note", "", f"corrections of {file} are applied: {corrections.told()}")
    for text in misfits(read, origin, corrections):
        yield Finding("warning", file, f"{text}; this is kept in the file and left out in play")


def _with_open_spawns(field: Field) -> Field:
    """Nobody starts inside a wall or a crate: spawns keep the cells that can be stood on, unless they have none."""
    passage = WalkGraph(field)
    spawns = []
    for spawn in field.spawns:
        cells = tuple(cell for cell in spawn.cells if passage.open(cell))
        spawns.append(replace(spawn, cells=cells or spawn.cells))
    return replace(field, spawns=tuple(spawns))
