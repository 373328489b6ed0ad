"""How fast the engine is, beside a yardstick of plain Python timed in the same run: pytest -m nightly -s tests/bench.

Yardstick: adding up a million numbers in a loop, some 30 to 60 ms on one core. What is asserted are ratios to it, with
room for a busy machine; the figures that are printed are this machine's.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import pytest

from game.ai import opponent
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.resources import maps
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.odds import odds
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import ruleset
from game.rules.setup import Setup
from game.spatial.space import Space
from tests.rulesets.sovereign.kit import Fight
from tests.seats import play

pytestmark = pytest.mark.nightly


def plain_loop() -> int:
    """The yardstick."""
    total = 0
    for number in range(1_000_000):
        total += number
    return total


def took(work: Callable[[], object], times: int) -> float:
    """Processor seconds of one go, the median of several: other work on the machine counts little."""
    spans = []
    for _ in range(times):
        start = process_time()
        work()
        spans.append(process_time() - start)
    return median(spans)


@pytest.fixture(scope="module")
def yardstick() -> float:
    """Seconds of the plain loop."""
    return took(plain_loop, 9)


def in_a_melee() -> AnyMatch:
    """Four against four, somebody about to strike."""
    party = {"annora": (5, 4), "bennett": (5, 5), "colette": (3, 4), "daegal": (3, 6)}
    foes = {f"w{n}": ("skeletal-warrior", (6, 3 + n)) for n in range(4)}
    fight = Fight(party, foes)
    fight.play("annora")
    return fight.match


def four_a_side_on(name: str) -> tuple[Setup, Space]:
    """The sample party against itself, four a side, on a shipped map."""
    setup = quick_setup(read_map(maps() / name), ruleset("sovereign"), party="first-steps", foes="first-steps")
    return setup, Space(setup.field)


def battle(setup: Setup, ground: Space, level: str, seed: int) -> int:
    """Play one battle to its end; gives the number of answers."""
    match: AnyMatch = Match.begin(ruleset("sovereign"), setup, ground, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent(level, Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(seed), HouseReferee()
    return play(match, seats)


def tell(what: str, seconds: float, yardstick: float) -> float:
    """Print a figure and give its ratio to the yardstick."""
    ratio = seconds / yardstick
    print(f"\n{what}: {seconds * 1e6:,.0f} microseconds, {ratio:.4f} of the yardstick ({yardstick * 1e3:.0f} ms)")
    return ratio


def test_a_fork(yardstick: float) -> None:
    match = in_a_melee()
    seconds = took(lambda: [match.fork().pending for _ in range(500)], 9) / 500
    assert tell("a fork, up to its question", seconds, yardstick) < 1 / 500


def test_odds_of_one_attack(yardstick: float) -> None:
    match = in_a_melee()
    seconds = took(lambda: odds(match, "strike w1 short-sword"), 9)
    assert tell("odds of one attack", seconds, yardstick) < 1


def test_a_turn_of_each_level(yardstick: float) -> None:
    for level, most in (("instinct", 0.5), ("trained", 40.0)):
        match = in_a_melee()
        question: Any = match.pending
        assert isinstance(question, Choose)
        seat = opponent(level, question.seat)
        seconds = took(lambda match=match, seat=seat, question=question: seat.answer(match, question), 5)  # type: ignore[misc]
        assert tell(f"an answer of {level}", seconds, yardstick) < most


@pytest.mark.parametrize("rules", ["sovereign", "murdham"])
def test_finding_an_answer_beside_writing_the_menu(rules: str) -> None:
    """Every option of a menu that nobody has looked at is found for a fraction of what all of it takes."""
    setup = quick_setup(read_map(maps() / "gatehouse.tmx"), ruleset(rules))
    match: AnyMatch = Match.begin(ruleset(rules), setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(3), HouseReferee()
    shares: list[float] = []
    while (question := match.pending) is not None and len(shares) < 40:
        if isinstance(question, Choose) and question.kind == "act" and len(question.options) > 40:
            menus = [match.fork().pending for _ in range(6)]
            keys = [question.options.families[0].sample.key, question.options[0].key, question.options.singles[-1].key]
            whole = took(lambda menus=menus: list(menus.pop().options), 3)  # type: ignore[misc]
            one = took(lambda menus=menus, keys=keys: menus.pop().options.find(keys.pop()), 3)  # type: ignore[misc]
            shares.append(one / whole)
        match.answer(seats[question.seat].answer(match, question) or "")
    print(f"\n{rules}: an answer found in {median(shares):.3f} of the time that its menu takes")
    assert median(shares) < 0.15


def test_battles_in_a_second(yardstick: float) -> None:
    setup, ground = four_a_side_on("cellar.tmx")
    for seed in range(20):  # lines of sight are worked out as they are met: the first battles on a map pay for them
        battle(setup, ground, "instinct", seed)
    answers: list[int] = []
    start = process_time()
    for seed in range(20, 60):
        answers.append(battle(setup, ground, "instinct", seed))
    seconds = process_time() - start
    print(f"\n{len(answers) / seconds:.1f} battles and {sum(answers) / seconds:,.0f} answers a second")
    assert tell("a battle of four a side", seconds / len(answers), yardstick) < 12
