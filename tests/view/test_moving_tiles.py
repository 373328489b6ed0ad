"""Animated tiles: what is shown follows from the time alone, and only what looks otherwise is drawn anew."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.files.tiled import Chart, read_map
from game.files.tiled.picture import Picture, PictureLayer, Placed, TileFrame, TileImage
from game.resources import maps
from game.spatial.field import Feature, Field
from game.view.board.camera import Camera
from game.view.board.fog import LEVELS, Glow, glow_level
from game.view.board.map_layers import MapLayers, frame_at, image_at
from tests.window.seated import pixels_of

SIZE = (512, 384)
TONES = ("red", "green", "blue")


def animated(folder: Path, *lasts: int, width: int = 64, height: int = 64, scattered: bool = False) -> TileImage:
    """A tile that shows one plain colour after the other, so many milliseconds each."""
    images = []
    for tone in TONES[: len(lasts)]:
        surface = pygame.Surface((width, height))
        surface.fill(tone)
        pygame.image.save(surface, folder / f"{tone}{width}.png")
        images.append(TileImage(folder / f"{tone}{width}.png", None, width, height))
    frames = tuple(TileFrame(image, time) for image, time in zip(images, lasts, strict=True))
    return TileImage(images[0].path, None, width, height, frames=frames, scattered=scattered)


def drawn(layers: MapLayers, camera: Camera, time: int) -> pygame.Surface:
    """The map at a time, above and all."""
    surface = pygame.Surface(SIZE)
    layers.draw(surface, camera, time)
    layers.draw_above(surface, camera, time)
    return surface


def test_each_picture_has_its_time_and_begins_anew_after_the_last(tmp_path: Path) -> None:
    tile = animated(tmp_path, 100, 50, 25)
    times = (0, 99, 100, 149, 150, 174, 175, 274, 275, 17_500, 17_600)
    assert [frame_at(tile, time, (3, 5)) for time in times] == [0, 0, 1, 1, 2, 2, 0, 0, 1, 0, 1]
    assert image_at(tile, 160, (0, 0)) == tile.frames[2].image
    still = TileImage(None, None, 64, 64)
    assert image_at(still, 160, (0, 0)) is still


def test_scattered_tiles_begin_with_different_pictures_and_change_together(tmp_path: Path) -> None:
    tile = animated(tmp_path, 100, 50, 50, scattered=True)
    cells = [(x, y) for x in range(8) for y in range(8)]
    looks = [[frame_at(tile, time, cell) for cell in cells] for time in range(0, 400, 10)]
    assert set(looks[0]) == {0, 1, 2}
    assert looks[:20] == looks[20:]
    assert {10 * time for time in range(1, 40) if looks[time] != looks[time - 1]} <= set(range(0, 400, 50))


@pytest.mark.parametrize("above", [False, True])
def test_an_animated_tile_is_drawn_in_its_place_among_the_layers(tmp_path: Path, above: bool) -> None:
    """Larger than its cell, half seen through, with a still tile on a part of it."""
    tile, still = animated(tmp_path, 100, 100, width=128, height=96), animated(tmp_path, 100, width=64)
    grid = [0] * 48
    grid[3 * 8 + 2], top = 1, [0] * 48
    top[3 * 8 + 3] = 2
    ground = PictureLayer("ground", above, opacity=0.5, tiles=tuple(grid))
    over = PictureLayer("over", above, tiles=tuple(top))
    shown = Picture(8, 6, tiles=(TileImage(None), tile, still), layers=(ground, over))
    layers, camera = MapLayers(Field(8, 6), shown), Camera(8, 6, SIZE)
    first, second = drawn(layers, camera, 40), drawn(layers, camera, 140)
    at = camera.pixel((2.5, 2.8))
    assert first.get_at(at).r > 100 > first.get_at(at).g and second.get_at(at).g > 60 > second.get_at(at).r - 20
    covered = camera.pixel((3.5, 3.5))
    assert first.get_at(covered) == second.get_at(covered) == pygame.Color("red")
    assert (pixels_of(drawn(layers, camera, 240)) == pixels_of(first)).all(), "it begins anew"
    changed = np.argwhere((pixels_of(first) != pixels_of(second)).any(axis=2))
    (left, upper), (right, lower) = changed.min(axis=0), changed.max(axis=0)
    box = pygame.Rect(camera.pixel((2, 2.5)), (128, 96))
    assert (left, upper, right, lower) == (box.left, box.top, box.right - 1, box.bottom - 1)


@pytest.mark.parametrize("turn", [0.0, 30.0, -90.0])
def test_an_animated_tile_that_was_put_down_freely_moves_and_is_told_of(tmp_path: Path, turn: float) -> None:
    layer = PictureLayer("props", placed=(Placed(1, 200, 150, 96, 48, turn),))
    shown = Picture(8, 6, tiles=(TileImage(None), animated(tmp_path, 100, 100)), layers=(layer,))
    layers, camera = MapLayers(Field(8, 6), shown), Camera(8, 6, SIZE)
    before, after = pixels_of(drawn(layers, camera, 0)), pixels_of(drawn(layers, camera, 100))
    changed = (before != after).any(axis=2)
    assert changed.sum() > 64 * 48
    told = np.zeros(SIZE, bool)
    for part in layers.stirred(camera, pygame.Rect((0, 0), SIZE), 0, 100):
        told[part.left : part.right, part.top : part.bottom] = True
    assert not (changed & ~told).any()


@pytest.fixture(scope="module")
def ford() -> Chart:
    """A map of ours with trees, a river, reeds and lamps."""
    return read_map(maps() / "night-ford.tmx")


@pytest.mark.parametrize("zoom", [32, 64])
def test_drawing_what_has_stirred_comes_to_the_whole_picture(ford: Chart, zoom: int) -> None:
    """Step by step on one surface, each time only within what was told, as against one drawn at once."""
    field = ford.field
    layers, glow = MapLayers(field, ford.picture), Glow(field)
    camera = Camera(field.width, field.height, SIZE, zoom)
    camera.look_at((12.0, 12.0), glide=False)
    room, kept = pygame.Rect((0, 0), SIZE), drawn(layers, camera, 0)
    glow.draw(kept, camera, 0)
    changes = 0
    for time in range(80, 2400, 80):
        parts = layers.stirred(camera, room, time - 80, time) + glow.stirred(camera, room, time - 80, time)
        changes += bool(parts)
        if parts:
            kept.set_clip(parts[0].unionall(parts[1:]))
            for draw in (layers.draw, layers.draw_above, glow.draw):
                draw(kept, camera, time)
        kept.set_clip(None)
    whole = drawn(MapLayers(field, ford.picture), camera, 2320)
    glow.draw(whole, camera, 2320)
    assert changes > 10
    assert (pixels_of(kept) == pixels_of(whole)).all()


def test_our_maps_burn_flow_and_sway(ford: Chart) -> None:
    names = {tile.path.stem.partition("_")[0] for tile in ford.picture.tiles if tile.frames and tile.path}
    assert {"river", "ford", "tree", "campfire", "reeds"} <= names
    torches = {tile.path.stem for tile in read_map(maps() / "cellar.tmx").picture.tiles if tile.frames and tile.path}
    assert "torch" in torches


def test_a_glow_breathes_by_the_time_alone_another_for_each_light() -> None:
    levels = {cell: [glow_level(cell, time) for time in range(0, 6000, 50)] for cell in ((1, 1), (2, 1))}
    assert levels[1, 1] != levels[2, 1]
    for found in levels.values():
        assert 0 <= min(found) < max(found) < LEVELS
        assert max(abs(a - b) for a, b in pairwise(found)) <= 2, "it does not jump"
    assert levels[1, 1] == [glow_level((1, 1), time) for time in range(0, 6000, 50)]


def test_a_glow_makes_brighter_what_lies_round_a_light_and_nothing_else() -> None:
    field = Field(8, 6, features=(Feature("a", "light", ((2, 2),)), Feature("b", "exit", ((6, 4),))))
    camera, target = Camera(8, 6, SIZE), pygame.Surface(SIZE)
    target.fill((40, 40, 40))
    Glow(field).draw(target, camera, 700)
    assert target.get_at(camera.centre((2, 2))).r > 55
    assert target.get_at(camera.centre((6, 4)))[:3] == (40, 40, 40)
