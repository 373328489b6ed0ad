"""Why an AI did something: what it chose and what else it thought about, with what spoke for and against each."""

from __future__ import annotations

from game.play.decision_log import PLANNED, Explanation, WeighedAnswer
from game.play.thinking import PendingResult
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, GOOD_WORD, SMALL, TEXT, TITLE
from game.window.loop import App
from game.window.panel_rows import PanelRow, RowsScreen

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
