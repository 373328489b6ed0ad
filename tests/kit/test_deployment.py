"""Mustering in miniature: who is called what, who is placed first, and where."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest
from msgspec.structs import replace

from game.kit.deployment import CellDeployment, DeploymentRules, check_events, deploy, open_edges
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Cell, Edge, EdgeState, Feature, Field, Spawn, Terrain
from game.spatial.space import Space

HALL = Field(8, 3, spawns=(Spawn("w", "west", ((0, 1), (1, 1), (2, 1))), Spawn("e", "east", ((6, 1), (7, 1)))))


@dataclass(frozen=True)
class Profile:
    """What a recruit brings; who is called by a capital letter is somebody."""

    unit: str
    number: int
    size: int = 1

    @property
    def name(self) -> str:
        """Its unit and number."""
        return f"{self.unit} {self.number}" if self.number else self.unit

    @property
    def named(self) -> bool:
        """Whether it is somebody."""
        return self.unit.istitle()


class Sheet(msgspec.Struct, frozen=True):
    """Who it is."""

    name: str


DRILL = DeploymentRules(
    lambda recruit, number: Profile(recruit.unit, number, 2 if recruit.unit == "ogre" else 1),
    lambda profile: profile.size,
    lambda profile: profile.unit == "archer",
)


def placed(*west: Recruit, east: tuple[Recruit, ...] = (Recruit("orc"),), field: Field = HALL) -> dict[str, Cell]:
    """Where everybody starts."""
    setup = Setup("none", field, (SideSetup("west", west), SideSetup("east", east)))
    found = deploy(setup, CellDeployment(setup, Space(field)), DRILL, lambda who: Sheet(who.profile.name))
    return {str(c.id): c.at for c in found.values()}


def test_who_is_one_of_several_has_a_number_and_who_is_somebody_has_none() -> None:
    assert list(placed(Recruit("Ada"), Recruit("orc"))) == ["Ada", "orc-1", "orc-2"]
    assert list(placed(Recruit("Ada"), Recruit("Ada"))) == ["Ada-1", "Ada-2", "orc-1"]


def test_those_in_ambush_leave_no_number_out() -> None:
    assert list(placed(Recruit("orc", hidden=True), Recruit("orc"))) == ["orc-3", "orc-1", "orc-2"]


def test_a_unit_named_like_one_of_several_is_refused_and_nobody_is_lost() -> None:
    """A player's own unit may have any key: that of somebody called Orc-1, of whom there is only one."""
    with pytest.raises(BadSetup, match="Orc-1 of side west and Orc 1 of side east would both go by the id 'Orc-1'"):
        placed(Recruit("Orc-1"), east=(Recruit("Orc"), Recruit("Orc")))


def test_shooters_stand_farthest_from_the_foe_and_the_others_nearest() -> None:
    assert placed(Recruit("archer"), Recruit("orc")) == {"archer-1": (0, 1), "orc-1": (2, 1), "orc-2": (6, 1)}


def test_the_big_find_their_place_before_the_small() -> None:
    field = Field(8, 3, spawns=(Spawn("w", "west", ((0, 0), (1, 0), (3, 0))), Spawn("e", "east", ((7, 1),))))
    assert placed(Recruit("orc"), Recruit("ogre"), field=field)["ogre-1"] == (3, 0)


def test_a_cell_of_ones_own_comes_before_all() -> None:
    assert placed(Recruit("ogre"), Recruit("orc", at=(2, 1)))["orc-1"] == (2, 1)


@pytest.mark.parametrize(
    ("unit", "at", "why"),
    [
        ("orc", (9, 1), "it is off the map"),
        ("ogre", (7, 1), "its 2 by 2 cells would be off the map"),
        ("orc", (2, 1), "somebody starts there already"),
    ],
)
def test_nobody_starts_off_the_map_or_where_somebody_stands(unit: str, at: Cell, why: str) -> None:
    with pytest.raises(BadSetup, match=rf"{unit} \d of side west can't start at {at[0]},{at[1]}: {why}; choose"):
        placed(Recruit("orc", at=(2, 1)), Recruit(unit, at=at))


