"""The ground of each cell, by the Terrain tiles lying on it, and what lies outside of a map that is filled all round.

Maps are rectangles and what is drawn on them is not, so authors fill the rest with one tile, and often nothing keeps
anybody from standing on it. Where nothing lies on it, and what it surrounds is ground to fight on, it is no field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from game.files.tiled.evidence import Evidence, pieces, standing_tiles
from game.files.tiled.layers import LayerNote
from game.files.tiled.map_objects import Foreign, Things
from game.files.tiled.map_report import Finding, cells_do
from game.files.tiled.meanings import evidence_for, weigh
from game.files.tiled.passage import INNER, is_place
from game.files.tiled.repair import MAX_PLAY
from game.files.tiled.schema import BY_NAME, PropertyReader, kind_named, read_words
from game.files.tiled.tmx import ParsedMap
from game.spatial.field import Terrain

OPEN = Terrain()
WALL = Terrain(name="wall", blocks_move=True, blocks_sight=True)
VOID = Terrain(name="void", blocks_move=True, blocks_sight=True)

TERRAIN = BY_NAME["terrain"]

FLOORED = 1 / 20
"""The share of a map from which on its floor is drawn with tiles, whatever lies apart."""

LEAST_FLOOR = 48
"""Cells of connected floor that count as a floor that is drawn, on however large a map."""

PAINTED = 1 / 4
"""The share of a map that tiles must make floor of if a picture lies below: the picture is what is seen far off."""

VARIANTS = ("edge", "outer", "inner", "top", "front", "kerb")
"""Ends of picture names that tell variants of one terrain apart, as numbers and single letters do."""


@dataclass(frozen=True)
class TerrainReader:
    """The terrain of every cell, row by row."""

    cells: tuple[Terrain, ...]
    drawn: tuple[bool, ...]
    """Whether a tile lies there that is no figure."""
    ours: int = 0
    """How many Terrain tiles lie on the map."""
    findings: tuple[Finding, ...] = ()


def paletted(cells: Iterable[Terrain]) -> tuple[tuple[Terrain, ...], tuple[int, ...]]:
    """The distinct terrains in order of appearance, plain floor first, and every cell's index if there are several."""
    numbers: dict[Terrain, int] = {OPEN: 0}
    indices = tuple([numbers.setdefault(terrain, len(numbers)) for terrain in cells])
    return tuple(numbers), indices if len(numbers) > 1 else ()


def read_ground(parsed: ParsedMap) -> TerrainReader:
    """The Terrain tiles of every tile layer, stacked bottom to top."""
    size = parsed.repaired.width * parsed.repaired.height
    cells, drawn, ours = [OPEN] * size, [False] * size, 0
    terrains: dict[int, tuple[Terrain | None, tuple[Finding, ...]]] = {}
    for layer in parsed.repaired.layers:
        grid = parsed.grids.get(layer.id)
        if grid is None or not layer.rules:
            continue
        figures = bool(standing_tiles(layer, grid))
        for index, gid in enumerate(grid):
            if not gid:
                continue
            drawn[index] = drawn[index] or not figures
            if gid not in terrains:
                terrains[gid] = _terrain(parsed, gid)
            terrain, _ = terrains[gid]
            if terrain is not None:
                ours += 1
                cells[index] = stacked(cells[index], terrain)
    findings = (found for _, told in terrains.values() for found in told)
    return TerrainReader(tuple(cells), tuple(drawn), ours, tuple(findings))


