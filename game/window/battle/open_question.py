"""The question that waits for whoever looks at a battle, with everything that is shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.rules.events import Id
from game.rules.questions import Choose
from game.scene.board_geometry import Pointed
from game.scene.choosing import Choosing
from game.scene.scene import Scene, Token
from game.view.panels.cards import Fact
from game.window.battle.approaches import Approaches
from game.window.battle.countdown import Countdown
from game.window.battle.forecast import Forecast
from game.window.battle.order_exchange import OrderExchange
from game.window.battle.preview import Previews
from game.window.battle.prompt import Prompt


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
