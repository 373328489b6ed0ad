"""By the book: Combat Actions, each with what it costs and whether it draws attacks of opportunity."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.conditions import Condition
from game.kit.testing.fight import Dice, check, d6, d20
from game.spatial.field import Feature
from rulesets.sovereign.play.events import AttackRolled, AttackSpoiled, DamageRolled, Did, Reacted
from rulesets.sovereign.sheet import roster
from tests.rulesets.sovereign.kit import OPEN, Fight, ground, terms

W1 = {"w1": ("skeletal-warrior", (6, 5))}


def beside(**sheet: object) -> Fight:
    """Annora with an armed foe at her side, and Bennett dying at her feet with his kit in her belt."""
    foes = {**W1, "w2": ("skeletal-warrior", (0, 10))}
    fight = Fight({"annora": (5, 5), "bennett": (5, 6), "colette": (4, 4)}, foes)
    fight.sheet_of("bennett", hp=0, fell=1, prone=True)
    return fight.sheet_of("annora", items=("healer's kit",), **sheet)


@pytest.mark.rule("sovereign", "E-19", "E-21", "E-40", "E-47", "E-50", "E-51")
@pytest.mark.parametrize(
    ("key", "sheet", "then", "draws"),
    [
        ("strike w1 short-sword", {}, [d20(1)], False),
        ("throw w2 hand-axe", {}, [d20(1)], False),
        ("charge w2 short-sword", {}, [d20(1)], True),
        ("swarm w1", {}, [], False),
        ("aid bennett", {}, [check(1, 1)], True),
        ("stow hand-axe", {}, [], False),
        ("disengage", {}, [], False),
        ("screen colette 5,4", {}, [], True),
        ("screen colette 5,5", {}, [], False),
        ("run 4,5", {}, [], True),
        ("run 5,4", {}, [], False),
        ("pick up mace#1", {}, [], True),
        ("stand", {"prone": True}, [], True),
        ("hold", {}, [], False),
        ("prone", {}, [], False),
        ("defend", {}, [], False),
        ("draw hand-axe", {}, [], False),
    ],
)
def test_which_actions_draw_attacks_of_opportunity(
    key: str, sheet: dict[str, object], then: list[Dice], draws: bool
) -> None:
    fight = beside(**sheet)
    if key.startswith("throw"):
        fight = Fight({"annora": (5, 5), "colette": (4, 4)}, {**W1, "w2": ("skeletal-warrior", (8, 5))})
    if key.startswith("pick up"):
        fight = Fight({"annora": (5, 5), "bennett": (4, 4)}, W1).sheet_of("annora", hand="", ready=())
        key = drop(fight)
    fight.play("annora", key, *then)
    assert (fight.opportunities == ["w1"]) == draws


def drop(fight: Fight) -> str:
    """Lay Annora's axe at her feet before the battle; gives the key that picks it up."""
    fight.thing("hand-axe#1", "hand-axe", (5, 5))
    return "pick up hand-axe#1"


@pytest.mark.rule("sovereign", "E-19", "E-73")
def test_an_attack_of_opportunity_is_a_free_melee_attack_with_shock() -> None:
    fight = Fight({"colette": (5, 5)}, W1).play("colette", "run 1,5", "strike short-sword", d20(1))
    assert fight.last(Reacted).rule == "E-19"
    assert terms(fight.last(AttackRolled).tally) == {"E-57": 2}
    assert fight.hp("colette") == 1, "2/15"
    assert fight.sheet("w1").main, "it costs nothing"
    assert fight.at("colette") == (1, 5)


@pytest.mark.rule("sovereign", "E-19", "S-7")
@pytest.mark.parametrize(
    "foe",
    [{"prone": True}, {"hand": "", "ready": ()}, {"hp": 0, "out": True}, {"conditions": (Condition("surprised"),)}],
    ids=["prone", "disarmed", "unconscious", "surprised"],
)  # fmt: skip
def test_who_makes_no_attacks_of_opportunity(foe: dict[str, object]) -> None:
    fight = Fight({"annora": (5, 5)}, {**W1, "w2": ("skeletal-warrior", (20, 5))}).sheet_of("w1", **foe)
    fight.play("annora", "run 1,5")
    assert fight.opportunities == []


