"""Before the first round: squads become combatants, and each finds a place to start from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from game.kit.roster import Profile, Stock
from game.rules.events import Id
from game.rules.ruleset import BadSetup, Places
from game.rules.setup import Recruit, Setup, SideSetup, laid_out
from game.rules.state import Combatant, N, S, State, Thing
from game.spatial.field import Cell
from game.spatial.metric import DIRECTIONS
from game.spatial.places import InZone
from game.spatial.space import Space
from game.spatial.zones import Zones

P = TypeVar("P", bound=Profile)


@dataclass(frozen=True)
class NamedRecruit(Generic[P]):
    """A recruit with a name in the battle, who needs a place."""

    id: Id
    recruit: Recruit
    profile: P
    side: SideSetup
    size: int
    """Cells along its side."""
    shoots: bool
    """Whether it would rather stand far from the foe."""

    @property
    def words(self) -> str:
        """Name and unit, in an error."""
        return f"{self.profile.name} of side {self.side.name}"


@dataclass(frozen=True)
class DeploymentRules(Generic[P]):
    """Questions of deployment to a ruleset about those who come."""

    profile: Callable[[Recruit, int], P]
    """Profile of the ``number``-th of its kind, from 1, or the only one (0). Raises BadSetup."""
    size: Callable[[P], int]
    """Cells along the side of its body."""
    shoots: Callable[[P], bool]
    """Whether it fights from afar."""


class NoRoom(BadSetup):
    """Somebody finds no place, not even beside the Spawn areas of its side."""


class DeploymentSpace(Protocol):
    """Where people are placed, one after the other."""

    def place(self, who: NamedRecruit[P]) -> Any:
        """Where somebody starts; from now on it takes up room there. Raises BadSetup, NoRoom."""


def muster(
    setup: Setup,
    space: Space,
    places: Places,
    stock: Stock[Any],
    sheet: Callable[[NamedRecruit[Any]], S],
    turn: N,
    *,
    size: Callable[[Any], int] = lambda _: 1,
    shoots: Callable[[Any], bool] = lambda _: False,
    handed: Callable[[Any], bool] = lambda _: True,
    events: Collection[str] = (),
    damaged: bool = False,
) -> State[S, N, Any]:
    """The state before the first step of a set-up whose map is ``space``. Raises BadSetup.

    ``sheet`` is what a recruit begins with. ``size`` and ``shoots`` are asked of profiles: cells along the side of a
    body, and whether it would rather start far from the foe. ``handed`` is asked of sheets: whether somebody could open
    a door; where nobody could, none is shut that is not locked. ``events`` are those that the ruleset knows of, and
    ``damaged`` says whether it knows damaged gear.
    """
    check_events(setup, setup.ruleset, events)
    roster = stock.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Any:
        if recruit.damaged and not damaged:
            raise BadSetup(f"{recruit.unit}: damaged: {setup.ruleset} knows no damaged gear; leave it out")
        return roster.recruited(recruit, number)

    rules: DeploymentRules[Any] = DeploymentRules(profile, size, shoots)
    if places == "cells":
        combatants = deploy(setup, CellDeployment(setup, space), rules, sheet)
        things: dict[str, Thing] = laid_out(setup.field)
    else:
        limited = places == "zones"
        combatants = deploy(setup, ZoneDeployment(setup, space.zones, limited=limited), rules, sheet)
        things = things_in_zones(setup, space)
    shut = any(handed(c.sheet) for c in combatants.values())
    return State(combatants, turn, open_edges(setup, shut=shut), things)


def deploy(
    setup: Setup, ground: DeploymentSpace, drill: DeploymentRules[P], sheet: Callable[[NamedRecruit[P]], S]
) -> dict[Id, Combatant[S]]:
    """All combatants in the order of the set-up, each with a place and its ``sheet``. Raises BadSetup."""
    _check_sides(setup)
    company = _enlisted(setup, drill)
    combatants: dict[Id, Combatant[S]] = {}
    crowded = []
    for side in setup.sides:
        squad = [company[side.name, number] for number in range(len(side.squad))]
        at: dict[Id, Any] = {}
        left_over = []
        for who in sorted(squad, key=_turn_to_be_placed):
            try:
                at[who.id] = ground.place(who)
            except NoRoom:
                left_over.append(who)
        if left_over:
            crowded.append(_crowded(left_over))
            continue
        for who in squad:
            combatants[who.id] = Combatant(who.id, side.name, at[who.id], sheet(who))
    if crowded:
        raise BadSetup("\n".join(crowded))
    return combatants


def _crowded(left_over: list[NamedRecruit[P]]) -> str:
    """Who finds no place, how many cells that is, and how to mend it."""
    missing = sum(who.size * who.size for who in left_over)
    others = len(left_over) - 1
    more = f" and {others} more" if others else ""
    return (
        f"no room is left for {left_over[0].words}{more}; enlarge the map's Spawn areas of that side, or the free "
        f"ground beside them, by {missing} {'cell' if missing == 1 else 'cells'}, or give units cells of their own"
    )


def open_edges(setup: Setup, *, shut: bool = True) -> tuple[str, ...]:
    """The doors and the like that stand open from the start; ``shut``: whether doors that the map shuts are shut."""
    edges = setup.field.edges
    ajar = (edge.id for edge in edges if edge.kind == "door" and edge.state == "closed" and not shut)
    return tuple(sorted((*(edge.id for edge in edges if edge.state == "open"), *ajar)))


def things_in_zones(setup: Setup, space: Space) -> dict[str, Thing]:
    """Things that stand about on the map, each thing in its zone."""
    placed = ((thing, space.zones.at(thing.at)) for thing in laid_out(setup.field).values())
    return {thing.id: Thing(thing.id, thing.key, zone) for thing, zone in placed if zone is not None}


def check_events(setup: Setup, ruleset: str, known: Collection[str] = ()) -> None:
    """Raise BadSetup for a scenario's event that the ruleset does not know."""
    for topic in setup.events:
        if topic not in known:
            names = ", ".join(f'"{name}"' for name in known)
            mend = f"it knows {names}" if known else "take it out, or play by the rules it was made for"
            raise BadSetup(f'events: {ruleset} knows no event "{topic}"; {mend}')


