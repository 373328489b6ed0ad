"""A road through a wood: bends that hide what comes, a bank to shoot from, a glade, ways through the trees."""

from __future__ import annotations

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot
from game.files.generate.scenery import (
    blob,
    close_pockets,
    cover_ways,
    lay,
    place_prop,
    plant_trees,
    raise_ground,
    ring_of,
    scatter,
    start_at,
    things_about,
    way_of,
)
from game.files.generate.seeded import SeededDraws
from game.spatial.field import Cell

TREES = 44
"""Of a hundred cells of wood, about."""

UNDERWOOD = ("undergrowth_1", "undergrowth_2", "bush_1", "bush_2", "stump", "mushrooms", "stones", "bush_berries")
COVER = ("boulder_1", "boulder_2", "bush_1", "bush_2", "log_w", "log_n", "bush_berries")

WOODS = (
    *(
        "Old oaks",
        "Badger wood",
        "Owl wood",
        "Fox hollow",
        "Crows’ corner",
        "Fern bottom",
        "Bramble side",
        "Hazel copse",
    ),
    *(
        "Charcoal pits",
        "Jay wood",
        "Windfall",
        "Adder bank",
        "Stag’s run",
        "Moss hollow",
        "Thorn thicket",
        "Birch stand",
    ),
    *(
        "Holly grove",
        "Woodcock shaw",
        "Hollow beech",
        "Boar’s wallow",
        "Rooks’ elms",
        "Hanger",
        "Dead oak",
        "Alder edge",
    ),
)
GLADES = (
    *("Fern clearing", "Stump glade", "Sunlit glade", "Deer lawn", "Sawyers’ glade", "Foxglove glade", "Wide verge"),
    *("Grazing strip", "Primrose bank", "Wagon halt", "Pedlars’ rest", "Gravel verge", "Milestone verge"),
)


