"""Places within a zone, the way to the next one, and what bars it; flight and chase (C-27, C-39, C-72 to C-76)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from game.rules.events import Id, Left, Moved
from game.rules.ruleset import Note
from game.rules.setup import Objective
from game.spatial.field import UNIT, Field
from rulesets.einfelst import RULESET
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.events import Pooled
from tests.rulesets.einfelst.kit import Fight, at_least, chance, chart, pool
from tests.rulesets.helping import terms


@pytest.mark.rule("einfelst", "C-45", "C-50")
def test_the_next_zone_costs_a_fast_maneuver() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "e"})
    fight.play(fight.key("go", "b"))
    assert fight.at("fighter") == "b"
    assert fight.left("fighter") == (1, 0)


@pytest.mark.rule("einfelst", "C-14")
def test_a_zone_ends_at_its_walls() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "d"}, field=chart("ab", "cd", walls="ab"))
    assert fight.keys("go") == [fight.key("go", "c")]


@pytest.mark.rule("einfelst", "C-44", "C-46", "C-48")
def test_cover_is_taken_with_a_fast_maneuver_where_there_is_any() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc", cover="a")).play("cover")
    assert fight.sheet("fighter").spot == "cover"
    assert fight.left("fighter") == (1, 0)
    bare = Fight({"fighter": "a"}, {"thug": "c"})
    assert not bare.offers("cover")
    assert bare.refusal("Take cover").rule == "C-46"


@pytest.mark.rule("einfelst", "C-48", "C-49")
def test_somebody_may_keep_far_off_and_come_back() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).play("withdraw")
    assert fight.sheet("fighter").spot == "far"
    fight.play("emerge", "done")
    assert fight.sheet("fighter").spot == "open"


@pytest.mark.rule("einfelst", "C-49")
def test_cover_is_no_help_against_who_has_come_close() -> None:
    fight = Fight({"slinger": "a"}, {"thug": "a"}, field=chart("a", cover="a")).sheet_of("thug", spot="cover")
    assert "needs 2" in fight.option("shoot thug sling").about.brief
    fight.play("close thug")
    assert not fight.option("shoot thug sling").about.brief


@pytest.mark.rule("einfelst", "C-34")
def test_who_lies_on_the_ground_gets_up_before_it_goes() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "e"}).sheet_of("fighter", prone=True)
    assert not fight.keys("go")
    assert fight.refusal("Move").rule == "C-34"
    fight.play("stand")
    assert fight.keys("go")
    assert fight.left("fighter") == (1, 0)


# ------------------------------------------------------------------ what bars the way


@pytest.mark.rule("einfelst", "C-31", "W-39")
def test_a_wall_is_climbed_with_the_better_of_finesse_and_endure() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc", climbs="ab"))
    assert not fight.keys("go")
    tally = fight.option(fight.key("cross", "b")).about.tally
    assert tally is not None and terms(tally) == {"Endure": 6}
    fight.play(fight.key("cross", "b"), pool(6, 0))
    assert (fight.at("fighter"), fight.left("fighter")) == ("a", (0, 1))
    fight.play("done", "done", fight.key("cross", "b"), pool(6, 1))
    assert fight.at("fighter") == "b"


@pytest.mark.rule("einfelst", "C-31")
def test_a_rope_helps_on_a_wall() -> None:
    fight = Fight({"friend": "a"}, {"thug": "c"}, field=chart("abc", climbs="ab"))
    tally = fight.option(fight.key("cross", "b")).about.tally
    assert tally is not None and terms(tally) == {"Finesse": 3, "rope": 2}


@pytest.mark.rule("einfelst", "C-15", "W-39")
def test_rubble_is_cleared_with_force_and_then_out_of_the_way() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc", rubble="ab"))
    fight.play(fight.key("cross", "b"), pool(6, 1))
    assert fight.at("fighter") == "a"
    fight.play(fight.key("go", "b"))
    assert fight.at("fighter") == "b"


@pytest.mark.rule("einfelst", "W-39")
@pytest.mark.parametrize("failed", [True, False])
def test_who_fails_to_climb_down_falls_and_lands_below(failed: bool) -> None:
    field = cliff(12)
    fight = Fight({"fighter": "a"}, {"thug": "b"}, field=field)
    fight.play(fight.key("cross", "b"), pool(6, 0 if failed else 1), *([pool(2, 0), pool(6, 0)] if failed else []))
    assert fight.at("fighter") == "b"
    assert fight.sheet("fighter").prone is failed


def cliff(feet: int) -> Field:
    """Zone a lies so many feet above zone b."""
    flat = chart("ab")
    high = tuple(feet * UNIT // 5 if x < 4 else 0 for _ in range(4) for x in range(8))
    return replace(flat, floor=high)


@pytest.mark.rule("einfelst", "C-15", "W-39")
@pytest.mark.parametrize(("kind", "action", "dice"), [("gaps", "Finesse", 4), ("water", "Endure", 6)])
def test_a_gap_is_leapt_and_water_entered_with_a_test(kind: str, action: str, dice: int) -> None:
    field = chart("abc", gaps="ab") if kind == "gaps" else chart("abc", water="b")
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=field)
    tally = fight.option(fight.key("cross", "b")).about.tally
    assert tally is not None and terms(tally) == {action: dice}


@pytest.mark.rule("einfelst", "W-39")
@pytest.mark.parametrize("trait", ["climbs", "flies"])
def test_who_climbs_by_nature_or_flies_goes_up_a_wall_as_it_likes(trait: str) -> None:
    fight = Fight({"brute": "a"}, {"fighter": "c"}, field=chart("abc", climbs="ab"))
    fight.profile_of("brute", traits=(trait,))
    assert fight.keys("go") == [fight.key("go", "b")]


@pytest.mark.rule("einfelst", "C-43")
def test_a_door_is_opened_and_shut_with_a_fast_maneuver() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc", doors="ab"))
    assert not fight.keys("go")
    fight.play("open ab")
    assert fight.left("fighter") == (1, 0)
    assert fight.keys("go")
    fight.play("close ab")
    assert fight.asked.who == "thug"


@pytest.mark.rule("einfelst", "C-15")
def test_a_locked_door_is_forced_with_force() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc", locked="ab"))
    assert not fight.keys("open")
    fight.play("force ab", pool(6, 1))
    assert fight.left("fighter") == (0, 1)
    assert fight.keys("go")


# ------------------------------------------------------------------ off the map, and objectives


@pytest.mark.rule("einfelst", "W-26")
def test_who_is_pinned_pays_for_leaving_the_map_too() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc"), hidden=("thug",))
    fight.sheet_of("fighter", pinned=True).play("leave")
    assert fight.sheet("fighter").physical == (1, 0, 0)


@pytest.mark.rule("einfelst", "C-67")
@pytest.mark.parametrize("way", ["leave", "flee"])
def test_whom_somebody_held_is_free_when_it_is_off_the_map(way: str) -> None:
    fight = Fight({"fighter": "a", "archer": "c"}, {"thug": "a"}, field=chart("abc", features={"a": "exit"}))
    fight.sheet_of("thug", held=True, holder="fighter")
    fight.play(way, *([pool(4, 1)] if way == "flee" else []))
    assert "fighter" in fight.state.gone
    assert not fight.sheet("thug").held


@pytest.mark.rule("einfelst", "C-50")
def test_an_escape_wins() -> None:
    field = chart("abc")
    aim = Objective("escape", cells=((0, 0), (1, 0)))
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=field, objectives=(aim,))
    fight.play("flee", pool(4, 1))
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("einfelst", "W-49")
def test_a_task_is_worked_at_with_a_slow_maneuver() -> None:
    aim = Objective("task", cells=((0, 0),), count=2, what="the winch")
    fight = Fight({"fighter": "a"}, {"thug": "e"}, objectives=(aim,)).play("work")
    assert fight.left("fighter") == (0, 1)
    fight.play("done", "done", "work")
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("einfelst", "C-02")
def test_ground_that_is_held_alone_for_the_rounds_asked_wins() -> None:
    aim = Objective("hold", cells=((0, 0),), rounds=2)
    fight = Fight({"fighter": "a"}, {"thug": "e"}, objectives=(aim,)).play("done", "done", "done", "done")
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("einfelst", "C-42", "W-50")
def test_nobody_faces_any_one_way() -> None:
    sides = {"one": ("archer", "a"), "other": ("archer", "e")}
    fight = Fight(sides, {"thug": "c"}).dice_of("thug", finesse=3)
    tallies = []
    for _ in sides:
        fight.until("shoot thug longbow")
        tallies.append(fight.option("dodge").about.tally)
        fight.play("pass", pool(7, 0), "done")
    first, second = (event.tally for event in fight.told(Pooled))
    assert first == second and tallies[0] == tallies[1], "be it from the west or from the east"
    assert "turn" not in {deed.verb for deed in RULESET.deeds}
    assert RULESET.ledger["C-42"].remark == "no facing, by ruling W-50"


ROAD = chart("abcdef", features={"a": "exit"})
"""The only way out is at the west end."""


def chased(**foes: str) -> Fight:
    """A hero two zones from the way out, with foes about it."""
    fight = Fight({"hero": "c", "archer": "f"}, foes or {"thug": "c"}, field=ROAD).dice_of("hero", finesse=4, sneak=3)
    return fight.sheet_of("archer", slow=0, fast=0)


@pytest.mark.rule("einfelst", "C-27", "C-72")
def test_a_flight_that_succeeds_leaves_the_fight_from_wherever_it_began() -> None:
    fight = chased().play("flee", pool(4, 1))
    assert fight.last(Left).why == "flees"
    assert "hero" in fight.state.gone
    assert fight.turn.escaped == ("hero",)
    assert fight.at("hero") == "a"


@pytest.mark.rule("einfelst", "C-72")
def test_the_better_of_finesse_and_sneak_is_thrown() -> None:
    assert chased().dice_of("hero", finesse=2, sneak=5).option("flee").about.sum == ("Dice", "5d6")
    assert chased().odds("flee").chance(lambda outcome: Note(Id("hero"), "away") in outcome.notes) == at_least(4, 1)


@pytest.mark.rule("einfelst", "C-73", "W-10")
def test_a_flight_that_fails_by_itself_leads_nowhere_and_costs_the_slow_maneuver() -> None:
    fight = chased().play("flee", "chase", pool(4, 0), pool(4, 2))
    assert (fight.at("hero"), fight.at("thug")) == ("c", "c")
    assert fight.left("hero") == (0, 1)


@pytest.mark.rule("einfelst", "C-39", "C-75", "C-76", "W-10")
def test_a_chase_with_as_many_successes_brings_both_a_zone_along_the_way() -> None:
    fight = chased().play("flee", "chase", pool(4, 2), pool(4, 2))
    assert (fight.at("hero"), fight.at("thug")) == ("b", "b")
    assert not fight.told(Left)
    assert fight.left("thug") == (1, 0)


@pytest.mark.rule("einfelst", "C-75")
def test_a_chase_with_fewer_successes_is_outrun() -> None:
    fight = chased().play("flee", "chase", pool(4, 2), pool(4, 1))
    assert fight.told(Left)
    assert fight.at("thug") == "c"


@pytest.mark.rule("einfelst", "C-75", "C-22")
def test_who_gives_chase_says_so_before_any_die_falls() -> None:
    fight = chased().until("flee")
    assert (fight.asked.kind, fight.asked.topic, fight.asked.who) == ("react", "chase", "thug")
    away = sum((chance(4, n) * chance(4, m) for n in range(5) for m in range(5) if n > m), Fraction(0))
    assert fight.odds("chase").chance(lambda outcome: Note(Id("hero"), "away") in outcome.notes) == away


@pytest.mark.rule("einfelst", "C-75")
def test_a_wolf_tracks_with_more_dice_than_it_runs_with() -> None:
    fight = chased(wolf="c").until("flee")
    assert fight.option("chase").about.sum == ("Dice", "6d6")


@pytest.mark.rule("einfelst", "W-33", "C-75", "C-76")
def test_the_successes_of_all_chasers_come_off_and_all_who_took_one_come_along() -> None:
    fight = chased(thug="c", wolf="c").play("flee", "chase", "chase", pool(4, 3), pool(4, 2), pool(6, 1))
    assert [fight.at(who) for who in ("hero", "thug", "wolf")] == ["b", "b", "b"]
    assert not fight.told(Left), "two successes and one are three"
    assert (fight.matched.taken, fight.matched.rule, fight.matched.target) == (3, "C-75", "thug")
    fight = chased(thug="c", wolf="c", brute="c").play(
        "flee", "chase", "chase", "chase", pool(4, 2), pool(4, 2), pool(6, 0), pool(3, 3)
    )
    assert [fight.at(who) for who in ("hero", "thug", "wolf", "brute")] == ["b", "b", "c", "b"]
    fight = chased(thug="c", wolf="c").play("flee", "chase", "chase", pool(4, 3), pool(4, 1), pool(6, 1))
    assert "hero" in fight.state.gone


@pytest.mark.rule("einfelst", "C-76", "W-26")
def test_nobody_runs_after_a_fugitive_that_falls_where_it_stood() -> None:
    fight = Fight({"hero": "c", "archer": "f"}, {"thug": "c"}, field=ROAD, acting="foes").dice_of("thug", finesse=4)
    fight.sheet_of("thug", pinned=True, points=3).play("flee", "chase", pool(4, 1), pool(3, 1))
    assert (fight.sheet("thug").up, fight.at("thug"), fight.at("hero")) == (False, "c", "c")


@pytest.mark.rule("einfelst", "C-75")
def test_the_odds_of_a_flight_from_two() -> None:
    fight = chased(thug="c", wolf="c").dice_of("wolf", finesse=2, track=2).until("flee", "chase")
    away = fight.odds("chase").chance(lambda outcome: Note(Id("hero"), "away") in outcome.notes)
    assert away == sum((chance(4, n) * chance(6, m) for n in range(5) for m in range(7) if n > m), Fraction(0))


@pytest.mark.rule("einfelst", "C-72", "C-73", "C-76")
def test_the_log_of_a_flight_cites_what_was_thrown() -> None:
    alone = chased(thug="d").play("flee", pool(4, 1))
    assert [(event.what, event.rule, event.passed) for event in alone.told(told.Tested)] == [("flight", "C-72", True)]
    assert cited(alone) == {"Hero runs to Zone b": ("C-72",), "Hero runs to Zone a": ("C-72",), "Hero flees": ("C-72",)}
    caught = chased().play("flee", "chase", pool(4, 1), pool(4, 1))
    assert "Thug 1 chases Hero" in caught.log
    assert cited(caught) == {"Hero runs to Zone b": ("C-76",), "Thug 1 runs to Zone b": ("C-76",)}
    left = Fight({"hero": "a", "archer": "f"}, {"thug": "a"}, field=ROAD, hidden=("thug",)).play("leave")
    assert cited(left) == {"Hero leaves the field": ("C-50",)}


def cited(fight: Fight) -> dict[str, tuple[str, ...]]:
    """The lines of the log that tell of somebody's going or leaving, with the rules that they cite."""
    lines = [(event, RULESET.tell(fight.board, event)) for event in fight.match.events]
    return {line.text: line.rules for event, line in lines if line is not None and isinstance(event, Moved | Left)}


