"""Draws the features of a map that is being corrected: their outlines, what they are, and what a lever moves."""

from __future__ import annotations

import pygame

from game.files.map_edit_features import EditedFeature, EditedFeatures, FeatureRef
from game.spatial.field import Cell
from game.spatial.solids import CellSide
from game.view.board.camera import Camera
from game.view.board.chart_signs import FEATURE, FEATURES
from game.view.board.overlays import outline
from game.view.panels.cards import draw_thing
from game.view.widgets.theme import GOOD, INK, SMALL, WHITE, Typography

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
