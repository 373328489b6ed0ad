"""The planner on a strip of twelve places, where what it should do can be counted on one's fingers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any

import pytest

from game.ai.chooser import TurnStarts
from game.ai.masks import distance, nearest, split
from game.ai.planner import Planner
from game.ai.rollouts import worth
from game.ai.scoring import TemperedWeights
from game.rules.events import Id
from game.rules.planning_model import (
    Act,
    Budget,
    Effect,
    ExpectedOutcome,
    ExpectedThreat,
    Mask,
    Pick,
    PlanningModel,
    Pull,
)
from game.rules.questions import Choose
from game.rules.state import Verdict
from game.spatial.paths import bits
from tests.ai.strip import FOE, HARD, LENGTH, LIKED, ME, PAL, TASTES, Strip, advise, asking, strip


def best(model: PlanningModel, feature_weights: Mapping[str, float] = TASTES) -> str:
    return next(iter(advise(Planner(model, TemperedWeights(feature_weights)), asking())))


def test_it_goes_to_where_it_can_strike_and_then_strikes() -> None:
    model = Strip({ME: 2, FOE: 6})
    assert best(model) == "go 5,0"
    model.spots[ME], model.budget = 5, (0, 1)
    assert best(model) == "strike foe"


def test_after_a_blow_it_goes_where_it_is_safer_with_the_steps_that_are_left() -> None:
    model = Strip({ME: 5, FOE: 6}, danger=[ExpectedThreat(strip(3, 9), 0.5, 0.0)])
    plan = Planner(model, TemperedWeights({**TASTES, "far": -0.1})).turn(ME)
    strike = plan.plan(5, (3, 1)).step
    assert strike is not None and strike.rest.step is not None
    assert (strike.key, strike.rest.step.key, strike.rest.step.ends) == ("strike foe", "go", 2)


def test_nothing_is_paid_for_going_so_nobody_walks_in_a_circle() -> None:
    """From anywhere, whatever it is near: an empty plan never ends where it began, and its rest is the plan again."""
    for at in range(LENGTH - 4):
        model = Strip({ME: at, FOE: 11}, danger=[ExpectedThreat(strip(6, 11), 0.6, 0.0)])
        planner = Planner(model, LIKED)
        plan = planner.turn(ME).plan(at, model.budget)
        if plan.step is None:
            continue
        there = plan.step.ends
        assert there != at
        model.spots[ME], model.budget = there, (3 - abs(there - at), 1)
        rest = Planner(model, LIKED).turn(ME).plan(there, model.budget)
        assert rest.step is None or rest.step.act is not None or rest.step.ends != at


def test_whoever_is_attacked_answers_as_serves_it_best() -> None:
    dodged = ExpectedOutcome((Effect(FOE, fell=0.1), Effect(ME, hurt=0.3)))
    model = Strip({ME: 5, FOE: 6}, outs=(ExpectedOutcome((Effect(FOE, fell=0.5),)), dodged))
    features = advise(Planner(model, LIKED), asking())["strike foe"]
    assert features["down"] == pytest.approx(0.1) and features["wounds"] == pytest.approx(0.3)


def test_what_must_be_drawn_comes_first() -> None:
    axe = Act("chop foe", strip(5, 5), (0, 1), (ExpectedOutcome((Effect(FOE, fell=0.9),)),), first="draw axe")
    assert best(Strip({ME: 4, FOE: 6}, extra=[axe])) == "draw axe"


def test_danger_counts_by_what_the_foe_aims_at_one() -> None:
    danger = [ExpectedThreat(strip(0, 99), 0.5, 0.0)]
    alone = Planner(Strip({ME: 2, FOE: 4}, danger=danger), LIKED).turn(ME).position_value.stance(2, (3, 1))
    shared = Planner(Strip({ME: 2, FOE: 4, PAL: 3}, danger=danger), LIKED).turn(ME).position_value.stance(2, (3, 1))
    away = Planner(Strip({ME: 2, FOE: 4, PAL: 11}, danger=danger), LIKED).turn(ME).position_value.stance(2, (3, 1))
    assert alone["exposed"] == away["exposed"] == pytest.approx(0.5) and shared["exposed"] == pytest.approx(0.25)


def test_a_foe_aims_more_at_whom_it_could_do_more_to() -> None:
    """Half of what it does here as it could do as much to the friend; nearly all where the friend is hard to harm."""
    for theirs, mine in ((0.5, 0.25), (0.4, 0.5 * 0.125 / (0.125 + 0.064)), (0.1, 0.5 * 0.125 / 0.126)):
        danger = [ExpectedThreat(strip(0, 2), 0.5, 0.0), ExpectedThreat(strip(3, 3), theirs, 0.0)]
        planner = Planner(Strip({ME: 2, FOE: 4, PAL: 3}, danger=danger), LIKED)
        assert planner.turn(ME).position_value.stance(2, (3, 1))["exposed"] == pytest.approx(mine)


def test_whoever_draws_a_foe_spares_its_friends() -> None:
    """A foe takes of the friend what it would, less as often as it comes for oneself: nothing where it never would."""
    feature_weights = {**TASTES, "spared": 10.0}
    for theirs, spared in ((0.5, 0.25), (0.2, 0.2 * 0.125 / (0.125 + 0.008)), (0.0, None)):
        danger = [ExpectedThreat(strip(0, 2), 0.5, 0.0), ExpectedThreat(strip(3, 3), theirs, 0.0)]
        turn = Planner(Strip({ME: 2, FOE: 4, PAL: 3}, danger=danger), TemperedWeights(feature_weights)).turn(ME)
        position_value = turn.position_value
        stance = position_value.stance(2, (3, 1))
        assert stance.get("spared") == (None if spared is None else pytest.approx(spared))
        assert turn.outlook.danger(1 << 2) == pytest.approx(stance["exposed"])
        assert position_value.stand(2, (3, 1)) == pytest.approx(
            fsum(feature_weights.get(name, 0.0) * by for name, by in stance.items())
        )


def test_of_two_friends_a_foe_takes_from_whom_it_aims_at() -> None:
    danger = [
        ExpectedThreat(strip(0, 2), 0.4, 0.0),
        ExpectedThreat(strip(3, 3), 0.4, 0.0),
        ExpectedThreat(strip(5, 5), 0.2, 0.0),
    ]
    places = {ME: 2, FOE: 4, PAL: 3, Id("mate"): 5}
    stance = (
        Planner(Strip(places, danger=danger), TemperedWeights({**TASTES, "spared": 10.0}))
        .turn(ME)
        .position_value.stance(2, (3, 1))
    )
    without = (0.4**4 + 0.2**4) / (0.4**3 + 0.2**3)
    aimed = 0.4**3 / (2 * 0.4**3 + 0.2**3)
    assert stance["exposed"] == pytest.approx(0.4 * aimed) and stance["spared"] == pytest.approx(without * aimed)


def test_friends_who_may_still_get_away_draw_a_foe_half_as_surely() -> None:
    """With a friend who is through with its turn the foe has as much of either; one who may yet go is there in half."""
    danger = [ExpectedThreat(strip(0, 3), 0.4, 0.0)]
    model, feature_weights = Strip({ME: 2, FOE: 4, PAL: 3}, danger=danger), {**TASTES, "spared": 10.0}
    stance = Planner(model, TemperedWeights(feature_weights)).turn(ME).position_value.stance(2, (3, 1))
    assert stance["exposed"] == pytest.approx(0.4 / 2) and stance["spared"] == pytest.approx(0.4 / 2)
    model.later = (PAL,)
    stance = Planner(model, TemperedWeights(feature_weights)).turn(ME).position_value.stance(2, (3, 1))
    assert stance["exposed"] == pytest.approx(0.4 / 1.5) and stance["spared"] == pytest.approx(0.5 * 0.4 / 1.5)


def test_of_several_dangers_of_one_foe_the_worst_counts() -> None:
    danger = [
        ExpectedThreat(strip(0, 5), 0.2, 0.0),
        ExpectedThreat(strip(2, 3), 0.5, 0.0),
        ExpectedThreat(strip(0, 9), 0.3, 0.0, late=True),
    ]
    turn = Planner(Strip({ME: 2, FOE: 11}, danger=danger), LIKED).turn(ME)
    assert turn.position_value.stance(2, (0, 0))["exposed"] == pytest.approx(0.5)
    assert turn.position_value.stance(1, (0, 0))["exposed"] == pytest.approx(0.2)
    assert turn.position_value.stance(5, (0, 0)) == pytest.approx({"exposed": 0.2, "late": 0.3, "far": 5.0})


def test_danger_is_known_wherever_an_act_lengthens_the_way_to() -> None:
    """A sprint gives three steps more for the blow: what waits at their end is reckoned, and waiting may be better."""

    class Cut(Strip):
        def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[ExpectedThreat]:
            return (
                [expected_threat._replace(where=expected_threat.where & where) for expected_threat in self.danger]
                if it == FOE
                else ()
            )

    def planned(danger: list[ExpectedThreat]) -> tuple[Planner, str]:
        sprint = Act("sprint", strip(0, 99), (-3, 1), (ExpectedOutcome(),))
        planner = Planner(Cut({ME: 0, FOE: 11}, danger=danger, extra=[sprint]), LIKED)
        return planner, next(iter(advise(planner, asking())))

    assert planned([])[1] == "sprint"
    planner, first = planned([ExpectedThreat(strip(4, 10), 0.9, 0.0)])
    assert planner.turn(ME).position_value.stance(6, (0, 0))["exposed"] == pytest.approx(0.9)
    assert first == "go 3,0"


def test_who_is_apart_goes_to_its_side_rather_than_to_a_foe_alone() -> None:
    """Only where the weights ask for it, and not once it is there: then the foe draws it as ever."""
    model = Strip({ME: 5, PAL: 1, FOE: 11}, amid=strip(0, 2))
    assert best(model) == "go 8,0"
    assert best(model, {**TASTES, "apart": -2.0}) == "go 2,0"
    assert advise(Planner(model, TemperedWeights({**TASTES, "apart": -2.0})), asking())["done"]["apart"] == 3.0
    model.amid = strip(0, 9)
    assert best(model, {**TASTES, "apart": -2.0}) == "go 8,0"


def test_who_fights_from_afar_stays_behind_those_who_go_hand_to_hand() -> None:
    weights = {**TASTES, "in front": -5.0}
    assert (best(Strip({ME: 2, PAL: 3, FOE: 11}), weights)) == "go 5,0"
    archer = Strip({ME: 2, PAL: 3, FOE: 11}, shooters=(ME,), had=frozenset({PAL}))
    advice = advise(Planner(archer, TemperedWeights(weights)), asking())
    assert next(iter(advice)) == "go 3,0" and advice["go 4,0"]["in front"] == 1.0
    assert best(replace(archer, had=frozenset()), weights) == "go 5,0", "its friend has yet to go there"
    assert best(replace(archer, shooters=(ME, PAL)), weights) == "go 5,0", "there is nobody to stay behind"


def test_nobody_goes_back_to_where_its_turn_before_began_for_little() -> None:
    model = Strip({ME: 4, FOE: 9}, danger=[ExpectedThreat(strip(3, 11), 0.2, 0.0)])
    weights = TemperedWeights({**TASTES, "back": -3.0, "far": -0.1})

    def best_after(walked: Mapping[Id, tuple[int, int]]) -> str:
        return next(iter(advise(Planner(model, weights, walked=walked), asking())))

    assert best_after({}) == "go 2,0"
    assert best_after({ME: (2, 4)}) == "go 1,0"
    model.danger = [ExpectedThreat(strip(3, 11), 0.2, 0.0), ExpectedThreat(strip(0, 1), 0.9, 0.0)]
    assert best_after({ME: (2, 4)}) != "go 2,0"
    model.danger = [ExpectedThreat(strip(3, 11), 0.9, 0.0), ExpectedThreat(strip(0, 1), 0.9, 0.0)]
    assert best_after({ME: (2, 4)}) == "go 2,0", "out of great danger it does"


def test_where_a_turn_began_is_known_on_the_next_until_a_foe_comes_in_sight() -> None:
    starts, here = TurnStarts(), Strip({ME: 4}).members()[ME]
    there = here._replace(spot=6)
    assert [starts.note(1, it, [FOE]) for it in (here, there)] == [{}, {}], "while it is its first"
    assert [starts.note(2, it, [FOE]) for it in (there, here)] == [{ME: (4, 6)}] * 2
    assert starts.note(2, there, [FOE, PAL]) == {}, "a foe has come in sight"
    assert starts.note(4, here, [FOE]) == {}, "it had no turn in between"


def test_openings_on_the_way_are_weighed() -> None:
    blow = (Effect(ME, fell=0.5),)
    model = Strip({ME: 2, FOE: 6}, openings=((strip(3, 11), blow),))
    features = advise(Planner(model, LIKED), asking())
    assert features["go 5,0"]["risk"] == pytest.approx(0.5) and "risk" not in features["go 1,0"]
    assert best(model, {**TASTES, "risk": -100.0}) == "done"


def test_goals_draw_and_those_who_flee_think_of_nothing_else() -> None:
    goal = [Pull(1, "goal", "on goal")]
    assert best(Strip({ME: 2, FOE: 11}, pulled=goal)) == "go 0,0"
    fleeing = Strip({ME: 4, FOE: 6}, pulled=goal, runs=True, outs=())
    assert best(fleeing) == "go 1,0"
    assert "far" not in advise(Planner(fleeing, LIKED), asking())["go 1,0"]


def test_what_is_free_and_of_no_use_is_left_alone() -> None:
    hum = Act("hum", strip(0, 11), (0, 0), (ExpectedOutcome(),))
    assert best(Strip({ME: 2, FOE: 6}, extra=[hum])) == "go 5,0"
    assert best(Strip({ME: 5, FOE: 6}, extra=[hum], budget=(0, 1))) == "strike foe"


DOOR = Act("open door", strip(2, 2), (0, 1), (ExpectedOutcome(),), opens="door")


def test_a_door_is_opened_where_that_brings_it_nearer_and_nobody_can_be_attacked() -> None:
    """A shed's, beside an open way, brings nobody nearer: a fighter once left its line for one, foes in the open."""
    shed = Act("open shed", strip(2, 2), (0, 1), (ExpectedOutcome(),), opens="shed")
    advice = advise(Planner(Strip({ME: 2, FOE: 11}, extra=[DOOR, shed], wall=2), LIKED), asking())
    assert advice["open door"]["door"] == 1.0 and "door" not in advice["open shed"]
    assert "door" not in advise(Planner(Strip({ME: 2, FOE: 3}, extra=[DOOR], wall=2), LIKED), asking())["open door"]


