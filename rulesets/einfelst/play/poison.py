"""Rule: poison. Its toxicity against Endure, and less of it in each round that follows (C-97 to C-100)."""

from __future__ import annotations

from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.einfelst.play.events import Afflicted, Did, Eased
from rulesets.einfelst.play.gear import use_up
from rulesets.einfelst.play.harm import harm
from rulesets.einfelst.play.pools import contend, peril, pool
from rulesets.einfelst.sheet.sheet import Body, EinfelstTable


def immune(c: Body) -> bool:
    """Whether poison does nothing to somebody."""
    return "unliving" in c.sheet.profile.traits


async def poison(table: EinfelstTable, who: Id, toxicity: int, source: Id | None = None) -> None:
    """Its dice against Endure: nothing, 1 Harm for a tie, else as much as the poison has successes (C-98)."""
    c = table.now(who)
    if immune(c) or not c.sheet.up:
        return
    strength = await peril(table, who, "strength of the poison", Tally().plus("toxicity", toxicity, "C-97"))
    endured = await contend(
        table, who, "Endure against the poison", pool(table.now(who).sheet, "endure", "C-98", borne=True)
    )
    if endured > strength:
        return
    dose = strength if strength > endured else 1  # none against none is a tie too (ruling W-30)
    table.set(who, poison=(*table.now(who).sheet.poison, *_later(dose)))
    table.emit(Afflicted(who, "poisoned", "C-98", source))
    await harm(table, who, dose, "physical", "C-98", source)


async def fester(table: EinfelstTable, who: Id) -> None:
    """Every later round each poison does one less, until it does nothing (C-99)."""
    doses = table.now(who).sheet.poison
    table.set(who, poison=tuple(left for dose in doses for left in _later(dose)))
    for dose in doses:
        await harm(table, who, dose, "physical", "C-99")


def _later(dose: int) -> tuple[int, ...]:
    """What is left of a dose for the next round."""
    return (dose - 1,) if dose > 1 else ()


async def cure(table: EinfelstTable, who: Id, item: str, target: Id) -> None:
    """An antidote ends whatever poison is at work (C-100)."""
    table.emit(Did(who, "gives an antidote to" if target != who else "takes an antidote", "C-100", _other(who, target)))
    use_up(table, who, item)
    table.set(target, poison=())
    table.emit(Eased(target, "no longer poisoned", "C-100"))


def _other(who: Id, target: Id) -> Id | None:
    return target if target != who else None
