"""The lessons: one battle for each ruleset that teaches its turn and what is strange about it."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.lessons import Offered, next_lesson, offered_lessons
from game.rules.registry import ruleset
from game.view.widgets.art import picture
from game.view.widgets.forms import ListRow
from game.window.destinations import LessonPage
from game.window.list_menu import ListMenuScreen
from game.window.loop import App
from game.window.menu import MenuButton
from game.window.setting_up import starting

ROW = 58
"""Pixels of the design."""

TOLD = "Five minutes each: a small battle by the real rules. Begin where you like."


class LessonsScreen(ListMenuScreen):
    """A list: what each teaches, by which rules, and whether it was won."""

    title = "Learn"
    told = TOLD
    row = ROW

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.lessons = offered_lessons()
        following = next_lesson(app.preferences.lessons)
        self.chosen = self.lessons.index(following) if following is not None else 0

    @property
    def shown(self) -> int:
        """How many rows are seen at a time."""
        return min(len(self.lessons), 5)

    def rows(self) -> list[ListRow]:
        """A row for each."""
        return [self._row(each) for each in self.lessons]

    def _row(self, each: Offered) -> ListRow:
        won = "   (won)" if each.name in self.app.preferences.lessons else ""
        rules = ruleset(each.rules)
        sign = picture(starting.emblem(rules), self.look.px(ROW - 12))
        return ListRow(f"{rules.title}: {each.lesson.teaches}{won}", each.lesson.about, sign)

    def entries(self) -> Sequence[MenuButton]:
        """To its first page, or back."""
        return (
            MenuButton("Begin the lesson", self.begin, enabled=bool(self.lessons)),
            MenuButton("Back", self.cancel),
        )

    def begin(self) -> None:
        """To the first page of the one that is chosen."""
        self.app.go(LessonPage(self.lessons[self.chosen]))
