"""The files of battles that are made of words: of the many that the game writes, those that nobody needs are removed.

The window writes one for every choice that is tried out. A saved battle goes on without its map, but on plain ground:
so a map stays as long as any file of the player's names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time

from game.files.bounded_reading import BATTLES, is_plain, read_bytes
from game.files.errors import BadFile
from game.play.folders import BATTLE, SAVE, newest_first, state_folder, written_at

SKIRMISHES = "skirmishes"
"""The folder of the game's own files in which they are kept."""

KEPT = 60
"""Of the newest none is cleared away."""

DAYS = 60
"""For which none is."""

TOGETHER = 60
"""Seconds within which the game writes a map and its scenario; who comes later has changed them."""

HELD = ".held"
"""The ending of an empty file beside a map that a save elsewhere needs."""

NAMING = (SAVE, BATTLE, ".toml", ".json", ".tmx")
"""The endings of files that name maps and scenarios."""

_NAMED = re.compile(rb"\.(?:tmx|toml)")
_BEFORE_NAME = re.compile(rb"[\"'/\\\x00-\x1f]")
_LONGEST = 255
"""Bytes of a file's name, at most."""


def hold_map(map_file: str, place: Path) -> None:
    """Keep a skirmish's map for a battle that was saved at a place; among the game's own files it is found anyway."""
    path = Path(map_file)
    if path.parent == state_folder(SKIRMISHES) and not place.resolve().is_relative_to(state_folder().resolve()):
        with suppress(OSError):  # the save is whole; without the map it goes on, on plain ground
            path.with_suffix(HELD).touch()


def clear_skirmishes() -> None:
    """Remove skirmishes that are old, not among the newest, as the game wrote them, and named by no file of its own.

    Nothing is removed if one of these files can't be read: it may name any.
    """
    folder = state_folder(SKIRMISHES)
    old = [path for path in newest_first(folder.glob("*.toml"))[KEPT:] if _is_old(path) and _is_untouched(path)]
    if not old:
        return
    try:
        needed = set(_named_by_others(folder, {path.stem for path in old}))
    except (BadFile, OSError):
        return
    for path in old:
        if path.stem not in needed:
            with suppress(OSError):  # another game may have been quicker, or holds it open: the next one clears it
                path.unlink()
                path.with_suffix(".tmx").unlink()


def _is_old(path: Path) -> bool:
    written = written_at(path)
    return written is not None and time() - written / 1e9 > DAYS * 86_400


def _is_untouched(path: Path) -> bool:
    """Whether a scenario and its map are as the game wrote them, with nothing beside them that belongs to them."""
    map_ = path.with_suffix(".tmx")
    scenario, drawn = written_at(path), written_at(map_)
    if scenario is None or drawn is None or abs(scenario - drawn) > TOGETHER * 1e9:
        return False
    return {each for each in path.parent.iterdir() if each.name.startswith(f"{path.stem}.")} == {path, map_}


def _named_by_others(folder: Path, own: set[str]) -> Iterator[str]:
    """The stems of all maps and scenarios that the game's own files name, but for those ``own`` of the folder.

    Raises BadFile, OSError.
    """
    for path in state_folder().rglob("*"):
        if path.suffix in NAMING and is_plain(path) and not (path.parent == folder and path.stem in own):
            yield from _names_in(read_bytes(path, BATTLES))


def _names_in(data: bytes) -> Iterator[str]:
    """The stems of the maps and scenarios whose names stand in a file."""
    for found in _NAMED.finditer(data):
        before = data[max(0, found.start() - _LONGEST) : found.start()]
        yield _BEFORE_NAME.split(before)[-1].decode(errors="ignore")
