"""The colours that mean something, and the palettes in which they are seen: one is on at a time, for all that is drawn.

A tone is used as the plain colour that it is, red, green and blue from 0 to 255; it changes with the palette, so that
no screen has to be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

Palette = Literal["usual", "protanopia", "deuteranopia", "tritanopia", "contrast"]

PALETTES: tuple[Palette, ...] = get_args(Palette)

CHANGES: Mapping[Palette, Mapping[str, tuple[int, int, int]]] = {
    "usual": {},
    "protanopia": {
        "good": (48, 146, 127),
        "bad": (166, 131, 18),
        "warn": (255, 255, 42),
        "reach": (52, 171, 255),
        "mind": (150, 60, 160),
        "good word": (120, 210, 190),
        "bad word": (226, 190, 70),
    },
    "deuteranopia": {
        "good": (0, 127, 115),
        "bad": (170, 100, 0),
        "warn": (255, 255, 0),
        "reach": (85, 151, 255),
        "mind": (255, 235, 205),
        "good word": (80, 205, 190),
        "bad word": (240, 165, 60),
    },
    "tritanopia": {
        "good": (68, 123, 41),
        "bad": (234, 92, 0),
        "warn": (239, 255, 48),
        "reach": (20, 255, 184),
        "mind": (173, 19, 216),
        "good word": (140, 215, 105),
        "bad word": (255, 140, 70),
    },
    "contrast": {
        "ink": (0, 0, 0),
        "night": (0, 0, 0),
        "panel": (0, 0, 0),
        "raised": (16, 18, 24),
        "lifted": (52, 56, 84),
        "line": (190, 194, 204),
        "title": (255, 255, 255),
        "text": (255, 255, 255),
        "faint": (214, 220, 230),
        "focus": (0, 96, 168),
        "warn": (255, 244, 60),
        "reach": (110, 205, 255),
        "good word": (120, 255, 205),
        "bad word": (255, 160, 105),
    },
}
"""Changes of each palette to the usual one, by the names of tones.

The usual colours can be told apart by everybody; those for one sight lie farther apart for it than any that suit all.
"""

_on: list[Palette] = ["usual"]

_tones: list[PaletteColour] = []
"""All there are."""


def use(palette: Palette) -> None:
    """Draw in these colours from now on."""
    _on[0] = palette
    for tone in _tones:
        tone.now = CHANGES[palette].get(tone.name, tone.usual)


def in_use() -> Palette:
    """The palette that is on."""
    return _on[0]


class PaletteColour(tuple[int, int, int]):
    """A colour by what it means: red, green and blue as the palette that is on has them."""

    name: str
    usual: tuple[int, int, int]
    """As it is in the usual palette."""
    now: tuple[int, int, int]
    """As it is seen now."""

    def __new__(cls, name: str, red: int, green: int, blue: int) -> PaletteColour:
        """``red``, ``green`` and ``blue`` are those of the usual palette."""
        tone = super().__new__(cls, (red, green, blue))
        tone.name, tone.usual = name, (red, green, blue)
        tone.now = CHANGES[_on[0]].get(name, tone.usual)
        _tones.append(tone)
        return tone

    def __getitem__(self, index: Any) -> Any:
        """Red, green or blue."""
        return self.now[index]

    def __iter__(self) -> Iterator[int]:
        """Red, green and blue."""
        return iter(self.now)

    def __eq__(self, other: object) -> bool:
        return self.now == (other.now if isinstance(other, PaletteColour) else other)

    def __hash__(self) -> int:
        """As that of the plain colour: what was drawn in it before is not found in another palette."""
        return hash(self.now)

    def __repr__(self) -> str:
        return f"{self.name} {self.now}"
