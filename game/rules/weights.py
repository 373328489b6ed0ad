"""What an AI makes of a ruleset's features, as data: tables of numbers in a ``weights.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

Weights = Mapping[str, Mapping[str, float]]
"""Table: name of a feature: points for each unit of it.

"options" for ``advise`` and "positions" for ``worth`` must be there. "trained" holds weights that the AI of that level
puts in the place of those of "options". A table "order so-and-so" multiplies weights while a side goes by that order,
for the trained to try out; "restless" does so for each round too many in which nothing happened.
"""


def read_weights(path: Path) -> Weights:
    """Read a ``weights.toml``. Raises ValueError that names file and field."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, dict[str, float]])
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from error
