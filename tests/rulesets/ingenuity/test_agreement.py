"""What an AI reckons is what is played: closed forms against forks, masks against bodies put there."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from game.files.tiled import read_map
from game.kit.mind.acts import ExpectedDamage
from game.kit.testing.fight import ground
from game.resources import shipped_maps
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.questions import Choose
from game.rules.table import Board
from game.spatial.field import Cell, Zone
from game.spatial.metric import CLIMB, DROP
from game.spatial.paths import bits
from game.spatial.space import Space
from rulesets.ingenuity.mind.damage import Arm, UnitStats, struck
from rulesets.ingenuity.mind.view import IngenuitySideView
from rulesets.ingenuity.play.attack import obstacle, strays
from rulesets.ingenuity.play.blow import VERBS, Blow
from rulesets.ingenuity.play.geometry import Look, look
from rulesets.ingenuity.play.numbers import sway
from rulesets.ingenuity.sheet.roster import STOCK
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard
from tests.rulesets.ingenuity.kit import Fight, suffering

HEROES = ("hartwin", "tancred", "yrsa", "matthis", "linnet", "reinhild", "oswin", "ondine")
OTHERS = (
    *("brigand", "brigand-archer", "cutthroat", "bruiser", "pike-guard", "crossbow-guard", "goblin", "goblin-archer"),
    *("wolf", "bear", "rats", "giant-spider", "skeleton", "ghoul", "ogre", "troll", "fire-hound", "drake"),
)

SAME = 0.002

LEAVES = 300
"""Plays of a tree at most: two dice, the luck die, a die rolled again, a test to fortify."""


@cache
def field(name: str) -> Space:
    """A shipped map."""
    return Space(read_map(next(path for path in shipped_maps() if path.stem == name)).field)


def a_place(random: Random, space: Space, size: int, taken: int, about: Cell, far: int) -> Cell:
    """Somewhere a body has room, near a place if there is room."""
    steps = space.steps(size, CLIMB, DROP)
    free = steps.stand & ~steps.spread(taken)
    (x, y), near = about, 0
    west, east = max(0, x - far), min(space.width, x + far + 1)
    for row in range(max(0, y - far), min(space.height, y + far + 1)):
        near |= ((1 << (east - west)) - 1) << (row * space.width + west)
    at = random.choice(list(bits(free & near or free)))
    return at % space.width, at // space.width


def a_fight(random: Random) -> Fight:
    """Three heroes and three foes near each other on a shipped map: prone, hurt, tired, on guard now and then."""
    space = field(random.choice(("cellar", "gatehouse", "woodland-road")))
    heroes, others = (random.sample(side, 3) for side in (HEROES, OTHERS))
    units = {**{name: name for name in heroes}, **{f"foe{n}": unit for n, unit in enumerate(others)}}
    placed: dict[str, tuple[str, Cell]] = {}
    taken, about = 0, a_place(random, space, 1, 0, (0, 0), 99)
    for who in random.sample(list(units), len(units)):
        size = STOCK.with_own("").profile(units[who]).cells
        at = a_place(random, space, size, taken, about, random.choice((1, 1, 2, 9)))
        placed[who] = units[who], at
        taken |= space.mask(space.footprint(at, size))
        about = at if random.random() < 0.4 else about
    fight = Fight(
        {who: placed[who] for who in heroes},
        {who: placed[who] for who in units if who not in heroes},
        field=space.field,
        acting=random.choice(("party", "foes")),
    )
    for who in (*heroes, "foe0", "foe1", "foe2"):
        sheet = fight.begun(who)
        fight.sheet_of(who, prone=random.random() < 0.2, attacks=random.choice((0, 0, 1, 2)))
        if random.random() < 0.7:
            fight.sheet_of(who, end=random.choice((0, 2, sheet.end)), hp=random.randint(1, sheet.hp))
        if random.random() < 0.3:
            fight.sheet_of(who, reactions=0)
        words = {word: 1 for word in ("guard", "cover", "blinded") if random.random() < 0.15}
        fight.sheet_of(who, conditions=suffering(**words))
    return fight


def some_attacks(fight: Fight, random: Random) -> list[tuple[str, IngenuitySideView, UnitStats, UnitStats, Arm, Look]]:
    """Two attacks of a random member's menu: the key, the moment, who, on whom, with what, how it is placed."""
    question = fight.match.pending
    if isinstance(question, Choose) and question.kind == "pick":
        fight.play(random.choice([option.key for option in question.options.singles]))
        question = fight.match.pending
    if not isinstance(question, Choose) or question.who is None:
        return []
    keys = [option.key for option in question.options.singles if option.key.split()[0] in VERBS.values()]
    if not keys:
        return []
    scene = IngenuitySideView(fight.board, str(question.seat))
    mine = scene.stats[question.who]
    blows = {arm.option(it.id): (it, arm) for it in scene.against(mine.id) for arm in mine.frame.arms}
    assert set(keys) <= set(blows)
    found = []
    for key in random.sample(keys, min(2, len(keys))):
        it, arm = blows[key]
        looks = scene.looks(it, mine, arm, scene.spot(mine))
        assert len(looks) == 1, f"{key}: {looks}"
        found.append((key, scene, mine, it, arm, looks[0][0]))
    return found


