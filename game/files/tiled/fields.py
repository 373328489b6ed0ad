"""What a map's own file says as a field: our own classes first, then guesses where it has none of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from game.display_text import one_line
from game.files.tiled.evidence import evidence_of
from game.files.tiled.ground import paletted, read_ground, with_placed, without_void
from game.files.tiled.layers import LayerNote
from game.files.tiled.map_objects import Things, read_things
from game.files.tiled.map_report import Finding
from game.files.tiled.outside import without_outside
from game.files.tiled.property_reader import PropertyReader, read_words
from game.files.tiled.repair import Repaired
from game.files.tiled.runs import row_by_row
from game.files.tiled.schema import BY_NAME, SCHEMA
from game.files.tiled.tmx import ParsedMap
from game.files.tiled.walls import Walls, guess_walls
from game.spatial.field import Cell, Field, Zone


@dataclass(frozen=True)
class ReadField:
    """A field as the map's own file has it, and the objects and layers that it was made of."""

    field: Field
    """Without starts that are guessed, and before anything was corrected."""
    things: Things
    layers: tuple[LayerNote, ...]
    """As they are meant, as those of things are."""
    findings: tuple[Finding, ...]


def read_field(parsed: ParsedMap) -> ReadField:
    """The field of a parsed map. Raises BadFile if reading it would take too long."""
    repaired = parsed.repaired
    tiles, things = read_ground(parsed), read_things(parsed)
    ground = with_placed(tiles, parsed, things.foreign)
    titles, told = _titles(repaired)
    said = (*tiles.findings, *things.findings, *ground.findings, *told)
    evidence = None if repaired.ours and ground.ours else evidence_of(parsed, things)
    walls = Walls(ground.cells)
    if evidence is not None and not ground.ours:
        walls = guess_walls(parsed, ground, things, evidence, titles.real("blocks_from"))
    settled = without_void(replace(ground, cells=walls.cells), parsed, None if repaired.ours else evidence)
    layers = tuple(map(walls.meant, repaired.layers))
    if evidence is not None and not repaired.ours:
        settled = without_outside(settled, parsed, layers, things, evidence)
    palette, terrain = paletted(settled.cells)
    field = Field(
        width=repaired.width,
        height=repaired.height,
        palette=palette,
        terrain=terrain,
        floor=things.floor if any(things.floor) else (),
        ramps=tuple(sorted(things.ramps, key=row_by_row)),
        edges=things.edges,
        zones=_apart(things.zones),
        borders=things.borders,
        spawns=things.spawns,
        features=things.features,
        title=titles.text("title") or one_line(repaired.path.stem),
        author=titles.text("author"),
        description=titles.text("description"),
    )
    foreign = tuple((walls.meant(layer), thing, outline) for layer, thing, outline in things.foreign)
    findings = (*(said if repaired.ours else map(_softened, said)), *walls.findings, *settled.findings)
    return ReadField(field, replace(things, foreign=foreign), layers, findings)


def _titles(repaired: Repaired) -> tuple[PropertyReader, tuple[Finding, ...]]:
    """The properties of the map itself."""
    kind = BY_NAME["battlemap"]
    given = {name: entry for name, entry in repaired.properties.items() if kind.member(name)}
    words = read_words(kind, given, "map properties")
    if words.whole("schema") <= SCHEMA:
        return words, words.findings
    told = f"the map says schema {words.whole('schema')}; this game knows {SCHEMA}"
    return words, (*words.findings, Finding("warning", words.where, told))


def _softened(found: Finding) -> Finding:
    """What is found in words on a map drawn for another program, which are not ours: a fault is a warning there."""
    return msgspec.structs.replace(found, severity="warning") if found.severity == "fault" else found


def _apart(zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """Zones without shared cells: the one drawn first keeps them."""
    taken: set[Cell] = set()
    found = []
    for zone in zones:
        cells = tuple(cell for cell in zone.cells if cell not in taken)
        taken.update(cells)
        if cells:
            found.append(msgspec.structs.replace(zone, cells=cells))
    return tuple(found)
