"""How quickly a replay goes back in a long battle, beside playing it again: pytest -m nightly -s tests/bench.

What is asserted are ratios in one run; the figures that are printed are this machine's.
"""

from __future__ import annotations

from functools import partial

import pytest

from game.ai import opponent
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.dice import SeededDice
from game.play.recording import Recording, RecordingCheckpoints, play_to, recorded
from game.play.seating import Player
from game.resources import maps
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.registry import ruleset
from game.scene.playhead import Playhead
from tests.bench.test_engine_bench import plain_loop, took
from tests.seats import play

pytestmark = pytest.mark.nightly

PART = 0.2
"""Of the time that it takes to play a battle again up to a point, going back to that point may take so much."""


@pytest.fixture(scope="module")
def long() -> Recording:
    """A battle of some hundred answers, fought by AIs to its end."""
    rules = ruleset("einfelst")
    setup = quick_setup(read_map(maps() / "woodland-road.tmx"), rules)
    match: AnyMatch = Match.begin(rules, setup)
    seats: dict[Seat, Answerer] = {DICE: SeededDice(3), REFEREE: HouseReferee()}
    seats.update((Seat(side.name), opponent("instinct", Seat(side.name))) for side in setup.sides)
    play(match, seats)
    return recorded(match, {Seat(side.name): Player("ai", "instinct") for side in setup.sides}, "seeded", "long")


def test_going_back_is_a_small_part_of_playing_it_again(long: Recording) -> None:
    course = RecordingCheckpoints(long)
    read = took(lambda: course.read(1000), 1)
    assert course.whole
    match = long.begun()
    head = Playhead(match, None)
    last = len(long.beats) - 1

    def anew(beat: int) -> None:
        again = long.begun()
        play_to(again, long, beat)
        Playhead(again, None).skip()

    def back(beat: int) -> None:
        play_to(match, long, beat)
        head.return_to(course.before(beat)[1])
        head.skip()

    yardstick = took(plain_loop, 5)
    print(f"\n{len(long.history)} answers: {read * 1000:.0f} ms; a plain loop: {yardstick * 1000:.0f} ms")
    for beat in (last - 1, last * 3 // 4, last // 2):
        play_to(match, long, last)
        whole, step = took(partial(anew, beat), 3), took(partial(back, beat), 9)
        assert head.scene.state == match.state
        print(f"back to beat {beat}: {step * 1000:.1f} ms, played again {whole * 1000:.0f} ms, {step / whole:.3f}")
        assert step < PART * whole
