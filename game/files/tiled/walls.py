"""Walls on maps drawn for other programs. Every guess is told in the report, with its reason.

Of tiles that lie one over another the topmost that says anything of blocking decides, where it leads across as a bridge
does. Programs differ: some ask the topmost tile, others each layer by itself. A bridge that says that it does not
block, over water that does, is drawn for the first kind; a roof or a torch over a wall is drawn for either, and the
wall blocks.

How much of a cell shapes cover is looked at in sixteen by sixteen points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, fsum

from game.files.pictures import is_plain_picture
from game.files.tiled.evidence import MOSTLY, Evidence, encloses, pieces, standing_tiles
from game.files.tiled.ground import WALL, TerrainReader, is_terrain, stacked
from game.files.tiled.hints import DOORS, PATHS, LayerSays, calls, decorates, meaning, says_solid, side_called
from game.files.tiled.layers import LayerNote, ObjectNote, label
from game.files.tiled.map_objects import Things
from game.files.tiled.map_report import Finding, cells_do
from game.files.tiled.meanings import SignReading, evidence_for, weigh
from game.files.tiled.repair import Repaired
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

LEAST_SHARE = 0.25
"""The share of the drawn cells that a sign of walls must mark to be taken for the floor when figures stand on it."""

FRAME = 0.9
"""The share of the drawn cells from which on an object that is called like walls runs round them."""

FULL = 0.95
"""The share of the drawn cells from which a layer counts as one that fills every cell."""

FEW = 4
"""Of two kinds of tiles the one that so many times fewer figures stand on is no floor."""

ROUGH = 1 / 25
"""What is forgiven to a share, which is counted in points: a cell cut from corner to corner is covered by half."""

MAX_WORK = 8_000_000
"""Steps that finding what shapes cover may take."""


@dataclass(frozen=True)
class Walls:
    """The ground with what is guessed to block."""

    cells: tuple[Terrain, ...]
    means: Mapping[int, LayerSays] = field(default_factory=dict)
    """By the number of a layer what it means, where that is not what it is called."""
    findings: tuple[Finding, ...] = ()

    def meant(self, layer: LayerNote) -> LayerNote:
        """A layer that says what it is meant to say."""
        return replace(layer, says=self.means[layer.id]) if layer.id in self.means else layer


def guess_walls(
    parsed: ParsedMap, ground: TerrainReader, things: Things, evidence: Evidence, least: float = 0.5
) -> Walls:
    """Find what blocks on a map that says nothing of it in our words: by what tiles, layers and objects are called or
    say of themselves, or else by shapes. ``least``: the share of a cell that shapes have to cover for it to block."""
    reader = _Reader(parsed, ground, things, evidence, least)
    reader.read(parsed.repaired)
    return Walls(tuple(reader.cells), reader.means, tuple(reader.findings))


class _Reader:
    """Finds the signs on a map drawn for another program, and makes solid what they mean."""

    def __init__(
        self, parsed: ParsedMap, ground: TerrainReader, things: Things, evidence: Evidence, least: float
    ) -> None:
        self.parsed, self.things, self.evidence, self.least = parsed, things, evidence, least
        self.width, self.height = parsed.repaired.width, parsed.repaired.height
        self.every = frozenset(range(self.width * self.height))
        drawn = [index for index, there in enumerate(ground.drawn) if there]
        self.drawn = frozenset(drawn) or self.every
        self.tiles = [layer for layer in parsed.repaired.layers if layer.kind == "tiles"]
        self.laid = {
            layer.id: {index: gid for index, gid in enumerate(parsed.grids.get(layer.id, ())) if gid}
            for layer in self.tiles
        }
        """By the number of a layer which tile lies where."""
        self.says = {gid: tile_says(parsed, gid) for laid in self.laid.values() for gid in laid.values()}
        """Whether tiles say that they block, or that they do not."""
        self.cells = list(ground.cells)
        self.walkable: list[tuple[Collection[int], str]] = []
        """The cells of signs that are called like floor, and are it, and why."""
        self.means: dict[int, LayerSays] = {}
        self.findings: list[Finding] = []
        self.blocks = False
        """Whether anything was made solid."""
        self.work = 0.0
        """Steps that finding what shapes cover has taken."""

    def read(self, repaired: Repaired) -> None:
        """Look at all signs: shapes and what stands on emptiness tell only where nothing else does."""
        kinds = [(layer, self._kinds(layer)) for layer in self.tiles if layer.says in ("solid", "open")]
        self._tiles({index for layer, marks in kinds if layer.says == "solid" for index in marks})
        for layer, marks in kinds:
            if layer.says == "solid":
                self._layer(layer, marks)
        self._objects_of_walls()
        for layer, marks in kinds:
            if layer.says == "open":
                self._layer(layer, marks)
        self._open_objects()
        if not self.blocks:
            why = f"collision shapes of tiles cover {self.least:.0%} of a cell there, or more"
            self._own_words(self._by_shapes(), why)
        called = self._under(lambda layer, thing: not layer.says and object_says(thing) is True)
        self._own_words(called, "objects that are called “wall” or the like, or say so, lie there")
        pictured = any(layer.picture for layer in repaired.layers)
        if self._nothing_blocks() and not pictured and not repaired.ours:
            self._on_emptiness()
        if self._nothing_blocks() and not is_plain_picture(repaired.path):
            self._tell("nothing on this map says that it blocks: it is played as an open floor")
        if self.work > MAX_WORK:
            told = "its shapes are too many or too finely drawn: some are left out; draw them simply"
            self.findings.append(Finding("warning", "", told))

    def _nothing_blocks(self) -> bool:
        return not (self.blocks or self.things.edges or any(terrain.blocks_move for terrain in self.cells))

    def _tell(self, text: str, cells: Iterable[int] = ()) -> None:
        places = tuple((index % self.width, index // self.width) for index in sorted(cells))
        self.findings.append(Finding("guess", "", text, None, places))

    def _reading(self, cells: Collection[int], **facts: float) -> SignReading:
        """What a sign means, by facts and by where figures and ways are."""
        small = len(cells) < LEAST_SHARE * len(self.drawn)
        return weigh({"small": small, **facts, **evidence_for(cells, self.every.difference(cells), self.evidence)})

    def _own_words(self, cells: Collection[int], why: str) -> None:
        """Cells block of which something there says so, or whose tiles have collision shapes."""
        reading = self._reading(cells, says_solid=True)
        if reading.meaning == "walls":
            self._block(cells, why, reading.told)
        else:
            could = cells_do(len(cells), "could block", "could block")
            self._tell(f"{could}, because {why}; left open: {reading.told}", cells)

    def _lie_outside(self, floors: Sequence[tuple[Collection[int], str]], among: Collection[int]) -> None:
        """All ``among`` these cells block that no sign of floor marks: the cells of each, and why it is floor."""
        if floors:
            outside = frozenset(among).difference(*(cells for cells, _ in floors))
            self._block(outside, "they lie outside of the floor", *(told for _, told in floors))

    def _block(self, cells: Collection[int], why: str, *told: str) -> None:
        """Make cells solid, unless that would leave hardly any ground to stand on."""
        if not cells:
            return
        because = f"because {why}: {'; '.join(told)}"
        before = {index for index, terrain in enumerate(self.cells) if not terrain.blocks_move}
        if len(before.difference(cells)) < max(2, LEAST_OPEN * len(self.drawn)):
            could = cells_do(len(cells), "could block", "could block")
            self._tell(f"{could}, {because}; that would leave no ground: left open", cells)
            return
        for index in cells:
            self.cells[index] = stacked(self.cells[index], WALL)
        self.blocks = True
        self._tell(cells_do(len(cells), f"blocks, {because}", f"block, {because}"), cells)

    # -- tiles

    def _tiles(self, marked: Collection[int]) -> None:
        """Tiles that say so block, but for bridges. ``marked``: cells of layers that are called like walls.

        Tiles of all layers are looked at in draw order. Of those that were put down freely only a no counts: what
        blocks of them is told by their shapes.
        """
        free: dict[int, set[int]] = {}
        for note, thing, outline in self.things.foreign:
            if thing.key in self.parsed.placed and object_says(thing) is False:
                free.setdefault(note.id, set()).update(self._indices(outline))
        top: dict[int, Mapping[int, bool]] = {}  # by cell what the topmost layer says there and elsewhere
        blocked: set[int] = set()
        for layer in self.parsed.repaired.layers:
            tiles = self.laid.get(layer.id, {})
            said = {index: told for index, gid in tiles.items() if (told := self.says[gid]) is not None}
            said.update(dict.fromkeys(free.get(layer.id, ()), False))
            top.update(dict.fromkeys(said, said))
            blocked.update(index for index, told in said.items() if told)
        bridges = self._bridged(top, blocked, self.drawn.difference(marked, blocked)).difference(marked)
        self._own_words(blocked - bridges, "tiles there have a property such as “solid” or “walkable”")
        if bridges and self.blocks:  # where nothing blocks, nothing is left open either
            self._tell(
                f"{cells_do(len(bridges), 'is', 'are')} left open, as a bridge over water is: the topmost tile there "
                "that tells says that it does not block, and it leads from open ground to open ground",
                bridges,
            )

    def _bridged(
        self, top: Mapping[int, Mapping[int, bool]], blocked: Collection[int], ground: Collection[int]
    ) -> frozenset[int]:
        """The cells where the topmost tile that says so does not block, over one that does, and joins open ``ground``
        at two ends."""
        over = [index for index in blocked if not top[index][index]]
        shores = pieces(ground, self.evidence.beside) if over else []
        shore_of = {index: number for number, shore in enumerate(shores) for index in shore}
        found: set[int] = set()
        for piece in pieces(over, self.evidence.beside):
            within = set(piece)
            sides = [(index, near) for index in piece for near in self.evidence.beside[index] if near not in within]
            landings = [(index, near) for index, near in sides if near is not None and near in shore_of]
            shore = {near for _, near in landings}
            ends = pieces(shore, {near: self._around(near) for near in shore})
            onward = {near for index, near in landings if top[index].get(near) is False}
            facts = {
                "says_solid": True,
                "two_ends": len(ends) > 1,
                "goes_on": sum(not onward.isdisjoint(end) for end in ends) > 1,
                "narrow": 2 * len(landings) <= len(sides),
                "lone": len(piece) == 1 and len({shore_of[near] for _, near in landings}) < 2,
            }
            if weigh(facts).meaning == "floor":
                found.update(piece)
        return frozenset(found)

    def _around(self, index: int) -> list[int]:
        """The cells that touch one, at a corner too."""
        y0, x0 = divmod(index, self.width)
        rows, columns = range(max(0, y0 - 1), min(self.height, y0 + 2)), range(max(0, x0 - 1), min(self.width, x0 + 2))
        return [y * self.width + x for y in rows for x in columns]

    # -- layers

    def _kinds(self, layer: LayerNote) -> dict[int, Hashable]:
        """By cell which tile a layer has there, of those that say nothing for themselves."""
        # Cells on which an object, in a layer of the same name, says that nothing blocks.
        free = self._under(lambda other, thing: other.name == layer.name and says_solid(thing.properties) is False)
        found: dict[int, Hashable] = {}
        for index, gid in self.laid[layer.id].items():
            if index not in free and self.says[gid] is not False and not is_terrain(self.parsed, gid):
                source = self.parsed.tile_sources[gid]
                found[index] = (source[0].first, source[1]) if source else (0, 0)
        return found

    def _layer(self, layer: LayerNote, kinds: Mapping[int, Hashable]) -> None:
        """A layer of tiles that is called like walls or like floor. ``kinds``: by cell which tile it has there."""
        what, solid = f"the layer {layer.name!r}", layer.says == "solid"
        beside = frozenset(index for other, laid in self.laid.items() if other != layer.id for index in laid)
        if len(beside) * 4 < len(self.every):
            beside = self.every
        if kinds and len(beside.intersection(kinds)) >= FULL * len(beside):
            self._full_layer(layer, kinds)
            return
        cells = frozenset(kinds)
        reading = self._reading(
            cells,
            called_solid=solid,
            called_open=not solid,
            small=solid and len(cells) < LEAST_SHARE * len(beside),
            encloses=not solid and encloses(cells, self.evidence),
        )
        if solid != (reading.meaning == "walls"):
            self.means[layer.id] = "open" if solid else "solid"
        if reading.meaning == "walls":
            custom = ", which blocks but for what is “Passable”" if layer.by_custom else ""
            self._block(cells, f"something lies there in {what}{custom}", reading.told)
        elif solid:
            self._lie_outside([(cells, f"{what} is {reading.told}")], beside)
        else:
            self.walkable.append((cells, f"{what} is {reading.told}"))

    def _full_layer(self, layer: LayerNote, kinds: Mapping[int, Hashable]) -> None:
        """Of a layer that fills every cell some tiles are walls and others floor: those that figures stand on, or if
        there are none, that ways lie on; without those that hardly any does."""
        counts = Counter(kinds.values())
        if len(counts) == 1 and layer.says == "solid":
            self._tell(f"the layer {layer.name!r} has the same tile in every cell, so nothing is made of its name")
            return
        votes: Counter[Hashable] = Counter()
        for figure in self.evidence.figures:
            kind, count = Counter(map(kinds.get, figure)).most_common(1)[0]
            if kind is not None and count > MOSTLY * len(figure):
                votes[kind] += 1
        if not votes:
            votes.update(kinds[cell] for cell in self.evidence.paths.intersection(kinds))
            for door in self.evidence.doors.intersection(kinds):
                if all(near is not None and kinds.get(near) == kinds[door] for near in self.evidence.beside[door]):
                    votes[kinds[door]] += 1
        chosen = {kind for kind, count in votes.items() if count * FEW >= max(votes.values())}
        tells = 0 < len(chosen) < len(counts)
        common = max(counts, key=lambda kind: (counts[kind], str(kind)))
        solid = layer.says == "solid"
        readings = {
            kind: weigh(
                {
                    "called_solid": solid,
                    "called_open": not solid,
                    "chosen": tells and kind in chosen,
                    "left": tells and kind not in chosen,
                    "commonest": solid and kind == common,
                }
            )
            for kind in counts
        }
        called = "walls" if solid else "floor"
        cells = {index for index, kind in kinds.items() if readings[kind].meaning == called}
        told = next(reading.told for reading in readings.values() if reading.meaning == called)
        what = f"the layer {layer.name!r}, which fills every cell"
        if solid:
            self._block(cells, f"something lies there in {what}", told)
        else:
            self.walkable.append((cells, f"{what}, is {told}"))

    def _on_emptiness(self) -> None:
        """Where nothing says that it blocks, tiles on nothing may; but no figures, and none that only decorate."""
        layers = [(layer, self.laid[layer.id]) for layer in self.tiles]
        layers = [(layer, laid) for layer, laid in layers if not standing_tiles(layer, tuple(laid.values()))]
        drawn = frozenset(index for _, laid in layers for index in laid)
        round_it = 2 * len(drawn) < len(self.every) and encloses(drawn, self.evidence)
        reading = self._reading(drawn, small=False, unnamed=True, encloses=round_it)
        if reading.meaning == "walls":
            decor = {layer.id for layer, _ in layers if layer.role in ("decor", "above") or decorates(layer.name)}
            walls = {index for layer, laid in layers if layer.id not in decor for index in laid}
            self._block(walls, "tiles lie there", reading.told)

    # -- objects

    def _open_objects(self) -> None:
        """Objects in layers that are called like floor. One walks on all that is called so, and nowhere else."""
        cells, what = self._under(lambda layer, thing: layer.says == "open"), "objects in layers named like “walkable”"
        if cells:
            reading = self._reading(cells, small=False, called_open=True)
            if reading.meaning == "walls":
                self._block(cells, f"{what} lie there", reading.told)
            else:
                self.walkable.append((cells, f"{what} are {reading.told}"))
        self._lie_outside(self.walkable, self.every)

    def _objects_of_walls(self) -> None:
        """Objects in layers that are called like walls. Large areas among them may be the floor, or run round all."""
        left_out: set[int] = set()
        floors: list[tuple[Collection[int], str]] = []
        for layer, thing, outline in self.things.foreign:
            if not _is_wall(layer, thing) or not outline.area:
                continue
            if outline.work(self.width, self.height) < LEAST_SHARE * len(self.drawn):
                continue
            cells = set(self._indices(outline))
            reading = self._reading(cells, called_solid=True, frame=len(cells) >= FRAME * len(self.drawn))
            if reading.meaning == "floor":
                told = f"{label(thing)} in the layer {layer.name!r} is {reading.told}"
                floors.append((cells, told))
            if reading.meaning != "walls":
                left_out.add(thing.key)
        names = [layer.name for layer in self.parsed.repaired.layers if layer.says == "solid" and layer.objects]
        found = self._under(lambda layer, thing: _is_wall(layer, thing) and thing.key not in left_out)
        told = f"something lies there in the layer {', '.join(names)!r}"
        self._block(found, told, weigh({"called_solid": True}).told)
        self._lie_outside(floors, self.every)

    def _indices(self, outline: Outline) -> list[int]:
        return [y * self.width + x for x, y in outline.cells(self.width, self.height)]

    def _under(self, test: Callable[[LayerNote, ObjectNote], bool]) -> set[int]:
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

    def _by_shapes(self) -> set[int]:
        """Cells of which the collision shapes of tiles, as these lie there, cover enough between them."""
        masks: Shares = {}
        for layer in self.tiles:
            known: dict[int, Shares] = {}
            for index, gid in self.laid[layer.id].items():
                if gid not in known:
                    known[gid] = self._shares_of(gid, layer)
                shares = known[gid]
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


def _is_wall(layer: LayerNote, thing: ObjectNote) -> bool:
    """Whether an object in a layer of walls is not excepted from it, as figures, doors and paths are."""
    if layer.says != "solid" or object_says(thing) is False:
        return False
    return not any(side_called(text) or calls(text, DOORS | PATHS) for text in (thing.klass, thing.name))
