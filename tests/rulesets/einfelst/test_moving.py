"""Places within a zone, the way to the next one, and what bars it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.rules.setup import Objective
from game.spatial.field import UNIT, Field
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.events import Pooled
from tests.rulesets.einfelst.kit import Fight, chart, pool, terms


@pytest.mark.rule("einfelst", "C-45")
@pytest.mark.rule("einfelst", "C-50")
def test_the_next_zone_costs_a_fast_maneuver() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "e"})
    fight.play(fight.key("go", "b"))
    assert fight.at("fighter") == "b"
    assert fight.left("fighter") == (1, 0)


@pytest.mark.rule("einfelst", "C-14")
def test_a_zone_ends_at_its_walls() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "d"}, field=chart("ab", "cd", walls="ab"))
    assert fight.keys("go") == [fight.key("go", "c")]


@pytest.mark.rule("einfelst", "C-44")
@pytest.mark.rule("einfelst", "C-46")
@pytest.mark.rule("einfelst", "C-48")
def test_cover_is_taken_with_a_fast_maneuver_where_there_is_any() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc", cover="a")).play("cover")
    assert fight.sheet("fighter").spot == "cover"
    assert fight.left("fighter") == (1, 0)
    bare = Fight({"fighter": "a"}, {"thug": "c"})
    assert not bare.offers("cover")
    assert bare.refusal("Take cover").rule == "C-46"


@pytest.mark.rule("einfelst", "C-48")
@pytest.mark.rule("einfelst", "C-49")
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


@pytest.mark.rule("einfelst", "C-31")
@pytest.mark.rule("einfelst", "W-39")
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


@pytest.mark.rule("einfelst", "C-15")
@pytest.mark.rule("einfelst", "W-39")
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


@pytest.mark.rule("einfelst", "C-15")
@pytest.mark.rule("einfelst", "W-39")
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
