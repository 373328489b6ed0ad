"""Walls on maps drawn for other programs. Every guess is told in the report, with its reason.

Of tiles that lie one over another the topmost that says anything of blocking decides, where it leads across as a bridge
does. Programs differ: some ask the topmost tile, others each layer by itself. A bridge that says that it does not
block, over water that does, is drawn for the first kind; a roof or a torch over a wall is drawn for either, and the
wall blocks.

How much of a cell shapes cover is looked at in sixteen by sixteen points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, floor, fsum

from game.files.pictures import is_plain_picture
from game.files.tiled.evidence import (
    INVERSE,
    Evidence,
    LayerMarks,
    of_floor,
    of_walls,
    pieces,
    standing_tiles,
    verdict,
    walls_on_emptiness,
)
from game.files.tiled.ground import WALL, TerrainReader, is_terrain, stacked
from game.files.tiled.hints import DOORS, PATHS, LayerSays, calls, meaning, says_solid, side_called
from game.files.tiled.layers import LayerNote, ObjectNote, label
from game.files.tiled.map_objects import Things
from game.files.tiled.map_report import Finding, cells_do
from game.files.tiled.schema import Property
from game.files.tiled.shapes import Outline, Point, turned
from game.files.tiled.tmx import LARGEST_TILE, ParsedMap
from game.spatial.field import Cell, Terrain


def tile_says(parsed: ParsedMap, gid: int) -> bool | None:
    """Whether a tile says that it blocks or does not, or if it says nothing, its tileset for all of them."""
    source = parsed.source(gid)
    for note in (parsed.tile(gid), source[0] if source else None):
        said = _says((note.klass,), note.properties) if note else None
        if said is not None:
            return said
    return None


def object_says(thing: ObjectNote) -> bool | None:
    """Whether an object says that it blocks or does not."""
    return _says((thing.klass, thing.name), thing.properties)


def _says(names: Iterable[str], properties: Mapping[str, Property]) -> bool | None:
    """Whether properties say that something blocks, or if they do not tell, the first name that means anything."""
    said = says_solid(properties)
    if said is not None:
        return said
    means = next((found for found in map(meaning, names) if found), None)
    return None if means is None else means == "solid"


@dataclass(frozen=True)
class Stack:
    """What the tiles of all layers say, by cells as indices row by row."""

    top: Mapping[int, Mapping[int, bool]]
    """By cell the topmost layer that says anything: by cell whether its tile says that it blocks."""
    blocked: frozenset[int]
    """Where some tile says that it blocks."""


def stack_of(parsed: ParsedMap, things: Things, says: Mapping[int, bool | None]) -> Stack:
    """The tiles of all layers in draw order. Of those that were put down freely only a no counts: what blocks of them
    is told by their shapes. ``says``: by the number of a tile whether it blocks."""
    width, height = parsed.repaired.width, parsed.repaired.height
    free: dict[int, set[int]] = {}
    for note, thing, outline in things.foreign:
        if thing.key in parsed.placed and object_says(thing) is False:
            free.setdefault(note.id, set()).update(y * width + x for x, y in outline.cells(width, height))
    top: dict[int, Mapping[int, bool]] = {}
    blocked: set[int] = set()
    for layer in parsed.repaired.layers:
        grid = parsed.grids.get(layer.id, ())
        said = {index: told for index, gid in enumerate(grid) if gid and (told := says[gid]) is not None}
        said.update(dict.fromkeys(free.get(layer.id, ()), False))
        top.update(dict.fromkeys(said, said))
        blocked.update(index for index, told in said.items() if told)
    return Stack(top, frozenset(blocked))


def bridged(stack: Stack, ground: Iterable[int], evidence: Evidence) -> frozenset[int]:
    """The cells where the topmost tile that says so does not block, over one that does, and joins open ``ground`` at
    two ends."""
    over = [index for index in stack.blocked if not stack.top[index][index]]
    if not over:
        return frozenset()
    shores = pieces(set(ground) - stack.blocked, evidence.beside)
    shore_of = {index: number for number, shore in enumerate(shores) for index in shore}
    joining = (piece for piece in pieces(over, evidence.beside) if _joins(set(piece), stack, shore_of, evidence))
    return frozenset(index for piece in joining for index in piece)


def _joins(piece: Collection[int], stack: Stack, shore_of: Mapping[int, int], evidence: Evidence) -> bool:
    """Whether connected cells lead across: at two ends, apart from each other, they touch open ground, and either their
    tiles go on over it at both, or half or more of what borders them blocks. A single cell, such as a torch on a wall,
    must then join what is not joined otherwise."""
    sides = [(index, near) for index in piece for near in evidence.beside(index) if near not in piece]
    landings = [(index, near) for index, near in sides if near is not None and near in shore_of]
    ends = pieces({near for _, near in landings}, evidence.around)
    if len(ends) < 2:
        return False
    onward = {near for index, near in landings if stack.top[index].get(near) is False}
    if sum(not onward.isdisjoint(end) for end in ends) >= 2:
        return True
    between = 2 * len(landings) <= len(sides)
    return between and (len(piece) > 1 or len({shore_of[near] for _, near in landings}) > 1)


FINE = 16
"""Points along a cell's side that are looked at."""

