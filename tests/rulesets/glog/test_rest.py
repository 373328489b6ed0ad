"""What follows a battle when another is to come: the dying, the night, what is brought along."""

from __future__ import annotations

import pytest

from game.rules.events import Id
from tests.rulesets.glog.kit import Fight
from tests.rulesets.resting import begun_with, night


@pytest.mark.rule("glog", "G-34")
def test_a_night_gives_all_grit_a_point_of_flesh_and_takes_a_point_of_stress() -> None:
    fight = Fight({"garrick": (1, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("garrick", grit=0, flesh=2, stress=3, notches={"sword": 2})
    state, brought = night(fight)
    after = begun_with(fight, brought[Id("garrick")])
    assert (after.grit, after.flesh, after.stress, after.notches) == (8, 3, 2, {"sword": 2})
    assert state.combatants[Id("garrick")].sheet.flesh == 3


@pytest.mark.rule("glog", "G-34")
def test_a_splintered_shield_is_gone_and_quivers_are_filled_on_a_field_of_ones_own() -> None:
    fight = Fight({"garrick": (1, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("garrick", handy=("sword", "brandy"), hands=("sword",), depleted=("short-bow",))
    after = begun_with(fight, night(fight)[1][Id("garrick")])
    assert (after.shield, after.depleted) == ("", ())
    assert begun_with(fight, night(fight, holds=False)[1][Id("garrick")]).depleted == ("short-bow",)


@pytest.mark.rule("glog", "G-34")
def test_what_a_foe_has_dropped_is_not_taken_for_what_was_splintered() -> None:
    for dropped in (True, False):
        fight = Fight({"garrick": (1, 1)}, {"double": ("garrick", (9, 9))}).thing("s", "shield", (5, 5))
        fight.sheet_of("garrick", handy=("sword", "brandy"), hands=("sword",))
        if dropped:
            fight.sheet_of("double", handy=("sword", "brandy"), hands=("sword",))
        after = begun_with(fight, night(fight)[1][Id("garrick")])
        assert after.shield == ("" if dropped else "shield"), "it is the hero's own where the foe has kept its"


@pytest.mark.rule("glog", "G-34")
def test_a_sword_that_is_taken_up_again_is_as_notched_as_it_was() -> None:
    fight = Fight({"garrick": (1, 1)}, {"goblin": (9, 9)}).thing("s", "sword", (5, 5), notches=2)
    fight.sheet_of("garrick", handy=("shield", "brandy"), hands=("shield",))
    after = begun_with(fight, night(fight)[1][Id("garrick")])
    assert ("sword" in after.handy, after.notches) == (True, {"sword": 2})