def _check_sides(setup: Setup) -> None:
    if len(setup.sides) < 2:
        raise BadSetup("a battle needs two sides at least")
    names = [side.name for side in setup.sides]
    if len(set(names)) < len(names):
        raise BadSetup(f"sides need names of their own; {', '.join(names)} repeat")
    for side in setup.sides:
        if not side.squad:
            raise BadSetup(f"side {side.name} has no members")


def _enlisted(setup: Setup, drill: DeploymentRules[P]) -> dict[tuple[str, int], NamedRecruit[P]]:
    """Everybody by side and number: those in ambush are named last, or a number left out would betray them."""
    numbers: Counter[str] = Counter()
    seen = Counter(recruit.unit for side in setup.sides for recruit in side.squad if not recruit.hidden)
    places = [(side, number) for side in setup.sides for number in range(len(side.squad))]
    company: dict[tuple[str, int], NamedRecruit[P]] = {}
    for side, number in sorted(places, key=lambda each: each[0].squad[each[1]].hidden):
        recruit = side.squad[number]
        numbers[recruit.unit] += 1
        id_, profile = _named(recruit, numbers[recruit.unit], seen[recruit.unit], drill)
        who = NamedRecruit(id_, recruit, profile, side, drill.size(profile), drill.shoots(profile))
        other = next((each for each in company.values() if each.id == id_), None)
        if other is not None:
            raise BadSetup(f"{other.words} and {who.words} would both go by the id {id_!r}; give a unit another key")
        company[side.name, number] = who
    return company


def _named(recruit: Recruit, count: int, seen: int, drill: DeploymentRules[P]) -> tuple[Id, P]:
    """An id and a profile: "annora" if nobody else of her kind is to be seen, else "goblin-1", "goblin-2"."""
    only = drill.profile(recruit, 0)
    if only.named and count == 1 and seen < 2:
        return Id(recruit.unit), only
    return Id(f"{recruit.unit}-{count}"), drill.profile(recruit, count)


