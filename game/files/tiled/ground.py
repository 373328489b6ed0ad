"""What each cell is made of: the Terrain tiles lying on it, taken together."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from game.files.tiled.emptiness import void
from game.files.tiled.evidence import Evidence, standing_tiles
from game.files.tiled.layers import LayerNote
from game.files.tiled.report import Findings
from game.files.tiled.tmx import ParsedMap
from game.files.tiled.words import Words, kind_named
from game.spatial.field import Cell, Terrain

OPEN = Terrain()
WALL = Terrain(name="wall", blocks_move=True, blocks_sight=True)
VOID = Terrain(name="void", blocks_move=True, blocks_sight=True)

VARIANTS = ("edge", "outer", "inner", "top", "front", "kerb")
"""Ends of picture names that tell variants of one terrain apart, as numbers and single letters do."""


class Ground:
    """The terrain of every cell, being worked out."""

    def __init__(self, parsed: ParsedMap, findings: Findings) -> None:
        self.parsed, self.findings = parsed, findings
        self.width, self.height = parsed.repaired.width, parsed.repaired.height
        self.cells: list[Terrain] = [OPEN] * (self.width * self.height)
        self.drawn = [False] * (self.width * self.height)
        self.terrains: dict[int, Terrain | None] = {}
        """What a tile of the table is by its class, if it is of class Terrain."""
        self.ours = 0
        """Cells that have a Terrain tile."""

    def read(self) -> None:
        """Stack the Terrain tiles of every tile layer, bottom to top."""
        for layer in self.parsed.repaired.layers:
            grid = self.parsed.grids.get(layer.id)
            if grid is None or not layer.rules:
                continue
            figures = bool(standing_tiles(layer, grid))
            for index, gid in enumerate(grid):
                if not gid:
                    continue
                self.drawn[index] = self.drawn[index] or not figures
                terrain = self.terrain(gid)
                if terrain is not None:
                    self.ours += 1
                    self.cells[index] = stacked(self.cells[index], terrain)

    def settle_void(self, evidence: Evidence | None = None) -> None:
        """Cells without any tile are no ground, unless the floor is not drawn with tiles: hardly anywhere, or as one
        picture. ``evidence`` tells on maps that were drawn for other programs."""
        solid = [cell.blocks_move for cell in self.cells]
        if evidence is not None:
            empty = void(self.drawn, solid, self._pictured(), evidence)
        else:
            floor = sum(drawn and not blocks for drawn, blocks in zip(self.drawn, solid, strict=True))
            if floor * 20 < len(self.cells) or any(layer.picture for layer in self.parsed.repaired.layers):
                return
            empty = [index for index, drawn in enumerate(self.drawn) if not drawn]
        for index in empty:
            self.cells[index] = VOID
        if empty:
            x, y = empty[0] % self.width, empty[0] // self.width
            self.findings.note(
                "", f"{len(empty)} cells have no tile and count as solid rock, the first at {x}, {y}", (x, y)
            )

    def _pictured(self) -> set[int]:
        """The cells under the pictures of layers."""
        across, down = self.parsed.repaired.tile_width, self.parsed.repaired.tile_height
        found: set[int] = set()
        for layer in self.parsed.repaired.layers:
            if layer.picture is None:
                continue
            left, top = layer.offset[0] / across, layer.offset[1] / down
            right, bottom = left + layer.picture_size[0] / across, top + layer.picture_size[1] / down
            columns = [x for x in range(self.width) if layer.repeat[0] or left <= x + 0.5 < right]
            rows = [y for y in range(self.height) if layer.repeat[1] or top <= y + 0.5 < bottom]
            found.update(y * self.width + x for y in rows for x in columns)
        return found

    def terrain(self, gid: int) -> Terrain | None:
        """What a tile of class Terrain does, or None for another tile."""
        if gid not in self.terrains:
            self.terrains[gid] = self._terrain(gid)
        return self.terrains[gid]

    def _terrain(self, gid: int) -> Terrain | None:
        tile = self.parsed.tile(gid)
        kind = kind_named(tile.klass) if tile else None
        if tile is None or kind is None or kind.name != "Terrain" or self.findings.lenient:
            return None
        where = self.parsed.describe(gid)
        words = Words(kind, tile.properties, where, self.findings)
        image = self.parsed.tiles[gid]
        sill, lintel = words.steps("sill"), words.steps("lintel")
        if lintel and lintel <= sill:
            self.findings.fault(where, "the lintel of a window must lie above its sill; raise lintel or lower sill.")
        axis = words.text("gap_axis")
        turned = image.flip_diagonal
        cost = max(words.whole("move_cost"), 2 if words.flag("difficult") else 1)
        return Terrain(
            name=words.text("name") or _name(image.path.stem if tile.own_picture and image.path else "", words),
            blocks_move=words.flag("blocks_move"),
            blocks_sight=words.flag("blocks_sight"),
            height=words.steps("height"),
            sill=sill,
            lintel=lintel,
            cost=cost,
            gap=words.steps("gap"),
            # A tile turned by a quarter turns its slit with it.
            gap_axis="y" if (axis == "x") == turned else "x",
            pierceable=words.flag("pierceable"),
        )

    def lay(self, gid: int, cells: tuple[Cell, ...]) -> None:
        """Stack a tile that was put down freely, as an object, on the cells it covers."""
        terrain = self.terrain(gid)
        for x, y in cells if terrain is not None else ():
            self.ours += 1
            index = y * self.width + x
            self.cells[index] = stacked(self.cells[index], terrain or OPEN)

    def block(self, index: int, terrain: Terrain = WALL) -> None:
        """Make a cell solid."""
        self.cells[index] = stacked(self.cells[index], terrain)

    def every(self, test: Callable[[int], bool], layers: list[LayerNote]) -> list[int]:
        """The cells of those layers on which a tile passes the test."""
        found: set[int] = set()
        known: dict[int, bool] = {}
        for layer in layers:
            for index, gid in enumerate(self.parsed.grids.get(layer.id, ())):
                if gid:
                    if gid not in known:
                        known[gid] = test(gid)
                    if known[gid]:
                        found.add(index)
        return sorted(found)

    def palette(self) -> tuple[tuple[Terrain, ...], tuple[int, ...]]:
        """The distinct terrains in order of appearance, plain floor first, and every cell's index."""
        numbers: dict[Terrain, int] = {OPEN: 0}
        indices = tuple(numbers.setdefault(terrain, len(numbers)) for terrain in self.cells)
        return tuple(numbers), indices


def _name(stem: str, words: Words) -> str:
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
