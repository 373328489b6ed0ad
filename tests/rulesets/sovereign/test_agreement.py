"""What an AI reckons, and what is kept, is what is played: closed forms against forks, odds against counts of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.kit.cell_masks import ground_of
from game.kit.mind.acts import ExpectedDamage
from game.kit.testing.fight import CORNER
from game.kit.testing.played import compare_hits, compare_odds
from game.play.dice import SeededDice
from game.resources import maps, shipped_maps
from game.rules.events import Id
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.odds import leave_it, odds
from game.rules.planning_model import Act, ExpectedThreat, Member
from game.rules.questions import DICE, REFEREE, Choose, Roll, Seat
from game.rules.table import Board
from game.spatial.field import Cell, Field
from game.spatial.metric import CLIMB, DROP
from game.spatial.paths import Reach, bits
from game.spatial.space import Space
from rulesets.sovereign import RULESET
from rulesets.sovereign.mind import attacks
from rulesets.sovereign.mind.damage import Arm
from rulesets.sovereign.mind.model import SovereignModel
from rulesets.sovereign.mind.view import SovereignSideView
from rulesets.sovereign.play.actions import CHARGE
from rulesets.sovereign.play.blow import obstacle
from rulesets.sovereign.play.geometry import FEET, Look, barred, held, holders, look, pace, threats
from rulesets.sovereign.play.maneuvers import room_beside
from rulesets.sovereign.play.menu import VERBS
from rulesets.sovereign.play.moving import run_reach
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard
from tests.rulesets.sovereign.kit import Fight, ground

SIDES = (("annora", "colette", "fenn", "bennett", "gisela", "edda", "hadrian"),
         ("bandit", "bandit-crossbow", "skeletal-archer", "ogre", "wolf", "knife-thrower", "hedge-mage", "troll",
          "hobgoblin-archer", "guard-captain", "bandit-brute", "zealot"))  # fmt: skip

SAME = 0.002

LEAVES = 160
"""Plays of a tree at most: a d20 and a d8. Others are left out."""


@cache
def field(name: str) -> tuple[Field, list[Cell]]:
    """A shipped map, and where large bodies fit."""
    ground = read_map(next(path for path in shipped_maps() if path.stem == name)).field
    space = Space(ground)
    return ground, [(at % space.width, at // space.width) for at in bits(space.steps(2, CLIMB, DROP).stand)]


def a_fight(random: Random) -> Fight:
    """Some heroes and some foes near each other on a shipped map, prone, hurt and with spent shields now and then."""
    ground, stand = field(random.choice(("cellar", "gatehouse", "woodland-road")))
    midst = random.choice(stand)
    near = [cell for cell in stand if max(abs(cell[0] - midst[0]), abs(cell[1] - midst[1])) <= random.choice((3, 9))]
    cells: list[Cell] = []
    for cell in random.sample(near, len(near)):
        if all(max(abs(cell[0] - x), abs(cell[1] - y)) > 1 for x, y in cells):
            cells.append(cell)
    east = (cells[0][0] + 1, cells[0][1])
    if random.random() < 0.3 and east in stand:  # hand to hand; heroes are small, so the others find room to the east
        far = [cell for cell in cells[1:] if max(abs(cell[0] - east[0]), abs(cell[1] - east[1])) > 1]
        cells = [cells[0], *far[:1], east, *far[1:]]
    squads = [random.sample(side, min(len(side), 2)) for side in SIDES]
    apart = (cell for cell in stand if all(max(abs(cell[0] - x), abs(cell[1] - y)) > 2 for x, y in cells))
    cells += [*islice(apart, 6)]
    acting = random.choice(("party", "foes"))
    party = {name: cells[n] for n, name in enumerate(squads[0])}
    foes = {f"foe{n}": (unit, cells[n + 2]) for n, unit in enumerate(squads[1])}
    fight = Fight(party, foes, field=ground, acting=acting)
    for who in (*party, *foes):
        fight.sheet_of(who, prone=random.random() < 0.2)
        if random.random() < 0.5:
            fight.sheet_of(who, hp=random.randint(1, 9))
        if random.random() < 0.2:
            fight.profile_of(who, resists=("edged",))
    return fight


def an_attack(fight: Fight, random: Random) -> tuple[str, Id, Id, Arm, Look, int] | None:
    """An attack of a random member's menu: its key, who, on whom, with what, how it is placed, what the action adds."""
    options = [option.key for option in fight.asked.options.singles if option.key != "end"]
    who = random.choice(options)
    fight.play(who)
    scene = SovereignSideView(fight.board, str(fight.asked.seat))
    keys = [
        option.key for option in fight.asked.options.singles if option.key.split()[0] in (*VERBS.values(), "charge")
    ]
    random.shuffle(keys)
    for key in keys:
        verb, target, weapon = key.split()
        mode = next((mode for mode, each in VERBS.items() if each == verb), "melee")
        arms = [arm for arm in scene.stats[Id(who)].arms if (arm.key, arm.mode) == (weapon, mode) and not arm.more]
        if not arms:
            continue
        place = fight.asked.options.find(key).place
        at = place if verb == "charge" and isinstance(place, tuple) else fight.body(who).at
        looks = scene.looks(Id(target), Id(who), arms[0], scene.ground.bit(at))
        assert len(looks) == 1, f"{key}: {looks}"
        return key, Id(who), Id(target), arms[0], looks[0][0], CHARGE.total if verb == "charge" else 0
    return None


