"""Whoever is in hiding leaves no trace in a picture: the frame of a position, and that of it without those in hiding.

Battles are played by lot on shipped maps and in a house with a dark strip, half of everybody in ambush. Where a side is
asked that does not know of all, a window is opened on the position and another on the one without those of whom it does
not know. Log, options and portraits are compared besides the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.files.scenario import quick_setup
from game.play.folders import state_folder
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.play.workers import BackgroundThread, PendingResult
from game.rules import registry
from game.rules.match import AnyMatch, Match, OutOfStep
from game.rules.questions import Choose, Seat
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.setup import Setup
from game.rules.state import State
from game.spatial.space import Space
from game.window.ambience import Ambience
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.window import open_app
from tests.laws.cases import Reckless, shipped
from tests.laws.test_secrecy import RULESETS, Position, others_ways, unseen
from tests.window.test_secrecy import _difference, _shot, _told

MAPS = ("cellar", "gatehouse", "woodland-road", "night-ford")

ANSWERS = 120
"""Answers of a battle that are looked at."""

BY_DAY, AT_NIGHT = 2, 120
"""Positions of each book."""


def ambush(rules: AnyRuleset, seed: int) -> tuple[Setup, Space]:
    """A battle on a shipped map, every other of each side in ambush."""
    lots, name = Random(seed), MAPS[seed % len(MAPS)]
    setup = quick_setup(shipped(resources.maps() / f"{name}.tmx"), rules)
    squads, sides = list(rules.parties().values()), []
    for side in setup.sides:
        squad = lots.choice(squads)[:5]
        hidden = tuple(replace(each, hidden=number % 2 == 1) for number, each in enumerate(squad))
        sides.append(replace(side, squad=hidden))
    return replace(setup, sides=tuple(sides)), Space(setup.field)


def positions(rules: AnyRuleset) -> Iterator[Position]:
    """Questions of sides that do not know of everybody, some at the start of a battle, others further on."""
    for seed in range(10_000):
        setup, ground = ambush(rules, seed)
        try:
            match: AnyMatch = Match.begin(rules, setup, ground)
        except BadSetup:  # no room for so many
            continue
        seat, random, taken = Reckless(seed), Random(seed), 0
        for number in range(ANSWERS):
            question = match.pending
            if question is None or taken > 2:
                break
            if isinstance(question, Choose) and question.seat in {side.name for side in setup.sides}:
                unknown = unseen(match, question.seat)
                if unknown and random.random() < (0.5 if number < 10 else 0.1):
                    taken += 1
                    yield Position(match, question, unknown)
            match.answer(seat.answer(match, question))


def again(match: AnyMatch, state: State[Any, Any]) -> AnyMatch:
    """A battle gone on with from its checkpoint, or from one like it."""
    return Match(match.ruleset, match.setup, match.ground, state, match.since)


def without(position: Position) -> AnyMatch | None:
    """The position without those of whom nobody knows; None if the battle goes otherwise without them."""
    match, seat = position.match, Seat(position.question.seat)
    state = match.checkpoint
    left = {who: c for who, c in state.combatants.items() if who not in position.unknown}
    other = again(match, replace(state, combatants=left))
    try:
        asked = other.pending
    except OutOfStep:
        return None
    wanted = (position.question.seat, position.question.kind, position.question.who)
    if not isinstance(asked, Choose) or (asked.seat, asked.kind, asked.who) != wanted:
        return None
    met = [set(each.ruleset.seen_by(each.board, seat)) for each in (match, other)]
    alike = met[0] == met[1] and position.ways == others_ways(other, seat)
    return other if alike and all(match.board.now(who).at == other.board.now(who).at for who in met[0]) else None


def frame(app: App, match: AnyMatch, seat: str, name: str) -> Pilot:
    """A window on a battle, as the person of a side finds it who opens it."""
    seats = {Seat(each.name): HUMAN if each.name == seat else Player("ai", "instinct") for each in match.setup.sides}
    app.ambience = Ambience()  # flames and who acts move by its time
    app.replace(BattleScreen(app, Session(match, seats, 5, "seeded", state_folder("autosaves") / name), None))
    return Pilot(app)


def compare(app: App, one: AnyMatch, other: AnyMatch, seat: str) -> None:
    """Fail unless both look the same in the first frame, and when the question is open.

    Where it need not be asked, as where one answer alone is left, the battle goes on with the others, who know of those
    in hiding: then both go on.
    """
    for steps in (0, 4):
        found: list[tuple[dict[str, Any], bytes, Any]] = []
        went_on: list[bool] = []
        for number, match in enumerate((one, other)):
            pilot, answers = frame(app, match, seat, f"{number}.save"), len(match.history)
            app.sounds.heard.clear()
            for _ in range(steps):
                pilot.step()
            went_on.append(len(match.history) > answers)
            told = _told(pilot)
            found.append((told, _shot(pilot), app.surface.copy()))
        assert went_on[0] == went_on[1], f"the question is asked of {seat} in one of them"
        if went_on[0]:
            return
        (told, shot, picture), (told_too, shot_too, picture_too) = found
        for key in told:
            assert told[key] == told_too[key], f"{key} differs for {seat} in frame {steps}"
        assert shot == shot_too, f"pixels differ for {seat} in frame {steps}: {_difference(picture, picture_too)}"


def check(app: App, name: str, many: int) -> int:
    """Compare so many positions of a ruleset."""
    rules = registry.ruleset(name)
    pairs = ((position, other) for position in positions(rules) if (other := without(position)) is not None)
    count = 0
    for position, other in islice(pairs, many):
        compare(app, again(position.match, position.match.checkpoint), other, position.question.seat)
        count += 1
    return count


@pytest.fixture
def window(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """A window in which all that is thought about is thought at once."""

    def at_once(self: BackgroundThread, work: Any) -> PendingResult[Any]:
        thought: PendingResult[Any] = PendingResult(work)
        thought.run()
        return thought

    monkeypatch.setattr(BackgroundThread, "ask", at_once)
    opened = open_app(Preferences(speed=8.0, hints=False, warn_end=False, reactions="ask"), (1024, 640))
    yield opened
    opened.window.destroy()


@pytest.mark.parametrize("name", RULESETS)
def test_a_picture_is_the_same_without_those_in_hiding(window: App, name: str) -> None:
    assert check(window, name, BY_DAY) == BY_DAY


@pytest.mark.nightly
@pytest.mark.parametrize("name", RULESETS)
def test_many_pictures_are_the_same_without_those_in_hiding(window: App, name: str) -> None:
    assert check(window, name, AT_NIGHT) == AT_NIGHT
