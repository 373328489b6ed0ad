"""A position for each tool of the book that pays now and then: what the planner makes of it there."""

from __future__ import annotations

from math import fsum

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import d6, d8, d20
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.field import Edge, Feature, Field, Zone
from rulesets.glog.mind.damage import saved
from rulesets.glog.mind.view import MoraleModel
from rulesets.glog.sheet.sheet import ASLEEP
from tests.rulesets.glog.kit import Fight, ground, suffering
from tests.rulesets.glog.test_model import HALL, LONG, chosen, features, model


def ranks(fight: Fight, *starts: str) -> list[int]:
    """At which place of the planner's list each of some options stands, the best at 0."""
    keys = list(features(fight))
    return [next(at for at, key in enumerate(keys) if key.startswith(start)) for start in starts]


# ------------------------------------------------------------------ answers


def hit(fight: Fight, face: int, damage: int) -> Fight:
    """The thug hits the hero."""
    return fight.until("thug", "strike hero axe", d20(face), d8(damage))


def test_a_shield_is_given_up_for_a_blow_that_kills() -> None:
    fight = Fight({"hero": (3, 3)}, {"thug": (4, 3)}, acting="foes").sheet_of("hero", grit=0)
    assert chosen(hit(fight, 19, 7)) == "splinter"


def test_a_shield_is_kept_where_grit_takes_the_blow() -> None:
    fight = Fight({"hero": (3, 3)}, {"thug": (4, 3)}, acting="foes")
    assert chosen(hit(fight, 19, 2)) == "pass"


def test_a_full_die_buys_an_effect_on_whoever_lives_on() -> None:
    fight = Fight({"hero": (3, 3)}, {"ogre": (4, 3)})
    fight.until("hero", "strike ogre sword slashing", d20(19), d8(8))
    assert chosen(fight) == "effect"


def test_no_notch_is_spent_on_the_dying() -> None:
    fight = Fight({"hero": (3, 3)}, {"thug": (4, 3)}).sheet_of("thug", grit=0, flesh=3)
    fight.until("hero", "strike thug sword slashing", d20(19), d8(8))
    assert chosen(fight) == "pass"


def test_the_third_notch_is_not_taken_lightly() -> None:
    fight = Fight({"hero": (3, 3)}, {"thug": (4, 3)}).sheet_of("hero", notches={"sword": 2})
    fight.until("hero", "strike thug sword slashing", d20(19), d8(8))
    assert features(fight)["effect"]["broken"] > 0
    assert chosen(fight) == "pass"


def test_an_opening_is_taken() -> None:
    fight = Fight({"hero": (3, 3)}, {"thug": (4, 3)}).until("hero", "trip thug", d20(1))
    assert fight.asked.topic == "retaliation"
    assert chosen(fight) != "pass"


def test_a_back_that_is_turned_is_struck() -> None:
    fight = Fight({"hero": (0, 3)}, {"thug": (1, 3)}).until("hero", "retreat")
    assert fight.asked.topic == "opportunist strike"
    assert chosen(fight).startswith("strike hero")


def test_the_weak_would_rather_talk_and_the_strong_would_not() -> None:
    weak = Fight({"mage": (3, 3)}, {"troll": (8, 3)}, fresh=True, parley="uncertain")
    assert chosen(weak) == "talk"
    strong = Fight({"ulf": (3, 3), "hero": (3, 5)}, {"sneak": (8, 3)}, fresh=True, parley="uncertain")
    assert chosen(strong) == "fight"


# ------------------------------------------------------------------ gambits


def test_a_gambit_is_weighed_against_the_blow_that_may_answer_it() -> None:
    beaten = Fight({"hero": (3, 3)}, {"ogre": (4, 3)}).sheet_of("hero", grit=0, flesh=2, hands=("sword",))
    found = features(beaten)["disarm ogre"]
    assert found["tempo"] > 0 and found["lost"] > 0 and "spent" not in found


