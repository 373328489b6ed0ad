"""Dice expressions and what they can show."""

from __future__ import annotations

import pytest

from game.rules.dice import BadDice, possible, sides_of


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
