"""Feats of will: what they cost and do, and how they are kept off (B-36, ruling N-41)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d4, ground
from rulesets.ingenuity.play.events import AttackMissed, AttackRolled, AttackSpoiled, Struck
from tests.rulesets.ingenuity.kit import Fight, suffering, terms, thrown

SEER = """
[[hero]]
key = "seer"
name = "Seer"
icon = "priest"
dice = [6, 6, 8, 6]
feats = ["dread", "scorch", "buffet", "ward", "mend", "dim"]
"""
MIND, OWN = "d8+d4", "d6+d4"


def seer(*, beside: str = "roland", at: tuple[int, int] = (9, 3), **options: Any) -> Fight:
    """A seer, an ally, and Boudica as the foe: WILL 2, CON 4, EVA 6."""
    return Fight({"seer": (3, 3), beside: (3, 4)}, {"boudica": at, "wolf": (20, 9)}, roster=SEER, **options)


@pytest.mark.rule("ingenuity", "B-36", "N-33")
def test_what_is_done_to_the_mind_is_resisted_for_a_point_of_focus() -> None:
    fight = seer().until("seer", "feat dread boudica", thrown(2, 2, of=OWN))
    assert (fight.asked.topic, fight.asked.who) == ("resist", "boudica")
    fight.play("resist", thrown(2, 3, of="d4+d4"))
    boudica = fight.sheet("boudica")
    assert (fight.checked.needed, boudica.fc, boudica.reactions, boudica.st) == (5, 9, 0, 12)
    assert (fight.last(AttackMissed).why, fight.sheet("seer").fc, fight.turn.actions) == ("withstood", 12, 2)


@pytest.mark.rule("ingenuity", "B-36")
def test_who_fails_to_resist_suffers_it_and_has_an_action_less() -> None:
    fight = seer().play("seer", "feat dread boudica", thrown(2, 2, of=OWN), "resist", thrown(2, 2, of="d4+d4"))
    assert fight.has("boudica", "stunned")
    fight.play("done", "boudica")
    assert fight.turn.actions == 2


@pytest.mark.rule("ingenuity", "B-36")
def test_what_a_feat_takes_is_told_once() -> None:
    fight = seer().play("seer")
    feats = [option for option in fight.asked.options.singles if option.verb == "feat"]
    assert len({option.key.split()[1] for option in feats}) > 3
    for option in feats:
        (cost,) = (line for line in option.about.told if "focus" in line)
        assert cost.startswith("1 action and ")


@pytest.mark.rule("ingenuity", "B-36", "B-30")
def test_without_focus_nobody_resists() -> None:
    fight = seer().sheet_of("boudica", fc=0).until("seer", "feat dread boudica", thrown(2, 2, of=OWN))
    assert (fight.asked.kind, fight.last(Struck).effect) == ("act", "stunned")


@pytest.mark.rule("ingenuity", "B-36")
def test_a_test_below_willpower_does_nothing_and_a_luck_die_of_twenty_adds_four() -> None:
    fight = seer().profile_of("boudica", will=5).play("seer", "feat dread boudica", thrown(2, 2, of=OWN))
    assert fight.told(Struck) == []
    fight.play("feat dread boudica", thrown(2, 1, 20, of=OWN))
    assert (fight.checked.passed, len(fight.told(Struck))) == (True, 1)


@pytest.mark.rule("ingenuity", "B-36", "B-53")
def test_a_feat_is_no_attack_for_those_after_it() -> None:
    fight = seer().play("seer", "feat dread boudica", thrown(2, 2, of=OWN))
    assert fight.sheet("seer").attacks == 0


@pytest.mark.rule("ingenuity", "B-32", "B-68", "N-41")
def test_fire_is_dodged_like_any_hit_and_clings_to_who_does_not_fortify() -> None:
    fight = seer().until("seer", "feat scorch boudica", thrown(4, 3, of=MIND))
    assert fight.keys() == ["pass", "dodge"]
    fight.play("pass", "fortify", thrown(1, 1, of="d6+d4"))
    assert (fight.dealt, fight.sheet("boudica").amount("burning")) == (7 + 3 - 5, 2)
    fight = seer().play("seer", "feat scorch boudica", thrown(4, 3, of=MIND), "dodge", thrown(6, 3, of="d6+d4"))
    assert (fight.hit, fight.has("boudica", "burning")) == (False, False)


@pytest.mark.parametrize(
    ("feat", "faces", "why"),
    [
        ("scorch", thrown(4, 3, of=MIND), "Boudica: burning 2 by the scorch of Seer"),
        ("dim", thrown(4, 3, of=MIND), "Boudica: blinded by the dim of Seer"),
        ("buffet", thrown(3, 3, of=OWN), "Boudica: pushed 2 m and prone by the buffet of Seer"),
    ],
)
@pytest.mark.rule("ingenuity", "B-33", "B-36")
def test_who_is_asked_to_withstand_is_told_what_and_by_whom(feat: str, faces: Any, why: str) -> None:
    fight = seer().until("seer", f"feat {feat} boudica", faces)
    if fight.asked.topic == "defence":
        fight.until("pass")
    assert fight.asked.why == why


@pytest.mark.rule("ingenuity", "B-33", "N-41")
def test_who_is_buffeted_is_driven_straight_back_and_lies() -> None:
    fight = seer().play("seer", "feat buffet boudica", thrown(3, 3, of=OWN))
    assert (fight.at("boudica"), fight.sheet("boudica").prone) == ((11, 3), True)


@pytest.mark.rule("ingenuity", "B-33", "N-41")
def test_a_wall_stops_who_is_driven_back() -> None:
    field = ground(*["............"] * 3, "..........#.", "............")
    fight = Fight({"seer": (3, 3)}, {"boudica": (9, 3)}, roster=SEER, field=field)
    fight.play("seer", "feat buffet boudica", thrown(3, 3, of=OWN))
    assert fight.at("boudica") == (9, 3)


@pytest.mark.rule("ingenuity", "B-21", "N-41")
def test_a_ward_is_guard_until_the_friends_next_turn() -> None:
    fight = seer().play("seer", "feat ward roland")
    assert fight.has("roland", "guard")
    assert not fight.offers("feat ward roland")
    fight.play("done", "boudica", "done", "roland")
    assert not fight.has("roland", "guard")


@pytest.mark.rule("ingenuity", "B-48", "N-41")
def test_mending_gives_endurance_back_up_to_the_whole_and_stops_the_bleeding() -> None:
    fight = seer().sheet_of("roland", end=10, conditions=suffering(bleeding=2)).play("seer", "feat mend roland")
    assert (fight.body_of("roland"), fight.has("roland", "bleeding")) == ((14, 14), False)
    assert not fight.offers("feat mend roland")


@pytest.mark.rule("ingenuity", "B-54", "N-41")
def test_the_blinded_seer_rolls_the_higher_die_again() -> None:
    fight = seer().sheet_of("seer", conditions=suffering(blinded=1))
    fight.play("seer", "feat dim boudica", thrown(2, 4, of=MIND), d4(1))
    assert (fight.checked.faces, fight.has("boudica", "blinded")) == (3, True)


@pytest.mark.rule("ingenuity", "B-36", "N-41")
def test_a_feat_needs_focus_a_line_of_sight_and_the_setting() -> None:
    assert seer().sheet_of("seer", fc=1).play("seer").keys("feat") == []
    assert seer(feats="off").play("seer").keys("feat") == []
    assert "feat dread boudica" not in seer(at=(14, 3)).play("seer").keys("feat")
    field = ground(*["............"] * 3, "......#.....", "............")
    walled = Fight({"seer": (5, 3)}, {"boudica": (7, 3)}, roster=SEER, field=field).play("seer")
    assert [key for key in walled.keys("feat") if "boudica" in key] == []


@pytest.mark.rule("ingenuity", "B-23", "N-40")
def test_a_deed_may_be_held_back_for_a_feat() -> None:
    fight = Fight({"boudica": (3, 3)}, {"seer": (4, 3), "wolf": (20, 9)}, roster=SEER)
    fight.play("boudica", "ready casts strike spear").until("seer", "feat ward seer")
    assert (fight.asked.topic, fight.asked.why, fight.has("seer", "guard")) == ("readied", "Boudica: Seer casts", False)
    fight.play("take", thrown(1, 1))
    assert fight.has("seer", "guard") and fight.sheet("seer").fc == 12


@pytest.mark.rule("ingenuity", "B-23", "N-40", "N-41")
def test_a_feat_whose_victim_is_gone_before_it_takes_hold_comes_to_nothing() -> None:
    corner = ground("............", "....#.......", "....#.......", "............")
    fight = Fight({"boudica": (3, 1)}, {"seer": (3, 3), "wolf": (11, 3)}, roster=SEER, field=corner)
    fight.play("boudica", "ready casts go").until("seer", "feat dread boudica", "take")
    assert fight.option("go 5,1")
    fight.play("go 5,1")
    assert (fight.last(AttackSpoiled).rule, fight.sheet("seer").fc, fight.told(Struck)) == ("B-23", 12, [])


@pytest.mark.rule("ingenuity", "B-23", "N-40", "N-41")
def test_a_feat_of_will_may_be_held_back_for_who_comes_near() -> None:
    fight = Fight({"seer": (3, 3)}, {"boudica": (16, 3), "wolf": (20, 9)}, roster=SEER)
    fight.play("seer", "ready comes near feat dread").until("boudica", "go 8,3")
    assert (fight.asked.topic, fight.at("boudica")) == ("readied", (13, 3)), "ten metres are its range"
    fight.until("take", thrown(2, 2, of=OWN))
    assert (fight.asked.topic, fight.asked.who, fight.sheet("seer").fc) == ("resist", "boudica", 12)


@pytest.mark.rule("ingenuity", "B-23", "N-40", "N-41")
def test_a_feat_for_a_friend_may_be_held_back_for_an_attack_on_it() -> None:
    fight = Fight({"seer": (3, 3), "roland": (4, 3)}, {"boudica": (6, 3), "wolf": (20, 9)}, roster=SEER)
    fight.play("seer", "ready attacks feat ward").until("boudica", "strike roland spear", "take")
    fight.until("feat ward roland", thrown(4, 4))
    assert terms(fight.last(AttackRolled).against) == {"EVA": 6, "guard": 1}


@pytest.mark.rule("ingenuity", "B-34", "N-41")
def test_who_steps_in_before_the_fire_takes_what_comes_with_it() -> None:
    party, foes = {"seer": (3, 3)}, {"boudica": (9, 3), "guard": (10, 3)}
    fight = Fight(party, foes, roster=SEER).until("seer", "feat scorch boudica", thrown(4, 3, of=MIND))
    fight.play("intercept guard", "pass")
    assert (fight.has("boudica", "burning"), fight.has("guard", "burning")) == (False, True)


@pytest.mark.rule("ingenuity", "B-34", "B-36", "N-42")
def test_an_ally_may_step_in_before_what_is_meant_for_the_mind_and_resists_it_for_free() -> None:
    fight = Fight({"seer": (3, 3)}, {"boudica": (9, 3), "roland": (9, 4)}, roster=SEER)
    fight.until("feat dread boudica", thrown(2, 3, of=OWN))
    assert fight.asked.why == "Seer reaches Boudica with dread, 5: does anybody step in?"
    fight.until("intercept roland", "to 8,3")
    assert (fight.asked.topic, fight.asked.who, fight.at("roland")) == ("resist", "roland", (9, 3))
    fight.play("resist", thrown(2, 3, of="d4+d4"))
    roland = fight.sheet("roland")
    assert (fight.has("roland", "stunned"), fight.has("boudica", "stunned")) == (True, False)
    assert (roland.reactions, roland.st, roland.fc, roland.spare) == (0, 9, 9, False)


@pytest.mark.rule("ingenuity", "B-34", "B-36", "N-42")
def test_what_does_not_reach_the_will_of_who_stepped_in_does_nothing() -> None:
    fight = Fight({"seer": (3, 3)}, {"boudica": (9, 3), "roland": (9, 4)}, roster=SEER).profile_of("roland", will=6)
    fight.play("feat dread boudica", thrown(2, 3, of=OWN), "intercept roland", "to 8,3")
    assert (fight.last(AttackMissed).target, fight.last(AttackMissed).rule) == ("roland", "B-34")
    assert fight.told(Struck) == []


@pytest.mark.rule("ingenuity", "B-34", "B-33", "N-41", "N-42")
def test_who_steps_in_before_a_blow_of_air_is_driven_back_in_its_place() -> None:
    fight = Fight({"seer": (3, 3)}, {"boudica": (9, 3), "roland": (9, 4)}, roster=SEER)
    fight.play("feat buffet boudica", thrown(6, 4, of=OWN), "intercept roland", "to 8,3", "pass")
    assert fight.at("roland") == (11, 3) and fight.sheet("roland").prone and not fight.sheet("boudica").prone
