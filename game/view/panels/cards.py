"""The panels round the board: the one who acts, what a choice would mean, and what lies about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from game.rules.ledger import Ledger
from game.rules.standing import Bar, Gear, Mark, Pool, called
from game.scene.scene import Token
from game.view.board.tokens import TONES, TokenStyles, fill_bar, mark_sprite
from game.view.widgets.art import has_picture, picture
from game.view.widgets.theme import (
    BAD,
    BAD_WORD,
    BODY,
    FAINT,
    GOOD,
    INK,
    LIFTED,
    LINE,
    RAISED,
    SMALL,
    TEXT,
    TITLE,
    WARN,
    WHITE,
    Colour,
    Typography,
    Weight,
    draw_panel,
)

LINE_PITCH = 21
"""Pixels from one line of facts to the next."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a panel."""

    text: str
    value: str = ""
    tone: Colour = TEXT
    bold: bool = False
    indent: int = 0
    large: bool = False
    """Whether it is what the panel says first of all."""


def cite(ledger: Ledger, number: str) -> str:
    """A rule by its number, with its heading."""
    return f"{number} {ledger[number].heading}" if number in ledger else number


@dataclass(frozen=True, slots=True)
class Card:
    """Everything the board knows of a combatant, laid into a panel."""

    rect: pygame.Rect
    token: Token
    head: int
    """Pixels down to the first line."""
    bars: Sequence[Bar]
    tracks: Sequence[Bar]
    pools: Sequence[Pool]
    gear: Sequence[Gear]
    facts: Sequence[tuple[str, str]]
    marks: Sequence[Mark]
    more: Sequence[Fact]

    def draw(self, target: pygame.Surface, look: Typography, liveries: TokenStyles) -> None:
        """Draw it."""
        rect, token, line, standing = self.rect, self.token, look.pitch(22), self.token.standing
        draw_panel(target, rect, alpha=238, line=LINE)
        target.blit(liveries.portrait(token, look.px(46)), (rect.left + look.px(10), rect.top + look.px(10)))
        left, top, width = rect.left + look.px(64), rect.top + look.px(8), rect.width
        size = look.fitting(called(standing), width - look.px(72), BODY + 1, "semibold", least=SMALL - 1)
        name = look.cut(called(standing), width - look.px(72), size, "semibold")
        target.blit(look.write(name, size, liveries.word_colour(token.side), "semibold"), (left, top))
        for number, bar in enumerate(self.bars):
            box = pygame.Rect(left, top + look.pitch(28 + 18 * number), width - look.px(78), look.pitch(14))
            draw_bar(target, look, box, bar, named=len(self.bars) > 1 or bar.rising)
        low = top + look.pitch(28 + 18 * len(self.bars))
        for number, track in enumerate(self.tracks):
            row = pygame.Rect(left, low + (line + look.px(2)) * number, rect.right - left, line)
            draw_boxes(target, look, row, track)
        top = rect.top + self.head
        for pool in self.pools:
            draw_pool(target, look, pygame.Rect(rect.left, top, rect.width, line), pool)
            top += line
        for thing in self.gear:
            draw_gear(target, look, pygame.Rect(rect.left, top, rect.width, line), thing)
            top += line
        for label, value in self.facts:
            _write_pair(target, look, rect, top, label, value, FAINT, TEXT)
            top += line
        for mark in self.marks:
            icon = mark_sprite(mark)
            x = rect.left + look.px(12)
            if icon:
                target.blit(picture(icon, look.px(18)), (x, top))
                x += look.px(24)
            said = look.cut(mark.told, rect.right - x - look.px(8), BODY - 1)
            target.blit(look.write(said, BODY - 1, WARN), (x, top - 1))
            top += line
        for fact in self.more:
            _write_pair(target, look, rect, top, fact.text, fact.value, fact.tone, fact.tone)
            top += line


