"""Advice, weighed by Instinct: plain situations, and a position for each tool of the book that pays now and then."""

from __future__ import annotations

from math import fsum

import pytest
from msgspec.structs import replace

from game.ai.rollouts import worth
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.field import Edge, Zone
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.mind.damage import reaches, stats_of, struck, sums
from rulesets.ingenuity.mind.model import IngenuityModel
from rulesets.ingenuity.mind.view import IngenuitySideView
from rulesets.ingenuity.play.geometry import Look
from rulesets.ingenuity.play.moving import speed
from rulesets.ingenuity.play.throws import Pair
from tests.rulesets.helping import chosen, features
from tests.rulesets.ingenuity.kit import Fight, ground, suffering, thrown
from tests.rulesets.ingenuity.test_feats import SEER

HALL = ground(*["................"] * 7)
CELLS = tuple((x, y) for x in range(16) for y in range(7))


def model(fight: Fight, side: str = "party") -> IngenuityModel:
    """The moment as a side knows it."""
    return IngenuityModel(IngenuitySideView(fight.board, side))


# ------------------------------------------------------------------ danger


def test_a_body_is_not_in_the_way_of_whoever_comes_to_it_where_it_goes() -> None:
    """In a passage, two moves from a foe: behind it the foe can come as well, once it has made room."""
    passage = ground("#" * 16, "." * 16, "#" * 16)
    fight = Fight({"boudica": (11, 1)}, {"wolf": (0, 1)}, field=passage)
    assert speed(fight.body("wolf")) == 9, "it comes beside her with a second move, not with the first"
    scene = model(fight).view
    behind = scene.threats(Id("wolf"), Id("boudica"), scene.ground.bit((12, 1)), guards=False)
    assert [expected_threat.late for expected_threat in behind] == [True]


# ------------------------------------------------------------------ numbers by hand


def test_two_dice_and_advantages_by_hand() -> None:
    def at_least(least: int, net: int) -> float:
        return fsum(p for total, p in sums(Pair(6, 6), net) if total >= least)

    # 2d6 + 1 against 8, and bare 2d6 against 8
    assert [at_least(7, net) for net in (0, 1, 2)] == pytest.approx([0.583, 0.806, 0.910], abs=0.001)
    assert [at_least(8, net) for net in (0, 1, 2)] == pytest.approx([0.417, 0.681, 0.826], abs=0.001)


def test_a_luck_die_of_twenty_adds_to_a_test() -> None:
    assert reaches(Pair(6, 4), 4) == pytest.approx(0.881, abs=0.001)  # d6+d4+1 against 5


def test_three_attacks_by_hand() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}, field=HALL).profile_of("dummy", physical=5)
    spear, it = stats_of(fight.body("boudica")).frame, stats_of(fight.body("dummy")).frame
    arm = spear.arms[0]
    row = [struck(spear.after(number), arm, it, Look(1)) for number in range(3)]
    assert [each.hit for each in row] == pytest.approx([0.85, 0.625, 0.35], abs=0.001)
    assert [each.points for each in row] == pytest.approx([6.90, 4.40, 2.20], abs=0.01)


def test_what_a_blow_costs_is_the_targets_alone() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL)
    frame = stats_of(fight.body("guard")).frame
    assert frame.target is frame.having(attacks=2).target
    assert frame.striker is frame.having(end=1).striker
    assert frame.after(1) is not frame


def test_a_stature_is_the_profiles_and_the_share_left_is_the_bodys() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (8, 3), "ogre": (10, 5)}, field=HALL).sheet_of("guard", end=1)
    found = model(fight).members()
    assert found[Id("guard")].unit_value == pytest.approx(1.0, abs=0.45)
    assert found[Id("ogre")].unit_value > 1.3 * found[Id("guard")].unit_value
    assert found[Id("guard")].left < found[Id("boudica")].left


# ------------------------------------------------------------------ turns


