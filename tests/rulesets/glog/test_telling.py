"""What the board, the turn bar and the log say."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d4, d6, d8, d20
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.ruleset import Note
from game.spatial.field import Feature
from rulesets.glog import RULESET
from rulesets.glog.sheet.sheet import ARMOUR
from tests.rulesets.glog.kit import OPEN, Fight, ground, many, suffering

HERO, THUG = Id("hero"), Id("thug")
NEAR = {"hero": (5, 5)}
FOE = {"thug": (6, 5)}


@pytest.mark.rule("glog", "D-52")
def test_grit_stands_before_flesh_and_stress_is_a_heros() -> None:
    fight = Fight(NEAR, FOE).sheet_of("hero", stress=3)
    shown = RULESET.standing(fight.board, HERO)
    assert [(bar.word, bar.left, bar.full, bar.tone) for bar in shown.bars] == [
        ("Grit", 3, 3, "steel"),
        ("Flesh", 5, 5, "life"),
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


def told(fight: Fight, start: str) -> list[tuple[str, tuple[str, ...]]]:
    """Lines of the log from the last that begins so, with the rules that they cite."""
    lines = [line for event in fight.match.events if (line := RULESET.tell(fight.board, event)) is not None]
    last = max(at for at, line in enumerate(lines) if line.text.startswith(start))
    return [(line.text, line.rules) for line in lines[last:]]


@pytest.mark.rule("glog", "D-35", "D-52")
def test_blood_that_is_lost_is_told_with_its_die() -> None:
    fight = Fight({**NEAR, "archer": (1, 1)}, FOE).sheet_of("hero", conditions=suffering("bleeding"), grit=2)
    fight.play("hero", d4(4))
    assert told(fight, "Hero bleeds") == [
        ("Hero bleeds: d4 4", ("D-35",)),
        ("Hero loses 2 Grit, 0 left", ("D-52",)),
        ("Hero takes 2 Stress: a blow beyond Grit; 2 of 10", ("D-52",)),
    ]


@pytest.mark.rule("glog", "D-52", "G-12")
def test_a_fall_is_told_with_its_height_and_dice() -> None:
    fight = Fight({"hero": (5, 5)}, FOE, field=ground(*["4444444..." for _ in range(10)]))
    fight.play("shove thug", d20(6), many("2d6", 1, 2))
    assert told(fight, "Thug 1 falls") == [
        ("Thug 1 falls 20 ft: 2d6 3, past Grit", ("D-52",)),
        ("Thug 1 loses 3 Flesh, 2 left", ("D-52",)),
    ]


@pytest.mark.rule("glog", "D-13", "G-24")
def test_fires_and_traps_are_told_by_their_names() -> None:
    fire = replace(OPEN, features=(Feature("fire", "fire", ((7, 5),), "Camp fire", "d6"),))
    fight = Fight(NEAR, {"thug": (15, 5)}, field=fire).play("go 7,5", d6(2))
    assert told(fight, "Hero comes into")[0] == ("Hero comes into the camp fire: d6 2", ("D-13",))


@pytest.mark.rule("glog", "D-52", "G-14")
def test_stress_without_room_says_that_it_costs_flesh() -> None:
    fight = Fight(NEAR, FOE, acting="foes").sheet_of("hero", stress=9, hands=("sword",))
    fight.play("strike hero axe", d20(15), d8(7))
    assert told(fight, "Hero loses 3 Grit")[:4] == [
        ("Hero loses 3 Grit, 0 left", ("D-52",)),
        ("Hero takes 1 Stress: a blow beyond Grit; 10 of 10", ("D-52",)),
        ("Hero has no room for 3 more Stress, which cost Flesh", ("D-52",)),
        ("Hero loses 3 Flesh, 2 left", ("D-52",)),
    ]
    saved = Fight({"hero": (5, 5), "archer": (1, 9)}, {"mage": (9, 5)}, acting="foes").sheet_of("hero", stress=10)
    saved.play("cast gust hero", d20(2))
    assert "Hero has no room for 1 more Stress, which cost Flesh" in saved.log


@pytest.mark.rule("glog", "D-28", "D-31", "D-54")
def test_a_notch_says_for_what_and_by_which_rule() -> None:
    miss = Fight(NEAR, FOE).play("strike thug sword slashing", d20(1))
    assert told(miss, "Hero: the sword")[0] == (
        "Hero: the sword takes a Notch for a critical miss, 1 now",
        ("D-28", "D-54"),
    )
    full = Fight(NEAR, FOE).until("strike thug sword slashing", d20(15), d8(8), "armour")
    found = dict(told(full, "Hero: the sword"))
    assert found["Hero: the sword takes a Notch for what the blow does besides, 1 now"] == ("D-31", "D-54")
    assert found["Thug 1: the padded coat takes a Notch from the blow, 1 now"] == ("D-31", "D-54")
    slime = Fight(NEAR, FOE).profile_of("thug", traits=("corrodes",)).sheet_of("hero", notches={"sword": 2})
    slime.play("strike thug sword slashing", d20(15), d8(2))
    assert told(slime, "Hero: the sword")[0] == ("Hero: the sword breaks on what it hit", ("D-54",))


@pytest.mark.rule("glog", "D-27", "D-23", "D-30", "D-52")
def test_damage_says_why_it_goes_past_grit_and_why_it_is_more_than_the_die() -> None:
    critical = Fight(NEAR, FOE).play("strike thug sword slashing", d20(20), d8(2))
    assert told(critical, "damage")[0] == ("damage d8 2 +1 MIG = 3, past Grit: a critical hit", ("D-30", "D-27"))
    back = Fight({"hero": (0, 5)}, {"thug": (1, 5)}).until("retreat", "strike hero axe", d20(15), d8(2)).play()
    assert told(back, "damage")[0] == ("damage d8 2 = 2, past Grit: it has turned its back", ("D-30", "D-23"))
    asleep = Fight(NEAR, FOE).sheet_of("thug", conditions=suffering("asleep"))
    asleep.until("strike thug sword slashing", d20(15), d8(1))
    assert told(asleep, "damage")[0] == ("damage d8 1 +1 MIG = 2, past Grit: it sleeps", ("D-30", "D-52"))
    fists = Fight(NEAR, FOE).sheet_of("hero", hands=(), handy=()).play("strike thug fist", d20(15), d4(1))
    assert told(fists, "damage")[0][0] == "damage d4 1 -2 bare hands +2 at least 1 = 1"


@pytest.mark.rule("glog", "D-16", "D-33")
def test_damage_of_a_spell_cites_magic() -> None:
    fight = Fight({"mage": (5, 5)}, {"thug": (9, 5)}).play("cast cinder thug", d20(19), d8(1))
    assert told(fight, "damage")[0] == ("damage d8 1 -1 saved +1 at least 1 = 1", ("D-16",))


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
        "Hero hits Thug 1",
        "damage d8 5 +1 MIG = 6",
        "Thug 1 loses 3 Grit, 0 left; 3 more come to nothing",
    ]


@pytest.mark.rule("glog", "D-13")
def test_what_a_way_is_told_to_cost_and_what_is_left_add_up_to_the_speed() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (20, 5)})
    for to, told in (((7, 6), ("12 ft", 28)), ((9, 8), ("14 ft", 14)), ((10, 9), ("7 ft", 7)), ((11, 9), ("5 ft", 1))):
        about = fight.option(f"go {to[0]},{to[1]}").about
        assert (about.brief, about.notes) == (told[0], (f"{told[1]} ft left after it (D-13)",))
        fight.play(f"go {to[0]},{to[1]}")
        assert fight.log[-1].startswith(f"Hero goes {told[0]} to")
        facts = dict(RULESET.standing(fight.board, HERO).facts)
        assert facts["Speed"] == f"{told[1]} of 40 ft"


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
    assert set(found.noted()) == {Note(Id("hero"), "with a notched sword"), Note(Id("thug"), "bleeding")}


@pytest.mark.rule("glog", "D-28")
def test_what_is_notched_is_named_though_it_is_thrown_and_what_breaks_is_gone() -> None:
    fight = Fight({"archer": (2, 5)}, {"thug": (5, 5)})
    found = odds(fight.match, "throw thug throwing-knife").noted()
    assert found[Note(Id("archer"), "with a notched throwing knife")] == Fraction(1, 20)
    fight = Fight(NEAR, FOE).sheet_of("hero", notches={"sword": 2})
    found = odds(fight.match, "strike thug sword slashing").noted()
    assert found[Note(Id("hero"), "without sword")] >= Fraction(1, 20)
    assert Note(Id("hero"), "with a broken sword") not in found, "it would be told twice"


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
    assert fight.option("cast cinder thug").about.told[:2] == (
        "d8 fire damage",
        "a Save with Agility halves the damage (D-16)",
    )
    assert fight.option("cast lullaby 9,5").about.told[:3] == (
        "asleep for 3 rounds",
        "on everybody within 5 ft",
        "a Save with Discipline escapes it (D-16)",
    )
    assert fight.option("cast ward mage").about.told[0] == "+3 Defense for 3 rounds"


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
    then = RULESET.hypothetical_turn(awake.board, THUG, {})
    assert then.combatants[THUG].sheet.acts
    asleep = Fight(NEAR, FOE).sheet_of("thug", conditions=suffering("asleep"))
    assert not RULESET.hypothetical_turn(asleep.board, THUG, {}).combatants[THUG].sheet.acts


def test_odds_tell_of_a_feint_and_a_shove() -> None:
    fight = Fight(NEAR, FOE)
    assert Note(THUG, "off its guard") in odds(fight.match, "feint thug").noted()
    assert Note(THUG, "pushed") in odds(fight.match, "shove thug").noted()
