"""The lessons: one battle for each ruleset that teaches its turn and what is strange about it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.lessons import Offered, offered_lessons
from game.rules.registry import ruleset
from game.view.widgets.art import picture
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import BODY, TEXT
from game.view.widgets.widget import Label, Widget
from game.window.destinations import LessonPage
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen
from game.window.setting_up import starting

ROW = 58
"""Pixels of the design."""

TOLD = "Five minutes each: a small battle by the real rules. Begin where you like."


class LessonsScreen(MenuScreen):
    """A list: what each teaches, by which rules, and whether it was won."""

    title = "Learn"
    width = 776

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.lessons = offered_lessons()
        won = [each.name in app.preferences.lessons for each in self.lessons]
        self.chosen = won.index(False) if False in won else 0

    def extra(self) -> int:
        """Room for a line and the list."""
        return ROW * min(len(self.lessons), 5) + 56

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """The line and the list."""
        px = self.look.px
        line = pygame.Rect(rect.left + px(20), rect.top + px(62), rect.width - px(40), px(30))
        box = pygame.Rect(line.left, rect.top + px(96), line.width, px(self.extra() - 44))
        rows = [self._row(each) for each in self.lessons]
        listed = ListBox(box, rows, self._pick, chosen=self.chosen, height=px(ROW), open_=lambda _: self._begin())
        return Label(line, TOLD, BODY, TEXT, centred=True), listed

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in the middle; the arrows choose a lesson first."""
        fresh = self.group.focus is None
        super().layout(size)
        if fresh:
            self.group.focus = next(each for each in self.group.widgets if isinstance(each, ListBox))

    def _row(self, each: Offered) -> ListRow:
        won = "   (won)" if each.name in self.app.preferences.lessons else ""
        rules = ruleset(each.rules)
        sign = picture(starting.emblem(rules), self.look.px(ROW - 12))
        return ListRow(f"{rules.title}: {each.lesson.teaches}{won}", each.lesson.about, sign)

    def _pick(self, index: int) -> None:
        self.chosen = index

    def entries(self) -> Sequence[MenuButton]:
        """To its first page, or back."""
        return (
            MenuButton("Begin the lesson", self._begin, enabled=bool(self.lessons)),
            MenuButton("Back", self.cancel),
        )

    def _begin(self) -> None:
        self.app.go(LessonPage(self.lessons[self.chosen]))
