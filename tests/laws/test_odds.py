"""Odds of every ruleset: whole, repeatable, and without trace."""

from __future__ import annotations

from fractions import Fraction

from game.rules.odds import odds
from game.rules.questions import Choose
from tests.laws.cases import Case
from tests.laws.plays import every_case, look, seen

MOST = 5
"""Options of a battle that are weighed; each may be a large tree."""


@every_case
def test_odds_are_whole_and_weighing_leaves_no_trace(case: Case) -> None:
    weighed = 0
    for index, match in enumerate(look(case)):
        question = match.pending
        if weighed == MOST:
            break
        if not isinstance(question, Choose):
            continue
        blow = next((o.key for o in question.options.singles if o.target is not None), None)
        if blow is None and index % 4:
            continue
        answer = blow or question.options[0].key
        weighed += 1
        before = seen(match)
        found = odds(match, answer, leaves=400, samples=60)
        assert sum((p for _, p in found.chances), Fraction(0)) == 1
        assert all(p > 0 for _, p in found.chances)
        for who in found.touched():
            lost, bars = found.by_bar(who), match.ruleset.standing(match.board, who).bars
            assert sum((mean for mean, _ in lost), Fraction(0)) == found.mean_harm(who)
            assert all(most <= bar.spare for (_, most), bar in zip(lost, bars, strict=True))
        assert found.sampled or 1 <= found.faces <= 400
        assert odds(match, answer, leaves=400, samples=60) == found
        assert seen(match) == before
    assert weighed
