"""The rulings that no chapter's tests have played already; the numbers that help tells are those that are played."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.kit.conditions import Condition
from game.kit.cover import Cover
from game.kit.testing.fight import check, d4, d6, d20
from game.rules.events import Id
from game.spatial.field import Edge, Feature, Zone
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.actions import CHARGE
from rulesets.sovereign.play.attack import FULL, SNAP, swarm_tally, swarmed
from rulesets.sovereign.play.events import AttackDeclared, AttackRolled, Checked
from rulesets.sovereign.play.geometry import FEET, Look, perceives
from rulesets.sovereign.play.numbers import (
    CHARGED,
    GUARD,
    Mode,
    attack_terms,
    damage_terms,
    reload_cost,
    second_weapon,
    size_penalty,
)
from rulesets.sovereign.sheet import roster
from tests.rulesets import helping
from tests.rulesets.sovereign.kit import Fight, ground, terms

FAR = {"w9": ("skeletal-warrior", (20, 11))}


def asked_in_turn(fight: Fight) -> list[str]:
    """Answer "pass" to reactions; gives whom they were put to, in order."""
    order = []
    while (question := fight.match.pending) is not None and getattr(question, "kind", "") == "react":
        order.append(str(question.who))
        fight.match.answer("pass")
    return order


@pytest.mark.rule("sovereign", "S-5", "E-18")
def test_holders_are_asked_first_then_members_as_they_joined() -> None:
    party = {"annora": (5, 6), "bennett": (6, 6), "colette": (5, 5)}
    fight = Fight(party, {"w1": ("skeletal-warrior", (6, 5))}, acting="foes")
    fight.sheet_of("bennett", conditions=(Condition("holding", "round ends"),), done=True)
    fight.match.answer("strike colette short-sword")
    assert asked_in_turn(fight) == ["bennett", "annora", "colette"]


@pytest.mark.rule("sovereign", "S-7", "E-19")
def test_a_foe_strikes_at_every_action_that_draws_it_but_once_for_each() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (5, 6)}, {"w1": ("skeletal-warrior", (6, 5)), **FAR})
    fight.sheet_of("annora", prone=True).play("annora", "stand", "run 1,5")
    assert fight.opportunities == ["w1", "w1"]


@pytest.mark.rule("sovereign", "S-21", "E-69")
def test_no_weapon_of_the_house_has_shock_with_a_dash_unless_its_entry_says_so() -> None:
    assert [weapon.key for weapon in roster.STOCK.house.weapons.values() if weapon.shock_ac == 99] == []


@pytest.mark.rule("sovereign", "S-27")
def test_fire_on_the_map_hurts_whoever_steps_into_it() -> None:
    fire = Feature("f", "fire", ((3, 0),), "Brazier", "d4")
    field = ground("........", features=(fire,))
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (7, 0))}, field=field)
    fight.play("annora", "run 5,0", d4(3))
    assert fight.lost == [("annora", 3)]
    assert fight.at("annora") == (5, 0), "and goes on"


@pytest.mark.rule("sovereign", "S-27")
def test_a_fire_is_walked_round_where_there_is_a_way() -> None:
    fire = Feature("f", "fire", ((3, 0),), "Brazier", "d4")
    field = ground("........", "........", features=(fire,))
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (7, 1))}, field=field)
    fight.play("annora", "run 5,0")
    assert fight.lost == [] and fight.at("annora") == (5, 0)


DOOR = Edge("d", (2, 0), (2, 1), "door", cost="bonus", name="door")
LOCKED = Edge("d", (2, 0), (2, 1), "door", "locked", name="door")


@pytest.mark.rule("sovereign", "S-28", "E-54")
def test_a_door_is_opened_with_a_move_or_a_main_action() -> None:
    fight = Fight({"annora": (1, 0)}, {"w1": ("skeletal-warrior", (5, 0))}, field=ground("......", edges=(DOOR,)))
    fight.play("annora", "open d")
    assert fight.state.open_edges == ("d",)
    assert (fight.sheet("annora").main, fight.sheet("annora").move) == (True, False)
    assert fight.offers("close d")


@pytest.mark.rule("sovereign", "S-28", "E-54")
@pytest.mark.parametrize(("faces", "opens"), [((6, 2), False), ((6, 3), True)])
def test_a_locked_door_is_forced_with_strength(faces: tuple[int, int], opens: bool) -> None:
    fight = Fight({"annora": (1, 0)}, {"w1": ("skeletal-warrior", (5, 0))}, field=ground("......", edges=(LOCKED,)))
    fight.profile_of("annora", skills={"Exert": 0}).play("annora")
    assert not fight.offers("open d")
    fight.play("force d", check(*faces))
    assert (fight.state.open_edges == ("d",)) == opens
    assert not fight.sheet("annora").main


@pytest.mark.rule("sovereign", "S-29")
def test_oil_is_never_swung() -> None:
    fight = Fight({"annora": (5, 5)}, {"ogre": (6, 5)})
    fight.profile_of("annora", weapons=tuple(roster.STOCK.house.weapons[key] for key in ("military-oil", "unarmed")))
    fight.sheet_of("annora", hand="military-oil", off="", ready=("military-oil",)).play("annora")
    assert fight.offers("throw ogre military-oil")
    assert not fight.offers("strike ogre military-oil")
    assert not fight.offers("charge ogre military-oil")
    assert fight.offers("strike ogre unarmed"), "with the hand that holds no flask"


@pytest.mark.rule("sovereign", "S-33", "E-22")
def test_skills_of_odd_weapons() -> None:
    house = roster.STOCK.house.weapons
    assert [house[key].skill for key in ("unarmed", "bite", "claw", "shield-bash")] == ["Brawl"] * 3 + ["Stab"]


@pytest.mark.rule("sovereign", "S-40", "E-64")
@pytest.mark.parametrize(("at", "seen"), [((6, 5), True), ((11, 5), True), ((12, 5), False)])
def test_an_ambush_is_seen_through_from_thirty_feet(at: tuple[int, int], seen: bool) -> None:
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", at), **FAR}, hidden=("b1",)).play()
    assert fight.sheet("b1").hidden != seen
    assert perceives(fight.board, "party", fight.body("b1")) == seen


@pytest.mark.rule("sovereign", "S-40")
def test_nobody_is_found_by_somebody_who_is_in_ambush() -> None:
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (7, 5)), **FAR}, hidden=("annora", "b1")).play()
    assert fight.sheet("annora").hidden and fight.sheet("b1").hidden


@pytest.mark.rule("sovereign", "S-40")
def test_cover_keeps_an_ambush_and_running_into_it_ends_it() -> None:
    field = ground("....#...", "........", "........")
    fight = Fight({"annora": (0, 0)}, {"b1": ("bandit", (5, 1)), "b2": ("bandit", (7, 2))}, field=field, hidden=("b1",))
    fight.play()
    assert fight.sheet("b1").hidden, "half of it is behind the pillar"
    field = ground("." * 16)
    foes = {"b1": ("bandit", (7, 0)), "b2": ("bandit", (15, 0))}
    fight = Fight({"annora": (0, 0)}, foes, field=field, hidden=("b1",)).play("annora", "run 6,0", "run 8,0")
    assert not fight.sheet("b1").hidden
    assert fight.at("annora") == (6, 0)


@pytest.mark.rule("sovereign", "S-43", "E-28")
def test_one_alone_is_no_swarm() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (9, 9))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "done", "swarm-melee w1 annora short-sword", d20(14))
    rolled = fight.last(AttackRolled)
    assert terms(rolled.tally) == {"E-57": 2}, "nobody adds to it"
    assert fight.last(AttackDeclared).action == "attack"
    assert fight.hp("annora") == 6, "AC 17 does not suffer 2/15, as it would a swarm's"
    assert fight.state.turn.side == "party"


@pytest.mark.rule("sovereign", "S-45", "E-67", "E-72")
def test_behind_an_unused_shield_a_hit_has_no_least_and_does_not_use_it_up() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (6, 4))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").profile_of("annora", ac=12)
    fight.play("w1", "strike annora short-sword", d20(18), d6(1), "done")
    assert fight.dealt == 1
    assert not fight.sheet("annora").shield_used
    fight.play("w2", "strike annora short-sword", d20(1))
    assert fight.hp("annora") == 5, "the shield turns that one"


@pytest.mark.rule("sovereign", "S-46", "E-64")
def test_in_the_dark_a_place_is_known_until_it_is_left() -> None:
    field = ground("." * 16, "." * 16, zones=(Zone("z", "Cellar", tuple((x, 0) for x in range(8, 16)), dark=True),))
    fight = Fight({"colette": (0, 0)}, {"w1": ("skeletal-warrior", (9, 0))}, field=field)
    fight.play("colette", "shoot w1 small-bow", d20(1), "done")
    assert terms(fight.last(AttackRolled).tally)["E-64"] == -4
    fight.play("w1", "run 12,0", "done", "colette")
    assert not fight.offers("shoot w1 small-bow")


@pytest.mark.rule("sovereign", "S-47")
def test_a_fight_takes_one_turn() -> None:
    fight = Fight({"annora": (5, 5)}, FAR).turn_of(round=60).play("annora", "done", "w9", "done")
    assert fight.winner is None
    assert fight.told(Checked) == []


@pytest.mark.rule("sovereign", "S-48", "E-21", "E-45")
def test_a_long_reach_punishes_running_and_not_standing_up() -> None:
    fight = Fight({"annora": (5, 5)}, {"hobgoblin": (7, 5)}).sheet_of("annora", prone=True).play("annora", "stand")
    assert fight.opportunities == []
    fight.play("run 0,5")
    assert fight.opportunities == ["hobgoblin"]
    fight = Fight({"annora": (0, 5), "bennett": (9, 9)}, {"hobgoblin": (2, 5)}).play("annora", "leave")
    assert fight.opportunities == ["hobgoblin"]


@pytest.mark.rule("sovereign", "S-49", "E-45", "E-46")
def test_disengaging_covers_those_in_whose_reach_one_stands_and_not_those_met_later() -> None:
    passage = ground("............", "............")
    foes = {"w1": ("skeletal-warrior", (6, 0)), "h1": ("hobgoblin", (7, 1)), "w2": ("skeletal-warrior", (2, 1))}
    fight = Fight({"annora": (5, 0)}, foes, field=passage).play("annora", "disengage")
    assert fight.sheet("annora").disengaged == ("w1", "h1"), "a polearm's ten feet too"
    fight.play("run 0,0")
    assert fight.opportunities == ["w2"]


@pytest.mark.rule("sovereign", "S-49", "E-46")
def test_there_is_nothing_to_disengage_from_where_nobody_armed_is_near() -> None:
    fight = Fight({"annora": (5, 5)}, {"skeletal-archer": (6, 5)}).play("annora")
    assert not fight.offers("disengage")
    assert fight.refusal("Disengage").rule == "E-46"


@pytest.mark.rule("sovereign", "S-54", "E-24", "E-63", "E-64")
def test_a_foe_lost_in_the_dark_hinders_no_shot() -> None:
    """A hobgoblin's polearm reaches ten feet; nobody sees it there, and it may strike all the same."""
    night = Zone("z", "night", ((7, 5),), dark=True)
    field = ground(*["." * 24] * 12, zones=(night,))
    foes = {"h1": ("hobgoblin", (7, 5)), "w1": ("skeletal-warrior", (20, 5))}
    for known in (False, True):
        fight = Fight({"colette": (5, 5)}, foes, field=field).profile_of("colette", feats=())
        fight.sheet_of("h1", known=known).play("colette")
        assert fight.offers("shoot w1 small-bow") != known
    fight = Fight({"colette": (5, 5)}, foes, field=field).sheet_of("h1", known=False)
    assert fight.play("colette", "run 1,5").opportunities == ["h1"]


