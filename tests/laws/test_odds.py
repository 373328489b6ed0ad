"""Odds of every ruleset: whole, repeatable, and without trace."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from game.rules.odds import odds
from game.rules.questions import Choose
from tests.laws.cases import Case
from tests.laws.plays import every_case, look, seen

MOST = 5
"""Options of a battle that are weighed; each may be a large tree."""

OF_A_SORT = 2
"""Options with one verb that are weighed of a battle."""


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


@every_case
def test_what_dice_decide_about_somebody_has_a_chance_to_show(case: Case) -> None:
    """What is aimed at another on one's turn hits, harms, fells or leaves its mark on somebody, one way at least."""
    met: Counter[str] = Counter()
    for match in look(case):
        question = match.pending
        if not isinstance(question, Choose) or question.kind != "act":
            continue
        for option in question.options.singles:
            if option.target in (None, question.who) or met[option.verb] == OF_A_SORT:
                continue
            found = odds(match, option.key, leaves=60, samples=20)
            met[option.verb] += found.faces > 1
            told = any(ends.attacks or ends.losses or ends.down or ends.notes for ends, _ in found.chances)
            assert told or found.faces == 1, f"{option.label}: dice are rolled, and no chance stands beside it"
