"""What an AI reckons and what is shown is what is played: closed forms against forks, odds against counts of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from game.files.tiled import read_map
from game.kit.conditions import Conditions
from game.kit.testing.fight import CORNER, d8, d20
from game.kit.testing.played import compare_odds
from game.resources import shipped_maps
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import leave_it, odds
from game.rules.questions import Choose, Roll
from game.rules.ruleset import Note
from game.rules.table import Board
from game.spatial.field import Cell, Field
from game.spatial.metric import CLIMB, DROP
from game.spatial.paths import bits
from game.spatial.space import Space
from rulesets.glog.mind import damage
from rulesets.glog.mind.damage import Arm, UnitStats, blows_in, struck, toughness, wounded
from rulesets.glog.mind.view import GlogSideView, befalls
from rulesets.glog.play.assaults import ATTRIBUTE, Gambit, sway
from rulesets.glog.play.attack import VERBS, Blow, why_no_blow
from rulesets.glog.play.geometry import Look, adjacent, look
from rulesets.glog.play.spells import in_range
from rulesets.glog.sheet.sheet import OFF_GUARD, Body, GlogBoard
from tests.rulesets.glog.kit import Fight, suffering

SIDES = (("garrick", "sabine", "isolde", "leofric", "maren", "ulf", "benedicta", "pip"),
         ("bandit", "bandit-archer", "strongarm", "crossbow-guard", "goblin-slinger", "skeleton", "ogre", "troll",
          "rats", "gate-captain", "cult-elder", "hedge-wizard", "marsh-light", "acolyte"))  # fmt: skip

SAME = 0.002

LEAVES = 400
"""Plays of a tree at most: a d20, a d6 and a die of damage."""


@cache
def field(name: str) -> tuple[Field, list[Cell]]:
    """A shipped map, and where large bodies fit."""
    ground = read_map(next(path for path in shipped_maps() if path.stem == name)).field
    space = Space(ground)
    return ground, [(at % space.width, at // space.width) for at in bits(space.steps(2, CLIMB, DROP).stand)]


def a_fight(random: Random, metric: str = "euclid") -> Fight:
    """Two heroes and two foes near each other on a shipped map: prone, hurt, dazed, notched now and then."""
    ground, stand = field(random.choice(("cellar", "gatehouse", "woodland-road")))
    midst = random.choice(stand)
    near = [cell for cell in stand if max(abs(cell[0] - midst[0]), abs(cell[1] - midst[1])) <= random.choice((3, 9))]
    cells: list[Cell] = []
    for cell in random.sample(near, len(near)):
        if all(max(abs(cell[0] - x), abs(cell[1] - y)) > 1 for x, y in cells):
            cells.append(cell)
    east = (cells[0][0] + 1, cells[0][1])
    if random.random() < 0.4 and east in stand:  # hand to hand; heroes are small, so the others find room to the east
        far = [cell for cell in cells[1:] if max(abs(cell[0] - east[0]), abs(cell[1] - east[1])) > 1]
        cells = [cells[0], *far[:1], east, *far[1:]]
    apart = (cell for cell in stand if all(max(abs(cell[0] - x), abs(cell[1] - y)) > 2 for x, y in cells))
    cells += [*islice(apart, 6)]
    heroes, others = (random.sample(side, 2) for side in SIDES)
    fight = Fight(
        {name: (name, cells[n]) for n, name in enumerate(heroes)},
        {f"foe{n}": (unit, cells[n + 2]) for n, unit in enumerate(others)},
        field=ground,
        acting=random.choice(("party", "foes")),
        diagonals=metric,
        morale="off",
    )
    for who in (*heroes, "foe0", "foe1"):
        sheet = fight.sheet_now(who)
        fight.sheet_of(who, prone=random.random() < 0.2)
        if random.random() < 0.6:
            fight.sheet_of(who, grit=random.randint(0, sheet.grit), flesh=random.randint(1, sheet.flesh))
        if random.random() < 0.4:
            fight.sheet_of(who, stress=random.randint(0, sheet.profile.scores.discipline))
        words = [word for word in ("dazed", "drunk", "asleep", OFF_GUARD) if random.random() < 0.12]
        fight.sheet_of(who, conditions=suffering(*words))
        if sheet.armed and random.random() < 0.3:
            fight.sheet_of(who, notches={sheet.armed: random.randint(1, 2), "armour": 1})
    return fight


def an_attack(fight: Fight, random: Random) -> tuple[str, UnitStats, UnitStats, Arm, Look] | None:
    """An attack of a random member's menu: its key, who, on whom, with what, how it is placed."""
    question = fight.match.pending
    if isinstance(question, Choose) and question.kind == "pick":
        fight.play(random.choice([option.key for option in question.options.singles if option.key != "end"]))
        question = fight.match.pending
    if not isinstance(question, Choose) or question.who is None:
        return None  # everybody is asleep
    scene = GlogSideView(fight.board, str(question.seat))
    mine = scene.stats[question.who]
    blows = {
        f"{verb} {it.id} {rest}": (it, arm)
        for it in scene.foes(mine.body.side)
        for arm in mine.frame.arms
        for verb, rest in [arm.option]
    }
    keys = [option.key for option in question.options.singles if option.key.split()[0] in VERBS.values()]
    assert set(keys) <= set(blows)
    if not keys:
        return None
    key = random.choice(keys)
    it, arm = blows[key]
    looks = scene.looks(it, mine, arm, scene.spot(mine))
    assert len(looks) == 1, f"{key}: {looks}"
    return key, mine, it, arm, looks[0][0]