@pytest.mark.rule("einfelst", "C-75")
def test_only_those_chase_who_are_in_the_zone_on_their_feet_and_have_a_maneuver_left() -> None:
    for changes in ({"prone": True}, {"held": True}, {"fire": 1}, {"slow": 0, "fast": 0}):
        assert not chased().sheet_of("thug", **changes).play("flee", pool(4, 0)).let_be
    assert not chased(thug="d").play("flee", pool(4, 0)).let_be


@pytest.mark.rule("einfelst", "C-74", "W-9")
def test_no_flight_through_a_zone_with_a_foe_but_for_the_one_it_begins_in() -> None:
    fight = chased(thug="b")
    assert not fight.offers("flee")
    assert fight.refusal("Flee").rule == "C-74"
    assert chased(thug="c").offers("flee")
    assert chased(thug="d").offers("flee")
    assert not chased(thug="c", wolf="a").offers("flee")


@pytest.mark.rule("einfelst", "C-74", "W-9")
def test_a_way_round_the_foe_is_taken() -> None:
    field = chart("abc", "dfe", walls="bf df fe", features={"a": "exit"})
    fight = Fight({"hero": "c", "archer": "c"}, {"thug": "b"}, field=field)
    assert not fight.offers("flee")
    field = chart("abc", "dfe", features={"a": "exit"})
    fight = Fight({"hero": "c", "archer": "c"}, {"thug": "b"}, field=field).play("flee", pool(3, 1))
    assert [move.end for move in fight.told(Moved)] == [fight.place(where) for where in "efda"]


