"""The part of a map on which something is drawn: infinite maps have no other, and finite ones are cropped to it too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor

from game.files.tiled.elements import decimal
from game.files.tiled.layers import LayerNote
from game.files.tiled.shapes import Point, outline_of

CellBox = tuple[int, int, int, int]
"""First column and row, and those behind the last."""

DENSE = 0.2
"""The share of the cells in its box that the drawn part of a finite map must fill, to be taken for all there is."""

LEAST_BOX = 48
"""Cells of a part that a finite map is cropped to: two squads can hardly fight on fewer."""

WHOLE = 0.9
"""The share of a map from which on an object is about all of it, and not about what is drawn there."""


def tile_box(layers: Iterable[LayerNote]) -> CellBox | None:
    """The cells between the outermost tiles; None if there is no tile."""
    columns: list[int] = []
    rows: list[int] = []
    for layer in layers:
        for patch in layer.patches:
            for row in range(patch.height):
                line = patch.gids[row * patch.width : (row + 1) * patch.width]
                used = [column for column, gid in enumerate(line) if gid]
                if used:
                    rows.append(patch.y + row)
                    columns += [patch.x + used[0], patch.x + used[-1]]
    return (min(columns), min(rows), max(columns) + 1, max(rows) + 1) if columns else None


def finite_box(layers: Sequence[LayerNote], size: tuple[int, int], cell: tuple[int, int]) -> CellBox:
    """The part of a finite map with its tiles, pictures and objects; all of it where its floor is not drawn with tiles.

    ``size`` in cells, ``cell`` in pixels.
    """
    width, height = size
    whole = (0, 0, width, height)
    box = tile_box(layers)
    drawn = {index for layer in layers for patch in layer.patches for index, gid in enumerate(patch.gids) if gid}
    if box is None or len(drawn) < DENSE * _area(box):
        return whole
    others = (_within(each, whole) for each in (*_pictures(layers, cell), *_objects(layers, cell)))
    parts = [each for each in others if 0 < _area(each) < WHOLE * width * height]
    found = _round([_within(box, whole), *parts])
    return found if _area(found) >= LEAST_BOX else whole


def infinite_box(layers: Sequence[LayerNote], cell: tuple[int, int]) -> CellBox | None:
    """The part of an infinite map between its outermost tiles, or without tiles between its pictures and objects; None
    if there is nothing at all."""
    box = tile_box(layers)
    boxes = [box] if box else [*_pictures(layers, cell), *_objects(layers, cell)]
    boxes = [each for each in boxes if _area(each)]
    return _round(boxes) if boxes else None


def _round(boxes: Sequence[CellBox]) -> CellBox:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _area(box: CellBox) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def _within(box: CellBox, whole: CellBox) -> CellBox:
    return max(box[0], whole[0]), max(box[1], whole[1]), min(box[2], whole[2]), min(box[3], whole[3])


def _pictures(layers: Iterable[LayerNote], cell: tuple[int, int]) -> Iterator[CellBox]:
    for layer in layers:
        if layer.picture is not None:
            x, y = layer.offset
            yield _cells([(x, y), (x + layer.picture_size[0], y + layer.picture_size[1])], cell)


def _objects(layers: Iterable[LayerNote], cell: tuple[int, int]) -> Iterator[CellBox]:
    for layer in layers:
        for thing in layer.objects:
            points = outline_of(thing.source).points
            if thing.gid:  # hangs on its lower left corner, or on another point near by
                up = decimal(thing.source, "height", 0.0)
                points = tuple((x, y - up) for x, y in points)
            yield _cells([(x + layer.offset[0], y + layer.offset[1]) for x, y in points], cell)


def _cells(points: Sequence[Point], cell: tuple[int, int]) -> CellBox:
    """The cells that points lie in or between."""
    xs, ys = [x / cell[0] for x, _ in points], [y / cell[1] for _, y in points]
    left, top = floor(min(xs)), floor(min(ys))
    return left, top, max(left + 1, ceil(max(xs))), max(top + 1, ceil(max(ys)))
