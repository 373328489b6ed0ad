"""What follows a battle when another is to come: the dying, the night, what is brought along."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.events import Id
from tests.rulesets.einfelst.kit import Fight, pool
from tests.rulesets.resting import begun_with, night


@pytest.mark.rule("einfelst", "W-54")
@pytest.mark.parametrize(
    ("before", "after"),
    [((2, 0, 0), (0, 0, 0)), ((2, 2, 1), (2, 1, 0)), ((0, 1, 0), (1, 0, 0)), ((1, 0, 1), (0, 1, 0))],
)
def test_a_night_makes_harm_lighter_by_a_row(before: Any, after: Any) -> None:
    fight = Fight({"aldith": "a"}, {"robber": "q"}).sheet_of("aldith", physical=before)
    _, brought = night(fight)
    assert begun_with(fight, brought[Id("aldith")]).physical == after


@pytest.mark.rule("einfelst", "W-54")
def test_the_dying_are_treated_until_their_time_is_up() -> None:
    fight = Fight({"aldith": "a", "corwin": "a"}, {"robber": "q"})
    fight.sheet_of("aldith", out="dying", dies=2, physical=(2, 2, 1))
    state, brought = night(fight, pool(6, 0), pool(6, 1))
    assert state.combatants[Id("aldith")].sheet.physical == (2, 1, 0)
    assert set(brought) == {"aldith", "corwin"}
    state, brought = night(fight, pool(6, 0), pool(6, 0))
    assert state.combatants[Id("aldith")].sheet.out == "dead"
    assert list(brought) == ["corwin"]
