"""Rule: Bonus actions. Things, draughts, doors and a few words (A-20 to A-26)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d4, d6, d20
from game.rules.dice import at_most
from game.rules.events import EdgeChanged
from game.spatial.field import Edge, Feature
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import Did, Fell
from rulesets.murdham.play.geometry import CONFUSED
from tests.rulesets.helping import told
from tests.rulesets.murdham.kit import Fight, chart
from tests.rulesets.murdham.people import BOMBARDIER, HEALER

FAR = {"bandit": "r"}
"""A foe out of everybody's way."""


def alone(who: str = "sybilla", at: str = "e", **options: Any) -> Fight:
    """One hero whose turn it is, with nobody near."""
    return Fight({who: at}, FAR, roster=HEALER, **options).play(who)


@pytest.mark.rule("murdham", "A-20")
def test_one_thing_is_put_down_or_picked_up_as_a_bonus_action() -> None:
    fight = alone("healer").play("put down mace")
    assert fight.sheet("healer").hand == "" and fight.turn.bonus == 1 and fight.turn.main
    assert [thing.key for thing in fight.state.things.values()] == ["mace"]
    fight.play("pick up mace-1")
    assert fight.sheet("healer").hand == "mace" and not fight.state.things
    assert not fight.turn.main, "the second one"


@pytest.mark.rule("murdham", "A-20")
def test_only_what_lies_nearby_can_be_picked_up() -> None:
    fight = Fight({"sybilla": "b"}, FAR)
    for place in ("b", "bc", "c"):
        fight.thing(f"at-{place}", "sword", place)
    assert fight.play("sybilla").keys("pick") == ["pick up at-b", "pick up at-bc"]


@pytest.mark.rule("murdham", "A-20")
def test_full_hands_put_it_on_the_belt() -> None:
    fight = Fight({"theobald": "b"}, FAR).thing("mine", "halberd", "b").play("theobald", "pick up mine")
    assert (fight.sheet("theobald").hand, fight.sheet("theobald").carried) == ("halberd", ("halberd",))


@pytest.mark.rule("murdham", "A-20", "M-37")
def test_a_foes_weapon_is_as_good_as_ones_own() -> None:
    fight = (
        Fight({"theobald": "b"}, {"bandit": "b"}, stunts="off").sheet_of("theobald", hand="").thing("it", "axe", "b")
    )
    fight.play("theobald", "pick up it", "strike bandit axe", d6(3))
    assert fight.health("bandit") == 5


@pytest.mark.rule("murdham", "M-37")
def test_beasts_pick_up_nothing() -> None:
    fight = Fight({"theobald": "b"}, {"wolf": "b"}, acting="foes").thing("it", "halberd", "b").play("wolf")
    assert not fight.keys("pick")


@pytest.mark.rule("murdham", "A-21", "A-22")
def test_a_swap_is_two_bonus_actions() -> None:
    fight = alone("healer")
    assert not fight.offers("equip bow"), "with mace and shield in hand"
    fight.play("stow mace")
    assert fight.offers("equip knife") and not fight.offers("equip bow"), "a bow takes both hands"
    fight.play("equip knife")
    assert fight.sheet("healer").hand == "knife" and "mace" in fight.sheet("healer").carried
    assert fight.turn.bonus == 2 and not fight.turn.main


@pytest.mark.rule("murdham", "A-21")
def test_two_hands_are_free_after_two_things_are_stowed() -> None:
    fight = alone("healer", morale="off").play("stow mace", "stow shield", "done", "pass", "first party", "healer")
    fight.play("equip bow")
    assert fight.sheet("healer").hand == "bow"
    assert not fight.offers("equip shield") and not fight.offers("equip knife")


@pytest.mark.rule("murdham", "A-23")
def test_armour_stays_on() -> None:
    assert not [option.key for option in alone("healer").asked.options if "armour" in option.key]


@pytest.mark.rule("murdham", "A-20")
def test_what_is_put_down_is_told_as_such() -> None:
    assert alone("healer").play("put down shield").last(Did).rule == "A-20"


