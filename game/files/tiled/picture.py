"""What the screen needs to draw a map: pictures and where they go, in true draw order. No pixels are read here."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.files.tiled.tilesets import Rect


class TileImage(msgspec.Struct, frozen=True):
    """One entry of the tile table. Sizes in the map's own pixels (``Picture.cell`` to a cell)."""

    path: Path | None
    """The picture's file; None for one that is missing (draw a chequered tile)."""
    rect: Rect | None = None
    """The part of a tile sheet: x, y, width, height; None for the whole file."""
    width: int = 0
    height: int = 0
    offset: tuple[int, int] = (0, 0)
    flip_x: bool = False
    flip_y: bool = False
    flip_diagonal: bool = False
    """Mirrored along the main diagonal first, then flipped: how Tiled turns tiles by quarters."""
    clear: str = ""
    """``#rrggbb`` that is left out of the picture, or nothing."""
    frames: tuple[TileFrame, ...] = ()
    """The pictures that it shows in turn, itself the first; none for one that stands still."""
    scattered: bool = False
    """Whether it begins with another of its pictures from cell to cell, so that not all flames leap as one."""


class TileFrame(msgspec.Struct, frozen=True):
    """One picture of an animated tile."""

    image: TileImage
    lasts: int
    """Milliseconds."""


class Placed(msgspec.Struct, frozen=True):
    """A picture put down freely. Position of its top left corner and size, in map pixels; degrees clockwise about its
    bottom left corner, as in Tiled."""

    tile: int
    x: float
    y: float
    width: float
    height: float
    rotation: float = 0.0


class PictureLayer(msgspec.Struct, frozen=True):
    """One layer: a grid of tiles, freely placed pictures, or one picture; whatever is empty is not there."""

    name: str
    above: bool = False
    """Drawn over the tokens."""
    visible: bool = True
    opacity: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)
    """In map pixels."""
    tint: str = ""
    """``#rrggbb`` or ``#aarrggbb`` to multiply with, or nothing."""
    tiles: tuple[int, ...] = ()
    """Row by row, an index into ``Picture.tiles`` for every cell; 0 is empty. A tile larger than a cell is drawn with
    its bottom left corner on the cell's."""
    placed: tuple[Placed, ...] = ()
    image: Path | None = None
    image_size: tuple[int, int] = (0, 0)
    repeat: tuple[bool, bool] = (False, False)
    clear: str = ""
    """``#rrggbb`` that is left out of the image, or nothing."""


class Picture(msgspec.Struct, frozen=True):
    """Everything drawn of a map, bottom first."""

    width: int
    height: int
    """In cells."""
    cell: tuple[int, int] = (64, 64)
    """Map pixels to a cell."""
    background: str = ""
    """``#rrggbb`` or ``#aarrggbb``, or nothing."""
    tiles: tuple[TileImage, ...] = (TileImage(None),)
    layers: tuple[PictureLayer, ...] = ()