@pytest.mark.rule("glog", "D-41")
def test_a_gambit_is_weighed_against_the_disarming_that_may_answer_it() -> None:
    """With a friend at hand, for whom a turn is won; the ogre's answer takes no turn, and needs no friend."""
    party = {"hero": (3, 3), "ulf": (6, 3)}
    found = features(Fight(party, {"ogre": (4, 3)}).play("hero"))["disarm ogre"]
    assert found["spent"] > 0, "who has no second weapon would have to pick up the first"
    armed = Fight(party, {"ogre": (4, 3)}).sheet_of("hero", handy=("shield",), hands=("shield",))
    assert "spent" not in features(armed.play("hero"))["disarm ogre"], "there is nothing to strike from its hand"


def test_tripping_is_worth_more_with_friends_who_are_still_to_strike() -> None:
    alone = features(Fight({"hero": (3, 3)}, {"thug": (4, 3)}))["trip thug"]
    party = Fight({"hero": (3, 3), "archer": (5, 3), "mage": (4, 4)}, {"thug": (4, 3)}).play("hero")
    assert features(party)["trip thug"]["bound"] > alone["bound"]


def test_whoever_has_no_other_weapon_is_disarmed_for_more() -> None:
    found = features(Fight({"hero": (3, 3)}, {"thug": (4, 3)}))
    assert found["disarm thug"]["tempo"] > 0
    claws = features(Fight({"hero": (3, 3)}, {"beast": (4, 3)}))
    assert "disarm beast" not in claws


def test_whoever_is_cowed_may_run() -> None:
    assert features(Fight({"hero": (3, 3)}, {"sneak": (4, 3)}))["cow sneak"]["rout"] > 0
    assert "cow bones" not in features(Fight({"hero": (3, 3)}, {"bones": (4, 3)})), "it knows no fear"


def test_whoever_stands_on_an_edge_is_shoved() -> None:
    field = ground("3333300000", "3333300000", "3333300000")
    fight = Fight({"ulf": (3, 1)}, {"thug": (4, 1)}, field=field).sheet_of("thug", grit=0, flesh=3)
    assert features(fight)["shove thug"]["down"] > 0
    assert "shove thug" not in features(Fight({"ulf": (3, 3)}, {"thug": (4, 3)})), "a step back alone is nothing"


def test_whoever_is_held_breaks_free_or_strikes() -> None:
    fight = Fight({"archer": (3, 3)}, {"thug": (4, 3)}).sheet_of("thug", grappling="archer")
    assert features(fight)["break thug"]["upright"] > 0


# ------------------------------------------------------------------ nerve


def test_a_leaders_death_counts_for_those_who_may_run() -> None:
    followers = {"one": ("thug", (9, 5)), "two": ("thug", (10, 5))}
    with_boss = Fight({"ulf": (3, 3)}, {"boss": (4, 3), **followers}).sheet_of("boss", grit=0, flesh=2)
    found = features(with_boss)["strike boss great-sword"]
    assert found["rout"] > 0
    alone = Fight({"ulf": (3, 3)}, {"boss": (4, 3)}).sheet_of("boss", grit=5, flesh=9)
    assert features(alone)["strike boss great-sword"].get("rout", 0.0) < found["rout"]


# ------------------------------------------------------------------ things


def test_a_swig_where_grit_is_gone_and_nobody_near() -> None:
    fight = Fight({"ulf": (1, 3)}, {"sluggard": (36, 3)}, field=LONG).profile_of("ulf", handy=("brandy",), hands=())
    fight.sheet_of("ulf", grit=0)
    assert features(fight)["swig brandy"]["heal"] > 0
    swig, done = ranks(fight, "swig", "done")
    assert swig < done
    full = Fight({"ulf": (1, 3)}, {"sluggard": (36, 3)}, field=LONG).profile_of("ulf", handy=("brandy",), hands=())
    assert "swig brandy" not in features(full), "nothing is missing"