@pytest.mark.rule("sovereign", "S-36", "S-42", "E-64")
def test_no_spell_or_appeal_is_offered_for_somebody_lost_in_the_dark() -> None:
    night = Zone("z", "night", ((9, 5),), dark=True)
    field = ground(*["." * 24] * 12, zones=(night,))
    for known in (True, False):
        fight = Fight(
            {"hadrian": (2, 5)}, {"b1": ("bandit", (9, 5)), "w9": ("skeletal-warrior", (22, 11))}, field=field
        )
        fight.sheet_of("b1", known=known, fleeing=True).play("hadrian")
        centres = {family.verb: set(family.places) for family in fight.asked.options.families}
        assert ((9, 5) in centres.get("cast bursting-star", ())) == known
        assert fight.offers("parley") == known


@pytest.mark.rule("sovereign", "S-40", "E-93")
def test_whoever_is_caught_in_a_burst_comes_to_light() -> None:
    foes = {"b1": ("bandit", (9, 5)), "w9": ("skeletal-warrior", (10, 6))}
    fight = Fight({"hadrian": (2, 5)}, foes).sheet_of("b1", hidden=True, known=False, hp=20).turn_of(phase="turn")
    fight.play("hadrian", "cast bursting-star 10,6", check(3, 3), d20(2), d20(2))
    assert not fight.sheet("b1").hidden


