"""What a hit does: shields and what parries wear, deflection, endurance, health (B-47, B-48, B-58 to B-66)."""

from __future__ import annotations

from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.ingenuity.play import death
from rulesets.ingenuity.play.blow import Hit
from rulesets.ingenuity.play.effects import befall
from rulesets.ingenuity.play.events import Afflicted, AttackHit, DamageSummed, Harmed, ItemHit, Worn
from rulesets.ingenuity.play.numbers import dealt, deflection, larger
from rulesets.ingenuity.play.withstanding import withstands
from rulesets.ingenuity.sheet.records import Harm
from rulesets.ingenuity.sheet.sheet import IngenuityTable


def announce(table: IngenuityTable, hit: Hit) -> None:
    """Who is hit, or what in its place: what somebody blocks with (B-58)."""
    if hit.block:
        name = table.now(hit.target).sheet.item(hit.block).name.lower()
        table.emit(ItemHit(hit.who, hit.target, name))
    else:
        table.emit(AttackHit(hit.who, hit.target))


async def deal(table: IngenuityTable, hit: Hit) -> bool:
    """The damage of a hit, and what comes of it; whether any of it came to the body."""
    me, it = table.now(hit.who), table.now(hit.target)
    if hit.block:
        off = Tally().plus(f"block, {it.sheet.item(hit.block).name.lower()}", it.sheet.item(hit.block).block, "B-59")
        amount = dealt(hit.damage, off)
        table.emit(DamageSummed(hit.who, it.id, hit.damage, off, amount))
        amount = wear(table, it.id, hit.block, amount, "B-59")
        if amount:  # what is more than it bears comes to its bearer as by a hit (B-62)
            table.emit(AttackHit(hit.who, it.id))
    else:
        off = deflection(it.sheet, hit.harm, larger(me.sheet, it.sheet), hit.parry)
        amount = dealt(hit.damage, off)
        table.emit(DamageSummed(hit.who, it.id, hit.damage, off, amount))
        if hit.parry:
            wear(table, it.id, hit.parry, 1, "B-64")
    if not amount:
        return False
    await suffer(table, hit.target, amount, hit.who, nonlethal=hit.nonlethal)
    if hit.inflicts is not None and not table.now(hit.target).sheet.dead:
        what = f"{hit.inflicts} by the {hit.name} of {table.now(hit.who).sheet.profile.name}"
        if not await withstands(table, hit.target, what, hit.total, "fortify", hit.who):
            befall(table, hit.target, hit.inflicts, hit.amount, "B-33")
    return True


def wear(table: IngenuityTable, who: Id, key: str, amount: int, rule: str) -> int:
    """Something held takes damage; gives what is beyond its durability (B-62)."""
    sheet = table.now(who).sheet
    lost = min(amount, sheet.lasts(key))
    table.set(who, wear={**sheet.wear, key: sheet.wear.get(key, 0) + lost})
    beyond = amount - lost
    table.emit(Worn(who, sheet.item(key).name.lower(), lost, sheet.lasts(key) - lost, rule, beyond))
    return beyond


async def suffer(
    table: IngenuityTable, who: Id, amount: int, source: Id | None = None, *, nonlethal: bool = False, inward: int = 0
) -> None:
    """Lose so much, of endurance first: nothing more is taken off. ``inward``: so much of it goes past endurance."""
    sheet = table.now(who).sheet
    if sheet.dead:
        return
    end = min(sheet.end, amount - inward)
    through = amount - end
    health = min(sheet.hp, through)
    table.set(who, end=sheet.end - end, hp=sheet.hp - health)
    if end:
        table.emit(Harmed(who, end, sheet.end - end, source))
    if health:
        table.emit(Harmed(who, health, sheet.hp - health, source, "health"))
    await death.after(table, who, sheet.hp, through, source, nonlethal=nonlethal)


async def afflict(
    table: IngenuityTable, who: Id, what: str, damage: Tally, harm: Harm | None = None, *, inward: int = 0
) -> None:
    """Harm that nobody aims: fire, a trap, burning, bleeding; ``what`` in words.

    Deflection helps against what has a kind, and 1 is the least (B-47); ``inward``: so much of it goes past endurance.
    """
    off = deflection(table.now(who).sheet, harm) if harm is not None else Tally()
    amount = dealt(damage, off)
    table.emit(Afflicted(who, what, harm or "", damage, off, amount))
    await suffer(table, who, amount, inward=inward)
