"""Long actions, short tasks, and what is done with the fallen (B-24, B-26, B-37 to B-40, B-75 to B-77)."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import d6, d8, d20
from game.rules.odds import odds
from game.rules.setup import Objective
from game.rules.table import Board
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.events import AttackHit, Did
from rulesets.ingenuity.sheet.sheet import Task
from tests.rulesets.ingenuity.kit import Fight, terms, thrown


def petra() -> Fight:
    """Petra with a foe far away."""
    return Fight({"petra": (3, 3), "roland": (1, 9)}, {"dummy": (12, 3)})


def loading(of: int = 2) -> Fight:
    """Petra has begun to reload with the last action of her turn, and has her next."""
    fight = petra().weapon_of("petra", "crossbow", reload=of)
    fight.play("petra", "shoot dummy crossbow", thrown(1, 1), "prone", "stand", "load crossbow", "done")
    return fight.play("dummy", "done", "roland", "done", "petra")


# ------------------------------------------------------------------ long actions


@pytest.mark.rule("ingenuity", "B-38", "B-39", "B-25")
def test_petra_of_the_book_finishes_loading_with_the_first_action_of_her_next_turn() -> None:
    fight = loading()
    assert fight.sheet("petra").unloaded == ("crossbow",)
    assert fight.keys() == ["go on", "abandon"]
    fight.play("go on")
    assert (fight.sheet("petra").unloaded, fight.sheet("petra").task, fight.turn.actions) == ((), None, 2)
    assert fight.offers("shoot dummy crossbow")


@pytest.mark.rule("ingenuity", "B-40")
def test_abandoned_the_turn_is_whole_and_what_was_begun_is_lost() -> None:
    fight = loading().play("abandon")
    assert (fight.turn.actions, fight.sheet("petra").task, fight.sheet("petra").unloaded) == (3, None, ("crossbow",))
    fight.play("load crossbow")
    assert (fight.turn.actions, fight.sheet("petra").unloaded) == (1, ())


@pytest.mark.rule("ingenuity", "B-37", "B-38", "B-39")
def test_an_action_longer_than_a_turn_takes_those_of_several() -> None:
    fight = loading(of=5).play("go on")
    task = fight.sheet("petra").task
    assert task is not None
    assert (task.left, task.of, fight.turn.actions) == (1, 5, 0)
    assert fight.offers("abandon")
    fight.play("done", "dummy", "done", "roland", "done", "petra", "go on")
    assert (fight.sheet("petra").unloaded, fight.turn.actions) == ((), 2)


@pytest.mark.rule("ingenuity", "B-40")
def test_it_may_still_be_abandoned_later_in_the_turn() -> None:
    fight = loading(of=5).play("go on", "abandon")
    assert (fight.sheet("petra").task, fight.turn.actions) == (None, 0)


@pytest.mark.rule("ingenuity", "B-39")
def test_what_cannot_be_done_any_more_comes_to_nothing() -> None:
    fight = petra().sheet_of("petra", task=Task("load crossbow", 1, 2, "load the crossbow"), hand="", off="")
    fight.play("petra", "go on")
    assert (fight.turn.actions, fight.sheet("petra").task) == (2, None)
    assert any("any more" in line for line in fight.log)


@pytest.mark.rule("ingenuity", "B-38", "N-34")
def test_who_is_stunned_or_felled_has_begun_for_nothing() -> None:
    for effect, changes, dice in (("stunned", {}, ()), (None, {"end": 0, "hp": 1}, (d20(20),))):
        fight = Fight({"petra": (4, 3), "roland": (15, 9)}, {"guard": (3, 3)}, acting="foes")
        fight.sheet_of("petra", task=Task("load crossbow", 1, 2, "load the crossbow"), reactions=0, **changes)
        fight.weapon_of("guard", "spear", inflicts=effect).play("guard", "strike petra spear", thrown(2, 4), *dice)
        assert fight.sheet("petra").task is None


# ------------------------------------------------------------------ short tasks


def winch() -> Fight:
    aim = Objective("task", "party", ((4, 3),), count=2, what="the winch")
    return Fight({"roland": (3, 3)}, {"dummy": (20, 9)}, objectives=(aim,))


@pytest.mark.rule("ingenuity", "B-26", "B-02", "N-36")
def test_a_short_task_takes_three_actions_and_a_test_and_the_last_one_wins() -> None:
    fight = winch().play("roland", "work", thrown(1, 1, of="d8+d4"))
    assert (fight.checked.passed, fight.turn.progress) == (False, {})
    fight.play("done", "dummy", "done", "roland", "work", thrown(4, 2, of="d8+d4"))
    assert (fight.checked.needed, fight.turn.progress["party"].worked, fight.turn.actions) == (6, 1, 0)
    fight.play("done", "dummy", "done", "roland", "work", thrown(1, 1, 20, of="d8+d4"))
    assert (terms(fight.checked.tally), fight.winner) == ({"luck": 4}, "party")


@pytest.mark.rule("ingenuity", "B-26", "B-03")
def test_how_far_a_task_is_stands_where_everybody_sees_it() -> None:
    begun = winch().until("roland")
    for fight, done in ((begun, 0), (winch().play("roland", "work", thrown(4, 2, of="d8+d4")), 1)):
        for state in (fight.state, RULESET.masked(fight.board, "foes")):
            now = RULESET.objective_progress(Board(state, fight.board.setup, fight.board.space), "party")
            assert now is not None
            assert (now.done, now.needed, now.told) == (done, 2, f"the winch {done} of 2")
        assert RULESET.objective_progress(fight.board, "foes") is None


@pytest.mark.rule("ingenuity", "B-26", "B-38")
def test_a_task_begun_late_is_done_with_the_next_turns_actions() -> None:
    fight = winch().play("roland", "prone", "stand", "work", "done", "dummy", "done", "roland")
    fight.play("go on", thrown(4, 2, of="d8+d4"))
    assert (fight.turn.progress["party"].worked, fight.turn.actions) == (1, 2)


@pytest.mark.rule("ingenuity", "B-26")
def test_nobody_works_from_two_metres_away() -> None:
    aim = Objective("task", "party", ((5, 3),), what="the winch")
    assert not Fight({"roland": (3, 3)}, {"dummy": (20, 9)}, objectives=(aim,)).play("roland").offers("work")


@pytest.mark.rule("ingenuity", "B-26", "N-36")
def test_one_works_from_beside_any_cell_of_a_task() -> None:
    aim = Objective("task", "party", ((4, 3), (5, 3), (6, 3)), what="the gate")
    assert Fight({"roland": (3, 3)}, {"dummy": (20, 9)}, objectives=(aim,)).play("roland").offers("work")


# ------------------------------------------------------------------ bringing somebody round


def fallen(hp: int = 0) -> Fight:
    """Roland lies beside Clementine, and the turn is hers."""
    party, foes = (
        {"roland": (3, 3), "clementine": (4, 3)},
        {"captain": ("guard", (20, 1)), "second": ("guard", (20, 3))},
    )
    return Fight(party, foes).sheet_of("roland", end=0, hp=hp, unconscious=True, prone=True)


@pytest.mark.rule("ingenuity", "B-24", "B-12", "B-72")
def test_roland_of_the_book_is_revived_and_has_his_turn_after_the_guards() -> None:
    fight = fallen().play("clementine", "revive roland", thrown(3, 2, of="d8+d4"))
    roland, clementine = fight.sheet("roland"), fight.sheet("clementine")
    assert (roland.up, roland.hp, roland.prone, clementine.prone, fight.turn.actions) == (True, 1, True, True, 1)
    fight.play("done", "captain", "done")
    assert fight.asked.who == "roland"


@pytest.mark.rule("ingenuity", "B-24", "B-75")
def test_whom_one_revives_or_kills_is_called_by_its_name() -> None:
    assert fallen().until("clementine").option("revive roland").label == "Resuscitate Roland"
    assert helpless(con=4).until("boudica").option("kill guard spear").label == "Kill Guard 1 with the spear"


@pytest.mark.rule("ingenuity", "B-24", "B-12")
def test_who_has_acted_and_is_revived_has_no_second_turn_in_the_round() -> None:
    fight = fallen(hp=3).sheet_of("roland", acted=True)
    fight.play("clementine", "revive roland", thrown(3, 2, of="d8+d4"), "done", "captain", "done")
    assert (fight.sheet("roland").hp, fight.asked.who) == (3, "second")


@pytest.mark.rule("ingenuity", "B-24", "N-37")
def test_reviving_succeeds_four_times_in_five() -> None:
    fight = fallen().until("clementine", "revive roland")
    passed = sum(ways for faces, ways in fight.rolled.outcomes() if fight.rolled.reading.of(faces) == (1,))
    assert f"{passed / 640 * 100:.1f}" == "82.2"
    fight.play(thrown(1, 1, of="d8+d4"))
    assert (fight.checked.needed, terms(fight.checked.tally)) == (6, {"healing": 1})
    assert not fight.sheet("roland").up


@pytest.mark.rule("ingenuity", "B-24", "B-38")
def test_reviving_begun_with_the_last_action_goes_on() -> None:
    fight = fallen().play("clementine", "prone", "stand", "prone", "stand", "revive roland")
    assert fight.sheet("clementine").task == Task("revive roland", 1, 2, "resuscitate Roland")
    assert not fight.sheet("clementine").prone


@pytest.mark.rule("ingenuity", "B-24")
def test_the_dead_and_those_out_of_reach_are_not_revived_and_whoever_lies_beside_one_is() -> None:
    assert not fallen().sheet_of("roland", dead=True).play("clementine").offers("revive roland")
    party = {"roland": (3, 3), "clementine": (5, 3)}
    fight = Fight(party, {"guard": (6, 3), "wolf": (20, 9)})
    fight.sheet_of("roland", unconscious=True, prone=True).sheet_of("guard", unconscious=True, prone=True)
    assert fight.play("clementine").keys("revive") == ["revive guard"]


# ------------------------------------------------------------------ killing strikes


def helpless(**more: int) -> Fight:
    """A guard lies before Boudica."""
    fight = Fight({"boudica": (3, 3), "clementine": (4, 4)}, {"guard": (4, 3), "wolf": (20, 9)})
    return fight.profile_of("guard", **more).sheet_of("guard", end=0, hp=4, unconscious=True, prone=True)


@pytest.mark.rule("ingenuity", "B-75", "B-77")
def test_a_killing_strike_takes_three_actions_and_a_test_with_advantage() -> None:
    fight = helpless(con=4).play("boudica", "kill guard spear", thrown(1, 1), d6(2))
    assert (fight.sheet("guard").dead, fight.turn.actions, fight.sheet("boudica").attacks) == (True, 0, 0)
    assert (fight.checked.needed, fight.checked.faces) == (4, 3)


@pytest.mark.rule("ingenuity", "B-75", "N-4", "N-38")
def test_the_advantage_of_a_killing_strike_is_lost_on_the_blinded() -> None:
    fight = helpless(con=4).sheet_of("boudica", conditions=(Condition("blinded", "turn ends"),)).until("boudica")
    assert "disadvantage: blinded (B-54)" in fight.option("kill guard spear").about.notes
    fight.play("kill guard spear", thrown(1, 2))
    assert (fight.sheet("guard").dead, fight.checked.faces) == (True, 3)


@pytest.mark.rule("ingenuity", "B-24", "N-4", "N-37")
def test_the_blinded_bring_nobody_round_as_easily() -> None:
    fight = Fight({"clementine": (3, 3), "boudica": (4, 3)}, {"guard": (20, 9)})
    fight.sheet_of("boudica", unconscious=True, prone=True).sheet_of(
        "clementine", conditions=(Condition("blinded", "turn ends"),)
    )
    fight.play("revive boudica", thrown(5, 3, of="d8+d4"), d8(1))
    assert not fight.sheet("boudica").up and fight.checked.faces == 4


@pytest.mark.rule("ingenuity", "B-75", "B-50")
def test_a_killing_strike_against_four_hardly_ever_fails() -> None:
    fight = helpless(con=4).profile_of("guard", eva=40).sheet_of("guard", end=0, hp=4).until("boudica")
    chance = odds(fight.match, "kill guard spear").chance(lambda outcome: not outcome.attacks)
    assert f"{float(chance) * 100:.1f}" == "99.6"


@pytest.mark.rule("ingenuity", "B-76", "B-54")
def test_if_it_fails_a_sneak_attack_is_made_which_counts_as_one() -> None:
    fight = helpless(con=12).play("boudica", "kill guard spear", thrown(1, 1), d6(2))
    fight.play(thrown(3, 4), d6(1), d6(1))
    assert (fight.last(AttackHit).target, fight.sheet("boudica").attacks) == ("guard", 1)
    assert fight.told(Did)[-1].what == "makes a killing strike at"


@pytest.mark.rule("ingenuity", "B-75", "N-38")
def test_only_what_is_lethal_and_near_kills_and_only_the_unconscious() -> None:
    assert helpless().play("clementine").keys("kill") == []
    assert helpless().play("boudica").keys("kill") == ["kill guard spear"]
    assert Fight({"boudica": (3, 3)}, {"guard": (4, 3)}).play("boudica").keys("kill") == []
    for x, found in ((4, ["kill guard shortbow"]), (5, [])):
        archer = Fight({"agnessa": (3, 3)}, {"guard": (x, 3), "wolf": (9, 9)})
        archer.sheet_of("guard", unconscious=True, prone=True).play("agnessa")
        assert archer.keys("kill") == found


@pytest.mark.rule("ingenuity", "B-75", "B-38", "N-38")
def test_who_kills_with_a_crossbow_has_shot_it() -> None:
    fight = Fight({"petra": (3, 3)}, {"guard": (4, 3), "wolf": (9, 9)})
    fight.sheet_of("guard", unconscious=True, prone=True).play("petra", "kill guard crossbow", thrown(5, 5), d6(1))
    assert (fight.sheet("guard").dead, fight.sheet("petra").unloaded) == (True, ("crossbow",))
    assert fight.sheet("petra").attacks == 0
    late = Fight({"petra": (3, 3)}, {"guard": (4, 3), "wolf": (9, 9)}).sheet_of("petra", unloaded=("crossbow",))
    assert late.sheet_of("guard", unconscious=True, prone=True).play("petra").keys("kill") == []


@pytest.mark.rule("ingenuity", "B-77", "B-38")
def test_a_killing_strike_begun_is_lost_when_its_victim_comes_round() -> None:
    fight = helpless().sheet_of("guard", unconscious=False, prone=True, end=4)
    fight.sheet_of("boudica", task=Task("kill guard spear", 1, 3, "kill Guard with the spear"))
    fight.play("boudica", "go on")
    assert (fight.sheet("guard").up, fight.turn.actions) == (True, 2)
