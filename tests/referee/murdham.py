"""Murdham judged again: rounds, turns and walks; attacks, reactions and damage; what harm and fear lead to."""

from __future__ import annotations

from tests.referee.judging import Fact, Fought, Referee
from tests.referee.murdham_harm import HarmReferee
from tests.referee.murdham_nerve import NerveReferee
from tests.referee.murdham_saves import SaveReferee
from tests.referee.murdham_turns import TurnReferee

BENCH = (TurnReferee, HarmReferee, SaveReferee, NerveReferee)
"""Who judges what: each reads the whole battle for its own part of the rules."""


class MurdhamReferee(Referee):
    """Judges a battle by the chapter on combat and its rulings."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.bench = [kind(fought) for kind in BENCH]

    def see(self, fact: Fact) -> None:
        """Show it to everybody on the bench, and note what they say."""
        for judge in self.bench:
            judge.where = self.where
            if self.rolled:
                judge.rolled.extend(self.rolled)
            judge.see(fact)
            self.judged.update(judge.judged)
            self.objections.extend(judge.objections)
            judge.judged.clear()
            judge.objections.clear()
        self.rolled.clear()
