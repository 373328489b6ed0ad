"""What follows a battle when another is to come: the dying, the night, what is brought along."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d4, d6
from game.rules.events import Id
from tests.rulesets.murdham.kit import Fight
from tests.rulesets.resting import begun_with, night


@pytest.mark.rule("murdham", "M-59")
def test_a_watch_of_rest_gives_all_health_back() -> None:
    fight = Fight({"theobald": "a"}, {"bandit": "q"}).sheet_of("theobald", health=1, incapacitated=True)
    state, brought = night(fight)
    assert state.combatants[Id("theobald")].sheet.health == fight.sheet("theobald").profile.health
    assert brought == {"theobald": ""}


@pytest.mark.rule("murdham", "M-59")
def test_a_kit_saves_the_dying_who_keep_an_injury() -> None:
    fight = Fight({"rosamund": "a", "hesper": "a"}, {"bandit": "q"})
    fight.sheet_of("rosamund", health=0, dying=2, incapacitated=True)
    state, brought = night(fight, d6(2), d4(3))
    sheet = state.combatants[Id("rosamund")].sheet
    assert (sheet.STR, sheet.health, sheet.dead) == (8, 8, False)
    assert "medicine kit" in state.combatants[Id("hesper")].sheet.items
    after = begun_with(fight, brought[Id("rosamund")])
    assert (after.STR, after.health, after.injuries) == (8, 8, ("STR",))


@pytest.mark.rule("murdham", "M-59")
def test_without_a_remedy_the_dying_die() -> None:
    fight = Fight({"wilmot": "a", "theobald": "a"}, {"bandit": "q"})
    fight.sheet_of("wilmot", health=0, dying=2, incapacitated=True, omens=0).sheet_of("theobald", items=())
    state, brought = night(fight)
    assert state.combatants[Id("wilmot")].sheet.dead
    assert list(brought) == ["theobald"]


@pytest.mark.rule("murdham", "M-59")
def test_the_fallen_stay_behind_on_a_field_that_is_lost() -> None:
    fight = Fight({"rosamund": "a", "hesper": "a"}, {"bandit": "q"})
    fight.sheet_of("rosamund", health=2, incapacitated=True).sheet_of("hesper", health=3)
    _, brought = night(fight, holds=False)
    assert list(brought) == ["hesper"]


@pytest.mark.rule("murdham", "M-59")
def test_what_is_used_up_is_gone_and_what_lies_about_is_taken_up() -> None:
    fight = Fight({"rosamund": "a"}, {"bandit": "q"})
    fight.sheet_of("rosamund", hand="", items=()).thing("sword-1", "sword", "b")
    _, brought = night(fight)
    after = begun_with(fight, brought[Id("rosamund")])
    assert (after.hand, after.items) == ("sword", ())
    _, brought = night(fight, holds=False)
    assert begun_with(fight, brought[Id("rosamund")]).hand == ""


@pytest.mark.rule("murdham", "M-59")
def test_each_companion_sees_to_one_of_the_dying_in_a_round() -> None:
    fight = Fight({"rosamund": "a", "osric": "a", "hesper": "a"}, {"bandit": "q"})
    for who in ("rosamund", "osric"):
        fight.sheet_of(who, health=0, dying=1, incapacitated=True, omens=0)
    state, brought = night(fight, d6(1))
    fallen = [who for who in ("rosamund", "osric") if state.combatants[Id(who)].sheet.dead]
    assert len(fallen) == 1, "they die at the end of this round, and Hesper has a kit but two hands"
    assert len(brought) == 2


@pytest.mark.rule("murdham", "M-59")
def test_an_omen_turns_a_death_that_nobody_helps_against() -> None:
    fight = Fight({"wilmot": "a"}, {"bandit": "q"}).sheet_of("wilmot", health=0, dying=1, incapacitated=True, omens=1)
    state, brought = night(fight, "omen", d6(1))
    sheet = state.combatants[Id("wilmot")].sheet
    assert (sheet.dead, sheet.health, sheet.omens, sheet.injuries) == (False, sheet.profile.health, 0, ("a scar",))
    assert begun_with(fight, brought[Id("wilmot")]).omens == 0


@pytest.mark.rule("murdham", "M-59")
def test_what_lies_about_goes_back_as_damaged_as_it_is() -> None:
    fight = Fight({"rosamund": "a"}, {"bandit": "q"}).sheet_of("rosamund", hand="").thing("s", "sword", "b", damaged=1)
    assert begun_with(fight, night(fight)[1][Id("rosamund")]).damaged == ("sword",)
