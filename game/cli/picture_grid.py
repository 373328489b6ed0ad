"""The grid command: tells the grid of a map that is a picture, or keeps the one that somebody says."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.files.errors import BadFile
from game.files.picture_grid import PictureGrid, find_grid, grid_over
from game.files.pictures import PLAIN_PICTURES, is_plain_picture, picture_size
from game.files.tiled.corrections import read_corrections, write_corrections
from game.play.output import say

Pair = tuple[float, float]


def tell_grid(path: Path, cell: Pair | None, origin: Pair | None, size: tuple[int, int] | None, *, find: bool) -> int:
    """Print the grid of a picture; with a ``cell``, an ``origin`` or a ``size`` keep it so beside the picture first, in
    pixels, columns and rows. ``find``: as it is found by itself from now on.

    Gives the exit code. Raises BadFile, NoGrid.
    """
    if not is_plain_picture(path):
        raise BadFile(f"{path.name}: only a picture ({', '.join(PLAIN_PICTURES)}) has a grid that may be said")
    corrections = read_corrections(path)
    if find:
        write_corrections(path, replace(corrections, grid=None))
    elif cell or origin or size:
        grid = _said(path, corrections.grid, cell, origin, size)
        file = write_corrections(path, replace(corrections, grid=grid))
        say(f"{path.name}: {grid}; kept in {file.name}")
        return 0
    elif corrections.grid is not None:
        say(f"{path.name}: {corrections.grid}, as its corrections say")
        return 0
    found = find_grid(path)
    say(f"{path.name}: {found.grid}, {found.how}")
    return 0


def _said(
    path: Path, kept: PictureGrid | None, cell: Pair | None, origin: Pair | None, size: tuple[int, int] | None
) -> PictureGrid:
    """The grid that somebody says; what is not said is as it is kept or found. Raises BadFile, NoGrid."""
    picture = picture_size(path, whole=True)
    if cell is None:
        known = kept or (None if size and origin is None else find_grid(path).grid)
        if known is None and size:  # the whole picture in so many cells
            cell = picture[0] / size[0], picture[1] / size[1]
        elif known is not None:
            cell, origin = known.cell, origin or known.origin
    assert cell is not None
    try:
        grid = grid_over(picture, cell, origin or (0.0, 0.0))
    except BadFile as error:
        raise BadFile(f"{path.name}: {error}") from error
    return replace(grid, size=size) if size else grid
