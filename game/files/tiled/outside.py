"""What lies outside on a map that is filled all round: black round a cave, solid earth round a clearing.

Maps are rectangles and what is drawn on them is not, so authors fill the rest with one tile, and often nothing keeps
anybody from standing on it. Where nothing lies on it, and what it surrounds is ground to fight on, it is no field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from game.files.tiled.evidence import Evidence, pieces, standing_tiles
from game.files.tiled.ground import VOID, TerrainReader
from game.files.tiled.layers import LayerNote
from game.files.tiled.map_objects import Things
from game.files.tiled.map_report import Finding, cells_do
from game.files.tiled.passage import INNER, is_place
from game.files.tiled.repair import MAX_PLAY
from game.files.tiled.tmx import ParsedMap

Look = tuple[tuple[int, int], ...]
"""What is drawn on a cell: layer by layer the tileset and the tile in it, however it is turned."""

ROUND = 0.8
"""The share of the open cells on the rim of a map that show the tile that it is filled with."""

TOUCHED = 1 / 4
"""The share of all cells on the rim that these are at least."""

LARGE = 80
"""Cells of ground within that is one to fight on, however much lies outside."""

MOUTH = 1 / 8
"""The share of the border of what lies outside that may be open, as the mouth of a cave is, and is only where somebody
or something lies within. A meadow is open all along the road that leads over it."""


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
    used = {y * width + x for feature in things.features for x, y in feature.cells}
    if not fill or not fill.isdisjoint(used) or not _is_outside(look, fill, looks, open_, evidence):
        return ground
    cells = tuple(VOID if index in fill else terrain for index, terrain in enumerate(ground.cells))
    count = cells_do(len(fill), "round the field shows", "round the field show")
    told = (
        f"{count} {'one and the same' if look else 'no'} tile, and no figure, door or path lies there: taken for what "
        "is outside, where nobody can be"
    )
    places = tuple((index % width, index // width) for index in sorted(fill))
    return replace(ground, cells=cells, findings=(*ground.findings, Finding("guess", "", told, None, places)))


def _is_outside(
    look: Look, fill: Collection[int], looks: Sequence[Look], open_: Collection[int], evidence: Evidence
) -> bool:
    """Whether cells that look alike are no field: nothing lies on them, and they surround ground to fight on that looks
    otherwise, with a mouth at most."""
    within = pieces(set(open_).difference(fill), evidence.beside)
    if evidence.lie_on(fill) or not is_place(within, min(LARGE, INNER * len(fill))):
        return False
    if look and 2 * sum(looks[index] == look for index in within[0]) > len(within[0]):
        return False  # it is the floor within, too
    border = [near for index in fill for near in evidence.beside(index) if near is not None and near not in fill]
    gaps = sum(near in open_ for near in border)
    return not gaps or (gaps <= MOUTH * len(border) and evidence.lie_on(set(within[0])))


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
