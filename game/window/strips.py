"""What a film is written on: parts of pictures one after the other, as an animated GIF or for a page.

Pillow makes the parts. It is imported when a film is begun: nothing else needs it, and the title comes sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.Image import Image

FramePixels = npt.NDArray[Any]
"""Numbers of colours, which ones is the strip's own matter."""

WHOLE = 300
"""Parts of a page after which there is a whole picture again."""

QUALITY = 66
"""Of the pictures of a page, from 0 to 100."""

CLEAR = 255
"""The colour of a GIF that stands for: as in the picture before."""


def pillow() -> tuple[Any, Any]:
    """Pillow's modules for pictures and for the parts of a GIF."""
    from PIL import GifImagePlugin, Image

    return Image, GifImagePlugin


class Strip(Protocol):
    """Takes pictures, the same size each, and keeps of each what is new in it."""

    samples: int
    """Pictures along the way that it has to see before the first, for their colours."""

    def prepare(self, samples: Sequence[Image]) -> None:
        """Take the colours from these."""

    def pixels(self, picture: Image) -> FramePixels:
        """A picture of the film as numbers that differ where it would look different, a row after the other."""

    def put(self, now: FramePixels, before: FramePixels | None, box: tuple[slice, slice], hundredths: int) -> None:
        """Keep the part of a picture in a ``box`` of rows and columns, to be shown for so many hundredths of a second.

        ``before`` is the picture that it is laid over, None for the first.
        """

    def data(self) -> bytes:
        """All of it as the bytes of a file."""


class GifStrip:
    """255 colours, which are the same all through."""

    def __init__(self, samples: int = 6) -> None:
        """``samples``: pictures along the way that it wants to see before the first."""
        self._image, self._gif = pillow()
        self.samples = samples
        self._colours: Image | None = None
        self._parts: list[bytes] = []

    def prepare(self, samples: Sequence[Image]) -> None:
        """Take the colours from these."""
        wide, high = samples[0].size
        sheet = self._image.new("RGB", (wide, high * len(samples)))
        for number, sample in enumerate(samples):
            sheet.paste(sample, (0, high * number))
        self._colours = sheet.quantize(CLEAR, dither=self._image.Dither.NONE)

    def pixels(self, picture: Image) -> FramePixels:
        """The numbers of its colours."""
        return np.asarray(picture.quantize(palette=self._colours, dither=self._image.Dither.NONE))

    def put(self, now: FramePixels, before: FramePixels | None, box: tuple[slice, slice], hundredths: int) -> None:
        """What of it is as before is left clear."""
        assert self._colours is not None
        new = now[box] if before is None else np.where(now[box] != before[box], now[box], CLEAR).astype(np.uint8)
        part = self._image.fromarray(np.ascontiguousarray(new), "P")
        part.putpalette(self._colours.getpalette())
        if before is None:
            header, _ = self._gif.getheader(part.copy(), info={"loop": 0, "optimize": False})
            self._parts += header
        clear = {} if before is None else {"transparency": CLEAR}
        offset = (box[1].start, box[0].start)
        told = {"duration": 10 * hundredths, "disposal": 1, "optimize": False, **clear}
        self._parts += self._gif.getdata(part, offset, **told)

    def data(self) -> bytes:
        """All of it as the bytes of a GIF."""
        return b"".join((*self._parts, b";"))


class PageStrip:
    """Every colour, nearly: parts as WebP pictures for a page, in which what is as before is left clear."""

    samples = 0

    def __init__(self) -> None:
        """Nothing is on it yet."""
        self._image, _ = pillow()
        self.parts: list[bytes] = []
        self._places: list[tuple[int, int, int, bool]] = []
        """Of each part for how long it is shown, its left and top end, and whether it is a whole picture."""

    def prepare(self, samples: Sequence[Image]) -> None:
        """It needs none."""

    def pixels(self, picture: Image) -> FramePixels:
        """Red, green and blue in one number each."""
        colours = np.asarray(picture).astype(np.uint32)
        return colours[..., 0] << 16 | colours[..., 1] << 8 | colours[..., 2]

    def put(self, now: FramePixels, before: FramePixels | None, box: tuple[slice, slice], hundredths: int) -> None:
        """What is new in it, or now and then all of it, from where a page can begin to put pictures together."""
        whole = before is None or len(self.parts) % WHOLE == 0
        part = now if whole else now[box]
        layers = [(part >> shift & 255).astype(np.uint8) for shift in (16, 8, 0)]
        if not whole:
            assert before is not None
            layers.append(np.where(part != before[box], 255, 0).astype(np.uint8))
        written = BytesIO()
        self._image.fromarray(np.dstack(layers)).save(written, "WEBP", quality=QUALITY, method=4)
        self.parts.append(written.getvalue())
        self._places.append((hundredths, *((0, 0) if whole else (box[1].start, box[0].start)), whole))

    def frames_at(self, beats: Sequence[int]) -> list[tuple[int, int, int, int, int]]:
        """Of each part its beat, for how many hundredths of a second it is shown, left and top end, and 1 if whole."""
        return [(beat, *place[:3], int(place[3])) for beat, place in zip(beats, self._places, strict=True)]

    def data(self) -> bytes:
        """The parts, one behind the other."""
        return b"".join(self.parts)
