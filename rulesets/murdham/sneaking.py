"""Rule: Sneaking in combat. Who is concealed, what reveals it, how it is found (A-89 to A-94)."""

from __future__ import annotations

from game.rules.events import Id
from rulesets.murdham.events import Hid, Spotted
from rulesets.murdham.reading import bodies, foes, nearby, visible, watched
from rulesets.murdham.saves import group_save
from rulesets.murdham.sheet import Body, MurdhamBoard, MurdhamTable


def show(table: MurdhamTable, who: Id, why: str) -> None:
    """Noise or being seen ends concealment (A-94)."""
    if table.now(who).sheet.hidden:
        table.set(who, hidden=False, seen_at=None, unseen=0)
        table.emit(Spotted(who, why))


def hide(table: MurdhamTable, who: Id) -> None:
    """A combatant is concealed from now on; the others remember where they saw it last."""
    c = table.now(who)
    table.set(who, hidden=True, seen_at=c.at)
    table.emit(Hid(who))


def may_hide(board: MurdhamBoard, c: Body) -> bool:
    """Whether a combatant has been out of everybody's sight for a while: a full round (A-90, ruling M-18)."""
    turn = board.state.turn
    return not c.sheet.hidden and bool(c.sheet.unseen) and turn.round - c.sheet.unseen >= 1 and not watched(board, c)


def note_unseen(table: MurdhamTable) -> None:
    """At a round's end: since when nobody of the other sides has seen each of them."""
    number = table.state.turn.round
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.up and not c.sheet.hidden]):
        if watched(table, c):
            table.set(c.id, unseen=0)
        elif not c.sheet.unseen:
            table.set(c.id, unseen=number)


def in_front(table: MurdhamTable, who: Id) -> bool:
    """Whether somebody concealed has walked right in front of an enemy that can see it (A-94)."""
    me = table.now(who)
    return any(
        foe.sheet.conscious and foe.at == me.at and visible(table, foe.at, me.at)
        for foe in bodies(table)
        if foe.side != me.side
    )


async def look_about(table: MurdhamTable, who: Id) -> None:
    """Somebody concealed has come near: those nearby who are awake may notice it (group WIT save)."""
    me = table.now(who)
    eyes = [c.id for c in bodies(table) if c.side != me.side and c.sheet.up and nearby(table, c.at, me.at)]
    if eyes and await group_save(table, eyes, "WIT", "noticing somebody", "A-94"):
        show(table, who, "is noticed")


def search(table: MurdhamTable, who: Id) -> list[Id]:
    """A search finds whoever is concealed nearby, without a roll."""
    me = table.now(who)
    found = [
        c.id
        for c in bodies(table)
        if c.side != me.side and c.sheet.hidden and nearby(table, me.at, c.at) and visible(table, me.at, c.at)
    ]
    for id_ in found:
        show(table, id_, "is found")
    return found


def suspected(board: MurdhamBoard, side: str) -> bool:
    """Whether a side has reason to search: somebody of the others was seen and is no longer."""
    return any(c.side != side and c.sheet.hidden and c.sheet.seen_at is not None for c in bodies(board)) or not foes(
        board, side
    )
