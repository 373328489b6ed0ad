"""Panels that tell something: reasons, trouble, a comparison of rules, a question whether one is sure, a wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import pygame

from game.lab.comparison import AttackUnderRules, Compared, SquadPlace, tell_answer, tell_attack
from game.lab.forecast_process import ComparisonProcess
from game.play.decision_log import PLANNED, Explanation, WeighedAnswer
from game.play.speech import percent, percent_within
from game.play.workers import PendingResult
from game.rules.ledger import Ledger
from game.rules.questions import Choose
from game.rules.setup import Setup
from game.user_error import brief
from game.view.panels.cards import cite
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.progress import BusyBar
from game.view.widgets.theme import BAD_WORD, BODY, FAINT, GOOD_WORD, LARGE, SMALL, TEXT, TITLE
from game.view.widgets.widget import Widget
from game.window.controls import Binding
from game.window.loop import App
from game.window.menu import MenuButton, MenuRow, MenuScreen, PanelRow, RowsScreen, rows_height

ROW, MOST = 34, 12
"""Pixels of the design that a key's row takes in the list of keys, and how many are seen at a time."""


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

    def content(self) -> Sequence[MenuRow]:
        """The list."""
        high = 56 * min(len(self.rows), 6) + 8
        return (MenuRow(high, lambda box: ListBox(box, self.rows, lambda _: None, height=self.look.px(56))),)

    def entries(self) -> Sequence[MenuButton]:
        """Back to the battle."""
        return (MenuButton("Back", self.cancel),)


class TroubleScreen(MenuScreen):
    """What went wrong, as long as somebody wants to read it."""

    width = 640

    def __init__(self, app: App, title: str, text: str) -> None:
        super().__init__(app)
        self.title, self.text = title, brief(text)

    def content(self) -> Sequence[MenuRow]:
        """The beginning of the text."""
        return (self.paragraph("\n".join(self.look.wrap(self.text, self.look.px(self.width - 40))[:14])),)

    def entries(self) -> Sequence[MenuButton]:
        """Nothing but back."""
        return (MenuButton("Back", self.cancel),)


class KeysScreen(MenuScreen):
    """What keys do on the screen below; two clicks on a row do it."""

    title = "Keys here"
    width = 460

    def __init__(self, app: App, bindings: tuple[Binding, ...]) -> None:
        super().__init__(app)
        self.shown = [each for each in bindings if each.words]
        self._at = -1

    def content(self) -> Sequence[MenuRow]:
        """A row for each, as many as there is room for."""
        rows = [ListRow(f"{each.shown(self.app.keys):<12}  {each.words}") for each in self.shown]
        high, pick = self.look.px(ROW), partial(setattr, self, "_at")

        def listed(box: pygame.Rect) -> Widget:
            return ListBox(box, rows, pick, chosen=self._at, height=high, open_=self._do)

        return (MenuRow(ROW * min(len(rows), MOST) + 8, listed),)

    def _do(self, number: int) -> None:
        self.app.pop()
        if self.shown[number].enabled:
            self.shown[number].press()

    def entries(self) -> Sequence[MenuButton]:
        """Back to the screen."""
        return (MenuButton("Back", self.cancel, control="help"),)


class SureScreen(MenuScreen):
    """Yes or no."""

    width = 460

    def __init__(self, app: App, title: str, text: str, yes: Callable[[], object]) -> None:
        super().__init__(app)
        self.title = title
        self.width = max(self.width, round(app.look.width(title, LARGE + 4, "semibold") / app.look.scale) + 50)
        self.text = text
        self.yes = yes

    def content(self) -> Sequence[MenuRow]:
        """The text."""
        return (self.paragraph(self.text, centred=True),)

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


T = TypeVar("T")


