"""What wins besides being the last side that fights, on zones."""

from __future__ import annotations

import pytest

from game.kit.goals import objective_zones
from game.rules.events import Ended
from game.rules.setup import Objective
from game.spatial.field import Cell
from tests.rulesets.murdham.kit import Fight, chart

EXITS = chart("abcdefghijklmnop", features={"ap": "exit"})


def cells(*columns: int) -> tuple[Cell, ...]:
    """All four cells of some columns; four columns make a zone."""
    return tuple((x, y) for x in columns for y in range(4))


def end_round(fight: Fight) -> Fight:
    return fight.play("pass", "pass")


@pytest.mark.rule("murdham", "A-120", "M-44")
@pytest.mark.parametrize(
    ("columns", "zones"),
    [((0, 1, 2, 3), "a"), ((1, 2, 3, 4), "a"), ((0, 1, 2, 3, 4, 5), "a"), ((0, 1, 2, 3, 4, 5, 6), "ab")],
)
def test_an_objective_is_the_zones_that_hold_most_of_it(columns: tuple[int, ...], zones: str) -> None:
    goal = Objective("hold", cells=cells(*columns))
    fight = Fight({"theobald": "a"}, {"bandit": "q"}, objectives=(goal,))
    assert objective_zones(fight.board, goal) == [fight.place(letter) for letter in zones]


@pytest.mark.rule("murdham", "A-120", "M-44")
@pytest.mark.parametrize(("where", "rounds"), [("a", 2), ("ab", 2), ("b", 0)])
def test_ground_is_held_by_whoever_stands_in_it_alone_at_the_end_of_rounds(where: str, rounds: int) -> None:
    goal = Objective("hold", side="party", cells=cells(0, 1, 2, 3), rounds=3)
    fight = Fight({"theobald": where}, {"bandit": "q"}, objectives=(goal,))
    end_round(fight).play("first party")
    end_round(fight)
    assert fight.state.turn.progress["party"].held == rounds


@pytest.mark.rule("murdham", "A-120")
def test_a_foe_in_it_spoils_the_count() -> None:
    goal = Objective("hold", side="party", cells=cells(0, 1, 2, 3), rounds=3)
    fight = Fight({"theobald": "a"}, {"bandit": "ab"}, objectives=(goal,))
    end_round(fight)
    assert fight.state.turn.progress["party"].held == 0


@pytest.mark.rule("murdham", "A-120", "M-44")
@pytest.mark.parametrize(("way", "won"), [("a", True), ("p", False)])
def test_whoever_is_to_escape_by_one_way_has_not_escaped_by_another(way: str, *, won: bool) -> None:
    goal = Objective("escape", side="party", cells=cells(0, 1), count=1)
    people = {"theobald": way, "sybilla": "f", "balthasar": "g"}
    fight = Fight(people, {"bandit": "k"}, field=EXITS, objectives=(goal,), wear="no")
    fight.play("theobald", "leave")
    assert (fight.match.pending is None) == won
    ends = [event for event in fight.match.events if isinstance(event, Ended)]
    assert [end.winner for end in ends] == (["party"] if won else [])


@pytest.mark.rule("murdham", "A-120", "M-44")
def test_the_way_out_of_an_objective_is_one_for_its_side_alone() -> None:
    goal = Objective("escape", side="party", cells=cells(20, 21, 22, 23), count=2)
    fight = Fight({"theobald": "f", "sybilla": "f"}, {"bandit": "f"}, field=EXITS, objectives=(goal,))
    fight.play("theobald")
    assert "leave" in [option.key for option in fight.asked.options.singles]
    fight.play("done", "bandit")
    assert "leave" not in [option.key for option in fight.asked.options.singles]


# ------------------------------------------------------------------ an objective for each side, tasks, what follows

WINCH = Objective("task", "party", cells(4, 5, 6, 7), count=2, what="the winch")


@pytest.mark.rule("murdham", "M-58")
@pytest.mark.parametrize(("where", "offered"), [("b", True), ("ab", True), ("bc", True), ("a", False)])
def test_a_task_is_worked_at_from_its_zone_or_a_border_of_it(where: str, *, offered: bool) -> None:
    fight = Fight({"theobald": where}, {"bandit": "q"}, objectives=(WINCH,)).play("theobald")
    assert fight.offers("work") == offered


@pytest.mark.rule("murdham", "M-58")
def test_a_task_takes_a_main_action_and_may_be_shared() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "q"}, objectives=(WINCH,), wear="no")
    fight.play("theobald", "work")
    assert not fight.offers("work")
    assert "Theobald works at the winch, 1 of 2" in fight.log
    fight.play("done", "bandit", "done", "sybilla", "work")
    assert (fight.over, fight.winner) == (True, "party")


@pytest.mark.rule("murdham", "M-58")
def test_no_other_side_has_that_task_and_working_is_heard() -> None:
    fight = Fight({"theobald": "q"}, {"bandit": "b"}, acting="foes", objectives=(WINCH,)).play("bandit")
    assert not fight.offers("work")
    fight = Fight({"theobald": "b"}, {"bandit": "q"}, objectives=(WINCH,)).sheet_of("theobald", hidden=True)
    assert not fight.play("theobald", "work").sheet("theobald").hidden


@pytest.mark.rule("murdham", "M-58")
def test_what_follows_an_objective_begins_with_the_next_round() -> None:
    first = Objective("hold", "party", cells(4, 5, 6, 7), rounds=1, then=WINCH)
    fight = Fight({"theobald": "b"}, {"bandit": "q"}, objectives=(first,))
    assert not fight.play("theobald").offers("work")
    fight.play("done", "bandit", "done", "first party", "theobald")
    assert fight.offers("work")


@pytest.mark.rule("murdham", "M-58")
def test_nobody_has_won_when_several_sides_reach_their_objectives_at_once() -> None:
    both = (
        Objective("hold", "foes", cells(64, 65, 66, 67), rounds=1),
        Objective("hold", "party", cells(0, 1), rounds=1),
    )
    fight = Fight({"theobald": "a"}, {"bandit": "q"}, objectives=both, wear="no")
    end_round(fight)
    assert (fight.over, fight.winner) == (True, None)
