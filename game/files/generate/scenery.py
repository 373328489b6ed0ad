"""What several kinds of maps are dressed with: woods, things in pairs, cover, starts, and screens between those."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from game.files.generate.canvas import Canvas, GroundPatch, MapThing, Plot, Rise, StartArea
from game.files.generate.seeded import SeededDraws
from game.spatial.field import Cell, Field
from game.spatial.space import Space

COVER_EVERY = 3
"""Steps from cover to cover along the ways: who stands between is never far from one."""

PAIRS = {"log_w": ("log_e", 1, 0), "log_n": ("log_s", 0, 1), "cart_w": ("cart_e", 1, 0), "rug_w": ("rug_e", 1, 0)}
"""Things of two tiles: the first, the second and where it lies from there."""


PILLARS = ("column", "menhir_1", "menhir_2")
"""Things that are solid to the sky."""

HIDES = 2.5
"""Feet from which on something is high enough to hide behind."""


def lay(canvas: Canvas, family: str, cells: Iterable[Cell]) -> frozenset[Cell]:
    """Lay a patch, as far as it is broad enough to have a rim, and give its cells."""
    own = opened([cell for cell in cells if canvas.inside(cell)], canvas.inside)
    if own:
        canvas.patches.append(GroundPatch(family, own))
    return own


def opened(cells: Collection[Cell], inside: Callable[[Cell], bool]) -> frozenset[Cell]:
    """The cells that lie in a square of two by two of them: narrower ground has no tiles. Off the map it goes on."""

    def has(cell: Cell) -> bool:
        return cell in own or not inside(cell)

    own = frozenset(cells)
    squares = [((0, 0), (dx, 0), (0, dy), (dx, dy)) for dx in (-1, 1) for dy in (-1, 1)]
    return frozenset(
        (x, y) for x, y in own if any(all(has((x + dx, y + dy)) for dx, dy in square) for square in squares)
    )


def place_prop(canvas: Canvas, cell: Cell, prop: str) -> bool:
    """Put a thing on a cell, and its other half beside it; False if there is no room."""
    other = None
    if prop in PAIRS:
        name, dx, dy = PAIRS[prop]
        other = (cell[0] + dx, cell[1] + dy), name
    if not canvas.empty(cell) or (other is not None and not canvas.empty(other[0])):
        return False
    canvas.props[cell] = prop
    if other is not None:
        canvas.props[other[0]] = other[1]
    return True


def raise_ground(
    canvas: Canvas, name: str, cells: Iterable[Cell], feet: float, steps: Sequence[tuple[Cell, str]]
) -> None:
    """Lift ground to that height, and make ramps of some of its cells, each with the tile of its steps."""
    own = tuple(cells)
    canvas.rises.append(Rise(name, own, feet))
    for cell, tile in steps:
        canvas.rises.append(Rise(f"{name}, steps", (cell,), feet / 2, ramp=True))
        canvas.flat[cell] = tile
        canvas.props.pop(cell, None)


def noise(draws: SeededDraws, width: int, height: int, wave: int) -> Callable[[Cell], float]:
    """Values from 0 to 1 that change slowly from cell to cell: drawn every ``wave`` cells, blended between."""
    columns = width // wave + 3
    lattice = [[draws.below(1000) / 1000 for _ in range(columns)] for _ in range(height // wave + 3)]

    def at(cell: Cell) -> float:
        (x, u), (y, v) = divmod(cell[0], wave), divmod(cell[1], wave)
        across, down = u / wave, v / wave
        top = lattice[y][x] * (1 - across) + lattice[y][x + 1] * across
        low = lattice[y + 1][x] * (1 - across) + lattice[y + 1][x + 1] * across
        return top * (1 - down) + low * down

    return at


def blob(draws: SeededDraws, box: Plot) -> list[Cell]:
    """Ground of a grown shape in a box: two or three rectangles on one another."""
    found = dict.fromkeys(box.grown(-1).cells() if min(box.wide, box.high) > 5 else [])
    for _ in range(3):
        wide, high = draws.between(box.wide * 3 // 5, box.wide), draws.between(box.high * 3 // 5, box.high)
        left, top = box.left + draws.below(box.wide - wide + 1), box.top + draws.below(box.high - high + 1)
        found |= dict.fromkeys(Plot(left, top, wide, high).cells())
    return list(found)


def way_of(points: Sequence[Cell], wide: int = 2) -> list[Cell]:
    """The cells of a way so many cells broad along straight stretches from point to point."""
    found: dict[Cell, None] = {}
    for (x1, y1), (x2, y2) in pairwise(points):
        left, right, top, bottom = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
        found |= dict.fromkeys(Plot(left, top, right - left + wide, bottom - top + wide).cells())
    return list(found)


def ring_of(cells: Collection[Cell], by: int) -> set[Cell]:
    """Cells with all that lie so many columns and rows round them."""
    reach = range(-by, by + 1)
    return {(x + dx, y + dy) for x, y in cells for dx in reach for dy in reach}


def plant_trees(canvas: Canvas, draws: SeededDraws, keep: Collection[Cell], share: int) -> None:
    """Trees in groves, thicker towards the rim of the map, on ground that is not kept free; ``share``: of a hundred."""
    thick = noise(draws.part("groves"), canvas.width, canvas.height, 5)
    lots = draws.part("trees")
    for x, y in canvas.cells():
        rim = min(x, y, canvas.width - 1 - x, canvas.height - 1 - y)
        wanted = share * (0.3 + 1.2 * thick((x, y)) ** 2) + (45 if rim == 0 else 15 if rim == 1 else 0)
        if lots.below(100) < wanted and (x, y) not in keep and canvas.empty((x, y)):
            canvas.walls[x, y] = "tree"


def close_pockets(canvas: Canvas, filled: Callable[[Cell], tuple[Literal["wall", "prop"], str]]) -> None:
    """Fill the open cells that nobody can walk to from the starts."""
    reached = canvas.reached([cell for start in canvas.starts for cell in start.cells])
    for cell in canvas.cells():
        if cell not in reached and canvas.open(cell):
            where, what = filled(cell)
            canvas.props.pop(cell, None)
            canvas.flat.pop(cell, None)
            (canvas.walls if where == "wall" else canvas.props)[cell] = what


def scatter(
    canvas: Canvas, draws: SeededDraws, props: Sequence[str], per_hundred: int, where: Collection[Cell]
) -> None:
    """Things here and there on some cells, so many on a hundred."""
    for cell in sorted(where, key=lambda each: (each[1], each[0])):
        if draws.below(100) < per_hundred:
            place_prop(canvas, cell, draws.pick(props))


def cover_ways(canvas: Canvas, draws: SeededDraws, props: Sequence[str], keep: Collection[Cell]) -> None:
    """Put things to hide behind wherever one would walk too far without, and no way is shut by them."""
    starts = [start.cells for start in canvas.starts]
    hidden, whole = _sheltered(canvas), sum(map(canvas.open, canvas.cells()))
    for cell in draws.shuffled([cell for cell in canvas.cells() if canvas.open(cell)]):
        if hidden.get(cell, COVER_EVERY + 1) <= COVER_EVERY or cell in keep or not canvas.empty(cell):
            continue
        prop = draws.pick(props)
        if not place_prop(canvas, cell, prop):
            continue
        halves = 2 if prop in PAIRS else 1
        filled = 0 if canvas.open(cell) else halves
        if len(canvas.reached(starts[0])) < whole - filled:
            del canvas.props[cell]
            if prop in PAIRS:
                _, dx, dy = PAIRS[prop]
                del canvas.props[cell[0] + dx, cell[1] + dy]
            continue
        whole -= filled
        for near, steps in canvas.reached(canvas.beside(cell), COVER_EVERY).items():
            hidden[near] = min(steps, hidden.get(near, steps))


def _sheltered(canvas: Canvas) -> dict[Cell, int]:
    """Steps from each open cell to the next that lies beside something to hide behind."""
    some = (*canvas.walls, *canvas.props)
    high = [cell for cell in some if (tile := canvas.tile(cell)) and (tile.opaque or tile.height >= HIDES)]
    beside = dict.fromkeys(other for cell in high for other in canvas.beside(cell))
    return canvas.reached(beside)


def start_at(canvas: Canvas, side: str, name: str, cells: Iterable[Cell]) -> None:
    """Let a side start on the cells of some that nothing stands on."""
    canvas.starts.append(StartArea(side, name, tuple(cell for cell in cells if canvas.open(cell))))


def things_about(canvas: Canvas, draws: SeededDraws, words: Sequence[str], count: int, where: Sequence[Cell]) -> None:
    """Things that rules let one take up, on cells that nothing stands on."""
    free = [cell for cell in where if canvas.empty(cell)]
    for cell in draws.shuffled(free)[:count]:
        word = draws.pick(words)
        canvas.things.append(MapThing(word.capitalize(), "thing", (cell,), thing=word))


def loosen_corners(canvas: Canvas) -> None:
    """Take away walls that touch others by a corner only: nobody sees or walks through such a gap."""
    while True:
        solid = {cell for cell, name in canvas.walls.items() if name not in ("tree", "hedge")}
        solid |= {cell for cell, prop in canvas.props.items() if canvas.tile(cell) and prop in PILLARS}
        loose = [
            (x, y) if (x, y) in solid else (x + 1, y)
            for x, y in canvas.cells()
            if ((x, y) in solid) == ((x + 1, y + 1) in solid) != ((x + 1, y) in solid) == ((x, y + 1) in solid)
            and canvas.inside((x + 1, y + 1))
        ]
        if not loose:
            return
        canvas.walls.pop(loose[0], None)
        canvas.props.pop(loose[0], None)


# --- screens between starts ---

FREE = 1
"""Cells round a start that are left free."""

MOST = 24
"""Screens that are put up at most: who would need more has chosen the wrong places to start."""

ScreenResult = Literal["out of sight", "screened", "open"]
"""Nobody is seen; something was put between, to be looked at again; there are lines on which nothing can be put."""

WILD = ("grass", "forest")
"""Floors on which trees grow; a column stands on the others."""


def screen_starts(canvas: Canvas, field: Field) -> ScreenResult:
    """Put trees or columns where most lines of sight between the starts pass.

    ``field``: the map as rules read it.
    """
    space, (one, two) = Space(field), canvas.starts
    seen = [(p, q) for p in one.cells for q in two.cells if space.sees(p, q)]
    if not seen:
        return "out of sight"
    near = ring_of([*one.cells, *two.cells], FREE)
    barred = {cell for thing in canvas.things for cell in thing.cells} | near | set(canvas.flat) | canvas.clear
    lines = {pair: [cell for cell in _between(*pair) if cell not in barred] for pair in seen}
    useless: set[Cell] = set()
    for _ in range(MOST):
        passed = Counter(cell for way in lines.values() for cell in way if cell not in useless)
        if not passed:
            break
        cell = min(passed, key=lambda each: (-passed[each], each))
        if _planted(canvas, cell):
            lines = {pair: way for pair, way in lines.items() if cell not in way}
        else:
            useless.add(cell)
    return "open" if lines else "screened"


def _planted(canvas: Canvas, cell: Cell) -> bool:
    """Whether the screen stands there now; it does not if it would part the ground."""
    if not canvas.empty(cell):
        return False
    where, what = (canvas.walls, "tree") if canvas.floor[cell] in WILD else (canvas.props, "column")
    where[cell] = what
    if len(canvas.reached(canvas.starts[0].cells)) == sum(map(canvas.open, canvas.cells())):
        return True
    del where[cell]
    return False


def _between(one: Cell, two: Cell) -> Iterator[Cell]:
    """The cells on the line between the middles of two cells."""
    (x1, y1), (x2, y2) = one, two
    steps = max(abs(x2 - x1), abs(y2 - y1))
    for n in range(1, steps):
        yield x1 + _rounded(n * (x2 - x1), steps), y1 + _rounded(n * (y2 - y1), steps)


def _rounded(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)
