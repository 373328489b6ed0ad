"""What an AI makes of a ruleset's features, as data: a ``weights.toml`` with numbers and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

Weights = Mapping[str, Mapping[str, float]]
"""Table: name of a feature: points for each unit of it.

"options", by which answers are weighed, must be there. "trained" holds weights that the AI of that level puts in the
place of those of "options". A table "order so-and-so" multiplies weights while a side goes by that order, for the
trained to try out; "positions", for ``worth``, tells what orders came to, and must be there where there are any.
"restless" multiplies weights too, for each round too many in which nothing happened.
"""

Words = Mapping[str, str]
"""Name of a feature, or of a table of an order: what a player is told of it, as in "danger where it ends"."""

WORDS = "words"
"""The table of the same file that holds them: what the game itself has words for may be left out."""

OPTIONS = "options"
"""The table that must be there."""

ORDER = "order "
"""What the names of tables of orders begin with."""

POSITIONS = "positions"
"""The table that tells what orders came to; it weighs no answers."""


def read_weights(path: Path) -> Weights:
    """Read the numbers of a ``weights.toml``. Raises ValueError that names file and field, or the table it lacks."""
    tables = {name: table for name, table in _tables(path).items() if name != WORDS}
    weights = _as(path, tables, dict[str, dict[str, float]])
    if OPTIONS not in weights:
        raise ValueError(f"{path.name}: the table [{OPTIONS}] is missing; add it, if need be without a line")
    if lacking := unjudged(weights):
        raise ValueError(f"{path.name}: [{lacking}] is an order, and without [{POSITIONS}] none can be judged; add it")
    return weights


def unjudged(weights: Weights) -> str | None:
    """The first order that nothing tells the worth of, by the name of its table."""
    return None if POSITIONS in weights else next((name for name in weights if name.startswith(ORDER)), None)


def read_words(path: Path) -> Words:
    """Read the words of a ``weights.toml``. Raises ValueError that names file and field."""
    return _as(path, _tables(path).get(WORDS, {}), dict[str, str])


def _tables(path: Path) -> dict[str, Any]:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise ValueError(f"{path.name}: {error}") from error


def _as(path: Path, data: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{path.name}: {error}") from error
