"""Maps that are pictures, made here as people have them: printed with a grid, or without one."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

Brightness = npt.NDArray[np.float64]
Numbers = tuple[float, float]

ROOMS = ((2, 2, 7, 6), (11, 3, 6, 4), (12, 10, 8, 6), (3, 11, 6, 5))
"""First column and row, columns and rows of the rooms of a dungeon of 22 x 18 cells."""

PASSAGES = ((9, 4, 2, 1), (14, 7, 1, 3), (9, 13, 3, 1), (5, 8, 1, 3))
"""The same of what joins them."""


def woods(lot: int, size: tuple[int, int]) -> Brightness:
    """Ground with bushes, rocks and paths, and no two places alike."""
    chance, (wide, high) = np.random.default_rng(lot), size
    found = np.full((high, wide), 130.0)
    for blur, deep in ((60.0, 40.0), (15.0, 20.0), (4.0, 10.0), (1.0, 6.0)):
        noise = Image.fromarray(chance.integers(0, 256, (high, wide), dtype=np.uint8))
        soft = np.asarray(noise.filter(ImageFilter.BoxBlur(blur)).filter(ImageFilter.BoxBlur(blur * 0.7)), np.float64)
        found += deep * (soft - soft.mean()) / (soft.std() + 1e-6)
    image = Image.fromarray(found.clip(0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(image)
    for _ in range(60):
        x, y, reach = (int(chance.integers(0, most)) for most in (wide, high, 140))
        shape = pen.ellipse if chance.random() < 0.5 else pen.rectangle
        shape((x, y, x + reach, y + int(reach * chance.random()) + 2), fill=int(chance.integers(10, 240)))
    return np.asarray(image, np.float64) + chance.normal(0, 4, (high, wide))


def lined(ground: Brightness, cell: float, origin: Numbers, *, width: float = 1, dark: float = 0.2) -> Brightness:
    """The same with the lines of a grid over it: so many pixels wide, and so much darker."""
    found = ground.copy()
    for axis in (0, 1):
        at = np.arange(ground.shape[1 - axis]) + 0.5
        off = np.abs((at - origin[axis] + cell / 2) % cell - cell / 2)
        left = 1 - dark * np.clip(width / 2 + 0.5 - off, 0, 1)
        found *= left[None, :] if axis == 0 else left[:, None]
    return found


def dungeon(cell: float, origin: Numbers = (0, 0), *, dark: float = 0.0, margin: int = 0, ink: int = 12) -> Brightness:
    """Rooms and passages in black rock, with lines of a grid if they are ``dark``, within a white margin."""
    wide, high = round(22 * cell + 2 * margin), round(18 * cell + 2 * margin)
    image = Image.new("L", (wide, high), ink)
    pen = ImageDraw.Draw(image)
    corner = origin[0] + margin, origin[1] + margin
    for x, y, across, down in (*ROOMS, *PASSAGES):
        left, top = corner[0] + x * cell, corner[1] + y * cell
        pen.rectangle((left, top, left + across * cell - 1, top + down * cell - 1), fill=196)
    found = np.asarray(image, np.float64) + np.random.default_rng(1).normal(0, 3, (high, wide))
    if dark:
        found = lined(found, cell, corner, width=2, dark=dark)
    if margin:
        frame = np.full_like(found, 250.0)
        frame[margin:-margin, margin:-margin] = found[margin:-margin, margin:-margin]
        return frame
    return found


def grey(brightness: Brightness) -> npt.NDArray[np.uint8]:
    """In the steps that pictures have."""
    return brightness.clip(0, 255).astype(np.uint8)


def save(path: Path, brightness: Brightness, **how: Any) -> Path:
    """A picture in colours, of the kind that its name says."""
    shades = grey(brightness)
    image = Image.merge("RGB", [Image.fromarray((shades * share).astype(np.uint8)) for share in (1.0, 0.95, 0.85)])
    image.save(path, **how)
    return path


def packed(image: Image.Image, kind: str, **how: Any) -> bytes:
    """A picture as a file."""
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()
