"""The sequence of a battle: cards are dealt once, then rounds of turns by card, one decision for each step; its end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from game.kit.combatants import NOBODY, bodies, present
from game.rules.events import Id, RoundBegan
from game.rules.questions import Choose, Seat
from game.rules.state import Verdict
from game.spatial.places import ZonePlace
from rulesets.einfelst.play import cards, menu
from rulesets.einfelst.play.cards import ambush
from rulesets.einfelst.play.events import TurnBegan
from rulesets.einfelst.play.geometry import GOALS
from rulesets.einfelst.play.harm import allowance, bleed_out
from rulesets.einfelst.play.maneuver import has_fast_maneuver
from rulesets.einfelst.play.perils import burn, face, fester
from rulesets.einfelst.play.talk import follow
from rulesets.einfelst.play.wrestling import break_loose
from rulesets.einfelst.sheet.sheet import EinfelstBoard, EinfelstState, EinfelstTable

LONGEST = 60
"""Rounds after which both sides have had enough (ruling W-49)."""


def verdict(board: EinfelstBoard) -> Verdict | None:
    """The winner, if there is one; asked between steps."""
    turn = board.state.turn
    if turn.phase == "start":
        return None
    return GOALS.verdict(board, "both sides are spent, and neither has won" if turn.round > LONGEST else "")


async def step(table: EinfelstTable) -> None:
    """A single decision of the turn structure."""
    match table.state.turn.phase:
        case "start":
            await begin(table)
        case "round":
            await begin_round(table)
        case "swap":
            if not await cards.swap_among_friends(table):
                await begin_turns(table)
        case "turn":
            await act(table)
        case "end":
            end_round(table)


# ------------------------------------------------------------------ rounds


async def begin(table: EinfelstTable) -> None:
    """Who lies in ambush, then everybody's cards, then what is fearful to see (C-01, C-03, C-77)."""
    await cards.deal(table, await ambush(table))
    await face(table)
    table.set_turn(phase="round")


async def begin_round(table: EinfelstTable) -> None:
    """Cards that were won change hands, maneuvers come back, then fire and poison do their work by card (C-02)."""
    table.set_turn(round=table.state.turn.round + 1, settled=(), phase="swap")
    table.emit(RoundBegan(table.state.turn.round))
    cards.settle(table)
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.up]):
        slow, fast = allowance(table, c.sheet)
        table.set(c.id, slow=slow, fast=fast, played=0)
    for who in cards.by_card(table):
        await burn(table, who)
        await fester(table, who)
    await face(table)


async def begin_turns(table: EinfelstTable) -> None:
    """Cards have been swapped; those who were lured go before anybody else (C-29), and the first card is played."""
    table.set_turn(phase="turn")
    await heed(table)
    await face(table)


def end_round(table: EinfelstTable) -> None:
    """The dying run out of time, and objectives are counted."""
    bleed_out(table)
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.edge]):
        table.set(c.id, edge=0)
    GOALS.count(table)
    table.set_turn(phase="round")


# ------------------------------------------------------------------ one card


async def act(table: EinfelstTable) -> None:
    """One maneuver of whoever has the lowest card that was not played yet (C-06)."""
    who = table.state.turn.active
    if who == NOBODY:
        waiting = cards.queue(table)
        if not waiting:
            table.set_turn(phase="end")
            return
        who = waiting[0][1]
        table.set_turn(active=who, taken=0, acted=False)
        table.set(who, tried=False)
        if not table.now(who).sheet.left:  # all spent on reactions (C-60)
            end_turn(table, who)
            return
        table.emit(TurnBegan(who))
    me, board = table.now(who), table.still()
    done = await Choose(
        Seat(me.side),
        f"{me.sheet.profile.name}: what now?",
        menu.menu(board, me),
        "act",
        who,
        refused=partial(menu.refusals, board, me),
        ending="done",
    )
    if done is not None:
        await done.perform(table, who)
        await heed(table)
        await face(table)
        if present(table, who) and has_fast_maneuver(table, table.now(who)):
            return
    end_turn(table, who)
    if verdict(table) is None:
        await break_loose(table)


async def heed(table: EinfelstTable) -> None:
    """Those who were lured go as soon as they can (C-29, ruling W-15)."""
    for who in cards.by_card(table):
        await follow(table, who)


def end_turn(table: EinfelstTable, who: Id) -> None:
    """A card has been played; what is left of the maneuvers is kept for reactions (C-60)."""
    table.set(who, played=table.now(who).sheet.played + 1, pinned=False)
    table.set_turn(active=NOBODY, taken=0, acted=False)


def hypothetical_turn(board: EinfelstBoard, who: Id, at: Mapping[Id, ZonePlace]) -> EinfelstState:
    """The battle if it were this combatant's turn now, with nothing spent, and some stood elsewhere."""
    state = board.state
    combatants = {id_: replace(c, at=at[id_]) if id_ in at else c for id_, c in state.combatants.items()}
    me = combatants[who]
    slow, fast = allowance(board, me.sheet)
    combatants[who] = replace(me, sheet=replace(me.sheet, slow=slow, fast=fast, played=0))
    turn = replace(state.turn, phase="turn", active=who, taken=0, acted=False)
    return replace(state, combatants=combatants, turn=turn)
