"""What is left of a great house: broken walls with breaches on all sides, a tower stump, an altar amid it."""

from __future__ import annotations

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, ThinLine
from game.files.generate.scenery import (
    blob,
    close_pockets,
    cover_ways,
    lay,
    loosen_corners,
    place_prop,
    plant_trees,
    raise_ground,
    scatter,
    start_at,
    things_about,
)
from game.files.generate.seeded import SeededDraws
from game.spatial.field import Cell

OUTSIDE = ("boulder_1", "boulder_2", "bush_1", "bush_2", "gorse", "log_w", "bush_berries")
INSIDE = ("tomb", "boulder_1", "crate_1", "column", "boulder_2", "barrel_1")
LITTER = ("rubble_loose", "stones", "vines_1", "vines_2", "bones")

TITLES = (
    *(
        "The Fallen Abbey",
        "Saint Orm’s",
        "The Burnt Manor",
        "The Roofless House",
        "The Old Commandery",
        "The Grey Priory",
    ),
    *("The Villa on the Heath", "The Broken Chapter", "The Pilgrims’ Rest", "The Lost Grange"),
)
GRASS = (
    *("Sheep walk", "Long grass", "Nettle ground", "Old orchard", "Pilgrims’ meadow", "Goat pasture", "Bracken slope"),
    *(
        "Warren",
        "Graveyard edge",
        "Herb garden",
        "Fallen wall",
        "Thistle field",
        "Cart track",
        "Kitchen garden",
        "Dovecote",
    ),
)


