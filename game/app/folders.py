"""Where this player's autosaves, scenarios and crash reports lie."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_state_path

SCENARIOS = "scenarios"
"""The folder of the scenarios that the player has put together."""


def state_folder(name: str = "") -> Path:
    """The folder of the game's own files, or one in it; made when it is missing."""
    folder = user_state_path("battlemat", appauthor=False) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
