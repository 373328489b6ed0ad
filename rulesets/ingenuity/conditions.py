"""Bleeding, burning, stunned: what befalls somebody as its turn begins, or at the end of a round without one."""

from __future__ import annotations

from game.rules.events import Id
from rulesets.ingenuity.sheet import IngenuityTable


async def suffer(table: IngenuityTable, who: Id) -> None:
    """Burn and bleed as one's turn begins, or as the round ends for one who had none."""


def lost_actions(table: IngenuityTable, who: Id) -> int:
    """Actions that being stunned takes from the turn that begins; it is over then."""
    return 0
