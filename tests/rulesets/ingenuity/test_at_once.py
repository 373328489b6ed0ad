"""Answers where they meet: one within another, on another's turn, at doors, with large bodies, the last of a side."""

from __future__ import annotations

from typing import Literal

import pytest

from game.kit.testing.fight import d6, d20, ground
from game.spatial.field import Edge
from rulesets.ingenuity.play.events import AttackDeclared, Fell
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown


@pytest.mark.rule("ingenuity", "B-23", "B-32", "B-30")
def test_a_blow_held_back_may_be_dodged_in_the_midst_of_ones_own_move_and_the_way_ends_there() -> None:
    fight = Fight({"boudica": (3, 3)}, {"fabian": (9, 3), "wolf": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "fabian").until("go 4,3", "take", thrown(3, 4))
    fight.play("dodge", thrown(6, 4, of="d6+d4"), "step 6,3")
    assert (fight.at("fabian"), fight.sheet("fabian").reactions, fight.turn.moved) == ((6, 3), 0, True)
    assert fight.offers("sprint 4,3")


@pytest.mark.rule("ingenuity", "B-19", "B-23")
def test_a_move_by_command_sets_off_what_is_held_back() -> None:
    fight = Fight({"boudica": (3, 3)}, {"clementine": (20, 9), "guard": (9, 3)})
    fight.play("boudica", "ready comes near strike spear", "clementine").until("command guard", "go 4,3")
    assert (fight.asked.topic, fight.asked.who) == ("readied", "boudica")


@pytest.mark.rule("ingenuity", "B-19", "B-34", "B-31")
def test_a_blow_by_command_is_stepped_in_for_and_blocked_like_any_other() -> None:
    party, foes = {"clementine": (1, 1), "boudica": (3, 3)}, {"goblin": (4, 3), "roland": (5, 3)}
    fight = Fight(party, foes).until("clementine", "command boudica", "strike goblin spear", thrown(4, 4))
    fight.play("intercept roland", "block medium-shield")
    assert (fight.sheet("roland").wear, fight.turn.active) == ({"medium-shield": 10}, "clementine")


@pytest.mark.rule("ingenuity", "B-19", "B-02")
def test_the_last_foe_may_fall_to_a_blow_by_command() -> None:
    fight = Fight({"clementine": (1, 1), "boudica": (3, 3)}, {"goblin": (4, 3)}).sheet_of("goblin", end=0, hp=1, st=0)
    fight.play("clementine", "command boudica", "strike goblin spear", thrown(4, 4), d20(10))
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("ingenuity", "B-23", "B-12")
def test_the_active_one_felled_by_what_was_held_back_has_no_more_of_its_turn() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"wolf": (4, 3), "goblin": (20, 9)})
    fight.sheet_of("wolf", end=0, hp=2, st=0).play("boudica", "ready attacks strike spear", "wolf")
    fight.play("strike boudica fangs", "take", thrown(5, 5), d20(15))
    assert (fight.last(Fell).who, fight.asked.who) == ("wolf", "roland")


@pytest.mark.parametrize(("state", "found"), [("closed", []), ("open", ["intercept roland"])])
@pytest.mark.rule("ingenuity", "B-34", "B-20")
def test_nobody_steps_in_through_a_shut_door(state: Literal["open", "closed"], found: list[str]) -> None:
    field = ground("########", ".......#", "########", edges=(Edge("door", (4, 1), (4, 2), "door", state),))
    fight = Fight({"fabian": (3, 1), "roland": (4, 1)}, {"guard": (2, 1)}, acting="foes", field=field)
    fight.until("guard", "strike fabian spear", thrown(3, 3))
    assert fight.keys("intercept") == found


@pytest.mark.rule("ingenuity", "B-23", "B-22")
def test_no_blow_held_back_reaches_through_a_wall() -> None:
    field = ground("........", "...####.", "........", "........")
    fight = Fight({"boudica": (3, 2)}, {"guard": (7, 0)}, field=field)
    fight.play("boudica", "ready comes near strike spear", "guard").until("go 3,0")
    assert (fight.asked.kind, fight.at("guard")) == ("act", (3, 0))


@pytest.mark.rule("ingenuity", "B-23", "B-57")
def test_a_large_body_is_struck_as_soon_as_any_of_it_is_in_reach() -> None:
    fight = Fight({"boudica": (3, 3)}, {"ogre": (9, 3), "wolf": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "ogre").until("go 4,3")
    assert (fight.asked.topic, fight.at("ogre")) == ("readied", (5, 3))


@pytest.mark.rule("ingenuity", "B-23", "B-13")
def test_whoever_is_surprised_does_not_do_what_it_held_back() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready comes near strike spear").sheet("boudica")
    caught = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3)}, acting="foes").turn_of(surprise=("foes",))
    caught.sheet_of("boudica", readied=fight.sheet("boudica").readied).until("guard", "go 4,3")
    assert caught.asked.kind == "act"


@pytest.mark.rule("ingenuity", "B-76", "B-79", "B-34")
def test_a_killing_strike_that_fails_may_be_stepped_in_for() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "roland": (5, 3)}).profile_of("guard", con=20)
    fight.sheet_of("guard", end=0, hp=0, unconscious=True, prone=True).until("boudica", "kill guard spear")
    fight.until(thrown(1, 1), d6(1), thrown(4, 4), d6(1), d6(1))
    assert fight.asked.topic == "intercept"
    fight.play("intercept roland", "pass")
    assert (fight.last(AttackDeclared).how, fight.sheet("guard").dead, fight.at("roland")) == (
        "sneak attack",
        False,
        (4, 3),
    )


@pytest.mark.rule("ingenuity", "B-71", "B-12")
def test_two_fall_to_their_wounds_as_the_round_ends_and_the_fight_is_a_draw() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 3)}).turn_of(surprise=("others",))
    for who in ("boudica", "guard"):
        fight.sheet_of(who, end=0, hp=1, conditions=suffering(burning=1))
    assert (fight.over, fight.winner) == (True, None)


@pytest.mark.rule("ingenuity", "B-22", "N-13")
def test_who_is_felled_as_it_passes_a_friend_does_not_lie_on_top_of_it() -> None:
    field = ground("########", ".......#", "########")
    fight = Fight({"boudica": (1, 1), "roland": (0, 1)}, {"goblin": (3, 1), "wolf": (5, 1)}, field=field)
    fight.sheet_of("wolf", end=0, hp=1, st=0).play("boudica", "ready comes near strike spear", "wolf")
    fight.until("go 2,1", "take", thrown(5, 5), d20(15))
    assert (fight.sheet("wolf").unconscious, fight.at("wolf")) == (True, (4, 1))
