"""Puts the file of a case, and what lies beside it, into a folder."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz.mutate import spoil
from tests.fuzz.sounds import sounds


def spoilt(kind: str, lot: int, folder: Path) -> Path:
    """The file of a case, the same for the same kind and lot."""
    chance = Random(f"{kind} {lot}")
    sound = chance.choice(sounds(kind))
    name = chance.choice(sound.spoilt)
    home = folder / f"{kind}-{lot}"
    home.mkdir()
    for each, data in sound.files.items():
        (home / each).write_bytes(spoil(each, data, chance) if each == name else data)
    return home / sound.name
