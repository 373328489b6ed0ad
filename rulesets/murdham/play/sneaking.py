"""Rule: Sneaking in combat. Who is concealed, what reveals it, how it is found (A-89 to A-94)."""

from __future__ import annotations

from game.kit.combatants import bodies, enemies
from game.rules.events import Id
from rulesets.murdham.play.events import Hid, Spotted
from rulesets.murdham.play.geometry import nearby, visible, watchers
from rulesets.murdham.play.saves import roll_together
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable


def show(table: MurdhamTable, who: Id, why: str) -> None:
    """Noise or being seen ends concealment (A-94)."""
    c = table.now(who)
    if c.sheet.hidden:
        if c.sheet.seen_at is not None:
            note_vanished(table, c.side, -1)
        table.set(who, hidden=False, seen_at=None, unseen=0)
        table.emit(Spotted(who, why))


def hide(table: MurdhamTable, who: Id) -> None:
    """A combatant is concealed from now on; the others remember where they saw it last."""
    c = table.now(who)
    note_vanished(table, c.side, 1)
    table.set(who, hidden=True, seen_at=c.at)
    table.emit(Hid(who))


def note_vanished(table: MurdhamTable, side: str, more: int) -> None:
    """Everybody remembers how many of a side were seen and are no longer."""
    vanished = dict(table.state.turn.vanished)
    vanished[side] = vanished.get(side, 0) + more
    table.set_turn(vanished=vanished)


def may_hide(board: MurdhamBoard, c: Body) -> bool:
    """Whether a combatant may hide (A-90, ruling M-18).

    For a full round, from the end of one to the end of the next, nobody has seen it; or those who do are distracted.
    """
    number, eyes = board.state.turn.round, watchers(board, c)
    if c.sheet.hidden or any(eye.sheet.diverted < number for eye in eyes):
        return False
    return bool(eyes) or 0 < c.sheet.unseen < number - 1


def note_unseen(table: MurdhamTable) -> None:
    """At a round's end: since when nobody of the other sides has seen each of them."""
    number = table.state.turn.round
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.up and not c.sheet.hidden]):
        if watchers(table, c):
            table.set(c.id, unseen=0)
        elif not c.sheet.unseen:
            table.set(c.id, unseen=number)


def in_front(table: MurdhamTable, who: Id) -> bool:
    """Whether somebody concealed has walked right in front of an enemy that can see it (A-94)."""
    me = table.now(who)
    return any(
        foe.sheet.conscious and not foe.sheet.hidden and foe.at == me.at and visible(table, foe.at, me.at)
        for foe in bodies(table)
        if foe.side != me.side
    )


async def look_about(table: MurdhamTable, who: Id) -> None:
    """Somebody concealed has come near: those nearby who are awake may notice it, a group WIT save (ruling M-40).

    Where all of them fail, their side knows of nothing, and so has nothing to spend an omen on (A-91).
    """
    me = table.now(who)
    eyes = [c.id for c in enemies(table, me.side) if nearby(table, c.at, me.at)]
    if not eyes:
        return
    saved = await roll_together(table, eyes, "WIT", "noticing somebody", "A-94", about=who)
    if saved.passed:
        show(table, who, "is noticed")  # before the save is told, so that those who passed it hear of it
    table.emit(saved)


def lurking(board: MurdhamBoard, me: Body) -> list[Body]:
    """The concealed of other sides nearby, those in the same place first."""
    found = [c for c in bodies(board) if c.side != me.side and c.sheet.hidden and nearby(board, me.at, c.at)]
    return sorted(found, key=lambda c: c.at != me.at)


def search(table: MurdhamTable, who: Id) -> list[Id]:
    """A search finds whoever is concealed nearby, without a roll."""
    me = table.now(who)
    found = [c.id for c in lurking(table, me) if visible(table, me.at, c.at)]
    for id_ in found:
        show(table, id_, "is found")
    return found


def suspected(board: MurdhamBoard, side: str) -> bool:
    """Whether a side has reason to search or strike blindly: somebody of the others was seen and is no longer."""
    vanished = board.state.turn.vanished
    return any(count and other != side for other, count in vanished.items()) or not enemies(board, side)