Shares = dict[Cell, int]
"""By cell the mask of its points that are covered, bit ``y * FINE + x``."""


def covered(outline: Outline, left: int, top: int, right: int, bottom: int) -> Shares:
    """What an area covers of the cells from ``left`` and ``top`` on, up to but without ``right`` and ``bottom``."""
    fine = Outline(outline.shape, tuple((x * FINE, y * FINE) for x, y in outline.points), outline.pixel)
    found: Shares = {}
    ys = [y for _, y in fine.points]
    for row in range(max(top * FINE, floor(min(ys))), min(bottom * FINE, ceil(max(ys)) + 1)):
        for start, stop in fine.spans(row + 0.5):
            first, last = max(left * FINE, ceil(start - 0.5)), min(right * FINE, ceil(stop - 0.5)) - 1
            for column in range(first // FINE, last // FINE + 1) if first <= last else ():
                begin, end = max(first, column * FINE), min(last, column * FINE + FINE - 1)
                bits = ((1 << (end - begin + 1)) - 1) << (begin % FINE)
                cell = column, row // FINE
                found[cell] = found.get(cell, 0) | bits << (row % FINE * FINE)
    return found


def together(all_shares: Iterable[Shares]) -> Shares:
    """What several shapes cover between them."""
    found: Shares = {}
    for shares in all_shares:
        for cell, mask in shares.items():
            found[cell] = found.get(cell, 0) | mask
    return found


def share(mask: int) -> float:
    """How much of its cell a mask covers, 0 to 1."""
    return mask.bit_count() / (FINE * FINE)


def spine(outline: Outline, shares: Shares) -> list[Cell]:
    """Of a shape that is too thin to fill cells those that it runs through: across its way the one it covers most."""
    xs, ys = [x for x, _ in outline.points], [y for _, y in outline.points]
    axis = 0 if max(xs) - min(xs) >= max(ys) - min(ys) else 1
    best: dict[int, Cell] = {}
    for cell in sorted(shares):
        other = best.setdefault(cell[axis], cell)
        if share(shares[cell]) > share(shares[other]):
            best[cell[axis]] = cell
    least = max(share(shares[cell]) for cell in best.values()) / 4
    return [cell for cell in best.values() if share(shares[cell]) >= least]


def flipped(points: tuple[Point, ...], size: Point, turns: tuple[bool, bool, bool]) -> tuple[Point, ...]:
    """Points of a tile as it lies: mirrored along the main diagonal, then flipped across and down, as Tiled does.

    ``size``: the tile's width and height as it lies; ``turns``: whether flipped across, down, along the diagonal.
    """
    across, down, diagonal = turns
    for_all = ((y, x) if diagonal else (x, y) for x, y in points)
    return tuple((size[0] - x if across else x, size[1] - y if down else y) for x, y in for_all)


LEAST_OPEN = 0.04
"""The share of the drawn cells that must stay open: a sign that leaves less was meant otherwise."""

FRAME = 0.9
"""The share of the drawn cells from which on an object that is called like walls runs round them."""

CALLED = "which is called like “collision” or “walls”, or its group is"

SEVERAL = 2
"""Figures that must stand on cells that tiles or objects say are solid, for them to be left open."""

ROUGH = 1 / 25
"""What is forgiven to a share, which is counted in points: a cell cut from corner to corner is covered by half."""

MAX_WORK = 8_000_000
"""Steps that finding what shapes cover may take."""


@dataclass(frozen=True)
class Walls:
    """The ground with what is guessed to block."""

    cells: tuple[Terrain, ...]
    blocked: int = 0
    """How many times a cell was made solid."""
    inverse: frozenset[int] = frozenset()
    """Layers, by number, that are meant the other way than they are called."""
    findings: tuple[Finding, ...] = ()

    def meant(self, layer: LayerNote) -> LayerNote:
        """A layer that says what it is meant to say."""
        turned_round: LayerSays = "open" if layer.says == "solid" else "solid"
        return replace(layer, says=turned_round) if layer.id in self.inverse else layer


def guess_walls(
    parsed: ParsedMap, ground: TerrainReader, things: Things, evidence: Evidence, least: float = 0.5
) -> Walls:
    """Find what blocks on a map that says nothing of it in our words: by what tiles, layers and objects are called or
    say of themselves, or else by shapes. ``least``: the share of a cell that shapes have to cover for it to block."""
    signs = _Signs(parsed, ground, things, evidence, least)
    walls = Walls(ground.cells)
    walls = signs.by_tiles(walls)
    customs = {layer.name for layer in signs.tiles if layer.by_custom}
    walls, layered = signs.solid_layers(walls)
    for name, cells in layered.items():
        told = "which blocks but for what is “Passable”" if name in customs else CALLED
        walls = signs.block(walls, cells, f"something lies there in the layer {name!r}, {told}", sure=True)
    walls = signs.walkable_layers(walls)
    if not walls.blocked:
        told = f"collision shapes of tiles cover {least:.0%} of a cell there, or more"
        walls = signs.block(walls, signs.by_shapes(), told)
    walls = signs.block(
        walls,
        signs.under(lambda layer, thing: not layer.says and object_says(thing) is True),
        "objects that are called “wall” or the like, or say so, lie there",
    )
    pictured = any(layer.picture for layer in parsed.repaired.layers)
    if _nothing_blocks(walls, things) and not pictured and not parsed.repaired.ours:
        layers = [(layer, parsed.grids.get(layer.id, ())) for layer in signs.tiles]
        figured = [(layer, grid) for layer, grid in layers if not standing_tiles(layer, grid)]
        told = "tiles lie there, and the floor is what has none: sides start there, or tiles run round it"
        walls = signs.block(walls, walls_on_emptiness(figured, evidence), told, sure=True)
    if _nothing_blocks(walls, things) and not is_plain_picture(parsed.repaired.path):
        walls = _with(walls, "nothing on this map says that it blocks: it is played as an open floor")
    return replace(walls, findings=(*walls.findings, *signs.left_out()))


def _nothing_blocks(walls: Walls, things: Things) -> bool:
    return not (walls.blocked or things.edges or any(terrain.blocks_move for terrain in walls.cells))


def _with(walls: Walls, told: str, cells: Iterable[Cell] = ()) -> Walls:
    """The same with a guess told."""
    return replace(walls, findings=(*walls.findings, Finding("guess", "", told, None, tuple(cells))))


class _Signs:
    """What a map drawn for another program has that may tell of walls."""

    def __init__(
        self, parsed: ParsedMap, ground: TerrainReader, things: Things, evidence: Evidence, least: float
    ) -> None:
        self.parsed, self.things, self.evidence, self.least = parsed, things, evidence, least
        self.width, self.height = parsed.repaired.width, parsed.repaired.height
        self.tiles = [layer for layer in parsed.repaired.layers if layer.kind == "tiles"]
        self.every = frozenset(range(self.width * self.height))
        self.drawn = frozenset(index for index, there in enumerate(ground.drawn) if there)
        self.says = {gid: tile_says(parsed, gid) for gid in {gid for _, gid in self.laid()}}
        """Whether tiles say that they block, or that they do not."""
        self.work = 0.0
        """Steps that finding what shapes cover has taken."""

    def laid(self) -> Iterator[tuple[int, int]]:
        """Every tile of every layer, with its cell."""
        grids = (self.parsed.grids.get(layer.id, ()) for layer in self.tiles)
        return ((index, gid) for grid in grids for index, gid in enumerate(grid) if gid)

    def _places(self, cells: Iterable[int]) -> list[Cell]:
        return [(index % self.width, index // self.width) for index in sorted(cells)]

    def block(self, walls: Walls, cells: Iterable[int], why: str, *, sure: bool = False) -> Walls:
        """With these cells solid, unless that would leave hardly any ground to stand on, or unless it is not ``sure``
        and figures stand there and nowhere else."""
        cells = sorted(set(cells))
        if not cells:
            return walls
        places, could = self._places(cells), cells_do(len(cells), "could block", "could block")
        before = {index for index, terrain in enumerate(walls.cells) if not terrain.blocks_move}
        drawn = len(self.drawn or before)
        if len(before.difference(cells)) < max(2, LEAST_OPEN * drawn):
            return _with(walls, f"{could}, because {why}; that would leave no ground: left open", places)
        if not sure and len(cells) >= INVERSE * drawn:
            way = verdict(set(cells), self.every - set(cells), self.evidence)
            if way and (way.floor, way.by) == ("marked", "figures") and way.count >= SEVERAL:
                return _with(walls, f"{could}, because {why}; sides start on them: left open", places)
        ground = list(walls.cells)
        for index in cells:
            ground[index] = stacked(ground[index], WALL)
        walls = replace(walls, cells=tuple(ground), blocked=walls.blocked + len(cells))
        return _with(walls, cells_do(len(cells), f"blocks, because {why}", f"block, because {why}"), places)

    # -- tiles

    def by_tiles(self, walls: Walls) -> Walls:
        """With the cells solid whose tiles say so, but for bridges."""
        stack = stack_of(self.parsed, self.things, self.says)
        marked = {index for layer in self.tiles if layer.says == "solid" for index in self._kinds(layer)}
        bridges = bridged(stack, self.drawn - marked, self.evidence) - marked
        told = "tiles there have a property such as “solid” or “walkable”"
        walls = self.block(walls, stack.blocked - bridges, told)
        if not bridges or not walls.blocked:  # where nothing blocks, nothing is left open either
            return walls
        told = (
            f"{cells_do(len(bridges), 'is', 'are')} left open, as a bridge over water is: the topmost tile there that "
            "tells says that it does not block, and it leads from open ground to open ground"
        )
        return _with(walls, told, self._places(bridges))

    # -- layers

    def solid_layers(self, walls: Walls) -> tuple[Walls, dict[str, set[int]]]:
        """Cells with something in a layer whose name, class, property or group says that it blocks, by layer; and what
        was made of the layers' names told."""
        found: dict[str, set[int]] = {}
        for layer in self.tiles:
            if layer.says == "solid":
                marks = of_walls(layer.name, self._kinds(layer), self._drawn_beside(layer), self.every, self.evidence)
                walls = _marked(walls, marks, layer)
                found.setdefault(layer.name, set()).update(marks.blocked)
        walls, cells = self._under_solid_layers(walls)
        names = [layer.name for layer in self.parsed.repaired.layers if layer.says == "solid" and layer.objects]
        found.setdefault(", ".join(names), set()).update(cells)
        return walls, {name: cells for name, cells in found.items() if cells}

    def _kinds(self, layer: LayerNote) -> dict[int, Hashable]:
        """By cell which tile a layer has there, of those that say nothing for themselves."""
        # Cells on which an object, in a layer of the same name, says that nothing blocks.
        free = self.under(lambda other, thing: other.name == layer.name and says_solid(thing.properties) is False)
        found: dict[int, Hashable] = {}
        for index, gid in enumerate(self.parsed.grids.get(layer.id, ())):
            if gid and index not in free and self.says[gid] is not False and not is_terrain(self.parsed, gid):
                source = self.parsed.sources[gid]
                found[index] = (source[0].first, source[1]) if source else (0, 0)
        return found

    def _drawn_beside(self, layer: LayerNote) -> frozenset[int]:
        """The cells with a tile in other layers, or if there are hardly any, all."""
        drawn = frozenset(
            index
            for other in self.tiles
            if other is not layer
            for index, gid in enumerate(self.parsed.grids.get(other.id, ()))
            if gid
        )
        return drawn if len(drawn) * 4 >= len(self.every) else self.every

    def walkable_layers(self, walls: Walls) -> Walls:
        """Where layers are called “walkable” or the like, one walks there and nowhere else; unless those who stand
        about show that they mark the opposite."""
        floor: set[int] = set()
        for layer in self.tiles:
            if layer.says == "open":
                drawn = self._drawn_beside(layer)
                marks = of_floor(layer.name, self._kinds(layer), drawn, self.every, self.evidence)
                floor |= marks.floor
                told = f"something lies there in the layer {layer.name!r}"
                walls = self.block(_marked(walls, marks, layer), marks.blocked, told, sure=True)
        under = self.under(lambda layer, thing: layer.says == "open")
        way = verdict(under, self.every - under, self.evidence)
        if way and way.floor == "rest":
            told = "objects in layers named like “walkable” lie there, and sides start elsewhere"
            walls = self.block(walls, under, told, sure=True)
        else:
            floor |= under
        if floor:
            told = "nothing lies there in a layer named like “walkable”"
            walls = self.block(walls, self.every - floor, told, sure=True)
        return walls

    # -- objects

    def _under_solid_layers(self, walls: Walls) -> tuple[Walls, set[int]]:
        """Cells that objects in layers of walls block. Areas that figures stand in are the floor, and what lies outside
        of them blocks; so does nothing of an area that runs round everything."""
        drawn = len(self.drawn or self.every)
        frames: set[int] = set()
        left_out: set[int] = set()
        for layer, thing, outline in self.things.foreign:
            if layer.says != "solid" or not outline.area or object_says(thing) is False or _is_stood_on(thing):
                continue
            if outline.work(self.width, self.height) < INVERSE * drawn:
                continue
            cells = {y * self.width + x for x, y in outline.cells(self.width, self.height)}
            told = verdict(cells, self.every - cells, self.evidence) if len(cells) >= INVERSE * drawn else None
            if told and told.floor == "marked":
                frames |= cells
                walls = _with(
                    walls,
                    f"{label(thing)} in the layer {layer.name!r} is called like walls, but sides, doors or paths lie "
                    "in it: what lies outside blocks",
                )
            elif len(cells) < FRAME * drawn:
                continue
            left_out.add(thing.key)
        found = self.under(
            lambda layer, thing: (
                layer.says == "solid"
                and thing.key not in left_out
                and object_says(thing) is not False
                and not _is_stood_on(thing)
            )
        )
        return walls, found | (self.every - frames if frames else set())

    def under(self, test: Callable[[LayerNote, ObjectNote], bool]) -> set[int]:
        """Cells of which foreign objects that pass the test cover enough, and those that lines and thin things run
        through."""
        areas: list[tuple[Outline, Shares]] = []
        found: set[Cell] = set()
        for layer, thing, outline in self.things.foreign:
            if not test(layer, thing):
                continue
            shares = self._covered(outline) if outline.area else {}
            if shares:
                areas.append((outline, shares))
            elif outline.area:
                rim = (*outline.points, outline.points[0])
                found.update(Outline("polyline", rim, outline.pixel).cells(self.width, self.height))
            else:
                found.update(outline.cells(self.width, self.height))
        enough = {cell for cell, mask in together(shares for _, shares in areas).items() if self._blocks(mask)}
        for outline, shares in areas:
            if enough.isdisjoint(shares):
                found.update(spine(outline, shares))
        return {y * self.width + x for x, y in found | enough}

    # -- shapes

    def _blocks(self, mask: int) -> bool:
        return share(mask) + ROUGH >= self.least

    def _covered(self, outline: Outline) -> Shares:
        """What an outline covers of the map, nothing once too much was asked for."""
        if self._tired(FINE * outline.work(self.width, self.height)):
            return {}
        return covered(outline, 0, 0, self.width, self.height)

    def _tired(self, work: float) -> bool:
        self.work += work
        return self.work > MAX_WORK

    def left_out(self) -> tuple[Finding, ...]:
        """That shapes were not looked at, if so."""
        told = "its shapes are too many or too finely drawn: some are left out; draw them simply"
        return (Finding("warning", "", told),) if self.work > MAX_WORK else ()

    def by_shapes(self) -> set[int]:
        """Cells of which the collision shapes of tiles, as these lie there, cover enough between them."""
        masks: Shares = {}
        for layer in self.tiles:
            known: dict[int, Shares] = {}
            for index, gid in enumerate(self.parsed.grids.get(layer.id, ())):
                if gid and gid not in known:
                    known[gid] = self._shares_of(gid, layer)
                shares = known.get(gid)
                if not shares or self._tired(len(shares)):
                    continue
                y, x = divmod(index, self.width)
                for (dx, dy), mask in shares.items():
                    masks[x + dx, y + dy] = masks.get((x + dx, y + dy), 0) | mask
        placed = (self._shares_of_placed(layer, thing) for layer, thing, _ in self.things.foreign)
        every = together((masks, *placed))
        return {
            y * self.width + x
            for (x, y), mask in every.items()
            if 0 <= x < self.width and 0 <= y < self.height and self._blocks(mask)
        }

    def _shares_of(self, gid: int, layer: LayerNote) -> Shares:
        """What a tile's shapes cover of its own cell, which is 0, 0, and of those around it."""
        tile, image = self.parsed.tile(gid), self.parsed.tiles[gid]
        if tile is None or not tile.shapes:
            return {}
        down = self.parsed.repaired.tile_height - image.height
        corner = image.offset[0] + layer.offset[0], down + image.offset[1] + layer.offset[1]
        outlines = self._shapes(gid, (float(image.width), float(image.height)), corner)
        reach = LARGEST_TILE + 1
        if self._tired(fsum(FINE * outline.work(reach, reach) for outline in outlines)):
            return {}
        return together(covered(outline, -reach, -reach, reach, reach) for outline in outlines)

    def _shares_of_placed(self, layer: LayerNote, thing: ObjectNote) -> Shares:
        """What the shapes of a tile cover that was put down freely."""
        put = self.parsed.placed.get(thing.key)
        tile = self.parsed.tile(put.tile) if put else None
        if put is None or tile is None or not tile.shapes:
            return {}
        pivot = put.x, put.y + put.height
        outlines = self._shapes(put.tile, (put.width, put.height), (put.x, put.y), put.rotation, pivot, layer.offset)
        return together(map(self._covered, outlines))

    def _shapes(
        self,
        gid: int,
        size: Point,
        corner: Point,
        turn: float = 0.0,
        pivot: Point = (0.0, 0.0),
        offset: Point = (0.0, 0.0),
    ) -> list[Outline]:
        """A tile's shapes in cells, as it lies: of that size, flipped, with its top left corner there, and turned."""
        tile, source, image = self.parsed.tile(gid), self.parsed.source(gid), self.parsed.tiles[gid]
        assert tile is not None and source is not None
        own = source[0].size(source[1])
        across, down = self.parsed.repaired.tile_width, self.parsed.repaired.tile_height
        found = []
        for outline in tile.shapes:
            scaled = tuple((x * size[0] / own[0], y * size[1] / own[1]) for x, y in outline.points)
            lying = flipped(scaled, size, (image.flip_x, image.flip_y, image.flip_diagonal))
            put = (turned((x + corner[0], y + corner[1]), turn, pivot) for x, y in lying)
            points = tuple(((x + offset[0]) / across, (y + offset[1]) / down) for x, y in put)
            found.append(Outline(outline.shape, points, outline.pixel))
        return found


def _marked(walls: Walls, marks: LayerMarks, layer: LayerNote) -> Walls:
    """The same with what was made of a layer's name told."""
    walls = replace(walls, inverse=walls.inverse | {layer.id}) if marks.inverse else walls
    return _with(walls, marks.guess) if marks.guess else walls


def _is_stood_on(thing: ObjectNote) -> bool:
    return any(side_called(text) or calls(text, DOORS | PATHS) for text in (thing.klass, thing.name))
