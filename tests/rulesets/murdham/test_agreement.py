"""What the model says an attack comes to, against the rules played in a fork; looks and threats against the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.play.start import StartRequest, find_file, read_setup
from game.rules.match import AnyMatch, Match
from game.rules.odds import leave_it, odds
from game.rules.questions import Choose
from game.rules.setup import Setup
from game.rules.table import Board
from game.spatial.space import Space
from rulesets.murdham import RULESET
from rulesets.murdham.mind.damage import Arm, Blow, UnitStats, blow, stats_of, terms
from rulesets.murdham.mind.model import MurdhamModel
from rulesets.murdham.mind.view import MurdhamSideView
from rulesets.murdham.play.actions import Attack
from rulesets.murdham.play.blow import obstacle
from rulesets.murdham.play.geometry import look_at, nearby
from rulesets.murdham.play.moving import open_to, speed
from rulesets.murdham.sheet.sheet import MurdhamBoard, MurdhamState

MAPS = ("woodland-road", "gatehouse", "cellar")
SQUADS = tuple(sorted(RULESET.parties()))
CLOSE = 0.002

LEAVES = 200
"""Plays of a tree of dice; where there are more of them the attack is left out."""


@cache
def ground_of(name: str) -> tuple[Setup, Space]:
    """A shipped map, kept: sight is dear where nobody has looked before."""
    wanted = StartRequest(name, rules="murdham", settings={"stunts": "off"})
    setup = read_setup(find_file(name), wanted, even=True)
    return setup, Space(setup.field)


def scattered(random: Random) -> Board[Any, Any]:
    """A board on which everybody stands somewhere about one spot, some hurt, some with their turn spent."""
    setup, ground = ground_of(random.choice(MAPS))
    parties = RULESET.parties()
    sides = tuple(replace(side, squad=parties[random.choice(SQUADS)]) for side in setup.sides)
    setup = replace(setup, sides=sides)
    start = RULESET.begin(setup, ground)
    zones = ground.with_open(frozenset(start.open_edges)).zones
    middle = random.choice(zones.all_zones)
    about = [place for place in zones.places if (zones.span(middle, place) or 0) <= 3 and not zones.closed(place)]
    at = {who: random.choice(about) for who in start.combatants}
    board = Board(start, setup, ground)
    state: MurdhamState = RULESET.hypothetical_turn(board, random.choice(list(start.combatants)), at)
    combatants = {}
    for who, c in state.combatants.items():
        health = c.sheet.health if random.random() < 0.6 else random.randint(1, c.sheet.health)
        acted = who != state.turn.active and random.random() < 0.5
        combatants[who] = replace(c, sheet=replace(c.sheet, health=health, acted=acted, omens=0))
    turn = replace(state.turn, halves=random.choice((0, 0, 1)))
    return Board(replace(state, combatants=combatants, turn=turn), setup, ground)


def attacks_on(board: MurdhamBoard) -> Iterator[tuple[AnyMatch, str, Attack, bool]]:
    """The plain attacks of the one whose turn it is."""
    match: AnyMatch = Match(RULESET, board.setup, board._ground, board.state, record=False)
    question = match.pending
    assert isinstance(question, Choose)
    for option in question.options.singles:
        said = option.value
        if isinstance(said, Attack) and said.aim == "harm" and not said.held_back:
            moving = said.moving or board.state.turn.halves > 0
            yield match, option.key, said, moving


def told(board: MurdhamBoard, said: Attack, moving: bool, reply: str, answer: Arm | None) -> Blow | None:
    """What the planning model makes of an attack."""
    me, it = stats_of(board.now(board.state.turn.active)), stats_of(board.now(said.target))
    arm = next(arm for arm in me.arms if arm.key == said.weapon and not arm.first)
    look, back = look_at(board, me.body.at, it.body.at), look_at(board, it.body.at, me.body.at)
    times = (2, 1) if said.focused else (1, 1)
    return blow(arm, it, look, moving=moving, reply=reply, answer=answer, back=back, times=times, me=me)


def agree(random: Random, wanted: int, replies: bool) -> int:
    """Compare so many attacks; gives how many were weighed exactly."""
    weighed = 0
    while weighed < wanted:
        board = scattered(random)
        found = list(attacks_on(board))
        if not found:
            continue
        match, key, said, moving = random.choice(found)
        who, target = board.state.turn.active, said.target
        reply, answer = "", None
        it = stats_of(board.now(target))
        if replies:
            reply = random.choice(("dodge", "counter"))
            answer = random.choice(it.usual) if reply == "counter" and it.usual else None
            if reply == "counter" and answer is None:
                continue

        wish = (
            "dodge"
            if reply == "dodge"
            else f"{'counter' if answer.mode == 'melee' else 'counter-shoot'} {answer.key}"
            if answer is not None
            else None
        )
        given: list[str] = []

        def reply_with(
            match: AnyMatch, question: Choose[object], wish: str | None = wish, given: list[str] = given
        ) -> str:
            if question.topic == "reaction" and wish and any(o.key == wish for o in question.options.singles):
                given.append(wish)
                return wish
            return leave_it(match, question)

        played = odds(match, key, reply=reply_with, leaves=LEAVES, samples=1)
        if played.sampled or (replies and not given):
            continue
        one = told(board, said, moving, reply, answer)
        assert one is not None, f"{key} can be made"
        weighed += 1
        said_of = f"{key} {reply} of {who} at {board.now(who).at} on {target} at {board.now(target).at}"
        if reply != "counter":
            assert float(played.hits(who, target)) == pytest.approx(one.hit, abs=CLOSE), said_of
        assert float(played.mean_harm(target)) == pytest.approx(one.took.points, abs=CLOSE), said_of
        assert float(played.down(target)) == pytest.approx(one.took.fell, abs=CLOSE), said_of
        assert float(played.mean_harm(who)) == pytest.approx(one.gave.points, abs=CLOSE), said_of
        assert float(played.down(who)) == pytest.approx(one.gave.fell, abs=CLOSE), said_of
    return weighed


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(1, 4))])
def test_an_attack_is_told_as_the_rules_play_it(seed: int) -> None:
    assert agree(Random(seed), 40, replies=False) == 40


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.nightly)])
def test_and_so_it_is_with_a_reply(seed: int) -> None:
    assert agree(Random(100 + seed), 8, replies=True) == 8


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(50))
def test_thousands_of_attacks_are_told_as_the_rules_play_them(seed: int) -> None:
    agree(Random(1000 + seed), 80, replies=False)
    agree(Random(2000 + seed), 20, replies=True)


# ------------------------------------------------------------------ masks


def pairs(seed: int, count: int) -> Iterator[tuple[MurdhamModel, UnitStats, UnitStats]]:
    random = Random(seed)
    for _ in range(count):
        board = scattered(random)
        model = MurdhamModel(MurdhamSideView(board, board.now(board.state.turn.active).side))
        me = model.view.stats[board.state.turn.active]
        yield model, me, random.choice(list(model.view.foes(me.body.side)))


def test_a_place_of_an_attack_has_its_look_and_any_other_an_obstacle() -> None:
    for model, me, it in pairs(7, 40):
        ground, target = model.view.ground, model.view.spots[it.body.id]
        for arm in me.arms:
            if arm.first or "mounted" in arm.weapon.traits:
                continue
            made = 0
            for look, mask in ground.views.back(target, ground.every):
                for place in ground.afoot.places(mask):
                    assert look == look_at(model.board, place, it.body.at)
                made |= mask if terms(arm, it, look) is not None else 0
            for number, place in enumerate(ground.places):
                there = look_at(model.board, place, it.body.at)
                barred = obstacle(arm.bearer, it.body, arm.weapon, arm.mode, there)
                assert (barred is None) == bool(made >> number & 1)


def test_a_menace_covers_every_place_that_could_be_struck_after_a_step() -> None:
    for model, me, it in pairs(11, 40):
        board, ground = model.board, model.view.ground
        told_of = 0
        for expected_threat in model.expected_threats(it.body.id, me.body.id, ground.every, ()):
            told_of |= expected_threat.where
        struck = 0
        free = replace(it.body, sheet=replace(it.body.sheet, retreating=False))
        starts = {it.body.at, *(open_to(board, free, speed(it.body)) if it.body.id not in model.view.tied else ())}
        for start in starts:
            if it.melee is not None:
                struck |= ground.afoot.mask(place for place in ground.places if nearby(board, start, place))
            if it.shot is not None:
                shot, moving = it.shot, start != it.body.at
                for number, place in enumerate(ground.places):
                    look = look_at(board, start, place)
                    if obstacle(shot.bearer, me.body, shot.weapon, shot.mode, look, moving=moving) is None:
                        struck |= 1 << number
        assert told_of == struck


def test_acts_told_of_here_are_on_the_menu() -> None:
    for model, me, _ in pairs(13, 40):
        board = model.board
        question = Match(RULESET, board.setup, board._ground, board.state, record=False).pending
        assert isinstance(question, Choose)
        spot, budget = model.view.spots[me.body.id], model.budget(me)
        for act in model.acts(me.body.id, spot, budget, 1 << spot):
            question.options.find(act.first or act.key)
        for move in model.moves(me.body.id, spot, budget):
            for layer in move.ends[1:]:
                for number in range(len(model.view.ground.places)):
                    if layer >> number & 1 and not (move.verb != "move" and _walked(model, me, number)):
                        question.options.find(
                            f"{move.verb} {'0' if number < len(model.view.ground.zones.all_zones) else '1'},"
                            f"{model.view.ground.places[number].number}"
                        )


def _walked(model: MurdhamModel, me: UnitStats, number: int) -> bool:
    """Whether a place is reached by an easier way of going, so that the menu has it under that."""
    easier = model.moves(me.body.id, model.view.spots[me.body.id], model.budget(me))
    found = 0
    for move in easier:
        if any(layer >> number & 1 for layer in move.ends):
            found += 1
    return found > 1


def test_a_range_is_that_of_the_rules() -> None:
    for _, me, _ in pairs(17, 5):
        for arm in me.arms:
            assert arm.reach >= arm.weapon.range // 2
