"""Pictures of tiles: put anywhere, turned, kept within bounds, moving, and as Tiled shows them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from PIL import Image

from game.files.tiled import Chart, read_map
from game.files.tiled.picture import Picture, PictureLayer, Placed, TileFrame, TileImage
from game.resources import maps
from game.spatial.field import Feature, Field
from game.view.board import tiles
from game.view.board.camera import Camera
from game.view.board.fog import LEVELS, Glow, glow_level
from game.view.board.map_layers import MapLayers, frame_at, image_at
from game.view.board.tiles import Tiles, load_picture
from game.view.widgets.picture_cache import PictureCache
from tests.corpus.kinds import MAPS
from tests.corpus.pixels import SIDE
from tests.files.drawing import png
from tests.files.table_pictures import packed
from tests.window.seated import pixels_of


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """A picture of four colours, one in each quarter."""
    surface = pygame.Surface((40, 20))
    for place, tone in zip(product((0, 20), (0, 10)), ("red", "green", "blue", "white"), strict=True):
        surface.fill(tone, pygame.Rect(place, (20, 10)))
    pygame.image.save(surface, tmp_path / "four.png")
    return tmp_path / "four.png"


def quarters(surface: pygame.Surface, box: tuple[int, int, int, int]) -> list[tuple[int, ...]]:
    """The colours in the middles of the quarters of a box."""
    x, y, width, height = box
    return [tuple(surface.get_at((x + width * a // 4, y + height * b // 4)))[:3] for a in (1, 3) for b in (1, 3)]


TURNS = list(product((False, True), repeat=3))


@pytest.mark.parametrize(("flip_x", "flip_y", "diagonal"), TURNS)
def test_a_part_in_sight_is_what_the_whole_would_show(
    four: Path, monkeypatch: pytest.MonkeyPatch, flip_x: bool, flip_y: bool, diagonal: bool
) -> None:
    """Large pictures are scaled where they are seen: with every turn of a tile the same as when scaled whole."""
    tile = TileImage(four, None, 40, 20, (0, 0), flip_x, flip_y, diagonal)
    whole, part = pygame.Surface((64, 64)), pygame.Surface((64, 64))
    for box in ((0, 0, 200, 160), (-31, -17, 200, 160), (20, -100, 200, 160), (-150, 30, 200, 160), (-9, 40, 30, 14)):
        Tiles().draw_tile(whole, tile, box)
        with monkeypatch.context() as patch:
            patch.setattr(tiles, "WHOLE", 0)
            Tiles().draw_tile(part, tile, box)
        for x, y in product(range(0, 64, 3), repeat=2):
            pairs = zip(whole.get_at((x, y)), part.get_at((x, y)), strict=True)
            assert max(abs(a - b) for a, b in pairs) <= 24, "but for half a pixel where colours meet"


@pytest.mark.parametrize("turn", [30.0, 90.0, 200.0, -45.0, 3600.5])
def test_turned_pictures_too(four: Path, monkeypatch: pytest.MonkeyPatch, turn: float) -> None:
    tile = TileImage(four, None, 40, 20)
    for box in ((48, 8, 60, 40), (48, -352, 500, 400), (48, 39, 300, 9)):
        whole, part = pygame.Surface((96, 96)), pygame.Surface((96, 96))
        Tiles().draw_tile(whole, tile, box, turn)
        with monkeypatch.context() as patch:
            patch.setattr(tiles, "WHOLE", 0)
            Tiles().draw_tile(part, tile, box, turn)
        spots = list(product(range(0, 96, 3), repeat=2))
        unlike = [
            spot
            for spot in spots
            if max(abs(a - b) for a, b in zip(whole.get_at(spot), part.get_at(spot), strict=True)) > 64
        ]
        assert len(unlike) < len(spots) // 25, "but for a pixel at the rims"
        assert any(tuple(whole.get_at(spot))[:3] != (0, 0, 0) for spot in spots)


def test_a_part_of_a_sheet_is_cut_out(four: Path) -> None:
    target = pygame.Surface((40, 40))
    Tiles().draw_tile(target, TileImage(four, (20, 10, 20, 10), 20, 10), (0, 0, 40, 40))
    assert quarters(target, (0, 0, 40, 40)) == [(255, 255, 255)] * 4


@pytest.mark.parametrize("far", [1e6, 1e12, 1e15])
def test_what_lies_far_off_is_not_drawn_and_does_no_harm(four: Path, far: float) -> None:
    target, tile = pygame.Surface((40, 40)), TileImage(four, None, 40, 20)
    for x, y in ((far, 0.0), (-far, 0.0), (0.0, far), (0.0, -far)):
        for turn in (0.0, 30.0):
            Tiles().draw_tile(target, tile, (x, y, 40.0, 20.0), turn)
        Tiles().repeat(target, tile, (round(x), round(y)), (40, 20), (False, False))
    assert target.get_bounding_rect().size == (40, 40)
    assert quarters(target, (0, 0, 40, 40)) == [(0, 0, 0)] * 4


@pytest.mark.parametrize(
    ("middle", "tone"),
    [((0.25, 0.25), (255, 0, 0)), ((0.25, 0.75), (0, 255, 0)), ((0.75, 0.25), (0, 0, 255)), ((0.75, 0.75), (255,) * 3)],
)
def test_a_picture_far_larger_than_the_target_is_drawn_where_it_is_seen(
    four: Path, middle: tuple[float, float], tone: tuple[int, ...]
) -> None:
    target = pygame.Surface((40, 40))
    box = (20 - middle[0] * 40_000, 20 - middle[1] * 20_000, 40_000, 20_000)
    Tiles().draw_tile(target, TileImage(four, None, 40, 20), box)
    assert quarters(target, (0, 0, 40, 40)) == [tone] * 4


def test_a_picture_as_large_as_the_world_does_no_harm(four: Path) -> None:
    Tiles().draw_tile(pygame.Surface((40, 40)), TileImage(four, None, 40, 20), (-1e9, -1e9, 2e9, 2e9))


@pytest.mark.parametrize("size", [(1, 1), (40, 20), (300, 7)])
@pytest.mark.parametrize("corner", [(0, 0), (-7, 13), (1000, -1000), (10**9, -(10**9))])
def test_a_repeated_picture_fills_the_target(four: Path, size: tuple[int, int], corner: tuple[int, int]) -> None:
    target = pygame.Surface((90, 70))
    target.fill((1, 2, 3))
    Tiles().repeat(target, TileImage(four, None, 40, 20), corner, size, (True, True))
    assert not any(tuple(target.get_at((x, y)))[:3] == (1, 2, 3) for x in range(90) for y in range(70))


def test_a_picture_repeated_across_is_one_row(four: Path) -> None:
    target = pygame.Surface((90, 70))
    target.fill((1, 2, 3))
    Tiles().repeat(target, TileImage(four, None, 40, 20), (5, 10), (40, 20), (True, False))
    rows = [y for y in range(70) if tuple(target.get_at((3, y)))[:3] != (1, 2, 3)]
    assert rows == list(range(10, 30))


@pytest.mark.parametrize("content", [b"", png(30, 30)[:50], b"P6 9999 9999 255 ", None])
def test_what_can_not_be_had_is_chequered(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "x.png"
    if content is not None:
        path.write_bytes(content)
    target = pygame.Surface((40, 40))
    Tiles().draw_tile(target, TileImage(path, None, 40, 40), (0, 0, 40, 40))
    assert quarters(target, (0, 0, 40, 40)) == [(170, 60, 170), (90, 90, 90), (90, 90, 90), (170, 60, 170)]


def test_pictures_of_few_colours_are_drawn_without_a_window(tmp_path: Path) -> None:
    """A picture in grey has eight bits a pixel, which are not scaled smoothly as they are."""
    (tmp_path / "grey.png").write_bytes(png(30, 30, shade=200))
    target = pygame.Surface((40, 40))
    Tiles().draw_tile(target, TileImage(tmp_path / "grey.png", None, 30, 30), (0, 0, 40, 40))
    assert quarters(target, (0, 0, 40, 40)) == [(200, 200, 200)] * 4


def test_what_is_kept_stays_within_its_room() -> None:
    kept, made = PictureCache(1000), []

    def make(side: int) -> pygame.Surface:
        made.append(side)
        return pygame.Surface((side, side))

    for side in (20, 20, 20, 10, 20, 25, 20, 100, 100, 10):
        kept.get(side, lambda side=side: make(side))  # type: ignore[misc]
    assert made == [20, 10, 25, 20, 100, 10]


@pytest.mark.parametrize("strip", [1, 3, 128])
def test_the_picture_of_a_whole_map_is_kept_at_half_its_size(
    four: Path, monkeypatch: pytest.MonkeyPatch, strip: int
) -> None:
    """One that has more pixels than any other may have: as it looked, whatever its strips."""
    monkeypatch.setattr(tiles, "STRIP", strip)
    whole = load_picture(four)
    assert whole.get_size() == (40, 20)
    monkeypatch.setattr(tiles, "PIXELS", 799)
    half = load_picture(four)
    assert half.get_size() == (20, 10)
    assert quarters(half, (0, 0, 20, 10)) == quarters(whole, (0, 0, 40, 20))


def half() -> Image.Image:
    """Wider than high, black at the left and yellow at the right."""
    image = Image.new("RGB", (64, 32), (240, 230, 20))
    image.paste((0, 0, 0), (0, 0, 32, 32))
    return image


def by_camera(turn: int) -> Image.Exif:
    """What a camera says of how it was held."""
    found = Image.Exif()
    found[0x0112] = turn
    return found


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("plain.png", packed(half(), "PNG")),
        ("print.jpg", packed(half().convert("CMYK"), "JPEG")),
        ("turned.jpg", packed(half().transpose(Image.Transpose.ROTATE_90), "JPEG", exif=by_camera(6))),
        ("turned.png", packed(half().transpose(Image.Transpose.ROTATE_90), "PNG", exif=by_camera(6))),
        ("moves.webp", packed(half(), "WEBP", save_all=True, append_images=[half().rotate(180)])),
    ],
)
def test_odd_pictures_are_drawn_as_people_see_them(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    drawn = load_picture(tmp_path / name)
    assert drawn.get_size() == (64, 32)
    assert max(drawn.get_at((10, 10))[:3]) < 40
    assert drawn.get_at((54, 10)).r > 200 > 100 > drawn.get_at((54, 10)).b


# --- Animated tiles: what is shown follows from the time alone, and only what looks otherwise is drawn anew ---

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


# --- Maps look as in Tiled: its own ``tmxrasterizer`` is the judge, where Tiled is installed ---

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
