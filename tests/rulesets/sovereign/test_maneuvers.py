"""By the book: Combat Maneuvers, shoving, grappling and two weapons."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import check, d2, d4, d6, d20
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.events import AttackRolled, Checked, DamageRolled, ShockDealt
from tests.rulesets.sovereign.kit import Fight, terms

W1 = {"w1": ("skeletal-warrior", (6, 5)), "w9": ("skeletal-warrior", (20, 11))}


def gripping(**more: object) -> Fight:
    """Annora holds a skeletal warrior, on her side's turn."""
    return Fight({"annora": (5, 5), "bennett": (5, 4)}, W1).sheet_of("annora", grappling="w1", **more)


@pytest.mark.rule("sovereign", "E-74", "S-44")
def test_a_shove_takes_a_hit_and_a_check_and_does_no_damage() -> None:
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "shove w1", d20(1))
    assert fight.told(Checked) == [], "a miss"
    assert fight.told(ShockDealt) == []
    assert fight.hp("w1") == 5
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "shove w1", d20(12), check(5, 4))
    assert fight.offers("prone")
    fight.play("push 7,4")
    assert fight.at("w1") == (7, 4)
    assert not fight.sheet("w1").prone
    assert fight.opportunities == []
    assert fight.hp("w1") == 5


@pytest.mark.rule("sovereign", "E-75")
@pytest.mark.parametrize(("faces", "held"), [((4, 3), False), ((4, 4), True)])
def test_a_grapple_takes_an_unarmed_hit_and_a_check(faces: tuple[int, int], held: bool) -> None:
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "grapple w1", d20(13), check(*faces))
    assert terms(fight.last(AttackRolled).tally) == {"E-55": 1, "E-56": 1}, "Brawl 0"
    assert (fight.checked.tally.total, fight.checked.needed) == (1, 9)
    assert (fight.sheet("annora").grappling == "w1") == held
    assert fight.hp("w1") == 5


@pytest.mark.rule("sovereign", "E-76")
@pytest.mark.parametrize(("faces", "free"), [((4, 3), False), ((4, 4), True)])
def test_breaking_free_takes_the_main_action_and_a_check(faces: tuple[int, int], free: bool) -> None:
    fight = Fight({"annora": (5, 5), "bennett": (1, 1)}, W1, acting="foes").sheet_of("annora", grappling="w1")
    fight.play("w1", "break free", check(*faces))
    assert (fight.checked.tally.total, fight.checked.needed) == (1, 9)
    assert (fight.sheet("annora").grappling == "") == free
    assert not fight.sheet("w1").main


@pytest.mark.rule("sovereign", "E-76")
def test_a_hold_may_be_released_for_nothing() -> None:
    fight = gripping().play("annora", "release")
    assert fight.sheet("annora").grappling == ""
    assert fight.sheet("annora").main


@pytest.mark.rule("sovereign", "E-77")
@pytest.mark.parametrize(("faces", "still"), [((6, 6), []), ((5, 4), ["annora"]), ((1, 1), ["annora", "bennett"])])
def test_one_check_is_compared_with_every_holder(faces: tuple[int, int], still: list[str]) -> None:
    fight = Fight({"annora": (5, 5), "bennett": (5, 4)}, W1, acting="foes").profile_of("annora", skills={"Brawl": 2})
    fight.sheet_of("annora", grappling="w1").sheet_of("bennett", grappling="w1").play("w1", "break free", check(*faces))
    assert [who for who in ("annora", "bennett") if fight.sheet(who).grappling] == still


@pytest.mark.rule("sovereign", "E-77")
def test_one_grapples_one_at_a_time() -> None:
    foes = {**W1, "w2": ("skeletal-warrior", (6, 4))}
    fight = Fight({"annora": (5, 5)}, foes).sheet_of("annora", grappling="w1").play("annora")
    assert not fight.offers("grapple w2")


@pytest.mark.rule("sovereign", "E-78")
def test_neither_moves_and_both_fight_with_bare_hands() -> None:
    fight = gripping().play("annora")
    assert not any(family.verb == "run" for family in fight.asked.options.families)
    assert fight.refusal("Run").rule == "E-78"
    assert not fight.offers("strike w1 short-sword")
    assert not fight.offers("charge w9 short-sword")
    assert fight.offers("strike w1 unarmed")
    fight.play("done", "bennett", "done", "w1")
    assert not any(family.verb == "run" for family in fight.asked.options.families)
    assert not fight.offers("strike annora short-sword")
    assert fight.offers("strike annora unarmed")


