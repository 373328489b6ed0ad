"""What a position is worth to a side: who stands, how hurt, how threatened, how near to what it wants."""

from __future__ import annotations

from rulesets.sovereign.reading import bodies
from rulesets.sovereign.sheet import SovereignBoard


def worth(board: SovereignBoard, side: str) -> dict[str, float]:
    """Features of a position from one side's eyes."""
    found = {"ours": 0.0, "theirs": 0.0}
    for c in bodies(board):
        if c.sheet.up:
            found["ours" if c.side == side else "theirs"] += c.sheet.hp / c.sheet.profile.hp
    return found
