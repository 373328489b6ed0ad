"""What wins besides being the last side that fights."""

from __future__ import annotations

import pytest

from game.rules.events import Ended
from game.rules.setup import Goal, Objective
from game.spatial.field import Cell
from tests.rulesets.sovereign.kit import Fight

FAR = {"bandit": (20, 6)}


def fight(goal: Goal, where: Cell, cells: tuple[Cell, ...] = (), **more: int | str) -> Fight:
    """Annora and Bennett against a bandit far off, with something to win besides."""
    objective = Objective(goal, side="party", cells=cells, **more)  # type: ignore[arg-type]
    return Fight({"annora": where, "bennett": (6, 6)}, FAR, objectives=(objective,))


def round_passed(played: Fight) -> Fight:
    """Everybody stands still for a round."""
    return played.play("end", "done")


def winners(played: Fight) -> list[str | None]:
    return [event.winner for event in played.match.events if isinstance(event, Ended)]


@pytest.mark.rule("sovereign", "E-92")
@pytest.mark.parametrize(("left", "won"), [((0, 5), True), ((0, 8), False)])
def test_whoever_is_to_escape_by_one_way_has_not_escaped_by_another(left: Cell, *, won: bool) -> None:
    played = fight("escape", left, ((0, 4), (0, 5)), count=1).play("annora", "leave")
    assert winners(played) == (["party"] if won else [])


def test_any_way_will_do_where_none_is_named() -> None:
    assert winners(fight("escape", (0, 8), count=1).play("annora", "leave")) == ["party"]


def test_as_many_must_get_away_as_the_objective_says() -> None:
    played = fight("escape", (0, 5), count=2).play("annora", "leave")
    assert winners(played) == []


@pytest.mark.parametrize(("where", "won"), [((5, 5), ["party"]), ((5, 7), [])])
def test_ground_is_held_for_full_rounds(where: Cell, won: list[str]) -> None:
    played = fight("hold", where, ((5, 5), (5, 4)), rounds=2)
    assert winners(round_passed(played)) == []
    assert winners(round_passed(played)) == won


def test_lasting_long_enough_wins() -> None:
    played = fight("survive", (5, 5), rounds=1)
    assert winners(round_passed(played)) == ["party"]


def test_the_fall_of_a_ward_loses() -> None:
    played = fight("protect", (5, 5), who="Bennett").sheet_of("bennett", hp=0, dead=True)
    assert winners(played.play()) == ["foes"]


def test_a_ward_kept_safe_wins() -> None:
    played = fight("protect", (5, 5), who="Bennett", rounds=1)
    assert winners(round_passed(played)) == ["party"]
