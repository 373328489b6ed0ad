"""Moving by the book: moves, sprints and steps, diagonals, lying and standing, things in hand, doors."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d6
from game.rules.events import Moved
from game.spatial.field import Edge, Feature, Field
from rulesets.ingenuity.play.geometry import metres_between
from rulesets.ingenuity.play.moving import reach, speed
from tests.rulesets.ingenuity.kit import Fight, ground, thrown


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
