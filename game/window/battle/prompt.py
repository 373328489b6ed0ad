"""The list in the dock: ways to do something, answers to questions that are no turn (reactions, rulings, yes or no).

It shows at most ``MOST_ROWS`` rows at a time. More of them, and what can't be done now, are on further pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

import pygame

from game.play.session import ORDER_WORDS
from game.rules.events import Id
from game.rules.match import Orders
from game.rules.questions import AnyOption, Choose
from game.view.board.tokens import draw_track, mark_loss
from game.view.widgets.art import picture
from game.view.widgets.forms import FocusGroup
from game.view.widgets.text_field import key_name
from game.view.widgets.theme import (
    BODY,
    FAINT,
    LIFTED,
    LINE,
    PANEL,
    RAISED,
    SMALL,
    TITLE,
    WARN,
    Typography,
    shade,
)
from game.view.widgets.widget import Button, ChoiceButton, Widget
from game.window.battle.answer_outcomes import UNTOLD, BarLoss, RowFigures, ShownBodies, pictured
from game.window.battle.folding import MOST_ROWS, members, unnamed
from game.window.battle.forecast import Forecast
from game.window.controls import ARRIVAL

REACTIONS = 3
"""Rows of a card that asks out of turn, at first."""

BACK, AGAIN, SOUGHT = "Esc: back", "Click it again, or Enter", "Looking for a way …"

FACE = 36
"""Pixels of the pictures of those whom a question is about."""

LINES = 3
"""Of a title in letters of the usual size."""

GAP = 4
"""Pixels between rows."""

USUAL = "−10.0"
"""A figure as wide as most: so much room is kept for those that are still worked out. For a wider one its name makes
room, up to two thirds of the row.
"""

MORE = 26
"""Pixels that the button is high that turns the page."""

KEYS = 10
"""Digits that choose."""

_Page = tuple[tuple[AnyOption, ...], tuple[tuple[str, str], ...]]
"""Options, and what can't be chosen now with the reasons."""


class PromptOrders(NamedTuple):
    """Standing orders for reactions, which can be set behind a button of the list."""

    held: Orders
    give: Callable[[str, str], object]
    """Sets the order of a topic."""
    key: str = ""
    """The key that shows them."""


class PromptAim(NamedTuple):
    """Whom the ways of a list are aimed at."""

    about: Id | None = None
    """Whom another click on takes the row that is picked out."""
    plain: Callable[[AnyOption], bool] = lambda option: True
    """Of the ways those that are a plain attack come first."""
    named: str = ""
    """Whom the title names, so that no row need name them."""


class PromptDrawer(NamedTuple):
    """What else a list has that is a drawer."""

    drawer: str = ""
    """Its name."""
    digits: Mapping[str, int] | None = None
    """Of options that have one of their own, else the place on the page is one."""
    refused: tuple[tuple[str, str], ...] = ()
    """What can't be chosen now, each with the reason."""


UNAIMED, NO_DRAWER = PromptAim(), PromptDrawer()


