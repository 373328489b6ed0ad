"""Dice expressions, what they can show, and how many ways."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.dice import (
    BadDice,
    outcomes_by_cuts,
    outcomes_by_pool,
    outcomes_by_sum,
    possible,
    sides_of,
    ways_in_all,
)

SMALL = st.builds(lambda count, sides: f"{count}d{sides}", st.integers(1, 4), st.integers(1, 8))


def test_expressions() -> None:
    assert sides_of("d20") == (20,)
    assert sides_of("3d6") == (6, 6, 6)


@pytest.mark.parametrize("text", ["", "20", "d", "2d6+3", "0d6", "21d6", "d0", "d1001", "-1d6", "2 d6"])
def test_anything_else_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadDice):
        sides_of(text)


@settings(deadline=None)
@given(SMALL)
def test_sums_and_pools_count_every_way_the_dice_fall(dice: str) -> None:
    falls = list(product(*(range(1, side + 1) for side in sides_of(dice))))
    sums: dict[int, int] = {}
    pools: dict[tuple[int, ...], int] = {}
    for fall in falls:
        sums[sum(fall)] = sums.get(sum(fall), 0) + 1
        pool = tuple(sorted(fall))
        pools[pool] = pools.get(pool, 0) + 1
    assert {sum(faces): count for faces, count in outcomes_by_sum(dice)} == sums
    assert dict(outcomes_by_pool(dice)) == pools
    assert ways_in_all(dice) == len(falls)
    assert all(possible(dice, faces) for faces, _ in outcomes_by_sum(dice))


def test_outcomes_stand_in_rising_order() -> None:
    totals = [sum(faces) for faces, _ in outcomes_by_sum("3d6")]
    assert totals == sorted(totals) == list(range(3, 19))
    pools = [faces for faces, _ in outcomes_by_pool("3d6")]
    assert pools == sorted(pools)


def test_a_large_pool_is_counted_without_rolling_it_out() -> None:
    pools = outcomes_by_pool("10d6")
    assert len(pools) == 3003
    assert sum(count for _, count in pools) == 6**10


@pytest.mark.parametrize("faces", [(), (0,), (21,), (3, 4), (True,), (3.0,)])
def test_faces_that_a_die_does_not_have(faces: tuple[int, ...]) -> None:
    assert not possible("d20", faces)


def test_cuts_tell_apart_only_what_a_save_asks() -> None:
    (low, passing), (high, failing) = outcomes_by_cuts("d20", (8,))
    assert (sum(low) <= 8, passing, sum(high) > 8, failing) == (True, 8, True, 12)
    assert [count for _, count in outcomes_by_cuts("d20", (6, 9, 12))] == [6, 3, 3, 8]
    assert [count for _, count in outcomes_by_cuts("d20", (20,))] == [20]
