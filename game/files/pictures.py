"""Pictures of maps, as files: how large they are is read from their first bytes, before anything unpacks them.

A picture of a few kilobytes can unpack to gigabytes. What SDL would load besides the kinds known here is left alone.

The wand of the map doctor follows a dark line or rock, or light floor, on a picture, and finds what that is on cells.
Everything is brightness there, with so many pixels to a cell. Floor or rock is a cell the middle of which belongs to
what is followed; a wall stands on the side between two cells where a line runs from end to end between their middles.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from io import BytesIO
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from game.files.bounded_reading import MB, read_bytes
from game.files.errors import BadFile
from game.files.universal_vtt import is_universal_vtt, picture_in

if TYPE_CHECKING:
    from PIL.Image import Image
from bisect import bisect_left
from typing import NamedTuple

from game.spatial.field import Cell
from game.spatial.solids import CellSide

TURNED = 5
"""Orientations from this one on, as cameras number them, have columns and rows exchanged."""

PLAIN_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
"""Endings of pictures that are maps by themselves, with a grid printed on them or none."""

BYTES = 32 * MB
"""The largest file of a picture."""

TABLE_BYTES = 60 * MB
"""The largest file of a picture that is a map by itself."""

SIDE = 16_384
"""Pixels along a side."""

PIXELS = 25_000_000
"""Pixels in all: 5,000 x 5,000."""

TABLE_PIXELS = 42_000_000
"""Pixels of a picture that is a whole map, or the one that a map in Universal VTT has: 25 x 25 cells of 256 px, which
Dungeondraft writes unless it is told otherwise."""

HEAD = MB
"""The first bytes, in which a size must stand: what some kinds may have before it is not followed for ever."""

PictureSize = tuple[int, int]
"""Width and height in pixels."""


def is_plain_picture(path: Path) -> bool:
    """Whether a file that is named as a map is a picture by its name."""
    return path.suffix.lower() in PLAIN_PICTURES


def read_picture(path: Path, *, whole: bool = False) -> bytes:
    """The bytes of a picture that is fit to be unpacked; of a map in Universal VTT those of the one in it.

    ``whole``: it is a whole map, and may be larger than others. Raises BadFile.
    """
    return _measured(path, whole)[0]


def picture_size(path: Path, *, whole: bool = False) -> PictureSize:
    """The size of a picture that is fit to be unpacked, as it is seen upright. Raises BadFile."""
    return _measured(path, whole)[1]


def _measured(path: Path, whole: bool) -> tuple[bytes, PictureSize]:
    in_vtt = is_universal_vtt(path)
    data = picture_in(path) if in_vtt else read_bytes(path, TABLE_BYTES if whole else BYTES)
    size = size_in(data, path.suffix.lower())
    if size is None:
        raise BadFile(f"{path.name}: no picture, or a damaged one; save it as PNG")
    width, height = size
    most = TABLE_PIXELS if in_vtt or whole else PIXELS
    if width > SIDE or height > SIDE or width * height > most:
        square = isqrt(most) // 100 * 100
        raise BadFile(
            f"{path.name}: the picture is {width} x {height} px; at most {SIDE:,} px a side and {most:,} px in all "
            f"(such as {square:,} x {square:,}) are drawn: make it smaller"
        )
    return data, size if turn_of(data) < TURNED else (height, width)


def size_in(data: bytes, ending: str) -> PictureSize | None:
    """The size that a picture's bytes tell; None for what is no PNG, JPEG, GIF, BMP or WebP, or no TGA by its name."""
    data = data[:HEAD]
    if b"<svg" in data[:4096]:  # whatever else it claims to be, SDL would draw it, as large as it likes
        return None
    try:
        if ending == ".tga":  # without a mark of its own: SDL goes by the name
            size = struct.unpack_from("<HH", data, 12)
        elif data.startswith(b"\x89PNG\r\n\x1a\n"):
            size = struct.unpack_from(">II", data, 16)
        elif data.startswith(b"\xff\xd8\xff"):
            size = _jpeg(data)
        elif data.startswith((b"GIF87a", b"GIF89a")):
            size = _gif(data)
        elif data.startswith(b"BM"):
            size = _bmp(data)
        elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            size = _webp(data)
        else:
            return None
    except (struct.error, IndexError):  # cut short
        return None
    width, height = size
    return (width, height) if width > 0 and height > 0 else None


