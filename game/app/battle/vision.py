"""Sight worked out beside the window: proofs of sight lines, and what a side sees of the map."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from functools import partial

from game.app.thinking import Thinker, Thought
from game.spatial.field import Cell
from game.spatial.places import Place
from game.spatial.sight import Sight, View
from game.spatial.space import Space
from game.view.board_geometry import AnyGeometry, Seen
from game.view.scene import Token

KEPT = 200


class Vision:
    """Remembers what was asked about one map; a door that moves makes everything new."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._space: Space | None = None
        self._sights: OrderedDict[tuple[Cell, Cell, int, int], Thought[Sight]] = OrderedDict()
        self._views: OrderedDict[tuple[Cell, int], Thought[View]] = OrderedDict()
        self._glances: dict[tuple[Place, Place], Thought[bool]] = {}
        self._hazes: OrderedDict[tuple[tuple[Place, Cell, int], ...], Thought[Seen]] = OrderedDict()
        self._fog: Seen | None = None

    @property
    def working(self) -> bool:
        """Whether something is being worked out."""
        sights = any(not thought.done for thought in list(self._sights.values())[-3:])
        glances = any(not thought.done for thought in self._glances.values())
        hazes = any(not thought.done for thought in self._hazes.values())
        return sights or glances or hazes or any(not thought.done for thought in list(self._views.values())[-12:])

    def warm(self, space: Space) -> Thought[bool]:
        """Have the compiled parts of the geometry ready before they are needed."""

        def touch() -> bool:
            cell = (space.width // 2, space.height // 2)
            space.sight((0, 0), cell)
            space.view(cell)
            return True

        return self._thinker.ask(touch)

    def sight(self, space: Space, viewer: Cell, target: Cell, viewer_size: int, target_size: int) -> Sight | None:
        """How one body sees another, with the proof; None as long as it isn't known."""
        self._mind(space)
        key = (viewer, target, viewer_size, target_size)
        thought = self._sights.get(key)
        if thought is None:
            thought = self._thinker.ask(lambda: space.sight(*key))
            self._sights[key] = thought
            while len(self._sights) > KEPT:
                self._sights.popitem(last=False)
        return thought.result() if thought.done else None

    def view(self, space: Space, cell: Cell, size: int) -> View | None:
        """Everything a body sees from a cell; None as long as it isn't known."""
        self._mind(space)
        thought = self._views.get((cell, size))
        if thought is None:
            thought = self._thinker.ask(lambda: space.view(cell, size))
            self._views[cell, size] = thought
            while len(self._views) > KEPT:
                self._views.popitem(last=False)
        return thought.result() if thought.done else None

    def fog(self, where: AnyGeometry, space: Space, tokens: Iterable[Token]) -> Seen | None:
        """The cells that a side sees, height x width; the last known while it is worked out, or if nobody is up."""
        self._mind(space)
        bodies = tuple((token.place, token.at, token.standing.size) for token in tokens)
        if not bodies:
            return self._fog
        thought = self._hazes.get(bodies)
        if thought is None:
            while len(self._hazes) >= KEPT:
                self._hazes.popitem(last=False)
            thought = self._hazes[bodies] = self._thinker.ask(partial(where.seen, space, bodies))
        if thought.done:
            self._fog = thought.result()
        return self._fog

    def visible(self, where: AnyGeometry, space: Space, start: Place, end: Place) -> bool | None:
        """Whether somebody in one place sees somebody in another; None as long as it isn't known."""
        self._mind(space)
        key = (start, end)
        thought = self._glances.get(key)
        if thought is None:
            thought = self._glances[key] = self._thinker.ask(partial(where.sees, space, start, end))
        return thought.result() if thought.done else None

    def _mind(self, space: Space) -> None:
        if space is not self._space:
            self._space = space
            self._sights.clear()
            self._views.clear()
            self._glances.clear()
            self._hazes.clear()
