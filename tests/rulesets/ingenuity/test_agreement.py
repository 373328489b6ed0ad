"""What an AI reckons and what is shown is what is played: closed forms against forks, odds against counts of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from game.ai.belief import known_match
from game.files.tiled import read_map
from game.kit.mind.acts import ExpectedDamage
from game.kit.testing.fight import Dice, ground
from game.kit.testing.played import compare_odds
from game.resources import shipped_maps
from game.rules.dice import outcomes
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import Odds, odds, plain_odds, replies
from game.rules.questions import Choose, Seat
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
from rulesets.ingenuity.play.throws import Again, Aimed, Pair, Passes, Thrown, again
from rulesets.ingenuity.sheet.roster import STOCK
from rulesets.ingenuity.sheet.sheet import Attributes, Body, IngenuityBoard, Readied
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown

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


FEW_AND_MANY = [1_000, pytest.param(10_000, marks=pytest.mark.nightly)]
"""Plays of each position, by day and by night."""


def dodging() -> tuple[AnyMatch, str]:
    """A dodge, and if it fails the edge of fainting."""
    fight = Fight({"fabian": (4, 3)}, {"guard": (3, 3)}, acting="foes")
    fight.profile_of("fabian", con=0).sheet_of("fabian", end=3, reactions=2)
    return fight.until("guard", "strike fabian spear", thrown(3, 4)).match, "dodge"


def a_blow() -> tuple[AnyMatch, str]:
    """A blow on somebody who may faint, or be brought to the edge of death."""
    fight = Fight({"boudica": (4, 3)}, {"guard": (3, 3)}, acting="foes")
    fight.profile_of("boudica", eva=5, physical=2).sheet_of("boudica", end=2, hp=6)
    return fight.until("guard").match, "strike boudica spear"


def breaking() -> tuple[AnyMatch, str]:
    """A block with a shield that breaks, by which somebody faints."""
    fight = Fight({"roland": (4, 3)}, {"guard": (3, 3)}, acting="foes").weapon_of("guard", "spear", damage=9)
    fight.profile_of("roland", con=2).sheet_of("roland", end=0, hp=9, wear={"medium-shield": 4}, reactions=2)
    return fight.until("guard", "strike roland spear", thrown(3, 4)).match, "block medium-shield"


def parrying() -> tuple[AnyMatch, str]:
    """A parry by somebody at the last of its health."""
    fight = Fight({"fabian": (4, 3)}, {"ogre": (2, 3)}, acting="foes").sheet_of("fabian", end=0, hp=4)
    return fight.until("ogre", "strike fabian maul", thrown(7, 3, of="d10+d6")).match, "parry dagger"


def astray() -> tuple[AnyMatch, str]:
    """A shot into a fight, where an ally may faint."""
    fight = Fight({"agnessa": (1, 3), "fabian": (9, 4)}, {"dummy": (9, 3)})
    fight.sheet_of("fabian", end=0, hp=9).sheet_of("dummy", end=1)
    return fight.until("agnessa").match, "shoot dummy shortbow"


def the_fallen() -> tuple[AnyMatch, str]:
    """A killing strike, and the sneak attack if it fails."""
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"dummy": (4, 3), "guard": (9, 3)})
    fight.profile_of("dummy", con=5).sheet_of("dummy", end=0, hp=0, unconscious=True, prone=True)
    return fight.until("boudica").match, "kill dummy spear"


ANSWERS = [dodging, a_blow, breaking, parrying, astray, the_fallen]


@pytest.mark.parametrize("plays", FEW_AND_MANY)
@pytest.mark.parametrize("position", ANSWERS, ids=lambda position: position.__name__)
@pytest.mark.rule("ingenuity", "B-32", "B-58", "B-71", "B-73")
def test_odds_of_answers_are_what_plays_come_to(position: Callable[[], tuple[AnyMatch, str]], plays: int) -> None:
    match, key = position()
    compare_odds(match, key, plays, Random(11).randint)


# ------------------------------------------------------------------ what came to light a moment ago

ASKED = ["pass", "dodge", "parry dagger"]


def test_who_is_shot_at_out_of_hiding_is_told_the_odds_and_of_nobody_else_in_hiding() -> None:
    others: dict[str, tuple[int, int] | tuple[str, tuple[int, int]]]
    others = {"goblin-archer": (18, 3), "wolf": (20, 9), "thief": ("goblin", (20, 1))}
    fight = Fight({"fabian": (3, 3)}, others, hidden=("goblin-archer", "thief"), acting="foes")
    fight.profile_of("fabian", con=0).sheet_of("fabian", end=0, hp=9, reactions=2)
    shot = ("goblin-archer", "shoot fabian shortbow", thrown(3, 4, of="d6+d4"), Dice("d6", (2,)))
    known = known_match(fight.until(*shot).match, Seat("party"))
    assert known is not None
    assert set(known.state.combatants) == {"fabian", "goblin-archer", "wolf"}
    assert list(fight.asked.options.all_keys()) == ASKED
    for key in ASKED:
        assert odds(known, key) == odds(fight.match, key)


def test_who_is_met_by_what_was_held_back_is_told_the_odds() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "guard").until("go 4,3", "take", thrown(3, 4))
    known = known_match(fight.match, Seat("foes"))
    assert known is not None
    assert odds(known, "dodge") == odds(fight.match, "dodge")


def test_what_is_still_held_back_is_on_no_guess() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "guard")
    known = known_match(fight.match, Seat("foes"))
    assert known is not None
    readied = known.state.combatants[Id("boudica")].sheet.readied
    assert readied == Readied("", "", "")


BOUDICA = Id("boudica")


def plain() -> tuple[AnyMatch, str]:
    """A blow with nothing for or against it."""
    return Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}).until("boudica").match, "strike dummy spear"


def flanked() -> tuple[AnyMatch, str]:
    """With an advantage, and dice of two kinds."""
    fight = Fight({"boudica": (3, 3), "roland": (5, 3)}, {"dummy": (4, 3)})
    fight.profile_of("boudica", attributes=Attributes(8, 4, 4, 6))
    return fight.until("boudica").match, "strike dummy spear"


def hampered() -> tuple[AnyMatch, str]:
    """With two disadvantages."""
    fight = Fight({"agnessa": (3, 3)}, {"dummy": (9, 3)}).sheet_of("dummy", prone=True)
    fight.sheet_of("agnessa", conditions=suffering(blinded=1))
    return fight.until("agnessa").match, "shoot dummy shortbow"


def a_shot_that_strays() -> tuple[AnyMatch, str]:
    """A shot that may stray to either of two, one of them flanked."""
    fight = Fight({"agnessa": (1, 3), "fabian": (9, 4)}, {"dummy": (9, 3), "guard": (8, 2)})
    return fight.until("agnessa").match, "shoot dummy shortbow"


ATTACKS = [plain, flanked, hampered, a_shot_that_strays]


@pytest.mark.parametrize("plays", [400, pytest.param(10_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("position", ATTACKS, ids=lambda position: position.__name__)
def test_odds_are_what_plays_come_to(position: Callable[[], tuple[AnyMatch, str]], plays: int) -> None:
    match, key = position()
    compare_odds(match, key, plays, Random(7).randint)


@pytest.mark.parametrize(("before", "chance"), [(0, "85.0"), (1, "62.5"), (2, "35.0")])
@pytest.mark.rule("ingenuity", "B-53", "B-49")
def test_later_attacks_of_a_round_hit_less_often(before: int, chance: str) -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}).sheet_of("boudica", attacks=before).until("boudica")
    found = odds(fight.match, "strike dummy spear")
    assert f"{float(found.hits(BOUDICA)) * 100:.1f}" == chance


@pytest.mark.parametrize(
    ("before", "deflected", "mean"),
    [(0, 5, "6.900"), (1, 5, "4.400"), (2, 5, "2.200"), (0, 8, "4.350"), (1, 8, "2.525"), (2, 8, "1.161")],
)
@pytest.mark.rule("ingenuity", "B-47", "B-53")
def test_later_attacks_of_a_round_do_less(before: int, deflected: int, mean: str) -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}).sheet_of("boudica", attacks=before)
    fight.profile_of("dummy", physical=deflected, end=40).until("boudica")
    assert f"{float(odds(fight.match, 'strike dummy spear').mean_harm(Id('dummy'))):.3f}" == mean


@pytest.mark.rule("ingenuity", "B-57")
def test_dice_that_may_stray_and_have_two_advantages_are_still_told_exactly() -> None:
    fight = Fight({"agnessa": (1, 3), "fabian": (9, 4), "roland": (9, 2)}, {"dummy": (9, 3)})
    fight.sheet_of("dummy", conditions=suffering(blinded=1)).until("agnessa")
    assert not odds(fight.match, "shoot dummy shortbow").sampled


# ------------------------------------------------------------------ which die is rolled again


@pytest.mark.parametrize(
    ("dice", "faces", "better", "which"),
    [
        (Pair(6, 6), (2, 5), True, 0),
        (Pair(6, 6), (5, 2), True, 1),
        (Pair(6, 6), (3, 3), True, 0),
        (Pair(10, 4), (6, 1), True, 1),  # 1 on a d4 gains 1.5, 6 on a d10 just 1
        (Pair(10, 4), (5, 2), True, 0),
        (Pair(6, 6), (2, 5), False, 1),
        (Pair(6, 6), (3, 3), False, 0),
    ],
)
@pytest.mark.rule("ingenuity", "B-54", "B-55", "N-6")
def test_the_house_rolls_the_die_again_that_gains_most_and_for_the_worse_the_higher(
    dice: Pair, faces: tuple[int, int], better: bool, which: int
) -> None:
    assert again(dice, Thrown(*faces, 10), better=better) == which


def best_with_advantage(dice: Pair, least: int) -> Fraction:
    """The chance of a sum with one advantage, by the house's rule, done by hand."""
    found = Fraction(0)
    for a in range(1, dice.attribute + 1):
        for b in range(1, dice.skill + 1):
            thrown = Thrown(a, b, 10)
            die = again(dice, thrown, better=True)
            faces = range(1, dice[die] + 1)
            passing = sum(thrown.with_face(die, max(thrown[die], face)).sum >= least for face in faces)
            found += Fraction(passing, dice[die] * dice.attribute * dice.skill)
    return found


