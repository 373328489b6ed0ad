"""Places in the order of a round that an answer exchanges: one is dragged onto the other in the bar at the top, or both
are chosen by keys. What has no such answer is asked in a panel as ever, and the panel is there besides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pygame

from game.rules.option_details import OrderPlace
from game.rules.questions import AnyOption, Choose
from game.view.panels.turn_bar import TurnBar
from game.view.widgets.theme import FOCUS, GOOD_WORD, INK, WHITE, Colour, Typography
from game.view.widgets.widget import ChoiceButton, Widget
from game.window.controls import Keys

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