def guarding(match: AnyMatch, question: Choose[object]) -> str:
    """Total Defense before the roll, nothing else."""
    return "defend" if any(option.key == "defend" for option in question.options) else leave_it(match, question)


def compare(count: int, seed: int) -> None:
    """Estimates against forks, with and without Total Defense, until so many have been compared."""
    random, done = Random(seed), 0
    while done < count:
        fight = a_fight(random)
        found = an_attack(fight, random)
        if found is None:
            continue
        key, who, target, arm, at, extra = found
        it = SovereignSideView(fight.board, str(fight.asked.seat)).stats[target]
        for guarded in (False, True):
            harm = arm.harm(it, at, extra, guarded=guarded)
            told = odds(fight.match, key, reply=guarding if guarded else leave_it, leaves=LEAVES, samples=1)
            tripped = key.startswith("charge") and any(not outcome.attacks for outcome, _ in told.chances)
            if told.sampled or tripped:  # a trap on the way of a charge is no matter of the blow
                continue
            played = ExpectedDamage(
                float(told.hits(who, target)), float(told.down(target)), harm.hurt, float(told.mean_harm(target))
            )
            assert harm == pytest.approx(played, abs=SAME), f"{key}, guarded {guarded}, {fight.board.state.combatants}"
            done += 1


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 5))])
def test_an_estimate_is_what_a_fork_comes_to(seed: int) -> None:
    compare(40, seed)


@pytest.mark.nightly
def test_many_estimates_are_what_forks_come_to() -> None:
    compare(5000, 9)


def put(board: SovereignBoard, who: Id, at: Cell) -> tuple[SovereignBoard, Body]:
    """The battle with somebody elsewhere."""
    me = replace(board.now(who), at=at)
    state = replace(board.state, combatants={**board.state.combatants, who: me})
    return Board(state, board.setup, board.space), me


def test_looks_are_what_the_rules_read_of_a_body_put_there() -> None:
    random = Random(3)
    for _ in range(25):
        fight = a_fight(random)
        board = fight.board
        scene = SovereignSideView(board, "party")
        who, target = random.choice(
            [(Id(a), it.id) for a in scene.stats for it in scene.foes(scene.stats[a].body.side)]
        )
        mine, it = scene.stats[who], scene.stats[target]
        arm = random.choice([each for each in mine.arms if each.in_hand and not each.unready and not each.more])
        taken = 0
        for each in scene.stats.values():
            taken |= scene.ground.covers(scene.area(each), mine.size)
        where = scene.ground.steps(mine.size).stand & ~taken
        looks = scene.looks(target, who, arm, where)
        told = {number: at for at, mask in looks for number in bits(mask)}
        assert len(told) == sum(mask.bit_count() for _, mask in looks), "the masks are disjoint"
        for number in random.sample(list(bits(where)), 40) + random.sample(list(told), min(20, len(told))):
            there, me = put(board, who, scene.ground.cell(number))
            hindered = obstacle(there, me, it.body, arm.weapon, arm.mode)
            assert (hindered is None) == (number in told), (who, arm.key, target, me.at, hindered)
            if number in told:
                at = look(there, me, it.body, afar=arm.mode != "melee")
                spans = [cells * FEET for cells in arm.spans(it)] + ([FEET] if not told[number].seen else [])
                banded = min(feet for feet in (*spans, told[number].feet) if feet >= at.feet)
                assert at._replace(feet=banded) == told[number], (who, arm.key, target, me.at)