def _turn_to_be_placed(who: NamedRecruit[P]) -> tuple[bool, bool, int, bool]:
    """Those with a cell of their own, then the big, then those who fight hand to hand, then the shooters.

    Those in ambush come after the others: a gap in their ranks would give them away.
    """
    return who.recruit.at is None, who.recruit.hidden, -who.size, who.shoots


# ------------------------------------------------------------------ places


def _spawns(setup: Setup, who: NamedRecruit[P]) -> list[Cell]:
    """The cells where somebody may start: those of its kind, if the side has any, else those for anybody."""
    spawns = [spawn for spawn in setup.field.spawns if spawn.side == who.side.name]
    mine = [spawn for spawn in spawns if spawn.unit == who.recruit.unit] or [s for s in spawns if not s.unit] or spawns
    return [cell for spawn in mine for cell in spawn.cells]


def _foes_spawns(setup: Setup, side: SideSetup) -> list[Cell]:
    return [cell for spawn in setup.field.spawns if spawn.side != side.name for cell in spawn.cells]


HARMFUL = ("fire", "fall", "deep_water", "trap")
"""Features that nobody is put onto unasked, and tags of zones with them."""


class CellDeployment:
    """The cells of the map, and which are taken."""

    def __init__(self, setup: Setup, space: Space) -> None:
        self._setup = setup
        self._space = space
        self._taken: set[Cell] = set()

    def place(self, who: NamedRecruit[P]) -> Cell:
        """The recruit's own cell, or the free spawn cell nearest to the foe (shooters: farthest from it).

        Where all are taken the start grows over free ground, as far as one walks there without opening a door.
        Raises BadSetup if nobody can stand there.
        """
        at = self._found(who) if who.recruit.at is None else who.recruit.at
        if not self._free(at, who.size):
            x, y = at
            raise BadSetup(f"{who.words} can't start at {x},{y}: {self._why_not(at, who.size)}; choose another cell")
        self._taken.update(self._space.footprint(at, who.size))
        return at

    def _free(self, cell: Cell, size: int) -> bool:
        return self._space.standable(cell, size) and not self._taken & set(self._space.footprint(cell, size))

    def _why_not(self, cell: Cell, size: int) -> str:
        if not self._space.inside(cell, size):
            return "it is off the map" if size == 1 else f"its {size} by {size} cells would be off the map"
        if not self._space.standable(cell, size):
            return "a wall or the like is in the way"
        return "somebody starts there already"

    def _found(self, who: NamedRecruit[P]) -> Cell:
        spawns = _spawns(self._setup, who)
        foe = _foes_spawns(self._setup, who.side)
        cx, cy = (sum(cell[axis] for cell in foe) for axis in (0, 1))

        def far(cell: Cell) -> tuple[int, int]:
            """Moves to the middle of where the foe starts, and how far that is as the crow flies, in so many parts."""
            dx, dy = (abs(n * len(foe) - c) for n, c in zip(cell, (cx, cy), strict=True))
            return max(dx, dy), dx * dx + dy * dy

        free = [cell for cell in spawns if self._free(cell, who.size)]
        if free and not foe:
            return free[0]
        if free:
            sign = -1 if who.shoots else 1
            return min(free, key=lambda cell: (*(sign * part for part in far(cell)), cell[1], cell[0]))
        for ring in self._rings(spawns):
            beside = [cell for cell in ring if self._free(cell, who.size) and self._fit(cell, who.size, foe)]
            if beside:
                return min(beside, key=lambda cell: (*(-part for part in far(cell)), cell[1], cell[0]))
        raise NoRoom(f"no room is left for {who.words}")

    def _fit(self, cell: Cell, size: int, foe: Collection[Cell]) -> bool:
        """Whether somebody may be put there unasked: not where a foe starts, and into no harm."""
        cells = self._space.footprint(cell, size)
        return not set(cells) & set(foe) and not any(
            feature.kind in HARMFUL for each in cells for feature in self._space.features_at(each)
        )

    def _rings(self, spawns: list[Cell]) -> Iterator[tuple[Cell, ...]]:
        """The cells one step there and back from some, then those two steps away, and so on."""
        ring = tuple(sorted({cell for cell in spawns if self._space.standable(cell)}))
        seen = set(ring)
        while ring:
            yield ring
            ring = tuple(dict.fromkeys(cell for at in ring for cell in self._beside(at) if cell not in seen))
            seen.update(ring)

    def _beside(self, at: Cell) -> Iterator[Cell]:
        for dx, dy in DIRECTIONS:
            cell = at[0] + dx, at[1] + dy
            if self._space.inside(cell) and self._space.step_ok(at, cell) and self._space.step_ok(cell, at):
                yield cell