def test_nobody_starts_in_a_wall() -> None:
    with pytest.raises(BadSetup, match=r"can't start at 2,0: a wall or the like is in the way; choose another cell"):
        placed(Recruit("orc", at=(2, 0)), field=ROOMS)


ROOMS = Field(
    8,
    3,
    (Terrain(), Terrain("wall", True, True)),
    tuple(int(sign == "#") for sign in "..##..#....#..#.####..#."),
    edges=(Edge("door", (5, 0), (5, 3), "door"),),
    spawns=(Spawn("w", "west", ((0, 0),)), Spawn("e", "east", ((7, 1),))),
)
"""Five cells in the west, then a hall behind a wall, then three cells in the east."""


def test_a_start_that_is_too_small_grows_over_the_free_ground_around_it() -> None:
    west = (Recruit("orc"),) * 3
    assert placed(*west, field=ROOMS) == {"orc-1": (0, 0), "orc-2": (0, 1), "orc-3": (1, 0), "orc-4": (7, 1)}
    assert placed(west[0], Recruit("ogre"), field=ROOMS)["orc-1"] == (2, 1)


def test_a_start_grows_onto_no_foes_cells_through_no_door_and_into_no_fire() -> None:
    hall = replace(ROOMS, spawns=(Spawn("w", "west", ((4, 1),)), Spawn("e", "east", ((4, 2), (7, 1)))))
    fire = (Feature("fire", "fire", ((4, 0),)),)
    assert placed(*(Recruit("orc"),) * 2, field=hall)["orc-2"] == (4, 0)
    with pytest.raises(BadSetup, match=r"no room is left for orc 2 of side west; enlarge .* by 1 cell, or"):
        placed(*(Recruit("orc"),) * 2, field=replace(hall, features=fire))


def test_a_side_that_finds_no_room_is_told_how_much_is_missing() -> None:
    with pytest.raises(
        BadSetup, match="no room is left for orc 4 of side east and 1 more; enlarge the map's Spawn"
    ) as told:
        placed(Recruit("Ada"), Recruit("ogre"), Recruit("ogre"), east=(Recruit("orc"),) * 5, field=ROOMS)
    west, east = str(told.value).splitlines()
    assert "no room is left for ogre 2 of side west; " in west
    assert "by 4 cells" in west
    assert "by 2 cells, or give units cells of their own" in east


@pytest.mark.parametrize(("shut", "ajar"), [(True, ["open"]), (False, ["closed", "open"])])
def test_doors_that_nobody_could_open_are_not_shut(shut: bool, ajar: list[str]) -> None:
    """What is locked, or no door, stays as the map has it."""
    states: tuple[EdgeState, ...] = ("open", "closed", "locked")
    doors = [Edge(state, (n, 0), (n, 1), "door", state) for n, state in enumerate(states, 3)]
    gate = Edge("gate", (6, 0), (6, 1), "portcullis", "closed")
    setup = Setup("none", replace(HALL, edges=(*doors, gate)), ())
    assert list(open_edges(setup, shut=shut)) == ajar


def test_sides_have_members_and_names_of_their_own() -> None:
    with pytest.raises(BadSetup, match="side west has no members"):
        placed()
    ada = (Recruit("Ada"),)
    for sides, said in (
        ((SideSetup("west", ada),), "a battle needs two sides at least"),
        ((SideSetup("west", ada), SideSetup("west", ada)), "west, west repeat"),
    ):
        setup = Setup("none", HALL, sides)
        with pytest.raises(BadSetup, match=said):
            deploy(setup, CellDeployment(setup, Space(HALL)), DRILL, lambda who: Sheet(who.profile.name))


def test_an_event_that_the_ruleset_does_not_know_is_refused() -> None:
    setup = Setup("none", HALL, (), events={"flood": ""})
    with pytest.raises(BadSetup, match='events: none knows no event "flood"; take it out'):
        check_events(setup, "none")
    with pytest.raises(BadSetup, match='it knows "fire"'):
        check_events(setup, "none", ("fire",))
    check_events(setup, "none", ("flood",))