def test_a_foe_menaces_every_place_from_which_it_could_attack_after_a_walk() -> None:
    random = Random(4)
    for _ in range(25):
        fight = a_fight(random)
        board = fight.board
        scene = SovereignSideView(board, "party")
        me, it = (
            random.choice([each for each in scene.stats.values() if each.body.side == side])
            for side in ("party", "foes")
        )
        if it.body.sheet.prone or it.melee is None:
            continue
        where = scene.ground.steps(me.size).stand
        near = 0
        for expected_threat in scene.strikes(it.id).expected_threats(me.id, where, guarded=False):
            near |= expected_threat.where
        for number in bits(scene.walk(it.id, scene.ground.bit(it.at).bit_length() - 1).mask):
            reached = scene.ground.ring(scene.ground.cell(number), it.size, it.melee.reach, me.size)
            assert not reached & ~near, (it.id, scene.ground.cell(number))


def shot_at(unit: str, **sheet: object) -> float:
    """What an archer may do to Annora, who stands round the corner from it."""
    fight = Fight({"annora": (9, 0)}, {"archer": (unit, (2, 0))}, field=CORNER)
    scene = SovereignSideView(fight.sheet_of("archer", **sheet).board, "party")
    annora = scene.stats[Id("annora")]
    assert not scene.ground.seen_from((2, 0), 1).any & scene.area(annora)
    return scene.strikes(Id("archer")).worst(Id("annora"), scene.area(annora))


def test_a_foe_may_step_round_a_corner_to_shoot_but_not_from_the_ground() -> None:
    assert shot_at("hobgoblin-archer") > 0
    assert shot_at("hobgoblin-archer", prone=True) == 0
    assert shot_at("hedge-mage") > 0, "spells go round corners too"


def test_who_must_reload_with_a_move_does_not_shoot_round_a_corner() -> None:
    assert shot_at("skeletal-archer") > 0
    assert shot_at("skeletal-archer", unloaded=("small-bow",)) == 0


def test_one_change_of_a_sum_moves_the_rules_and_the_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulesets.sovereign.mind import damage
    from rulesets.sovereign.play import numbers

    whole = numbers.attack_terms

    def lucky(*given: object, **named: object) -> object:
        return whole(*given, **named).plus("luck", 3, "E-55")  # type: ignore[arg-type]

    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (6, 5))}).profile_of("annora", level=2)
    fight.play("annora")
    before = odds(fight.match, "strike b1 short-sword").hits(Id("annora"))
    monkeypatch.setattr(numbers, "attack_terms", lucky)
    monkeypatch.setattr(damage, "attack_terms", lucky)
    scene = SovereignSideView(fight.board, "party")
    sword = next(arm for arm in scene.stats[Id("annora")].arms if arm.key == "short-sword")
    after = float(odds(fight.match, "strike b1 short-sword").hits(Id("annora")))
    assert after == pytest.approx(float(before) + 0.15)
    assert sword.harm(scene.stats[Id("b1")]).hit == pytest.approx(after)


def test_what_lies_down_itself_is_no_measure_of_whom_it_strikes() -> None:
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit-crossbow", (6, 5))}, acting="foes").sheet_of("b1", prone=True)
    scene = SovereignSideView(fight.board, "foes")
    fists = next(arm for arm in scene.stats[Id("b1")].arms if arm.key == "unarmed")
    assert fists.harm(scene.stats[Id("annora")]).hit == pytest.approx(1 / 20), "AC 17, +1 and 4 less for lying down"