def test_the_houses_choice_of_dice_is_as_good_as_the_best_play_or_nearly() -> None:
    assert f"{float(best_with_advantage(Pair(8, 4), 7)) * 100:.1f}" == "80.5"
    assert f"{float(best_with_advantage(Pair(4, 10), 9)) * 100:.1f}" == "70.0"


# ------------------------------------------------------------------ what is read of the dice


def test_what_cannot_matter_is_not_told_apart() -> None:
    assert len(outcomes("2d6+d20", Aimed((19,), 5))) == 1 + 8 + 11
    assert len(outcomes("2d6+d20", Aimed((2, 19), 5))) == 2 * (1 + 8) + 11
    assert len(outcomes("2d6+d20", Aimed((19,), 5, apart=True, alike=True))) == 21 * 2
    assert len(outcomes("2d6+d20", Passes(6))) == 2
    assert len(outcomes("d6", Again(3, better=True))) == 4
    assert len(outcomes("d6", Again(3, better=True, least=5, plain=True))) == 2


@pytest.mark.rule("ingenuity", "B-50")
def test_a_test_is_passed_as_often_as_the_book_has_it() -> None:
    passed = {reading: ways for reading, ways in outcomes("d6+d4+d20", Passes(4)) if Passes(4).of(reading) == (1,)}
    assert f"{sum(passed.values()) / 480 * 100:.1f}" == "88.1"  # fortify d6+d4+1 against 5


