"""Advice, weighed by Instinct: what a sensible fighter does in plain situations, and which tool it finds."""

from __future__ import annotations

from math import fsum

import pytest
from msgspec.structs import replace

from game.kit.conditions import Condition
from game.kit.testing.fight import d6, d8, d20
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.field import Edge, Feature, Field, Zone
from game.spatial.paths import bits
from game.spatial.places import as_cell
from rulesets.glog import RULESET
from rulesets.glog.mind.damage import OPEN, hits, lethal, passes, saved, stats_of, struck, toughness
from rulesets.glog.mind.model import GlogModel
from rulesets.glog.mind.view import GlogSideView, MoraleModel
from rulesets.glog.play.moving import reach
from rulesets.glog.sheet.sheet import ASLEEP, CELL, FEET
from tests.rulesets.glog.kit import Fight, ground, suffering
from tests.rulesets.helping import chosen, features

HALL = ground(*["................"] * 7)
LONG = ground(*["........................................"] * 7)


def model(fight: Fight, side: str = "party") -> GlogModel:
    """The moment as a side knows it."""
    return GlogModel(GlogSideView(fight.board, side))


# ------------------------------------------------------------------ together


def test_who_is_far_from_its_band_joins_it_before_the_foe() -> None:
    """A trained archer between its friends, who are a long way behind, and a foe out of its sight."""
    friends = {"leader": ("bandit-leader", (3, 3)), "one": ("bandit", (4, 3)), "two": ("bandit", (3, 4))}
    fight = Fight({"bow": ("bandit-archer", (18, 3)), **friends}, {"thug": ("bandit", (39, 3))}, field=LONG)
    go = chosen(fight.play("bow"), "trained")
    assert go.startswith("go ") and int(go.split()[1].split(",")[0]) < 18
    alone = chosen(Fight({"bow": ("bandit-archer", (18, 3))}, {"thug": ("bandit", (39, 3))}, field=LONG), "trained")
    assert not (alone.startswith("go ") and int(alone.split()[1].split(",")[0]) < 18)


def test_whose_friends_run_or_lie_there_has_no_band_to_join() -> None:
    places = {"bow": ("bandit-archer", (18, 3)), "one": ("bandit", (4, 3)), "two": ("bandit", (3, 4))}

    def fight() -> Fight:
        return Fight(places, {"thug": ("bandit", (39, 3))}, field=LONG)

    assert model(fight()).near_allies(Id("bow"))
    assert not model(fight().sheet_of("one", fleeing=True)).near_allies(Id("bow"))
    assert not model(fight().sheet_of("one", conditions=suffering("surprised"))).near_allies(Id("bow"))


def test_only_those_of_the_same_group_have_their_turn_before_the_foes() -> None:
    """The early may still go before the foes come; the late, and those who have acted, are where they are."""
    band = {"hero": (3, 3), "mage": (4, 3), "archer": (5, 3)}
    fight = Fight(band, {"thug": (9, 3)}, field=HALL).sheet_of("archer", early=False).play("hero")
    assert [who for who in band if model(fight).acts_before_foes(Id(who))] == ["mage"]
    assert not model(fight.play("done", "mage")).acts_before_foes(Id("hero"))


# ------------------------------------------------------------------ archers


@pytest.mark.parametrize("unit", ["bandit-archer", "goblin-slinger", "crossbow-guard"])
def test_whose_knife_does_only_a_little_more_fights_from_afar(unit: str) -> None:
    fight = Fight({"hero": (3, 3)}, {"archer": (unit, (9, 3))}, field=HALL, acting="foes")
    it = stats_of(fight.body("archer"))
    assert it.shooter and it.arm is not None and it.arm.mode == "shot"
    assert chosen(fight.play("archer")).startswith("shoot hero")