@pytest.mark.rule("sovereign", "E-79", "S-26")
def test_the_held_are_squeezed_by_every_holder_as_the_round_ends() -> None:
    fight = gripping().sheet_of("bennett", grappling="w1").sheet_of("w1", hp=20)
    fight.play("annora", "done", "bennett", "done", "end", d2(2), d2(1))
    assert [event.dealt for event in fight.told(DamageRolled)] == [4, 2], "STR 1 and Killing Blow 1; Killing Blow 1"
    assert fight.hp("w1") == 14
    assert [line for line in fight.log if "squeezes" in line] == [
        "Annora squeezes Skeletal warrior 1",
        "Bennett squeezes Skeletal warrior 1",
    ]


@pytest.mark.rule("sovereign", "E-80")
def test_dragging_goes_ten_feet_along() -> None:
    fight = gripping().play("annora", "drag 3,5", check(5, 5))
    assert fight.at("annora") == (3, 5)
    assert fight.at("w1") == (4, 5), "on the side it came from"
    assert fight.sheet("annora").grappling == "w1"
    assert not fight.sheet("annora").main
    assert not gripping().play("annora").offers("drag 2,5")


@pytest.mark.rule("sovereign", "E-80", "S-55")
@pytest.mark.parametrize(("at", "keeps"), [((6, 4), False), ((5, 6), True)])
def test_another_holder_keeps_only_what_stays_in_its_reach(at: tuple[int, int], keeps: bool) -> None:
    """The skeleton is dragged from 6,5 to 4,5."""
    fight = Fight({"annora": (5, 5), "bennett": at}, W1).sheet_of("bennett", grappling="w1").sheet_of("w1", hp=20)
    fight.sheet_of("annora", grappling="w1").play("annora", "drag 3,5", check(6, 6))
    assert fight.at("w1") == (4, 5)
    assert (fight.sheet("bennett").grappling == "w1") == keeps
    fight.play("done", "bennett", "done", "end", *[d2(1)] * (1 + keeps))


@pytest.mark.rule("sovereign", "E-78", "S-55")
def test_the_held_drag_nobody_but_may_throw() -> None:
    foes = {**W1, "w2": ("skeletal-warrior", (4, 5))}
    fight = Fight({"annora": (5, 5)}, foes).sheet_of("annora", grappling="w1").sheet_of("w2", grappling="annora")
    fight.play("annora")
    assert not fight.offers("drag 5,3")
    assert fight.offers("hurl 7,5")


@pytest.mark.rule("sovereign", "E-80")
def test_hurling_goes_five_feet_and_down() -> None:
    fight = gripping().play("annora", "hurl 7,5", check(5, 5))
    assert fight.at("w1") == (7, 5)
    assert fight.sheet("w1").prone
    assert fight.sheet("annora").grappling == ""


@pytest.mark.rule("sovereign", "E-80")
def test_losing_the_check_frees_the_victim() -> None:
    fight = gripping().play("annora", "drag 3,5", check(1, 1))
    assert fight.at("annora") == (5, 5)
    assert fight.sheet("annora").grappling == ""


@pytest.mark.rule("sovereign", "E-47", "E-74", "E-81")
def test_the_log_of_a_shove_cites_the_rules_of_its_parts() -> None:
    fight = Fight({"annora": (5, 5)}, W1).profile_of("w1", bulk="large")
    fight.play("annora", "shove w1", d20(15), check(1, 1))
    assert terms(fight.checked.tally) == {"E-47": 1, "E-81": -2}
    line = RULESET.tell(fight.board, fight.checked)
    assert line is not None and line.rules == ("E-74", "E-47", "E-81"), "none of saves"


@pytest.mark.rule("sovereign", "E-81")
@pytest.mark.parametrize(("bulk", "humanoid", "penalty"), [("man", True, 0), ("large", True, -2), ("large", False, -4),
                                                           ("huge", True, -4)])  # fmt: skip
