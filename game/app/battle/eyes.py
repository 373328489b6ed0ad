"""Sight worked out beside the window: proofs of sight lines, and what a side sees of the map."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from game.app.thinking import Thinker, Thought
from game.rules.events import Place
from game.spatial.field import Cell
from game.spatial.sight import Sight, View
from game.spatial.space import Space
from game.spatial.zones import ZONE
from game.view.scene import Token

Seen = npt.NDArray[np.bool_]
KEPT = 200


class Eyes:
    """Remembers what was asked about one map; a door that moves makes everything new."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._space: Space | None = None
        self._sights: OrderedDict[tuple[Cell, Cell, int, int], Thought[Sight]] = OrderedDict()
        self._views: OrderedDict[tuple[Cell, int], Thought[View]] = OrderedDict()
        self._glances: dict[tuple[Place, Place], Thought[bool]] = {}
        self._hazes: dict[tuple[Place, ...], Thought[Seen]] = {}
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

    def fog(self, space: Space, tokens: Iterable[Token]) -> Seen | None:
        """The cells that somebody of a side sees, height x width; the last known while it is worked out."""
        views = [self.view(space, token.at, token.standing.size) for token in tokens]
        known = [view for view in views if view is not None]
        if views and len(known) == len(views):
            self._fog = np.logical_or.reduce([view.seen for view in known])
        return self._fog

    def visible(self, space: Space, start: Place, end: Place) -> bool | None:
        """Whether somebody in one zone or border sees somebody in another; None as long as it isn't known."""
        self._mind(space)
        key = (start, end)
        thought = self._glances.get(key)
        if thought is None:
            thought = self._glances[key] = self._thinker.ask(partial(space.zones.visible, start, end))
        return thought.result() if thought.done else None

    def fog_on_zones(self, space: Space, tokens: Iterable[Token]) -> Seen | None:
        """The same where places are zones: whole zones are seen, with the walls around them."""
        self._mind(space)
        places = tuple(sorted({token.place for token in tokens}))
        thought = self._hazes.get(places)
        if thought is None:
            thought = self._hazes[places] = self._thinker.ask(partial(_zones_seen, space, places))
        if thought.done:
            self._fog = thought.result()
        return self._fog

    def _mind(self, space: Space) -> None:
        if space is not self._space:
            self._space = space
            self._sights.clear()
            self._views.clear()
            self._glances.clear()
            self._hazes.clear()


def _zones_seen(space: Space, places: Sequence[Place]) -> Seen:
    """The cells of all zones that are seen from some places, and what stands beside these cells."""
    zones = space.zones
    seen = np.zeros((space.height, space.width), np.bool_)
    for place in zones.places:
        if any(zones.visible(start, place) for start in places):
            for x, y in zones.cells(place) if place[0] == ZONE else ():
                seen[y, x] = True
    padded = np.pad(seen, 1)
    height, width = seen.shape
    around = [padded[dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)]
    solid = np.array([zones.at((x, y)) is None for y in range(height) for x in range(width)]).reshape(seen.shape)
    beside: Seen = np.logical_or.reduce(around) & solid
    return seen | beside