def picture_kind(data: bytes) -> str:
    """The ending that a picture's file has, by its first bytes; PNG's for what is none."""
    marks = ((b"\xff\xd8\xff", ".jpg"), (b"GIF8", ".gif"), (b"BM", ".bmp"), (b"RIFF", ".webp"))
    return next((ending for mark, ending in marks if data.startswith(mark)), ".png")


def _jpeg(data: bytes) -> PictureSize:
    """The first frame header, behind as many other segments as there are."""
    at = 2
    while True:
        if data[at] != 0xFF:
            return 0, 0
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        elif kind == 0x01 or 0xD0 <= kind <= 0xD8:  # marks without a segment
            at += 2
        elif kind in (0xD9, 0xDA):  # the end, or pixels before any frame
            return 0, 0
        else:
            at += 2 + max(2, struct.unpack_from(">H", data, at + 2)[0])


def _gif(data: bytes) -> PictureSize:
    """The larger of the screen and its first picture: loaders differ in which they make room for."""
    width, height = struct.unpack_from("<HH", data, 6)
    at = 13 + _table(data[10])
    while data[at] == 0x21:  # an extension: blocks, each with its length before it
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    if data[at] != 0x2C:
        return 0, 0
    left, top, across, down = struct.unpack_from("<HHHH", data, at + 1)
    return max(width, left + across), max(height, top + down)


def _table(packed: int) -> int:
    """Bytes of a GIF's table of colours."""
    return 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0


def _bmp(data: bytes) -> PictureSize:
    if struct.unpack_from("<I", data, 14)[0] == 12:  # the head that OS/2 wrote
        width, height = struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
    return width, abs(height)  # upside down if below nothing


def _webp(data: bytes) -> PictureSize:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        packed = struct.unpack_from("<I", data, 21)[0]
        return 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0


Grey = npt.NDArray[np.uint8]
"""Brightness by row and column."""

_KINDS = ("PNG", "JPEG", "WEBP")
_HEAD = MB
_MARKS = (b"Exif\x00\x00", b"eXIf", b"EXIF")
"""What the words of a camera stand behind, in a JPEG, a PNG and a WebP."""

_ORIENTATION = 0x0112
_FAILS = (ArithmeticError, EOFError, LookupError, OSError, SyntaxError, TypeError, ValueError, struct.error, zlib.error)
"""What Pillow raises over a damaged picture."""


def turn_of(data: bytes) -> int:
    """How a camera says that its picture has to be turned, 1 to 8, from 5 on with columns and rows exchanged; 1 where
    nothing is said."""
    if not any(mark in data[:_HEAD] for mark in _MARKS):
        return 1
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            turn = _opened(data).getexif().get(_ORIENTATION, 1)
    except _FAILS:
        return 1
    return turn if isinstance(turn, int) and 1 <= turn <= 8 else 1


def is_unusual(data: bytes) -> bool:
    """Whether a picture is turned, in the colours of print or animated, which SDL does not draw as it is meant."""
    if data.startswith(b"RIFF"):
        return (data[12:16] == b"VP8X" and data[20:21] > b"" and bool(data[20] & 2)) or turn_of(data) != 1
    if data.startswith(b"\xff\xd8\xff"):
        try:
            return _opened(data).mode == "CMYK" or turn_of(data) != 1
        except _FAILS:
            return False
    return turn_of(data) != 1


def upright(data: bytes, name: str) -> Image:
    """A picture in RGB or RGBA as it is seen upright, the first of an animated one. Raises BadFile."""
    from PIL import ImageOps, UnidentifiedImageError  # takes a moment, and most pictures do without

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = _opened(data)
            image.load()
            turned = ImageOps.exif_transpose(image) if turn_of(data) != 1 else image
            return _in_eight_bits(turned)
    except UnidentifiedImageError as error:
        raise BadFile(f"{name}: no picture, or a damaged one; save it as PNG") from error
    except _FAILS as error:
        raise BadFile(f"{name}: the picture is damaged; save it as PNG") from error