@pytest.mark.parametrize("key", ["shove w1", "grapple w1"])
def test_size_counts_against_the_attackers_checks(bulk: str, humanoid: bool, penalty: int, key: str) -> None:
    fight = Fight({"annora": (5, 5)}, W1).profile_of("w1", bulk=bulk, humanoid=humanoid)
    fight.play("annora", key, d20(15), check(1, 1))
    assert fight.checked.tally.total == 1 + penalty


@pytest.mark.rule("sovereign", "E-82", "E-83")
def test_two_weapons_need_skill_with_both() -> None:
    fight = Fight({"fenn": (5, 5)}, W1).sheet_of("w1", hp=20).profile_of("fenn", feats=())
    fight.play("fenn", "strike w1 dagger", d20(15), d4(4))
    assert terms(fight.last(AttackRolled).tally)["E-83"] == -1, "either may be chosen"
    assert fight.dealt == 1 + 2 + 2, "least of d4, DEX 2, and the other blade's 2"
    fight = Fight({"fenn": (5, 5)}, W1).profile_of("fenn", skills={"Stab": 0}).sheet_of("w1", hp=20)
    fight.play("fenn", "strike w1 short-sword", d20(15), d6(1))
    assert "E-83" not in terms(fight.last(AttackRolled).tally)
    assert fight.dealt == 4, "no more than its Shock"


@pytest.mark.rule("sovereign", "E-82", "S-22")
def test_both_weapons_must_reach() -> None:
    foes = {"b1": ("bandit", (6, 5)), "w9": ("skeletal-warrior", (20, 11))}

    def swing(at: tuple[int, int], key: str) -> int:
        fight = Fight({"gisela": (5, 5)}, {**foes, "b1": ("bandit", at)}).sheet_of("b1", hp=20)
        fight.sheet_of("gisela", off="mace").profile_of("gisela", feats=(), classes=())
        fight.play("gisela", key, d20(20), d6(3))
        return fight.dealt

    assert swing((6, 5), "strike b1 spear") == 5
    assert swing((7, 5), "strike b1 spear") == 3, "the mace does not reach ten feet"


@pytest.mark.rule("sovereign", "E-74", "E-06", "S-53")
@pytest.mark.parametrize(("who", "passes"), [("w2", True), ("bennett", False)])
def test_a_shove_leads_past_the_victims_friends_as_a_step_would(who: str, passes: bool) -> None:
    """Nobody cuts the corner of a foe; on no one's cell does it end."""
    beside, off = (6, 4), (0, 0)
    party = {"annora": (5, 5), "bennett": beside if who == "bennett" else off}
    foes = {**W1, "w2": ("skeletal-warrior", beside if who == "w2" else (20, 9))}
    fight = Fight(party, foes).play("annora", "shove w1", d20(20), check(6, 6))
    assert fight.offers("push 7,4") is passes
    assert not fight.offers("push 6,4")


@pytest.mark.rule("sovereign", "E-74", "S-44")
def test_a_shove_is_made_with_what_hits_best_of_what_reaches() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (7, 5)), "w9": ("skeletal-warrior", (20, 9))}
    for skills, brawl in (({"Brawl": 3, "Stab": 1}, True), ({"Brawl": 0, "Stab": 1}, False)):
        fight = Fight({"annora": (5, 5)}, foes).profile_of("annora", skills=skills).play("annora", "shove w1", d20(1))
        assert terms(fight.last(AttackRolled).tally)["E-22"] == (3 if brawl else 1)
    fight = Fight({"gisela": (5, 5)}, foes).profile_of("gisela", skills={"Brawl": 3, "Stab": 1})
    fight.play("gisela", "shove w2", d20(1))
    assert terms(fight.last(AttackRolled).tally)["E-22"] == 1, "fists do not reach ten feet, the spear does"


@pytest.mark.rule("sovereign", "E-79", "E-78", "S-68")
def test_claws_and_teeth_squeeze_as_they_bite() -> None:
    fight = Fight({"annora": (5, 5)}, {"wolf": (6, 5)}, acting="foes").sheet_of("wolf", grappling="annora")
    fight.play("wolf", "done", "annora", "done", d6(3))
    assert fight.dealt == 3 + 1
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, {"wolf": (6, 5)}, acting="foes").sheet_of("annora", hp=1)
    fight.sheet_of("wolf", grappling="annora").play("wolf", "done", "annora", "done", "bennett", "done", d6(1))
    assert fight.sheet("annora").fell == 1, "what a bite brings down is not spared"
