"""Lessons: one battle for each ruleset that teaches its turn and what is strange about it, and its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.play.lessons import LessonProgress, Offered, next_lesson, offered_lessons
from game.play.preferences import keep_preferences
from game.play.quick_battle import is_newcomer, quick_battle, quick_title
from game.play.session import Session
from game.play.start import Preparation, StartRequest, picture_of, sit_down
from game.rules.registry import ruleset
from game.user_error import UserError
from game.view.board.tokens import TokenStyles
from game.view.widgets.art import picture
from game.view.widgets.forms import ListRow
from game.view.widgets.progress import ProgressBar
from game.window.destinations import Begin, LessonPage, Lessons, NewBattle, Result, StartedBattle, Title
from game.window.loop import App
from game.window.menu import ListMenuScreen, MenuButton, MenuRow, MenuScreen
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


TRUE_DICE = "The first dice of a lesson are set, so that its words are true of them. All later ones are thrown."


class LessonPageScreen(MenuScreen):
    """What one has to know before the first question; it begins when the reader wants it and all is ready."""

    width = 620

    def __init__(self, app: App, offered: Offered, session: Session | None = None) -> None:
        """``session``: its battle, where that is set up already."""
        super().__init__(app)
        self.offered = offered
        self.title = offered.lesson.teaches
        self.wanted = False
        """Whether the reader is done and waits for the battle."""
        self._session = session
        parts = (lambda: ruleset(offered.rules), self._seat)
        self.preparing = Preparation(app.oracle, parts, self._read)

    def _seat(self) -> None:
        self._session = self._session or sit_down(StartRequest(self.offered.path), self.app.saved)

    def _read(self) -> StartedBattle:
        assert self._session is not None
        return StartedBattle(self._session, picture_of(self._session.match))

    def content(self) -> Sequence[MenuRow]:
        """The paragraphs, and how far the battle is prepared."""
        lines = (*self.offered.lesson.first_page, *([TRUE_DICE] if self.offered.lesson.opening else []))
        bar = MenuRow(42, lambda box: ProgressBar(box, "Preparing the battle", lambda: self.preparing.share))
        return [*map(self.paragraph, lines), *([] if self.preparing.result.done else [bar])]

    def entries(self) -> Sequence[MenuButton]:
        """Begin, another one, or back."""
        return (
            MenuButton("Begin", self._begin),
            MenuButton("Other lessons", self._others, "Of the other games, and those that were won"),
            MenuButton("Back", self.cancel),
        )

    def _others(self) -> None:
        self.cancel()
        if not isinstance(self.app.top, ListMenuScreen):
            self.app.go(Lessons())

    @property
    def moving(self) -> bool:
        """As long as something is prepared."""
        return super().moving or not self.preparing.result.done

    def advance(self, seconds: float) -> None:
        """Once all is ready the bar goes, and whoever waits for the battle gets it."""
        before = any(isinstance(widget, ProgressBar) for widget in self.group.widgets)
        super().advance(seconds)
        if self.preparing.result.done and before:
            self.refresh()
        if self.preparing.result.done and self.wanted and self.app.top is self:
            self._fight()

    def _begin(self) -> None:
        self.wanted = True
        if self.preparing.result.done:
            self._fight()

    def _fight(self) -> None:
        self.wanted = False
        try:
            ready = self.preparing.result.result()
        except UserError as error:
            self.app.pop()
            self.app.say(str(error))
        else:
            self.app.go(ready)

    def leave(self) -> None:
        """Nobody waits any more."""
        self.preparing.result.drop()


LOST = "Lost this time, which teaches as well. What to take along for the next try:"
WON = "Won by the real rules. What to take along:"


class LearnedScreen(MenuScreen):
    """What was learned, and what next. A lesson that was won is remembered."""

    width = 560
    arrives = True

    def __init__(self, app: App, session: Session, liveries: TokenStyles, course: LessonProgress) -> None:
        super().__init__(app)
        self.session, self.liveries, self.course = session, liveries, course
        self.won = session.winner in session.people
        self.title = self.course.lesson.teaches
        name = self.course.path.stem
        if self.won and name not in app.preferences.lessons:
            app.preferences.lessons = (*app.preferences.lessons, name)
            keep_preferences(app.preferences)
        self.following = _after(name, app.preferences.lessons)

    def content(self) -> Sequence[MenuRow]:
        """What was learned."""
        learned = (f"–  {line}" for line in self.course.lesson.learned)
        return [self.paragraph(line) for line in (WON if self.won else LOST, *learned)]

    def entries(self) -> Sequence[MenuButton]:
        """What next."""
        following = self.following
        told = f"{ruleset(following.rules).title}: {following.lesson.teaches}" if following else "There is no other"
        again = MenuButton("Once more", self._again, "The same lesson from its beginning")
        on = MenuButton("Next lesson", self._next, told, following is not None)
        return (
            *((*self._quick(), on, again) if self.won else (again, *self._quick(), on)),
            MenuButton("A battle of your own", self.leads(NewBattle()), "Map, rules, squads and who plays"),
            MenuButton(
                "How it went",
                lambda: self.app.go(Result(self.session, self.liveries)),
                "Who did what, and how the dice fell",
            ),
            MenuButton("Look at the field", self.cancel),
            MenuButton("To the title", self.leads(Title())),
        )

    def _quick(self) -> Iterator[MenuButton]:
        """The battle by the same rules that one begins with, if it ships."""
        rules = self.session.match.setup.ruleset
        newcomer = is_newcomer(self.app.preferences, rules)
        battle = quick_battle(rules, newcomer=newcomer)
        if battle is not None:
            begin = Begin(battle)
            yield MenuButton(
                f"Now a battle: {quick_title(rules, newcomer=newcomer)}",
                lambda: self.app.go(begin),
                f"A short one, you against {'Novices' if newcomer else 'the computer'}",
            )

    def _again(self) -> None:
        self.app.go(Begin(StartRequest(self.course.path)))

    def _next(self) -> None:
        if self.following is not None:
            self.app.go(LessonPage(self.following))


def _after(name: str, won: Sequence[str]) -> Offered | None:
    """The next lesson in order that was not won, else the one that follows; None if there is no other."""
    offered = offered_lessons()
    at = next((place for place, each in enumerate(offered) if each.name == name), -1)
    others = [each for each in offered[at + 1 :] + offered[: max(0, at)] if each.name != name]
    return next((each for each in others if each.name not in won), others[0] if others else None)