def test_who_has_no_walk_left_opens_no_door_that_leads_nowhere() -> None:
    """Once it has walked, its own place is all that it could compare with."""
    had = Strip({ME: 2, FOE: 11}, extra=[DOOR], budget=(0, 1))
    assert "door" not in advise(Planner(had, LIKED), asking())["open door"]
    advice = advise(Planner(replace(had, wall=2), LIKED), asking())
    assert advice["open door"]["door"] == 1.0
    assert advice["done"]["far"] - advice["open door"]["far"] == HARD


GATE = Act("open gate", strip(3, 3), (1, 0), (ExpectedOutcome(),), opens="gate")


@dataclass
class Gated(Strip):
    """The same with a gate between the sides: while it is shut nobody strikes or threatens anybody."""

    shut: bool = True
    told: bool = True
    """Whether the ruleset can tell how it would be."""
    inside: frozenset[Id] = frozenset({ME, PAL})
    """Who is farther from a way off the map than the others."""

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Act]:
        return [GATE] if self.shut and who != FOE else () if self.shut else super().acts(who, spot, budget, where)

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[ExpectedThreat]:
        return () if self.shut else super().expected_threats(it, who, where, kept)

    def reaches(self, it: Id) -> Mask:
        return 0 if self.shut else super().reaches(it)

    def steps_out(self, who: Id) -> int:
        return int(who in self.inside)

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        return [*[0] * (HARD if self.shut and who == ME else 0), *super().distance_layers(who, goals)]

    def opened(self, edge: str) -> Strip | None:
        assert edge == "gate"
        return replace(self, shut=False) if self.told else None