def lay_card(
    look: Typography,
    token: Token,
    room: pygame.Rect,
    more: Sequence[Fact] = (),
    *,
    rest: str = "",
    at_top: bool = False,
) -> Card:
    """The card of a combatant, at the bottom or the top of its ``room``.

    Where that is little the conditions come first, and the facts that don't fit are left out: ``rest`` says how to see
    them.
    """
    standing = token.standing
    width, line, head = room.width, look.pitch(22), look.pitch(62)
    bars = [bar for bar in standing.bars if bar.full and not bar.rows]
    head += look.pitch(18) * (len(bars) - 1) if len(bars) > 1 else 0
    tracks = [bar for bar in standing.bars if bar.full and bar.rows]
    head += (line + look.px(2)) * max(0, len(tracks) - (not bars))
    fitting = max(0, (room.height - head - look.px(14)) // line)
    marks = standing.marks[:fitting]
    pools = standing.pools[: max(0, fitting - len(marks))]
    gear = standing.gear[: max(0, fitting - len(marks) - len(pools))]
    first = len(marks) + len(pools) + len(gear)
    known = list(_folded(look, standing.facts, width))
    cut = bool(rest) and first + len(known) + len(more) > fitting
    facts = known[: max(0, fitting - first - len(more) - cut)]
    more = more[: max(0, fitting - first - len(facts) - cut)]
    more = [*more, Fact(rest, tone=FAINT)] if cut and first < fitting else more
    height = head + line * (first + len(facts) + len(more)) + look.px(14)
    rect = pygame.Rect(room.left, room.top if at_top else room.bottom - height, width, height)
    return Card(rect, token, head, bars, tracks, pools, gear, facts, marks, more)


def draw_strip(
    target: pygame.Surface,
    look: Typography,
    rect: pygame.Rect,
    token: Token,
    liveries: TokenStyles,
    unspent: Sequence[str] = (),
) -> None:
    """Whoever acts, in three lines: name and conditions, bars, pools and what is ``unspent`` of the turn."""
    standing, side = token.standing, min(rect.height, look.px(56))
    target.blit(liveries.portrait(token, side), (rect.left, rect.centery - side // 2))
    left, right, top = rect.left + side + look.px(8), rect.right - look.px(4), rect.top
    wide, row, icon_side = right - left, rect.height // 3, rect.height // 3 - 2
    large = next(size for size in range(BODY, 0, -1) if look.line(size) <= row + 4)
    small = next(size for size in range(SMALL, 0, -1) if look.line(size) <= row + 2)
    for mark in standing.marks[:4][::-1]:
        if icon := mark_sprite(mark):
            right -= icon_side + 2
            target.blit(picture(icon, icon_side), (right, top + 2))
    name = look.cut(called(standing), right - left, large, "semibold")
    target.blit(look.write(name, large, liveries.word_colour(token.side), "semibold"), (left, top - 2))
    bars, gap = [bar for bar in standing.bars if bar.full][:3], look.px(4)
    for number, bar in enumerate(bars):
        each = (wide - gap * (len(bars) - 1)) // len(bars)
        box = pygame.Rect(left + number * (each + gap), top + row + 3, each, row - 4)
        draw_bar(target, look, box, bar, named=len(bars) > 1 or bar.rising)
    dotted = any(pool.dots for pool in standing.pools)  # the actions that are left are among them
    said = " · ".join([f"{pool.word} {pool.brief}" for pool in standing.pools] + list(unspent) * (not dotted))
    size = look.fitting(said, wide, small, least=1)
    target.blit(look.write(look.cut(said, wide, size), size, FAINT), (left, top + 2 * row))


def draw_bar(target: pygame.Surface, look: Typography, box: pygame.Rect, bar: Bar, *, named: bool) -> None:
    """A bar with its number, and with its word where there are several or the number says what there is of it."""
    pygame.draw.rect(target, INK, box, border_radius=4)
    fill_bar(target, box, bar, 4)
    tries = [f"{bar.word} {bar.number}", f"{bar.word} {bar.left}/{bar.full}"] if named else [bar.number]
    tries = [*tries, f"{bar.left}/{bar.full}"]
    size = next(size for size in range(SMALL - 1, 0, -1) if look.line(size) <= box.height + 8)
    text = next((text for text in tries if look.width(text, size, "semibold") <= box.width - 4), tries[-1])
    dark, said = look.write(text, size, INK, "semibold"), look.write(text, size, WHITE, "semibold")
    at = said.get_rect(center=box.center)
    for shift in ((-1, 0), (1, 0), (0, -1), (0, 1)):  # white alone is hard to read on the bar's colours
        target.blit(dark, at.move(shift))
    target.blit(said, at)


def draw_boxes(target: pygame.Surface, look: Typography, row: pygame.Rect, bar: Bar) -> None:
    """A track's word and its boxes, row after row: filled ones in colour and crossed, graver rows larger."""
    word = look.write(bar.word, SMALL, FAINT)
    middle = row.top + look.px(9)
    target.blit(word, word.get_rect(midleft=(row.left, middle)))
    full = TONES.get(bar.tone, BAD)
    sides = [look.px(13 + 3 * place) for place in range(len(bar.rows))]
    gap, apart = look.px(3), look.px(8)
    wide = sum(boxes.most * (side + gap) - gap + apart for boxes, side in zip(bar.rows, sides, strict=True)) - apart
    left = row.right - look.px(12) - wide
    for boxes, side in zip(bar.rows, sides, strict=True):
        for number in range(boxes.most):
            box = pygame.Rect(left, middle - side // 2, side, side)
            filled = number < boxes.filled
            pygame.draw.rect(target, INK, box.inflate(2, 2), border_radius=4)
            pygame.draw.rect(target, full if filled else RAISED, box, border_radius=3)
            if not filled:
                pygame.draw.rect(target, FAINT, box, 1, border_radius=3)
            if filled:
                cross = box.inflate(-side // 2, -side // 2)
                pygame.draw.line(target, WHITE, cross.topleft, cross.bottomright, 2)
                pygame.draw.line(target, WHITE, cross.bottomleft, cross.topright, 2)
            left += side + gap
        left += apart - gap


STONES = 10
"""Of a pool that holds no more, each point is shown."""

HAND = 5
"""Stones side by side; a gap lets the rest be counted at a glance."""


def draw_pool(target: pygame.Surface, look: Typography, row: pygame.Rect, pool: Pool) -> None:
    """A pool's word, and what is in it: its picture or a stone for each point while they are few, else a number."""
    word = look.write(pool.word, BODY - 1, FAINT)
    target.blit(word, (row.left + look.px(12), row.top))
    right, middle, most = row.right - look.px(12), row.top + look.px(11), max(pool.left, pool.full)
    places = [look.px(16) * number + look.px(5) * (number // HAND) for number in range(most)]
    wide = places[-1] + look.px(16) if places else 0
    if most > STONES or wide + word.get_width() + look.px(18) > right - row.left:
        said = look.write(pool.brief, BODY - 1, TEXT, "semibold")
        target.blit(said, said.get_rect(topright=(right, row.top)))
        return
    name, full = f"icons/{pool.icon}", TONES.get(pool.tone, GOOD)
    for number, place in enumerate(places):
        x = right - wide + place + look.px(8)
        if pool.icon and has_picture(name):
            stone = picture(name, look.px(15))
            if number >= pool.left:
                stone = stone.copy()
                stone.set_alpha(60)
            target.blit(stone, stone.get_rect(center=(x, middle)))
        else:
            pygame.draw.circle(target, INK, (x, middle), look.px(6))
            pygame.draw.circle(target, full if number < pool.left else LIFTED, (x, middle), look.px(5))


TICKS = 5
"""Of a thing that bears no more notches, each is shown."""


def draw_gear(target: pygame.Surface, look: Typography, row: pygame.Rect, gear: Gear) -> None:
    """A thing with a tick for each notch that it bears: those it has in a strong colour; many of them as a number."""
    most = max(gear.most, gear.notches)
    if most > TICKS:
        left = f"{gear.name} {most - gear.notches}/{most}"
        _write_pair(target, look, row, row.top, gear.word, left, FAINT, BAD_WORD if gear.notches else TEXT)
        return
    high, pitch = look.px(14), look.px(9)
    ticks = pitch * most
    for number in range(most):
        x, y = row.right - look.px(12) - ticks + pitch * number + look.px(2), row.top + look.px(4)
        tone = BAD_WORD if number < gear.notches else LIFTED
        pygame.draw.line(target, tone, (x + look.px(5), y), (x, y + high), max(2, look.px(3)))
    taken = ticks + look.px(6) if ticks else 0
    narrow = pygame.Rect(row.left, row.top, row.width - taken, row.height)
    _write_pair(target, look, narrow, row.top, gear.word, gear.name, FAINT, TEXT)


class _Line(NamedTuple):
    """One line of a panel as it is written."""

    text: str
    value: str
    tone: Colour
    size: int = BODY - 1
    weight: Weight = "regular"
    indent: int = 0


@dataclass(frozen=True, slots=True)
class FactsPanel:
    """A panel of lines under a title, laid."""

    rect: pygame.Rect
    lines: Sequence[_Line]
    framed: bool
    """Whether it is a panel of its own, and not a part of one."""
    look: Typography
    """Type and measures by which it was laid."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw it."""
        look = self.look
        edge = look.px(12) if self.framed else look.px(2)
        if self.framed:
            draw_panel(target, self.rect, alpha=238, line=LINE)
        top = self.rect.top + (look.px(8) if self.framed else 0)
        for line in self.lines:
            written = look.write(line.text, line.size, line.tone, line.weight)
            target.blit(written, (self.rect.left + edge + look.px(12 * line.indent), top))
            if line.value:
                said = look.write(line.value, BODY - 1, line.tone, "semibold")
                target.blit(said, said.get_rect(topright=(self.rect.right - edge, top)))
            top += look.pitch(LINE_PITCH)


def lay_facts(
    look: Typography, title: str, facts: Sequence[Fact], room: pygame.Rect, *, rest: str = "", framed: bool = True
) -> FactsPanel:
    """Lines under a title at the top of their ``room``, in a panel of their own if they are ``framed``.

    Of lines that don't fit the last ones are left out, and ``rest`` says how to see them.
    """
    edges = look.px(18) if framed else 0
    pitch, most = look.pitch(LINE_PITCH), max(1, (room.height - edges) // look.pitch(LINE_PITCH))
    lines = list(_lines(look, title, facts, room.width - look.px(24 if framed else 4)))
    if len(lines) > most:
        lines = [*lines[: most - 1], _Line(rest or "…", "", FAINT)]
    return FactsPanel(pygame.Rect(room.topleft, (room.width, len(lines) * pitch + edges)), lines, framed, look)


def _lines(look: Typography, title: str, facts: Sequence[Fact], wide: int) -> Iterator[_Line]:
    """A title and facts, broken where they would not fit a panel so wide."""
    for text in look.wrap(title, wide, BODY, "semibold"):
        if text:
            yield _Line(text, "", TITLE, BODY, "semibold")
    for fact in facts:
        size = BODY + 1 if fact.large else BODY if fact.bold else BODY - 1
        weight: Weight = "semibold" if fact.bold or fact.large else "regular"
        value = look.width(fact.value, BODY - 1, "semibold") + look.px(8) if fact.value else 0
        room = wide - look.px(12 * fact.indent) - value
        for number, text in enumerate(look.wrap(fact.text, room, size, weight)):
            yield _Line(text, "" if number else fact.value, fact.tone, size, weight, fact.indent)


def _folded(look: Typography, facts: Iterable[tuple[str, str]], width: int) -> Iterator[tuple[str, str]]:
    """Facts line by line: what is too long to stand beside its label goes on below."""
    for label, value in facts:
        room = width - look.px(34) - look.width(label, BODY - 1)
        fits = look.width(value, SMALL - 1, "semibold") <= room
        first, *others = (value,) if fits else look.wrap(value, room, BODY - 1, "semibold")
        yield label, first
        yield from (("", other) for other in others)


def _write_pair(
    target: pygame.Surface,
    look: Typography,
    rect: pygame.Rect,
    top: int,
    label: str,
    value: str,
    tone: Colour,
    value_tone: Colour,
) -> None:
    small, least = BODY - 1, min(SMALL - 2, look.least)
    if value:
        whole = rect.width - look.px(34)
        while small > least and look.width(value, least, "semibold") > whole - look.width(label, small):
            small -= 1  # the word beside it gives way as well
        room = whole - look.width(label, small)
        size = look.fitting(value, room, BODY - 1, "semibold", least=least)
        said = look.write(look.cut(value, room, size, "semibold"), size, value_tone, "semibold")
        target.blit(said, said.get_rect(topright=(rect.right - look.px(12), top)))
    target.blit(look.write(label, small, tone), (rect.left + look.px(12), top))


def draw_thing(key: str, cell: int, icon: str) -> pygame.Surface:
    """Something that lies on the ground, where a cell has so many pixels: as it is, or else the icon of its like."""
    own = f"things/{key.replace('-', '_')}"
    if has_picture(own):
        return picture(own, cell)
    return picture(f"icons/{icon}", cell // 2)
