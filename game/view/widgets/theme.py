"""Colours, type and measures of the screen. Everything drawn takes them from here."""

from __future__ import annotations

import re
from importlib.resources import files
from math import ceil
from pathlib import Path
from typing import Literal

import pygame

from game.scene.palettes import PaletteColour, in_use
from game.user_error import brief
from game.view.widgets.picture_cache import drawn_once, kept_picture

Colour = tuple[int, int, int]
Ramp = tuple[str, str, str]
"""Light, base, dark, as written in the sprites."""

INK: Colour = PaletteColour("ink", 29, 26, 23)
NIGHT: Colour = PaletteColour("night", 20, 22, 28)
PANEL: Colour = PaletteColour("panel", 24, 26, 33)
RAISED: Colour = PaletteColour("raised", 43, 46, 56)
LIFTED: Colour = PaletteColour("lifted", 58, 62, 76)
LINE: Colour = PaletteColour("line", 60, 64, 74)
TITLE: Colour = PaletteColour("title", 239, 226, 196)
TEXT: Colour = PaletteColour("text", 222, 216, 202)
FAINT: Colour = PaletteColour("faint", 160, 168, 182)
FOCUS: Colour = PaletteColour("focus", 0, 114, 178)
GOOD: Colour = PaletteColour("good", 0, 158, 115)
BAD: Colour = PaletteColour("bad", 213, 94, 0)
WARN: Colour = PaletteColour("warn", 240, 228, 66)
REACH: Colour = PaletteColour("reach", 86, 180, 233)
WORN: Colour = PaletteColour("worn", 176, 160, 30)
"""Between good and bad, dark enough to be written on in white."""
MIND: Colour = PaletteColour("mind", 204, 121, 167)
STEEL: Colour = PaletteColour("steel", 192, 203, 218)
WHITE: Colour = (255, 255, 255)
PAPER: Colour = (251, 244, 226)
"""Of cards and dice."""
LUCK: Colour = PaletteColour("set apart", 108, 62, 160)
"""Of dice that are read for themselves, such as a die of luck."""
GOOD_WORD: Colour = PaletteColour("good word", 90, 220, 170)
BAD_WORD: Colour = PaletteColour("bad word", 255, 130, 70)
LUCK_WORD: Colour = PaletteColour("set apart word", 205, 170, 250)
"""Good, bad and luck as writing: the colours themselves are too dark to be read on a panel."""
PANEL_ALPHA = 225

SIDE_RAMPS: tuple[Ramp, ...] = (
    ("#3a9bd6", "#0072b2", "#00507d"),
    ("#f7c65a", "#e69f00", "#9a6a00"),
    ("#4cc7a0", "#009e73", "#00694d"),
    ("#e3a3c6", "#cc79a7", "#8d4470"),
)
TYPE_RAMPS: tuple[Ramp, ...] = (
    ("#f58a3c", "#d55e00", "#8f3e00"),
    ("#fbf3a0", "#f0e442", "#a89c16"),
    ("#6a6f78", "#3b3f46", "#1c1e22"),
    ("#e3a3c6", "#cc79a7", "#8d4470"),
    ("#4cc7a0", "#009e73", "#00694d"),
    ("#ffffff", "#e6e3da", "#a9a498"),
)
"""Of types of creatures; sprites have the first."""
SIDE_WORDS: tuple[Colour, ...] = ((90, 178, 236), (245, 150, 70), (76, 199, 160), (227, 163, 198))
"""A side's colour as writing on a panel, light enough to read."""

Weight = Literal["regular", "semibold"]
_FILES: dict[Weight, str] = {"regular": "SourceSansPro-Regular.ttf", "semibold": "SourceSansPro-Semibold.ttf"}

BODY = 16
SMALL = 14
LARGE = 20
HUGE = 40


def font_file(weight: Weight) -> Path:
    """Where the face of the game lies. Raises FileNotFoundError if its package is missing."""
    try:
        path = Path(str(files("font_source_sans_pro"))) / "files" / _FILES[weight]
    except ModuleNotFoundError as error:
        raise FileNotFoundError("The font package font-source-sans-pro is missing: install battlemat again.") from error
    return path


UNBROKEN = re.compile(r"\S+(?: %\S*)?")
"""What stands on one line: a word, or a figure with the % behind it."""


