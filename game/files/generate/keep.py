"""A small castle: a wall with a walk on it and towers at its corners, gates on four sides, a hall with a gallery."""

from __future__ import annotations

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, Rise, ThinLine
from game.files.generate.scenery import (
    close_pockets,
    cover_ways,
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

WALK, TOWER = 10.0, 20.0
"""Feet up of the walk on the wall and of the gallery, and of the towers."""

THICK, TOWER_WIDE = 2, 3
"""Cells across the wall, and across a tower."""

OUTSIDE = ("boulder_1", "bush_1", "bush_2", "log_w", "stump", "boulder_2")
COURT = ("crate_1", "barrels", "hay_bale", "crate_2", "sacks", "target")
HALL = ("table", "barrel_1", "chest", "crate_1")

TITLES = (
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
    hall = _hall(canvas, draws.part("hall"), court)
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
    scatter(canvas, draws.part("growth"), OUTSIDE, 5, [cell for cell in canvas.cells() if cell not in keep])
    start_at(canvas, "party", "Before the west gate", starts["party"].cells())
    start_at(canvas, "foe", "Before the east gate", starts["foe"].cells())
    close_pockets(canvas, lambda cell: ("prop", "crate_1") if cell in castle.cells() else ("wall", "tree"))
    taken = {cell for start in canvas.starts for cell in start.cells}
    within = set(castle.cells())
    cover_ways(canvas, draws.part("cover outside"), OUTSIDE, taken | within | free)
    cover_ways(canvas, draws.part("cover inside"), COURT, {cell for cell in canvas.cells() if cell not in yard})
    loosen_corners(canvas)
    things_about(canvas, draws.part("things"), ("stone", "bench", "branch", "bucket"), width * height // 90, yard)
    for name, column in (("Western road", 0), ("Eastern road", width - 1)):
        row = castle.middle[1]
        canvas.walls.pop((column, row), None)
        canvas.things.append(MapThing(name, "exit", ((column, row),)))
    canvas.title = draws.part("title").pick(TITLES)
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


def _hall(canvas: Canvas, lots: SeededDraws, court: Plot) -> Plot:
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
