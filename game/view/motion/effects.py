"""Arrows that fly, dice that show their faces, banners: what animations put over the board for a moment."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.scene.board_geometry import Spot
from game.scene.moves import VisualEffect
from game.scene.playhead import RunningEffect
from game.view.board.bars import draw_track, lay_bars
from game.view.board.camera import Camera
from game.view.motion.bursts import draw_blast, draw_flames, draw_magic
from game.view.motion.floating_text import outlined
from game.view.motion.strikes import draw_arrow, draw_bolt, draw_shield, draw_spark
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.theme import (
    BAD,
    BODY,
    FAINT,
    GOOD,
    INK,
    LARGE,
    LUCK,
    PAPER,
    SMALL,
    TEXT,
    WHITE,
    Colour,
    Pixel,
    Typography,
)


def draw_effects(
    target: pygame.Surface,
    camera: Camera,
    look: Typography,
    running: Sequence[RunningEffect],
    berths: OverlayLayout,
    *,
    calm: bool,
) -> list[pygame.Rect]:
    """Arrows that fly, dice that show their faces, banners. ``calm``: nothing flies. Gives where dice lie."""
    thrown: dict[Spot, list[VisualEffect]] = {}
    band = target.get_height() // 4
    for run in running:
        effect, share = run.effect, run.share
        x, y = camera.pixel(effect.at)
        match effect.kind:
            case "arrow" if effect.to is not None and not calm:
                draw_arrow(target, (x, y), camera.pixel(effect.to), camera.zoom, share)
            case "stuck" if effect.to is not None and not calm:
                draw_arrow(target, (x, y), camera.pixel(effect.to), camera.zoom, 1.0, fade=share)
            case "bolt" if effect.to is not None and not calm:
                draw_bolt(target, (x, y), camera.pixel(effect.to), camera.zoom, share)
            case "card" if effect.to is not None and not calm:
                _draw_card(target, look, effect, (x, y), camera.pixel(effect.to), share)
            case "impact" if not calm:
                draw_spark(target, (x, y), camera.pixel(effect.to) if effect.to else None, camera.zoom, share)
            case "shield":
                draw_shield(target, (x, y), camera.pixel(effect.to) if effect.to else None, camera.zoom, share)
            case "blast" if not calm:
                draw_blast(target, (x, y), camera.zoom, share)
            case "magic" if not calm:
                draw_magic(target, (x, y), camera.zoom, share)
            case "fire" if not calm:
                draw_flames(target, (x, y), camera.zoom, share)
            case "dice":
                thrown.setdefault(effect.at, []).append(effect)
            case "drain":
                _draw_drain(target, camera, effect, share, calm=calm)
            case "banner":
                band = _draw_band(target, look, effect.text, share, band, LARGE + 6, berths)
            case "progress" if not calm:  # else its line below the turn bar stands out, and nothing more
                band = _draw_band(target, look, effect.text, share, band, LARGE, berths)
            case _:
                pass
    seen = [(at, effects) for at, effects in thrown.items() if berths.sees(camera.pixel(at))]
    return [_draw_throws(target, look, effects, at, camera.pixel(at), berths) for at, effects in seen]


ROW = 10
"""Dice side by side; more stand in a second row."""

CORNERS = {4: (3, -90), 8: (4, 0), 10: (4, 0), 12: (5, -90), 20: (6, 30)}
"""How dice of so many sides are drawn: corners, and where the first is, in degrees. Others are square, as are cards."""


def _draw_throws(
    target: pygame.Surface,
    look: Typography,
    effects: Sequence[VisualEffect],
    at: Spot,
    middle: Pixel,
    berths: OverlayLayout,
) -> pygame.Rect:
    """What one body rolls and draws in one go: the first throw on its spot, the next beside it.

    Clear of what else lies there. Gives the room that it takes.
    """
    gap = look.px(10)
    throws = [_throw(look, effect) for effect in effects]
    read = [outlined(look, ((effect.text, BODY, WHITE),)) if effect.text else None for effect in effects]
    wide = [max(throw.get_width(), word.get_width() if word else 0) for throw, word in zip(throws, read, strict=True)]
    under = max((word.get_height() + look.px(2) for word in read if word), default=0)
    high = max(throw.get_height() for throw in throws)
    left, top = middle[0] - wide[0] // 2, middle[1] - look.px(16)
    room = berths.lay(at, pygame.Rect(left, top, sum(wide) + gap * (len(wide) - 1), high + under))
    left = room.left
    for throw, word, width in zip(throws, read, wide, strict=True):
        target.blit(throw, throw.get_rect(midtop=(left + width // 2, room.top)))
        if word is not None:
            target.blit(word, word.get_rect(midtop=(left + width // 2, room.top + throw.get_height() + look.px(2))))
        left += width + gap
    return room


def _throw(look: Typography, effect: VisualEffect) -> pygame.Surface:
    """Dice or a card in rows: those that are counted filled, or struck through; those that count for nothing faint.

    Those that are read for themselves have a colour of their own.
    """
    dice = []
    for place, face in enumerate(effect.faces):
        counted = place in effect.filled and place not in effect.struck
        ground = LUCK if place in effect.aside else GOOD if counted else PAPER
        die = _die(look, face, effect.sides[place] if effect.sides else 0, ground)
        if place in effect.struck:
            box, width = die.get_rect().inflate(-6, -6), look.px(3)
            for tone, wide in ((INK, width + 4), (BAD, width)):
                pygame.draw.line(die, tone, box.bottomleft, box.topright, wide)
        die.set_alpha(90 if place in effect.faint else 255)
        dice.append(die)
    rows = [dice[start : start + ROW] for start in range(0, len(dice), ROW)]
    high = max(die.get_height() for die in dice)
    wide = max(sum(die.get_width() for die in row) for row in rows)
    throw = pygame.Surface((wide, high * len(rows)), pygame.SRCALPHA)
    for number, row in enumerate(rows):
        x = (wide - sum(die.get_width() for die in row)) // 2
        for die in row:
            throw.blit(die, (x, high * number + (high - die.get_height()) // 2))
            x += die.get_width()
    return throw


def _draw_card(
    target: pygame.Surface, look: Typography, effect: VisualEffect, start: Pixel, end: Pixel, share: float
) -> None:
    """A card on its way, in a bow, so that two that cross do not meet."""
    way = pygame.Vector2(end) - pygame.Vector2(start)
    bow = way.rotate(90) * 0.3 * share * (1 - share) * 4 if way.length() else pygame.Vector2()
    eased = share * share * (3 - 2 * share)
    card = _die(look, effect.faces[0], 0)
    card = pygame.transform.rotozoom(card, 0, 1.3)
    target.blit(card, card.get_rect(center=pygame.Vector2(start) + way * eased + bow))


def _die(look: Typography, face: str, sides: int, ground: Colour = PAPER) -> pygame.Surface:
    """A die with its face up, by its shape, or a card."""
    written = look.write(face, SMALL + 2, INK if ground == PAPER else WHITE, "semibold")
    corners, turn = CORNERS.get(sides, (0, 0))
    if not corners:
        side = look.px(32)
        die = pygame.Surface((max(side, written.get_width() + look.px(16)), side), pygame.SRCALPHA)
        pygame.draw.rect(die, INK, die.get_rect(), border_radius=8)
        pygame.draw.rect(die, ground, die.get_rect().inflate(-4, -4), border_radius=6)
    else:
        size = look.px(44)
        large = pygame.Surface((3 * size, 3 * size), pygame.SRCALPHA)  # for smooth edges
        middle = pygame.Vector2(1.5 * size, 1.5 * size)
        for radius, colour in ((1.5 * size - 2, INK), (1.5 * size - 11, ground)):
            ends = [middle + pygame.Vector2(radius, 0).rotate(turn + 360 * k / corners) for k in range(corners)]
            pygame.draw.polygon(large, colour, ends)
        die = pygame.transform.smoothscale(large, (size, size))
    die.blit(written, written.get_rect(center=die.get_rect().center))
    return die


def _draw_drain(target: pygame.Surface, camera: Camera, effect: VisualEffect, share: float, *, calm: bool) -> None:
    """A token's bars as they are now, with what was lost marked in its own bar: it stays for a while, then drains.

    ``calm``: it stays until the end.
    """
    boxes = lay_bars(len(effect.bars), camera.pixel(effect.at), round(camera.zoom * effect.extent))
    drained = 0.0 if calm else max(0.0, share - STAYS) / (1 - STAYS)
    for box, (was, now) in zip(boxes, effect.bars, strict=True):
        draw_track(target, box, now)
        if was.left == now.left or not now.full:
            continue
        low, high = sorted(round(box.width * min(1.0, bar.left / bar.full)) for bar in (was, now))
        high = low + max(2, round((high - low) * (1 - drained * drained)))
        lost = pygame.Rect(box.left + low, box.top, high - low, box.height)
        pygame.draw.rect(target, WHITE if share < FLASHES else LOST, lost, border_radius=2)
        pygame.draw.rect(target, WHITE, box.inflate(4, 4), 1, border_radius=3)


STAYS = 0.45
"""Of the time of a drain, for which all that was lost is marked."""
FLASHES = 0.12
"""Of its time, for which the loss is white."""
LOST: Colour = (255, 196, 92)
"""What has just been lost of a bar."""


def _draw_band(
    target: pygame.Surface, look: Typography, text: str, share: float, top: int, size: int, berths: OverlayLayout
) -> int:
    """Words on a band across the window that comes and goes; gives where the next one begins."""
    word = look.write(text, size, TEXT, "semibold")
    height = word.get_height() + look.px(18)
    fade = min(1.0, 4 * share, 4 * (1 - share))
    band = pygame.Surface((target.get_width(), height), pygame.SRCALPHA)
    band.fill((24, 26, 33, round(200 * fade)))
    rim = (*FAINT, round(255 * fade))
    pygame.draw.line(band, rim, (0, 0), (band.get_width(), 0))
    pygame.draw.line(band, rim, (0, height - 1), (band.get_width(), height - 1))
    target.blit(band, (0, top))
    word.set_alpha(round(255 * fade))
    place = word.get_rect(center=(target.get_width() // 2, top + height // 2))
    target.blit(word, place)
    word.set_alpha(255)
    berths.take(place)
    return top + height + look.px(4)
