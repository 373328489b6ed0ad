"""Fortify and resist: a test in place of constitution or willpower, against what befalls body or mind (B-33, B-36)."""

from __future__ import annotations

from typing import Literal

from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.ingenuity.play.events import Reacted
from rulesets.ingenuity.play.geometry import defends
from rulesets.ingenuity.play.numbers import constitution, willpower
from rulesets.ingenuity.play.throws import FORTUNE, Pair, added, pair, test
from rulesets.ingenuity.sheet.sheet import IngenuityTable, Sheet

Brace = Literal["fortify", "resist"]

WORDS: dict[Brace, tuple[str, str]] = {"fortify": ("fortifies", "B-33"), "resist": ("resists", "B-36")}


def sum_of(sheet: Sheet, how: Brace) -> tuple[Pair, Tally]:
    """The dice of such a test, and what is added to them: Guard too (B-21)."""
    rule = WORDS[how][1]
    if how == "fortify":
        dice, found = pair(sheet, "athletics", "strength"), added(sheet, ("fortitude",), rule)
    else:
        dice, found = pair(sheet, "insight", "intellect"), added(sheet, ("resistance",), rule)
    return dice, found.plus("guard", sheet.guard, "B-21")


def price(sheet: Sheet, takes: str = "1 stamina", *, defends: bool = False) -> str:
    """What ``spend`` takes, in words: whoever has no reaction left after it is told so (B-30)."""
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
    dice, tally = sum_of(c.sheet, how)
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
    word, rule = WORDS[how]
    table.emit(Reacted(who, word, rule))
    return await test(table, who, how, dice, tally, needed, rule, resists=True)
