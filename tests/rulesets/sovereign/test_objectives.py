"""What wins besides being the last side that fights."""

from __future__ import annotations

import pytest

from game.rules.events import Ended, Id
from game.rules.setup import Goal, Objective
from game.spatial.field import Cell
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.gear import GOALS
from tests.rulesets.sovereign.kit import Fight, ground

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


@pytest.mark.parametrize(
    ("who", "down", "won"), [("Wolf 1", "wolf", True), ("Wolf 1", "bandit", False), ("Bennett", "bennett", False)]
)
def test_whose_fall_is_wanted_must_fall_and_is_one_of_another_side(who: str, down: str, won: bool) -> None:
    wanted = Objective("fell", "party", who=who)
    foes = {"bandit": (20, 6), "wolf": (22, 6)}
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, foes, objectives=(wanted,))
    assert winners(played.sheet_of(down, hp=0, dead=True).play()) == (["party"] if won else [])


# ------------------------------------------------------------------ an objective for each side, and what follows it


def test_each_side_has_an_objective_of_its_own() -> None:
    mine = Objective("hold", "party", ((5, 5),), rounds=3)
    theirs = Objective("hold", "foes", ((20, 6),), rounds=2)
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(mine, theirs))
    assert winners(round_passed(played)) == []
    assert {side: now.held for side, now in played.turn.progress.items()} == {"party": 1, "foes": 1}
    assert winners(round_passed(played)) == ["foes"]


@pytest.mark.rule("sovereign", "S-61")
def test_nobody_has_won_when_several_sides_reach_their_objectives_at_once() -> None:
    both = (Objective("survive", "party", rounds=1), Objective("hold", "foes", ((20, 6),), rounds=1))
    assert winners(round_passed(Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=both))) == [None]


@pytest.mark.rule("sovereign", "S-61")
def test_what_follows_an_objective_begins_with_the_next_round() -> None:
    then = Objective("survive", "party", rounds=2)
    first = Objective("hold", "party", ((5, 5),), rounds=1, then=then)
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(first,))
    assert GOALS.aim(played.board, "party") == first
    assert winners(round_passed(played)) == []
    assert GOALS.aim(played.board, "party") == then
    assert "Party: held its ground for 1 rounds; now for its next objective" in played.log
    assert winners(round_passed(played)) == [], "its two rounds are counted from then on"
    assert winners(round_passed(played)) == ["party"]


def test_a_ward_that_falls_loses_though_another_objective_was_to_follow() -> None:
    first = Objective("protect", "party", who="Bennett", rounds=3, then=Objective("survive", "party", rounds=1))
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(first,))
    assert winners(played.sheet_of("bennett", hp=0, dead=True).play()) == ["foes"]


# ------------------------------------------------------------------ tasks

WINCH = Objective("task", "party", ((5, 4),), count=2, what="the winch")


@pytest.mark.rule("sovereign", "S-61")
def test_a_task_takes_a_main_action_and_may_be_shared() -> None:
    played = Fight({"annora": (5, 5), "bennett": (6, 5)}, FAR, objectives=(WINCH,)).play("annora", "work")
    assert not played.sheet("annora").main
    assert not played.offers("work"), "once a turn"
    assert "Annora works at the winch, 1 of 2" in played.log
    assert winners(played.play("done", "bennett", "work")) == ["party"]


@pytest.mark.rule("sovereign", "S-61")
@pytest.mark.parametrize(("where", "offered"), [((5, 5), True), ((6, 5), True), ((5, 4), True), ((5, 6), False)])
def test_a_task_is_worked_at_from_a_cell_away_at_most(where: Cell, *, offered: bool) -> None:
    fight = Fight({"annora": where, "bennett": (9, 9)}, FAR, objectives=(WINCH,)).play("annora")
    assert fight.offers("work") == offered


@pytest.mark.rule("sovereign", "S-61")
@pytest.mark.parametrize("height", [1, 2])
def test_a_task_is_not_worked_at_from_the_foot_of_a_cliff(height: int) -> None:
    rows = ["." * 24 for _ in range(12)]
    rows[4] = "....." + str(height) + "." * 18
    fight = Fight({"annora": (5, 5)}, FAR, field=ground(*rows), objectives=(WINCH,)).play("annora")
    assert fight.offers("work") == (height < 2)


@pytest.mark.rule("sovereign", "S-61")
def test_a_large_body_works_from_any_of_its_cells() -> None:
    for where, offered in (((3, 2), True), ((2, 2), False)):
        fight = Fight({"troll": where}, {"annora": (20, 6)}, objectives=(WINCH,)).play("troll")
        size = fight.sheet("troll").profile.size
        assert size == 2
        assert fight.offers("work") == offered


@pytest.mark.rule("sovereign", "S-61")
def test_who_works_is_in_hiding_no_longer() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(WINCH,), hidden=("annora",))
    assert Id("annora") not in RULESET.seen_by(fight.board, "foes")
    assert Id("annora") in RULESET.seen_by(fight.play("annora", "work").board, "foes")


def test_no_other_side_has_that_task() -> None:
    assert not Fight({"annora": (20, 6)}, {"bandit": (5, 5)}, acting="foes", objectives=(WINCH,)).offers("work")


def test_a_task_waits_for_the_objective_that_it_follows() -> None:
    first = Objective("hold", "party", ((5, 5),), rounds=1, then=WINCH)
    played = Fight({"annora": (5, 5), "bennett": (6, 5)}, FAR, objectives=(first,))
    assert not played.play("annora").offers("work")
    played.play("done", "bennett")
    assert not played.offers("work")
    assert played.play("done", "done").play("annora").offers("work")


@pytest.mark.rule("sovereign", "S-61")
def test_working_draws_attacks() -> None:
    played = Fight({"annora": (5, 5)}, {"bandit": (6, 5)}, objectives=(WINCH,)).play("annora", "work")
    assert played.opportunities == ["bandit"]
