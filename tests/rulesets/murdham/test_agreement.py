"""What the model says, what odds show and what is kept, against the rules played in forks and thousands of plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.belief import known_board
from game.ai.planner import Planner
from game.ai.scoring import Candidate, TemperedWeights
from game.ai.valuation import AttackCache
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.kit.testing.fight import d20
from game.kit.testing.played import compare_hits, compare_odds
from game.play.dice import SeededDice
from game.play.start import StartRequest, find_file, read_setup
from game.resources import maps
from game.rules.events import Id
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.odds import leave_it, odds, plain_odds, replies
from game.rules.questions import DICE, REFEREE, Choose, Seat
from game.rules.setup import Setup
from game.rules.table import Board
from game.spatial.places import ZonePlace
from game.spatial.space import Space
from rulesets.murdham import RULESET
from rulesets.murdham.mind import actions, attacks, damage, view
from rulesets.murdham.mind.damage import (
    FACE_TO_FACE,
    IN_THE_DARK,
    Arm,
    Blow,
    Build,
    UnitStats,
    arms_of,
    blow,
    stats_of,
    terms,
)
from rulesets.murdham.mind.model import MurdhamModel
from rulesets.murdham.mind.view import MurdhamSideView
from rulesets.murdham.play.actions import Attack
from rulesets.murdham.play.blow import obstacle
from rulesets.murdham.play.cost import Special, approaches, price
from rulesets.murdham.play.geometry import fits, held, holders, look_at, nearby
from rulesets.murdham.play.moving import SPECIALS, open_to, speed, ways
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamState
from tests.rulesets.murdham.kit import RING, Fight, Where, chart

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


FEW_AND_MANY = [1_000, pytest.param(10_000, marks=pytest.mark.nightly)]

Position = Callable[[], tuple[AnyMatch, str]]

THEOBALD = Id("theobald")


def plain_melee() -> tuple[AnyMatch, str]:
    """A halberd, d8, against a bandit with eight health: nothing to roll but the damage."""
    fight = Fight({"theobald": "a"}, {"bandit": "a"}).play("theobald")
    return fight.match, "strike bandit halberd"


def beyond_half_range() -> tuple[AnyMatch, str]:
    """A bow of range 8 at five zones: WIT 12 on a d20, and then d6 against light armour."""
    fight = Fight({"balthasar": "a"}, {"leader": ("bandit-leader", "f")}).play("balthasar")
    return fight.match, "shoot leader bow"


def counter() -> tuple[AnyMatch, str]:
    """A bandit with an axe answers a halberd: d6 against d8, and whoever suffers more is hit first."""
    fight = Fight({"theobald": "a"}, {"bandit": "a"}, stunts="off").play("theobald").until("strike bandit halberd")
    return fight.match, "counter axe"


def straying_blast() -> tuple[AnyMatch, str]:
    """A fire flask thrown two zones, beyond half its range of 2: it may stray back to one's friends."""
    fight = Fight(
        {"hesper": "a", "sybilla": "b"}, {"x": ("bandit", "c"), "y": ("bandit", "d"), "z": ("bandit", "c")}, field=RING
    )
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    return fight.match, fight.key("blast fire-flask", "c")


def held_back() -> tuple[AnyMatch, str]:
    """An impaired d6: two exploding rolls, the lower counts."""
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}).play("sybilla")
    return fight.match, "hold back bandit sword"


@pytest.mark.parametrize("plays", FEW_AND_MANY)
@pytest.mark.parametrize("position", [plain_melee, beyond_half_range, counter, straying_blast, held_back])
def test_odds_are_what_is_played(position: Position, plays: int) -> None:
    compare_odds(*position(), plays, Random(20).randint)


@pytest.mark.rule("murdham", "A-53", "A-54")
def test_the_figures_beside_each_reply_belong_to_those_they_name() -> None:
    """Sybilla is struck at: dodge, counter and letting it be, each told by whose blow hits whom."""
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, stunts="off", acting="foes").play("bandit")
    match: AnyMatch = fight.until("strike sybilla axe").match
    question = match.pending
    assert isinstance(question, Choose)
    bandit, sybilla = Id("bandit"), Id("sybilla")
    assert {"pass", "dodge", "counter sword"} <= set(question.options.all_keys())
    for option in question.options:
        shown = compare_hits(match, option.key, [(bandit, sybilla), (sybilla, bandit)], 400, Random(11).randint)
        assert (shown.hits(sybilla, bandit) > 0) == (option.topic == "counter"), option.key