def test_a_shooter_is_hunted_where_a_foe_can_come_to_strike_it() -> None:
    places = {"bow": ("bandit-archer", (6, 3)), "one": ("bandit", (5, 3))}
    fight = Fight(places, {"thug": ("bandit", (12, 3))}, field=LONG)
    stances = [mask for name, mask, _ in model(fight).stances(Id("bow"), -1, ()) if name == "hunted"]
    ground, scene = model(fight).view.ground, model(fight).view
    assert stances == [ground.covers(scene.zone(Id("thug")), 1)]
    assert stances[0] & ground.bit((6, 3)) and not stances[0] & ground.bit((2, 3))
    fled = model(Fight(places, {"thug": ("bandit", (12, 3))}, field=LONG).sheet_of("thug", fleeing=True))
    assert "hunted" not in [name for name, _, _ in fled.stances(Id("bow"), -1, ())]


def test_a_shooter_is_chased_where_a_foe_may_sprint_and_strike_before_it_has_a_turn() -> None:
    """Three walks of eight cells and an arm's length, by whoever has its turn yet to come and nobody beside it."""
    places = {"bow": ("bandit-archer", (3, 3)), "one": ("bandit", (4, 3))}

    def chased(fight: Fight) -> list[tuple[set[int], float]]:
        found = model(fight).stances(Id("bow"), -1, ())
        return [({at % 40 for at in bits(mask)}, amount) for name, mask, amount in found if name == "chased"]

    def fight(**more: tuple[str, tuple[int, int]]) -> Fight:
        return Fight({**places, **more}, {"thug": ("bandit", (38, 3))}, field=LONG)

    columns, amount = chased(fight())[0]
    now = model(fight())
    bow, thug = (now.view.stats[Id(who)] for who in ("bow", "thug"))
    assert columns == set(range(38 - 3 * now.view.pace(thug) - 1, 40))
    assert now.coming(Id("thug")) == pytest.approx(1 + amount / bow.unit_value), "its second turn may come first"
    assert 0 < amount < bow.unit_value
    assert not chased(fight().sheet_of("thug", done=True)), "whose turn is over sprints next, and then the archer goes"
    assert not chased(fight(two=("bandit", (37, 3)))), "who leaves somebody is struck"


def test_a_shooter_who_is_hunted_may_run_for_it_and_no_rush_is_seen_in_that() -> None:
    """With somebody to shoot at, too: whoever follows at a run has no action left to strike with."""
    places = {"bow": ("bandit-archer", (12, 3)), "axe": ("bandit", (12, 5))}
    near = Fight(places, {"thug": ("bandit", (16, 3))}, field=LONG)
    hunted, fighter = (
        features(near.play("bow")),
        features(Fight(places, {"thug": ("bandit", (16, 3))}, field=LONG).play("axe")),
    )
    assert any(key.startswith("shoot") for key in hunted)
    assert not hunted["sprint"].get("sprints")
    assert "sprint" not in fighter
    far = features(Fight(places, {"thug": ("bandit", (26, 3))}, field=LONG).play("bow"))
    assert "sprint" not in far


def test_shooters_keep_a_walk_from_the_middle_of_their_band() -> None:
    """Right there they would be among those whom a foe runs at."""
    friends = {"leader": ("bandit-leader", (20, 3)), "one": ("bandit", (21, 3)), "two": ("bandit", (20, 4))}
    fight = Fight(
        {"bow": ("bandit-archer", (2, 3)), "axe": ("bandit", (3, 3)), **friends}, {"thug": (39, 3)}, field=LONG
    )
    bow, axe = ({at % 40 for at in bits(model(fight).near_allies(Id(who)))} for who in ("bow", "axe"))
    walk = model(fight).view.stats[Id("bow")].pace // FEET
    assert min(axe) - min(bow) == walk > 0


def test_whose_knife_does_far_more_than_the_bow_comes_to_blows() -> None:
    """A knife takes the better of Might and Agility, a bow neither."""
    fight = Fight({"hero": (3, 3)}, {"archer": ("bandit-archer", (9, 3))}, field=HALL).scores_of("archer", might=18)
    it = stats_of(fight.body("archer"))
    assert not it.shooter and it.arm is not None and it.arm.mode == "melee"


# ------------------------------------------------------------------ numbers


