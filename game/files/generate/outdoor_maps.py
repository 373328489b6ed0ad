"""Maps of open country: a road through a wood, a camp in a clearing, a river with three crossings, a village."""

from __future__ import annotations

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, ThinLine
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
from game.spatial.field import Cell, EdgeState

# --- wood road: bends that hide what comes, a bank to shoot from, a glade, ways through the trees ---

TREES = 44
"""Of a hundred cells of wood, about."""

UNDERWOOD = ("undergrowth_1", "undergrowth_2", "bush_1", "bush_2", "stump", "mushrooms", "stones", "bush_berries")
WOOD_COVER = ("boulder_1", "boulder_2", "bush_1", "bush_2", "log_w", "log_n", "bush_berries")

WOODS = (
    *("Old oaks", "Badger wood", "Owl wood", "Fox hollow", "Crows’ corner", "Fern bottom", "Bramble side"),
    *("Hazel copse", "Charcoal pits", "Jay wood", "Windfall", "Adder bank", "Stag’s run", "Moss hollow"),
    *("Thorn thicket", "Birch stand", "Holly grove", "Woodcock shaw", "Hollow beech", "Boar’s wallow", "Rooks’ elms"),
    *("Hanger", "Dead oak", "Alder edge"),
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
    kept_clear |= set(_glade(canvas, draws.part("camp"), camp))
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
    cover_ways(
        canvas, draws.part("cover"), WOOD_COVER, {*road, *(cell for start in canvas.starts for cell in start.cells)}
    )
    close_pockets(canvas, lambda _: ("wall", "tree"))
    ends = (("Road west", west, 0), ("Road east", east, width - 1))
    for name, row, column in ends:
        canvas.things.append(MapThing(name, "exit", ((column, row), (column, row + 1))))
    things_about(canvas, draws.part("things"), ("branch", "stone"), width * height // 70, canvas.cells())
    canvas.description = "A road bends through a wood. Whoever holds the bank looks down on it."
    return canvas


WOOD_ROAD_TITLES = (
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


def _glade(canvas: Canvas, lots: SeededDraws, box: Plot) -> list[Cell]:
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


# --- camp: a fire with seats round it, carts and stores, breastworks, wood on all sides ---

STORES = ("crate_1", "crate_2", "barrel_1", "barrels", "sacks", "hay_bale", "target", "chest")
CAMP_TITLES = (
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
    cover_ways(canvas, draws.part("cover"), WOOD_COVER, free)
    close_pockets(canvas, lambda _: ("wall", "tree"))
    for name, column, row in (("Trail west", 0, west), ("Trail east", width - 1, east)):
        canvas.things.append(MapThing(name, "exit", ((column, row), (column, row + 1))))
    things_about(canvas, draws.part("things"), ("stool", "bottle", "branch"), width * height // 70, canvas.cells())
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


# --- ford: a bridge in the middle, a ford on one side of it, a footbridge on the other ---

MEADOW_COVER = ("boulder_1", "boulder_2", "bush_1", "bush_2", "log_w", "hay_bale", "bush_berries")
SHORE = ("reeds_1", "reeds_2", "stones", "bush_1", "boulder_1")

FORD_TITLES = (
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
    _riverside_house(canvas, draws.part("house"), Plot(left - 9, middle + across, 5, 5), keep, "Toll house")
    _riverside_house(canvas, draws.part("mill"), Plot(left + wide + 5, middle - across - 3, 5, 5), keep, "Mill house")
    plant_trees(canvas, draws, keep, 24)
    shore = ring_of(river, 1) - set(river)
    scatter(canvas, draws.part("shore"), SHORE, 22, [cell for cell in sorted(shore) if cell not in keep])
    scatter(canvas, draws.part("growth"), MEADOW_COVER, 4, [cell for cell in canvas.cells() if cell not in keep])
    scatter(
        canvas, draws.part("rocks"), ("river_rock",), 10, [cell for cell in sorted(river) if cell not in canvas.flat]
    )
    start_at(canvas, "party", "West bank", starts["party"].cells())
    start_at(canvas, "foe", "East bank", starts["foe"].cells())
    close_pockets(canvas, lambda _: ("wall", "tree"))
    cover_ways(canvas, draws.part("cover"), MEADOW_COVER, keep)
    cover_ways(canvas, draws.part("rock cover"), ("river_rock",), set(canvas.cells()) - set(ford))
    close_pockets(canvas, lambda _: ("wall", "tree"))
    for name, column, line in (("Road west", 0, west), ("Road east", width - 1, east)):
        canvas.things.append(MapThing(name, "exit", ((column, line), (column, line + 1))))
    things_about(canvas, draws.part("things"), ("branch", "stone"), width * height // 90, canvas.cells())
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


def _walls_and_floor(canvas: Canvas, plot: Plot) -> None:
    """A floor of boards with walls of stone a cell thick round it."""
    inside = plot.grown(-1).cells()
    for cell in plot.cells():
        canvas.floor[cell] = "boards"
        if cell not in inside:
            canvas.walls[cell] = "stone"


def _riverside_house(canvas: Canvas, lots: SeededDraws, plot: Plot, keep: set[Cell], name: str) -> None:
    """A house of one room with a door on two sides, where there is room for it."""
    if keep.intersection(plot.cells()) or not all(canvas.inside(cell) for cell in plot.grown(1).cells()):
        return
    _walls_and_floor(canvas, plot)
    x, _ = plot.middle
    for door in ((x, plot.top), (x, plot.bottom - 1)):
        canvas.walls.pop(door)
        line = (door[0], door[1] + (door[1] == plot.bottom - 1))
        canvas.lines.append(ThinLine(line, (line[0] + 1, line[1]), "door", "Door", lots.pick(("closed", "open"))))
    place_prop(canvas, (plot.left + 1, plot.top + 1), lots.pick(("table", "barrel_1", "crate_1")))
    place_prop(canvas, (plot.right - 2, plot.bottom - 2), lots.pick(("table", "shelf", "sacks")))
    keep |= set(plot.grown(1).cells())
    canvas.places.append(NamedPlace(name, tuple(plot.cells()), "room", "cover"))


# --- village: houses with two doors each near a well, a lane through it, fields at its ends ---

VILLAGE_COVER = ("hay_bale", "bush_1", "bush_2", "log_w", "bush_berries", "stump")
YARD = ("barrel_1", "crate_1", "crate_2", "barrels", "hay_bale", "cart_w", "log_n")
INDOORS = ("table", "shelf", "barrel_1", "chest", "crate_1", "sacks")
HOUSES = (
    *("Smithy", "Bakehouse", "Alehouse", "Weaver’s house", "Reeve’s house", "Miller’s house", "Barn", "Cooper’s shop"),
    *("Widow’s cottage", "Shepherd’s cottage", "Priest’s house", "Tannery", "Potter’s house", "Wheelwright’s shop"),
)
ROOMY = 22
"""Rows from which on the square is as long as it is broad."""

VILLAGE_TITLES = (
    *("Nether Wick", "Lower Orm", "Harrow End", "Stoke by the Well", "Thornby", "Long Acre", "Priors’ Green"),
    *("Coldwell", "Ashby Lane", "Millers’ End"),
)
GREENS = (
    *("Green", "Back gardens", "Goose pasture", "Orchard", "Paddock", "Drying ground", "Bee garden", "Sheepfold"),
    *("Common", "Pond side", "Churchyard edge", "Kitchen gardens", "Cow pasture", "Hen run"),
    *("Lane end", "Bowling green"),
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
        _village_house(canvas, draws.part(f"house {number}"), plot, names[number % len(names)])
        keep |= set(plot.grown(1).cells())
    _fields(canvas, draws.part("fields"), keep, width, height)
    place_prop(canvas, (half, middle), "well")
    canvas.things.append(MapThing("The well", "objective", tuple(Plot(half - 1, middle, 2, 2).cells())))
    canvas.places.append(NamedPlace("Well square", tuple(square.cells()), "open", "cover"))
    plant_trees(canvas, draws, keep | {cell for patch in canvas.patches for cell in patch.cells}, 14)
    houses = {cell for cell, family in canvas.walls.items() if family == "stone"}
    yards = ring_of(houses, 2) - ring_of(_thresholds(canvas), 1) - set(lane)
    scatter(canvas, draws.part("yards"), YARD, 7, [cell for cell in yards if canvas.floor.get(cell) == "grass"])
    scatter(canvas, draws.part("growth"), VILLAGE_COVER, 4, [cell for cell in canvas.cells() if cell not in keep])
    start_at(canvas, "party", "Lane, west end", starts["party"].cells())
    start_at(canvas, "foe", "Lane, east end", starts["foe"].cells())
    close_pockets(canvas, lambda _: ("wall", "tree"))
    free = {cell for start in canvas.starts for cell in start.cells}
    cover_ways(canvas, draws.part("cover"), VILLAGE_COVER, free | _thresholds(canvas))
    close_pockets(canvas, lambda _: ("wall", "tree"))
    for name, column, row in (("West lane", 0, west), ("East lane", width - 1, east)):
        canvas.things.append(MapThing(name, "exit", ((column, row), (column, row + 1))))
    things_about(
        canvas, draws.part("things"), ("stool", "bottle", "branch", "bench"), width * height // 80, canvas.cells()
    )
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


def _village_house(canvas: Canvas, lots: SeededDraws, plot: Plot, name: str) -> None:
    """Walls a cell thick, two doors across from each other, and something in the corners."""
    _walls_and_floor(canvas, plot)
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
