"""Advice, weighed by Instinct: what a sensible fighter does in plain situations, and what it is reckoned from."""

from __future__ import annotations

from math import fsum

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.masks import numbers
from game.ai.planner import Planner
from game.ai.scoring import TemperedWeights
from game.kit.testing.fight import d20
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.places import as_cell
from rulesets.glog import RULESET
from rulesets.glog.mind.damage import OPEN, hits, lethal, passes, stats_of, struck, toughness
from rulesets.glog.mind.model import GlogModel
from rulesets.glog.mind.view import GlogSideView
from rulesets.glog.play.moving import reach
from rulesets.glog.sheet.sheet import CELL, FEET
from tests.rulesets.glog.kit import Fight, ground, suffering

HALL = ground(*["................"] * 7)
LONG = ground(*["........................................"] * 7)


def chosen(fight: Fight, level: str = "instinct") -> str:
    """What an AI answers to the question that waits."""
    question = fight.asked
    answer = opponent(level, question.seat).answer(fight.match, question)
    assert isinstance(answer, str)
    question.options.find(answer)
    return answer


def features(fight: Fight) -> dict[str, dict[str, float]]:
    """The advice on the question that waits."""
    model = RULESET.model(fight.board, str(fight.asked.seat))
    candidates = Planner(model, TemperedWeights(RULESET.weights["options"])).candidates(fight.asked)
    return {each.key: dict(each.features) for each in candidates}


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
        return [({at % 40 for at in numbers(mask)}, amount) for name, mask, amount in found if name == "chased"]

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
    bow, axe = ({at % 40 for at in numbers(model(fight).near_allies(Id(who)))} for who in ("bow", "axe"))
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
            for spot in numbers(layer & ~(1 << told.members()[archer].spot)):
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
