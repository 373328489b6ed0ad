"""Opponents: lawful, repeatable, fair, able to give a reason in words; also where a game gives no advice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from game.ai import LEVELS, opponent
from game.ai.belief import known_board, known_match
from game.ai.chooser import plannable
from game.ai.fallback import BODY, SHUT, STEP, WON, Fallback, Heuristic, StepDistances
from game.ai.scoring import COMMON, TOLD, Candidate, explained, in_words, leaning, order_in_words, ranked
from game.files.tiled import read_map
from game.lab.arena import wilson
from game.play.dice import SeededDice
from game.play.start import StartRequest, find_file, read_setup
from game.resources import shipped_maps
from game.rules.match import AnyMatch, HouseReferee, Match
from game.rules.odds import SampleSequence
from game.rules.questions import DICE, REFEREE, Answer, Choose, Roll, Seat
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset, HasPlanningModel
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import Verdict
from game.rules.table import Board
from game.rules.weights import ORDER, POSITIONS, Weights, Words, read_weights, read_words
from game.spatial.field import Edge, Field, Spawn
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


# --- What speaks for an answer has words that a player understands, in every game ---

SHIPPED = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")


def wordless(weights: Weights, words: Words) -> list[str]:
    """What answers are weighed by, and orders, that have no words."""
    tables = {name: table for name, table in weights.items() if name != POSITIONS}
    orders = [name for name in tables if name.startswith(ORDER)]
    names = dict.fromkeys([*(name for table in tables.values() for name in table), *orders])
    return [name for name in names if name not in words and name not in COMMON]


def test_these_are_the_games_that_tell_something_to_plan_by() -> None:
    assert set(SHIPPED) <= set(names())


@pytest.mark.parametrize("name", SHIPPED)
def test_everything_that_answers_are_weighed_by_has_words(name: str) -> None:
    rules = plannable(ruleset(name))
    assert wordless(rules.weights, rules.words) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_no_words_are_kept_for_what_is_not_weighed(name: str) -> None:
    rules = plannable(ruleset(name))
    weighed = {feature for table, found in rules.weights.items() if table != POSITIONS for feature in found}
    assert set(rules.words) <= weighed | set(rules.weights)
    assert not {feature for feature, said in rules.words.items() if COMMON.get(feature) == said}


@pytest.mark.parametrize("name", SHIPPED)
def test_what_trained_weighs_is_told_only_where_it_departs_from_the_options(name: str) -> None:
    weights = plannable(ruleset(name)).weights
    assert not {feature for feature, points in weights["trained"].items() if weights["options"].get(feature) == points}


def test_a_game_says_it_in_its_own_words_where_it_has_them() -> None:
    assert in_words({}, "harm") == "harm to foes"
    assert in_words({"harm": "scratches"}, "harm") == "scratches"
    assert in_words({}, "unheard of") == "unheard of"
    assert order_in_words({}, "press on") == "its side presses on, and danger counts for less"
    assert order_in_words({}, "sing") == "its side goes by the order to sing"


def test_words_stand_beside_the_weights_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text('[options]\nglee = 2.0\n[words]\nglee = "joy"\n')
    assert read_weights(file) == {"options": {"glee": 2.0}}
    assert read_words(file) == {"glee": "joy"}
    file.write_text('[options]\nglee = "much"\n')
    assert read_words(file) == {}
    with pytest.raises(ValueError, match=r"weights\.toml: Expected `float`"):
        read_weights(file)
    file.write_text("[words]\nglee = 1.0\n")
    with pytest.raises(ValueError, match=r"weights\.toml: Expected `str`"):
        read_words(file)


def test_weights_without_options_and_orders_without_positions_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("[trained]\nglee = 2.0\n")
    with pytest.raises(ValueError, match=r"weights\.toml: the table \[options\] is missing; add it"):
        read_weights(file)
    file.write_text('[options]\nglee = 2.0\n["order sing"]\nglee = 2.0\n')
    with pytest.raises(ValueError, match=r"weights\.toml: \[order sing\] is an order, and without \[positions\]"):
        read_weights(file)
    file.write_text('[options]\nglee = 2.0\n["order sing"]\nglee = 2.0\n[positions]\n')
    assert read_weights(file)["order sing"] == {"glee": 2.0}


def test_the_weightiest_terms_are_told_and_the_slight_ones_left_out() -> None:
    feature_weights = {"harm": 10.0, "exposed": -4.0, "far": -1.0, "steps": -0.1, "acts": 0.001}
    weighty = Candidate("strike", 4.0, {"far": 2.0, "harm": 1.0, "exposed": 1.0, "steps": 9.0, "acts": 1.0})
    assert leaning(weighty, feature_weights).terms == (("harm", 10.0), ("exposed", -4.0), ("far", -2.0))
    slight = Candidate("strike", 10.0, {"harm": 1.0, "steps": 1.0})
    assert leaning(slight, feature_weights).terms == (("harm", 10.0),)


@pytest.mark.parametrize("level", LEVELS)
def test_an_opponent_has_considered_what_it_answers(level: str) -> None:
    fight = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (8, 2)), "elf": ("bugbear", (8, 4))})
    mind = opponent(level, Seat("party"))
    answer = mind.answer(fight.match, fight.asked)
    leanings = mind.considered.leanings
    assert leanings[0].key == answer
    assert 1 < len(leanings) <= TOLD
    assert [each.points for each in leanings] == sorted((each.points for each in leanings), reverse=True)
    assert leanings[0].terms


def test_a_glance_leaves_no_trace() -> None:
    fight = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (8, 2))})
    other = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (3, 2))})
    mind = opponent("instinct", Seat("party"))
    mind.answer(fight.match, fight.asked)
    before = mind.considered, mind.reason
    glanced = mind.glance(other.match, other.asked)
    assert glanced.leanings and glanced != before[0]
    assert (mind.considered, mind.reason) == before


# --- The mind for games that give no advice: it beats lots in every game, and says what it tried ---

LONGEST = 20_000
"""Answers within which every battle has to end."""

ADVICE = ("advise", "worth", "weights")


class RandomPlayer:
    """Answers by lot, each option as likely as any other; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def answer(self, match: AnyMatch, question: Any) -> Answer:
        """Any option."""
        assert isinstance(question, Choose)
        key: str = question.options[self._random.randrange(len(question.options))].key
        return key


