"""Temperaments: what a kind of creature likes in a fight, as factors on the weights of whatever AI plays it.

A ruleset's data give a creature one by its name, and a scenario may give a unit another. People who play a creature
do as they like.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

import msgspec

Temperament = Literal["plain", "cautious", "bold", "skirmisher", "guardian", "berserk"]
"""The names that data and scenarios know."""

PLAIN: Temperament = "plain"
"""That of whoever has no other: weights count as they stand."""


class Taste(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a temperament comes to."""

    likes: str
    """What a player is told: what follows "it" in a sentence."""
    factors: dict[str, float] = {}
    """How many times as much features count, by their names."""


def read_tastes(path: Path) -> Mapping[Temperament, Taste]:
    """Read the factors of all temperaments. Raises ValueError that names file and field, or the one that is missing."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=dict[Temperament, Taste])
    except msgspec.DecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error
    for name in get_args(Temperament):
        if name not in found:
            raise ValueError(f"{path.name}: the table [{name}] is missing; add it")
    return found


TASTES = read_tastes(Path(__file__).with_suffix(".toml"))
"""The temperaments of the game."""