@pytest.mark.rule("einfelst", "C-74", "C-15", "W-9")
def test_what_takes_a_maneuver_of_its_own_is_no_way_out() -> None:
    for bar in ({"doors": "bc"}, {"climbs": "bc"}, {"rubble": "bc"}, {"gaps": "bc"}):
        field = chart("abcdef", features={"a": "exit"}, **bar)  # type: ignore[arg-type]
        fight = Fight({"hero": "c"}, {"thug": "f"}, field=field)
        assert not fight.offers("flee"), bar
    field = chart("abcdef", features={"a": "exit"}, climbs="bc")
    assert Fight({"hero": "c"}, {"thug": "f"}, field=field).profile_of("hero", traits=("climbs",)).offers("flee")


@pytest.mark.rule("einfelst", "C-71", "C-34")
def test_the_held_and_the_fallen_do_not_run() -> None:
    assert not chased().sheet_of("hero", held=True).offers("flee")
    fight = chased().sheet_of("hero", prone=True)
    assert not fight.offers("flee")
    assert fight.refusal("Flee").rule == "C-34"


@pytest.mark.rule("einfelst", "C-76")
def test_at_the_way_out_itself_a_chase_keeps_both_where_they_are() -> None:
    fight = Fight({"hero": "a", "archer": "f"}, {"thug": "a"}, field=ROAD).play("flee", "chase", pool(3, 1), pool(4, 1))
    assert (fight.at("hero"), fight.at("thug")) == ("a", "a")
    assert not fight.told(Left)


