"""The puzzles: moments of battles by each set of rules, in which one line of play is far better than all others."""

from __future__ import annotations

from collections.abc import Sequence

from game.lab.puzzles.proving import PuzzleVerdict, judge, tell_verdict
from game.play.preferences import keep_preferences
from game.play.puzzles import OfferedPuzzle, PuzzleProgress, offered_puzzles, tell_solution
from game.play.start import StartRequest
from game.play.workers import PendingResult
from game.rules.registry import ruleset
from game.view.widgets.art import picture
from game.view.widgets.forms import ListRow
from game.window.destinations import Begin, Puzzles, Title
from game.window.loop import App
from game.window.menu import ListMenuScreen, MenuButton, MenuRow, MenuScreen
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


WEIGHED = "What you decided is being weighed against the best line …"


class PuzzleResultScreen(MenuScreen):
    """Met or missed, and by skill or by luck. A puzzle whose best line was played is remembered as solved."""

    width = 820
    arrives = True

    def __init__(self, app: App, puzzle: PuzzleProgress) -> None:
        super().__init__(app)
        self.puzzle = puzzle
        self.title = "Met" if puzzle.met else "Missed"
        self.sentence = WEIGHED
        self.shown = False
        """Whether the solution is."""
        self._verdict: PendingResult[PuzzleVerdict | None] | None = app.oracle.ask(lambda: judge(puzzle))
        self.following = following(puzzle.offered.name, app.preferences.puzzles)

    @property
    def moving(self) -> bool:
        """While the line is weighed."""
        return self._verdict is not None or super().moving

    def advance(self, seconds: float) -> None:
        """Tell what the line was worth, once that is known."""
        super().advance(seconds)
        if self._verdict is not None and self._verdict.done:
            verdict, self._verdict = self._verdict.result(), None
            self._tell(verdict)

    def _tell(self, verdict: PuzzleVerdict | None) -> None:
        offered, preferences = self.puzzle.offered, self.app.preferences
        self.title, self.sentence = tell_verdict(verdict, met=bool(self.puzzle.met), best=offered.puzzle.proof.best)
        if verdict is not None and verdict.solved:
            self.shown = True
            if offered.name not in preferences.puzzles:
                preferences.puzzles = (*preferences.puzzles, offered.name)
                keep_preferences(preferences)
                self.following = following(offered.name, preferences.puzzles)
        self._anew()

    def _anew(self) -> None:
        self.group.focus = None
        self.refresh()

    def content(self) -> Sequence[MenuRow]:
        """What is told."""
        solution = tell_solution(self.puzzle.offered.puzzle.proof) if self.shown else []
        return [self.paragraph(line) for line in (self.puzzle.told, self.sentence, *solution)]

    def entries(self) -> Sequence[MenuButton]:
        """What next."""
        told = self.following.title if self.following is not None else "There is no other"
        again = MenuButton("Try again", self._again, "The same moment, other dice")
        on = MenuButton("Next puzzle", self._next, told, self.following is not None)
        solution = MenuButton("Show the solution", self._show, "The best line with its odds, and what tempts")
        return (
            *((on, again) if self.shown else (again, solution, on)),
            MenuButton("Look at the field", self.cancel, "The battle can be played on"),
            MenuButton("All puzzles", self.leads(Puzzles())),
            MenuButton("To the title", self.leads(Title())),
        )

    def _show(self) -> None:
        self.shown = True
        self._anew()

    def _again(self) -> None:
        self.app.go(Begin(StartRequest(self.puzzle.offered.path)))

    def _next(self) -> None:
        if self.following is not None:
            self.app.go(Begin(StartRequest(self.following.path)))

    def leave(self) -> None:
        """Nobody waits for the verdict any more."""
        if self._verdict is not None:
            self._verdict.drop()


def following(name: str, solved: Sequence[str]) -> OfferedPuzzle | None:
    """The next puzzle in order that was not solved, else the one that follows; None if there is no other."""
    offered = offered_puzzles()
    at = next((place for place, each in enumerate(offered) if each.name == name), -1)
    others = [each for each in offered[at + 1 :] + offered[: max(0, at)] if each.name != name]
    return next((each for each in others if each.name not in solved), others[0] if others else None)
