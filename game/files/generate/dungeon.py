"""Rooms in the rock and passages between them: a hall in the middle, and more than one way to it from each end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.files.generate.canvas import Canvas, MapThing, NamedPlace, Plot, ThinLine
from game.files.generate.scenery import (
    close_pockets,
    cover_ways,
    lay,
    loosen_corners,
    place_prop,
    raise_ground,
    ring_of,
    scatter,
    start_at,
    things_about,
    way_of,
)
from game.files.generate.seeded import SeededDraws
from game.spatial.field import Cell

COVER = ("crate_1", "crate_2", "barrel_1", "barrels", "table", "crate_1")
LITTER = ("bones", "rubble_loose", "stones", "puddle")

TITLES = (
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
    rooms = _rooms(lots, width, height, columns, rows)
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
    _walls(canvas, dug, stuff)
    loosen_corners(canvas)
    _walls(canvas, [cell for cell in canvas.cells() if cell not in canvas.walls], stuff)
    canvas.lines += [line for line in doors if _is_door(canvas, line, inner)]
    keep = _door_ways(canvas)
    uses = draws.part("uses").shuffled(USES * 2)
    for room in rooms:
        if room in middle:
            continue
        start = room in ends
        _furnish(canvas, draws.part(f"room {room.column} {room.row}"), room.box, uses.pop(), keep, bare=start)
    _hall(canvas, draws.part("hall"), hall)
    for side, room, name in (("party", ends[0], "Way in"), ("foe", ends[1], "Far door")):
        start_at(canvas, side, name, room.box.cells())
        x, y = (room.box.left, room.box.middle[1]) if side == "party" else (room.box.right - 1, room.box.middle[1])
        canvas.things.append(MapThing(f"{name}, stairs", "exit", ((x, y),)))
        canvas.flat[x, y] = "stairs_w" if side == "party" else "stairs_e"
    starts = {cell for start in canvas.starts for cell in start.cells}
    canvas.clear |= keep
    scatter(canvas, draws.part("litter"), LITTER, 5, [cell for cell in canvas.cells() if cell not in canvas.walls])
    close_pockets(canvas, lambda _: ("wall", stuff))
    canvas.lines = [line for line in canvas.lines if _is_door(canvas, line, inner)]
    cover_ways(canvas, draws.part("cover"), COVER, starts | keep)
    things_about(canvas, draws.part("things"), ("stool", "bottle", "stone", "bench"), len(rooms), canvas.cells())
    canvas.title = draws.part("title").pick(TITLES)
    canvas.description = "Rooms in the rock round a hall; no side has to come by the way the other expects."
    return canvas


def _rooms(lots: SeededDraws, width: int, height: int, columns: int, rows: int) -> list[Room]:
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


def _walls(canvas: Canvas, dug: Sequence[Cell] | dict[Cell, None], stuff: str) -> None:
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


def _hall(canvas: Canvas, lots: SeededDraws, box: Plot) -> None:
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
