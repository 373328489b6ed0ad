"""What layers of tiles mark that are called like walls or like floor, or neither: what is there, or what is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass

from game.files.tiled.evidence import MOSTLY, Evidence, encloses, verdict
from game.files.tiled.hints import decorates
from game.files.tiled.layers import LayerNote

FULL = 0.95
"""The share of the drawn cells from which a layer counts as one that fills every cell."""

INVERSE = 0.25
"""The share of the drawn cells that a layer must fill to be taken for the floor when sides start on it."""

FEW = 4
"""Of two kinds of tiles the one with this many times less evidence is no floor."""


@dataclass(frozen=True)
class LayerMarks:
    """What a layer says of cells."""

    blocked: frozenset[int] = frozenset()
    floor: frozenset[int] = frozenset()
    """Where one walks; nowhere else, if this is not empty."""
    guess: str = ""
    """What was made of it that its name does not say."""
    inverse: bool = False
    """Whether it is meant the other way than it is called."""


def of_walls(
    name: str, kinds: Mapping[int, Hashable], drawn: Collection[int], every: Collection[int], evidence: Evidence
) -> LayerMarks:
    """Of a layer that is called like walls: what it marks blocks, or what it leaves out if its tiles are the floor.

    ``kinds``: by cell, which tile lies there; ``drawn``: the cells with a tile in other layers.
    """
    filled = frozenset(kinds)
    if _full(filled, drawn):
        return _rarer(name, kinds, evidence)
    told = verdict(filled, frozenset(every) - filled, evidence)
    if told and told.floor == "marked" and len(filled) >= INVERSE * len(drawn):
        return LayerMarks(
            frozenset(drawn) - filled,
            guess=f"the layer {name!r} is called like walls, but sides, doors or paths lie on it: what it leaves out "
            "blocks",
            inverse=True,
        )
    return LayerMarks(filled)


def of_floor(
    name: str, kinds: Mapping[int, Hashable], drawn: Collection[int], every: Collection[int], evidence: Evidence
) -> LayerMarks:
    """Of a layer that is called like floor: one walks on what it marks, or on what it leaves out if its tiles are
    walls."""
    filled = frozenset(kinds)
    if _full(filled, drawn):
        told = _kinds_of_floor(kinds, evidence)
        if not told or told >= set(kinds.values()):
            return LayerMarks(floor=filled)
        return LayerMarks(
            floor=frozenset(index for index, kind in kinds.items() if kind in told),
            guess=f"the layer {name!r} fills every cell: what sides, doors or paths lie on is floor, and the rest "
            "blocks",
        )
    told_way = verdict(filled, frozenset(every) - filled, evidence)
    if told_way and told_way.floor == "rest":
        why = "sides, doors or paths lie where it has no tile"
    elif not told_way and encloses(filled, evidence):
        why = "it runs round the map and leaves out one large piece within"
    else:
        why = ""
    if why:
        return LayerMarks(
            filled, guess=f"the layer {name!r} is called like floor, but {why}: what it marks blocks", inverse=True
        )
    return LayerMarks(floor=filled)


def _full(filled: Collection[int], drawn: Collection[int]) -> bool:
    return bool(filled) and len(set(filled) & set(drawn)) >= FULL * len(drawn)


def _rarer(name: str, kinds: Mapping[int, Hashable], evidence: Evidence) -> LayerMarks:
    """Of a layer of walls that fills every cell, what does not look like floor: all tiles but the commonest, or but
    those that sides, doors and paths lie on."""
    counts = Counter(kinds.values())
    if len(counts) == 1:
        return LayerMarks(guess=f"the layer {name!r} has the same tile in every cell, so nothing is made of its name")
    told = _kinds_of_floor(kinds, evidence)
    said = "what sides, doors or paths lie on is floor" if told else "its commonest tile is taken for floor"
    if not told or len(told) == len(counts):
        told = {max(counts, key=lambda kind: (counts[kind], str(kind)))}
    return LayerMarks(
        frozenset(index for index, kind in kinds.items() if kind not in told),
        guess=f"the layer {name!r} fills every cell: {said}, and the rest blocks",
    )


def _kinds_of_floor(kinds: Mapping[int, Hashable], evidence: Evidence) -> set[Hashable]:
    """The tiles that figures stand on, or if there are none, that ways lie on; without those that hardly any does."""
    votes = Counter(kind for figure in evidence.figures if (kind := _kind_below(figure, kinds)) is not None)
    if not votes:
        places = [cell for cell in evidence.paths if cell in kinds]
        for door in evidence.doors.intersection(kinds):
            round_it = [near for near in evidence.beside(door) if near is not None]
            if len(round_it) == 4 and all(kinds.get(near) == kinds[door] for near in round_it):
                places.append(door)
        votes = Counter(kinds[place] for place in places)
    return {kind for kind, count in votes.items() if count * FEW >= max(votes.values())}


def _kind_below(figure: Sequence[int], kinds: Mapping[int, Hashable]) -> Hashable | None:
    """The tile that a figure stands on; None where its place lies on several or on none."""
    counts = Counter(kinds.get(cell) for cell in figure)
    return next((kind for kind, count in counts.items() if count > MOSTLY * len(figure)), None)


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
