"""Temperaments of each member, and orders that the trained choose for their side's turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from game.ai import LEVELS, MINDS, lookahead, opponent
from game.ai.chooser import FED_UP, PATIENCE, Instinct
from game.ai.fallback import StepDistances
from game.ai.lookahead import AS_EVER, MOST, Trained, orders_of
from game.ai.planner import Planner
from game.ai.rollouts import RolloutDice, Rollouts
from game.ai.scoring import TemperedWeights, table_of, times
from game.lab.habits import Posture, PostureObserver
from game.play.dice import SeededDice
from game.play.seating import tell_temperament, temperament_of
from game.play.start import StartRequest, setup_of
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.planning_model import Effect, ExpectedOutcome, ExpectedThreat, Member
from game.rules.questions import DICE, REFEREE, Choose, Roll, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import BadSetup, HasPlanningModel
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.weights import PLAIN, TASTES, Temperament, read_tastes
from game.spatial.field import Field
from rulesets.sovereign import RULESET
from tests.ai.strip import FOE, ME, PAL, Strip, advise, asking, strip
from tests.ai.strip import TASTES as WEIGHTS
from tests.rulesets.sovereign.kit import Fight, ground

BOOKS = ("sovereign", "murdham", "glog", "einfelst", "ingenuity")
"""The rulesets with AIs that plan."""

DANGER = [ExpectedThreat(strip(4, 6), 0.35, 0.0)]
"""What the foe may do to whoever stands near it."""

SCRATCH = (ExpectedOutcome((Effect(FOE, hurt=0.2),)),)
"""What a blow does to it."""


@dataclass
class Tempered(Strip):
    """A strip on which some have temperaments."""

    likings: dict[Id, Temperament] = field(default_factory=dict)

    def members(self) -> Mapping[Id, Member]:
        """Everybody, with what they like."""
        return {who: it._replace(temperament=self.likings.get(who, PLAIN)) for who, it in super().members().items()}


def planner_of(always: Temperament | None = None, **likings: Temperament) -> Planner:
    """Somebody three steps from a dangerous foe, and a friend."""
    named = {Id(who): liking for who, liking in likings.items()}
    model = Tempered({ME: 2, FOE: 5, PAL: 2}, danger=DANGER, outs=SCRATCH, budget=(2, 1), pace=2, likings=named)
    return Planner(model, TemperedWeights({**WEIGHTS, "far": -0.9}, always))


def first(planner: Planner, who: Id = ME) -> str:
    """The best thing to do."""
    return next(iter(advise(planner, asking(who=who))))


def test_the_file_has_a_table_for_each_temperament_and_each_says_something_else() -> None:
    assert set(TASTES) == set(get_args(Temperament))
    assert not TASTES[PLAIN].factors
    assert len({taste.likes for taste in TASTES.values()}) == len(TASTES)
    assert all(taste.factors for name, taste in TASTES.items() if name != PLAIN)


def test_each_factor_is_of_a_feature_that_some_game_weighs() -> None:
    weighed = set[str]()
    for name in BOOKS:
        rules = ruleset(name)
        assert isinstance(rules, HasPlanningModel)
        weighed |= set(table_of(rules.weights, "trained"))
    assert {feature for taste in TASTES.values() for feature in taste.factors} <= weighed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[plain]\nlikes = 'all'\n", r"likings\.toml: the table \[cautious\] is missing"),
        ("[brave]\nlikes = 'all'\n", r"likings\.toml: Invalid enum value 'brave'"),
        ("[plain\n", r"likings\.toml: "),
    ],
)
def test_a_file_with_mistakes_is_told_by_its_name(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "likings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        read_tastes(path)


def test_what_a_temperament_makes_of_the_weights_is_made_once() -> None:
    weights = TemperedWeights({"exposed": -10.0, "task": 40.0})
    assert weights.of(PLAIN) is weights.common
    assert weights.of("cautious") is weights.of("cautious")
    assert weights.of("cautious") == {"exposed": -10.0 * TASTES["cautious"].factors["exposed"], "task": 40.0}
    assert TemperedWeights(weights.common, "bold").of("cautious") == weights.of("bold")


def test_members_of_one_side_plan_each_by_its_own() -> None:
    planner = planner_of(me="berserk", pal="cautious")
    assert first(planner) == "strike foe" or first(planner).startswith("go 4,0")
    assert not first(planner, PAL).startswith("go 4,0"), "a friend in the same place is afraid of the same foe"
    assert first(planner_of("cautious", me="berserk")) == first(planner_of(me="cautious")), (
        "all have that which is given"
    )


def test_the_points_told_are_those_it_went_by() -> None:
    for liking in get_args(Temperament):
        planner = planner_of(me=liking)
        weights = planner.weighed_by(asking())
        assert weights == planner.weights.of(liking)
        for candidate in planner.candidates(asking()):
            assert candidate.score == pytest.approx(
                fsum(weights.get(name, 0.0) * amount for name, amount in candidate.features.items())
            )


def test_reactions_go_by_the_temperament_of_whoever_is_asked_and_picks_by_none() -> None:
    planner = planner_of(me="berserk")
    scores = {candidate.key: candidate.score for candidate in planner.candidates(asking("react"))}
    factor = TASTES["berserk"].factors["lost"]
    assert scores["take it"] == pytest.approx(0.5 * WEIGHTS["lost"] * factor)
    assert planner.weighed_by(asking("react", None)) is planner.weights.common
    assert planner.weighed_by(asking("pick", None)) is planner.weights.common


# -- in the games


def fight_of(rules: str, *foes: Recruit) -> AnyMatch:
    """A hero of a game against some."""
    setup = setup_of(StartRequest("woodland-road", rules=rules))
    party, foe = setup.sides
    sides = (replace(party, squad=party.squad[:1]), replace(foe, squad=foes))
    return Match.begin(ruleset(rules), replace(setup, sides=sides, objectives=()))


CREATURES = {
    "sovereign": ("wolf", "bandit", "zealot"),
    "murdham": ("wolf", "bandit", "zealot"),
    "glog": ("wolf", "bandit", "fanatic"),
    "einfelst": ("wolf", "robber", "boar"),
    "ingenuity": ("wolf", "brigand", "boar"),
}
"""One that is bold, one that is plain, one that is berserk, by game."""


@pytest.mark.parametrize("rules", BOOKS)
def test_creatures_bring_theirs_and_a_recruit_may_have_another(rules: str) -> None:
    wolf, plain, mad = CREATURES[rules]
    match = fight_of(rules, Recruit(wolf), Recruit(plain), Recruit(mad), Recruit(wolf, temperament="cautious"))
    found = [temperament_of(match.ruleset, match.board, c.id) for c in match.state.combatants.values()]
    assert found == ["plain", "bold", "plain", "berserk", "cautious"]


@pytest.mark.parametrize("rules", BOOKS)
def test_there_is_a_creature_of_each_temperament(rules: str) -> None:
    units = list(ruleset(rules).roster())
    found = set[Temperament]()
    for start in range(0, len(units), 20):
        match = fight_of(rules, *map(Recruit, units[start : start + 20]))
        found |= {temperament_of(match.ruleset, match.board, who) for who in match.state.combatants}
    assert found == set(get_args(Temperament))


def test_a_player_is_told_what_a_creature_likes_and_nothing_of_the_plain() -> None:
    match = fight_of("glog", Recruit("wolf"), Recruit("bandit"))
    hero, wolf, bandit = match.state.combatants
    assert (
        tell_temperament(match.ruleset, match.board, wolf)
        == f"Bold, where the computer plays it: {TASTES['bold'].likes}"
    )
    assert (
        tell_temperament(match.ruleset, match.board, hero) == tell_temperament(match.ruleset, match.board, bandit) == ""
    )


def test_a_game_whose_units_have_none_says_so(duel_installed: None) -> None:
    sides = (SideSetup("red", (Recruit("knight", temperament="bold"),)), SideSetup("blue", (Recruit("thief"),)))
    with pytest.raises(BadSetup, match="knight: temperament: units of these rules have none; leave it out"):
        ruleset("duel").begin(Setup("duel", Field(8, 4), sides))


@pytest.mark.parametrize("rules", BOOKS)
def test_in_the_same_places_the_wild_end_in_more_danger_than_the_wary(rules: str) -> None:
    """Every turn of a battle as each would plan it: what foes could do where that ends."""
    setup = setup_of(StartRequest("woodland-road", rules=rules))
    match: AnyMatch = Match.begin(ruleset(rules), setup)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats |= {DICE: SeededDice(7), REFEREE: HouseReferee()}
    likings: tuple[Temperament, ...] = ("berserk", "bold", "plain", "cautious")
    danger, far = (dict.fromkeys(likings, 0.0) for _ in range(2))
    turns = 0
    while (question := match.pending) is not None and turns < 60:
        if isinstance(question, Choose) and question.kind == "act" and not question.about:
            turns += 1
            for liking in likings:
                best = Instinct(question.seat, temperament=liking).candidates(match, question)[0]
                danger[liking] += best.features.get("exposed", 0.0)
                far[liking] += best.features.get("far", 0.0)
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
    assert danger["bold"] >= danger["plain"] >= danger["cautious"]
    assert danger["berserk"] + danger["bold"] > 2 * danger["cautious"]
    assert far["berserk"] <= far["plain"] <= far["cautious"]


def test_where_a_turn_ends_is_counted_in_steps_and_foes_in_reach() -> None:
    match = fight_of("glog", Recruit("bandit"), Recruit("wolf"))
    (hero,), (bandit, wolf) = ([c.id for c in match.state.on(side)] for side in ("party", "foe"))
    observer, ways = PostureObserver(match.ruleset, {"foe": None, "party": "bold"}), StepDistances()
    mine, its = (observer.see(match.board, who, attacked=who == hero) for who in (hero, bandit))
    assert mine is not None and its is not None
    assert (mine[0], its[0]) == ("bold", "plain"), "the one that is given, and its own"
    assert (mine[1].attacking, its[1].attacking) == (1, 0)
    here, there, beside = (match.board.now(who).at for who in (hero, bandit, wolf))
    steps = ways.steps(match.board.space, here, there)
    assert its[1].to_foe == steps and mine[1].to_foe == min(steps, ways.steps(match.board.space, here, beside))
    assert (mine[1].befriended, mine[1].to_friend, mine[1].in_reach) == (0, 0, 0)
    assert (its[1].befriended, its[1].to_friend) == (1, ways.steps(match.board.space, there, beside))
    close = Posture()
    for _ in range(2):
        close.add(its[1])
    assert (close.turns, close.to_foe) == (2, 2 * steps)


def test_levels_take_a_temperament_for_all_their_members() -> None:
    match = fight_of("glog", Recruit("bandit"), Recruit("bandit-archer"))
    while isinstance(match.pending, Roll):
        match.answer((10,) * 1)
    question = match.pending
    assert isinstance(question, Choose)
    for level in ("novice", "instinct", "trained"):
        assert opponent(level, Seat(str(question.seat)), "bold").answer(match, question) is not None


# --- Orders: how the trained choose one for their side's turn, and the plays that they choose by ---

HALL = ground(*["." * 24] * 5)


def test_every_level_says_what_it_is() -> None:
    assert list(MINDS) == list(LEVELS)


def test_orders_are_the_tables_named_so() -> None:
    weights = {"options": {}, "positions": {}, "order press on": {"exposed": 0.5}, "trained": {}}
    assert orders_of(weights) == {AS_EVER: {}, "press on": {"exposed": 0.5}}
    assert orders_of({"options": {}, "positions": {}}) == {AS_EVER: {}}


def test_an_order_multiplies_what_it_names() -> None:
    assert times({"harm": 2.0, "exposed": -1.0}, {"exposed": 3.0, "unheard of": 2.0}) == {"harm": 2.0, "exposed": -3.0}


def test_a_level_without_a_table_of_its_own_weighs_as_instinct_does() -> None:
    fight = Fight({"gisela": (2, 2)}, {"orc": ("bugbear", (3, 2))})
    found = [Instinct(Seat("party"), table).candidates(fight.match, fight.asked) for table in ("", "nobody's")]
    assert found[0] == found[1]


def test_the_trained_weigh_by_their_own_table() -> None:
    fight = Fight({"gisela": (2, 2)}, {"hale": ("bandit", (3, 2)), "hurt": ("bugbear", (1, 2))})
    fight.sheet_of("hurt", hp=8)  # of 15: its courage fails before it can do anything
    scores = {
        level: {c.key: c.score for c in Instinct(Seat("party"), table).candidates(fight.match, fight.asked)}
        for level, table in (("instinct", ""), ("trained", "trained"))
    }
    assert scores["instinct"].keys() == scores["trained"].keys()
    assert scores["instinct"] != scores["trained"]


def test_the_order_of_the_round_is_chosen_once_and_told() -> None:
    fight = Fight({"annora": (2, 2), "bennett": (2, 3)}, {"orc": ("bugbear", (20, 2))}, field=HALL, fresh=True)
    question: Any = fight.match.pending
    while question.seat in (DICE, REFEREE):
        fight.match.answer(tuple(8 for _ in sides_of(question.dice)) if question.seat == DICE else question.idle)
        question = fight.match.pending
    mind = Trained(question.seat)
    mind.answer(fight.match, question)
    told = mind.reason.splitlines()[-1]
    assert told.startswith("order: ") and all(name in told for name in orders_of(RULESET.weights))
    mind.answer(fight.match, question)
    assert mind.reason.splitlines()[-1] == told


def test_nobody_goes_by_an_order_to_wait_once_waiting_has_gone_on_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (20, 2))}, field=HALL)

    def weighed(still: int) -> set[str]:
        mind = Trained(Seat("party"))
        monkeypatch.setattr(mind._stillness, "rounds", lambda now, members: still)
        mind.answer(fight.match, fight.asked)
        return {name for _, name in mind._weighed}

    assert weighed(PATIENCE) == set(orders_of(RULESET.weights))
    assert weighed(PATIENCE + FED_UP) == {AS_EVER, "press on"}


def test_a_play_leaves_the_battle_alone_and_can_be_had_again() -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (8, 2))}, field=HALL)
    state = fight.match.state
    plays = Rollouts(fight.match, Seat("party"), RULESET.weights["positions"])
    values = [plays.value(number, Instinct(Seat("party"), "trained")) for number in (0, 1, 0, 1)]
    assert values[:2] == values[2:]
    assert fight.match.state is state


def test_of_a_battle_that_is_decided_nothing_is_played() -> None:
    party = {name: (2, y) for y, name in enumerate(("annora", "bennett", "gisela", "edda"))}
    fight = Fight(party, {"orc": ("bugbear", (8, 2))}, field=HALL)
    fight.sheet_of("orc", hp=1)
    mind = Trained(Seat("party"))
    mind.answer(fight.match, fight.asked)
    assert "order" not in mind.reason


@pytest.mark.parametrize(("answers", "plays"), [(1, 1), (100_000, MOST)])
def test_each_order_is_played_and_two_of_them_as_often_as_answers_allow(
    monkeypatch: pytest.MonkeyPatch, answers: int, plays: int
) -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (8, 2))}, field=HALL)
    played: Counter[Instinct] = Counter()

    class Counted(Rollouts):
        def value(self, number: int, mind: Instinct) -> float:
            played[mind] += 1
            return super().value(number, mind)

    monkeypatch.setattr(lookahead, "Rollouts", Counted)
    monkeypatch.setattr(lookahead, "ANSWERS", answers)
    Trained(Seat("party")).answer(fight.match, fight.asked)
    assert sorted(played.values()) == [*[1] * (len(orders_of(RULESET.weights)) - 2), plays, plays]


@pytest.mark.parametrize(
    ("press_on", "chosen"),
    [
        ([90.0, -30.0, -30.0, -40.0], "as ever"),  # one lucky play is not enough
        ([9.0, 2.0, 2.0, 3.0], "as ever"),  # nor is a little
        ([90.0, 30.0, 30.0, 30.0], "press on"),
    ],
)
def test_an_order_is_taken_that_is_better_by_enough_in_what_was_played_most(
    monkeypatch: pytest.MonkeyPatch, press_on: list[float], chosen: str
) -> None:
    fight = Fight({"annora": (2, 2)}, {"orc": ("bugbear", (8, 2))}, field=HALL)
    names = {str(order): name for name, order in orders_of(RULESET.weights).items()}
    values = {"as ever": [0.0] * MOST, "press on": press_on, "hold back": [8.0] * MOST}

    class Told(Rollouts):
        def value(self, number: int, mind: Instinct) -> float:
            return values.get(names[str(mind._order)], [-50.0] * MOST)[number]

    monkeypatch.setattr(lookahead, "Rollouts", Told)
    monkeypatch.setattr(lookahead, "ANSWERS", 100_000)
    assert RULESET.weights["positions"]["as ever"] > 4.0
    mind = Trained(Seat("party"))
    mind.answer(fight.match, fight.asked)
    assert mind.reason.splitlines()[-1].startswith(f"order: {chosen}")


def test_the_same_roll_falls_the_same_whatever_was_rolled_before() -> None:
    mine, theirs = Roll("d20", "attack", Id("me")), Roll("d20", "attack", Id("it"))
    first, second = RolloutDice(3), RolloutDice(3)
    second.faces(theirs)
    assert [first.faces(mine) for _ in range(3)] == [second.faces(mine) for _ in range(3)]


@pytest.mark.parametrize("dice", ["d20", "2d6", "d4"])
def test_few_plays_show_the_range_of_the_dice(dice: str) -> None:
    roll = Roll(dice, "attack", Id("me"))
    shown = [RolloutDice(number).faces(roll) for number in range(8)]
    assert all(1 <= face <= sides for faces in shown for face, sides in zip(faces, sides_of(dice), strict=True))
    for die, sides in enumerate(sides_of(dice)):
        assert {2 * (faces[die] - 1) // sides for faces in shown} == {0, 1}
