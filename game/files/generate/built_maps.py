"""Maps of what was built: a dungeon in the rock, a small castle, what is left of a great house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, Rise, ThinLine
from game.files.generate.scenery import (
    blob,
    close_pockets,
    cover_ways,
    lay,
    loosen_corners,
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

# --- dungeon: a hall in the middle, and more than one way to it from each end ---

DUNGEON_COVER = ("crate_1", "crate_2", "barrel_1", "barrels", "table", "crate_1")
DUNGEON_LITTER = ("bones", "rubble_loose", "stones", "puddle")

DUNGEON_TITLES = (
    *("Under the Hill", "The Sunken Priory", "The Old Workings", "The Vaults", "Below the Brewery", "The Lower Halls"),
    *("The Smugglers’ Store", "The Forgotten Crypt", "The Warden’s Cellars", "The Dry Cisterns"),
)


class Room(NamedTuple):
    """A room, by the column and row of its place in the pattern."""

    column: int
    row: int
    box: Plot


OTHERS = ("Lower", "Old", "Far", "Upper", "Third", "Fourth", "Fifth", "Sixth", "Last")
"""What tells rooms of one use apart."""


class Use(NamedTuple):
    """What a room is for: what it is called, its floor and what stands in it."""

    names: tuple[str, ...]
    floor: str
    props: tuple[str, ...]
    dark: bool = False


USES = (
    Use(("Store", "Wine store", "Grain store"), "cellar", ("crate_1", "crate_2", "barrel_1", "barrels", "shelf")),
    Use(("Guard room", "Watch room"), "stone", ("table", "crate_1", "barrel_1", "chest")),
    Use(("Sleeping quarters", "Bunk room"), "boards", ("crate_2", "chest", "sacks", "table")),
    Use(("Charnel house", "Ossuary", "Tomb"), "stone", ("tomb", "tomb", "column", "bones"), dark=True),
    Use(("Library", "Archive"), "boards", ("shelf", "shelf", "table")),
    Use(("Kitchen", "Larder"), "cellar", ("table", "bottles", "barrel_1", "brazier")),
    Use(("Pillared room", "Chapter room"), "stone", ("column", "column", "brazier")),
    Use(("Workshop", "Smithy"), "stone", ("table", "crate_2", "brazier", "shelf")),
)


def draw_dungeon(draws: SeededDraws, width: int, height: int) -> Canvas:
    """One such map."""
    canvas = Canvas(width, height, "stone")
    columns, rows = max(3, (width - 2) // 9), 3
    lots = draws.part("rooms")
    rooms = _dungeon_rooms(lots, width, height, columns, rows)
    west, east = 0, columns - 1
    first = lots.below(rows)
    ends = _at(rooms, west, first), _at(rooms, east, rows - 1 - first)
    middle = [room for room in rooms if abs(2 * room.column - columns + 1) <= 1 and room.row == rows // 2]
    (left, top, _, _), right = middle[0].box, middle[-1].box.right
    hall = Plot(left, top, right - left, max(room.box.high for room in middle))
    dug: dict[Cell, None] = dict.fromkeys(cell for room in rooms for cell in room.box.cells())
    dug |= dict.fromkeys(hall.cells())
    passages, doors = _passages(draws.part("passages"), rooms, columns, rows)
    inner = set(dug)
    dug |= dict.fromkeys(cell for passage in passages for cell in passage)
    stuff = lots.pick(("stone", "brick"))
    _fill_rock(canvas, dug, stuff)
    loosen_corners(canvas)
    _fill_rock(canvas, [cell for cell in canvas.cells() if cell not in canvas.walls], stuff)
    canvas.lines += [line for line in doors if _is_door(canvas, line, inner)]
    keep = _door_ways(canvas)
    uses = draws.part("uses").shuffled(USES * 2)
    for room in rooms:
        if room in middle:
            continue
        start = room in ends
        _furnish(canvas, draws.part(f"room {room.column} {room.row}"), room.box, uses.pop(), keep, bare=start)
    _dungeon_hall(canvas, draws.part("hall"), hall)
    for side, room, name in (("party", ends[0], "Way in"), ("foe", ends[1], "Far door")):
        start_at(canvas, side, name, room.box.cells())
        x, y = (room.box.left, room.box.middle[1]) if side == "party" else (room.box.right - 1, room.box.middle[1])
        canvas.things.append(MapThing(f"{name}, stairs", "exit", ((x, y),)))
        canvas.flat[x, y] = "stairs_w" if side == "party" else "stairs_e"
    starts = {cell for start in canvas.starts for cell in start.cells}
    canvas.clear |= keep
    scatter(
        canvas, draws.part("litter"), DUNGEON_LITTER, 5, [cell for cell in canvas.cells() if cell not in canvas.walls]
    )
    close_pockets(canvas, lambda _: ("wall", stuff))
    canvas.lines = [line for line in canvas.lines if _is_door(canvas, line, inner)]
    cover_ways(canvas, draws.part("cover"), DUNGEON_COVER, starts | keep)
    things_about(canvas, draws.part("things"), ("stool", "bottle", "stone", "bench"), len(rooms), canvas.cells())
    canvas.description = "Rooms in the rock round a hall; no side has to come by the way the other expects."
    return canvas


def _dungeon_rooms(lots: SeededDraws, width: int, height: int, columns: int, rows: int) -> list[Room]:
    """A room in every place of the pattern, of a size and at a spot of its own."""
    found = []
    for row in range(rows):
        for column in range(columns):
            left, right = 1 + column * (width - 2) // columns, 1 + (column + 1) * (width - 2) // columns
            top, bottom = 1 + row * (height - 2) // rows, 1 + (row + 1) * (height - 2) // rows
            wide, high = right - left - 2, bottom - top - 2
            if 0 < column < columns - 1:  # sides start in the others, which are as large as can be
                wide, high = lots.between(max(4, wide - 2), wide), lots.between(max(3, high - 2), high)
            x, y = lots.between(left + 1, right - 1 - wide), lots.between(top + 1, bottom - 1 - high)
            found.append(Room(column, row, Plot(x, y, wide, high)))
    return found


def _at(rooms: Sequence[Room], column: int, row: int) -> Room:
    return next(room for room in rooms if (room.column, room.row) == (column, row))


def _passages(
    lots: SeededDraws, rooms: Sequence[Room], columns: int, rows: int
) -> tuple[list[list[Cell]], list[ThinLine]]:
    """Ways from room to room: broad ones along the rows and columns but for a few, some of them narrow with a door."""
    passages, doors = [], []
    for room in rooms:
        for across in (True, False):
            column, row = (room.column + 1, room.row) if across else (room.column, room.row + 1)
            if column >= columns or row >= rows:
                continue
            other = _at(rooms, column, row).box
            broad = lots.chance(60)
            if not broad and not lots.chance(75):
                continue
            passage = _passage(lots, room.box, other, across, 2 if broad else 1)
            passages.append(passage)
            if not broad:
                box, (x, y) = room.box, passage[0]
                line = ((box.right, y), (box.right, y + 1)) if across else ((x, box.bottom), (x + 1, box.bottom))
                doors.append(ThinLine(*line, "door", "Door", lots.pick(("closed", "closed", "open"))))
    return passages, doors


def _passage(lots: SeededDraws, one: Plot, two: Plot, across: bool, wide: int) -> list[Cell]:
    """The cells between two rooms side by side: straight where they lie so, else with a bend halfway."""
    if not across:
        turned = _passage(lots, _turned(one), _turned(two), True, wide)
        return [(y, x) for x, y in turned]
    top, bottom = max(one.top, two.top), min(one.bottom, two.bottom) - wide
    if top <= bottom:
        row = lots.between(top, bottom)
        return Plot(one.right, row, two.left - one.right, wide).cells()
    start, end = lots.between(one.top, one.bottom - wide), lots.between(two.top, two.bottom - wide)
    bend = one.right + max(0, (two.left - one.right - wide) // 2)
    return way_of([(one.right, start), (bend, start), (bend, end), (max(bend, two.left - wide), end)], wide)


def _turned(box: Plot) -> Plot:
    return Plot(box.top, box.left, box.high, box.wide)


def _fill_rock(canvas: Canvas, dug: Sequence[Cell] | dict[Cell, None], stuff: str) -> None:
    """Fill what is not dug out: masonry round what is, rock beyond."""
    lined = ring_of(dict.fromkeys(dug), 1)
    for cell in canvas.cells():
        if cell not in dug:
            canvas.walls[cell] = stuff if cell in lined else "earth"


def _is_door(canvas: Canvas, line: ThinLine, rooms: set[Cell]) -> bool:
    """Whether a door stands in a doorway: wall to both sides of it, a room on one side and none on the other."""
    (x, y), across = line.a, line.a[0] != line.b[0]
    jambs = [(x - 1, y), (x + 1, y)] if across else [(x, y - 1), (x, y + 1)]
    before = (x, y - 1) if across else (x - 1, y)
    free = before not in canvas.walls and (x, y) not in canvas.walls
    return all(cell in canvas.walls for cell in jambs) and before in rooms and free


def _door_ways(canvas: Canvas) -> set[Cell]:
    """Cells before and behind doors, and at the mouths of passages, which are kept free."""
    found: set[Cell] = set()
    for line in canvas.lines:
        x, y = line.a
        found |= {(x, y), (x - 1, y), (x, y - 1)}
    for cell in canvas.cells():
        if cell not in canvas.walls and sum(other in canvas.walls for other in canvas.beside(cell)) >= 2:
            found |= {cell} if _is_neck(canvas, cell) else set()
    return found


def _is_neck(canvas: Canvas, cell: Cell) -> bool:
    x, y = cell
    walls = canvas.walls
    return ((x - 1, y) in walls and (x + 1, y) in walls) or ((x, y - 1) in walls and (x, y + 1) in walls)


def _furnish(canvas: Canvas, lots: SeededDraws, box: Plot, use: Use, keep: set[Cell], *, bare: bool) -> None:
    """Give a room its floor, its name, and what stands along its walls; a start is left bare."""
    name = lots.pick(use.names)
    taken = [place.name for place in canvas.places]
    name = next(each for each in (name, *(f"{word} {name.lower()}" for word in OTHERS)) if each not in taken)
    canvas.places.append(NamedPlace(name, tuple(box.cells()), "room", dark=use.dark and not bare))
    for cell in box.cells():
        canvas.floor[cell] = use.floor
    if bare:
        return
    inside = set(box.grown(-1).cells())
    own = set(box.cells())
    mouths = {cell for cell in own if any(o not in canvas.walls and o not in own for o in canvas.beside(cell))}
    free = [cell for cell in box.cells() if cell not in mouths and cell not in keep]
    walls = [cell for cell in free if cell not in inside]
    middle = [cell for cell in free if cell in inside]
    for cell in lots.shuffled(walls)[: max(2, len(walls) // 4)]:
        place_prop(canvas, cell, lots.pick([prop for prop in use.props if prop != "column"] or use.props))
    for cell in lots.shuffled(middle)[: max(1, len(middle) // 6)]:
        place_prop(canvas, cell, lots.pick([prop for prop in use.props if prop != "shelf"] or use.props))


def _dungeon_hall(canvas: Canvas, lots: SeededDraws, box: Plot) -> None:
    """The hall in the middle, with what is fought over."""
    kind = lots.pick(("altar", "pool", "brazier"))
    name = {"altar": "Hall of the altar", "pool": "Hall of the spring", "brazier": "Fire hall"}[kind]
    canvas.places.append(NamedPlace(name, tuple(box.cells()), "room", "cover"))
    for cell in box.cells():
        canvas.floor[cell] = "stone"
    x, y = box.left + (box.wide - 2) // 2, box.top + (box.high - 2) // 2
    heart = Plot(x, y, 2, 2)
    if kind == "pool":
        lay(canvas, "water", heart.cells())
    elif kind == "altar":
        raise_ground(canvas, "Dais", heart.cells(), 2.5, ())
        place_prop(canvas, (x, y), "altar")
    else:
        place_prop(canvas, (x, y), "brazier")
        canvas.things.append(MapThing("Great brazier", "light", ((x, y),), "20 ft"))
    canvas.things.append(MapThing(name.removeprefix("Hall of ").capitalize(), "objective", tuple(heart.cells())))
    for corner in ((x, y) for x in (box.left + 1, box.right - 2) for y in (box.top + 1, box.bottom - 2)):
        if corner not in heart.grown(1).cells():
            place_prop(canvas, corner, "column")


# --- keep: a wall with a walk on it and towers at its corners, gates on four sides, a hall with a gallery ---

WALK, TOWER = 10.0, 20.0
"""Feet up of the walk on the wall and of the gallery, and of the towers."""

THICK, TOWER_WIDE = 2, 3
"""Cells across the wall, and across a tower."""

KEEP_OUTSIDE = ("boulder_1", "bush_1", "bush_2", "log_w", "stump", "boulder_2")
COURT = ("crate_1", "barrels", "hay_bale", "crate_2", "sacks", "target")
HALL = ("table", "barrel_1", "chest", "crate_1")

KEEP_TITLES = (
    *("Crow Keep", "The Warden’s Seat", "Saint Hild’s Mount", "The Border Hold", "Ashen Garth", "The Old Commandery"),
    *("Thornhold", "The Reeve’s Tower", "Marchward", "The Castle on the Spur"),
)


def draw_keep(draws: SeededDraws, width: int, height: int) -> Canvas:
    """One such map."""
    canvas = Canvas(width, height, "grass")
    canvas.names = {"grass": ("Meadow", "Sheep walk", "Tilt yard", "Long grass", "Foot of the wall", "Old ditch")}
    lots = draws.part("castle")
    wide = width * lots.between(54, 60) // 100
    castle = Plot((width - wide) // 2, 3, wide, height - 6)
    starts = {"party": Plot(0, castle.middle[1] - 3, 4, 6), "foe": Plot(width - 4, castle.middle[1] - 3, 4, 6)}
    for cell in castle.cells():
        canvas.floor[cell] = "stone"
    gates = _gates(castle, lots)
    _curtain(canvas, castle, gates, lots)
    court = castle.grown(-THICK)
    hall = _great_hall(canvas, draws.part("hall"), court)
    free = {cell for gate in gates.values() for cell in gate.grown(1).cells()} | canvas.clear
    yard = [cell for cell in court.cells() if cell not in hall.grown(1).cells() and cell not in free]
    scatter(canvas, draws.part("court"), COURT, 9, yard)
    carts = [(x, y) for x, y in draws.part("carts").shuffled(yard) if (x + 1, y) in yard]
    for cell in carts[: 1 + width // 20]:
        place_prop(canvas, cell, "cart_w")
    for cell in draws.part("well").shuffled(yard):
        if place_prop(canvas, cell, "well"):
            break
    keep: set[Cell] = {cell for box in starts.values() for cell in box.cells()} | set(castle.grown(1).cells()) | free
    plant_trees(canvas, draws, keep, 18)
    scatter(canvas, draws.part("growth"), KEEP_OUTSIDE, 5, [cell for cell in canvas.cells() if cell not in keep])
    start_at(canvas, "party", "Before the west gate", starts["party"].cells())
    start_at(canvas, "foe", "Before the east gate", starts["foe"].cells())
    close_pockets(canvas, lambda cell: ("prop", "crate_1") if cell in castle.cells() else ("wall", "tree"))
    taken = {cell for start in canvas.starts for cell in start.cells}
    within = set(castle.cells())
    cover_ways(canvas, draws.part("cover outside"), KEEP_OUTSIDE, taken | within | free)
    cover_ways(canvas, draws.part("cover inside"), COURT, {cell for cell in canvas.cells() if cell not in yard})
    loosen_corners(canvas)
    things_about(canvas, draws.part("things"), ("stone", "bench", "branch", "bucket"), width * height // 90, yard)
    for name, column in (("Western road", 0), ("Eastern road", width - 1)):
        row = castle.middle[1]
        canvas.walls.pop((column, row), None)
        canvas.things.append(MapThing(name, "exit", ((column, row),)))
    canvas.description = "Four gates stand open, and whoever holds the walk on the wall looks down on all of them."
    return canvas


def _gates(castle: Plot, lots: SeededDraws) -> dict[str, Plot]:
    """The passages through the wall: broad ones to the west and east, posterns turned about the middle."""
    x, y = castle.middle
    off = lots.between(2, castle.wide // 2 - 5)
    return {
        "West gate": Plot(castle.left, y - 2, THICK, 3),
        "East gate": Plot(castle.right - THICK, castle.top + castle.bottom - y - 1, THICK, 3),
        "North postern": Plot(x - off - 1, castle.top, 2, THICK),
        "South postern": Plot(castle.left + castle.right - x + off - 1, castle.bottom - THICK, 2, THICK),
    }


def _curtain(canvas: Canvas, castle: Plot, gates: dict[str, Plot], lots: SeededDraws) -> None:
    """The wall with its walk, parapets on its outer side, stairs up from the court and a tower at each corner."""
    open_ = {cell for gate in gates.values() for cell in gate.cells()}
    inner = set(castle.grown(-THICK).cells())
    walk = [cell for cell in castle.cells() if cell not in inner and cell not in open_]
    for cell in walk:
        canvas.floor[cell] = "walk"
    raise_ground(canvas, "Wall walk", walk, WALK, ())
    for name, gate in gates.items():
        canvas.places.append(NamedPlace(name, tuple(gate.cells()), "open", "cover"))
    for name, side, stairs in _flights(castle, gates):
        raise_ground(canvas, f"{name} stairs", (side,), WALK, [(side, stairs)])
        canvas.clear.add(side)
        canvas.clear |= set(canvas.beside(side))
    north, south, west, east = castle.top, castle.bottom, castle.left, castle.right
    for a, b in (((west, north), (east, north)), ((west, south), (east, south))):
        _parapet(canvas, a, b, open_)
    for a, b in (((west, north), (west, south)), ((east, north), (east, south))):
        _parapet(canvas, a, b, open_)
    _towers(canvas, castle, open_, lots)


def _flights(castle: Plot, gates: dict[str, Plot]) -> list[tuple[str, Cell, str]]:
    """The stairs: beside each postern on both of its sides, at the foot of the wall."""
    north, south = gates["North postern"], gates["South postern"]
    top, bottom = castle.top + THICK, castle.bottom - THICK - 1
    return [
        ("North-west", (north.left - 2, top), "stairs_n"),
        ("North-east", (north.right + 1, top), "stairs_n"),
        ("South-west", (south.left - 2, bottom), "stairs_s"),
        ("South-east", (south.right + 1, bottom), "stairs_s"),
    ]


def _parapet(canvas: Canvas, a: Cell, b: Cell, open_: set[Cell]) -> None:
    """A low wall along the outer side of the walk, but for the gates."""
    across = a[1] == b[1]
    places = range(a[0], b[0]) if across else range(a[1], b[1])
    run: list[int] = []
    for at in (*places, None):
        if at is not None:
            near = [(at, a[1]), (at, a[1] - 1)] if across else [(a[0], at), (a[0] - 1, at)]
            if not open_.intersection(near):
                run.append(at)
                continue
        if run:
            first, last = run[0], run[-1] + 1
            ends = ((first, a[1]), (last, a[1])) if across else ((a[0], first), (a[0], last))
            canvas.lines.append(ThinLine(*ends, "low_wall", "Parapet"))
        run = []


def _towers(canvas: Canvas, castle: Plot, open_: set[Cell], lots: SeededDraws) -> None:
    """A tower on two corners that lie across from each other, with steps up from the walk on either side."""
    left, right, top, bottom = castle.left, castle.right - TOWER_WIDE, castle.top, castle.bottom - TOWER_WIDE
    east, south = castle.left + TOWER_WIDE, castle.top + TOWER_WIDE
    north_west = ("North-west tower", left, top, (((east, top), "stairs_w"), ((left, south), "stairs_n")))
    south_east = (
        "South-east tower",
        *(right, bottom),
        (((right - 1, castle.bottom - 1), "stairs_e"), ((castle.right - 1, bottom - 1), "stairs_s")),
    )
    north_east = (
        "North-east tower",
        *(right, top),
        (((right - 1, top), "stairs_e"), ((castle.right - 1, south), "stairs_n")),
    )
    south_west = (
        "South-west tower",
        *(left, bottom),
        (((east, castle.bottom - 1), "stairs_w"), ((left, bottom - 1), "stairs_s")),
    )
    for name, x, y, steps in lots.pick(((north_west, south_east), (north_east, south_west))):
        box = Plot(x, y, TOWER_WIDE, TOWER_WIDE)
        for cell in box.cells():
            canvas.floor[cell] = "tower"
        canvas.clear |= set(box.cells())
        canvas.rises.append(Rise(name, tuple(box.cells()), TOWER))
        for step, tile in steps:
            if step not in open_:
                canvas.rises.append(Rise(f"{name}, steps", (step,), (WALK + TOWER) / 2, ramp=True))
                canvas.flat[step] = tile
        canvas.places.insert(0, NamedPlace(name, tuple(box.cells()), "rooftop", "barrier"))


def _great_hall(canvas: Canvas, lots: SeededDraws, court: Plot) -> Plot:
    """The hall in the middle of the court: doors to the west and east, tables, a gallery on pillars along one side."""
    wide, high = max(8, court.wide * 45 // 100), max(6, court.high * 48 // 100)
    wide, high = wide - (court.wide - wide) % 2, high - (court.high - high) % 2
    hall = Plot(court.left + (court.wide - wide) // 2, court.top + (court.high - high) // 2, wide, high)
    inside = hall.grown(-1)
    room = set(inside.cells())
    for cell in hall.cells():
        if cell in room:
            canvas.floor[cell] = "boards"
        else:
            canvas.walls[cell] = "stone"
    row = inside.top + inside.high // 2
    other = hall.top + hall.bottom - 1 - row
    for x, y, edge in ((hall.left, row, hall.left), (hall.right - 1, other, hall.right)):
        canvas.walls.pop((x, y), None)
        canvas.floor[x, y] = "boards"
        canvas.lines.append(ThinLine((edge, y), (edge, y + 1), "door", "Hall door", lots.pick(("open", "closed"))))
        canvas.clear |= {(x, y), *canvas.beside((x, y))}
    for x in (hall.left + 2, hall.right - 3):
        y = hall.bottom - 1 if x == hall.left + 2 else hall.top
        canvas.walls.pop((x, y), None)
        canvas.floor[x, y] = "boards"
        canvas.clear |= {(x, y), *canvas.beside((x, y))}
    _gallery(canvas, lots, inside)
    canvas.places.append(NamedPlace("Great hall", tuple(inside.cells()), "room", "cover"))
    x, y = inside.left + (inside.wide - 2) // 2, inside.top + (inside.high - 2) // 2
    canvas.things.append(MapThing("High table", "objective", tuple(Plot(x, y, 2, 2).cells())))
    free = [cell for cell in inside.cells() if cell not in canvas.clear and cell not in Plot(x, y, 2, 2).cells()]
    scatter(canvas, lots.part("tables"), HALL, 20, free)
    return hall


def _gallery(canvas: Canvas, lots: SeededDraws, inside: Plot) -> None:
    """A storey over one end of the hall, with a stair up to it."""
    if inside.high < 6:
        return
    north = lots.chance(50)
    top = inside.top if north else inside.bottom - 1
    cells = [(x, top) for x in range(inside.left + 1, inside.right - 1)]
    step = (inside.right - 1, top) if north else (inside.left, top)
    raise_ground(canvas, "Gallery", cells, WALK, ())
    raise_ground(canvas, "Gallery stairs", (step,), WALK, [(step, "stairs_w" if north else "stairs_e")])
    canvas.clear |= {*cells, step}
    canvas.places.insert(0, NamedPlace("Gallery", tuple(cells), "rooftop", "barrier"))


# --- ruin: broken walls with breaches on all sides, a tower stump, an altar amid it ---

RUIN_OUTSIDE = ("boulder_1", "boulder_2", "bush_1", "bush_2", "gorse", "log_w", "bush_berries")
RUIN_INSIDE = ("tomb", "boulder_1", "crate_1", "column", "boulder_2", "barrel_1")
RUIN_LITTER = ("rubble_loose", "stones", "vines_1", "vines_2", "bones")

RUIN_TITLES = (
    *("The Fallen Abbey", "Saint Orm’s", "The Burnt Manor", "The Roofless House", "The Old Commandery"),
    *("The Grey Priory", "The Villa on the Heath", "The Broken Chapter", "The Pilgrims’ Rest", "The Lost Grange"),
)
GRASS = (
    *("Sheep walk", "Long grass", "Nettle ground", "Old orchard", "Pilgrims’ meadow", "Goat pasture", "Bracken slope"),
    *("Warren", "Graveyard edge", "Herb garden", "Fallen wall", "Thistle field", "Cart track"),
    *("Kitchen garden", "Dovecote"),
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
    rooms = _ruin_walls(canvas, lots, house)
    _breaches(canvas, draws.part("breaches"), house)
    loosen_corners(canvas)
    _ruin_rooms(canvas, draws.part("rooms"), rooms)
    _tower(canvas, draws.part("tower"), house)
    keep: set[Cell] = {cell for box in starts.values() for cell in box.cells()}
    keep |= set(house.grown(1).cells()) | canvas.clear
    _graves(canvas, draws.part("graves"), house)
    plant_trees(canvas, draws, keep, 22)
    scatter(canvas, draws.part("growth"), RUIN_OUTSIDE, 4, [cell for cell in canvas.cells() if cell not in keep])
    _fences(canvas, draws.part("fences"), house)
    scatter(
        canvas, draws.part("litter"), RUIN_LITTER, 7, [cell for cell in house.grown(1).cells() if canvas.inside(cell)]
    )
    start_at(canvas, "party", "From the track", starts["party"].cells())
    start_at(canvas, "foe", "From the heath", starts["foe"].cells())
    close_pockets(canvas, lambda cell: ("wall", "tree") if cell not in house.cells() else ("prop", "boulder_2"))
    free = {cell for start in canvas.starts for cell in start.cells}
    indoors = set(house.cells())
    cover_ways(canvas, draws.part("cover outside"), RUIN_OUTSIDE, free | indoors)
    cover_ways(
        canvas, draws.part("cover inside"), RUIN_INSIDE, {cell for cell in canvas.cells() if cell not in indoors}
    )
    loosen_corners(canvas)
    things_about(canvas, draws.part("things"), ("stone", "branch", "bench"), width * height // 80, canvas.cells())
    for name, column in (("Track", 0), ("Heath", width - 1)):
        row = house.middle[1]
        canvas.walls.pop((column, row), None)
        canvas.things.append(MapThing(name, "exit", ((column, row),)))
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


def _ruin_walls(canvas: Canvas, lots: SeededDraws, house: Plot) -> list[Plot]:
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


def _ruin_rooms(canvas: Canvas, lots: SeededDraws, rooms: list[Plot]) -> None:
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
