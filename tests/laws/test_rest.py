"""What every battle of every ruleset that knows of rest does when another is to follow."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from game.play.resting import rest_after
from game.rules.match import Match
from game.rules.ruleset import BadSetup, HasRest
from game.rules.setup import Recruit
from game.rules.state import Verdict
from tests.laws.cases import Case, cases
from tests.laws.plays import COSTLY, whole

resting_case = pytest.mark.parametrize(
    "case", [case for case in cases() if case.label in COSTLY and isinstance(case.ruleset, HasRest)], ids=str
)


@resting_case
@pytest.mark.parametrize("won", [True, False])
def test_who_has_rested_can_fight_again(case: Case, *, won: bool) -> None:
    first, *others = case.setup.sides
    over = whole(case)
    end = replace(over.state, verdict=Verdict(first.name if won else others[0].name, "it is made so"))
    company = rest_after(Match(case.ruleset, case.setup, over.ground, end), first.name, 7).company
    standing = [
        c for c in (*over.state.combatants.values(), *over.state.gone.values()) if c.side == first.name and c.sheet.up
    ]
    assert len(company) >= len(standing) if won else len(company) == len(standing)
    if company:
        again = case.ruleset.begin(replace(case.setup, sides=(replace(first, squad=company), *others)))
        assert all(c.sheet.up for c in again.on(first.name))
        assert len(list(again.on(first.name))) == len(company)


@resting_case
def test_what_was_lost_in_one_battle_is_lost_in_all_that_follow(case: Case) -> None:
    first, *others = case.setup.sides
    over = whole(case)
    end = replace(over.state, verdict=Verdict(others[0].name, "it is made so"))
    company = rest_after(Match(case.ruleset, case.setup, over.ground, end), first.name, 7).company
    for _ in range(2):
        if not company:
            return
        setup = replace(case.setup, sides=(replace(first, squad=company), *others))
        begun = case.ruleset.begin(setup, over.ground)
        won = replace(begun, verdict=Verdict(first.name, "it is made so"))
        again = rest_after(Match(case.ruleset, setup, over.ground, won), first.name, 7).company
        assert [_lost(each) for each in again] == [_lost(each) for each in company]
        company = again


def _lost(recruit: Recruit) -> tuple[str, ...]:
    return tuple(json.decode(recruit.carried).get("lost", ())) if recruit.carried else ()


@resting_case
@pytest.mark.parametrize("carried", ['{"no such": 1}', '{"lost": ["no such thing"]}', "{", "[]"])
def test_what_does_not_fit_is_named(case: Case, carried: str) -> None:
    first, *others = case.setup.sides
    squad = (Recruit(first.squad[0].unit, carried=carried),)
    with pytest.raises(BadSetup, match=rf"{first.squad[0].unit}: carried: "):
        case.ruleset.begin(replace(case.setup, sides=(replace(first, squad=squad), *others)))
