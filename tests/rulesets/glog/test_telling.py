"""What the board, the turn bar and the log say."""

from __future__ import annotations

import pytest

from game.kit.testing.dice import d6, d8, d20
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.ruleset import Note
from rulesets.glog import RULESET
from rulesets.glog.sheet import ARMOUR
from tests.rulesets.glog.kit import Fight, suffering

HERO, THUG = Id("hero"), Id("thug")
NEAR = {"hero": (5, 5)}
FOE = {"thug": (6, 5)}


@pytest.mark.rule("glog", "D-52")
def test_grit_stands_before_flesh_and_stress_is_a_heros() -> None:
    fight = Fight(NEAR, FOE).sheet_of("hero", stress=3)
    shown = RULESET.standing(fight.board, HERO)
    assert [(bar.word, bar.left, bar.full, bar.tone) for bar in shown.bars] == [
        ("Grit", 3, 3, "steel"),
        ("Flesh", 5, 5, "blood"),
    ]
    assert [(pool.word, pool.brief) for pool in shown.pools] == [("Stress", "3/10")]
    assert RULESET.standing(fight.board, THUG).pools == ()


@pytest.mark.rule("glog", "D-02")
def test_the_badge_says_who_is_early_and_who_late() -> None:
    fight = Fight({**NEAR, "archer": (3, 3)}, FOE).sheet_of("archer", early=False)
    badges = {who: RULESET.standing(fight.board, Id(who)).badge for who in ("hero", "archer", "thug")}
    assert badges == {"hero": "early", "archer": "late", "thug": ""}
    assert RULESET.banner(fight.board) == ("Party: those early",)


@pytest.mark.rule("glog", "D-54")
def test_notches_show_at_the_weapon_and_the_armour() -> None:
    fight = Fight(NEAR, FOE).sheet_of("hero", notches={"sword": 2, ARMOUR: 1})
    shown = RULESET.standing(fight.board, HERO)
    assert [(gear.word, gear.told) for gear in shown.gear] == [
        ("In hand", "sword, 2 of 3 notches"),
        ("In hand", "shield"),
        ("Armour", "padded coat, 1 of 3 notches"),
    ]
    assert dict(shown.facts)["Defense"] == str(10 + 0 + 2 - 1 + 1)


def test_conditions_are_marks() -> None:
    fight = Fight(NEAR, FOE).sheet_of("hero", conditions=suffering("dazed", "pinned", "drunk"), prone=True)
    assert RULESET.standing(fight.board, HERO).words == ("dazed", "pinned", "drunk", "prone")


@pytest.mark.rule("glog", "D-26", "D-53")
def test_the_log_adds_up() -> None:
    fight = Fight(NEAR, FOE).sheet_of("thug", prone=True)
    fight.until("strike thug sword slashing", d20(9), d6(4), d8(5))
    assert fight.log[-5:] == [
        "Hero strikes at Thug 1 with the sword (slashing)",
        "d20 9 +2 Violence +4 boon = 15 against Defense 12",
        "hits Thug 1",
        "damage d8 5 +1 MIG = 6",
        "Thug 1 loses 3 Grit, 0 left",
    ]


@pytest.mark.rule("glog", "D-31")
def test_the_preview_of_a_blow_says_what_it_would_come_to() -> None:
    fight = Fight(NEAR, FOE)
    about = fight.option("strike thug sword slashing").about
    assert about.summed == "+2"
    assert about.notes == ("damage d8+1", "against Defense 12 (D-26)")
    found = odds(fight.match, "strike thug sword slashing")
    assert found.down(THUG) > 0


def test_what_an_option_led_to_is_summed_up() -> None:
    fight = Fight(NEAR, FOE).until("strike thug sword slashing", d20(15), d8(8))
    found = odds(fight.match, "effect")
    assert set(found.noted()) == {Note(Id("hero"), "notched"), Note(Id("thug"), "bleeding")}


