"""Lines that rise over bodies, each in room of its own, and writing that can be read on any ground."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.scene.floating_text import FADE, FloatingText
from game.view.board.camera import Camera
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import BAD_WORD, BODY, GOOD_WORD, INK, LARGE, WARN, WHITE, Colour, Pixel, Typography

TONES: dict[str, Colour] = {"plain": WHITE, "good": GOOD_WORD, "bad": BAD_WORD, "warn": WARN}
LEADER = 1.3
"""Cells from the middle of a body to its line, from which on dots join the two."""
RISE = 0.3
"""Cells that a line rises."""
RISING = 0.9
"""Seconds that it takes to."""

APART = 16
"""Pixels of the design between lines beside each other, which else are read as one."""

TextRun = tuple[str, int, Colour]
"""Text, its size in the design, its colour."""


def draw_floating_texts(
    target: pygame.Surface,
    camera: Camera,
    look: Typography,
    sayings: Sequence[FloatingText],
    berths: OverlayLayout,
    *,
    calm: bool,
) -> list[pygame.Rect]:
    """Draw the lines that are seen now, each near its body and off all others; gives where they lie.

    A line has all the room that it rises through, so that none rises into another. ``calm``: nothing rises.
    """
    lying: list[pygame.Rect] = []
    rise = 0 if calm else round(camera.zoom * RISE)
    for saying in sayings:
        x, y = camera.pixel(saying.at)
        if not berths.sees((x, y)):
            continue
        line = outlined(look, _pieces(saying))
        wide, high = line.get_size()
        ideal = pygame.Rect(0, 0, wide + look.px(APART), high + rise)
        ideal.midbottom = x, y - camera.zoom // 2
        room = berths.lay(saying, ideal)
        place = line.get_rect(midbottom=room.midbottom)
        place.top -= round(rise * min(1.0, saying.age / RISING))
        _draw_leader(target, camera, place, (x, y), berths)
        line.set_alpha(255 if saying.left > FADE else max(0, round(255 * saying.left / FADE)))
        target.blit(line, place)
        line.set_alpha(255)
        lying.append(place)
    return lying


def _draw_leader(
    target: pygame.Surface, camera: Camera, place: pygame.Rect, body: Pixel, berths: OverlayLayout
) -> None:
    """Join a line with its body by dots, where others lie between the two: none is on those."""
    x, y = body
    end = pygame.Vector2(min(max(x, place.left), place.right), min(max(y, place.top), place.bottom))
    way = end - (x, y)
    if way.length() <= LEADER * camera.zoom:
        return
    for along in range(camera.zoom // 2, int(way.length()), 6):
        dot = pygame.Vector2(x, y) + way * (along / way.length())
        if berths.free((round(dot.x), round(dot.y))):
            pygame.draw.circle(target, INK, dot, 3)
            pygame.draw.circle(target, WHITE, dot, 2)


def _pieces(saying: FloatingText) -> tuple[TextRun, ...]:
    pieces: list[TextRun] = []
    for word in saying.words:
        if pieces:
            pieces.append((", ", BODY, WHITE))
        pieces.append((word.said, LARGE + 4 if word.number else BODY, TONES[word.tone]))
    return tuple(pieces)


@drawn_once
def outlined(look: Typography, pieces: tuple[TextRun, ...]) -> pygame.Surface:
    """Pieces of writing in one line, with a dark rim of two pixels. Kept, and not to be drawn on."""
    written = [
        (look.write(text, size, INK, "semibold"), look.write(text, size, colour, "semibold"))
        for text, size, colour in pieces
    ]
    deepest = max(look.font(size, "semibold").get_ascent() for _, size, _ in pieces)
    lefts, left = [], 2
    for dark, _ in written:
        lefts.append(left)
        left += dark.get_width()
    tops = [2 + deepest - look.font(size, "semibold").get_ascent() for _, size, _ in pieces]
    high = max(top + dark.get_height() for top, (dark, _) in zip(tops, written, strict=True))
    line = pygame.Surface((left + 2, high + 2), pygame.SRCALPHA)
    rim = [(dx, dy) for dx in (-2, 0, 2) for dy in (-2, 0, 2) if dx or dy]
    for (dark, _), x, y in zip(written, lefts, tops, strict=True):
        line.blits([(dark, (x + dx, y + dy)) for dx, dy in rim], False)
    line.blits([(word, (x, y)) for (_, word), x, y in zip(written, lefts, tops, strict=True)], False)
    # letters leave room above and below that may lie over others'
    inked = line.get_bounding_rect()
    return line.subsurface((0, inked.top, line.get_width(), inked.height)).copy()
