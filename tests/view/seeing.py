"""Pictures as people see them: with the common kinds of colour blindness, or without colour on paper.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the full strength, on linear light; grey is what
is left of a picture on paper. Differences are distances in CIELAB, in which about 2 is just noticeable.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.view.widgets.theme import Colour

Light = npt.NDArray[np.float64]
"""Linear red, green and blue from 0 to 1, in the last axis."""


GREY = (0.2126, 0.7152, 0.0722)


SIGHTS: dict[str, Light] = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "grey": np.array([GREY, GREY, GREY]),
}


FLOORS: tuple[Colour, ...] = ((176, 168, 153), (132, 150, 96), (90, 84, 80))
"""Stone, grass and cellar floor."""


def light(colours: npt.NDArray[np.uint8] | Colour) -> Light:
    """Screen colours as linear light."""
    share = np.asarray(colours, dtype=float) / 255
    found: Light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return found


def seen(colours: Light, sight: str) -> Light:
    """The same as somebody with that sight sees it."""
    found: Light = np.clip(colours @ SIGHTS[sight].T, 0, 1)
    return found


def lab(linear: Light) -> Light:
    """CIELAB for daylight."""
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    xyz = linear @ to_xyz.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    found: Light = np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1
    )
    return found


def apart(one: npt.NDArray[np.uint8] | Colour, other: npt.NDArray[np.uint8] | Colour, sight: str) -> float:
    """How far two colours are apart, or two pictures of one size: mean over their pixels."""
    a, b = (lab(seen(light(each), sight)) for each in (one, other))
    return float(np.mean(np.linalg.norm(a - b, axis=-1)))


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of the web's accessibility guidelines, from 1 to 21."""
    darker, lighter = sorted(float(light(each) @ np.array(GREY)) for each in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def pixels(surface: pygame.Surface) -> npt.NDArray[np.uint8]:
    """A picture as an array."""
    return pygame.surfarray.array3d(surface)


def over(colour: Colour, alpha: int, ground: Colour) -> Colour:
    """A colour laid over another."""
    red, green, blue = (round((a * alpha + b * (255 - alpha)) / 255) for a, b in zip(colour, ground, strict=True))
    return red, green, blue


@pytest.fixture(autouse=True)
def screen() -> Iterator[pygame.Surface]:
    """Something to draw on."""
    pygame.display.init()
    window = pygame.Window("test", (320, 240))
    yield window.get_surface()
    window.destroy()
