"""Rules: Main actions (A-16 to A-19), Bonus actions (A-20 to A-26)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d4, d6, d8, d20
from game.rules.dice import at_most
from game.rules.events import EdgeChanged
from game.spatial.field import Edge, Feature, Field
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import Did, Fell
from rulesets.murdham.play.geometry import CONFUSED, sees
from tests.rulesets.helping import features, told
from tests.rulesets.murdham.kit import BOMBARDIER, FAR, HEALER, Fight, alone, chart, places, taunted


@pytest.mark.rule("murdham", "A-18", "A-117")
@pytest.mark.parametrize(("STR", "hurt"), [(6, False), (9, True)])
def test_nobody_is_healed_beyond_what_an_injury_has_left(STR: int, hurt: bool) -> None:
    """With three points of STR go three of health."""
    fight = Fight({"healer": "b", "theobald": "b"}, {"x": ("bandit", "q")}, roster=HEALER)
    fight.sheet_of("theobald", STR=STR, health=6).play("healer")
    assert fight.offers("treat theobald") is fight.offers("invoke mend theobald") is hurt


@pytest.mark.rule("murdham", "A-16", "M-1")
def test_full_movement_makes_it_two_zones_in_all() -> None:
    fight = alone()
    assert places(fight, "full") == {"c", "cd", "fg", "g"}, "beyond what needs no main action"
    fight.play(fight.key("full", "g"))
    assert fight.at("sybilla") == "g"
    assert fight.keys("move") == [], "one and two are not three"
    assert not fight.turn.main and fight.offers("speak")


@pytest.mark.rule("murdham", "A-16", "M-1")
def test_what_was_moved_before_counts_towards_the_two_zones() -> None:
    fight = alone()
    fight.play(fight.key("move", "f"))
    assert places(fight, "full") == {"fg", "g", "ef", "e"}
    fight.play(fight.key("full", "fg"))
    assert places(fight, "move") == {"f", "g"}, "half a zone of the two is left"


@pytest.mark.rule("murdham", "A-16")
def test_a_sprint_is_four_zones_and_the_next_one_takes_a_save() -> None:
    fight = alone(at="a", morale="off")
    assert fight.offers(fight.key("sprint", "e")) and not fight.offers(fight.key("sprint", "ef"))
    fight.play(fight.key("sprint", "e"), "done", "pass", "first party", "sybilla")
    fight.until(fight.key("sprint", "i"))
    assert fight.rolled.reading == at_most(10), "her AGI"
    fight.play(d20(11))
    assert fight.at("sybilla") == "e" and not fight.keys("sprint"), "no second sprint"
    other = alone(at="a", morale="off")
    other.play(other.key("sprint", "e"), "done", "pass", "first party", "sybilla")
    other.play(other.key("sprint", "i"), d20(10))
    assert other.at("sybilla") == "i"


@pytest.mark.rule("murdham", "A-16", "A-93")
def test_a_fall_in_an_ambush_is_over_when_the_first_round_begins() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=CLIMB, fresh=True, hidden=("sybilla",))
    fight.play("sybilla", fight.key("climb", "c"), d20(11), d4(1))
    assert fight.turn.round == 0 and not fight.keys("move")
    fight.play("done", "first party", "sybilla")
    assert fight.turn.round == 1 and fight.keys("move")


@pytest.mark.rule("murdham", "A-16")
def test_a_sprint_after_a_rest_takes_no_save() -> None:
    fight = alone(at="a", morale="off")
    fight.play(fight.key("sprint", "e"), "done", "pass", "first party", "pass", "pass", "first party", "sybilla")
    fight.play(fight.key("sprint", "i"))
    assert fight.at("sybilla") == "i"


CLIMB = chart("abcdef", climbs="bc")
GAP = chart("abcdef", gaps="bc")
ROUGH = chart("abcdef", difficult="c")
POND = chart("abcdef", water="c")
RAPIDS = chart("abcdef", rapids="c")


@pytest.mark.rule("murdham", "A-16")
def test_a_sprint_leads_over_open_ground_alone() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=ROUGH).play("sybilla")
    assert fight.offers(fight.key("full", "c")), "at a walk"
    assert not fight.keys("sprint")


@pytest.mark.rule("murdham", "A-16", "M-27")
@pytest.mark.parametrize(("field", "special"), [(CLIMB, "climb"), (GAP, "leap"), (RAPIDS, "swim")])
def test_some_ground_takes_a_special_movement(field: Field, special: str) -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=field).play("sybilla")
    assert not fight.offers(fight.key("move", "c")) and not fight.offers(fight.key("full", "c"))
    assert fight.offers(fight.key(special, "c"))
    fight.until(fight.key(special, "c"))
    assert fight.rolled.reading == at_most(10), "AGI"
    fight.play(d20(10))
    assert fight.at("sybilla") == "c"
    assert [line for line in fight.log if line.startswith(f"Sybilla {special}s to ")]


@pytest.mark.rule("murdham", "A-16")
@pytest.mark.parametrize(
    ("field", "special", "stuck"), [(CLIMB, "climb", "b"), (GAP, "leap", "b"), (ROUGH, "balance", "bc")]
)
def test_a_failed_save_is_a_fall_and_the_end_of_moving(field: Field, special: str, stuck: str) -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=field).play("sybilla")
    where = "d" if special == "balance" else "c"
    fight.play(fight.key(special, where), d20(11), d4(3))
    assert fight.at("sybilla") == stuck
    assert fight.health("sybilla") == 5, "armour is no help in a fall"
    assert not fight.keys("move") and fight.refusal("Move").rule == "A-16"


@pytest.mark.rule("murdham", "A-16")
def test_a_failed_swim_is_no_fall() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=RAPIDS).play("sybilla")
    fight.play(fight.key("swim", "c"), d20(11))
    assert fight.health("sybilla") == 8 and fight.at("sybilla") == "bc"


@pytest.mark.rule("murdham", "A-16", "A-118", "M-56")
def test_calm_water_is_swum_without_a_save_and_impairs_all_the_same() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "c", "x": ("bandit", "f")}, field=POND, stunts="off").play("sybilla")
    assert not fight.offers(fight.key("move", "c")) and not fight.offers(fight.key("full", "c"))
    key = fight.key("swim", "c")
    assert not any("AGI" in note for note in fight.option(key).about.notes)
    fight.play(key)
    assert fight.at("sybilla") == "c"
    rough = Fight({"sybilla": "b"}, {"bandit": "f"}, field=RAPIDS).play("sybilla")
    assert "swim: AGI 10 or less on a d20 (A-16)" in rough.option(key).about.notes
    fight = Fight({"sybilla": "c"}, {"bandit": "c", "x": ("bandit", "f")}, field=POND, stunts="off").play("sybilla")
    assert "d6 impaired: swimming (A-16)" in fight.option("strike bandit sword").about.notes


@pytest.mark.rule("murdham", "A-16", "M-27")
def test_hard_ground_costs_double_unless_one_balances() -> None:
    fight = Fight({"sybilla": "bc"}, {"bandit": "f"}, field=ROUGH).play("sybilla")
    assert fight.offers(fight.key("move", "c")) and not fight.offers(fight.key("move", "cd"))
    other = Fight({"sybilla": "b"}, {"bandit": "f"}, field=ROUGH).play("sybilla")
    assert not other.offers(other.key("move", "c")), "half a zone to the border, a whole one beyond it"
    assert other.offers(other.key("full", "cd")) and not other.offers(other.key("full", "d"))
    assert other.offers(other.key("balance", "d"))


@pytest.mark.rule("murdham", "M-27")
def test_those_who_fly_mind_none_of_it() -> None:
    for field in (CLIMB, GAP, ROUGH, POND, RAPIDS):
        fight = Fight({"sybilla": "b"}, {"bandit": "f"}, field=field).profile_of("sybilla", flies=True).play("sybilla")
        assert fight.offers(fight.key("move", "c"))


@pytest.mark.rule("murdham", "A-16")
def test_attacks_are_impaired_while_one_hangs_on_a_climb() -> None:
    fight = Fight({"sybilla": "bc"}, {"bandit": "b", "x": ("bandit", "f")}, field=CLIMB, stunts="off")
    fight.play("sybilla", "strike bandit sword", d6(5), d6(2))
    assert fight.health("bandit") == 6


@pytest.mark.rule("murdham", "A-17", "A-32")
def test_attacking_is_a_main_action() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off").play("sybilla")
    assert fight.offers("strike bandit sword")
    fight.play("strike bandit sword", d6(2))
    assert not fight.turn.main and not fight.keys("strike")


@pytest.mark.rule("murdham", "A-18")
def test_a_power_takes_a_main_action_and_a_save() -> None:
    fight = Fight({"healer": "b"}, {"bandit": "d"}, roster=HEALER).play("healer")
    fight.until("invoke ember bandit")
    assert fight.rolled.reading == at_most(9), "WIT"
    fight.play(d20(9), d20(9), d8(3))
    assert fight.health("bandit") == 5, "his AGI of 8 has not saved him"
    assert not fight.keys("invoke")


@pytest.mark.rule("murdham", "A-18")
def test_a_power_may_fail() -> None:
    fight = Fight({"healer": "b"}, {"bandit": "d"}, roster=HEALER).play("healer", "invoke ember bandit", d20(10))
    assert fight.health("bandit") == 8 and not fight.turn.main


@pytest.mark.rule("murdham", "A-18")
def test_powers_are_an_option() -> None:
    fight = Fight({"healer": "b"}, {"bandit": "d"}, roster=HEALER, powers="no").play("healer")
    assert not fight.keys("invoke")


@pytest.mark.rule("murdham", "A-19")
def test_the_distracted_lose_their_next_turn() -> None:
    """This round's, as it was unspent: and with it their reactions."""
    fight = Fight({"sybilla": "b", "theobald": "b"}, {"bandit": "b"}, stunts="off").play("sybilla")
    fight.until("distract bandit")
    assert fight.rolled.reading == at_most(8), "the target's WIT"
    fight.play(d20(9), "done")
    assert fight.asked.seat == "party" and fight.keys() == ["theobald", "pass"]
    fight.until("theobald", "strike bandit halberd")
    assert fight.rolled.dice == "d8"