@pytest.mark.rule("sovereign", "E-19")
def test_an_archer_makes_none_and_a_wolf_is_always_armed() -> None:
    fight = Fight({"annora": (5, 5)}, {"a1": ("skeletal-archer", (6, 5))}).play("annora", "run 1,5")
    assert fight.opportunities == []
    fight = Fight({"annora": (5, 5)}, {"wolf": (6, 5)}).play("annora", "run 1,5")
    assert fight.opportunities == ["wolf"]


@pytest.mark.rule("sovereign", "E-20", "E-45")
def test_every_foe_whose_reach_is_left_strikes_and_a_fallen_runner_goes_no_farther() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (6, 4)), "w3": ("skeletal-warrior", (9, 9))}
    fight = Fight({"annora": (5, 5), "colette": (1, 1)}, foes).play("annora", "run 0,5")
    assert fight.opportunities == ["w1", "w2"]
    fight = Fight({"colette": (5, 5), "annora": (1, 1)}, foes)
    fight.play("colette", "run 0,5", "strike short-sword", d20(19), d6(6))
    assert fight.at("colette") == (5, 5)
    assert fight.sheet("colette").fell == 1


@pytest.mark.rule("sovereign", "E-45", "E-20")
def test_long_weapons_and_big_bodies_reach_ten_feet() -> None:
    fight = Fight({"annora": (5, 5)}, {"hobgoblin": (7, 5)}).play("annora", "run 3,5")
    assert fight.opportunities == ["hobgoblin"]
    fight = Fight({"annora": (5, 5)}, {"ogre": (7, 5)}).play("annora", "run 4,5")
    assert fight.opportunities == ["ogre"]
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (7, 5))}).play("annora", "run 3,5")
    assert fight.opportunities == []


@pytest.mark.rule("sovereign", "E-46", "E-20")
def test_disengaging_holds_for_the_rest_of_the_round_and_moves_nobody() -> None:
    fight = beside().play("annora", "disengage")
    assert fight.at("annora") == (5, 5)
    assert not fight.sheet("annora").main
    fight.play("run 1,5", "done", "colette", "done", "end")
    assert fight.opportunities == []
    assert not fight.sheet("annora").disengaged


@pytest.mark.rule("sovereign", "E-47")
def test_a_skill_costs_the_main_action_and_a_fallen_helper_helps_nobody() -> None:
    fight = beside(hp=1).play("annora", "aid bennett", "strike short-sword", d20(19), d6(6))
    assert fight.sheet("annora").fell == 1
    assert not fight.sheet("bennett").tended
    fight = beside().play("annora", "aid bennett", check(3, 3))
    assert not fight.sheet("annora").main


@pytest.mark.rule("sovereign", "E-47", "E-89", "S-42")
def test_an_appeal_for_parley_wins_over_those_who_would_flee() -> None:
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (9, 5)), "w1": ("skeletal-warrior", (20, 5))})
    fight.sheet_of("b1", fleeing=True).profile_of("annora", skills={"Know": 2})
    fight.play("annora", "parley", check(5, 4))
    assert fight.sheet("b1").out
    assert fight.sheet("w1").up


@pytest.mark.rule("sovereign", "E-48")
def test_readying_and_stowing_cost_the_main_action_and_drawing_from_the_belt_nothing() -> None:
    fight = Fight({"fenn": (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))}).profile_of("fenn", feats=())
    fight.play("fenn", "ready small-bow")
    assert "small-bow" in fight.sheet("fenn").ready
    assert not fight.sheet("fenn").main
    fight.play("draw small-bow")
    assert fight.sheet("fenn").hand == "small-bow"
    assert fight.sheet("fenn").off == "", "it takes both hands"
    fight = Fight({"fenn": (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))}).play("fenn", "stow dagger")
    assert "dagger" in fight.sheet("fenn").stowed
    assert fight.sheet("fenn").off == ""


@pytest.mark.rule("sovereign", "E-48", "S-23")
def test_a_shield_and_a_two_handed_weapon_do_not_go_together() -> None:
    fight = Fight({"annora": (5, 5)}, W1)
    profile = roster.STOCK.house.profile("annora")
    fight.profile_of("annora", weapons=(*profile.weapons, roster.STOCK.house.weapons["great-sword"]))
    fight.sheet_of("annora", ready=("short-sword", "great-sword"))
    fight.play("annora")
    assert not fight.offers("strike w1 great-sword")


