"""Maps of which more than names tells what is ground: what fills them, what lies over what, where feet stand."""

from __future__ import annotations

from collections.abc import Iterator

from tests.corpus.parts import HIGH, HOUSE, MEADOW, WIDE, layer, point, said_of, things, tileset, tmx
from tests.corpus.pixels import PLANKS, WATER

ROOM = ["b" * WIDE] * 3 + ["bbbb========bbbb"] * 6 + ["b" * WIDE] * 3
ROUND = [" " * WIDE] * 2 + ["   ##########"] + ["   #        #"] * 6 + ["   ##########"] + [" " * WIDE] * 2
"""A room on a map that is filled with one tile, and the walls round it."""

RIVER = ["       ~~"] * HIGH
BRIDGES = [("      ====" if y in (4, 9) else "") for y in range(HIGH)]

THICK = ["#" * WIDE, *["#" + " " * 14 + "#"] * 4, *["#" * WIDE] * 3, *["#" + " " * 14 + "#"] * 3, "#" * WIDE]
"""Walls round the map, and three rows across it."""


def grounds() -> Iterator[tuple[str, str]]:
    """The maps, by name."""
    yield "filled-all-round", tmx(layer("ground", ROOM), layer("walls", ROUND))
    said = tileset(said_of(WATER, collides=True) + said_of(PLANKS, collides=False))
    yield (
        "bridges-over-water",
        tmx(layer("ground", MEADOW), layer("river", RIVER), layer("bridges", BRIDGES), sets=said),
    )
    feet = things("zombies", *(point(x + 0.5, 5, "zombie", 'type="mob"') for x in range(2, 14, 2)))
    yield "feet-on-the-line", tmx(layer("ground", MEADOW), layer("collisions", THICK), feet)
    people = things("люди", point(3.5, 3.5, "игрок"), point(12.5, 3.5, "враг"))
    yield "named-in-russian", tmx(layer("пол", MEADOW), layer("Стены", HOUSE), people)
