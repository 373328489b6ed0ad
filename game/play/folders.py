"""Where this player's autosaves, scenarios and crash reports lie."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from game.files.battlefile import Diverged, replay, rewrite
from game.files.errors import BadFile
from game.files.saves import load_match
from game.resources import documents_folder, own_folder
from game.rules.match import AnyMatch, OutOfStep

FIRST_YEAR = 2000
"""No file of the game is older: one that says so comes from a clock that was not set."""

SCENARIOS = "scenarios"
"""The folder of the scenarios that the player has put together."""


def state_folder(name: str = "") -> Path:
    """The folder of the game's own files, or one in it; made when it is missing."""
    return made(own_folder(name))


def output_folder(name: str) -> Path:
    """A folder for what is written for people: among the player's documents, or the game's own where it can't be made.

    The game's own files lie where many systems show nobody a folder.
    """
    folder = made(documents_folder(name))
    return folder if folder.is_dir() else state_folder(name)


def made(folder: Path) -> Path:
    """A folder, made when it is missing; where it can't be made, whoever writes there is told why not."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """Files by when they were written, the last one first; what is gone meanwhile, or leads nowhere, is left out."""
    found = [(written, path) for path in paths if (written := written_at(path)) is not None]
    return [path for _, path in sorted(found, key=lambda each: each[0], reverse=True)]


def written_at(path: Path) -> int | None:
    """When a file was written last, in nanoseconds since 1970; None if it is not there."""
    try:
        return path.stat().st_mtime_ns
    except (OSError, ValueError):
        return None


def day_of(written: int | None) -> str:
    """The day and time of ``written_at``, in words; a file may come from a clock that was not set."""
    try:
        day = datetime.fromtimestamp((written or 0) / 1e9)
    except (OSError, OverflowError, ValueError):  # beyond the years that this system counts
        day = datetime.min
    return f"{day:%d %b %Y, %H:%M}" if day.year >= FIRST_YEAR else "at a time that its file does not tell"


BATTLE = ".battle"
"""The ending of battle files."""

SAVE = ".save"
"""The ending of saved battles."""


def played(path: Path) -> tuple[AnyMatch, str]:
    """The battle of a file, and where it diverges from what the file tells (empty if nowhere). Raises BadFile."""
    if path.suffix == BATTLE:
        try:
            return replay(path), ""
        except Diverged as error:
            return replay(rewrite(path)), str(error)
    if path.suffix == SAVE:
        match = load_match(path).match
        try:
            match.recall()
        except OutOfStep as error:
            return match, f"{path.name}: {error}"
        return match, ""
    raise BadFile(f"{path.name}: neither a save ({SAVE}) nor a battle file ({BATTLE}); only those can be played again.")