def with_placed(ground: TerrainReader, parsed: ParsedMap, objects: Iterable[Foreign]) -> TerrainReader:
    """The ground with the tiles that were put down freely, as objects, stacked on the cells they cover."""
    laid = [(parsed.placed.get(thing.key), outline) for layer, thing, outline in objects if layer.role != "edges"]
    terrains = {gid: _terrain(parsed, gid) for gid in dict.fromkeys(put.tile for put, _ in laid if put)}
    cells, ours = list(ground.cells), ground.ours
    for put, outline in laid:
        terrain = terrains[put.tile][0] if put else None
        for x, y in outline.cells(parsed.repaired.width, parsed.repaired.height) if terrain is not None else ():
            ours += 1
            index = y * parsed.repaired.width + x
            cells[index] = stacked(cells[index], terrain or OPEN)
    findings = (found for _, told in terrains.values() for found in told)
    return TerrainReader(tuple(cells), ground.drawn, ours, tuple(findings))


def without_void(ground: TerrainReader, parsed: ParsedMap, evidence: Evidence | None = None) -> TerrainReader:
    """The ground with solid rock in cells without any tile, unless the floor is not drawn with tiles: hardly anywhere,
    or as one picture. ``evidence`` tells on maps that were drawn for other programs."""
    width, cells, why = parsed.repaired.width, list(ground.cells), ""
    solid = [cell.blocks_move for cell in cells]
    if evidence is not None:
        empty, why = _void(ground.drawn, solid, _pictured(parsed), evidence)
    else:
        floor = sum(drawn and not blocks for drawn, blocks in zip(ground.drawn, solid, strict=True))
        pictured = floor * 20 < len(cells) or any(layer.picture for layer in parsed.repaired.layers)
        empty = [] if pictured else [index for index, drawn in enumerate(ground.drawn) if not drawn]
    if not empty:
        return replace(ground, findings=())
    for index in empty:
        cells[index] = VOID
    x, y = empty[0] % width, empty[0] // width
    count = cells_do(len(empty), "has no tile and counts", "have no tile and count")
    told = f"{count} as solid rock, the first at {x}, {y}{f': {why}' if why else ''}"
    return replace(ground, cells=tuple(cells), findings=(Finding("note", "", told, (x, y)),))


def _pictured(parsed: ParsedMap) -> set[int]:
    """The cells under the pictures of layers."""
    width, height = parsed.repaired.width, parsed.repaired.height
    across, down = parsed.repaired.tile_width, parsed.repaired.tile_height
    found: set[int] = set()
    for layer in parsed.repaired.layers:
        if layer.picture is None:
            continue
        left, top = layer.offset[0] / across, layer.offset[1] / down
        right, bottom = left + layer.picture_size[0] / across, top + layer.picture_size[1] / down
        columns = [x for x in range(width) if layer.repeat[0] or left <= x + 0.5 < right]
        rows = [y for y in range(height) if layer.repeat[1] or top <= y + 0.5 < bottom]
        found.update(y * width + x for y in rows for x in columns)
    return found


def _void(
    drawn: Sequence[bool], solid: Sequence[bool], pictured: set[int], evidence: Evidence
) -> tuple[list[int], str]:
    """The cells without a tile that are no ground, and why. By cell: whether it has a tile, and whether it blocks;
    ``pictured``: those under the picture of a layer."""
    empty = {index for index, there in enumerate(drawn) if not there}
    floor = {index for index, there in enumerate(drawn) if there and not solid[index]}
    is_drawn = len(floor) >= FLOORED * len(drawn) or len((pieces(floor, evidence.beside) or [[]])[0]) >= LEAST_FLOOR
    facts = evidence_for(floor, empty, evidence)
    facts = {
        "empty": True,
        "floorless": not is_drawn,
        "stood_on": facts["shunned"],
        "shunned": facts["stood_on"],
        "led_over": facts["led_round"],
        "led_round": facts["led_over"],
    }
    found: set[int] = set()
    told = ""
    for cells, is_pictured in ((empty & pictured, len(floor) < PAINTED * len(drawn)), (empty - pictured, False)):
        reading = weigh({**facts, "pictured": is_pictured})
        if reading.meaning == "walls" and cells:
            found |= cells
            told = reading.told
    return sorted(found), told


