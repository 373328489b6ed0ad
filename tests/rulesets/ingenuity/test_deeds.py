"""Deeds held back (B-23), long actions, short tasks, and the fallen (B-24, B-26, B-37 to B-40, B-75)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import d6, d8, d20, ground
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.questions import Choose, Roll
from game.rules.setup import Objective
from game.rules.table import Board
from game.spatial.field import Edge
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.events import AttackDeclared, AttackHit, AttackRolled, AttackSpoiled, Did
from rulesets.ingenuity.sheet.sheet import Readied, Task
from tests.rulesets.helping import terms
from tests.rulesets.ingenuity.kit import OPEN, Fight, suffering, thrown


def ambushed(*before: str, at: tuple[int, int] = (9, 3)) -> Fight:
    """Boudica holds a blow back for whoever comes near, and the guard's turn begins."""
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": at, "goblin": (20, 9)})
    return fight.play("boudica", *before, "ready comes near strike spear", "guard")


@pytest.mark.rule("ingenuity", "B-23")
def test_ready_ends_the_turn_and_strikes_who_comes_into_reach() -> None:
    fight = ambushed().until("go 4,3")
    assert (fight.asked.topic, fight.asked.who, fight.asked.idle) == ("readied", "boudica", "pass")
    assert fight.option("take").label == "Now: strike it with the spear"
    assert fight.at("guard") == (5, 3)  # two metres away: the spear's reach
    fight.play("take", thrown(1, 1))
    sheet = fight.sheet("boudica")
    assert (sheet.readied, sheet.reactions, sheet.attacks, sheet.st) == (None, 0, 1, 12)
    assert (fight.last(AttackDeclared).how, fight.at("guard")) == ("readied", (4, 3))


@pytest.mark.rule("ingenuity", "B-23")
def test_let_be_it_is_held_back_further_but_does_not_come_up_for_who_is_near_already() -> None:
    fight = ambushed().until("go 4,3", "pass")
    assert (fight.at("guard"), fight.asked.kind, fight.sheet("boudica").readied is None) == ((4, 3), "act", False)
    fight.play("sprint 4,4")
    assert fight.asked_of("readied") == []


@pytest.mark.rule("ingenuity", "B-23", "B-30")
def test_it_is_given_up_as_the_next_turn_begins() -> None:
    fight = ambushed().play("done", "roland", "done", "goblin", "done", "boudica")
    assert fight.sheet("boudica").readied is None


@pytest.mark.parametrize(
    "changes",
    [{"reactions": 0}, {"conditions": suffering(stunned=1)}, {"unconscious": True, "prone": True}],
    ids=["no reaction", "stunned", "unconscious"],
)
@pytest.mark.rule("ingenuity", "B-23", "B-30")
def test_who_cannot_react_lets_the_moment_pass(changes: dict[str, Any]) -> None:
    held = Readied("comes near", "strike  spear", "strike it")
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3)}, acting="foes")
    fight.sheet_of("boudica", readied=held, **changes).until("guard", "go 4,4")
    assert fight.asked.kind == "act"


@pytest.mark.rule("ingenuity", "B-23", "B-02")
def test_who_is_felled_on_the_way_goes_no_further() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fight.sheet_of("guard", end=0, hp=7).sheet_of("roland", acted=True)
    fight.until("boudica", "ready comes near strike spear", "guard", "go 4,3", "take", thrown(3, 3), "pass", "pass")
    assert (fight.sheet("guard").unconscious, fight.at("guard"), fight.asked.who) == (True, (5, 3), "goblin")


@pytest.mark.rule("ingenuity", "B-23", "B-53")
def test_a_deed_held_back_for_an_attack_comes_before_its_dice() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 4)}, {"guard": (4, 3)})
    fight.play("boudica", "strike guard spear", thrown(1, 1), "ready attacks strike spear", "guard")
    fight.until("strike roland spear")
    assert (fight.asked.topic, fight.asked.who) == ("readied", "boudica")
    assert fight.asked.why == "Boudica: Guard 1 attacks Roland"
    fight.until("take", thrown(4, 4))
    assert terms(fight.last(AttackRolled).tally)["attacks before"] == -2
    fight.play("pass", thrown(4, 4))
    assert (fight.last(AttackRolled).who, fight.hit) == ("guard", True)


