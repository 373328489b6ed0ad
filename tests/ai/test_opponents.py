"""Opponents: lawful, repeatable, fair, and able to give a reason; battles between them end."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import LEVELS, opponent
from game.ai.belief import known_board, known_match
from game.ai.chooser import plannable
from game.ai.scoring import explained, ranked
from game.files.tiled import read_map
from game.play.start import StartRequest, find_file, read_setup
from game.resources import shipped_maps
from game.rules.match import AnyMatch, HouseReferee, Match
from game.rules.odds import SampleSequence
from game.rules.questions import DICE, REFEREE, Answer, Choose, Roll, Seat
from game.rules.registry import ruleset
from game.rules.setup import Setup, SideSetup
from game.spatial.field import Field, Spawn
from game.spatial.space import Space
from tests.rules.battles import begin, brawl, duel
from tests.rulesets.sovereign.kit import Fight

SQUADS = ("first-steps", "skeletons", "bandits", "goblins-and-wolf", "hobgoblins", "cult", "ogres-and-bugbears")


class Fixed:
    """Dice that fall the same way every time."""

    def __init__(self, seed: int) -> None:
        self.lots = SampleSequence(seed)

    def answer(self, match: AnyMatch, question: Any) -> Answer:
        """The next faces."""
        assert isinstance(question, Roll)
        return self.lots.faces(question)


def ends(width: int, height: int) -> tuple[Spawn, ...]:
    """The two ends of a field."""
    west = tuple((x, y) for x in range(1, 4) for y in range(1, height - 1))
    east = tuple((x, y) for x in range(width - 4, width - 1) for y in range(1, height - 1))
    return Spawn("west", "party", west), Spawn("east", "foe", east)


def meadow(party: str, foe: str, field: Field | None = None) -> Setup:
    """Two ready squads on open ground or on a map."""
    squads = ruleset("sovereign").parties()
    sides = (SideSetup("party", squads[party], "The party", True), SideSetup("foe", squads[foe], "Foes"))
    return Setup("sovereign", field or Field(18, 10, spawns=ends(18, 10)), sides)


def fight(setup: Setup, levels: tuple[str, str], seed: int, *, most: int = 6000) -> tuple[AnyMatch, list[Answer]]:
    """Let two opponents play a battle to its end."""
    match: Match[Any, Any] = Match.begin(ruleset("sovereign"), setup, record=False)
    names = [side.name for side in setup.sides]
    seats: dict[str, Any] = {name: opponent(level, Seat(name)) for name, level in zip(names, levels, strict=True)}
    seats[DICE], seats[REFEREE] = Fixed(seed), HouseReferee()
    answers: list[Answer] = []
    while (question := match.pending) is not None:
        answers.append(seats[question.seat].answer(match, question))
        match.answer(answers[-1])
        assert len(answers) < most, "the battle does not end"
    return match, answers


@cache
def shipped(name: str) -> Field:
    """The field of a shipped map."""
    return read_map(next(path for path in shipped_maps() if path.stem == name)).field


@pytest.mark.parametrize("foe", SQUADS)
def test_battles_between_instincts_end(foe: str) -> None:
    match, _ = fight(meadow("old-hands", foe), ("instinct", "instinct"), 3)
    assert match.over and match.ruleset.round_of(match.state) < 60


@pytest.mark.parametrize(
    "name", ["cellar", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("gatehouse", "woodland-road"))]
)
def test_battles_end_on_the_shipped_maps(name: str) -> None:
    match, _ = fight(meadow("hobgoblins", "bandits", shipped(name)), ("instinct", "instinct"), 5)
    assert match.over and match.ruleset.round_of(match.state) < 60


def test_a_battle_of_the_trained_ends() -> None:
    match, _ = fight(meadow("bandits", "bandits"), ("trained", "instinct"), 2)
    assert match.over


def test_the_same_battle_twice_is_the_same() -> None:
    setup = meadow("first-steps", "bandits")
    assert fight(setup, ("instinct", "trained"), 4)[1] == fight(setup, ("instinct", "trained"), 4)[1]


def test_an_instinct_that_comes_late_answers_as_one_that_sat_there() -> None:
    match, answers = fight(meadow("first-steps", "bandits"), ("instinct", "instinct"), 6)
    again: Match[Any, Any] = Match.begin(ruleset("sovereign"), match.setup, record=False)
    for count, answer in enumerate(answers[:60]):
        question = again.pending
        if isinstance(question, Choose) and question.seat == "party" and count % 7 == 0:
            assert opponent("instinct", question.seat).answer(again, question) == answer
        again.answer(answer)


@pytest.mark.parametrize("level", LEVELS)
def test_thinking_leaves_no_trace(level: str) -> None:
    battle = Fight({"edda": (2, 2), "fenn": (2, 4)}, {"orc": ("bugbear", (8, 2)), "elf": ("bugbear", (8, 4))})
    match = battle.match
    before, told = match.state, list(match.events)
    opponent(level, Seat("party")).answer(match, battle.asked)
    assert match.state is before and match.events == told


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_hidden_does_not_change_a_decision(level: str) -> None:
    answers = set()
    for spot in ((14, 8), (16, 3), (20, 10)):
        battle = Fight(
            {"edda": (2, 2), "fenn": (2, 4)},
            {"orc": ("bugbear", (10, 2)), "lurker": ("bugbear", spot)},
            hidden=("lurker",),
        )
        answers.add(opponent(level, Seat("party")).answer(battle.match, battle.asked))
    assert len(answers) == 1


def test_a_guess_holds_nobody_that_the_seat_does_not_know_of() -> None:
    battle = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (10, 2)), "lurker": ("bugbear", (16, 6))}, hidden=("lurker",))
    board = known_board(battle.match, Seat("party"))
    assert set(board.state.combatants) == {"edda", "orc"}
    guess = known_match(battle.match, Seat("party"))
    assert guess is not None and "lurker" not in guess.state.combatants
    assert set(known_board(battle.match, Seat("foes")).state.combatants) == {"edda", "orc", "lurker"}


@pytest.mark.parametrize("level", LEVELS)
def test_an_opponent_says_why(level: str) -> None:
    battle = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (8, 2)), "elf": ("bugbear", (8, 4))})
    mind = opponent(level, Seat("party"))
    answer = mind.answer(battle.match, battle.asked)
    assert mind.reason.splitlines()[0].startswith(f"{answer}: ")


@pytest.mark.parametrize("level", LEVELS)
def test_opponents_play_any_ruleset(level: str) -> None:
    match = begin(brawl())
    seats: dict[str, Any] = {side.name: opponent(level, Seat(side.name)) for side in match.setup.sides}
    seats[DICE], seats[REFEREE] = Fixed(1), HouseReferee()
    for _ in range(400):
        if match.pending is None:
            break
        match.answer(seats[match.pending.seat].answer(match, match.pending))
    assert match.over


def test_a_ruling_is_left_to_the_house() -> None:
    match = begin(duel(stumble="ask"))
    mind = opponent("instinct", REFEREE)
    for _ in range(200):
        question = match.pending
        if question is None or question.seat == REFEREE:
            break
        match.answer((1,) if isinstance(question, Roll) else _blow(question))
    assert isinstance(question, Choose) and mind.answer(match, question) == question.idle


def _blow(question: Choose[Any]) -> str:
    keys = list(question.options.all_keys())
    return next((key for key in keys if key.startswith("strike")), question.idle or keys[0])


def test_unknown_levels_are_named() -> None:
    with pytest.raises(ValueError, match=r"veteran.*instinct, trained"):
        opponent("veteran", Seat("party"))


def test_equals_stay_in_the_order_of_the_advice() -> None:
    advice = {"b": {"harm": 1.0}, "a": {"harm": 1.0}, "c": {"harm": 2.0, "risk": 0.5, "unheard of": 9.0}}
    found = ranked(advice, {"harm": 1.0, "risk": -2.0})
    assert [candidate.key for candidate in found] == ["b", "a", "c"]
    assert explained(found[2:], {"harm": 1.0, "risk": -2.0}) == "c: 1.00 (harm +2.00, risk -1.00)"


def test_what_the_turn_record_hides_does_not_show_either() -> None:
    battle = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (10, 2)), "lurker": ("bugbear", (16, 6))}, hidden=("lurker",))
    state = battle.state
    moved = replace(state.combatants[_id("lurker")], at=(20, 3))
    other = Match(
        ruleset("sovereign"), battle.setup, Space(battle.setup.field),
        replace(state, combatants={**state.combatants, _id("lurker"): moved}), record=False,
    )  # fmt: skip
    asked = other.pending
    assert isinstance(asked, Choose)
    here = opponent("trained", Seat("party")).answer(battle.match, battle.asked)
    assert opponent("trained", Seat("party")).answer(other, asked) == here


def _id(name: str) -> Any:
    return name


@pytest.mark.parametrize("name", ["sovereign", "murdham", "glog", "einfelst", "ingenuity"])
def test_wits_tell_of_the_moment_with_a_door_open(name: str) -> None:
    rules = plannable(ruleset(name))
    setup = read_setup(find_file("gatehouse"), StartRequest("gatehouse", rules=name), even=True)
    match: AnyMatch = Match.begin(rules, setup, record=False)
    door = next(edge.id for edge in setup.field.edges if edge.kind == "door" and edge.state == "closed")
    model: Any = rules.model(known_board(match, Seat("party")), "party")
    then = model.opened(door)
    assert then is not None and then.side == "party" and then.members().keys() == model.members().keys()
    boards = [each.board for each in (model, then)]
    assert [door in board.space.open_edges for board in boards] == [False, True]
    assert boards[1].state.open_edges == tuple(sorted((*boards[0].state.open_edges, door)))
