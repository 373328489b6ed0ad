"""Panels that ask: a list of ways to do something, and questions that are no turn (reactions, rulings, yes or no)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.play.standing_orders import ORDER_WORDS
from game.rules.events import Id
from game.rules.questions import AnyOption, Choose
from game.rules.seats import Orders
from game.rules.standing import Bar
from game.view.widgets.forms import FocusGroup
from game.view.widgets.keys import key_name
from game.view.widgets.overlay_layout import place_beside
from game.view.widgets.theme import BODY, FAINT, LINE, REACH, SMALL, TITLE, Typography, draw_panel
from game.view.widgets.widget import Button, ChoiceButton, Widget
from game.window.battle.answer_button import BAR, AnswerButton, GearButton
from game.window.battle.answer_outcomes import apart, pictured
from game.window.battle.folding import MOST_ROWS, Folded, unnamed
from game.window.battle.forecast import Forecast
from game.window.battle.list_scrolling import scrolled_by, thumb_of
from game.window.battle.row_figures import USUAL, RowFigures
from game.window.late_presses import ARRIVAL

LEAST = 26
"""Pixels that a row is high at least where there are many."""

BACK = "Esc: back"

FACE = 40
"""Pixels of the pictures of those whom a question is about."""

MANY = 12
"""Options whose odds are asked for before it is known how many there is room for."""

WIDEST = 680
"""Pixels that a panel is wide at most."""


class Prompt:
    """A panel of options, one button each, with what is known of each. What does not fit is scrolled to."""

    def __init__(
        self,
        title: str,
        options: Sequence[AnyOption],
        choose: Callable[[AnyOption], object],
        *,
        forecast: Forecast | None,
        who: Id | None = None,
        question: Choose[Any] | None = None,
        orders: Orders | None = None,
        order: Callable[[str, str], object] = lambda topic, order: None,
        cancel: bool = False,
        at: tuple[int, int] | None = None,
        about: Id | None = None,
        named: str = "",
        name: Callable[[Id], str] = str,
        side: Callable[[Id], str] = str,
        reacts: Callable[[Id], bool] = lambda who: False,
        bars: Callable[[Id], Sequence[Bar]] = lambda who: (),
        portrait: Callable[[Id, int], pygame.Surface | None] = lambda who, size: None,
        price: Callable[[AnyOption], str] = lambda option: option.price,
        key: str = "",
    ) -> None:
        """``who`` has the options. ``question`` and ``orders`` are given for reactions: each topic's standing order can
        be set here then, behind a button and its ``key``. ``at``: the pixel beside which a list was opened; ``about``:
        whom another click on takes the first option of it.
        """
        self.title = title
        self.options = tuple(options)
        self.cancel = cancel
        self.at, self.about = at, about
        self._labels = {option.key: unnamed(option.label, named) for option in self.options}
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.group = FocusGroup()
        self._choose = choose
        self._who = question.who if question is not None else who
        self._question = question
        self._orders = orders
        self._order = order
        self._portrait = portrait
        self._key = key
        prices = [price(option) for option in self.options]
        self._prices = prices if not cancel or len(set(prices)) > 1 else [""] * len(prices)
        """What each option takes; of a list only where that tells them apart."""
        self._told = RowFigures(lambda: self._weighed, forecast, self._who, question, bars, name, side, reacts)
        self._faces = pictured(question) if question is not None else ()
        if self._faces and self._who is not None and name(self._who) in title.removeprefix(f"{name(self._who)}: "):
            self.title = title.removeprefix(f"{name(self._who)}: ")  # it is named and pictured
        self._set_open = False
        """Whether the standing orders are shown."""
        self._tall = self._told.reacting is not None
        """Whether what comes of an option stands below its label."""
        self._ranked = False  # whether the ways of a list stand in the order of what they come to
        self._open = 0.0
        """Seconds since it was opened."""
        self._common = ""
        """What all options come to alike."""
        self._look = Typography()
        self._rows = pygame.Rect(0, 0, 0, 0)
        """The place of the first row; the others follow below it."""
        self._highs: Sequence[int] = ()
        """Pixels that the row of each option is high: what it needs; the same for all where they scroll."""
        self._gap = 0
        self._first, self._fit = 0, min(len(self.options), MANY)
        """The first option that is shown, and how many are at a time."""
        self._pointer = (0, 0)
        self.stood: object = None
        """Where the camera stood when it was put beside whom it concerns."""
        self.outer: Prompt | None = None
        """The list in which a row was chosen that has several ways, which this one lists."""

    @property
    def shown(self) -> tuple[AnyOption, ...]:
        """The options that have a button now."""
        return self.options[self._first : self._first + self._fit]

    @property
    def numbered(self) -> dict[int, AnyOption]:
        """The options that have a button now, by their numbers from 1, which they keep while the list is scrolled."""
        return dict(enumerate(self.shown, self._first + 1))

    @property
    def focused(self) -> AnyOption | None:
        """The option whose button has the pointer or the focus; None for a row that asks which of several."""
        for widget in (self.group.hovered, self.group.focus):
            if isinstance(widget, AnswerButton) and widget in self.group.widgets:
                option = self.shown[self.group.widgets.index(widget)]
                return option if not isinstance(option.value, Folded) else None
        return None

    @property
    def topics(self) -> tuple[str, ...]:
        """What standing orders can be given about here."""
        asked = self._question
        if asked is None or asked.kind != "react":
            return ()
        return tuple(dict.fromkeys(one.topic or asked.topic for one in self.options if one.key != asked.left_alone))

    def take_first(self) -> None:
        """Choose the first option."""
        self._choose(self.options[0])

    # -- its places

    def layout(self, look: Typography, room: pygame.Rect) -> None:
        """Put it inside its ``room``: beside where it was opened, or at the bottom in the middle."""
        self._fit = min(len(self.options), MANY)
        longest = max((look.width(label, BODY, "semibold") for label in self._labels.values()), default=0)
        dearest = max((look.width(price, SMALL) for price in self._prices), default=0)
        told = self._told.room(look, list(self._figures().values()), tall=self._tall)
        wanted = longest + dearest + (told * (not self._tall) + look.px(120) if self.cancel else look.px(130))
        wanted = max(wanted, told + look.px(BAR + 76)) if self._tall else wanted
        width = min(max(look.px(540 if self._tall else 400), wanted), look.px(WIDEST), room.width)
        self._look, self._gap = look, look.px(6)
        head = self._head(width)
        bar = look.px(12)
        inner = width - look.px(28)
        orders = len(self.topics) if self._set_open else 0
        tall = room.height - head - look.px(14)
        needed = self._needed(inner - bar)
        each = max(look.px(LEAST), min(look.px(40), tall // max(1, len(self.options) + orders) - look.px(3)))
        needed = needed if self._tall else [max(high, each) for high in needed]
        highest = max(needed, default=0)
        many = MOST_ROWS if self.cancel else len(self.options)
        if sum(needed) + orders * highest + (len(needed) + orders) * self._gap > tall:
            self._gap = look.px(3)
        whole = sum(needed) + len(needed) * self._gap
        fits = len(needed) <= many and whole + orders * (highest + self._gap) <= tall
        self._highs = needed if fits else [highest] * len(needed)
        fitting = max(1, tall // (highest + self._gap) - orders) if highest else 1
        self._fit = len(needed) if fits else min(many, fitting, len(needed))
        shown = whole if fits else self._fit * (highest + self._gap)
        self.rect = pygame.Rect(0, 0, width, head + shown + orders * (highest + self._gap) + look.px(14))
        self.rect.midbottom = room.midbottom
        if self.at is not None:
            self.rect = place_beside(self.rect, room, self.at, look.px(40), head)
        self._rows = pygame.Rect(
            self.rect.left + look.px(14),
            self.rect.top + head,
            inner - (bar if self._fit < len(self.options) else 0),
            highest,
        )
        self._fill()
        if self.about is not None and self.group.focus is None:
            self.group.focus = self.group.widgets[0]  # the best way is picked out

    def move(self, place: pygame.Rect) -> None:
        """Put it somewhere else, as large as it is."""
        self._rows.move_ip(place.left - self.rect.left, place.top - self.rect.top)
        self.rect.topleft = place.topleft
        self._fill()

    def _head(self, width: int) -> int:
        """Pixels down to the first row."""
        look = self._look
        faces = look.px(FACE) if self._faces else 0
        return max(len(self._title(width)) * look.line(), faces) + look.px(16)

    def _title(self, width: int) -> Sequence[str]:
        """What is asked, in lines between pictures and buttons."""
        look = self._look
        aside = look.px(32) + len(self._faces) * look.px(FACE + 8)
        aside += look.px(38) if self.topics else look.width(BACK, BODY - 2) + look.px(16) if self.cancel else 0
        told = f"{self.title} · each {self._common}" if self._common else self.title
        return look.wrap(told, width - aside, BODY, "semibold")

    def _needed(self, width: int) -> list[int]:
        """Pixels that each row must be high; where a label would be a narrow column its outcome stands below it."""
        box = pygame.Rect(0, 0, width, 0)
        figures = self._figures()
        to_come = [USUAL * (self.cancel and self._told.awaited(option)) for option in self.options]
        rows = [self._button(box, at, figures.get(at, "") or to_come[at]) for at in range(len(self.options))]
        if not self._tall and any(len(row.lines(self._look)[0]) > 2 for row in rows):
            self._tall = True
            return self._needed(width)
        return [row.high(self._look) for row in rows]

    def _button(self, box: pygame.Rect, at: int, note: str) -> AnswerButton:
        """The row of an option by its number from 0, with what is known of it."""
        option = self.options[at]
        digit = str((at + 1) % 10) if at < 10 else ""
        button = AnswerButton(
            box, self._labels[option.key], digit, partial(self._choose, option), price=self._prices[at], tall=self._tall
        )
        button.note, button.bars = note, self._told.losses(option)
        return button

    def _fill(self) -> None:
        """Make the buttons of the options that are shown, the standing orders below them and what opens these."""
        self._first = max(0, min(self._first, len(self.options) - self._fit))
        box, look, figures, top = self._rows, self._look, self._figures(), self._rows.top
        widgets: list[Widget] = []
        for at in range(self._first, self._first + len(self.shown)):
            widgets.append(self._button(pygame.Rect(box.left, top, box.width, self._highs[at]), at, figures[at]))
            top += self._highs[at] + self._gap
        for topic in self.topics if self._set_open else ():
            value = self._orders.topics.get(topic, self._orders.default) if self._orders else "matters"
            wide = pygame.Rect(box.left, top, self.rect.width - look.px(28), box.height)
            widgets.append(ChoiceButton(wide, f"{topic}:", ORDER_WORDS, value, partial(self._order, topic)))
            top += box.height + self._gap
        if self.topics:
            gear = pygame.Rect(self.rect.right - look.px(42), self.rect.top + look.px(8), look.px(30), look.px(30))
            tip = "Standing orders: when to ask about this" + f" ({self._key})" * bool(self._key)
            widgets.append(GearButton(gear, "", self.turn_orders, icon="icons/gear", tip=tip, chosen=self._set_open))
        picked = isinstance(self.group.focus, (ChoiceButton, GearButton))
        self.group.put(widgets, focus=len(self.shown) if picked else None)

    def turn_orders(self) -> bool:
        """Show the standing orders with the first picked out, or put them away; whether there are any to give."""
        if self.topics:
            self.group.focus = self.group.widgets[-1]  # the gear: they take its place in the order
            self._set_open, self._rows.height = not self._set_open, 0  # as it is shown again it finds its place anew
        return bool(self.topics)

    def close_orders(self) -> bool:
        """Put the standing orders away; whether they were shown."""
        if shown := self._set_open:
            self.turn_orders()
        return shown

    def scroll(self, by: int) -> bool:
        """Show what lies so many options further down; whether there was anything."""
        before = self._first
        self._first += by
        self._fill()
        return self._first != before

    def button(self, index: int) -> Button:
        """The button of an option by its number from 0, scrolled to if it must be."""
        if not self._first <= index < self._first + self._fit:
            self.scroll(index - self._first)
        found = self.group.widgets[index - self._first]
        assert isinstance(found, Button)
        return found

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._open += seconds

    @property
    def _picked(self) -> bool:
        """Whether a row has the pointer or the focus."""
        return self.group.hovered is not None or self.group.focus is not None

    def weigh(self) -> bool:
        """Write down beside the options what is known of them; whether it now takes other room than it has."""
        common, ranked, figures = self._common, self._rank(), self._figures()
        for at, widget in enumerate(self.group.widgets[: len(self.shown)], self._first):
            if isinstance(widget, AnswerButton):
                widget.note, widget.bars = figures[at], self._told.losses(self.options[at])
                if widget.high(self._look) > max(widget.rect.height, self._look.px(LEAST)) and not self._picked:
                    self._tall = True
        head = common != self._common and self._head(self.rect.width) != self._rows.top - self.rect.top
        changed = ranked or head or not self._rows.height
        return changed or (self._tall and any(map(int.__gt__, self._needed(self._rows.width), self._highs)))

    def _rank(self) -> bool:
        """Put first what does the most to a foe, if that is known before anybody can mean a row; whether it is now.

        After that no row moves to where another has been read.
        """
        if self._ranked or not self.cancel or self._picked or self._open > ARRIVAL:
            return False
        order = self._told.order(self.options)
        if order is not None:
            self.options, self._prices = tuple(self.options[at] for at in order), [self._prices[at] for at in order]
        self._ranked = order is not None
        return self._ranked

    def draw(self, target: pygame.Surface, look: Typography) -> None:
        """Draw it."""
        draw_panel(target, self.rect, alpha=245, line=REACH, width=2)
        left, top = self.rect.left + look.px(16), self.rect.top + look.px(10)
        for who in self._faces:
            face = self._portrait(who, look.px(FACE))
            if face is not None:
                target.blit(face, (left - look.px(6), self.rect.top + look.px(7)))
            left += look.px(FACE + 8)
        for line in self._title(self.rect.width):
            target.blit(look.write(line, BODY, TITLE, "semibold"), (left, top))
            top += look.line()
        self.group.draw(target, look)
        if self._fit < len(self.options):
            track, thumb = self.track()
            pygame.draw.rect(target, LINE, track, border_radius=3)
            pygame.draw.rect(target, REACH, thumb, border_radius=3)
        if self.cancel:
            hint = look.write(BACK, BODY - 2, FAINT)
            target.blit(hint, hint.get_rect(topright=(self.rect.right - look.px(12), self.rect.top + look.px(10))))
        self.group.draw_tip(target, look)

    def track(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The scroll bar beside the options, and its part that stands for those that are shown."""
        high = self._fit * (self._rows.height + self._gap) - self._gap
        track = pygame.Rect(self._rows.right + self._look.px(5), self._rows.top, self._look.px(7), high)
        return track, thumb_of(track, self._first, self._fit, len(self.options), self._look.px(24))

    def _figures(self) -> dict[int, str]:
        """What stands beside the options shown; of ways and places what tells them apart, if all is known."""
        told_apart = self.cancel or all(option.place is not None for option in self.options)
        whole = told_apart and len(self.options) <= MANY  # however many of them have room
        found = [self._told.tell(option) for option in (self.options if whole else self.shown)]
        common, rest = apart(found) if whole and all(found) else ((), found)
        self._common = ", ".join(common)
        return dict(enumerate((", ".join(figures) for figures in rest), 0 if whole else self._first))

    @property
    def _weighed(self) -> Sequence[AnyOption]:
        """The rows whose odds are worked out: all, or of very many those that are shown."""
        return self.options if len(self.options) <= MANY else self.shown

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; whether it was for the panel."""
        if event.type == pygame.KEYDOWN and (digit := key_name(event)) in tuple("1234567890"):
            at = (int(digit) or 10) - 1
            if self._first <= at < self._first + self._fit:
                self._choose(self.options[at])
            elif at < len(self.options):  # what is not seen is shown and picked out first
                self.group.focus = self.button(at)
            return True
        if event.type == pygame.KEYDOWN and (answer := {"y": "yes", "n": "no"}.get(key_name(event))):
            said = next((option for option in self.shown if option.key == answer), None)
            if said is not None:
                self._choose(said)
                return True
        if event.type == pygame.KEYDOWN and self._scrolled(event.key):
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._pointer = event.pos
        inside = self.rect.collidepoint(self._pointer)
        if event.type == pygame.MOUSEWHEEL and inside and self._fit < len(self.options):
            self.scroll(-event.y)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._fit < len(self.options):
            track, thumb = self.track()
            if track.inflate(self._look.px(8), 0).collidepoint(event.pos) and not thumb.collidepoint(event.pos):
                self.scroll(self._fit if event.pos[1] > thumb.bottom else -self._fit)
        if self.group.handle(event):
            return True
        out = event.type == pygame.MOUSEBUTTONDOWN and self.cancel and self._way_out.collidepoint(event.pos)
        return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and inside and not out

    @property
    def _way_out(self) -> pygame.Rect:
        """Where the words are that say how a list is left: a click on them is like one beside the list."""
        wide = self._look.width(BACK, BODY - 2) + self._look.px(24)
        return pygame.Rect(self.rect.right - wide, self.rect.top, wide, self._look.px(20) + self._look.line(BODY - 2))

    def _scrolled(self, key: int) -> bool:
        """Go on past the first or last button that is shown, a page, or to an end; whether there was more."""
        focus = self.group.focus
        at = self.group.widgets.index(focus) if focus in self.group.widgets else None
        by = scrolled_by(key, at, self._fit, len(self.options))
        return by != 0 and self.scroll(by)