@pytest.mark.rule("sovereign", "E-49", "S-32")
@pytest.mark.parametrize(
    ("who", "unit", "weapon", "spends"),
    [
        ("colette", "colette", "small-bow", ""),
        ("hadrian", "hadrian", "crossbow", ""),
        ("unskilled bow", "colette", "small-bow", "move"),
        ("unskilled crossbow", "hadrian", "crossbow", "main"),
    ],
)
def test_reloading(who: str, unit: str, weapon: str, spends: str) -> None:
    fight = Fight({unit: (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))}).sheet_of(unit, unloaded=(weapon,))
    if who.startswith("unskilled"):
        fight.profile_of(unit, skills={"Shoot": 0})
    fight.play(unit)
    assert not fight.offers(f"shoot w1 {weapon}")
    fight.play(f"reload {weapon}")
    assert fight.sheet(unit).main == (spends != "main")
    assert fight.sheet(unit).move == (spends != "move")
    assert fight.offers(f"shoot w1 {weapon}") == (spends != "main")


@pytest.mark.rule("sovereign", "E-49", "S-32")
def test_a_shot_empties_the_bow_unless_the_next_arrow_is_nocked_for_nothing() -> None:
    foes = {"w1": ("skeletal-warrior", (20, 5))}
    fight = Fight({"colette": (5, 5)}, foes).play("colette", "shoot w1 small-bow", d20(1))
    assert fight.sheet("colette").unloaded == ()
    fight = Fight({"colette": (5, 5)}, foes).profile_of("colette", skills={"Shoot": 0})
    fight.play("colette", "shoot w1 small-bow", d20(1))
    assert fight.sheet("colette").unloaded == ("small-bow",)


@pytest.mark.rule("sovereign", "E-49", "S-32", "S-39")
@pytest.mark.parametrize(
    ("unit", "weapon", "spends"),
    [
        ("bandit-crossbow", "crossbow", "main"),
        ("skeletal-archer", "small-bow", "move"),
        ("goblin-slinger", "sling", "move"),
        ("hobgoblin-archer", "large-bow", ""),
    ],
)
def test_npcs_reload_for_nothing_only_with_a_level_of_their_own(unit: str, weapon: str, spends: str) -> None:
    fight = Fight({"annora": (5, 5)}, {"x": (unit, (12, 5))}, acting="foes")
    fight.play("x", f"shoot annora {weapon}", d20(1))
    assert fight.sheet("x").unloaded == ((weapon,) if spends else ())
    fight = Fight({"annora": (5, 5)}, {"x": (unit, (12, 5))}, acting="foes").sheet_of("x", unloaded=(weapon,))
    fight.play("x", f"reload {weapon}")
    assert (fight.sheet("x").main, fight.sheet("x").move) == (spends != "main", spends != "move")


@pytest.mark.rule("sovereign", "E-49")
def test_reloading_needs_a_readied_quiver() -> None:
    fight = Fight({"colette": (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))}).sheet_of("colette", items=())
    fight.play("colette", "shoot w1 small-bow", d20(1))
    assert fight.sheet("colette").unloaded == ("small-bow",)
    assert not fight.offers("reload small-bow")


@pytest.mark.rule("sovereign", "E-50")
def test_what_is_picked_up_is_ready_in_hand() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))})
    fight.sheet_of("annora", hand="", ready=()).thing("hand-axe#1", "hand-axe", (6, 6))
    fight.play("annora", "pick up hand-axe#1")
    assert fight.sheet("annora").hand == "hand-axe"
    assert fight.sheet("annora").ready == ("hand-axe",)
    assert not fight.sheet("annora").move
    assert fight.state.things == {}


@pytest.mark.rule("sovereign", "E-50")
def test_what_is_out_of_reach_is_not_picked_up() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))})
    fight.sheet_of("annora", ready=("short-sword",)).thing("hand-axe#1", "hand-axe", (7, 5)).play("annora")
    assert not fight.offers("pick up hand-axe#1")


@pytest.mark.rule("sovereign", "E-51")
def test_standing_up_takes_the_move_and_what_one_dropped() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))})
    fight.sheet_of("annora", prone=True, hand="", ready=("hand-axe",))
    fight.thing("short-sword#1", "short-sword", (5, 5)).thing("mace#1", "mace", (5, 5))
    fight.play("annora", "stand")
    sheet = fight.sheet("annora")
    assert (sheet.prone, sheet.move, sheet.hand) == (False, False, "short-sword")
    assert set(sheet.ready) == {"hand-axe", "short-sword"}


