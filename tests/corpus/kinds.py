"""The maps of the corpus by what becomes of them."""

from __future__ import annotations

from pathlib import Path

from game.files.sources import PICTURES, is_map

HOME = Path(__file__).parent
REFUSED = ("isometric.tmx", "hexagonal.tmx")
"""Not squares: told what to do."""


def is_drawn(path: Path) -> bool:
    """Whether a file is a map that was drawn: the pictures here are of tilesets."""
    return is_map(path) and path.suffix not in PICTURES


MAPS = tuple(sorted(path for path in HOME.rglob("*") if is_drawn(path) and path.name not in REFUSED))
"""Those that are played on."""
