"""Combatants of a battle by side, and those of whom a side knows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from game.rules.events import Id
from game.rules.state import Combatant, N, State
from game.rules.table import Board

NOBODY = Id("")
"""Where an id is wanted and there is none."""


class Fighter(Protocol):
    """Sheet, as far as combatants are counted by it."""

    @property
    def up(self) -> bool:
        """Conscious and fighting."""

    @property
    def hidden(self) -> bool:
        """In hiding: no other side knows where it is."""


class HasName(Protocol):
    """Somebody in a ruleset's data."""

    @property
    def name(self) -> str:
        """Its name."""


class NamedFighter(Fighter, Protocol):
    """Sheet, as far as words and goals need it."""

    @property
    def profile(self) -> HasName:
        """Its unchanging data."""


S = TypeVar("S", bound=Fighter)


def bodies(board: Board[S, Any]) -> Iterator[Combatant[S]]:
    """Everybody on the map, in the order they joined."""
    return iter(board.state.combatants.values())


def present(board: Board[S, Any], who: Id) -> bool:
    """Whether a combatant is on the map, conscious and fighting."""
    found = board.state.combatants.get(who)
    return found is not None and found.sheet.up


def standing(board: Board[S, Any]) -> list[str]:
    """The sides with somebody conscious and fighting, in the set-up's order."""
    everybody, found = board.state.combatants.values(), []
    for side in board.setup.sides:
        name = side.name
        for c in everybody:
            if c.side == name and c.sheet.up:
                found.append(name)
                break
    return found


def up_on(board: Board[S, Any], side: str) -> list[Combatant[S]]:
    """The members of a side who are conscious and fighting."""
    return [c for c in board.state.combatants.values() if c.side == side and c.sheet.up]


def company(board: Board[S, Any], side: str) -> list[Combatant[S]]:
    """The members of a side who came, whatever has become of them: the fallen too, and those who left the map."""
    return [c for c in (*board.state.combatants.values(), *board.state.gone.values()) if c.side == side]


def allies(board: Board[S, Any], me: Combatant[S]) -> list[Combatant[S]]:
    """Fighting members of my side, without me."""
    return [c for c in board.state.combatants.values() if c.side == me.side and c.id != me.id and c.sheet.up]


def enemies(board: Board[S, Any], side: str) -> list[Combatant[S]]:
    """Fighting members of other sides that are not in hiding."""
    return [c for c in board.state.combatants.values() if c.side != side and c.sheet.up and not c.sheet.hidden]


def perceives(board: Board[S, Any], side: str, c: Combatant[S]) -> bool:
    """Whether a side knows a combatant to be where it is, where nothing but hiding keeps that from it."""
    return c.side == side or not c.sheet.hidden


@dataclass(frozen=True, slots=True)
class Known(Generic[S, N]):
    """Those of whom a side knows, and what follows for what it may be told."""

    whole: State[S, N]
    side: str
    combatants: dict[Id, Combatant[S]]
    gone: dict[Id, Combatant[S]]

    @property
    def everybody(self) -> bool:
        """Whether the side knows of everybody there is."""
        return self.combatants is self.whole.combatants and self.gone is self.whole.gone

    def __iter__(self) -> Iterator[Id]:
        """Those on the map, then those who have left it."""
        yield from self.combatants
        yield from self.gone

    def among(self, ids: Collection[Id]) -> tuple[Id, ...]:
        """Those of some that the side knows of."""
        return tuple(who for who in ids if who in self.combatants or who in self.gone)

    def strength(self, began: Mapping[str, int]) -> dict[str, int]:
        """With how many each side began: of the others' the side counts only whom it knows of."""
        met = dict.fromkeys(began, 0)
        for some in (self.combatants, self.gone):
            for c in some.values():
                met[c.side] = met.get(c.side, 0) + 1
        return {name: number if name == self.side else met[name] for name, number in began.items()}

    def state(self, turn: N) -> State[S, N]:
        """The battle with only those in it, and with the turn record as the side may know it."""
        if self.everybody and turn == self.whole.turn:
            return self.whole
        return replace(self.whole, combatants=self.combatants, gone=self.gone, turn=turn)


def known(
    board: Board[S, N],
    side: str,
    perceives: Callable[[Board[S, N], str, Combatant[S]], bool] = perceives,
    *,
    later: State[S, N] | None = None,
) -> Known[S, N]:
    """Everybody that a side knows to be there, or to have left; ``later``: or knows of further on in the same step."""
    state = board.state
    since = {} if later is None else {**later.gone, **later.combatants}
    ahead = board if later is None else board.moment(later)

    def met(c: Combatant[S]) -> bool:
        return perceives(board, side, c) or (c.id in since and perceives(ahead, side, since[c.id]))

    def among(some: dict[Id, Combatant[S]]) -> dict[Id, Combatant[S]]:
        found = {c.id: c for c in some.values() if met(c)}
        return some if len(found) == len(some) else found

    return Known(state, side, among(state.combatants), among(state.gone))
