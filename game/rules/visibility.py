"""Visibility of a battle for a side: the events that tell only of combatants it knows.

Screens, logs and sounds of a side are built on this and on nothing else, so that who lies in ambush is not given away
by a line, a noise or a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from game.rules.events import Appeared, Event, Id, Moved, Vanished
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Setup
from game.rules.state import AnyState, evolve
from game.rules.table import AnyBoard, Board
from game.spatial.space import Space


class SideVisibility:
    """Filters a battle's events, one by one, for what one side may see.

    An event is witnessed if everybody it names, in a field or in a text, is known to the side before it or after it.
    Who comes to be known gets an Appeared before the event that showed it, who is lost sight of a Vanished after it; a
    move into or out of knowledge is not told itself, for it would tell where from or where to. The boards hold no
    combatant that the side does not know; their turn record is the true one.
    """

    def __init__(self, ruleset: AnyRuleset, setup: Setup, ground: Space, start: AnyState, side: str) -> None:
        self.state = start
        """The true state, after the events seen so far."""
        self._ruleset = ruleset
        self._setup = setup
        self._ground = ground
        self._side = side
        self.known = self._look(start)
        """The combatants that the side knows to be on the map."""
        self._parted = frozenset(start.gone)

    def see(self, event: Event) -> list[tuple[AnyBoard, Event]]:
        """Take the next event; give what the side witnesses of it, each with the battle before as the side knows it."""
        before, known = self.state, self.known
        self.state = evolve(before, event)
        if self.state is not before:
            self.known = self._look(self.state)
            self._parted |= known & frozenset(self.state.gone)
        now = self.state.combatants
        board = self._board(before, known | self.known)
        told: list[tuple[AnyBoard, Event]] = []
        for who in now:
            if who in self.known and who not in known:
                told.append((board, Appeared(who, now[who].at)))
        crosses = isinstance(event, Moved) and not (event.who in known and event.who in self.known)
        if not crosses and not self._gives_away(event, before, known | self.known | self._parted):
            told.append((board, event))
        for who in now:
            if who in known and who not in self.known:
                told.append((board, Vanished(who)))
        return told

    def _look(self, state: AnyState) -> frozenset[Id]:
        board: AnyBoard = Board(state, self._setup, self._ground)
        return frozenset(self._ruleset.seen_by(board, self._side)) & frozenset(state.combatants)

    def _board(self, state: AnyState, known: frozenset[Id]) -> AnyBoard:
        """The battle without the combatants that are not known."""
        combatants = {who: c for who, c in state.combatants.items() if who in known}
        gone = {who: c for who, c in state.gone.items() if who in self._parted}
        if len(combatants) < len(state.combatants) or len(gone) < len(state.gone):
            state = replace(state, combatants=combatants, gone=gone)
        return Board(state, self._setup, self._ground)

    def _gives_away(self, event: Event, before: AnyState, known: frozenset[Id]) -> bool:
        everybody = {**before.gone, **self.state.gone, **before.combatants, **self.state.combatants}
        unknown = [who for who in everybody if who not in known]
        return bool(unknown) and any(_word(who).search(text) for text in _texts(event) for who in unknown)


@lru_cache(maxsize=512)
def _word(who: Id) -> re.Pattern[str]:
    """Finds an id as a word of its own: "orc-1" is in "for orc-1", not in "orc-12" nor in "half-orc-1"."""
    return re.compile(rf"(?<![\w-]){re.escape(who)}(?![\w-])")


def _texts(value: Any) -> Iterator[str]:
    """Every text inside an event, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, (tuple, list, frozenset)):
        for item in value:
            yield from _texts(item)
