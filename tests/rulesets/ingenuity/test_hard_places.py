"""Rules where they are hardest: three teams, the last of a kind, heights, the dark, full hands, hiding, two at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d2, d6, d20, ground
from game.rules.events import Rolled
from game.rules.ruleset import BadSetup
from game.rules.setup import Objective, SideSetup
from game.spatial.field import Edge, Feature, Field, Zone
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.events import Fell, Strayed, TurnBegan
from rulesets.ingenuity.sheet.sheet import Task
from tests.rulesets.ingenuity.kit import OPEN, Fight, suffering, thrown
from tests.rulesets.ingenuity.test_damage import blocked
from tests.rulesets.ingenuity.test_feats import OWN, SEER

EVERYWHERE = tuple((x, y) for x in range(24) for y in range(12))
WEST = tuple((x, y) for x in range(8) for y in range(12))
PITCH = replace(OPEN, zones=(Zone("dark", "Dark", EVERYWHERE, dark=True),))
DARK = replace(OPEN, zones=(Zone("dark", "Dark", WEST, dark=True),))
SMOKE = replace(OPEN, zones=(Zone("smoke", "Smoke", WEST, smoke=True),))
HALVED = replace(OPEN, edges=(Edge("wall", (0, 5), (24, 5)),))
"""A thin wall from end to end, between the rows 4 and 5."""


def strays(fight: Fight, key: str) -> list[str]:
    """Whom an attack may hit in place of its target."""
    return [it.hits[0] for it in fight.option(key).about.landings[1:]]


# ------------------------------------------------------------------ in ambush


@pytest.mark.rule("ingenuity", "N-3", "N-12", "B-45")
@pytest.mark.parametrize(("at", "hidden"), [((9, 9), True), ((7, 7), False)])
def test_of_ten_metres_to_an_ambush_every_second_diagonal_counts_two(at: tuple[int, int], hidden: bool) -> None:
    fight = Fight({"roland": (1, 1)}, {"goblin": at, "wolf": (20, 1)}, acting="foes", hidden=("goblin",))
    assert fight.play("wolf", "done").sheet("goblin").hidden == hidden


@pytest.mark.rule("ingenuity", "N-3", "N-4")
@pytest.mark.parametrize(("at", "hidden"), [((8, 3), True), ((4, 3), False)])
def test_the_blinded_find_an_ambush_only_beside_them(at: tuple[int, int], hidden: bool) -> None:
    fight = Fight({"roland": (3, 3)}, {"goblin": at, "wolf": (20, 1)}, acting="foes", hidden=("goblin",))
    fight.sheet_of("roland", conditions=suffering(blinded=1)).play("wolf", "done")
    assert fight.sheet("goblin").hidden == hidden


@pytest.mark.rule("ingenuity", "N-3")
def test_nobody_finds_an_ambush_through_a_wall() -> None:
    fight = Fight(
        {"roland": (3, 4)}, {"goblin": (3, 5), "wolf": (20, 9)}, field=HALVED, acting="foes", hidden=("goblin",)
    )
    assert fight.play("wolf", "done").sheet("goblin").hidden


@pytest.mark.rule("ingenuity", "N-3", "B-22")
def test_who_walks_past_an_ambush_finds_it() -> None:
    fight = Fight({"roland": (1, 3)}, {"goblin": (4, 2), "wolf": (20, 9)}, hidden=("goblin",), field=PITCH)
    assert not fight.play("roland", "go 8,3").sheet("goblin").hidden


@pytest.mark.rule("ingenuity", "N-3", "B-23")
def test_who_runs_past_a_foe_out_of_ambush_is_seen_and_what_is_held_back_may_meet_it() -> None:
    fight = Fight({"boudica": (5, 2)}, {"goblin": (1, 3), "wolf": (20, 9)}, hidden=("goblin",), field=PITCH)
    fight.play("boudica", "ready comes near strike spear", "goblin").until("go 9,3")
    assert not fight.sheet("goblin").hidden
    assert fight.asked.topic == "readied"


@pytest.mark.rule("ingenuity", "N-3", "B-19")
def test_a_command_gives_an_ambush_away() -> None:
    fight = Fight({"clementine": (1, 1), "boudica": (4, 3)}, {"guard": (20, 9)}, hidden=("clementine", "boudica"))
    fight.play("clementine", "command boudica", "pass")
    assert not fight.sheet("clementine").hidden and fight.sheet("boudica").hidden


@pytest.mark.rule("ingenuity", "N-3", "B-34")
def test_who_steps_in_is_known_from_then_on() -> None:
    people = {"fabian": (5, 3), "roland": (7, 3)}
    fight = Fight(people, {"agnessa": (20, 3)}, hidden=("roland",), acting="foes", field=PITCH)
    fight.play("shoot fabian shortbow", thrown(6, 6), "intercept roland", "pass")
    assert fight.at("roland") == (5, 3) and not fight.sheet("roland").hidden


@pytest.mark.rule("ingenuity", "N-3", "B-24")
def test_who_brings_a_friend_round_is_known_from_then_on() -> None:
    fight = Fight({"clementine": (3, 3), "boudica": (4, 3)}, {"guard": (20, 9)}, hidden=("clementine",))
    fight.sheet_of("boudica", unconscious=True, prone=True).play("revive boudica", thrown(4, 4, of="d8+d4"))
    assert not fight.sheet("clementine").hidden


# ------------------------------------------------------------------ the opening


@pytest.mark.rule("ingenuity", "B-04", "N-1")
def test_where_all_are_parties_a_lot_says_who_begins() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 3)}, fresh=True, opening="foes")
    fight.setup = replace(fight.setup, sides=tuple(SideSetup(s.name, s.squad, party=True) for s in fight.setup.sides))
    assert fight.match.pending is not None


@pytest.mark.rule("ingenuity", "B-05", "N-1")
def test_nobody_begins_the_fight_with_a_blow_at_a_friend() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 3)}, {"guard": (9, 3)})
    one, other, _ = RULESET.begin(fight.setup, fight.ground).combatants
    with pytest.raises(BadSetup, match="opening"):
        RULESET.begin(replace(fight.setup, events={"opening": f"{one} {other}"}), fight.ground)


@pytest.mark.rule("ingenuity", "B-06", "N-1")
@pytest.mark.parametrize("up", [True, False])
def test_nobody_has_to_begin_with_a_blow_at_the_fallen(up: bool) -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "wolf": (20, 9)})
    fight.sheet_of("guard", unconscious=not up, prone=not up).turn_of(opener="boudica", opened="guard")
    assert fight.offers("done") is not up and fight.offers("strike guard spear")


# ------------------------------------------------------------------ shots


@pytest.mark.rule("ingenuity", "B-51", "N-7")
def test_no_shot_strays_to_where_the_shooter_could_not_shoot() -> None:
    corner = ground("..........", "......#...", "......#...", "..........")
    fight = Fight({"agnessa": (0, 1)}, {"guard": (6, 0), "goblin": (7, 1), "wolf": (5, 0)}, field=corner)
    assert strays(fight, "shoot guard shortbow") == ["wolf"]


@pytest.mark.rule("ingenuity", "B-51", "N-7")
@pytest.mark.parametrize("lurks", [("wolf",), ("goblin",), ("wolf", "goblin")])
def test_a_shot_may_stray_to_somebody_in_hiding_and_nothing_tells_of_it_before(lurks: tuple[str, ...]) -> None:
    party, foes = {"agnessa": (1, 3)}, {"guard": (16, 3), "wolf": (17, 2), "goblin": (17, 4)}
    fight = Fight(party, foes, field=ground(*["." * 40] * 10), hidden=lurks).until("agnessa")
    assert strays(fight, "shoot guard shortbow") == [who for who in ("wolf", "goblin") if who not in lurks]
    fight.until("shoot guard shortbow", thrown(4, 4, 1))
    assert (fight.rolled.dice, fight.rolled.secret) == ("d2", True)
    fight.until(d2(2))
    assert (fight.last(Strayed).target, fight.sheet("goblin").hidden) == ("goblin", False)
    assert fight.sheet("wolf").hidden is ("wolf" in lurks)
    assert [event.why for event in fight.told(Rolled)] == ["attack"], "nobody is told of the lot"


@pytest.mark.rule("ingenuity", "B-51", "N-7")
def test_a_friend_in_hiding_may_be_hit_and_its_own_side_is_told_so_before() -> None:
    foes, field = {"guard": (16, 3), "wolf": (39, 9)}, ground(*["." * 40] * 10)
    fight = Fight({"agnessa": (1, 3), "fabian": (17, 3)}, foes, field=field, hidden=("fabian",))
    fight.sheet_of("guard", unconscious=True).until("agnessa")
    assert strays(fight, "shoot guard shortbow") == ["fabian"]
    fight.play("shoot guard shortbow", thrown(4, 4, 1))
    assert (fight.last(Strayed).target, fight.sheet("fabian").hidden) == ("fabian", False)


@pytest.mark.rule("ingenuity", "B-51", "N-7")
def test_a_risky_weapon_does_not_stray_beyond_its_reach() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (5, 3), "goblin": (6, 3), "wolf": (20, 4)})
    fight.weapon_of("boudica", "spear", traits=("risky",))
    assert strays(fight, "strike guard spear") == []


@pytest.mark.rule("ingenuity", "B-54", "N-4")
def test_eyes_for_the_dark_see_no_better_in_smoke() -> None:
    for field, brief in ((SMOKE, "disadvantage"), (DARK, "")):
        fight = Fight({"agnessa": (15, 3)}, {"dummy": (3, 3)}, field=field)
        fight.profile_of("agnessa", traits=("sees in the dark",)).until("agnessa")
        assert fight.option("shoot dummy shortbow").about.brief == brief
        back = Fight({"agnessa": (3, 3)}, {"dummy": (15, 3)}, field=field)
        back.profile_of("dummy", traits=("sees in the dark",)).until("agnessa")
        assert back.option("shoot dummy shortbow").about.brief == ("advantage" if brief else "")


# ------------------------------------------------------------------ the fallen


@pytest.mark.rule("ingenuity", "B-29", "N-34")
def test_who_waits_and_falls_has_waited_for_nothing() -> None:
    fight = Fight({"boudica": (3, 3), "agnessa": (20, 9)}, {"roland": (4, 3), "clementine": (5, 3)}, acting="foes")
    fight.sheet_of("roland", end=0, hp=1, st=0).play("roland", "wait")
    assert fight.sheet("roland").reactions == 2
    fight.play("boudica", "strike roland spear", thrown(5, 5), d20(15))
    assert (fight.last(Fell).how, fight.sheet("roland").reactions) == ("unconscious", 1)


# ------------------------------------------------------------------ held back


@pytest.mark.rule("ingenuity", "B-23", "N-40")
def test_what_finishes_a_long_action_is_a_deed_for_those_who_wait_for_an_ally() -> None:
    fight = Fight({"petra": (3, 3), "boudica": (9, 3)}, {"guard": (11, 3)})
    fight.sheet_of("petra", unloaded=("crossbow",), task=Task("load crossbow", 1, 2, "load the crossbow"))
    fight.play("boudica", "ready acts strike guard spear", "guard", "done").until("petra", "go on")
    assert fight.asked.topic == "readied"


@pytest.mark.rule("ingenuity", "B-23", "N-40", "N-41")
def test_who_is_driven_into_reach_has_come_near() -> None:
    fight = Fight({"boudica": (9, 3), "seer": (3, 3)}, {"guard": (6, 3)}, roster=SEER)
    fight.play("boudica", "ready comes near strike spear", "guard", "done")
    fight.until("seer", "feat buffet guard", thrown(6, 4, of="d6+d4"))
    assert fight.asked.topic == "fortify"
    fight.until("pass")
    assert (fight.asked.topic, fight.at("guard")) == ("readied", (7, 3))
    fight.play("take", thrown(5, 5))
    assert fight.at("guard") == (8, 3) and fight.sheet("guard").prone


@pytest.mark.rule("ingenuity", "B-23", "B-34", "N-40")
def test_who_steps_into_reach_has_come_near() -> None:
    fight = Fight({"boudica": (3, 3), "agnessa": (3, 9)}, {"fabian": (6, 9), "roland": (8, 9), "goblin": (20, 1)})
    fight.play("boudica", "go 4,9", "ready comes near strike spear", "goblin", "done")
    fight.until("agnessa", "shoot fabian shortbow", thrown(5, 5), "intercept roland", "to 7,9")
    assert (fight.asked.topic, fight.at("roland")) == ("readied", (6, 9))


@pytest.mark.rule("ingenuity", "B-18", "B-23")
def test_no_shot_is_held_back_with_a_hand_too_few() -> None:
    fight = Fight({"agnessa": (3, 3)}, {"guard": (9, 3)}).sheet_of("agnessa", off="dagger")
    assert not fight.offers("ready comes near shoot shortbow")
    assert Fight({"agnessa": (3, 3)}, {"guard": (9, 3)}).offers("ready comes near shoot shortbow")


# ------------------------------------------------------------------ commands


@pytest.mark.rule("ingenuity", "B-19", "N-14", "N-39")
def test_who_is_commanded_may_climb() -> None:
    ledge = ground("......", "...1..", "......")
    fight = Fight({"clementine": (0, 1), "boudica": (2, 1)}, {"guard": (5, 1)}, field=ledge)
    fight.play("clementine", "command boudica", "climb 3,1")
    assert fight.at("boudica") == (3, 1)


# ------------------------------------------------------------------ walls and levers


@pytest.mark.rule("ingenuity", "B-20", "N-17")
def test_no_lever_is_worked_through_a_wall() -> None:
    lever = Feature("lever", "lever", ((3, 5),), linked="gate")
    gate = Edge("gate", (9, 3), (9, 4), "portcullis", "closed")
    field = replace(HALVED, edges=(*HALVED.edges, gate), features=(lever,))
    assert Fight({"boudica": (3, 6)}, {"guard": (20, 9)}, field=field).offers("pull lever")
    assert not Fight({"boudica": (3, 4)}, {"guard": (20, 9)}, field=field).offers("pull lever")


# ------------------------------------------------------------------ what is told


@pytest.mark.rule("ingenuity", "B-22", "N-17")
def test_the_prone_are_told_why_they_can_not_leave() -> None:
    fight = Fight({"boudica": (0, 3)}, {"guard": (9, 3)}).sheet_of("boudica", prone=True)
    assert not fight.offers("leave") and fight.refusal("Leave the fight").rule == "B-22"


@pytest.mark.rule("ingenuity", "B-43", "N-13")
def test_who_crawls_one_metre_crawls_no_two() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 3)}).profile_of("boudica", speed=2).sheet_of("boudica", prone=True)
    assert fight.offers("go 4,3") and not fight.offers("go 5,3")


# ------------------------------------------------------------------ large bodies


@pytest.mark.rule("ingenuity", "N-41", "B-45")
def test_two_metres_of_a_push_are_one_step_across() -> None:
    fight = Fight({"seer": (3, 3)}, {"guard": (6, 6), "wolf": (20, 9)}, roster=SEER)
    fight.play("feat buffet guard", thrown(6, 4, of="d6+d4"))
    assert fight.at("guard") == (7, 7), "the second diagonal would be the third metre"


@pytest.mark.rule("ingenuity", "N-41")
def test_a_large_body_is_driven_straight_away_from_whoever_stands_level_with_any_of_it() -> None:
    fight = Fight({"seer": (3, 4)}, {"ogre": (6, 3), "wolf": (20, 9)}, roster=SEER)
    fight.play("feat buffet ogre", thrown(6, 4, of="d6+d4"))
    assert fight.at("ogre") == (8, 3)


@pytest.mark.rule("ingenuity", "B-34", "N-42")
@pytest.mark.parametrize("at", [(4, 4), (7, 4), (4, 7), (7, 7)])
def test_one_steps_in_for_a_large_friend_from_every_side_alike(at: tuple[int, int]) -> None:
    fight = Fight({"roland": at, "ogre": (5, 5)}, {"agnessa": (20, 1)}, acting="foes")
    fight.until("shoot ogre shortbow", thrown(6, 6), "intercept roland").play()
    mine, its = fight.at("roland"), fight.at("ogre")
    assert mine in [(x, y) for x in (5, 6) for y in (5, 6)] and max(abs(its[0] - 5), abs(its[1] - 5)) == 1


@pytest.mark.rule("ingenuity", "N-3", "N-41")
def test_who_is_driven_into_an_ambush_finds_it() -> None:
    fight = Fight({"seer": (3, 3)}, {"guard": (6, 3)}, {"goblin": (8, 3)}, roster=SEER, field=PITCH, hidden=("goblin",))
    fight.play("feat buffet guard", thrown(6, 4, of="d6+d4"), d6(1))
    assert (fight.at("guard"), fight.sheet("goblin").hidden) == ((7, 3), False)


@pytest.mark.rule("ingenuity", "B-20", "N-17")
def test_no_door_is_shut_on_whoever_stands_in_it() -> None:
    gate = Edge("gate", (4, 0), (4, 2), "door", "open")
    hall = ground("........", "........", edges=(gate,))
    assert not Fight({"boudica": (2, 0), "ogre": (3, 0)}, {"guard": (7, 0)}, field=hall).offers("close gate")
    through = Fight({"boudica": (3, 0)}, {"ogre": (4, 0)}, field=hall)
    assert through.offers("close gate")
    between = Fight({"roland": (2, 0)}, {"ogre": (3, 0)}, field=hall, acting="foes")
    assert not between.offers("close gate")


# ------------------------------------------------------------------ hands


@pytest.mark.rule("ingenuity", "B-47", "N-21")
def test_what_is_thrown_is_thrown_with_one_hand() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)})
    fight.weapon_of("boudica", "spear", traits=("thrown", "versatile"), range=10, limit=70)
    fight.play("throw dummy spear", thrown(3, 3))
    assert fight.dealt == 3, "7 and 4, less 8"


@pytest.mark.rule("ingenuity", "B-38", "N-10")
def test_a_crossbow_is_not_loaded_with_a_hand_too_few() -> None:
    full = Fight({"agnessa": (3, 3)}, {"dummy": (9, 3)}).weapon_of("agnessa", "shortbow", reload=1)
    full.sheet_of("agnessa", unloaded=("shortbow",), off="dagger")
    assert not full.offers("load shortbow") and full.play("drop dagger").offers("load shortbow")


@pytest.mark.rule("ingenuity", "B-38", "N-10")
def test_loading_takes_both_hands_though_shooting_takes_one() -> None:
    fight = Fight({"petra": (3, 3)}, {"dummy": (9, 3)}).weapon_of("petra", "crossbow", hands=1)
    dagger = Fight({"agnessa": (3, 3)}, {"dummy": (9, 3)}).begun("agnessa").profile.weapon("dagger")
    weapons = (*fight.begun("petra").profile.weapons, dagger)
    fight.profile_of("petra", weapons=weapons, carried=("crossbow", "dagger")).sheet_of("petra", off="dagger")
    fight.play("petra", "shoot dummy crossbow", thrown(1, 1))
    assert not fight.offers("load crossbow") and fight.refusal("Load the crossbow").rule == "B-38"
    assert fight.play("drop dagger").offers("load crossbow")


@pytest.mark.rule("ingenuity", "B-38", "N-10")
def test_what_is_spat_takes_no_hand_to_load() -> None:
    fight = Fight({"drake": (3, 3)}, {"dummy": (9, 3), "wolf": (20, 9)})
    fight.sheet_of("drake", unloaded=("fire-breath",))
    assert fight.offers("load fire-breath")


@pytest.mark.rule("ingenuity", "B-38", "B-39", "B-40")
def test_who_goes_on_with_what_comes_to_nothing_is_told_so() -> None:
    fight = Fight({"clementine": (3, 3), "boudica": (4, 3)}, {"guard": (20, 9)})
    fight.sheet_of("clementine", task=Task("revive boudica", 1, 2, "resuscitate Boudica"), acted=False).until(
        "clementine"
    )
    assert fight.option("go on").about.notes == ("as things stand it comes to nothing (B-39)",)
    assert fight.asked.why == "Clementine: 1 action left to resuscitate Boudica, in vain as things stand"
    fallen = Fight({"clementine": (3, 3), "boudica": (4, 3)}, {"guard": (20, 9)})
    fallen.sheet_of("clementine", task=Task("revive boudica", 1, 2, "resuscitate Boudica"))
    assert not fallen.sheet_of("boudica", unconscious=True, prone=True).option("go on").about.notes


@pytest.mark.rule("ingenuity", "B-18", "B-20")
def test_who_holds_a_bow_has_no_hand_for_a_shield_that_it_picks_up() -> None:
    fight = Fight({"agnessa": (3, 3)}, {"dummy": (9, 3)}).thing("x", "medium-shield", (3, 4))
    fight.play("take x")
    agnessa = fight.sheet("agnessa")
    assert (agnessa.hand, agnessa.off) == ("shortbow", "") and "medium-shield" in agnessa.carried
    assert fight.offers("shoot dummy shortbow")


BLOCK = ground("................", "................", ".......c........", "................", "................")
"""A crate that hides the lower half of whoever stands behind it."""

NIGHT = Field(24, 12, zones=(Zone("crypt", "Crypt", tuple((x, y) for x in range(24) for y in range(12)), dark=True),))


def turns(fight: Fight) -> list[str]:
    return [event.who for event in fight.told(TurnBegan)]


# ------------------------------------------------------------------ teams and objectives


@pytest.mark.rule("ingenuity", "B-02")
@pytest.mark.parametrize("hidden", [(), ("wolf",)])
def test_of_three_teams_two_go_on_when_the_third_is_down_even_if_one_of_them_hides(hidden: tuple[str, ...]) -> None:
    fight = Fight({"boudica": (3, 3)}, {"goblin": (4, 3)}, {"wolf": (20, 9)}, hidden=hidden)
    fight.sheet_of("goblin", end=0, hp=1, reactions=0).play("strike goblin spear", thrown(6, 6), d20(20))
    assert not fight.sheet("goblin").up and not fight.over
    fight.play("done", "done")
    assert (fight.turn.round, turns(fight)) == (2, ["boudica", "wolf", "boudica"])


@pytest.mark.rule("ingenuity", "B-03", "B-02", "N-29")
def test_an_objective_changes_with_the_round_and_what_the_next_asks_may_be_done_already() -> None:
    then = Objective("fell", "party", who="Wolf 1")
    aim = Objective("fell", "party", who="Goblin 1", then=then)
    foes = {"goblin": (4, 3), "wolf": (4, 9), "guard": (20, 9)}
    fight = Fight({"boudica": (3, 3)}, foes, objectives=(aim,)).sheet_of("wolf", unconscious=True, prone=True)
    fight.sheet_of("goblin", end=0, hp=1, reactions=0).play("strike goblin spear", thrown(6, 6), d20(20))
    assert not fight.over and "party" not in fight.turn.progress, "it is still the first that counts in this round"
    fight.play("done", "done")
    assert (fight.winner, fight.turn.progress["party"].behind) == ("party", 1)


@pytest.mark.rule("ingenuity", "B-10", "B-11", "B-13")
def test_each_round_has_its_own_order_that_of_surprise_too() -> None:
    foes = {"sneak": ("goblin", (20, 1)), "thief": ("goblin", (20, 3)), "ogre": ("ogre", (20, 6))}
    fight = Fight({"roland": (1, 1)}, foes, acting="foes", hidden=("sneak",)).turn_of(surprise=("foes",))
    fight.play("ogre", "done", "sneak", "done", "done")
    fight.play("thief", "done", "done", "sneak", "done", "done")
    assert turns(fight)[:7] == ["ogre", "sneak", "thief", "thief", "roland", "sneak", "ogre"]


@pytest.mark.rule("ingenuity", "B-11")
def test_a_team_whose_last_ones_fall_before_their_turn_is_passed_over_for_the_rest_of_the_round() -> None:
    party, foes = {"boudica": (3, 3), "roland": (1, 9)}, {"goblin": (4, 3), "guard": (20, 1)}
    fight = Fight(party, foes, {"wolf": (20, 9), "ogre": (20, 5)}).sheet_of("goblin", end=0, hp=1, reactions=0)
    fight.sheet_of("guard", acted=True).play("boudica", "strike goblin spear", thrown(6, 6), d20(20), "done")
    assert fight.asked.seat == "others"
    fight.play("wolf", "done", "done", "done")
    assert (turns(fight)[:4], fight.turn.round) == (["boudica", "wolf", "roland", "ogre"], 2)


@pytest.mark.rule("ingenuity", "B-12", "B-11", "B-24")
@pytest.mark.parametrize("guards", [1, 2])
def test_roland_of_the_book_comes_round_and_is_named_after_the_next_guard_if_there_is_one(guards: int) -> None:
    foes = {"captain": ("guard", (20, 1)), "second": ("guard", (20, 3))}
    fight = Fight({"roland": (3, 3), "clementine": (4, 3)}, foes).sheet_of("roland", unconscious=True, hp=3)
    fight.sheet_of("captain", acted=True).sheet_of("second", acted=guards == 1)
    fight.play("revive roland", thrown(4, 4, of="d8+d4"), "done")
    assert turns(fight)[1:] == (["second"] if guards == 2 else ["roland"])
    fight.play("done")
    assert turns(fight)[guards] == "roland"


# ------------------------------------------------------------------ surprise


@pytest.mark.rule("ingenuity", "B-13")
def test_of_three_teams_the_one_in_ambush_has_the_round_and_then_all_go_by_turns() -> None:
    fight = Fight({"roland": (1, 1)}, {"sneak": ("goblin", (20, 1))}, {"wolf": (10, 10)}, fresh=True, hidden=("sneak",))
    fight.play(d2(1), "done")
    assert (fight.turn.order, turns(fight), fight.turn.round) == (("foes", "party", "others"), ["sneak"] * 2, 2)
    fight.play("done", "done", "done")
    assert turns(fight) == ["sneak", "sneak", "roland", "wolf", "sneak"]


@pytest.mark.rule("ingenuity", "B-15", "B-12")
@pytest.mark.parametrize("revived", [False, True])
def test_an_ambusher_felled_before_its_turn_has_it_only_if_a_friend_brings_it_round(revived: bool) -> None:
    foes = {"sneak": ("goblin", (5, 3)), "thief": ("goblin", (6, 3)), "ogre": ("ogre", (20, 6))}
    fight = Fight({"clementine": (4, 3), "roland": (1, 1)}, foes, acting="foes").turn_of(surprise=("foes",))
    fight.sheet_of("sneak", end=0, hp=1, reactions=0)
    fight.play("ogre", "done", "strike sneak sap", thrown(6, 6), "done")
    fight.play("thief")
    if revived:
        fight.play("revive sneak", thrown(4, 4, of="2d4"), "done")
    fight.play("done")
    fight.play("ogre")
    assert turns(fight) == ["ogre", "clementine", "thief", *["sneak"] * revived, "ogre"]


# ------------------------------------------------------------------ cover


@pytest.mark.rule("ingenuity", "B-25", "N-35")
@pytest.mark.parametrize(("archer", "brief"), [((0, 2), "disadvantage"), ((15, 2), "")], ids=["below", "up there"])
def test_the_edge_of_a_ledge_is_cover_against_who_shoots_from_below(archer: tuple[int, int], brief: str) -> None:
    field = ground(*[".......333333333"] * 5)
    fight = Fight({"boudica": (8, 2)}, {"agnessa": archer}, field=field).play("cover", "done")
    assert fight.option("shoot boudica shortbow").about.brief == brief


@pytest.mark.rule("ingenuity", "B-25")
def test_cover_is_behind_something_and_lasts_until_the_next_turn() -> None:
    fight = Fight({"boudica": (8, 2)}, {"agnessa": (0, 2)}, field=BLOCK).play("cover", "go 8,0", "done")
    assert fight.option("shoot boudica shortbow").about.brief == "", "it has left what it was behind"
    fight.play("done")
    assert not fight.has("boudica", "cover") and not fight.offers("cover")


@pytest.mark.rule("ingenuity", "B-25", "B-54")
def test_cover_and_the_dark_are_a_disadvantage_each_and_thrown_things_suffer_from_it_too() -> None:
    zones = (Zone("crypt", "Crypt", tuple((x, y) for x in range(8, 16) for y in range(5)), dark=True),)
    dark = ground(*["................"] * 2, ".......c........", *["................"] * 2, zones=zones)
    for field, brief in ((BLOCK, "disadvantage"), (dark, "disadvantage x2")):
        fight = Fight({"boudica": (8, 2)}, {"fabian": (2, 2)}, field=field).play("cover", "done")
        assert fight.option("throw boudica dagger").about.brief == brief


# ------------------------------------------------------------------ getting up, letting go


@pytest.mark.rule("ingenuity", "B-28")
def test_getting_up_takes_an_action_of_the_large_with_full_hands_too_and_cannot_be_done_without_one() -> None:
    fight = Fight({"ogre": (3, 3)}, {"guard": (20, 9)}).sheet_of("ogre", prone=True).play("stand")
    assert (fight.sheet("ogre").prone, fight.turn.actions, fight.turn.moved) == (False, 2, False)
    fight.play("prone", "stand", "prone", "stand", "prone")
    assert fight.turn.actions == 0
    assert not fight.offers("stand") and fight.refusal("Act").rule == "B-16"


@pytest.mark.rule("ingenuity", "B-28", "B-19")
def test_who_gets_up_at_a_command_has_its_own_turn_whole() -> None:
    fight = Fight({"clementine": (3, 3), "roland": (8, 3)}, {"guard": (20, 9)}).sheet_of("roland", prone=True)
    fight.play("clementine", "command roland", "stand", "done", "done")
    assert not fight.sheet("roland").prone
    assert (turns(fight)[-1], fight.turn.actions, fight.offers("go 9,3")) == ("roland", 3, True)


@pytest.mark.rule("ingenuity", "B-42", "B-41")
def test_both_hands_let_go_for_nothing_on_the_ground_and_with_no_action_left() -> None:
    fight = Fight({"roland": (3, 3)}, {"guard": (20, 9)}, field=NIGHT)
    fight.play("prone", "stand", "prone", "stand", "prone", "stand", "prone", "drop longsword", "drop medium-shield")
    assert [(thing.key, thing.at) for thing in fight.state.things.values()] == [
        ("longsword", (3, 3)),
        ("medium-shield", (3, 3)),
    ]
    assert (fight.turn.actions, fight.keys("drop")) == (0, [])


@pytest.mark.rule("ingenuity", "B-42", "B-39")
def test_who_lets_go_of_what_it_is_loading_loads_nothing_and_it_lies_there_unloaded() -> None:
    fight = Fight({"petra": (3, 3)}, {"guard": (20, 9)}).sheet_of("petra", unloaded=("crossbow",))
    fight.play("prone", "stand", "prone", "stand", "load crossbow", "drop crossbow", "done", "done")
    assert "in vain" in fight.asked.why
    (thing,) = fight.play("go on").state.things.values()
    assert (thing.key, thing.marks, fight.turn.actions) == ("crossbow", {"unloaded": 1}, 2)


@pytest.mark.rule("ingenuity", "B-42")
def test_nobody_lets_go_of_teeth_and_no_beast_has_anything_to_drop() -> None:
    assert Fight({"wolf": (3, 3)}, {"guard": (20, 9)}).keys("drop") == []


# ------------------------------------------------------------------ what is begun


@pytest.mark.rule("ingenuity", "B-40")
def test_what_was_begun_may_be_abandoned_in_the_same_turn_and_the_next_is_whole() -> None:
    fight = Fight({"petra": (3, 3)}, {"guard": (9, 3)}).sheet_of("petra", unloaded=("crossbow",))
    fight.play("prone", "stand", "prone", "stand", "load crossbow", "abandon")
    assert (fight.turn.actions, fight.sheet("petra").task) == (0, None)
    fight.play("done", "done")
    assert (fight.turn.actions, fight.offers("go 4,4"), fight.offers("load crossbow")) == (3, True, True)


@pytest.mark.rule("ingenuity", "B-40", "B-75")
def test_a_killing_strike_that_was_begun_is_given_up_for_nothing_and_no_attack_was_made() -> None:
    foes = {"goblin": (4, 3), "wolf": (20, 9)}
    fight = Fight({"boudica": (3, 3)}, foes).sheet_of("goblin", unconscious=True, prone=True)
    before = fight.sheet("boudica")
    fight.play("prone", "stand", "kill goblin spear", "done", "done", "abandon")
    now = fight.sheet("boudica")
    assert (fight.turn.actions, now.attacks, now.st, now.fc) == (3, 0, before.st, before.fc)
    assert fight.offers("strike goblin spear") and fight.offers("go 3,4")


# ------------------------------------------------------------------ stepping in for the mind's sake


@pytest.mark.rule("ingenuity", "B-34", "B-36", "B-41", "N-42")
def test_who_steps_in_with_its_last_reaction_and_stamina_still_resists_with_its_last_focus() -> None:
    people = {"boudica": (9, 3), "roland": (9, 4)}
    fight = Fight({"seer": (3, 3)}, people, roster=SEER).sheet_of("roland", st=1, fc=1, reactions=1)
    fight.until("feat dread boudica", thrown(2, 3, of=OWN), "intercept roland", "to 8,3")
    assert (fight.asked.topic, fight.asked.who, fight.option("resist").price) == ("resist", "roland", "1 focus")
    fight.play("resist", thrown(4, 4, of="d4+d4"))
    roland = fight.sheet("roland")
    assert (roland.reactions, roland.st, roland.fc, fight.has("roland", "stunned")) == (0, 0, 0, False)
    fight.play("feat dread boudica", thrown(2, 3, of=OWN))
    assert fight.asked_of("intercept") == [], "and no second time"


@pytest.mark.rule("ingenuity", "B-34", "B-36", "N-42")
def test_who_steps_in_without_focus_suffers_it() -> None:
    people = {"boudica": (9, 3), "roland": (9, 4)}
    fight = Fight({"seer": (3, 3)}, people, roster=SEER).sheet_of("roland", fc=0)
    fight.play("feat dread boudica", thrown(2, 3, of=OWN), "intercept roland", "to 8,3")
    assert fight.has("roland", "stunned") and not fight.has("boudica", "stunned")


# ------------------------------------------------------------------ shots


@pytest.mark.rule("ingenuity", "B-51", "B-52", "N-7")
@pytest.mark.parametrize(("face", "whom"), [(1, "wolf"), (2, "goblin")])
def test_each_of_two_beside_the_target_has_a_face_of_a_die_that_nobody_is_shown(face: int, whom: str) -> None:
    party, foes = {"agnessa": (1, 3)}, {"guard": (16, 3), "wolf": (17, 2), "goblin": (17, 4)}
    fight = Fight(party, foes, field=ground(*["." * 40] * 10), hidden=("goblin",))
    fight.until("shoot guard shortbow", thrown(4, 4, 1))
    assert (fight.rolled.dice, fight.rolled.secret) == ("d2", True)
    fight.until(d2(face))
    assert fight.last(Strayed).target == whom
    assert [event.dice for event in fight.told(Rolled)] == ["2d6+d20"], "the lot is told to nobody"
    assert fight.sheet("goblin").hidden is (whom != "goblin")


@pytest.mark.rule("ingenuity", "B-51")
def test_a_shot_at_the_unconscious_strays_to_the_large_and_to_those_on_a_ledge_above_only_if_within_a_metre() -> None:
    field = ground("................", "........9.......", "................", "................")
    foes = {"guard": (7, 1), "goblin": (8, 1), "ogre": (5, 0), "wolf": (15, 3)}
    fight = Fight({"agnessa": (0, 1)}, foes, field=field).sheet_of("guard", unconscious=True, prone=True)
    found = fight.option("shoot guard shortbow").about.landings
    assert [each.hits for each in found] == [("guard",), ("ogre",)], "the goblin is nine metres above"


@pytest.mark.rule("ingenuity", "B-56", "B-54", "B-55", "B-43")
@pytest.mark.parametrize(("prone", "brief"), [(False, "advantage x2"), (True, "advantage")])
def test_a_shot_out_of_hiding_at_who_is_flanked_by_others_has_both_advantages(prone: bool, brief: str) -> None:
    party = {"agnessa": (16, 3), "boudica": (3, 3), "roland": (5, 3)}
    fight = Fight(party, {"dummy": (4, 3)}, hidden=("agnessa",)).sheet_of("dummy", prone=prone)
    assert fight.play("agnessa").option("shoot dummy shortbow").about.brief == brief


@pytest.mark.rule("ingenuity", "B-56", "B-76")
@pytest.mark.parametrize("flanked", [False, True])
def test_a_killing_strike_that_fails_is_a_sneak_attack_which_on_the_flanked_has_both_advantages(flanked: bool) -> None:
    party = {"boudica": (3, 3), "roland": (5, 3) if flanked else (1, 9)}
    fight = (
        Fight(party, {"dummy": (4, 3), "wolf": (20, 9)}).sheet_of("dummy", unconscious=True).profile_of("dummy", con=9)
    )
    again = [d6(1)] * (3 if flanked else 2)
    fight.play("boudica", "kill dummy spear", thrown(1, 1), d6(1), thrown(1, 2), *again)
    assert (fight.rolled_attack.faces, fight.asked.kind) == ((1, 2), "act"), "unseen, on the ground, and flanked"


# ------------------------------------------------------------------ blocks


@pytest.mark.rule("ingenuity", "B-60", "B-58", "N-32")
@pytest.mark.parametrize("effect", ["bleeding", "burning", "stunned", "blinded", "prone"])
@pytest.mark.parametrize(("comes_to", "through"), [(13, False), (14, True)])
def test_no_effect_passes_a_shield_that_just_breaks_and_each_one_that_a_point_goes_past(
    effect: str, comes_to: int, through: bool
) -> None:
    fight = blocked(comes_to, inflicts=effect, amount=1)
    assert fight.sheet("roland").broken("medium-shield")
    struck = fight.sheet("roland").prone if effect == "prone" else fight.has("roland", effect)
    assert struck is through


@pytest.mark.rule("ingenuity", "B-60", "N-41")
def test_who_blocks_a_feat_of_fire_does_not_burn() -> None:
    fight = Fight({"seer": (3, 3)}, {"roland": (9, 3), "wolf": (20, 9)}, roster=SEER)
    fight.play("feat scorch roland", thrown(6, 4, of="d8+d4"), "block medium-shield")
    assert not fight.has("roland", "burning") and fight.sheet("roland").wear
