"""Reads one map file, from the first byte to the checked field."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.display_text import one_line
from game.files.reading import is_plain
from game.files.sources import Named, Sources
from game.files.tiled.checks import Checks
from game.files.tiled.correcting import correct, correct_zones, misfits
from game.files.tiled.corrections import Corrections, read_corrections, sidecar
from game.files.tiled.documents import read_document
from game.files.tiled.dressing import dressed
from game.files.tiled.evidence import evidence_of
from game.files.tiled.fairness import check_starts
from game.files.tiled.ground import Ground
from game.files.tiled.layers import LayerNote
from game.files.tiled.passage import Passage
from game.files.tiled.picture import Picture
from game.files.tiled.repair import MAX_PLAY, repair
from game.files.tiled.report import Findings, MapReport
from game.files.tiled.schema import BY_NAME, SCHEMA
from game.files.tiled.starts import guess_spawns
from game.files.tiled.things import Things
from game.files.tiled.tmx import ParsedMap
from game.files.tiled.walls import Walls
from game.files.tiled.words import Words
from game.spatial.field import Cell, Field, Zone


class Chart(msgspec.Struct, frozen=True):
    """A map that was read: what rules see, what is drawn, and what there is to say about it."""

    field: Field
    report: MapReport
    picture: Picture
    path: Path
    origin: Cell = (0, 0)
    """The author's cell that is cell 0, 0 here (maps are cropped to what is drawn)."""
    named: tuple[Named, ...] = ()
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

    def playable(self) -> list[str]:
        """What keeps a battle from being fought here; empty when nothing does."""
        return list(self.report.errors)


def read_map(path: Path, corrections: Corrections | None = None) -> Chart:
    """Read a Tiled map, with the corrections that lie beside it or those that are given in their place.

    Raises BadFile, one line per fault, for what cannot be read; what can be read but not played on is in the report
    with severity error (see ``Chart.playable``).
    """
    path = Path(path)
    corrections = read_corrections(path) if corrections is None else corrections
    findings = Findings(path)
    places = Sources(path)
    repaired = repair(read_document(path), path, places, findings)
    parsed = ParsedMap(repaired, path, findings)
    ours = repaired.ours
    findings.lenient = not ours
    ground = Ground(parsed, findings)
    ground.read()
    things = Things(parsed, findings)
    things.read()
    for layer, thing, outline in things.foreign:
        if thing.key in parsed.placed and layer.role != "edges":
            ground.lay(parsed.placed[thing.key].tile, outline.cells(repaired.width, repaired.height))
    titles = Words(
        BY_NAME["battlemap"],
        {name: entry for name, entry in repaired.properties.items() if BY_NAME["battlemap"].member(name)},
        "map properties",
        findings,
    )
    if titles.whole("schema") > SCHEMA:
        findings.warn("map properties", f"the map says schema {titles.whole('schema')}; this game knows {SCHEMA}")
    evidence = None if ours else evidence_of(parsed, things)
    if not ground.ours:
        seen = evidence or evidence_of(parsed, things)
        Walls(parsed, ground, things, seen, findings, least=titles.real("blocks_from")).guess()
    ground.settle_void(evidence)
    findings.layers = [
        f"{layer.name or '(no name)'}: {_meaning(layer)}"
        + (f", {len(layer.objects)} objects" if layer.objects else "")
        + ("" if layer.visible else ", hidden")
        for layer in repaired.layers
    ]
    findings.lenient = False
    findings.check()
    palette, terrain = ground.palette()
    read = Field(
        width=repaired.width,
        height=repaired.height,
        palette=palette,
        terrain=terrain if len(palette) > 1 else (),
        floor=tuple(things.floor) if any(things.floor) else (),
        ramps=tuple(sorted(things.ramps, key=lambda cell: (cell[1], cell[0]))),
        edges=tuple(things.edges),
        zones=_apart(things),
        borders=tuple(things.borders),
        spawns=tuple(things.spawns),
        features=tuple(things.features),
        title=titles.text("title") or one_line(path.stem),
        author=titles.text("author"),
        description=titles.text("description"),
    )
    field = correct(read, repaired.origin, corrections)
    _tell(corrections, read, repaired.origin, findings)
    if not (ours and read.spawns) and max(field.width, field.height) <= MAX_PLAY:
        guessed = guess_spawns(things, field.spawns, Passage(field), findings)
        field = replace(field, spawns=(*field.spawns, *guessed))
    # The zones as drawn, overlaps and all, for the checks to tell.
    drawn = correct_zones(field, things.zones, repaired.origin, corrections)
    Checks(replace(field, zones=drawn), things.named, repaired.origin, findings).run()
    bare = parsed.picture()
    beside = sidecar(path)
    own = (Named(beside.name, beside.parent.resolve(), beside),) if is_plain(beside) else ()
    return Chart(
        _with_open_spawns(field),
        findings.report(),
        dressed(bare, repaired.origin, corrections),
        path,
        repaired.origin,
        (*places.named, *own),
        read,
        corrections,
        not ours,
        bare,
        places.wanted,
    )


def check_map(chart: Chart) -> MapReport:
    """The report of a chart with what only an author asks added: sides that start in sight, or not alike.

    What a battle depends on was checked while reading, so that nobody plays on an unchecked map. This looks along lines
    of sight and takes a moment.
    """
    if chart.playable():
        return chart.report
    findings = Findings(chart.path)
    check_starts(chart.field, chart.origin, findings)
    return chart.report.with_entries(findings.entries)


def _meaning(layer: LayerNote) -> str:
    """What a layer was read as, for the report."""
    if not layer.rules:
        return "drawn only"
    if layer.role:
        return layer.role
    kind = {"tiles": "drawn", "objects": "objects", "image": "a picture"}[layer.kind]
    return kind + {"solid": ", blocks", "open": ", walkable", "clear": ", blocks nothing", "": ""}[layer.says]


def _apart(things: Things) -> tuple[Zone, ...]:
    """Zones without shared cells: the one drawn first keeps them."""
    taken: set[Cell] = set()
    found = []
    for zone in things.zones:
        cells = tuple(cell for cell in zone.cells if cell not in taken)
        taken.update(cells)
        if cells:
            found.append(replace(zone, cells=cells))
    return tuple(found)


def _tell(corrections: Corrections, read: Field, origin: Cell, findings: Findings) -> None:
    """Say in the report what was corrected, and what of that finds no place any more."""
    if corrections:
        findings.note("", f"corrections of {sidecar(Path(findings.name)).name} are applied: {corrections.told()}")
    for text in misfits(read, origin, corrections):
        findings.warn(sidecar(Path(findings.name)).name, f"{text}; this is kept in the file and left out in play")


def _with_open_spawns(field: Field) -> Field:
    """Nobody starts inside a wall or a crate: spawns keep the cells that can be stood on, unless they have none."""
    passage = Passage(field)
    spawns = []
    for spawn in field.spawns:
        cells = tuple(cell for cell in spawn.cells if passage.open(cell))
        spawns.append(replace(spawn, cells=cells or spawn.cells))
    return replace(field, spawns=tuple(spawns))
