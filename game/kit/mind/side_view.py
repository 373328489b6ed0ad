"""One side's view of a battle, on cells or on zones: who stands, with which objective; places as masks.

A ruleset's own moment says how it sees a fighter (a mark: plain numbers that depend on the body alone) and goes on from
there. It is made anew whenever something has happened, so nothing about it changes, and
what is found is kept with it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar

from game.kit.cache import PerMapCache, ResultCache, cached_method
from game.kit.cell_masks import DOOR, FAR, ground_of, hoped
from game.kit.combatants import NOBODY, NamedFighter, perceives
from game.kit.goals import Goals, GoalTurn
from game.kit.things import Operation, at_doors, at_levers, doors_beside, features_beside, opened
from game.kit.zone_masks import ZoneMasks
from game.rules.events import Id
from game.rules.planning_model import Mask
from game.rules.setup import Objective
from game.rules.state import Combatant
from game.rules.table import Board
from game.spatial.field import Cell
from game.spatial.metric import CLIMB, DIRECTIONS, DROP, ONE, Metric
from game.spatial.paths import bits
from game.spatial.space import Space

L = TypeVar("L", bound=Hashable)

LookMasks = Sequence[tuple[L, Mask]]
"""Places by the look they have, in the order in which looks were met first."""


class LookCache(Generic[L]):
    """All looks of one map as it is; what a look tells, and what it costs to find it, is the ruleset's affair."""

    def __init__(self, look: Callable[[int, int], L]) -> None:
        """``look``: how the place of the second number looks from that of the first."""
        self._look = look
        self._out: dict[int, tuple[Mask, dict[L, Mask]]] = {}
        self._back: dict[int, tuple[Mask, dict[L, Mask]]] = {}

    def out(self, here: int, where: Mask) -> LookMasks[L]:
        """The places of some by how they look from one place."""
        return self._sorted(self._out, here, where, lambda n: self._look(here, n))

    def back(self, there: int, where: Mask) -> LookMasks[L]:
        """The places of some by how one place looks from them."""
        return self._sorted(self._back, there, where, lambda n: self._look(n, there))

    def _sorted(
        self, known: dict[int, tuple[Mask, dict[L, Mask]]], spot: int, where: Mask, find: Callable[[int], L]
    ) -> LookMasks[L]:
        asked, by = known.get(spot, (0, {}))
        more = where & ~asked
        if more:
            for n in bits(more):
                look = find(n)
                by[look] = by.get(look, 0) | 1 << n
            known[spot] = asked | more, by
        return [(look, some) for look, mask in by.items() if (some := mask & where)]


PRESSING = 8.0
"""How much coming to blows counts at most, in a battle that drags on."""

WAITING = 0.25
"""How much it counts for those who only have to last."""


def patience(number: int, presses: int, bold: int, *, lasting: bool = False) -> tuple[float, float]:
    """How much coming to blows counts in a round, and how much danger does.

    The one twice as much after ``presses`` rounds, and so on; the other less and less after ``bold`` rounds.
    ``lasting``: for those who only have to last, who never tire of waiting.
    """
    if lasting:
        return WAITING, 1.0
    now = max(1, number)
    return min(PRESSING, 1.0 + now / presses), min(1.0, bold / now)


class UnitStats(Protocol):
    """A fighter in plain numbers, as far as it is asked for here."""

    @property
    def body(self) -> Combatant[Any]:
        """Combatant it is of."""


S = TypeVar("S", bound=NamedFighter)
N = TypeVar("N", bound=GoalTurn)
M = TypeVar("M", bound=UnitStats)


class SideView(Generic[S, N, M]):
    """Everybody whom a side knows to stand. A book's own are made of a board and a side."""

    presses: int = 8
    """Rounds after which a fight that has not come to blows presses twice as much."""
    bold: int = 8
    """Rounds after which danger counts less and less: a fight that goes on and on must come to an end."""

    def __init__(self, board: Board[S, N, Any], side: str, mark: Callable[[Any], M], goals: Goals[S, N]) -> None:
        """``board``: the battle as the side knows it; ``mark``: how a fighter looks in plain numbers."""
        self.board, self.side, self.goals = board, side, goals
        self.stats: dict[Id, M] = {c.id: mark(c) for c in board.state.combatants.values() if c.sheet.up}
        self.lasting = goals.lasting(board, side)
        self.eager, self.caution = patience(board.state.turn.round, self.presses, self.bold, lasting=self.lasting)

    def opened(self, edge: str) -> Self:
        """The same with a door or gate open."""
        anew: Callable[[Board[S, N, Any], str], Self] = type(self)
        return anew(opened(self.board, edge), self.side)

    def perceives(self, side: str, it: M) -> bool:
        """Whether a side knows one of the others to be where it is."""
        return perceives(self.board, side, it.body)

    @cached_method
    def foes(self, side: str) -> Sequence[M]:
        """Members of the other sides that a side knows to be there, in the order of the board."""
        return [it for it in self.stats.values() if it.body.side != side and self.perceives(side, it)]

    @cached_method
    def band(self, side: str) -> Sequence[M]:
        """The members of a side who stand."""
        return [it for it in self.stats.values() if it.body.side == side]

    @cached_method
    def friends(self, who: Id) -> Sequence[M]:
        """The others of somebody's side who stand."""
        return [it for it in self.band(self.stats[who].body.side) if it.body.id != who]

    @property
    def shut_doors(self) -> bool:
        """Whether any door is shut that could be opened."""
        return False

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return True

    @cached_method
    def opens_doors(self, side: str) -> bool:
        """Whether any of a side has hands for doors."""
        return any(self.handed(it.body.id) for it in self.band(side))

    @cached_method
    def aim(self, side: str) -> Objective:
        """The present objective of a side."""
        return self.goals.aim(self.board, side)


