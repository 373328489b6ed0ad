"""What the strength of a fire or a trap of the map says: dice that hurt, a number, or how dreadful a place is."""

from __future__ import annotations

import re

from game.rules.dice import is_dice

_FEAR = re.compile(r"fear (\d{1,3})")


def dread(strength: str) -> int:
    """How dreadful a place is, as in ``fear 2``; 0 for one that frightens nobody."""
    found = _FEAR.fullmatch(strength)
    return int(found[1]) if found else 0


def is_strength(kind: str, strength: str) -> bool:
    """Whether rules make something of the strength of a fire or a trap: dice, a number; a trap may frighten instead."""
    return strength.isdecimal() or is_dice(strength) or (kind == "trap" and dread(strength) > 0)
