"""One side's view of a battle on cells: bodies, free ground, distances and reachable targets as masks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from game.kit.cache import PerMapCache, ResultCache, cached_method
from game.kit.cell_masks import ground_of, hoped
from game.kit.distance_fields import DOOR, FAR
from game.kit.goals import Goals
from game.kit.mind.side_view import N, S, SideView, UnitStats
from game.kit.things import Operation, at_doors, at_levers, doors_beside, features_beside
from game.rules.events import Id
from game.rules.planning_model import Mask
from game.rules.setup import Objective
from game.rules.table import Board
from game.spatial.field import Cell
from game.spatial.metric import CLIMB, DIRECTIONS, DROP, ONE, Metric
from game.spatial.paths import bits
from game.spatial.space import Space


class CellUnitStats(UnitStats, Protocol):
    """A fighter on cells in plain numbers, as far as it is asked for here."""

    @property
    def id(self) -> Id:
        """Who it is."""
        ...

    @property
    def at(self) -> Cell:
        """Its top-left cell."""
        ...

    @property
    def size(self) -> int:
        """Cells along a side of it."""
        ...

    @property
    def unit_value(self) -> float:
        """What it is worth to be rid of it; a common soldier is about one."""
        ...


C = TypeVar("C", bound=CellUnitStats)

CLOSE = 2
"""Cells within which friends support one another."""

TOGETHER = 4
"""Cells from the middle one of a band within which it is together."""

MANY = 3
"""So many make a band."""

SPARED = 1.5
"""How many times as much a friend counts as a foe, where something is done to all in a place."""

STRETCH = 6
"""Cells before a door that are kept free for who is to open it: a walk, for most."""

_memories: PerMapCache[defaultdict[tuple[Space, type], ResultCache]] = PerMapCache(lambda: defaultdict(ResultCache))
"""By the map with its doors as they are, and by the game that is played on it."""


class CellSideView(SideView[S, N, C], Generic[S, N, C]):
    """Everybody whom a side knows to stand, and where they could go."""

    def __init__(self, board: Board[S, N, Any], side: str, mark: Callable[[Any], C], goals: Goals[S, N]) -> None:
        super().__init__(board, side, mark, goals)
        self.space = board.space
        self.ground = ground_of(board.space)
        self.memory = _memories.of(board.space)[board.space, type(self)]
        """What has been found of the map, whoever stands where: kept from moment to moment."""

    def spot(self, it: C) -> Mask:
        """Its place."""
        return self.ground.bit(it.at)

    def area(self, it: C) -> Mask:
        """The cells that a body covers; of somebody who has fallen, too."""
        return self._covered(it.at, it.size)

    @cached_method
    def _covered(self, at: Cell, size: int) -> Mask:
        return self.ground.bit(at) if size == 1 else self.space.mask(self.space.footprint(at, size))

    @cached_method
    def supported(self, who: Id) -> Mask:
        """Places of somebody that are close to a friend."""
        near, size = 0, self.stats[who].size
        for friend in self.friends(who):
            near |= self.ground.square(friend.at, friend.size, CLOSE, size)
        return near

    def near_allies(self, who: Id, band: Sequence[C], aside: int = 0) -> Mask:
        """Places of somebody near the middle one of a band, as the crow flies; ``aside``: cells farther off than usual.

        None for that one, and for a band of two, of whom neither is the middle.
        """
        if len(band) < MANY:
            return 0
        ats = [it.at for it in band]
        it = min(band, key=lambda it: sum(max(abs(it.at[0] - x), abs(it.at[1] - y)) for x, y in ats))
        return self.ground.square(it.at, it.size, TOGETHER + aside, self.stats[who].size) if it.id != who else 0

    @cached_method
    def perils(self, who: Id) -> Mask:
        """Places of somebody on fire and traps, besides where it stands."""
        it = self.stats[who]
        return self.ground.covers(self.ground.perils, it.size) & ~self.spot(it)

    # -- ways

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Distances to some places; a shut door that can be opened counts some cells.

        For a side that opens none, shut ones are no way if there is another.
        """
        it = self.stats[who]
        if not self.opens_doors(it.body.side):
            found = self.ground.distance_layers(goals, it.size)
            if any(layer & self.spot(it) for layer in found):
                return found
        return self.ground.ways_by_doors(goals, it.size, self._hope)

    def way_to_a_door(self, who: Id, goals: Mask) -> Mask:
        """The last places of somebody's way to the first shut door on it; none if it gets to a goal without."""
        it, hope = self.stats[who], self._hope.steps(self.stats[who].size, CLIMB, DROP)
        if any(layer & self.spot(it) for layer in self.ground.distance_layers(goals, it.size)):
            return 0
        layers, now = self.ground.ways_by_doors(goals, it.size, self._hope), self.ground.steps(it.size)
        away = {place: steps for steps, layer in enumerate(layers) for place in bits(layer)}
        here, trail = self.spot(it).bit_length() - 1, list[int]()
        while away.get(here):
            ways = []
            for may, then, direction in zip(now.may, hope.may, DIRECTIONS, strict=True):
                if then >> here & 1:
                    there, shut = here + hope.offset(direction), not may >> here & 1
                    ways.append((away.get(there, FAR) + DOOR * shut, there, shut))
            _, here, shut = min(ways)
            if shut:
                return sum(1 << place for place in trail[-STRETCH:])
            trail.append(here)
        return 0

    @property
    def shut_doors(self) -> bool:
        """Whether any door is shut that could be opened."""
        return self._hope is not self.space

    @cached_property
    def _hope(self) -> Space:
        return hoped(self.space)

    def attack_positions(self, who: Id, reach: int, shoots: Callable[[C], Mask] | None = None) -> Mask:
        """Places from which somebody could attack one foe or another, wherever it can get.

        ``reach``: cells, hand to hand; ``shoots``: places from which it shoots at a foe, if that is its way.
        """
        it, found = self.stats[who], 0
        for foe in self.foes(it.body.side):
            found |= self.ground.ring(foe.at, foe.size, reach, it.size) if shoots is None else shoots(foe)
        return found

    # -- danger

    def lunges(
        self, it: C, paces: Iterable[int], reach: int, bar: Mask, size: int, metric: Metric = ONE
    ) -> Iterator[Mask]:
        """Places of a body of a size in which somebody could strike it after each of some rising walks, in cells.

        Each walk has the places that no shorter one had; ``bar``: cells that are in its way.
        """
        taken = 0
        for pace in paces:
            found = self.ground.covers(self.ground.lunge(it.at, it.size, pace, reach, bar, metric), size)
            yield found & ~taken
            taken |= found

    def yielding(self, it: C, bar: Mask, struck: Mask) -> Mask:
        """What bars the way to somebody: not its own cells, where it may step aside from one who comes to it there.

        ``bar``: everybody in the way; ``struck``: cells that could be come to as it stands.
        """
        area = self.area(it)
        return bar & ~area if struck & area else bar

    # -- what is at hand

    def touching(self, cells: Iterable[Cell], size: int) -> Mask:
        """Places of a body of a size at most a cell from some cells."""
        found = 0
        for cell in cells:
            found |= self.ground.near(cell, 1, 1, size)
        return found & self.ground.steps(size).stand

    def operations(self, who: Id) -> Sequence[Operation]:
        """What opens something by a door or lever beside somebody with hands for it."""
        it, space = self.stats[who], self.space
        if not self.handed(who) or not self.ground.handled(it.at, it.size):
            return ()
        doors = at_doors(self.board, doors_beside(space, it.at, it.size))
        levers = at_levers(self.board, features_beside(space, it.at, it.size))
        return [found for found in (*doors, *levers) if found.opens]

    def levers(self, who: Id, posts: Callable[[], Mask]) -> Mask:
        """Places beside the levers that part somebody from all of its posts; none if there is a way to one."""
        it, open_ = self.stats[who], self.space.open_edges
        levers = [each for each in self.board.setup.field.features if each.kind == "lever" and each.linked]
        shut = [lever for lever in levers if lever.linked not in open_] if self.handed(who) else []
        if not shut or any(layer & self.spot(it) for layer in self.distance_layers(who, posts())):
            return 0
        return self.touching((cell for lever in shut for cell in lever.cells), it.size)

    # -- the objective

    def on_ground(self, aim: Objective, it: C) -> Mask:
        """The places where an objective wants somebody."""
        if aim.goal == "task":
            return self.touching(aim.cells, it.size)
        return self._on(aim, it) & self.ground.steps(it.size).stand

    def work(self, who: Id) -> Mask:
        """The places from which somebody could work at its side's task."""
        it = self.stats[who]
        aim = self.goals.task(self.board, it.body.side)
        return self.touching(aim.cells, it.size) if aim is not None else 0

    def exits(self, who: Id, *, flees: bool) -> Mask:
        """The places to leave the map from, for those who flee or are to get away."""
        it = self.stats[who]
        if flees:
            return self.ground.exits(it.size)
        aim = self.goals.escaping(self.board, it.body)
        return self._on(aim, it) if aim is not None else 0

    def _on(self, aim: Objective, it: C) -> Mask:
        return self.ground.covers(self.space.mask(aim.cells), it.size)

    # -- what is done to all in a place

    def centres(self, who: Id, planes: Iterable[tuple[Mask, C]], most: int) -> list[tuple[int, float]]:
        """The best cells for what somebody does to all around one, by number, with the unit values of foes caught.

        ``planes``: from where each would be caught. Friends, and who does it, count against a cell; only cells that
        are worth it come out, ``most`` of them.
        """
        side, found = self.stats[who].body.side, dict[Mask, float]()
        for mask, it in planes:
            value = it.unit_value if it.body.side != side else -SPARED * it.unit_value
            while mask:
                bit = mask & -mask
                mask ^= bit
                found[bit] = found.get(bit, 0.0) + value
        best = sorted((bit for bit in found if found[bit] > 0), key=lambda bit: (-found[bit], bit))[:most]
        return [(bit.bit_length() - 1, found[bit]) for bit in best]