@pytest.mark.rule("murdham", "A-24")
def test_a_draught_brings_back_half_of_ones_str() -> None:
    """Half of 7 is 4, however much health one may have besides."""
    fight = Fight({"healer": "b"}, FAR, roster=HEALER).profile_of("healer", health=9).sheet_of("healer", health=2)
    fight.play("healer", "use draught healer")
    assert fight.health("healer") == 6
    assert fight.turn.bonus == 1 and fight.turn.main
    assert "draught" not in fight.sheet("healer").items, "gone"


@pytest.mark.rule("murdham", "A-24")
def test_no_more_comes_back_than_was_lost() -> None:
    fight = Fight({"healer": "b", "sybilla": "b"}, FAR, roster=HEALER).sheet_of("sybilla", health=6).play("healer")
    assert not fight.offers("use draught healer"), "unhurt"
    fight.play("use draught sybilla")
    assert fight.health("sybilla") == 8


@pytest.mark.rule("murdham", "A-24")
def test_a_draught_saves_the_dying_and_leaves_an_injury() -> None:
    fight = Fight({"healer": "b", "sybilla": "b"}, FAR, roster=HEALER)
    fight.sheet_of("sybilla", health=0, dying=2, incapacitated=True).play("healer", "use draught sybilla", d6(1))
    assert fight.health("sybilla") == 4 and fight.sheet("sybilla").dying == 0
    assert fight.sheet("sybilla").injuries == ("a scar",)


@pytest.mark.rule("murdham", "A-24")
@pytest.mark.parametrize(("face", "cured"), [(1, False), (2, True)])
def test_an_antidote_fails_one_time_in_four(face: int, cured: bool) -> None:
    fight = Fight({"healer": "b", "sybilla": "b"}, FAR, roster=HEALER).sheet_of("sybilla", paralysed=True)
    fight.play("healer", "use antidote sybilla", d4(face))
    assert fight.sheet("sybilla").paralysed is not cured


@pytest.mark.rule("murdham", "A-24")
def test_a_dose_of_poison_waits_for_blood() -> None:
    fight = Fight({"healer": "b"}, {"bandit": "b", "x": ("bandit", "r")}, roster=HEALER, stunts="off", morale="off")
    fight.play("healer", "use poison mace", "strike bandit mace", d6(1), d20(9))
    assert fight.sheet("bandit").paralysed, "one damage, and STR 8 is less than 9"
    assert fight.sheet("healer").poisoned == ()


@pytest.mark.rule("murdham", "A-24")
def test_a_poisoned_blow_that_armour_stops_poisons_nobody() -> None:
    fight = Fight({"healer": "b"}, {"bandit": "b", "x": ("bandit", "r")}, roster=HEALER, stunts="off")
    fight.sheet_of("bandit", armour=1).play("healer", "use poison mace", "strike bandit mace", d6(1))
    assert not fight.sheet("bandit").paralysed and fight.sheet("healer").poisoned == ("mace",)


@pytest.mark.rule("murdham", "A-24")
def test_strong_drink_confuses_who_cannot_hold_it() -> None:
    fight = Fight({"healer": "b"}, FAR, roster=HEALER, morale="off").sheet_of(
        "healer", health=5, items=("spirits",) * 2
    )
    fight.play("healer", "use spirits healer", d20(8))
    assert fight.health("healer") == 6 and fight.sheet("healer").confused
    fight.play("use spirits healer", d20(6))
    assert fight.last(Fell).how == "incapacitated", "6 is more than 7 less 2, and twice confused is helpless"
    assert any(line.endswith("d20 6 against 5 (-2 for its confusion): failed") for line in fight.log)
    assert told(RULESET, "confused") == [-CONFUSED]


@pytest.mark.rule("murdham", "A-24")
def test_a_medicine_kit_takes_a_main_action() -> None:
    fight = Fight({"healer": "b", "sybilla": "b"}, FAR, roster=HEALER).sheet_of("sybilla", health=4).play("healer")
    fight.play("treat sybilla")
    assert fight.health("sybilla") == 5 and not fight.turn.main


