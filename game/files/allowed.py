"""The folders from which a player lets maps read tilesets and pictures, remembered from one start to the next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from game.files.atomic import set_aside, stamp_of, write_whole
from game.files.bounded_reading import DATA, is_folder
from game.files.errors import BadFile
from game.files.own_json import read_json
from game.own_folder import own_folder

MOST = 100
"""Folders that are remembered."""


def _file() -> Path:
    return own_folder() / "folders.json"


def allowed_folders() -> tuple[Path, ...]:
    """The folders that the player has allowed and that are there; none if the list can't be read."""
    try:
        return tuple(folder for folder in remembered_folders() if is_folder(folder))
    except BadFile:
        return ()


def remembered_folders() -> tuple[Path, ...]:
    """All folders that the player has allowed, those too that are not there now. Raises BadFile for a spoilt list."""
    path = _file()
    if stamp_of(path) is None:
        return ()
    advice = f"mend it in {path.parent}, or allow a folder: the list is set aside then and begun anew"
    listed = read_json(path, list[str], DATA, advice)
    return tuple(Path(name) for name in listed[:MOST])


def allow_folder(folder: Path, tell: Callable[[str], object] = lambda _: None) -> Path:
    """Let maps in a folder, or below it, read tilesets and pictures from anywhere below it. Raises BadFile.

    A list of folders that can't be read is set aside, and ``tell`` hears of it.
    """
    if not is_folder(folder):
        raise BadFile(f"{folder}: there is no such folder; name the one that holds maps, tilesets and pictures")
    whole = folder.resolve()
    if is_too_wide(whole):
        raise BadFile(f"{folder}: that is too much to allow; name the folder of the maps and their pictures alone")
    try:
        kept = [known for known in remembered_folders() if known != whole]
    except BadFile:
        kept = []
        tell(
            f"The list of folders could not be read. It is kept as {set_aside(_file()).name} in {_file().parent}; "
            "allow again what is missing."
        )
    if len(kept) >= MOST:
        raise BadFile(f"{folder}: {MOST} folders are allowed already; forget one first")
    _write([*kept, whole])
    return whole


def forget_folder(folder: Path) -> None:
    """Allow a folder no longer. Raises BadFile if it was not allowed."""
    whole, known = folder.resolve(), remembered_folders()
    if whole not in known:
        raise BadFile(f"{folder}: this folder was not allowed")
    _write([other for other in known if other != whole])


def is_too_wide(folder: Path) -> bool:
    """Whether a folder holds everything of somebody: the root of the disk, a home, or what homes lie in."""
    try:
        home = Path.home().resolve()
    except RuntimeError:  # who has none
        return folder == folder.parent
    return folder == folder.parent or home.is_relative_to(folder)


def _write(folders: list[Path]) -> None:
    write_whole(_file(), msgspec.json.format(msgspec.json.encode([str(folder) for folder in folders])))