def test_a_crossbow_is_reloaded() -> None:
    fight = Fight({"crossbowman": (1, 3)}, {"sluggard": (16, 3)}, field=LONG)
    fight.sheet_of("crossbowman", unloaded=("crossbow",))
    assert chosen(fight) == "reload crossbow"


def test_a_quiver_is_opened_before_the_next_shot() -> None:
    fight = Fight({"archer": (1, 3)}, {"sluggard": (14, 3)}, field=LONG).sheet_of("archer", depleted=("longbow",))
    assert chosen(fight) == "refill longbow"


def test_the_empty_handed_take_up_what_lies_there() -> None:
    fight = Fight({"hero": (3, 3)}, {"thug": (4, 3)}).sheet_of("thug", conditions=suffering("dazed"))
    fight.play("hero", "disarm thug", d20(19), d6(6), "done")
    assert fight.sheet("thug").armed == ""
    assert features(fight)["take axe#1"]["arms"] > 1


@pytest.mark.rule("glog", "D-16")
def test_the_empty_handed_take_up_magic_that_lies_there() -> None:
    def found(**marks: int) -> dict[str, dict[str, float]]:
        fight = Fight({"hero": (3, 3)}, {"thug": (9, 3)}, field=HALL).sheet_of("hero", hands=(), handy=())
        return features(fight.thing("x", "coal-in-a-cage", (4, 3), **marks))

    assert found()["take x"]["arms"] > 1
    assert "take x" not in found(used=2), "it is used up"


@pytest.mark.rule("glog", "D-16")
def test_magic_in_a_foes_hands_is_a_danger() -> None:
    def danger(*things: str) -> float:
        fight = Fight({"hero": (3, 3)}, {"hedge-wizard": (14, 3)}, field=HALL)
        fight.sheet_of("hedge-wizard", castings=0, handy=("staff", *things))
        return fsum(each.hurt for each in model(fight).view.expected_threats(Id("hedge-wizard"), Id("hero"), -1))

    assert danger("coal-in-a-cage") > danger()


def test_a_stowed_weapon_is_fetched_by_whoever_has_none() -> None:
    fight = Fight({"hero": (2, 3)}, {"sluggard": (36, 3)}, field=LONG)
    fight.sheet_of("hero", hands=(), handy=(), stowed=("sword",))
    assert features(fight)["fetch sword"]["arms"] > 1


def test_the_last_blade_is_not_thrown() -> None:
    fight = Fight({"sabine": (3, 3)}, {"thug": (6, 3)}, field=HALL)
    fight.sheet_of("sabine", handy=("throwing-knife",), hands=("throwing-knife",))
    assert features(fight)["throw thug throwing-knife"]["disarmed"] > 0


def test_a_torch_is_lit_in_the_dark() -> None:
    dark = ground(*["............"] * 5)
    night = Zone("night", "Night", tuple((x, y) for x in range(12) for y in range(5)), dark=True)
    fight = Fight({"mage": (1, 2)}, {"thug": (10, 2)}, field=Field(12, 5, dark.palette, dark.terrain, zones=(night,)))
    fight.sheet_of("mage", handy=("knife", "torch"))
    assert features(fight)["light torch"]["light"] > 0
    assert "light torch" not in features(Fight({"mage": (1, 2)}, {"thug": (10, 2)}, field=HALL))


# ------------------------------------------------------------------ magic


def test_a_spell_for_several_is_laid_where_it_catches_them() -> None:
    foes = {"one": ("thug", (10, 3)), "two": ("thug", (11, 4)), "three": ("thug", (12, 5))}
    fight = Fight({"mage": (2, 3)}, foes, field=LONG)
    found = features(fight)
    key = next(key for key in found if key.startswith("cast briars"))
    assert found[key]["bound"] > 0
    alone = features(Fight({"mage": (2, 3)}, {"one": ("thug", (10, 3))}, field=LONG))
    assert found[key]["bound"] > next(each["bound"] for key, each in alone.items() if key.startswith("cast briars"))


