"""Rule: Hold An Action, triggered: what was held is taken as an Instant, or in the turn of the holder's side (E-53)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from game.kit.combatants import present
from game.kit.conditions import lift
from game.rules.events import Id
from game.rules.questions import Choose, Option, Seat
from rulesets.sovereign.play import menu
from rulesets.sovereign.play.actions import Done, Other
from rulesets.sovereign.play.geometry import may_trigger
from rulesets.sovereign.play.instants import Instant, Occasion, answering, facing, still_can
from rulesets.sovereign.play.refusals import refusals
from rulesets.sovereign.sheet.sheet import HOLDING, Body, SovereignBoard, SovereignTable

HOLD_LIMIT = 12
"""Actions that one trigger of a held action may chain: Main, Free Actions and the word that it is over."""


@dataclass(frozen=True, slots=True)
class ActNow:
    """Rule: Hold An Action, triggered."""

    def pay(self, table: SovereignTable, who: Id) -> None:
        """It was paid for when the action was held."""

    async def take(self, table: SovereignTable, who: Id, occasion: Occasion) -> None:
        """The rest of the turn, now."""
        if still_can(table, who):
            table.emit(answering(who, "the held action", "E-53", occasion))
            await act_held(table, who)


def held_action(board: SovereignBoard, c: Body, occasion: Occasion) -> Iterator[Option[Instant]]:
    """Whoever holds an action may take it in answer to anything that a foe does, and as the round ends."""
    if may_trigger(c) and facing(board, c, occasion):
        yield Option("act", ActNow(), "Take the held action now", topic="held action", price="the rest of the turn")


async def act_held(table: SovereignTable, who: Id) -> None:
    """Rule: Hold An Action, triggered: the rest of the turn, now."""
    lift(table, who, HOLDING)
    table.set(who, done=True)
    for _ in range(HOLD_LIMIT):
        me = table.now(who)
        if not present(table, who) or not (me.sheet.main or me.sheet.move):
            return
        board = table.still()
        options = menu.menu(board, me, others=False)
        why = f"{me.sheet.profile.name}: the held action"
        action = await Choose(Seat(me.side), why, options, "act", who, refused=partial(refusals, board, me))
        if isinstance(action, Done | Other):
            return
        await action.perform(table, who)
