"""The maps of the corpus by what becomes of them."""

from __future__ import annotations

from pathlib import Path

from game.files.sources import is_map

HOME = Path(__file__).parent
REFUSED = ("isometric.tmx", "hexagonal.tmx")
"""Not squares: told what to do."""

MAPS = tuple(sorted(path for path in HOME.rglob("*") if is_map(path) and path.name not in REFUSED))
"""Those that are played on."""