@pytest.mark.rule("murdham", "A-19")
def test_the_turn_lost_is_the_next_rounds_if_this_ones_is_spent() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b", "x": ("bandit", "r")}, acting="foes", morale="off")
    fight.play("bandit", "done", "sybilla", "distract bandit", d20(9), "done", "x", "done", "first party")
    assert fight.turn.round == 2 and fight.acted("bandit")
    fight.play("pass")
    assert fight.keys() == ["x", "pass"]


@pytest.mark.rule("murdham", "A-19")
def test_a_passed_save_keeps_ones_wits_together() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla", "distract bandit", d20(8))
    assert not fight.acted("bandit") and not fight.turn.main


@pytest.mark.rule("murdham", "A-19")
def test_the_intimidated_come_no_nearer() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla", "intimidate bandit", d20(9))
    fight.play(fight.key("move", "a"), "done", "bandit")
    assert fight.sheet("bandit").fears == ("sybilla",)
    assert not fight.offers(fight.key("move", "ab")) and fight.offers(fight.key("move", "c"))


@pytest.mark.rule("murdham", "A-19")
def test_the_taunted_can_only_harm_who_taunts_them() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}, stunts="off").play("theobald")
    fight.until("taunt bandit")
    assert fight.rolled.reading == at_most(9), "Theobald's own WIT first"
    fight.play(d20(9), d20(9), "done", "bandit")
    assert fight.keys("strike") == ["strike theobald axe"]
    assert fight.keys("grapple") == ["grapple theobald"]
    assert not fight.keys("full") and not fight.offers("speak") and not fight.keys("distract")


