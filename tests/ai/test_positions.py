"""Moves that were silly once, each as a position: what an AI does there now."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.belief import known_board
from game.ai.chooser import Instinct
from game.kit.goals import Progress
from game.kit.testing.fight import Fight, ground
from game.play.dice import SeededDice
from game.play.start import StartRequest, setup_of
from game.rules.dice import sides_of
from game.rules.events import EdgeChanged, Id
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.planning_model import Mask, PlanningModel
from game.rules.questions import DICE, REFEREE, Choose, Roll, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import HasPlanningModel
from game.rules.setup import Objective
from game.rules.table import Board
from game.spatial.field import Cell
from game.spatial.places import as_cell
from rulesets.murdham.mind.model import MurdhamModel
from rulesets.murdham.mind.view import _menaces
from rulesets.sovereign.mind.model import SovereignModel
from rulesets.sovereign.mind.view import SovereignSideView
from tests.rulesets.einfelst.kit import Fight as EinfelstFight
from tests.rulesets.einfelst.kit import chart
from tests.rulesets.glog.kit import Fight as GlogFight
from tests.rulesets.ingenuity.kit import Fight as IngenuityFight
from tests.rulesets.sovereign.kit import Fight as SovereignFight

BOOKS = ("sovereign", "murdham", "glog", "einfelst", "ingenuity")
WIDE = ["........................................"] * 7


def chosen(fight: Fight[Any, Any, Any], level: str = "instinct") -> str:
    """What an AI answers to the question that waits."""
    answer = opponent(level, fight.asked.seat).answer(fight.match, fight.asked)
    assert isinstance(answer, str)
    return answer


def model_of(fight: Fight[Any, Any, Any], side: str) -> PlanningModel:
    """The moment as a side knows it."""
    rules = fight.match.ruleset
    assert isinstance(rules, HasPlanningModel)
    return rules.model(known_board(fight.match, Seat(side)), side)


def advised(fight: Fight[Any, Any, Any]) -> set[str]:
    """What the AI thinks of doing."""
    mind = Instinct(fight.asked.seat)
    return {candidate.key for candidate in mind.candidates(fight.match, fight.asked)}


# -- gates


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.nightly)])
def test_who_is_to_hold_a_gate_does_not_open_it_to_those_who_come(rules: str, seed: int) -> None:
    setup = setup_of(StartRequest("hold-the-gate", rules=rules))
    holder = next(aim.side for aim in setup.objectives if aim.goal == "hold")
    match: AnyMatch = Match.begin(ruleset(rules), setup)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats |= {DICE: SeededDice(seed), REFEREE: HouseReferee()}
    asked = 0
    while (question := match.pending) is not None and match.ruleset.round_of(match.state) <= 3:
        before = len(match.events)
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
        if isinstance(question, Choose) and question.seat == holder and question.kind == "act":
            assert isinstance(match.ruleset, HasPlanningModel)
            if question.who is not None and match.ruleset.model(match.board, holder).flees(question.who):
                continue
            asked += 1
            assert not any(isinstance(event, EdgeChanged) and event.open for event in match.events[before:]), answer
    assert asked > 3


def test_who_opens_a_door_does_not_stop_in_it_where_friends_come_after() -> None:
    """One filled the border, and in the first round nobody else got out of the room."""
    setup = setup_of(StartRequest("cellar", rules="murdham"))
    match: AnyMatch = Match.begin(ruleset("murdham"), setup)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats |= {DICE: SeededDice(1), REFEREE: HouseReferee()}
    start = {who: it.at for who, it in match.state.combatants.items()}
    while (question := match.pending) is not None and match.ruleset.round_of(match.state) <= 1:
        answer = seats[question.seat].answer(match, question)
        assert answer is not None
        match.answer(answer)
    assert [who for who, it in match.state.combatants.items() if it.at == start[who]] == []


@pytest.mark.parametrize("level", ["instinct", "trained"])
def test_nobody_sprints_to_stand_without_a_blow_beside_a_foe_that_strikes_first(level: str) -> None:
    fight = GlogFight({"garrick": (2, 3)}, {"thug": ("bandit", (15, 3))}, field=ground(*WIDE)).play("garrick")
    assert "sprint" in fight.asked.options.all_keys()
    assert chosen(fight, level).startswith("go"), "to where it strikes next turn, if the other does not come first"


# -- archers


def test_an_archer_stays_after_its_shot_where_nobody_could_come_at_it() -> None:
    field = ground(*WIDE)
    fights: tuple[Fight[Any, Any, Any], ...] = (
        GlogFight({"garrick": (2, 3)}, {"bow": ("hobgoblin-archer", (24, 3))}, field=field, acting="foes"),
        SovereignFight({"annora": (1, 3)}, {"bow": ("hobgoblin-archer", (19, 3))}, field=field, acting="foes"),
    )
    for fight in fights:
        start, shots = fight.at("bow"), 0
        while (asked := fight.match.pending) is not None and (isinstance(asked, Roll) or asked.seat == "foes"):
            if isinstance(asked, Roll):
                fight.match.answer(tuple((1 + sides) // 2 for sides in sides_of(asked.dice)))
                continue
            key = chosen(fight)
            shots += key.startswith("shoot")
            assert not (shots and key.startswith(("go", "run", "sprint"))), key
            fight.play(key)
            if key == "done":
                break
        assert shots and fight.at("bow") == start


@pytest.mark.parametrize("rules", ["ingenuity", "glog"])
def test_a_bow_round_the_corner_is_reckoned_with_and_one_behind_a_long_wall_is_not(rules: str) -> None:
    """It sees nobody from where it stands: a step to the side, and it does."""
    rows = ["." * 30] * 3 + ["." * 12 + "#" * 3 + "." * 15] + ["." * 30] * 3
    walled = ["." * 12 + "#" * 3 + "." * 15] * 7
    for drawn, seen in ((rows, True), (walled, False)):
        fight: Fight[Any, Any, Any]
        if rules == "glog":
            fight = GlogFight({"hero": (4, 3)}, {"bow": ("bandit-archer", (15, 3))}, field=ground(*drawn))
        else:
            fight = IngenuityFight({"roland": (4, 3)}, {"bow": ("brigand-archer", (15, 3))}, field=ground(*drawn))
        hero = next(iter(fight.state.combatants))
        model, board = model_of(fight, "party"), fight.board
        assert not board.space.sees(as_cell(board.now(Id("bow")).at), as_cell(board.now(hero).at))
        me = model.members()[hero]
        threats = model.expected_threats(Id("bow"), hero, me.area, model.kept(me.budget))
        assert any(each.where & me.area and each.cost > 0 and not each.late for each in threats) is seen
        assert bool(model.reaches(Id("bow")) & me.area) is seen


def _shot_at(model: MurdhamModel, it: Id, who: Id, aside: Mask, where: Mask) -> Mask:
    """Places in which somebody could be attacked by another who may shoot from some places besides its own."""
    view, found = model.view, 0
    foe, me = view.stats[it], view.stats[who]
    for each in _menaces(view.ground, foe, me, view.spots[it], aside, view.strikes_at(it, who), where):
        found |= each.where if each.cost > 0 else 0
    return found


def test_a_bow_that_can_step_to_a_zone_with_a_view_is_reckoned_with_on_zones() -> None:
    """It stands where it sees half the map; a step to the border, and it sees the rest."""
    setup = setup_of(StartRequest("gatehouse", rules="murdham"))
    match: AnyMatch = Match.begin(ruleset("murdham"), setup)
    model = ruleset("murdham").model(match.board, "party")  # type: ignore[attr-defined]
    assert isinstance(model, MurdhamModel)
    everywhere = (1 << len(match.board.space.zones.places)) - 1
    more = 0
    for it in model.members().values():
        aside = model.view.lookouts(it.id)
        assert not aside >> it.spot & 1
        for me in model.members().values():
            if it.side == "foe" and me.side == "party":
                standing, moving = (_shot_at(model, it.id, me.id, mask, everywhere) for mask in (0, aside))
                assert standing & moving == standing
                more += moving != standing
    assert more


@pytest.mark.parametrize("book", BOOKS)
def test_a_garrison_is_farther_from_a_way_off_the_map_than_those_who_come(book: str) -> None:
    match: AnyMatch = Match.begin(ruleset(book), setup_of(StartRequest("gatehouse", rules=book)))
    rules = match.ruleset
    assert isinstance(rules, HasPlanningModel)
    model = rules.model(match.board, "foe")
    inside, outside = (
        [model.steps_out(it.id) for it in model.members().values() if it.side == side] for side in ("foe", "party")
    )
    assert min(inside) > max(outside)


# -- what is to no use


def test_no_lullaby_is_sung_to_those_who_cannot_be_lulled() -> None:
    fight = GlogFight({"isolde": (3, 3)}, {"slime": ("slime", (9, 3))}, field=ground(*WIDE)).play("isolde")
    assert any(key.startswith("cast lullaby") for key in fight.asked.options.all_keys())
    assert not chosen(fight).startswith("cast lullaby")
    guard = GlogFight({"isolde": (3, 3)}, {"thug": ("ogre", (9, 3))}, field=ground(*WIDE)).play("isolde")
    assert chosen(guard).startswith("cast lullaby"), "where it may work it is"


@pytest.mark.parametrize("foe", ["bandit-leader", "gate-captain", "hobgoblin", "barrow-knight"])
def test_nobody_disarms_a_foe_again_and_again_whom_no_friend_could_strike_meanwhile(foe: str) -> None:
    alone = GlogFight({"sabine": (5, 3)}, {"thug": (foe, (6, 3))}, field=ground(*WIDE)).play("sabine")
    assert not chosen(alone).startswith("disarm")

    def turns(fight: GlogFight) -> float:
        model = model_of(fight, "party")
        me = model.members()[Id("sabine")]
        act = next(act for act in model.acts(me.id, me.spot, me.budget, me.area) if act.key == "disarm thug")
        return act.outs[0].effects[0].turns

    friend = GlogFight({"sabine": (5, 3), "leofric": (5, 4)}, {"thug": (foe, (6, 3))}, field=ground(*WIDE)).play(
        "sabine"
    )
    assert 0 < turns(alone) < 0.5 * turns(friend)


def test_nobody_looks_for_weak_spots_of_those_whom_nobody_could_attack() -> None:
    far = EinfelstFight({"fighter": "a", "archer": "a"}, {"thug": "h"}, field=chart("abcdefgh"))
    assert not any(key == "survey" for key in advised(far))
    near = EinfelstFight({"fighter": "a", "archer": "a"}, {"thug": "b"}, field=chart("ab"))
    assert "survey" in advised(near)


def test_a_weak_spot_is_shown_to_whoever_goes_for_that_foe() -> None:
    """The thug is at hand; the brute is four zones off, and nobody goes for it."""
    people = {"fighter": "a", "archer": "a"}
    fight = EinfelstFight(people, {"thug": "a", "brute": "e"}, field=chart("abcde")).play("survey")
    while isinstance(asked := fight.match.pending, Roll):
        fight.match.answer(tuple(max(sides_of(asked.dice)) for _ in sides_of(asked.dice)))
    assert fight.asked.topic == "weak spot"
    assert {option.key.split()[1] for option in fight.asked.options.singles} == {"thug", "brute"}
    assert chosen(fight).split()[1] == "thug"


# -- postures


@pytest.mark.parametrize("level", ["instinct", "trained"])
def test_who_has_lain_down_under_missiles_stays_down_for_the_turn(level: str) -> None:
    fight = SovereignFight({"annora": (1, 3)}, {"bow": ("bandit-crossbow", (25, 3))}, field=ground(*WIDE))
    fight.play("annora", "prone")
    assert "stand" in fight.asked.options.all_keys()
    assert chosen(fight, level) != "stand"


# -- guard and intercept


def roll_on(fight: IngenuityFight, face: int) -> None:
    """Let all dice show a face, as far as they have it, until somebody is asked."""
    while isinstance(asked := fight.match.pending, Roll):
        fight.match.answer(tuple(min(face, sides) for sides in sides_of(asked.dice)))


def test_nobody_steps_before_a_friend_who_lies_unconscious() -> None:
    fight = IngenuityFight({"fabian": (4, 3), "roland": (5, 2)}, {"guard": (3, 3)}, acting="foes")
    fight.sheet_of("fabian", end=0, hp=0, unconscious=True, prone=True)
    fight.until("guard", "strike fabian spear")
    roll_on(fight, 4)
    assert fight.asked.topic == "intercept"
    assert chosen(fight) == fight.asked.idle
    stands = IngenuityFight({"fabian": (4, 3), "roland": (5, 2)}, {"guard": (3, 3)}, acting="foes")
    stands.sheet_of("fabian", end=0, hp=1).until("guard", "strike fabian spear")
    roll_on(stands, 4)
    assert chosen(stands) == "intercept roland", "for one who stands, and would fall, it does"


@pytest.mark.parametrize(
    ("foe", "at", "how"),
    [("ogre", (12, 3), "ready"), ("guard", (10, 3), "ready"), ("brigand-archer", (20, 3), "guard")],
)
def test_whoever_waits_for_foes_to_come_is_ready_for_them_or_on_guard(foe: str, at: Cell, how: str) -> None:
    """It is to hold its ground, so its turn brings nothing else: it does not end it with all actions left."""
    aim = Objective("hold", side="party", cells=((4, 3),), rounds=3)
    fight = IngenuityFight({"roland": (4, 3)}, {foe: at}, objectives=(aim,), field=ground(*WIDE)).play("roland")
    assert chosen(fight).split()[0] == how


# -- what a side is after


def at_odds(book: str, foes: int) -> Fight[Any, Any, Any]:
    """Somebody who is to get away by the west, and some foes two steps to the east of it."""
    aim, field = Objective("escape", side="party", cells=((0, 3),)), ground(*WIDE)
    cells = [(16 + number // 3, 2 + number % 3) for number in range(foes)]
    if book == "sovereign":
        band = {f"foe{number}": ("bandit", at) for number, at in enumerate(cells)}
        return SovereignFight({"annora": (14, 3)}, band, objectives=(aim,), field=field).play("annora")
    band = {f"foe{number}": ("brigand", at) for number, at in enumerate(cells)}
    return IngenuityFight({"roland": (14, 3)}, band, objectives=(aim,), field=field).play("roland")


@pytest.mark.parametrize(("book", "foes"), [("sovereign", 6), ("ingenuity", 3)])
def test_who_is_to_get_away_runs_from_those_whom_it_cannot_beat_and_fights_one_whom_it_can(
    book: str, foes: int
) -> None:
    verb, there = chosen(at_odds(book, foes)).split()
    assert verb in ("run", "go")
    assert int(there.split(",")[0]) < 14
    assert not chosen(at_odds(book, 1)).split()[1].startswith(("6,", "8,"))


def test_ground_counts_more_with_every_round_that_it_is_held_for_either_side() -> None:
    aim = Objective("hold", side="party", cells=((4, 3),), rounds=3)
    fight = SovereignFight({"annora": (4, 3)}, {"thug": ("bandit", (9, 3))}, objectives=(aim,), field=ground(*WIDE))
    amounts = []
    for held in range(3):
        turn = replace(fight.state.turn, progress={"party": Progress(held=held)})
        board = Board(replace(fight.state, turn=turn), fight.board.setup, fight.board.space)
        pulls = [
            SovereignModel(SovereignSideView(board, each.side)).pulls(each.id)
            for each in board.state.combatants.values()
        ]
        amounts.append([pull.amount for (pull,) in pulls])
    assert amounts == [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]