def splintering(match: AnyMatch, question: Choose[object]) -> str:
    """The shield where it costs less than the blow; nothing else."""
    if question.topic == "splinter":
        me = GlogSideView(match.board, str(question.seat)).stats[Id(str(question.who))]
        hit = next(option.value for option in question.options if option.key == "splinter")
        grit, flesh, stress = wounded(me.body.sheet, hit.dealt, past=hit.past)  # type: ignore[attr-defined]
        taken = 0.5 * (1 - me.frame.left(grit, flesh, stress) / me.frame.health) if flesh else 1.0
        return "splinter" if taken > 0.5 * damage.SHIELD / me.frame.health else "pass"
    return leave_it(match, question)


def compare(count: int, seed: int) -> None:
    """Estimates against forks, with and without shields given up, until so many have been compared."""
    random, done = Random(seed), 0
    while done < count:
        fight = a_fight(random)
        found = an_attack(fight, random)
        if found is None:
            continue
        key, mine, it, arm, at = found
        for splinters in (False, True) if it.body.sheet.shield else (True,):
            harm = struck(mine.frame, arm, it.frame, at, False, splinters).toll
            told = odds(fight.match, key, reply=splintering if splinters else leave_it, leaves=LEAVES, samples=1)
            if told.sampled:
                continue
            where = f"{key}, splinters {splinters}, {mine.body}, {it.body}"
            assert harm.hit == pytest.approx(float(told.hits(mine.id, it.id)), abs=SAME), where
            assert harm.fell == pytest.approx(float(told.down(it.id)), abs=SAME), where
            if not it.body.sheet.stress and not it.body.sheet.has("asleep"):
                assert harm.points == pytest.approx(float(told.mean_harm(it.id)), abs=0.3 * harm.fell + SAME), where
            done += 1


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 5))])
def test_an_estimate_is_what_a_fork_comes_to(seed: int) -> None:
    compare(40, seed)


@pytest.mark.nightly
def test_many_estimates_are_what_forks_come_to() -> None:
    compare(5000, 9)


def put(board: GlogBoard, who: Id, at: Cell) -> tuple[GlogBoard, Body]:
    """The battle with somebody elsewhere."""
    me = replace(board.now(who), at=at)
    state = replace(board.state, combatants={**board.state.combatants, who: me})
    return Board(state, board.setup, board.space), me


