"""The battle as one immutable value, and the one function that writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, Generic

import msgspec
from msgspec.structs import replace
from typing_extensions import TypeVar

from game.rules.events import (
    Changed,
    EdgeChanged,
    Ended,
    Event,
    Id,
    Left,
    Moved,
    Ruled,
    ThingPlaced,
    ThingTaken,
    TurnChanged,
)

S = TypeVar("S")
N = TypeVar("N")
P = TypeVar("P", default=Any)
"""Place as a ruleset has it: a Cell, or a ZonePlace of ``game.spatial.places``."""


class Combatant(msgspec.Struct, Generic[S, P], frozen=True):
    """Body in the battle; ``sheet`` is the ruleset's."""

    id: Id
    side: str
    at: P
    sheet: S


class Thing(msgspec.Struct, Generic[P], frozen=True, omit_defaults=True):
    """Something that lies on the ground."""

    id: str
    key: str
    at: P
    marks: dict[str, int] = {}
    """Its state, in the ruleset's words: wear, a bow unloaded."""
    own: dict[str, Any] = {}
    """Fields of its kind in the ruleset's data that are otherwise with this one: its name, what it adds to damage."""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something carried as it is between two battles."""

    key: str
    """Its kind's in the data."""
    marks: dict[str, int] = {}
    """Its state, as that of a ``Thing``."""
    own: dict[str, Any] = {}
    """Fields of its kind that are otherwise with this one, as those of a ``Thing``."""


class Verdict(msgspec.Struct, frozen=True):
    """How a battle ended; ``winner`` is None for a draw."""

    winner: str | None
    why: str


class State(msgspec.Struct, Generic[S, N, P], frozen=True):
    """Everything that can change in a battle."""

    combatants: dict[Id, Combatant[S, P]]
    turn: N
    open_edges: tuple[str, ...] = ()
    things: dict[str, Thing[P]] = {}
    gone: dict[Id, Combatant[S, P]] = {}
    """Those who left the map."""
    rulings: dict[str, str] = {}
    """Rulings of the referee for the whole battle."""
    verdict: Verdict | None = None

    def on(self, side: str) -> Iterator[Combatant[S, P]]:
        """The combatants of one side, in the order they joined."""
        return (c for c in self.combatants.values() if c.side == side)


def evolve(state: State[S, N, P], event: Event) -> State[S, N, P]:
    """Give the state after one event. Nothing else writes state."""
    kind = type(event)
    if kind not in _writer:
        _writer[kind] = next((_WRITERS[base] for base in kind.__mro__ if base in _WRITERS), None)
    write = _writer[kind]
    return state if write is None else write(state, event)


def _changed(state: State[S, N, P], event: Changed) -> State[S, N, P]:
    c = state.combatants.get(event.who) or state.gone[event.who]
    return _put(state, Combatant(c.id, c.side, c.at, replace(c.sheet, **event.changes)))  # type: ignore[type-var]


def _moved(state: State[S, N, P], event: Moved) -> State[S, N, P]:
    c = state.combatants[event.who]
    place: Any = event.end  # of the ruleset's own kind, as it made the event
    return _put(state, Combatant(c.id, c.side, place, c.sheet))


def _turn_changed(state: State[S, N, P], event: TurnChanged) -> State[S, N, P]:
    turn: Any = state.turn
    return replace(state, turn=replace(turn, **event.changes))


def _left(state: State[S, N, P], event: Left) -> State[S, N, P]:
    left = {id_: c for id_, c in state.combatants.items() if id_ != event.who}
    return replace(state, combatants=left, gone={**state.gone, event.who: state.combatants[event.who]})


def _edge_changed(state: State[S, N, P], event: EdgeChanged) -> State[S, N, P]:
    others = [edge for edge in state.open_edges if edge != event.edge]
    return replace(state, open_edges=tuple(sorted([*others, event.edge] if event.open else others)))


def _thing_placed(state: State[S, N, P], event: ThingPlaced) -> State[S, N, P]:
    spot: Any = event.at
    thing = Thing(event.id, event.key, spot, event.marks, event.own)
    return replace(state, things={**state.things, event.id: thing})


def _thing_taken(state: State[S, N, P], event: ThingTaken) -> State[S, N, P]:
    return replace(state, things={key: thing for key, thing in state.things.items() if key != event.id})


def _ruled(state: State[S, N, P], event: Ruled) -> State[S, N, P]:
    return replace(state, rulings={**state.rulings, event.topic: event.ruling})


def _ended(state: State[S, N, P], event: Ended) -> State[S, N, P]:
    return replace(state, verdict=Verdict(event.winner, event.why))


_WRITERS: Mapping[type, Callable[[Any, Any], Any]] = {
    Changed: _changed,
    Moved: _moved,
    TurnChanged: _turn_changed,
    Left: _left,
    EdgeChanged: _edge_changed,
    ThingPlaced: _thing_placed,
    ThingTaken: _thing_taken,
    Ruled: _ruled,
    Ended: _ended,
}
"""The events that write, each with what it writes."""

_writer: dict[type, Callable[[Any, Any], Any] | None] = {}
"""The same by every kind of event that was met, None for those that only tell."""


def state_hash(state: State[Any, Any]) -> str:
    """Sixteen hex digits that differ when states differ."""
    return blake2b(msgspec.json.encode(state, order="sorted"), digest_size=8).hexdigest()


def _put(state: State[S, N, P], c: Combatant[S, P]) -> State[S, N, P]:
    if c.id in state.gone:
        return replace(state, gone={**state.gone, c.id: c})
    combatants = dict(state.combatants)
    combatants[c.id] = c
    return State(combatants, state.turn, state.open_edges, state.things, state.gone, state.rulings, state.verdict)


AnyState = State[Any, Any]
"""A state of any ruleset."""
