"""Where this player's autosaves and crash reports lie."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_state_path


def state_folder(name: str = "") -> Path:
    """The folder of the game's own files, or one in it; made when it is missing."""
    folder = user_state_path("battlemat", appauthor=False) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
