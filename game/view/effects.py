"""Numbers that rise, arrows that fly, dice that show their faces: what animations put over the board for a moment."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.view.animations import Effect
from game.view.camera import Camera
from game.view.overlays import Pixel
from game.view.playhead import Running
from game.view.theme import BAD_WORD, BODY, FAINT, GOOD_WORD, INK, LARGE, SMALL, TEXT, WARN, WHITE, Colour, Look

TONES: dict[str, Colour] = {"plain": WHITE, "good": GOOD_WORD, "bad": BAD_WORD, "warn": WARN}


def draw_effects(target: pygame.Surface, camera: Camera, look: Look, running: Sequence[Running], calm: bool) -> None:
    """Numbers that rise, arrows that fly, dice that show their faces. ``calm``: nothing rises or flies."""
    stacked: dict[tuple[int, int], int] = {}
    for run in running:
        effect, share = run.effect, run.share
        x, y = camera.pixel(effect.at)
        match effect.kind:
            case "text":
                spot = (x // 24, y // 24)
                row = stacked[spot] = stacked.get(spot, -1) + 1
                lift = 0 if calm else round(camera.zoom * 0.6 * share)
                _draw_word(
                    target, look, effect.text, (x, y - camera.zoom // 2 - lift - row * look.px(22)), effect.tone, share
                )
            case "arrow" if effect.to is not None and not calm:
                _draw_arrow(target, (x, y), camera.pixel(effect.to), share)
            case "burst" if not calm:
                radius = round(camera.zoom * (0.2 + 0.35 * share))
                pygame.draw.circle(target, WHITE, (x, y), radius, max(1, round(5 * (1 - share))))
            case "dice":
                _draw_dice(target, look, effect, (x, y))
            case "banner":
                _draw_banner(target, look, effect.text, share)
            case _:
                pass


def _draw_word(target: pygame.Surface, look: Look, text: str, at: Pixel, tone: str, share: float) -> None:
    size = LARGE + 4 if text[:1] in "−+" else BODY
    fade = 255 if share < 0.6 else round(255 * (1 - share) / 0.4)
    dark, word = look.write(text, size, INK, "semibold"), look.write(text, size, TONES[tone], "semibold")
    box = word.get_rect(center=at)
    layers = [(dark, (dx, dy)) for dx in (-2, 0, 2) for dy in (-2, 0, 2) if dx or dy] + [(word, (0, 0))]
    for layer, (dx, dy) in layers:
        layer.set_alpha(max(0, min(255, fade)))
        target.blit(layer, box.move(dx, dy))
        layer.set_alpha(255)


def _draw_arrow(target: pygame.Surface, start: Pixel, end: Pixel, share: float) -> None:
    a, b = pygame.Vector2(start), pygame.Vector2(end)
    if a == b:
        return
    way = (b - a).normalize()
    tip = a + (b - a) * share
    tail = tip - way * 26
    side = way.rotate(90) * 5
    pygame.draw.line(target, INK, tail, tip, 7)
    pygame.draw.line(target, (200, 160, 90), tail, tip, 3)
    pygame.draw.polygon(target, INK, [tip + way * 10, tip + side * 1.5, tip - side * 1.5])
    pygame.draw.polygon(target, (220, 225, 232), [tip + way * 7, tip + side, tip - side])


ROW = 10
"""Dice side by side; more stand in a second row."""


def _draw_dice(target: pygame.Surface, look: Look, effect: Effect, middle: Pixel) -> None:
    """Dice or a card in rows; those that count for nothing faint, what was read in all of them below."""
    side, gap = look.px(28), 4
    y = middle[1]
    for start in range(0, len(effect.faces), ROW):
        row = [
            (place, look.write(face, SMALL + 2, INK, "semibold"))
            for place, face in enumerate(effect.faces[start : start + ROW], start)
        ]
        widths = [max(side, written.get_width() + look.px(12)) for _, written in row]
        x = middle[0] - (sum(widths) + gap * (len(row) - 1)) // 2
        for (place, written), width in zip(row, widths, strict=True):
            counts = place not in effect.faint
            die = pygame.Surface((width + 4, side + 4), pygame.SRCALPHA)
            pygame.draw.rect(die, INK, die.get_rect(), border_radius=8)
            pygame.draw.rect(die, (251, 244, 226), die.get_rect().inflate(-4, -4), border_radius=6)
            die.blit(written, written.get_rect(center=die.get_rect().center))
            die.set_alpha(255 if counts else 110)
            target.blit(die, (x - 2, y - side // 2 - 2))
            x += width + gap
        y += side + gap
    if effect.text:
        _draw_word(target, look, effect.text, (middle[0], y), "plain", 0.0)


def _draw_banner(target: pygame.Surface, look: Look, text: str, share: float) -> None:
    word = look.write(text, LARGE + 6, TEXT, "semibold")
    height = word.get_height() + look.px(18)
    fade = min(1.0, 4 * share, 4 * (1 - share))
    band = pygame.Surface((target.get_width(), height), pygame.SRCALPHA)
    band.fill((24, 26, 33, round(200 * fade)))
    top = target.get_height() // 4
    rim = (*FAINT, round(255 * fade))
    pygame.draw.line(band, rim, (0, 0), (band.get_width(), 0))
    pygame.draw.line(band, rim, (0, height - 1), (band.get_width(), height - 1))
    target.blit(band, (0, top))
    word.set_alpha(round(255 * fade))
    target.blit(word, word.get_rect(center=(target.get_width() // 2, top + height // 2)))
    word.set_alpha(255)
