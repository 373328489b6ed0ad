"""A hamlet round a well: houses with two doors each near the square, a lane through it, fields at its ends."""

from __future__ import annotations

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, ThinLine
from game.files.generate.scenery import (
    blob,
    close_pockets,
    cover_ways,
    lay,
    place_prop,
    plant_trees,
    ring_of,
    scatter,
    start_at,
    things_about,
    way_of,
)
from game.files.generate.seeded import SeededDraws
from game.spatial.field import Cell, EdgeState

COVER = ("hay_bale", "bush_1", "bush_2", "log_w", "bush_berries", "stump")
YARD = ("barrel_1", "crate_1", "crate_2", "barrels", "hay_bale", "cart_w", "log_n")
INDOORS = ("table", "shelf", "barrel_1", "chest", "crate_1", "sacks")
HOUSES = (
    *("Smithy", "Bakehouse", "Alehouse", "Weaver’s house", "Reeve’s house", "Miller’s house", "Barn", "Cooper’s shop"),
    *("Widow’s cottage", "Shepherd’s cottage", "Priest’s house", "Tannery", "Potter’s house", "Wheelwright’s shop"),
)
ROOMY = 22
"""Rows from which on the square is as long as it is broad."""

TITLES = (
    *("Nether Wick", "Lower Orm", "Harrow End", "Stoke by the Well", "Thornby", "Long Acre", "Priors’ Green"),
    *("Coldwell", "Ashby Lane", "Millers’ End"),
)
GREENS = (
    *("Green", "Back gardens", "Goose pasture", "Orchard", "Paddock", "Drying ground", "Bee garden", "Sheepfold"),
    *(
        "Common",
        "Pond side",
        "Churchyard edge",
        "Kitchen gardens",
        "Cow pasture",
        "Hen run",
        "Lane end",
        "Bowling green",
    ),
)


