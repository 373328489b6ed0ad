"""What extra successes buy."""

from __future__ import annotations

import pytest

from rulesets.einfelst.play.events import Harmed
from tests.rulesets.einfelst.kit import Fight, chart, pool


def duel(extra: int) -> Fight:
    """A sword hits a thug with so many successes too many."""
    fight = Fight({"fighter": "b"}, {"thug": "b"}, field=chart("abc")).profile_of("thug", points=20)
    return fight.until("strike thug sword", pool(7, 1 + extra))


@pytest.mark.rule("einfelst", "C-53")
def test_left_alone_each_extra_success_is_a_harm() -> None:
    fight = duel(3).play()
    assert fight.sheet("thug").points == 5
    assert fight.let_be == [("parry", "thug"), *[("extra success", "fighter")] * 3]


@pytest.mark.rule("einfelst", "C-53")
def test_without_extra_successes_nothing_is_asked() -> None:
    assert duel(0).play().let_be == [("parry", "thug")]


@pytest.mark.rule("einfelst", "W-26")
def test_each_effect_but_harm_is_bought_once() -> None:
    fight = duel(2)
    assert {"harm", "mental", "disarm axe", "swap 2"} <= set(fight.keys())
    assert (fight.asked.idle, fight.asked.declines) == ("harm", ""), "no answer does nothing"
    fight.until("disarm axe")
    assert not fight.offers("disarm axe")
    fight.play("harm")
    assert fight.sheet("thug").points == 3


@pytest.mark.rule("einfelst", "W-26")
def test_the_whole_blow_harms_the_mind_instead_and_no_armour_helps() -> None:
    fight = Fight({"thug": "a"}, {"knight": "a"}).until("strike knight axe", pool(6, 2), "mental").play()
    assert fight.sheet("knight").mental == (0, 1, 0)
    assert fight.last(Harmed).kind == "mental"


@pytest.mark.rule("einfelst", "C-53")
def test_a_push_leads_to_the_next_zone() -> None:
    fight = duel(1)
    assert fight.keys("push") == ["push 0,0", "push 0,2", "push far"]
    fight.until(fight.key("push", "c"))
    assert fight.at("thug") == "c"
    assert fight.sheet("thug").points == 2


@pytest.mark.rule("einfelst", "C-53")
@pytest.mark.rule("einfelst", "W-34")
def test_a_push_leads_far_off_within_the_zone() -> None:
    fight = duel(1).until("push far").play("done")
    assert fight.sheet("thug").spot == "far"
    assert not fight.keys("strike")


@pytest.mark.rule("einfelst", "C-53")
@pytest.mark.rule("einfelst", "C-43")
def test_what_is_dropped_lies_there_and_is_picked_up_with_a_fast_maneuver() -> None:
    fight = duel(1).until("disarm axe").play("done")
    assert fight.sheet("thug").hand == ""
    assert fight.keys("take") == ["take axe-1"]
    fight.play("take axe-1")
    assert fight.sheet("thug").hand == "axe"
    assert fight.left("thug") == (1, 0)


@pytest.mark.rule("einfelst", "W-27")
def test_a_blow_that_armour_cuts_to_nothing_disarms_all_the_same() -> None:
    fight = Fight({"thug": "a"}, {"knight": "a"}).until("strike knight axe", pool(6, 2), "disarm sword", pool(4, 2))
    assert fight.sheet("knight").physical == (0, 0, 0)
    assert fight.sheet("knight").hand == ""


@pytest.mark.rule("einfelst", "C-53")
@pytest.mark.rule("einfelst", "W-26")
def test_a_shot_pins_down_and_leaving_the_zone_then_costs_a_harm() -> None:
    fight = Fight({"archer": "a"}, {"thug": "c"}).profile_of("thug", points=9)
    fight.until("shoot thug longbow", pool(7, 2), "pin").play("done")
    assert not fight.offers("push 0,1")
    fight.play(fight.key("go", "b"))
    assert fight.sheet("thug").points == 3
    assert not fight.sheet("thug").pinned


@pytest.mark.rule("einfelst", "W-26")
def test_being_pinned_ends_with_the_own_turn() -> None:
    fight = Fight({"archer": "a"}, {"thug": "c"}).sheet_of("thug", pinned=True).play("done", "done")
    assert not fight.sheet("thug").pinned


@pytest.mark.rule("einfelst", "C-53")
def test_a_shot_pushes_and_disarms_nobody() -> None:
    fight = Fight({"archer": "a"}, {"thug": "c"}).until("shoot thug longbow", pool(7, 2))
    assert fight.keys() == ["harm", "swap 2", "mental", "pin"]


@pytest.mark.rule("einfelst", "C-65")
def test_a_net_holds_and_harms_nobody() -> None:
    fight = Fight({"slinger": "a"}, {"thug": "a"}).sheet_of("slinger", hand="net", pack=("net",))
    fight.play("throw thug net", pool(4, 1))
    assert fight.sheet("thug").held
    assert (fight.sheet("thug").holder, fight.sheet("thug").points) == ("", 0)
    assert fight.sheet("slinger").pack == ()
