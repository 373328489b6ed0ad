"""Saves, group saves and contests, and omens; sneaking: who is concealed, revealed, found (A-89 to A-94)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from game.kit.combatants import bodies, enemies
from game.kit.reactions import react
from game.rules.dice import at_most
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.murdham.play.events import GroupSaved, Hid, OmenSpent, Saved, Spotted
from rulesets.murdham.play.geometry import ability, nearby, visible, watchers
from rulesets.murdham.sheet.sheet import Ability, Body, MurdhamBoard, MurdhamTable


async def save(table: MurdhamTable, who: Id, name: Ability, what: str, rule: str) -> bool:
    """A save: a d20 of at most the ability's score passes."""
    while True:
        score = ability(table.now(who), name)
        face = await table.roll("d20", what, who, at_most(score))
        passed = face <= score
        table.emit(Saved(who, what, name, score, face, passed, rule))
        if passed or not await omen(table, who, Turned("save", f"reroll the failed save ({what})", rule)):
            return passed


async def group_save(table: MurdhamTable, who: Iterable[Id], name: Ability, what: str, rule: str) -> tuple[Id, ...]:
    """One d20 for all, each member against its own score; gives those who pass.

    Members in hiding are told of apart, to those who know of them: else what the others did would not be told either,
    and a roll for nobody to be seen would give them away (A-91).
    """
    members = tuple(who)
    lurking = tuple(id_ for id_ in members if table.now(id_).sheet.hidden)
    saved = await roll_together(table, members, name, what, rule, lurking[0] if lurking == members else None)
    for some in (tuple(id_ for id_ in members if id_ not in lurking), lurking):
        if some:
            passed, failed = (tuple(id_ for id_ in each if id_ in some) for each in (saved.passed, saved.failed))
            table.emit(replace(saved, passed=passed, failed=failed))
    turned: list[Id] = []
    for id_ in saved.failed:
        turned_by = Turned("save", f"reroll the failed save ({what})", rule)
        if await omen(table, id_, turned_by) and await save(table, id_, name, what, rule):
            turned.append(id_)
    return saved.passed + tuple(turned)


async def roll_together(
    table: MurdhamTable, who: Iterable[Id], name: Ability, what: str, rule: str, about: Id | None = None
) -> GroupSaved:
    """Roll a group's save and give what came of it, still to be told; ``about`` whom it would tell of."""
    scores = {id_: ability(table.now(id_), name) for id_ in who}
    face = await table.roll("d20", what, None, at_most(*scores.values()), about)
    passed = tuple(id_ for id_, score in scores.items() if face <= score)
    failed = tuple(id_ for id_ in scores if id_ not in passed)
    return GroupSaved(what, name, face, passed, failed, rule, about)


async def contest(table: MurdhamTable, who: Iterable[Id], name: Ability, what: str) -> list[Id]:
    """Everybody's score less a d20, the highest first; ties are rolled again between the tied."""
    scored: list[tuple[int, Id]] = []
    for c in list(table.fresh(who)):
        scored.append((ability(c, name) - await table.roll("d20", what, c.id), c.id))
    found: list[Id] = []
    for score in sorted({score for score, _ in scored}, reverse=True):
        tied = [id_ for own, id_ in scored if own == score]
        found += tied if len(tied) == 1 else await contest(table, tied, name, what)
    return found


@dataclass(frozen=True, slots=True)
class Turned:
    """A save or a hit that an omen would turn."""

    kind: Literal["save", "damage", "death"]
    words: str
    rule: str
    """save: of the save."""
    amount: int = 0
    """damage: how much."""


async def omen(table: MurdhamTable, who: Id, turned: Turned, *, matters: bool = True) -> bool:
    """Rule: Omens (an option). Whether one is spent on this.

    ``matters``: whether somebody might be put out of the fight by it who would not be with the omen.
    """
    c = table.now(who)
    if not may_spend(table, c):
        return False
    leave: Option[Turned | None] = Option("pass", None, "Let it be")
    label = turned.words[:1].upper() + turned.words[1:]
    price = f"1 of {c.sheet.omens} omens" if c.sheet.omens > 1 else "the last omen"
    spend: Option[Turned | None] = Option("omen", turned, label, matters=matters, topic="omen", price=price)
    why = f"{c.sheet.profile.name}: {turned.words}?"
    if not await react(Seat(c.side), why, leave, [spend], topic="omen", who=who):
        return False
    table.set(who, omens=table.now(who).sheet.omens - 1)
    table.emit(OmenSpent(who, turned.words))
    return True


def may_spend(table: MurdhamTable, c: Body) -> bool:
    """Whether a combatant has an omen left and the battle is fought with them."""
    return c.sheet.omens > 0 and table.setup.options.get("omens", "yes") == "yes"


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
