"""What lies and stands about on a map from the start, for anybody to take up."""

from __future__ import annotations

from game.rules.state import Thing
from game.spatial.field import Cell, Field


def laid_out(field: Field) -> dict[str, Thing[Cell]]:
    """The things of a map by their ids, each at the first cell of its feature.

    Their keys are the map's words: a ruleset leaves lying what it has no use for.
    """
    found = (feature for feature in field.features if feature.kind == "thing" and feature.cells)
    return {feature.id: Thing(feature.id, feature.thing, feature.cells[0]) for feature in found}