def test_whoever_can_reach_a_foe_strikes_it() -> None:
    assert chosen(Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL)).startswith("strike guard")


def test_whoever_can_reach_nobody_comes_nearer() -> None:
    fight = Fight({"boudica": (0, 3)}, {"guard": (15, 3)}, field=HALL)
    assert chosen(fight).startswith("go ")


def test_the_third_attack_is_worth_less_than_guard() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL).profile_of("guard", eva=10, physical=9)
    fight.turn_of(phase="turn", active="boudica", actions=1).sheet_of("boudica", attacks=2, acted=True)
    assert chosen(fight) == "guard"


def test_the_helpless_are_left_alone_while_others_fight() -> None:
    fight = Fight({"boudica": (4, 3)}, {"guard": (5, 3), "goblin": (3, 3)}, field=HALL)
    fight.sheet_of("goblin", unconscious=True, hp=0)
    assert chosen(fight).startswith("strike guard")


def test_plans_to_reach_a_place_are_on_the_menu() -> None:
    fight = Fight({"boudica": (2, 3)}, {"guard": (14, 5)}, field=HALL)
    told = {key for key in features(fight) if key.startswith("go ")}
    assert told and told <= {option.key for family in fight.asked.options.families for option in family}


def test_attacks_after_the_first_are_reckoned_worse() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL)
    it = model(fight)
    me = it.members()[Id("boudica")]
    acts = [act for act in it.acts(me.id, me.spot, me.budget, 1 << me.spot) if act.key == "strike guard spear"]
    harms = [act.outs[0].effects[0].hurt + act.outs[0].effects[0].fell for act in acts]
    assert len(acts) == 3 and harms == sorted(harms, reverse=True) and harms[0] > harms[2]
    assert [act.pay[4:7] for act in acts] == [(1, -1, 0), (0, 1, -1), (0, 0, 1)]


def test_guard_makes_a_place_less_dangerous() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL)
    it = model(fight)
    spot = 1 << it.members()[Id("boudica")].spot

    def danger(*kept: int) -> float:
        return max(each.fell + 0.5 * each.hurt for each in it.expected_threats(Id("guard"), Id("boudica"), spot, kept))

    assert danger(1, 1) < danger(0, 1) < danger(0, 0)


def test_an_escape_is_a_pull_to_its_ground() -> None:
    aim = Objective("escape", "party", cells=((15, 3),))
    fight = Fight({"boudica": (9, 3)}, {"guard": (2, 5)}, field=HALL, objectives=(aim,))
    assert model(fight).pulls(Id("boudica"))[0].places >> (3 * 16 + 15) & 1
    assert chosen(fight).startswith("go 15,3")


def test_whose_turn_it_is_goes_to_whoever_can_do_something() -> None:
    fight = Fight({"boudica": (3, 3), "fabian": (0, 0)}, {"guard": (4, 3), "goblin": (15, 6)}, field=HALL)
    assert chosen(fight) == "boudica"


# ------------------------------------------------------------------ positions


def test_a_position_with_more_left_is_better() -> None:
    whole = Fight({"boudica": (3, 3)}, {"guard": (6, 3)}, field=HALL)
    hurt = Fight({"boudica": (3, 3)}, {"guard": (6, 3)}, field=HALL).sheet_of("guard", end=0, hp=6)
    assert worth(model(hurt), None)["theirs"] < worth(model(whole), None)["theirs"]


def test_wits_are_kept_until_something_happens() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL)
    before = RULESET.model(fight.board, "party")
    assert RULESET.model(fight.board, "party") is before
    fight.play("strike guard spear", thrown(1, 1))
    assert RULESET.model(fight.board, "party") is not before