@pytest.mark.rule("ingenuity", "B-23", "B-53", "N-40")
def test_an_attack_by_one_who_is_felled_before_its_dice_comes_to_nothing_and_is_no_attack() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 4)}, {"guard": (4, 3), "goblin": (20, 9)})
    fight.sheet_of("guard", end=0, hp=7, st=0).play("boudica", "ready attacks strike spear", "guard")
    fight.play("strike roland spear", "take", thrown(3, 3))
    assert (fight.sheet("guard").up, fight.sheet("guard").attacks, fight.body_of("roland")) == (False, 0, (14, 14))
    assert fight.last(AttackSpoiled) == AttackSpoiled(Id("guard"), "the attack comes to nothing", "B-23")


@pytest.mark.rule("ingenuity", "B-23", "B-22", "B-53", "N-40")
def test_a_move_held_back_for_an_attack_leads_out_of_its_reach() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (12, 9)}, {"guard": (5, 3)})
    fight.play("boudica", "ready attacks go", "guard").until("strike boudica spear", "take")
    assert (fight.asked.topic, fight.asked.why, fight.offers("go 1,3")) == (
        "held back",
        "Boudica: where to move?",
        True,
    )
    fight.play("go 1,3")
    assert (fight.at("boudica"), fight.sheet("boudica").reactions, fight.sheet("guard").attacks) == ((1, 3), 0, 0)
    assert (fight.turn.active, fight.turn.actions) == ("guard", 2)
    assert fight.last(AttackSpoiled).why == "it is 4 m away, and 2 m is the most"


@pytest.mark.rule("ingenuity", "B-23", "B-43", "N-40")
def test_who_drops_to_the_ground_before_a_shot_is_harder_to_hit() -> None:
    fight = Fight({"boudica": (3, 3)}, {"agnessa": (12, 3)}).play("boudica", "ready attacks prone")
    fight.until("agnessa", "shoot boudica shortbow", "take", thrown(6, 6))
    assert fight.sheet("boudica").prone and fight.rolled.why == "attack, disadvantage"


@pytest.mark.rule("ingenuity", "B-23", "B-25", "N-40")
def test_cover_may_be_sought_as_a_shot_is_about_to_be_loosed() -> None:
    field = ground("............", "....#.......", "............")
    fight = Fight({"boudica": (3, 1)}, {"agnessa": (10, 2)}, field=field).play("boudica", "ready attacks cover")
    fight.until("agnessa", "shoot boudica shortbow", "take", thrown(6, 6))
    assert fight.has("boudica", "cover") and fight.rolled.why == "attack, disadvantage"


@pytest.mark.rule("ingenuity", "B-23", "B-38", "N-40")
def test_loading_may_be_held_back_and_what_is_not_paid_for_is_begun() -> None:
    near = Fight({"petra": (3, 3)}, {"guard": (10, 3)}).sheet_of("petra", unloaded=("crossbow",))
    near.until("petra", "ready comes near load crossbow").until("go 7,3", "take")
    assert near.sheet("petra").unloaded == ()
    late = Fight({"petra": (3, 3)}, {"guard": (10, 3)}).sheet_of("petra", unloaded=("crossbow",))
    late.until("petra", "prone", "stand", "prone", "stand", "ready comes near load crossbow", "go 7,3", "take")
    assert (late.sheet("petra").unloaded, late.sheet("petra").task) == (
        ("crossbow",),
        Task("load crossbow", 1, 2, "load the crossbow"),
    )


@pytest.mark.rule("ingenuity", "B-23", "B-20", "N-40")
def test_something_may_be_picked_up_as_a_foe_comes_near() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (12, 3)}).thing("x", "medium-shield", (3, 4))
    fight.play("boudica", "ready comes near take", "guard").until("go 8,3", "take")
    assert "medium-shield" in fight.sheet("boudica").carried and not fight.state.things