@pytest.mark.rule("murdham", "A-19")
def test_a_taunt_lasts_for_one_turn() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}, acting="foes", stunts="off", morale="off")
    fight.sheet_of("bandit", conditions=taunted("theobald")).play("bandit", "strike theobald axe", d6(1), "done")
    assert fight.sheet("bandit").taunted == ""


@pytest.mark.rule("murdham", "A-19")
def test_a_taunt_that_falls_flat_is_wasted() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b"}).play("theobald", "taunt bandit", d20(10))
    assert fight.sheet("bandit").taunted == "" and not fight.turn.main


@pytest.mark.rule("murdham", "A-19")
def test_a_taunt_dies_with_its_maker() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}, acting="foes")
    fight.sheet_of("bandit", conditions=taunted("theobald")).sheet_of("theobald", incapacitated=True).play("bandit")
    assert fight.offers("strike sybilla axe") and fight.offers("speak") and fight.keys("full")


@pytest.mark.rule("murdham", "A-19", "M-42")
def test_the_taunted_react_only_to_harm_who_taunts_them() -> None:
    """Nobody can be dodged, hidden from or guarded by them till they have had that turn."""
    foes = {"bandit": ("bandit", "b"), "two": ("bandit", "b")}
    fight = Fight({"theobald": "b", "sybilla": "b"}, foes, stunts="off", morale="off")
    fight.sheet_of("bandit", conditions=taunted("theobald")).play("sybilla").until("strike bandit sword")
    assert fight.asked.topic == "guard", "Sybilla has not taunted it, and it has nothing to say to her"
    fight.play(d6(1), "done", "pass", "theobald").until("strike bandit halberd")
    counters = ["counter axe", "counter grapple", "counter disarm halberd", "hold back axe"]
    assert fight.keys() == ["pass", *counters, "guard two"]
    fight.play("counter axe", d8(1), d6(1))
    assert fight.sheet("bandit").taunted == "", "that was the turn"