class ZoneDeployment:
    """The zones of the map, and who already stands in them."""

    def __init__(self, setup: Setup, zones: Zones, *, limited: bool = True) -> None:
        """``limited``: whether a zone can be full."""
        self._setup = setup
        self._zones = zones
        self._limited = limited
        self._sizes: dict[InZone, list[int]] = {}

    def place(self, who: NamedRecruit[P]) -> InZone:
        """The zone of the recruit's own cell, or a spawn zone of its side, or if all are full one beside them."""
        at = self._found(who) if who.recruit.at is None else self._asked(who, who.recruit.at)
        self._sizes.setdefault(at, []).append(who.size)
        return at

    def _fits(self, zone: InZone, size: int) -> bool:
        return not self._limited or self._zones.fits(zone, self._sizes.get(zone, ()), size)

    def _asked(self, who: NamedRecruit[P], cell: Cell) -> InZone:
        x, y = cell
        zone = self._zones.at(cell)
        if zone is None:
            raise BadSetup(f"{who.words} can't start at {x},{y}: it is a wall or off the map; choose another cell")
        if not self._fits(zone, who.size):
            raise BadSetup(f"{who.words} can't start at {x},{y}: {self._zones.name(zone)} is full; choose another zone")
        return zone

    def _found(self, who: NamedRecruit[P]) -> InZone:
        """A spawn zone of the side: the nearest to the foe, for shooters the farthest; if all are full, one beside."""
        zones = self._of(_spawns(self._setup, who))
        others = [other for other in self._setup.sides if other.name != who.side.name]
        given = [recruit.at for other in others for recruit in other.squad if recruit.at is not None]
        foe = self._of([*given, *_foes_spawns(self._setup, who.side)])
        sign = -1 if who.shoots else 1
        free = [zone for zone in zones if self._fits(zone, who.size)]
        if free:
            return min(
                free,
                key=lambda zone: (
                    sign * self._far(zone, foe),
                    len(self._sizes.get(zone, ())),
                    sign * self._apart(zone, foe),
                    zone,
                ),
            )
        for beside in self._rings(zones):
            safe = [zone for zone in beside if not set(HARMFUL) & set(self._zones.area(zone).tags)]
            free = [zone for zone in safe if zone not in foe and self._fits(zone, who.size)]
            if free:
                return min(free, key=lambda zone: (-self._far(zone, foe), -self._apart(zone, foe), zone))
        raise NoRoom(f"no room is left for {who.words}")

    def _of(self, cells: list[Cell]) -> list[InZone]:
        found = (self._zones.at(cell) for cell in cells)
        return list(dict.fromkeys(zone for zone in found if zone is not None))

    def _far(self, zone: InZone, foe: list[InZone]) -> int:
        """Zones to the nearest of the foe's, shut doors passed over."""
        spans = (self._zones.span(zone, there) for there in foe)
        return min((span for span in spans if span is not None), default=0)

    def _apart(self, zone: InZone, foe: list[InZone]) -> int:
        """How far the nearest of the foe's zones is as the crow flies, in lattice steps, squared."""
        x, y = self._zones.middle(zone)
        return min(((x - fx) ** 2 + (y - fy) ** 2 for fx, fy in map(self._zones.middle, foe)), default=0)

    def _rings(self, zones: list[InZone]) -> Iterator[list[InZone]]:
        """The zones one step from some, then those two steps away, and so on."""
        seen, ring = set(zones), zones
        while ring:
            ways = dict.fromkeys(beside for zone in ring for beside in self._zones.beside(zone))
            ring = [zone for zone in ways if zone not in seen]
            seen.update(ring)
            yield ring