def test_the_numbers_of_one_blow_by_hand() -> None:
    """d8 against eight health: 4 and more are critical, and 8 (7 and 1 more) or more kill; an 8 explodes."""
    match, key = plain_melee()
    shown = odds(match, key)
    assert shown.hits(THEOBALD) == 1
    assert shown.down(Id("bandit")) == Fraction(5, 8)
    harm = shown.harm(Id("bandit"))
    assert harm == dict.fromkeys(range(1, 9), Fraction(1, 8)), "nobody loses more than it has"


def test_a_shot_beyond_half_range_by_hand() -> None:
    """WIT 12 passes on twelve faces of twenty."""
    match, key = beyond_half_range()
    assert odds(match, key).hits(Id("balthasar")) == Fraction(12, 20)


def test_an_impaired_roll_by_hand() -> None:
    """The lower of two d6: a 1 unless both show more."""
    match, key = held_back()
    assert odds(match, key).harm(Id("bandit"))[1] == 1 - Fraction(5, 6) ** 2


def test_where_a_blast_strays_by_hand() -> None:
    """WIT 10: half of the throws go where they are aimed, the others by a d2 to one of the two zones beside it."""
    match, key = straying_blast()
    shown = odds(match, key)
    burns = {who: 1 - shown.harm(Id(who)).get(0, Fraction(0)) for who in ("hesper", "sybilla", "x", "y", "z")}
    assert burns == {
        "hesper": 0,
        "sybilla": Fraction(1, 4),
        "x": Fraction(1, 2),
        "y": Fraction(1, 4),
        "z": Fraction(1, 2),
    }


def test_what_the_target_may_do_about_it() -> None:
    """AGI 8 dodges eight times in twenty; its counter may fell the attacker first."""
    match, key = plain_melee()
    plain = plain_odds(match, key)
    found = {reply.topic: reply for reply in replies(match, plain, leaves=4_000, samples=100)}
    assert set(found) == {"dodge", "counter"}
    assert found["dodge"].odds.hits(THEOBALD) == Fraction(12, 20)
    assert found["dodge"].odds.down(Id("bandit")) == plain.odds.down(Id("bandit")) * Fraction(12, 20)
    assert found["counter"].odds.mean_harm(Id("theobald")) > 0
    assert sum(reply.best for reply in found.values()) == 1


def test_a_guard_is_weighed_too() -> None:
    fight = Fight({"theobald": "a"}, {"x": ("bandit", "a"), "y": ("bandit", "a")}).sheet_of("x", acted=True)
    fight.play("theobald")
    plain = plain_odds(fight.match, "strike x halberd")
    (guard,) = replies(fight.match, plain, leaves=4_000, samples=100)
    assert (guard.topic, guard.key) == ("guard", "guard y")
    assert guard.odds.mean_harm(Id("x")) == 0
    assert guard.odds.mean_harm(Id("y")) == plain.odds.mean_harm(Id("x"))


@pytest.mark.rule("murdham", "A-61", "M-5")
def test_an_omen_is_weighed_without_the_one_who_could_guard() -> None:
    """An omen turns the first of the two thresholds: 5/8 to be felled without, 25/64 with it."""
    bandits = {"x": ("bandit", "a"), "y": ("bandit", "a")}
    fight = Fight({"theobald": "a"}, bandits, stunts="off").sheet_of("x", acted=True, omens=1).play("theobald")
    plain = plain_odds(fight.match, "strike x halberd")
    found = {reply.topic: reply for reply in replies(fight.match, plain, leaves=4_000, samples=1)}
    assert plain.odds.down(Id("x")) == Fraction(5, 8)
    assert found["omen"].odds.down(Id("x")) == Fraction(25, 64)
    assert found["guard"].odds.down(Id("x")) == 0


