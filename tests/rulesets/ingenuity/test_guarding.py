"""Guard, cover, wait; commands (B-19, B-21, B-25, B-29)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import ground
from game.spatial.field import Edge
from rulesets.ingenuity.play.events import AttackDeclared, AttackRolled
from rulesets.ingenuity.play.numbers import constitution, deflection, evasion, willpower
from rulesets.ingenuity.sheet.sheet import Task
from tests.rulesets.ingenuity.kit import Fight, terms, thrown

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
    assert not verbs & {"command", "guard", "wait", "ready", "sprint", "step", "done"}
    assert {"drop", "prone"} <= verbs
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
    assert (spent.offers("command roland"), spent.refusal("Command Roland").rule) == (False, "B-16")
    wide = ground("." * 40, "." * 40)
    far = Fight({"clementine": (0, 0), "roland": (31, 0)}, {"guard": (39, 1)}, field=wide).play("clementine")
    assert not far.offers("command roland")


@pytest.mark.rule("ingenuity", "B-19", "B-38")
def test_a_command_may_pay_an_action_of_what_the_ally_has_begun() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3)}, {"guard": (20, 9)})
    fight.sheet_of("petra", unloaded=("crossbow",), task=Task("load crossbow", 1, 2, "load the crossbow"))
    fight.play("clementine", "command petra", "go on")
    assert (fight.sheet("petra").unloaded, fight.sheet("petra").task, fight.turn.actions) == ((), None, 2)


@pytest.mark.rule("ingenuity", "B-19", "B-38", "N-39")
def test_who_is_commanded_may_begin_what_takes_longer_and_pays_on_from_its_own_turn() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3)}, {"guard": (20, 9)})
    fight.sheet_of("petra", unloaded=("crossbow",)).play("clementine", "command petra", "load crossbow")
    assert fight.sheet("petra").task == Task("load crossbow", 1, 2, "load the crossbow")
    assert fight.sheet("petra").unloaded == ("crossbow",)
    fight.play("done", "guard", "done", "petra", "go on")
    assert (fight.sheet("petra").unloaded, fight.turn.actions) == ((), 2)


@pytest.mark.rule("ingenuity", "B-19", "B-24", "B-38", "N-39")
def test_one_who_is_commanded_begins_to_bring_a_friend_round() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3), "boudica": (9, 3)}, {"guard": (20, 9)})
    fight.sheet_of("boudica", unconscious=True, prone=True).play("clementine", "command petra", "revive boudica")
    assert (fight.sheet("petra").task, fight.sheet("petra").prone) == (
        Task("revive boudica", 1, 2, "resuscitate Boudica"),
        False,
    )


@pytest.mark.parametrize(("deed", "kept"), [("go 8,6", False), ("prone", True), ("pass", True), ("go on", False)])
@pytest.mark.rule("ingenuity", "B-19", "B-40", "N-39")
def test_whoever_does_something_else_at_a_command_gives_up_what_it_had_begun(deed: str, kept: bool) -> None:
    fight = Fight({"clementine": (3, 3), "petra": (8, 3)}, {"guard": (20, 9)})
    fight.sheet_of("petra", unloaded=("crossbow",), task=Task("load crossbow", 1, 2, "load the crossbow"))
    fight.play("clementine", "command petra")
    assert fight.asked.why.endswith("Any action but going on gives up what was begun: to load the crossbow.")
    fight.play(deed)
    assert (fight.sheet("petra").task is not None) is kept
    assert (fight.sheet("petra").unloaded == ()) is (deed == "go on")


@pytest.mark.rule("ingenuity", "B-19", "N-17", "N-39")
def test_who_is_commanded_may_leave_by_the_rim() -> None:
    fight = Fight({"clementine": (3, 3), "petra": (0, 3)}, {"guard": (20, 9)})
    fight.play("clementine", "command petra", "leave")
    assert "petra" in fight.state.gone and (fight.turn.active, fight.turn.actions) == ("clementine", 2)


@pytest.mark.rule("ingenuity", "B-19", "B-22", "B-23", "N-39")
def test_a_move_by_command_in_ones_own_turn_is_not_the_move_of_that_turn() -> None:
    fight = Fight({"clementine": (3, 3), "roland": (8, 3)}, {"guard": (20, 9)})
    fight.play("clementine", "ready has acted command", "guard", "done", "roland")
    fight.play("prone", "stand", "take", "go 8,6")
    assert (fight.at("roland"), fight.turn.moved, fight.offers("go 8,9")) == ((8, 6), False, True)