GATED = {**TASTES, "bared": -10.0, "admits": 12.0, "far": 0.0}


def test_what_is_opened_lets_foes_at_whoever_opens_it_and_at_friends_who_have_had_their_turn() -> None:
    danger = [ExpectedThreat(strip(1, 3), 0.6, 0.0), ExpectedThreat(strip(1, 2), 0.4, 0.0, late=True)]
    model = Gated({ME: 3, PAL: 2, FOE: 6}, danger=danger, had=frozenset({PAL}), budget=(1, 1))
    advice = advise(Planner(model, TemperedWeights(GATED)), asking())
    assert advice["done"].get("exposed", 0.0) == 0.0
    half = 0.6 / 2  # there are two whom the foe could aim at
    assert advice["open gate"]["exposed"] == pytest.approx(half)
    assert advice["open gate"]["bared"] == pytest.approx(half + 0.25 * 0.4 * 0.4**3 / (0.4**3 + 0.6**3))
    assert advice["open gate"]["admits"] == 0.0
    assert best(model, GATED) != "open gate"


def test_what_is_opened_lets_friends_attack_whose_turn_is_still_to_come() -> None:
    model = Gated({ME: 3, PAL: 2, FOE: 5}, danger=[ExpectedThreat(strip(0, 3), 0.6, 0.0)])
    features = advise(Planner(model, TemperedWeights(GATED)), asking())["open gate"]
    assert features["bared"] == 0.0
    assert features["admits"] == pytest.approx(0.5 + 0.5 * 0.2 - 0.25 * 0.4), "a blow, less the spare worth of a turn"
    assert best(model, GATED) == "open gate"


