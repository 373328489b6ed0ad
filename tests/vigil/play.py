"""How Vigil is played: cards, ways, strikes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from game.kit import conditions
from game.kit.combatants import bodies, enemies
from game.kit.conditions import Condition
from game.kit.facts import AttackHit, AttackMissed, Fell, Harmed, Reacted, TurnBegan
from game.kit.goals import Goals
from game.kit.reactions import react
from game.rules.dice import Successes, Tally
from game.rules.events import Id, Moved, RoundBegan
from game.rules.option_details import OptionDetails
from game.rules.questions import Family, Menu, Option, Seat
from game.rules.state import Verdict
from game.spatial.field import Cell
from game.spatial.metric import ALTERNATE
from game.spatial.paths import Reach
from game.spatial.places import Place
from tests.vigil.sheet import LATEST, Body, Card, Sheet, Turn, VigilBoard, VigilState, VigilTable
from tests.vigil.telling import Spotted, Struck, metres

SHAKEN = "shaken"
GOOD = Successes(5)
DECK = tuple(range(1, 21))
LONGEST = 30
"""Rounds after which nobody has won."""

GOALS: Goals[Sheet, Turn] = Goals(
    lambda board, c, aim: c.at in aim.cells,
    lambda board, c, aim: c.at in aim.cells,
)

Deed = tuple[str, Any]


async def step(table: VigilTable) -> None:
    """One decision: a round's cards, or a part of somebody's turn."""
    who = table.state.turn.active
    if who is None:
        await _deal(table)
    elif not table.now(who).sheet.up:
        _next_card(table)
    else:
        await _act(table, who)


async def _deal(table: VigilTable) -> None:
    """Rule: Cards (V-1)."""
    turn = table.state.turn
    if turn.round:
        GOALS.count(table)
        conditions.end(table, "round ends", tuple(table.state.combatants), turn.round)
    table.set_turn(round=turn.round + 1)
    table.emit(RoundBegan(turn.round + 1))
    table.set_turn(cards=(), played=0, moved=0, struck=False, deck=DECK)
    company = [c for c in bodies(table) if c.sheet.up]
    cards = [Card(LATEST, c.id) for c in company if c.sheet.hidden]
    for who in (c.id for c in company if not c.sheet.hidden for _ in range(1 + c.sheet.profile.veteran)):
        deck = table.state.turn.deck or DECK
        index = await table.draw([str(card) for card in deck], "a place in the round", who)
        cards.append(Card(deck[index], who))
        table.set_turn(deck=(*deck[:index], *deck[index + 1 :]))
    table.set_turn(cards=tuple(sorted(cards, key=lambda card: card.number)))


async def _act(table: VigilTable, who: Id) -> None:
    turn, me = table.state.turn, table.now(who)
    if not turn.moved and not turn.struck:
        table.emit(TurnBegan(who))
    menu = _menu(table.still(), me)
    what, value = await table.choose(Seat(me.side), f"{me.sheet.profile.name}: what?", menu, who=who, idle="end")
    match what:
        case "go":
            _walk(table, who, value)
        case "strike":
            table.set_turn(struck=True)
            _show(table, who)
            await _strike(table, who, value)
        case _:
            conditions.end(table, "turn ends", (who,))
            _next_card(table)


def _next_card(table: VigilTable) -> None:
    table.set_turn(played=table.state.turn.played + 1, moved=0, struck=False)


# ------------------------------------------------------------------ what there is to choose


def _menu(board: VigilBoard, me: Body) -> Menu[Deed]:
    end: Option[Deed] = Option("end", ("end", None), "End the turn", icon="pass", ends=True)
    ways = ways_of(board, me)
    go: Family[Deed] = Family("go", tuple(ways.cells()), partial(_way, ways))
    return Menu((*_strikes(board, me), end), (go,) if ways.budget else ())


def _strikes(board: VigilBoard, me: Body) -> Iterator[Option[Deed]]:
    for foe in enemies(board, me.side) if not board.state.turn.struck else ():
        if can_strike(board, me, foe):
            dice = skill(me)
            about = partial(_about_strike, me)
            name = foe.sheet.profile.name
            yield Option(f"strike {foe.id}", ("strike", foe.id), f"Strike {name}: {dice} dice", foe.id, look=about)


def _about_strike(me: Body) -> OptionDetails:
    shaken = conditions.has(me.sheet.conditions, SHAKEN)
    tally = Tally().plus("skill", me.sheet.profile.skill, "V-3").plus("shaken", -1 if shaken else 0, "V-6")
    return OptionDetails(tally=tally, sum=("Dice", f"{skill(me)}d6"))


def _way(ways: Reach, key: str, cell: Cell) -> Option[Deed]:
    brief = f"{ways.cost(cell)} m"
    look = lambda: OptionDetails(ways.path(cell), brief=brief)  # noqa: E731
    return Option(key, ("go", cell), f"Go to {cell[0]},{cell[1]}", place=cell, look=look)


def ways_of(board: VigilBoard, me: Body) -> Reach:
    """Rule: Ways (V-2). Whom its side does not know of stands in nobody's way until met."""
    others = [c for c in bodies(board) if c.id != me.id and c.sheet.up and (c.side == me.side or not c.sheet.hidden)]
    foes = board.space.mask(c.at for c in others if c.side != me.side)
    friends = board.space.mask(c.at for c in others if c.side == me.side)
    budget = max(0, me.sheet.profile.move - board.state.turn.moved)
    return board.space.reach(me.at, budget, blocked=foes, occupied=friends, metric=ALTERNATE)


