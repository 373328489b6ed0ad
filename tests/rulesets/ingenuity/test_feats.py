"""What focus does, feats of will and commands; guard, cover, wait (B-19, B-21, B-25, B-29, B-36, ruling N-41)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d4, ground
from game.spatial.field import Edge
from rulesets.ingenuity.play.events import AttackDeclared, AttackMissed, AttackRolled, AttackSpoiled, Struck
from rulesets.ingenuity.play.numbers import constitution, deflection, evasion, willpower
from rulesets.ingenuity.sheet.sheet import Task
from tests.rulesets.helping import terms
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown

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
    assert fight.hit and fight.has("boudica", "stunned")
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


PILLAR = ground("..........", "..........", "..........", "....#.....", "..........", "..........", "..........")

# ------------------------------------------------------------------ guard, wait, cover


@pytest.mark.rule("ingenuity", "B-21", "N-23")
def test_guard_ends_the_turn_and_adds_one_to_every_defence_until_the_next() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).play("boudica", "guard")
    sheet = fight.sheet("boudica")
    assert fight.asked.who == "guard"
    assert [found.total for found in (evasion(sheet), constitution(sheet), willpower(sheet))] == [7, 5, 3]
    assert [deflection(sheet, harm).total for harm in ("slashing", "fire", "psychic")] == [7, 6, 0]
    fight.play("done", "boudica")
    assert evasion(fight.sheet("boudica")).total == 6


@pytest.mark.rule("ingenuity", "B-21", "B-29", "B-44")
def test_after_guard_or_wait_there_is_no_free_step() -> None:
    for how in ("guard", "wait"):
        assert Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).play("boudica", how).asked.who == "guard"


@pytest.mark.rule("ingenuity", "B-21", "B-16")
def test_with_no_action_left_nobody_guards() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).play("boudica", "prone", "stand", "prone", "stand")
    fight.play("prone", "stand")
    assert not any(fight.offers(key) for key in ("guard", "wait", "cover"))


@pytest.mark.rule("ingenuity", "B-25", "N-35")
def test_cover_is_sought_only_beside_what_gives_it() -> None:
    assert Fight({"boudica": (5, 3)}, {"guard": (9, 5)}, field=PILLAR).play("boudica").offers("cover")
    assert not Fight({"boudica": (7, 5)}, {"guard": (9, 5)}, field=PILLAR).play("boudica").offers("cover")
    walled = ground(*["......"] * 5, edges=(Edge("wall", (2, 2), (3, 2), "wall"),))
    assert Fight({"boudica": (2, 2)}, {"guard": (5, 4)}, field=walled).play("boudica").offers("cover")


@pytest.mark.parametrize(("archer", "hampered"), [((0, 2), True), ((9, 5), False)], ids=["past it", "from behind"])
@pytest.mark.rule("ingenuity", "B-25", "N-35")
def test_cover_hampers_only_shots_past_it(archer: tuple[int, int], hampered: bool) -> None:
    fight = Fight({"boudica": (5, 3)}, {"agnessa": archer}, field=PILLAR).play("boudica", "cover", "done", "agnessa")
    assert fight.has("boudica", "cover")
    fight.play("shoot boudica shortbow", thrown(3, 3))
    assert fight.match.pending is not None
    assert ("disadvantage" in fight.match.pending.why) is hampered


@pytest.mark.rule("ingenuity", "B-25", "B-43")
def test_cover_and_the_ground_are_a_disadvantage_each() -> None:
    fight = Fight({"boudica": (5, 3)}, {"agnessa": (0, 2)}, field=PILLAR)
    fight.play("boudica", "cover", "prone", "done", "agnessa")
    assert fight.option("shoot boudica shortbow").about.brief == "disadvantage x2"


# ------------------------------------------------------------------ commands


def led(**sheet: Any) -> Fight:
    """Clementine may command Roland, who stands beside a guard."""
    party, foes = {"clementine": (3, 3), "roland": (8, 3), "fabian": (20, 11)}, {"guard": (9, 3)}
    return Fight(party, foes).sheet_of("roland", **sheet).play("clementine")


@pytest.mark.rule("ingenuity", "B-19")
def test_a_command_costs_an_action_and_two_focus_and_the_ally_none_of_its_own() -> None:
    fight = led().play("command roland", "strike guard longsword slashing", thrown(2, 2, of="d8+d6"))
    assert (fight.sheet("clementine").fc, fight.turn.actions, fight.sheet("roland").acted) == (12, 2, False)
    assert (fight.last(AttackDeclared).how, fight.sheet("roland").attacks) == ("command", 1)
    assert not fight.offers("command roland")
    assert fight.offers("command fabian")


@pytest.mark.rule("ingenuity", "B-19", "B-53")
def test_an_attack_by_command_counts_for_those_of_the_allys_own_turn() -> None:
    fight = led().play("command roland", "strike guard longsword slashing", thrown(2, 2, of="d8+d6"), "done")
    fight.play("guard", "done", "roland", "strike guard longsword slashing", thrown(2, 2, of="d8+d6"))
    assert terms(fight.last(AttackRolled).tally)["attacks before"] == -2


@pytest.mark.rule("ingenuity", "B-19", "B-22")
def test_a_move_by_command_leaves_the_allys_own_open() -> None:
    fight = led().play("command roland", "go 8,6", "done", "guard", "done", "roland")
    assert (fight.at("roland"), fight.offers("go 8,9")) == ((8, 6), True)


@pytest.mark.rule("ingenuity", "B-19", "N-39")
def test_nobody_is_commanded_to_command_or_to_end_a_turn() -> None:
    fight = led().play("command roland")
    verbs = {option.verb for option in fight.asked.options}
    assert "strike" in verbs
    assert not verbs & {"command", "guard", "wait", "ready", "sprint", "step", "done"}
    assert {"drop", "prone"} <= verbs
    fight.play("pass")
    assert fight.turn.actions == 2


@pytest.mark.parametrize(
    "sheet",
    [{"unconscious": True, "prone": True}, {"dead": True, "unconscious": True}],
    ids=["unconscious", "dead"],
)
@pytest.mark.rule("ingenuity", "B-19")
def test_who_cannot_act_is_not_commanded(sheet: dict[str, Any]) -> None:
    assert not led(**sheet).offers("command roland")


@pytest.mark.rule("ingenuity", "B-19", "B-13", "N-39")
def test_the_surprised_those_out_of_hearing_and_those_without_focus_are_left_out() -> None:
    party, foes = {"clementine": (3, 3), "roland": (8, 3)}, {"guard": (9, 9)}
    surprised = Fight(party, foes).turn_of(surprise=("foes",)).play("clementine")
    assert (surprised.asked.who, surprised.offers("command roland")) == ("clementine", False)
    spent = Fight(party, foes).sheet_of("clementine", fc=1).play("clementine")
    assert (spent.offers("command roland"), spent.refusal("Command Roland").rule) == (False, "B-16")
    wide = ground("." * 40, "." * 40)
    far = Fight({"clementine": (0, 0), "roland": (31, 0)}, {"guard": (39, 1)}, field=wide).play("clementine")
    assert not far.offers("command roland")


@pytest.mark.rule("ingenuity", "B-19", "B-38")
def test_a_command_may_pay_an_action_of_what_the_ally_has_begun() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3)}, {"guard": (20, 9)})
    fight.sheet_of("petra", unloaded=("crossbow",), task=Task("load crossbow", 1, 2, "load the crossbow"))
    fight.play("clementine", "command petra", "go on")
    assert (fight.sheet("petra").unloaded, fight.sheet("petra").task, fight.turn.actions) == ((), None, 2)


@pytest.mark.rule("ingenuity", "B-19", "B-38", "N-39")
def test_who_is_commanded_may_begin_what_takes_longer_and_pays_on_from_its_own_turn() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3)}, {"guard": (20, 9)})
    fight.sheet_of("petra", unloaded=("crossbow",)).play("clementine", "command petra", "load crossbow")
    assert fight.sheet("petra").task == Task("load crossbow", 1, 2, "load the crossbow")
    assert fight.sheet("petra").unloaded == ("crossbow",)
    fight.play("done", "guard", "done", "petra", "go on")
    assert (fight.sheet("petra").unloaded, fight.turn.actions) == ((), 2)


@pytest.mark.rule("ingenuity", "B-19", "B-24", "B-38", "N-39")
def test_one_who_is_commanded_begins_to_bring_a_friend_round() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3), "boudica": (9, 3)}, {"guard": (20, 9)})
    fight.sheet_of("boudica", unconscious=True, prone=True).play("clementine", "command petra", "revive boudica")
    assert (fight.sheet("petra").task, fight.sheet("petra").prone) == (
        Task("revive boudica", 1, 2, "resuscitate Boudica"),
        False,
    )


@pytest.mark.parametrize(("deed", "kept"), [("go 8,6", False), ("prone", True), ("pass", True), ("go on", False)])
@pytest.mark.rule("ingenuity", "B-19", "B-40", "N-39")
def test_whoever_does_something_else_at_a_command_gives_up_what_it_had_begun(deed: str, kept: bool) -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3)}, {"guard": (20, 9)})
    fight.sheet_of("petra", unloaded=("crossbow",), task=Task("load crossbow", 1, 2, "load the crossbow"))
    fight.play("clementine", "command petra")
    assert fight.asked.why.endswith("Any action but going on gives up what was begun: to load the crossbow.")
    fight.play(deed)
    assert (fight.sheet("petra").task is not None) is kept
    assert (fight.sheet("petra").unloaded == ()) is (deed == "go on")


@pytest.mark.rule("ingenuity", "B-19", "N-17", "N-39")
def test_who_is_commanded_may_leave_by_the_rim() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (0, 3)}, {"guard": (20, 9)})
    fight.play("clementine", "command petra", "leave")
    assert "petra" in fight.state.gone and (fight.turn.active, fight.turn.actions) == ("clementine", 2)


@pytest.mark.rule("ingenuity", "B-19", "B-22", "B-23", "N-39")
def test_a_move_by_command_in_ones_own_turn_is_not_the_move_of_that_turn() -> None:
    fight = Fight({"clementine": (3, 3), "roland": (8, 3)}, {"guard": (20, 9)})
    fight.play("clementine", "ready has acted command", "guard", "done", "roland")
    fight.play("prone", "stand", "take", "go 8,6")
    assert (fight.at("roland"), fight.turn.moved, fight.offers("go 8,9")) == ((8, 6), False, True)
