"""What an AI reckons and what is shown is what is played: closed forms against forks, odds against counts of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import fsum
from random import Random

import pytest
from msgspec.structs import replace

from game.kit.testing.played import compare_odds
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import leave_it, odds
from game.rules.questions import Choose
from game.rules.table import Board
from game.spatial.paths import bits
from game.spatial.places import InZone
from rulesets.einfelst.mind.damage import beyond, chance, sixes
from rulesets.einfelst.mind.model import EinfelstModel
from rulesets.einfelst.mind.view import PARTS, SPOTS, EinfelstSideView
from rulesets.einfelst.play.attack import ATTACKS, obstacle
from rulesets.einfelst.play.harm import spreads
from rulesets.einfelst.play.menu import menu
from rulesets.einfelst.sheet import roster
from rulesets.einfelst.sheet.sheet import Body, fresh
from tests.rulesets.einfelst.kit import Fight, chart, pool

FIELD = chart("abc", "def", "ghi", dark="b", smoke="f", cover="aceg", water="i", capacity=20)
"""Three rows of three zones."""

SIDES = (("aldith", "corwin", "eluned", "brannock", "dunstan", "ghislaine", "tolly", "ferrand"),
         tuple(unit for unit in roster.STOCK.house.units if not roster.STOCK.house.units[unit].hero))  # fmt: skip

SAME = 0.002

LEAVES = 700
"""Plays of a tree at most."""


def a_fight(random: Random) -> Fight:
    """Two heroes and two foes near each other: hurt, prone, on fire, poisoned, in hiding places now and then."""
    heroes, others = (random.sample(side, 2) for side in SIDES)
    near = random.choice(("ab", "ad", "bcf", "efi", "abcdefghi", "e"))
    fight = Fight(
        {name: (name, random.choice(near)) for name in heroes},
        {f"foe{n}": (unit, random.choice(near)) for n, unit in enumerate(others)},
        field=FIELD,
        acting=random.choice(("party", "foes")),
    )
    stock = roster.STOCK.house
    units = {**dict(zip(heroes, heroes, strict=True)), **{f"foe{n}": unit for n, unit in enumerate(others)}}
    profiles = {who: stock.profile(unit, 1, "") for who, unit in units.items()}
    for who in units:
        sheet = fresh(profiles[who])
        fight.sheet_of(who, faced=SIDES[1])
        fight.sheet_of(who, prone=random.random() < 0.2, spot=random.choice(("open", "open", *SPOTS)))
        if random.random() < 0.5:
            points = random.randrange(max(1, sheet.profile.points))
            tracks = [random.choice(spreads((0, 0, 0), random.randint(1, 8))) for _ in range(2)]
            hero = sheet.profile.hero
            fight.sheet_of(who, points=0 if hero else points, less=0 if hero else points)
            if hero:
                fight.sheet_of(who, physical=tracks[0], mental=tracks[1])
        if random.random() < 0.2:
            fight.sheet_of(who, bonus=1)
        if random.random() < 0.2:
            fight.sheet_of(who, fast=0)
    return fight


def an_attack(fight: Fight, random: Random) -> str | None:
    """A random attack of whose turn it is."""
    question = fight.match.pending
    if not isinstance(question, Choose) or question.kind != "act":
        return None
    keys = [option.key for option in question.options.singles if option.key.startswith(ATTACKS)]
    return random.choice(keys) if keys else None


def guarding(match: AnyMatch, question: Choose[object]) -> str:
    """A parry or a dodge where one is offered; nothing else."""
    if question.topic in ("parry", "dodge"):
        return question.topic
    return leave_it(match, question)


def compare(count: int, seed: int) -> None:
    """Estimates against forks, let come and answered, until so many have been compared."""
    random, done = Random(seed), 0
    while done < count:
        fight = a_fight(random)
        key = an_attack(fight, random)
        if key is None:
            continue
        question = fight.asked
        me_id, target = Id(str(question.who)), Id(key.split()[1])
        moment = EinfelstSideView(fight.board, str(question.seat))
        mine, it = moment.stats[me_id], moment.stats[target]
        arm = next((arm for arm in mine.fights.arms if arm.option(target) == key and not arm.draw), None)
        if arm is None:  # a fist beside a sword is not thought of
            continue
        here, there = moment.zones[me_id], moment.zones[target]
        for answered in (False, True) if it.answer(arm) else (False,):
            reckoned = moment.blow(mine, arm, it, here, there, cover=it.sheet.spot == "cover", answered=answered)
            told = odds(fight.match, key, reply=guarding if answered else leave_it, leaves=LEAVES, samples=1)
            if told.sampled:
                continue
            where = f"{key}, answered {answered}, {mine.body}, {it.body}"
            assert reckoned.hit == pytest.approx(float(told.hits(me_id, target)), abs=SAME), where
            assert reckoned.fell == pytest.approx(float(told.down(target)), abs=SAME), where
            assert reckoned.points == pytest.approx(float(told.mean_harm(target)), abs=SAME), where
            done += 1


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 7))])
def test_an_estimate_is_what_a_fork_comes_to(seed: int) -> None:
    compare(50, seed)


@pytest.mark.nightly
def test_many_estimates_are_what_forks_come_to() -> None:
    compare(5000, 9)


def test_the_numbers_of_the_text() -> None:
    assert chance(7) == pytest.approx(0.7209, abs=1e-4)
    assert chance(7, 5) == pytest.approx(0.4384, abs=1e-4)
    assert fsum(extra * p for extra, p in enumerate(beyond(7))) + 2 * chance(7) == pytest.approx(1.89, abs=0.005)
    assert fsum(sixes(20)) == pytest.approx(1.0)


def put(fight: Fight, who: Id, place: int) -> Body:
    """Somebody in a place of its number, near nobody."""
    zone, part = divmod(place, PARTS)
    me = fight.board.now(who)
    return replace(me, at=InZone(zone), sheet=replace(me.sheet, spot=SPOTS[part], beside=()))


def test_attacks_come_from_where_the_rules_have_them() -> None:
    random, acts_seen = Random(3), 0
    for _ in range(60):
        fight = a_fight(random)
        question = fight.match.pending
        if not isinstance(question, Choose) or question.kind != "act":
            continue
        model = EinfelstModel(EinfelstSideView(fight.board, str(question.seat)))
        me = model.view.stats[Id(str(question.who))]
        everywhere = (1 << PARTS * model.view.ground.count) - 1
        for act in model.acts(me.body.id, model.view.spot(me.body.id), (1, 2, 2), everywhere):
            if not act.key.startswith(ATTACKS) or act.first:
                continue
            verb, target, weapon = act.key.split()
            mode = {"strike": "melee", "throw": "thrown", "shoot": "shot"}[verb]
            for place in random.sample(list(bits(act.where)), min(4, act.where.bit_count())):
                if place == model.view.spot(me.body.id) or verb != "strike" or place % PARTS == 0:
                    there = put(fight, me.body.id, place) if place != model.view.spot(me.body.id) else me.body
                    state = replace(fight.state, combatants={**fight.state.combatants, there.id: there})
                    board = Board(state, fight.board.setup, fight.board.space)
                    assert obstacle(board, there, board.now(Id(target)), weapon, mode) is None, act  # type: ignore[arg-type]
                    acts_seen += 1
    assert acts_seen > 100


def test_what_is_planned_here_is_on_the_menu() -> None:
    random, keys_seen = Random(5), 0
    for _ in range(60):
        fight = a_fight(random)
        question = fight.match.pending
        if not isinstance(question, Choose) or question.kind != "act":
            continue
        model = EinfelstModel(EinfelstSideView(fight.board, str(question.seat)))
        me = model.members()[Id(str(question.who))]
        offered = menu(fight.board, fight.board.now(me.id))
        for act in model.acts(me.id, me.spot, me.budget, 1 << me.spot):
            if act.where >> me.spot & 1 and all(a >= b for a, b in zip(me.budget, act.pay, strict=True)):
                assert offered.get(act.first or act.key) is not None, (act, me)
                keys_seen += 1
    assert keys_seen > 300


Position = Callable[[], tuple[AnyMatch, str]]


def a_hold() -> tuple[AnyMatch, str]:
    """Five dice to get free, against six that hold on."""
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", held=True, holder="thug")
    return fight.dice_of("hero", force=5).dice_of("thug", force=6).until("break free").match, "hold"


def fear_with_company() -> tuple[AnyMatch, str]:
    """A step towards a troll, with two friends who go first; what it costs depends on who is near."""
    fight = Fight({"hero": "a", "archer": "b", "mage": "b"}, {"troll": "c"}).dice_of("hero", endure=4)
    for who in ("archer", "mage"):
        fight.sheet_of(who, faced=("troll",))
    return fight.match, fight.key("go", "b")


def a_poisoned_blade() -> tuple[AnyMatch, str]:
    """A blow, a hide, and a poison of six dice in what gets through."""
    fight = Fight({"hero": "a"}, {"brute": "a"}).weapon_of("hero", "sword", poison=6)
    return fight.match, "strike brute sword"


def two_chasers() -> tuple[AnyMatch, str]:
    """A flight that a wolf and a thug may answer; the wolf does."""
    field = chart("abcd", features={"a": "exit"})
    fight = Fight({"hero": "c", "archer": "d"}, {"wolf": "c", "thug": "c"}, field=field)
    return fight.until("flee").match, "chase"


def a_fire_below() -> tuple[AnyMatch, str]:
    """A push that may lead into a fire."""
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=chart("ab", features={"b": "fire"}))
    return fight.match, fight.key("push thug", "b")


def a_flame_resisted() -> tuple[AnyMatch, str]:
    """A spell of fire that is resisted, and burns at once where it works."""
    fight = Fight({"mage": "a"}, {"thug": "a"}).until("cast candle thug")
    return fight.match, "resist"


FIGHTER, THUG, BRUTE = Id("fighter"), Id("thug"), Id("brute")


def duel() -> Fight:
    """Seven dice with a sword against five with an axe that parries as well as any."""
    fight = Fight({"fighter": "a"}, {"thug": "a"}).weapon_of("thug", "axe", guard=0)
    return fight.profile_of("thug", points=9)


@pytest.mark.rule("einfelst", "C-52")
def test_seven_dice_hit_in_seventy_two_of_a_hundred() -> None:
    shown = odds(duel().match, "strike thug sword")
    assert shown.hits(FIGHTER, THUG) == 1 - Fraction(5, 6) ** 7
    assert f"{float(shown.hits(FIGHTER, THUG)):.2%}" == "72.09%"
    assert round(float(shown.mean_harm(THUG)), 2) == 1.89


@pytest.mark.rule("einfelst", "C-62")
def test_against_a_parry_of_five_dice_they_hit_in_forty_four() -> None:
    shown = odds(duel().until("strike thug sword").match, "parry")
    assert f"{float(shown.hits(FIGHTER, THUG)):.2%}" == "43.84%"
    assert round(float(shown.mean_harm(THUG)), 2) == 1.11


def against_armour() -> tuple[AnyMatch, str]:
    """A blow on a hide of three dice."""
    return Fight({"fighter": "a"}, {"brute": "a"}).match, "strike brute sword"


def parried() -> tuple[AnyMatch, str]:
    """A parry against five dice."""
    return Fight({"thug": "a"}, {"fighter": "a"}).until("strike fighter axe").match, "parry"


def in_the_dark_behind_cover() -> tuple[AnyMatch, str]:
    """A shot that needs two successes."""
    fight = Fight({"archer": "a"}, {"thug": "b"}, night="yes").sheet_of("thug", spot="far")
    return fight.match, "shoot thug longbow"


def an_extra_success() -> tuple[AnyMatch, str]:
    """Two successes too many, of which the first takes the mind."""
    return Fight({"fighter": "a"}, {"brute": "a"}).until("strike brute sword", pool(7, 3)).match, "mental"


def the_last_slot() -> tuple[AnyMatch, str]:
    """A blow that breaks a hero if it hits well, with what that does to it."""
    fight = Fight({"thug": "a"}, {"fighter": "a"}).sheet_of("fighter", physical=(2, 2, 0))
    return fight.match, "strike fighter axe"


POSITIONS = [
    *(against_armour, parried, in_the_dark_behind_cover, an_extra_success, the_last_slot),
    *(a_hold, fear_with_company, a_poisoned_blade, two_chasers, a_fire_below, a_flame_resisted),
]


@pytest.mark.parametrize("plays", [1000, pytest.param(10_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("position", POSITIONS)
def test_odds_are_what_is_played(position: Position, plays: int) -> None:
    compare_odds(*position(), plays, Random(11).randint)