DOOR = chart("abcdef", doors="bc")


@pytest.mark.rule("murdham", "A-25")
def test_a_door_is_opened_and_shut_with_a_bonus_action() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=DOOR, morale="off").play("sybilla")
    assert not fight.offers(fight.key("move", "bc")), "shut"
    fight.play("open bc")
    assert fight.turn.main and fight.last(EdgeChanged).open
    fight.play(fight.key("move", "c"), "close bc")
    assert fight.at("sybilla") == "c" and fight.state.open_edges == ()
    assert fight.acted("sybilla"), "the second one took the place of the main action"


@pytest.mark.rule("murdham", "A-25")
def test_nobody_shuts_a_door_on_somebody_in_it() -> None:
    fight = Fight({"sybilla": "b", "theobald": "bc"}, {"bandit": "f"}, field=chart("abcdef", open_doors="bc"))
    assert not fight.play("sybilla").keys("close")


@pytest.mark.rule("murdham", "A-25", "M-17")
def test_what_is_complex_takes_a_main_action() -> None:
    (door,) = DOOR.edges
    heavy = Edge(door.id, door.a, door.b, "door", cost="main")
    field = chart("abcdef", doors="bc")
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=replace(field, edges=(heavy,))).play("sybilla", "open bc")
    assert not fight.turn.main and fight.turn.bonus == 0


@pytest.mark.rule("murdham", "A-25", "M-17")
@pytest.mark.parametrize(("cost", "left"), [("", (1, True)), ("bonus", (1, True)), ("main", (0, False))])
def test_a_lever_works_what_it_is_linked_to(cost: str, left: tuple[int, bool]) -> None:
    (door,) = DOOR.edges
    gate = Edge(door.id, door.a, door.b, "portcullis")
    lever = Feature("lever", "lever", ((0, 0),), cost=cost, linked="bc")
    field = replace(DOOR, edges=(gate,), features=(lever,))
    assert not Fight({"sybilla": "b"}, {"bandit": "f"}, field=field).play("sybilla").keys("open"), "not by hand"
    fight = Fight({"sybilla": "a"}, {"bandit": "f"}, field=field).play("sybilla", "pull lever")
    assert fight.state.open_edges == ("bc",)
    assert (fight.turn.bonus, fight.turn.main) == left


@pytest.mark.rule("murdham", "M-28")
def test_a_locked_door_is_forced() -> None:
    field = chart("abcdef", locked="bc")
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=field).play("sybilla")
    assert not fight.keys("open")
    fight.until("force bc")
    assert fight.rolled.reading == at_most(8), "STR"
    fight.play(d20(8))
    assert fight.state.open_edges == ("bc",) and not fight.turn.main
    assert not fight.keys("close"), "its lock is broken"
    other = Fight({"sybilla": "b"}, {"bandit": "f"}, field=field).play("sybilla", "force bc", d20(9))
    assert other.state.open_edges == ()


@pytest.mark.rule("murdham", "A-26")
def test_a_few_words_are_a_bonus_action() -> None:
    fight = alone().play("speak")
    assert fight.last(Did).what == "says a few words" and fight.turn.bonus == 1


@pytest.mark.rule("murdham", "A-24")
def test_poison_goes_on_what_either_hand_holds() -> None:
    fight = Fight({"healer": "b"}, {"bandit": "b", "x": ("bandit", "r")}, roster=HEALER, stunts="off", morale="off")
    fight.sheet_of("healer", hand="", off="mace").play("healer", "use poison mace")
    assert fight.sheet("healer").poisoned == ("mace",)
    both = Fight({"twohand": "b"}, {"bandit": "b"}, roster=BOMBARDIER).sheet_of("twohand", items=("poison",))
    both.play("twohand")
    assert both.keys("use") == ["use poison sword", "use poison knife"]
    both.play("use poison knife")
    assert both.sheet("twohand").poisoned == ("knife",)
