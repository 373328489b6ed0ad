"""What is known of the options of one panel, in figures, and the order in which it puts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.rules.events import Id
from game.rules.questions import AnyOption, Choose
from game.rules.standing import Bar
from game.view.widgets.theme import BODY, SMALL, Typography
from game.window.battle.answer_button import BarLoss
from game.window.battle.answer_outcomes import Reacting, by_worth, is_weighed, tell_row, worth_of
from game.window.battle.chance import Chance
from game.window.battle.folding import members
from game.window.battle.forecast import Forecast

USUAL = "100 %, −10.0, falls 100 %"
"""Figures as long as most: a list keeps so much room for those that are still worked out."""


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

    def tell(self, option: AnyOption) -> Sequence[str]:
        """What is known of an option; of one row for several what the best of them comes to."""
        if self.reacting is not None:
            way = self._best(option)
            told = self.reacting.tell(way) if way is not None else ""
            return (f"at best {told}" if way is not option else told,) if told else ()
        return tell_row(option, self._chance, self._who, self._bars)

    def awaited(self, option: AnyOption) -> bool:
        """Whether figures of an option are still to come."""
        return self._forecast is not None and any(is_weighed(way) and not self._chance(way) for way in members(option))

    def losses(self, option: AnyOption) -> Sequence[BarLoss]:
        """The bars of whom an answer is about, with what it would take of each."""
        if self.reacting is None or (way := self._best(option)) is None:
            return ()
        return self.reacting.losses(way, self._bars)

    def _best(self, row: AnyOption) -> AnyOption | None:
        """Of a row for several answers the one that does the most to the foe it is aimed at; None while unknown."""
        ways = members(row)
        if len(ways) == 1:
            return row
        worth = [worth_of(way, self._chance, self._bars) for way in ways]
        known = [each for each in worth if each is not None]
        return ways[worth.index(max(known))] if len(known) == len(worth) else None

    def order(self, options: Sequence[AnyOption]) -> Sequence[int] | None:
        """The places of options from what does the most to a foe to the least; None as long as it is not known."""
        return by_worth(options, self._chance, self._bars)

    def room(self, look: Typography, figures: Sequence[str], *, tall: bool) -> int:
        """Pixels that figures take, those still to come included; ``tall``: below the labels."""
        size = SMALL if tall else BODY
        usual = [USUAL] if self._forecast is not None and any(map(is_weighed, self._rows())) and not tall else []
        return max((look.width(figure, size, "semibold") for figure in (*figures, *usual)), default=0)

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
