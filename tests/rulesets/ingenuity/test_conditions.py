"""Effects: who withstands them, what they do, when they end (B-33, B-36; rulings N-31 to N-33)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, d20
from rulesets.ingenuity.play.events import Eased, Struck
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown


def bitten(effect: str, *answers: Any, amount: int = 0, **profile: Any) -> Fight:
    """A guard's blow of result 7 that inflicts something has hit Boudica, whose CON is 4."""
    fight = Fight({"boudica": (4, 3), "roland": (15, 9)}, {"guard": (3, 3)}, acting="foes")
    fight.weapon_of("guard", "spear", inflicts=effect, amount=amount).profile_of("boudica", **profile)
    return fight.play("guard", "strike boudica spear", thrown(2, 4), *answers)


@pytest.mark.rule("ingenuity", "B-33", "N-33")
def test_an_effect_of_a_hit_is_fortified_against_with_more_than_its_result() -> None:
    fight = bitten("bleeding", "fortify", thrown(4, 2, of="d6+d4"), amount=2)
    assert (fight.checked.needed, fight.checked.passed, fight.has("boudica", "bleeding")) == (8, False, True)
    fight = bitten("bleeding", "fortify", thrown(4, 3, of="d6+d4"), amount=2)
    assert (fight.checked.passed, fight.has("boudica", "bleeding")) == (True, False)
    assert (fight.sheet("boudica").st, fight.sheet("boudica").reactions) == (11, 0)


@pytest.mark.rule("ingenuity", "B-33", "N-33")
def test_constitution_alone_keeps_off_what_does_not_reach_it() -> None:
    fight = bitten("stunned", con=8)
    assert (fight.told(Struck), fight.asked_of("fortify")) == ([], [])


@pytest.mark.rule("ingenuity", "B-33", "B-30")
def test_who_has_dodged_in_vain_cannot_fortify() -> None:
    fight = bitten("stunned", "dodge", thrown(1, 1, of="d6+d4"))
    assert (fight.asked_of("fortify"), fight.has("boudica", "stunned")) == ([], True)


@pytest.mark.rule("ingenuity", "B-33")
def test_nothing_befalls_who_is_missed() -> None:
    assert bitten("stunned", eva=12).told(Struck) == []


def turned(**changes: Any) -> Fight:
    """Boudica's turn begins, with Roland far off."""
    fight = Fight({"boudica": (4, 3), "roland": (15, 9)}, {"guard": (20, 3)})
    return fight.sheet_of("boudica", **changes)


@pytest.mark.rule("ingenuity", "B-48", "N-32")
def test_burning_takes_so_much_as_there_is_of_it_and_one_less_each_turn() -> None:
    fight = turned(conditions=suffering(burning=2)).play("boudica")
    assert (fight.body_of("boudica"), fight.sheet("boudica").amount("burning")) == ((10, 12), 1)
    fight.play("done", "guard", "done", "roland", "done", "boudica")
    assert (fight.body_of("boudica"), fight.has("boudica", "burning")) == ((9, 12), False)
    assert fight.last(Eased).effect == "burning"


@pytest.mark.rule("ingenuity", "B-48", "N-32")
def test_bleeding_takes_one_of_it_past_endurance() -> None:
    fight = turned(conditions=suffering(bleeding=3)).play("boudica")
    assert (fight.body_of("boudica"), fight.lost) == (
        (10, 11),
        [("boudica", 2, "endurance"), ("boudica", 1, "health")],
    )


@pytest.mark.rule("ingenuity", "N-32")
def test_effects_of_a_kind_add_up() -> None:
    fight = Fight({"boudica": (4, 3)}, {"guard": (3, 3)}, acting="foes").weapon_of(
        "guard", "spear", inflicts="bleeding", amount=2
    )
    fight.sheet_of("boudica", conditions=suffering(bleeding=1), reactions=0)
    fight.play("guard", "strike boudica spear", thrown(2, 4))
    assert fight.sheet("boudica").amount("bleeding") == 3


@pytest.mark.rule("ingenuity", "B-71", "N-31")
def test_who_is_felled_by_bleeding_as_its_turn_begins_has_none() -> None:
    fight = turned(conditions=suffering(bleeding=1), end=0, hp=7, st=0).play("boudica")
    assert fight.sheet("boudica").unconscious
    assert fight.asked.who == "guard"


@pytest.mark.rule("ingenuity", "B-79", "N-31")
def test_the_unconscious_bleed_as_the_round_ends_and_at_no_health_risk_death() -> None:
    fight = turned(conditions=suffering(bleeding=2), end=0, hp=0, unconscious=True, prone=True)
    fight.play("roland", "done", "guard", "done")
    assert fight.rolled.why == "luck"
    fight.play(d20(3))
    assert fight.sheet("boudica").dead


@pytest.mark.rule("ingenuity", "N-31")
def test_nobody_burns_twice_in_a_round() -> None:
    fight = turned(conditions=suffering(burning=3)).play("boudica", "done", "guard", "done", "roland", "done")
    assert (fight.turn.round, fight.body_of("boudica")) == (2, (9, 12))


@pytest.mark.rule("ingenuity", "N-32")
def test_the_stunned_have_an_action_less_and_no_reaction_until_then() -> None:
    fight = turned(conditions=suffering(stunned=1))
    assert fight.play("boudica").turn.actions == 2
    assert not fight.has("boudica", "stunned")
    fight = turned(conditions=suffering(stunned=5)).play("boudica")
    assert fight.turn.actions == 0


@pytest.mark.rule("ingenuity", "B-54", "N-32")
def test_the_blinded_see_nothing_until_their_next_turn_is_over() -> None:
    fight = bitten("blinded", "pass", "pass")
    assert fight.has("boudica", "blinded")
    fight.play("done")
    fight.play("boudica", "go 5,3")
    assert fight.has("boudica", "blinded")
    fight.play("done")
    assert not fight.has("boudica", "blinded")


@pytest.mark.rule("ingenuity", "B-43", "B-33")
def test_who_is_knocked_down_lies_and_to_be_knocked_down_again_is_nothing() -> None:
    fight = bitten("prone", "pass", "pass")
    assert (fight.sheet("boudica").prone, len(fight.told(Struck))) == (True, 1)
    fight.play("strike boudica spear", thrown(4, 4), d6(1), "pass")
    assert len(fight.told(Struck)) == 1
