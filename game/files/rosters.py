"""Where a player's own rosters lie: a scenario names them by the name of the file, wherever it is itself."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_state_path

from game.files.reading import is_plain


def rosters_folder() -> Path:
    """The folder of the player's own rosters, whether there is one or not."""
    return user_state_path("battlemat", appauthor=False) / "rosters"


def own_roster(name: str) -> Path | None:
    """The player's own roster of that name, if it is the name of a file and nothing else, and there is one."""
    path = rosters_folder() / name
    return path if path.parent == rosters_folder() and name not in ("", ".", "..") and is_plain(path) else None
