"""Whole sides' turns: what a turn gives back, when conditions end, and the turn that somebody might have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from battlemat_foray import RULESET
from battlemat_foray.sheet import Sheet
from game.kit.conditions import Condition
from game.kit.side_turns import SideTurn
from game.kit.testing.fight import ZoneFight, chart, d6
from game.rules.events import Id
from game.rules.ruleset import Note

REAVER, PIKE = Id("reaver"), Id("pike")
LASTING = tuple(Condition(word, word) for word in ("turn begins", "turn ends", "round ends", "battle ends"))


class Foray(ZoneFight[Sheet, SideTurn]):
    """A foray."""

    rules = RULESET

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """Who is to act."""
        return {"order": order}


def fight() -> Foray:
    """A reaver and a pike in one zone, the reaver's turn; all that can hold of the pike does."""
    return Foray({"reaver": "a"}, {"pike": "a"}, field=chart("abc")).sheet_of("pike", conditions=LASTING)


def held(battle: Foray) -> list[str]:
    """What holds of the pike."""
    return [one.word for one in battle.sheet("pike").conditions]


def test_conditions_end_at_their_moment_of_the_sufferers_own_turn() -> None:
    battle = fight()
    assert held(battle) == ["turn begins", "turn ends", "round ends", "battle ends"]
    battle.play("attack pike", d6(1), "end")
    assert held(battle) == ["turn ends", "round ends", "battle ends"]
    battle.play("end")
    assert held(battle) == ["battle ends"] and battle.turn.round == 2


def test_a_turn_begins_with_nothing_spent() -> None:
    battle = fight().play("attack pike", d6(1), "end")
    assert battle.sheet("reaver").spent == ("Attack",) and battle.sheet("reaver").done
    battle.play("end")
    assert battle.sheet("reaver").spent == () and not battle.sheet("reaver").done


def test_what_is_left_to_spend_stands_at_the_end_of_a_turn() -> None:
    battle = fight()
    assert battle.option("end").unspent == ("Attack",)
    battle.play("attack pike", d6(1))
    assert battle.option("end").unspent == ()


def test_a_condition_that_began_is_part_of_what_came_of_an_option() -> None:
    battle = Foray({"reaver": "a"}, {"pike": "a"}, field=chart("abc"))
    before = battle.state
    after = battle.play("attack pike", d6(3), "duck").state
    assert RULESET.outcome(before, after, ()).notes == (Note(PIKE, "reeling"),)
    assert RULESET.outcome(after, battle.play("end").state, ()).notes == ()


@pytest.mark.parametrize("who", [REAVER, PIKE])
def test_a_hypothetical_turn_is_of_one_alone_and_fresh(who: Id) -> None:
    battle = fight().play("attack pike", d6(1))
    there = battle.ground.zones.all_zones[2]
    state = RULESET.hypothetical_turn(battle.board, who, {who: there})
    me = state.combatants[who]
    assert (state.turn.side, me.at, me.sheet.spent) == (me.side, there, ())
    assert [c.id for c in state.combatants.values() if not c.sheet.done] == [who]
    assert "turn begins" not in [one.word for one in me.sheet.conditions]
