"""Dice expressions, what they can show, and what rules read in them: every fall of the dice once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.dice import (
    EACH,
    HIGHEST,
    TOTAL,
    AtMost,
    BadDice,
    Reading,
    Successes,
    at_most,
    outcomes,
    possible,
    sides_of,
    spread,
    totals,
)


def test_expressions() -> None:
    assert sides_of("d20") == (20,)
    assert sides_of("3d6") == (6, 6, 6)
    assert sides_of("d8+d6+d20") == (8, 6, 20)
    assert sides_of("2d6+d20") == (6, 6, 20)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "20",
        "d",
        "2d6+3",
        "0d6",
        "21d6",
        "d0",
        "d1001",
        "-1d6",
        "2 d6",
        "d6+",
        "+d6",
        "d6 + d8",
        "11d6+10d8",
        "d6-d8",
    ],
)
def test_anything_else_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadDice):
        sides_of(text)


@pytest.mark.parametrize("faces", [(), (0,), (21,), (3, 4), (True,), (3.0,)])
def test_faces_that_a_die_does_not_have(faces: tuple[int, ...]) -> None:
    assert not possible("d20", faces)


def test_every_die_has_its_own_faces() -> None:
    assert possible("d4+d20", (4, 20))
    assert not possible("d4+d20", (20, 4))


@dataclass(frozen=True)
class Pair(Reading[tuple[int, bool]]):
    """As a ruleset might write its own: two dice added up, a third that only matters at its top."""

    top: int

    def of(self, faces: tuple[int, ...]) -> tuple[int, bool]:
        return sum(faces[:-1]), faces[-1] >= self.top


PART = st.builds(lambda count, sides: f"{count}d{sides}", st.integers(1, 3), st.integers(1, 8))
DICE = st.lists(PART, min_size=1, max_size=2).map("+".join)
READINGS: st.SearchStrategy[Reading[Any]] = st.one_of(
    st.sampled_from([TOTAL, EACH, HIGHEST]),
    st.lists(st.integers(0, 30), min_size=1, max_size=4).map(lambda cuts: at_most(*cuts)),
    st.integers(0, 10).map(Successes),
    st.integers(1, 9).map(Pair),
)


@settings(deadline=None)
@given(DICE, READINGS)
def test_what_is_read_is_weighed_by_the_ways_to_roll_it(dice: str, reading: Reading[Any]) -> None:
    wanted: dict[object, int] = {}
    for fall in product(*(range(1, side + 1) for side in sides_of(dice))):
        wanted[reading.of(fall)] = wanted.get(reading.of(fall), 0) + 1
    found = outcomes(dice, reading)
    assert all(possible(dice, faces) for faces, _ in found)
    assert {reading.of(faces): ways for faces, ways in found} == wanted
    assert len(found) == len(wanted), "each thing read is one outcome"
    assert sum(ways for _, ways in found) == prod(sides_of(dice))


def test_outcomes_stand_in_rising_order() -> None:
    assert [sum(faces) for faces, _ in outcomes("3d6", TOTAL)] == list(range(3, 19))
    pools = [faces for faces, _ in outcomes("3d6", EACH)]
    assert pools == sorted(pools)
    assert [Successes(5).of(faces) for faces, _ in outcomes("7d6", Successes(5))] == list(range(8))
    assert [max(faces) for faces, _ in outcomes("2d6+d8", HIGHEST)] == list(range(1, 9))


def test_large_pools_are_counted_without_rolling_them_out() -> None:
    pools = outcomes("10d6", EACH)
    assert (len(pools), sum(ways for _, ways in pools)) == (3003, 6**10)
    sixes = outcomes("20d6", Successes(6))
    assert (len(sixes), sum(ways for _, ways in sixes)) == (21, 6**20)
    assert sixes[0][1] == 5**20
    assert [ways for _, ways in outcomes("2d6", HIGHEST)] == [1, 3, 5, 7, 9, 11]


def test_a_save_tells_apart_only_what_it_asks() -> None:
    (low, passing), (high, failing) = outcomes("d20", AtMost((8,)))
    assert (sum(low) <= 8, passing, sum(high) > 8, failing) == (True, 8, True, 12)
    assert [count for _, count in outcomes("d20", at_most(12, 6, 9, 6))] == [6, 3, 3, 8]
    assert [count for _, count in outcomes("d20", at_most(20))] == [20]


def test_totals() -> None:
    assert totals("d4+d6") == ((2, 1), (3, 2), (4, 3), (5, 4), (6, 4), (7, 4), (8, 3), (9, 2), (10, 1))


@given(st.lists(st.integers(1, 12), min_size=1, max_size=6), st.data())
def test_a_total_is_spread_over_dice_that_can_show_it(sides: list[int], data: st.DataObject) -> None:
    total = data.draw(st.integers(len(sides), sum(sides)))
    faces = spread(total, sides)
    assert sum(faces) == total
    assert all(1 <= face <= die for face, die in zip(faces, sides, strict=True))


@pytest.mark.parametrize("total", [1, 13])
def test_no_faces_for_a_total_out_of_reach(total: int) -> None:
    with pytest.raises(ValueError, match=f"{total} can't be the sum of dice of 4, 8 sides"):
        spread(total, (4, 8))


def test_readings_say_which_dice_count() -> None:
    assert Successes(5).idle((6, 2, 5, 1)) == (1, 3)
    assert [Successes(5).word(faces) for faces in ((1,), (5,), (5, 6))] == ["no successes", "1 success", "2 successes"]
    assert HIGHEST.idle((3, 5, 5)) == (0, 2)
    assert (TOTAL.idle((3, 5)), TOTAL.word((3, 5))) == ((), "")
