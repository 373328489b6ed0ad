"""Saves, group saves and contests, and the omens that turn a failed one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from game.kit.reactions import react
from game.rules.dice import at_most
from game.rules.events import Id
from game.rules.questions import Option, Seat
from rulesets.murdham.play.events import GroupSaved, OmenSpent, Saved
from rulesets.murdham.play.geometry import ability
from rulesets.murdham.sheet.sheet import Ability, Body, MurdhamTable


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
    """What an omen would turn."""

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
