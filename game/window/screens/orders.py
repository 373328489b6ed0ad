"""Standing orders for reactions: how a person at the screen wants to be asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.play.session import Session
from game.play.standing_orders import ORDER_WORDS, give_order, read_order, usual_orders
from game.rules.match import Orders
from game.rules.questions import Seat
from game.view.widgets.widget import ChoiceButton, Widget
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen


class OrdersScreen(MenuScreen):
    """One choice for all reactions, and one for each kind that has been met."""

    title = "Reactions"
    width = 560

    def __init__(self, app: App, session: Session, seat: Seat) -> None:
        super().__init__(app)
        self.session = session
        self.seat = seat

    @property
    def held(self) -> Orders:
        """The orders as they stand."""
        usual = usual_orders(self.app.preferences, self.session.match.ruleset.name)
        return self.session.orders.get(self.seat, usual)

    def extra(self) -> int:
        """Room for the choices."""
        return 46 * (1 + len(self.held.topics)) + 8

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The choices."""
        px = self.look.px
        left, top, width = rect.left + px(20), rect.top + px(66), rect.width - px(40)
        widgets: list[Widget] = []
        for topic, order in [("", self.held.default), *self.held.topics.items()]:
            box = pygame.Rect(left, top, width, px(40))
            widgets.append(
                ChoiceButton(
                    box,
                    topic or ("All others" if self.held.topics else "All reactions"),
                    ORDER_WORDS,
                    order,
                    partial(self._set, topic),
                )
            )
            top += px(46)
        return widgets

    def _set(self, topic: str, word: str) -> None:
        give_order(self.session, self.app.preferences, self.seat, topic, read_order(word))

    def entries(self) -> Sequence[MenuButton]:
        """Back to the battle."""
        return (MenuButton("Done", self.cancel),)
