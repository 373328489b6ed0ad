"""What is kept between questions is what would be found anew."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import pytest

from game.ai import opponent
from game.ai.belief import known_board
from game.ai.planner import Planner
from game.ai.scoring import Candidate, TemperedWeights
from game.ai.valuation import AttackCache
from game.files.quick import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.resources import maps
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.spatial.places import ZonePlace
from game.spatial.space import Space
from rulesets.murdham import RULESET
from rulesets.murdham.mind import actions, attacks, damage, view
from rulesets.murdham.play.cost import Special, approaches, price
from rulesets.murdham.play.geometry import fits, held, holders
from rulesets.murdham.play.moving import SPECIALS, ways
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard


def plain(board: MurdhamBoard, me: Body, halves: int, special: Special) -> dict[ZonePlace, int]:
    """What the places within so many half-zones cost, the rules asked at every step."""
    cost: dict[ZonePlace, int] = {}
    queue: list[tuple[int, int, ZonePlace]] = [(0, 0, me.at)]
    while queue:
        spent, _, here = heappop(queue)
        if here in cost:
            continue
        cost[here] = spent
        for there in board.space.zones.halves(here):
            more = price(board, me, there, special)
            if more is None or spent + more > halves or not fits(board, me, there):
                continue
            if not approaches(board, me, here, there):
                heappush(queue, (spent + more, len(cost) * 1000 + len(queue), there))
    del cost[me.at]
    return cost


@pytest.mark.parametrize("name", ["gatehouse", "cellar"])
def test_ways_and_holds_are_those_of_the_battle_as_it_stands(name: str) -> None:
    setup = quick_setup(read_map(maps() / f"{name}.tmx"), RULESET)
    match: AnyMatch = Match.begin(RULESET, setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(5), HouseReferee()
    found = 0
    for number in range(150):
        question: Any = match.pending
        if question is None:
            break
        board = match.board
        special = ("", *SPECIALS)[number % 7]
        for c in board.state.combatants.values():
            there = ways(board, c, 4, special)
            costs = {place: sum(price(board, c, step, special) or 99 for step in way) for place, way in there.items()}
            assert costs == plain(board, c, 4, special)
            for place, way in there.items():
                assert way[-1] == place
                steps = zip((c.at, *way), way, strict=False)
                assert all(after in board.space.zones.halves(before) for before, after in steps)
            assert held(board, c.id) == any(holders(board, c.id))
            found += len(there)
        match.answer(seats[question.seat].answer(match, question) or "")
    assert found > 5000


def forget(space: Space) -> None:
    """All that advice of earlier moments has left."""
    for known in (space.kept, damage.stats_of.known, damage._alike):
        known.clear()
    for found in (attacks._replied, actions._words, damage.blow, damage.terms, view.opening):
        found.cache_clear()


def advised(name: str, every: int, *, anew: bool) -> list[list[Candidate]]:
    """Plans, prospects and dangers at every few questions of a battle; ``anew``: with all forgotten before each."""
    setup = quick_setup(read_map(maps() / f"{name}.tmx"), RULESET)
    match: AnyMatch = Match.begin(RULESET, setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(8), HouseReferee()
    feature_weights, found, attack_cache = RULESET.weights["options"], [], AttackCache()
    forget(match.ground)
    for number in range(400):
        question: Any = match.pending
        if question is None:
            break
        if number % every == 0 and isinstance(question, Choose) and question.kind != "ruling":
            if anew:
                forget(match.ground)
                attack_cache = AttackCache()
            model = RULESET.model(known_board(match, question.seat), str(question.seat))
            found.append(Planner(model, TemperedWeights(feature_weights), attack_cache).candidates(question))
        match.answer(seats[question.seat].answer(match, question) or "")
    return found


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("gatehouse", 29),
        *(pytest.param(name, 9, marks=pytest.mark.nightly) for name in ("gatehouse", "cellar", "woodland-road")),
    ],
)
def test_advice_from_what_is_kept_is_the_advice_of_one_who_knows_nothing_yet(name: str, every: int) -> None:
    kept, anew = (advised(name, every, anew=anew) for anew in (False, True))
    assert sum(map(len, kept)) > 40
    for before, after in zip(kept, anew, strict=True):
        assert [each.key for each in before] == [each.key for each in after]
        for one, other in zip(before, after, strict=True):
            assert one.score == pytest.approx(other.score) and dict(one.features) == pytest.approx(other.features)
