"""Maps for tests: from a drawing, or at random from a generator given."""

from __future__ import annotations

from math import fsum
from random import Random

from game.spatial.field import UNIT, Cell, Edge, EdgeKind, Field, Terrain
from game.spatial.solids import Box, boxes
from game.spatial.space import Space

FLOOR = Terrain()
WALL = Terrain("wall", blocks_move=True, blocks_sight=True)
MUD = Terrain("mud", cost=2)
CRATE = Terrain("crate", height=UNIT * 3 // 5)
STACK = Terrain("stack", blocks_move=True, height=UNIT)
SLIT_X = Terrain("slit", blocks_move=True, blocks_sight=True, gap=4)
SLIT_Y = Terrain("slit", blocks_move=True, blocks_sight=True, gap=7, gap_axis="y")
WINDOW = Terrain("window", blocks_move=True, sill=8, lintel=16)
ANVIL = Terrain("anvil", height=4)
PALETTE = (FLOOR, WALL, MUD, CRATE, STACK, SLIT_X, SLIT_Y, WINDOW, ANVIL)
SIGNS = ".#~cs-|wa"


def drawn(*rows: str, **rest: object) -> Field:
    """A field from rows of signs: . floor, # wall, ~ mud, c crate, s stack, - and | slits, w window, a low anvil."""
    terrain = tuple(SIGNS.index(sign) for row in rows for sign in row)
    return Field(len(rows[0]), len(rows), PALETTE, terrain, **rest)  # type: ignore[arg-type]


def with_walls(width: int, height: int, walls: list[Cell]) -> Space:
    """An open map with some walls."""
    return Space(drawn(*("".join("#" if (x, y) in walls else "." for x in range(width)) for y in range(height))))


def scattered(
    random: Random, width: int, height: int, kinds: dict[str, float], thin: float = 0.0, **rest: object
) -> Field:
    """A random field: each kind of cell with its chance, and thin things of all kinds in some of the cell sides."""
    signs, weights = [".", *kinds], [1 - fsum(kinds.values()), *kinds.values()]
    rows = ["".join(random.choices(signs, weights, k=width)) for _ in range(height)]
    edges = []
    for y in range(height):
        for x in range(width):
            for b in ((x + 1, y), (x, y + 1)):
                if random.random() < thin:
                    edges.append(thin_thing(random, f"e{x}-{y}-{b[0] - x}", (x, y), b, high="flat" in rest))
    return drawn(*rows, edges=tuple(edges), **{k: v for k, v in rest.items() if k != "flat"})


def thin_thing(random: Random, name: str, a: Cell, b: Cell, high: bool) -> Edge:
    """A random thin thing; ``high``: only such that reach from the floor to the sky."""
    kinds: tuple[EdgeKind, ...] = ("wall", "door", "slit", "portcullis")
    kind = random.choice(kinds if high else (*kinds, "window", "low_wall"))
    sill = random.choice([5, 10, 15])
    return Edge(name, a, b, kind, sill=sill, lintel=sill + 4 if kind == "window" else 0, gap=random.choice([3, 8]))


def doubled(space: Space) -> list[Box]:
    """The solids of a space in half steps, all whole numbers."""
    out = []
    for box in boxes(space.field, space.open_edges):
        x0, x1, y0, y1, z0, z1 = (int(2 * value) for value in box[:6])
        out.append(Box(x0, x1, y0, y1, z0, z1, box.cell))
    return out
