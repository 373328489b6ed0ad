"""By the book: zones and borders, what they hold, half a zone from one to the other; objectives on zones."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.goals import objective_zones
from game.kit.testing.fight import d6
from game.rules.events import Ended, Id, Moved
from game.rules.setup import Objective
from game.spatial.field import Cell, Edge, Field, Zone, ZoneKind
from game.spatial.places import InZone
from game.spatial.space import Space
from rulesets.murdham.words import telling
from tests.rulesets.murdham.kit import Fight, Where, chart, model_of

ROW = chart("abcd", capacity=4)


def crowd(zone: str, many: int, unit: str = "bandit") -> dict[str, Where]:
    """Some of a kind in one place."""
    return {f"x{n}": (unit, zone) for n in range(many)}


@pytest.mark.rule("murdham", "A-120", "A-13")
def test_from_a_zone_to_its_border_is_half_a_zone_and_so_is_the_rest() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "d"}, field=ROW).play("sybilla")
    fight.play(fight.key("move", "ab"))
    assert fight.at("sybilla") == "ab" and fight.turn.halves == 1
    fight.play(fight.key("move", "b"))
    assert fight.at("sybilla") == "b" and fight.turn.halves == 2
    assert not fight.keys("move")


@pytest.mark.rule("murdham", "A-120")
@pytest.mark.parametrize(("there", "room"), [(3, True), (4, False)])
def test_a_full_zone_can_not_be_entered(there: int, room: bool) -> None:
    fight = Fight({"sybilla": "a"}, crowd("b", there), field=ROW).play("sybilla")
    assert fight.offers(fight.key("move", "b")) is room
    assert fight.offers(fight.key("move", "ab")), "one may stand on its border"


@pytest.mark.rule("murdham", "A-120")
@pytest.mark.parametrize(("there", "room"), [(1, True), (2, False)])
def test_a_border_holds_two(there: int, room: bool) -> None:
    fight = Fight({"sybilla": "a"}, crowd("ba", there)).play("sybilla")
    assert fight.offers(fight.key("move", "ab")) is room
    assert fight.offers(fight.key("move", "b")) is room, "and who can't stand there can't pass"
    if not room:
        assert fight.refusal("Move to the border between Zone a and Zone b").rule == "A-120"


@pytest.mark.rule("murdham", "A-120")
def test_a_door_holds_one() -> None:
    """A door as wide as a body; two fit into a gate."""
    walls = (Edge("w1", (4, 0), (4, 1), "wall", "closed"), Edge("w2", (4, 2), (4, 4), "wall", "closed"))
    field = replace(chart("abcd"), edges=(*walls, Edge("d", (4, 1), (4, 2), "door", "open")))
    fight = Fight({"sybilla": "a"}, crowd("ba", 1), field=field).play("sybilla")
    assert not fight.offers(fight.key("move", "ab"))
    fight = Fight({"sybilla": "a"}, crowd("ba", 1), field=chart("abcd", open_doors="ab")).play("sybilla")
    assert fight.offers(fight.key("move", "ab"))


@pytest.mark.rule("murdham", "A-120")
@pytest.mark.parametrize(
    ("kind", "holds"),
    [("cramped", 4), ("open", 16)],
)
def test_what_zones_hold_by_their_kind(kind: ZoneKind, holds: int) -> None:
    """Four by four metres, which are nine cells, hold eight; four if they are cramped, sixteen if open."""
    cells = tuple((x, y) for y in range(3) for x in range(3))
    zones = Space(Field(3, 3, zones=(Zone("a", "A", cells, kind=kind),))).zones
    assert zones.capacity(InZone(0)) == holds


@pytest.mark.rule("murdham", "A-120", "A-118")
def test_a_large_body_counts_as_four() -> None:
    """Zones for eight: with four there a troll has room, with five it has none."""
    for there, room in ((4, True), (5, False)):
        fight = Fight({"troll": "a", "sybilla": "d"}, crowd("b", there)).play("troll")
        assert fight.offers(fight.key("move", "b")) is room
    fight = Fight({"sybilla": "a"}, {"troll": "b", **crowd("b", 4)}).play("sybilla")
    assert not fight.offers(fight.key("move", "b"))


@pytest.mark.rule("murdham", "A-120", "A-118")
def test_a_massive_body_counts_as_sixteen_but_fits_into_any_empty_place() -> None:
    fight = Fight({"hill-giant": "a"}, {"bandit": "d"}).play("hill-giant")
    assert fight.offers(fight.key("move", "b"))
    fight = Fight({"hill-giant": "a"}, {"bandit": "b"}).play("hill-giant")
    assert not fight.offers(fight.key("move", "b"))


@pytest.mark.rule("murdham", "A-120", "M-41")
@pytest.mark.parametrize("state", [{"incapacitated": True}, {"dead": True, "health": 0}, {"surrendered": True}])
def test_those_who_are_out_of_the_fight_take_up_no_room(state: dict[str, Any]) -> None:
    """And the computer knows it."""
    fight = Fight({"sybilla": "a"}, crowd("b", 4), field=ROW).sheet_of("x0", **state).play("sybilla")
    assert fight.offers(fight.key("move", "b"))
    model = model_of(fight)
    assert model.view.full(Id("sybilla")) == 0
    full = Fight({"sybilla": "a"}, crowd("b", 4), field=ROW).play("sybilla")
    model = model_of(full)
    assert model.view.full(Id("sybilla")) == model.view.ground.afoot.bit(full.place("b"))


@pytest.mark.rule("murdham", "A-120", "A-39")
def test_on_a_border_one_is_nearby_both_its_zones() -> None:
    """And in a zone all its borders, but not the zone behind them."""
    foes: dict[str, Where] = {"x": ("bandit", "b"), "y": ("bandit", "c"), "z": ("bandit", "d")}
    fight = Fight({"theobald": "bc"}, foes).play("theobald")
    assert fight.keys("strike") == ["strike x halberd", "strike y halberd"]
    foes = {"x": ("bandit", "ab"), "y": ("bandit", "bc"), "z": ("bandit", "c")}
    fight = Fight({"theobald": "b"}, foes).play("theobald")
    assert fight.keys("strike") == ["strike x halberd", "strike y halberd"]


@pytest.mark.rule("murdham", "A-120", "A-42")
def test_on_a_border_one_counts_as_in_either_zone() -> None:
    """From the border of c and d to h are four zones, half of what a bow carries; from c they are five."""
    fight = Fight({"balthasar": "cd"}, {"bandit": "h"}, stunts="off").play("balthasar").play("shoot bandit bow", d6(1))
    assert fight.hit
    fight = Fight({"balthasar": "c"}, {"bandit": "h"}, stunts="off").play("balthasar").until("shoot bandit bow")
    assert fight.rolled.dice == "d20"


@pytest.mark.rule("murdham", "A-120")
def test_through_a_shut_door_nobody_is_nearby() -> None:
    field = chart("abcd", doors="ab")
    fight = Fight({"sybilla": "a"}, {"bandit": "ba"}, field=field).play("sybilla")
    assert fight.keys("strike") == [] and not fight.offers(fight.key("move", "ab"))


@pytest.mark.rule("murdham", "A-120", "M-27")
def test_difficult_ground_costs_double_and_flyers_do_not_mind() -> None:
    field = chart("abcd", difficult="b")
    fight = Fight({"sybilla": "a"}, {"bandit": "d"}, field=field).play("sybilla")
    assert set(fight.keys("move")) == {fight.key("move", "ab")}, "half a zone to the border, two halves into b"
    fight.play(fight.key("full", "b"))
    assert fight.turn.halves == 3
    fight = Fight({"imp": "a"}, {"bandit": "d"}, field=field).play("imp")
    assert fight.offers(fight.key("move", "b"))


@pytest.mark.rule("murdham", "A-120", "M-27")
def test_steep_borders_gaps_and_water_take_a_special_movement() -> None:
    field = chart("abcd", climbs="ab")
    fight = Fight({"sybilla": "a"}, {"bandit": "d"}, field=field).play("sybilla")
    assert not fight.keys("move") and fight.offers(fight.key("climb", "b"))
    fight = Fight({"sybilla": "a"}, {"bandit": "d"}, field=chart("abcd", gaps="ab")).play("sybilla")
    assert not fight.keys("move") and fight.offers(fight.key("leap", "b"))
    fight = Fight({"sybilla": "a"}, {"bandit": "d"}, field=chart("abcd", water="b")).play("sybilla")
    assert not fight.offers(fight.key("move", "b")) and fight.offers(fight.key("swim", "b"))


@pytest.mark.rule("murdham", "A-120", "M-21")
def test_a_burning_zone_burns_on_entering_and_at_the_start_of_a_round() -> None:
    """d6 that no armour stops."""
    field = chart("abcd", features={"b": "fire"})
    fight = Fight({"sybilla": "a", "theobald": "d"}, {"bandit": "d"}, field=field).play("sybilla")
    fight.play(fight.key("move", "b"), d6(2))
    assert fight.lost == [("sybilla", 2)]
    fight.play("done", "pass", "pass", d6(1))
    assert fight.lost == [("sybilla", 2), ("sybilla", 1)] and fight.turn.round == 2


@pytest.mark.rule("murdham", "A-16")
@pytest.mark.parametrize(
    ("special", "said"),
    [
        ("sprint", "Sybilla sprints to"),
        ("sneak", "Sybilla sneaks to"),
        ("climb", "Sybilla moves to"),  # which nobody need climb to
        ("", "Sybilla moves to"),
    ],
)
def test_a_special_movement_is_named(special: str, said: str) -> None:
    board = Fight({"sybilla": "a"}, {"bandit": "d"}, field=ROW).turn_of(active=Id("sybilla"), special=special).board
    line = telling.tell(board, Moved(Id("sybilla"), InZone(0), InZone(1)))
    assert line is not None and line.text == f"{said} {board.space.zones.name(InZone(1))}"
    assert ("A-16" in line.rules) == ("moves" not in said)
    other = telling.tell(board, Moved(Id("bandit"), InZone(3), InZone(2)))
    assert other is not None and " moves to " in other.text, "it is not this one's turn"


EXITS = chart("abcdefghijklmnop", features={"ap": "exit"})


def cells(*columns: int) -> tuple[Cell, ...]:
    """All four cells of some columns; four columns make a zone."""
    return tuple((x, y) for x in columns for y in range(4))


def end_round(fight: Fight) -> Fight:
    return fight.play("pass", "pass")


@pytest.mark.rule("murdham", "A-120", "M-44")
@pytest.mark.parametrize(
    ("columns", "zones"),
    [((0, 1, 2, 3), "a"), ((1, 2, 3, 4), "a"), ((0, 1, 2, 3, 4, 5), "a"), ((0, 1, 2, 3, 4, 5, 6), "ab")],
)
def test_an_objective_is_the_zones_that_hold_most_of_it(columns: tuple[int, ...], zones: str) -> None:
    goal = Objective("hold", cells=cells(*columns))
    fight = Fight({"theobald": "a"}, {"bandit": "q"}, objectives=(goal,))
    assert objective_zones(fight.board, goal) == [fight.place(letter) for letter in zones]


@pytest.mark.rule("murdham", "A-120", "M-44")
@pytest.mark.parametrize(("where", "rounds"), [("a", 2), ("ab", 2), ("b", 0)])
def test_ground_is_held_by_whoever_stands_in_it_alone_at_the_end_of_rounds(where: str, rounds: int) -> None:
    goal = Objective("hold", side="party", cells=cells(0, 1, 2, 3), rounds=3)
    fight = Fight({"theobald": where}, {"bandit": "q"}, objectives=(goal,))
    end_round(fight).play("first party")
    end_round(fight)
    assert fight.state.turn.progress["party"].held == rounds


@pytest.mark.rule("murdham", "A-120")
def test_a_foe_in_it_spoils_the_count() -> None:
    goal = Objective("hold", side="party", cells=cells(0, 1, 2, 3), rounds=3)
    fight = Fight({"theobald": "a"}, {"bandit": "ab"}, objectives=(goal,))
    end_round(fight)
    assert fight.state.turn.progress["party"].held == 0


@pytest.mark.rule("murdham", "A-120", "M-44")
@pytest.mark.parametrize(("way", "won"), [("a", True), ("p", False)])
def test_whoever_is_to_escape_by_one_way_has_not_escaped_by_another(way: str, *, won: bool) -> None:
    goal = Objective("escape", side="party", cells=cells(0, 1), count=1)
    people = {"theobald": way, "sybilla": "f", "balthasar": "g"}
    fight = Fight(people, {"bandit": "k"}, field=EXITS, objectives=(goal,), wear="no")
    fight.play("theobald", "leave")
    assert (fight.match.pending is None) == won
    ends = [event for event in fight.match.events if isinstance(event, Ended)]
    assert [end.winner for end in ends] == (["party"] if won else [])


@pytest.mark.rule("murdham", "A-120", "M-44")
def test_the_way_out_of_an_objective_is_one_for_its_side_alone() -> None:
    goal = Objective("escape", side="party", cells=cells(20, 21, 22, 23), count=2)
    fight = Fight({"theobald": "f", "sybilla": "f"}, {"bandit": "f"}, field=EXITS, objectives=(goal,))
    fight.play("theobald")
    assert "leave" in [option.key for option in fight.asked.options.singles]
    fight.play("done", "bandit")
    assert "leave" not in [option.key for option in fight.asked.options.singles]


# ------------------------------------------------------------------ an objective for each side, tasks, what follows

WINCH = Objective("task", "party", cells(4, 5, 6, 7), count=2, what="the winch")


@pytest.mark.rule("murdham", "M-58")
@pytest.mark.parametrize(("where", "offered"), [("b", True), ("ab", True), ("bc", True), ("a", False)])
def test_a_task_is_worked_at_from_its_zone_or_a_border_of_it(where: str, *, offered: bool) -> None:
    fight = Fight({"theobald": where}, {"bandit": "q"}, objectives=(WINCH,)).play("theobald")
    assert fight.offers("work") == offered


@pytest.mark.rule("murdham", "M-58")
def test_a_task_takes_a_main_action_and_may_be_shared() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "q"}, objectives=(WINCH,), wear="no")
    fight.play("theobald", "work")
    assert not fight.offers("work")
    assert "Theobald works at the winch, 1 of 2" in fight.log
    fight.play("done", "bandit", "done", "sybilla", "work")
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("murdham", "M-58")
def test_no_other_side_has_that_task_and_working_is_heard() -> None:
    fight = Fight({"theobald": "q"}, {"bandit": "b"}, acting="foes", objectives=(WINCH,)).play("bandit")
    assert not fight.offers("work")
    fight = Fight({"theobald": "b"}, {"bandit": "q"}, objectives=(WINCH,)).sheet_of("theobald", hidden=True)
    assert not fight.play("theobald", "work").sheet("theobald").hidden


@pytest.mark.rule("murdham", "M-58")
def test_what_follows_an_objective_begins_with_the_next_round() -> None:
    first = Objective("hold", "party", cells(4, 5, 6, 7), rounds=1, then=WINCH)
    fight = Fight({"theobald": "b"}, {"bandit": "q"}, objectives=(first,))
    assert not fight.play("theobald").offers("work")
    fight.play("done", "bandit", "done", "first party", "theobald")
    assert fight.offers("work")


@pytest.mark.rule("murdham", "M-58")
def test_nobody_has_won_when_several_sides_reach_their_objectives_at_once() -> None:
    both = (
        Objective("hold", "foes", cells(64, 65, 66, 67), rounds=1),
        Objective("hold", "party", cells(0, 1), rounds=1),
    )
    fight = Fight({"theobald": "a"}, {"bandit": "q"}, objectives=both, wear="no")
    end_round(fight)
    assert (fight.over, fight.winner) == (True, None)