class Typography:
    """Type and measures at one UI scale; what it writes is kept and used again."""

    KEPT = 1500

    def __init__(self, scale: float = 1.0, text: float = 1.0) -> None:
        """``scale`` from 0.75 to 2 of everything, ``text`` from 1 to 1.5 of what is written besides."""
        self.scale = scale
        self.text = text
        self._fonts: dict[tuple[int, Weight], pygame.font.Font] = {}
        self._widths: dict[tuple[str, int, Weight], int] = {}
        self._wrapped: dict[tuple[str, int, int, Weight], tuple[str, ...]] = {}

    def __eq__(self, other: object) -> bool:
        """Whether both write alike."""
        return isinstance(other, Typography) and (self.scale, self.text) == (other.scale, other.text)

    def __hash__(self) -> int:
        """By what makes it write as it does: pictures with writing are kept by it."""
        return hash((self.scale, self.text))

    def px(self, length: float) -> int:
        """A length of the design in pixels of this scale."""
        return round(length * self.scale)

    def pitch(self, length: float) -> int:
        """The same for what must grow with the text in it, such as the distance of lines."""
        return round(length * self.scale * self.text)

    def font(self, size: int = BODY, weight: Weight = "regular") -> pygame.font.Font:
        """The face at a size of the design."""
        key = (size, weight)
        if key not in self._fonts:
            if not pygame.font.get_init():
                pygame.font.init()
            # the face is drawn small in its square: a fifth more makes 16 look like 16
            self._fonts[key] = pygame.font.Font(font_file(weight), max(self.px(size * 1.2 * self.text), 8))
        return self._fonts[key]

    def write(self, text: str, size: int = BODY, colour: Colour = TEXT, weight: Weight = "regular") -> pygame.Surface:
        """Text as a picture."""
        key = (text, size, colour, weight, self.scale, self.text)
        return kept_picture(key, lambda: self.font(size, weight).render(brief(text), True, colour))

    def width(self, text: str, size: int = BODY, weight: Weight = "regular") -> int:
        """How wide a text is."""
        key = (text, size, weight)
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) > self.KEPT:
                self._widths.clear()
            found = self._widths[key] = self.font(size, weight).size(brief(text))[0]
        return found

    def cut(self, text: str, room: int, size: int = BODY, weight: Weight = "regular") -> str:
        """A text, shortened with an ellipsis where it does not fit."""
        if not text or self.width(text, size, weight) <= room:
            return text
        while text and self.width(text + "…", size, weight) > room:
            text = text[:-1]
        return text + "…"

    def whole(self, text: str, room: int, size: int = BODY, weight: Weight = "regular") -> str:
        """As many of the parts of a text between its commas as fit from its beginning, the first one at least."""
        parts = text.split(", ")
        while len(parts) > 1 and self.width(", ".join(parts), size, weight) > room:
            parts.pop()
        return ", ".join(parts)

    @property
    def least(self) -> int:
        """The size that is on the screen what SMALL is at a scale of 1: so far down large type may give way."""
        return min(SMALL, ceil(SMALL / (self.scale * self.text)))

    def fitting(self, text: str, room: int, size: int, weight: Weight = "regular", *, least: int | None = None) -> int:
        """The largest size up to ``size`` at which a text has room, but not below the ``least``."""
        last = self.least if least is None else least
        while size > last and self.width(text, size, weight) > room:
            size -= 1
        return size

    def fitting_lines(
        self, text: str, room: tuple[int, int], size: int, weight: Weight = "regular", *, least: int | None = None
    ) -> tuple[int, tuple[str, ...]]:
        """The largest size up to ``size``, not below the ``least``, at which a text's lines have room, and the lines.

        ``room``: width and height in pixels.
        """
        last = self.least if least is None else least
        while True:
            lines = self.wrap(text, room[0], size, weight)
            if size <= last or len(lines) * self.line(size) <= room[1]:
                return size, lines
            size -= 1

    def line(self, size: int = BODY) -> int:
        """How far one line is from the next."""
        return self.font(size).get_linesize()

    def wrap(self, text: str, width: int, size: int = BODY, weight: Weight = "regular") -> tuple[str, ...]:
        """Break a text into lines that fit a width.

        A figure stays with its %; a word that does not fit stands alone, and a path is broken behind a folder.
        """
        key = (text, width, size, weight)
        if key not in self._wrapped:
            if len(self._wrapped) > self.KEPT:
                self._wrapped.clear()
            self._wrapped[key] = tuple(self._lines(text, width, size, weight))
        return self._wrapped[key]

    def _lines(self, text: str, width: int, size: int, weight: Weight) -> list[str]:
        lines = []
        for part in text.split("\n"):
            line = ""
            for word in UNBROKEN.findall(part):
                longer = f"{line} {word}".strip()
                if line and self.width(longer, size, weight) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
                while "/" in word or "\\" in word:
                    cut = self._folder_end(line, width, size, weight)
                    if not cut:
                        break
                    lines.append(line[:cut])
                    line = line[cut:]
            lines.append(line)
        return lines

    def _folder_end(self, path: str, width: int, size: int, weight: Weight) -> int:
        """How much of a path that is too wide fits, up to a folder's end; 0 if it fits, or not even that."""
        if self.width(path, size, weight) <= width:
            return 0
        ends = (at for at in range(len(path) - 1, 0, -1) if path[at - 1] in "/\\")
        return next((at for at in ends if self.width(path[:at], size, weight) <= width), 0)


def shade(colour: Colour, other: Colour, share: float) -> Colour:
    """A colour between two; ``share`` of the second."""
    return (
        round(colour[0] + (other[0] - colour[0]) * share),
        round(colour[1] + (other[1] - colour[1]) * share),
        round(colour[2] + (other[2] - colour[2]) * share),
    )


def draw_panel(
    target: pygame.Surface,
    rect: pygame.Rect,
    *,
    fill: Colour = PANEL,
    alpha: int = PANEL_ALPHA,
    line: Colour | None = None,
    width: int = 1,
    radius: int = 9,
) -> None:
    """A rounded panel."""
    if rect.width <= 0 or rect.height <= 0:
        return
    if alpha >= 255 or in_use() == "contrast":
        pygame.draw.rect(target, fill, rect, border_radius=radius)
    else:
        target.blit(_plate(rect.size, fill, alpha, radius), rect)
    if line is not None:
        pygame.draw.rect(target, line, rect, width, border_radius=radius)


@drawn_once
def _plate(size: tuple[int, int], fill: Colour, alpha: int, radius: int) -> pygame.Surface:
    plate = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(plate, (*fill, alpha), plate.get_rect(), border_radius=radius)
    return plate


Pixel = tuple[int, int]
"""A point of the window, in pixels."""
