"""By the book: Make a Swarm Attack."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d6, d20
from rulesets.sovereign.play.events import AttackRolled, ShockDealt
from tests.rulesets.sovereign.kit import Fight, terms

RING = [(6, 5), (6, 4), (6, 6), (5, 4), (5, 6), (4, 5)]


def band(many: int) -> dict[str, tuple[str, tuple[int, int]]]:
    """Skeletal warriors all round (5, 5)."""
    return {f"w{n}": ("skeletal-warrior", at) for n, at in enumerate(RING[:many], 1)}


@pytest.mark.rule("sovereign", "E-28")
def test_joining_costs_the_main_action_and_needs_a_target_in_range() -> None:
    foes = {**band(2), "w3": ("skeletal-warrior", (9, 5))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").play("w1", "swarm annora")
    assert not fight.sheet("w1").main
    assert fight.sheet("w1").swarm == "annora"
    fight.play("done", "w3")
    assert not fight.offers("swarm annora")


@pytest.mark.rule("sovereign", "E-28")
def test_nobody_waits_for_a_sixth() -> None:
    fight = Fight({"annora": (5, 5)}, band(6), acting="foes").profile_of("annora", hp=30)
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "w3", "swarm annora", "wait", "done")
    fight.play("w4", "swarm annora", "wait", "done", "w5", "swarm annora")
    assert not fight.offers("wait"), "four allies have joined"


@pytest.mark.rule("sovereign", "E-29", "S-3")
def test_any_of_those_in_it_may_strike_and_later_too() -> None:
    fight = Fight({"annora": (5, 5)}, band(3), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "w3", "done",
               "swarm-melee w1 annora short-sword", d20(1))  # fmt: skip
    assert fight.last(AttackRolled).who == "w1"
    assert terms(fight.last(AttackRolled).tally)["E-29"] == 2
    assert fight.sheet("w2").swarm == ""


@pytest.mark.rule("sovereign", "E-29", "S-3")
def test_a_swarm_nobody_strikes_with_is_lost() -> None:
    fight = Fight({"annora": (5, 5)}, band(2), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "let go")
    assert fight.state.turn.side == "party"
    assert fight.sheet("w1").swarm == "annora", "until the round ends it may still strike"
    fight.play("annora", "done", "let go")
    assert fight.told(AttackRolled) == []
    assert fight.state.turn.round == 2
    assert fight.sheet("w1").swarm == ""


@pytest.mark.rule("sovereign", "E-29", "S-3")
def test_a_swarm_may_strike_as_the_round_ends() -> None:
    fight = Fight({"annora": (5, 5)}, band(2), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "let go", "annora", "done",
               "swarm-melee w1 annora short-sword", d20(1))  # fmt: skip
    assert terms(fight.last(AttackRolled).tally)["E-29"] == 2
    assert fight.state.turn.round == 2


@pytest.mark.rule("sovereign", "E-30", "S-4")
def test_the_bonus_is_not_shocks_and_a_miss_does_shock_once() -> None:
    fight = Fight({"colette": (5, 5)}, band(3), acting="foes").profile_of("colette", hp=9)
    fight.play("w1", "swarm colette", "done", "w2", "swarm colette", "wait", "done", "w3", "swarm colette")
    fight.play("swarm-melee w3 colette short-sword", d20(1))
    assert [event.points for event in fight.told(ShockDealt)] == [2]
    assert fight.hp("colette") == 7


@pytest.mark.rule("sovereign", "E-30", "S-2")
def test_usual_bonuses_lift_the_cap() -> None:
    fight = Fight({"annora": (4, 5), "bennett": (5, 4), "colette": (4, 6)}, {"ogre": (5, 5)})
    fight.play("annora", "swarm ogre", "done", "colette", "swarm ogre", "wait", "done", "bennett", "swarm ogre")
    fight.play("swarm-melee bennett ogre mace", d20(18), d6(6))
    assert fight.dealt == 7, "d6+1 never does more than 7"


@pytest.mark.rule("sovereign", "E-31", "E-72")
def test_a_swarms_shock_ignores_ac_and_shield_and_leaves_the_shield_unused() -> None:
    fight = Fight({"annora": (5, 5)}, band(3), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "swarm-melee w2 annora short-sword", d20(1))
    assert fight.hp("annora") == 4
    assert not fight.sheet("annora").shield_used
