"""What a hit does: deflection, endurance, health (B-47, B-48)."""

from __future__ import annotations

from game.rules.events import Id
from rulesets.ingenuity.blow import Hit
from rulesets.ingenuity.events import DamageSummed, Harmed
from rulesets.ingenuity.numbers import dealt, deflection, larger
from rulesets.ingenuity.records import Harm
from rulesets.ingenuity.sheet import IngenuityTable


async def deal(table: IngenuityTable, hit: Hit) -> None:
    """The damage of a hit, and what comes of it."""
    me, it = table.now(hit.who), table.now(hit.target)
    off = deflection(it.sheet, hit.harm, larger(me.sheet, it.sheet))
    amount = dealt(hit.damage, off)
    table.emit(DamageSummed(hit.who, hit.target, hit.damage, off, amount))
    await suffer(table, hit.target, amount, hit.harm, hit.who)


async def suffer(
    table: IngenuityTable, who: Id, amount: int, harm: Harm, source: Id | None = None, *, nonlethal: bool = False
) -> None:
    """Lose so much, of endurance first: nothing more is taken off."""
    sheet = table.now(who).sheet
    end, health = min(sheet.end, amount), min(sheet.hp, max(0, amount - sheet.end))
    table.set(who, end=sheet.end - end, hp=sheet.hp - health)
    table.emit(Harmed(who, amount, sheet.end - end, source))
    if not table.now(who).sheet.hp:
        table.set(who, unconscious=True)


async def burst(table: IngenuityTable, who: Id, amount: int, harm: Harm, source: Id | None = None) -> None:
    """Harm that nobody aims: fire, a trap. Deflection helps against it, and 1 is the least (B-47)."""
    off = deflection(table.now(who).sheet, harm)
    await suffer(table, who, max(1, amount - off.total), harm, source)