class WaitingScreen(MenuScreen, Generic[T]):
    """What is done, a bar that runs to and fro, and the way out."""

    width = 420

    def __init__(
        self, app: App, title: str, text: str, thought: PendingResult[T], then: Callable[[PendingResult[T]], object]
    ) -> None:
        """``then`` is given what was worked out, once it was, with this screen gone."""
        super().__init__(app)
        self.title, self.text, self.thought, self.then = title, text, thought, then
        self._clock = 0.0

    def content(self) -> Sequence[MenuRow]:
        """What is done, and the bar."""
        return self.paragraph(self.text, centred=True), MenuRow(8, lambda box: BusyBar(box, lambda: self._clock))

    def entries(self) -> Sequence[MenuButton]:
        """The way out."""
        return (MenuButton("Give up", self.cancel),)

    @property
    def moving(self) -> bool:
        """As long as it lasts."""
        return True

    def advance(self, seconds: float) -> None:
        """What was worked out is taken up."""
        super().advance(seconds)
        self._clock += seconds
        if self.thought.done and self.app.top is self:
            self.app.pop()
            self.then(self.thought)

    def leave(self) -> None:
        """Nobody waits any more."""
        self.thought.drop()


HEADS = ("hits", "loses", "of its health", "falls")
"""What the columns are called."""

ABOUT = (
    "Both unhurt and alone, from where they stand. Under other rules it is whoever has the same place in the ready "
    "squad, or the first who can attack from there; if nobody can, the first goes nearer."
)

HIGHEST = 640
"""Pixels of the design that lines may take in a small window; with more sets of rules answers are left out."""

UNABLE = "No way there, and no attack from where they stand."

ASKING = "A moment: the next set of rules is asked."


class CompareScreen(RowsScreen):
    """One set of rules after the other, as each is worked out; the battle's own comes first."""

    title = "Under other rules"
    width = 860

    def __init__(self, app: App, setup: Setup, one: SquadPlace, other: SquadPlace) -> None:
        super().__init__(app)
        self.process = ComparisonProcess(setup, one, other)

    @property
    def waits(self) -> bool:
        """Until every set of rules has been asked."""
        return not self.process.over

    def advance(self, seconds: float) -> None:
        """Take in what the process has told."""
        self.process.look()
        super().advance(seconds)

    def leave(self) -> None:
        """What is not known yet is wanted no more."""
        self.process.stop()

    def rows(self) -> list[PanelRow]:
        """A line of figures for each set of rules, and below it what they come from."""
        rows = self._rows(answers=True)
        return rows if rows_height(rows) <= HIGHEST else self._rows(answers=False)

    def _rows(self, *, answers: bool) -> list[PanelRow]:
        """The same, with what each answer makes of it or without."""
        rows = self.broken(ABOUT, PanelRow("", FAINT, SMALL))
        if self.process.found:
            rows.append(PanelRow("", FAINT, SMALL, columns=HEADS, above=6))
        for found in self.process.found:
            rows += self._under(found, answers=answers)
        if self.process.trouble:
            rows += self.broken(self.process.trouble, PanelRow("", TEXT, above=10))
        elif self.waits:
            rows.append(PanelRow(ASKING, TEXT, above=10))
        return rows

    def _under(self, found: Compared, *, answers: bool) -> Iterator[PanelRow]:
        """What one set of rules makes of it."""
        head = PanelRow(found.rules, TITLE, BODY, "semibold", above=14, ruled=True)
        if found.attack is None:
            yield head
            yield PanelRow(UNABLE, TEXT, SMALL, indent=14)
            return
        yield head._replace(columns=_figures(found.attack))
        attack, small = found.attack, PanelRow("", TEXT, SMALL, indent=14)
        deed = next(tell_attack(attack))
        yield from self.broken(f"{deed} · {attack.cost}" if attack.cost else deed, small)
        best = [f"{each.name} is best: {tell_answer(each, attack.harm_word)}" for each in attack.answers if each.best]
        others = [f"{each.name} {percent(each.hit)}, {each.lost:.1f}" for each in attack.answers if not each.best]
        if answers and (best or others):
            yield from self.broken("Answers: " + "; ".join([*best, *others]), small._replace(tone=FAINT))


def _figures(attack: AttackUnderRules) -> tuple[str, ...]:
    """What stands in the columns."""
    hits, falls = (percent_within(chance, attack.error) for chance in (attack.hit, attack.down))
    return hits, f"{attack.lost:.1f} of {attack.full}", attack.share, falls
