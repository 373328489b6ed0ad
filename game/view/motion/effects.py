"""Arrows that fly, blasts, dice that show their faces, rising lines, banners: what animations show for a moment."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, sin

import pygame

from game.scene.animations import BURST, RING
from game.scene.board_geometry import Spot
from game.scene.floating_text import FADE, FloatingText
from game.scene.moves import VisualEffect
from game.scene.playhead import RunningEffect
from game.view.board.camera import Camera
from game.view.board.tokens import draw_track, lay_bars
from game.view.widgets.overlay_layout import OverlayLayout
from game.view.widgets.picture_cache import drawn_once
from game.view.widgets.theme import (
    BAD,
    BAD_WORD,
    BODY,
    FAINT,
    GOOD,
    GOOD_WORD,
    INK,
    LARGE,
    LUCK,
    PAPER,
    REACH,
    SMALL,
    TEXT,
    WARN,
    WHITE,
    Colour,
    Pixel,
    Typography,
    shade,
)

FIRE: tuple[Colour, ...] = ((255, 236, 160), (255, 176, 60), (224, 88, 24))
"""From the heart of a flame outwards."""

SMOKE: Colour = (70, 64, 60)

SPELL: tuple[Colour, ...] = ((250, 240, 255), (196, 160, 255), (120, 84, 220))

SPARKS = 11
MOTES = 9
TONGUES = 6


def draw_blast(target: pygame.Surface, middle: Pixel, zoom: int, share: float) -> None:
    """A flash, a ring that grows out of it, and a ball of fire that opens into smoke and throws sparks.

    ``zoom`` is pixels of a cell.
    """
    grown = 1 - (1 - share) ** 3
    wide = round(zoom * (0.4 + 1.05 * grown))
    cloud = pygame.Surface((2 * wide + 2, 2 * wide + 2), pygame.SRCALPHA)
    fade = round(240 * (1 - share * share))
    for ring, part in enumerate((1.0, 0.74, 0.45)):
        tone = shade(FIRE[2 - ring], SMOKE, min(1.0, 1.3 * share))
        pygame.draw.circle(cloud, (*tone, fade), (wide, wide), max(1, round(wide * part * (1 - 0.3 * share * ring))))
    if share < 0.12:
        pygame.draw.circle(cloud, (255, 255, 255, 255), (wide, wide), round(wide * 0.9))
    target.blit(cloud, (middle[0] - wide, middle[1] - wide))
    radius, line = round(zoom * RING * BURST * share), round(zoom * 0.16 * (1 - 3 * share))
    if line > 0 and radius > 0:
        pygame.draw.circle(target, FIRE[0], middle, radius + line, line + 2)
    for number in range(SPARKS):
        angle, far = 2.4 * number, zoom * (0.4 + 1.3 * grown) * (0.75 + 0.25 * ((number * 7) % 5) / 4)
        spot = round(middle[0] + far * cos(angle)), round(middle[1] + far * sin(angle))
        pygame.draw.circle(target, shade(FIRE[0], FIRE[2], share), spot, max(1, round(zoom * 0.05 * (1 - share)) + 1))


def draw_magic(target: pygame.Surface, middle: Pixel, zoom: int, share: float) -> None:
    """A ring of runes' light that closes in, and motes that rise round it."""
    fade = round(255 * min(1.0, 3 * share, 2 * (1 - share)))
    wide = zoom
    glow = pygame.Surface((2 * wide, 3 * wide), pygame.SRCALPHA)
    radius = round(zoom * (0.72 - 0.22 * share))
    low = 2 * wide
    pygame.draw.ellipse(
        glow, (*SPELL[1], fade), pygame.Rect(wide - radius, low - radius // 2, 2 * radius, radius), max(2, zoom // 20)
    )
    for number in range(MOTES):
        turned = 2 * pi * (number / MOTES + 0.6 * share)
        rise = (share * 1.3 + number / MOTES) % 1.0
        spot = round(wide + radius * 0.9 * cos(turned)), round(low + radius * 0.42 * sin(turned) - rise * zoom * 1.2)
        size = max(2, round(zoom * 0.06 * (1.2 - rise)))
        pygame.draw.circle(glow, (*SPELL[2], fade // 2), spot, size + 2)
        pygame.draw.circle(glow, (*SPELL[0], fade), spot, size)
    target.blit(glow, (middle[0] - wide, middle[1] - low + zoom // 4))


def draw_flames(target: pygame.Surface, middle: Pixel, zoom: int, share: float) -> None:
    """Tongues of fire that lick up over somebody."""
    fade = round(230 * min(1.0, 4 * share, 2 * (1 - share)))
    wide = zoom
    fire = pygame.Surface((2 * wide, 2 * wide), pygame.SRCALPHA)
    foot = round(wide * 1.42)
    for ring, part in enumerate((1.0, 0.7, 0.4)):
        for number in range(TONGUES):
            across = wide + round(zoom * 0.11 * (number - (TONGUES - 1) / 2))
            lick = 0.6 + 0.4 * sin(2 * pi * (2.5 * share + number * 0.37))
            high = zoom * 0.75 * lick * part * (1 - 0.14 * abs(number - (TONGUES - 1) / 2))
            half = zoom * 0.11 * part
            tip = across + round(zoom * 0.06 * sin(2 * pi * (2 * share + 0.21 * number))), round(foot - high)
            pygame.draw.polygon(fire, (*FIRE[2 - ring], fade), [(across - half, foot), tip, (across + half, foot)])
    target.blit(fire, (middle[0] - wide, middle[1] - wide))


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


SHAFT: Colour = (200, 160, 90)
HEAD: Colour = (220, 225, 232)
FEATHER: Colour = (222, 84, 62)
STAR: tuple[Colour, Colour] = ((255, 214, 84), WHITE)
"""Of a spark, from its rim inwards."""
STREAKS = 9
RAYS = 8
STRIKES = 0.35
"""The share of a spark's time in which its star is seen."""


def draw_arrow(target: pygame.Surface, start: Pixel, end: Pixel, zoom: int, share: float, fade: float = 0.0) -> None:
    """An arrow on its way, or where it struck; ``fade``: how far it is gone, from 0 to 1."""
    a, b = pygame.Vector2(start), pygame.Vector2(end)
    if a == b:
        return
    way = (b - a).normalize()
    tip, side = a + (b - a) * share, way.rotate(90)
    long = zoom * 0.52 * (1 - max(0.0, fade - 0.6) / 0.4)
    if fade:  # it trembles where it sticks
        way = way.rotate(9 * sin(40 * fade) * max(0.0, 1 - 4 * fade))
        side = way.rotate(90)
    else:
        trail = min(zoom * 1.1, (tip - a).length())
        for part, width in ((1.0, 1), (0.6, 3)):
            pygame.draw.line(target, WHITE, tip - way * trail * part, tip - way * long, max(1, width * zoom // 64))
    tail = tip - way * long
    if long < 4:
        return
    thick = max(2, zoom // 18)
    pygame.draw.line(target, INK, tail, tip, thick + 4)
    pygame.draw.line(target, SHAFT, tail, tip, thick)
    for turn in (1, -1):
        vane = [tail, tail + way * zoom * 0.14, tail + way * zoom * 0.06 + side * turn * zoom * 0.09]
        pygame.draw.polygon(target, FEATHER, vane)
        pygame.draw.polygon(target, INK, vane, 1)
    if not fade:
        broad = zoom * 0.09
        pygame.draw.polygon(target, INK, [tip + way * broad * 2.2, tip + side * broad * 1.5, tip - side * broad * 1.5])
        pygame.draw.polygon(target, HEAD, [tip + way * broad * 1.5, tip + side * broad, tip - side * broad])


def draw_bolt(target: pygame.Surface, start: Pixel, end: Pixel, zoom: int, share: float) -> None:
    """A ball of light with a tail that crosses over, rising a little on its way."""
    wide = max(6, round(zoom * 0.36))
    glow = pygame.Surface((2 * wide, 2 * wide), pygame.SRCALPHA)
    for part, tone, alpha in ((1.0, SPELL[2], 60), (0.66, SPELL[1], 150), (0.36, SPELL[0], 255)):
        pygame.draw.circle(glow, (*tone, alpha), (wide, wide), round(wide * part))
    for late, size in ((0.24, 0.35), (0.16, 0.5), (0.08, 0.75), (0.0, 1.0)):
        at = max(0.0, share - late)
        x = start[0] + (end[0] - start[0]) * at
        y = start[1] + (end[1] - start[1]) * at - zoom * 0.5 * at * (1 - at)
        ball = glow if size == 1.0 else pygame.transform.smoothscale_by(glow, size)
        target.blit(ball, ball.get_rect(center=(round(x), round(y))))


def draw_spark(target: pygame.Surface, middle: Pixel, source: Pixel | None, zoom: int, share: float) -> None:
    """A star where a blow touches, and streaks that fly on, away from where it came from."""
    onward = 0.0 if source is None else atan2(middle[1] - source[1], middle[0] - source[0])
    spread = 2 * pi if source is None else 1.25 * pi
    far = 1 - (1 - share) ** 2
    for number in range(STREAKS):
        angle = onward + spread * (number / (STREAKS - 1) - 0.5)
        reach = zoom * (0.3 + 0.62 * far) * (0.7 + 0.3 * ((number * 5) % 4) / 3)
        long = zoom * 0.26 * (1 - share)
        way = pygame.Vector2(cos(angle), sin(angle))
        start, end = middle + way * max(0.0, reach - long), middle + way * reach
        width = max(1, round(zoom * 0.05 * (1 - share)))
        pygame.draw.line(target, INK, start, end, width + 2)
        pygame.draw.line(target, STAR[0], start, end, width)
    shown = 1 - share / STRIKES
    if shown <= 0:
        return
    for size, colour in ((0.52, INK), (0.45, STAR[0]), (0.27, STAR[1])):
        outer = zoom * size * (0.55 + 0.45 * shown)
        points = []
        for corner in range(2 * RAYS):
            turn = onward + pi * corner / RAYS
            radius = outer * (0.42 if corner % 2 else 1.0 if corner % 4 == 0 else 0.72)
            points.append((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)))
        pygame.draw.polygon(target, colour, points)


def draw_shield(target: pygame.Surface, middle: Pixel, source: Pixel | None, zoom: int, share: float) -> None:
    """A curved pane of light between a body and what comes at it; it flares and fades."""
    towards = -pi / 2 if source is None else atan2(source[1] - middle[1], source[0] - middle[0])
    fade = round(255 * min(1.0, 2 * (1 - share)))
    wide = round(zoom * 0.95)
    pane = pygame.Surface((2 * wide, 2 * wide), pygame.SRCALPHA)
    back = wide - cos(towards) * zoom * 0.4, wide - sin(towards) * zoom * 0.4
    swell = 1 + 0.12 * min(1.0, 5 * share)

    def arc(radius: float, half: float) -> list[tuple[float, float]]:
        turns = [towards + half * (step / 8 - 1) for step in range(17)]
        return [(back[0] + radius * swell * cos(turn), back[1] + radius * swell * sin(turn)) for turn in turns]

    for inner, outer, half, tone in (
        (0.4, 0.66, 1.08, INK),
        (0.43, 0.63, 1.0, REACH),
        (0.55, 0.6, 0.94, WHITE),
    ):
        rim = [*arc(zoom * outer, half), *reversed(arc(zoom * inner, half))]
        pygame.draw.polygon(pane, (*tone, fade), rim)
    if share < 0.25:
        pygame.draw.polygon(pane, (*WHITE, fade), [*arc(zoom * 0.63, 1.0), *reversed(arc(zoom * 0.43, 1.0))])
    target.blit(pane, (middle[0] - wide, middle[1] - wide))


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
