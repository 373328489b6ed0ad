"""Compiled sight kernels, kept together: plain arrays in, plain arrays out.

They give the same answers uncompiled (``NUMBA_DISABLE_JIT=1``); a test holds them to it. Import them at first use, not
at the top of a module: loading the compiler takes a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Final

MODULES: Final = ("sweep", "bounds", "pieces", "onward", "horizon", "pair", "straight", "gather", "whole")
"""In the order they build on one another."""


def load() -> Iterator[str]:
    """Load the kernels, naming each when it is ready, for a progress bar.

    The first time on a machine they are compiled, which takes some seconds each; after that they come from the disk.
    """
    for name in MODULES:
        import_module(f"{__name__}.{name}")
        yield name