def test_a_blow_is_reckoned_grit_before_flesh() -> None:
    fight = Fight({"hero": (3, 3)}, {"bones": (4, 3)})
    sword = stats_of(fight.body("hero")).frame
    harm = struck(sword, sword.arms[0], stats_of(fight.body("bones")).frame, OPEN)
    # +2 against 10: 8 and more of 2 to 19 hit, and 20; d8 + 1 fells 5 Flesh from a 4 on.
    assert harm.toll.hit == pytest.approx(13 / 20)
    assert harm.toll.fell == pytest.approx(13 / 20 * 5 / 8)


def test_the_die_of_a_boon_does_not_save_a_natural_one() -> None:
    assert hits(2, 3, 20) == pytest.approx((18 / 20, 1 / 20))
    assert passes(10, 0) == 11 / 20 and passes(10, -1) < passes(10, 0) < passes(10, 1)


def test_what_a_blow_adds_to_the_chance_that_the_next_one_kills() -> None:
    """One of d6 + 1 that hits as often as not; of the gritty only one in twenty goes past Grit."""
    assert lethal(0, 5) == pytest.approx(3 / 6 / 2) and lethal(1, 5) == pytest.approx(3 / 6 / 20) and lethal(0, 8) == 0
    fight = Fight({"hero": (3, 3)}, {"bones": (4, 3)}).sheet_of("bones", flesh=9)
    sword = stats_of(fight.body("hero")).frame
    harm = struck(sword, sword.arms[0], stats_of(fight.body("bones")).frame, OPEN)
    # d8 + 1 leaves 7 to 1 of 9 Flesh, or none; of those 7 dies of a 6, 6 of a 5 and 6, and so on.
    assert harm.brink == pytest.approx(13 / 20 / 8 * fsum(n / 6 / 2 for n in (1, 2, 3, 4, 5, 6, 6)))


def test_a_point_of_grit_is_worth_a_whole_blow() -> None:
    bare, gritty = (toughness(grit, 5, 0, shield=False) for grit in (0, 1))
    assert gritty - bare == pytest.approx(1.0)
    assert toughness(0, 0, 9, shield=True) == 0.0, "the dead take none"


def test_a_stature_is_the_profiles_and_the_share_left_is_the_bodys() -> None:
    fight = Fight({"hero": (3, 3)}, {"ogre": (8, 3), "bandit": (9, 5)})
    worn = Fight({"hero": (3, 3)}, {"ogre": (8, 3), "bandit": (9, 5)}).sheet_of("ogre", grit=0, flesh=2)
    fresh, hurt = model(fight).members(), model(worn).members()
    assert fresh[Id("ogre")].unit_value == hurt[Id("ogre")].unit_value > 1.5 * fresh[Id("bandit")].unit_value
    assert hurt[Id("ogre")].left < fresh[Id("ogre")].left == 1.0


# ------------------------------------------------------------------ fighting


def test_whose_grit_is_gone_is_struck_first() -> None:
    fight = Fight({"hero": (5, 3)}, {"whole": ("thug", (4, 3)), "open": ("thug", (6, 3))})
    fight.sheet_of("open", grit=0)
    assert chosen(fight).startswith("strike open")


def test_the_small_blow_comes_before_the_big_one() -> None:
    fight = Fight({"pip": (4, 3), "ulf": (6, 3)}, {"thug": (5, 3)})
    picks = features(fight)
    assert picks["ulf"]["heavy"] > picks["pip"]["heavy"] > 0
    bare = features(Fight({"pip": (4, 3), "ulf": (6, 3)}, {"thug": (5, 3)}).sheet_of("thug", grit=0))
    assert not bare["ulf"]["heavy"], "there is nothing left that soaks it"


def test_a_fighter_goes_to_its_foe_and_strikes() -> None:
    fight = Fight({"hero": (2, 3)}, {"thug": (7, 3)}, field=HALL)
    key = chosen(fight)
    assert key.startswith("go")
    place = as_cell(fight.asked.options.find(key).place)  # type: ignore[arg-type]
    assert max(abs(place[0] - 7), abs(place[1] - 3)) == 1
    assert chosen(fight.play(key)).startswith(("strike thug", "trip thug", "cow thug", "disarm thug"))