@pytest.mark.rule("sovereign", "E-52", "E-58")
def test_prone_is_free_and_halves_the_move() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (20, 5))}).play("annora", "prone")
    annora = fight.sheet("annora")
    assert (annora.main, annora.move, annora.free) == (True, True, 1)
    assert fight.offers("run 8,5")
    assert not fight.offers("run 9,5")


@pytest.mark.rule("sovereign", "E-52", "E-58", "S-12")
@pytest.mark.parametrize(("at", "key", "modifier"), [((6, 5), "strike w1 dagger", 2), ((6, 5), "throw w1 dagger", 2),
                                                     ((9, 5), "throw w1 dagger", -2)])  # fmt: skip
def test_a_prone_target_is_easy_from_near_and_hard_from_afar(at: tuple[int, int], key: str, modifier: int) -> None:
    foes = {"w1": ("skeletal-warrior", at), "w2": ("skeletal-warrior", (20, 11))}
    fight = Fight({"colette": (5, 5)}, foes).sheet_of("w1", prone=True)
    fight.play("colette", key, d20(1))
    assert terms(fight.last(AttackRolled).tally)["E-58"] == modifier


@pytest.mark.rule("sovereign", "E-53", "E-18")
def test_a_held_action_comes_before_what_it_answers() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (20, 5))})
    fight.sheet_of("w1", hp=4).play("annora", "hold")
    assert not fight.sheet("annora").move
    fight.play("w1", "strike annora short-sword", "act", "strike w1 short-sword", d20(15), d6(1), "done")
    assert fight.sheet("w1").dead
    assert fight.last(AttackSpoiled).who == "w1"
    assert fight.hp("annora") == 6


@pytest.mark.rule("sovereign", "E-53", "S-26")
def test_a_held_action_may_also_be_taken_as_the_round_ends_and_then_is_lost() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (9, 5))})
    fight.play("annora", "hold", "w1", "run 6,5", "done", "act", "strike w1 short-sword", d20(1))
    assert fight.state.turn.round == 2 or fight.offers("done")
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (9, 5))}).play("annora", "hold", "w1", "done")
    assert fight.state.turn.round == 2
    assert not fight.sheet("annora").holding
    assert ("annora", "loses the action it held") in [(event.who, event.what) for event in fight.told(Did)]


@pytest.mark.rule("sovereign", "E-53", "E-41", "S-24")
def test_one_who_holds_may_still_go_on_total_defense() -> None:
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "hold")
    fight.play("w1", "strike annora short-sword", d20(16), "defend")
    assert not fight.hit
    assert not fight.sheet("annora").main


@pytest.mark.rule("sovereign", "E-32")
def test_how_far_a_charge_goes_is_not_told_before_it_has_gone_there() -> None:
    """It may go farther for somebody in ambush who stands in its way, of whom nobody may know."""
    lane = ground("#" * 12, "............", "............", "#" * 12)
    ends = []
    for lurker in ((0, 1), (4, 1)):
        fight = Fight(
            {"annora": (1, 1), "bennett": lurker}, {"w1": ("skeletal-warrior", (5, 1))}, hidden=("bennett",), field=lane
        )
        fight.play("annora", "charge w1 short-sword", d20(1))
        assert [(did.what, did.rule) for did in fight.told(Did)] == [("charges at", "E-32")]
        ends.append(fight.at("annora"))
    assert ends[0] == (4, 1) != ends[1]


@pytest.mark.rule("sovereign", "E-32", "E-33", "S-9")
def test_a_charge_is_straight_and_drawn_on_only_where_it_begins() -> None:
    foes = {"w1": ("skeletal-warrior", (15, 5)), "w2": ("skeletal-warrior", (10, 6))}
    fight = Fight({"annora": (5, 5)}, foes).play("annora", "charge w1 short-sword", d20(1))
    assert fight.opportunities == [], "passing the second one draws nothing (ruling S-9)"
    foes["w2"] = ("skeletal-warrior", (10, 5))
    fight = Fight({"annora": (5, 5)}, foes).play("annora")
    assert not fight.offers("charge w1 short-sword"), "not through the foe in between, nor round it"
    assert fight.offers("charge w2 short-sword")


