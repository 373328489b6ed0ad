"""Pictures as maps: their grid by name, by lines or as somebody says; odd pictures; and those that are none."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image

from game.files.errors import BadFile
from game.files.map_edit import MapEdit
from game.files.picture_grid import FoundLines, NoGrid, PictureGrid, find_grid, grid_over, profile_of, search_grid
from game.files.pictures import grey_of, picture_size, upright
from game.files.tiled import read_map
from game.files.tiled.copying import write_copy
from game.files.tiled.corrections import Corrections, Thin, read_corrections, sidecar, write_corrections
from game.spatial.solids import CellSide
from tests.files.table_pictures import Brightness, Numbers, dungeon, grey, lined, packed, save, woods


def blank(path: Path, size: tuple[int, int]) -> Path:
    """A picture on which nothing is seen."""
    Image.new("RGB", size, (120, 110, 100)).save(path)
    return path


# --- by its name ---


@pytest.mark.parametrize(
    ("name", "size", "grid"),
    [
        ("Inn [30x24].png", (2100, 1680), PictureGrid((70, 70), (0, 0), (30, 24))),
        ("inn_30 x 24.png", (2100, 1680), PictureGrid((70, 70), (0, 0), (30, 24))),
        ("Inn 24x30.jpg", (2100, 1680), PictureGrid((70, 70), (0, 0), (30, 24))),
        ("Inn (22x16) 140ppi.png", (1573, 1144), PictureGrid((71.5, 71.5), (0, 0), (22, 16))),
        ("Inn-100ppi.webp", (1500, 1250), PictureGrid((100, 100), (0, 0), (15, 13))),
        ("inn_70px_day.png", (1400, 700), PictureGrid((70, 70), (0, 0), (20, 10))),
        ("inn 72 DPI 1440x720.png", (1440, 720), PictureGrid((72, 72), (0, 0), (20, 10))),
    ],
)
def test_a_name_tells_the_grid(tmp_path: Path, name: str, size: tuple[int, int], grid: PictureGrid) -> None:
    found = find_grid(blank(tmp_path / name, size))
    assert found.grid == grid
    assert found.how == "by its name; no lines are seen in the picture"


@pytest.mark.parametrize("name", ["inn.png", "inn 1400x1050.png", "inn v2x3.png", "inn 9x2.png", "map 600dpi.png"])
def test_other_numbers_in_a_name_tell_nothing(tmp_path: Path, name: str) -> None:
    with pytest.raises(NoGrid, match=r"no grid is seen in the picture.*battlemat grid .* --cell 70 --origin 12,8"):
        find_grid(blank(tmp_path / name, (1400, 1050)))


def test_lines_tell_whether_a_name_is_right(tmp_path: Path) -> None:
    picture = lined(woods(1, (1400, 1050)), 70, (0, 0), dark=0.3)
    agreed = find_grid(save(tmp_path / "wood 20x15.png", picture))
    assert agreed.grid == PictureGrid((70, 70), (0, 0), (20, 15))
    assert "lines of it are seen" in agreed.how
    printed = find_grid(save(tmp_path / "wood 140dpi.png", picture))
    assert printed.grid == agreed.grid, "that is about printing"
    assert printed.how.startswith("by its lines")
    counted = find_grid(save(tmp_path / "wood 28x21.png", picture))
    assert counted.grid.size == (28, 21), "what is counted is meant"
    assert "but the picture's lines are those of 20 x 15 cells of 70 px, the first at 0, 0" in counted.how


# --- by its lines ---


def test_a_margin_of_one_colour_is_no_part_of_the_map(tmp_path: Path) -> None:
    picture = dungeon(71.5, dark=0.2, margin=36)
    found = find_grid(save(tmp_path / "vault.png", picture))
    assert found.grid.cell == (71.5, 71.5)
    assert found.grid.size == (22, 18)
    assert found.grid.origin == pytest.approx((36, 36), abs=1)
    counted = find_grid(save(tmp_path / "vault 22x18.png", picture))
    assert (counted.grid.cell, counted.grid.size) == ((71.5, 71.5), (22, 18))
    assert counted.grid.origin == pytest.approx((36, 36), abs=1)


def test_the_report_says_how_the_grid_was_found(tmp_path: Path) -> None:
    path = save(tmp_path / "vault.jpg", dungeon(50, dark=0.3), quality=80)
    chart = read_map(path)
    assert (chart.field.width, chart.field.height, chart.field.title) == (22, 18, "vault")
    assert not chart.playable() and not chart.foreign
    (told,) = [entry.text for entry in chart.report.entries if "the grid" in entry.text]
    assert told.startswith("the grid: 22 x 18 cells of 50 px, the first at 0, 0, by its lines: 2")
    (layer,) = chart.picture.layers
    assert (layer.image, layer.image_size, layer.offset) == (path.resolve(), (1100, 900), (0, 0))


# --- as somebody says ---


def test_what_is_said_of_the_grid_is_kept_beside_the_picture(tmp_path: Path) -> None:
    path = blank(tmp_path / "inn.png", (1000, 700))
    grid = grid_over((1000, 700), (71.5, 71.5), (36, 20))
    assert grid == PictureGrid((71.5, 71.5), (36, 20), (13, 10)), "where less than a half is there it is left out"
    file = write_corrections(path, Corrections(grid=grid))
    assert file == sidecar(path) == tmp_path / "inn.png.corrections.toml"
    assert read_corrections(path) == Corrections(grid=grid)
    chart = read_map(path)
    assert (chart.field.width, chart.field.height, chart.grid) == (13, 10, grid)
    (layer,) = chart.picture.layers
    assert chart.picture.cell == (72, 72)
    assert layer.offset == pytest.approx((-36 / 71.5 * 72, -20 / 71.5 * 72), abs=0.001)
    assert layer.image_size == (round(1000 / 71.5 * 72), round(700 / 71.5 * 72))
    assert any("as its corrections say" in entry.text for entry in chart.report.entries)
    write_corrections(path, Corrections())
    assert not file.exists()


def test_what_is_painted_is_kept_with_the_grid_that_its_cells_are_counted_by(tmp_path: Path) -> None:
    path = save(tmp_path / "vault.png", dungeon(50, dark=0.3))
    mending = MapEdit(read_map(path))
    assert not mending.corrections()
    mending.say("edges", CellSide((3, 3), True), Thin("door"))
    assert mending.corrections().grid == PictureGrid((50, 50), (0, 0), (22, 18))
    mending.undo()
    assert not mending.corrections()


@pytest.mark.parametrize(
    ("grid", "why"),
    [
        ("cell = [1.0, 1.0]\norigin = [0, 0]\nsize = [9, 9]", "grid.cell: 1 px; write 4 to 4096 px"),
        ("cell = [70, 70]\norigin = [2000, 0]\nsize = [9, 9]", "grid.origin: 2000 lies off the picture, which has 1,0"),
        ("cell = [70, 70]\norigin = [0, 0]\nsize = [9, 900]", "are 9 x 900; 1 to 250 each way can be played on"),
        ("cell = [nan, 70]\norigin = [0, 0]\nsize = [9, 9]", "grid.cell: nan px"),
        ("cell = [70, 70]\norigin = [0, -inf]\nsize = [9, 9]", "grid.origin: -inf lies off the picture"),
        ("cell = [70]\norigin = [0, 0]\nsize = [9, 9]", "grid.cell: Expected `array` of length 2, got 1"),
    ],
)
def test_a_grid_that_can_not_be_is_told(tmp_path: Path, grid: str, why: str) -> None:
    path = blank(tmp_path / "inn.png", (1000, 700))
    sidecar(path).write_text(f"schema = 1\n[grid]\n{grid}\n")
    with pytest.raises(BadFile) as error:
        read_map(path)
    assert why in str(error.value)


def test_only_a_picture_has_a_grid_that_may_be_said(tmp_path: Path) -> None:
    path = tmp_path / "inn.tmx"
    sidecar(path).write_text("schema = 1\n[grid]\ncell = [70, 70]\norigin = [0, 0]\nsize = [9, 9]\n")
    with pytest.raises(BadFile, match=r"grid: inn\.tmx is no picture"):
        read_corrections(path)


# --- copies for Tiled ---


def test_a_copy_for_tiled_names_the_picture_and_reads_the_same(tmp_path: Path) -> None:
    path = save(tmp_path / "vault.png", dungeon(50, dark=0.3))
    chart = read_map(path, Corrections(edges={CellSide((3, 3), True): Thin("door")}))
    again = read_map(write_copy(chart))
    size = chart.field.width, chart.field.height
    assert (again.field.width, again.field.height) == size
    assert {again.field.at((x, y)) for x in range(size[0]) for y in range(size[1])} == {chart.field.at((0, 0))}
    assert [(edge.a, edge.b, edge.kind) for edge in again.field.edges] == [((3, 3), (3, 4), "door")]
    assert again.picture.layers[0].image == path.resolve()
    assert sorted(file.name for file in tmp_path.iterdir() if "ground" in file.name) == []


def test_a_copy_has_a_picture_of_its_own_where_a_cell_is_no_whole_number_of_pixels(tmp_path: Path) -> None:
    path = save(tmp_path / "vault.png", dungeon(71.5, dark=0.2, margin=36))
    chart = read_map(path)
    again = read_map(write_copy(chart))
    layer = again.picture.layers[0]
    assert layer.image == tmp_path / "vault.corrected.ground.png"
    assert layer.image_size == chart.picture.layers[0].image_size == picture_size(layer.image)
    assert layer.offset == chart.picture.layers[0].offset


# --- odd pictures ---


def stripes(mode: str = "RGB") -> Image.Image:
    """Wider than high, and dark at the left."""
    image = Image.new("RGB", (64, 32), (255, 255, 255))
    image.paste((0, 0, 0), (0, 0, 32, 32))
    return image.convert(mode)


def turned(turn: int) -> Image.Exif:
    found = Image.Exif()
    found[0x0112] = turn
    return found


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (packed(stripes(), "PNG"), "x.png"),
        (packed(stripes("L"), "PNG"), "grey.png"),
        (packed(stripes("P"), "PNG"), "palette.png"),
        (packed(stripes("1"), "PNG"), "black and white.png"),
        (packed(stripes("RGBA"), "PNG"), "alpha.png"),
        (packed(stripes("LA"), "PNG"), "grey with alpha.png"),
        (packed(stripes("RGBA"), "WEBP", lossless=True), "alpha.webp"),
        (packed(stripes("CMYK"), "JPEG"), "print.jpg"),
        (packed(stripes(), "JPEG"), "wrong ending.png"),
        (packed(stripes(), "PNG", save_all=True, append_images=[stripes().rotate(180)]), "animated.png"),
        (packed(stripes(), "WEBP", save_all=True, append_images=[stripes().rotate(180)], lossless=True), "moves.webp"),
        (
            packed(Image.fromarray(np.tile(np.repeat(np.array([5000, 59000], np.uint16), 32), (32, 1))), "PNG"),
            "sixteen bits.png",
        ),
        (packed(stripes().transpose(Image.Transpose.ROTATE_90), "JPEG", exif=turned(6)), "by a camera.jpg"),
        (packed(stripes().transpose(Image.Transpose.ROTATE_90), "PNG", exif=turned(6)), "by a camera.png"),
        (packed(stripes().transpose(Image.Transpose.ROTATE_180), "WEBP", exif=turned(3)), "by a camera.webp"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_odd_pictures_are_seen_as_people_see_them(tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert picture_size(path, whole=True) == (64, 32)
    grey = grey_of(data, name)
    assert grey.shape == (32, 64)
    assert grey[:, :28].max() < 40 < 200 < grey[:, 36:].min()


def test_what_is_clear_in_a_picture_is_black(tmp_path: Path) -> None:
    image = stripes("RGBA")
    image.putalpha(Image.new("L", image.size, 0))
    assert grey_of(packed(image, "PNG"), "x.png").max() == 0


def test_an_ending_that_is_another_picture_is_told(tmp_path: Path) -> None:
    path = tmp_path / "inn 20x15.png"
    path.write_bytes(packed(Image.new("RGB", (1400, 1050)), "JPEG"))
    told = [entry.text for entry in read_map(path).report.entries]
    assert "its name ends in .png, and it is a picture of kind .jpg" in told


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no picture, or a damaged one; save it as PNG"),
        (b"GIF89a", "no picture, or a damaged one"),
        (b"<svg width='9' height='9'/>", "no picture, or a damaged one"),
        (packed(Image.new("RGB", (1400, 1050)), "PNG")[:200], "the picture is damaged; save"),
        (packed(Image.new("RGB", (1400, 1050)), "JPEG")[:700], "the picture is damaged; save"),
        (packed(Image.new("1", (9000, 9000)), "PNG"), "9000 x 9000 px; at most 16,384 px a side and 42,000,000 px in"),
    ],
)
def test_what_is_no_picture_is_told(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "inn 20x15.png"
    path.write_bytes(data)
    with pytest.raises(BadFile) as error:
        read_map(path)
    assert str(error.value).startswith("inn 20x15.png: ")
    assert why in str(error.value)


def test_a_map_may_be_a_larger_picture_than_a_sheet_of_tiles(tmp_path: Path) -> None:
    path = blank(tmp_path / "inn 60x50.png", (6000, 5000))
    assert read_map(path).field.width == 60
    with pytest.raises(BadFile, match=r"6000 x 5000 px; at most .* 25,000,000 px"):
        picture_size(path)


def test_what_is_no_picture_is_told_in_words_alone() -> None:
    with pytest.raises(BadFile, match=r"^map.png: no picture, or a damaged one; save it as PNG$"):
        upright(b"RIFF1234WEBPno picture", "map.png")


# --- The grid of a picture by its lines: of many sizes, faint and thick, amid noise; and none where there is none ---


class Trial(NamedTuple):
    """A picture with a grid that is known."""

    make: Callable[[], Brightness]
    cell: float
    origin: Numbers


def outdoors(lot: int, size: tuple[int, int], cell: float, origin: Numbers, width: float, dark: float) -> Trial:
    return Trial(lambda: lined(woods(lot, size), cell, origin, width=width, dark=dark), cell, origin)


TRIALS = {
    "usual": outdoors(1, (1400, 1050), 70, (0, 0), 1, 0.15),
    "half pixels": outdoors(2, (1500, 1150), 71.5, (35, 20), 2, 0.2),
    "faint": outdoors(3, (2000, 1500), 100, (50, 0), 1, 0.06),
    "hardly seen": outdoors(4, (1960, 1680), 140, (12, 8), 1, 0.05),
    "thick": outdoors(5, (1280, 960), 64, (5, 60), 5, 0.5),
    "thicker": outdoors(13, (1600, 1200), 100, (0, 0), 8, 0.6),
    "small": outdoors(6, (960, 720), 32, (3, 3), 1, 0.2),
    "smallest": outdoors(7, (640, 480), 20, (0, 0), 1, 0.3),
    "large": outdoors(8, (2304, 1792), 256, (0, 0), 3, 0.15),
    "no whole number": outdoors(9, (2048, 1365), 68.27, (0, 0), 2, 0.15),
    "few cells": outdoors(15, (1600, 1200), 200, (100, 100), 2, 0.2),
    "dungeon with lines": Trial(lambda: dungeon(50, dark=0.3), 50, (0, 0)),
    "dungeon by its walls": Trial(lambda: dungeon(70), 70, (0, 0)),
    "dungeon in a margin": Trial(lambda: dungeon(71.5, dark=0.2, margin=36), 71.5, (36, 36)),
}
"""Fourteen pictures, and so 28 axes."""

AT_NIGHT = "thicker", "large", "no whole number", "few cells"
"""The largest of them, which take longest."""


def by_day(name: str) -> object:
    return pytest.param(name, marks=pytest.mark.nightly) if name in AT_NIGHT else name


def found(brightness: Brightness) -> tuple[FoundLines, FoundLines] | None:
    shades = grey(brightness)
    return search_grid((profile_of(shades, 0), profile_of(shades, 1)))


def right_axes(trial: Trial) -> Iterator[bool]:
    """Whether each axis is found so well that no line lies off where it is drawn by a twelfth of a cell."""
    brightness = trial.make()
    both = found(brightness) or (None, None)
    for axis, lines in enumerate(both):
        if lines is None:
            yield False
            continue
        length = brightness.shape[1 - axis]
        numbers = np.arange(int((length - trial.origin[axis]) / trial.cell))
        drawn = trial.origin[axis] + numbers * trial.cell
        off = (drawn - lines.first + lines.step / 2) % lines.step - lines.step / 2
        yield abs(lines.step / trial.cell - 1) < 0.02 and float(np.abs(off).max()) < trial.cell / 12


@pytest.mark.parametrize("name", [by_day(name) for name in TRIALS])
def test_the_grid_of_both_axes_is_found(name: str) -> None:
    assert list(right_axes(TRIALS[name])) == [True, True]


@pytest.mark.parametrize("lot", range(4))
def test_a_picture_without_a_grid_has_none(lot: int) -> None:
    assert found(woods(lot, (1400, 1050))) is None


def test_noise_over_it_all_hides_no_grid() -> None:
    noise = np.random.default_rng(1).normal(0, 25, (1080, 1440))
    both = found(lined(woods(14, (1440, 1080)), 72, (0, 0), dark=0.25) + noise)
    assert both is not None
    assert [lines.step for lines in both] == [72, 72]


def unpacked(brightness: Brightness, kind: str, quality: int) -> Brightness:
    """What becomes of a picture that is packed with loss."""
    data = packed(Image.fromarray(grey(brightness)).convert("RGB"), kind, quality=quality)
    return np.asarray(Image.open(io.BytesIO(data)).convert("L"), np.float64)


@pytest.mark.parametrize(
    ("kind", "quality"),
    [
        ("JPEG", 30),
        ("WEBP", 30),
        *(pytest.param(*more, marks=pytest.mark.nightly) for more in (("JPEG", 60), ("JPEG", 85), ("WEBP", 80))),
    ],
)
def test_blocks_of_packed_pictures_are_no_grid_and_hide_none(kind: str, quality: int) -> None:
    ground = woods(2, (1400, 1050))
    assert found(unpacked(ground, kind, quality)) is None
    both = found(unpacked(lined(ground, 70, (12, 8), dark=0.12), kind, quality))
    assert both is not None
    assert [lines.step for lines in both] == pytest.approx([70, 70], abs=0.1)


@pytest.mark.parametrize("cell", [16, 24, 32, 64])
def test_a_grid_that_goes_evenly_into_such_blocks_is_found(cell: int) -> None:
    both = found(lined(woods(3, (960, 768)), cell, (0, 0), dark=0.25))
    assert both is not None
    assert [lines.step for lines in both] == [cell, cell]


def test_how_many_lines_are_seen_is_counted() -> None:
    whole = lined(woods(1, (1400, 1050)), 70, (0, 0), dark=0.3)
    both = found(whole)
    assert both is not None
    assert all(lines.seen >= lines.among - 1 for lines in both)
    half = whole.copy()
    half[:, 700:] = woods(1, (1400, 1050))[:, 700:]
    part = found(half)
    assert part is not None
    assert 9 <= part[0].seen <= 14 < part[0].among == 20, "the grid is printed on one half alone"


def test_nothing_is_found_where_nothing_is_drawn() -> None:
    assert found(np.full((400, 400), 90.0)) is None
    assert found(np.zeros((30, 30))) is None
