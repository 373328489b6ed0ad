"""Guard, cover, wait; commands; deeds held back (B-19, B-21, B-23, B-25, B-29)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.cells import ground
from game.kit.testing.dice import d20
from game.rules.events import Id
from game.spatial.field import Edge
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.events import AttackDeclared, AttackRolled, Did
from rulesets.ingenuity.numbers import constitution, deflection, evasion, willpower
from rulesets.ingenuity.sheet import Readied, Task
from tests.rulesets.ingenuity.kit import Fight, suffering, terms, thrown

PILLAR = ground("..........", "..........", "..........", "....#.....", "..........", "..........", "..........")

# ------------------------------------------------------------------ guard, wait, cover


@pytest.mark.rule("ingenuity", "B-21", "N-23")
def test_guard_ends_the_turn_and_adds_one_to_every_defence_until_the_next() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).play("boudica", "guard")
    sheet = fight.sheet("boudica")
    assert fight.asked.who == "guard"
    assert [found.total for found in (evasion(sheet), constitution(sheet), willpower(sheet))] == [7, 5, 3]
    assert [deflection(sheet, harm).total for harm in ("slashing", "fire", "psychic")] == [7, 6, 0]
    fight.play("done", "boudica")
    assert evasion(fight.sheet("boudica")).total == 6


@pytest.mark.rule("ingenuity", "B-21", "B-29", "B-44")
def test_after_guard_or_wait_there_is_no_free_step() -> None:
    for how in ("guard", "wait"):
        assert Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).play("boudica", how).asked.who == "guard"


@pytest.mark.rule("ingenuity", "B-21", "B-16")
def test_with_no_action_left_nobody_guards() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 9)}).play("boudica", "prone", "stand", "prone", "stand")
    fight.play("prone", "stand")
    assert not any(fight.offers(key) for key in ("guard", "wait", "cover"))


@pytest.mark.rule("ingenuity", "B-25", "N-35")
def test_cover_is_sought_only_beside_what_gives_it() -> None:
    assert Fight({"boudica": (5, 3)}, {"guard": (9, 5)}, field=PILLAR).play("boudica").offers("cover")
    assert not Fight({"boudica": (7, 5)}, {"guard": (9, 5)}, field=PILLAR).play("boudica").offers("cover")
    walled = ground(*["......"] * 5, edges=(Edge("wall", (2, 2), (3, 2), "wall"),))
    assert Fight({"boudica": (2, 2)}, {"guard": (5, 4)}, field=walled).play("boudica").offers("cover")


@pytest.mark.parametrize(("archer", "hampered"), [((0, 2), True), ((9, 5), False)], ids=["past it", "from behind"])
@pytest.mark.rule("ingenuity", "B-25", "N-35")
def test_cover_hampers_only_shots_past_it(archer: tuple[int, int], hampered: bool) -> None:
    fight = Fight({"boudica": (5, 3)}, {"agnessa": archer}, field=PILLAR).play("boudica", "cover", "done", "agnessa")
    assert fight.has("boudica", "cover")
    fight.play("shoot boudica shortbow", thrown(3, 3))
    assert fight.match.pending is not None
    assert ("disadvantage" in fight.match.pending.why) is hampered


@pytest.mark.rule("ingenuity", "B-25", "B-43")
def test_cover_and_the_ground_are_a_disadvantage_each() -> None:
    fight = Fight({"boudica": (5, 3)}, {"agnessa": (0, 2)}, field=PILLAR)
    fight.play("boudica", "cover", "prone", "done", "agnessa")
    assert fight.option("shoot boudica shortbow").about.brief == "disadvantage x2"


# ------------------------------------------------------------------ commands


def led(**sheet: Any) -> Fight:
    """Clementine may command Roland, who stands beside a guard."""
    party, foes = {"clementine": (3, 3), "roland": (8, 3), "fabian": (20, 11)}, {"guard": (9, 3)}
    return Fight(party, foes).sheet_of("roland", **sheet).play("clementine")


@pytest.mark.rule("ingenuity", "B-19")
def test_a_command_costs_an_action_and_two_focus_and_the_ally_none_of_its_own() -> None:
    fight = led().play("command roland", "strike guard longsword slashing", thrown(2, 2, of="d8+d6"))
    assert (fight.sheet("clementine").fc, fight.turn.actions, fight.sheet("roland").acted) == (12, 2, False)
    assert (fight.last(AttackDeclared).how, fight.sheet("roland").attacks) == ("command", 1)
    assert not fight.offers("command roland")
    assert fight.offers("command fabian")


@pytest.mark.rule("ingenuity", "B-19", "B-53")
def test_an_attack_by_command_counts_for_those_of_the_allys_own_turn() -> None:
    fight = led().play("command roland", "strike guard longsword slashing", thrown(2, 2, of="d8+d6"), "done")
    fight.play("guard", "done", "roland", "strike guard longsword slashing", thrown(2, 2, of="d8+d6"))
    assert terms(fight.last(AttackRolled).tally)["attacks before"] == -2


@pytest.mark.rule("ingenuity", "B-19", "B-22")
def test_a_move_by_command_leaves_the_allys_own_open() -> None:
    fight = led().play("command roland", "go 8,6", "done", "guard", "done", "roland")
    assert (fight.at("roland"), fight.offers("go 8,9")) == ((8, 6), True)


@pytest.mark.rule("ingenuity", "B-19", "N-39")
def test_nobody_is_commanded_to_command_or_to_end_a_turn() -> None:
    fight = led().play("command roland")
    verbs = {option.verb for option in fight.asked.options}
    assert "strike" in verbs
    assert not verbs & {"command", "guard", "wait", "ready", "sprint", "step", "done", "drop"}
    fight.play("pass")
    assert fight.turn.actions == 2


@pytest.mark.parametrize(
    "sheet",
    [{"unconscious": True, "prone": True}, {"dead": True, "unconscious": True}],
    ids=["unconscious", "dead"],
)
@pytest.mark.rule("ingenuity", "B-19")
def test_who_cannot_act_is_not_commanded(sheet: dict[str, Any]) -> None:
    assert not led(**sheet).offers("command roland")


@pytest.mark.rule("ingenuity", "B-19", "B-13", "N-39")
def test_the_surprised_those_out_of_hearing_and_those_without_focus_are_left_out() -> None:
    party, foes = {"clementine": (3, 3), "roland": (8, 3)}, {"guard": (9, 9)}
    surprised = Fight(party, foes).turn_of(surprise=("foes",)).play("clementine")
    assert (surprised.asked.who, surprised.offers("command roland")) == ("clementine", False)
    spent = Fight(party, foes).sheet_of("clementine", fc=1).play("clementine")
    assert (spent.offers("command roland"), spent.refusal("Command Roland")) == (False, "B-16")
    wide = ground("." * 40, "." * 40)
    far = Fight({"clementine": (0, 0), "roland": (31, 0)}, {"guard": (39, 1)}, field=wide).play("clementine")
    assert not far.offers("command roland")


@pytest.mark.rule("ingenuity", "B-19", "B-38")
def test_a_command_may_pay_an_action_of_what_the_ally_has_begun() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3)}, {"guard": (20, 9)})
    fight.sheet_of("petra", unloaded=("crossbow",), task=Task("load crossbow", 1, 2, "load the crossbow"))
    fight.play("clementine", "command petra", "go on")
    assert (fight.sheet("petra").unloaded, fight.sheet("petra").task, fight.turn.actions) == ((), None, 2)


# ------------------------------------------------------------------ deeds held back


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
def test_a_deed_held_back_for_an_attack_follows_it() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (4, 4)}, {"guard": (4, 3)})
    fight.play("boudica", "strike guard spear", thrown(1, 1), "ready attacks strike spear", "guard")
    fight.until("strike roland spear", thrown(1, 1))
    assert (fight.asked.topic, fight.asked.who) == ("readied", "boudica")
    fight.play("take", thrown(4, 4))
    assert terms(fight.last(AttackRolled).tally)["attacks before"] == -2


@pytest.mark.rule("ingenuity", "B-23", "B-55")
def test_a_deed_held_back_for_an_ally_waits_for_the_flank() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"guard": (4, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready acts strike guard spear", "guard", "done", "roland")
    fight.until("go 5,3")
    assert fight.asked.who == "boudica"
    fight.until("take", thrown(2, 2))
    assert "advantage" in fight.rolled.why


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
    assert fight.keys("ready") == ["ready comes near strike spear", "ready attacks strike spear"]
