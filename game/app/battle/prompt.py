"""Panels that ask: a list of ways to do something, and questions that are no turn (reactions, rulings, yes or no)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.app.battle.forecast import Chance, Forecast
from game.app.speech import percent
from game.rules.events import Id
from game.rules.questions import Choose, Option
from game.rules.seats import Order, Orders
from game.view.forms import Group
from game.view.theme import BODY, FAINT, REACH, TITLE, Look, draw_panel
from game.view.widgets import Button, Choice, Widget

AnyOption = Option[Any]

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
    """A panel of options, one button each, with what is known of each."""

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
        self.group = Group()
        self._choose = choose
        self._forecast = forecast
        self._who = question.who if question is not None else who
        self._question = question
        self._orders = orders
        self._order = order
        self._name, self._side = name, side
        self._anchor: tuple[int, int] | None = None

    @property
    def focused(self) -> AnyOption | None:
        """The option whose button has the pointer or the focus."""
        for widget in (self.group.hovered, self.group.focus):
            if isinstance(widget, Button) and widget in self.group.widgets:
                at = self.group.widgets.index(widget)
                if at < len(self.options):
                    return self.options[at]
        return None

    @property
    def topics(self) -> tuple[str, ...]:
        """What standing orders can be given about here."""
        if self._question is None or self._question.kind != "react":
            return ()
        fall = self._question.topic
        return tuple(
            dict.fromkeys(option.topic or fall for option in self.options if option.key != self._question.idle)
        )

    def layout(
        self,
        look: Look,
        size: tuple[int, int],
        at: tuple[int, int] | None,
        bottom: int,
        clear: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Put it beside ``at`` (a list that was opened there), or above ``bottom``: in the middle, or at the first
        other place where it hides as few as can be of the pixels to keep ``clear``.
        """
        longest = max((look.width(option.label, BODY, "semibold") for option in self.options), default=0)
        width = max(look.px(400), min(longest + look.px(230), look.px(640), size[0] - 32))
        title = look.wrap(self.title, width - look.px(32), BODY, "semibold")
        head = len(title) * look.line() + look.px(16)
        rows = max(1, len(self.options) + len(self.topics))
        tall = size[1] - look.px(68) - head - look.px(14)
        gap = look.px(6) if rows * look.px(46) <= tall else look.px(3)
        high = max(look.px(LEAST), min(look.px(40), tall // rows - gap))
        shown = self.options[: max(1, tall // (high + gap) - len(self.topics))]
        height = head + (len(shown) + len(self.topics)) * (high + gap) + look.px(14)
        self.rect = pygame.Rect(0, 0, width, height)
        if at is None:
            self.rect.midbottom = (size[0] // 2, bottom)
        else:
            self.rect.topleft = (at[0] + look.px(40), at[1] - head)
        # the right margin is where the option under the pointer is explained
        right = look.px(344) if size[0] > width + look.px(700) else 0
        if at is not None and self.rect.right > size[0] - 16 - right:
            self.rect.right = at[0] - look.px(40)
        room = pygame.Rect(8, look.px(52), size[0] - 16 - right, size[1] - look.px(60))
        self.rect.clamp_ip(room)
        if at is None:
            places = [self.rect] + [self.rect.copy() for _ in range(4)]
            places[1].bottomleft, places[2].bottomright = (room.left, bottom), (room.right, bottom)
            places[3].midtop, places[4].topleft = (size[0] // 2, room.top + 8), (room.left, room.top + 8)
            self.rect = min(places, key=lambda place: sum(place.inflate(48, 48).collidepoint(spot) for spot in clear))
            self.rect.clamp_ip(room)
        left, top, inner = self.rect.left + look.px(14), self.rect.top + head, width - look.px(28)
        widgets: list[Widget] = []
        for index, option in enumerate(shown):
            box = pygame.Rect(left, top, inner, high)
            text = f"{index + 1}  {option.label}" if index < 9 else option.label
            widgets.append(Button(box, text, partial(self._choose, option), left=True))
            top += high + gap
        for topic in self.topics:
            box = pygame.Rect(left, top, inner, high)
            value = self._orders.topics.get(topic, self._orders.default) if self._orders else "matters"
            widgets.append(Choice(box, f"{topic}:", ORDER_WORDS, value, partial(self._set, topic)))
            top += high + gap
        self.group.put(widgets)

    def _set(self, topic: str, word: str) -> None:
        self._order(topic, read_order(word))

    def draw(self, target: pygame.Surface, look: Look) -> None:
        """Draw it; odds are filled in as they become known."""
        draw_panel(target, self.rect, alpha=245, line=REACH, width=2)
        top = self.rect.top + look.px(10)
        for line in look.wrap(self.title, self.rect.width - look.px(32), BODY, "semibold"):
            target.blit(look.write(line, BODY, TITLE, "semibold"), (self.rect.left + look.px(16), top))
            top += look.line()
        for option, widget in zip(self.options, self.group.widgets, strict=False):
            if isinstance(widget, Button):
                widget.note = self.odds_of(option)
        self.group.draw(target, look)
        if self.cancel:
            hint = look.write("Esc: back", BODY - 2, FAINT)
            target.blit(hint, hint.get_rect(topright=(self.rect.right - look.px(12), self.rect.top + look.px(10))))

    def odds_of(self, option: AnyOption) -> str:
        """The chance that stands beside an option: that it hits, or for an answer what will come of it."""
        reacting = self._question is not None and self._question.kind == "react"
        if self._forecast is None or (option.target is None and not reacting):
            return ""
        chance = self._forecast.chance(option)
        if chance is None:
            return ""
        if reacting:
            return self._answered(chance)
        hit = chance.hit(self._who, option.target) if option.target is not None else None
        return "" if hit is None else percent(hit)

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
            hit = f"hit {percent(struck[one])}, " if one in others else ""
            parts.append(f"{name}{hit}−{chance.loss(one):.1f}")
        parts += [f"hits {percent(share)}" for attacker, _, share in chance.hits if attacker == who]
        return " · ".join(parts)

    def _spared(self) -> tuple[Id, ...]:
        """Whom of those asked it will hurt if nobody does anything."""
        question, forecast = self._question, self._forecast
        idle = [option for option in self.options if question is not None and option.key == question.idle]
        chance = forecast.chance(idle[0]) if forecast is not None and idle else None
        if question is None or chance is None:
            return ()
        return tuple(who for who in chance.touched if self._side(who) == question.seat)

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; whether it was for the panel."""
        if event.type == pygame.KEYDOWN and pygame.K_1 <= event.key <= pygame.K_9:
            index = event.key - pygame.K_1
            if index < len(self.options):
                self._choose(self.options[index])
            return True
        if self.group.handle(event):
            return True
        return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and self.rect.collidepoint(event.pos)