def is_terrain(parsed: ParsedMap, gid: int) -> bool:
    """Whether a tile of the table is of class Terrain, on a map of ours."""
    tile = parsed.tile(gid)
    return parsed.repaired.ours and tile is not None and kind_named(tile.klass) is TERRAIN


def _terrain(parsed: ParsedMap, gid: int) -> tuple[Terrain | None, tuple[Finding, ...]]:
    """What a tile of class Terrain does, or None for another tile."""
    tile, source = parsed.tile(gid), parsed.source(gid)
    if tile is None or source is None or not is_terrain(parsed, gid):
        return None, ()
    where = f"{source[0].where}, tile {source[1]}"
    words = read_words(TERRAIN, tile.properties, where)
    findings = [*words.findings, *words.rounded("sill", "lintel")]
    image = parsed.tiles[gid]
    sill, lintel = words.steps("sill"), words.steps("lintel")
    if lintel and lintel <= sill:
        told = "the lintel of a window must lie above its sill; raise lintel or lower sill."
        findings.append(Finding("fault", where, told))
    axis = words.text("gap_axis")
    terrain = Terrain(
        name=words.text("name") or _name(image.path.stem if tile.own_picture and image.path else "", words),
        blocks_move=words.flag("blocks_move"),
        blocks_sight=words.flag("blocks_sight"),
        height=words.steps("height"),
        sill=sill,
        lintel=lintel,
        cost=max(words.whole("move_cost"), 2 if words.flag("difficult") else 1),
        gap=words.steps("gap"),
        # A tile turned by a quarter turns its slit with it.
        gap_axis="y" if (axis == "x") == image.flip_diagonal else "x",
        pierceable=words.flag("pierceable"),
    )
    return terrain, (*findings, *words.rounded("height", "gap"))


def _name(stem: str, words: PropertyReader) -> str:
    """What the ground is called in the game: by its picture's name, else by what it does."""
    parts = stem.replace("-", "_").lower().split("_")
    while len(parts) > 1 and (len(parts[-1]) < 2 or parts[-1].isdigit() or parts[-1] in VARIANTS):
        parts.pop()
    if parts[0]:
        return " ".join(parts)
    if words.flag("blocks_move"):
        return "wall" if words.flag("blocks_sight") else "obstacle"
    if words.flag("blocks_sight"):
        return "screen"
    return "difficult ground" if words.flag("difficult") or words.whole("move_cost") > 1 else "floor"


def stacked(below: Terrain, top: Terrain) -> Terrain:
    """Two terrains on one cell: what blocks still blocks, the higher obstacle counts, and of two grounds to walk on the
    upper one (a bridge over water), while an obstacle never makes the ground beneath easier."""
    solid = top.blocks_move or top.blocks_sight or top.height > 0 or top.lintel > 0
    if below == OPEN:
        return top
    if not solid:
        was_solid = below.blocks_move or below.blocks_sight or below.height > 0 or below.lintel > 0
        return msgspec.structs.replace(below, cost=max(below.cost, top.cost)) if was_solid else top
    return Terrain(
        name=top.name,
        blocks_move=below.blocks_move or top.blocks_move,
        blocks_sight=below.blocks_sight or top.blocks_sight,
        height=max(below.height, top.height),
        sill=top.sill if top.lintel else below.sill,
        lintel=top.lintel or below.lintel,
        cost=max(below.cost, top.cost),
        # A slit stays a slit only where nothing else fills it.
        gap=top.gap if top.blocks_sight and not below.blocks_sight else min(below.gap, top.gap),
        gap_axis=top.gap_axis if top.gap else below.gap_axis,
        pierceable=below.pierceable or top.pierceable,
    )


Look = tuple[tuple[int, int], ...]
"""What is drawn on a cell: layer by layer the tileset and the tile in it, however it is turned."""

ROUND = 0.8
"""The share of the open cells on the rim of a map that show the tile that it is filled with."""