def compare(count: int, seed: int, swayed: float) -> None:
    """Estimates against forks, until so many have been compared; ``swayed``: the share that is looked at of attacks
    with dice rolled again, whose trees are large.
    """
    random, done = Random(seed), 0
    while done < count:
        fight = a_fight(random)
        for key, _, mine, it, arm, at in some_attacks(fight, random):
            if random.random() >= swayed and sway(mine.sheet, it.sheet, arm.weapon, at, afar=arm.afar).total:
                continue
            beside = strays(fight.board, mine.body, it.body, Blow(it.id, arm.key, arm.harm, arm.mode))
            harm: ExpectedDamage = struck(mine.frame, arm, it.frame, at, bool(beside))
            told = odds(fight.match, key, leaves=LEAVES, samples=1)
            if told.sampled:
                continue
            where = f"{key}: {at}, {mine.body}, {it.body}"
            assert harm.hit == pytest.approx(float(told.hits(mine.id, it.id)), abs=SAME), where
            assert harm.fell == pytest.approx(float(told.down(it.id)), abs=SAME), where
            assert harm.points == pytest.approx(float(told.mean_harm(it.id)), abs=SAME), where
            done += 1


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 5))])
def test_an_estimate_is_what_a_fork_comes_to(seed: int) -> None:
    compare(75, seed, 0.04)


@pytest.mark.nightly
def test_many_estimates_are_what_forks_come_to() -> None:
    compare(5000, 9, 1.0)


def put(board: IngenuityBoard, who: Id, at: Cell) -> tuple[IngenuityBoard, Body]:
    """The battle with somebody elsewhere."""
    me = replace(board.now(who), at=at)
    state = replace(board.state, combatants={**board.state.combatants, who: me})
    return Board(state, board.setup, board.space), me


def test_looks_are_what_the_rules_read_of_a_body_put_there() -> None:
    random = Random(3)
    for _ in range(30):
        board = a_fight(random).board
        scene = IngenuitySideView(board, "party")
        mine, it = random.choice([(a, b) for a in scene.stats.values() for b in scene.against(a.id)])
        arm = random.choice(mine.frame.arms)
        taken = 0
        for each in scene.stats.values():
            taken |= scene.ground.covers(scene.area(each), mine.size)
        where = scene.ground.steps(mine.size).stand & ~taken
        looks = scene.looks(it, mine, arm, where)
        told = {number: at for at, mask in looks for number in bits(mask)}
        assert len(told) == sum(mask.bit_count() for _, mask in looks), "the masks are disjoint"
        for number in random.sample(list(bits(where)), 40) + random.sample(list(told), min(20, len(told))):
            there, me = put(board, mine.id, scene.ground.cell(number))
            why = obstacle(there, me, it.body, arm.key, arm.mode)
            assert (why is None) == (number in told), (mine.id, arm.key, it.id, it.at, me.at, why)
            if number in told:
                at, reckoned = look(there, me, it.body, afar=arm.afar), told[number]
                if not it.sheet.has("cover"):
                    at, reckoned = at._replace(cover="no cover"), reckoned._replace(cover="no cover")
                assert at._replace(metres=0) == reckoned._replace(metres=0), (mine.id, arm.key, it.id, it.at, me.at)
                weapon = arm.weapon
                assert (at.metres <= weapon.unfit) == (reckoned.metres <= weapon.unfit)
                if arm.afar:
                    assert (at.metres - 1) // weapon.range == (reckoned.metres - 1) // weapon.range


def test_a_large_body_beside_somebody_in_the_dark_is_reckoned_seen_whatever_stands_behind_that_one() -> None:
    dark = Zone("dark", "Dark", tuple((x, y) for x in range(9) for y in range(6)), dark=True)
    field = ground(*["........."] * 3, "......3..", *["........."] * 2, zones=(dark,))
    fight = Fight({"hartwin": (5, 3)}, {"ogre": (3, 3)}, field=field, acting="foes")
    scene = IngenuitySideView(fight.board, "foes")
    it, mine = scene.stats[Id("hartwin")], scene.stats[Id("ogre")]
    ((reckoned, _),) = scene.looks(it, mine, mine.frame.arms[0], scene.spot(mine))
    assert reckoned.unseen is look(fight.board, mine.body, it.body, afar=False).unseen is False


def test_a_foe_menaces_every_place_beside_it() -> None:
    random = Random(4)
    for _ in range(25):
        scene = IngenuitySideView(a_fight(random).board, "party")
        me, it = (random.choice(scene.band(side)) for side in ("party", "foes"))
        if not any(not arm.afar for arm in it.frame.arms):
            continue
        near = 0
        for expected_threat in scene.threats(it.id, me.id, scene.ground.steps(me.size).stand, guards=False):
            near |= expected_threat.where
        ring = scene.ground.ring(it.at, it.size, 1, me.size)
        assert near & ring == ring