def can_strike(board: VigilBoard, me: Body, foe: Body) -> bool:
    """Whether a weapon reaches somebody, and there is a line of sight (V-3)."""
    return metres(board, me.at, foe.at) <= me.sheet.profile.reach and board.space.sees(me.at, foe.at)


def skill(me: Body) -> int:
    """Dice of a strike or parry."""
    return max(1, me.sheet.profile.skill - (conditions.has(me.sheet.conditions, SHAKEN)))


# ------------------------------------------------------------------ what comes of it


def _walk(table: VigilTable, who: Id, end: Cell) -> None:
    """Step by step: whom nobody knew of is met on the way and ends it."""
    ways = ways_of(table, table.now(who))
    at = table.now(who).at
    for cell in ways.path(end):
        met = next((c for c in bodies(table) if c.at == cell and c.sheet.up and c.side != table.now(who).side), None)
        if met is not None:
            _show(table, met.id)
            break
        table.emit(Moved(who, at, cell))
        at = cell
    table.set_turn(moved=table.state.turn.moved + max(1, ways.cost(at)))


def _show(table: VigilTable, who: Id) -> None:
    if table.now(who).sheet.hidden:
        table.set(who, hidden=False)
        table.emit(Spotted(who))


async def _strike(table: VigilTable, who: Id, target: Id) -> None:
    """Rules: Strikes, Parries (V-3, V-4): the parry is pledged first."""
    table.emit(Struck(who, target, table.now(who).sheet.profile.reach > 2))
    parried = await _pledged(table, who, target)
    won = GOOD.of(await table.throw(f"{skill(table.now(who))}d6", "strike", who, GOOD))
    if parried:
        won -= GOOD.of(await table.throw(f"{skill(table.now(target))}d6", "parry", target, GOOD))
    if won <= 0:
        table.emit(AttackMissed(who, target, "parried" if parried else "", "V-4" if parried else ""))
        return
    table.emit(AttackHit(who, target))
    _harm(table, target, won)


async def _pledged(table: VigilTable, who: Id, target: Id) -> bool:
    it = table.now(target)
    if not it.sheet.breath:
        return False
    leave: Option[bool] = Option("take it", False, "Take it")
    parry: Option[bool] = Option("parry", True, f"Parry: {skill(it)} dice", topic="parry", icon="shield")
    why = f"{table.now(who).sheet.profile.name} strikes at {it.sheet.profile.name}"
    said = await react(Seat(it.side), why, leave, [parry], topic="parry", who=target, about=(who,))
    if said:
        table.set(target, breath=table.now(target).sheet.breath - 1)
        table.emit(Reacted(target, "parries", "V-4", who))
    return said


def _harm(table: VigilTable, who: Id, points: int) -> None:
    """Rules: Stamina before wounds, Shaken (V-5, V-6)."""
    sheet = table.now(who).sheet
    breathless = min(points, sheet.stamina)
    wounds = min(points - breathless, sheet.wounds)
    table.set(who, stamina=sheet.stamina - breathless, wounds=sheet.wounds - wounds)
    now = table.now(who).sheet
    table.emit(Harmed(who, breathless + wounds, now.stamina + now.wounds))
    if not now.up:
        table.emit(Fell(who, "fallen"))
    elif wounds:
        conditions.begin(table, who, Condition(SHAKEN, "turn ends"))


# ------------------------------------------------------------------ ends, and what is supposed


def over(board: VigilBoard) -> Verdict | None:
    """Who has won."""
    return GOALS.verdict(board, "nobody has won by now" if board.state.turn.round > LONGEST else "")


def hypothetical_turn(board: VigilBoard, who: Id, at: Mapping[Id, Place]) -> VigilState:
    """The battle if somebody's card were up."""
    combatants = {c.id: replace(c, at=at.get(c.id, c.at)) for c in bodies(board)}
    turn = replace(
        board.state.turn, cards=(Card(1, who),), played=0, moved=0, struck=False, round=max(1, board.state.turn.round)
    )
    return replace(board.state, combatants=combatants, turn=turn)
