"""The map as zones and the borders between them: half-moves, capacities, distances, neighbours, sight.

A place is a zone or a border, numbered in an order that depends on the map alone and holds for the whole battle. Doors
only open and shut borders. Zones are those drawn on the map; ground that no drawn zone covers is cut into zones by
``deriving``. Rules for which borders are no places go from zone to zone by ``beside``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, cmp_to_key
from itertools import pairwise
from typing import Protocol, TypeVar

from game.spatial.field import UNIT, Cell, Field
from game.spatial.land import Crossing, ZonePair
from game.spatial.layout import Area, lay_out
from game.spatial.places import InZone, OnBorder, ZonePlace

Direction = tuple[int, int]
"""A direction as columns east and rows south, of any length."""

T = TypeVar("T")


def clockwise(ways: Sequence[tuple[Direction, T]]) -> list[T]:
    """Things by direction, clockwise from due north; in one direction, as given. Nowhere at all comes first."""
    return [there for _, there in sorted(ways, key=lambda pair: _key(pair[0]))]


def _compare(a: Direction, b: Direction) -> int:
    """Below 0 if ``a`` comes before ``b`` on the way round."""
    if _half(a) != _half(b):
        return _half(a) - _half(b)
    turn = a[0] * b[1] - a[1] * b[0]
    return (turn < 0) - (turn > 0)


def _half(way: Direction) -> int:
    """0: nowhere; 1: north up to before south; 2: the rest."""
    x, y = way
    return 0 if x == y == 0 else 1 if x > 0 or (x == 0 and y < 0) else 2


_key = cmp_to_key(_compare)


THICK = 3
"""Cells nobody can stand on that are as wide as a zone, to what is lobbed over them."""


class ZoneDistances:
    """How far zones are from each other along some of the pairs that lie side by side."""

    def __init__(self, zones: int, pairs: Iterable[tuple[int, int]]) -> None:
        self.beside: list[list[int]] = [[] for _ in range(zones)]
        for one, two in pairs:
            self.beside[one].append(two)
            self.beside[two].append(one)
        self._far: dict[int, dict[int, int]] = {}
        self._least: dict[tuple[tuple[int, ...], tuple[int, ...]], int | None] = {}

    @staticmethod
    def lobbed(zones: int, owner: Sequence[int], width: int, pairs: Iterable[tuple[int, int]]) -> ZoneDistances:
        """The same for what comes down from above: walls do not part zones, and rock between them is gone over.

        ``owner``: the number of each cell's zone, row by row, -1 where nobody can stand; ``pairs``: zones beside each
        other besides. Across ``THICK`` cells of rock it is one zone farther.
        """
        every = list(pairs)
        for one, two, gap in sorted(set(_across(owner, width))):
            way = [one, *range(zones, zones + gap), two]
            zones += gap
            every += pairwise(way)
        return ZoneDistances(zones, every)

    def far(self, zone: int) -> dict[int, int]:
        """How far every zone is that can be reached from one."""
        far = self._far.get(zone)
        if far is None:
            far = self._far[zone] = {zone: 0}
            queue = deque([zone])
            while queue:
                here = queue.popleft()
                for there in self.beside[here]:
                    if there not in far:
                        far[there] = far[here] + 1
                        queue.append(there)
        return far

    def between(self, some: tuple[int, ...], others: tuple[int, ...]) -> int | None:
        """How far the nearest of some zones is from the nearest of others; None if there is no way."""
        pair = some, others
        if pair not in self._least:
            far = [self.far(one).get(two) for one in some for two in others]
            self._least[pair] = min((zones for zones in far if zones is not None), default=None)
        return self._least[pair]


def _across(owner: Sequence[int], width: int) -> Iterator[tuple[int, int, int]]:
    """Zones that face each other in a row or column of cells, and how many zones of rock lie between."""
    rows = [range(start, start + width) for start in range(0, len(owner), width)]
    columns = [range(start, len(owner), width) for start in range(width)]
    for line in (*rows, *columns):
        last, gap = -1, 0
        for at in line:
            here = owner[at]
            if here < 0:
                gap += 1
                continue
            if last not in (here, -1):
                yield min(last, here), max(last, here), gap // THICK
            last, gap = here, 0


KEPT = 100_000
"""Answers about sight, smoke and light that are kept; when there are more they are found anew."""


def weight(size: int) -> int:
    """How many bodies of size 1 a body counts for: the cells it covers."""
    return size * size


class Grid(Protocol):
    """The cells that zones are made of: one field with some doors open."""

    field: Field
    open_edges: frozenset[str]
    width: int

    def inside(self, cell: Cell, /) -> bool:
        """Whether a cell lies on the map."""

    def some_seen(self, viewers: Iterable[Cell], targets: Iterable[Cell], /) -> bool:
        """Whether a body in any of some cells sees one in any of others."""


class Zones:
    """Grid seen as zones. Answers are kept for as long as they are."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.layout = lay_out(grid.field)
        self.areas: tuple[Area, ...] = self.layout.areas
        self.crossings: tuple[Crossing, ...] = self.layout.crossings
        self.all_zones: tuple[InZone, ...] = tuple(map(InZone, range(len(self.areas))))
        """Every zone, by number."""
        self.all_borders: tuple[OnBorder, ...] = tuple(map(OnBorder, range(len(self.crossings))))
        """Every border, by number."""
        self._seen: dict[tuple[ZonePlace, ZonePlace], bool] = {}
        self._visible: dict[tuple[object, ...], bool] = {}
        self._reached: dict[tuple[ZonePlace, int], Mapping[ZonePlace, tuple[ZonePlace, ...]]] = {}
        self._middles: dict[ZonePlace, tuple[int, int]] = {}

    # --- places ---

    @cached_property
    def places(self) -> tuple[ZonePlace, ...]:
        """Every zone, then every border."""
        return (*self.all_zones, *self.all_borders)

    def area(self, zone: InZone) -> Area:
        """Area of a zone."""
        return self.areas[zone.number]

    def crossing(self, border: OnBorder) -> Crossing:
        """Crossing of a border."""
        return self.crossings[border.number]

    def _known(self, place: ZonePlace) -> Area | Crossing:
        return self.areas[place.number] if isinstance(place, InZone) else self.crossings[place.number]

    def at(self, cell: Cell) -> InZone | None:
        """The zone a cell lies in; None if one can't stand there."""
        if not self.grid.inside(cell):
            return None
        number = self.layout.owner[cell[1] * self.grid.width + cell[0]]
        return None if number < 0 else self.all_zones[number]

    def name(self, place: ZonePlace) -> str:
        """A place in words."""
        if isinstance(place, InZone):
            return self.area(place).name
        one, two = self.sides(place)
        kind = self.crossing(place).kind
        return f"{'border' if kind == 'open' else kind} between {self.name(one)} and {self.name(two)}"

    def id(self, place: ZonePlace) -> str:
        """A stable text for a place, for options and saves."""
        return self._known(place).id

    def cells(self, place: ZonePlace) -> tuple[Cell, ...]:
        """Where bodies in a place can stand: the cells of a zone, or those on both sides of a border."""
        return self._known(place).cells

    def middle(self, place: ZonePlace) -> tuple[int, int]:
        """Where a place is, in lattice steps: a zone's centre, or the spot on a border nearest to the middle of it."""
        found = self._middles.get(place)
        if found is None:
            found = self._middles[place] = self._middle(place)
        return found

    def _middle(self, place: ZonePlace) -> tuple[int, int]:
        if isinstance(place, OnBorder) and (sides := self.crossing(place).sides):
            spots = [((a[0] + b[0] + 1) * UNIT // 2, (a[1] + b[1] + 1) * UNIT // 2) for a, b in sides]
            x, y = sum(spot[0] for spot in spots), sum(spot[1] for spot in spots)
            n = len(spots)
            wide, high = (max(spot[axis] for spot in spots) - min(spot[axis] for spot in spots) for axis in (0, 1))
            if 0 in (wide, high) and wide + high == (n - 1) * UNIT:  # one straight line without a break
                return x // n, y // n
            return min(spots, key=lambda spot: ((spot[0] * n - x) ** 2 + (spot[1] * n - y) ** 2, spot[1], spot[0]))
        cells = self.cells(place)
        total = 2 * len(cells)
        return sum(2 * x + 1 for x, _ in cells) * UNIT // total, sum(2 * y + 1 for _, y in cells) * UNIT // total

    def standing(self, place: ZonePlace) -> tuple[Cell, ...]:
        """The cells of a place in the order that tokens are best put on them.

        In a zone those that no border needs come first, then the ones nearer the middle.
        """
        x, y = self.middle(place)
        busy = (
            {cell for border in self.borders(place) for cell in self.cells(border)}
            if isinstance(place, InZone)
            else set()
        )

        def liking(cell: Cell) -> tuple[bool, int, int, int]:
            dx, dy = cell[0] * UNIT + UNIT // 2 - x, cell[1] * UNIT + UNIT // 2 - y
            return cell in busy, dx * dx + dy * dy, cell[1], cell[0]

        return tuple(sorted(self.cells(place), key=liking))

    # --- how they hang together ---

    @cached_property
    def _borders(self) -> tuple[tuple[OnBorder, ...], ...]:
        found: list[list[OnBorder]] = [[] for _ in self.areas]
        for border in self.all_borders:
            for zone in self.crossing(border).zones:
                found[zone].append(border)
        return tuple(tuple(own) for own in found)

    def borders(self, zone: InZone) -> tuple[OnBorder, ...]:
        """All borders of a zone, closed ones too."""
        return self._borders[zone.number]

    def sides(self, border: OnBorder) -> tuple[InZone, InZone]:
        """The two zones of a border."""
        return self._sides[border.number]

    @cached_property
    def _sides(self) -> tuple[tuple[InZone, InZone], ...]:
        return tuple((self.all_zones[one], self.all_zones[two]) for one, two in self._joined)

    def touching(self, place: ZonePlace) -> tuple[ZonePlace, ...]:
        """A zone's borders, closed ones too, or the zones of a border."""
        return self.borders(place) if isinstance(place, InZone) else self.sides(place)

    def between(self, a: InZone, b: InZone) -> tuple[OnBorder, ...]:
        """The borders that two zones share."""
        return tuple(border for border in self.borders(a) if b in self.sides(border) and a != b)

    def beside(self, zone: InZone) -> tuple[InZone, ...]:
        """The zones one step away where nobody stands on borders: those behind an open border, by number."""
        return self._beside[zone.number]

    @cached_property
    def _beside(self) -> tuple[tuple[InZone, ...], ...]:
        return tuple(tuple(self.all_zones[number] for number in sorted(set(near))) for near in self._walked.beside)

    @cached_property
    def _closed(self) -> tuple[bool, ...]:
        open_edges = self.grid.open_edges
        return tuple(
            [
                any(door not in open_edges for door in crossing.doors)
                or (crossing.shut and crossing.drawn not in open_edges)
                for crossing in self.crossings
            ]
        )

    def closed(self, place: ZonePlace) -> bool:
        """Whether a place is a border that is a shut door, or drawn closed and not opened since."""
        return isinstance(place, OnBorder) and self._closed[place.number]

    def halves(self, place: ZonePlace) -> tuple[ZonePlace, ...]:
        """The places half a zone of movement away: a zone's open borders, or the zones of a border.

        A body that is on a border when it is closed may leave it on either side.
        """
        return self._halves[place]

    @cached_property
    def _halves(self) -> dict[ZonePlace, tuple[ZonePlace, ...]]:
        return {place: tuple(near for near in self.touching(place) if not self.closed(near)) for place in self.places}

    def reach(
        self, start: ZonePlace, halves: int, barred: Collection[ZonePlace] = ()
    ) -> Mapping[ZonePlace, tuple[ZonePlace, ...]]:
        """Every place within so many halves, nearest first, and a shortest way to it, the start left out.

        ``barred`` places (full ones, say) are not entered. The start itself is in the answer with an empty way.
        """
        if barred:
            return self._reach(start, halves, frozenset(barred))
        found = self._reached.get((start, halves))
        if found is None:
            found = self._reached[start, halves] = self._reach(start, halves, frozenset())
        return found

    def _reach(
        self, start: ZonePlace, halves: int, shut: Collection[ZonePlace]
    ) -> dict[ZonePlace, tuple[ZonePlace, ...]]:
        ways: dict[ZonePlace, tuple[ZonePlace, ...]] = {start: ()}
        queue = deque([start])
        while queue:
            place = queue.popleft()
            if len(ways[place]) >= halves:
                break
            for there in self.halves(place):
                if there not in ways and there not in shut:
                    ways[there] = (*ways[place], there)
                    queue.append(there)
        return ways

    def way(
        self, start: ZonePlace, goal: ZonePlace, barred: Collection[ZonePlace] = ()
    ) -> tuple[ZonePlace, ...] | None:
        """A shortest way through the places, the start left out; None if there is none."""
        return self.reach(start, len(self.places), barred).get(goal)

    # --- how far ---

    def distance(self, a: ZonePlace, b: ZonePlace) -> int | None:
        """Zones along the shortest way, the first not counted; on a border one counts as in either. None: no way.

        Shut borders are no way; climbs and other obstacles are.
        """
        return self._walked.between(self._numbers(a), self._numbers(b))

    def span(self, a: ZonePlace, b: ZonePlace) -> int | None:
        """The same for what flies: shut doors and bars count as ways (sight decides), slits, windows and cliffs too."""
        return self._flown.between(self._numbers(a), self._numbers(b))

    def lob(self, a: ZonePlace, b: ZonePlace) -> int | None:
        """The same for what comes down from above, over walls and rock."""
        return self._lobbed.between(self._numbers(a), self._numbers(b))

    def _numbers(self, place: ZonePlace) -> tuple[int, ...]:
        return (place.number,) if isinstance(place, InZone) else self.crossings[place.number].zones

    def within(self, a: ZonePlace, b: ZonePlace, zones: int) -> bool:
        """Whether ``b`` is at most so many zones from ``a``."""
        far = self.distance(a, b)
        return far is not None and far <= zones

    def zones_of(self, place: ZonePlace) -> tuple[InZone, ...]:
        """The zones that a place belongs to: itself, or both zones of a border."""
        return (place,) if isinstance(place, InZone) else self.sides(place)

    @cached_property
    def _walked(self) -> ZoneDistances:
        open_ = [crossing.zones for crossing, closed in zip(self.crossings, self._closed, strict=True) if not closed]
        return ZoneDistances(len(self.areas), open_)

    @cached_property
    def _flown(self) -> ZoneDistances:
        return ZoneDistances(len(self.areas), [*self._joined, *self.layout.loopholes])

    @cached_property
    def _lobbed(self) -> ZoneDistances:
        return ZoneDistances.lobbed(len(self.areas), self.layout.owner, self.grid.width, self._joined)

    @property
    def _joined(self) -> Iterable[ZonePair]:
        return (crossing.zones for crossing in self.crossings)

    def nearby(self, place: ZonePlace) -> tuple[ZonePlace, ...]:
        """Places at distance 0: a zone and all its borders, or a border and both its zones."""
        return self._nearby[place]

    @cached_property
    def _nearby(self) -> dict[ZonePlace, tuple[ZonePlace, ...]]:
        return {place: (place, *self.touching(place)) for place in self.places}

    def at_hand(self, place: ZonePlace) -> frozenset[ZonePlace]:
        """The same without what a shut border keeps away: from one that is shut nothing but itself is at hand."""
        return self._at_hand[place]

    @cached_property
    def _at_hand(self) -> dict[ZonePlace, frozenset[ZonePlace]]:
        return {
            place: frozenset(
                near for near in self.nearby(place) if near == place or not (self.closed(place) or self.closed(near))
            )
            for place in self.places
        }

    # --- blasts ---

    def blast(self, zone: InZone) -> tuple[ZonePlace, ...]:
        """Where a blast on a zone hits: the zone and all its borders."""
        return (zone, *self.borders(zone))

    def neighbours(self, zone: InZone) -> tuple[InZone, ...]:
        """The zones a blast may stray to, in the order of their numbers, 1 first: clockwise on the map from due north.

        A zone behind shut doors is none of them; behind a border that an author drew closed on open ground it is, as
        nothing stands there that would stop a throw.
        """
        here = self.middle(zone)
        ways: dict[InZone, tuple[int, int]] = {}
        for border in self.borders(zone):
            if self.closed(border) and self.crossing(border).doors:
                continue
            one, two = self.sides(border)
            there = two if one == zone else one
            x, y = self.middle(border)
            ways.setdefault(there, (x - here[0], y - here[1]))
        return tuple(clockwise([(ways[there], there) for there in sorted(ways)]))

    def deviated(self, zone: InZone, roll: int) -> InZone:
        """The zone a blast strays to when a die with as many faces as there are neighbours shows ``roll``.

        Raises ValueError for a face that there is not.
        """
        near = self.neighbours(zone)
        if not 1 <= roll <= len(near):
            raise ValueError(f"{self.name(zone)} has {len(near)} neighbours; there is none with the number {roll}")
        return near[roll - 1]

    # --- who fits ---

    def capacity(self, place: ZonePlace) -> int:
        """How many bodies of size 1 a place holds."""
        return self._known(place).capacity

    def room(self, place: ZonePlace, sizes: Iterable[int]) -> int:
        """How many more bodies of size 1 fit beside bodies of these sizes."""
        return max(0, self.capacity(place) - sum(weight(size) for size in sizes))

    def fits(self, place: ZonePlace, sizes: Iterable[int], size: int = 1) -> bool:
        """Whether one more body may enter where there are bodies of these sizes.

        An empty place holds any one body: a giant squeezes through a door, but not past anybody.
        """
        there = list(sizes)
        return not there or weight(size) <= self.room(place, there)

    # --- sight ---

    def sees(self, a: ZonePlace, b: ZonePlace) -> bool:
        """Whether a body somewhere in one place sees a body somewhere in the other; light and smoke are not heeded."""
        found = self._seen.get((a, b))
        if found is None:
            found = self._seen[a, b] = self._seen[b, a] = self.grid.some_seen(*map(self.standing, sorted((a, b))))
        return found

    def visible(
        self, a: ZonePlace, b: ZonePlace, *, smoke: tuple[InZone, ...] = (), lit: tuple[InZone, ...] = ()
    ) -> bool:
        """Whether somebody in ``b`` is seen from ``a``, by the map's tags too.

        Within a place one always sees. Nobody sees into or out of smoke, nor into a dark zone unless it is ``lit``;
        from the dark one sees out. On a border one is in both its zones: clear air on one side is enough.
        """
        key = (a, b, smoke, lit)
        found = self._visible.get(key)
        if found is None:
            if len(self._visible) >= KEPT:
                self._visible.clear()
            found = self._visible[key] = a == b or self._clear(a, b, smoke, lit)
        return found

    def _clear(self, a: ZonePlace, b: ZonePlace, smoke: tuple[InZone, ...], lit: tuple[InZone, ...]) -> bool:
        start = [zone for zone in self.zones_of(a) if not self._smoky(zone, smoke)]
        clear = [zone for zone in self.zones_of(b) if not self._smoky(zone, smoke)]
        end = [zone for zone in clear if zone in lit or "dark" not in self.area(zone).tags]
        return bool(start and end) and self.sees(a, b)

    def _smoky(self, zone: InZone, smoke: tuple[InZone, ...]) -> bool:
        return zone in smoke or "smoke" in self.area(zone).tags