def test_sleepers_are_let_lie_where_others_are_awake() -> None:
    foes = {"asleep": ("thug", (4, 3)), "awake": ("thug", (2, 3))}
    sleep = (Condition(ASLEEP, "round ends", last=3),)
    fight = Fight({"hero": (3, 3)}, foes).sheet_of("asleep", conditions=sleep, flesh=12)
    found = features(fight)
    assert found["strike asleep sword slashing"]["tempo"] < 0
    assert "asleep" not in chosen(fight)


def dozing(last: int, **more: object) -> dict[str, object]:
    """Asleep until the end of a round."""
    return {"conditions": (Condition(ASLEEP, "round ends", last=last),), **more}


@pytest.mark.rule("glog", "D-16")
def test_a_spell_that_hurts_wakes_as_a_blow_does() -> None:
    fight = Fight({"mage": (2, 3)}, {"asleep": ("thug", (8, 3)), "awake": ("thug", (9, 3))}, field=LONG)
    found = features(fight.sheet_of("asleep", **dozing(last=3)))
    assert found["cast cinder asleep"]["tempo"] < 0 and "tempo" not in found["cast cinder awake"]
    assert chosen(fight) != "cast cinder asleep"


@pytest.mark.rule("glog", "D-02", "D-16")
def test_who_has_had_its_turn_sleeps_and_wakes_for_a_turn_less() -> None:
    """Thus the late, who come after the foes, put them to sleep for a round less than it lasts."""

    def found(*, done: bool) -> dict[str, dict[str, float]]:
        foes = {"asleep": ("thug", (8, 3)), "awake": ("thug", (9, 6))}
        fight = Fight({"mage": (2, 3)}, foes, field=LONG)
        return features(fight.sheet_of("asleep", **dozing(last=2, done=done)).sheet_of("awake", done=done))

    early, late = found(done=False), found(done=True)
    assert late["cast cinder asleep"]["tempo"] == pytest.approx(early["cast cinder asleep"]["tempo"] / 2)
    key = next(key for key in early if key.startswith("cast lullaby"))
    assert late[key]["tempo"] == pytest.approx(early[key]["tempo"] * 2 / 3)


@pytest.mark.rule("glog", "D-16", "D-48", "G-17")
def test_sleepers_who_make_up_the_half_may_set_the_others_to_flight() -> None:
    """Two asleep of four: if both fail their Saves the other two test."""
    far = {"three": ("sneak", (36, 3)), "four": ("sneak", (37, 3))}
    foes = {"one": ("thug", (8, 3)), "two": ("thug", (8, 4)), **far}
    fight = Fight({"mage": (2, 3)}, foes, field=LONG)
    key = next(key for key in features(fight) if key.startswith("cast lullaby 8,"))
    scene = model(fight).view
    both = (1 - saved(fight.board, scene.stats[Id("one")].body.sheet, "discipline")) ** 2
    run = fsum(
        MoraleModel(scene).fails(it) * it.unit_value * it.left for it in map(scene.stats.get, map(Id, far)) if it
    )
    assert run > 0
    assert features(fight)[key]["rout"] == pytest.approx(both * run)
    again = Fight({"mage": (2, 3)}, foes, field=LONG).turn_of(rung=("foes half",))
    assert features(again)[key]["rout"] == 0, "each occasion comes once"


@pytest.mark.rule("glog", "D-46", "D-48")
def test_whose_death_would_set_others_to_flight_is_brought_nearer_to_it() -> None:
    def brink(**turn: object) -> float:
        foes = {name: ("thug", (4 if name == "struck" else 9, y)) for y, name in enumerate(("a", "b", "c", "struck"))}
        fight = Fight({"hero": (3, 3)}, foes, field=LONG).turn_of(**turn)
        return features(fight)["strike struck sword slashing"].get("brink", 0.0)

    assert brink() > 0
    assert brink(blood="party") == 0, "the first blood is shed, and it takes two to make the half"


