"""By the book: spells and other magic."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d6, d8, d10, d20
from game.rules.events import Id, Moved
from rulesets.glog import RULESET
from rulesets.glog.play.events import DamageRolled, Eased, Nerved
from tests.rulesets.glog.kit import DARK, Fight, suffering

HERO = {"hero": (5, 5)}
THUG = {"thug": (15, 5)}
MAGE = {"mage": (5, 5)}


# ------------------------------------------------------------------ spells


@pytest.mark.rule("glog", "D-16", "D-29", "G-27")
def test_a_spell_takes_the_action_and_a_casting_and_no_test_of_violence() -> None:
    fight = Fight(MAGE, THUG).play("cast cinder thug", d20(3), d8(5))
    assert fight.sheet("mage").castings == 8 and not fight.sheet("mage").action
    assert fight.dealt == 5
    saved = Fight(MAGE, THUG).play("cast cinder thug", d20(15), d8(5))
    assert saved.dealt == 2, "half of it"


@pytest.mark.rule("glog", "D-29", "G-27")
def test_touching_the_unwilling_takes_a_test_of_violence() -> None:
    fight = Fight(MAGE, {"thug": (6, 5)}).play("cast grave-hand thug", d20(11))
    assert not fight.hit and fight.body_of("thug")[0] == 3
    hit = Fight(MAGE, {"thug": (6, 5)}).until("cast grave-hand thug", d20(20), d10(2))
    assert hit.body_of("thug")[:2] == (1, 5), "a touch is never critical"
    assert hit.has("thug", "dazed")
    assert not Fight(MAGE, THUG).offers("cast grave-hand thug")
    friend = Fight({**MAGE, "hero": (6, 5)}, THUG).sheet_of("hero", grit=0).play("mage", "cast mend hero", d6(2))
    assert friend.sheet("hero").grit == 2


@pytest.mark.rule("glog", "D-16", "D-33")
def test_creatures_take_spells_by_their_nature() -> None:
    fight = (
        Fight(MAGE, {"bones": (9, 5)}).profile_of("bones", resists=("fire",)).play("cast cinder bones", d20(2), d6(5))
    )
    assert fight.last(DamageRolled).die == "d6"


@pytest.mark.rule("glog", "D-16", "G-28", "G-5")
def test_sleep_takes_friend_and_foe_and_not_what_has_no_mind() -> None:
    fight = Fight({"mage": (5, 5), "hero": (15, 6)}, {"thug": (15, 5), "bones": (16, 5), "far": ("thug", (18, 9))})
    fight.play("mage", "cast lullaby 15,5", d20(2), d20(2))
    assert fight.has("hero", "asleep") and fight.has("thug", "asleep")
    assert not fight.has("bones", "asleep") and not fight.has("far", "asleep")
    assert fight.sheet("hero").stress == 1
    fight.play("done")
    assert RULESET.order(fight.board)[0].who == "bones", "who sleeps has no turn"


@pytest.mark.rule("glog", "D-16")
def test_sleep_lasts_for_so_many_rounds() -> None:
    fight = Fight(MAGE, {"thug": (15, 5), "b": ("thug", (22, 9))}, morale="off").play("cast lullaby 15,5", d20(2))
    for _ in range(2):
        fight.play("done", "done", d20(20))
        assert fight.has("thug", "asleep")
    fight.play("done", "done")
    assert not fight.has("thug", "asleep") and fight.last(Eased).effect == "asleep"


@pytest.mark.rule("glog", "D-52", "G-17")
def test_the_sleeping_are_struck_past_grit_and_wake() -> None:
    fight = Fight(HERO, {"thug": (6, 5)}).sheet_of("thug", conditions=suffering("asleep"))
    fight.until("strike thug sword slashing", d20(15), d8(2), d20(20))
    assert fight.body_of("thug")[:2] == (3, 2) and not fight.has("thug", "asleep")


@pytest.mark.rule("glog", "D-16", "G-23")
def test_whom_a_spell_would_catch_is_told_as_far_as_it_is_known() -> None:
    fight = Fight(MAGE, {"thug": (15, 5), "b": ("thug", (15, 6))}, hidden=("b",))
    notes = " ".join(fight.option("cast lullaby 15,5").about.notes)
    assert "catches Thug 1" in notes and "b" not in notes.split()
    fight.play("cast lullaby 15,5", d20(2), d20(2))
    assert fight.has("b", "asleep")


@pytest.mark.rule("glog", "D-16")
def test_wards_pushes_and_lights() -> None:
    fight = Fight({**MAGE, "hero": (6, 5)}, {"thug": (7, 5)}).play("mage", "cast ward hero")
    assert dict(RULESET.standing(fight.board, Id("hero")).facts)["Defense"] == "16"
    gust = Fight(MAGE, {"thug": (7, 5)}).play("cast gust thug", d20(2))
    assert gust.at("thug") == (10, 5) and {event.how for event in gust.told(Moved)} == {"push"}
    glow = Fight({**MAGE, "archer": (3, 5)}, {"thug": (9, 5)}, field=DARK).play("archer")
    assert "1 bane: gloom (D-21)" in glow.option("shoot thug longbow").about.notes
    glow.play("done", "cast glow 9,5", "done", "done")
    assert glow.turn.glows[0].at == (9, 5)
    glow.play(d20(1), d20(20), "archer")
    assert glow.option("shoot thug longbow").about.notes[0] == "damage d8", "nothing hampers the shot"


@pytest.mark.rule("glog", "D-50", "D-16")
def test_a_dreadful_spell_shakes_its_casters_foes_once() -> None:
    fight = Fight(MAGE, {"thug": (9, 5), "b": ("thug", (12, 5))}).until(
        "cast hollow-face thug", d20(20), d20(15), d20(15)
    )
    assert [event.rule for event in fight.told(Nerved)] == ["D-50", "D-50"]


@pytest.mark.rule("glog", "D-16", "G-27")
def test_magic_things_work_so_often_and_for_whoever_picks_them_up() -> None:
    fight = Fight(MAGE, THUG).sheet_of("mage", grit=0, castings=0).play("use adder-stone mage", d6(4))
    assert fight.sheet("mage").grit == 2 and fight.sheet("mage").left("adder-stone") == 0
    spent = Fight(MAGE, THUG).sheet_of("mage", grit=0, castings=0, used={"adder-stone": 1})
    assert not spent.offers("use adder-stone mage") and spent.refusal("Cast a spell").rule == "D-16"
    found = Fight({**HERO, "archer": (1, 1)}, THUG).sheet_of("hero", grit=0, handy=("sword",))
    found.thing("x", "adder-stone", (6, 5)).play("hero", "take x", "done", "done", "done", d20(20), d20(2))
    assert "adder-stone" in found.sheet("hero").handy
    found.play("use adder-stone hero", d6(2))
    assert found.sheet("hero").grit == 2 and found.sheet("hero").left("adder-stone") == 0


@pytest.mark.rule("glog", "D-16", "G-27")
def test_something_magic_is_as_used_up_as_it_lay_and_so_it_lies_again() -> None:
    fight = (
        Fight(HERO, {"thug": (8, 5)}).sheet_of("hero", handy=("sword",)).thing("x", "coal-in-a-cage", (6, 5), used=1)
    )
    fight.play("take x", "done", "done", d20(20))
    assert fight.sheet("hero").left("coal-in-a-cage") == 1
    fight.play("use coal-in-a-cage thug", d20(2), d8(1))
    assert fight.sheet("hero").left("coal-in-a-cage") == 0 and not fight.keys("use")
    foe = Fight(HERO, {"thug": (8, 5)}, acting="foes").thing("x", "coal-in-a-cage", (9, 5), used=2)
    foe.play("take x", "done", d20(20), "done")
    assert "coal-in-a-cage" in foe.sheet("thug").handy and not foe.keys("use"), "used up"


@pytest.mark.rule("glog", "D-16")
def test_a_spell_says_how_many_castings_or_uses_are_left() -> None:
    fight = Fight(MAGE, THUG).sheet_of("mage", castings=2).play("mage")
    prices = {option.verb: option.price for option in fight.asked.options.singles if option.price}
    assert prices["cast"] == "1 of 2 castings"
    last = Fight(MAGE, THUG).sheet_of("mage", grit=0, castings=1).play("mage")
    assert {option.price for option in last.asked.options.singles if option.verb == "cast"} == {"the last casting"}
    assert last.option("use adder-stone mage").price == "the last use"
