"""Harm and what it leads to: damage, effects on body and mind and the tests against them, fainting and death.

Rules B-33, B-36, B-47, B-48, B-58 to B-66 and B-71 to B-79.
"""

from __future__ import annotations

from typing import Literal

from game.kit import conditions as lasting
from game.kit.conditions import Condition, begin, lift
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.ingenuity.play.blow import Hit
from rulesets.ingenuity.play.events import (
    Afflicted,
    AttackHit,
    DamageSummed,
    Did,
    Eased,
    Fell,
    Harmed,
    ItemHit,
    Reacted,
    Struck,
    Worn,
)
from rulesets.ingenuity.play.geometry import defends
from rulesets.ingenuity.play.numbers import constitution, dealt, deflection, larger, willpower
from rulesets.ingenuity.play.throws import FORTUNE, Pair, added, luck_test, pair, test
from rulesets.ingenuity.sheet.sheet import (
    ACTIONS,
    BLEEDING,
    BLINDED,
    BURNING,
    COVER,
    GUARD,
    REACTIONS,
    STUNNED,
    WAITING,
    Effect,
    Harm,
    IngenuityTable,
    Sheet,
)

Brace = Literal["fortify", "resist"]

BRACING: dict[Brace, tuple[str, str]] = {"fortify": ("fortifies", "B-33"), "resist": ("resists", "B-36")}


def brace_sum(sheet: Sheet, how: Brace) -> tuple[Pair, Tally]:
    """The dice of such a test, and what is added to them: Guard too (B-21)."""
    rule = BRACING[how][1]
    if how == "fortify":
        dice, found = pair(sheet, "athletics", "strength"), added(sheet, ("fortitude",), rule)
    else:
        dice, found = pair(sheet, "insight", "intellect"), added(sheet, ("resistance",), rule)
    return dice, found.plus("guard", sheet.guard, "B-21")


def price(sheet: Sheet, takes: str = "1 stamina", *, defends: bool = False) -> str:
    """Price of ``spend``, in words: whoever has no reaction left after it is told so (B-30)."""
    if defends and sheet.spare:
        return takes
    reaction = "the last reaction" if sheet.reactions == 1 else f"1 of {sheet.reactions} reactions"
    return f"{takes} + {reaction}" if takes else reaction


def spend(table: IngenuityTable, who: Id, *, stamina: int = 1, focus: int = 0, defends: bool = False) -> None:
    """Pay for a reaction, with one of those of the round too (B-30).

    ``defends``: it is a defence, for which the free reaction of whoever has stepped in is taken first (B-34, B-41).
    """
    sheet = table.now(who).sheet
    free = defends and sheet.spare
    table.set(
        who,
        reactions=sheet.reactions if free else sheet.reactions - 1,
        spare=sheet.spare and not free,
        st=sheet.st - stamina,
        fc=sheet.fc - focus,
    )


async def withstands(table: IngenuityTable, who: Id, what: str, total: int, how: Brace, source: Id) -> bool:
    """Whether an effect that comes with a test's result is kept off: by the defence itself, or by a test in its place,
    which counts for no less (ruling N-33).
    """
    sheet = table.now(who).sheet
    defence = constitution(sheet) if how == "fortify" else willpower(sheet)
    if total < defence.total:
        return True
    return await braces(table, who, what, total + 1, how, source)


async def braces(
    table: IngenuityTable, who: Id, what: str, needed: int, how: Brace, source: Id | None = None, *, idle: bool = False
) -> bool:
    """Ask somebody whether it fortifies or resists, and whether it succeeds: it takes a reaction, and stamina or focus.

    ``idle``: it does so if nobody says anything.
    """
    c = table.now(who)
    if not defends(table, c) or not (c.sheet.st if how == "fortify" else c.sheet.fc):
        return False
    dice, tally = brace_sum(c.sheet, how)
    cost = price(c.sheet, "1 stamina" if how == "fortify" else "1 focus", defends=True)
    added_to = f"{tally.total:+d}" if tally.total else ""
    label = f"{how.capitalize()}: {dice.dice.removesuffix('+d20')}{added_to} against {needed}"
    matters = sum(dice) + tally.total + FORTUNE >= needed
    no: Option[bool] = Option("pass", False, "Let it happen")
    yes: Option[bool] = Option(how, True, label, matters=matters, price=cost)
    why, about = f"{c.sheet.profile.name}: {what}", (who,) if source is None else (source, who)
    if not await react(Seat(c.side), why, no, [yes], topic=how, who=who, about=about, idle=how if idle else ""):
        return False
    spend(table, who, stamina=int(how == "fortify"), focus=int(how == "resist"), defends=True)
    word, rule = BRACING[how]
    table.emit(Reacted(who, word, rule))
    return await test(table, who, how, dice, tally, needed, rule, resists=True)


