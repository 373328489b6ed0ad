"""What actions cost (E-15 to E-17)."""

from __future__ import annotations

from game.kit.conditions import lift
from game.rules.events import Id
from rulesets.sovereign.sheet.sheet import HOLDING, SovereignTable


def pay_main(table: SovereignTable, who: Id) -> None:
    """Spend the Main Action (E-15); with it goes whatever of the turn was held (E-53)."""
    table.set(who, main=False)
    if table.now(who).sheet.holding:
        lift(table, who, HOLDING)


def pay_move(table: SovereignTable, who: Id) -> None:
    """Spend the Move Action, or the Main for a second one (E-16)."""
    if table.now(who).sheet.move:
        table.set(who, move=False)
    else:
        pay_main(table, who)


def pay_free(table: SovereignTable, who: Id) -> None:
    """Count a Free Action (E-17)."""
    table.set(who, free=table.now(who).sheet.free + 1)
