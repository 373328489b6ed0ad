"""Pixels of pictures as people see them: upright, eight bits to a channel, whatever camera or program wrote the file.

Whoever unpacks a picture here has read its size before (``game.files.pictures``): nothing of it is bounded here.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from game.files.bounded_reading import MB
from game.files.errors import BadFile

if TYPE_CHECKING:
    from PIL.Image import Image

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
