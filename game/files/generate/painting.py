"""From what lies on the cells of a map to tiles: rims of patches, faces of walls, edges of heights."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from game.files.generate.canvas import Canvas, Rise
from game.files.generate.seeded import SeededDraws
from game.files.generate.tiles import FLOORS, PATCHES, WALLS, PatchFamily, tile_table
from game.spatial.field import Cell

TURNED = (0, 0xA0000000, 0xC0000000, 0x60000000)
"""What Tiled adds to a tile's number to turn it clockwise by none, one, two and three quarters."""

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west: a rim is drawn for the north and turned for the others."""

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The same for corners, drawn for the north-west."""

RARE = 6
"""Of a hundred cells of a floor those with one of its rare tiles."""

LEDGE = 4.0
"""Feet by which ground has to lie higher than what is beside it for its rim and face to be drawn."""

HIGH = 15.0
"""Feet from which a face is the high one."""

TileLayer = dict[Cell, int]
"""Numbers of tiles by cell; the others are empty."""


def paint(canvas: Canvas, draws: SeededDraws) -> list[tuple[str, str, TileLayer]]:
    """The layers of tiles from the lowest to the uppermost: name, class where the name says none, tiles."""
    layers = [("ground", "", _floor(canvas, draws.part("floor")))]
    for number, patch in enumerate(canvas.patches):
        tiles = _patch(patch.cells, PATCHES[patch.family], canvas.inside, draws.part(f"patch {number}"))
        layers.append((patch.family, "decor", tiles))
    layers += [("steps", "decor", _named(canvas.flat)), *_ledges(canvas, draws.part("ledges"))]
    layers += [("walls", "", _walls(canvas, draws.part("walls"))), ("decor", "", _named(canvas.props))]
    return [layer for layer in layers if layer[2]]


def opened(cells: Collection[Cell], inside: Callable[[Cell], bool]) -> frozenset[Cell]:
    """The cells that lie in a square of two by two of them: narrower ground has no tiles. Off the map it goes on."""

    def has(cell: Cell) -> bool:
        return cell in own or not inside(cell)

    own = frozenset(cells)
    squares = [((0, 0), (dx, 0), (0, dy), (dx, dy)) for dx in (-1, 1) for dy in (-1, 1)]
    return frozenset(
        (x, y) for x, y in own if any(all(has((x + dx, y + dy)) for dx, dy in square) for square in squares)
    )


def _gid(name: str) -> int:
    return tile_table().tiles[name].gid


def _named(tiles: dict[Cell, str]) -> TileLayer:
    return {cell: _gid(name) for cell, name in tiles.items()}


def _floor(canvas: Canvas, draws: SeededDraws) -> TileLayer:
    found = {}
    for cell in canvas.cells():
        family = FLOORS[canvas.floor[cell]]
        names: Sequence[str] = family.rare if family.rare and draws.chance(RARE) else family.usual
        found[cell] = _gid(draws.pick(names))
    return found


def _patch(
    cells: frozenset[Cell], family: PatchFamily, inside: Callable[[Cell], bool], draws: SeededDraws
) -> TileLayer:
    def out(x: int, y: int) -> bool:
        return (x, y) not in cells and inside((x, y))

    found = {}
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        bare = [out(x + dx, y + dy) for dx, dy in SIDES]
        turns = [turn for turn in range(4) if bare[turn]]
        corners = [turn for turn in range(4) if bare[turn] and bare[turn - 1]]
        notches = [turn for turn, (dx, dy) in enumerate(CORNERS) if out(x + dx, y + dy)]
        if corners:
            found[x, y] = _gid(family.outer) + TURNED[corners[0]]
        elif turns:
            found[x, y] = _gid(draws.pick(family.edge)) + TURNED[turns[0]]
        elif notches:
            found[x, y] = _gid(family.inner) + TURNED[notches[0]]
        else:
            found[x, y] = _gid(draws.pick(family.within))
    return found


def _walls(canvas: Canvas, draws: SeededDraws) -> TileLayer:
    found = {}
    for (x, y), name in canvas.walls.items():
        below = x, y + 1
        bare = canvas.inside(below) and canvas.walls.get(below) in (None, "tree", "hedge")
        family = WALLS[name]
        found[x, y] = _gid(draws.pick(family.face if bare else family.top))
    return found


def _ledges(canvas: Canvas, draws: SeededDraws) -> list[tuple[str, str, TileLayer]]:
    """What is drawn where built ground falls off: its rim, its face to the south, its shadow."""
    built = [rise for rise in canvas.rises if rise.feet >= LEDGE and not rise.ramp and _is_built(canvas, rise)]
    levels = {cell: rise.feet for rise in canvas.rises for cell in rise.cells}
    shadows: TileLayer = {}
    rims: TileLayer = {}
    faces: TileLayer = {}

    def falls(cell: Cell, way: Cell) -> bool:
        other = cell[0] + way[0], cell[1] + way[1]
        low = levels.get(other, 0.0)
        return canvas.inside(other) and levels[cell] - low >= LEDGE and other not in canvas.walls

    for cell in dict.fromkeys(cell for rise in built for cell in rise.cells):
        if cell in canvas.walls:
            continue
        x, y = cell
        bare = [falls(cell, way) for way in SIDES]
        if bare[2]:
            deep = levels[cell] - levels.get((x, y + 1), 0.0)
            faces[cell] = _gid(("face_high_" if deep >= HIGH else "face_") + str(draws.between(1, 2)))
            shadows[x, y + 1] = _gid("shade")
        elif bare[0] and (bare[3] or bare[1]):
            rims[cell] = _gid("rim_corner") + TURNED[0 if bare[3] else 1]
        elif any(bare):
            rims[cell] = _gid("rim") + TURNED[bare.index(True)]
        if bare[1] and not bare[2]:
            shadows.setdefault((x + 1, y), _gid("shade") + TURNED[3])
    return [("shadows", "decor", shadows), ("rims", "decor", rims), ("faces", "decor", faces)]


def _is_built(canvas: Canvas, rise: Rise) -> bool:
    """Whether it is masonry, which has a face; a bank of earth has a rim of its own."""
    return rise.cells[0] not in canvas.on("bank")
