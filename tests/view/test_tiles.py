"""Pictures of tiles: put anywhere, of any size, turned as their tiles are, and kept within bounds."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pygame
import pytest
from PIL import Image

from game.files.tiled.picture import TileImage
from game.view.board import tiles
from game.view.board.tiles import Tiles, load_picture
from game.view.widgets.picture_cache import PictureCache
from tests.files.drawing import png
from tests.files.table_pictures import packed


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
