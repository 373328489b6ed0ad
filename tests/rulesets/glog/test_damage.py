"""By the book: Grit, Flesh and Stress; what a full die buys; shields; effects and their Saves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.kit.testing.fight import d4, d6, d8, d20
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.match import Match
from game.rules.odds import odds
from game.rules.ruleset import Note
from rulesets.glog.play.effects import harm, save, strain
from rulesets.glog.play.effects import test as try_
from rulesets.glog.play.events import Checked
from rulesets.glog.sheet.roster import STOCK
from rulesets.glog.sheet.sheet import ARMOUR, GlogTable
from tests.rulesets.glog.kit import Fight, suffering
from tests.rulesets.helping import terms

NEAR = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}
BLOW = "strike thug sword slashing"
HERO, THUG_ID = Id("hero"), Id("thug")


def harmed(fight: Fight, who: str, *amounts: int, past: bool = False) -> Fight:
    """A battle in which somebody takes damage before the first answer."""
    state = fight.match.state

    async def suffer(table: GlogTable) -> None:
        for amount in amounts:
            harm(table, Id(who), amount, past=past)
        nonlocal state
        state = table.state

    fight.run(suffer)
    fight._match = Match(fight.rules, fight.setup, fight.ground, state)
    return fight


@pytest.mark.rule("glog", "D-52")
def test_what_a_blow_has_beyond_grit_strains_a_hero_and_spares_its_flesh() -> None:
    fight = harmed(Fight(NEAR, THUG), "hero", 7)
    assert fight.body_of("hero") == (0, 5, 4)
    assert harmed(Fight(NEAR, THUG), "hero", 7, 2).body_of("hero") == (0, 3, 4)


@pytest.mark.rule("glog", "D-52", "G-13")
def test_of_others_the_excess_is_lost() -> None:
    assert harmed(Fight(NEAR, THUG), "thug", 7).body_of("thug") == (0, 5, 0)
    assert harmed(Fight({**NEAR, "hireling": (5, 6)}, THUG), "hireling", 7).body_of("hireling") == (0, 4, 0)


@pytest.mark.rule("glog", "G-14")
def test_stress_without_a_slot_costs_flesh() -> None:
    fight = harmed(Fight(NEAR, THUG).sheet_of("hero", stress=8), "hero", 8)  # 5 beyond Grit, 2 slots free
    assert fight.body_of("hero") == (0, 2, 10)


@pytest.mark.rule("glog", "G-15")
def test_without_flesh_one_is_dead() -> None:
    fight = Fight({**NEAR, "archer": (9, 9)}, THUG)
    harmed(fight, "hero", 5, past=True)
    assert fight.body_of("hero")[:2] == (3, 0)
    assert not fight.sheet("hero").up
    standing = fight.rules.standing(fight.board, HERO)
    assert "dead" in standing.words and not standing.up


# ------------------------------------------------------------------ the full die


@pytest.mark.rule("glog", "D-31")
def test_a_full_die_offers_a_notch_for_a_notch_or_for_the_effect() -> None:
    fight = Fight(NEAR, THUG).until(BLOW, d20(15), d8(8))
    assert fight.keys() == ["pass", "armour", "effect"]
    assert fight.asked.idle == "pass" and fight.asked.topic == "notch"
    fight.play("armour")
    assert (fight.notches("hero", "sword"), fight.notches("thug", ARMOUR)) == (1, 1)
    assert fight.sheet("thug").worn == 1


@pytest.mark.rule("glog", "D-31")
def test_seven_and_one_is_no_full_die() -> None:
    fight = Fight(NEAR, THUG).until(BLOW, d20(15), d8(7))
    assert fight.dealt == 8 and fight.asked.kind == "act"


@pytest.mark.rule("glog", "D-31")
def test_who_spares_the_weapon_does_the_damage_and_no_more() -> None:
    fight = Fight(NEAR, THUG).play(BLOW, d20(15), d8(8))
    assert fight.notches("hero", "sword") == 0 and fight.body_of("thug")[0] == 0


@pytest.mark.rule("glog", "D-31", "D-32", "D-34", "D-35", "D-36")
@pytest.mark.parametrize(
    ("who", "key", "effect"),
    [
        ("hero", "strike bones2 sword slashing", "bleeding"),
        ("hero", "strike bones2 sword piercing", "pinned"),
        ("boss", "strike bones2 mace", "dazed"),
    ],
)
def test_the_effect_is_that_of_the_use_the_blow_was_dealt_with(who: str, key: str, effect: str) -> None:
    fight = Fight({who: (5, 5)}, {"bones2": ("thug", (6, 5))}).sheet_of("bones2", grit=30)
    fight.until(key, d20(15), d8(8), "effect")
    assert fight.has("bones2", effect) and fight.asked.kind == "act"


@pytest.mark.rule("glog", "D-31", "D-54")
def test_the_third_notch_of_the_weapon_is_told_before_it_breaks() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", notches={"sword": 2}).until(BLOW, d20(15), d8(8))
    assert fight.option("armour").price == "the sword, which breaks"
    fight.play("armour")
    assert fight.sheet("hero").armed == ""


@pytest.mark.rule("glog", "G-6")
def test_an_effect_that_there_is_can_not_be_bought_again() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", conditions=suffering("bleeding")).until(BLOW, d20(15), d8(8))
    assert fight.keys() == ["pass", "armour"]


@pytest.mark.rule("glog", "G-7", "D-54")
def test_hide_takes_two_notches_and_armour_none_that_would_not_lessen_it() -> None:
    bare = Fight(NEAR, THUG).sheet_of("thug", notches={ARMOUR: 2}).until(BLOW, d20(15), d8(8))
    assert bare.keys() == ["pass", "effect"], "the coat's 2 are gone"
    hide = Fight(NEAR, {"beast": (6, 5)}).profile_of("beast", hide=5).sheet_of("beast", grit=20, notches={ARMOUR: 2})
    assert hide.until("strike beast sword slashing", d20(19), d8(8)).keys() == ["pass", "effect"]


@pytest.mark.rule("glog", "G-7")
def test_a_bite_at_its_fullest_is_a_bite() -> None:
    fight = Fight(NEAR, {"beast": (6, 5)}, acting="foes").sheet_of("hero", hands=("sword",), handy=("sword",))
    fight.until("strike hero bite", d20(19), d6(6))
    assert fight.asked.kind == "act"


@pytest.mark.rule("glog", "D-54")
def test_each_notch_takes_one_from_damage_and_from_defense() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", notches={"sword": 2, ARMOUR: 1}).play(BLOW, d20(15), d8(5))
    assert fight.dealt == 5 + 1 - 2
    assert dict(fight.rules.standing(fight.board, HERO).facts)["Defense"] == "12"


@pytest.mark.rule("glog", "D-54", "D-26")
@pytest.mark.parametrize(("notches", "defended"), [(0, 14), (1, 13), (2, 12), (3, 10)])
def test_the_third_notch_breaks_armour_and_leaves_the_bare_body(notches: int, defended: int) -> None:
    fight = Fight(NEAR, THUG).profile_of("thug", armour=STOCK.house.armour["medium"])
    fight.sheet_of("thug", notches={ARMOUR: notches})
    assert dict(fight.rules.standing(fight.board, THUG_ID).facts)["Defense"] == str(defended)


@pytest.mark.rule("glog", "D-34", "D-01", "D-55", "G-3")
@pytest.mark.parametrize(
    ("word", "options", "banes"), [("dazed", {}, 0), ("dazed", {"dazed": "bane"}, 1), ("drunk", {}, 1)]
)
def test_drink_hampers_initiative_and_being_dazed_does_by_a_setting(
    word: str, options: dict[str, str], banes: int
) -> None:
    fight = Fight(NEAR, THUG, fresh=True, **options).sheet_of("hero", conditions=suffering(word))  # type: ignore[arg-type]
    fight.play(d20(15), *[d6(6)] * banes)
    assert terms(fight.checked.tally) == {"Savvy": 9, **({"bane": -6} if banes else {})}
    assert fight.checked.passed is not bool(banes)


@pytest.mark.rule("glog", "D-54")
def test_what_hits_a_slime_is_notched() -> None:
    fight = Fight(NEAR, THUG).profile_of("thug", traits=("corrodes",)).play(BLOW, d20(15), d8(2))
    assert fight.notches("hero", "sword") == 1


# ------------------------------------------------------------------ shields


@pytest.mark.rule("glog", "G-9")
def test_a_shield_may_be_given_up_to_undo_a_hit_a_critical_one_too() -> None:
    fight = Fight(NEAR, THUG, acting="foes").until("strike hero axe", d20(20), d8(7))
    assert fight.asked.topic == "splinter" and fight.option("splinter").matters
    fight.play("splinter")
    assert fight.body_of("hero") == (3, 5, 0)
    sheet = fight.sheet("hero")
    assert not sheet.shield and "shield" not in sheet.handy


@pytest.mark.rule("glog", "G-9")
def test_the_attacker_decides_first_and_what_it_spent_is_spent() -> None:
    fight = Fight(NEAR, THUG, acting="foes").until("strike hero axe", d20(15), d8(8), "effect", "splinter")
    assert fight.notches("thug", "axe") == 1
    assert not fight.has("hero", "bleeding") and fight.body_of("hero") == (3, 5, 0)


@pytest.mark.rule("glog", "G-9")
def test_giving_up_a_shield_for_grit_alone_does_not_matter() -> None:
    fight = Fight(NEAR, THUG, acting="foes").until("strike hero axe", d20(15), d8(2))
    assert not fight.option("splinter").matters
    beyond = Fight(NEAR, THUG, acting="foes").until("strike hero axe", d20(15), d8(4))
    assert beyond.option("splinter").matters, "4 damage on 3 Grit: the rest is Stress"
    for word in ("asleep", "surprised"):
        still = Fight(NEAR, THUG, acting="foes").sheet_of("hero", conditions=suffering(word))
        still.until("strike hero axe", d20(15), d8(2))
        assert still.asked.kind == "act", f"who is {word} gives up nothing"


# ------------------------------------------------------------------ effects


@pytest.mark.rule("glog", "D-37", "G-3")
@pytest.mark.parametrize(
    ("words", "options", "share"),
    [
        (("bleeding",), {}, Fraction(40, 100)),
        (("dazed",), {}, Fraction(40, 100)),
        (("dazed",), {"dazed": "bane"}, Fraction(225, 1000)),
    ],
)
def test_a_might_of_14_saves_at_40_per_cent_and_dazed_at_less_by_a_setting(
    words: tuple[str, ...], options: dict[str, Any], share: Fraction
) -> None:
    fight = Fight(NEAR, THUG, **options).sheet_of("hero", conditions=suffering(*words))
    fight.turn_of(phase="turn", active="hero")
    found = odds(fight.match, "done")
    assert found.chance(lambda outcome: Note(Id("hero"), "Stress +1") not in outcome.notes) == share


@pytest.mark.rule("glog", "D-37", "G-13")
def test_the_save_is_at_the_end_of_the_turn_and_failing_costs_a_hero_stress() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("pinned"))
    fight.play("done", d20(12))
    assert fight.has("hero", "pinned") and fight.sheet("hero").stress == 1
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("pinned")).play("done", d20(13))
    assert not fight.has("hero", "pinned") and fight.sheet("hero").stress == 0
    foe = Fight(NEAR, THUG, acting="foes").sheet_of("thug", conditions=suffering("pinned")).play("done", d20(2))
    assert foe.sheet("thug").stress == 0


@pytest.mark.rule("glog", "G-6", "D-37")
def test_each_effect_has_its_own_save_in_the_order_they_came() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("pinned", "bleeding"))
    fight.play(d4(1), "done", d20(13), d20(2))
    assert [event.what for event in fight.told(Checked)] == ["MIG Save, pinned", "MIG Save, bleeding"]
    assert fight.has("hero", "bleeding") and not fight.has("hero", "pinned")


@pytest.mark.rule("glog", "D-35", "G-5")
def test_bleeding_costs_a_d4_before_one_acts_and_may_kill() -> None:
    fight = Fight({**NEAR, "archer": (1, 1)}, THUG).sheet_of("hero", conditions=suffering("bleeding"), grit=0, flesh=3)
    fight.play("hero", d4(3))
    assert not fight.sheet("hero").up
    assert fight.asked.who == "archer", "the dead have no turn"
    assert "Hero bleeds: d4 3" in fight.log, "the log says of what"


@pytest.mark.rule("glog", "D-35")
def test_bleeding_goes_to_grit_first() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("bleeding")).play(d4(2))
    assert fight.body_of("hero") == (1, 5, 0)


@pytest.mark.rule("glog", "G-5")
def test_who_has_no_turn_bleeds_when_its_group_acts_and_saves_not() -> None:
    fight = Fight({**NEAR, "archer": (1, 1)}, THUG, acting="foes")
    fight.sheet_of("hero", early=False, conditions=suffering("bleeding", "asleep"))
    fight.sheet_of("archer", early=False)
    fight.play("done", d4(1))
    assert fight.body_of("hero")[0] == 2
    assert fight.asked.who == "archer" and not fight.told(Checked)


@pytest.mark.rule("glog", "D-36")
def test_the_pinned_strike_but_neither_walk_nor_retreat() -> None:
    fight = Fight({"hero": (0, 5)}, {"thug": (1, 5)}).sheet_of("hero", conditions=suffering("pinned"))
    assert fight.offers(BLOW)
    assert not fight.keys("go") and not fight.offers("retreat") and not fight.offers("sprint")
    assert fight.refusal("Walk").rule == "D-36"


@pytest.mark.rule("glog", "D-34", "D-53", "G-3")
def test_the_dazed_test_with_a_bane_and_save_and_do_damage_like_others() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("dazed"))

    async def both(table: GlogTable) -> None:
        await try_(table, HERO, "might", "lifting", Tally(), "D-39")
        await save(table, HERO, "might", "poison", Tally(), "D-37")

    fight.run(both, d20(10), d6(4), d20(20))
    found = [event for event in fight.heard if isinstance(event, Checked)]
    assert [terms(event.tally) for event in found] == [{"Might": 14, "bane": -4}, {"half of Might": 7}]
    assert [event.passed for event in found] == [True, True]
    fight.play(BLOW, d20(18), d6(1), d8(4))
    assert fight.dealt == 5


@pytest.mark.rule("glog", "G-14")
def test_strain_is_for_heroes() -> None:
    fight = Fight(NEAR, THUG)

    async def both(table: GlogTable) -> None:
        strain(table, HERO, 2, "a scare")
        strain(table, THUG_ID, 2, "a scare")
        assert (table.now(HERO).sheet.stress, table.now(THUG_ID).sheet.stress) == (2, 0)

    fight.run(both)