class Unadvised:
    """A ruleset with its advice taken away."""

    def __init__(self, rules: AnyRuleset) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        if name in ADVICE:
            raise AttributeError(name)
        return getattr(self._rules, name)


def yard() -> Setup:
    """The ready squads of the duel, one of the thieves in ambush, on a small field."""
    west, east = (tuple((x, y) for x in xs for y in range(8)) for xs in (range(3), range(5, 8)))
    squads = DUEL.parties()
    sides = (SideSetup("party", squads["heroes"], party=True), SideSetup("foe", squads["rogues"]))
    return Setup("duel", Field(8, 8, spawns=(Spawn("west", "party", west), Spawn("east", "foe", east))), sides)


def fights(rules: AnyRuleset, setup: Setup, battles: int, seed: int) -> Iterator[bool]:
    """Battles in pairs against lots, sides swapped; for each whether the fallback has won."""
    ground = Space(setup.field)
    start = rules.begin(setup, ground)
    sides = [Seat(side.name) for side in setup.sides]
    for number in range(battles):
        mine, other = sides if number % 2 == 0 else sides[::-1]
        seats: dict[Seat, Any] = {mine: opponent("instinct", mine), other: RandomPlayer(seed + number)}
        seats[DICE], seats[REFEREE] = SeededDice(seed + number // 2), HouseReferee()
        match: AnyMatch = Match(rules, setup, ground, start, record=False)
        for _ in range(LONGEST):
            question = match.pending
            if question is None:
                break
            match.answer(seats[question.seat].answer(match, question))
        assert match.state.verdict is not None, f"battle {number} does not end"
        yield match.state.verdict.winner == mine


def test_the_duel_gives_no_advice_and_the_large_games_do() -> None:
    plain: AnyRuleset = DUEL
    assert not isinstance(plain, HasPlanningModel)
    for name in ("sovereign", "murdham"):
        assert isinstance(ruleset(name), HasPlanningModel) and not isinstance(
            Unadvised(ruleset(name)), HasPlanningModel
        )


def test_it_beats_lots_in_the_duel() -> None:
    won = sum(fights(DUEL, yard(), 24, 1))
    assert won / 24 > 0.95, won


@pytest.mark.nightly
def test_it_beats_lots_in_the_duel_over_and_over() -> None:
    won = sum(fights(DUEL, yard(), 400, 1000))
    print(f"duel: {won} of 400, {wilson(won, 400)}")
    assert won / 400 > 0.95, won


@pytest.mark.nightly
@pytest.mark.parametrize("map_", ["woodland-road", "gatehouse"])
@pytest.mark.parametrize("name", ["sovereign", "murdham"])
def test_it_beats_lots_in_the_large_games_without_their_advice(name: str, map_: str) -> None:
    rules: Any = Unadvised(ruleset(name))
    setup = read_setup(find_file(map_), StartRequest(map_, rules=name), even=True)
    won = sum(fights(rules, setup, 6, 50))
    print(f"{name} on {map_}: {won} of 6")
    assert won >= 5, won


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_tries_things_out_where_there_is_no_advice(level: str) -> None:
    match = begin(duel())
    question: Any = match.pending
    mind, plain = opponent(level, question.seat), Fallback(question.seat)
    assert mind.answer(match, question) == plain.answer(match, question)
    assert mind.reason == plain.reason


def test_it_steps_up_to_strike() -> None:
    match = begin(duel(ada=(1, 1), orc=(4, 1)))
    question: Any = match.pending
    mind = Fallback(question.seat)
    answer = str(mind.answer(match, question))
    assert answer.startswith("move 3,")
    told = mind.reason.splitlines()[0]
    assert told.startswith(f"{answer}: +") and "plays" in told and "Orc" in told, "and says with what it reckons"


def test_the_only_way_is_taken_though_dice_fall_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(duel())
    question: Any = match.pending
    mind, (blow,) = Fallback(question.seat), [o.key for o in question.options.singles if o.key.startswith("strike ")]
    monkeypatch.setattr(Fallback, "_options", lambda *_: [blow])
    assert mind.answer(match, question) == blow
    assert mind.reason.startswith(f"{blow}: ")


def test_it_thinks_alike_twice_and_leaves_the_battle_alone() -> None:
    match = begin(brawl())
    question: Any = match.pending
    before, told = match.state, list(match.events)
    answers = {
        (mind.answer(match, question), mind.reason) for mind in (Fallback(question.seat), Fallback(question.seat))
    }
    assert len(answers) == 1
    assert match.state is before and match.events == told


def test_an_act_that_brings_nothing_is_not_made() -> None:
    field = Field(9, 3, edges=(Edge("wall", (4, 0), (4, 3), "wall"),))
    sides = (
        SideSetup("red", (Recruit("knight", "Ada", (3, 1)),), party=True),
        SideSetup("blue", (Recruit("thief", "Orc", (4, 1)),)),
    )
    match = begin(Setup("duel", field, sides))
    question: Any = match.pending
    mind = Fallback(question.seat)
    assert mind.answer(match, question) == "end", "nobody can be reached: a step there and back is for nothing"
    assert mind.reason.splitlines()[0] == "end: +0.00 (1 play)"


def test_who_has_won_says_nothing_while_somebody_must_be_in_hiding() -> None:
    match = begin(duel())
    state = match.state
    orc = next(c for c in state.combatants.values() if c.side == "blue")
    hidden = replace(
        state, combatants={**state.combatants, orc.id: replace(orc, sheet=replace(orc.sheet, hidden=True))}
    )
    far: AnyMatch = Match(DUEL, match.setup, match.ground, hidden, record=False)
    question: Any = far.pending
    mind = Fallback(question.seat)
    mind.answer(far, question)
    assert mind.reason and f"{WON:.0f}" not in mind.reason


def test_a_position_is_worth_what_is_left_of_everybody() -> None:
    match = begin(duel())
    prospect, board = Heuristic(DUEL, match.setup, Seat("red")), match.board
    known = prospect.foes(board)
    assert prospect.worth(board, known) == pytest.approx(-STEP), "one against one, a step away"
    orc = known[0]
    half = replace(orc, sheet=replace(orc.sheet, hp=orc.sheet.profile.hp // 2))
    less = replace(board.state, combatants={**board.state.combatants, orc.id: half})
    lost = 1 - BODY - (1 - BODY) * half.sheet.hp / half.sheet.profile.hp
    assert prospect.worth(Board(less, match.setup, match.ground), known) == pytest.approx(lost - STEP)
    gone = replace(board.state, combatants={who: c for who, c in board.state.combatants.items() if who != orc.id})
    assert prospect.worth(Board(gone, match.setup, match.ground), known) == pytest.approx(1 - STEP), "no further away"
    won = Board(replace(gone, verdict=Verdict("red", "")), match.setup, match.ground)
    assert prospect.worth(won, known) == WON


def test_ways_go_round_walls_and_through_doors_at_a_price() -> None:
    wall, door = Edge("wall", (2, 0), (2, 3), "wall"), Edge("door", (2, 3), (2, 4), "door")
    round_it = Space(Field(4, 4, edges=(wall,)))
    assert StepDistances().steps(round_it, (1, 0), (2, 0)) == 7, "down, a step across on the straight, and up"
    shut = Space(Field(4, 4, edges=(wall, door)))
    assert StepDistances().steps(shut, (1, 0), (2, 0)) == 7 + SHUT
    assert StepDistances().steps(shut.with_open(frozenset({"door"})), (1, 0), (2, 0)) == 7
