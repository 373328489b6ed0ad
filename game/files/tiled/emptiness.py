"""What cells without a tile are on maps drawn for other programs: rock round a drawn floor, or the floor itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.files.tiled.evidence import Evidence, encloses, largest, verdict
from game.files.tiled.hints import decorates
from game.files.tiled.layers import LayerNote

FLOORED = 1 / 20
"""The share of a map from which on its floor is drawn with tiles, whatever lies apart."""

LEAST_FLOOR = 48
"""Cells of connected floor that count as a floor that is drawn, on however large a map."""

PAINTED = 1 / 4
"""The share of a map that tiles must make floor of if a picture lies below: the picture is what is seen far off."""


def void(drawn: Sequence[bool], solid: Sequence[bool], pictured: Collection[int], evidence: Evidence) -> list[int]:
    """The cells without a tile that are no ground. By cell: whether it has a tile, and whether it blocks; ``pictured``:
    those under the picture of a layer."""
    empty = {index for index, there in enumerate(drawn) if not there}
    floor = {index for index, there in enumerate(drawn) if there and not solid[index]}
    told = verdict(floor, empty, evidence)
    if told and told.floor == "rest":
        return []
    if not told and len(floor) < PAINTED * len(drawn):
        empty.difference_update(pictured)
    is_drawn = len(floor) >= FLOORED * len(drawn) or largest(floor, evidence) >= LEAST_FLOOR
    return sorted(empty) if is_drawn else []


def walls_on_emptiness(layers: Sequence[tuple[LayerNote, Sequence[int]]], evidence: Evidence) -> frozenset[int]:
    """The cells with a tile, if the floor is what has none: figures stand there, or the tiles enclose it.

    ``layers`` with their tiles, row by row; what only decorates is no wall.
    """
    every = set(range(evidence.width * evidence.height))
    drawn = {index for _, grid in layers for index, gid in enumerate(grid) if gid}
    empty = every - drawn
    told = verdict(drawn, empty, evidence)
    if not (told.floor == "rest" if told else encloses(drawn, evidence) and len(drawn) < len(empty)):
        return frozenset()
    walls = [grid for layer, grid in layers if layer.role not in ("decor", "above") and not decorates(layer.name)]
    return frozenset(index for grid in walls for index, gid in enumerate(grid) if gid)