@pytest.mark.rule("sovereign", "E-32")
def test_a_charge_may_end_in_a_throw_and_goes_no_farther_than_twice_the_move() -> None:
    fight = Fight({"annora": (0, 5)}, {"w1": ("skeletal-warrior", (14, 5))}).play("annora")
    assert not fight.offers("charge w1 short-sword")
    assert fight.offers("charge-throw w1 hand-axe"), "from ten feet off"
    fight.play("charge-throw w1 hand-axe", d20(1))
    assert terms(fight.last(AttackRolled).tally)["E-32"] == 2
    assert fight.sheet("annora").charged


@pytest.mark.rule("sovereign", "E-32")
def test_whoever_charges_chooses_where_it_ends() -> None:
    foes = {"w1": ("skeletal-warrior", (12, 5)), "w9": ("skeletal-warrior", (20, 11))}
    fight = Fight({"annora": (5, 5)}, foes).play("annora")
    ends = {family.verb: set(family.places) for family in fight.asked.options.families}
    assert ends["charge w1 short-sword"] >= {(11, 4), (11, 5), (11, 6), (12, 4), (13, 4)}
    assert (13, 5) not in ends["charge w1 short-sword"], "not through it"
    fight.play("charge w1 short-sword 12,4", d20(1))
    assert fight.at("annora") == (12, 4)


@pytest.mark.rule("sovereign", "E-32", "E-60")
def test_a_thrown_charge_ends_anywhere_within_the_weapons_range() -> None:
    """A spear flies 30 ft, and 60 at a penalty; the charger may stop far off, or go by on its way to the other side."""
    foes = {"b1": ("bandit", (16, 5)), "w9": ("skeletal-warrior", (20, 11))}
    fight = Fight({"gisela": (5, 5)}, foes).play("gisela")
    ends = {family.verb: set(family.places) for family in fight.asked.options.families}["charge-throw b1 spear"]
    assert {(6, 5), (9, 5), (10, 5), (14, 5), (15, 5), (10, 0)} <= ends
    assert (5, 5) not in ends, "five feet at least"
    assert (1, 5) not in ends, "out of range"
    fight.play("charge-throw b1 spear 10,5", d20(1))
    assert "E-60" not in terms(fight.last(AttackRolled).tally)
    fight = Fight({"gisela": (5, 5)}, foes).play("gisela", "charge-throw b1 spear 9,5", d20(1))
    assert terms(fight.last(AttackRolled).tally)["E-60"] == -2, "35 ft"
    assert fight.at("gisela") == (9, 5)


@pytest.mark.rule("sovereign", "E-32", "E-02")
def test_a_charge_ends_only_where_its_target_is_seen() -> None:
    field = ground("............", "......#.....", "............", "............")
    foes = {"w1": ("skeletal-warrior", (8, 1)), "w9": ("skeletal-warrior", (11, 3))}
    fight = Fight({"gisela": (0, 1)}, foes, field=field).play("gisela")
    ends = {family.verb: set(family.places) for family in fight.asked.options.families}["charge-throw w1 spear"]
    assert (5, 1) not in ends
    assert (5, 0) in ends


@pytest.mark.rule("sovereign", "E-33")
def test_a_charger_felled_at_the_start_does_not_arrive() -> None:
    foes = {"w1": ("skeletal-warrior", (15, 5)), "w2": ("skeletal-warrior", (4, 5))}
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, foes).sheet_of("annora", hp=1).play("annora")
    dangers = fight.asked.options.find("charge w1 short-sword").about.dangers
    assert [danger.who for danger in dangers] == ["w2"], "one is warned once of who may strike"
    fight.play("charge w1 short-sword", "strike short-sword", d20(20), d6(6))
    assert fight.at("annora") == (5, 5)
    assert fight.told(DamageRolled)[0].target == "annora"


@pytest.mark.rule("sovereign", "E-50")
def test_what_the_rules_do_not_know_is_left_lying() -> None:
    """A map's bench is nobody's weapon: it is not offered, and whoever stands up beside it leaves it there."""
    bench = Feature("f1", "thing", ((5, 5),), thing="bench")
    fight = Fight({"annora": (5, 5)}, {"bandit": (9, 9)}, field=replace(OPEN, features=(bench,)), acting="party")
    fight.sheet_of("annora", prone=True).play("annora")
    assert list(fight.state.things) == ["f1"]
    assert not [option.key for option in fight.asked.options if option.key.startswith("pick up")]
    fight.play("stand")
    assert list(fight.state.things) == ["f1"] and not fight.sheet("annora").prone
