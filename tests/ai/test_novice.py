"""Novice: a beginner's mistakes, as often as they are said to be made, the same in the same battle; and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.ai import novice, opponent
from game.ai.belief import known_board
from game.ai.chooser import Instinct, plannable
from game.ai.novice import HEEDLESS, HESITANT, Novice, WanderingAttention
from game.ai.planner import Planner
from game.ai.scoring import MISTAKES, TemperedWeights, table_of
from game.ai.turns import squared_distance
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.decision_log import DecisionLog, explain_decision
from game.play.dice import SeededDice
from game.rules.events import Id
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.planning_model import Act, Member, PlanningModel
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.registry import ruleset
from tests.rulesets.sovereign.kit import Fight

BOOKS = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")

FEW = 3
"""Recruits of a side."""

LONGEST = 300
"""Answers of a battle that are looked at."""

DANGERS = frozenset({"exposed", "late", "risk", "spared"})
"""Features of what foes may do to somebody on its way and where it ends."""

NAMES = re.compile(r"(\w[\w ]*) [+-]\d")
"""What an AI's reasons call features."""

Position = tuple[AnyMatch, Choose[object]]
"""A battle, and the question to a side that it waits for."""


@cache
def positions(rules: str, seed: int, level: str = "instinct") -> tuple[Position, ...]:
    """The questions to the sides of a small battle that an AI plays against itself."""
    setup = quick_setup(read_map(resources.maps() / "woodland-road.tmx"), ruleset(rules))
    setup = replace(setup, sides=tuple(replace(side, squad=side.squad[:FEW]) for side in setup.sides))
    match: AnyMatch = Match.begin(ruleset(rules), setup, record=False)
    sides = tuple(Seat(side.name) for side in setup.sides)
    seats: dict[Seat, Answerer] = {side: opponent(level, side) for side in sides}
    seats[DICE], seats[REFEREE] = SeededDice(seed), HouseReferee()
    found = []
    for _ in range(LONGEST):
        question = match.pending
        if question is None:
            break
        if question.seat in sides:
            fork = match.fork()
            assert isinstance(fork.pending, Choose)
            found.append((fork, fork.pending))
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
    return tuple(found)


def model_of(match: AnyMatch, question: Choose[object]) -> PlanningModel:
    """What the side that is asked is told to plan by."""
    return plannable(match.ruleset).model(known_board(match, question.seat), str(question.seat))


def err(monkeypatch: pytest.MonkeyPatch, **shares: float) -> None:
    """Have beginners err so much, and in nothing else."""
    for name in ("danger", "target", "fixation", "reaction", "hesitation"):
        monkeypatch.setattr(novice, name.upper(), shares.get(name, 0))


def moment_of(match: AnyMatch, model: PlanningModel) -> WanderingAttention:
    """What a beginner thinks of at a question."""
    return WanderingAttention(match.ruleset.round_of(match.state), model)


@pytest.mark.parametrize("rules", BOOKS)
def test_the_same_moment_gets_the_same_answer_and_it_is_an_option(rules: str) -> None:
    for match, question in positions(rules, 3, "novice")[::3]:
        answer = Novice(question.seat).answer(match, question)
        assert question.options.get(str(answer)) is not None
        again = Match(match.ruleset, match.setup, match.ground, match.checkpoint, match.since, record=False)
        assert isinstance(again.pending, Choose)
        assert Novice(question.seat).answer(again, again.pending) == answer, question.why