@pytest.mark.rule("ingenuity", "B-54", "N-4")
def test_a_feat_at_somebody_in_the_dark_is_reckoned_worse_but_from_beside_it() -> None:
    found = {}
    for name, field in (("light", HALL), ("dark", replace(HALL, zones=(Zone("dark", "Dark", CELLS, dark=True),)))):
        it = model(Fight({"seer": (3, 3)}, {"guard": (8, 3)}, field=field, roster=SEER).profile_of("guard", will=7))
        me = it.members()[Id("seer")]
        where = it.view.ground.bit((3, 3)) | it.view.ground.bit((7, 3))
        acts = [act for act in it.acts(me.id, me.spot, me.budget, where) if act.key == "feat dread guard"]
        found[name] = {act.where & where: fsum(effect.turns for effect in act.outs[0].effects) for act in acts}
    ((_, plain),) = found["light"].items()
    beside, afar = (1 << (3 * 16 + 7), 1 << (3 * 16 + 3))
    assert found["dark"][beside] == plain > found["dark"][afar]


LONG = ground(*["........................................"] * 7)


def active(fight: Fight, who: str, actions: int = 3, **changes: object) -> Fight:
    """In the midst of somebody's turn."""
    return fight.turn_of(phase="turn", active=who, actions=actions, **changes).sheet_of(who, acted=True)


# ------------------------------------------------------------------ answers


def test_a_blow_that_would_fell_is_answered() -> None:
    fight = Fight({"roland": (3, 3)}, {"ogre": (4, 3)}, field=HALL, acting="foes").sheet_of("roland", end=0, hp=9)
    fight.until("strike roland maul", thrown(4, 2, of="d10+d6"))
    assert fight.asked.topic == "defence"
    assert chosen(fight) != "pass"


def test_the_reaction_is_kept_to_fortify_where_nothing_else_helps() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL, acting="foes").sheet_of("boudica", end=0)
    fight.until("strike boudica spear", thrown(6, 6))
    told = features(fight)
    assert told["parry spear"].get("lost", 0.0) > told["pass"].get("lost", 0.0)


def test_whoever_is_about_to_faint_fortifies() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, field=HALL, acting="foes").sheet_of("boudica", end=0, hp=9)
    fight.until("strike boudica spear", thrown(4, 4), "pass")
    assert fight.asked.topic == "fortify"
    assert chosen(fight) == "fortify"


def test_a_sound_friend_steps_in_for_one_who_would_fall() -> None:
    fight = Fight({"fabian": (3, 3), "roland": (3, 4)}, {"ogre": (4, 3)}, field=HALL, acting="foes")
    fight.sheet_of("fabian", end=0, hp=3, reactions=0)
    fight.until("strike fabian maul", thrown(6, 3, of="d10+d6"))
    assert fight.asked.topic == "intercept"
    assert chosen(fight) == "intercept roland"


# ------------------------------------------------------------------ on one's turn


def test_a_foe_is_flanked() -> None:
    fight = Fight({"boudica": (1, 3), "fabian": (7, 3)}, {"ogre": (5, 2)}, field=HALL).profile_of("ogre", eva=9)
    at = chosen(fight.play("boudica"))
    assert at.startswith("go ")
    assert int(at.split()[1].split(",")[0]) == 4, "on the side opposite of her friend"


def test_nobody_is_left_between_two_foes_without_a_price() -> None:
    fight = Fight({"boudica": (5, 3)}, {"guard": (4, 3), "goblin": (6, 3)}, field=HALL)
    assert model(fight).view.surrounded(Id("boudica")) >> (3 * 16 + 5) & 1
    assert not model(fight).view.surrounded(Id("boudica")) >> (2 * 16 + 3) & 1


def test_a_friend_who_can_strike_is_commanded() -> None:
    fight = Fight({"clementine": (0, 0), "boudica": (9, 3)}, {"ogre": (10, 3)}, field=HALL)
    assert features(fight.play("clementine"))["command boudica"]["harm"] > 0
    assert chosen(fight) == "command boudica"


def test_a_commanded_friend_strikes() -> None:
    fight = Fight({"clementine": (0, 0), "boudica": (9, 3)}, {"ogre": (10, 3)}, field=HALL)
    fight.play("clementine", "command boudica")
    assert chosen(fight).startswith("strike ogre")


