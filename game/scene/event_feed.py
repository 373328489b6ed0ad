"""A battle's events as one viewer witnesses them: each with the battle before and after it, and worded once.

The log, the scene, floating texts, banners and recordings are told of a battle by this and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from game.rules.events import Appeared, Event, Id, Vanished
from game.rules.match import AnyMatch, OutOfStep
from game.rules.ruleset import AnyRuleset, LogLine
from game.rules.standing import Standing, called
from game.rules.state import AnyState, evolve
from game.rules.table import AnyBoard, Board
from game.rules.visibility import SideVisibility
from game.scene.board_geometry import AnyGeometry, board_geometry


class Snapshot:
    """A battle at one point, as far as it is known: what is shown of each combatant is asked of the rules once."""

    __slots__ = ("_standings", "board", "ruleset")

    def __init__(self, ruleset: AnyRuleset, board: AnyBoard) -> None:
        """``board`` is to stay as it is: that of a match goes on, and is not meant."""
        self.ruleset = ruleset
        self.board = board
        self._standings: dict[Id, Standing] = {}

    @property
    def state(self) -> AnyState:
        """Combatants as they are."""
        return self.board.state

    def standing(self, who: Id) -> Standing:
        """Standing of a combatant."""
        found = self._standings.get(who)
        if found is None:
            found = self._standings[who] = self.ruleset.standing(self.board, who)
        return found

    def then(self, state: AnyState) -> Snapshot:
        """The battle in another state of it; the same snapshot where that is no other."""
        return self if state is self.board.state else Snapshot(self.ruleset, self.board.moment(state))


@dataclass(frozen=True)
class VisibleEvent:
    """Event as one viewer witnesses it."""

    event: Event
    before: Snapshot
    after: Snapshot
    """The same object as ``before`` where the event writes nothing."""
    where: AnyGeometry
    """Geometry of the map's places."""
    number: int = -1
    """Its number in ``Match.events``, or of that which made the viewer witness it; -1 if that is not known."""

    @cached_property
    def line(self) -> LogLine | None:
        """The ruleset's words for it, or ours for what only a witness is told; None where the log says nothing."""
        event, before = self.event, self.before
        if isinstance(event, Vanished):
            return LogLine(f"{called(before.standing(event.who))} is out of sight", 1, event.who)
        if isinstance(event, Appeared):
            name = called(before.standing(event.who))
            return LogLine(f"{name} comes into sight at {self.where.name(event.at)}", 1, event.who)
        return before.ruleset.tell(before.board, event)


class EventFeed:
    """Follows a match for one viewer; after an undo a new one is needed, or a copy from before it."""

    def __init__(self, match: AnyMatch, viewer: str | None) -> None:
        """Begin before the first event; a loaded battle is played again for it.

        ``viewer``: a side, or None for a spectator or the referee, who know everything.
        """
        with suppress(OutOfStep):  # then the battle can go on but not back, and is followed from here
            match.recall()
        start = match.marks[0].state if match.marks else match.state
        self.match = match
        self.read = match.marks[0].events if match.marks else len(match.events)
        """How many of the match's events have been given."""
        self.where = board_geometry(match.ruleset.places, match.ground)
        self.start = start
        """The whole battle before its first event."""
        self._witness = SideVisibility(match.ruleset, match.setup, match.ground, start, viewer) if viewer else None
        self._last = Snapshot(match.ruleset, Board(start, match.setup, match.ground))

    @property
    def known(self) -> frozenset[Id]:
        """Combatants that the viewer knows to be on the map, after the events given so far."""
        return self._witness.known if self._witness is not None else frozenset(self._last.state.combatants)

    def copy(self, match: AnyMatch) -> EventFeed:
        """A feed that goes its own way from here, in a match that leads through this point too."""
        twin = copy(self)
        twin.match, twin._witness = match, copy(self._witness)
        return twin

    def news(self) -> Iterator[VisibleEvent]:
        """Events of the viewer since the last call, in order."""
        while self.read < len(self.match.events):
            self.read += 1
            yield from self._see(self.match.events[self.read - 1])

    def _see(self, event: Event) -> Iterator[VisibleEvent]:
        witness, number = self._witness, self.read - 1
        if witness is None:
            before = self._last
            self._last = before.then(evolve(before.state, event))
            yield VisibleEvent(event, before, self._last, self.where, number)
            return
        truth = witness.state
        for board, seen in witness.see(event):
            before = self._last if board.state is self._last.state else Snapshot(self.match.ruleset, board)
            whole = seen is event and board.state is truth  # then the witness knows already what it leads to
            self._last = before.then(witness.state if whole else evolve(board.state, seen))
            yield VisibleEvent(seen, before, self._last, self.where, number)
