"""What blocks on maps drawn for other programs. Every guess is told in the report, with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping

from game.files.tiled.ground import Ground
from game.files.tiled.hints import DOORS, PATHS, calls, meaning, says_solid, side_called
from game.files.tiled.layers import LayerNote, ObjectNote
from game.files.tiled.report import Findings
from game.files.tiled.schema import Property
from game.files.tiled.shapes import Outline, Point, turned
from game.files.tiled.shares import FINE, Shares, covered, flipped, share, spine, together
from game.files.tiled.things import Things
from game.files.tiled.tmx import LARGEST_TILE, ParsedMap
from game.spatial.field import Cell

FULL = 0.95
"""The share of the drawn cells from which a layer counts as one that fills every cell."""

LEAST_OPEN = 0.04
"""The share of the drawn cells that must stay open: a sign that leaves less was meant otherwise."""

INVERSE = 0.25
"""The share of the drawn cells that a layer must fill to be taken for the floor when sides start on it."""

ROUGH = 1 / 25
"""What is forgiven to a share, which is counted in points: a cell cut from corner to corner is covered by half."""

MAX_WORK = 8_000_000
"""Steps that finding what shapes cover may take."""

FOOT = 0.25
"""How far above its lower rim, in cells, a figure drawn as a picture stands."""


class Walls:
    """The guesses about what blocks, for a map that says nothing of it in our words."""

    def __init__(
        self, parsed: ParsedMap, ground: Ground, things: Things, findings: Findings, *, least: float = 0.5
    ) -> None:
        """``least``: the share of a cell that shapes have to cover for it to block."""
        self.parsed, self.ground, self.things, self.findings = parsed, ground, things, findings
        self.least = least
        self.width, self.height = parsed.repaired.width, parsed.repaired.height
        self.tiles = [layer for layer in parsed.repaired.layers if layer.kind == "tiles"]
        self.floor = self._floor()
        self.blocked = 0
        self.work = 0.0

    def guess(self) -> None:
        """Find what blocks: by what tiles, layers and objects are called or say of themselves, or else by shapes."""
        self._block(
            self.ground.every(lambda gid: self._tile_says(gid) is True, self.tiles),
            "their tiles have a property such as “solid” or “walkable”",
        )
        layers = self._in_layers()
        self._block(
            (index for cells in layers.values() for index in cells),
            "something lies there in a layer named like “collision” or “walls”",
            layers,
        )
        self._walkable_layers()
        if not self.blocked:
            self._block(self._by_shapes(), f"collision shapes of tiles cover {self.least:.0%} of them or more")
        self._block(
            self._under(lambda layer, thing: not layer.says and _object_says(thing) is True),
            "objects that are called “wall” or the like, or say so, lie there",
        )
        solid = any(terrain.blocks_move for terrain in self.ground.cells)
        if not (self.blocked or self.things.edges or solid):
            self.findings.guess("nothing on this map says that it blocks: it is played as an open floor")

    def _block(self, cells: Iterable[int], why: str, layers: Mapping[str, Collection[int]] | None = None) -> None:
        """Make cells solid, unless that would leave hardly any ground to stand on.

        ``layers``: which of them are blocked by which layer, where there are several to tell apart.
        """
        cells = sorted(set(cells))
        if not cells:
            return
        places = [(index % self.width, index // self.width) for index in cells]
        before = {index for index, terrain in enumerate(self.ground.cells) if not terrain.blocks_move}
        drawn = sum(self.ground.drawn) or len(before)
        if len(before.difference(cells)) < max(2, LEAST_OPEN * drawn):
            self.findings.guess(
                f"{len(cells)} cells could block, because {why}; that would leave no ground: left open", places
            )
            return
        if layers:
            for name, part in layers.items():
                here = [(index % self.width, index // self.width) for index in sorted(part)]
                self.findings.guess(
                    f"{len(here)} cells block, because something lies there in the layer {name!r}, which is called "
                    "like “collision” or “walls”, or its group is",
                    here,
                )
        else:
            self.findings.guess(f"{len(cells)} cells block, because {why}", places)
        self.blocked += len(cells)
        for index in cells:
            self.ground.block(index)

    def _tile_says(self, gid: int) -> bool | None:
        """Whether a tile says that it blocks or does not, or if it says nothing, its tileset for all of them."""
        for note in (self.parsed.tile(gid), self.parsed.tileset(gid)):
            said = _says((note.klass,), note.properties) if note else None
            if said is not None:
                return said
        return None

    # -- layers

    def _in_layers(self) -> dict[str, set[int]]:
        """Cells with something in a layer whose name, class, property or group says that it blocks, by layer."""
        found: dict[str, set[int]] = {}
        for layer in self.tiles:
            if layer.says == "solid":
                found.setdefault(layer.name, set()).update(self._marked(layer))
        cells = self._under(
            lambda layer, thing: layer.says == "solid" and _object_says(thing) is not False and not _is_stood_on(thing)
        )
        names = [layer.name for layer in self.parsed.repaired.layers if layer.says == "solid" and layer.objects]
        found.setdefault(", ".join(names), set()).update(cells)
        return {name: cells for name, cells in found.items() if cells}

    def _marked(self, layer: LayerNote) -> set[int]:
        """The cells that a layer of walls marks, which may be those with the rarer tile, or those without any."""
        filled = {
            index
            for index in self.ground.every(lambda gid: self.ground.terrain(gid) is None, [layer])
            if not self._exempt(layer, index)
        }
        drawn = self._drawn_beside(layer)
        if filled and len(filled & drawn) >= FULL * len(drawn):
            return self._rarer(layer, filled)
        stand = sum(weight for index, weight in self.floor.items() if index in filled)
        beside = sum(weight for index, weight in self.floor.items() if index in drawn and index not in filled)
        if stand > 2 * beside and len(filled) >= INVERSE * len(drawn):
            self.findings.guess(
                f"the layer {layer.name!r} is called like walls, but sides, doors or paths lie on it: what it leaves "
                "out blocks"
            )
            return drawn - filled
        return filled

    def _exempt(self, layer: LayerNote, index: int) -> bool:
        """Whether a tile in a layer of walls says of itself that it does not block."""
        return self._tile_says(self.parsed.grids[layer.id][index]) is False

    def _drawn_beside(self, layer: LayerNote) -> set[int]:
        """The cells with a tile in other layers, or if there are hardly any, all."""
        drawn = {
            index
            for other in self.tiles
            if other is not layer
            for index, gid in enumerate(self.parsed.grids.get(other.id, ()))
            if gid
        }
        every = self.width * self.height
        return drawn if len(drawn) * 4 >= every else set(range(every))

    def _rarer(self, layer: LayerNote, filled: set[int]) -> set[int]:
        """Of a layer that fills every cell, what does not look like floor: all tiles but the commonest, or but those
        that sides, doors and paths lie on."""
        grid = self.parsed.grids[layer.id]
        kinds = {index: self.parsed.sources[grid[index]] for index in filled}
        names = {index: (id(source[0]), source[1]) if source else (0, 0) for index, source in kinds.items()}
        counts = Counter(names.values())
        told = {names[index] for index in self.floor if index in names}
        said = "what sides, doors or paths lie on is floor" if told else "its commonest tile is taken for floor"
        if not told or len(told) == len(counts):
            told = {max(counts, key=lambda kind: (counts[kind], kind))}
        walls = {index for index, name in names.items() if name not in told}
        if len(counts) == 1:
            self.findings.guess(
                f"the layer {layer.name!r} has the same tile in every cell, so nothing is made of its name"
            )
            return set()
        self.findings.guess(f"the layer {layer.name!r} fills every cell: {said}, and the rest blocks")
        return walls

    def _walkable_layers(self) -> None:
        """Where layers are called “walkable” or the like, one walks there and nowhere else."""
        layers = [layer for layer in self.tiles if layer.says == "open"]
        free = set(self.ground.every(lambda gid: True, layers))
        free |= self._under(lambda layer, thing: layer.says == "open")
        if free:
            every = set(range(self.width * self.height))
            self._block(every - free, "they lie outside of all layers named like “walkable”")

    # -- objects

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
        if self.work > MAX_WORK:
            self.findings.warn("", "its shapes are too many or too finely drawn: some are left out; draw them simply")
        return self.work > MAX_WORK

    def _by_shapes(self) -> set[int]:
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
        if self._tired(sum(FINE * outline.work(reach, reach) for outline in outlines)):
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
        tile, image = self.parsed.tile(gid), self.parsed.tiles[gid]
        assert tile is not None
        own = self.parsed.size_of(gid)
        across, down = self.parsed.repaired.tile_width, self.parsed.repaired.tile_height
        found = []
        for outline in tile.shapes:
            scaled = tuple((x * size[0] / own[0], y * size[1] / own[1]) for x, y in outline.points)
            lying = flipped(scaled, size, (image.flip_x, image.flip_y, image.flip_diagonal))
            put = (turned((x + corner[0], y + corner[1]), turn, pivot) for x, y in lying)
            points = tuple(((x + offset[0]) / across, (y + offset[1]) / down) for x, y in put)
            found.append(Outline(outline.shape, points, outline.pixel))
        return found

    def _floor(self) -> dict[int, int]:
        """Cells that people stand on by what lies there, and how much that says: sides 2, doors and paths 1."""
        found: dict[int, int] = {}

        def put(x: float, y: float, weight: int) -> None:
            if 0 <= x < self.width and 0 <= y < self.height:
                index = int(y) * self.width + int(x)
                found[index] = max(found.get(index, 0), weight)

        for spawn in self.things.spawns:
            for x, y in spawn.cells:
                put(x, y, 2)
        for layer, thing, outline in self.things.foreign:
            if any(side_called(text) for text in (thing.klass, thing.name)):
                middle, level = outline.middle()
                feet = max(y for _, y in outline.points) - FOOT
                put(middle, feet if outline.shape == "tile" else level, 2)
            elif any(calls(text, DOORS) for text in (thing.klass, thing.name)):
                put(*outline.middle(), 1)
            elif any(calls(text, PATHS) for text in (thing.klass, thing.name, layer.name)):
                for x, y in outline.cells(self.width, self.height):
                    put(x, y, 1)
        return found


def _says(names: Iterable[str], properties: dict[str, Property]) -> bool | None:
    """Whether properties say that something blocks, or if they do not tell, the first name that means anything."""
    said = says_solid(properties)
    if said is not None:
        return said
    means = next((found for found in map(meaning, names) if found), None)
    return None if means is None else means == "solid"


def _object_says(thing: ObjectNote) -> bool | None:
    return _says((thing.klass, thing.name), thing.properties)


def _is_stood_on(thing: ObjectNote) -> bool:
    return any(side_called(text) or calls(text, (*DOORS, *PATHS)) for text in (thing.klass, thing.name))
