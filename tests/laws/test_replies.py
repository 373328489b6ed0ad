"""Each reply's figures are those of playing that reply, and of no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.files.scenario import quick_setup
from game.rules import registry
from game.rules.match import AnyMatch, Match
from game.rules.odds import Odds, Replied, odds, plain_odds, replies
from game.rules.questions import Choose, Option
from game.rules.ruleset import AnyRuleset, BadSetup
from game.spatial.field import Cell
from game.spatial.space import Space
from tests.laws.cases import Reckless, shipped
from tests.rules.battles import installed

LEAVES, SAMPLES = 60, 6
"""Plays of a tree of dice that is weighed whole, and of one that is larger, which is not compared."""

EACH = 4
"""Members of a side."""


LATER = 30
"""Answers by lot at most before the position: some are hurt by then, some have spent what they had."""


@pytest.fixture(scope="module")
def grounds() -> dict[str, Space]:
    """The maps that are fought on, worked out once."""
    return {name: Space(shipped(resources.maps() / f"{name}.tmx").field) for name in ("cellar", "woodland-road")}


def close_positions(rules: AnyRuleset, grounds: dict[str, Space], lots: Random) -> Iterator[AnyMatch]:
    """Battles without end whose members begin about one spot, at a turn of somebody's after some answers by lot."""
    squads = list(rules.parties().values())
    while True:
        name, ground = lots.choice(sorted(grounds.items()))
        setup = quick_setup(shipped(resources.maps() / f"{name}.tmx"), rules)
        spots = about(ground, lots)
        sides = tuple(
            replace(side, squad=tuple(replace(one, at=spots.pop()) for one in lots.choice(squads)[:EACH]))
            for side in setup.sides
        )
        try:
            match: AnyMatch = Match.begin(rules, replace(setup, sides=sides), ground)
        except BadSetup:  # no room for somebody large
            continue
        seat = Reckless(lots.randint(0, 10_000))
        left = lots.randint(0, LATER)
        while (question := match.pending) is not None:
            left -= 1
            if left < 0 and isinstance(question, Choose) and question.kind == "act":
                yield match
                break
            match.answer(seat.answer(match, question))


def about(ground: Space, lots: Random) -> list[Cell]:
    """Cells about a spot, in any order, enough for everybody."""
    everywhere = [(x, y) for y in range(ground.height) for x in range(ground.width) if ground.standable((x, y))]
    x, y = lots.choice(everywhere)
    found = sorted(everywhere, key=lambda at: max(abs(at[0] - x), abs(at[1] - y)))[: 3 * EACH]
    lots.shuffle(found)
    return found


def played(match: AnyMatch, answer: str, reply: Replied) -> Odds:
    """What an answer leads to if the reply is given wherever it may be, by everybody else nothing but consent."""
    return odds(match, answer, reply=lambda _, question: said(question, reply), leaves=LEAVES, samples=SAMPLES)


def said(question: Choose[Any], reply: Replied) -> str:
    """What is answered: the reply by whoever gives it; "agree" where that one asks it of another (murdham, A-59)."""
    offered = {option.key: option for option in question.options} if question.kind == "react" else {}
    if reply.key in offered and question.who == reply.who and topic_of(question, offered[reply.key]) == reply.topic:
        return reply.key
    if "agree" in offered and reply.key.startswith("hide") and reply.key.endswith(f" {question.who}"):
        return "agree"
    return question.idle or question.options[0].key


def topic_of(question: Choose[Any], option: Option[Any]) -> str:
    return option.topic or question.topic


def compare(rules: AnyRuleset, grounds: dict[str, Space], lots: Random, positions: int) -> Counter[str]:
    """Compare every reply to one attack in each of so many positions; gives how many there were by topic."""
    compared, found = Counter[str](), 0
    for match in close_positions(rules, grounds, lots):
        if found == positions:
            return compared
        question = match.pending
        assert isinstance(question, Choose)
        attacks = [o for o in question.options.singles if o.verb in rules.attacks and o.target]
        if not attacks:
            continue
        key = lots.choice(attacks).key
        found += 1
        plain = plain_odds(match, key, leaves=LEAVES, samples=SAMPLES)
        for reply in replies(match, plain, leaves=LEAVES, samples=SAMPLES):
            whole = played(match, key, reply) if not reply.odds.sampled else None
            if whole is not None and not whole.sampled:
                assert dict(reply.odds.chances) == dict(whole.chances), f"{rules.name}: {key} answered with {reply.key}"
                assert reply.odds.faces == whole.faces
            assert sum(share for _, share in reply.odds.chances) == 1
            assert reply.odds.chances != plain.odds.chances, "a reply that changes nothing is none"
            compared[reply.topic] += 1
    return compared


ANSWERED = {
    "glog": {"splinter", "retaliation"},
    "einfelst": {"dodge", "parry"},
    "ingenuity": {"dodge", "block", "parry", "intercept", "fortify", "resist"},
    "sovereign": {"total defense", "snap attack"},
    "murdham": {"dodge", "counter", "guard", "hide behind", "omen"},
}
"""Reactions that a plain run must have met, by game."""

LOTS = {"glog": 41, "ingenuity": 49, "sovereign": 47}
"""By which positions of a game are drawn that meet them all among a few, where the usual ones do not."""

POSITIONS, FEW = 12, {"sovereign": 3}
"""How many are compared in a plain run, and of games whose trees of dice are the largest."""

with installed():
    GAMES = tuple(name for name in registry.names())


@pytest.mark.parametrize("name", GAMES)
def test_a_reply_is_what_comes_of_playing_it(name: str, grounds: dict[str, Space]) -> None:
    compared = compare(registry.ruleset(name), grounds, Random(LOTS.get(name, 40)), FEW.get(name, POSITIONS))
    assert ANSWERED.get(name, set()) <= set(compared), compared


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_times(name: str, grounds: dict[str, Space]) -> None:
    assert compare(registry.ruleset(name), grounds, Random(1000), 1000)
