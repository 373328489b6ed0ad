"""The picture of a map for its author: every thing rules see leaves its mark."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.files.tiled import Chart, read_map
from game.view.board.chart_picture import LEGEND, MARGIN, draw_chart
from tests.files.drawing import SLIT, WALL, floor, line, objects, point, rectangle, save, tiles, tmx

ZOOM = 40


def chart(folder: Path, *layers: str, walls: list[list[int]] | None = None) -> Chart:
    """A map six cells wide and four high."""
    solid = [tiles("walls", walls, 2)] if walls else []
    return read_map(save(folder, tmx(tiles("ground", floor(6, 4)), *solid, *layers)))


def colours(picture: pygame.Surface, x: float, y: float, wide: float = 1, high: float = 1) -> set[tuple[int, int, int]]:
    """All colours in a part of the map, in cells."""
    left, top = MARGIN + round(x * ZOOM), MARGIN + round(y * ZOOM)
    return {
        tuple(picture.get_at((i, j)))[:3]  # type: ignore[misc]
        for i in range(left, left + round(wide * ZOOM))
        for j in range(top, top + round(high * ZOOM))
    }


def test_the_picture_is_as_large_as_the_map(tmp_path: Path) -> None:
    picture = draw_chart(chart(tmp_path), zoom=ZOOM)
    assert picture.get_size() == (6 * ZOOM + 2 * MARGIN, 4 * ZOOM + 2 * MARGIN + LEGEND)


@pytest.mark.parametrize(
    ("thing", "place", "colour"),
    [
        (objects("edges", line(1, (2, 1), (2, 3), kind="door")), (1.9, 1, 0.2, 1), (255, 190, 60)),
        (objects("edges", line(1, (2, 1), (2, 3), kind="slit")), (1.9, 1, 0.2, 1), (255, 60, 200)),
        (objects("spawns", rectangle(1, "Spawn", 3, 1, 2, 2, side="foe")), (3, 1, 2, 2), (230, 80, 40)),
        (objects("elevation", rectangle(1, "Elevation", 3, 0, 3, 4, feet=5.0)), (2.9, 0, 0.2, 1), (170, 60, 200)),
        (objects("features", point(1, "Feature", 4.5, 2.5, kind="fire", strength="1d6")), (4, 2), (255, 240, 120)),
        (
            objects(
                "zones", rectangle(1, "Zone", 0, 0, 3, 4, name="West"), rectangle(2, "Zone", 3, 0, 3, 4, name="East")
            ),
            (2.9, 0, 0.2, 4),
            (250, 250, 250),
        ),
    ],
    ids=["door", "slit", "spawn", "elevation", "feature", "border"],
)
def test_things_leave_their_mark(
    tmp_path: Path, thing: str, place: tuple[float, ...], colour: tuple[int, int, int]
) -> None:
    assert colour in colours(draw_chart(chart(tmp_path, thing), zoom=ZOOM), *place)


def test_walls_and_slits_are_seen(tmp_path: Path) -> None:
    walls = [[0] * 6 for _ in range(4)]
    walls[1][1], walls[1][4] = WALL, SLIT
    bare = draw_chart(chart(tmp_path), zoom=ZOOM)
    built = draw_chart(chart(tmp_path, walls=walls), zoom=ZOOM)
    assert colours(bare, 1, 1) != colours(built, 1, 1)
    assert (255, 60, 200) in colours(built, 4, 1)


def test_big_maps_are_drawn_small(tmp_path: Path) -> None:
    text = tmx(tiles("ground", floor(120, 90)), width=120, height=90)
    picture = draw_chart(read_map(save(tmp_path, text)))
    assert picture.get_width() == 120 * 20 + 2 * MARGIN