@pytest.mark.parametrize("metric", ["euclid", "one"])
def test_looks_are_what_the_rules_read_of_a_body_put_there(metric: str) -> None:
    random = Random(3)
    for _ in range(20):
        fight = a_fight(random, metric)
        board = fight.board
        scene = GlogSideView(board, "party")
        mine, it = random.choice([(a, b) for a in scene.stats.values() for b in scene.foes(a.body.side)])
        if not mine.frame.arms:
            continue
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
            why = why_no_blow(there, me, Blow(it.id, arm.key, arm.use, arm.mode))
            assert (why is None) == (number in told), (mine.id, arm.key, it.id, me.at, why)
            if number in told:
                at, reckoned = look(there, me, it.body, afar=arm.afar), told[number]
                assert at._replace(feet=0) == reckoned._replace(feet=0), (mine.id, arm.key, it.id, me.at)
                if arm.afar:
                    assert (2 * at.feet > arm.weapon.range) == (2 * reckoned.feet > arm.weapon.range)


def test_spells_are_laid_from_where_the_rules_lay_them() -> None:
    random = Random(5)
    for _ in range(12):
        fight = a_fight(random)
        scene = GlogSideView(fight.board, "party")
        casters = [it for it in scene.stats.values() if it.body.sheet.profile.spells and scene.foes(it.body.side)]
        if not casters:
            continue
        mine = random.choice(casters)
        it, spell = random.choice(scene.foes(mine.body.side)), random.choice(mine.body.sheet.profile.spells)
        if spell.target == "ally":
            continue
        places = scene.castable(spell, it, mine, scene.ground.steps(mine.size).stand & ~scene.area(it))
        for number in random.sample(list(bits(scene.ground.steps(mine.size).stand & ~scene.area(it))), 40):
            there, me = put(fight.board, mine.id, scene.ground.cell(number))
            assert in_range(there, me, it.body, spell) == bool(places >> number & 1), (spell.key, me.at, it.at)


def test_a_foe_menaces_every_place_that_it_could_strike_after_a_walk() -> None:
    random = Random(4)
    for _ in range(25):
        scene = GlogSideView(a_fight(random).board, "party")
        me, it = (
            random.choice([each for each in scene.stats.values() if each.body.side == side])
            for side in ("party", "foes")
        )
        if it.body.sheet.prone or it.melee is None:
            continue
        near = 0
        for expected_threat in scene.expected_threats(it.id, me.id, scene.ground.steps(me.size).stand):
            near |= expected_threat.where
        assert near & scene.ground.ring(it.at, it.size, 1, me.size) == scene.ground.ring(it.at, it.size, 1, me.size)


@pytest.mark.parametrize(("conditions", "danger"), [((), True), (suffering("pinned"), False)])
def test_a_foe_may_step_round_a_corner_to_shoot_but_not_while_it_is_pinned(
    conditions: Conditions, danger: bool
) -> None:
    fight = Fight({"garrick": (9, 0)}, {"archer": ("bandit-archer", (2, 0))}, field=CORNER)
    scene = GlogSideView(fight.sheet_of("archer", conditions=conditions).board, "party")
    hero = scene.stats[Id("garrick")]
    assert not scene.ground.seen_from((2, 0), 1).any & scene.area(hero)
    assert bool(scene.expected_threats(Id("archer"), hero.id, scene.area(hero))) == danger


@pytest.mark.parametrize("seed", [1, 2])
def test_gambits_pass_as_often_as_is_reckoned(seed: int) -> None:
    random, done = Random(seed), 0
    while done < 8:
        fight = a_fight(random)
        if an_attack(fight, random) is None:
            continue
        question = fight.asked
        keys = [option.key for option in question.options.singles if option.key.startswith(("trip ", "grapple "))]
        if not keys:
            continue
        key = random.choice(keys)
        what: Gambit = "trip" if key.startswith("trip") else "grapple"
        me, it = fight.body(str(question.who)), fight.body(key.split()[1])
        assert adjacent(fight.board, me, it)
        reckoned = damage.tested(me.sheet, ATTRIBUTE[what], sway(fight.board, me, it, what).total)
        told = odds(fight.match, key, leaves=4000, samples=1)
        if told.sampled:
            continue
        mark = Note(it.id, "prone" if what == "trip" else "held")
        passed = told.chance(lambda outcome, mark=mark: mark in outcome.notes)  # type: ignore[misc]
        assert reckoned == pytest.approx(float(passed), abs=SAME), key
        done += 1