def test_a_side_does_not_know_how_many_its_foes_were() -> None:
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (9, 5)), "b2": ("bandit", (20, 11))})
    fight.sheet_of("b2", hidden=True, known=False)
    assert RULESET.masked(fight.board, "party").turn.strength == {"party": 1, "foes": 1}
    assert RULESET.masked(fight.board, "foes").turn.strength == {"party": 1, "foes": 2}


@pytest.mark.rule("sovereign", "S-50", "E-93")
def test_a_club_knocks_out_the_named_too() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, {"torchbearer": (6, 5), **FAR}, acting="foes")
    fight.sheet_of("annora", hp=1).play("torchbearer", "strike annora club", d20(20), d4(1))
    assert fight.sheet("annora").out
    assert fight.sheet("annora").fell is None


@pytest.mark.rule("sovereign", "E-48")
def test_armsmasters_ready_weapons_for_nothing() -> None:
    fight = Fight({"fenn": (5, 5)}, FAR).sheet_of("fenn", main=False).play("fenn", "ready small-bow")
    assert "small-bow" in fight.sheet("fenn").ready


# --- The numbers that the help tells are those that are played; what the board shows of a combatant ---

NEAR, FAR_LOOK = Look(FEET, "no cover"), Look(6 * FEET, "no cover")

