"""The sequence by the book: who begins, teams by turns, surprise, three actions, what ends a turn; rest; moving."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d2, d6, d20
from game.rules.events import Id, Moved
from game.rules.match import AnyMatch, Match
from game.rules.ruleset import BadSetup, private_facts_for
from game.rules.setup import Objective
from game.spatial.field import Edge, Feature, Field
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.events import Ordered, TurnBegan
from rulesets.ingenuity.play.geometry import metres_between
from rulesets.ingenuity.play.moving import reach, speed
from rulesets.ingenuity.sheet.sheet import Readied
from tests.rulesets.ingenuity.kit import Fight, ground, thrown
from tests.rulesets.resting import begun_with, night

PARTY = {"roland": (1, 1), "clementine": (1, 3), "agnessa": (1, 5), "fabian": (1, 7)}
GUARDS = {"captain": ("guard", (20, 1)), "second": ("guard", (20, 3))}


def turns(fight: Fight) -> list[str]:
    return [event.who for event in fight.told(TurnBegan)]


# ------------------------------------------------------------------ who begins


@pytest.mark.rule("ingenuity", "B-01", "B-04", "B-05", "N-1")
def test_whose_deed_begins_the_fight_is_settled_by_lot_where_nothing_says() -> None:
    fight = Fight(PARTY, GUARDS, fresh=True).play(d2(2))
    assert fight.last(Ordered).order == ("foes", "party")
    assert fight.asked.seat == "foes"


@pytest.mark.parametrize(("said", "first"), [("party", "party"), ("foes", "foes")])
@pytest.mark.rule("ingenuity", "B-04")
def test_a_setting_says_whose_deed_begins_the_fight(said: str, first: str) -> None:
    assert Fight(PARTY, GUARDS, fresh=True, opening=said).asked.seat == first


@pytest.mark.rule("ingenuity", "B-05")
def test_a_third_team_comes_by_lot() -> None:
    fight = Fight(PARTY, GUARDS, {"wolf": (10, 10)}, fresh=True, opening="foes").play(d2(2))
    assert fight.last(Ordered).order == ("foes", "others", "party")


def opened(who: str, whom: str) -> Fight:
    fight = Fight({"agnessa": (5, 1), "roland": (1, 1)}, GUARDS, {"wolf": (10, 10)})
    return fight.turn_of(order=("party", "foes", "others"), opener=Id(who), opened=Id(whom))


@pytest.mark.rule("ingenuity", "B-06", "B-04")
def test_who_began_the_fight_by_an_attack_begins_its_turn_with_it() -> None:
    fight = opened("agnessa", "captain")
    fight.play("agnessa")
    assert fight.keys() == ["shoot captain shortbow"]
    fight.play("shoot captain shortbow", thrown(1, 1))
    assert fight.offers("done")


@pytest.mark.rule("ingenuity", "B-06")
def test_if_that_attack_is_out_of_reach_the_turn_is_free() -> None:
    assert opened("roland", "captain").play("roland").offers("done")


@pytest.mark.rule("ingenuity", "B-04", "B-05", "B-06", "N-1")
def test_a_scenario_says_who_begins_by_attacking_whom() -> None:
    setup = replace(Fight({"agnessa": (5, 1)}, GUARDS, {"wolf": (10, 10)}).setup, events={"opening": "agnessa wolf-1"})
    match: AnyMatch = Match.begin(RULESET, setup)
    match.answer("agnessa")
    assert (match.state.turn.order, match.pending.who) == (("party", "others", "foes"), "agnessa")  # type: ignore[union-attr]
    assert [option.key for option in match.pending.options] == ["shoot wolf-1 shortbow"]  # type: ignore[union-attr]


@pytest.mark.rule("ingenuity", "B-06")
def test_a_fight_that_nobody_is_there_to_begin_cannot_be_set_up() -> None:
    setup = replace(Fight(PARTY, GUARDS).setup, events={"opening": "agnessa nobody"})
    with pytest.raises(BadSetup, match="opening"):
        RULESET.begin(setup)


# ------------------------------------------------------------------ rounds


@pytest.mark.rule("ingenuity", "B-08", "B-09", "B-11")
def test_four_against_two_the_last_two_of_the_four_follow_one_another() -> None:
    fight = Fight(PARTY, GUARDS)
    for who in ("roland", "captain", "fabian", "second", "agnessa", "clementine"):
        fight.play(who, "done")
    assert turns(fight) == ["roland", "captain", "fabian", "second", "agnessa", "clementine"]
    assert fight.turn.round == 2


@pytest.mark.rule("ingenuity", "B-10")
def test_the_order_within_a_team_may_differ_from_round_to_round() -> None:
    fight = Fight({"roland": (1, 1), "fabian": (1, 7)}, {"guard": (20, 1)})
    fight.play("roland", "done", "guard", "done", "fabian", "done", "fabian", "done")
    assert turns(fight)[:4] == ["roland", "guard", "fabian", "fabian"]


@pytest.mark.rule("ingenuity", "B-12")
def test_who_cannot_act_loses_its_turn_and_has_it_when_it_comes_to() -> None:
    fight = Fight(PARTY, GUARDS).sheet_of("roland", unconscious=True, hp=0)
    assert not fight.offers("roland")
    fight = Fight(PARTY, GUARDS).sheet_of("roland", acted=True)
    assert not fight.offers("roland")


@pytest.mark.rule("ingenuity", "B-09")
def test_who_is_hit_before_its_turn_is_passed_over() -> None:
    fight = Fight({"boudica": (3, 3)}, {"goblin": (4, 3), "wolf": (20, 9)}).sheet_of("goblin", end=0, hp=1)
    fight.sheet_of("goblin", end=0, hp=1, reactions=0)
    fight.play("boudica", "strike goblin spear", thrown(6, 6), d20(20), "done")
    assert fight.asked.who == "wolf"


# ------------------------------------------------------------------ surprise


def ambush(**options: Any) -> Fight:
    party, foes = {"roland": (1, 1), "clementine": (1, 3)}, {"sneak": ("goblin", (20, 1)), "thief": ("goblin", (20, 3))}
    return Fight(party, foes, fresh=True, hidden=("sneak", "thief"), **options)


@pytest.mark.rule("ingenuity", "B-13", "B-14", "N-2")
def test_those_in_ambush_have_a_round_and_whoever_cannot_be_surprised_acts_in_it() -> None:
    fight = ambush()
    assert fight.asked.seat == "foes"
    assert fight.last(Ordered).surprise == ("foes",)
    fight.play("thief", "done", "clementine", "done", "sneak", "done")
    assert turns(fight) == ["thief", "clementine", "sneak"]
    assert (fight.turn.round, fight.turn.surprise, fight.asked.seat) == (2, (), "foes")


@pytest.mark.rule("ingenuity", "B-15", "B-14")
def test_who_falls_in_the_round_of_surprise_has_no_turn_in_it() -> None:
    party, foes = {"roland": (1, 1), "clementine": (4, 3)}, {"sneak": ("goblin", (5, 3)), "thief": ("goblin", (20, 3))}
    fight = Fight(party, foes, acting="foes").turn_of(surprise=("foes",))
    fight.sheet_of("sneak", end=0, hp=1, reactions=0)
    fight.play("thief", "done", "strike sneak sap", thrown(6, 6), "done")
    assert turns(fight) == ["thief", "clementine", "thief"]
    assert fight.turn.round == 2


@pytest.mark.rule("ingenuity", "B-13")
def test_nobody_is_surprised_where_the_table_says_so() -> None:
    fight = ambush(surprise="none", opening="party")
    assert fight.asked.seat == "party"
    assert fight.last(Ordered).surprise == ()
    assert fight.keys() == ["roland", "clementine"]


@pytest.mark.rule("ingenuity", "B-13")
def test_the_referee_may_be_asked_who_is_surprised() -> None:
    fight = ambush(surprise="ask")
    fight.play("party")
    assert fight.last(Ordered).surprise == ("foes",)


@pytest.mark.rule("ingenuity", "B-13", "B-54")
def test_the_surprised_do_not_see_it_coming() -> None:
    fight = Fight({"roland": (3, 3)}, {"goblin": (4, 3)}, acting="foes").turn_of(surprise=("foes",))
    fight.until("goblin", "strike roland dagger", thrown(2, 2, of="d6+d4"))
    assert "advantage" in fight.rolled.why


# ------------------------------------------------------------------ three actions


@pytest.mark.rule("ingenuity", "B-16")
def test_a_turn_has_three_actions_and_then_only_what_is_free() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}).play("boudica")
    for left in (2, 1, 0):
        fight.play("strike dummy spear", thrown(1, 1))
        assert fight.turn.actions == left
    assert fight.refusal("Act").rule == "B-16"
    left_over = [option.verb for option in fight.asked.options]
    assert set(left_over) == {"prone", "drop", "brandish", "done", "step"}


@pytest.mark.rule("ingenuity", "B-41", "B-42")
def test_free_actions_count_for_nothing() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (9, 9)}).play("boudica", "drop spear", "prone")
    assert fight.turn.actions == 3
    assert [thing.key for thing in fight.state.things.values()] == ["spear"]


@pytest.mark.rule("ingenuity", "B-30")
def test_the_reaction_comes_back_as_ones_turn_begins() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (20, 3)}).sheet_of("boudica", reactions=0)
    fight.sheet_of("guard", reactions=0)
    fight.play("boudica")
    assert (fight.sheet("boudica").reactions, fight.sheet("guard").reactions) == (1, 0)


@pytest.mark.rule("ingenuity", "B-38", "B-16")
def test_what_takes_more_actions_than_are_left_is_begun() -> None:
    fight = Fight({"petra": (3, 3)}, {"dummy": (9, 3)})
    fight.play("petra", "shoot dummy crossbow", thrown(1, 1), "drop crossbow")
    assert fight.turn.actions == 2
    fight = Fight({"petra": (3, 3)}, {"dummy": (9, 3)}).sheet_of("petra", unloaded=("crossbow",))
    fight.play("petra", "go 3,5", "prone", "stand", "load crossbow")
    task = fight.sheet("petra").task
    assert task is not None
    assert (task.key, task.left, task.of) == ("load crossbow", 1, 2)
    assert fight.sheet("petra").unloaded == ("crossbow",)


# ------------------------------------------------------------------ the end


@pytest.mark.rule("ingenuity", "B-02")
def test_the_fight_lasts_until_one_team_is_left() -> None:
    fight = Fight({"boudica": (3, 3)}, {"goblin": (4, 3)}).sheet_of("goblin", end=0, hp=1, reactions=0)
    fight.play("boudica", "strike goblin spear", thrown(6, 6), d20(20))
    assert fight.winner == "party"


@pytest.mark.rule("ingenuity", "B-02", "N-17")
def test_a_team_that_completes_its_objective_wins_at_once() -> None:
    aim = Objective("escape", "party", ((0, 3),), count=1)
    fight = Fight({"boudica": (0, 3), "fabian": (5, 5)}, {"dummy": (9, 3)}, objectives=(aim,))
    fight.play("boudica", "leave")
    assert fight.winner == "party"


@pytest.mark.rule("ingenuity", "B-03", "N-29")
def test_an_objective_may_be_followed_by_another_from_the_next_round_on() -> None:
    aim = Objective("hold", "party", ((3, 3),), rounds=1, then=Objective("escape", "party", ((0, 3),)))
    fight = Fight({"boudica": (3, 3)}, {"dummy": (9, 9)}, objectives=(aim,))
    fight.play("boudica", "done", "dummy", "done")
    assert fight.turn.progress["party"].behind == 1
    assert not fight.over


@pytest.mark.rule("ingenuity", "B-07", "N-18")
def test_after_six_minutes_of_six_second_rounds_all_have_had_enough() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (9, 9)}).turn_of(round=60)
    fight.play("boudica", "done", "dummy", "done")
    assert fight.winner is None


# ------------------------------------------------------------------ secrets


@pytest.mark.rule("ingenuity", "N-19")
def test_what_somebody_holds_back_is_not_known_to_the_others() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)})
    fight.sheet_of("guard", readied=Readied("comes near", "strike boudica spear", "Strike"))
    theirs = RULESET.masked(fight.board, "party").combatants[Id("guard")].sheet.readied
    assert theirs == Readied("", "", "")
    own = RULESET.masked(fight.board, "foes").combatants[Id("guard")].sheet.readied
    assert own is not None
    assert own.key == "strike boudica spear"


@pytest.mark.rule("ingenuity", "B-23", "N-40")
def test_what_is_held_back_is_told_on_ones_own_side_only() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)})
    fight.sheet_of("guard", readied=Readied("comes near", "strike boudica spear", "strike it"))
    told = [private_facts_for(RULESET, fight.board, Id("guard"), side) for side in ("foes", None, "party")]
    assert told == [("Ready: strike it, when a foe comes near",)] * 2 + [()]
    assert "strike" not in str(RULESET.standing(fight.board, Id("guard")))


def test_the_bar_of_turns_has_one_of_each_team_in_turn_then_those_who_have_acted() -> None:
    fight = Fight(PARTY, GUARDS).sheet_of("roland", acted=True).play("fabian")
    slots = RULESET.order(fight.board)
    assert [slot.who for slot in slots] == ["fabian", "captain", "clementine", "second", "agnessa", "roland"]
    assert [slot.spent for slot in slots] == [False] * 5 + [True]


def test_the_board_shows_both_bars_what_is_left_to_spend_and_how_many_actions() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).sheet_of("boudica", end=5, hp=7, st=3, fc=2)
    fight.play("boudica", "go 4,4")
    shown = RULESET.standing(fight.board, Id("boudica"))
    assert [(bar.word, bar.left, bar.full) for bar in shown.bars] == [("Endurance", 5, 12), ("Health", 7, 12)]
    assert [(pool.word, pool.brief) for pool in shown.pools] == [
        ("Actions", "2/3"),
        ("Stamina", "3/12"),
        ("Focus", "2/10"),
    ]
    assert [pool.word for pool in shown.pools if pool.dots] == ["Actions"]
    assert (shown.badge, shown.reacts) == ("", True)
    assert "bloodied" in shown.words
    assert RULESET.tell_distance(fight.board, Id("boudica"), (7, 7)) == "4 m"


@pytest.mark.rule("ingenuity", "B-53")
def test_the_board_tells_what_the_attacks_of_the_round_take_from_the_next() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}).until("boudica")
    for told in ("", "-2", "-4"):
        shown = RULESET.standing(fight.board, Id("boudica"))
        assert (shown.badge, dict(shown.facts)["Next attack"]) == (told, told or "as usual")
        assert shown.badge_word == (f"next attack {told}" if told else "")
        fight.play("strike guard spear", thrown(1, 1))


@pytest.mark.rule("ingenuity", "B-69", "B-70")
def test_harmed_from_half_of_endurance_bloodied_from_the_first_health_missing() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).sheet_of("boudica", end=6)
    assert "harmed" in RULESET.standing(fight.board, Id("boudica")).words
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).sheet_of("boudica", end=7)
    assert not fight.sheet("boudica").harmed
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).sheet_of("boudica", hp=11)
    assert fight.sheet("boudica").bloodied


@pytest.mark.rule("ingenuity", "N-3")
def test_who_attacks_out_of_ambush_is_known_from_then_on() -> None:
    fight = Fight({"roland": (3, 3)}, {"goblin": (14, 3), "wolf": (20, 3)}, acting="foes", hidden=("goblin",))
    assert "goblin" not in RULESET.seen_by(fight.board, "party")
    fight.play("goblin", "throw roland dagger", thrown(1, 1, of="d6+d4"), d6(1))
    assert "goblin" in RULESET.seen_by(fight.board, "party")


@pytest.mark.rule("ingenuity", "N-3")
def test_who_lies_in_ambush_itself_does_not_give_away_that_it_has_found_another() -> None:
    fight = Fight({"roland": (3, 3)}, {"goblin": (6, 3)}, acting="foes", hidden=("roland", "goblin")).play("goblin")
    assert fight.sheet("roland").hidden
    fight = Fight({"roland": (3, 3)}, {"goblin": (6, 3)}, acting="foes", hidden=("roland",)).play("goblin")
    assert not fight.sheet("roland").hidden


@pytest.mark.rule("ingenuity", "N-44")
def test_a_night_gives_back_what_a_fight_spends_and_some_health() -> None:
    fight = Fight({"hartwin": (1, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("hartwin", hp=1, end=0, st=0, fc=0, unconscious=True, cheat=15, wear={"large-shield": 1})
    _, brought = night(fight)
    after = begun_with(fight, brought[Id("hartwin")])
    profile = after.profile
    assert (after.hp, after.end, after.st, after.fc) == (1 + profile.con, profile.end, profile.st, profile.fc)
    assert (after.cheat, after.wear, after.up) == (15, {"large-shield": 1}, True)


# --- Moving by the book: moves, sprints and steps, diagonals, lying and standing, things in hand, doors ---


def alone(field: Field | None = None) -> Fight:
    return Fight({"boudica": (3, 3)}, {"dummy": (20, 10)}, field=field)


# ------------------------------------------------------------------ metres


@pytest.mark.rule("ingenuity", "B-45")
def test_every_second_diagonal_counts_two_metres() -> None:
    fight = alone()
    found = reach(fight.board, fight.body("boudica"), 9)
    assert [found.cost((3 + n, 3 + n)) for n in (1, 2, 3, 4)] == [1, 3, 4, 6]
    assert (10, 10) not in found


@pytest.mark.rule("ingenuity", "B-45", "N-12")
def test_distances_are_counted_alike() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (7, 7), "guard": (5, 4)})
    me = fight.body("boudica")
    assert metres_between(fight.board, me, fight.body("dummy")) == 6
    assert metres_between(fight.board, me, fight.body("guard")) == 2


# ------------------------------------------------------------------ move, sprint, step


@pytest.mark.rule("ingenuity", "B-22")
def test_a_move_goes_up_to_ones_speed_and_there_is_one_a_turn() -> None:
    fight = alone().play("boudica", "go 12,3")
    assert (fight.at("boudica"), fight.turn.actions) == ((12, 3), 2)
    assert not fight.keys("go")
    assert fight.refusal("Move").rule == "B-22"


@pytest.mark.rule("ingenuity", "B-22")
def test_what_is_out_of_speed_is_not_offered() -> None:
    assert not alone().until("boudica").offers("go 13,3")


@pytest.mark.rule("ingenuity", "B-27")
def test_who_has_moved_may_sprint_for_an_action_and_stamina() -> None:
    fight = alone().until("boudica")
    assert not fight.keys("sprint")
    fight.play("go 10,3", "sprint 12,3", "sprint 14,3")
    assert (fight.at("boudica"), fight.turn.actions, fight.sheet("boudica").st) == ((14, 3), 0, 10)


@pytest.mark.rule("ingenuity", "B-27")
def test_without_stamina_nobody_sprints() -> None:
    fight = alone().sheet_of("boudica", st=0).play("boudica", "go 10,3")
    assert not fight.keys("sprint")
    assert fight.refusal("Move").rule == "B-27"


@pytest.mark.rule("ingenuity", "B-44")
def test_a_step_is_free_once_a_turn_and_takes_the_place_of_a_move() -> None:
    fight = alone().play("boudica", "step 4,4")
    assert (fight.at("boudica"), fight.turn.actions) == ((4, 4), 3)
    assert not fight.keys("step")
    assert not fight.keys("go")
    assert not fight.keys("sprint")
    assert fight.refusal("Move").rule == "B-44"


@pytest.mark.rule("ingenuity", "B-44", "N-15")
def test_who_has_moved_takes_no_step() -> None:
    fight = alone().play("boudica", "go 5,3")
    assert not fight.keys("step")
    assert fight.refusal("Step").rule == "B-44"


@pytest.mark.rule("ingenuity", "N-13")
def test_rough_ground_counts_double_and_a_metre_of_it_is_always_possible() -> None:
    field = ground(*("......", "......", "......", "...~~~", "......", "......"))
    fight = Fight({"boudica": (2, 3)}, {"dummy": (5, 5)}, field=field).profile_of("boudica", speed=1)
    fight.until("boudica")
    assert fight.offers("go 3,3")
    assert fight.offers("step 3,3")


@pytest.mark.rule("ingenuity", "N-13")
def test_friends_are_passed_foes_are_not_unless_two_sizes_lie_between() -> None:
    corridor = ground(*("##########", "..........", "##########"))
    fight = Fight({"boudica": (1, 1), "roland": (3, 1)}, {"dummy": (6, 1)}, field=corridor).until("boudica")
    assert fight.offers("go 5,1")
    assert not fight.offers("go 3,1")
    assert not fight.offers("go 7,1")
    fight = Fight({"boudica": (1, 1)}, {"dummy": (6, 1)}, field=corridor).profile_of("dummy", size=2).until("boudica")
    assert fight.offers("go 7,1")


@pytest.mark.rule("ingenuity", "N-13")
def test_nobody_stops_on_top_of_the_unconscious_but_one_steps_over_them() -> None:
    corridor = ground(*("##########", "..........", "##########"))
    fight = Fight({"boudica": (1, 1)}, {"dummy": (3, 1), "wolf": (9, 1)}, field=corridor)
    fight.sheet_of("dummy", unconscious=True, prone=True).until("boudica")
    assert fight.offers("go 4,1")
    assert not fight.offers("go 3,1")
    assert fight.play("go 5,1").at("boudica") == (5, 1)


@pytest.mark.rule("ingenuity", "N-13")
def test_leaving_a_foes_side_is_free() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}).play("boudica", "go 1,1")
    assert fight.let_be == []
    assert fight.at("boudica") == (1, 1)


@pytest.mark.rule("ingenuity", "B-22", "N-14")
def test_up_to_two_metres_are_climbed_with_an_action_each_way() -> None:
    field = ground("..13..", "..1...", "..1...")
    fight = Fight({"boudica": (1, 1)}, {"dummy": (5, 2)}, field=field).until("boudica")
    assert fight.keys("climb") == ["climb 2,0", "climb 2,1", "climb 2,2"]
    assert not fight.offers("go 2,1")
    fight.play("climb 2,1")
    assert (fight.at("boudica"), fight.turn.actions, fight.turn.moved) == ((2, 1), 2, False)
    assert "climb 3,0" in fight.keys("climb")  # from one metre to three
    fight.play("climb 3,1")
    assert (fight.at("boudica"), fight.turn.actions) == ((3, 1), 1)


# ------------------------------------------------------------------ lying and standing


@pytest.mark.rule("ingenuity", "B-28", "B-43")
def test_lying_down_is_free_getting_up_takes_an_action() -> None:
    fight = alone().play("boudica", "prone")
    assert (fight.sheet("boudica").prone, fight.turn.actions) == (True, 3)
    fight.play("stand")
    assert (fight.sheet("boudica").prone, fight.turn.actions) == (False, 2)


@pytest.mark.rule("ingenuity", "B-43", "N-15")
def test_crawling_is_half_as_fast() -> None:
    fight = alone().sheet_of("boudica", prone=True)
    assert speed(fight.body("boudica")) == 4
    fight.until("boudica")
    assert fight.offers("go 7,3")
    assert not fight.offers("go 8,3")
    assert not fight.keys("step")


# ------------------------------------------------------------------ ambush, fire


@pytest.mark.rule("ingenuity", "N-3")
def test_running_into_somebody_in_ambush_stops_and_shows_it() -> None:
    corridor = ground(*("##########", "..........", "##########"))
    fight = Fight({"boudica": (0, 1)}, {"goblin": (6, 1), "wolf": (9, 1)}, field=corridor, hidden=("goblin",))
    fight.profile_of("boudica", traits=()).play("boudica", "go 3,1")
    assert fight.sheet("goblin").hidden is False  # within ten metres, with nothing before it


@pytest.mark.rule("ingenuity", "N-16")
def test_who_walks_into_a_fire_is_burnt() -> None:
    fire = Feature("fire", "fire", ((5, 3),), "Camp fire", "d6")
    field = Field(12, 8, features=(fire,))
    fight = Fight({"boudica": (3, 3)}, {"dummy": (10, 7)}, field=field).profile_of("boudica", elemental=2)
    fight.play("boudica", "go 5,3", d6(5))
    assert fight.body_of("boudica")[0] == 9


@pytest.mark.rule("ingenuity", "N-16")
def test_a_fire_is_walked_round_if_the_way_reaches() -> None:
    fire = Feature("fire", "fire", ((5, 3),), "Camp fire", "d6")
    fight = Fight({"boudica": (3, 3)}, {"dummy": (10, 7)}, field=Field(12, 8, features=(fire,)))
    whole = fight.body_of("boudica")
    fight.play("boudica", "go 7,3")
    assert fight.at("boudica") == (7, 3) and fight.body_of("boudica") == whole


# ------------------------------------------------------------------ hands and things


@pytest.mark.rule("ingenuity", "B-18", "N-10")
def test_brandishing_sets_both_hands_and_is_free_once() -> None:
    fight = Fight({"agnessa": (3, 3)}, {"dummy": (9, 9)}).play("agnessa")
    assert fight.option("brandish dagger -").price == "no action", "in place of what it takes as a rule"
    fight.play("brandish dagger -")
    assert fight.option("brandish shortbow -").price == "", "as the list of deeds says"
    assert (fight.sheet("agnessa").hand, fight.turn.actions) == ("dagger", 3)
    fight.play("brandish shortbow -")
    assert (fight.sheet("agnessa").hand, fight.turn.actions) == ("shortbow", 2)


@pytest.mark.rule("ingenuity", "B-18", "N-10")
def test_brandishing_is_an_action_once_ones_first_turn_is_over() -> None:
    fight = Fight({"agnessa": (3, 3)}, {"dummy": (9, 9)}).play("agnessa", "done", "done", "brandish dagger -")
    assert (fight.turn.round, fight.sheet("agnessa").hand, fight.turn.actions) == (2, "dagger", 2)


@pytest.mark.rule("ingenuity", "B-18", "B-19", "N-10")
def test_who_brandishes_at_a_command_does_so_with_the_action_that_it_is_lent() -> None:
    fight = Fight({"clementine": (3, 3), "agnessa": (4, 4)}, {"dummy": (9, 9)})
    fight.until("clementine", "command agnessa")
    assert fight.option("brandish dagger -").about.brief == "1 action"
    fight.play("brandish dagger -", "done", "done", "brandish shortbow -")
    assert fight.turn.actions == 3, "its own first turn is still to come, with its free choice"


@pytest.mark.rule("ingenuity", "B-18")
def test_a_bow_leaves_no_hand_for_a_shield() -> None:
    fight = Fight({"agnessa": (3, 3)}, {"dummy": (9, 9)})
    fight.profile_of("agnessa", carried=("shortbow", "dagger", "dagger#2")).until("agnessa")
    assert fight.keys("brandish") == ["brandish - -", "brandish dagger -", "brandish dagger dagger#2"]
    assert [fight.option(key).short for key in fight.keys("brandish")] == ["Empty hands", "Dagger", "Brandish"]


@pytest.mark.rule("ingenuity", "B-20", "B-42", "B-64")
def test_what_is_dropped_is_as_worn_when_it_is_picked_up_again() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (9, 9)}).sheet_of("boudica", wear={"spear": 4})
    fight.play("boudica", "drop spear")
    (thing,) = fight.state.things.values()
    assert thing.marks == {"wear": 4}
    fight.play(f"take {thing.id}")
    assert (fight.sheet("boudica").hand, fight.sheet("boudica").lasts("spear"), fight.turn.actions) == ("spear", 6, 2)


@pytest.mark.rule("ingenuity", "B-18", "B-20")
@pytest.mark.parametrize(("held", "lies"), [(("shortbow", ""), "medium-shield"), (("", "medium-shield"), "shortbow")])
def test_a_bow_and_a_shield_are_not_in_the_hands_together_when_one_is_picked_up(
    held: tuple[str, str], lies: str
) -> None:
    fight = Fight({"agnessa": (3, 3), "roland": (9, 9)}, {"dummy": (12, 9)}).thing("it", lies, (4, 3))
    shield = fight.begun("roland").profile.item("medium-shield")
    carried = ("shortbow",) if held[0] else ("medium-shield",)
    fight.profile_of("agnessa", items=(shield,), hand=held[0], off=held[1], carried=carried).play("agnessa", "take it")
    sheet = fight.sheet("agnessa")
    assert (sheet.hand, sheet.off) == held
    assert sheet.carried == (*carried, lies)


@pytest.mark.rule("ingenuity", "B-38")
def test_loading_a_crossbow_takes_two_actions() -> None:
    fight = Fight({"petra": (3, 3)}, {"dummy": (9, 3)}).play("petra", "shoot dummy crossbow", thrown(1, 1))
    assert fight.refusal("Attack with the crossbow").rule == "B-38"
    fight.play("load crossbow")
    assert (fight.sheet("petra").unloaded, fight.turn.actions) == ((), 0)


@pytest.mark.rule("ingenuity", "B-20", "N-17")
def test_a_door_is_opened_with_an_action_and_a_locked_one_takes_a_test() -> None:
    door = Edge("door", (4, 3), (4, 4), "door", "closed", name="The door")
    fight = alone(Field(24, 12, edges=(door,))).play("boudica", "open door")
    assert (fight.state.open_edges, fight.turn.actions) == (("door",), 2)
    locked = Edge("door", (4, 3), (4, 4), "door", "locked", name="The door")
    fight = alone(Field(24, 12, edges=(locked,))).play("boudica", "force door", thrown(3, 4, of="d6+d4"))
    assert (fight.checked.needed, fight.checked.passed) == (8, True)
    assert fight.state.open_edges == ("door",)


@pytest.mark.rule("ingenuity", "B-50")
def test_a_test_that_is_no_attack_has_four_more_for_a_luck_die_of_twenty() -> None:
    locked = Edge("door", (4, 3), (4, 4), "door", "locked", name="The door")
    fight = alone(Field(24, 12, edges=(locked,))).profile_of("boudica", proficiencies={})
    fight.play("boudica", "force door", thrown(2, 2, 20, of="d6+d4"))
    assert fight.checked.passed
    fight = alone(Field(24, 12, edges=(locked,))).profile_of("boudica", proficiencies={})
    fight.play("boudica", "force door", thrown(2, 2, 19, of="d6+d4"))
    assert not fight.checked.passed


def test_moves_are_told_cell_by_cell() -> None:
    fight = alone().play("boudica", "go 6,3")
    assert [event.end for event in fight.told(Moved)] == [(4, 3), (5, 3), (6, 3)]


@pytest.mark.rule("ingenuity", "B-20", "N-10")
@pytest.mark.parametrize(("who", "able"), [("brigand", True), ("wolf", False)])
def test_who_has_no_hands_works_no_door_no_lever_and_picks_up_nothing(who: str, able: bool) -> None:
    door = Edge("door", (4, 3), (4, 4), "door", "closed", name="The door")
    field = Field(24, 12, edges=(door,), features=(Feature("winch", "lever", ((4, 3),), linked="door"),))
    fight = Fight({"boudica": (20, 9)}, {"foe": (who, (4, 3))}, field=field, acting="foes").thing("it", "knife", (4, 3))
    fight.play("foe")
    assert {fight.offers(key) for key in ("open door", "pull winch", "take it")} == {able}
