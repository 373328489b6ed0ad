"""Doors, levers and what lies on the ground: within whose reach, and what could be done; keys of what is carried."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.kit.inventory import copy_of, kind_of, known, one_more, owns, piece
from game.kit.testing.fight import chart, ground
from game.kit.things import at_doors, at_levers, doors_around, doors_beside, features_around, features_beside, lay_down
from game.rules.events import Event, ThingPlaced
from game.rules.setup import Setup
from game.rules.state import State
from game.rules.table import AnyBoard, Board, Table
from game.spatial.field import Edge, Feature, Field
from game.spatial.places import InZone, OnBorder
from game.spatial.space import Space

DOOR = Edge("d", (2, 1), (2, 2), "door", "closed", cost="bonus", name="oak door")
LOCKED = Edge("l", (4, 1), (4, 2), "door", "locked")
GRATE = Edge("g", (6, 1), (6, 2), "portcullis", "closed")
LEVER = Feature("lever", "lever", ((5, 0),), linked="g")
IDLE = Feature("idle", "lever", ((1, 0),))
ROW = Field(8, 3, edges=(DOOR, LOCKED, GRATE), features=(LEVER, IDLE))


class Nothing(msgspec.Struct, frozen=True):
    """A record without anything in it."""


def board(field: Field = ROW, *opened: str) -> AnyBoard:
    """A battle of nobody's, with some doors open."""
    state: State[Any, Nothing] = State({}, Nothing(), opened)
    return Board(state, Setup("none", field, ()), Space(field))


@pytest.mark.parametrize(
    ("opened", "told"),
    [
        ((), [("open d", "Open the oak door", True), ("force l", "Force the locked door", True)]),
        (("d", "l"), [("close d", "Close the oak door", False), ("close l", "Close the door", False)]),
    ],
)
def test_doors_open_shut_or_are_forced(opened: tuple[str, ...], told: list[tuple[str, str, bool]]) -> None:
    now = board(ROW, *opened)
    found = list(at_doors(now, [(DOOR, (2, 1)), (LOCKED, (4, 1))]))
    assert [(each.option(None).key, each.option(None).label, each.opens) for each in found] == told
    assert [each.locked for each in found] == [False, True]
    assert found[1].option(None, ": with an axe").label.endswith("door: with an axe")


def test_a_portcullis_with_a_lever_obeys_no_hand_and_one_without_does() -> None:
    assert list(at_doors(board(), [(GRATE, (6, 1))])) == []
    (raised,) = at_doors(board(Field(8, 3, edges=(GRATE,))), [(GRATE, (6, 1))])
    assert raised.option(None).label == "Open the portcullis"


def test_a_lever_moves_what_it_is_linked_to_either_way() -> None:
    for opened, opens in (((), True), (("g",), False)):
        (pull,) = at_levers(board(ROW, *opened), [(LEVER, (5, 0)), (IDLE, (1, 0))])
        assert (pull.option(None).key, pull.option(None).label) == ("pull lever", "Pull the lever")
        assert (pull.edge, pull.opens, pull.cost) == ("g", opens, "")


@pytest.mark.parametrize(
    ("at", "size", "doors", "levers"),
    [
        ((1, 1), 1, ["d"], ["idle"]),
        ((2, 1), 1, ["d"], ["idle"]),
        ((2, 1), 2, ["d", "l"], ["idle"]),
        ((4, 1), 2, ["g", "l"], ["lever"]),
        ((0, 2), 1, [], []),
    ],
)
def test_what_is_at_hand_on_cells(at: tuple[int, int], size: int, doors: list[str], levers: list[str]) -> None:
    space = Space(ROW)
    assert [door.id for door, _ in doors_beside(space, at, size)] == doors
    assert [feature.id for feature, _ in features_beside(space, at, size)] == levers


def test_a_wide_feature_is_at_hand_once() -> None:
    wide = Feature("bench", "thing", ((1, 0), (2, 0), (3, 0)))
    assert len(list(features_beside(Space(Field(8, 3, features=(wide,))), (2, 1), 1))) == 1


def test_what_is_at_hand_in_zones() -> None:
    field = chart("abc", doors="ab bc", features={"b": "fire"})
    zones = Space(field).zones
    assert [door.id for door, _ in doors_around(zones, field, InZone(1))] == ["ab", "bc"]
    ((door, border),) = doors_around(zones, field, InZone(0))
    assert door.id == "ab" and isinstance(border, OnBorder)
    assert [each.id for each, _ in doors_around(zones, field, border)] == ["ab"]
    assert [(each.id, place) for each, place in features_around(zones, border)] == [("fire-b", InZone(1))]
    assert list(features_around(zones, InZone(2))) == []


def test_things_of_a_kind_lie_under_ids_of_their_own() -> None:
    start = board()
    told: list[Event] = []
    table = Table(start.state, start.setup, Space(ROW), told.append)
    for _ in range(3):
        lay_down(table, "axe", (1, 1), {"magic": 1}, "#")
    assert list(table.state.things) == ["axe#1", "axe#2", "axe#3"]
    assert table.state.things["axe#2"].marks == {"magic": 1}
    table.emit(ThingPlaced("axe-1", "axe", (0, 0)))
    lay_down(table, "axe", (1, 1), {}, "-")
    assert "axe-2" in table.state.things


def test_nothing_is_at_hand_through_a_wall_and_what_is_built_into_one_is_so_all_round() -> None:
    lever = (Feature("here", "lever", ((1, 1),), linked="g"),)
    thin = Space(ground("...", "...", edges=(Edge("w", (0, 1), (3, 1)),), features=lever))
    assert list(features_beside(thin, (1, 0), 1)) == []
    thick = Space(ground("...", "###", "...", features=lever))
    for y in (0, 2):
        assert [each.id for each, _ in features_beside(thick, (1, y), 1)] == ["here"]


# --- Keys of what is carried, and what they stand for ---


class Weapon(msgspec.Struct, frozen=True):
    key: str
    name: str = ""


SWORD, AXE, FOUND = Weapon("sword"), Weapon("axe"), Weapon("sword", "found")


@pytest.mark.parametrize(("number", "key"), [(1, "javelin"), (2, "javelin#2"), (11, "javelin#11")])
def test_the_second_of_a_kind_has_a_number_and_is_of_that_kind(number: int, key: str) -> None:
    assert copy_of("javelin", number) == key
    assert kind_of(key) == "javelin"


def test_one_more_takes_the_first_key_that_is_free() -> None:
    assert one_more("javelin", ("sword",)) == "javelin"
    assert one_more("javelin", ("javelin", "javelin#2")) == "javelin#3"
    assert one_more("javelin", ("javelin#2",)) == "javelin", "the first was thrown"


def test_a_copy_is_what_its_kind_is_and_what_is_named_first_goes_first() -> None:
    assert piece("axe#2", (SWORD,), (AXE,)) is AXE
    assert piece("sword", (FOUND,), (SWORD,)) is FOUND
    with pytest.raises(KeyError, match="pike#2"):
        piece("pike#2", (SWORD,), (AXE,))


def test_only_what_is_there_is_owned() -> None:
    assert owns("axe#2", (SWORD,), (AXE,))
    assert not owns("pike", (SWORD,), (AXE,))


def test_what_is_taken_up_is_found_only_once_and_not_if_it_was_brought() -> None:
    assert known((), (SWORD,), AXE) == (AXE,)
    assert known((AXE,), (SWORD,), AXE) == (AXE,)
    assert known((), (SWORD,), FOUND) == (), "another of what it has"