@pytest.mark.rule("murdham", "A-19", "M-42")
def test_the_taunted_guard_nobody() -> None:
    foes = {"bandit": ("bandit", "b"), "two": ("bandit", "b")}
    fight = Fight({"theobald": "b", "sybilla": "b"}, foes, stunts="off", morale="off")
    fight.sheet_of("bandit", conditions=taunted("theobald")).play("sybilla").until("strike two sword", "pass")
    assert fight.rolled.dice == "d6"


@pytest.mark.rule("murdham", "A-19", "M-29")
def test_words_work_on_those_nearby() -> None:
    """In the same place and on its borders; from a border in both its zones; the mindless heed nothing."""
    foes: dict[str, Any] = {"beside": ("bandit", "bc"), "off": ("bandit", "c"), "corpse": ("bear", "b")}
    fight = Fight({"sybilla": "b"}, foes).profile_of("corpse", mind="mindless").play("sybilla")
    assert [fight.keys(verb) for verb in ("distract", "intimidate", "taunt")] == [
        ["distract beside"],
        ["intimidate beside"],
        ["taunt beside"],
    ]
    assert Fight({"sybilla": "ab"}, foes).play("sybilla").keys("distract") == ["distract corpse"]
    far = Fight({"sybilla": "a"}, {"bandit": "b"}).play("sybilla")
    assert not far.keys("distract") and far.refusal("Distract").rule == "A-19"
    assert not any(key.startswith("distract") for key in features(far))


@pytest.mark.rule("murdham", "A-19", "M-29")
@pytest.mark.parametrize("murk", [{"dark": "b"}, {"smoke": "b"}])
def test_words_are_heard_in_the_dark_and_in_smoke(murk: dict[str, str]) -> None:
    """Nobody sees anybody there, but the robber hears what is said to it, and loses its turn over it."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, field=chart("abc", **murk)).play("sybilla")  # type: ignore[arg-type]
    assert not sees(fight.board, fight.body("bandit"), fight.body("sybilla"))
    fight.play("distract bandit", d20(9))
    assert fight.acted("bandit")


@pytest.mark.rule("murdham", "A-19", "M-29")
def test_words_stop_at_a_shut_door_and_for_those_nobody_knows_of() -> None:
    """Nothing is said to somebody in hiding; one in hiding may speak, and shows itself by it."""
    shut = Fight({"sybilla": "b"}, {"bandit": "bc"}, field=chart("abc", doors="bc")).play("sybilla")
    assert not shut.keys("distract")
    foes: dict[str, Any] = {"x": ("bandit", "b"), "z": ("bandit", "r")}
    assert not Fight({"sybilla": "b"}, foes, hidden=("x",)).play("sybilla").keys("distract")
    lurking = Fight({"sybilla": "b"}, foes, hidden=("x",), acting="foes").play("x", "distract sybilla", d20(7))
    assert lurking.acted("sybilla") and not lurking.sheet("x").hidden


def test_who_shoots_may_frighten_a_foe_and_step_back() -> None:
    """The computer weighs a threat with the step after it: the foe must not follow."""
    fight = Fight({"balthasar": "c"}, {"bandit": "c"}).sheet_of("bandit", acted=True).play("balthasar")
    assert "bound" in features(fight)["intimidate bandit"]
    helped = Fight({"balthasar": "c", "sybilla": "c"}, {"bandit": "c"}).sheet_of("bandit", acted=True)
    helped.play("balthasar")
    assert "intimidate bandit" not in features(helped), "Sybilla keeps it busy"


@pytest.mark.rule("murdham", "A-20")
def test_one_thing_is_put_down_or_picked_up_as_a_bonus_action() -> None:
    fight = alone("healer").play("put down mace")
    assert fight.sheet("healer").hand == "" and fight.turn.bonus == 1 and fight.turn.main
    assert [thing.key for thing in fight.state.things.values()] == ["mace"]
    fight.play("pick up mace-1")
    assert fight.sheet("healer").hand == "mace" and not fight.state.things
    assert not fight.turn.main, "the second one"


@pytest.mark.rule("murdham", "A-20", "M-37")
def test_what_lies_nearby_can_be_picked_up_and_full_hands_put_it_on_the_belt() -> None:
    fight = Fight({"theobald": "b"}, FAR)
    for place in ("b", "bc", "c"):
        fight.thing(f"at-{place}", "halberd", place)
    assert fight.play("theobald").keys("pick") == ["pick up at-b", "pick up at-bc"]
    fight.play("pick up at-b")
    assert (fight.sheet("theobald").hand, fight.sheet("theobald").carried) == ("halberd", ("halberd",))
    beast = Fight({"theobald": "b"}, {"wolf": "b"}, acting="foes").thing("it", "halberd", "b").play("wolf")
    assert not beast.keys("pick")
    axe = Fight({"theobald": "b"}, {"bandit": "b"}, stunts="off").sheet_of("theobald", hand="").thing("it", "axe", "b")
    axe.play("theobald", "pick up it", "strike bandit axe", d6(3))
    assert axe.health("bandit") == 5, "a foe's weapon is as good as one's own"


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


@pytest.mark.rule("murdham", "A-24")
def test_a_draught_brings_back_half_of_ones_str() -> None:
    """Half of 7 is 4, however much health one may have besides."""
    fight = Fight({"healer": "b"}, FAR, roster=HEALER).profile_of("healer", health=9).sheet_of("healer", health=2)
    fight.play("healer", "use draught healer")
    assert fight.health("healer") == 6
    assert fight.turn.bonus == 1 and fight.turn.main
    assert "draught" not in fight.sheet("healer").items, "gone"


def healing(**sybilla: Any) -> Fight:
    """The healer's turn beside Sybilla, to whom something has been done."""
    fight = Fight({"healer": "b", "sybilla": "b"}, FAR, roster=HEALER)
    return fight.sheet_of("sybilla", **sybilla).play("healer")


