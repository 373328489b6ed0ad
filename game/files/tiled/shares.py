"""How much of each cell shapes cover: every cell is looked at in sixteen by sixteen points."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor

from game.files.tiled.shapes import Outline, Point
from game.spatial.field import Cell

FINE = 16
"""Points along a cell's side that are looked at."""

Shares = dict[Cell, int]
"""By cell the mask of its points that are covered, bit ``y * FINE + x``."""


def covered(outline: Outline, left: int, top: int, right: int, bottom: int) -> Shares:
    """What an area covers of the cells from ``left`` and ``top`` on, up to but without ``right`` and ``bottom``."""
    fine = Outline(outline.shape, tuple((x * FINE, y * FINE) for x, y in outline.points), outline.pixel)
    found: Shares = {}
    ys = [y for _, y in fine.points]
    for row in range(max(top * FINE, floor(min(ys))), min(bottom * FINE, ceil(max(ys)) + 1)):
        for start, stop in fine.spans(row + 0.5):
            first, last = max(left * FINE, ceil(start - 0.5)), min(right * FINE, ceil(stop - 0.5)) - 1
            for column in range(first // FINE, last // FINE + 1) if first <= last else ():
                begin, end = max(first, column * FINE), min(last, column * FINE + FINE - 1)
                bits = ((1 << (end - begin + 1)) - 1) << (begin % FINE)
                cell = column, row // FINE
                found[cell] = found.get(cell, 0) | bits << (row % FINE * FINE)
    return found


def together(all_shares: Iterable[Shares]) -> Shares:
    """What several shapes cover between them."""
    found: Shares = {}
    for shares in all_shares:
        for cell, mask in shares.items():
            found[cell] = found.get(cell, 0) | mask
    return found


def share(mask: int) -> float:
    """How much of its cell a mask covers, 0 to 1."""
    return mask.bit_count() / (FINE * FINE)


def spine(outline: Outline, shares: Shares) -> list[Cell]:
    """Of a shape that is too thin to fill cells those that it runs through: across its way the one it covers most."""
    xs, ys = [x for x, _ in outline.points], [y for _, y in outline.points]
    axis = 0 if max(xs) - min(xs) >= max(ys) - min(ys) else 1
    best: dict[int, Cell] = {}
    for cell in sorted(shares):
        other = best.setdefault(cell[axis], cell)
        if share(shares[cell]) > share(shares[other]):
            best[cell[axis]] = cell
    least = max(share(shares[cell]) for cell in best.values()) / 4
    return [cell for cell in best.values() if share(shares[cell]) >= least]


def flipped(points: tuple[Point, ...], size: Point, turns: tuple[bool, bool, bool]) -> tuple[Point, ...]:
    """Points of a tile as it lies: mirrored along the main diagonal, then flipped across and down, as Tiled does.

    ``size``: the tile's width and height as it lies; ``turns``: whether flipped across, down, along the diagonal.
    """
    across, down, diagonal = turns
    for_all = ((y, x) if diagonal else (x, y) for x, y in points)
    return tuple((size[0] - x if across else x, size[1] - y if down else y) for x, y in for_all)