Told = tuple[list[Member], list[Act], list[ExpectedThreat]]


def told(board: SovereignBoard, side: str) -> Told:
    """Everything that is thought of one moment."""
    mind = SovereignModel(SovereignSideView(board, side))
    members = mind.members()
    acts: list[Act] = []
    expected_threats: list[ExpectedThreat] = []
    for it in members.values():
        reach = 1 << it.spot
        for move in mind.moves(it.id, it.spot, it.budget):
            for layer in move.ends:
                reach |= layer
        acts += mind.acts(it.id, it.spot, it.budget, reach)
        for other in members.values():
            if other.side != it.side:
                expected_threats += mind.expected_threats(it.id, other.id, reach, it.budget)
    return list(members.values()), acts, expected_threats


def forget(space: Space) -> None:
    """As if nothing had ever been thought of."""
    for known in (space.kept, attacks._outs, attacks._arms):
        known.clear()


def test_a_moment_is_thought_of_as_if_it_were_the_first() -> None:
    random = Random(5)
    for _ in range(6):
        board: SovereignBoard = a_fight(random).board
        moments = [board]
        stand = ground_of(board.space).steps(2).stand
        cells = [ground_of(board.space).cell(at) for at in range(stand.bit_length()) if stand >> at & 1]
        for _ in range(4):
            who = random.choice(list(board.state.combatants))
            x, y = board.state.combatants[who].at
            near = [cell for cell in cells if max(abs(cell[0] - x), abs(cell[1] - y)) <= 6]
            board, _ = put(board, who, random.choice(near))
            moments.append(board)
        kept = [told(each, "party") for each in moments]
        for each, known in zip(moments, kept, strict=True):
            forget(each.space)
            assert told(each, "party") == known


def test_what_a_shove_may_come_to_is_the_worst_of_all_places_beside() -> None:
    random, harmed = Random(6), 0
    for _ in range(25):
        scene = SovereignSideView(a_fight(random).board, "party")
        for it in scene.stats.values():
            side = "foes" if it.body.side == "party" else "party"
            every = [scene.fall(it, place) for place in room_beside(scene.board, it.body, side)]
            worst = max((fall.cost for fall in every), default=0.0)
            assert scene.worst_fall(it.id).cost == worst
            harmed += worst > 0
    assert harmed, "some stand beside an edge or a fire"


def test_doors_are_noticed_from_beside_them_only() -> None:
    space = Space(field("gatehouse")[0])
    ground = ground_of(space)
    assert ground.doors and all(ground.handled(door.a, 1) for door in ground.doors)
    assert not all(ground.handled((x, y), 1) for x in range(space.width) for y in range(space.height))


@pytest.mark.parametrize("name", ["gatehouse", "cellar"])
def test_reach_and_holds_are_those_of_the_battle_as_it_stands(name: str) -> None:
    setup = quick_setup(read_map(maps() / f"{name}.tmx"), RULESET)
    match: AnyMatch = Match.begin(RULESET, setup, record=False)
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(5), HouseReferee()
    moved = 0
    for _ in range(150):
        question: Any = match.pending
        if question is None:
            break
        board = match.board
        for c in board.state.combatants.values():
            size = c.sheet.profile.size
            bar, friends, wade = barred(board, c)
            masks, areas = board.space.steps(size, CLIMB, DROP), tuple(area for _, area in threats(board, c))
            found, anew = run_reach(board, c), Reach(masks, c.at, pace(c), bar, friends, areas, wade)
            moved += found.mask.bit_count() > 1
            assert (found.start, found.mask) == (c.at, anew.mask)
            for cell in found.cells()[::7]:
                assert found.path(cell) == anew.path(cell)
            assert held(board, c.id) == bool(holders(board, c.id))
        match.answer(seats[question.seat].answer(match, question) or "")
    assert moved > 500


FEW_AND_MANY = [1_000, pytest.param(10_000, marks=pytest.mark.nightly)]

Position = Callable[[], tuple[AnyMatch, str]]

BESIDE_A_PILLAR = ground(
    "....#.......",
    "............",
    "............",
    "............",
)


