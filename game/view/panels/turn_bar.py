"""The order of a round across the top: portraits, drawn cards, what everybody still has; below it each side's goal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import pygame

from game.rules.events import Id
from game.rules.ruleset import ObjectiveProgress
from game.rules.setup import Setup
from game.rules.standing import Slot, Standing, called
from game.scene.scene import Scene
from game.view.board.tokens import TokenStyles, draw_badge, draw_dots, draw_pips, fill_bar
from game.view.widgets.forms import draw_tip
from game.view.widgets.theme import (
    BODY,
    FAINT,
    FOCUS,
    GOOD,
    INK,
    LARGE,
    LIFTED,
    LINE,
    PANEL,
    PAPER,
    SMALL,
    TEXT,
    TITLE,
    WARN,
    WHITE,
    Typography,
    draw_panel,
)

GLIDE = 9.0
"""How fast a card goes to its new place: the share of its way in a second, at first."""


@dataclass(frozen=True, slots=True)
class _Place:
    """One place in the order: a portrait, or a card with the portraits of all who share it."""

    slots: tuple[Slot, ...]
    number: int
    """Which of the places of its first body it is, from 0."""

    card: str
    """Its face; "" where there is none."""


class TurnBar:
    """Round and order across the top; portraits can be clicked."""

    def __init__(self, liveries: TokenStyles, look: Typography) -> None:
        self.liveries = liveries
        self.look = look
        self._head: pygame.Surface | None = None
        self._said: pygame.Surface | None = None
        """The words at its left and its right end."""
        self._end = 0
        """Where the part ends in which everybody stands."""
        self._width = 0
        """Of a portrait."""
        self._parts: list[tuple[int, bool, pygame.Surface | None]] = []
        """Where the round's parts begin, whether a line parts each from the one before, and its heading."""
        self._shown: list[tuple[_Place, Id | None, int]] = []
        """The places in the order in which they are drawn, who of each acts, and where it begins."""
        self._places: list[tuple[pygame.Rect, Slot]] = []
        """Where the portraits stand."""
        self._goals: dict[tuple[Id, int], float] = {}
        self._lefts: dict[tuple[Id, int], float] = {}
        """Where the cards are now, by whose they are; those that change hands glide to where they belong."""

    @property
    def height(self) -> int:
        """Pixels that it takes."""
        return self.look.px(48)

    @property
    def gliding(self) -> bool:
        """Whether a card is on its way."""
        return any(abs(self._lefts.get(key, goal) - goal) >= 1 for key, goal in self._goals.items())

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        for key, goal in self._goals.items():
            left = self._lefts.get(key, goal)
            self._lefts[key] = left + (goal - left) * min(1.0, GLIDE * seconds)

    def lay(self, scene: Scene, active: Id | None, status: str, wide: int, *, calm: bool = False) -> None:
        """Put everybody in their places in a part of the bar so ``wide``; ``status`` stands at its end.

        ``calm``: nothing glides.
        """
        look, number, self._end = self.look, scene.round, wide
        self._head = look.write(f"Round {number}" if number else "Before the fight", BODY + 1, TITLE, "semibold")
        self._said = look.write(status, BODY, FAINT) if status else None
        left = max(look.px(104), self._head.get_width() + look.px(32))
        room = wide - look.px(24) - (self._said.get_width() + look.px(24) if self._said else 0)
        places = _shared([slot for slot in scene.order() if slot.who in scene.tokens])
        self._width = side = self._side(places, room - left)
        self._goals, self._parts = {}, []
        now, group = active, ""
        shown: list[tuple[_Place, Id | None, float]] = []
        for place in places:
            slot = place.slots[0]
            heading = look.write(slot.group, SMALL, TITLE, "semibold") if slot.group not in ("", group) else None
            taken = self._wide(place, side)
            if left + taken + (heading.get_width() + look.px(16) if heading else 0) > room:
                self._parts.append((left, False, look.write("…", BODY, FAINT)))
                break
            if slot.group != group:
                line, group = bool(shown), slot.group
                self._parts.append((left, line, heading))
                left += look.px(14) if line else 0
                left += heading.get_width() + look.px(10) if heading is not None else 0
            acts = now is not None and any(each.who == now for each in place.slots)
            if place.card:
                self._goals[slot.who, place.number] = left
            shown.append((place, active if acts else None, left))
            if acts:
                now = None  # of several places in the order only the first is the one that acts
            left += taken + look.px(10)
        if calm:
            self._lefts.clear()
        self._lefts = {key: self._lefts.get(key, goal) for key, goal in self._goals.items()}
        self._shown = [
            (place, acting, round(self._lefts.get((place.slots[0].who, place.number), at)))
            for place, acting, at in sorted(shown, key=lambda each: not each[0].slots[0].spent)
        ]
        self._places = [portrait for place, _, at in self._shown for portrait in self._portraits(place, at)]

    def draw(self, target: pygame.Surface, scene: Scene, *, pointed: Id | None = None) -> None:
        """Draw it as it was laid; whoever is ``pointed`` at stands out."""
        look, high = self.look, self.height
        bar = pygame.Rect(0, 0, target.get_width(), high)
        draw_panel(target, bar, fill=PANEL, alpha=255, radius=0)
        pygame.draw.line(target, INK, bar.bottomleft, bar.bottomright, 1)
        if self._head is not None:
            target.blit(self._head, self._head.get_rect(midleft=(look.px(16), high // 2)))
        for left, line, written in self._parts:
            if line:
                x = left + look.px(2)
                pygame.draw.line(target, LIFTED, (x, look.px(8)), (x, high - look.px(9)), 2)
            if written is not None:
                target.blit(written, written.get_rect(midleft=(left + (look.px(14) if line else 0), high // 2)))
        for place, active, at in self._shown:
            self._draw_place(target, scene, place, at, active)
        for face, slot in self._places:
            if slot.who == pointed:
                pygame.draw.rect(target, WARN, face.inflate(4, 4), 2, border_radius=6)
        if self._said:
            target.blit(self._said, self._said.get_rect(midright=(self._end - look.px(14), high // 2)))

    def _side(self, places: Sequence[_Place], room: int) -> int:
        """How large the portraits are: smaller where not all would fit."""
        full, least = self.look.px(36), self.look.px(26)
        many = sum([len(place.slots) for place in places])
        gaps = self.look.px(2) * (many - len(places)) + self.look.px(10) * len(places)
        wide = full * many + gaps + self._card_size[0] * len([place for place in places if place.card])
        return full if wide <= room or not many else max(least, full - -(-(wide - room) // many))

    def _wide(self, place: _Place, side: int) -> int:
        gaps = self.look.px(2) * (len(place.slots) - 1)
        return side * len(place.slots) + gaps + (self._card_size[0] if place.card else 0)

    @property
    def _card_size(self) -> tuple[int, int]:
        return self.look.px(28), self.look.px(38)

    def _portraits(self, place: _Place, left: int) -> Iterator[tuple[pygame.Rect, Slot]]:
        """Where the portraits of a place stand; its card, if it has one, is a part of the first."""
        side, card = self._width, self._card_size[0] if place.card else 0
        for number, slot in enumerate(place.slots):
            face = pygame.Rect(left + card + number * (side + self.look.px(2)), 0, side, side)
            face.centery = self.height // 2
            if card and not number:
                face = face.union(pygame.Rect(left, face.top, 1, 1))
            yield face, slot

    def frames(self) -> Iterator[tuple[pygame.Rect, tuple[Slot, ...]]]:
        """Where the places that are shown stand, with whose each is."""
        for place, _, at in self._shown:
            yield self._frame(place, at), place.slots

    def _frame(self, place: _Place, left: int) -> pygame.Rect:
        """What a place takes, with its card."""
        frame = pygame.Rect(left, 0, self._wide(place, self._width), self._card_size[1] + self.look.px(2))
        frame.centery = self.height // 2
        return frame.inflate(2, 0)

    def _draw_place(self, target: pygame.Surface, scene: Scene, place: _Place, left: int, active: Id | None) -> None:
        """The card, if there is one, and a portrait of each who has it."""
        card, side, spent = place.card, self._width, place.slots[0].spent
        if card:
            frame = self._frame(place, left)
            pygame.draw.rect(target, INK, frame.inflate(4, 4), border_radius=8)
            tone = FOCUS if active is not None else LIFTED
            pygame.draw.rect(target, LINE if spent else tone, frame, border_radius=7)
            if active is not None:
                pygame.draw.rect(target, WHITE, frame.inflate(4, 4), 2, border_radius=8)
            self._draw_card(target, card, frame, spent=spent)
        for face, slot in self._portraits(place, left):
            box = pygame.Rect(face.right - side, face.top, side, side)
            self._draw_portrait(target, scene, box, slot, active=slot.who == active)

    def _draw_card(self, target: pygame.Surface, text: str, frame: pygame.Rect, *, spent: bool) -> None:
        """A card's face at the left end of its frame."""
        wide = self._card_size[0] - self.look.px(2)
        box = pygame.Rect(frame.left, frame.top, wide, frame.height)
        pygame.draw.rect(target, LIFTED if spent else PAPER, box, border_radius=6)
        pygame.draw.rect(target, INK, box, 2, border_radius=6)
        word = self.look.write(text, LARGE + 4 if len(text) < 2 else LARGE, FAINT if spent else INK, "semibold")
        target.blit(word, word.get_rect(center=box.center))

    def _draw_portrait(
        self, target: pygame.Surface, scene: Scene, box: pygame.Rect, slot: Slot, *, active: bool
    ) -> None:
        token = scene.tokens[slot.who]
        standing = token.standing
        if active and not slot.card:
            pygame.draw.rect(target, FOCUS, box.inflate(6, 6), border_radius=7)
            pygame.draw.rect(target, WHITE, box.inflate(6, 6), 2, border_radius=7)
        face = self.liveries.portrait(token, box.width)
        if slot.spent or not standing.up:
            face = face.copy()
            face.set_alpha(90)
        target.blit(face, box)
        self._draw_health(target, box, standing)
        small, reacts = box.width * 4 // 9, standing.reacts and standing.up
        if reacts and not draw_pips(target, self.look, standing, (box.right + 1, box.bottom + 2), small):
            draw_bolt(target, (box.right - box.width // 8, box.bottom - box.height // 8), small)
        draw_dots(target, standing, (box.centerx, box.bottom), max(2, box.width // 12))
        badge = "" if slot.card else slot.badge or standing.badge
        if badge and badge != slot.group:  # which the heading says
            draw_badge(
                target, self.look, badge, (box.left + box.width // 6, box.top + box.height // 6), box.height // 2
            )

    def _draw_health(self, target: pygame.Surface, box: pygame.Rect, standing: Standing) -> None:
        """What is left of somebody, in a line under the portrait, and a dot for each condition above it."""
        bars = [bar for bar in standing.bars if bar.full]
        if not standing.up or not bars:
            return
        high = max(3, box.height // 10)
        line = pygame.Rect(box.left, min(box.bottom + 1, self.height - high - 1), box.width, high)
        pygame.draw.rect(target, INK, line.inflate(2, 2))
        fill_bar(target, line, bars[0], 0)
        radius = max(2, box.width // 14)
        for number in range(min(len(standing.marks), 4)):
            x = box.left + radius + number * (2 * radius + 2)
            pygame.draw.circle(target, INK, (x, box.bottom - radius - 1), radius + 1)
            pygame.draw.circle(target, WARN, (x, box.bottom - radius - 1), radius)

    def who_at(self, pixel: tuple[int, int]) -> Id | None:
        """Whose portrait is at a pixel."""
        return next((slot.who for box, slot in self._places if box.collidepoint(pixel)), None)

    def draw_tip(self, target: pygame.Surface, scene: Scene, pixel: tuple[int, int]) -> None:
        """What the portrait at a pixel means, in words."""
        for box, slot in self._places:
            if slot.who in scene.tokens and box.collidepoint(pixel):
                draw_tip(target, self.look, tell_portrait(scene.tokens[slot.who].standing, slot), box)


def _shared(slots: Sequence[Slot]) -> list[_Place]:
    """The places of an order: those beside each other on the same card share it."""
    places: list[_Place] = []
    met: dict[Id, int] = {}
    for (card, *_), run in groupby(slots, lambda slot: (slot.card, slot.spent, slot.group)):
        together = tuple(run)
        for some in (together,) if card else tuple((slot,) for slot in together):
            number = met.get(some[0].who, -1) + 1
            met.update(dict.fromkeys((slot.who for slot in some), number))
            places.append(_Place(some, number, some[0].badge if card else ""))
    return places


def tell_portrait(standing: Standing, slot: Slot) -> str:
    """What the turn bar shows of somebody, in words."""
    badge = slot.badge or standing.badge_word or standing.badge
    has = [f"{pool.word.lower()} {pool.brief}" for pool in standing.pools if pool.dots and standing.up]
    can = [f"{pool.word.lower()} {pool.brief}" for pool in standing.pools if pool.pip]
    bars = [f"{bar.word} {bar.left}/{bar.full}" for bar in standing.bars if bar.full]
    facts = (
        [slot.group] * bool(slot.group)
        + [f"card {badge}" if slot.card else badge] * (badge not in ("", slot.group))
        + has
        + ["turn spent"] * slot.spent
        + ["can still react" + (f" ({', '.join(can)})" if can else "")] * standing.reacts
        + bars
        + [mark.told for mark in standing.marks]
    )
    return called(standing) + (f": {', '.join(facts)}" if facts else "")


def draw_bolt(target: pygame.Surface, middle: tuple[int, int], size: int) -> None:
    """A flash on a dark disc: somebody who can still react. Told by its shape, in any colour."""
    (x, y), r = middle, max(7, size // 2)
    pygame.draw.circle(target, INK, middle, r + 1)
    shape = [(0.25, -0.8), (-0.5, 0.15), (-0.05, 0.15), (-0.25, 0.8), (0.5, -0.15), (0.05, -0.15)]
    pygame.draw.polygon(target, WARN, [(x + round(dx * r), y + round(dy * r)) for dx, dy in shape])


MOST_PIPS = 6
"""Steps that are drawn one by one; more are told in numbers alone."""


class _Plate(NamedTuple):
    """A line, laid."""

    box: pygame.Rect
    side: str
    rows: list[list[pygame.Surface]]
    new: bool


class Tracker:
    """A line for each side that is after something; pointing at one asks where on the map that is."""

    def __init__(self, liveries: TokenStyles, look: Typography) -> None:
        self.liveries = liveries
        self.look = look
        self._plates: list[_Plate] = []

    def lay(
        self,
        setup: Setup,
        objective_progress_by_side: Mapping[str, ObjectiveProgress],
        corner: tuple[int, int],
        right: int,
        news: Collection[str] = (),
    ) -> None:
        """Put the lines from a top left ``corner`` down, none of them past ``right``.

        ``news``: the sides that have just come on or fallen back; their lines stand out.
        """
        (left, top), self._plates = corner, []
        for side, objective_progress in objective_progress_by_side.items():
            plate = self._plate(setup, side, objective_progress, pygame.Rect(left, top, right - left, 0), side in news)
            self._plates.append(plate)
            top = plate.box.bottom + self.look.px(4)

    @property
    def lines(self) -> list[tuple[pygame.Rect, str]]:
        """Where each line is, and whose."""
        return [(plate.box, plate.side) for plate in self._plates]

    def _plate(
        self, setup: Setup, side: str, objective_progress: ObjectiveProgress, room: pygame.Rect, new: bool
    ) -> _Plate:
        """Whose it is, what for, how far; that and its steps go below where the room is too narrow."""
        look = self.look
        gap, edge, row = look.px(8), look.px(12), look.line(SMALL) + look.px(4)
        called, inner = f"{setup.side(side).called}:", room.width - 2 * edge
        colour = self.liveries.word_colour(side)
        name = look.write(look.cut(called, inner // 2, SMALL, "semibold"), SMALL, colour, "semibold")
        sought = look.cut(objective_progress.sought, inner - name.get_width() - gap, SMALL)
        first = [name, look.write(sought, SMALL, TEXT)]
        second = [
            look.write(objective_progress.progress_text, SMALL, WARN if new else WHITE, "semibold"),
            *self._pips(objective_progress),
        ]
        rows = [[*first, *second]] if self._wide([*first, *second]) <= inner else [first, second]
        wide = max(self._wide(parts) for parts in rows)
        return _Plate(pygame.Rect(room.left, room.top, wide + 2 * edge, len(rows) * row), side, rows, new)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the lines as they were laid."""
        look = self.look
        for box, side, rows, new in self._plates:
            high = box.height // len(rows)
            draw_panel(target, box, alpha=225, line=WARN if new else LINE, width=2 if new else 1, radius=7)
            bar = (box.left + 3, box.top + 5, look.px(3), box.height - 10)
            pygame.draw.rect(target, self.liveries.word_colour(side), bar)
            for number, parts in enumerate(rows):
                x, y = box.left + look.px(12), box.top + number * high + high // 2
                for part in parts:
                    target.blit(part, part.get_rect(midleft=(x, y)))
                    x += part.get_width() + look.px(8)

    def _wide(self, parts: Collection[pygame.Surface]) -> int:
        return sum(part.get_width() for part in parts) + self.look.px(8) * (len(parts) - 1)

    def _pips(self, objective_progress: ObjectiveProgress) -> list[pygame.Surface]:
        """A box for each step, filled if it is done; nothing where there are too many to be told at a glance."""
        if objective_progress.needed > MOST_PIPS:
            return []
        side, gap = self.look.px(10), self.look.px(3)
        pips = pygame.Surface((objective_progress.needed * (side + gap) - gap, side), pygame.SRCALPHA)
        for step in range(objective_progress.needed):
            box = pygame.Rect(step * (side + gap), 0, side, side)
            pygame.draw.rect(pips, GOOD if step < objective_progress.done else LIFTED, box, border_radius=2)
            pygame.draw.rect(pips, WHITE, box, 1, border_radius=2)
        return [pips]

    def side_at(self, pixel: tuple[int, int]) -> str | None:
        """Whose line is at a pixel."""
        return next((side for box, side in self.lines if box.collidepoint(pixel)), None)

    def draw_tip(self, target: pygame.Surface, text: str, pixel: tuple[int, int]) -> None:
        """A text beside the line at a pixel, if there is one."""
        for box, _ in self.lines:
            if box.collidepoint(pixel):
                draw_tip(target, self.look, text, box)