told, done = partial(helping.told, RULESET), partial(helping.done, RULESET)


def added(at: Look, mode: Mode, *, prone: bool = False, itself: bool = False) -> dict[str, int]:
    """What is added to an attack with a dagger, by its rule."""
    me = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).sheet_of("colette", prone=itself).body("colette")
    return terms(attack_terms(me, me.sheet.weapon("dagger"), mode, at, prone=prone))


@pytest.mark.rule("sovereign", "E-58", "E-59")
def test_the_help_on_the_prone() -> None:
    at_it = added(FAR_LOOK, "thrown", prone=True)["E-58"], added(NEAR, "melee", prone=True)["E-58"]
    assert told("prone") == [*at_it, added(NEAR, "melee", itself=True)["E-59"]]
    assert done("prone") == [*at_it]


@pytest.mark.rule("sovereign", "E-60", "E-61", "E-62")
def test_the_help_on_cover_and_shots() -> None:
    kinds: tuple[Cover, ...] = ("half cover", "full cover")
    for cover in kinds:
        assert told(cover) == [added(NEAR._replace(cover=cover), "melee")["E-61"]]
    assert told("thrown") == done("throw") == [added(NEAR._replace(engaged=True), "thrown")["E-62"]]
    assert done("shoot") == [added(Look(60, "no cover"), "thrown")["E-60"]]


