"""What an AI makes of a ruleset's features, as data: a ``weights.toml`` with numbers and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

Weights = Mapping[str, Mapping[str, float]]
"""Table: name of a feature: points for each unit of it.

"options", for ``advise``, must be there. "trained" holds weights that the AI of that level puts in the place of those
of "options". A table "order so-and-so" multiplies weights while a side goes by that order, for the trained to try out;
"positions", for ``worth``, tells what orders came to, and must be there where there are any. "restless" multiplies
weights too, for each round too many in which nothing happened.
"""

Words = Mapping[str, str]
"""Name of a feature, or of a table of an order: what a player is told of it, as in "danger where it ends"."""

WORDS = "words"
"""The table of the same file that holds them: what the game itself has words for may be left out."""


def read_weights(path: Path) -> Weights:
    """Read the numbers of a ``weights.toml``. Raises ValueError that names file and field."""
    tables = _tables(path)
    return _as(path, {name: table for name, table in tables.items() if name != WORDS}, dict[str, dict[str, float]])


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
