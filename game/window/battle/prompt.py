"""Panels that ask: a list of ways to do something, and questions that are no turn (reactions, rulings, yes or no)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.play.speech import percent
from game.rules.events import Id
from game.rules.questions import AnyOption, Choose
from game.rules.seats import Order, Orders
from game.view.widgets.forms import FocusGroup
from game.view.widgets.keys import key_name
from game.view.widgets.theme import BODY, FAINT, LINE, REACH, TITLE, Typography, draw_panel
from game.view.widgets.widget import Button, ChoiceButton, Widget
from game.window.battle.forecast import Chance, Forecast

ORDER_WORDS: tuple[tuple[str, str], ...] = (
    ("matters", "Ask when it matters"),
    ("ask", "Always ask"),
    ("always", "Always do it"),
    ("never", "Never do it"),
)


def read_order(word: str) -> Order:
    """A standing order from its word."""
    orders: dict[str, Order] = {"matters": "matters", "ask": "ask", "always": "always", "never": "never"}
    return orders[word]


LEAST = 26
"""Pixels that a row is high at least where there are many."""


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
        order: Callable[[str, Order], object] = lambda topic, order: None,
        cancel: bool = False,
        name: Callable[[Id], str] = str,
        side: Callable[[Id], str] = str,
    ) -> None:
        """``who`` has the options. ``question`` and ``orders`` are given for reactions: each topic's standing order can
        be set here then.
        """
        self.title = title
        self.options = tuple(options)
        self.cancel = cancel
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.group = FocusGroup()
        self._choose = choose
        self._forecast = forecast
        self._who = question.who if question is not None else who
        self._question = question
        self._orders = orders
        self._order = order
        self._name, self._side = name, side
        self._look = Typography()
        self._rows = pygame.Rect(0, 0, 0, 0)
        """The place of the first row; the others follow below it."""
        self._gap = 0
        self._first, self._fit = 0, len(self.options)
        """The first option that is shown, and how many are at a time."""
        self._pointer = (0, 0)

    @property
    def shown(self) -> tuple[AnyOption, ...]:
        """The options that have a button now."""
        return self.options[self._first : self._first + self._fit]

    @property
    def focused(self) -> AnyOption | None:
        """The option whose button has the pointer or the focus."""
        for widget in (self.group.hovered, self.group.focus):
            if isinstance(widget, Button) and widget in self.group.widgets:
                at = self.group.widgets.index(widget)
                if at < len(self.shown):
                    return self.shown[at]
        return None

    @property
    def topics(self) -> tuple[str, ...]:
        """What standing orders can be given about here."""
        if self._question is None or self._question.kind != "react":
            return ()
        fall = self._question.topic
        return tuple(
            dict.fromkeys(option.topic or fall for option in self.options if option.key != self._question.declines)
        )

    def layout(self, look: Typography, room: pygame.Rect, at: tuple[int, int] | None) -> None:
        """Put it inside its ``room``: beside ``at`` (a list that was opened there), or at the bottom in the middle."""
        longest = max((look.width(option.label, BODY, "semibold") for option in self.options), default=0)
        width = min(max(look.px(400), longest + look.px(220 if self.cancel else 300)), look.px(680), room.width)
        title = look.wrap(self.title, width - look.px(32), BODY, "semibold")
        head = len(title) * look.line() + look.px(16)
        rows = max(1, len(self.options) + len(self.topics))
        tall = room.height - head - look.px(14)
        gap = look.px(6) if rows * look.px(46) <= tall else look.px(3)
        high = max(look.px(LEAST), min(look.px(40), tall // rows - gap))
        self._fit = min(len(self.options), max(1, tall // (high + gap) - len(self.topics)))
        height = head + (self._fit + len(self.topics)) * (high + gap) + look.px(14)
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.midbottom = room.midbottom
        if at is not None:
            self.rect = _beside(self.rect, room, at, look.px(40), head)
        bar = look.px(12) if self._fit < len(self.options) else 0
        self._rows = pygame.Rect(self.rect.left + look.px(14), self.rect.top + head, width - look.px(28) - bar, high)
        self._look, self._gap = look, gap
        self._fill()

    def _fill(self) -> None:
        """Make the buttons of the options that are shown, and the standing orders below them."""
        self._first = max(0, min(self._first, len(self.options) - self._fit))
        box, pitch = self._rows, self._rows.height + self._gap
        widgets: list[Widget] = []
        for index, option in enumerate(self.shown):
            text = f"{index + 1}  {option.label}" if index < 9 else option.label
            widgets.append(Button(box.move(0, index * pitch), text, partial(self._choose, option), left=True))
        for index, topic in enumerate(self.topics, len(widgets)):
            value = self._orders.topics.get(topic, self._orders.default) if self._orders else "matters"
            wide = pygame.Rect(box.left, box.top + index * pitch, self.rect.width - self._look.px(28), box.height)
            widgets.append(ChoiceButton(wide, f"{topic}:", ORDER_WORDS, value, partial(self._set, topic)))
        self.group.put(widgets)

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

    def _set(self, topic: str, word: str) -> None:
        self._order(topic, read_order(word))

    def weigh(self) -> None:
        """Write the odds beside the options, as far as they are known."""
        for option, widget in zip(self.shown, self.group.widgets, strict=False):
            if isinstance(widget, Button):
                widget.note = self.odds_of(option)

    def draw(self, target: pygame.Surface, look: Typography) -> None:
        """Draw it."""
        draw_panel(target, self.rect, alpha=245, line=REACH, width=2)
        top = self.rect.top + look.px(10)
        for line in look.wrap(self.title, self.rect.width - look.px(32), BODY, "semibold"):
            target.blit(look.write(line, BODY, TITLE, "semibold"), (self.rect.left + look.px(16), top))
            top += look.line()
        self.group.draw(target, look)
        if self._fit < len(self.options):
            track, thumb = self.track()
            pygame.draw.rect(target, LINE, track, border_radius=3)
            pygame.draw.rect(target, REACH, thumb, border_radius=3)
        if self.cancel:
            hint = look.write("Esc: back", BODY - 2, FAINT)
            target.blit(hint, hint.get_rect(topright=(self.rect.right - look.px(12), self.rect.top + look.px(10))))

    def track(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The scroll bar beside the options, and its part that stands for those that are shown."""
        high, many = self._fit * (self._rows.height + self._gap) - self._gap, len(self.options)
        track = pygame.Rect(self._rows.right + self._look.px(5), self._rows.top, self._look.px(7), high)
        length = max(self._look.px(24), high * self._fit // many)
        down = (high - length) * self._first // max(1, many - self._fit)
        return track, pygame.Rect(track.left, track.top + down, track.width, length)

    def odds_of(self, option: AnyOption) -> str:
        """The chance that stands beside an option: that it hits or else befalls its target; what comes of an answer."""
        reacting = self._question is not None and self._question.kind == "react"
        if self._forecast is None or (option.target is None and not reacting):
            return ""
        chance = self._forecast.chance(option)
        if chance is None:
            return ""
        if reacting or option.target is None:
            return self._answered(chance)
        hit, befalls = chance.hit(self._who, option.target), _befalls(chance, option.target)
        if befalls and (hit is None or not chance.harms(option.target)):
            return befalls
        return percent(hit) if hit is not None else ""

    def _answered(self, chance: Chance) -> str:
        """What becomes of an answer: for the same people beside every answer, and what its own blow does."""
        who, parts = self._who, []
        struck = dict(chance.struck)
        others = [target for attacker, target, _ in chance.hits if attacker != who]
        spared = self._spared()
        seat = self._question.seat if self._question is not None else ""
        instead = [one for one in others if one not in spared and self._side(one) == seat]
        for one in dict.fromkeys(((who,) if who in spared else spared) + tuple(instead)):
            name = "" if one == who else f"{self._name(one)} "
            held = "" if chance.harms(one) else _befalls(chance, one)  # of a grapple the blow itself is no news
            said = [held] if held else [f"hit {percent(struck[one])}"] if one in others else []
            if chance.harms(one):  # a hold or a push may cost nothing
                said.append(f"−{chance.loss(one):.1f}")
            if chance.down(one):
                said.append(f"falls {percent(chance.down(one))}")
            if not said and instead:
                continue
            said = said or ["unhurt"]
            parts.append(name + ", ".join(said))
        for attacker, target, share in chance.hits:
            if attacker == who:
                fells = f", fells {percent(chance.down(target))}" if chance.down(target) else ""
                parts.append(f"hits {percent(share)}{fells}")
        if not parts:  # nobody of one's own is in danger: what it does to the others
            about = self._question.about if self._question is not None else ()
            lost = [one for one in chance.touched if chance.harms(one)]
            parts = [("" if about == (one,) else f"{self._name(one)} ") + f"−{chance.loss(one):.1f}" for one in lost]
        return " · ".join(parts)

    def _spared(self) -> tuple[Id, ...]:
        """Whom of those asked it will hurt if nobody does anything, or do something else to."""
        question, forecast = self._question, self._forecast
        left = [option for option in self.options if question is not None and option.key == question.declines]
        chance = forecast.chance(left[0]) if forecast is not None and left else None
        if question is None or chance is None:
            return ()
        asked = (self._who,) if self._who is not None and chance.befalls(self._who) else ()
        return tuple(dict.fromkeys((*(who for who in chance.touched if self._side(who) == question.seat), *asked)))

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; whether it was for the panel."""
        if event.type == pygame.KEYDOWN and (digit := key_name(event)) in tuple("123456789"):
            index = int(digit) - 1
            if index < len(self.shown):
                self._choose(self.shown[index])
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
        return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and inside

    def _scrolled(self, key: int) -> bool:
        """Go on past the first or last button that is shown, a page, or to an end; whether there was more."""
        many, focus = len(self.options), self.group.focus
        pages = {
            pygame.K_PAGEUP: -self._fit,
            pygame.K_PAGEDOWN: self._fit,
            pygame.K_HOME: -many,
            pygame.K_END: many,
        }
        if key in pages:
            return self._fit < many and self.scroll(pages[key])
        at = self.group.widgets.index(focus) if focus in self.group.widgets else None
        if key == pygame.K_DOWN and at == self._fit - 1:
            return self.scroll(1)
        return key == pygame.K_UP and at == 0 and self.scroll(-1)


def _beside(rect: pygame.Rect, room: pygame.Rect, at: tuple[int, int], off: int, head: int) -> pygame.Rect:
    """A place in its room at the right, at the left, over or under a pixel, the first that does not cover it."""
    (x, y), places = at, [rect.copy() for _ in range(4)]
    places[0].topleft, places[1].topright = (x + off, y - head), (x - off, y - head)
    places[2].midbottom, places[3].midtop = (x, y - off), (x, y + off)
    near = pygame.Rect(0, 0, off, off)
    near.center = at
    found = [place.clamp(room) for place in places]
    return next((place for place in found if not place.colliderect(near)), found[0])


def _befalls(chance: Chance, who: Id) -> str:
    """The likeliest thing besides harm that may become of somebody, and how likely it is; empty if there is nothing."""
    found = chance.befalls(who)
    if found is None:
        return ""
    said, share = found
    return f"{said}{':' if said[-1:].isdigit() else ''} {percent(share)}"  # two numbers side by side are read as one