def test_a_shut_gate_that_foes_must_come_through_is_kept_but_on_the_way_to_a_goal() -> None:
    model = Gated({ME: 3, PAL: 2, FOE: 5}, danger=[ExpectedThreat(strip(0, 3), 0.2, 0.0)])
    weights = {**GATED, "lets in": -40.0}
    assert advise(Planner(model, TemperedWeights(weights)), asking())["open gate"]["lets in"] == 1.0
    assert (best(model, GATED), best(model, weights)) == ("open gate", "done")
    for inside in ((), (FOE,), (ME, PAL, FOE)):
        assert best(replace(model, inside=frozenset(inside)), weights) == "open gate", "no foe has to come in"
    model.spots[FOE] = 11
    assert advise(Planner(model, TemperedWeights(weights)), asking())["open gate"]["lets in"] == 0.0, "who is far off"
    drawn = Gated({ME: 3, PAL: 2, FOE: 5}, pulled=[Pull(strip(11, 11))])
    assert advise(Planner(drawn, TemperedWeights(weights)), asking())["open gate"]["lets in"] == 0.0


def test_after_something_is_opened_a_plan_goes_on_beyond_it() -> None:
    model = Gated({ME: 3, FOE: 5})
    step = next(
        step
        for step, _ in Planner(model, TemperedWeights(GATED)).turn(ME)._steps(3, (3, 1), False, ())
        if step.key == "open gate"
    )
    then = step.rest.step
    assert then is not None and then.rest.step is not None
    assert (then.key, then.ends, then.rest.step.key) == ("go", 4, "strike foe")
    features = advise(Planner(model, TemperedWeights(GATED)), asking())["open gate"]
    assert features["down"] == 0.5, "what is done beyond it is among what the plan is good for"
    assert "down" not in advise(Planner(replace(model, told=False), TemperedWeights(GATED)), asking())["open gate"]


