"""A battle as a save on the disk, for tests that need one to read."""

from __future__ import annotations

from pathlib import Path

from game.files.atomic import write_whole
from game.files.saves import SeatPlan, save_document
from game.rules.match import AnyMatch


def save_match(match: AnyMatch, path: Path, *, seats: SeatPlan) -> None:
    """Write a battle at any question. Raises BadFile if the disk refuses: an earlier file stands untouched then."""
    write_whole(path, save_document(match, seats))
