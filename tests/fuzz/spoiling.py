"""Puts the file of a case, and what lies beside it, into a folder."""

from __future__ import annotations

from pathlib import Path
from random import Random

from game.files.archives import ENDING
from tests.fuzz.mutate import spoil
from tests.fuzz.sounds import sounds
from tests.fuzz.zips import spoil_zip


def spoilt(kind: str, lot: int, folder: Path) -> Path:
    """The file of a case, the same for the same kind and lot."""
    chance = Random(f"{kind} {lot}")
    sound = chance.choice(sounds(kind))
    name = chance.choice(sound.spoilt)
    home = folder / f"{kind}-{lot}"
    home.mkdir()
    for each, data in sound.files.items():
        (home / each).write_bytes(_spoilt(each, data, chance) if each == name else data)
    return home / sound.name


def _spoilt(name: str, data: bytes, chance: Random) -> bytes:
    return spoil_zip(data, chance) if name.endswith(ENDING) else spoil(name, data, chance)
