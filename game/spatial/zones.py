"""The map as zones and the borders between them: half-moves, capacities, distances, neighbours, sight.

A place is a zone or a border: (0, zone) or (1, border), numbered in an order that depends on the map alone and holds
for the whole battle. Doors only open and shut borders. Zones are those drawn on the map; ground that no drawn zone
covers is cut into zones by ``deriving``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from game.spatial.borders import Crossing
from game.spatial.deviation import clockwise
from game.spatial.field import UNIT, Cell
from game.spatial.layout import Area, Layout, lay_out

if TYPE_CHECKING:
    from game.spatial.space import Space

__all__ = ["BORDER", "ZONE", "Area", "Crossing", "Layout", "Place", "Zones", "weight"]

Place = tuple[int, int]
"""(0, zone) or (1, border)."""

ZONE: Final = 0
BORDER: Final = 1


def weight(size: int) -> int:
    """How many bodies of size 1 a body counts for: the cells it covers."""
    return size * size


class _Ways:
    """How far zones are from each other along some of the pairs that lie side by side."""

    def __init__(self, zones: int, pairs: Iterable[tuple[int, int]]) -> None:
        self._beside: list[list[int]] = [[] for _ in range(zones)]
        for one, two in pairs:
            self._beside[one].append(two)
            self._beside[two].append(one)
        self._far: dict[int, dict[int, int]] = {}

    def far(self, zone: int) -> dict[int, int]:
        """How far every zone is that can be reached from one."""
        far = self._far.get(zone)
        if far is None:
            far = self._far[zone] = {zone: 0}
            queue = deque([zone])
            while queue:
                here = queue.popleft()
                for there in self._beside[here]:
                    if there not in far:
                        far[there] = far[here] + 1
                        queue.append(there)
        return far


class Zones:
    """One space seen as zones. Answers are kept for as long as the space is."""

    def __init__(self, space: Space, layout: Layout | None = None) -> None:
        """``layout`` is that of the same field with other doors open, if there is one; else it is worked out."""
        self.space = space
        self.layout = lay_out(space.field) if layout is None else layout
        self.areas: tuple[Area, ...] = self.layout.areas
        self.crossings: tuple[Crossing, ...] = self.layout.crossings
        self._seen: dict[tuple[Place, Place], bool] = {}
        self._reached: dict[tuple[Place, int], Mapping[Place, tuple[Place, ...]]] = {}

    # --- places ---

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every zone, then every border."""
        return (
            *((ZONE, number) for number in range(len(self.areas))),
            *((BORDER, number) for number in range(len(self.crossings))),
        )

    def area(self, place: Place) -> Area:
        """What is known of a zone. ValueError for a border."""
        if place[0] != ZONE:
            raise ValueError(f"{place} is a border, not a zone")
        return self.areas[place[1]]

    def crossing(self, place: Place) -> Crossing:
        """What is known of a border. ValueError for a zone."""
        if place[0] != BORDER:
            raise ValueError(f"{place} is a zone, not a border")
        return self.crossings[place[1]]

    def at(self, cell: Cell) -> Place | None:
        """The zone a cell lies in; None if one can't stand there."""
        if not self.space.inside(cell):
            return None
        number = self.layout.owner[cell[1] * self.space.width + cell[0]]
        return None if number < 0 else (ZONE, number)

    def name(self, place: Place) -> str:
        """A place in words."""
        if place[0] == ZONE:
            return self.areas[place[1]].name
        one, two = self.sides(place)
        kind = self.crossings[place[1]].kind
        return f"{'border' if kind == 'open' else kind} between {self.name(one)} and {self.name(two)}"

    def id(self, place: Place) -> str:
        """A stable text for a place, for options and saves."""
        return self.areas[place[1]].id if place[0] == ZONE else self.crossings[place[1]].id

    def cells(self, place: Place) -> tuple[Cell, ...]:
        """Where bodies in a place can stand: the cells of a zone, or those on both sides of a border."""
        return self.areas[place[1]].cells if place[0] == ZONE else self.crossings[place[1]].cells

    def middle(self, place: Place) -> tuple[int, int]:
        """Where a place is, in lattice steps: a zone's centre, or the spot on a border nearest to the middle of it."""
        if place[0] == BORDER and (sides := self.crossings[place[1]].sides):
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

    def standing(self, place: Place) -> tuple[Cell, ...]:
        """The cells of a place in the order that tokens are best put on them.

        In a zone those that no border needs come first, then the ones nearer the middle.
        """
        x, y = self.middle(place)
        busy = {cell for border in self.borders(place) for cell in self.cells(border)} if place[0] == ZONE else set()

        def liking(cell: Cell) -> tuple[bool, int, int, int]:
            dx, dy = cell[0] * UNIT + UNIT // 2 - x, cell[1] * UNIT + UNIT // 2 - y
            return cell in busy, dx * dx + dy * dy, cell[1], cell[0]

        return tuple(sorted(self.cells(place), key=liking))

    # --- how they hang together ---

    @cached_property
    def _borders(self) -> tuple[tuple[Place, ...], ...]:
        found: list[list[Place]] = [[] for _ in self.areas]
        for number, crossing in enumerate(self.crossings):
            for zone in crossing.zones:
                found[zone].append((BORDER, number))
        return tuple(tuple(own) for own in found)

    def borders(self, zone: Place) -> tuple[Place, ...]:
        """All borders of a zone, closed ones too."""
        return self._borders[zone[1]] if zone[0] == ZONE else ()

    def sides(self, border: Place) -> tuple[Place, Place]:
        """The two zones of a border."""
        one, two = self.crossing(border).zones
        return (ZONE, one), (ZONE, two)

    def between(self, a: Place, b: Place) -> tuple[Place, ...]:
        """The borders that two zones share."""
        return tuple(border for border in self.borders(a) if b in self.sides(border) and a != b)

    @cached_property
    def _closed(self) -> tuple[bool, ...]:
        open_edges = self.space.open_edges
        return tuple(
            [
                any(door not in open_edges for door in crossing.doors)
                or (crossing.shut and crossing.drawn not in open_edges)
                for crossing in self.crossings
            ]
        )

    def closed(self, border: Place) -> bool:
        """Whether a border is a shut door, or drawn closed and not opened since. A zone never is."""
        return border[0] == BORDER and self._closed[border[1]]

    def halves(self, place: Place) -> tuple[Place, ...]:
        """The places half a zone of movement away: a zone's open borders, or the zones of a border.

        A body that is on a border when it is closed may leave it on either side.
        """
        return self._halves[place]

    @cached_property
    def _halves(self) -> dict[Place, tuple[Place, ...]]:
        return {
            place: self.sides(place)
            if place[0] == BORDER
            else tuple(border for border in self.borders(place) if not self._closed[border[1]])
            for place in self.places
        }

    def reach(self, start: Place, halves: int, barred: Collection[Place] = ()) -> Mapping[Place, tuple[Place, ...]]:
        """Every place within so many halves, nearest first, and a shortest way to it, the start left out.

        ``barred`` places (full ones, say) are not entered. The start itself is in the answer with an empty way.
        """
        if barred:
            return self._reach(start, halves, frozenset(barred))
        found = self._reached.get((start, halves))
        if found is None:
            found = self._reached[start, halves] = self._reach(start, halves, frozenset())
        return found

    def _reach(self, start: Place, halves: int, shut: Collection[Place]) -> dict[Place, tuple[Place, ...]]:
        ways: dict[Place, tuple[Place, ...]] = {start: ()}
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

    def way(self, start: Place, goal: Place, barred: Collection[Place] = ()) -> tuple[Place, ...] | None:
        """A shortest way through the places, the start left out; None if there is none."""
        return self.reach(start, len(self.places), barred).get(goal)

    # --- how far ---

    def distance(self, a: Place, b: Place) -> int | None:
        """Zones along the shortest way, the first not counted; on a border one counts as in either. None: no way.

        Shut borders are no way; climbs and other obstacles are.
        """
        return self._least(a, b, self._walked)

    def span(self, a: Place, b: Place) -> int | None:
        """The same for what flies: shut doors and bars count as ways (sight decides), slits, windows and cliffs too."""
        return self._least(a, b, self._flown)

    def _least(self, a: Place, b: Place, ways: _Ways) -> int | None:
        if a == b:
            return 0
        far = [ways.far(one[1]).get(two[1]) for one in self._ends(a) for two in self._ends(b)]
        return min((zones for zones in far if zones is not None), default=None)

    def within(self, a: Place, b: Place, zones: int) -> bool:
        """Whether ``b`` is at most so many zones from ``a``."""
        far = self.distance(a, b)
        return far is not None and far <= zones

    def _ends(self, place: Place) -> tuple[Place, ...]:
        return (place,) if place[0] == ZONE else self.sides(place)

    @cached_property
    def _walked(self) -> _Ways:
        open_ = [crossing.zones for crossing, closed in zip(self.crossings, self._closed, strict=True) if not closed]
        return _Ways(len(self.areas), open_)

    @cached_property
    def _flown(self) -> _Ways:
        return _Ways(len(self.areas), [*(crossing.zones for crossing in self.crossings), *self.layout.loopholes])

    def nearby(self, place: Place) -> tuple[Place, ...]:
        """What is at distance 0: a zone and all its borders, or a border and both its zones."""
        return (place, *(self.borders(place) if place[0] == ZONE else self.sides(place)))

    # --- blasts ---

    def blast(self, zone: Place) -> tuple[Place, ...]:
        """Where a blast on a zone hits: the zone and all its borders. ValueError for a border."""
        self.area(zone)
        return (zone, *self.borders(zone))

    def neighbours(self, zone: Place) -> tuple[Place, ...]:
        """The zones a blast may stray to, in the order of their numbers, 1 first: clockwise on the map from due north.

        A zone behind shut doors is none of them; behind a border that an author drew closed on open ground it is, as
        nothing stands there that would stop a throw.
        """
        self.area(zone)
        here = self.middle(zone)
        ways: dict[Place, tuple[int, int]] = {}
        for border in self.borders(zone):
            if self._closed[border[1]] and self.crossings[border[1]].doors:
                continue
            one, two = self.sides(border)
            there = two if one == zone else one
            x, y = self.middle(border)
            ways.setdefault(there, (x - here[0], y - here[1]))
        return tuple(clockwise([(ways[there], there) for there in sorted(ways)]))

    def deviated(self, zone: Place, roll: int) -> Place:
        """The zone a blast strays to when a die with as many faces as there are neighbours shows ``roll``."""
        near = self.neighbours(zone)
        if not 1 <= roll <= len(near):
            raise ValueError(f"{self.name(zone)} has {len(near)} neighbours; there is none with the number {roll}")
        return near[roll - 1]

    # --- who fits ---

    def capacity(self, place: Place) -> int:
        """How many bodies of size 1 a place holds."""
        return self.areas[place[1]].capacity if place[0] == ZONE else self.crossings[place[1]].capacity

    def room(self, place: Place, sizes: Iterable[int]) -> int:
        """How many more bodies of size 1 fit beside bodies of these sizes."""
        return max(0, self.capacity(place) - sum(weight(size) for size in sizes))

    def fits(self, place: Place, sizes: Iterable[int], size: int = 1) -> bool:
        """Whether one more body may enter where there are bodies of these sizes.

        An empty place holds any one body: a giant squeezes through a door, but not past anybody.
        """
        there = list(sizes)
        return not there or weight(size) <= self.room(place, there)

    # --- sight ---

    def sees(self, a: Place, b: Place) -> bool:
        """Whether a body somewhere in one place sees a body somewhere in the other; light and smoke are not heeded."""
        key = (a, b) if a <= b else (b, a)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._look(*key)
        return found

    def _look(self, a: Place, b: Place) -> bool:
        """Cell by cell, from the middles outwards, where a line is likeliest."""
        there = self.standing(b)
        return any(self.space.sees(one, two) for one in self.standing(a) for two in there)

    def visible(self, a: Place, b: Place, *, smoke: Collection[Place] = (), lit: Collection[Place] = ()) -> bool:
        """Whether somebody in ``b`` is seen from ``a``, by the map's tags too.

        Within a place one always sees. Nobody sees into or out of smoke, nor into a dark zone unless it is ``lit``;
        from the dark one sees out. On a border one is in both its zones: clear air on one side is enough.
        """
        if a == b:
            return True
        start = [zone for zone in self._ends(a) if not self._smoky(zone, smoke)]
        end = [zone for zone in self._ends(b) if not self._smoky(zone, smoke) and (zone in lit or not self._dark(zone))]
        return bool(start and end) and self.sees(a, b)

    def _smoky(self, zone: Place, smoke: Collection[Place]) -> bool:
        return zone in smoke or "smoke" in self.areas[zone[1]].tags

    def _dark(self, zone: Place) -> bool:
        return "dark" in self.areas[zone[1]].tags
