"""The puzzles: moments of battles by each set of rules, in which one line of play is far better than all others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from game.lab.puzzles.proving import PuzzleVerdict, judge, tell_result, tell_verdict
from game.play.folders import state_folder
from game.play.puzzles import (
    WEEKLY,
    OfferedPuzzle,
    PuzzleProgress,
    offered_puzzles,
    remember_try,
    tell_solution,
    weekly_puzzle,
    word_of_week,
)
from game.play.start import StartRequest
from game.play.workers import PendingResult
from game.rules.registry import ruleset
from game.view.widgets.art import picture
from game.view.widgets.forms import ListRow
from game.window.command_job import CommandJob
from game.window.desktop import copied
from game.window.destinations import Begin, Puzzles, PuzzleSolution, Title
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
        self.word = word_of_week(date.today())
        self.weekly = weekly_puzzle(self.word)
        self.puzzles = offered_puzzles()
        self._seen: tuple[float, bool] = (0.0, False)
        """What was told last of how far it is."""
        own = starting.favourite(app.preferences)
        left = [at for at, each in enumerate(self.puzzles) if each.name not in app.preferences.puzzles]
        first = next((at for at in left if self.puzzles[at].rules == own), left[0] if left else -1)
        self.chosen = first + 1  # the first row is that of the week

    @property
    def shown(self) -> int:
        """How many rows are seen at a time."""
        return SHOWN

    def rows(self) -> list[ListRow]:
        """That of the week, then a row for each."""
        return [self._week(), *(self._row(each) for each in self.puzzles)]

    @property
    def job(self) -> CommandJob | None:
        """What looks for that of the week, if it was begun."""
        return self.app.jobs.get(self.word)

    def _week(self) -> ListRow:
        """That of the week, or how far it is from being found."""
        if self.weekly is not None:
            row = self._row(self.weekly)
            return ListRow(f"This week's · {row.text}", row.under, row.picture)
        if self.job is None:
            return ListRow(f"This week's · {self.word}", "the same for everybody; to be found first, in two minutes")
        found = "nothing was found" if self.job.failed else f"being looked for, {self.job.share:.0%}"
        return ListRow(f"This week's · {self.word}", found)

    @property
    def moving(self) -> bool:
        """While that of the week is looked for."""
        return (self.weekly is None and self.job is not None and self.job.running) or super().moving

    def advance(self, seconds: float) -> None:
        """Tell how far it is."""
        super().advance(seconds)
        if self.weekly is None and self.job is not None:
            if not self.job.running:
                self.weekly = weekly_puzzle(self.word)
            if self._seen != (seen := (self.job.share, self.job.running)):
                self._seen = seen
                self.refresh()

    def _row(self, each: OfferedPuzzle) -> ListRow:
        solved = each.name in self.app.preferences.puzzles
        rules = ruleset(each.rules)
        sign = picture(starting.emblem(rules), self.look.px(ROW - 12))
        under = f"{each.puzzle.grade}{', solved' if solved else ''}"
        return ListRow(f"{rules.title} · {each.title}", under, sign)

    def entries(self) -> Sequence[MenuButton]:
        """To its moment, or back."""
        return MenuButton("Play", self.begin), MenuButton("Back", self.cancel)

    def begin(self) -> None:
        """To the moment of the one that is chosen; that of the week is looked for first, beside the window."""
        chosen = self.puzzles[self.chosen - 1] if self.chosen else self.weekly
        if chosen is not None:
            self.app.go(Begin(StartRequest(chosen.path)))
        elif self.job is None or not self.job.running:
            folder = state_folder(WEEKLY)
            try:
                words = ("puzzle", "--find", "--word", self.word, "--out", str(folder))
                self.app.jobs[self.word] = CommandJob(words, folder)
            except OSError as error:
                self.app.say(f"It could not be looked for: {error.strerror or error}")
            self.refresh()


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
        self.told = ""
        """What others may be told of it, once that is known."""
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
        solved = verdict is not None and verdict.solved
        self.told = tell_result(offered, verdict, remember_try(preferences, offered.name, solved=solved))
        if solved:
            self.shown = True
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
        solution = MenuButton("Show the solution", self._show, "The best line with its odds, on the board, too")
        board = MenuButton("On the board", self._play, "The best line, played", self._playable)
        return (
            *((board, on, again) if self.shown else (again, solution, on)),
            MenuButton("Copy to tell others", self._copy, self.told, bool(self.told)),
            MenuButton("Look at the field", self.cancel, "The battle can be played on"),
            MenuButton("All puzzles", self.leads(Puzzles())),
            MenuButton("To the title", self.leads(Title())),
        )

    def _show(self) -> None:
        self.shown = True
        self._anew()
        if self._playable:
            self._play()

    @property
    def _playable(self) -> bool:
        """Whether the file has the best line whole: one that an earlier version found has only its decisions."""
        return bool(self.puzzle.offered.puzzle.proof.best.answers)

    def _play(self) -> None:
        self.app.go(PuzzleSolution(self.puzzle.offered))

    def _copy(self) -> None:
        self.app.say(copied(self.told))

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