def draw_wood_road(draws: SeededDraws, width: int, height: int) -> Canvas:
    """One such map."""
    canvas = Canvas(width, height, "forest")
    canvas.names = {"forest": WOODS, "glade": GLADES}
    lots = draws.part("road")
    middle = height // 2 - 1
    swing = lots.between(3, height // 3 - 1) * lots.pick((1, -1))
    west, east = middle + swing, middle - swing
    first = width * lots.between(26, 36) // 100
    second = width - 2 - first
    bends = [(0, west), (first, west), (first, middle), (second, middle), (second, east), (width - 2, east)]
    road = way_of(bends)
    starts = {"party": Plot(0, west - 2, 5, 6), "foe": Plot(width - 5, east - 2, 5, 6)}
    glades = [cell for box in starts.values() for cell in box.grown(0).cells()]
    above = swing > 0
    wide, high = lots.between(6, 8), lots.between(5, 6)
    left = width // 2 - wide // 2 + lots.between(-2, 2)
    top = min(height - high - 1, middle + 4) if above else max(1, middle - high - 2)
    camp = Plot(left, top, wide, high)  # in a glade off the road, across from the bank
    glades += [*ring_of(road, 1), *blob(lots, camp)]
    open_ground = lay(canvas, "glade", glades)
    canvas.clear |= lay(canvas, "road", road)
    kept_clear = {*road, *(cell for box in starts.values() for cell in box.cells())}
    kept_clear |= _bank(
        canvas, draws.part("bank"), Plot((width - 8) // 2, middle - 6 if above else middle + 4, 8, 4), above
    )
    kept_clear |= set(_camp(canvas, draws.part("camp"), camp))
    kept_clear |= _trails(draws.part("trails"), width, height, (west, east), middle)
    fought_over = Plot(width // 2 - 2, middle, 4, 2)
    things = (("Stranded cart", "cart_w"), ("Milestone", "menhir_1"), ("Fallen tree", "log_w"))
    name, prop = draws.part("cart").pick(things)
    place_prop(canvas, (fought_over.left + 1, fought_over.top), prop)
    canvas.things.append(MapThing(name, "objective", tuple(fought_over.cells())))
    plant_trees(canvas, draws, kept_clear | set(open_ground), TREES)
    scatter(canvas, draws.part("underwood"), UNDERWOOD, 9, [cell for cell in canvas.cells() if cell not in kept_clear])
    start_at(canvas, "party", "Travellers", starts["party"].cells())
    start_at(canvas, "foe", "Ambushers", starts["foe"].cells())
    close_pockets(canvas, lambda _: ("wall", "tree"))
    cover_ways(canvas, draws.part("cover"), COVER, {*road, *(cell for start in canvas.starts for cell in start.cells)})
    close_pockets(canvas, lambda _: ("wall", "tree"))
    ends = (("Road west", west, 0), ("Road east", east, width - 1))
    for name, row, column in ends:
        canvas.things.append(MapThing(name, "exit", ((column, row), (column, row + 1))))
    things_about(canvas, draws.part("things"), ("branch", "stone"), width * height // 70, canvas.cells())
    canvas.title = draws.part("title").pick(TITLES)
    canvas.description = "A road bends through a wood. Whoever holds the bank looks down on it."
    return canvas


TITLES = (
    *("The Fox Road", "The Carters’ Way", "The Road at Owl Wood", "The Old Post Road", "The Charcoal Burners’ Road"),
    *("The Crooked Mile", "The Bishop’s Road", "The Salt Road", "The Road by the Bank", "The Hangers"),
)


def _trails(lots: SeededDraws, width: int, height: int, ends: tuple[int, int], middle: int) -> set[Cell]:
    """Two ways through the trees, round the bank and round the glade."""
    found: set[Cell] = set()
    left, right = lots.between(3, 5), width - 1 - lots.between(3, 5)
    for row in (lots.between(1, 2), height - 1 - lots.between(1, 2)):
        bend = lots.between(width // 4, width // 2)
        step = row + (1 if row < middle else -1) * lots.between(0, 1)
        points = [(left, ends[0]), (left, row), (bend, row), (bend, step), (right, step), (right, ends[1])]
        found.update(way_of(points, 1))
    return found


def _bank(canvas: Canvas, lots: SeededDraws, box: Plot, above: bool) -> set[Cell]:
    """Ground five feet high along the road, with steps in front and behind."""
    cells = lay(canvas, "bank", blob(lots, box))
    rows = sorted({y for _, y in cells})
    low, high = (rows[-1], rows[0]) if above else (rows[0], rows[-1])
    steps = []
    for row, side in ((low, 0), (high, -1)):
        columns = sorted(x for x, y in cells if y == row)
        steps.append(((columns[len(columns) // 2 + side], row), "log_steps"))
    raise_ground(canvas, "Bank", sorted(cells, key=lambda cell: (cell[1], cell[0])), 5.0, steps)
    canvas.places.append(NamedPlace("The bank", tuple(cells), "rooftop", "cover"))
    for cell in lots.shuffled(sorted(cells))[:5]:
        place_prop(canvas, cell, lots.pick(("bush_1", "bush_2", "boulder_1", "stump", "undergrowth_1")))
    way = 1 if above else -1
    (x, y), (u, v) = steps[0][0], steps[1][0]
    return {*cells, (x, y + way), (x, y + 2 * way), (u, v - way)}


def _camp(canvas: Canvas, lots: SeededDraws, box: Plot) -> list[Cell]:
    """What somebody left in the glade off the road."""
    x, y = box.middle
    kind = lots.pick(("camp", "stones", "pond", "woodpile"))
    cells = box.cells()
    if kind == "pond":
        water = lay(canvas, "water", blob(lots, box.grown(-1)))
        canvas.places.append(NamedPlace("Mere", tuple(sorted(water)), "water"))
        return sorted(water)
    name = {"camp": "Charcoal burners’ camp", "stones": "Standing stones", "woodpile": "Wood pile"}[kind]
    canvas.places.append(NamedPlace(name, tuple(cells), "open", "cover"))
    if kind == "camp":
        canvas.props[x, y] = "campfire"
        canvas.things.append(MapThing("Camp fire", "fire", ((x, y),), "1d6"))
        canvas.things.append(MapThing("Camp fire’s glow", "light", ((x, y),), "20 ft"))
        around = (((x - 2, y - 1), "log_n"), ((x, y - 2), "log_w"), ((x + 2, y), "log_n"), ((x - 1, y + 2), "crate_1"))
    elif kind == "stones":
        around = (
            ((x - 2, y), "menhir_1"),
            ((x, y - 2), "menhir_2"),
            ((x + 2, y), "menhir_2"),
            ((x, y + 2), "menhir_1"),
        )
    else:
        around = (
            ((x - 2, y - 1), "log_w"),
            ((x - 2, y), "log_w"),
            ((x + 1, y - 2), "log_n"),
            ((x + 1, y + 1), "stump"),
        )
    for cell, prop in around:
        place_prop(canvas, cell, prop)
    return cells
