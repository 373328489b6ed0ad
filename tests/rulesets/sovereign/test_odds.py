"""What is shown is what is played: odds against the counts of thousands of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from game.kit.testing.played import compare_hits, compare_odds
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import leave_it, odds
from game.rules.questions import Choose, Roll
from tests.rulesets.sovereign.kit import Fight, ground

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