@pytest.mark.rule("murdham", "A-59", "M-5")
def test_hiding_behind_somebody_is_weighed_with_the_consent_it_needs() -> None:
    bandits = {"x": ("bandit", "a"), "y": ("bandit", "a")}
    fight = Fight({"theobald": "a"}, bandits, stunts="off").play("theobald")
    plain = plain_odds(fight.match, "strike x halberd")
    found = {reply.topic: reply for reply in replies(fight.match, plain, leaves=4_000, samples=1)}
    assert found["hide behind"].odds.down(Id("x")) == 0
    assert found["hide behind"].odds.down(Id("y")) == plain.odds.down(Id("x"))


def noted(fight: Fight, key: str) -> dict[tuple[str, str], Fraction]:
    """What besides harm may become of whom, by an answer."""
    return {(note.who, note.said): share for note, share in odds(fight.match, key).noted().items()}


@pytest.mark.rule("murdham", "A-19")
@pytest.mark.parametrize("acted", [False, True])
def test_words_have_chances(*, acted: bool) -> None:
    """WIT 8 fails at 9 or more; a taunt takes Theobald's own WIT of 9 first. A turn not yet spent is lost as any is."""
    fight = Fight({"theobald": "b"}, {"bandit": "b"}).sheet_of("bandit", acted=acted).play("theobald")
    assert noted(fight, "distract bandit") == {("bandit", "stunned"): Fraction(12, 20)}
    assert noted(fight, "taunt bandit") == {("bandit", "taunted"): Fraction(9, 20) * Fraction(12, 20)}
    assert noted(fight, "intimidate bandit") == {("bandit", "frightened"): Fraction(12, 20)}


@pytest.mark.rule("murdham", "A-84")
def test_getting_free_has_a_chance() -> None:
    party: dict[str, Where] = {"sybilla": "b", "theobald": "b"}
    held = Fight(party, {"bandit": "b"}).sheet_of("bandit", grabbing="sybilla")
    assert noted(held.play("sybilla"), "struggle") == {("sybilla", "let go"): Fraction(8, 20)}
    caught = Fight(party, {"bandit": "d"}).sheet_of("sybilla", entangled=True).play("theobald")
    assert noted(caught, "free sybilla") == {("sybilla", "free"): Fraction(9, 20)}


@pytest.mark.rule("murdham", "A-98", "A-117")
def test_an_omen_for_morale_has_a_chance_and_says_how_many_there_are() -> None:
    """Sybilla, alone of two, has failed: WIT 6 passes at 6 of 20 if she rolls again, and she retreats if not."""
    field = chart("abcd", features={"a": "exit"})
    fight = Fight({"sybilla": "a", "theobald": "d"}, {"bandit": "d"}, field=field)
    fight.sheet_of("sybilla", omens=2).sheet_of("theobald", incapacitated=True)
    fight.until("sybilla", "done", "bandit", "done", d20(20))
    assert fight.asked.topic == "omen" and fight.option("omen").price == "1 of 2 omens"
    assert noted(fight, "pass") == {("sybilla", "retreating"): Fraction(1)}
    assert noted(fight, "omen")["sybilla", "retreating"] == Fraction(14, 20)


def plain(board: MurdhamBoard, me: Body, halves: int, special: Special) -> dict[ZonePlace, int]:
    """What the places within so many half-zones cost, the rules asked at every step."""
    cost: dict[ZonePlace, int] = {}
    queue: list[tuple[int, int, ZonePlace]] = [(0, 0, me.at)]
    while queue:
        spent, _, here = heappop(queue)
        if here in cost:
            continue
        cost[here] = spent
        for there in board.space.zones.halves(here):
            more = price(board, me, there, special)
            if more is None or spent + more > halves or not fits(board, me, there):
                continue
            if not approaches(board, me, here, there):
                heappush(queue, (spent + more, len(cost) * 1000 + len(queue), there))
    del cost[me.at]
    return cost