def grey_of(data: bytes, name: str) -> Grey:
    """The brightness of a picture as it is seen upright; where nothing is drawn it is black. Raises BadFile."""
    image = upright(data, name)
    grey = np.asarray(image.convert("L"))
    if image.mode == "RGBA":
        alpha = np.asarray(image.getchannel("A"))
        grey = (grey.astype(np.uint16) * alpha // 255).astype(np.uint8)
    return grey


def resized(data: bytes, name: str, size: tuple[int, int]) -> bytes:
    """A picture with another number of pixels, as a PNG. Raises BadFile."""
    out = BytesIO()
    upright(data, name).resize(size).save(out, "PNG")
    return out.getvalue()


def _opened(data: bytes) -> Image:
    """A picture of which the head has been read."""
    from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

    assert JpegImagePlugin and PngImagePlugin and WebPImagePlugin  # which register themselves
    return Image.open(BytesIO(data), formats=_KINDS)


def _in_eight_bits(image: Image) -> Image:
    """The same in RGB, or in RGBA if parts of it are clear."""
    from PIL import Image

    if image.mode.startswith("I"):  # sixteen bits, of which the upper half is enough
        return Image.fromarray((np.asarray(image) >> 8).clip(0, 255).astype(np.uint8)).convert("RGB")
    clear = image.mode in ("LA", "PA", "La", "RGBa", "RGBA") or "transparency" in image.info
    return image.convert("RGBA" if clear else "RGB")


PixelMask = npt.NDArray[np.bool_]
"""Pixels by row and column."""

NEAR = 0.12
"""Cells round a click in which the darkest place is meant: nobody hits a thin line."""

MIDDLE = 0.25
"""Part of a cell's length that its middle takes."""

FACING = 0.5
"""Part of a side's length, in its middle, on which is looked for a line."""

FILLED = 0.5
"""Share of a cell's middle that must belong to what is followed."""

ACROSS = 0.6
"""Share of a side's length that a line must cross to be a wall there: a gap in it is a door."""

THIN = 0.5
"""Of what is followed lines that are thinner than this share of the clicked place are left out: those of a grid that
touch a wall are none."""

FINE_LINE = 24
"""Such a line has at most twice the pixels of a cell divided by this."""

DARK = 110
"""Brightness from which on a place is light floor, and what is darker ends it."""


class FollowedRegion(NamedTuple):
    """What was followed, on cells."""

    walls: frozenset[CellSide]
    """Sides on which a line runs, or where floor ends."""
    rock: frozenset[Cell]
    """Cells that something dark fills."""

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.walls or self.rock)


def follow(
    grey: Grey, fine: int, spot: tuple[float, float], tolerance: int, *, everywhere: bool = False
) -> FollowedRegion:
    """What hangs together with a place, in cells, and is as dark but for so much, or as light.

    ``fine``: pixels to a cell; ``everywhere``: all that is so on the whole map.
    """
    seed = _seed(grey, fine, spot)
    level = int(grey[seed])
    if level < DARK:
        region = _loosened(grey <= level + tolerance, seed, fine, everywhere=everywhere)
        inside = _middles(region, fine) >= FILLED
        upright, across = (
            (_crossed(pixels, fine) >= ACROSS) & ~cells[:, :-1] & ~cells[:, 1:]
            for pixels, cells in ((region, inside), (region.T, inside.T))
        )
    else:
        darker = _grown(_eroded(grey < level - tolerance, 1), 1)  # without the lines of a grid
        start = _near(~darker, seed, fine)
        region = ~darker if everywhere or start is None else _connected(~darker, start)
        inside = _middles(region, fine) >= FILLED
        upright, across = (
            (cells[:, :-1] != cells[:, 1:]) | (cells[:, :-1] & cells[:, 1:] & (_crossed(~pixels, fine) >= ACROSS))
            for pixels, cells in ((region, inside), (region.T, inside.T))
        )
    walls = [CellSide((x + 1, y), True) for y, x in np.argwhere(upright).tolist()]
    walls += [CellSide((x, y + 1), False) for x, y in np.argwhere(across).tolist()]
    rock = [(x, y) for y, x in np.argwhere(inside).tolist()] if level < DARK else []
    return FollowedRegion(frozenset(walls), frozenset(rock))


def _seed(grey: Grey, fine: int, spot: tuple[float, float]) -> tuple[int, int]:
    """The row and column that a click means: the darkest place near it."""
    high, wide = grey.shape
    x, y = (min(max(int(at * fine), 0), most - 1) for at, most in zip(spot, (wide, high), strict=True))
    reach = max(1, round(NEAR * fine))
    top, left = max(0, y - reach), max(0, x - reach)
    part = grey[top : y + reach + 1, left : x + reach + 1]
    row, column = divmod(int(part.argmin()), part.shape[1])
    if int(part[row, column]) >= DARK:  # no line is near
        return y, x
    return top + row, left + column


