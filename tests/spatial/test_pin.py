"""numba is pinned: the kernels are compiled with two options that it does not document."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
WHERE = "game/spatial/kernels/compiling.py uses numba's private options _nrt and forceinline"


def pinned() -> tuple[str, str]:
    """The versions that pyproject.toml allows: from the first, below the second."""
    wanted = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    numba = next(each for each in wanted if each.startswith("numba"))
    found = re.fullmatch(r"numba>=([\d.]+),<([\d.]+)", numba)
    assert found, f"{WHERE}: pyproject.toml has to say from which version to below which, not {numba!r}"
    return found[1], found[2]


def numbers(text: str) -> tuple[int, ...]:
    """A version as numbers, without what follows them."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


def test_numba_is_the_one_whose_private_options_were_tried() -> None:
    first, after = pinned()
    assert numbers(first) <= numbers(version("numba")) < numbers(after), (
        f"{WHERE}; numba {version('numba')} is installed, and they were tried from {first} to below {after}. "
        "Run tests/spatial with the new one, then move the pin in pyproject.toml"
    )
    major, minor = numbers(first)
    assert numbers(after) == (major, minor + 1), f"{WHERE}: one minor version at a time"


def test_numba_still_knows_its_private_options() -> None:
    """An option that it does not know is a KeyError when something is compiled; one it forgets, a slower kernel."""

    def twice(row: npt.NDArray[np.int64]) -> int:
        return 2 * int(row[0])

    options: dict[str, Any] = {"_nrt": False, "forceinline": True}
    try:
        compiled = njit(**options)(twice)
        assert compiled(np.array([21])) == 42
    except KeyError as error:
        raise AssertionError(f"{WHERE}; this numba no longer knows {error}") from error
    assert compiled.targetoptions["_nrt"] is False and compiled.targetoptions["forceinline"] is True, WHERE
