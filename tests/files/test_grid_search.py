"""The grid of a picture by its lines: of many sizes, faint and thick, amid noise; and none where there is none."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image

from game.files.picture_grid import FoundLines, profile_of, search_grid
from tests.files.table_pictures import Brightness, Numbers, dungeon, grey, lined, packed, woods


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
