"""By the book: gambits, what they are tested with, and the answer that a failed one invites."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d6, d8, d20
from game.rules.events import Id
from game.rules.odds import plain_odds, replies
from rulesets.glog.play.assaults import OFFERED
from rulesets.glog.play.events import Reacted
from tests.rulesets.glog.kit import Fight, ground, suffering, terms

NEAR = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}


@pytest.mark.rule("glog", "D-22", "D-38", "D-40")
def test_a_trip_that_passes_lays_its_victim_flat() -> None:
    fight = Fight(NEAR, THUG).play("trip thug", d20(8))
    assert terms(fight.checked.tally) == {"Agility": 12}
    assert fight.sheet("thug").prone and not fight.sheet("hero").action


@pytest.mark.rule("glog", "D-38", "D-40")
def test_nobody_is_said_to_be_far_who_is_beside_and_has_nothing_left_to_lose() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", grappling="thug")
    fight.sheet_of("thug", prone=True, hands=(), conditions=suffering("asleep"))
    assert not any(fight.keys(verb) for verb in OFFERED)
    assert "Gambits" not in {no.label for no in fight.asked.refusals()}, "a foe is within 5 ft"


@pytest.mark.rule("glog", "D-41", "G-12")
def test_a_failed_gambit_is_answered_at_once_and_costs_the_opponent_nothing() -> None:
    fight = Fight(NEAR, THUG).until("trip thug", d20(7))
    assert (fight.asked.who, fight.asked.topic, fight.asked.idle) == ("thug", "retaliation", "pass")
    assert fight.keys() == [
        "pass",
        "strike hero axe",
        "shove hero",
        "trip hero",
        "disarm hero",
        "grapple hero",
        "feint hero",
    ]
    fight.until("strike hero axe", d20(15), d8(2), "pass")
    assert fight.body_of("hero")[0] == 1
    assert fight.sheet("thug").action, "its own turn is still to come"


@pytest.mark.rule("glog", "D-41", "G-12")
def test_a_gambit_in_answer_can_not_fail_back() -> None:
    fight = Fight(NEAR, THUG).until("trip thug", d20(2), "shove hero", d20(2), d6(3))
    assert fight.asked.who == "hero" and fight.asked.kind == "act"
    fight = Fight(NEAR, THUG).until("trip thug", d20(2), "disarm hero", d20(20))
    assert fight.sheet("hero").armed == ""


@pytest.mark.rule("glog", "D-41", "G-12")
@pytest.mark.parametrize(
    "state", [{"conditions": suffering("asleep")}, {"conditions": suffering("surprised")}, {"fleeing": True}]
)
def test_some_can_not_answer(state: dict[str, object]) -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", **state).play("trip thug", d20(2))
    assert not fight.let_be
    held = Fight(NEAR, THUG).sheet_of("thug", conditions=suffering("pinned")).until("trip thug", d20(2))
    assert held.asked.topic == "retaliation", "pinned, one can strike"


@pytest.mark.rule("glog", "D-41")
def test_the_odds_of_a_gambit_tell_of_the_answer() -> None:
    fight = Fight(NEAR, THUG)
    plain = plain_odds(fight.match, "trip thug")
    found = replies(fight.match, plain, leaves=4000, samples=400)
    assert [(one.topic, one.who) for one in found] == [("retaliation", "thug")]
    assert found[0].odds.mean_harm(Id("hero")) > 0


@pytest.mark.rule("glog", "D-39", "G-11")
def test_the_opponents_modifier_its_size_and_its_plight_are_banes_and_boons() -> None:
    strong = Fight(NEAR, THUG).scores_of("thug", might=16)
    assert strong.option("shove thug").about.brief == "2 banes"
    weak = Fight(NEAR, THUG).scores_of("thug", agility=8)
    assert weak.option("trip thug").about.brief == "1 boon"
    large = Fight(NEAR, {"beast": (6, 5)})  # Might 16, a step larger
    assert large.option("shove beast").about.brief == "3 banes"
    down = Fight(NEAR, THUG).sheet_of("thug", prone=True)
    assert down.option("grapple thug").about.brief == "1 boon"
    two = Fight({**NEAR, "archer": (7, 5)}, THUG).play("hero")
    assert two.option("disarm thug").about.brief == "1 boon"
    dazed = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("dazed"))
    assert dazed.option("disarm thug").about.brief == "1 bane"
    whip = Fight(NEAR, THUG).weapon_of("hero", "sword", traits=("trips",))
    assert whip.option("trip thug").about.brief == "1 boon"


@pytest.mark.rule("glog", "D-38", "G-12")
def test_a_shove_is_a_cell_straight_away() -> None:
    fight = Fight(NEAR, THUG).play("shove thug", d20(6))
    assert fight.at("thug") == (7, 5)
    wall = ground(*["." * 10] * 5, ".......#..", *["." * 10] * 4)
    assert not Fight(NEAR, THUG, field=wall).offers("shove thug")
    crowd = Fight(NEAR, {**THUG, "b": ("thug", (7, 5))})
    assert not crowd.offers("shove thug")
    large = Fight(NEAR, {"beast": (6, 4)}).scores_of("beast", might=10).play("shove beast", d20(15), d6(1))
    assert large.at("beast") == (7, 4), "straight away from one that stands in its row"


@pytest.mark.rule("glog", "G-12")
def test_who_is_shoved_off_a_ledge_falls_past_grit() -> None:
    cliff = ground(*["2222222..." for _ in range(10)])
    fight = Fight(NEAR, THUG, field=cliff)
    fight.play("shove thug", d20(6), d6(4))
    assert fight.at("thug") == (7, 5)
    assert fight.body_of("thug")[:2] == (3, 1) and fight.sheet("thug").prone


@pytest.mark.rule("glog", "G-23")
def test_who_is_shoved_against_somebody_unseen_stays_and_finds_it() -> None:
    tall = ground(*["." * 10] * 10)
    fight = Fight(
        {"hero": (5, 5), "archer": (9, 9)}, {"thug": (6, 5), "b": ("thug", (7, 5))}, field=tall, hidden=("b",)
    )
    fight.sheet_of("hero").sheet_of("archer", conditions=suffering("asleep"))
    fight.turn_of(phase="turn", active="hero").play("shove thug", d20(6))
    assert fight.at("thug") == (6, 5) and not fight.sheet("b").hidden


@pytest.mark.rule("glog", "D-38", "G-11")
def test_what_is_struck_from_a_hand_lies_at_its_feet() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", notches={"axe": 1}).play("disarm thug", d20(8))
    assert fight.sheet("thug").armed == ""
    (thing,) = fight.state.things.values()
    assert (thing.key, thing.at, thing.marks) == ("axe", (6, 5), {"notches": 1})
    assert not Fight(NEAR, {"beast": (6, 5)}).offers("disarm beast"), "teeth stay"


@pytest.mark.rule("glog", "D-38", "G-11")
def test_who_is_held_can_not_walk_and_may_struggle_free() -> None:
    fight = Fight(NEAR, THUG).play("grapple thug", d20(6))
    assert fight.sheet("hero").grappling == "thug"
    assert not fight.keys("go") and fight.refusal("Walk").rule == "D-38"
    fight.play("done")
    assert fight.asked.who == "thug" and not fight.keys("go")
    assert fight.offers("strike hero axe")
    fight.play("break hero", d20(15), d6(2))
    assert fight.sheet("hero").grappling == ""
    assert fight.keys("go")


@pytest.mark.rule("glog", "D-24")
def test_letting_go_is_free() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", grappling="thug").play("release")
    assert fight.sheet("hero").grappling == "" and fight.sheet("hero").action


@pytest.mark.rule("glog", "G-11")
def test_a_feint_gives_the_next_attack_a_boon() -> None:
    fight = Fight({**NEAR, "archer": (7, 6)}, THUG).play("hero", "feint thug", d20(11), d6(1), "done")
    assert fight.option("strike thug knife").about.brief == "1 boon"
    fight.play("strike thug knife", d20(3), d6(2))
    assert not fight.has("thug", "off guard")


@pytest.mark.rule("glog", "G-11", "D-50")
def test_who_is_cowed_tests_its_morale_once() -> None:
    fight = Fight(NEAR, THUG).play("cow thug", d20(10), d20(12))
    assert fight.nerved == [("thug", "D-50", True)]
    fight.play("done", "done")
    again = Fight(NEAR, THUG).turn_of(rung=("foes cowed thug",))
    assert not again.offers("cow thug")
    assert not Fight(NEAR, {"bones": (6, 5)}).offers("cow bones"), "it knows no fear"
    mindless = Fight(NEAR, THUG).scores_of("thug", discipline=0)
    assert not mindless.offers("cow thug")
    dull = Fight(NEAR, THUG).scores_of("hero", discipline=0)
    told = [each.why for each in dull.asked.refusals()]
    assert "it takes a mind to face somebody down" in told and "its heart does not fail" not in told
    fearless = Fight(NEAR, THUG, morale="off")
    assert "everybody fights to the end" in [each.why for each in fearless.asked.refusals()]


@pytest.mark.rule("glog", "D-41", "D-40")
def test_the_opening_is_told() -> None:
    fight = Fight(NEAR, THUG).until("feint thug", d20(2), "trip hero", d20(20))
    assert fight.last(Reacted).who == "thug"
    assert fight.sheet("hero").prone
    assert "Thug 1 takes the opening" in fight.log
