"""Draws faces: the piece of a numbered creature or the disc of a hero, with rim, plate and number, up or fallen.

Wherever somebody is pictured, on the board, in a list, a card or the turn bar, it is one of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

import pygame

from game.resources import sprite
from game.rules.standing import Incapacity
from game.view.widgets.art import BLUE, Swap, draw_svg, has_picture, picture, ramp_swap, ready
from game.view.widgets.picture_cache import drawn_once, kept_picture
from game.view.widgets.theme import INK, PAPER, TYPE_RAMPS, WHITE, Ramp, Typography

PLATES = ("circle", "square", "diamond", "hexagon", "triangle", "shield")
"""The shapes of number plates, one for each colour of a type."""

WIDE: Mapping[str, float] = {"diamond": 1.3, "triangle": 1.35}
"""How much larger plates are whose corners leave little room for a number."""

LEADER = "captain"
"""The word of an icon that says that somebody leads."""

ORDINARY = 0.92
"""How large a piece is drawn of whom neither rank nor build makes larger than the rest, as a share of its square."""

LIES = -80.0
"""Degrees by which the fallen are turned."""

SHRUNK = 0.88
"""How large the fallen are drawn, as a share of their size when up."""

DIMMED: Mapping[Incapacity, int] = {"down": 215, "senseless": 175, "sinking": 235, "lifeless": 120}
"""How bright the grey of the fallen is, of 255."""

FRAME_CORNERS: Mapping[str, tuple[int, int, float]] = {
    "round": (32, 0, 1.0),
    "diamond": (4, 0, 1.0),
    "star": (12, -90, 0.8),
    "square": (4, 45, 1.0),
}
"""How many corners a frame has, where the first one is, in degrees, and how near the middle every second one."""


class Face(NamedTuple):
    """What a face shows, but for its size and how whoever has it fares."""

    icon: str
    """A word of the data: "archer", "goblin-captain"."""
    number: int
    """0 for a hero, who is drawn on a disc."""
    style: int
    """Which colour and plate a type has; those past the last colour begin anew with dark plates."""
    ramp: Ramp
    """The colours of its side."""
    frame: str = ""
    """The shape of the plate behind it, of FRAME_CORNERS, if it stands on one."""
    large: bool = False
    """Whether it fills its square."""

    @property
    def dark(self) -> bool:
        """Whether it has a dark plate."""
        return bool(self.number) and self.style // len(TYPE_RAMPS) % 2 == 1


@lru_cache(maxsize=1024)
def creature_of(icon: str) -> tuple[str, tuple[str, ...]]:
    """The sprite of an icon's creature and those of what it holds or wears: "goblin-archer", "wolf-captain".

    Of an icon that has no picture as a whole the last of its words that has one counts: "snow-wolf" is drawn as a
    wolf. Without any it is a plain piece.
    """
    words = _words(icon)
    added = [word for word in words if has_picture(f"tokens/with_{word}")]
    plain = [word for word in words if word not in added]
    names = ("_".join(words), "_".join(plain), *reversed(plain), *reversed(words), "generic")
    name = next(name for name in names if name and has_picture(f"creatures/{name}"))
    return f"creatures/{name}", tuple(_added(word, name) for word in added if word not in name.split("_"))


def _added(word: str, creature: str) -> str:
    """What a word adds to a creature; some need one that is drawn for them, as a wolf's head is not in the middle."""
    own = f"tokens/with_{word}_{creature}"
    return own if has_picture(own) else f"tokens/with_{word}"


