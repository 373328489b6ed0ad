"""A river through meadows: a bridge in the middle, a ford on one side of it, a footbridge on the other."""

from __future__ import annotations

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, ThinLine
from game.files.generate.scenery import (
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
from game.spatial.field import Cell

COVER = ("boulder_1", "boulder_2", "bush_1", "bush_2", "log_w", "hay_bale", "bush_berries")
BANK = ("reeds_1", "reeds_2", "stones", "bush_1", "boulder_1")

TITLES = (
    *("The Heron Ford", "The Toll Bridge", "Otter Reach", "The Drovers’ Crossing", "The Mill Water", "Eel Bridge"),
    *("The Washing Stones", "The Ferryman’s Rest", "Willow Reach", "The Low Crossing"),
)
MEADOWS = (
    *("Water meadow", "Willow bank", "Drovers’ green", "Eel trap", "Kingcup meadow", "Osier bed", "Cattle drink"),
    *("Washing place", "Mill lane", "Tow path", "Heron stand", "Long acre", "Sheep wash", "Old ferry", "Marsh edge"),
    *("Alder holt", "Goose green", "Hay meadow", "Toll field", "Pollards"),
)


def draw_ford(draws: SeededDraws, width: int, height: int) -> Canvas:
    """One such map."""
    canvas = Canvas(width, height, "grass")
    canvas.names = {"grass": MEADOWS, "ford": ("The ford",), "river": ("Deep water", "Upper reach", "Lower reach")}
    lots = draws.part("river")
    wide, half, middle = 5, width // 2, height // 2 - 1
    swing = lots.between(1, 3) * lots.pick((1, -1))
    left = half - 3
    course = way_of([(left + swing, 0), (left + swing, middle - 4), (left, middle - 4), (left, middle + 2)], wide)
    course += way_of([(left, middle + 2), (left - swing, middle + 2), (left - swing, height - 1)], wide)
    river = lay(canvas, "river", [cell for cell in course if canvas.inside(cell)])
    canvas.clear |= river
    north = lots.chance(50)
    shallow = Plot(0, middle - 8 if north else middle + 5, width, 4)
    ford = lay(canvas, "ford", [cell for cell in river if cell in shallow.cells()])
    canvas.places.append(NamedPlace("The ford", tuple(sorted(ford)), "water"))
    off = lots.between(height // 4, height // 3 - 1) * lots.pick((1, -1))
    west, east = middle + off, middle - off
    road = way_of([(0, west), (left - 3, west), (left - 3, middle), (left + wide + 2, middle)])
    road += way_of([(left + wide + 2, middle), (left + wide + 2, east), (width - 2, east)])
    road += way_of([(left - 3, middle), (left - 3, shallow.top + 1)]) + way_of(
        [(left + wide + 2, middle), (left + wide + 2, shallow.top + 1)]
    )
    way = [cell for cell in road if cell not in river]
    canvas.clear |= lay(canvas, "road", way)
    row = middle + 7 if north else middle - 7
    _bridges(canvas, draws.part("bridge"), river, middle, row)
    starts = {"party": Plot(1, west - 2, 4, 6), "foe": Plot(width - 5, east - 2, 4, 6)}
    keep: set[Cell] = {*river, *road, *(cell for plot in starts.values() for cell in plot.cells())}
    keep |= {(x, y) for x, y in ring_of(river, 3) if y in (row, row + 1)}
    across = 3 if off < 0 else -6
    _house(canvas, draws.part("house"), Plot(left - 9, middle + across, 5, 5), keep, "Toll house")
    _house(canvas, draws.part("mill"), Plot(left + wide + 5, middle - across - 3, 5, 5), keep, "Mill house")
    plant_trees(canvas, draws, keep, 24)
    shore = ring_of(river, 1) - set(river)
    scatter(canvas, draws.part("shore"), BANK, 22, [cell for cell in sorted(shore) if cell not in keep])
    scatter(canvas, draws.part("growth"), COVER, 4, [cell for cell in canvas.cells() if cell not in keep])
    scatter(
        canvas, draws.part("rocks"), ("river_rock",), 10, [cell for cell in sorted(river) if cell not in canvas.flat]
    )
    start_at(canvas, "party", "West bank", starts["party"].cells())
    start_at(canvas, "foe", "East bank", starts["foe"].cells())
    close_pockets(canvas, lambda _: ("wall", "tree"))
    cover_ways(canvas, draws.part("cover"), COVER, keep)
    cover_ways(canvas, draws.part("rock cover"), ("river_rock",), set(canvas.cells()) - set(ford))
    close_pockets(canvas, lambda _: ("wall", "tree"))
    for name, column, line in (("Road west", 0, west), ("Road east", width - 1, east)):
        canvas.things.append(MapThing(name, "exit", ((column, line), (column, line + 1))))
    things_about(canvas, draws.part("things"), ("branch", "stone"), width * height // 90, canvas.cells())
    canvas.title = draws.part("title").pick(TITLES)
    canvas.description = "A river with three crossings: the bridge is quickest, and whoever wades is slow."
    return canvas


def _bridges(canvas: Canvas, lots: SeededDraws, river: frozenset[Cell], middle: int, row: int) -> None:
    """The bridge of the road, with parapets, and a footbridge farther on."""
    for line, tile, broad in ((middle, "bridge", 2), (row, "footbridge", 1)):
        columns = sorted({x for x, y in river if line <= y < line + broad})
        if not columns:
            continue
        span = Plot(columns[0], line, columns[-1] - columns[0] + 1, broad)
        for cell in span.cells():
            canvas.flat[cell] = f"{tile}_{lots.between(1, 2)}"
        name = "The bridge" if broad == 2 else "Footbridge"
        canvas.places.insert(0, NamedPlace(name, tuple(span.cells()), "passage"))
        if broad == 2:
            canvas.things.append(MapThing(name, "objective", tuple(span.cells())))
            for y in (span.top, span.bottom):
                canvas.lines.append(ThinLine((span.left, y), (span.right, y), "low_wall", "Parapet"))
        canvas.clear |= set(span.cells())


def _house(canvas: Canvas, lots: SeededDraws, plot: Plot, keep: set[Cell], name: str) -> None:
    """A house of one room with a door on two sides, where there is room for it."""
    if keep.intersection(plot.cells()) or not all(canvas.inside(cell) for cell in plot.grown(1).cells()):
        return
    inside = plot.grown(-1).cells()
    for cell in plot.cells():
        canvas.floor[cell] = "boards"
        if cell not in inside:
            canvas.walls[cell] = "stone"
    x, _ = plot.middle
    for door in ((x, plot.top), (x, plot.bottom - 1)):
        canvas.walls.pop(door)
        line = (door[0], door[1] + (door[1] == plot.bottom - 1))
        canvas.lines.append(ThinLine(line, (line[0] + 1, line[1]), "door", "Door", lots.pick(("closed", "open"))))
    place_prop(canvas, (plot.left + 1, plot.top + 1), lots.pick(("table", "barrel_1", "crate_1")))
    place_prop(canvas, (plot.right - 2, plot.bottom - 2), lots.pick(("table", "shelf", "sacks")))
    keep |= set(plot.grown(1).cells())
    canvas.places.append(NamedPlace(name, tuple(plot.cells()), "room", "cover"))
