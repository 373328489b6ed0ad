"""The puzzles: moments of battles by each set of rules, in which one line of play is far better than all others."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.puzzles import OfferedPuzzle, offered_puzzles
from game.play.start import StartRequest
from game.rules.registry import ruleset
from game.view.widgets.art import picture
from game.view.widgets.forms import ListRow
from game.window.destinations import Begin
from game.window.list_menu import ListMenuScreen
from game.window.loop import App
from game.window.menu import MenuButton
from game.window.setting_up import starting

ROW, SHOWN = 50, 8
"""Pixels of the design: a row of the list; and how many rows are seen at a time."""

TOLD = "One turn, one aim. One line is far better than all others, by the rules' own odds."


class PuzzlesScreen(ListMenuScreen):
    """A list: of which rules each is, how hard, and whether it was solved."""

    title = "Puzzles"
    told = TOLD
    row = ROW

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.puzzles = offered_puzzles()
        own = starting.favourite(app.preferences)
        left = [at for at, each in enumerate(self.puzzles) if each.name not in app.preferences.puzzles]
        self.chosen = next((at for at in left if self.puzzles[at].rules == own), left[0] if left else 0)

    @property
    def shown(self) -> int:
        """How many rows are seen at a time."""
        return SHOWN

    def rows(self) -> list[ListRow]:
        """A row for each."""
        return [self._row(each) for each in self.puzzles]

    def _row(self, each: OfferedPuzzle) -> ListRow:
        solved = each.name in self.app.preferences.puzzles
        rules = ruleset(each.rules)
        sign = picture(starting.emblem(rules), self.look.px(ROW - 12))
        under = f"{each.puzzle.grade}{', solved' if solved else ''}"
        return ListRow(f"{rules.title} · {each.title}", under, sign)

    def entries(self) -> Sequence[MenuButton]:
        """To its moment, or back."""
        return (
            MenuButton("Play", self.begin, enabled=bool(self.puzzles)),
            MenuButton("Back", self.cancel),
        )

    def begin(self) -> None:
        """To the moment of the one that is chosen."""
        self.app.go(Begin(StartRequest(self.puzzles[self.chosen].path)))