def _words(icon: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", icon.casefold())


def leads(icon: str) -> bool:
    """Whether an icon is that of a leader, who is drawn larger."""
    return LEADER in _words(icon)


@drawn_once
def draw_face(face: Face, size: int, state: Incapacity = "") -> pygame.Surface:
    """A face in a square of ``size`` pixels.

    Who reels has stars round the head; whoever else cannot fight lies, grey, with a sign of it: of sleep for the
    senseless, a heart that still beats for who is near its end, skull and bones for the dead.
    """
    if state and state != "reeling":
        return _lay(face, size, state)
    whole = _stand(face, size).copy()
    if face.number:
        _write_number(whole, face, plate_size(size), (size * 0.5, size * 0.655))
    if state:
        whole.blit(picture("tokens/state_reeling", size), (0, 0))
    return whole


def _lay(face: Face, size: int, state: Incapacity) -> pygame.Surface:
    """Somebody who is down: turned, without colour, under a sign of how it is."""
    whole = pygame.Surface((size, size), pygame.SRCALPHA)
    turned = pygame.transform.rotozoom(pygame.transform.grayscale(_stand(face, size)), LIES, SHRUNK)
    dim = DIMMED[state]
    turned.fill((dim, dim, dim, 255), special_flags=pygame.BLEND_RGBA_MULT)
    turned.fill((24, 24, 24, 0), special_flags=pygame.BLEND_RGBA_ADD)  # of black types too one sees what lies there
    whole.blit(turned, turned.get_rect(center=(size // 2, size // 2)))
    if state != "down":
        sign = picture(f"tokens/state_{state}", max(15, round(size * 0.5)))
        whole.blit(sign, sign.get_rect(center=(size // 2, round(size * 0.46))))
    if face.number:
        plate = max(11, round(plate_size(size) * 0.72))
        _write_number(whole, face, plate, (size - plate * 0.55, size - plate * 0.55))
    return ready(whole)


def _stand(face: Face, size: int) -> pygame.Surface:
    """A face without its number, which those of one type and size share."""
    shared = ("type", face.icon, face.style % len(TYPE_RAMPS)) if face.number else ("hero", face.icon, face.ramp)
    key = (*shared, face.frame and (face.frame, face.ramp), face.large, size)
    return kept_picture(key, lambda: _piece(face, size))


def _piece(face: Face, size: int) -> pygame.Surface:
    """Drawn larger than it is shown and made smaller at the end, for smooth edges."""
    fine = 3 if size <= 128 else 2
    side = size * fine
    rim = max(1.6, size * 0.026) * fine
    large, inner = _clear(side), round(side * 0.8) if face.frame else side
    if face.number:
        _draw_creature(large, face.icon, inner, TYPE_RAMPS[face.style % len(TYPE_RAMPS)], fills=face.large)
    else:
        _draw_disc(large, face, inner)
    if face.number or not face.frame:  # a disc stands out from its plate by itself
        large = _rimmed(large, rim)
    whole = pygame.Surface((size, size), pygame.SRCALPHA)
    if face.frame:
        plate = _clear(side)
        _draw_frame(plate, FRAME_CORNERS[face.frame], face.ramp)
        plate = _rimmed(plate, rim)
        plate.blit(large, (0, 0))
        large = plate
    else:
        whole.blit(picture("tokens/shadow" if face.number else "tokens/disc_shadow", size), (0, 0))
    whole.blit(pygame.transform.smoothscale(large, (size, size)), (0, 0))
    return ready(whole)


def _clear(side: int) -> pygame.Surface:
    """A clear square of the colour of the rim, so that no edge grows dark when it is made smaller."""
    clear = pygame.Surface((side, side), pygame.SRCALPHA)
    clear.fill((*PAPER, 0))
    return clear


def _draw_creature(large: pygame.Surface, icon: str, inner: int, ramp: Ramp, *, fills: bool) -> None:
    """A piece with what it holds, its feet at the bottom of an ``inner`` square in the middle."""
    creature, things = creature_of(icon)
    side = round(inner * (1.0 if fills or leads(icon) else ORDINARY) * 0.96)
    left = (large.get_width() - side) // 2
    top = (large.get_height() + inner) // 2 - side - round(inner * 0.01)
    swap = ramp_swap(ramp, TYPE_RAMPS[0])
    large.blit(_raw(creature, side, swap), (left, top))
    for thing in things:
        large.blit(_raw(thing, side, swap), (left, top))


def _draw_disc(large: pygame.Surface, face: Face, inner: int) -> None:
    """A hero: its own sprite, or on an empty disc the creature that its icon names."""
    swap = ramp_swap(face.ramp, BLUE)
    name = f"tokens/hero_{face.icon}"
    creature, _ = creature_of(face.icon)
    if not has_picture(name):
        name = "tokens/hero_generic" if creature == "creatures/generic" else "tokens/disc"
    disc = _raw(name, inner, swap)
    large.blit(disc, disc.get_rect(center=large.get_rect().center))
    if name == "tokens/disc":
        bust = pygame.Surface(large.get_size(), pygame.SRCALPHA)
        _draw_creature(bust, face.icon, round(inner * 0.6), face.ramp, fills=True)
        large.blit(bust, (0, 0))


def _draw_frame(large: pygame.Surface, corners: tuple[int, int, float], ramp: Ramp) -> None:
    """A plate of its side's shape and colour, to stand on."""
    side = large.get_width()
    middle, (count, turn, dent) = pygame.Vector2(side / 2, side / 2), corners
    for radius, colour in ((0.475, pygame.Color(INK)), (0.43, pygame.Color(ramp[1])), (0.355, pygame.Color(ramp[0]))):
        reach = [radius * side * (dent if k % 2 else 1.0) for k in range(count)]
        ends = [middle + pygame.Vector2(far, 0).rotate(turn + 360 * k / count) for k, far in enumerate(reach)]
        pygame.draw.polygon(large, colour, ends)


def _rimmed(large: pygame.Surface, width: float) -> pygame.Surface:
    """A picture with a light rim round its dark outline, so that no ground swallows it."""
    shape = pygame.mask.from_surface(large, 127)
    wider = pygame.Mask(large.get_size())
    for step in range(24):
        turn = 2 * pi * step / 24
        wider.draw(shape, (round(width * cos(turn)), round(width * sin(turn))))
    whole = wider.to_surface(setcolor=(*PAPER, 255), unsetcolor=(*PAPER, 0))
    whole.blit(large, (0, 0))
    return whole


def _raw(name: str, size: int, swap: Swap) -> pygame.Surface:
    """A sprite that is not kept: what it becomes part of is."""
    return draw_svg(sprite(name), (size, size), swap)


def plate_size(size: int) -> int:
    """Pixels of a number plate on a face of that many: large enough on a small one that the number can be read."""
    return max(min(14, round(size * 0.44)), round(size * 0.3 + 3))


def _write_number(whole: pygame.Surface, face: Face, side: int, middle: tuple[float, float]) -> None:
    """The plate of a type with a number on it."""
    shape = PLATES[face.style % len(PLATES)]
    swap = (("#fbf4e2", "#1d1a18"), ("#1d1a17", "#fbf4e2")) if face.dark else ()
    wide = round(side * WIDE.get(shape, 1.0))
    plate = pygame.transform.smoothscale_by(picture(f"tokens/plate_{shape}", wide * 2, swap), 0.5)
    box = plate.get_rect(center=(round(middle[0]), round(middle[1])))
    whole.blit(plate, box)
    font = _type().font(max(7, round(side * (0.66 if face.number < 10 else 0.52))), "semibold")
    text = font.render(str(face.number), True, WHITE if face.dark else INK)
    bound = text.get_bounding_rect()
    low = round(side * 0.1) if shape == "triangle" else 0
    whole.blit(text, (box.centerx - bound.centerx, box.centery - bound.centery + low))


@lru_cache(maxsize=1)
def _type() -> Typography:
    """The type of numbers, which grow with the picture and not with the scale of the screen."""
    return Typography(1.0)