def _loosened(alike: PixelMask, seed: tuple[int, int], fine: int, *, everywhere: bool) -> PixelMask:
    """The pixels that hang together with a place, or all of them, without what is much thinner than that."""
    most, thick = max(1, fine // FINE_LINE), 0
    while thick * THIN < most and _near(_eroded(alike, thick + 1), seed, thick + 1) is not None:
        thick += 1
    thin = min(most, int(thick * THIN))
    core = _eroded(alike, thin)
    start = _near(core, seed, thick)
    if start is None:
        return np.zeros_like(alike)
    return _grown(core if everywhere else _connected(core, start), thin) & alike


def _grown(mask: PixelMask, by: int) -> PixelMask:
    """Pixels that have a set one as near as that."""
    return ~_eroded(~mask, by)


def _eroded(mask: PixelMask, by: int) -> PixelMask:
    """Pixels all of whose neighbours as far as ``by`` are set; what lies off the picture counts as set."""
    if not by:
        return mask
    size = 2 * by + 1
    for _ in (0, 1):
        sums = np.cumsum(np.pad(~mask, ((by + 1, by), (0, 0))), axis=0, dtype=np.int32)
        mask = (sums[size:] == sums[:-size]).T
    return mask


def _near(mask: PixelMask, place: tuple[int, int], reach: int) -> tuple[int, int] | None:
    """The set pixel that is nearest to a place, at most so far off along each axis."""
    top, left = max(0, place[0] - reach), max(0, place[1] - reach)
    found = np.argwhere(mask[top : place[0] + reach + 1, left : place[1] + reach + 1])
    if not len(found):
        return None
    off = np.abs(found - (place[0] - top, place[1] - left)).sum(axis=1)
    row, column = found[int(off.argmin())].tolist()
    return top + row, left + column


def _connected(mask: PixelMask, start: tuple[int, int]) -> PixelMask:
    """The pixels that hang together with one, by sides or corners."""
    steps = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    firsts = [np.nonzero(row == 1)[0].tolist() for row in steps]
    behinds = [np.nonzero(row == -1)[0].tolist() for row in steps]
    found = np.zeros_like(mask)
    run = bisect_left(behinds[start[0]], start[1] + 1)
    ahead, seen = [(start[0], run)], {(start[0], run)}
    while ahead:
        row, number = ahead.pop()
        first, behind = firsts[row][number], behinds[row][number]
        found[row, first:behind] = True
        for other in (row - 1, row + 1):
            if not 0 <= other < len(firsts):
                continue
            near = bisect_left(behinds[other], first)
            while near < len(firsts[other]) and firsts[other][near] <= behind:
                if (other, near) not in seen:
                    seen.add((other, near))
                    ahead.append((other, near))
                near += 1
    return found


def _middles(region: PixelMask, fine: int) -> npt.NDArray[np.float64]:
    """By row and column of cells, the share of each one's middle that is set."""
    rim = round(fine * (1 - MIDDLE) / 2)
    high, wide = region.shape[0] // fine, region.shape[1] // fine
    cells = region.reshape(high, fine, wide, fine)[:, rim : fine - rim, :, rim : fine - rim]
    shares: npt.NDArray[np.float64] = cells.mean(axis=(1, 3))
    return shares


def _crossed(region: PixelMask, fine: int) -> npt.NDArray[np.float64]:
    """By row of cells and upright side between two of them, the share of that side's length on which something is set
    between the middles of the two."""
    half = fine // 2
    high, wide = region.shape[0] // fine, region.shape[1] // fine
    between = region[:, half : half + (wide - 1) * fine].reshape(high, fine, wide - 1, fine)
    rim = round(fine * (1 - FACING) / 2)
    # What begins or ends in the middle of a cell fills it, or is too small to be a wall.
    hit: PixelMask = np.asarray(between.any(axis=3) & ~between[..., 0] & ~between[..., -1])
    shares: npt.NDArray[np.float64] = hit[:, rim : fine - rim].mean(axis=1)
    return shares