def test_whoever_reaches_nobody_sprints() -> None:
    fight = Fight({"hero": (1, 3)}, {"thug": (38, 3)}, field=LONG)
    assert chosen(fight) == "sprint"


@pytest.mark.parametrize(("far", "rush"), [(50, 0.0), (49, 1.0), (20, 1.0)])
def test_a_sprint_is_a_rush_where_three_walks_of_each_lead_to_blows(far: int, rush: float) -> None:
    fight = Fight({"hero": (1, 3)}, {"thug": (far, 3)}, field=ground(*["." * 60] * 7))
    assert features(fight)["sprint"].get("sprints", 0.0) == rush


def test_an_archer_out_of_reach_shoots_and_stays_away() -> None:
    fight = Fight({"archer": (1, 3)}, {"sluggard": (12, 3)}, field=LONG)
    key = chosen(fight)
    if key.startswith("go"):
        key = chosen(fight.play(key))
    assert key == "shoot sluggard longbow"


def test_an_archer_with_a_foe_at_its_throat_does_not_stand_idle() -> None:
    assert chosen(Fight({"archer": (5, 3)}, {"thug": (6, 3)}, field=HALL)) != "done"


def test_whoever_lies_on_the_ground_gets_up() -> None:
    fight = Fight({"hero": (2, 3)}, {"thug": (3, 3)}, field=HALL).sheet_of("hero", prone=True)
    assert chosen(fight) == "stand"


def test_nobody_walks_where_a_pin_holds_it() -> None:
    fight = Fight({"hero": (2, 3)}, {"thug": (9, 3)}, field=HALL).sheet_of("hero", conditions=suffering("pinned"))
    assert not model(fight).moves(Id("hero"), 0, (1, 8))
    assert chosen(fight) == "done"


def test_the_late_fear_the_foes_less_than_the_early() -> None:
    fight = Fight({"hero": (2, 3)}, {"thug": (9, 3)}, field=HALL)
    early = model(fight.play("hero")).coming(Id("thug"))
    late = (
        Fight({"hero": (2, 3)}, {"thug": (9, 3)}, field=HALL).sheet_of("hero", early=False).sheet_of("thug", done=True)
    )
    assert model(late.turn_of(block="late")).coming(Id("thug")) == pytest.approx(early - 1.0)


def test_until_there_is_blood_whose_death_would_make_others_run_is_in_the_greater_danger() -> None:
    """Nearly always that side wins which draws the first blood; wounds shake nobody, and a hero's friends never run."""
    places = {"one": ("bandit", (3, 3)), "two": ("bandit", (4, 3)), "three": ("bandit", (4, 4))}
    foe, one = Id("foe"), Id("one")

    def dangers(fight: Fight) -> tuple[list[float], list[float], float]:
        now = model(fight)
        plain, told = now.view.expected_threats(foe, one, -1), now.expected_threats(foe, one, -1, ())
        assert plain and [(each.where, each.hurt) for each in told] == [(each.where, each.hurt) for each in plain]
        marks = now.view.stats
        run = fsum(now.nerve.fails(marks[Id(who)]) * marks[Id(who)].unit_value for who in ("two", "three"))
        return [each.fell for each in told], [each.fell for each in plain], run / marks[one].unit_value

    told, plain, run = dangers(Fight(places, {"foe": ("bandit", (8, 3))}, field=HALL))
    assert run > 0.5 and told == pytest.approx([(1 + run) * fell for fell in plain])
    told, plain, _ = dangers(Fight(places, {"foe": ("bandit", (8, 3))}, field=HALL).turn_of(blood="foes"))
    assert told == plain
    heroes = Fight({"hero": (3, 3), "mage": (4, 3)}, {"foe": ("bandit", (8, 3))}, field=HALL)
    assert model(heroes).expected_threats(foe, Id("hero"), -1, ()) == model(heroes).view.expected_threats(
        foe, Id("hero"), -1
    )


