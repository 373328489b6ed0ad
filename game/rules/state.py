"""The battle as one immutable value, and the one function that writes it."""

from __future__ import annotations

from collections.abc import Iterator
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
"""What a place is to a ruleset: a Cell, or a ZonePlace of ``game.spatial.places``."""


class Combatant(msgspec.Struct, Generic[S, P], frozen=True):
    """One body in the battle; ``sheet`` is the ruleset's."""

    id: Id
    side: str
    at: P
    sheet: S


class Thing(msgspec.Struct, Generic[P], frozen=True):
    """Something that lies on the ground."""

    id: str
    key: str
    at: P
    marks: dict[str, int] = {}
    """What tells it from others of its kind, in the ruleset's words: magic, wear, a bow unloaded."""


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
    """What the referee decided for the whole battle."""
    verdict: Verdict | None = None

    def on(self, side: str) -> Iterator[Combatant[S, P]]:
        """The combatants of one side, in the order they joined."""
        return (c for c in self.combatants.values() if c.side == side)


def evolve(state: State[S, N, P], event: Event) -> State[S, N, P]:
    """Give the state after one event. Nothing else writes state."""
    match event:
        case Changed(who, changes):
            c = state.combatants.get(who) or state.gone[who]
            return _put(state, Combatant(c.id, c.side, c.at, replace(c.sheet, **changes)))  # type: ignore[type-var]
        case Moved(who, _, end):
            c = state.combatants[who]
            place: Any = end  # of the ruleset's own kind, as it made the event
            return _put(state, Combatant(c.id, c.side, place, c.sheet))
        case TurnChanged(changes):
            turn: Any = state.turn
            return replace(state, turn=replace(turn, **changes))
        case Left(who):
            left = {id_: c for id_, c in state.combatants.items() if id_ != who}
            return replace(state, combatants=left, gone={**state.gone, who: state.combatants[who]})
        case EdgeChanged(edge, is_open):
            others = [e for e in state.open_edges if e != edge]
            return replace(state, open_edges=tuple(sorted([*others, edge] if is_open else others)))
        case ThingPlaced(id_, key, at, marks):
            spot: Any = at
            return replace(state, things={**state.things, id_: Thing(id_, key, spot, marks)})
        case ThingTaken(id_):
            return replace(state, things={k: v for k, v in state.things.items() if k != id_})
        case Ruled(topic, ruling):
            return replace(state, rulings={**state.rulings, topic: ruling})
        case Ended(winner, why):
            return replace(state, verdict=Verdict(winner, why))
        case _:
            return state


def state_hash(state: State[Any, Any]) -> str:
    """Sixteen hex digits that differ when states differ."""
    return blake2b(msgspec.json.encode(state, order="sorted"), digest_size=8).hexdigest()


def _put(state: State[S, N, P], c: Combatant[S, P]) -> State[S, N, P]:
    if c.id in state.gone:
        return replace(state, gone={**state.gone, c.id: c})
    combatants = dict(state.combatants)
    combatants[c.id] = c
    return State(combatants, state.turn, state.open_edges, state.things, state.gone, state.rulings, state.verdict)