class Prompt:
    """A list of options, one row each, with what is known of each."""

    def __init__(
        self,
        title: str,
        options: Sequence[AnyOption],
        choose: Callable[[AnyOption], object],
        *,
        forecast: Forecast | None,
        who: Id | None = None,
        question: Choose[Any] | None = None,
        cancel: bool = False,
        price: Callable[[AnyOption], str] = lambda option: option.price,
        orders: PromptOrders | None = None,
        bodies: ShownBodies = UNTOLD,
        aim: PromptAim = UNAIMED,
        listed: PromptDrawer = NO_DRAWER,
    ) -> None:
        """``who`` has the options. ``question`` and ``orders`` are given for reactions: each topic's standing order can
        be set here then. ``cancel``: whether it may be left without an answer.
        """
        self.title = title
        self.options = tuple(options)
        self.cancel, self.aim, self.listed = cancel, aim, listed
        self.sought = False
        """Whether ways are still looked for that are to come into it."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.group = FocusGroup()
        self.outer: Prompt | None = None
        """The list in which a row was chosen that has several ways, which this one lists."""
        self._choose, self._price = choose, price
        self._question, self._orders = question, orders
        self._who = question.who if question is not None else who
        self._portrait = bodies.portrait
        self._told = RowFigures(lambda: self.options, forecast, self._who, question, bodies)
        self._faces = self._all_faces = pictured(question) if question is not None else ()
        if self._faces and self._who is not None:
            told = title.removeprefix(f"{bodies.name(self._who)}: ")  # it is named and pictured
            self.title = told[:1].upper() + told[1:]
        self._outcomes = self._told.reacting is not None
        """Whether what comes of an option stands below its name."""
        self._set_open = False
        """Whether the standing orders are shown."""
        self._worse: frozenset[str] = frozenset()
        """The keys of ways that another one of them makes pointless; they stand behind the others, on later pages."""
        self._ranked = False
        """Whether the options stand in the order of what they come to."""
        self._open = 0.0
        """Seconds since it was opened, or its rows have changed places."""
        self._by_hand = False
        """Whether the row that is picked out was picked by the player."""
        self._notes: Mapping[str, str] = {}
        """The figures for which the rows have room, by their options' keys."""
        self._look, self._room, self._scale = Typography(), pygame.Rect(0, 0, 0, 0), (0.0, 0.0)
        self._page = 0
        self._sizes = [len(self.options)] if self.options else []
        """The number of rows of each page."""
        self._pointer = (0, 0)

    # -- its pages

    @property
    def _pages(self) -> Sequence[_Page]:
        """What each page has: options, or what can't be chosen now."""
        pages, at = list[_Page](), 0
        for size in self._sizes:
            if at < len(self.options):
                pages.append((self.options[at : at + size], ()))
            else:
                beyond = at - len(self.options)
                pages.append(((), self.listed.refused[beyond : beyond + size]))
            at += size
        return pages or [((), ())]

    def _fill_pages(self, bottom: int) -> list[int]:
        """How many rows each page has: as many as there is room for down to ``bottom``, at most ``MOST_ROWS``, and at
        least one; ways that others make pointless, and what can't be chosen now, begin a page of their own.
        """
        meant = len(self.options) - len(self._worse)
        first = REACTIONS if self._outcomes and len(self.options) > REACTIONS else MOST_ROWS
        rows = self._rows((self.options, self.listed.refused), pygame.Rect(0, 0, self._room.width, self._look.px(36)))
        ends = [end for end in (meant, len(self.options), len(rows)) if end]
        top, gap = self._room.top + self._head, self._look.px(GAP)
        whole = top + sum(row.rect.height + gap for row in rows) - gap
        if len(rows) <= first and len(set(ends)) <= 1 and whole <= bottom:
            return [len(rows)]
        sizes, at, room = list[int](), 0, bottom - top - self._look.pitch(MORE)
        while at < len(rows):
            end = min(next(end for end in ends if end > at), at + (MOST_ROWS if sizes else first))
            heights = accumulate(row.rect.height + gap for row in rows[at:end])
            sizes.append(max(1, sum(height <= room for height in heights)))
            at += sizes[-1]
        return sizes

    @property
    def shown(self) -> tuple[AnyOption, ...]:
        """The options that have a row now."""
        return self._pages[self._page][0] if not self._set_open else ()

    @property
    def numbered(self) -> dict[int, AnyOption]:
        """The options that have a row now, by their digits from 1; 10 is the 0."""
        return {self._digit(self._page, option): option for option in self.shown}

    def _digit(self, page: int, option: AnyOption) -> int:
        """The key of an option: of all where there are enough keys, so that no two pages have the same, else of those
        on its page; 0 if it has none.
        """
        if self.listed.digits is not None:
            return self.listed.digits.get(option.key, 0)
        return (self.options if len(self.options) <= KEYS else self._pages[page][0]).index(option) + 1

    @property
    def focused(self) -> AnyOption | None:
        """The option whose row has the pointer, or else is picked out; of a row for several ways the best."""
        for widget in (self.group.hovered, self.group.focus):
            if isinstance(widget, ChoiceRow) and widget.enabled and widget in self.group.widgets:
                return self._told.best_way(self.shown[self.group.widgets.index(widget)])
        return None

    def turn_page(self) -> bool:
        """Show the next page, after the last the first; whether there is more than one."""
        pages = len(self._pages)
        self._page = (self._page + 1) % pages
        self._by_hand = True
        self.group.focus = None
        self._fill()
        return pages > 1

    def keys_to(self, option: AnyOption) -> Sequence[str]:
        """The keys that choose an option from the page that is shown."""
        at = next(at for at, (options, _) in enumerate(self._pages) if option in options)
        digit = self._digit(at, option)
        return [*["Tab"] * ((at - self._page) % len(self._pages)), str(digit % 10)]

    @property
    def has_rows(self) -> bool:
        """Whether its rows are shown: it has a place, and no standing orders stand there."""
        return bool(self.group.widgets) and not self._set_open

    def row_of(self, option: AnyOption) -> Button:
        """The row of an option, or what turns the page where it is on another. It ``has_rows``."""
        found = self.group.widgets[self.shown.index(option) if option in self.shown else len(self.shown)]
        assert isinstance(found, Button)
        return found

    # -- choosing

    @property
    def topics(self) -> tuple[str, ...]:
        """What standing orders can be given about here."""
        asked = self._question
        if asked is None or self._orders is None or asked.kind != "react":
            return ()
        return tuple(dict.fromkeys(one.topic or asked.topic for one in self.options if one.key != asked.left_alone))

    def take_marked(self) -> None:
        """Choose the row that is picked out, if there is one."""
        focus = self.group.focus
        if isinstance(focus, ChoiceRow) and focus.enabled:
            focus.press()

    def add(self, options: Sequence[AnyOption]) -> None:
        """The ways have been found that were sought: they come behind the others, but before all if none of those is a
        plain attack and the player has picked none out.
        """
        self.sought = False
        self._rank()
        kept = len(self.options) - len(self._worse)
        kept = kept if self._picked or any(map(self.aim.plain, self.options)) else 0
        self.options = (*self.options[:kept], *options, *self.options[kept:])
        self.layout(self._look, self._room)

    # -- its places

    def show(self, look: Typography, room: pygame.Rect) -> None:
        """Put it into its ``room``, with what is known by now of its rows."""
        if (look, room) != (self._look, self._room) or self._scale != (look.scale, look.text):
            self.layout(look, room)
        else:
            self.weigh()
        self.group.lay(look)

    def layout(self, look: Typography, room: pygame.Rect) -> None:
        """Put it at the top of its ``room``; where that is too low there are fewer rows to a page."""
        self._look, self._room, self._scale = look, room.copy(), (look.scale, look.text)
        before = sum(map(_rows_of, self._pages[: self._page]))
        for faces in (self._all_faces, ()):  # where not even one row has room the pictures give way
            self._faces = faces
            self._sizes = self._fill_pages(room.bottom)
            if all(self._widgets(page)[1] <= room.bottom for page in range(len(self._pages))):
                break
        ends = accumulate(map(_rows_of, self._pages))
        self._page = next((page for page, end in enumerate(ends) if before < end), 0)
        self._fill()

    def _fill(self) -> None:
        """Make the rows of the page that is shown."""
        widgets, end = self._widgets(self._page)
        self.group.put(widgets)
        first = next(iter(self.shown), None)
        if self.aim.about is not None and self.group.focus is None and first is not None and self._marks(first):
            self.group.focus = self.group.widgets[0]  # the best way is picked out
        self.rect = pygame.Rect(self._room.left, self._room.top, self._room.width, end - self._room.top)
        self.weigh()

    def _marks(self, option: AnyOption) -> bool:
        """Whether an option is picked out as the first: what is no plain attack only once nothing else is sought."""
        return self.aim.plain(option) or not self.sought

    def _widgets(self, page: int) -> tuple[list[Widget], int]:
        """The rows of a page and what turns it, laid; and where they end."""
        look, room, top = self._look, self._room, self._room.top + self._head
        box, widgets = pygame.Rect(room.left, top, room.width, look.px(36)), list[Widget]()
        for row in self._orders_rows(box) if self._set_open else self._rows(self._pages[page], box, page):
            row.rect.top = top
            widgets.append(row)
            top = row.rect.bottom + look.px(GAP)
        if len(self._pages) > 1 and not self._set_open:
            more = pygame.Rect(room.left, top, room.width, look.pitch(MORE))
            widgets.append(Button(more, self._more(page), self.turn_page, shortcut="Tab", size=SMALL))
            top = more.bottom + look.px(GAP)
        if self.topics:
            gear = pygame.Rect(room.right - look.px(30), room.top, look.px(30), look.px(30))
            tip = "Standing orders: when to ask about this" + (f" ({self._orders.key})" if self._orders else "")
            widgets.append(GearButton(gear, "", self.turn_orders, icon="icons/gear", tip=tip, chosen=self._set_open))
        return widgets, top - look.px(GAP)

    def _rows(self, told: _Page, box: pygame.Rect, page: int | None = None) -> list[ChoiceRow]:
        """Rows, each as high as it needs; those of a ``page`` have their own keys."""
        look, (options, refused) = self._look, told
        prices = [self._price(option) for option in self.options]
        apart_by_price = not self.cancel or len(set(prices)) > 1 or bool(self.listed.drawer)
        waits = self._outcomes and not self._told.known  # room is kept for what comes of it
        rows = []
        for option in options:
            figures = USUAL, self._notes.get(option.key, "")
            widest = min(box.width * 2 // 3, max(look.width(figure, BODY, "semibold") for figure in figures))
            digit = self._digit(page, option) if page is not None else 1
            row = ChoiceRow(
                box.copy(),
                unnamed(option.label, self.aim.named),
                str(digit % 10) if 0 < digit <= 10 else "",
                partial(self._choose, option),
                price=self._price(option) if apart_by_price else "",
                icon=option.icon if self.listed.drawer else "",
                under=self._told.outcome(option) if self._outcomes else self._warned(option),
                outcome=waits,
                figured=widest + look.px(8) if self._told.figured and not self._outcomes else 0,
            )
            row.bars = self._told.losses(option)
            rows.append(row)
        rows += [ChoiceRow(box.copy(), title, "", lambda: None, under=why, enabled=False) for title, why in refused]
        for row in rows:
            row.rect.height = row.high(look)
        return rows

    def _warned(self, row: AnyOption) -> str:
        """Who may strike at whoever does what is aimed at another, however it is done."""
        if self.aim.about is None:
            return ""
        dangers = [way.about.dangers for way in members(row)]
        strikers = {danger.who for danger in dangers[0] if danger.who is not None}
        if not strikers or not all(dangers):
            return ""
        return "a foe may strike at you" if len(strikers) == 1 else f"{len(strikers)} foes may strike at you"

    def _orders_rows(self, box: pygame.Rect) -> list[ChoiceButton]:
        """A row for each topic's standing order."""
        if self._orders is None:
            return []
        held, give = self._orders.held.topics, self._orders.give
        usual = self._orders.held.default
        return [
            ChoiceButton(box.copy(), f"{topic}:", ORDER_WORDS, held.get(topic, usual), partial(give, topic))
            for topic in self.topics
        ]

    def _more(self, page: int) -> str:
        """What is on other pages, in a few words."""
        options, refused = self._pages[page]
        others, barred = len(self.options) - len(options), len(self.listed.refused) - len(refused)
        return ", ".join([f"{others} more"] * bool(others) + [f"{barred} not now"] * bool(barred))

    @property
    def _faces_end(self) -> int:
        """Pixels that pictures take before the title."""
        return len(self._faces) * self._look.px(FACE + 8)

    @property
    def _beside(self) -> bool:
        """Whether the title has room beside pictures; else it stands below them."""
        return not self._faces or len(self._wrapped(self._faces_end)[1]) <= 2

    @property
    def _head(self) -> int:
        """Pixels down to the first row."""
        look, (size, lines) = self._look, self._title
        high, faces = len(lines) * look.line(size), look.px(FACE) if self._faces else 0
        return (max(high, faces) if self._beside else high + faces) + look.px(8)

    @property
    def _title(self) -> tuple[int, Sequence[str]]:
        """The size of what is asked, and its lines; nothing of whom it is about, which stands on its card."""
        return (SMALL, ("",)) if self.aim.about is not None else self._wrapped(self._faces_end if self._beside else 0)

    def _wrapped(self, left: int) -> tuple[int, Sequence[str]]:
        """The title in lines between pictures that end at the ``left`` and buttons; a long one is written smaller."""
        look = self._look
        right = look.px(38) if self.topics else look.width(BACK, SMALL) + look.px(12) if self.cancel else 0
        room = self._room.width - left - right, LINES * look.line()
        return look.fitting_lines(self.title, room, BODY, "semibold")

    def turn_orders(self) -> bool:
        """Show the standing orders with the first picked out, or put them away; whether there are any to give."""
        if self.topics:
            self._set_open = not self._set_open
            self._fill()
            self.group.focus = self.group.widgets[0] if self._set_open else None
        return bool(self.topics)

    def close_orders(self) -> bool:
        """Put the standing orders away; whether they were shown."""
        if shown := self._set_open:
            self.turn_orders()
        return shown

    # -- what is known

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._open += seconds

    def weigh(self) -> None:
        """Write down beside the options what is known of them; no row takes other room for it."""
        if self._rank():
            self.layout(self._look, self._room)
            return
        figures = self._told.figures() if not self._outcomes else {}
        if figures != self._notes and not self._picked:
            self._notes = figures  # a long one takes room of the names
            self.layout(self._look, self._room)
            return
        for option, widget in zip(self.shown, self.group.widgets, strict=False):
            if isinstance(widget, ChoiceRow):
                if self._outcomes:
                    widget.under, widget.bars = self._told.outcome(option), self._told.losses(option)
                else:
                    widget.note = figures.get(option.key, "")

    @property
    def _picked(self) -> bool:
        """Whether the player points at a row, or has picked one out."""
        return self._by_hand or self.group.hovered is not None

    def _rank(self) -> bool:
        """Put first what does the most, once that is known; whether it is now.

        No row moves that has been picked out or is pointed at; a digit pressed at that moment is meant for the row that
        was there, and does nothing. The ways of a list move only before anybody can have read them.
        """
        late = self._open > ARRIVAL and not self._outcomes
        if self._ranked or self._picked or late or self.listed.drawer:
            return False
        order = self._told.order(self.options)
        if order is None:
            return False
        self._ranked = True
        worse = self._told.worse(self.options)
        ordered = tuple(
            sorted((self.options[at] for at in order), key=lambda each: (each.key in worse, not self.aim.plain(each)))
        )
        self._worse = worse
        if ordered == self.options and not worse:
            return False
        self.options, self._open = ordered, 0.0
        return True

    def draw(self, target: pygame.Surface, look: Typography) -> None:
        """Draw it."""
        left, top = self.rect.topleft
        for who in self._faces:
            face = self._portrait(who, look.px(FACE))
            if face is not None:
                target.blit(face, (left, top))
            left += look.px(FACE + 8)
        if not self._beside:
            left, top = self.rect.left, top + look.px(FACE)
        size, lines = self._title
        for line in lines:
            target.blit(look.write(line, size, TITLE, "semibold"), (left, top))
            top += look.line(size)
        self.group.draw(target, look)
        if self.aim.about is not None:
            room = self.rect.width - look.width(BACK, SMALL) - look.px(8)
            said = SOUGHT if self.sought and not isinstance(self.group.focus, ChoiceRow) else AGAIN
            target.blit(look.write(said, look.fitting(said, room, SMALL), FAINT), self.rect.topleft)
        if self.cancel:
            hint = look.write(BACK, SMALL, FAINT)
            target.blit(hint, hint.get_rect(topright=self.rect.topright))
        self.group.draw_tip(target, look)

    # -- hands

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; whether it was for the list."""
        if event.type == pygame.KEYDOWN:
            return self._key_pressed(event)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._pointer = event.pos
        inside = self.rect.collidepoint(self._pointer)
        if event.type == pygame.MOUSEWHEEL and (inside or self.aim.about is not None):
            return self._pick_row(-event.y)
        if self.group.handle(event):
            return True
        out = event.type == pygame.MOUSEBUTTONDOWN and self.cancel and self._way_out.collidepoint(event.pos)
        return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and inside and not out

    def _pick_row(self, by: int) -> bool:
        """Pick out the next row, or the one before."""
        rows = [each for each in self.group.widgets if isinstance(each, ChoiceRow) and each.enabled]
        if rows:
            at = rows.index(self.group.focus) + by if self.group.focus in rows else (0 if by > 0 else -1)
            self.group.focus, self._by_hand = rows[at % len(rows)], True
        return bool(rows)

    def _key_pressed(self, event: pygame.Event) -> bool:
        name = key_name(event)
        if name in tuple("1234567890") and not self._set_open:
            option = self.numbered.get(int(name) or 10)
            if option is not None and (self._open > ARRIVAL or not self._outcomes or not self._ranked):
                self._choose(option)
            return True
        if answer := {"y": "yes", "n": "no"}.get(name):
            said = next((option for option in self.shown if option.key == answer), None)
            if said is not None:
                self._choose(said)
                return True
        if event.key == pygame.K_TAB and len(self._pages) > 1 and not self._set_open:
            self.turn_page()
            self._pick_row(1)
            return True
        before = self.group.focus
        used = self.group.handle(event)
        self._by_hand |= self.group.focus is not before
        return used

    @property
    def _way_out(self) -> pygame.Rect:
        """Where the words are that say how a list is left: a click on them is like one beside the list."""
        wide = self._look.width(BACK, SMALL)
        return pygame.Rect(self.rect.right - wide, self.rect.top, wide, self._look.line(SMALL))


def _rows_of(page: _Page) -> int:
    return len(page[0]) + len(page[1])


BAR = 72
"""Pixels that the bars of whom an answer befalls are wide."""

DIGIT, ICON = 24, 28
"""Pixels that a row's digit takes, and its picture."""

LEAST = 36
"""Pixels that a row is high at least."""

OUTCOME = 2
"""Lines below the name that are kept free for what comes of an answer."""


MOST_LINES = 3
"""Lines of a name, and of what stands below it, in letters of the usual size."""


class _Lines(NamedTuple):
    """A text as it is written."""

    size: int
    lines: tuple[str, ...]


class ChoiceRow(Button):
    """One thing that can be chosen, or that can't be now. Its name is never cut.

    ``note`` is its figure.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        label: str,
        digit: str,
        press: Callable[[], object],
        *,
        price: str = "",
        icon: str = "",
        under: str = "",
        outcome: bool = False,
        figured: int = 0,
        enabled: bool = True,
    ) -> None:
        """``digit``: its key, empty for none; ``price``: what it takes; ``under``: a text below the name.

        ``outcome``: whether there is room below the name for what comes of it; ``figured``: pixels that are kept free
        for a figure.
        """
        super().__init__(rect, label, press, left=True, icon=icon, enabled=enabled)
        self.digit, self.price, self.under = digit, price, under
        self.outcome, self.figured = outcome, figured
        self.bars: Sequence[BarLoss] = ()

    def _left(self, look: Typography) -> int:
        """Pixels before the name."""
        return look.px(10) + look.px(DIGIT) * bool(self.digit) + look.px(ICON) * bool(self.icon)

    def _lines(self, look: Typography) -> tuple[_Lines, _Lines]:
        """The name, and what stands below it, broken as they are written; what is long is written smaller."""
        inner = self.rect.width - self._left(look) - look.px(10)
        beside = look.px(BAR + 8) if self.bars else 0
        name = look.fitting_lines(self.text, (inner - self.figured, MOST_LINES * look.line()), BODY, "semibold")
        room = inner - beside, MOST_LINES * look.line(SMALL)
        under = look.fitting_lines(self.under, room, SMALL) if self.under else (SMALL, ())
        return _Lines(*name), _Lines(*under)

    def _heights(self, look: Typography) -> tuple[int, int]:
        """Pixels of the name, and of what stands below it: what it takes, and what comes of it."""
        name, under = self._lines(look)
        price, kept = look.line(SMALL) if self.price else 0, OUTCOME * look.line(SMALL) if self.outcome else 0
        return len(name.lines) * look.line(name.size), price + max(len(under.lines) * look.line(under.size), kept)

    def high(self, look: Typography) -> int:
        """Pixels that it must be high."""
        return max(look.px(LEAST), sum(self._heights(look)) + look.px(8))

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        fill = RAISED if self.enabled else shade(RAISED, PANEL, 0.6)
        self._frame(target, focused, LIFTED if hovered and self.enabled else fill, LINE)
        pale = shade(FAINT, PANEL, 0.2)
        name, under = self._lines(look)
        left = self.rect.left + self._left(look)
        top = self.rect.centery - sum(self._heights(look)) // 2
        first, right = top + look.line(name.size) // 2, self.rect.right - look.px(10)
        if self.digit:
            digit = look.write(self.digit, SMALL, FAINT if self.enabled else pale, "semibold")
            target.blit(digit, digit.get_rect(center=(self.rect.left + look.px(16), first)))
        if self.icon:
            icon = picture(f"icons/{self.icon}", look.px(20))
            target.blit(icon, icon.get_rect(center=(left - look.px(ICON // 2 + 2), first)))
        if self.note:
            size = look.fitting(self.note, self.figured, BODY, "semibold")
            note = look.write(self.note, size, WARN, "semibold")
            target.blit(note, note.get_rect(midright=(right, first)))
        for line in name.lines:
            target.blit(look.write(line, name.size, TITLE if self.enabled else pale, "semibold"), (left, top))
            top += look.line(name.size)
        if self.price:
            size = look.fitting(self.price, self.rect.right - left - look.px(6), SMALL, least=1)
            target.blit(look.write(self.price, size, FAINT), (left, top))
            top += look.line(SMALL)
        self._draw_bars(target, look, pygame.Rect(left, top, look.px(BAR), look.line(SMALL)))
        left += look.px(BAR + 8) if self.bars else 0
        for line in under.lines:
            target.blit(look.write(line, under.size, WARN if self.enabled else FAINT), (left, top))
            top += look.line(under.size)

    def _draw_bars(self, target: pygame.Surface, look: Typography, room: pygame.Rect) -> None:
        """The bars one over the other, as they are now, with what would be lost."""
        high = max(3, min(look.px(8), room.height // max(1, len(self.bars)) - 3))
        top = room.centery - (len(self.bars) * (high + 3) - 3) // 2
        for number, loss in enumerate(self.bars):
            rect = pygame.Rect(room.left, top + number * (high + 3), room.width, high)
            draw_track(target, rect, loss.bar)
            mark_loss(target, rect, loss.bar, loss.mean, loss.most)


class GearButton(Button):
    """Opens and closes what is seldom needed."""

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        self._frame(target, focused, LIFTED if hovered or self.chosen else RAISED, LINE)
        icon = picture(self.icon, self.rect.height - look.px(8))
        target.blit(icon, icon.get_rect(center=self.rect.center))
