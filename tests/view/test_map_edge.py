"""Outside a map its ground goes on into the dark: nothing of a window is left empty, at any zoom and size."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.play.start import chart_of
from game.spatial.field import Field, Terrain
from game.view.board.camera import ZOOMS, Camera
from game.view.board.map_layers import MapLayers
from game.view.widgets.theme import NIGHT

MAPS = sorted((Path(__file__).parents[2] / "maps").glob("*.tmx"))
SIZES = (1024, 576), (1280, 720), (1920, 1080)

pytestmark = pytest.mark.usefixtures("without_window")


@pytest.fixture
def without_window() -> None:
    pygame.display.init()
    pygame.font.init()


def shown(layers: MapLayers, camera: Camera) -> npt.NDArray[np.uint8]:
    target = pygame.Surface(camera.window_size)
    target.fill((255, 0, 255))
    layers.draw(target, camera)
    return pygame.surfarray.array3d(target)


def outside(camera: Camera) -> npt.NDArray[np.bool_]:
    """The pixels of the window that are not of the map."""
    mask = np.ones(camera.window_size, np.bool_)
    (left, top), (right, bottom) = camera.pixel((0, 0)), camera.pixel((camera.width, camera.height))
    mask[max(0, left) : max(0, right), max(0, top) : max(0, bottom)] = False
    return mask


@pytest.mark.parametrize(
    ("path", "size"),
    [
        # by day each map in one size, and so all sizes
        pytest.param(path, size, id=f"{path.stem}-{size}", marks=[pytest.mark.nightly] * (number % len(SIZES) != at))
        for number, path in enumerate(MAPS)
        for at, size in enumerate(SIZES)
    ],
)
def test_round_a_shipped_map_there_is_no_empty_pixel(path: Path, size: tuple[int, int]) -> None:
    chart = chart_of(str(path))
    assert chart is not None
    layers = MapLayers(chart.field, chart.picture)
    for number, zoom in enumerate(ZOOMS[::2]):
        camera = Camera(chart.field.width, chart.field.height, size, zoom)
        x, y = number % 2 * camera.width, number // 2 % 2 * camera.height
        camera.look_at((x, y))
        pixels, mask = shown(layers, camera), outside(camera)
        assert mask.any(), "a corner of the map is looked at"
        beyond = pixels[mask]
        for empty in ((255, 0, 255), tuple(NIGHT)):
            assert not np.logical_and.reduce([beyond[:, tone] == empty[tone] for tone in range(3)]).any()
        assert beyond.max(axis=1).std() > 1, "it is ground, not one colour"


@pytest.mark.parametrize("zoom", [8, 32, 48, 128])
def test_it_gets_darker_away_from_a_map_without_pictures(zoom: int) -> None:
    layers, camera = MapLayers(Field(3, 2), None), Camera(3, 2, (22 * zoom, 21 * zoom), zoom)
    light = shown(layers, camera).mean(axis=2)
    middle = light.shape[1] // 2
    left = camera.pixel((0, 0))[0]
    rings = [
        light[left - far * zoom : left - (far - 1) * zoom, middle - zoom : middle + zoom].mean() for far in (1, 3, 6, 8)
    ]
    assert light[left : left + zoom, middle - zoom : middle + zoom].mean() > rings[0] > rings[1] > rings[2]
    assert rings[2] == pytest.approx(rings[3], rel=0.2), "as dark as it gets"
    assert rings[3] > sum(NIGHT) / 3


def test_the_ground_outside_is_that_of_the_nearest_cells() -> None:
    """A map's road goes on as a road."""
    chart = chart_of(str(next(path for path in MAPS if path.stem == "woodland-road")))
    assert chart is not None
    layers = MapLayers(chart.field, chart.picture)
    field = chart.field
    for y in range(field.height):
        for far in range(1, 12):
            cell, rim = layers.edge.source(-far, y), field.at((0, y))
            if not rim.blocks_move and rim.cost == 1:
                assert cell[1] == y and field.at(cell).name == rim.name
            assert abs(cell[1] - y) <= 5 and cell[0] < 4
    assert layers.edge.source(-3, -5)[0] < 6 and layers.edge.source(-3, -5)[1] < 6
    roads = [y for y in range(field.height) if field.at((0, y)).name == "road"]
    assert roads and all(field.at(layers.edge.source(-9, y)).name == "road" for y in roads)


def test_a_lone_tree_at_the_rim_makes_no_row_of_trees() -> None:
    ground = (Terrain("grass"), Terrain("tree", blocks_move=True), Terrain("wall", blocks_move=True, blocks_sight=True))
    rows = 0, 0, 1, 0, 0, 2, 2, 2, 2
    field = Field(6, 9, palette=ground, terrain=tuple(kind for kind in rows for _ in range(6)))
    edge = MapLayers(field, None).edge
    assert {field.at(edge.source(-far, 2)).name for far in range(1, 9)} == {"grass"}
    assert {field.at(edge.source(-far, y)).name for far in range(1, 9) for y in (5, 6, 7, 8)} == {"wall"}
