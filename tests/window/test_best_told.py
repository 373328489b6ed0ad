"""What is called best is best by what stands there: of a row's ways, and of the answers to an attack."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import islice
from math import fsum
from random import Random
from typing import Any

import pytest

from game.resources import maps
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import plain_odds, replies
from game.rules.questions import AnyOption, Choose, Option
from game.rules.registry import ruleset
from game.rules.standing import Bar, called
from game.scene.scene import Scene
from game.spatial.space import Space
from game.view.panels.cards import Fact
from game.window.battle import forecast
from game.window.battle.answer_outcomes import RowFigures, ShownBodies, tell_choice, tell_row
from game.window.battle.folding import Folded
from game.window.battle.forecast import Answered, Forecast, read_odds
from game.window.battle.preview import tell_answers, tell_reply, tell_turned
from tests.laws.cases import shipped
from tests.laws.test_replies import ANSWERED, close_positions
from tests.thoughts import Held

BOOKS = sorted(ANSWERED)

MANY = 10
"""Ways of a row, at least."""

POSITIONS = 12
"""Positions of which the one with the most ways is taken."""

ROUNDED = 0.1
"""By how much the difference of two losses may be off that are told to a tenth; chances are told to a hundredth."""

ATTACKS = 20
"""Positions in which the answers to an attack are looked at."""


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weigh a few plays of each option: what is best is asked, not how likely."""
    monkeypatch.setattr(forecast, "SHOWN_LEAVES", 60)
    monkeypatch.setattr(forecast, "SHOWN_SAMPLES", 6)
    monkeypatch.setattr(forecast, "ANSWERED_LEAVES", 60)


def figures_of(figures: Sequence[str]) -> tuple[float, float, float]:
    """The chance to hit, the loss and the chance to fall that are told in figures such as "62 %", "−2.3"."""
    said = ", ".join(figures)
    hit, lost = re.search(r"(?:^|best |hits )(\d+) %", said), re.search(r"−([\d.]+)", said)
    falls = re.search(r"falls (?:over )?(\d+) %", said)
    chance, mean, down = (float(each[1]) if each else 0.0 for each in (hit, lost, falls))
    return chance / 100, mean, down / 100


@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize("name", BOOKS)
def test_a_row_tells_what_its_best_way_comes_to_however_many_it_stands_for(name: str) -> None:
    """The fullest of some positions, with one row for all that can be done to foes."""
    match = max(islice(close_positions(ruleset(name), grounds(), Random(3)), POSITIONS), key=lambda one: len(ways(one)))
    question, held, row = asked(match), Held(), Option("all", Folded(tuple(ways(match))), "All: choose how")
    odds = Forecast(match, question, held)
    bars = partial(bars_of_foes, match)
    told = RowFigures(lambda: (row,), odds, question.who, question, ShownBodies(bars=bars))
    assert len(ways(match)) >= MANY
    for _ in ways(match):
        assert not told.known and not told.figures()
        held.work()
    assert told.known and held.finished == len(ways(match)), "each is worked out once, one at a time"
    line = tell_row(row, odds.chance, question.who, bars)
    assert told.figures() == {row.key: line[0]}
    best = figures_of(line)
    worth: dict[tuple[float, float, float], float] = {}
    for way in ways(match):
        figures = figures_of(tell_choice(way, odds.chance(way), question.who, bars))
        full = sum(bar.full for bar in bars(way.target or Id("")))
        worth[figures] = max(figures[1] + full * figures[2], worth.get(figures, 0.0))
    assert any(best) and worth[best] >= max(worth.values()) - ROUNDED * (1 + full / 10)


@pytest.mark.parametrize("name", BOOKS)
def test_the_best_answer_is_the_best_by_what_is_told_of_it(name: str) -> None:
    """With all told, no answer costs those who give it less than the best; in brief, it says by what it is better than
    none.
    """
    compared, lots = 0, Random(11)
    for match in islice(close_positions(ruleset(name), grounds(), lots), ATTACKS):
        attacks = [way for way in ways(match) if way.verb in match.ruleset.attacks]
        if not attacks:
            continue
        attack, who = lots.choice(attacks), asked(match).who
        plain = plain_odds(match, attack.key, leaves=60, samples=6)
        found = replies(match, plain, leaves=60, samples=6)
        answered = tuple(Answered(one.topic, one.who, one.best, read_odds(one.odds)) for one in found)
        if not any(one.best for one in answered):
            continue
        scene = Scene(match.ruleset, match.setup, match.ground, match.state, tuple(match.state.combatants))
        (best,) = [one for one in answered if one.best][:1]
        costs = [cost(match, tell_reply(one, scene, who, attack.target)) for one in (best, *answered)]
        assert costs[0] <= min(costs) + ROUNDED, (attack.key, answered)
        chance, target = read_odds(plain.odds), attack.target or Id("")
        struck = max(((share, it) for by, it, share in best.chance.hits if by == who), default=(0, target))[1]
        line = tell_answers((best,), scene, who, target, whole=False)[0]
        gain = whole(match, target, chance.loss(target), float(chance.down(target)))
        gain -= whole(match, struck, *figures_of([line.text])[1:])
        red = [fact.text for fact in tell_turned((best,), chance, scene, who, target)]
        for one in match.state.combatants:
            name = called(match.ruleset.standing(match.board, one))
            turned = [re.sub(r".* loses ", "−", text) for text in red if f": {name} loses " in text]
            gain += fsum(whole(match, one, *figures_of([text])[1:]) for text in turned)
        assert gain > -ROUNDED * 2 and ": " in line.text, attack.key
        compared += 1
    assert compared


def cost(match: AnyMatch, facts: Sequence[Fact]) -> float:
    """What is lost by those who answer, as it is told, less what the others lose."""
    total = 0.0
    for who, c in match.state.combatants.items():
        name = called(match.ruleset.standing(match.board, who))
        for fact in facts:
            if fact.text == f"{name} loses on average":
                _, lost, falls = figures_of([f"−{fact.value}"])
                total += whole(match, who, lost, falls) * (-1 if c.side == asked(match).seat else 1)
    return total


def whole(match: AnyMatch, who: Id, lost: float, falls: float) -> float:
    """What is lost, with all of its health for the chance that somebody falls."""
    return lost + match.ruleset.standing(match.board, who).full * falls


def asked(match: AnyMatch) -> Choose[Any]:
    """What waits."""
    assert isinstance(match.pending, Choose)
    return match.pending


def bars_of_foes(match: AnyMatch, who: Id) -> Sequence[Bar]:
    """Those of somebody who is no friend of the side that is asked."""
    foe = match.board.now(who).side != asked(match).seat
    return match.ruleset.standing(match.board, who).bars if foe else ()


def ways(match: AnyMatch) -> list[AnyOption]:
    """All that can be done to foes."""
    return [one for one in asked(match).options.singles if one.target and bars_of_foes(match, one.target)]


def grounds() -> dict[str, Space]:
    """A map to fight on."""
    return {"cellar": Space(shipped(maps() / "cellar.tmx").field)}
