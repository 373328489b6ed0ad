"""By the book: zones and borders, what they hold, and half a zone from one to the other."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d6
from game.rules.events import Id, Moved
from game.spatial.field import Edge, Field, Zone, ZoneKind
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
