"""As the round ends: whoever has not spent its Main Action may still do so on an Instant (E-18, E-53, ruling S-5)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.combatants import NOBODY, bodies
from game.rules.questions import Option
from rulesets.sovereign.play.danger import could_strike
from rulesets.sovereign.play.events import Did
from rulesets.sovereign.play.geometry import alert, foes
from rulesets.sovereign.play.instants import WINDOW, Instant, Occasion, total_defense
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable


async def last_instants(table: SovereignTable) -> None:
    """Snap attacks, Total Defense, held actions; what is held still is lost."""
    await WINDOW.open(table, Occasion("round ends", NOBODY))
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.holding]):
        if alert(c):
            table.emit(Did(c.id, "loses the action it held", "E-53"))


def last_defence(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """Total Defense until the start of one's next turn; it matters where a foe could strike before long.

    Not from an ambush: nobody aims at whom nobody knows of (ruling S-5).
    """
    if occasion.kind == "round ends" and c.sheet.main and not (c.sheet.defending or c.sheet.hidden):
        yield total_defense(matters=any(could_strike(board, foe, c) for foe in foes(board, c.side)))
