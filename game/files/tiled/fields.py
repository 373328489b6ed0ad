"""A field from what a map's own file says: our own classes first, then guesses where it has none of them.

Guessed is also where the sides start on maps that have no Spawn for them. Every guess is told in the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from game.display_text import one_line
from game.files.tiled.evidence import evidence_of, side_of, standing_tiles
from game.files.tiled.ground import paletted, read_ground, with_placed, without_outside, without_void
from game.files.tiled.hints import side_called, word
from game.files.tiled.layers import LayerNote
from game.files.tiled.map_objects import Foreign, Things, read_things
from game.files.tiled.map_report import Finding
from game.files.tiled.passage import LEAST_GROUND, WalkGraph
from game.files.tiled.repair import Repaired
from game.files.tiled.runs import row_by_row
from game.files.tiled.schema import BY_NAME, SCHEMA, PropertyReader, read_words
from game.files.tiled.shapes import Outline
from game.files.tiled.tmx import ParsedMap
from game.files.tiled.walls import Walls, guess_walls
from game.spatial.field import Cell, Field, Spawn, Zone


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


START_CELLS = 12
"""Cells of a deployment area that is made up."""

SIDES = ("party", "foe")


def guess_spawns(
    parsed: ParsedMap, foreign: Iterable[Foreign], given: Sequence[Spawn], passage: WalkGraph
) -> tuple[tuple[Spawn, ...], tuple[Finding, ...]]:
    """Starts for those of the two sides that have none ``given``: on objects called like figures, else at the far
    ends."""
    missing = [side for side in SIDES if all(spawn.side != side for spawn in given)]
    if not missing:
        return (), ()
    found = [spawn for spawn in _figures(parsed, foreign, passage) if spawn.side in (*missing, "any")]
    grounds = passage.grounds()
    spawns = _sided(_together(found, given, grounds), missing, passage)
    named = [side for side in missing if any(spawn.side == side for spawn in spawns)]
    findings: tuple[Finding, ...] = ()
    if named:
        places = "starting place is" if len(spawns) == 1 else "starting places are"
        told = f"{len(spawns)} {places} taken from what is called like figures, for {' and '.join(named)}"
        findings = (_guess(told, spawns),)
    lost = [side for side in missing if side not in named]
    if not lost:
        return tuple(spawns), findings
    there = tuple(cell for spawn in (*given, *spawns) for cell in spawn.cells if passage.open(cell))
    ends = passage.far_ends(grounds, there)
    if ends is None:
        told = "there is no open ground for two sides to start on: leave some cells free"
        return tuple(spawns), (*findings, Finding("error", "", told))
    near, far = ends
    # Where a side is there already, the other takes the far end.
    given_ends = (far, near) if there else ends
    away = [Spawn(f"spawn_{side}", side, end[:START_CELLS]) for side, end in zip(lost, given_ends, strict=False)]
    if there:
        place = "as far as one walks from those who start there already"
    elif len(grounds[0]) == max(map(len, grounds)):
        place = "at the far ends of the largest open ground"
    else:
        place = "at the far ends of the ground that is enclosed, as most of that can't be reached from round it"
    return (*spawns, *away), (*findings, _guess(f"no Spawn for {' and '.join(lost)}: put {place}", away))


def _guess(told: str, spawns: Iterable[Spawn]) -> Finding:
    return Finding("guess", "", told, None, tuple(cell for spawn in spawns for cell in spawn.cells))


def _figures(parsed: ParsedMap, foreign: Iterable[Foreign], passage: WalkGraph) -> list[Spawn]:
    """Objects called like figures or starts, and layers of tiles called so, each with the cells that one can stand on;
    "any" where no side is told."""
    found = []
    for layer, thing, outline in foreign:
        side = "" if layer.says == "solid" else side_of(layer, thing)
        cells = _open_cells(outline, passage)
        if side and cells:
            found.append(Spawn(f"spawn{thing.id}", side, cells, unit=word(thing.name) if side == "foe" else ""))
    width = passage.field.width
    for layer in parsed.repaired.layers:
        tiles = standing_tiles(layer, parsed.grids.get(layer.id, ()))
        cells = tuple(cell for index in tiles if passage.open(cell := (index % width, index // width)))
        side = side_called(layer.name)
        if side and cells:
            found.append(Spawn(f"spawn_layer{layer.id}", side, cells))
    return found


def _together(found: list[Spawn], given: Sequence[Spawn], grounds: Sequence[dict[Cell, int]]) -> list[Spawn]:
    """Of the starts those that can reach each other: on the ground that holds most of the sides, then on the one that
    there is to fight on.

    Ground that holds no two squads is none to fight on, unless there is nothing larger.
    """
    if not found:
        return []
    fit = [ground for ground in grounds if len(ground) >= LEAST_GROUND] or grounds[:1]
    taken = [cell for spawn in given for cell in spawn.cells]

    def sides(region: dict[Cell, int]) -> int:
        there = {spawn.side for spawn in found if any(cell in region for cell in spawn.cells)}
        return len(there) + 2 * any(cell in region for cell in taken)

    region = max(fit, key=sides)  # of equals the first
    kept = [(spawn, tuple(cell for cell in spawn.cells if cell in region)) for spawn in found]
    return [msgspec.structs.replace(spawn, cells=cells) for spawn, cells in kept if cells]


def _sided(found: list[Spawn], missing: list[str], passage: WalkGraph) -> list[Spawn]:
    """Starts of nobody given to a side: to the one that has none, or if both are without, each end to one."""
    told = [spawn for spawn in found if spawn.side != "any"]
    free = [spawn for spawn in found if spawn.side == "any"]
    lost = [side for side in missing if all(spawn.side != side for spawn in told)]
    if not free or not lost:
        return told
    if len(lost) == 1:
        return [*told, *(_of(spawn, lost[0]) for spawn in free)]
    ways = passage.flood(free[0].cells)
    far = max(ways[spawn.cells[0]] for spawn in free if spawn.cells[0] in ways)
    if not far:
        return [_of(spawn, "party") for spawn in free]
    away = next(spawn for spawn in free if ways.get(spawn.cells[0]) == far)
    back = passage.flood(away.cells)
    near = [ways.get(spawn.cells[0], 0) <= back.get(spawn.cells[0], 0) for spawn in free]
    return [_of(spawn, "party" if close else "foe") for spawn, close in zip(free, near, strict=True)]


def _of(spawn: Spawn, side: str) -> Spawn:
    return Spawn(spawn.id, side, spawn.cells)


def _open_cells(outline: Outline, passage: WalkGraph) -> tuple[Cell, ...]:
    size = passage.field.width, passage.field.height
    cells = outline.cells(*size)
    if not cells and outline.points:
        outline = Outline("point", (outline.middle(),), outline.pixel)
        cells = outline.cells(*size)
    found = tuple(cell for cell in cells if passage.open(cell))
    if found or len(cells) > 1:
        return found
    across = tuple(cell for cell in outline.touched(*size) if passage.open(cell))
    if across:  # feet on the border of a wall
        return across[:1]
    # Whoever stands half in a wall starts beside it.
    return tuple(
        beside for x, y in cells for beside in ((x, y + 1), (x + 1, y), (x - 1, y), (x, y - 1)) if passage.open(beside)
    )[:1]