def test_it_is_idle_only_where_something_could_be_done() -> None:
    assert advise(Planner(Strip({ME: 2, FOE: 4}), LIKED), asking())["done"]["idle"] == 1.0
    assert "idle" not in advise(Planner(Strip({ME: 2, FOE: 11}), LIKED), asking())["done"]


def test_wounds_count_more_on_whom_a_friend_may_attack_next() -> None:
    feature_weights = {**TASTES, "focus": 4.0}
    alone = Planner(Strip({ME: 4, FOE: 5}), TemperedWeights(feature_weights))
    followed = Planner(Strip({ME: 4, PAL: 3, FOE: 5}), TemperedWeights(feature_weights))
    out_of_reach = Planner(Strip({ME: 4, PAL: 0, FOE: 5}), TemperedWeights(feature_weights))
    focus = [advise(planner, asking())["strike foe"].get("focus", 0.0) for planner in (alone, followed, out_of_reach)]
    assert focus == [0.0, pytest.approx(0.2), 0.0]
    best = [planner.candidates(asking())[0].score for planner in (alone, followed)]
    assert best[1] - best[0] == pytest.approx(0.8)


def test_whose_turn_it_is_is_judged_by_what_each_would_do() -> None:
    model = Strip({ME: 2, FOE: 6, PAL: 0}, danger=[ExpectedThreat(strip(2, 11), 0.5, 0.0)])
    advice = advise(Planner(model, LIKED), asking("pick", None))
    assert advice["me"]["could down"] == pytest.approx(0.5) and advice["pal"]["could not"] == 1.0
    assert advice["me"]["endangered"] == pytest.approx(0.5) and advice["pal"]["gap"] == 5.0
    assert advice["nobody"] == {}


def test_a_shooter_who_reaches_nobody_lets_the_others_go_first() -> None:
    for foe, first in ((11, "pal"), (5, "me")):
        model = Strip({ME: 2, PAL: 1, FOE: foe}, shooters=(ME,))
        planner = Planner(model, TemperedWeights({**TASTES, "shy": -3.0}))
        assert next(key for key in advise(planner, asking("pick", None)) if key != "nobody") == first