def draw_village(draws: SeededDraws, width: int, height: int) -> Canvas:
    """One such map."""
    canvas = Canvas(width, height, "grass")
    canvas.names = {"grass": GREENS, "wheat": ("Wheat field", "Barley field"), "plough": ("Ploughed field", "Fallow")}
    lots = draws.part("lane")
    middle, half = height // 2 - 1, width // 2
    off = lots.between(3, height // 3 - 2) * lots.pick((1, -1))
    first = width * lots.between(28, 34) // 100
    second = width - 2 - first
    west, east = middle + off, middle - off
    bends = [(0, west), (first, west), (first, middle), (second, middle), (second, east), (width - 2, east)]
    square = Plot(half - 3, middle - 1, 6, 4) if height < ROOMY else Plot(half - 3, middle - 2, 6, 6)
    lane = lay(canvas, "road", [*way_of(bends), *square.cells()])
    canvas.clear |= lane
    starts = {"party": Plot(1, west - 2, 4, 6), "foe": Plot(width - 5, east - 2, 4, 6)}
    keep: set[Cell] = {*lane, *(cell for plot in starts.values() for cell in plot.cells())}
    names = draws.part("names").shuffled(HOUSES)
    for number, plot in enumerate(_plots(draws.part("plots"), canvas, keep, square, width, height)):
        _house(canvas, draws.part(f"house {number}"), plot, names[number % len(names)])
        keep |= set(plot.grown(1).cells())
    _fields(canvas, draws.part("fields"), keep, width, height)
    place_prop(canvas, (half, middle), "well")
    canvas.things.append(MapThing("The well", "objective", tuple(Plot(half - 1, middle, 2, 2).cells())))
    canvas.places.append(NamedPlace("Well square", tuple(square.cells()), "open", "cover"))
    plant_trees(canvas, draws, keep | {cell for patch in canvas.patches for cell in patch.cells}, 14)
    houses = {cell for cell, family in canvas.walls.items() if family == "stone"}
    yards = ring_of(houses, 2) - ring_of(_thresholds(canvas), 1) - set(lane)
    scatter(canvas, draws.part("yards"), YARD, 7, [cell for cell in yards if canvas.floor.get(cell) == "grass"])
    scatter(canvas, draws.part("growth"), COVER, 4, [cell for cell in canvas.cells() if cell not in keep])
    start_at(canvas, "party", "Lane, west end", starts["party"].cells())
    start_at(canvas, "foe", "Lane, east end", starts["foe"].cells())
    close_pockets(canvas, lambda _: ("wall", "tree"))
    free = {cell for start in canvas.starts for cell in start.cells}
    cover_ways(canvas, draws.part("cover"), COVER, free | _thresholds(canvas))
    close_pockets(canvas, lambda _: ("wall", "tree"))
    for name, column, row in (("West lane", 0, west), ("East lane", width - 1, east)):
        canvas.things.append(MapThing(name, "exit", ((column, row), (column, row + 1))))
    things_about(
        canvas, draws.part("things"), ("stool", "bottle", "branch", "bench"), width * height // 80, canvas.cells()
    )
    canvas.title = draws.part("title").pick(TITLES)
    canvas.description = "Houses round a well: whoever holds one has two doors to watch."
    return canvas


def _plots(lots: SeededDraws, canvas: Canvas, keep: set[Cell], square: Plot, width: int, height: int) -> list[Plot]:
    """Where houses stand: as near to the well as the lane leaves room, and never wall to wall."""
    found: list[Plot] = []
    taken = set(keep)
    spots = [(x, y) for y in range(1, height - 5) for x in range(6, width - 11)]
    near = sorted(lots.shuffled(spots), key=lambda cell: _far(cell, square) // 4)
    for x, y in near:
        plot = Plot(x, y, lots.between(5, 7), 5 if height < ROOMY else lots.between(5, 6))
        around = plot.grown(1)
        if around.bottom > height or around.top < 0 or not taken.isdisjoint(around.cells()):
            continue
        found.append(plot)
        taken |= set(plot.grown(2).cells())
        if len(found) == 3 + width * height // 260:
            break
    return found


def _far(cell: Cell, square: Plot) -> int:
    x, y = square.middle
    return max(abs(cell[0] + 3 - x), abs(cell[1] + 3 - y))


def _house(canvas: Canvas, lots: SeededDraws, plot: Plot, name: str) -> None:
    """Walls a cell thick, two doors across from each other, and something in the corners."""
    inside = plot.grown(-1).cells()
    for cell in plot.cells():
        canvas.floor[cell] = "boards"
        if cell not in inside:
            canvas.walls[cell] = "stone"
    x, y = plot.middle
    across = lots.chance(50)
    doors = ((plot.left, y), (plot.right - 1, y)) if across else ((x, plot.top), (x, plot.bottom - 1))
    for u, v in doors:
        del canvas.walls[u, v]
        state: EdgeState = "open" if lots.chance(33) else "closed"
        if across:
            column = u + (u != plot.left)
            canvas.lines.append(ThinLine((column, v), (column, v + 1), "door", "Door", state))
        else:
            row = v + (v != plot.top)
            canvas.lines.append(ThinLine((u, row), (u + 1, row), "door", "Door", state))
    corners = [(plot.left + 1, plot.top + 1), (plot.right - 2, plot.top + 1), (plot.left + 1, plot.bottom - 2)]
    beside = {(u + du, v + dv) for u, v in doors for du, dv in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    for cell in lots.shuffled([corner for corner in corners if corner not in beside])[: lots.between(1, 2)]:
        place_prop(canvas, cell, lots.pick(INDOORS))
    canvas.places.append(NamedPlace(name, tuple(plot.cells()), "room", "cover"))


def _thresholds(canvas: Canvas) -> set[Cell]:
    """Cells at doors, on both sides."""
    return ring_of({line.a for line in canvas.lines}, 1)


def _fields(canvas: Canvas, lots: SeededDraws, keep: set[Cell], width: int, height: int) -> None:
    """A field in each of two corners, one of corn."""
    corners = [(1, 1), (width - 10, height - 7), (1, height - 7), (width - 10, 1)]
    free = [(x, y) for x, y in corners if keep.isdisjoint(Plot(x, y, 9, 6).grown(1).cells())]
    for (x, y), family in zip(lots.shuffled(free), ("wheat", "plough"), strict=False):
        lay(canvas, family, blob(lots, Plot(x, y, 9, 6)))
