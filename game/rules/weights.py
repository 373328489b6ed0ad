"""What an AI makes of a ruleset's features, as data: tables of numbers in a ``weights.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

Weights = Mapping[str, Mapping[str, float]]
"""Table ("options" for ``advise``, "positions" for ``worth``): name of a feature: points for each unit of it."""


def read_weights(path: Path) -> Weights:
    """Read a ``weights.toml``. Raises ValueError that names file and field."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, dict[str, float]])
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from error