def melee_with_shock() -> tuple[AnyMatch, str]:
    """AC 13 against a short sword of Shock 5/15: a miss hurts too."""
    fight = Fight({"annora": (5, 5)}, {"a1": ("skeletal-archer", (6, 5))})
    fight.weapon_of("annora", "short-sword", traits=("blunt",)).profile_of("a1", hp=9).sheet_of("a1", hp=9)
    fight.play("annora")
    return fight.match, "strike a1 short-sword"


def shot_at_half_cover() -> tuple[AnyMatch, str]:
    """A bow at somebody of whom a pillar hides half."""
    fight = Fight({"colette": (0, 0)}, {"w1": ("bandit", (5, 1))}, field=BESIDE_A_PILLAR)
    fight.play("colette")
    return fight.match, "shoot w1 small-bow"


def swarm() -> tuple[AnyMatch, str]:
    """Three archers press one man in plate; the last of them strikes."""
    foes = {f"a{n}": ("skeletal-archer", (10, 3 + n)) for n in (1, 2, 3)}
    fight = Fight({"bennett": (5, 5)}, foes, acting="foes").sheet_of("bennett", main=False)
    fight.play("a1", "swarm bennett", "done", "a2", "swarm bennett", "wait", "done", "a3", "swarm bennett")
    key = next(option.key for option in fight.asked.options if option.key.startswith("swarm-"))
    return fight.match, key


def snap_attack() -> tuple[AnyMatch, str]:
    """Colette's sword arm is busy; Annora answers a hit on her with a snap attack that may save her."""
    fight = Fight({"annora": (5, 4), "colette": (5, 5)}, {"b1": ("bandit", (6, 5))}, acting="foes")
    fight.play("b1", "strike colette spear")
    match: AnyMatch = fight.match
    while not (isinstance(question := match.pending, Roll) and question.dice == "d20"):
        assert isinstance(question, Choose)
        match.answer(leave_it(match, question))
    match.answer((19,))
    question = match.pending
    while isinstance(question, Choose) and question.who != "annora":
        match.answer(question.idle)
        question = match.pending
    return match, "snap b1 short-sword"


@pytest.mark.parametrize("plays", FEW_AND_MANY)
@pytest.mark.parametrize("position", [melee_with_shock, shot_at_half_cover, swarm, snap_attack])
def test_odds_are_what_is_played(position: Position, plays: int) -> None:
    compare_odds(*position(), plays, Random(20).randint)


@pytest.mark.rule("sovereign", "E-25", "E-41", "E-42")
@pytest.mark.parametrize("rolled", [False, True], ids=["declared", "rolled"])
def test_the_figures_beside_each_reply_belong_to_those_they_name(rolled: bool) -> None:
    """Annora is attacked, or already hit: whose blow hits whom is counted in plays, told apart by attacker."""
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (6, 5))}, acting="foes").profile_of("annora", ac=12)
    fight.sheet_of("b1", hp=9).play("b1")
    match: AnyMatch = fight.match
    match.answer("strike annora spear")
    if rolled:
        match.answer("pass")
        match.answer((12,))
    question = match.pending
    assert isinstance(question, Choose) and question.who == "annora"
    keys = list(question.options.all_keys())
    assert {"pass", "defend", "snap b1 short-sword"} <= set(keys)
    bandit, annora = Id("b1"), Id("annora")
    for key in keys:
        shown = compare_hits(match, key, [(bandit, annora), (annora, bandit)], 400, Random(11).randint)
        assert (shown.hits(annora, bandit) > 0) == key.startswith("snap"), key
    if rolled:
        assert odds(match, "snap b1 short-sword").struck(annora) > odds(match, "defend").struck(annora) == 0


def test_the_numbers_of_one_blow_by_hand() -> None:
    match, key = melee_with_shock()
    shown = odds(match, key)
    assert shown.hits(Id("annora"), Id("a1")) == Fraction(11, 20), "d20 + 3 against 13"
    face = Fraction(11, 120)
    assert shown.harm(Id("a1")) == {
        5: Fraction(9, 20) + 2 * face,  # a miss does the Shock of 5, and so does a hit that would do less
        6: face,
        7: face,
        8: face,
        9: face,
    }
    assert shown.down(Id("a1")) == face
