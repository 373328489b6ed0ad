"""Before the first round: squads become combatants, and each finds a zone to start from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import Thing
from game.rules.things import laid_out
from game.spatial.places import InZone
from game.spatial.space import Space
from rulesets.murdham import roster
from rulesets.murdham.sheet import Body, MurdhamState, Profile, Turn

HARMFUL = frozenset({"fire", "fall", "deep_water", "trap"})
"""Tags of zones that nobody is put into unasked."""


def muster(setup: Setup, space: Space) -> MurdhamState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    if len(setup.sides) < 2:
        raise BadSetup("a battle needs two sides at least")
    names = [side.name for side in setup.sides]
    if len(set(names)) < len(names):
        raise BadSetup(f"sides need names of their own; {', '.join(names)} repeat")
    for topic in setup.events:
        raise BadSetup(f'events: murdham knows no event "{topic}"; take it out, or play by the rules it was made for')
    found = _enlisted(setup)
    ground = _Ground(setup, space)
    combatants: dict[Id, Body] = {}
    for side in setup.sides:
        if not side.squad:
            raise BadSetup(f"side {side.name} has no members")
        enlisted = [(recruit, *found[side.name, place]) for place, recruit in enumerate(side.squad)]
        places = {
            id_: ground.place(side, recruit, profile) for recruit, id_, profile in sorted(enlisted, key=_placed_first)
        }
        for recruit, id_, profile in enlisted:
            roster.check_damaged(f"side {side.name}", profile, recruit.damaged)
            sheet = roster.sheet(profile, hidden=recruit.hidden, damaged=recruit.damaged)
            combatants[id_] = Body(id_, side.name, places[id_], sheet)
    open_edges = tuple(sorted(edge.id for edge in setup.field.edges if edge.state == "open"))
    turn = Turn(strength={side.name: len(side.squad) for side in setup.sides})
    return MurdhamState(combatants, turn, open_edges, _things(setup, space))


def _things(setup: Setup, space: Space) -> dict[str, Thing]:
    """What stands about on the map, each thing in its zone."""
    placed = ((thing, space.zones.at(thing.at)) for thing in laid_out(setup.field).values())
    return {thing.id: Thing(thing.id, thing.key, zone) for thing, zone in placed if zone is not None}


def _enlisted(setup: Setup) -> dict[tuple[str, int], tuple[Id, Profile]]:
    """Ids and profiles by side and place in the squad: those in ambush last, or a number left out would betray them."""
    places = [(side, place) for side in setup.sides for place in range(len(side.squad))]
    places.sort(key=lambda each: each[0].squad[each[1]].hidden)
    numbers: Counter[str] = Counter()
    seen = Counter(recruit.unit for side in setup.sides for recruit in side.squad if not recruit.hidden)
    return {(side.name, place): _enlist(side.squad[place], numbers, seen, setup.roster) for side, place in places}


def _enlist(recruit: Recruit, numbers: Counter[str], seen: Counter[str], own: str) -> tuple[Id, Profile]:
    """An id and a profile: "osric" if nobody else of his kind is to be seen, else "bandit-1", "bandit-2"."""
    numbers[recruit.unit] += 1
    count = numbers[recruit.unit]
    only = roster.profile(recruit.unit, 0, recruit.name, own)
    if only.named and count == 1 and seen[recruit.unit] < 2:
        return Id(recruit.unit), only
    return Id(f"{recruit.unit}-{count}"), roster.profile(recruit.unit, count, recruit.name, own)


def _placed_first(entry: tuple[Recruit, Id, Profile]) -> tuple[bool, bool, int, bool]:
    """Those with a cell of their own, then the big, then those who fight hand to hand, then the shooters.

    Those in ambush come after the others: a gap in their ranks would give them away.
    """
    recruit, _, profile = entry
    return recruit.at is None, recruit.hidden, -profile.side_length, shooter(profile)


def shooter(profile: Profile) -> bool:
    """Whether a combatant starts the fight with something to shoot or throw in hand, or with powers for it."""
    armed = bool(profile.ready) and not profile.weapon(profile.ready[0]).melee
    return armed or any(power.target == "foe" for power in profile.powers)


@dataclass
class _Ground:
    """The zones of the map, and who already stands in them."""

    setup: Setup
    space: Space
    sizes: dict[InZone, list[int]] = field(default_factory=dict)

    def place(self, side: SideSetup, recruit: Recruit, profile: Profile) -> InZone:
        """Where a recruit starts; from now on it takes up room there. Raises BadSetup."""
        at = self._asked(side, recruit, profile) if recruit.at is not None else self._found(side, recruit, profile)
        self.sizes.setdefault(at, []).append(profile.side_length)
        return at

    def _fits(self, zone: InZone, profile: Profile) -> bool:
        return self.space.zones.fits(zone, self.sizes.get(zone, ()), profile.side_length)

    def _asked(self, side: SideSetup, recruit: Recruit, profile: Profile) -> InZone:
        """The zone of the recruit's own cell."""
        assert recruit.at is not None
        x, y = recruit.at
        zone = self.space.zones.at(recruit.at)
        if zone is None:
            raise BadSetup(f"{profile.name} of side {side.name} can't start at {x},{y}: it is a wall or off the map")
        if not self._fits(zone, profile):
            name = self.space.zones.name(zone)
            raise BadSetup(
                f"{profile.name} of side {side.name} can't start at {x},{y}: {name} is full; choose another zone"
            )
        return zone

    def _found(self, side: SideSetup, recruit: Recruit, profile: Profile) -> InZone:
        """A spawn zone of the side: the nearest to the foe, for shooters the farthest; if all are full, one beside."""
        spawns = [spawn for spawn in self.setup.field.spawns if spawn.side == side.name]
        mine = [spawn for spawn in spawns if spawn.unit == recruit.unit] or [s for s in spawns if not s.unit] or spawns
        zones = self._zones([cell for spawn in mine for cell in spawn.cells])
        foe = self._foe(side)
        sign = -1 if shooter(profile) else 1
        free = [zone for zone in zones if self._fits(zone, profile)]
        if free:
            return min(free, key=lambda zone: (sign * self._far(zone, foe), len(self.sizes.get(zone, ())), zone))
        for beside in self._rings(zones):
            free = [zone for zone in beside if zone not in foe and self._safe(zone) and self._fits(zone, profile)]
            if free:
                return min(free, key=lambda zone: (-self._far(zone, foe), zone))
        raise BadSetup(
            f"no room is left for {profile.name} of side {side.name}; "
            f"enlarge the map's Spawn areas of that side, or give the unit a cell of its own"
        )

    def _zones(self, cells: list[tuple[int, int]]) -> list[InZone]:
        found = (self.space.zones.at(cell) for cell in cells)
        return list(dict.fromkeys(zone for zone in found if zone is not None))

    def _foe(self, side: SideSetup) -> list[InZone]:
        """Where the other sides start."""
        others = [other for other in self.setup.sides if other.name != side.name]
        given = [recruit.at for other in others for recruit in other.squad if recruit.at is not None]
        spawned = [cell for spawn in self.setup.field.spawns if spawn.side != side.name for cell in spawn.cells]
        return self._zones([*given, *spawned])

    def _far(self, zone: InZone, foe: list[InZone]) -> int:
        """Zones to the nearest of the foe's, shut doors passed over."""
        spans = (self.space.zones.span(zone, there) for there in foe)
        return min((span for span in spans if span is not None), default=0)

    def _rings(self, zones: list[InZone]) -> list[list[InZone]]:
        """The zones one step from some, then those two steps away, and so on."""
        seen, rings = set(zones), [zones]
        while rings[-1]:
            ways = dict.fromkeys(beside for zone in rings[-1] for beside in self.space.zones.beside(zone))
            rings.append([zone for zone in ways if zone not in seen])
            seen.update(rings[-1])
        return rings[1:]

    def _safe(self, zone: InZone) -> bool:
        return not HARMFUL & set(self.space.zones.area(zone).tags)