@pytest.mark.parametrize("name", ["gatehouse", "cellar"])
def test_ways_and_holds_are_those_of_the_battle_as_it_stands(name: str) -> None:
    setup = quick_setup(read_map(maps() / f"{name}.tmx"), RULESET)
    match: AnyMatch = Match.begin(RULESET, setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(5), HouseReferee()
    found = 0
    for number in range(150):
        question: Any = match.pending
        if question is None:
            break
        board = match.board
        special = ("", *SPECIALS)[number % 7]
        for c in board.state.combatants.values():
            there = ways(board, c, 4, special)
            costs = {place: sum(price(board, c, step, special) or 99 for step in way) for place, way in there.items()}
            assert costs == plain(board, c, 4, special)
            for place, way in there.items():
                assert way[-1] == place
                steps = zip((c.at, *way), way, strict=False)
                assert all(after in board.space.zones.halves(before) for before, after in steps)
            assert held(board, c.id) == any(holders(board, c.id))
            found += len(there)
        match.answer(seats[question.seat].answer(match, question) or "")
    assert found > 5000


def forget(space: Space) -> None:
    """All that advice of earlier moments has left."""
    for known in (space.kept, damage.stats_of.known, damage._alike, damage._builds):
        known.clear()
    for found in (attacks._replied, actions._words, damage.blow, damage._terms, damage._cost, view.opening):
        found.cache_clear()


def advised(name: str, every: int, *, anew: bool) -> list[list[Candidate]]:
    """Plans, prospects and dangers at every few questions of a battle; ``anew``: with all forgotten before each."""
    setup = quick_setup(read_map(maps() / f"{name}.tmx"), RULESET)
    match: AnyMatch = Match.begin(RULESET, setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(8), HouseReferee()
    feature_weights, found, attack_cache = RULESET.weights["options"], [], AttackCache()
    forget(match.ground)
    for number in range(400):
        question: Any = match.pending
        if question is None:
            break
        if number % every == 0 and isinstance(question, Choose) and question.kind != "ruling":
            if anew:
                forget(match.ground)
                attack_cache = AttackCache()
            model = RULESET.model(known_board(match, question.seat), str(question.seat))
            found.append(Planner(model, TemperedWeights(feature_weights), attack_cache).candidates(question))
        match.answer(seats[question.seat].answer(match, question) or "")
    return found


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("gatehouse", 29),
        *(pytest.param(name, 9, marks=pytest.mark.nightly) for name in ("gatehouse", "cellar", "woodland-road")),
    ],
)
def test_advice_from_what_is_kept_is_the_advice_of_one_who_knows_nothing_yet(name: str, every: int) -> None:
    kept, anew = (advised(name, every, anew=anew) for anew in (False, True))
    assert sum(map(len, kept)) > 30
    for before, after in zip(kept, anew, strict=True):
        assert [each.key for each in before] == [each.key for each in after]
        for one, other in zip(before, after, strict=True):
            assert one.score == pytest.approx(other.score) and dict(one.features) == pytest.approx(other.features)


def test_what_an_attack_is_made_with_and_kept_off_by_hangs_on_nobodys_health() -> None:
    """Kept is what was found for a body in another state of health; beside it the rules are asked anew."""
    setup = quick_setup(read_map(maps() / "gatehouse.tmx"), RULESET)
    board: MurdhamBoard = Match.begin(RULESET, setup, record=False).board
    draw, looks, found = Random(3), (FACE_TO_FACE, IN_THE_DARK, FACE_TO_FACE._replace(near=False, span=2, arc=2)), 0
    bodies = [c for c in board.state.combatants.values() if c.sheet.up]
    for _ in range(300):
        one, other = (
            replace(
                c, sheet=replace(c.sheet, health=draw.randint(1, c.sheet.profile.health), hidden=draw.random() < 0.2)
            )
            for c in draw.sample(bodies, 2)
        )
        me, it = stats_of(one), stats_of(other)
        fresh, beside = arms_of(one), Build(other, arms_of(other))
        assert [(arm.key, arm.mode, arm.first, arm.mean) for arm in me.arms] == [
            (arm.key, arm.mode, arm.first, arm.mean) for arm in fresh
        ]
        for kept, anew in zip(me.arms, fresh, strict=True):
            for look in looks:
                moving, surprise = draw.random() < 0.5, draw.random() < 0.5
                what = terms(kept, it, look, moving=moving, surprise=surprise)
                assert what == terms(anew, it._replace(build=beside), look, moving=moving, surprise=surprise)
                found += what is not None
    assert found > 300