def test_spells_harm_as_is_reckoned() -> None:
    fight = Fight({"isolde": ("isolde", (3, 3))}, {"it": ("bandit", (9, 3))}, morale="off").play("isolde")
    scene = GlogSideView(fight.board, "party")
    isolde, it = scene.stats[Id("isolde")], scene.stats[Id("it")]
    effect = befalls(fight.board, isolde.frame, it, isolde.body.sheet.spell("cinder")).effect
    told = odds(fight.match, "cast cinder it", leaves=LEAVES)
    assert effect.fell == pytest.approx(float(told.down(it.id)), abs=SAME)


HERO, THUG = Id("hero"), Id("thug")
BLOW = "strike thug sword slashing"


def boon_and_bane() -> tuple[AnyMatch, str]:
    """A blow with two boons: the higher die counts."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("thug", prone=True, conditions=suffering("off guard"))
    return fight.match, BLOW


def bane() -> tuple[AnyMatch, str]:
    """A dazed attacker."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("dazed"))
    return fight.match, BLOW


def notch_offer() -> tuple[AnyMatch, str]:
    """A full die has been rolled, and the weapon is notched for the wound that bleeds."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).profile_of("thug", flesh=9).until(BLOW, d20(15), d8(8))
    return fight.match, "effect"


def splinter() -> tuple[AnyMatch, str]:
    """A critical hit stands, and the shield is not given up."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, acting="foes").until("strike hero axe", d20(20), d8(8))
    fight.until("pass")
    return fight.match, "pass"


def gambit_with_the_answer() -> tuple[AnyMatch, str]:
    """The free attack that a failed gambit invites."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).until("trip thug", d20(2))
    return fight.match, "strike hero axe"


def bleeding_save() -> tuple[AnyMatch, str]:
    """The end of a turn with two Saves."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("bleeding", "dazed"))
    return fight.turn_of(phase="turn", active="hero").match, "done"


POSITIONS = [boon_and_bane, bane, notch_offer, splinter, gambit_with_the_answer, bleeding_save]


@pytest.mark.parametrize("plays", [1_000, pytest.param(10_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("position", POSITIONS)
def test_odds_are_what_is_played(position: Callable[[], tuple[AnyMatch, str]], plays: int) -> None:
    compare_odds(*position(), plays, Random(20).randint)


@pytest.mark.rule("glog", "D-26", "D-27", "D-30", "D-52")
def test_the_numbers_of_one_blow_by_hand() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)})
    found = odds(fight.match, BLOW)
    assert found.hits(HERO, THUG) == Fraction(11, 20), "d20 + 2 against 12"
    common, critical = Fraction(1, 2) / 8, Fraction(1, 20) / 8
    assert found.harm(THUG) == {
        0: Fraction(9, 20),
        2: common + critical,  # a 1 and MIG: Grit or, critically, Flesh
        3: 7 * common + critical,  # Grit turns aside what is beyond 3
        4: critical,
        5: 5 * critical,  # all the Flesh there is
    }
    assert found.down(THUG) == 5 * critical
    to_grit = 2 * common + 3 * 7 * common
    assert found.by_bar(THUG) == ((to_grit, 3), (found.mean_harm(THUG) - to_grit, 5)), "Grit, then Flesh"


@pytest.mark.rule("glog", "D-53")
def test_a_roll_reads_no_more_than_the_rules_do() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).until(BLOW)
    assert len(fight.rolled.outcomes()) == 4, "1, a miss, a hit, 20"
    dazed = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("dazed")).until(BLOW)
    assert len(dazed.rolled.outcomes()) <= 9
    asked = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, fresh=True).match.pending
    assert isinstance(asked, Roll) and len(asked.outcomes()) == 2


def test_the_toughest_that_can_be_written_is_weighed_up() -> None:
    """Units of a player's own may have ten thousand points of everything."""
    assert toughness(10_000, 10_000, 0, shield=False) == pytest.approx(2 * 10_000 / 4.5, rel=0.01)
    assert [blows_in(points) for points in (-1, 0, 1, 2, 3)] == pytest.approx([0, 0, 1, 1, 1 + 1 / 6])