def draw_ruin(draws: SeededDraws, width: int, height: int) -> Canvas:
    """One such map."""
    canvas = Canvas(width, height, "grass")
    canvas.names = {
        "grass": GRASS,
        "heather": ("Heath", "Gorse heath", "High heath"),
        "scree": ("Rubble slope", "Scree"),
    }
    lots = draws.part("house")
    wide, high = width * lots.between(44, 52) // 100, height * lots.between(56, 68) // 100
    house = Plot((width - wide) // 2, (height - high) // 2, wide, high)
    for number in range(2):
        _heath(canvas, draws.part(f"heath {number}"), house, number)
    starts = {"party": Plot(1, house.middle[1] - 3, 5, 6), "foe": Plot(width - 6, house.middle[1] - 3, 5, 6)}
    for cell in house.cells():
        canvas.floor[cell] = "stone"
    rooms = _walls(canvas, lots, house)
    _breaches(canvas, draws.part("breaches"), house)
    loosen_corners(canvas)
    _rooms(canvas, draws.part("rooms"), rooms)
    _tower(canvas, draws.part("tower"), house)
    keep: set[Cell] = {cell for box in starts.values() for cell in box.cells()}
    keep |= set(house.grown(1).cells()) | canvas.clear
    _graves(canvas, draws.part("graves"), house)
    plant_trees(canvas, draws, keep, 22)
    scatter(canvas, draws.part("growth"), OUTSIDE, 4, [cell for cell in canvas.cells() if cell not in keep])
    _fences(canvas, draws.part("fences"), house)
    scatter(canvas, draws.part("litter"), LITTER, 7, [cell for cell in house.grown(1).cells() if canvas.inside(cell)])
    start_at(canvas, "party", "From the track", starts["party"].cells())
    start_at(canvas, "foe", "From the heath", starts["foe"].cells())
    close_pockets(canvas, lambda cell: ("wall", "tree") if cell not in house.cells() else ("prop", "boulder_2"))
    free = {cell for start in canvas.starts for cell in start.cells}
    indoors = set(house.cells())
    cover_ways(canvas, draws.part("cover outside"), OUTSIDE, free | indoors)
    cover_ways(canvas, draws.part("cover inside"), INSIDE, {cell for cell in canvas.cells() if cell not in indoors})
    loosen_corners(canvas)
    things_about(canvas, draws.part("things"), ("stone", "branch", "bench"), width * height // 80, canvas.cells())
    for name, column in (("Track", 0), ("Heath", width - 1)):
        row = house.middle[1]
        canvas.walls.pop((column, row), None)
        canvas.things.append(MapThing(name, "exit", ((column, row),)))
    canvas.title = draws.part("title").pick(TITLES)
    canvas.description = "Broken walls hide whoever comes, and there is a breach on every side."
    return canvas


def _heath(canvas: Canvas, lots: SeededDraws, house: Plot, number: int) -> None:
    family = lots.pick(("heather", "scree", "glade"))
    if family == "glade":
        return
    left = lots.between(0, canvas.width // 3) + number * canvas.width // 2
    box = Plot(left, lots.pick((0, canvas.height - 6)), lots.between(6, 10), 6)
    built = set(house.grown(3).cells())
    lay(canvas, family, [cell for cell in blob(lots, box) if cell not in built])


def _walls(canvas: Canvas, lots: SeededDraws, house: Plot) -> list[Plot]:
    """The outer walls and those between the rooms, which are given: two aisles and what lies between, or three bays."""
    inside = set(house.grown(-1).cells())
    for cell in house.cells():
        if cell not in inside:
            canvas.walls[cell] = "stone"
    first = house.left + house.wide * lots.between(28, 36) // 100
    second = house.right - 1 - (first - house.left)
    for column in (first, second):
        for y in range(house.top + 1, house.bottom - 1):
            canvas.walls[column, y] = "stone"
    left = Plot(house.left + 1, house.top + 1, first - house.left - 1, house.high - 2)
    nave = Plot(first + 1, house.top + 1, second - first - 1, house.high - 2)
    right = Plot(second + 1, house.top + 1, house.right - second - 2, house.high - 2)
    rooms = [nave]
    for box in (left, right):
        row = box.top + box.high * lots.between(40, 60) // 100
        if box.high >= 9:
            for x in range(box.left, box.right):
                canvas.walls[x, row] = "stone"
            rooms += [box._replace(high=row - box.top), box._replace(top=row + 1, high=box.bottom - row - 1)]
        else:
            rooms.append(box)
    return rooms


def _breaches(canvas: Canvas, lots: SeededDraws, house: Plot) -> None:
    """Gaps two or three cells broad in every outer wall, doorways in every inner one, a few stones gone besides."""

    def gap(cells: list[Cell], broad: int) -> None:
        if len(cells) > broad + 2:
            start = lots.between(1, len(cells) - broad - 1)
            for cell in cells[start : start + broad]:
                canvas.walls.pop(cell, None)

    rows, columns = range(house.top, house.bottom), range(house.left, house.right)
    half = len(columns) // 2
    for line in (
        *([(x, house.top) for x in columns[:half]], [(x, house.top) for x in columns[half:]]),
        *([(x, house.bottom - 1) for x in columns[:half]], [(x, house.bottom - 1) for x in columns[half:]]),
        *([(house.left, y) for y in rows], [(house.right - 1, y) for y in rows]),
    ):
        gap(line, lots.between(2, 4))
    inner = [(x, y) for x, y in canvas.walls if house.left < x < house.right - 1 and house.top < y < house.bottom - 1]
    for column in sorted({x for x, y in inner if sum((x, v) in canvas.walls for v in rows) > house.high // 2}):
        line = [(column, y) for y in rows[1:-1]]
        gap(line[: len(line) // 2], 2)
        gap(line[len(line) // 2 :], 2)
    for row in sorted({y for _, y in inner}):
        stretch = [(x, y) for x, y in inner if y == row and (x, y) in canvas.walls]
        if len(stretch) > 4:
            middle = len(stretch) // 2
            for part in (stretch[:middle], stretch[middle:]):
                gap(part, 1)
    for cell in lots.shuffled(sorted(canvas.walls))[: len(canvas.walls) // 9]:
        canvas.walls.pop(cell, None)


def _rooms(canvas: Canvas, lots: SeededDraws, rooms: list[Plot]) -> None:
    """Names, the dais in the middle and rows of columns in the nave."""
    nave, *others = rooms
    names = lots.shuffled(
        ("Refectory", "Dormitory", "Chapter house", "Scriptorium", "Guest hall", "Cellarium", "Infirmary")
    )
    canvas.places.append(NamedPlace("Nave", tuple(nave.cells()), "open", "cover"))
    for box, name in zip(others, names, strict=False):
        canvas.places.append(NamedPlace(name, tuple(box.cells()), "room", "cover"))
        if lots.chance(30):
            for cell in box.cells():
                canvas.floor[cell] = "grass"
    x, y = nave.left + (nave.wide - 2) // 2, nave.top + (nave.high - 2) // 2
    dais = Plot(x - 1, y - 1, 4, 4) if min(nave.wide, nave.high) >= 7 else Plot(x, y, 2, 2)
    raise_ground(canvas, "Dais", dais.cells(), 2.5, ())
    canvas.places.insert(0, NamedPlace("High altar", tuple(dais.cells()), "open", "cover"))
    place_prop(canvas, (x, y), "altar")
    canvas.things.append(MapThing("High altar", "objective", tuple(Plot(x, y, 2, 2).cells())))
    for row in range(nave.top + 1, nave.bottom - 1, 3):
        for column in dict.fromkeys((nave.left + 1, nave.right - 2 if nave.wide > 5 else nave.left + 1)):
            if lots.chance(75) and (column, row) not in dais.cells():
                place_prop(canvas, (column, row), "column")


def _tower(canvas: Canvas, lots: SeededDraws, house: Plot) -> None:
    """What is left of a tower at a corner that lies as near to one side as to the other: a floor ten feet up."""
    north = lots.chance(50)
    top = house.top - 2 if north else house.bottom - 2
    box = Plot(house.middle[0] - 2, top, 4, 4)
    for cell in box.cells():
        canvas.walls.pop(cell, None)
        canvas.props.pop(cell, None)
        canvas.floor[cell] = "tower"
    steps = [((box.left - 1, box.top + 1), "stairs_e"), ((box.right, box.top + 2), "stairs_w")]
    for cell, _ in steps:
        canvas.walls.pop(cell, None)
    raise_ground(canvas, "Tower stump", box.cells(), 10.0, ())
    raise_ground(canvas, "Tower stairs", [cell for cell, _ in steps], 10.0, steps)
    canvas.clear |= {*box.cells(), *(cell for cell, _ in steps)}
    canvas.places.insert(0, NamedPlace("Tower stump", tuple(box.cells()), "rooftop", "barrier"))
    outer = box.top if north else box.bottom
    canvas.lines.append(ThinLine((box.left, outer), (box.right, outer), "low_wall", "Parapet"))


def _graves(canvas: Canvas, lots: SeededDraws, house: Plot) -> None:
    """Graves in rows, beside the house or across from it."""
    left, top = lots.between(house.left, house.right - 6), lots.pick((1, canvas.height - 5))
    plot = Plot(left - 1, top - 1, 8, 5)
    if plot.meets(house) or not canvas.clear.isdisjoint(plot.cells()):
        return
    for x in range(left, left + 6, 2):
        for y in (top, top + 2):
            if lots.chance(80):
                place_prop(canvas, (x, y), lots.pick(("tomb", "tomb", "menhir_1")))
    canvas.places.append(NamedPlace("Graveyard", tuple(plot.cells()), "open", "cover"))


def _fences(canvas: Canvas, lots: SeededDraws, house: Plot) -> None:
    """Dry walls in the grass to the north and to the south."""
    for row in (house.top // 2 + 1, (house.bottom + canvas.height) // 2):
        left = lots.between(house.left - 3, house.middle[0])
        cells = [(x, row + dy) for x in range(left, left + 5) for dy in (-1, 0)]
        if all(canvas.inside(cell) and canvas.open(cell) for cell in cells):
            canvas.lines.append(ThinLine((left, row), (left + 5, row), "low_wall", "Dry wall"))
