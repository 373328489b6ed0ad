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
    """Total Defense until the start of one's next turn; it matters where a foe could strike before that.

    Not from an ambush: nobody aims at whom nobody knows of (ruling S-5).
    """
    if occasion.kind == "round ends" and c.sheet.main and not (c.sheet.defending or c.sheet.hidden):
        able = (foe for foe in foes(board, c.side) if acts_before(board, foe.side, c.side))
        yield total_defense(matters=any(could_strike(board, foe, c) for foe in able))


def acts_before(board: SovereignBoard, other: str, side: str) -> bool:
    """Whether another side acts before a side in the next round; it may, where the order is yet to be rolled for."""
    turn = board.state.turn
    return bool(turn.surprisers) or other in turn.order[: turn.order.index(side)]
