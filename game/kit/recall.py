"""What wits keep from one question to the next: answers by all they depend on, and whether the moment is the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

from game.rules.table import Board

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S")
N = TypeVar("N")
P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
M = TypeVar("M")


class Thought(Protocol):
    """A moment that was thought of."""

    @property
    def board(self) -> Board[Any, Any]:
        """What was known of the battle then."""
        ...


B = TypeVar("B", bound=Thought)

KEPT = 4096
"""Answers of a kind that are kept, unless told otherwise."""


class Kept(dict[K, V]):
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


class Memory:
    """What has been found of one thing that lasts: answers of several kinds, each by all that they depend on."""

    def __init__(self) -> None:
        self._kinds: dict[str, Kept[object, Any]] = {}

    def of(self, kind: str, key: object, find: Callable[P, V], *args: P.args, **kwargs: P.kwargs) -> V:
        """The answer of a kind to a key; ``find`` finds it the first time."""
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = Kept()
        found: V = known.of(key, find, *args, **kwargs)
        return found


class ByIdentity(Generic[T, R]):
    """A function of one object whose answers are kept for as long as they are asked about that very object."""

    def __init__(self, find: Callable[[T], R]) -> None:
        self.known: Kept[int, tuple[T, R]] = Kept()
        self._find = find
        update_wrapper(self, find)

    def __call__(self, it: T) -> R:
        # an object that is kept keeps its id
        return self.known.of(id(it), self._anew, it)[1]

    def _anew(self, it: T) -> tuple[T, R]:
        return it, self._find(it)


class _Remembered:
    """Puts a table of a method's answers in the place of the method, object by object."""

    def __init__(self, method: Callable[..., Any]) -> None:
        self.method, self.__doc__ = method, method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, it: Any, owner: type | None = None) -> Any:
        if it is None:
            return self
        found = it.__dict__[self.name] = cache(self.method.__get__(it))
        return found


def remembered(method: Callable[Concatenate[M, P], R]) -> Callable[Concatenate[M, P], R]:
    """A method whose answers are kept as long as its object, by its arguments: let those be ids and numbers.

    For the moments that wits think of: nothing about such an object changes.
    """
    return cast(Callable[Concatenate[M, P], R], _Remembered(method))


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


class Latest(Generic[B]):
    """The moment that each side thought of last: good until something happens but that somebody's turn comes."""

    def __init__(self, make: Callable[[Any, str], B], bare: Callable[[Any], Any]) -> None:
        """``bare``: a turn record without whose turn it is."""
        self._make, self._bare = make, bare
        self._known: dict[str, B] = {}

    def of(self, board: Board[Any, Any], side: str) -> B:
        """What a side knows of a battle."""
        found = self._known.get(side)
        if found is None or not same_moment(board, found.board, self._bare):
            found = self._known[side] = self._make(board.still(), side)
        return found
