"""By the book: flight, the way out, and the doors on it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d8, d20
from game.rules.events import EdgeChanged, Id
from game.spatial.field import Edge, Feature, Field
from rulesets.glog.play.events import Broke
from tests.rulesets.glog.kit import Fight, ground, suffering

KILL = (d20(20), d8(7))


def hall(*doors: Edge, width: int = 20, exits: tuple[tuple[int, int], ...] = ((18, 1),)) -> Field:
    """A lane walled in all round, with doors across it and a way out at its end."""
    lane = ground("#" * width, "#" + "." * (width - 2) + "#", "#" * width, edges=doors)
    return replace(lane, features=tuple(Feature(f"out{n}", "exit", (at,), "Exit") for n, at in enumerate(exits)))


def door(x: int, state: str = "closed", cost: str = "main", id_: str = "door") -> Edge:
    """A door between one cell of the lane and the next."""
    return Edge(id_, (x + 1, 1), (x + 1, 2), "door", state, cost=cost, name="The door")  # type: ignore[arg-type]


def flees(field: Field, at: int = 5, **more: Any) -> Fight:
    """A thug in flight at one place of the lane, the hero behind it; the thug has had its turn."""
    fight = Fight({"hero": (1, 1)}, {"thug": (at, 1)}, field=field, acting="foes")
    return fight.sheet_of("thug", fleeing=True, **more).sheet_of("hero", early=False).play()


@pytest.mark.rule("glog", "D-45", "G-18")
def test_who_loses_heart_behind_a_shut_door_runs_and_does_not_give_up() -> None:
    for state, gives_up in (("closed", False), ("locked", True)):
        fight = Fight({"hero": (1, 1)}, {"t0": ("thug", (2, 1)), "t1": ("thug", (5, 1))}, field=hall(door(9, state)))
        fight.until("strike t0 sword slashing", *KILL, d20(2))
        assert fight.last(Broke).who == "t1"
        assert (fight.sheet("t1").surrendered, fight.sheet("t1").fleeing) == (gives_up, not gives_up)


@pytest.mark.rule("glog", "D-45", "G-18")
def test_no_way_out_is_too_long() -> None:
    fight = flees(hall(width=180, exits=((170, 1),)))
    assert fight.sheet("thug").fleeing and fight.at("thug") == (5 + 16, 1)


@pytest.mark.rule("glog", "D-45", "G-18", "G-29")
def test_a_door_on_the_way_takes_the_action_of_flight() -> None:
    fight = flees(hall(door(7)))
    assert [(event.edge, event.open, event.who) for event in fight.told(EdgeChanged)] == [("door", True, "thug")]
    assert fight.at("thug") == (13, 1) and not fight.sheet("thug").action, "40 ft in all, and no sprint"
    far = flees(hall(door(14)))
    assert far.at("thug") == (14, 1) and far.state.open_edges == (), "it sprinted there, and the next turn opens it"


@pytest.mark.rule("glog", "D-45", "G-18", "G-25", "G-29")
def test_a_light_door_is_opened_in_passing() -> None:
    fight = flees(hall(door(7, cost="bonus")))
    assert fight.at("thug") == (18, 1) and fight.sheet("thug").sprinted
    two = flees(hall(door(7, cost="bonus"), door(9, cost="bonus", id_="second")))
    assert two.state.open_edges == ("door", "second") and two.at("thug") == (18, 1)
    here = flees(hall(door(5, cost="bonus")), at=5)
    assert here.at("thug") == (18, 1), "right before the first"


@pytest.mark.rule("glog", "D-45", "D-23", "G-18")
@pytest.mark.parametrize(("back", "opens"), [(3, False), (12, True)])
def test_of_two_ways_out_the_quicker_is_taken_with_what_a_door_costs(back: int, opens: bool) -> None:
    """A way out right behind a door that takes the action, and one so many cells back."""
    field = hall(door(15), width=20, exits=((16, 1), (15 - back, 1)))
    fight = Fight({"hero": (1, 1)}, {"thug": (15, 1)}, field=field, acting="foes").sheet_of("thug", fleeing=True).play()
    assert fight.state.open_edges == (("door",) if opens else ())
    assert (Id("thug") in fight.state.gone) is not opens, "who opens it leaves in its next turn"


@pytest.mark.rule("glog", "D-45", "D-36", "D-38", "G-18")
@pytest.mark.parametrize("bound", ["pinned", "held"])
def test_who_can_not_go_opens_no_door(bound: str) -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (5, 1)}, field=hall(door(5, cost="bonus")), acting="foes")
    fight.sheet_of("thug", fleeing=True, conditions=suffering(*(["pinned"] if bound == "pinned" else [])))
    if bound == "held":
        fight.sheet_of("hero", grappling="thug")
    fight.play()
    assert fight.sheet("thug").surrendered and fight.state.open_edges == ()


@pytest.mark.rule("glog", "D-45", "G-18", "G-29")
def test_a_portcullis_that_a_lever_moves_is_no_door() -> None:
    gate = Edge("gate", (8, 1), (8, 2), "portcullis", "closed", name="The gate")
    lever = Feature("lever", "lever", ((3, 1),), "Lever", linked="gate")
    field = replace(hall(gate), features=(*hall(gate).features, lever))
    fight = Fight({"hero": (1, 1)}, {"thug": (5, 1)}, field=field, acting="foes").sheet_of("thug", fleeing=True).play()
    assert fight.sheet("thug").surrendered


@pytest.mark.rule("glog", "D-45", "G-18")
def test_a_large_body_opens_both_leaves_of_a_gate() -> None:
    leaves = tuple(Edge(f"leaf{y}", (8, y), (8, y + 1), "door", "closed", cost="bonus") for y in (1, 2))
    rows = ("####################", "#..................#", "#..................#", "####################")
    field = replace(ground(*rows, edges=leaves), features=(Feature("out", "exit", ((17, 1), (18, 1)), "Exit"),))
    fight = Fight({"hero": (1, 1)}, {"giant": (4, 1)}, field=field, acting="foes").sheet_of("giant", fleeing=True)
    fight.play()
    assert fight.state.open_edges == ("leaf1", "leaf2") and fight.at("giant")[0] > 8
