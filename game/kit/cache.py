"""Caches of what is worked out: results keyed by all they depend on, and whether two boards show the same moment.

What is found of a map, or of a battle on it, is kept by ``PerMapCache`` and goes with the map: a module's own table
would keep map and battle alive for as long as the program runs. Such a table is for numbers, and has a bound.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper, wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

from game.rules.state import N, S
from game.rules.table import Board
from game.spatial.space import Space

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
M = TypeVar("M")


class HasBoard(Protocol):
    """A moment that was thought of."""

    @property
    def board(self) -> Board[Any, Any]:
        """Board that the moment was found for."""


B = TypeVar("B", bound=HasBoard)

KEPT = 4096
"""Answers of a kind that are kept, unless told otherwise."""

OBJECTS = 1024
"""Objects of a kind about which answers are kept: every change to a combatant makes a new one."""


class BoundedCache(dict[K, V]):
    """Answers by all that they depend on; when there are too many, all are forgotten and it begins anew."""

    def __init__(self, most: int = KEPT) -> None:
        super().__init__()
        self.most = most

    def of(self, key: K, find: Callable[P, V], *args: P.args, **kwargs: P.kwargs) -> V:
        """The answer to a key; ``find`` finds it the first time."""
        try:
            return self[key]
        except KeyError:  # found outside of it, so that what fails there is not taken for a consequence of this
            pass
        found = find(*args, **kwargs)
        if len(self) >= self.most:
            self.clear()
        self[key] = found
        return found


class ResultCache:
    """Results about one thing that lasts: answers of several kinds, each by all that they depend on."""

    def __init__(self) -> None:
        self._kinds: dict[str, BoundedCache[object, Any]] = {}
        self._functions: dict[Callable[..., Any], Callable[..., Any]] = {}

    def function(self, find: Callable[P, V]) -> Callable[P, V]:
        """A function whose answers are kept here, by its arguments."""
        known: Callable[P, V] | None = self._functions.get(find)
        if known is None:
            known = cast(Callable[P, V], lru_cache(KEPT)(find))
            self._functions[find] = known
        return known

    def of(self, kind: str, key: object, find: Callable[P, V], *args: P.args, **kwargs: P.kwargs) -> V:
        """The answer of a kind to a key; ``find`` finds it the first time."""
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = BoundedCache()
        found: V = known.of(key, find, *args, **kwargs)
        return found


class PerMapCache(Generic[V]):
    """A thing that every map has one of, whatever doors are open: made when first asked for, gone with the map."""

    def __init__(self, make: Callable[[], V]) -> None:
        self._make = make

    def of(self, space: Space) -> V:
        """That of a map, given in any state of its doors."""
        found: V | None = space.kept.get(self)
        if found is None:
            found = space.kept[self] = self._make()
        return found


class HasResultCache(Protocol):
    """Owner of a result cache."""

    @property
    def memory(self) -> ResultCache:
        """Its cache, or that of what it is a part of."""


G = TypeVar("G", bound=HasResultCache)


def cached_in_owner(find: Callable[Concatenate[G, P], R]) -> Callable[Concatenate[G, P], R]:
    """A function whose answers are kept in the memory of its first argument, by all its arguments."""

    @wraps(find)
    def found(it: G, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return it.memory.function(find)(it, *args, **kwargs)

    return found


class IdentityCache(Generic[T, R]):
    """A function of one object whose answers are kept for as long as they are asked about that very object."""

    def __init__(self, find: Callable[[T], R]) -> None:
        self.known: BoundedCache[int, tuple[T, R]] = BoundedCache(OBJECTS)
        self._find = find
        update_wrapper(self, find)

    def __call__(self, it: T) -> R:
        # an object that is kept keeps its id
        return self.known.of(id(it), self._anew, it)[1]

    def _anew(self, it: T) -> tuple[T, R]:
        return it, self._find(it)


def cached_method(method: Callable[Concatenate[M, P], R]) -> Callable[Concatenate[M, P], R]:
    """A method whose answers are kept as long as its object, by its arguments: let those be ids and numbers.

    For the moments that planning models are made of: nothing about such an object changes. Arguments are given by
    their positions. The answers lie in the object's ``__dict__`` and don't refer to it, so that both are gone at once.
    """
    found = _by_one if method.__code__.co_argcount == 2 else _by_many
    return cast(Callable[Concatenate[M, P], R], wraps(method)(found(method, f"{method.__qualname__} by arguments")))


def _by_one(method: Callable[[Any, Any], Any], slot: str) -> Callable[[Any, Any], Any]:
    def found(it: Any, key: Any) -> Any:
        try:
            return it.__dict__[slot][key]
        except KeyError:  # found outside of it, so that what fails there is not taken for a consequence of this
            pass
        answer = it.__dict__.setdefault(slot, {})[key] = method(it, key)
        return answer

    return found


def _by_many(method: Callable[..., Any], slot: str) -> Callable[..., Any]:
    def found(it: Any, *key: Any) -> Any:
        try:
            return it.__dict__[slot][key]
        except KeyError:
            pass
        answer = it.__dict__.setdefault(slot, {})[key] = method(it, *key)
        return answer

    return found


def same_moment(one: Board[S, N, Any], other: Board[S, N, Any], bare: Callable[[N], N]) -> bool:
    """Whether two boards show one battle with the same bodies, things and map, and turns that are the same ``bare``."""
    now, then = one.state, other.state
    return (
        bare(now.turn) == bare(then.turn)
        and one.setup is other.setup
        and one.space is other.space
        and now.things == then.things
        and len(now.combatants) == len(then.combatants)
        and all(then.combatants.get(who) is c for who, c in now.combatants.items())
    )


class LatestPerSide(Generic[B]):
    """The moment that each side thought of last: good until something happens but that somebody's turn comes."""

    def __init__(self, make: Callable[[Any, str], B], bare: Callable[[Any], Any]) -> None:
        """``bare``: a turn record without whose turn it is."""
        self._make, self._bare = make, bare
        self._known: PerMapCache[dict[str, B]] = PerMapCache(dict)

    def of(self, board: Board[Any, Any], side: str) -> B:
        """Latest moment of a side, made anew when something has happened."""
        known = self._known.of(board.space)
        found = known.get(side)
        if found is None or not same_moment(board, found.board, self._bare):
            found = known[side] = self._make(board.still(), side)
        return found