@pytest.mark.rule("ingenuity", "B-19", "B-23", "N-40")
def test_a_command_may_be_held_back_and_each_who_gives_one_gives_each_but_one_a_turn() -> None:
    party = {"clementine": (3, 3), "roland": (8, 3), "fabian": (8, 4)}
    fight = Fight(party, {"guard": (9, 3), "goblin": (20, 9)})
    fight.play("clementine", "ready attacks command", "guard").until("strike roland spear", "take")
    assert sorted(fight.keys("command")) == ["command fabian", "command roland"]
    fight.until("command roland")
    assert (fight.asked.topic, fight.asked.who) == ("command", "roland")
    fight.until("strike guard longsword slashing", thrown(2, 2, of="d8+d6"))
    assert (fight.sheet("clementine").fc, fight.sheet("roland").attacks) == (12, 1)
    assert fight.turn.commanded == (("clementine", "roland"),)


@pytest.mark.rule("ingenuity", "B-23", "B-75", "N-40")
def test_a_deed_held_back_for_an_attack_meets_a_killing_strike_too() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 4)}, {"guard": (4, 3), "goblin": (20, 9)})
    fight.sheet_of("roland", unconscious=True, prone=True, end=0).play("boudica", "ready attacks strike spear")
    fight.until("guard", "kill roland spear")
    assert (fight.asked.topic, fight.asked.why) == ("readied", "Boudica: Guard 1 attacks Roland")


@pytest.mark.rule("ingenuity", "B-23", "N-40")
def test_only_who_sees_it_is_moved_by_what_a_foe_does() -> None:
    hall = ground("............", "############", "............")
    for field, at, met in ((hall, (3, 2), False), (OPEN, (3, 4), True)):
        fight = Fight({"boudica": (3, 0), "roland": at}, {"guard": (5, at[1])}, field=field)
        fight.play("boudica", "ready attacks prone").until("guard", "strike roland spear")
        assert isinstance(fight.match.pending, Choose) is met
    blind = Fight({"boudica": (3, 3), "roland": (3, 4)}, {"guard": (5, 4)}, acting="foes")
    blinded = (Condition("blinded", "turn ends"),)
    blind.sheet_of("boudica", readied=Readied("attacks", "prone", "drop"), conditions=blinded)
    blind.until("guard", "strike roland spear")
    assert isinstance(blind.match.pending, Roll)


@pytest.mark.rule("ingenuity", "B-23", "B-54", "N-40")
def test_an_attack_out_of_ambush_is_not_seen_coming_and_sets_off_what_is_held_back_once_it_is_made() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (12, 9)}, {"agnessa": (20, 3)}, hidden=("agnessa",))
    fight.play("boudica", "ready attacks prone").until("agnessa", "shoot roland shortbow", thrown(1, 1), d6(1))
    assert (fight.asked.topic, fight.asked.who) == ("readied", "boudica")


@pytest.mark.rule("ingenuity", "B-23", "B-55")
def test_a_deed_held_back_for_an_ally_waits_for_the_flank() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"guard": (4, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready has acted strike guard spear", "guard", "done", "roland")
    fight.until("go 5,3")
    assert fight.asked.who == "boudica"
    fight.until("take", thrown(2, 2))
    assert "advantage" in fight.rolled.why


@pytest.mark.rule("ingenuity", "B-23", "N-40")
def test_a_deed_held_back_for_an_ally_that_acts_comes_before_what_it_does() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"guard": (4, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready acts strike guard spear", "guard", "done", "roland").until("go 5,3")
    assert (fight.asked.who, fight.at("roland")) == ("boudica", (9, 9))
    fight.play("take", thrown(4, 4))
    assert fight.at("roland") == (5, 3)


@pytest.mark.rule("ingenuity", "B-23", "N-40")
def test_what_an_ally_is_kept_from_is_lost_with_its_action() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 4)}, {"guard": (4, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready acts go", "guard", "done", "roland")
    fight.play("go 4,7", "take", "go 4,7")
    assert (fight.at("boudica"), fight.at("roland"), fight.turn.actions) == ((4, 7), (4, 4), 2)
    assert fight.last(AttackSpoiled).rule == "B-23"


@pytest.mark.rule("ingenuity", "B-23", "B-40", "N-40")
def test_a_deed_held_back_is_a_reaction_and_leaves_what_was_begun_meanwhile_as_it_is() -> None:
    fight = Fight({"petra": (3, 3), "clementine": (8, 3)}, {"guard": (20, 9), "goblin": (21, 8)})
    fight.sheet_of("petra", unloaded=("crossbow",)).play("petra", "ready has acted go", "guard", "done", "clementine")
    fight.play("command petra", "load crossbow", "take", "go 3,5")
    assert (fight.at("petra"), fight.sheet("petra").task) == ((3, 5), Task("load crossbow", 1, 2, "load the crossbow"))


@pytest.mark.rule("ingenuity", "B-23", "B-20", "N-40")
def test_a_door_may_be_shut_before_who_comes_near() -> None:
    field = ground(*["............"] * 3, edges=(Edge("door", (3, 1), (4, 1), "door", "open", name="The door"),))
    fight = Fight({"boudica": (3, 1)}, {"guard": (11, 1)}, field=field)
    fight.play("boudica", "ready comes near close door", "guard").until("go 6,1")
    assert (fight.asked.who, fight.at("guard")) == ("boudica", (8, 1))
    fight.play("take")
    assert fight.state.open_edges == ()


@pytest.mark.rule("ingenuity", "B-23", "N-30")
def test_a_deed_held_back_by_one_whose_team_is_out_of_turns_still_works() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (20, 3), "goblin": (9, 3)})
    fight.play("boudica", "ready comes near strike spear", "guard", "done").until("goblin", "go 4,3")
    assert (fight.asked.who, fight.at("goblin")) == ("boudica", (5, 3))


