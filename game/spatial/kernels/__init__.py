"""Sight kernels, kept together: plain arrays in, plain arrays out.

They are Python files that Cython compiles when the game is installed (``hatch_build.py``), into the module
``battlemat_kernels``. Where it is not there, or was built from other sources than these, the files are interpreted:
the same answers, but slow. Tests hold them to that.

How kernels are written: all arguments and variables have types of ``layout``; a row of an array is named by the array
and its index, as a slice is counted in and out each time; they make no arrays, raise nothing, and call no Python.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from game.spatial import field
from game.spatial.kernels import uncompiled

NAME = "battlemat_kernels"
HERE = Path(__file__).parent
AGAIN = "install the game again: pip install -e ."
SLOW = (
    "Lines of sight are not compiled here, so battles are slow. Install a C compiler and Python's headers, "
    "then the game again."
)
"""For players, where the kernels are interpreted."""


def source_files() -> list[Path]:
    """All files that the compiled module is made from, in a fixed order."""
    return [Path(field.__file__), *sorted((*HERE.glob("*.py"), *HERE.glob("*.pyx")))]


def digest(files: list[Path]) -> str:
    """A digest of files by which to know what a module was built from; line ends are left out."""
    return sha256(b"".join(file.read_bytes().replace(b"\r\n", b"\n") for file in files)).hexdigest()[:16]


def built() -> ModuleType | None:
    """The compiled kernels, if they are there and of these sources; None to interpret."""
    try:
        module = import_module(NAME)
    except ImportError:
        return None
    if digest(source_files()) != module.DIGEST:
        warnings.warn(f"sight kernels were built from other sources, and are interpreted now; {AGAIN}", stacklevel=2)
        return None
    return module


@contextmanager
def _uncompiled() -> Iterator[None]:
    """While this lasts ``import cython`` gives our stand-in for it."""
    before = sys.modules.get("cython")
    sys.modules["cython"] = uncompiled
    try:
        yield
    finally:
        del sys.modules["cython"]
        if before:
            sys.modules["cython"] = before


BUILT = built()
if TYPE_CHECKING or not BUILT:
    with _uncompiled():
        from game.spatial.kernels.gather import corners, sees
        from game.spatial.kernels.horizon import look_back
        from game.spatial.kernels.pair import pair_ray
        from game.spatial.kernels.pieces import add_piece, meets, past_wall
        from game.spatial.kernels.sweep import back_field, plan_field, tally
        from game.spatial.kernels.whole import field_past
else:
    back_field, plan_field, tally = BUILT.back_field, BUILT.plan_field, BUILT.tally
    corners, sees, pair_ray = BUILT.corners, BUILT.sees, BUILT.pair_ray
    look_back, field_past = BUILT.look_back, BUILT.field_past
    meets, past_wall, add_piece = BUILT.meets, BUILT.past_wall, BUILT.add_piece

__all__ = [
    "BUILT",
    "SLOW",
    "add_piece",
    "back_field",
    "corners",
    "field_past",
    "look_back",
    "meets",
    "pair_ray",
    "past_wall",
    "plan_field",
    "sees",
    "tally",
]
