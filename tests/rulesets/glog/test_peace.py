"""By the book: what the others want, of several sides each for itself; and peace between some of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import Dice, d6, d8, d20
from game.rules.events import Id
from game.rules.setup import SideSetup
from rulesets.glog import RULESET
from rulesets.glog.play.events import Disposed
from rulesets.glog.sheet.sheet import Peace
from tests.rulesets.glog.kit import OPEN, Fight, ground
from tests.rulesets.glog.test_model import model

HERO = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}
OTHER = {"sneak": (5, 6)}
PEACE = (Peace(("party", "others"), "they part in peace"),)


def luck(*faces: int) -> Dice:
    """A Luck Roll."""
    return Dice("2d6", faces)


def met(*answers: Any, **more: Any) -> Fight:
    """A party meets two other sides, and rolls for both."""
    return Fight(HERO, THUG, OTHER, fresh=True, parley="roll", **more).until(*answers)


def three(party: Any = None, **more: Any) -> Fight:
    """In the midst of a fight of three sides, of which the party and the third are at peace."""
    return Fight(party or HERO, THUG, OTHER, **more).turn_of(peace=PEACE)


# ------------------------------------------------------------------ asking


@pytest.mark.rule("glog", "D-07", "D-10", "D-12", "G-2")
def test_each_of_two_other_sides_has_a_roll_of_its_own_and_is_answered_for_itself() -> None:
    fight = met(luck(3, 3))
    assert (fight.asked.seat, fight.asked.why) == ("party", "Foes: they are wary, and wait")
    assert fight.asked.about == ("thug",)
    fight.until("talk", luck(6, 6))
    assert fight.asked.why == "Others: they are friendly, and would help" and fight.asked.about == ("sneak",)
    assert [(each.side, each.total) for each in fight.told(Disposed)] == [("foes", 6), ("others", 12)]


@pytest.mark.rule("glog", "D-08", "D-11", "G-2")
def test_peace_with_one_ends_nothing_between_the_others() -> None:
    fight = met(luck(1, 1), luck(4, 5), "talk")
    assert not fight.over and [peace.sides for peace in fight.turn.peace] == [("party", "others")]
    fight.until(d20(20))
    assert [option.target for option in fight.asked.options if option.key.startswith("strike")] == ["thug", "thug"]
    fight.play("done")
    assert {key.split()[1] for key in fight.keys("strike")} == {"hero", "sneak"}, "the foes have both to fight"


@pytest.mark.rule("glog", "D-09", "G-2")
def test_of_two_hostile_sides_each_threatens_for_itself() -> None:
    fight = met(luck(1, 2))
    assert fight.asked.seat == "foes" and fight.asked.about == ("hero",)
    fight.until("fight", luck(1, 3))
    assert fight.asked.seat == "others"
    fight.until("talk")
    assert (fight.asked.seat, fight.asked.why) == ("party", "Others: they want what the party carries")
    fight.until("talk")
    assert not fight.over and fight.turn.peace == (Peace(("party", "others"), "the party pays, and is let go"),)


@pytest.mark.rule("glog", "D-07", "D-12", "G-2")
def test_with_all_at_peace_but_those_two_the_fight_is_between_them() -> None:
    fight = met(luck(3, 3), "talk", luck(6, 6), "talk", d20(2))
    assert not fight.over and fight.asked.who == "thug"
    assert {key.split()[1] for key in fight.keys("strike")} == {"sneak"}
    fight.play("done")
    assert {key.split()[1] for key in fight.keys("strike")} == {"thug"}


@pytest.mark.rule("glog", "D-07", "G-1", "G-2")
def test_each_of_two_sides_of_the_party_answers_for_itself() -> None:
    fight = Fight(HERO, {"archer": (9, 9)}, THUG, fresh=True, parley="uncertain")
    sides = tuple(SideSetup(side.name, side.squad, party=side.name != "others") for side in fight.setup.sides)
    fight.setup = replace(fight.setup, sides=sides)
    assert fight.asked.seat == "party"
    fight.until("talk")
    assert fight.asked.seat == "foes"
    fight.until("fight")
    assert [peace.sides for peace in fight.turn.peace] == [("party", "others")]


@pytest.mark.rule("glog", "D-10", "G-2")
def test_where_nobody_has_a_foe_left_the_fight_is_over() -> None:
    two = Fight(HERO, THUG, fresh=True, parley="uncertain").until("talk")
    assert two.over and two.winner is None
    assert two.state.verdict is not None and two.state.verdict.why == "they part in peace"


@pytest.mark.rule("glog", "D-04", "D-06", "G-2")
def test_who_is_at_peace_with_those_in_ambush_is_not_set_upon() -> None:
    fight = met(luck(1, 1), luck(3, 3), "talk", hidden=("sneak",))
    assert fight.rolled.who == "thug", "of the two others only the foes are set upon"
    foes = met(luck(3, 3), "talk", luck(1, 1), hidden=("sneak",), surprise="chance")
    assert foes.rolled.why == "SAV Save, surprise" and foes.rolled.who == "hero"


# ------------------------------------------------------------------ fighting on


@pytest.mark.rule("glog", "D-12", "G-2")
def test_those_at_peace_are_no_targets_and_let_one_another_pass() -> None:
    lane = ground("#" * 12, "............", "#" * 12)
    fight = Fight({"hero": (1, 1)}, {"thug": (11, 1)}, {"sneak": (3, 1)}, field=lane).turn_of(peace=PEACE)
    assert fight.offers("go 5,1") and not fight.offers("go 3,1")
    fight.play("go 5,1")
    assert fight.at("hero") == (5, 1)
    mage = three({"mage": (5, 5)})
    assert not [option.key for option in mage.asked.options.singles if option.target == "sneak"]
    assert not [key for key in mage.keys("trip") if key != "trip thug"]


@pytest.mark.rule("glog", "D-23", "G-2", "G-16", "G-20")
def test_those_at_peace_strike_at_no_back_and_press_nobody() -> None:
    rim = Fight({"hero": (0, 5)}, {"thug": (20, 5)}, {"sneak": (1, 5)}).turn_of(peace=PEACE)
    assert rim.option("retreat").about.dangers == ()
    assert Id("hero") in rim.until("retreat").state.gone
    bow = Fight({"archer": (5, 5)}, {"thug": (12, 5)}, {"sneak": (5, 6)}).turn_of(peace=PEACE)
    assert bow.option("shoot thug longbow").about.brief == ""


@pytest.mark.rule("glog", "D-05", "G-2", "G-23")
def test_those_at_peace_give_nobody_away_in_ambush() -> None:
    fight = Fight(HERO, {"thug": (23, 11)}, {"sneak": (5, 7)}, hidden=("sneak",)).turn_of(peace=PEACE)
    assert fight.play().sheet("sneak").hidden


@pytest.mark.rule("glog", "D-03", "D-50", "G-2")
def test_those_at_peace_hurry_and_frighten_nobody() -> None:
    quick = Fight(HERO, {"thug": (20, 5)}, {"beast": (12, 5)}).turn_of(peace=PEACE, phase="round")
    assert quick.play(d20(11)).checked.passed, "no Bane"
    dread = Fight({"hireling": (9, 9)}, THUG, {"beast": (7, 5)}, acting="others").turn_of(peace=PEACE)
    dread.profile_of("beast", traits=("dreadful",)).turn_of(block="foes").sheet_of("thug", done=True, flesh=9)
    dread.until("strike thug bite", d20(19), d6(1), d20(20))
    assert [who for who, _, _ in dread.nerved] == ["thug"]


@pytest.mark.rule("glog", "D-14", "G-2", "G-10")
def test_nobody_cleaves_on_into_those_at_peace() -> None:
    fight = Fight(HERO, {"thug": (6, 5), "b": ("thug", (20, 5))}, OTHER, morale="off").turn_of(peace=PEACE)
    fight.profile_of("hero", traits=("cleaves",)).sheet_of("thug", grit=0, flesh=1)
    fight.until("strike thug sword slashing", d20(15), d8(3))
    assert fight.asked.kind == "act", "there is nobody to cleave"


@pytest.mark.rule("glog", "D-10", "D-12", "G-2")
@pytest.mark.parametrize(("allied", "winner"), [(False, None), (True, "party")])
def test_when_their_foe_is_beaten_those_at_peace_are_done(allied: bool, winner: str | None) -> None:
    peace = (Peace(("party", "others"), "they join the party" if allied else "they part in peace", allied),)
    fight = Fight(HERO, THUG, OTHER).turn_of(peace=peace).sheet_of("thug", grit=0, flesh=1)
    fight.play("strike thug sword slashing", d20(15), d8(3))
    assert fight.over and fight.winner == winner


@pytest.mark.rule("glog", "D-12", "G-2")
def test_an_ai_leaves_those_at_peace_alone() -> None:
    fight = Fight(HERO, {"thug": (20, 5)}, OTHER).turn_of(peace=PEACE)
    assert set(model(fight).members()) == {"hero", "thug"}
    assert set(model(fight, "foes").members()) == {"hero", "thug", "sneak"}
    idle = Fight(HERO, {"thug": (20, 5)}, OTHER).turn_of(peace=(*PEACE, Peace(("party", "foes"), "they part in peace")))
    assert RULESET.model(idle.board, "party").members().keys() == {"hero"}


@pytest.mark.rule("glog", "D-16", "G-2")
def test_what_is_laid_on_a_place_is_not_aimed_at_those_at_peace() -> None:
    fight = Fight({"mage": (1, 1)}, {"thug": (23, 11)}, {"sneak": (8, 1)}, field=OPEN).turn_of(peace=PEACE)
    assert not [key for key in fight.keys("cast") if key.startswith("cast lullaby")]
    at_war = Fight({"mage": (1, 1)}, {"thug": (23, 11)}, {"sneak": (8, 1)}, field=OPEN)
    assert [key for key in at_war.keys("cast") if key.startswith("cast lullaby")]
