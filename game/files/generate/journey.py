"""The land of an expedition as a map: places with roads between them, drawn with the tiles of the battle maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from game.files.atomic import write_whole
from game.files.generate.canvas import Canvas, Plot
from game.files.generate.map_writing import map_file
from game.files.generate.outdoor_maps import UNDERWOOD
from game.files.generate.scenery import lay, place_prop, plant_trees, scatter
from game.files.generate.seeded import SeededDraws
from game.spatial.field import Cell

WIDE, HIGH = 30, 22
"""Cells of the map."""

FIRST, APART = 2, 6
"""The column of where one sets out, and columns from one step to the next."""

WOODED = 34
"""Of a hundred cells of the land, about."""

SCATTERED = 5
"""Things on a hundred cells of it."""

WALL, HOUSE, TREE, STONES, BOARDS, WATER = "#", "%", "t", ".", ",", "~"
"""Signs of ground and of what fills a cell; any other sign of a landmark stands for a thing."""

THINGS: Mapping[str, str] = MappingProxyType(
    {
        "f": "campfire",
        "c": "crate_1",
        "s": "sacks",
        "l": "log_n",
        "b": "bones",
        "o": "column",
        "T": "tomb",
        "r": "rubble_loose",
        "w": "well",
        "v": "cabbages_1",
        "h": "hay_bale",
        "k": "cart_w",
        "C": "chest",
        "S": "signpost",
        "m": "table",
        "B": "barrels",
        "u": "bush_1",
        "R": "boulder_1",
        "a": "altar",
        "p": "lamp_post",
    }
)
"""The tile of each sign."""

LANDMARKS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "": ("  p  ", " k s ", "     "),
        "camp": (" c s ", "l f l", " B   "),
        "dungeon": ("#####", "#.a.#", "#.T.#"),
        "ford": ("~~~~~", "~~~~~", " R r "),
        "keep": ("#####", "#...#", "##.##"),
        "ruin": ("%r %%", "o.. %", " r.o "),
        "village": ("%%%w ", "%,% v", "%,%vh"),
        "wood-road": ("ttttt", "tu tt", "t l t"),
        "rest": (" t t ", "l f l", "  w  "),
        "find": ("  r  ", "cC B ", " k   "),
        "meeting": (" t t ", " m S ", "  p  "),
    }
)
"""What stands above a place on the map: by the kind of its battle map, or else by that of the place.

The lowest row is the one above the place.
"""


def write_land(path: Path, word: str, marks: Mapping[Cell, str], roads: Sequence[tuple[Cell, Cell]]) -> None:
    """Write the map: ``marks``, the landmark of each place by its cell; ``roads`` lead from cell to cell.

    Raises BadFile where it can't be written.
    """
    draws = SeededDraws(f"{word}/land")
    canvas = Canvas(WIDE, HIGH, "grass")
    canvas.title = f"The land of “{word}”"
    canvas.description = "Where an expedition goes."
    road = lay(canvas, "road", [cell for one, other in roads for cell in _road_between(one, other)])
    for at, mark in marks.items():
        _stand(canvas, at, LANDMARKS[mark])
    near = {cell for at in marks for cell in Plot(at[0] - 3, at[1] - 4, 7, 7).cells()}
    plant_trees(canvas, draws.part("trees"), {*road, *near}, WOODED)
    free = [cell for cell in canvas.cells() if cell not in road and cell not in near]
    scatter(canvas, draws.part("underwood"), UNDERWOOD, SCATTERED, free)
    write_whole(path, map_file(canvas, (), draws.part("tiles"), path.parent))


def _road_between(one: Cell, other: Cell) -> list[Cell]:
    """The cells of a road two cells broad, straight from cell to cell."""
    (x1, y1), (x2, y2) = one, other
    steps = max(abs(x2 - x1), abs(y2 - y1), 1)
    line = [
        (x1 + ((x2 - x1) * n + steps // 2) // steps, y1 + ((y2 - y1) * n + steps // 2) // steps)
        for n in range(steps + 1)
    ]
    return [(x + dx, y + dy) for x, y in line for dx in (0, 1) for dy in (0, 1)]


def _stand(canvas: Canvas, at: Cell, rows: Sequence[str]) -> None:
    """Put a landmark above a place."""
    left, top = at[0] - 2, at[1] - len(rows)
    signs = {(left + x, top + y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    for cell, sign in signs.items():
        if not canvas.inside(cell) or cell in canvas.on("road"):
            continue
        if sign in (STONES, BOARDS):
            canvas.floor[cell] = "stone" if sign == STONES else "boards"
        elif sign in (WALL, HOUSE, TREE):
            canvas.walls[cell] = {WALL: "stone", HOUSE: "brick", TREE: "tree"}[sign]
        elif sign in THINGS:
            place_prop(canvas, cell, THINGS[sign])
    lay(canvas, "water", [cell for cell, sign in signs.items() if sign == WATER and cell not in canvas.on("road")])