# ------------------------------------------------------------------ what a defender's answers make of them


def answers_to(fight: Fight, key: str) -> dict[str, tuple[Odds, bool]]:
    """The odds of an attack by the kind of answer to it, and whether the defender has no better one."""
    plain = plain_odds(fight.match, key)
    return {reply.topic: (reply.odds, reply.best) for reply in replies(fight.match, plain, leaves=4_000, samples=1)}


@pytest.mark.rule("ingenuity", "B-32", "B-34")
def test_a_dodge_is_weighed_without_the_one_friend_who_could_step_in() -> None:
    """85.0 % to be hit, 66.3 % of it left after a dodge, whether or not somebody stands beside."""
    alone = Fight({"fabian": (4, 3)}, {"guard": (3, 3)}, acting="foes").until("guard")
    beside = Fight({"fabian": (4, 3), "roland": (5, 2)}, {"guard": (3, 3)}, acting="foes").until("guard")
    fabian, key = Id("fabian"), "strike fabian spear"
    (dodge, _), (parry, best) = (answers_to(alone, key)[topic] for topic in ("dodge", "parry"))
    assert f"{100 * float(dodge.struck(fabian)):.1f}" == "66.3"
    assert (float(parry.struck(fabian)), best) == (0.85, True)
    found = answers_to(beside, key)
    assert found["dodge"] == (dodge, False)
    assert found["intercept"][0].struck(fabian) == 0 and found["intercept"][1]


@pytest.mark.rule("ingenuity", "B-33", "B-71")
def test_fortifying_is_in_the_plain_odds_and_no_answer_shows_the_figures_of_not_doing_it() -> None:
    """Each hit would make her faint, 85 %; she fortifies unless she says otherwise, or has spent her reaction."""
    fight = Fight({"boudica": (3, 3)}, {"guard": (4, 3)}, acting="foes")
    fight.profile_of("boudica", physical=0, eva=0).sheet_of("boudica", end=5).until("guard")
    plain, found = odds(fight.match, "strike boudica spear"), answers_to(fight, "strike boudica spear")
    faints = odds(fight.match, "strike boudica spear", reply=lambda _, question: question.declines)
    assert float(faints.down(BOUDICA)) == 0.85 > plain.down(BOUDICA)
    assert set(found) == {"dodge", "parry"}
    assert not any(best for _, best in found.values())