def test_a_beaten_hero_makes_for_the_rim_and_leaves() -> None:
    fight = Fight({"hero": (0, 3)}, {"troll": (9, 3), "ogre": (12, 3)}, field=HALL).sheet_of("hero", grit=0, flesh=1)
    assert model(fight).flees(Id("hero"))
    assert chosen(fight) == "retreat"


def test_plans_to_reach_a_place_are_on_the_menu() -> None:
    fight = Fight({"hero": (2, 3)}, {"thug": (14, 5)}, field=HALL)
    told = {key for key in features(fight) if key.startswith("go ")}
    assert told and told <= {option.key for family in fight.asked.options.families for option in family}


@pytest.mark.parametrize("diagonals", ["euclid", "one"])
def test_where_an_archer_gets_after_its_shot_is_where_it_could_walk(diagonals: str) -> None:
    """From every place that it may shoot from, with what is left of its way; over rubble and round a wall."""
    field = ground("......~~....", "...#..~~....", "...#~~......", "...#........", "......~.....")
    fight = Fight(
        {"archer": ("bandit-archer", (2, 2)), "hero": (2, 3)}, {"thug": (9, 2)}, field=field, diagonals=diagonals
    )
    fight.play("archer")
    told, archer = model(fight), Id("archer")
    ground_, me = told.view.ground, fight.body("archer")
    for move in told.moves(archer, told.members()[archer].spot, (1, 8)):
        for cost, layer in enumerate(move.ends):
            for spot in bits(layer & ~(1 << told.members()[archer].spot)):
                there = replace(me, at=ground_.cell(spot), sheet=replace(me.sheet, moved=cost * CELL))
                real = reach(fight.board, there, (8 - cost) * CELL).mask
                assert told.ends(archer, spot, (0, 8 - cost)) | 1 << spot == real


def test_an_escape_is_a_pull_to_its_ground() -> None:
    aim = Objective("escape", "party", cells=((15, 3),))
    fight = Fight({"hero": (9, 3)}, {"thug": (2, 5)}, field=HALL, objectives=(aim,))
    assert model(fight).pulls(Id("hero"))[0].places >> (3 * 16 + 15) & 1
    assert chosen(fight).startswith("go 15,3")


def test_wits_are_kept_until_something_happens() -> None:
    fight = Fight({"hero": (3, 3)}, {"thug": (4, 3)})
    before = RULESET.model(fight.board, "party")
    assert RULESET.model(fight.board, "party") is before
    fight.play("hero", "strike thug sword slashing", d20(2))
    assert RULESET.model(fight.board, "party") is not before


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


WALL = ground("................", *["......2222222222"] * 5, "................")


@pytest.mark.rule("glog", "D-17", "D-25")
@pytest.mark.parametrize(
    ("handy", "hands", "does"),
    [
        (("sword", "shield", "brandy"), ("sword", "shield"), "stow shield"),
        (("sword", "brandy"), ("sword",), "stow brandy"),
        (("sword",), ("sword",), "fetch short-bow"),
    ],
)
def test_a_bow_is_got_out_below_a_wall_that_nobody_comes_down(
    handy: tuple[str, ...], hands: tuple[str, ...], does: str
) -> None:
    """What is in its place, or keeps a hand from it, is stowed first, one thing a turn."""
    stowed = sorted({"sword", "shield", "brandy"} - set(handy))
    fight = Fight({"garrick": (2, 3)}, {"wyvern": (8, 3)}, field=WALL)
    fight.sheet_of("garrick", handy=handy, hands=hands, stowed=("short-bow", "quiver", *stowed))
    assert chosen(fight) == does


def test_a_bow_stays_in_the_pack_where_a_foe_can_come_to_blows() -> None:
    fight = Fight({"garrick": (2, 3)}, {"wyvern": (30, 3)}, field=LONG)
    assert not [key for key in features(fight) if key.startswith(("stow", "fetch"))]


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
