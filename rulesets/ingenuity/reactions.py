"""What the others do about an attack that lands: intercept, dodge, block, parry."""

from __future__ import annotations

from rulesets.ingenuity.blow import Hit
from rulesets.ingenuity.sheet import IngenuityTable


async def answer(table: IngenuityTable, hit: Hit) -> Hit:
    """What is left of a hit after all that is done about it; ``avoided`` if it misses after all."""
    return hit
