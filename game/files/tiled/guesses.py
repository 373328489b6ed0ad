"""Maps drawn for other programs: what blocks, who starts where. Every guess is told in the report."""

from __future__ import annotations

from collections.abc import Iterable

from game.files.tiled.ground import Ground
from game.files.tiled.layers import LayerNote, ObjectNote
from game.files.tiled.passage import Passage
from game.files.tiled.report import Findings
from game.files.tiled.schema import Property
from game.files.tiled.shapes import Outline
from game.files.tiled.things import Things
from game.files.tiled.tilesets import TileNote
from game.files.tiled.tmx import ParsedMap
from game.spatial.field import Cell, Spawn

BLOCKS = ("block", "blocks", "blocked", "blocking", "collide", "collides", "collidable", "collision", "solid",
          "obstacle", "impassable", "impassible", "wall", "blocks_move")  # fmt: skip
PASSES = ("walkable", "passable", "passible", "walk")
HIDES = ("opaque", "block_sight", "blocks_sight", "blocks_vision", "blocks_light")
LAYER_WORDS = ("collision", "collisions", "collide", "wall", "walls", "obstacle", "obstacles", "blocked", "blocking",
               "solid", "solids", "block", "blocks", "impassable")  # fmt: skip
PARTY = ("player", "hero", "heroes", "ally", "allies", "player_start", "playerstart", "placement", "start", "spawn")
FOES = ("enemy", "enemies", "foe", "monster", "monsters", "npc")
START_CELLS = 12
"""Cells of a deployment area that is made up."""


def word(text: str) -> str:
    """A name as it is compared: lower case, blanks and dashes as underscores."""
    return text.strip().lower().replace(" ", "_").replace("-", "_")


def truth(entry: Property) -> bool | None:
    """What a property says, if it can be read as yes or no."""
    text = entry.text.strip().lower()
    if text in ("true", "1", "yes", "y", "on"):
        return True
    if text in ("false", "0", "no", "n", "off"):
        return False
    return None


def says(properties: dict[str, Property], yes: Iterable[str], no: Iterable[str] = ()) -> bool:
    """Whether any property of those names says so."""
    for name, entry in properties.items():
        value = truth(entry)
        if word(name) in yes and value is True:
            return True
        if word(name) in no and value is False:
            return True
    return False


def guess_walls(parsed: ParsedMap, ground: Ground, things: Things, findings: Findings) -> None:
    """Find what blocks on a map that says nothing in our words; the first kind of sign that is there decides."""
    layers = [layer for layer in parsed.repaired.layers if layer.kind == "tiles"]

    def tile_says(gid: int) -> bool:
        tile = parsed.tile(gid)
        return tile is not None and says(tile.properties, (*BLOCKS, *HIDES), PASSES)

    def collides(gid: int) -> bool:
        tile: TileNote | None = parsed.tile(gid)
        return tile is not None and tile.solid >= 0.5

    blocked = 0
    cells = ground.every(tile_says, layers)
    if cells:
        findings.guess(f"{len(cells)} cells block, because their tiles have a property such as “solid” or “walkable”")
        blocked += _fill(ground, cells)
    cells = _from_layers(parsed, ground, things)
    if cells:
        findings.guess(
            f"{len(cells)} cells block, because something lies there in a layer named like “collision” or “walls”"
        )
        blocked += _fill(ground, cells)
    if not blocked:
        cells = ground.every(collides, layers)
        if cells:
            findings.guess(f"{len(cells)} cells block, because collision shapes cover half of their tiles or more")
            blocked += _fill(ground, cells)
    cells = _cells_of(parsed, things, lambda layer, thing: word(thing.klass or thing.name) in ("wall", "walls"))
    if cells:
        findings.guess(f"{len(cells)} cells block, because objects called “wall” lie there")
        blocked += _fill(ground, cells)
    if not (blocked or things.edges or any(terrain.blocks_move for terrain in ground.cells)):
        findings.guess("nothing on this map says that it blocks: it is played as an open floor")


def _fill(ground: Ground, cells: list[int]) -> int:
    for index in cells:
        ground.block(index)
    return len(cells)


def _from_layers(parsed: ParsedMap, ground: Ground, things: Things) -> list[int]:
    named = {
        layer.id
        for layer in parsed.repaired.layers
        if word(layer.name) in LAYER_WORDS or word(layer.klass) in LAYER_WORDS or says(layer.properties, BLOCKS, PASSES)
    }
    tiles = [layer for layer in parsed.repaired.layers if layer.id in named and layer.kind == "tiles"]
    cells = set(ground.every(lambda gid: ground.terrain(gid) is None, tiles))
    cells.update(_cells_of(parsed, things, lambda layer, thing: layer.id in named))
    return sorted(cells)


def _cells_of(parsed: ParsedMap, things: Things, test: object) -> list[int]:
    """Cells under foreign objects that pass the test; a thin shape blocks the cells that it runs through."""
    assert callable(test)
    found: set[int] = set()
    for layer, thing, outline in things.foreign:
        if not test(layer, thing):
            continue
        cells = outline.cells(parsed.repaired.width, parsed.repaired.height)
        if not cells and outline.area:
            cells = Outline("polyline", (*outline.points, outline.points[0]), outline.pixel).cells(
                parsed.repaired.width, parsed.repaired.height
            )
        found.update(y * parsed.repaired.width + x for x, y in cells)
    return sorted(found)


def guess_spawns(things: Things, passage: Passage, findings: Findings) -> list[Spawn]:
    """Where the sides start on a map without Spawn objects: objects called like figures, else the far ends."""
    spawns: list[Spawn] = []
    for _, thing, outline in things.foreign:
        side = _side(thing)
        cells = _open_cells(outline, passage)
        if side and cells:
            spawns.append(Spawn(f"spawn{thing.id}", side, cells, unit="" if side == "party" else word(thing.name)))
    sides = {spawn.side for spawn in spawns}
    if sides == {"party", "foe"}:
        findings.guess(f"{len(spawns)} starting places are taken from objects called like figures")
        return spawns
    ends = passage.far_ends(spawns[0].cells if spawns else ())
    if ends is None:
        findings.error("", "there is no open ground for two sides to start on: leave some cells free")
        return spawns
    for side, cells in zip(("party", "foe"), ends, strict=True):
        if side not in sides:
            spawns.append(Spawn(f"spawn_{side}", side, cells[:START_CELLS]))
    missing = " and ".join(side for side in ("party", "foe") if side not in sides)
    findings.guess(f"no Spawn for {missing}: put at the far ends of the largest open ground")
    return spawns


def _side(thing: ObjectNote) -> str:
    for text in (thing.klass, thing.name):
        name = word(text).rstrip("0123456789_")
        if name in PARTY:
            return "party"
        if name in FOES:
            return "foe"
    return ""


def _open_cells(outline: Outline, passage: Passage) -> tuple[Cell, ...]:
    cells = outline.cells(passage.field.width, passage.field.height)
    if not cells and outline.points:
        x, y = outline.middle()
        cells = Outline("point", ((x, y),), outline.pixel).cells(passage.field.width, passage.field.height)
    return tuple(cell for cell in cells if passage.open(cell))


def layer_meaning(layer: LayerNote) -> str:
    """What a layer was read as, for the report."""
    if layer.role:
        return layer.role
    return {"tiles": "drawn", "objects": "objects", "image": "a picture"}[layer.kind]
