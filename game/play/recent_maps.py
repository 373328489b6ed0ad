"""Maps of the player's own that were opened before, wherever they lie: they are offered again."""

from __future__ import annotations

from pathlib import Path

from game import resources
from game.files.bounded_reading import is_plain
from game.play.preferences import Preferences, keep_preferences

MOST = 12
"""Maps that are remembered."""


def is_ours(path: Path) -> bool:
    """Whether a map ships with the game, and so must stay as it is."""
    try:
        return path.resolve().is_relative_to(resources.maps().resolve())
    except FileNotFoundError:
        return False


def remember(preferences: Preferences, path: Path) -> None:
    """Put a map first among those that were opened; the game's own are offered anyway."""
    if is_ours(path):
        return
    whole = str(path.resolve())
    preferences.maps = (whole, *(known for known in preferences.maps if known != whole))[:MOST]
    keep_preferences(preferences)


def opened(preferences: Preferences) -> list[Path]:
    """The maps opened before that are still there, the last one first."""
    return [path for name in preferences.maps if is_plain(path := Path(name))]
