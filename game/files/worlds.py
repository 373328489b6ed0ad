"""Worlds: files in which Tiled keeps what maps lie beside each other. One of the maps is chosen to play on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from game.files.bounded_reading import DATA
from game.files.errors import BadFile
from game.files.own_json import read_json
from game.files.sources import MAPS, Refused, Sources

WORLD = ".world"
"""The ending of worlds."""

_PLAIN = re.compile(r"(\((-\?)?(\\d|\[0-9\])\+\)|\\d\+|\\[.\- ]|[\w.\- ]){1,100}")
"""Patterns such as ``level_(\\d+)_(\\d+)\\.tmx``."""

MOST = 1_000
"""Maps of one world, and names in its folder that are looked at."""


def read_world(path: Path) -> tuple[Path, ...]:
    """The maps of a world that are there, in its order. Raises BadFile if there is none."""
    data = read_json(path, object, DATA, "this is no world: save it again from Tiled (World > Save World)")
    entries = data.get("maps") if isinstance(data, dict) else None
    patterns = data.get("patterns") if isinstance(data, dict) else None
    named = [entry.get("fileName") for entry in _dicts(entries)]
    named += [name for entry in _dicts(patterns) for name in _matching(path.parent, entry.get("regexp"))]
    places, found, lost = Sources(path, "world"), [], []
    for name in named[:MOST]:
        try:
            found.append(places.find(str(name), path.resolve().parent, MAPS))
        except Refused as error:
            lost.append(f"{path.name}: the map {str(name)!r} {error}")
    if not found:
        raise BadFile("\n".join(lost) or f"{path.name}: this world has no maps; add some in Tiled (World > Add Map)")
    return tuple(dict.fromkeys(found))


def only_map(path: Path) -> Path:
    """The map of a world that has one. Raises BadFile with the maps to choose from if it has more."""
    maps = read_world(path)
    if len(maps) > 1:
        names = ", ".join(_near(each, path) for each in maps)
        raise BadFile(f"{path.name}: this is a world of {len(maps)} maps; name the one to use: {names}")
    return maps[0]


def _near(path: Path, world: Path) -> str:
    home = world.resolve().parent
    return path.relative_to(home).as_posix() if path.is_relative_to(home) else str(path)


def _matching(folder: Path, pattern: Any) -> list[str]:
    """Names beside the world that a pattern of it fits. Only words with numbers in them are followed: of other
    expressions some take for ever."""
    if not isinstance(pattern, str) or not _PLAIN.fullmatch(pattern) or pattern.count("+") > 4:
        return []
    try:
        names = sorted(entry.name for entry in folder.iterdir())[:MOST]
    except OSError:
        return []
    return [name for name in names if re.fullmatch(pattern, name)]


def _dicts(entries: Any) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