@pytest.mark.rule("sovereign", "E-25", "E-29", "E-32", "E-41")
def test_the_help_on_what_is_done() -> None:
    assert told("total defense") == done("defend") == [GUARD]
    assert told("charged") == [CHARGE.total, -CHARGED]
    assert done("charge") == done("charge-throw") == [CHARGE.total, CHARGED]
    assert told("snap attack") == [SNAP.total]
    assert told("swarming") == done("swarm") == [swarm_tally(1).total, swarmed(1, 9)[1]]
    assert swarm_tally(FULL - 1) == swarm_tally(3), "three at most"


@pytest.mark.rule("sovereign", "E-82", "E-83")
def test_the_help_on_two_weapons() -> None:
    fight = Fight({"fenn": (5, 5)}, {"ogre": (6, 5)}).sheet_of("fenn", hand="short-sword", off="dagger")
    me = fight.profile_of("fenn", skills={"Stab": 1}).body("fenn")
    sword = me.sheet.weapon("short-sword")
    bonus = terms(damage_terms(me, sword, "melee", FEET, second_weapon(me, sword)))["E-82"]
    assert done("draw-second") == [bonus, terms(attack_terms(me, sword, "melee", NEAR))["E-83"]]


@pytest.mark.rule("sovereign", "E-49")
@pytest.mark.parametrize(("trait", "cost"), [("reload", "move"), ("slow reload", "main")])
def test_the_help_on_reloading(trait: str, cost: str) -> None:
    for level, takes in ((0, cost), (1, "free")):
        fight = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).weapon_of("colette", "small-bow", traits=(trait,))
        me = fight.profile_of("colette", skills={"Shoot": level}).body("colette")
        assert reload_cost(me, me.sheet.weapon("small-bow")) == takes
    term = RULESET.glossary.find(trait)
    assert term is not None and "nothing with Shoot 1" in term.told and cost.capitalize() in term.told


@pytest.mark.rule("sovereign", "E-81")
def test_the_help_on_bulk() -> None:
    def harder(mine: str, its: str, *, human: bool) -> int:
        fight = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).profile_of("colette", bulk=mine)
        fight.profile_of("ogre", bulk=its, humanoid=human)
        return -size_penalty(fight.body("colette"), fight.body("ogre"))

    assert told("large body") == [harder("man", "large", human=True), harder("man", "large", human=False)]
    assert told("huge body") == [harder("man", "huge", human=True), harder("large", "huge", human=True)]


SURPRISED = Condition("surprised", "round ends")
HOLDING = Condition("holding", "round ends")


@pytest.mark.parametrize(
    ("fields", "marks"),
    [
        ({}, ()),
        ({"conditions": (SURPRISED,), "prone": True, "fleeing": True}, ("prone", "fleeing", "surprised")),
        ({"dead": True, "hp": 0, "conditions": (SURPRISED, HOLDING), "prone": True, "fleeing": True}, ("dead",)),
        ({"dead": True, "hp": 0, "frail": True, "stable": True, "hidden": True}, ("dead",)),
        ({"hp": 0, "fell": 1, "frail": True, "conditions": (SURPRISED,)}, ("mortally injured", "frail")),
        ({"hp": 0, "stable": True, "grappling": Id("w2")}, ("stable",)),
        ({"out": True, "unloaded": ("short-sword",)}, ("surrendered",)),
        ({"out": True, "hp": 0, "fleeing": True}, ("out",)),
    ],
)
def test_conditions_of_a_fighter_end_with_the_fight(fields: dict[str, Any], marks: tuple[str, ...]) -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (9, 9))})
    fight.sheet_of("w1", **fields)
    shown = RULESET.standing(fight.board, Id("w1"))
    assert shown.words == marks
    labels = [label for label, _ in shown.facts]
    assert labels == (["AC", "In hand", "Main", "Move"] if shown.up else ["AC"]), "no budgets of the living on the dead"
    assert not shown.reacts or shown.up
