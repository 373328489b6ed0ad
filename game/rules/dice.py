"""Dice expressions: which dice are thrown, and what they can show."""

from __future__ import annotations

import re
from functools import lru_cache

from game.user_error import UserError

Faces = tuple[int, ...]
"""What the dice of one roll show, in the order of the expression."""

MOST = 20
"""Dice in one expression."""

_DICE = re.compile(r"(\d*)d(\d+)")


class BadDice(UserError):
    """An expression that is not of the form 2d6 or d8+d6."""


@lru_cache(maxsize=1024)
def sides_of(expression: str) -> tuple[int, ...]:
    """Give the sides of each die of an expression like ``d20``, ``2d6`` or ``d8+d6+d20``.

    Raises BadDice for anything else; bonuses belong in a Tally, not in the dice.
    """
    sides: list[int] = []
    for part in expression.split("+"):
        match = _DICE.fullmatch(part)
        if not match:
            raise BadDice(f"{expression!r} is not a dice expression; write it like d20, 2d6 or d8+d6")
        count, die = int(match[1] or 1), int(match[2])
        if not 1 <= count <= MOST or not 1 <= die <= 1000:
            raise BadDice(f"{expression!r}: between 1 and {MOST} dice of 1 to 1000 sides")
        sides += [die] * count
    if len(sides) > MOST:
        raise BadDice(f"{expression!r}: between 1 and {MOST} dice of 1 to 1000 sides")
    return tuple(sides)


def is_dice(text: str) -> bool:
    """Tell whether a text is an expression of dice."""
    try:
        return bool(sides_of(text))
    except BadDice:
        return False


def possible(expression: str, faces: Faces) -> bool:
    """Tell whether the dice can show these faces."""
    sides = sides_of(expression)
    return len(faces) == len(sides) and all(
        type(face) is int and 1 <= face <= die for face, die in zip(faces, sides, strict=True)
    )