@pytest.mark.rule("glog", "D-48", "G-17")
def test_a_sleepers_death_brings_the_half_no_nearer() -> None:
    """It counts among the losses already."""

    def rout(*asleep: str) -> float:
        foes = {name: ("thug", (4 if name == "struck" else 9, y)) for y, name in enumerate(("a", "b", "c", "struck"))}
        fight = Fight({"ulf": (3, 3)}, foes, field=LONG).turn_of(blood="party").sheet_of("struck", grit=0, flesh=2)
        for name in asleep:
            fight.sheet_of(name, **dozing(last=3))
        return features(fight)["strike struck great-sword"].get("rout", 0.0)

    assert rout("a") > 0, "two of four"
    assert rout("struck") == 0 and rout("a", "struck") == 0


def test_sleep_is_not_sung_to_sleepers() -> None:
    foes = {"one": ("thug", (8, 3)), "two": ("thug", (8, 4)), "awake": ("thug", (14, 3))}
    fight = Fight({"mage": (2, 3)}, foes, field=LONG)
    fight.sheet_of("one", **dozing(last=3)).sheet_of("two", **dozing(last=3))
    sung = [key for key in features(fight) if key.startswith("cast lullaby")]
    assert sung and all(abs(int(key.split()[-1].split(",")[0]) - 14) <= 3 for key in sung)


def test_a_friend_without_grit_is_mended() -> None:
    fight = Fight({"mage": (3, 3), "hero": (4, 3)}, {"sluggard": (36, 3)}, field=LONG).sheet_of("hero", grit=0)
    assert features(fight.play("mage"))["cast mend hero"]["heal"] > 0


def test_a_ward_is_for_whoever_is_in_danger() -> None:
    near = features(Fight({"mage": (3, 3)}, {"troll": (6, 3)}, field=HALL))
    far = features(Fight({"mage": (1, 3)}, {"sluggard": (36, 3)}, field=LONG))
    assert near["cast ward mage"]["guard"] > 0
    assert "cast ward mage" not in far


def test_a_dreadful_sight_is_worth_most_the_first_time() -> None:
    foes = {"one": ("thug", (7, 3)), "two": ("thug", (8, 4))}
    first = features(Fight({"mage": (3, 3)}, foes, field=HALL))["cast hollow-face one"]["rout"]
    again = Fight({"mage": (3, 3)}, foes, field=HALL).turn_of(
        rung=("foes dread hollow-face one", "foes dread hollow-face two")
    )
    assert features(again)["cast hollow-face one"].get("rout", 0.0) < first


# ------------------------------------------------------------------ doors and tasks


def test_a_door_between_the_sides_is_opened() -> None:
    wall = ground("....#....", "....#....", ".........", "....#....")
    door = Edge("gate", (4, 2), (4, 3), "door", "closed")
    field = Field(9, 4, wall.palette, wall.terrain, edges=(door,))
    fight = Fight({"hero": (3, 2)}, {"sluggard": (7, 2)}, field=field)
    assert chosen(fight) == "open gate"


def test_a_task_is_worked_at() -> None:
    aim = Objective("task", "party", cells=((5, 3),), count=3, what="the winch")
    assert chosen(Fight({"hero": (4, 3)}, {"thug": (14, 3)}, field=HALL, objectives=(aim,))) == "work"


def test_fire_underfoot_is_walked_round() -> None:
    fire = Feature("fire", "fire", cells=tuple((7, y) for y in range(2, 5)))
    field = Field(16, 7, HALL.palette, HALL.terrain, features=(fire,))
    found = features(Fight({"hero": (2, 3)}, {"thug": (8, 3)}, field=field))
    assert all("peril" in each for key, each in found.items() if key in ("go 7,3", "go 7,2"))