Fall = Literal["unconscious", "faint", "dead", "killed"]
"""How somebody falls: with no health left, by what is missing of it, over the edge, by a killing strike."""

WORSE = 5
"""What each death that was cheated adds to what the luck die must show (B-74)."""


async def after(
    table: IngenuityTable, who: Id, had: int, through: int, source: Id | None = None, *, nonlethal: bool = False
) -> None:
    """Consequences of damage to somebody who ``had`` so much health, of which ``through`` passed its endurance."""
    sheet = table.now(who).sheet
    if not had:
        await edge(table, who)
    elif not sheet.hp:
        fall(table, who)
        if through > had and not nonlethal:
            await edge(table, who)
    elif through and sheet.up:
        missing = sheet.profile.hp - sheet.hp
        if missing > constitution(sheet).total:
            what = f"{missing} health missing, about to faint"
            if not await braces(table, who, what, missing, "fortify", source, idle=True):
                fall(table, who, "faint")


def fall(table: IngenuityTable, who: Id, how: Fall = "unconscious") -> None:
    """Unconscious, and so on the ground; what it was about is given up (B-71, B-72, ruling N-34)."""
    sheet = table.now(who).sheet
    if sheet.unconscious:
        return
    lift(table, who, GUARD, COVER, WAITING)
    reactions = min(sheet.reactions, REACTIONS)
    table.set(who, unconscious=True, prone=True, hidden=False, task=None, readied=None, reactions=reactions)
    table.emit(Fell(who, how))


async def edge(table: IngenuityTable, who: Id) -> None:
    """Rule: a luck test, or death; whoever cheats it needs more the next time (B-73, B-74)."""
    needed = table.now(who).sheet.cheat
    if await luck_test(table, who, needed):
        table.set(who, cheat=needed + WORSE)
    else:
        die(table, who)


def die(table: IngenuityTable, who: Id, how: Fall = "dead") -> None:
    """Nothing more happens to the dead."""
    table.set(who, dead=True, unconscious=True, prone=True, task=None, readied=None)
    table.emit(Fell(who, how))


def befall(table: IngenuityTable, who: Id, effect: Effect, amount: int, rule: str) -> None:
    """An effect begins, or adds to one of its kind (ruling N-32)."""
    sheet = table.now(who).sheet
    if sheet.dead:
        return
    if effect == "prone":
        if sheet.prone:
            return
        table.set(who, prone=True)
        table.emit(Struck(who, effect, rule))
    elif effect == BLINDED:
        begin(table, who, Condition(BLINDED, "turn ends"))
        table.emit(Struck(who, effect, rule))
    else:
        count = sheet.amount(effect) + max(1, amount)
        begin(table, who, Condition(effect, count=count))
        if effect == "stunned":
            table.set(who, task=None)
        table.emit(Struck(who, f"{effect} {count}" if count > 1 else effect, rule))


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
    await after(table, who, sheet.hp, through, source, nonlethal=nonlethal)


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


async def suffer_effects(table: IngenuityTable, who: Id) -> None:
    """Burn and bleed as one's turn begins, or as the round ends for one who had none (rulings N-31, N-32).

    It is so much as there is of it, of which bleeding takes 1 past endurance; then there is 1 less.
    """
    for word in (BLEEDING, BURNING):
        count = table.now(who).sheet.amount(word)
        if not count or table.now(who).sheet.dead:
            continue
        what, inward = (f"{word}, 1 of it past endurance", 1) if word == BLEEDING else (word, 0)
        await afflict(table, who, what, Tally().plus(word, count, "B-33"), inward=inward)
        if count > 1:
            begin(table, who, Condition(word, count=count - 1))
        else:
            lift(table, who, word)
            table.emit(Eased(who, word, "B-48"))


def lost_actions(table: IngenuityTable, who: Id) -> int:
    """Actions that being stunned takes from the turn that begins; it is over then."""
    lost = min(ACTIONS, table.now(who).sheet.amount(STUNNED))
    if lost:
        lift(table, who, STUNNED)
        table.emit(Did(who, f"is stunned: {lost} action{'s' * (lost > 1)} less", "B-16"))
    return lost


def turn_ends(table: IngenuityTable, who: Id) -> None:
    """What lasts until the end of one's turn is over: the blinded see again (ruling N-32)."""
    if who not in table.state.combatants:
        return
    blinded = table.now(who).sheet.has(BLINDED)
    lasting.end(table, "turn ends", [who])
    if blinded and not table.now(who).sheet.has(BLINDED):
        table.emit(Eased(who, BLINDED, "B-54"))
