"""What the map doctor does with files besides keeping corrections: copies, and leave to read."""

from __future__ import annotations

from pathlib import Path

from game.files.sources import allow_folder
from game.files.tiled import read_map
from game.files.tiled.copying import write_copy
from game.files.tiled.corrections import Corrections
from game.play.folders import state_folder
from game.play.preferences import is_ours
from game.user_error import UserError
from game.window.loop import App

COPIES = "maps"
"""Where copies of the game's own maps lie, among the player's files."""


def copy_of(path: Path, said: Corrections) -> Path:
    """Write a copy of a map for Tiled, with what is said of it; gives its file."""
    return write_copy(read_map(path, said), state_folder(COPIES) if is_ours(path) else None)


def allow_reading(app: App, folder: Path) -> bool:
    """Let maps below a folder read what lies there, and tell so; whether that could be done."""
    words: list[str] = []
    try:
        allowed = allow_folder(folder, words.append)
    except UserError as error:
        app.say(str(error))
        return False
    app.say("\n".join((f"Maps below {allowed} may read tilesets and pictures there now.", *words)))
    return True