def test_more_flesh_than_there_is_cannot_be_lost() -> None:
    fight = Fight(NEAR, FOE).sheet_of("thug", grit=0, flesh=2)
    fight.until("strike thug sword slashing", d20(15), d8(8))
    fight.play("pass")
    assert "Thug 1 loses 2 Flesh, 0 left" in fight.log


@pytest.mark.rule("glog", "D-15")
def test_a_sprint_is_told_with_the_ground_it_gives() -> None:
    fight = Fight(NEAR, {"thug": (14, 5)})
    assert dict(RULESET.standing(fight.board, HERO).facts)["Speed"] == "40 of 40 ft"
    fight.play("sprint")
    assert dict(RULESET.standing(fight.board, HERO).facts)["Speed"] == "80 of 80 ft"


@pytest.mark.rule("glog", "D-16")
def test_the_card_tells_what_else_somebody_has_and_can() -> None:
    fight = Fight({"mage": (5, 5)}, FOE)
    facts = dict(RULESET.standing(fight.board, Id("mage")).facts)
    assert (facts["Castings"], facts["Might, Agility"], facts["Discipline, Savvy"]) == ("9 of 9", "9, 12", "12, 14")
    assert facts["Carries"] == "torch, adder stone"
    assert (facts["Knife"], facts["Spells"][:18]) == ("d6 slashing", "Cinder, Grave hand")
    assert dict(RULESET.standing(fight.board, THUG).facts)["Axe"] == "d8 slashing"
    assert "Castings" not in dict(RULESET.standing(fight.board, THUG).facts)


@pytest.mark.rule("glog", "D-16")
def test_the_preview_of_a_spell_says_what_it_does_and_what_escapes_it() -> None:
    fight = Fight({"mage": (5, 5)}, {"thug": (9, 5)})
    assert fight.option("cast cinder thug").about.notes[:2] == (
        "d8 fire damage",
        "a Save with Agility halves the damage",
    )
    assert fight.option("cast lullaby 9,5").about.notes[:3] == (
        "asleep for 3 rounds",
        "on everybody within 5 ft",
        "a Save with Discipline escapes it",
    )
    assert fight.option("cast ward mage").about.notes[0] == "+3 Defense for 3 rounds"


@pytest.mark.rule("glog", "D-02")
def test_nobody_is_early_or_late_before_the_test_of_savvy() -> None:
    """A round begins with what the last one left."""
    fight = Fight({**NEAR, "archer": (3, 3)}, FOE).turn_of(phase="round")
    assert {RULESET.standing(fight.board, Id(who)).badge for who in ("hero", "archer")} == {""}
    assert {slot.group for slot in RULESET.order(fight.board)} == {""}


@pytest.mark.rule("glog", "D-02")
def test_who_cannot_act_yet_is_told_why() -> None:
    fight = Fight({"hero": (5, 5), "archer": (3, 3), "mage": (4, 4)}, FOE).sheet_of("archer", early=False)
    assert fight.asked.kind == "pick"
    assert [(each.label, each.why) for each in fight.asked.refusals()] == [("Archer", "acts after the foes")]


@pytest.mark.rule("glog", "D-16")
def test_the_sleeping_strike_nobody_back() -> None:
    awake = Fight(NEAR, FOE)
    then = RULESET.supposing(awake.board, THUG, {})
    assert then.combatants[THUG].sheet.acts
    asleep = Fight(NEAR, FOE).sheet_of("thug", conditions=suffering("asleep"))
    assert not RULESET.supposing(asleep.board, THUG, {}).combatants[THUG].sheet.acts


def test_odds_tell_of_a_feint_and_a_shove() -> None:
    fight = Fight(NEAR, FOE)
    assert Note(THUG, "off its guard") in odds(fight.match, "feint thug").noted()
    assert Note(THUG, "pushed") in odds(fight.match, "shove thug").noted()
