"""The question that waits for whoever looks at a battle, with everything that is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pygame

from game.play.preferences import TimeLimits
from game.play.session import timed
from game.rules.events import Id
from game.rules.option_details import OrderPlace
from game.rules.questions import AnyOption, Choose
from game.scene.board_geometry import Pointed
from game.scene.choosing import Choosing
from game.scene.scene import Scene, Token
from game.view.panels.cards import Fact
from game.view.panels.turn_bar import TurnBar
from game.view.widgets.theme import (
    BAD,
    BAD_WORD,
    BODY,
    FOCUS,
    GOOD_WORD,
    INK,
    LINE,
    REACH,
    TITLE,
    WHITE,
    Colour,
    Typography,
    draw_panel,
)
from game.view.widgets.widget import ChoiceButton, Widget
from game.window.battle.approaches import Approaches
from game.window.battle.forecast import Forecast
from game.window.battle.preview import Previews
from game.window.battle.prompt import Prompt
from game.window.controls import Keys


class OpenQuestion:
    """It is there from when a person is asked until the answer is given or taken back."""

    def __init__(
        self, question: Choose[Any], scene: Scene, forecast: Forecast, left: float, idle: frozenset[str] = frozenset()
    ) -> None:
        """``scene``: as whoever is asked sees it; ``forecast``: its odds; ``left``: seconds, of a limited time;
        ``idle``: answers that change nothing and are not offered.
        """
        self.choosing = Choosing(question, scene)
        self.forecast, self.idle = forecast, idle
        self.previews = Previews(self.choosing, self.forecast)
        self.approaches = Approaches(self.choosing, self.forecast)
        self.countdown = Countdown(question, left)
        self.prompt: Prompt | None = None
        """The panel that asks or lists ways to do something, if one is open."""
        self.kept: Pointed | None = None
        """The foe on whom the cursor was left as the question opened."""
        self.exchange: OrderExchange | None = None
        """The places in the order that an answer exchanges."""
        self.hint = ""
        """The name of the hint that is shown."""
        self.recap: Sequence[Fact] = ()
        """What others have done meanwhile, where it was not played out."""

    @property
    def kind(self) -> str:
        """Of which kind the question is."""
        return self.choosing.question.kind

    @property
    def who(self) -> Id | None:
        """Who is asked to act."""
        return self.choosing.question.who

    @property
    def interrupts(self) -> bool:
        """Whether a list asks for something that is no turn."""
        return self.prompt is not None and not self.prompt.cancel

    def friend(self, token: Token) -> bool:
        """Whether somebody is of the side that is asked: what strikes it strikes a friend."""
        return token.side == self.choosing.question.seat


def actor(asked: OpenQuestion | None, scene: Scene) -> Token | None:
    """Who is asked to act, if anybody is whom a viewer knows on the board."""
    return scene.tokens.get(asked.who) if asked is not None and asked.who is not None else None


PACES: Mapping[TimeLimits, float] = {"usual": 1.0, "twice": 1 / 2, "four times": 1 / 4, "none": 0.0}
"""How fast the time goes that a rule gives, as the player has set it."""

LAST = 5.0
"""Seconds before the end from which it is told by colour and sound."""


class Countdown:
    """What is left of the time for one question. It runs only while the question can be seen."""

    def __init__(self, question: Choose[Any], left: float) -> None:
        self.limit = float(question.seconds) if timed(question) else 0.0
        """Seconds; 0: as long as it takes."""
        self.left = left

    @property
    def running(self) -> bool:
        """Whether there is a limit."""
        return self.limit > 0

    @property
    def up(self) -> bool:
        """Whether the time is over."""
        return self.running and self.left <= 0

    def advance(self, seconds: float, limits: TimeLimits = "usual") -> bool:
        """Let time pass, as fast as the player has set it; whether one of the last seconds has begun."""
        before, self.left = self.left, self.left - seconds * PACES[limits]
        return self.running and 0 < self.left <= LAST and int(before) != int(self.left)

    def draw(self, target: pygame.Surface, look: Typography, middle: tuple[int, int]) -> None:
        """A bar that empties, with the seconds left."""
        if not self.running:
            return
        low = self.left <= LAST
        rect = pygame.Rect(0, 0, look.px(230), look.px(34))
        rect.center = middle
        draw_panel(target, rect, alpha=240, line=BAD if low else LINE, width=2 if low else 1)
        seconds = f"{max(0, -int(-self.left // 1))} s"
        written = look.write(seconds, BODY, BAD_WORD if low else TITLE, "semibold")
        target.blit(written, written.get_rect(midleft=(rect.left + look.px(12), rect.centery)))
        bar = pygame.Rect(rect.left + look.px(60), rect.centery - look.px(5), rect.width - look.px(74), look.px(10))
        pygame.draw.rect(target, INK, bar, border_radius=5)
        bar.width = round(bar.width * max(0.0, min(1.0, self.left / self.limit)))
        if bar.width:
            pygame.draw.rect(target, BAD if low else REACH, bar, border_radius=5)


MOVED = 6
"""Pixels of the design that the pointer goes before what it holds is dragged rather than clicked."""


class OrderExchange:
    """What may be taken, what is held, and onto which others it may be put."""

    def __init__(self, exchanging: Sequence[AnyOption], turns: TurnBar, choose: Callable[[AnyOption], object]) -> None:
        """``exchanging``: the options with two places; ``choose`` is given the one that was meant."""
        self._options: Mapping[frozenset[OrderPlace], AnyOption] = {
            frozenset(option.exchanges): option for option in exchanging if option.exchanges is not None
        }
        self._turns, self._choose = turns, choose
        self.held: OrderPlace | None = None
        """What has been taken."""
        self.picked: OrderPlace | None = None
        """What the keys are at."""
        self._from: tuple[int, int] | None = None
        """Where the pointer pressed what it holds, as long as it is pressed."""
        self._at = (0, 0)
        """Where the pointer is."""

    # -- reading

    @property
    def dragged(self) -> bool:
        """Whether what is held follows the pointer."""
        return self._from is not None and pygame.Vector2(self._from).distance_to(self._at) > MOVED

    def told(self, keys: Keys) -> str:
        """What to do next, in a line."""
        way = f"{keys.shown('left')}, {keys.shown('right')}, {keys.shown('confirm')}"
        if self.held is None:
            return f"Drag one onto another in the bar, or {way}"
        return f"Onto which? {keys.shown('cancel')} lets go" if self.dragged else f"Onto which? Click it, or {way}"

    def open(self) -> Sequence[OrderPlace]:
        """The places that may be taken, or onto which what is held may be put, as they stand in the bar."""
        places = {place for pair in self._options if self.held is None or self.held in pair for place in pair}
        return [place for _, meant in self._shown(places - {self.held}) for place in meant]

    def _shown(self, places: Collection[OrderPlace | None]) -> Sequence[tuple[pygame.Rect, Sequence[OrderPlace]]]:
        """Where those of some places stand that the bar shows; one that several share is of the first of them."""
        found = []
        for frame, slots in self._turns.frames():
            meant = [place for slot in slots if (place := OrderPlace(slot.who, slot.badge)) in places]
            found += [(frame, meant)] if meant else []
        return found

    def _under(self, pixel: tuple[int, int]) -> OrderPlace | None:
        """The place at a pixel that may be taken or put onto."""
        shown = self._shown(set(self.open()))
        return next((meant[0] for frame, meant in shown if frame.collidepoint(pixel)), None)

    # -- hands

    def handle(self, event: pygame.Event, keys: Keys, focus: Widget | None) -> bool:
        """Take an event; whether it was for the exchange. ``focus``: what has the focus in the panel that asks."""
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            return self._from is not None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._from is not None:
            return self._release(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return self.let_go()
        if event.type == pygame.KEYDOWN:
            return self._key(keys.control(event), focus)
        return False

    def let_go(self) -> bool:
        """Put back what is held, and leave what the keys are at; whether there was anything."""
        was = self.held is not None or self.picked is not None
        self.held = self.picked = self._from = None
        return was

    def _press(self, pixel: tuple[int, int]) -> bool:
        place = self._under(pixel)
        if place is None:
            self.let_go()
            return False
        if self.held is not None:
            self._put(place)
        else:
            self.held, self._from, self._at = place, pixel, pixel
        return True

    def _release(self, pixel: tuple[int, int]) -> bool:
        dragged, self._from = self.dragged, None
        place = self._under(pixel)
        if place is not None:
            self._put(place)
        elif dragged:
            self.let_go()
        return True

    def _key(self, control: str, focus: Widget | None) -> bool:
        if control in ("left", "right") and not isinstance(focus, ChoiceButton):
            stops = self.open()
            at = stops.index(self.picked) if self.picked in stops else None
            by = 1 if control == "right" else -1
            first = 0 if by > 0 else len(stops) - 1
            self.picked = stops[first if at is None else (at + by) % len(stops)] if stops else None
            return bool(stops)
        if control in ("confirm", "end") and self.picked is not None:
            if self.held is not None:
                self._put(self.picked)
            else:
                self.held, self.picked = self.picked, None
                self._key("right", None)
            return True
        if control in ("up", "down"):
            self.picked = None
        return control == "cancel" and self.let_go()

    def _put(self, place: OrderPlace) -> None:
        """The exchange of what is held with another place."""
        assert self.held is not None
        option = self._options[frozenset((self.held, place))]
        self.let_go()
        self._choose(option)

    # -- drawing

    def draw(self, target: pygame.Surface, look: Typography) -> None:
        """Rims round what may be taken or put onto, and what is held at the pointer, over the bar."""
        for frame, meant in self._shown(set(self.open())):
            strong = self.picked in meant or frame.collidepoint(self._at)
            _draw_rim(target, look, frame, FOCUS if self.held is None else GOOD_WORD, strong=strong)
        for frame, _ in self._shown({self.held}):
            _draw_rim(target, look, frame, WHITE, strong=True)
            if self.dragged:
                ghost = target.subsurface(frame.clip(target.get_rect())).copy()
                ghost.set_alpha(210)
                target.blit(ghost, ghost.get_rect(center=self._at))


def exchange_of(question: Choose[Any], turns: TurnBar, choose: Callable[[AnyOption], object]) -> OrderExchange | None:
    """The exchange that a question's answers offer; None if they exchange nothing."""
    found = [option for option in question.options.singles if option.exchanges is not None]
    return OrderExchange(found, turns, choose) if found else None


def _draw_rim(target: pygame.Surface, look: Typography, frame: pygame.Rect, tone: Colour, *, strong: bool) -> None:
    box = frame.inflate(look.px(6), look.px(6))
    pygame.draw.rect(target, INK, box.inflate(2, 2), look.px(6 if strong else 5), border_radius=9)
    pygame.draw.rect(target, tone, box, look.px(4 if strong else 3), border_radius=9)