@pytest.mark.parametrize("rules", BOOKS)
def test_who_makes_no_mistake_and_minds_friends_answers_like_instinct(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    err(monkeypatch)
    monkeypatch.setattr(novice, "HEEDLESS", {})
    for match, question in positions(rules, 5)[::2]:
        beginner = Novice(question.seat)
        assert beginner.answer(match, question) == Instinct(question.seat).answer(match, question)
        assert not beginner.considered.mistakes


@pytest.mark.parametrize("rules", BOOKS)
def test_a_forgotten_reaction_is_let_be_and_nothing_else_is(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    err(monkeypatch, reaction=1)
    forgotten = 0
    for match, question in (each for seed in (3, 5) for each in positions(rules, seed)):
        beginner = Novice(question.seat)
        answer = beginner.answer(match, question)
        forgets = question.kind == "react" and bool(question.idle) and question.idle == question.declines
        assert beginner.considered.mistakes == (("reaction",) if forgets else ())
        assert answer == question.idle or not forgets
        forgotten += forgets
    assert forgotten


@pytest.mark.parametrize("rules", BOOKS)
def test_danger_that_is_not_seen_counts_nothing(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    err(monkeypatch)
    monkeypatch.setattr(WanderingAttention, "careless", lambda *_: (1 << 4000) - 1)
    minded = set()
    for match, question in positions(rules, 3)[::2]:
        if model_of(match, question).turn_of(question) is not None:
            assert not counted(Novice(question.seat), match, question) & DANGERS
            minded |= counted(Instinct(question.seat), match, question) & DANGERS
    assert "exposed" in minded, "Instinct minds it in the same places"


def counted(mind: Instinct, match: AnyMatch, question: Choose[object]) -> set[str]:
    """The features that count for something with what an AI considers most."""
    mind.answer(match, question)
    return {name for line in mind.reason.splitlines() for name in NAMES.findall(line)}


@pytest.mark.parametrize("rules", BOOKS)
def test_who_hangs_back_is_afraid_and_in_no_hurry_and_else_weighs_as_instinct(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = table_of(plannable(ruleset(rules)).weights, "options")
    used = []

    class Watched(Planner):
        def __init__(self, model: PlanningModel, weights: TemperedWeights, *others: Any) -> None:
            used.append(weights.common)
            super().__init__(model, weights, *others)

    monkeypatch.setattr(novice, "Planner", Watched)
    for hesitation, factors in ((0, HEEDLESS), (1, HESITANT)):
        err(monkeypatch, hesitation=hesitation)
        for match, question in positions(rules, 3)[::9]:
            if model_of(match, question).turn_of(question) is not None:
                Novice(question.seat).answer(match, question)
                assert used.pop() == {name: points * factors.get(name, 1.0) for name, points in usual.items()}


@pytest.mark.parametrize("rules", BOOKS)
def test_who_does_not_think_of_a_target_attacks_another_and_sees_the_nearest(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrowed, usual = 0, novice.TARGET
    for match, model, me, acts in turns(rules):
        could, here = attacked(model, me.side, acts), model.middle(me.id, me.spot)
        far = {it: squared_distance(here, model.middle(it, model.members()[it].spot)) for it in could}
        for share in (1.0, usual):
            with monkeypatch.context() as patch:
                err(patch, target=share)
                attention = moment_of(match, model)
                kept = attention.acts(model, me, acts)
            struck = attacked(model, me.side, kept)
            assert [act for act in acts if act in kept] == kept, "in their order"
            assert not could or min(far, key=lambda it: far[it]) in struck, "nobody stands idle for it"
            assert all(attacked(model, me.side, [act]) for act in acts if act not in kept)
            assert attention.ignored or struck == could
            narrowed += share == 1.0 and attention.ignored
    assert narrowed


@pytest.mark.parametrize("rules", BOOKS)
def test_who_has_one_kind_of_attack_in_mind_does_all_else_and_one_kind_at_least(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    err(monkeypatch, fixation=1)
    minded = set()
    narrowed = 0
    for match, model, me, acts in turns(rules):
        attention = moment_of(match, model)
        kept = attention.acts(model, me, acts)
        assert [act for act in acts if act in kept] == kept, "in their order"
        could, does = kinds(model, me.side, acts), kinds(model, me.side, kept)
        assert len(does) == min(len(could), 1)
        assert all(act in kept for act in acts if not kinds(model, me.side, [act]) - does), "and all of that kind"
        assert attention.fixed == (len(could) > 1)
        again = moment_of(match, model)
        assert again.acts(model, me, kept) == kept, "of fewer kinds, when others are out of reach, it is the same"
        minded |= does
        narrowed += attention.fixed
    assert narrowed
    assert len(minded) > 1, "not always the same"


def kinds(model: PlanningModel, side: str, acts: list[Act]) -> set[str]:
    """The verbs of acts that concern anybody of the other sides."""
    return {act.key.split()[0] for act in acts if attacked(model, side, [act])}


def turns(rules: str) -> Iterator[tuple[AnyMatch, PlanningModel, Member, list[Act]]]:
    """Moments of turns, with who has them and what that one could do."""
    for match, question in (each for seed in (3, 5) for each in positions(rules, seed)[::2]):
        model = model_of(match, question)
        who = model.turn_of(question)
        if who is not None:
            yield match, model, model.members()[who], acts_of(model, who)


def acts_of(model: PlanningModel, who: Id) -> list[Act]:
    """What somebody could do on its turn, of all that it could think of."""
    me = model.members()[who]
    reach = 1 << me.spot | model.ends(who, me.spot, me.budget)
    return [act for act in model.acts(who, me.spot, me.budget, reach) if act.where & reach]


def attacked(model: PlanningModel, side: str, acts: list[Act]) -> set[Id]:
    """Whom of the other sides some acts concern."""
    foes = {it.id for it in model.members().values() if it.side != side}
    return {effect.who for act in acts for out in act.outs for effect in out.effects} & foes


def test_mistakes_are_as_many_as_is_said() -> None:
    names = ("danger", "target", "fixation", "reaction", "hesitation")
    found: dict[str, dict[tuple[object, ...], float]] = {name: {} for name in names}
    ground = (1 << 400) - 1
    for rules in BOOKS:
        for match, question in (each for seed in (3, 5) for each in positions(rules, seed)):
            model = model_of(match, question)
            attention, now = moment_of(match, model), match.ruleset.round_of(match.state)
            foes = tuple((it.id, it.spot) for it in model.members().values() if it.side != question.seat)
            reacts = question.kind == "react" and bool(question.idle) and question.idle == question.declines
            who = question.who if reacts else model.turn_of(question)
            if not reacts and who is None:
                continue
            beginner = Novice(question.seat)
            beginner.answer(match, question)
            what = "reaction" if reacts else "hesitation"
            erred = float(what in beginner.considered.mistakes)
            assert found[what].setdefault((rules, now, who, foes), erred) == erred, "as long as nothing moves"
            if not reacts and who is not None:
                if len(kinds(model, question.seat, acts_of(model, who))) > 1:
                    fixed = float("fixation" in beginner.considered.mistakes)
                    assert found["fixation"].setdefault((rules, now, who, foes), fixed) == fixed
                careless = attention.careless(model.members()[who], ground)
                assert attention.careless(model.members()[who], ground >> 100) == careless & ground >> 100
                found["danger"][rules, now, who, foes] = careless.bit_count() / ground.bit_count()
                for it, _ in foes:
                    unseen = attention.lapses(novice.TARGET, "target", who, it)
                    found["target"][rules, now, who, foes, it] = float(unseen)
    assert min(len(each) for each in found.values()) > 100
    shares = {what: fmean(each.values()) for what, each in found.items()}
    assert shares == pytest.approx({what: getattr(novice, what.upper()) for what in found}, abs=0.1)


def test_why_a_beginner_did_it_tells_its_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    err(monkeypatch, target=1, fixation=1, hesitation=1)
    fight = Fight({"edda": (2, 2)}, {"orc": ("bugbear", (5, 2)), "elf": ("bugbear", (6, 4))})
    mind = opponent("novice", Seat("party"))
    answer = mind.answer(fight.match, fight.asked)
    assert mind.reason.endswith("mistakes: hesitation, target, fixation")
    doing = DecisionLog(resumed=False).of(fight.match, mind, mind.considered, answer)
    assert doing is not None
    told = " and ".join(MISTAKES[mistake] for mistake in ("hesitation", "target", "fixation"))
    assert explain_decision(doing, Seat("party")).about == told
    assert mind.glance(fight.match, fight.asked) == mind.considered, "who may see all of it is told the same"
