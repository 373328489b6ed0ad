"""What blocks on maps drawn for other programs. Every guess is told in the report, with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from game.files.tiled.ground import Ground
from game.files.tiled.hints import DOORS, PATHS, calls, meaning, says_solid, side_called
from game.files.tiled.layers import LayerNote, ObjectNote
from game.files.tiled.report import Findings
from game.files.tiled.schema import Property
from game.files.tiled.shapes import Outline
from game.files.tiled.things import Things
from game.files.tiled.tilesets import TileNote
from game.files.tiled.tmx import ParsedMap

FULL = 0.95
"""The share of the drawn cells from which a layer counts as one that fills every cell."""

LEAST_OPEN = 0.04
"""The share of the drawn cells that must stay open: a sign that leaves less was meant otherwise."""

INVERSE = 0.25
"""The share of the drawn cells that a layer must fill to be taken for the floor when sides start on it."""

FOOT = 0.25
"""How far above its lower rim, in cells, a figure drawn as a picture stands."""


class Walls:
    """The guesses about what blocks, for a map that says nothing of it in our words."""

    def __init__(self, parsed: ParsedMap, ground: Ground, things: Things, findings: Findings) -> None:
        self.parsed, self.ground, self.things, self.findings = parsed, ground, things, findings
        self.width, self.height = parsed.repaired.width, parsed.repaired.height
        self.tiles = [layer for layer in parsed.repaired.layers if layer.kind == "tiles"]
        self.floor = self._floor()
        self.blocked = 0

    def guess(self) -> None:
        """Find what blocks: by what tiles, layers and objects are called or say of themselves, or else by shapes."""
        self._block(
            self.ground.every(self._tile_says, self.tiles),
            "their tiles have a property such as “solid” or “walkable”",
        )
        self._block(self._in_layers(), "something lies there in a layer named like “collision” or “walls”")
        self._walkable_layers()
        if not self.blocked:
            self._block(
                self.ground.every(self._collides, self.tiles), "collision shapes cover half of their tiles or more"
            )
        self._block(
            self._under(lambda layer, thing: not layer.says and _object_says(thing) is True),
            "objects that are called “wall” or the like, or say so, lie there",
        )
        solid = any(terrain.blocks_move for terrain in self.ground.cells)
        if not (self.blocked or self.things.edges or solid):
            self.findings.guess("nothing on this map says that it blocks: it is played as an open floor")

    def _block(self, cells: Iterable[int], why: str) -> None:
        """Make cells solid, unless that would leave hardly any ground to stand on."""
        cells = sorted(set(cells))
        if not cells:
            return
        before = {index for index, terrain in enumerate(self.ground.cells) if not terrain.blocks_move}
        drawn = sum(self.ground.drawn) or len(before)
        if len(before.difference(cells)) < max(2, LEAST_OPEN * drawn):
            self.findings.guess(f"{len(cells)} cells could block, because {why}; that would leave no ground: left open")
            return
        self.findings.guess(f"{len(cells)} cells block, because {why}")
        self.blocked += len(cells)
        for index in cells:
            self.ground.block(index)

    def _tile_says(self, gid: int) -> bool:
        tile = self.parsed.tile(gid)
        return tile is not None and _says((tile.klass,), tile.properties) is True

    def _collides(self, gid: int) -> bool:
        tile: TileNote | None = self.parsed.tile(gid)
        return tile is not None and tile.solid >= 0.5

    # -- layers

    def _in_layers(self) -> set[int]:
        """Cells with something in a layer whose name, class, property or group says that it blocks."""
        cells: set[int] = set()
        for layer in self.tiles:
            if layer.says == "solid":
                cells |= self._marked(layer)
        cells |= self._under(
            lambda layer, thing: layer.says == "solid" and _object_says(thing) is not False and not _is_stood_on(thing)
        )
        return cells

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
        tile = self.parsed.tile(self.parsed.grids[layer.id][index])
        return tile is not None and _says((tile.klass,), tile.properties) is False

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
        """Cells under foreign objects that pass the test; a thin shape blocks the cells that it runs through."""
        found: set[int] = set()
        for layer, thing, outline in self.things.foreign:
            if not test(layer, thing):
                continue
            cells = outline.cells(self.width, self.height)
            if not cells and outline.area:
                rim = (*outline.points, outline.points[0])
                cells = Outline("polyline", rim, outline.pixel).cells(self.width, self.height)
            found.update(y * self.width + x for x, y in cells)
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
                x, y = outline.middle()
                put(x, max(py for _, py in outline.points) - FOOT if outline.shape == "tile" else y, 2)
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
