"""An attack of the battle under one set of rules after the other, worked out beside the window."""

from __future__ import annotations

from collections.abc import Iterator

from game.lab.comparison import AttackUnderRules, Compared, SquadPlace, tell_answer, tell_attack
from game.lab.forecast_process import ComparisonProcess
from game.play.speech import percent, percent_within
from game.rules.setup import Setup
from game.view.widgets.theme import BODY, FAINT, SMALL, TEXT, TITLE
from game.window.loop import App
from game.window.panel_rows import PanelRow, RowsScreen, rows_height

HEADS = ("hits", "loses", "of its health", "falls")
"""What the columns are called."""

ABOUT = (
    "Both unhurt and alone, from where they stand. Under other rules it is whoever has the same place in the ready "
    "squad, or the first who can attack from there."
)

HIGHEST = 640
"""Pixels of the design that lines may take in a small window; with more sets of rules answers are left out."""

OWN_UNABLE = "Whoever has the turn can't attack from there without a move."
UNABLE = "Nobody of the ready squad could attack from there without a move."

WAIT = "A moment: the next set of rules is asked."


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
        for number, found in enumerate(self.process.found):
            rows += self._under(found, UNABLE if number else OWN_UNABLE, answers=answers)
        if self.process.trouble:
            rows += self.broken(self.process.trouble, PanelRow("", TEXT, above=10))
        elif self.waits:
            rows.append(PanelRow(WAIT, TEXT, above=10))
        return rows

    def _under(self, found: Compared, unable: str, *, answers: bool) -> Iterator[PanelRow]:
        """What one set of rules makes of it; ``unable``: what is told where there is no attack."""
        head = PanelRow(found.rules, TITLE, BODY, "semibold", above=14, ruled=True)
        if found.attack is None:
            yield head
            yield PanelRow(unable, TEXT, SMALL, indent=14)
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
