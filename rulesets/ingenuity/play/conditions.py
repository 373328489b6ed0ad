"""Bleeding, burning, stunned: what befalls somebody as its turn begins, or at the end of a round without one."""

from __future__ import annotations

from game.kit import conditions as lasting
from game.kit.conditions import Condition, begin, lift
from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.ingenuity.play import damage
from rulesets.ingenuity.play.events import Did, Eased
from rulesets.ingenuity.sheet.sheet import ACTIONS, BLEEDING, BLINDED, BURNING, STUNNED, IngenuityTable


async def suffer(table: IngenuityTable, who: Id) -> None:
    """Burn and bleed as one's turn begins, or as the round ends for one who had none (rulings N-31, N-32).

    It is so much as there is of it, of which bleeding takes 1 past endurance; then there is 1 less.
    """
    for word in (BLEEDING, BURNING):
        count = table.now(who).sheet.amount(word)
        if not count or table.now(who).sheet.dead:
            continue
        what, inward = (f"{word}, 1 of it past endurance", 1) if word == BLEEDING else (word, 0)
        await damage.afflict(table, who, what, Tally().plus(word, count, "B-33"), inward=inward)
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
