"""What can't be done now, with the reason in the rulebook's terms; and the question whether one is sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.play.decision_log import PLANNED, Explanation, WeighedAnswer
from game.play.workers import PendingResult
from game.rules.ledger import Ledger
from game.rules.questions import Choose
from game.user_error import brief
from game.view.panels.cards import cite
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, GOOD_WORD, LARGE, SMALL, TEXT, TITLE
from game.view.widgets.widget import Label, Widget
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen
from game.window.panel_rows import PanelRow, RowsScreen


class RefusalsScreen(MenuScreen):
    """A list: what, why, and by which rule."""

    title = "Not possible now"
    width = 780

    def __init__(self, app: App, question: Choose[Any], ledger: Ledger) -> None:
        super().__init__(app)
        self.rows = [
            ListRow(refusal.label, refusal.why + (f"  ·  {cite(ledger, refusal.rule)}" if refusal.rule else ""))
            for refusal in question.refusals()
        ] or [ListRow("Nothing that the rules would tell you about.")]

    def extra(self) -> int:
        """Room for the list."""
        return 56 * min(len(self.rows), 6) + 20

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The list."""
        px = self.look.px
        box = pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), px(self.extra() - 12))
        return (ListBox(box, self.rows, lambda _: None, height=px(56)),)

    def entries(self) -> Sequence[MenuButton]:
        """Back to the battle."""
        return (MenuButton("Back", self.cancel),)


class TroubleScreen(MenuScreen):
    """What went wrong, as long as somebody wants to read it."""

    width = 640

    def __init__(self, app: App, title: str, text: str) -> None:
        super().__init__(app)
        self.title, self.text = title, brief(text)

    def extra(self) -> int:
        """Room for the text."""
        return 24 * min(14, len(self.app.look.wrap(self.text, self.app.look.px(self.width - 40)))) + 12

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The text."""
        px = self.look.px
        lines = self.look.wrap(self.text, rect.width - px(40))[:14]
        box = pygame.Rect(rect.left + px(20), rect.top + px(64), rect.width - px(40), px(self.extra()))
        return (Label(box, "\n".join(lines), BODY, TEXT),)

    def entries(self) -> Sequence[MenuButton]:
        """Nothing but back."""
        return (MenuButton("Back", self.cancel),)


class SureScreen(MenuScreen):
    """Yes or no."""

    width = 460

    def __init__(self, app: App, title: str, text: str, yes: Callable[[], object]) -> None:
        super().__init__(app)
        self.title = title
        self.width = max(self.width, round(app.look.width(title, LARGE + 4, "semibold") / app.look.scale) + 50)
        self.text = text
        self.yes = yes

    def extra(self) -> int:
        """Room for the text."""
        lines = len(self.app.look.wrap(self.text, self.app.look.px(self.width - 40)))
        return 26 * lines + 12

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The text."""
        px = self.look.px
        box = pygame.Rect(rect.left + px(20), rect.top + px(64), rect.width - px(40), px(60))
        return (Label(box, self.text, BODY, TEXT, centred=True),)

    def entries(self) -> Sequence[MenuButton]:
        """The two answers; the key that asked for it twice over does nothing."""
        return (MenuButton("No", self.cancel, letter="N"), MenuButton("Yes", self._go, letter="Y"))

    def _go(self) -> None:
        self.app.pop()
        self.yes()


WAIT = "A moment: the computer is thinking."


class WhyScreen(RowsScreen):
    """The reasons, as soon as they are known."""

    width = 640

    def __init__(self, app: App, motive: PendingResult[Explanation]) -> None:
        super().__init__(app)
        self.motive = motive

    @property
    def waits(self) -> bool:
        """Until they are known."""
        return not self.motive.done

    def rows(self) -> list[PanelRow]:
        """The reasons, or that they are still to come."""
        if self.waits:
            return [PanelRow(WAIT, TEXT)]
        motive = self.motive.result()
        rows = self.broken(motive.title, PanelRow("", TITLE, BODY + 4, "semibold"))
        if motive.about:
            rows += self.broken(f"This round {motive.about}.", PanelRow("", TEXT))
        for head, grounds in motive.choices():
            rows += self._choice(head, grounds)
        if motive.planned:
            rows += self.broken(PLANNED, PanelRow("", FAINT, SMALL, above=10))
        return rows

    def _choice(self, head: str, grounds: WeighedAnswer) -> list[PanelRow]:
        """An answer with its points, and under it what spoke for and against it."""
        rows = [PanelRow(head, FAINT, SMALL, above=14, ruled=True)] if head else []
        points = (grounds.points,) if grounds.points else ()
        first = PanelRow("", TITLE, BODY, "semibold", columns=points, above=0 if head else 10)
        rows += self.broken(grounds.label, first)
        for sign, texts, tone in (("For: ", grounds.speaks_for, GOOD_WORD), ("Against: ", grounds.against, BAD_WORD)):
            if texts:
                rows += self.broken(sign + ", ".join(texts), PanelRow("", tone, SMALL, indent=14))
        return rows