@pytest.mark.rule("ingenuity", "B-23")
def test_two_may_wait_for_the_same_foe_and_are_asked_in_order() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 4)}, {"guard": (20, 3), "goblin": (9, 3)})
    fight.play("boudica", "ready comes near strike spear", "guard", "done")
    fight.play("roland", "ready comes near strike longsword slashing").until("goblin", "go 5,3")
    assert fight.asked.who == "boudica"
    fight.until("take", thrown(1, 1))
    assert fight.asked.who == "roland"


@pytest.mark.rule("ingenuity", "B-23", "B-15")
def test_whom_the_first_of_them_fells_the_second_does_not_strike() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 4)}, {"guard": (20, 3), "goblin": (9, 3)})
    fight.sheet_of("goblin", end=0, hp=1, st=0).play("boudica", "ready comes near strike spear", "guard", "done")
    fight.play("roland", "ready comes near strike longsword slashing").until("goblin", "go 5,3")
    fight.until("take", thrown(6, 6), d20(20))
    assert (fight.sheet("goblin").unconscious, fight.turn.round) == (True, 2)


@pytest.mark.rule("ingenuity", "B-23", "N-19")
def test_nothing_on_the_other_side_tells_what_is_held_back() -> None:
    fights = [ambushed()]
    other = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fights.append(other.play("boudica", "ready attacks strike spear", "guard"))
    shown = [
        (
            RULESET.standing(fight.board, Id("boudica")),
            list(fight.asked.options.all_keys()),
            fight.log,
            RULESET.masked(fight.board, "foes"),
        )
        for fight in fights
    ]
    assert shown[0] == shown[1]
    assert fights[0].last(Did) == Did(Id("boudica"), "holds something back", "B-23")


@pytest.mark.rule("ingenuity", "B-23", "B-16", "N-40")
def test_ready_takes_the_action_of_the_deed_and_no_more() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 3)}).play("boudica", "prone", "stand", "prone", "stand")
    assert fight.turn.actions == 1
    assert fight.keys("ready")[0] == "ready comes near strike spear"
    assert fight.play("ready comes near strike spear").turn.active == "guard"


@pytest.mark.rule("ingenuity", "B-23", "B-76", "B-77", "N-40")
def test_a_killing_strike_may_be_held_back_with_all_three_actions_paid_for_it() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"guard": (4, 3), "wolf": (12, 3)})
    fight.profile_of("guard", con=20).sheet_of("guard", unconscious=True, prone=True, end=9)
    fight.play("boudica", "ready comes near kill", "wolf").until("go 8,3", "take", thrown(1, 1), d6(1), thrown(3, 4))
    assert (fight.last(AttackDeclared).how, fight.last(AttackDeclared).target) == ("sneak attack", "guard")
    assert fight.sheet("boudica").attacks == 1


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
    assert "Petra no longer tries to load the crossbow" in fight.log
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
