"""What tiles and objects say of blocking, each by itself, and tiles that lie one over another.

Of those the topmost that says so decides, where it leads across as a bridge does. Programs differ: some ask the topmost
tile, others each layer by itself. A bridge that says that it does not block, over water that does, is drawn for the
first kind; a roof or a torch over a wall is drawn for either, and the wall blocks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from game.files.tiled.evidence import Evidence, pieces
from game.files.tiled.hints import meaning, says_solid
from game.files.tiled.layers import ObjectNote
from game.files.tiled.map_objects import Things
from game.files.tiled.schema import Property
from game.files.tiled.tmx import ParsedMap


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
