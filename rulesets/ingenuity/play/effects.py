"""What befalls somebody besides the loss of health: bleeding, burning, stunned, blinded, prone."""

from __future__ import annotations

from game.kit.conditions import Condition, begin
from game.rules.events import Id
from rulesets.ingenuity.play.events import Struck
from rulesets.ingenuity.sheet.records import Effect
from rulesets.ingenuity.sheet.sheet import BLINDED, IngenuityTable


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