class ZoneSideView(SideView[S, N, M], Generic[S, N, M]):
    """Everybody whom a side knows to stand, by the numbers of their places."""

    def __init__(
        self, board: Board[S, N, Any], side: str, mark: Callable[[Any], M], goals: Goals[S, N], masks: ZoneMasks
    ) -> None:
        """``masks``: the map for a body that goes on foot; what is near is the same for all."""
        super().__init__(board, side, mark, goals)
        self.masks = masks
        self.spots: dict[Id, int] = {who: masks.number[it.body.at] for who, it in self.stats.items()}

    # -- what the ruleset says

    @abstractmethod
    def length(self, it: M) -> int:
        """Cells along a side of a body."""

    @abstractmethod
    def stride(self, it: M) -> int:
        """Steps that somebody may go and strike after."""

    def masks_for(self, it: M) -> ZoneMasks:
        """The map as a body of its kind goes about it."""
        return self.masks

    @property
    def shut_doors(self) -> bool:
        """Whether any door is shut."""
        return self.masks.shut

    def takes_along(self, it: M) -> Sequence[Id]:
        """Those who are in nobody's way when it goes: who goes with it."""
        return ()

    # -- masks

    def standing(self, some: Iterable[M]) -> Mask:
        """Where some stand."""
        found = 0
        for it in some:
            found |= 1 << self.spots[it.body.id]
        return found

    def near(self, it: M) -> Mask:
        """Places at arm's length of somebody, its own among them."""
        return self.masks.near[self.spots[it.body.id]]

    @cached_method
    def beside(self, side: str) -> Mask:
        """Places at arm's length of somebody of the others that a side knows of."""
        return self.masks.around(self.standing(self.foes(side)))

    @cached_method
    def _crowds(self) -> Mapping[int, Sequence[M]]:
        found: dict[int, list[M]] = {}
        for who, it in self.stats.items():
            found.setdefault(self.spots[who], []).append(it)
        return found

    @cached_method
    def full(self, who: Id, but: Id = NOBODY) -> Mask:
        """Places without room for somebody more than now; ``but``: one who is to be elsewhere by then."""
        me = self.stats[who]
        size, own = self.length(me), (who, but, *self.takes_along(me))
        found = self._packed(size)
        for spot in dict.fromkeys(self.spots[each] for each in own if each in self.spots):
            rest = self._sizes(it for it in self._crowds()[spot] if it.body.id not in own)
            found = found & ~(1 << spot) | self.masks.full({spot: rest}, size)
        return found

    def filled_by(self, who: Id, other: Id, where: Mask) -> Mask:
        """Those of some places in which there would be no room for another if somebody were there as well."""
        me, rest = self.stats[who], {}
        for spot in bits(where):
            there = [it for it in self._crowds().get(spot, ()) if it.body.id not in (who, other)]
            rest[spot] = self._sizes([me, *there])
        return self.masks.full(rest, self.length(self.stats[other]))

    @cached_method
    def _packed(self, size: int) -> Mask:
        return self.masks.full({spot: self._sizes(some) for spot, some in self._crowds().items()}, size)

    def _sizes(self, some: Iterable[M]) -> tuple[int, ...]:
        return tuple([self.length(it) for it in some])

    @cached_method
    def strikes(self, who: Id, but: Id = NOBODY) -> Mask:
        """Places that somebody could strike at hand to hand within its stride; ``but`` makes room where it stands."""
        it, spot = self.stats[who], self.spots[who]
        return self.masks_for(it).strikes(spot, self.stride(it), self.full(who, but) & ~(1 << spot))

    def strikes_at(self, who: Id, whom: Id) -> Mask:
        """Places in which somebody could strike another there, who is not in the way any more where it stands now."""
        return self.strikes(who, whom) if self.full(who) >> self.spots[whom] & 1 else self.strikes(who)


class CellUnitStats(UnitStats, Protocol):
    """A fighter on cells in plain numbers, as far as it is asked for here."""

    @property
    def id(self) -> Id:
        """Id of the combatant."""

    @property
    def at(self) -> Cell:
        """Its top-left cell."""

    @property
    def size(self) -> int:
        """Cells along a side of it."""

    @property
    def unit_value(self) -> float:
        """Value of being rid of it, in unit values; a common soldier is about one."""


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
        """Results about the map, whoever stands where: kept from moment to moment."""

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

    @cached_method
    def out_of_reach(self, who: Id, reach: int = 1) -> bool:
        """Whether no foe has a way to strike somebody hand to hand where it is, a shut door being one.

        ``reach``: cells, of the foes.
        """
        me = self.stats[who]
        foes = self.foes(me.body.side)
        ways = ((foe, self.distance_layers(foe.id, self.ground.ring(me.at, me.size, reach, foe.size))) for foe in foes)
        return bool(foes) and not any(layer & self.spot(foe) for foe, layers in ways for layer in layers)

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
        """Mask of what bars somebody's way: not its own cells, where it may step aside from one who comes to it there.

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
        """Ways to open something by a door or lever beside somebody with hands for it."""
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
