"""Signs of a map that is looked over: colours of walls, edges, zones and heights; marks of starts and features."""

from __future__ import annotations

from collections.abc import Collection
from math import cos, pi, sin
from typing import NamedTuple

import pygame

from game.files.map_edit import EditedFeature, EditedFeatures, FeatureRef
from game.spatial.field import Cell, Terrain
from game.spatial.solids import CellSide
from game.view.board.camera import Camera
from game.view.board.overlays import outline
from game.view.panels.cards import draw_thing
from game.view.widgets.theme import GOOD, INK, SMALL, WHITE, Colour, Typography

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


class StartSign(NamedTuple):
    """What marks a cell on which a side starts."""

    colour: Colour
    corners: int
    """Of its shape; 0 for a disc."""
    turn: float
    """Of its first corner, clockwise from the top, in turns."""


_SHAPES = ((0, 0.0), (4, 0.0), (4, 0.125), (3, 0.0))
"""A disc, a diamond, a square and a triangle: party, foe, third and fourth."""

_OTHER_SHAPES = ((3, 0.5), (5, 0.0), (6, 0.0), (8, 0.0625))
"""A triangle on its head, and what has five, six and eight corners."""

STARTS = {side: StartSign(SIDES[side], *shape) for side, shape in zip(SIDES, _SHAPES, strict=True)}


def start_sign(side: str, sides: Collection[str]) -> StartSign:
    """The sign of a side; ``sides`` are all that start on the map, in any order."""
    if side in STARTS:
        return STARTS[side]
    others = sorted({*sides, side} - STARTS.keys())
    at = others.index(side)
    return StartSign(OTHERS[at % len(OTHERS)], *_OTHER_SHAPES[at % len(_OTHER_SHAPES)])


def draw_start_sign(
    target: pygame.Surface, sign: StartSign, at: tuple[int, int], radius: int, line: int, *, hollow: bool = False
) -> None:
    """Draw a sign round a pixel, with a dark rim; ``line`` pixels is its outline thick if it is ``hollow``."""
    if not sign.corners:
        pygame.draw.circle(target, INK, at, radius + 1, line + 2 if hollow else 0)
        pygame.draw.circle(target, sign.colour, at, radius, line if hollow else 0)
        return
    reach = radius * (1.25 if sign.corners < 5 else 1.1)  # corners stand out as far as a disc is large to the eye
    for colour, far, thick in ((INK, reach + 2, line + 3), (sign.colour, reach, line)):
        turns = [2 * pi * (sign.turn + number / sign.corners) for number in range(sign.corners)]
        points = [(at[0] + far * sin(turn), at[1] - far * cos(turn)) for turn in turns]
        pygame.draw.polygon(target, colour, points, thick if hollow else 0)


FINE = 16
"""Pixels to a cell from which it is written what they are."""


def draw_feature_signs(
    target: pygame.Surface,
    camera: Camera,
    look: Typography,
    features: EditedFeatures,
    area: pygame.Rect,
    *,
    picked: FeatureRef | None,
    corrected: bool,
) -> None:
    """Those that lie on an ``area`` of cells; ``corrected``: with a mark on those that were put down."""
    for feature in features.all():
        if not any(area.collidepoint(cell) for cell in feature.cells):
            continue
        if feature.words.linked is not None:
            _draw_link(target, camera, feature.cells[0], feature.words.linked)
        _draw_one(target, camera, look, feature, picked=feature.ref == picked)
        if corrected and feature.ref.source == "said" and camera.zoom >= FINE:
            x, y = feature.cells[0]
            pygame.draw.circle(target, GOOD, camera.pixel((x, y)), max(2, camera.zoom // 12))


def _draw_one(
    target: pygame.Surface, camera: Camera, look: Typography, feature: EditedFeature, *, picked: bool
) -> None:
    words, zoom = feature.words, camera.zoom
    thick = max(1, zoom // 16)
    for start, end in outline(frozenset(feature.cells)):
        if picked:
            pygame.draw.line(target, WHITE, camera.pixel(start), camera.pixel(end), thick + 4)
        pygame.draw.line(target, FEATURE, camera.pixel(start), camera.pixel(end), thick)
    if words.kind == "thing":
        icon = draw_thing(words.thing, zoom, "loot")
        target.blit(icon, icon.get_rect(center=camera.centre(feature.cells[0])))
    if zoom < FINE:
        return
    told = words.thing if words.kind == "thing" else " ".join(filter(None, (FEATURES[words.kind], words.strength)))
    low = max(y for _, y in feature.cells)
    x, y = min(cell for cell in feature.cells if cell[1] == low)
    at = camera.pixel((x, y + 1))
    for colour, (right, down) in ((INK, (1, 1)), (FEATURE, (0, 0))):
        written = look.write(told, SMALL - 3, colour, "semibold")
        target.blit(written, written.get_rect(bottomleft=(at[0] + 2 + right, at[1] - 1 + down)))


def _draw_link(target: pygame.Surface, camera: Camera, lever: Cell, side: CellSide) -> None:
    """A line from a lever to the middle of the side that it opens."""
    (x, y), along_x = side
    end = camera.pixel((x, y + 0.5) if along_x else (x + 0.5, y))
    for colour, width in ((INK, max(3, camera.zoom // 10)), (FEATURE, max(1, camera.zoom // 20))):
        pygame.draw.line(target, colour, camera.centre(lever), end, width)
    pygame.draw.circle(target, FEATURE, end, max(3, camera.zoom // 9))