TOUCHED = 1 / 4
"""The share of all cells on the rim that these are at least."""

MOUTH = 1 / 8
"""The share of the border of what lies outside that may be open, as the mouth of a cave is, and is only where somebody
or something lies within. A meadow is open all along the road that leads over it."""

LARGE = 80
"""Cells of ground within that is one to fight on, however much lies outside."""


def without_outside(
    ground: TerrainReader, parsed: ParsedMap, layers: Iterable[LayerNote], things: Things, evidence: Evidence
) -> TerrainReader:
    """The ground of a map drawn for another program, with solid rock in what lies outside. ``layers``: as they are
    meant."""
    width, height = parsed.repaired.width, parsed.repaired.height
    seen = any(layer.picture for layer in parsed.repaired.layers)
    said = things.edges or any(layer.says == "open" for layer in layers)
    open_ = {index for index, terrain in enumerate(ground.cells) if not terrain.blocks_move}
    if max(width, height) > MAX_PLAY or seen or said:
        return ground
    looks = _looks(parsed)
    look, fill = _fill(looks, open_, evidence)
    if not fill:
        return ground
    used = {y * width + x for feature in things.features for x, y in feature.cells}
    within = pieces(open_ - fill, evidence.beside)
    inner = within[0] if within else []
    border = [near for index in fill for near in evidence.beside[index] if near is not None and near not in fill]
    gaps = sum(near in open_ for near in border)
    reading = weigh(
        {
            "fills": True,
            "used": not fill.isdisjoint(used) or evidence.lie_on(fill),
            "placeless": not is_place(within, min(LARGE, INNER * len(fill))),
            "alike": bool(look) and 2 * sum(looks[index] == look for index in inner) > len(inner),
            "ajar": gaps > MOUTH * len(border) or (gaps > 0 and not evidence.lie_on(set(inner))),
        }
    )
    if reading.meaning == "floor":
        return ground
    cells = tuple(VOID if index in fill else terrain for index, terrain in enumerate(ground.cells))
    count = cells_do(len(fill), "round the field shows", "round the field show")
    told = (
        f"{count} {'one and the same' if look else 'no'} tile, and no figure, door or path lies there: taken for what "
        "is outside, where nobody can be"
    )
    places = tuple((index % width, index // width) for index in sorted(fill))
    return replace(ground, cells=cells, findings=(*ground.findings, Finding("guess", "", told, None, places)))


def _fill(looks: Sequence[Look], open_: Collection[int], evidence: Evidence) -> tuple[Look, frozenset[int]]:
    """The open cells that look alike and hang together with the rim of the map, of which they are the most, and what
    they look like."""
    rim = frozenset(evidence.rim())
    counts = Counter(looks[index] for index in rim if index in open_)
    look, count = counts.most_common(1)[0] if counts else ((), 0)
    if count < max(1, ROUND * counts.total(), TOUCHED * len(rim)):
        return look, frozenset()
    alike = pieces((index for index in open_ if looks[index] == look), evidence.beside)
    return look, frozenset(index for piece in alike if not rim.isdisjoint(piece) for index in piece)


def _looks(parsed: ParsedMap) -> list[Look]:
    """What is seen on each cell, row by row."""
    width, height = parsed.repaired.width, parsed.repaired.height
    looks: list[Look] = [()] * (width * height)
    for layer in parsed.repaired.layers:
        if not layer.visible or not layer.opacity:
            continue
        grid = parsed.grids.get(layer.id, ())
        for index, gid in enumerate(() if standing_tiles(layer, grid) else grid):
            source = parsed.source(gid)
            if source is not None:
                looks[index] = *looks[index], (source[0].first, source[1])
        for thing in layer.objects:
            if thing.visible and thing.key in parsed.placed:
                for x, y in parsed.outlines[thing.key].cells(width, height):
                    looks[y * width + x] = *looks[y * width + x], (0, thing.key)
    return looks