def test_a_friend_is_brought_round_who_still_has_its_turn() -> None:
    fight = Fight({"clementine": (3, 3), "roland": (4, 3)}, {"goblin": (15, 6)}, field=HALL)
    fight.sheet_of("roland", unconscious=True, prone=True, end=0, hp=0)
    assert chosen(fight) == "revive roland"


def test_a_crossbow_is_loaded_and_what_was_begun_is_finished() -> None:
    fight = Fight({"petra": (2, 3)}, {"guard": (38, 3)}, field=LONG).sheet_of("petra", unloaded=("crossbow",))
    assert chosen(fight) == "load crossbow"
    begun = active(Fight({"petra": (2, 3)}, {"guard": (38, 3)}, field=LONG), "petra", 1)
    begun.sheet_of("petra", unloaded=("crossbow",))
    assert "load crossbow" in features(begun)
    fight = Fight({"petra": (2, 3), "roland": (0, 0)}, {"guard": (20, 3)}, field=LONG)
    fight.sheet_of("petra", unloaded=("crossbow",))
    active(fight, "petra", 1).play("load crossbow").until("go on") if fight.offers("go on") else None


def test_whoever_lies_gets_up_or_strikes() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (12, 3)}, field=HALL).sheet_of("boudica", prone=True)
    assert chosen(fight) == "stand"


def test_an_archer_with_a_foe_beside_it_steps_back_or_draws() -> None:
    fight = Fight({"agnessa": (5, 3)}, {"guard": (6, 3)}, field=HALL)
    found = features(fight)
    assert any(key.startswith("brandish dagger") for key in found) or chosen(fight).startswith(("go", "step"))


def test_what_lies_about_is_picked_up_by_the_unarmed() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (12, 3)}, field=HALL).thing("spear-9", "spear", (4, 3))
    fight.sheet_of("boudica", hand="", carried=())
    assert chosen(fight) == "take spear-9"


def test_a_door_between_the_sides_is_opened() -> None:
    rows = [".......#........"] * 3 + ["................"] + [".......#........"] * 3
    door = Edge("gate", (8, 3), (8, 4), "door", "closed")
    fight = Fight({"boudica": (7, 3)}, {"guard": (8, 3)}, field=ground(*rows, edges=(door,)))
    assert chosen(fight).startswith("open")


def test_a_task_is_worked_at() -> None:
    aim = Objective("task", "party", cells=((3, 3),), count=2)
    fight = Fight({"boudica": (3, 3)}, {"guard": (15, 3)}, field=HALL, objectives=(aim,))
    assert chosen(fight) == "work"


def test_the_way_out_is_taken_by_those_who_are_to_escape() -> None:
    aim = Objective("escape", "party", cells=((0, 3),))
    fight = Fight({"boudica": (0, 3)}, {"guard": (5, 3)}, field=HALL, objectives=(aim,))
    assert chosen(fight) == "leave"


def test_the_last_one_who_can_hardly_stand_gives_up() -> None:
    fight = Fight({"fabian": (0, 3)}, {"ogre": (12, 2), "guard": (12, 6), "boudica": (13, 4)}, field=HALL)
    fight.sheet_of("fabian", end=0, hp=8)
    assert model(fight).flees("fabian")  # type: ignore[arg-type]
    assert chosen(fight) == "leave"


def test_bleeding_is_reckoned_with() -> None:
    plain = features(Fight({"boudica": (3, 3)}, {"wolf": (4, 3)}, field=HALL))
    weapon = Fight({"boudica": (3, 3)}, {"wolf": (4, 3)}, field=HALL).weapon_of(
        "boudica", "spear", inflicts="bleeding", amount=2
    )
    assert features(weapon)["strike wolf spear"]["harm"] > plain["strike wolf spear"]["harm"]
    assert suffering(bleeding=2)[0].count == 2
