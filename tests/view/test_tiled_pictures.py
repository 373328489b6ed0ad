"""Maps look as in Tiled: its own ``tmxrasterizer`` is the judge, where Tiled is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.files.tiled import Chart, read_map
from game.spatial.field import Field
from game.view.board.camera import Camera
from game.view.board.map_layers import MapLayers
from tests.corpus.kinds import MAPS
from tests.corpus.pixels import SIDE

TILED = shutil.which("tmxrasterizer") if shutil.which("tiled") else None

NOT_FOUND = ("SHOUTED.TMX", "lost-tileset.tmx")
"""Whose tileset Tiled does not find here, and draws another sign for."""

CLOSE = 5
"""Steps of 255 that colours may differ, in the mean."""

Pixels = npt.NDArray[np.int64]


def clean(chart: Chart) -> pygame.Surface:
    """The map's own pictures, without the shadows and doors that the game adds, a pixel for a pixel."""
    field = chart.field
    layers = MapLayers(Field(field.width, field.height), chart.picture)
    return layers.snapshot(field.width * SIDE, field.height * SIDE)


def pixels(surface: pygame.Surface) -> Pixels:
    """Red, green and blue by column and row."""
    return pygame.surfarray.array3d(surface).astype(np.int64)


def by_tiled(path: Path, chart: Chart, folder: Path) -> pygame.Surface:
    """The same part of the map as Tiled draws it, without outlines of objects, on our background."""
    assert TILED is not None
    text = path.read_text("utf-8")
    hidden = [*re.findall(r'<objectgroup name="([^"]+)"', text), "things"]
    words = [word for name in hidden if name != "props" for word in ("--hide-layer", name)]
    out, whole = folder / "tiled.png", folder / "whole.tmx"
    quiet = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(folder)}
    if "template=" in text:  # the rasterizer reads none, but the editor takes objects off their templates
        export = ["tiled", "--detach-templates", "--export-map", str(path), str(whole)]
        subprocess.run(export, env=quiet, check=True, capture_output=True)
        path = whole
    subprocess.run([TILED, *words, str(path), str(out)], env=quiet, check=True, capture_output=True)
    drawn = pygame.image.load(out)
    # Tiled makes room for layers that are shifted beyond the rims, crops infinite maps itself,
    corner = [max(0, *(-int(n) for n in re.findall(rf'offset{axis}="(-?\d+)"', text)), 0) for axis in "xy"]
    if 'infinite="1"' not in text:  # and crops no others
        corner = [outer + SIDE * cut for outer, cut in zip(corner, chart.origin, strict=True)]
    size = (chart.field.width * SIDE, chart.field.height * SIDE)
    picture = pygame.Surface(size)
    picture.fill(MapLayers(Field(1, 1), chart.picture)._background())
    picture.blit(drawn, (0, 0), (*corner, *size))
    return picture


@pytest.mark.skipif(TILED is None, reason="Tiled is not installed")
@pytest.mark.parametrize("path", [path for path in MAPS if path.name not in NOT_FOUND], ids=lambda path: path.name)
def test_a_map_looks_as_in_tiled(path: Path, tmp_path: Path) -> None:
    chart = read_map(path)
    ours, theirs = clean(chart), by_tiled(path, chart, tmp_path)
    assert abs(pixels(ours) - pixels(theirs)).mean() < CLOSE


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_a_window_shows_the_same_as_a_picture(path: Path) -> None:
    chart = read_map(path)
    field = chart.field
    layers = MapLayers(field, chart.picture)
    size = (field.width * SIDE, field.height * SIDE)
    window = pygame.Surface(size)
    camera = Camera(field.width, field.height, size, SIDE)
    camera.look_at((field.width / 2, field.height / 2))
    layers.draw(window, camera)
    layers.draw_edges(window, camera, ())
    layers.draw_above(window, camera)
    assert abs(pixels(window) - pixels(layers.snapshot(*size))).mean() < 1


@pytest.mark.parametrize(("width", "height"), [(80, 60), (250, 4), (6, 9)])
def test_a_small_picture_of_a_map_keeps_to_its_room(width: int, height: int) -> None:
    room = pygame.Rect(0, 0, 500, 180)
    whole = MapLayers(Field(width, height), None).snapshot(*room.size).get_size()
    assert whole[0] == room.width or whole[1] == room.height, "and fills it one way"
    assert whole[0] <= room.width and whole[1] <= room.height
    assert whole[0] / whole[1] == pytest.approx(width / height, rel=0.1)
