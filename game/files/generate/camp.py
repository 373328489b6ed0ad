"""A camp in a clearing: a fire with seats round it, carts and stores, breastworks, wood on all sides."""

from __future__ import annotations

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, ThinLine
from game.files.generate.scenery import (
    blob,
    close_pockets,
    cover_ways,
    lay,
    place_prop,
    plant_trees,
    scatter,
    start_at,
    things_about,
    way_of,
)
from game.files.generate.seeded import SeededDraws
from game.files.generate.wood_road import COVER, UNDERWOOD, WOODS
from game.spatial.field import Cell

STORES = ("crate_1", "crate_2", "barrel_1", "barrels", "sacks", "hay_bale", "target", "chest")
TITLES = (
    *("The Robbers’ Camp", "The Drovers’ Halt", "The Charcoal Camp", "Wagon Ring", "The Deserters’ Fire"),
    *("Hunters’ Rest", "The Hidden Clearing", "The Pedlars’ Fire", "The Woodcutters’ Camp"),
)


def draw_camp(draws: SeededDraws, width: int, height: int) -> Canvas:
    """One such map."""
    canvas = Canvas(width, height, "forest")
    canvas.names = {
        "forest": WOODS,
        "glade": ("Clearing’s edge", "Horse lines", "Cut grass", "Wood stack", "Slops pit"),
    }
    lots = draws.part("camp")
    middle, half = height // 2 - 1, width // 2 - 1
    off = lots.between(2, height // 3 - 2) * lots.pick((1, -1))
    west, east = middle + off, middle - off
    wide, high = width * 2 // 5, height // 2
    clearing = Plot(half + 1 - wide // 2, middle + 1 - high // 2, wide, high)
    starts = {"party": Plot(0, west - 2, 5, 6), "foe": Plot(width - 5, east - 2, 5, 6)}
    glade = [cell for plot in starts.values() for cell in plot.cells()]
    grass = lay(canvas, "glade", [*blob(lots, clearing.grown(1)), *clearing.cells(), *glade])
    trail = way_of([(0, west), (clearing.left - 2, west), (clearing.left - 2, middle), (half, middle)])
    trail += way_of([(half, middle), (clearing.right, middle), (clearing.right, east), (width - 2, east)])
    canvas.clear |= lay(canvas, "road", trail)
    keep: set[Cell] = {*grass, *trail}
    for row in (1, height - 2):
        keep |= set(way_of([(2, west), (2, row), (width - 3, row), (width - 3, east)], 1))
    _fire(canvas, draws.part("fire"), half, middle)
    _breastworks(canvas, draws.part("breastworks"), clearing)
    shore = [cell for cell in clearing.grown(-1).cells() if cell not in clearing.grown(-3).cells()]
    carts = [cell for cell in lots.shuffled(shore) if cell not in trail]
    placed = [place_prop(canvas, cell, "cart_w") for cell in carts[: 2 + width // 12]]
    scatter(canvas, draws.part("stores"), STORES, 10 + 2 * placed.count(False), [c for c in shore if c not in trail])
    plant_trees(canvas, draws, keep, 42)
    scatter(canvas, draws.part("underwood"), UNDERWOOD, 8, [cell for cell in canvas.cells() if cell not in keep])
    start_at(canvas, "party", "Western trail", starts["party"].cells())
    start_at(canvas, "foe", "Eastern trail", starts["foe"].cells())
    close_pockets(canvas, lambda _: ("wall", "tree"))
    free = {*trail, *(cell for start in canvas.starts for cell in start.cells)}
    cover_ways(canvas, draws.part("cover"), COVER, free)
    close_pockets(canvas, lambda _: ("wall", "tree"))
    for name, column, row in (("Trail west", 0, west), ("Trail east", width - 1, east)):
        canvas.things.append(MapThing(name, "exit", ((column, row), (column, row + 1))))
    things_about(canvas, draws.part("things"), ("stool", "bottle", "branch"), width * height // 70, canvas.cells())
    canvas.title = draws.part("title").pick(TITLES)
    canvas.description = "A fire in a clearing, carts round it, and breastworks to shoot over."
    return canvas


def _fire(canvas: Canvas, lots: SeededDraws, x: int, y: int) -> None:
    """The fire, which is fought over, with logs to sit on."""
    place_prop(canvas, (x, y), "campfire")
    canvas.things.append(MapThing("The fire", "objective", tuple(Plot(x, y, 2, 2).cells())))
    canvas.things.append(MapThing("Camp fire", "fire", ((x, y),), "1d6"))
    canvas.things.append(MapThing("Camp fire’s glow", "light", ((x, y),), "20 ft"))
    for cell, prop in (((x - 2, y - 1), "log_n"), ((x, y - 2), "log_w"), ((x + 3, y), "log_n"), ((x, y + 3), "log_w")):
        if lots.chance(80):
            place_prop(canvas, cell, prop)
    canvas.places.append(NamedPlace("Fireside", tuple(Plot(x - 2, y - 2, 6, 6).cells()), "open", "cover"))


def _breastworks(canvas: Canvas, lots: SeededDraws, clearing: Plot) -> None:
    """Low walls to the north and the south, with gaps at their ends and in the middle."""
    part = clearing.wide // 2 - 2
    for row in (clearing.top, clearing.bottom):
        for left in (clearing.left + 1, clearing.right - 1 - part):
            if lots.chance(75):
                canvas.lines.append(ThinLine((left, row), (left + part, row), "low_wall", "Breastwork"))
