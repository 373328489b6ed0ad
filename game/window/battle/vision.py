"""Sight worked out beside the window: proofs of sight lines, and what a side sees of the map."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeAlias, TypeVar

from game.play.workers import BackgroundThread, PendingResult
from game.scene.board_geometry import AnyGeometry, Corners, PlacedBody, VisibleCells
from game.scene.scene import Token
from game.spatial.field import Cell
from game.spatial.places import Place
from game.spatial.sight import Sight
from game.spatial.space import Space

KEPT = 200

K = TypeVar("K")
T = TypeVar("T")

Thoughts: TypeAlias = "OrderedDict[K, PendingResult[T]]"


def _body(token: Token) -> PlacedBody[Place]:
    return token.place, token.at, token.standing.size


class Vision:
    """Remembers what was asked about one map; a door that moves makes everything new."""

    def __init__(self, thinker: BackgroundThread) -> None:
        self._thinker = thinker
        self._space: Space | None = None
        self._sights: Thoughts[tuple[PlacedBody[Place], PlacedBody[Place]], Sight | bool] = OrderedDict()
        self._glances: Thoughts[tuple[PlacedBody[Place], PlacedBody[Place]], tuple[int, list[str]] | None] = (
            OrderedDict()
        )
        self._covers: Thoughts[tuple[Cell, int], Corners | None] = OrderedDict()
        self._hazes: Thoughts[tuple[tuple[PlacedBody[Place], ...], int | None], VisibleCells] = OrderedDict()
        self._fog: VisibleCells | None = None

    @property
    def working(self) -> bool:
        """Whether something is being worked out."""
        asked: tuple[Thoughts[Any, Any], ...] = (self._sights, self._glances, self._covers, self._hazes)
        return any(not thought.done for thoughts in asked for thought in list(thoughts.values())[-12:])

    def sight(self, where: AnyGeometry, space: Space, viewer: Token, other: Token) -> Sight | bool | None:
        """How one body sees another, with the proof where there can be one; None as long as it isn't known."""
        self._forget_outdated(space)
        key = (_body(viewer), _body(other))
        thought = self._ask(self._sights, key, partial(where.sight, space, *key))
        return thought.result() if thought.done else None

    def glance(
        self, where: AnyGeometry, space: Space, viewer: Token, place: Place, other: Token
    ) -> tuple[int, list[str]] | None:
        """How one body would see another from a place; None as long as it isn't known, or if it doesn't."""
        self._forget_outdated(space)
        key = ((place, where.cell(place), viewer.standing.size), _body(other))
        thought = self._ask(self._glances, key, partial(where.glance, space, *key))
        found = thought.result() if thought.done else None
        return (found[0], list(found[1])) if found is not None else None

    def cover(self, where: AnyGeometry, space: Space, viewer: Token) -> Corners | None:
        """How well a body sees those in every cell; None as long as it isn't known, or where there is no such thing."""
        self._forget_outdated(space)
        key = (viewer.at, viewer.standing.size)
        thought = self._ask(self._covers, key, partial(where.cover, space, *key))
        return thought.result() if thought.done else None

    def fog(
        self, where: AnyGeometry, space: Space, tokens: Iterable[Token], lit: int | None = None
    ) -> VisibleCells | None:
        """The cells that a side sees, height x width; the last known while it is worked out, or if nobody is up.

        ``lit``: the cells in light, if the ruleset tells of them.
        """
        self._forget_outdated(space)
        bodies = tuple(map(_body, tokens))
        if not bodies:
            return self._fog
        thought = self._ask(self._hazes, (bodies, lit), partial(where.seen, space, bodies, lit))
        if thought.done:
            self._fog = thought.result()
        return self._fog

    def _ask(self, thoughts: Thoughts[K, T], key: K, work: Callable[[], T]) -> PendingResult[T]:
        """What has been asked before, or is asked now; the oldest make room."""
        found = thoughts.get(key)
        if found is None:
            while len(thoughts) >= KEPT:
                thoughts.popitem(last=False)
            found = thoughts[key] = self._thinker.ask(work)
        return found

    def _forget_outdated(self, space: Space) -> None:
        if space is not self._space:
            self._space = space
            self._sights.clear()
            self._glances.clear()
            self._covers.clear()
            self._hazes.clear()
