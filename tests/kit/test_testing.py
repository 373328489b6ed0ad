"""The kit for tests itself: what a script gets wrong is said; and its caches: what is kept is what is found anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from battlemat_duel import RULESET
from battlemat_duel.sheet import DuelTable, Sheet
from battlemat_foray import RULESET as FORAY
from game.kit.cache import BoundedCache, IdentityCache, ResultCache, cached_method
from game.kit.side_turns import SideTurn
from game.kit.testing.fight import CellFight, ZoneFight, chart, d6, d20
from game.rules.events import Id
from game.rules.ledger import Ledger


class Duel(CellFight[Sheet, SideTurn]):
    """A duel."""

    rules = RULESET

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """Who is to act."""
        return {"order": order}


class Foray(ZoneFight[Any, Any]):
    """A foray."""

    rules = FORAY

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """Who is to act."""
        return {"order": order}


def fight(**more: Any) -> Duel:
    """A knight and a thief side by side."""
    return Duel({"knight": (1, 1)}, {"thief": (2, 1)}, **more)


async def two_dice(table: DuelTable) -> int:
    """Two rolls, one after the other."""
    return await table.roll("d20", "one", Id("knight")) + await table.roll("d6", "two", Id("knight"))


def test_a_procedure_run_by_itself_takes_the_dice_that_are_meant() -> None:
    assert fight().run(two_dice, d20(3), d6(4)) == 7


def test_other_dice_than_are_rolled_are_told() -> None:
    with pytest.raises(AssertionError, match="was meant, but rolled is d20: one"):
        fight().run(two_dice, d6(3), d6(4))
    with pytest.raises(AssertionError, match="was meant, but rolled is d20"):
        fight().play("strike thief", d6(3))


def test_a_script_that_is_too_short_or_too_long_is_told() -> None:
    with pytest.raises(AssertionError, match="no answer is left for"):
        fight().run(two_dice, d20(3))
    with pytest.raises(AssertionError, match="answers are left"):
        fight().run(two_dice, d20(3), d6(4), d6(4))


def test_a_key_that_is_meant_for_a_choice_is_told_where_dice_are_rolled() -> None:
    with pytest.raises(AssertionError, match="'end' was meant for a choice"):
        fight().run(two_dice, "end")


def test_a_ruleset_that_musters_in_another_order_than_the_set_up_is_told() -> None:
    """Names would go to others than the test means: a duel lets those in ambush come last."""
    assert fight(hidden=("thief",)).sheet("thief").hidden
    with pytest.raises(AssertionError, match="thief 1 is not knight: begin must keep the set-up's order"):
        Duel({"knight": (1, 1), "thief": (3, 1)}, {"squire": (8, 1)}, hidden=("knight",))


def test_a_refusal_gives_its_reason_and_its_rule() -> None:
    found = fight().play("strike thief", d20(1), "end", "strike knight", d20(1)).refusal("Act")
    assert (found.why, found.rule) == ("done this turn", "D-2")


def test_what_is_asked_for_and_not_there_is_told() -> None:
    with pytest.raises(AssertionError, match="nothing refused begins with 'Dance'; refused are "):
        fight().refusal("Dance")
    with pytest.raises(AssertionError, match="there is no zone 'z' in 'az'; there are a, b"):
        Foray({"reaver": "a"}, {"pike": "b"}, field=chart("ab")).key("move", "az")


def test_a_tally_that_cites_a_rule_which_is_not_in_the_ledger_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tuple(rule for rule in RULESET.ledger.rules if rule.number != "D-1")
    monkeypatch.setattr(RULESET, "ledger", Ledger(rules))
    with pytest.raises(AssertionError, match=r"'D-1'.* cites a rule that the ledger has not"):
        fight().play("strike thief", d20(15))


# --- What is kept is what would be found anew, and it is found once ---


def test_an_answer_is_found_once_and_nothing_is_an_answer_too() -> None:
    asked: list[int] = []

    def half(number: int) -> int | None:
        asked.append(number)
        return None if number % 2 else number // 2

    known: BoundedCache[int, int | None] = BoundedCache()
    assert [known.of(number, half, number) for number in (4, 5, 4, 5)] == [2, None, 2, None]
    assert asked == [4, 5]


def test_when_there_are_too_many_answers_it_begins_anew() -> None:
    known: BoundedCache[int, int] = BoundedCache(2)
    for number in range(3):
        assert known.of(number, lambda number=number: number * 10) == number * 10  # type: ignore[misc]
    assert known == {2: 20}


def test_answers_of_several_kinds_are_kept_apart() -> None:
    memory = ResultCache()
    assert memory.of("double", 3, lambda number: 2 * number, 3) == 6
    assert memory.of("square", 3, lambda number: number * number, 3) == 9
    assert memory.of("double", 3, lambda number: -number, 3) == 6


def test_answers_about_an_object_are_about_that_very_object() -> None:
    asked: list[list[int]] = []

    @IdentityCache
    def length(some: list[int]) -> int:
        asked.append(some)
        return len(some)

    one, same = [1, 2], [1, 2]
    assert (length(one), length(one), length(same)) == (2, 2, 2)
    assert len(asked) == 2 and asked[0] is one and asked[1] is same


@dataclass
class Thinker:
    asked: list[tuple[int, int]] = field(default_factory=list)

    @cached_method
    def total(self, a: int, b: int) -> int:
        """Two numbers together."""
        self.asked.append((a, b))
        return a + b


def test_a_method_remembers_for_each_object_alone() -> None:
    one, other = Thinker(), Thinker()
    assert (one.total(1, 2), one.total(1, 2), one.total(2, 2)) == (3, 3, 4)
    assert one.asked == [(1, 2), (2, 2)] and not other.asked
    assert other.total(1, 2) == 3 and other.asked == [(1, 2)]
    assert Thinker.total.__doc__ == "Two numbers together."