@pytest.mark.rule("einfelst", "C-67", "C-72")
def test_who_runs_lets_go_of_whom_it_holds() -> None:
    fight = chased(thug="c").sheet_of("thug", held=True, holder="hero").play("flee", pool(4, 1))
    assert not fight.sheet("thug").held


@pytest.mark.rule("einfelst", "C-67")
def test_a_chaser_that_comes_along_lets_go_too() -> None:
    fight = Fight({"hero": "c", "archer": "c"}, {"thug": "c"}, field=ROAD).sheet_of("archer", held=True, holder="thug")
    fight.play("flee", "chase", pool(3, 1), pool(4, 1))
    assert fight.at("thug") == "b"
    assert not fight.sheet("archer").held


@pytest.mark.rule("einfelst", "W-45", "C-74")
def test_a_flight_into_an_ambush_ends_before_it() -> None:
    fight = Fight({"hero": "d", "archer": "f"}, {"thug": "d", "wolf": "b"}, field=ROAD, hidden=("wolf",))
    assert fight.offers("flee")
    fight.play("flee", pool(3, 1))
    assert fight.at("hero") == "c"
    assert not fight.sheet("wolf").hidden
    assert not fight.told(Left)


@pytest.mark.rule("einfelst", "C-75")
def test_nobody_chases_whom_it_does_not_know_of_and_a_chaser_in_hiding_shows_itself() -> None:
    fight = Fight({"hero": "c", "archer": "f"}, {"thug": "c"}, field=ROAD, hidden=("hero",), acting="party")
    fight.play("flee")
    assert not fight.let_be
    fight = Fight({"hero": "c", "archer": "f"}, {"thug": "c"}, field=ROAD, hidden=("thug",))
    assert not fight.option("flee").about.notes
    fight.play("flee", "chase", pool(3, 1), pool(4, 0))
    assert not fight.sheet("thug").hidden


