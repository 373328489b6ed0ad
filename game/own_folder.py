"""Where the game keeps its own files: the one place that asks the system for it."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_documents_path, user_state_path


def own_folder(name: str = "") -> Path:
    """The folder of this user's files of the game, or one in it, whether it is there or not.

    ``~/.local/state/battlemat`` on Linux (or by XDG_STATE_HOME), ``~/Library/Application Support/battlemat`` on macOS,
    ``AppData\\\\Local\\\\battlemat`` on Windows.
    """
    return user_state_path("battlemat", appauthor=False) / name


def documents_folder(name: str) -> Path:
    """A folder among this user's documents, where people look for files, whether it is there or not."""
    return user_documents_path() / "Battlemat" / name