@pytest.mark.rule("murdham", "A-24")
def test_no_more_comes_back_than_was_lost() -> None:
    fight = healing(health=6)
    assert not fight.offers("use draught healer"), "unhurt"
    assert fight.play("use draught sybilla").health("sybilla") == 8


@pytest.mark.rule("murdham", "A-24")
def test_a_draught_saves_the_dying_and_leaves_an_injury() -> None:
    fight = healing(health=0, dying=2, incapacitated=True).play("use draught sybilla", d6(1))
    assert fight.health("sybilla") == 4 and fight.sheet("sybilla").dying == 0
    assert fight.sheet("sybilla").injuries == ("a scar",)


@pytest.mark.rule("murdham", "A-24")
@pytest.mark.parametrize(("face", "cured"), [(1, False), (2, True)])
def test_an_antidote_fails_one_time_in_four(face: int, cured: bool) -> None:
    fight = healing(paralysed=True).play("use antidote sybilla", d4(face))
    assert fight.sheet("sybilla").paralysed is not cured


@pytest.mark.rule("murdham", "A-24")
def test_a_medicine_kit_takes_a_main_action() -> None:
    fight = healing(health=4).play("treat sybilla")
    assert fight.health("sybilla") == 5 and not fight.turn.main


@pytest.mark.rule("murdham", "A-24")
@pytest.mark.parametrize("armour", [0, 1])
def test_a_dose_of_poison_waits_for_blood(armour: int) -> None:
    """One damage, and STR 8 is less than 9; a blow that armour stops poisons nobody."""
    fight = Fight({"healer": "b"}, {"bandit": "b", "x": ("bandit", "r")}, roster=HEALER, stunts="off", morale="off")
    fight.sheet_of("bandit", armour=armour)
    fight.play("healer", "use poison mace", "strike bandit mace", d6(1), *([] if armour else [d20(9)]))
    assert fight.sheet("bandit").paralysed is (armour == 0)
    assert fight.sheet("healer").poisoned == ("mace",) * armour


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


@pytest.mark.rule("murdham", "A-20", "A-23", "A-26")
def test_a_few_words_are_a_bonus_action_and_armour_stays_on() -> None:
    fight = alone("healer")
    assert not [option.key for option in fight.asked.options if "armour" in option.key]
    fight.play("speak")
    assert fight.last(Did).what == "says a few words" and fight.turn.bonus == 1
    assert fight.play("put down shield").last(Did).rule == "A-20"


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
