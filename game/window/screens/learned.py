"""The end of a lesson."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.play.lessons import LessonProgress, Offered, offered_lessons
from game.play.preferences import keep_preferences
from game.play.quick_battle import is_newcomer, quick_battle, quick_title
from game.play.session import Session
from game.play.start import StartRequest
from game.rules.registry import ruleset
from game.view.board.tokens import TokenStyles
from game.view.widgets.widget import Widget
from game.window.destinations import Begin, LessonPage, NewBattle, Result, Title
from game.window.loop import App
from game.window.menu import MenuButton, MenuScreen

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

    @property
    def _lines(self) -> list[str]:
        return [WON if self.won else LOST, *(f"–  {line}" for line in self.course.lesson.learned)]

    def extra(self) -> int:
        """Room for what was learned."""
        return self.paragraphs_height(self._lines) + 8

    def more(self, rect: pygame.Rect) -> Sequence[Widget]:
        """What was learned."""
        return self.paragraphs(rect, self._lines)

    def entries(self) -> Sequence[MenuButton]:
        """What next."""
        following = self.following
        told = f"{ruleset(following.rules).title}: {following.lesson.teaches}" if following else "There is no other"
        again = MenuButton("Once more", self._again, "The same lesson from its beginning")
        on = MenuButton("Next lesson", self._next, told, following is not None)
        return (
            *((*self._quick(), on, again) if self.won else (again, *self._quick(), on)),
            MenuButton("A battle of your own", lambda: self.app.go(NewBattle()), "Map, rules, squads and who plays"),
            MenuButton(
                "How it went",
                lambda: self.app.go(Result(self.session, self.liveries)),
                "Who did what, and how the dice fell",
            ),
            MenuButton("Look at the field", self.cancel),
            MenuButton("To the title", lambda: self.app.go(Title())),
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
