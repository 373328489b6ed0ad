"""What is known of the options of one panel, in figures, and the order in which it puts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.rules.events import Id
from game.rules.questions import AnyOption, Choose
from game.rules.standing import Bar
from game.window.battle.answer_outcomes import Reacting, by_worth, clearly_worse, is_weighed, tell_row, worth_of
from game.window.battle.chance import Chance
from game.window.battle.choice_row import BarLoss
from game.window.battle.folding import members
from game.window.battle.forecast import Forecast


class RowFigures:
    """Figures of the options of a panel, from the odds as far as they are known."""

    def __init__(
        self,
        rows: Callable[[], Sequence[AnyOption]],
        forecast: Forecast | None,
        who: Id | None,
        question: Choose[Any] | None,
        bars: Callable[[Id], Sequence[Bar]],
        name: Callable[[Id], str],
        side: Callable[[Id], str],
        reacts: Callable[[Id], bool],
    ) -> None:
        """``rows``: those whose odds are worked out, in this order; ``who`` has them. ``question``: for reactions."""
        self._rows, self._forecast, self._who, self._question, self._bars = rows, forecast, who, question, bars
        self._asked: tuple[Sequence[AnyOption], Sequence[AnyOption]] = (), ()
        """The rows last asked about, and what is worked out for them: they are asked about in every frame."""
        self.reacting: Reacting | None = None
        """Tells answers to what others do."""
        if question is not None and question.kind == "react" and forecast is not None:
            self.reacting = Reacting(question, self._chance, name, side, reacts)

    def figures(self) -> Mapping[str, str]:
        """The figure of each row by its option's key, as far as it is known: how likely it hits, or else what is lost.

        Where all rows have the same chance it is what is lost.
        """
        told = {row.key: tell_row(row, self._chance, self._who, self._bars) for row in self._rows()}
        firsts = {figures[0] for figures in told.values() if figures}
        lost = len(firsts) == 1 and all(len(figures) > 1 for figures in told.values()) and len(told) > 1
        return {key: figures[1 if lost else 0] for key, figures in told.items() if figures}

    @property
    def figured(self) -> bool:
        """Whether a row has a figure, or is to have one."""
        return self._forecast is not None and any(map(is_weighed, self._rows()))

    @property
    def known(self) -> bool:
        """Whether the odds of all rows are known."""
        return all(self._chance(way) is not None for row in self._rows() for way in members(row))

    def outcome(self, option: AnyOption) -> str:
        """What comes of an answer to what others do, in a few words; empty as long as it isn't known."""
        way = self._best(option) if self.reacting is not None else None
        return self.reacting.outcome(way, self._bars) if self.reacting is not None and way is not None else ""

    def losses(self, option: AnyOption) -> Sequence[BarLoss]:
        """The bars of whom an answer is about, with what it would take of each."""
        if self.reacting is None or (way := self._best(option)) is None:
            return ()
        return self.reacting.losses(way, self._bars)

    def _best(self, row: AnyOption) -> AnyOption | None:
        """Of a row for several ways the one that does the most to the foe it is aimed at; None while unknown."""
        ways = members(row)
        if len(ways) == 1:
            return row
        worth = [worth_of(way, self._chance, self._bars) for way in ways]
        known = [each for each in worth if each is not None]
        return ways[worth.index(max(known))] if len(known) == len(worth) else None

    def best_way(self, row: AnyOption) -> AnyOption:
        """The same, or the first as long as it isn't known."""
        return self._best(row) or members(row)[0]

    def order(self, options: Sequence[AnyOption]) -> Sequence[int] | None:
        """The places of options from what does the most to a foe to the least; of answers to what others do the two
        that change most, the one that leaves things as they are, then the others. None as long as it is not known.
        """
        return (
            self.reacting.order(options, self._bars) if self.reacting else by_worth(options, self._chance, self._bars)
        )

    def worse(self, options: Sequence[AnyOption]) -> frozenset[str]:
        """The keys of ways that another one of them makes pointless; their odds are known."""
        return clearly_worse(options, self._chance, self._who) if self.reacting is None else frozenset()

    def _chance(self, option: AnyOption) -> Chance | None:
        """What is known of the odds of an option."""
        rows = self._rows()
        if rows != self._asked[0]:
            self._asked = rows, self._in_turn(rows)
        return self._forecast.in_turn(option, self._asked[1]) if self._forecast else None

    def _in_turn(self, rows: Sequence[AnyOption]) -> Sequence[AnyOption]:
        """In which order odds are worked out: what comes of doing nothing, each row, then the other ways of rows."""
        question = self._question
        left = question.options.get(question.declines) if question is not None and question.declines else None
        ways = [*(members(row)[0] for row in rows), *(way for row in rows for way in members(row)[1:])]
        return [*([left] if left else ()), *(one for one in ways if is_weighed(one) or self.reacting)]