@pytest.mark.rule("einfelst", "C-95", "C-72")
def test_who_burns_may_run() -> None:
    fight = chased().sheet_of("hero", fire=2)
    assert fight.keys() == ["extinguish", "flee", "done"]
    assert fight.play("flee", pool(4, 1)).told(Left)


@pytest.mark.rule("einfelst", "C-53", "C-72")
def test_the_pinned_are_harmed_as_they_run() -> None:
    fight = chased().sheet_of("hero", pinned=True).play("flee", pool(4, 1))
    assert fight.lost == [("hero", 1, "physical")]
    assert fight.told(Left)


@pytest.mark.rule("einfelst", "C-72", "W-9")
def test_who_is_to_escape_by_one_way_flees_by_that() -> None:
    field = chart("abcdef", features={"a": "exit", "f": "exit"})
    cells = Fight({"hero": "e"}, {"thug": "d"}, field=field).ground.zones.cells(
        Fight({"hero": "e"}, {"thug": "d"}, field=field).place("f")
    )
    aim = Objective("escape", "party", cells=cells)
    fight = Fight({"hero": "c", "archer": "f"}, {"thug": "a"}, field=field, objectives=(aim,)).play("flee", pool(3, 1))
    assert fight.at("hero") == "f"
    assert fight.winner == "party"


# ------------------------------------------------------------------ off the map without a test


def edge(**foes: str) -> Fight:
    """A hero where one leaves the map."""
    return Fight({"hero": "a", "archer": "b"}, foes, field=ROAD)


@pytest.mark.rule("einfelst", "C-72", "C-73", "W-48")
def test_as_long_as_a_foe_could_follow_the_map_is_left_by_a_tested_flight_alone() -> None:
    fight = edge(thug="f")
    assert fight.offers("flee") and not fight.offers("leave")
    assert fight.refusal("Leave").rule == "C-72"
    fight.play("flee", pool(3, 0))
    assert (fight.at("hero"), fight.left("hero")) == ("a", (0, 1))


@pytest.mark.rule("einfelst", "C-50", "W-48")
@pytest.mark.parametrize("unable", [{"held": True}, {"fire": 1}, {"hidden": True}])
def test_with_nobody_who_could_follow_one_leaves_as_one_goes_to_the_next_zone(unable: dict[str, object]) -> None:
    fight = edge(thug="f").sheet_of("thug", **unable).play("leave")
    assert "hero" in fight.state.gone
    assert not fight.told(told.Tested)
    assert not edge(thug="f", wolf="f").sheet_of("thug", **unable).offers("leave"), "the wolf could follow"
