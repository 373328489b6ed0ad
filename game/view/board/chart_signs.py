"""The colours in which a map's walls, edges, zones, starts and heights are shown to whoever looks it over."""

from __future__ import annotations

from game.spatial.field import Terrain
from game.view.widgets.theme import Colour

CellTint = tuple[int, int, int, int]
"""Red, green, blue and alpha."""

FEATURE: Colour = (255, 240, 120)
"""Of hazards, exits, goals and things."""

RISE: Colour = (170, 60, 200)
"""Where the floor changes its height."""
TINTS: tuple[Colour, ...] = (
    (0, 114, 178),
    (230, 159, 0),
    (0, 158, 115),
    (204, 121, 167),
    (86, 180, 233),
    (213, 94, 0),
    (240, 228, 66),
)
SIDES: dict[str, Colour] = {
    "party": (58, 155, 214),
    "foe": (230, 80, 40),
    "third": (76, 199, 160),
    "fourth": (227, 163, 198),
}
OTHERS: tuple[Colour, ...] = ((240, 228, 66), (190, 150, 250), (160, 200, 90), (250, 250, 250))
"""Of sides that have a word of their own, one after the other."""
BORDERS: dict[str, Colour] = {
    "open": (250, 250, 250),
    "door": (255, 190, 60),
    "climb": (120, 200, 255),
    "rubble": (190, 150, 110),
    "gap": (200, 120, 255),
}
EDGES: dict[str, Colour] = {
    "wall": (20, 20, 20),
    "door": (255, 190, 60),
    "portcullis": (255, 120, 40),
    "window": (120, 220, 255),
    "slit": (255, 60, 200),
    "low_wall": (150, 110, 60),
}
FEATURES: dict[str, str] = {
    "fire": "fire",
    "fall": "fall",
    "deep_water": "deep water",
    "trap": "trap",
    "exit": "exit",
    "objective": "goal",
    "lever": "lever",
    "loot": "loot",
    "light": "light",
}
"""All kinds but things, which are drawn as they look."""


def veil_over(ground: Terrain) -> CellTint | None:
    """What lies over a cell's picture: dark over walls, brown over what is in the way; None for ground to walk on."""
    if ground.blocks_move and ground.blocks_sight:
        return 0, 0, 0, 150
    if ground.blocks_move:
        return 60, 40, 0, 110
    return None


def veil_of_ground(ground: Terrain) -> CellTint | None:
    """The same, with slow ground and what hides from sight told apart too."""
    if ground.blocks_sight and not ground.blocks_move:
        return 0, 110, 60, 110
    if ground.blocks_move and not ground.blocks_sight and not (ground.height or ground.lintel):
        return 30, 20, 70, 130
    if not ground.blocks_move and ground.cost > 1:
        return (0, 90, 200, 90) if ground.name == "water" else (230, 170, 0, 80)
    return veil_over(ground)
