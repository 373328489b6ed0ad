"""Draws combatants: discs with symbols for named ones, numbered meeples for the others, and how they fare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from math import cos, tau
from typing import NamedTuple, Protocol
from zlib import crc32

import pygame

from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.setup import Setup
from game.rules.standing import Bar, BarTone, Incapacity, Mark, Standing, called
from game.scene.moves import Pose
from game.scene.scene import Scene, Token
from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.board.faces import LIES, SHRUNK, Face, draw_face
from game.view.widgets.art import has_picture, picture
from game.view.widgets.overlay_layout import FreeRoom
from game.view.widgets.theme import (
    BAD,
    GOOD,
    INK,
    MIND,
    RAISED,
    REACH,
    SIDE_RAMPS,
    SIDE_WORDS,
    SMALL,
    STEEL,
    TITLE,
    TYPE_RAMPS,
    WHITE,
    WORN,
    Colour,
    Typography,
)


def lay_bars(count: int, at: tuple[int, int], size: int) -> list[pygame.Rect]:
    """Where a token's bars lie, at its feet: what is lost first lies on top. ``at``: its top left corner."""
    height = max(4, size // (11 if count == 1 else 13))
    top = at[1] + size - (height + 2) * count + 2 - max(1, size // 32)
    return [pygame.Rect(at[0] + size // 8, top + (height + 2) * place, size * 3 // 4, height) for place in range(count)]


def draw_track(target: pygame.Surface, rect: pygame.Rect, bar: Bar) -> None:
    """A bar without words, as on a token."""
    pygame.draw.rect(target, INK, rect.inflate(2, 2), border_radius=2)
    fill_bar(target, rect, bar, 2)


TONES: Mapping[BarTone, Colour] = {"guard": REACH, "mind": MIND, "steel": STEEL}
"""Colours of bars and pools, but for life."""


def fill_bar(target: pygame.Surface, rect: pygame.Rect, bar: Bar, radius: int) -> None:
    """The coloured part of a bar, what could still be lost."""
    share, colour = filled_part(bar)
    fill = rect.copy()
    fill.width = round(rect.width * share)
    if fill.width:
        pygame.draw.rect(target, colour, fill, border_radius=radius)


def filled_part(bar: Bar) -> tuple[float, Colour]:
    """The part of a bar that could still be lost, and its colour: of life by how much that is, of others their own."""
    share = max(0.0, min(1.0, bar.spare / bar.full)) if bar.full else 0.0
    life = GOOD if share > 0.5 else WORN if share > 0.25 else BAD
    return share, TONES.get(bar.tone, life)


def mark_loss(target: pygame.Surface, rect: pygame.Rect, bar: Bar, mean: float, most: int) -> None:
    """Mark what may be lost of a bar: on average in white, from there to the most in white strokes."""
    if not bar.full or most <= 0:
        return

    def across(points: float) -> int:
        """How far from the left end the bar is with so many points."""
        return rect.left + round(rect.width * max(0.0, min(1.0, points / bar.full)))

    now, likely, worst = across(bar.spare), across(bar.spare - max(0.0, mean)), across(bar.spare - most)
    pygame.draw.rect(target, WHITE, (likely, rect.top, now - likely, rect.height))
    for x in range(worst, likely, 3):
        pygame.draw.line(target, WHITE, (x, rect.top), (x, rect.bottom - 1))


def draw_pips(
    target: pygame.Surface,
    look: Typography,
    standing: Standing,
    corner: tuple[int, int],
    size: int,
    *,
    down: bool = False,
) -> bool:
    """What somebody may still react with, each kind by its icon with a number if there are several.

    In a row that ends at the bottom right ``corner``, or ``down`` from a top left one. Whether there is anything.
    """
    pips = [pool for pool in standing.pools if pool.pip and pool.left]
    x, y = corner if down else (corner[0] - len(pips) * (size - 1), corner[1] - size)
    for pool in pips:
        box = pygame.Rect(x, y, size, size)
        target.blit(picture(f"icons/{pool.icon}", size), box)
        if pool.left > 1:
            draw_badge(target, look, str(pool.left), box.midright if down else box.midtop, max(10, size * 3 // 4))
        x, y = (x, y + size - 1) if down else (x + size - 1, y)
    return bool(pips)


def draw_dots(target: pygame.Surface, standing: Standing, middle: tuple[int, int], radius: int) -> None:
    """What somebody still has of what is shown as dots, in a row round a ``middle``; what is spent is hollow."""
    pool = next((pool for pool in standing.pools if pool.dots), None)
    if pool is None or not standing.up:
        return
    pitch = 2 * radius + 3
    left = middle[0] - pitch * (pool.full - 1) // 2
    plate = pygame.Rect(0, 0, pitch * pool.full + 4, pitch + 2)
    plate.center = middle
    pygame.draw.rect(target, INK, plate, border_radius=radius + 2)
    for number in range(pool.full):
        spot = left + pitch * number, middle[1]
        pygame.draw.circle(target, TITLE, spot, radius, 0 if number < pool.left else 1)


def draw_badge(target: pygame.Surface, look: Typography, text: str, middle: tuple[int, int], high: int) -> None:
    """A few letters on a small dark plate."""
    font = look.font(max(8, high * 7 // 10), "semibold")
    written = font.render(text, True, TITLE)
    plate = pygame.Rect(0, 0, max(high, written.get_width() + high // 2), high)
    plate.center = middle
    pygame.draw.rect(target, INK, plate.inflate(2, 2), border_radius=high // 3)
    pygame.draw.rect(target, RAISED, plate, border_radius=high // 3)
    target.blit(written, written.get_rect(center=plate.center))


KINDS = len(TYPE_RAMPS)
"""Enemy types by colour and shape of the plate; the next as many have dark plates."""

FRAMES = ("round", "diamond", "star", "square")
"""The shape of each side, the first that of the party."""


class TokenStyles:
    """Colours and shapes of tokens by side and unit type; the same for every viewer, save and replay."""

    def __init__(self, setup: Setup, company: Iterable[tuple[str, Standing]] = ()) -> None:
        """``company``: everybody in the battle with their sides, whoever knows of them, be they on the map or gone.

        Types that everybody knows of from the start have the first colours, in the order of the set-up. Those that
        only lie in ambush have what their names come to of the rest, each side's for themselves: neither a gap in the
        colours nor the colour of one's own ambush tells of another.
        """
        sides = sorted(setup.sides, key=lambda side: not side.party)
        self.sides = {side.name: index for index, side in enumerate(sides)}
        self.titles = {side.name: side.called for side in sides}
        company = list(company)
        kinds = {(side, standing.kind) for side, standing in company if standing.number}
        shown = Counter((side.name, one.unit) for side in setup.sides for one in side.squad if not one.hidden)
        named = Counter((side, standing.kind) for side, standing in company if not standing.number)
        # where all who are shown of a type have names of their own, the numbered lie in ambush
        known = dict.fromkeys(
            kind for (side, kind), count in shown.items() if (side, kind) in kinds and count > named[side, kind]
        )
        self._known = {kind: number for number, kind in enumerate(known)}
        self._late: dict[str, dict[str, int]] = {}
        """By side, the types that came to be known later."""
        for side, kind in sorted(kinds):
            self._number(side, kind)

    def _number(self, side: str, kind: str) -> int:
        """The number of a type; one that is new on a side has a free one that follows from its name."""
        if kind in self._known:
            return self._known[kind]
        late = self._late.setdefault(side, {})
        if kind not in late:
            taken = {*self._known.values(), *late.values()}
            free = [number for number in range(2 * KINDS) if number not in taken] or list(range(2 * KINDS))
            late[kind] = free[crc32(kind.encode()) % len(free)]
        return late[kind]

    def frame(self, side: str, standing: Standing) -> str:
        """The frame behind a token: of whoever would else be taken for one of another side.

        Heroes of the first side are discs, the numbered of the second are meeples; all others stand on a plate with
        the shape of their side.
        """
        number = self.sides.get(side, 1)
        own = (number == 0 and not standing.number) or (number == 1 and bool(standing.number))
        return "" if own else FRAMES[number % len(FRAMES)]

    def style(self, side: str, standing: Standing) -> int:
        """Which of the colours and plates a type has; 0 for heroes, who have none."""
        return self._number(side, standing.kind) if standing.number else 0

    def face(self, side: str, standing: Standing, size: int, state: Incapacity = "") -> pygame.Surface:
        """The picture of somebody by what the board shows; up unless a ``state`` is given."""
        return self._face(side, standing, self.style(side, standing), size, state)

    def sample(self, side: str, standing: Standing, size: int) -> pygame.Surface:
        """The picture of somebody who may still join a side, in the colours that its type would have then."""
        style = self._known.get(standing.kind, len(self._known)) if standing.number else 0
        return self._face(side, standing, style, size)

    def _face(self, side: str, standing: Standing, style: int, size: int, state: Incapacity = "") -> pygame.Surface:
        ramp = SIDE_RAMPS[self.sides.get(side, 1) % len(SIDE_RAMPS)]
        frame = self.frame(side, standing)
        return draw_face(Face(standing.icon, standing.number, style, ramp, frame, standing.size > 1), size, state)

    def portrait(self, token: Token, size: int) -> pygame.Surface:
        """A combatant's picture with its number, as it fares."""
        return self.face(token.side, token.standing, size, token.standing.incapacity)

    def word_colour(self, side: str) -> Colour:
        """The colour in which a side's names are written."""
        return SIDE_WORDS[self.sides.get(side, 1) % len(SIDE_WORDS)]


def liveries_of(match: AnyMatch) -> TokenStyles:
    """The colours and shapes of a battle, from wherever it stands."""
    bodies = {**match.state.combatants, **match.state.gone}
    return TokenStyles(match.setup, [(c.side, match.ruleset.standing(match.board, who)) for who, c in bodies.items()])


def _depth(token: Token) -> tuple[bool, float, float]:
    """In which order tokens are drawn: the fallen below all, then from the top down."""
    return token.standing.up, token.middle[1] + token.extent / 2, token.middle[0]


class Breath(NamedTuple):
    """How much larger than usual, in pixels, somebody and the ring round it are drawn."""

    larger: int = 0
    wider: int = 0


STILL = Breath()

BREATH = 2600
"""Milliseconds in which who acts breathes in and out."""


def breath_at(time: int, size: int) -> Breath:
    """How somebody of so many pixels who acts is drawn, so many milliseconds on; as it stands at 0."""
    share = (1 - cos(tau * (time % BREATH) / BREATH)) / 2
    return Breath(2 * round(size * 0.02 * share), round(size * 0.07 * share))


class Posed(Protocol):
    """A scene, with how everybody in it is drawn at this moment: a playhead, or a battle that has not begun."""

    @property
    def scene(self) -> Scene:
        """Who is there."""

    def pose(self, who: Id) -> Pose:
        """How one of them is drawn."""


class Pieces:
    """Draws everybody in a scene."""

    def __init__(self, liveries: TokenStyles, look: Typography) -> None:
        self.liveries = liveries
        self.look = look

    def draw(
        self,
        target: pygame.Surface,
        camera: Camera,
        playhead: Posed,
        *,
        active: str | None = None,
        hovered: str | None = None,
        named: bool = False,
        calm: bool = False,
        time: int = 0,
    ) -> None:
        """Draw the fallen first, then the others from top to bottom. ``named`` writes names and health on all.

        ``calm``: nobody lunges, shakes or flashes. ``time``: milliseconds on which it depends how who is ``active``
        breathes.
        """
        scene = playhead.scene
        area = target.get_clip().inflate(2 * camera.zoom, 2 * camera.zoom)
        for token in sorted(scene.tokens.values(), key=_depth):
            pose = playhead.pose(token.id)
            if calm and pose.still is not None:
                pose = Pose(pose.still, pose.alpha, pose.fallen)
            if not area.collidepoint(camera.pixel(pose.at)):
                continue
            acts, told = active == token.id, hovered == token.id or named
            breath = breath_at(time, round(camera.zoom * token.extent)) if acts else STILL
            self.draw_token(target, camera, token, pose, active=acts, told=told, breath=breath)

    def stirred(self, camera: Camera, token: Token, pose: Pose, since: int, now: int) -> list[pygame.Rect]:
        """Where in the window who acts looks otherwise than at another time."""
        size = round(camera.zoom * token.extent)
        if breath_at(since, size) == breath_at(now, size) or not token.standing.up:
            return []
        return [pygame.Rect(camera.pixel(pose.at), (size, size)).inflate(size, size)]

    def draw_hidden(
        self, target: pygame.Surface, camera: Camera, playhead: Posed, hides: Callable[[Cell], bool]
    ) -> None:
        """Draw those who stand under what ``hides`` their cell once more, over it and half seen through."""
        for token in playhead.scene.tokens.values():
            pose = playhead.pose(token.id)
            half = token.extent / 2
            if token.standing.up and hides((int(pose.at[0] + half), int(pose.at[1] + half))):
                face = self.liveries.portrait(token, round(camera.zoom * token.extent)).copy()
                face.set_alpha(round(150 * pose.alpha))
                target.blit(face, camera.pixel(pose.at))

    def draw_names(
        self, target: pygame.Surface, camera: Camera, playhead: Posed, ids: Collection[str], room: FreeRoom
    ) -> None:
        """Write names and health over some of them, in free ``room``."""
        tokens = [token for token in playhead.scene.tokens.values() if token.id in ids]
        named: list[tuple[Token, pygame.Rect, pygame.Rect, pygame.Surface]] = []
        for token in sorted(tokens, key=lambda token: (-token.middle[1], token.middle[0])):
            at, size = camera.pixel(playhead.pose(token.id).at), round(camera.zoom * token.extent)
            body = pygame.Rect(at, (size, size))
            if room.within.colliderect(body):
                plate, text = self._place_name(token, body, room)
                named.append((token, body, plate, text))
        for token, body, plate, _ in named:  # below all plates: none is struck through
            self._draw_leader(target, token, body, plate)
        for token, _, plate, text in named:
            pygame.draw.rect(target, INK, plate, border_radius=4)
            pygame.draw.rect(target, self.liveries.word_colour(token.side), plate, 1, border_radius=4)
            target.blit(text, text.get_rect(center=plate.center))

    def draw_token(
        self,
        target: pygame.Surface,
        camera: Camera,
        token: Token,
        pose: Pose,
        *,
        active: bool = False,
        told: bool = False,
        breath: Breath = STILL,
    ) -> None:
        """Draw one of them as it stands, walks, falls or lies; ``told``: with its health, even if that is whole."""
        zoom, standing = camera.zoom, token.standing
        size = round(zoom * token.extent)
        x, y = camera.pixel(pose.at)
        middle = (x + size // 2, y + size // 2)
        if active and standing.up:
            radius, white, blue = round(size * 0.55) + breath.wider, max(2, zoom // 22), max(1, zoom // 32)
            pygame.draw.aacircle(target, INK, middle, radius + 2, white + blue + 4)
            pygame.draw.aacircle(target, WHITE, middle, radius, white)
            pygame.draw.aacircle(target, REACH, middle, radius - white, blue)
        if standing.yielded and pose.fallen is None:
            self._draw_yielded(target, token, (x, y), size)
            return
        if not standing.up and pose.fallen is None:
            target.blit(self.liveries.portrait(token, size), (x, y))
            self._draw_marks(target, standing, (x, y), size, active=active)  # who dies may still be helped
            return
        if pose.fallen is not None:
            face = self.liveries.face(token.side, standing, size)
            face = whitened(face, pose.flash)
            face = pygame.transform.rotozoom(face, LIES * pose.fallen, 1 - (1 - SHRUNK) * pose.fallen)
            target.blit(face, face.get_rect(center=middle))
            return
        face = self.liveries.portrait(token, size + breath.larger)
        if pose.alpha < 1:
            face = face.copy()
            face.set_alpha(round(255 * pose.alpha))
        target.blit(whitened(face, pose.flash), (x - breath.larger // 2, y - breath.larger // 2))
        if told or any(bar.hurt for bar in standing.bars):
            for rect, bar in zip(lay_bars(len(standing.bars), (x, y), size), standing.bars, strict=True):
                draw_track(target, rect, bar)
        self._draw_marks(target, standing, (x, y), size, active=active)

    def _draw_yielded(self, target: pygame.Surface, token: Token, at: tuple[int, int], size: int) -> None:
        """Who has laid down its arms: still there, without colour, behind a white flag."""
        face = pygame.transform.grayscale(self.liveries.portrait(token, size))
        face.set_alpha(150)
        target.blit(face, at)
        flag = picture("marks/surrendered", size * 6 // 10)
        target.blit(flag, flag.get_rect(center=(at[0] + size // 2, at[1] + size // 2)))

    def _draw_marks(
        self, target: pygame.Surface, standing: Standing, at: tuple[int, int], size: int, *, active: bool
    ) -> None:
        """Up to three conditions down the right side, the badge and what is left to react with on the left."""
        side = max(12, size * 3 // 10)
        shown = 0
        for mark in standing.marks:
            name = mark_sprite(mark)
            seen = mark.incapacity not in ("", "down") and mark.incapacity == standing.incapacity
            if name is None or shown == 3 or seen:
                continue
            corner = (at[0] + size - side + 2, at[1] + shown * (side - 2) - 2)
            target.blit(picture(name, side), corner)
            if mark.count:
                high = max(11, side * 7 // 10)
                draw_badge(target, self.look, str(mark.count), (corner[0], corner[1] + side * 2 // 3), high)
            shown += 1
        if standing.badge and standing.up:
            draw_badge(target, self.look, standing.badge, (at[0] + side * 6 // 10, at[1] + side * 6 // 10), side)
        draw_dots(target, standing, (at[0] + size // 2, at[1] - max(2, size // 24)), max(3, size // 12))
        if standing.up and (standing.reacts or active):
            high = max(11, size * 22 // 100)
            draw_pips(target, self.look, standing, (at[0] - 2, at[1] + size * 4 // 10), high, down=True)

    def _place_name(self, token: Token, body: pygame.Rect, room: FreeRoom) -> tuple[pygame.Rect, pygame.Surface]:
        """Where somebody's name stands, and as what: over it, else at its sides or under it, else near by."""
        wide = room.within.width - 20
        told = self.look.cut(f"{called(token.standing)}  {token.standing.brief}", wide, SMALL, "semibold")
        text = self.look.write(told, SMALL, WHITE, "semibold")
        above = text.get_rect(midbottom=(body.centerx, body.top - 1)).inflate(10, 2)
        places = [above.copy() for _ in range(3)]
        places[0].midleft = body.right + 1, body.centery
        places[1].midright = body.left - 1, body.centery
        places[2].midtop = body.centerx, body.bottom + 1
        return room.lay(above, *places), text

    def _draw_leader(self, target: pygame.Surface, token: Token, body: pygame.Rect, plate: pygame.Rect) -> None:
        """Join a name with its bearer where the two do not touch."""
        if plate.colliderect(body.inflate(6, 6)):
            return
        end = min(max(body.centerx, plate.left + 4), plate.right - 4), plate.centery
        rim = body.clipline(body.center, end)
        for tone, width in ((INK, 5), (self.liveries.word_colour(token.side), 2)):
            pygame.draw.line(target, tone, rim[1] if rim else body.center, end, width)


def whitened(face: pygame.Surface, share: float) -> pygame.Surface:
    """A picture made so much whiter, from 0 to 1; the same where that is 0."""
    if share <= 0:
        return face
    flashing = face.copy()
    light = round(255 * min(1.0, share))
    flashing.fill((light, light, light, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return flashing


def mark_sprite(mark: Mark) -> str | None:
    """The picture of a condition, or None if it has none."""
    name = mark.word.replace(" ", "_") if mark.picture is None else mark.picture
    return f"marks/{name}" if name and has_picture(f"marks/{name}") else None