def test_who_begins_is_judged_by_what_either_side_could_do_first() -> None:
    class Beginning(Strip):
        def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
            return {"ours": Pick(None, begins="ours"), "theirs": Pick(None, begins="theirs")}

    advice = advise(Planner(Beginning({ME: 2, FOE: 4}), LIKED), asking("pick", None))
    assert advice["ours"]["begins"] == pytest.approx(0.6 - 0.1) == -advice["theirs"]["begins"]


def test_what_the_foes_could_do_first_is_counted_from_their_side() -> None:
    class Beginning(Strip):
        def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
            return {"theirs": Pick(None, begins="theirs")}

        def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Act]:
            if who == FOE:
                return [Act("strike me", where, (0, 1), (ExpectedOutcome((Effect(ME, fell=0.8),)),))]
            return super().acts(who, spot, budget, where)

    advice = advise(Planner(Beginning({ME: 2, FOE: 4}), LIKED), asking("pick", None))
    assert advice["theirs"]["begins"] == pytest.approx(0.8 - 0.6)


def test_a_reaction_costs_what_the_turn_would_still_do() -> None:
    near = advise(Planner(Strip({ME: 2, FOE: 4}), LIKED), asking("react"))
    far = advise(Planner(Strip({ME: 2, FOE: 11}), LIKED), asking("react"))
    assert near["parry"]["spent"] == pytest.approx(0.5 + 0.5 * 0.2) and near["take it"]["lost"] == 0.5
    assert far["parry"]["spent"] == pytest.approx(0.25 * 0.4), "it can reach nobody"


def test_a_blow_that_takes_turns_of_ones_own_is_weighed_all_the_same() -> None:
    tiring = Act(
        "leap at foe", strip(0, 11), (0, 1), (ExpectedOutcome((Effect(FOE, fell=0.9), Effect(ME, turns=1.0))),)
    )
    features = advise(Planner(Strip({ME: 2, FOE: 4}, extra=[tiring]), LIKED), asking())["leap at foe"]
    assert features["down"] == features["spent"] == pytest.approx(0.9), "a turn of its own could do as much again"


def test_places_of_one_class_are_alike_in_all_that_counts() -> None:
    danger = [ExpectedThreat(strip(1, 4), 0.2, 0.0), ExpectedThreat(strip(3, 8), 0.5, 0.1)]
    masks = [strip(1, 4), strip(3, 8), strip(0, 6)]
    for one in split(strip(0, 11), masks):
        looks = {tuple(bool(mask >> at & 1) for mask in masks) for at in bits(one)}
        assert len(looks) == 1
    turn = Planner(
        Strip({ME: 2, FOE: 11}, danger=danger, pace=9, budget=(9, 1)), TemperedWeights({**TASTES, "far": 0.0})
    ).turn(ME)
    for one in split(strip(0, 11), [expected_threat.where for expected_threat in danger]):
        found = [{**turn.position_value.stance(at, (0, 0)), "far": 0.0} for at in bits(one)]
        assert all(other == found[0] for other in found)


def test_masks_are_looked_up_by_steps() -> None:
    layers = [0b1000, 0b0100, 0b0010]
    assert nearest(layers, 0b0110) == 0b0100 and nearest(layers, 0b0001) == 0b0001
    assert [distance(layers, 1 << at) for at in range(4)] == [60, 2, 1, 0]


def test_a_position_counts_both_sides_alike() -> None:
    found = worth(Strip({ME: 2, FOE: 4}, danger=[ExpectedThreat(strip(0, 11), 0.5, 0.2)]), None)
    assert found["ours"] == found["theirs"] == 1.0 and found["balance"] == 0.0
    assert found["threat"] == pytest.approx(0.6) and found["turns"] == found["their turns"] == 0.4
    assert worth(Strip({ME: 2}), Verdict("theirs", "")) == {"lost": 1.0}


def test_the_gap_is_what_parts_one_from_a_foe_by_the_weight_of_a_step_and_nothing_else_that_draws() -> None:
    near = Pull(strip(1, 1))
    model = Strip({ME: 2, PAL: 0, FOE: 9}, pulled=[near], eager=2.0)
    advice = advise(Planner(model, LIKED), asking("pick", None))
    assert (advice["me"]["gap"], advice["pal"]["gap"]) == (2.0 * 6, 2.0 * 8)
    unasked = advise(Planner(model, TemperedWeights({**TASTES, "gap": 0.0})), asking("pick", None))
    assert "gap" not in unasked["me"]
    assert advise(Planner(replace(model, runs=True, pulled=[]), LIKED), asking("pick", None))["me"].get("gap") is None
