"""Ingenuity judged again: every reader of its events, each of its part."""

from __future__ import annotations

from tests.referee.ingenuity_answers import Answers
from tests.referee.ingenuity_deeds import Actions
from tests.referee.ingenuity_harm import Harm
from tests.referee.ingenuity_turns import Order, Pools
from tests.referee.ingenuity_ways import Walks
from tests.referee.judging import Fact, Fought, Referee


class IngenuityReferee(Referee):
    """Judges a battle by the chapter on combat and its rulings: several readers, each of its part."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        harm = Harm(fought)
        self.parts = (Order(fought), Pools(fought), Actions(fought), Walks(fought), harm, Answers(fought, harm))
        for part in self.parts:
            part.judged, part.objections, part.rolled = self.judged, self.objections, self.rolled

    def see(self, fact: Fact) -> None:
        for part in self.parts:
            part.where = self.where
            part.see(fact)
