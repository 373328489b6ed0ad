"""Conditions that end by themselves: a word, whom it comes from, and until when. ``end`` is where they do.

A sheet keeps them as plain data in its field ``conditions``. Rules begin one and say when it is over; turns and rounds
only call ``end`` as they begin and end, so that no list of flags has to be reset by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from game.kit.combatants import NOBODY
from game.rules.events import Id
from game.rules.table import Table

Until = Literal["turn begins", "turn ends", "round ends", "battle ends"]
"""Turns are the sufferer's own: one that lasts until its next turn ends as that turn begins."""


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that holds of a combatant for a while."""

    word: str
    until: Until = "battle ends"
    source: Id = NOBODY
    """Combatant from whom it comes, or whom it is about."""
    last: int = 0
    """round ends: the last round in which it holds; 0: the one that goes on as it begins."""
    count: int = 0
    """How much of it, of those that count: bleeding 3."""


Conditions = tuple[Condition, ...]


class Sufferer(Protocol):
    """Sheet with conditions."""

    @property
    def conditions(self) -> Conditions:
        """Conditions of a combatant, the oldest first."""


S = TypeVar("S", bound=Sufferer)


def find(conditions: Conditions, word: str) -> Condition | None:
    """The first condition of that word."""
    for condition in conditions:
        if condition.word == word:
            return condition
    return None


def has(conditions: Conditions, word: str) -> bool:
    """Whether there is a condition of that word."""
    for condition in conditions:  # noqa: SIM110  asked of everybody at every turn: half any()'s price
        if condition.word == word:
            return True
    return False


def source_of(conditions: Conditions, word: str) -> Id:
    """Origin of the first condition of that word; nobody if there is none."""
    found = find(conditions, word)
    return NOBODY if found is None else found.source


def sources_of(conditions: Conditions, word: str) -> tuple[Id, ...]:
    """Origins of the conditions of that word."""
    return tuple([condition.source for condition in conditions if condition.word == word])


def added(conditions: Conditions, *more: Condition) -> Conditions:
    """Conditions with others besides; one of the same word and source is replaced."""
    new = {(condition.word, condition.source) for condition in more}
    return (*(c for c in conditions if (c.word, c.source) not in new), *more)


def without(conditions: Conditions, *words: str) -> Conditions:
    """Conditions but for those of some words."""
    return tuple(condition for condition in conditions if condition.word not in words)


def begin(table: Table[S, Any], who: Id, *more: Condition) -> None:
    """Conditions begin; one of the same word and source is replaced."""
    table.set(who, conditions=added(table.now(who).sheet.conditions, *more))


def lift(table: Table[S, Any], who: Id, *words: str, source: Id | None = None) -> None:
    """Conditions of some words are over before their time; those from one ``source`` alone, if it is given."""
    kept = tuple(
        condition
        for condition in table.now(who).sheet.conditions
        if condition.word not in words or source not in (None, condition.source)
    )
    table.set(who, conditions=kept)


def end(table: Table[S, Any], moment: Until, who: Iterable[Id], number: int = 0) -> None:
    """End all conditions that last until this moment for some combatants; ``number``: of the round that ends."""
    for c in table.fresh(who):
        if c.sheet.conditions:
            kept = tuple(one for one in c.sheet.conditions if one.until != moment or one.last > number)
            table.set(c.id, conditions=kept)
