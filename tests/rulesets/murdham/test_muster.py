"""Before the first round: who stands in which zone, and what is said of set-ups that can't be played."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Border, Cell, Edge, Feature, Field, Spawn, Zone
from game.spatial.places import InZone, ZonePlace
from game.spatial.space import Space
from rulesets.murdham.play.deployment import muster, shooter
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamState

WIDE, HIGH = 4, 3
"""Cells of one room of the hall."""


def hall(rooms: int = 5, capacity: int = 4, spawns: tuple[Spawn, ...] = ()) -> Field:
    """Rooms in a row from west to east, each a zone that holds so many."""
    zones = tuple(Zone(f"room{n}", f"Room {n}", _cells(n), capacity=capacity) for n in range(rooms))
    return Field(WIDE * rooms, HIGH, zones=zones, spawns=spawns)


def _cells(room: int) -> tuple[Cell, ...]:
    return tuple((x, y) for y in range(HIGH) for x in range(WIDE * room, WIDE * (room + 1)))


def spawn(side: str, *rooms: int, unit: str = "") -> Spawn:
    """Spawn cells in some rooms, two in each."""
    return Spawn(f"{side}{rooms}", side, tuple(cell for room in rooms for cell in _cells(room)[:2]), unit)


def fight(field: Field, party: list[Recruit], foe: list[Recruit], **events: str) -> Setup:
    """A set-up of two sides."""
    sides = (SideSetup("party", tuple(party), party=True), SideSetup("foe", tuple(foe)))
    return Setup("murdham", field, sides, events=events)


def start(setup: Setup) -> MurdhamState:
    """The state before the first step."""
    return muster(setup, Space(setup.field))


def room(state: MurdhamState, who: str) -> int:
    """The number of the zone somebody starts in."""
    at = state.combatants[Id(who)].at
    assert isinstance(at, InZone)
    return at.number


BANDITS = [Recruit("bandit"), Recruit("bandit-archer"), Recruit("bandit")]
LONE = [Recruit("osric")]


def test_the_rooms_of_the_hall_are_zones_in_order() -> None:
    zones = Space(hall()).zones
    assert [area.name for area in zones.areas] == [f"Room {n}" for n in range(5)]
    assert all(zones.between(InZone(a), InZone(b)) for a, b in pairwise(range(5)))


def test_melee_stands_nearest_the_foe_and_shooters_farthest() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 3, 4)))
    state = start(fight(field, LONE, BANDITS))
    assert room(state, "osric") == 0
    assert [room(state, who) for who in ("bandit-1", "bandit-2", "bandit-archer-1")] == [3, 3, 4]


def test_a_cell_of_its_own_means_its_zone() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4)))
    state = start(fight(field, LONE, [Recruit("bandit", at=(9, 1)), Recruit("bandit")]))
    assert [room(state, who) for who in ("bandit-1", "bandit-2")] == [2, 4]


def test_spawns_for_a_kind_are_for_that_kind() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4), spawn("foe", 2, unit="bandit-archer")))
    state = start(fight(field, LONE, BANDITS))
    assert [room(state, who) for who in ("bandit-1", "bandit-2", "bandit-archer-1")] == [4, 4, 2]


@pytest.mark.rule("murdham", "A-120")
def test_nobody_is_put_where_there_is_no_room() -> None:
    field = hall(capacity=2, spawns=(spawn("party", 0), spawn("foe", 3)))
    state = start(fight(field, LONE, [Recruit("bandit")] * 5))
    rooms = [room(state, f"bandit-{n}") for n in range(1, 6)]
    assert rooms == [3, 3, 4, 4, 2], "its own zone, then those beside, away from the foe first"


@pytest.mark.rule("murdham", "A-120")
def test_the_large_take_the_room_of_four() -> None:
    field = hall(capacity=4, spawns=(spawn("party", 0), spawn("foe", 3)))
    state = start(fight(field, LONE, [Recruit("bandit"), Recruit("troll")]))
    assert room(state, "troll-1") == 3, "the big are placed first"
    assert room(state, "bandit-1") == 4


def test_nobody_spills_over_into_the_foes_zones_or_into_the_fire() -> None:
    field = hall(3, capacity=1, spawns=(spawn("party", 0), spawn("foe", 1)))
    assert room(start(fight(field, LONE, [Recruit("bandit")] * 2)), "bandit-2") == 2
    ablaze = replace(field, features=(Feature("fire", "fire", _cells(2)),))
    with pytest.raises(BadSetup, match="no room is left for Bandit 2 of side foe; enlarge the map's Spawn areas"):
        start(fight(ablaze, LONE, [Recruit("bandit")] * 2))


def test_nobody_spills_over_through_a_shut_door() -> None:
    door = Edge("d", (WIDE * 4, 0), (WIDE * 4, HIGH), "door", "closed")
    field = replace(hall(capacity=1, spawns=(spawn("party", 0), spawn("foe", 3))), edges=(door,))
    state = start(fight(field, LONE, [Recruit("bandit")] * 3))
    assert [room(state, f"bandit-{n}") for n in (1, 2, 3)] == [3, 2, 1]


def test_shooters_are_told_by_what_they_hold_and_know() -> None:
    house = roster.STOCK.house
    assert [
        key for key in ("bandit", "bandit-archer", "hesper", "wyrm", "watchman") if shooter(house.profile(key))
    ] == [
        "bandit-archer",
        "hesper",
    ]


def test_one_of_a_kind_keeps_its_name_and_others_are_numbered() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4)))
    state = start(fight(field, [Recruit("osric"), Recruit("bandit", "Grim")], [Recruit("bandit"), Recruit("wolf")]))
    assert list(state.combatants) == ["osric", "bandit-1", "bandit-2", "wolf-1"]
    assert [c.sheet.profile.name for c in state.combatants.values()] == ["Osric", "Grim", "Bandit 2", "Wolf 1"]


@pytest.mark.rule("murdham", "A-89", "A-91")
def test_those_in_ambush_are_concealed_and_leave_no_gap_in_numbers_and_ranks() -> None:
    field = hall(capacity=1, spawns=(spawn("party", 0), spawn("foe", 3)))
    squad = [Recruit("bandit", hidden=True), Recruit("bandit")]
    state = start(fight(field, LONE, squad))
    lurking, seen = list(state.combatants.values())[1:]
    assert (lurking.id, seen.id) == ("bandit-2", "bandit-1"), "in the squad's order"
    assert (lurking.sheet.hidden, lurking.sheet.seen_at) == (True, None)
    assert not seen.sheet.hidden
    assert [room(state, who) for who in ("bandit-1", "bandit-2")] == [3, 4]


@pytest.mark.rule("murdham", "A-95")
def test_how_many_began_the_fight_is_remembered() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4)))
    assert start(fight(field, LONE, BANDITS)).turn.strength == {"party": 1, "foe": 3}


def test_doors_that_stand_open_are_open() -> None:
    doors = (
        Edge("open", (WIDE, 0), (WIDE, HIGH), "door", "open"),
        Edge("shut", (WIDE * 2, 0), (WIDE * 2, HIGH), "door", "closed"),
    )
    field = replace(hall(spawns=(spawn("party", 0), spawn("foe", 4))), edges=doors)
    assert start(fight(field, LONE, BANDITS)).open_edges == ("open",)


def test_the_house_squads_find_room_in_a_hall() -> None:
    field = hall(capacity=8, spawns=(spawn("party", 0), spawn("foe", 4)))
    squads = roster.STOCK.parties()
    for squad in squads.values():
        state = start(fight(field, list(squads["ferrymen"]), list(squad)))
        assert_fits(state, Space(field))


def assert_fits(state: MurdhamState, space: Space) -> None:
    """Nowhere are there more than the place holds, unless it is one body alone."""
    there: dict[ZonePlace, list[int]] = {}
    for c in state.combatants.values():
        there.setdefault(c.at, []).append(c.sheet.profile.side_length)
    for place, sizes in there.items():
        assert len(sizes) == 1 or sum(size * size for size in sizes) <= space.zones.capacity(place)


FULL = fight(hall(capacity=1), LONE, [Recruit("bandit", at=(0, 0)), Recruit("bandit", at=(1, 1))])
OFF = fight(hall(), LONE, [Recruit("bandit", at=(99, 0))])


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (replace(FULL, sides=FULL.sides[1:]), "a battle needs two sides at least"),
        (replace(FULL, sides=FULL.sides[1:] * 2), "sides need names of their own; foe, foe repeat"),
        (
            fight(hall(spawns=(spawn("party", 0),)), LONE, []),
            "side foe has no members",
        ),
        (replace(FULL, sides=FULL.sides[::-1]), "Bandit 2 of side foe can't start at 1,1: Room 0 is full"),
        (replace(OFF, sides=OFF.sides[::-1]), "Bandit 1 of side foe can't start at 99,0: it is a wall or off the map"),
        (fight(hall(), LONE, BANDITS), "no room is left for Osric of side party"),
        (fight(hall(), [Recruit("osrik")], BANDITS), "no unit is called 'osrik'; did you mean 'osric'"),
        (
            fight(hall(), LONE, BANDITS, execution="a, b, c"),
            'events: murdham knows no event "execution"; take it out, or play by the rules it was made for',
        ),
    ],
)
def test_what_can_t_be_played_is_told_in_a_sentence(setup: Setup, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        start(setup)
    assert str(error.value).startswith(said)


def test_borders_drawn_on_the_map_are_no_place_to_start() -> None:
    border = Border("b", ((WIDE - 1, 1), (WIDE, 1)), capacity=2)
    field = replace(hall(capacity=1, spawns=(spawn("party", 4), spawn("foe", 0))), borders=(border,))
    state = start(fight(field, LONE, [Recruit("bandit")] * 2))
    assert all(isinstance(state.combatants[Id(who)].at, InZone) for who in ("bandit-1", "bandit-2"))
