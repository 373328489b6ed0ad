"""What is shown is what is played: odds against the frequency of ten thousand plays."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import Odds, leave_it, odds
from game.rules.questions import Choose, Roll
from game.rules.ruleset import Outcome
from rulesets.sovereign.events import AttackHit
from tests.rulesets.sovereign.kit import Fight, ground

PLAYS = 10_000

SIGMAS = 4.5
"""A fair count strays farther than this about seven times in a million."""

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
    return match, "snap short-sword"


def play_out(match: AnyMatch, key: str, random: Random) -> Outcome:
    """Play an option with dice, up to the end of the step."""
    play = match.fork(halt=True)
    before, mark = play.state, len(play.events)
    play.answer(key)
    while (question := play.pending) is not None:
        if isinstance(question, Roll):
            play.answer(tuple(random.randint(1, sides) for sides in sides_of(question.dice)))
        else:
            play.answer(leave_it(play, question))
    return match.ruleset.outcome(before, play.checkpoint, play.events[mark:])


@pytest.mark.parametrize("position", [melee_with_shock, shot_at_half_cover, swarm, snap_attack])
def test_odds_are_what_is_played(position: object) -> None:
    match, key = position()  # type: ignore[operator]
    shown: Odds = odds(match, key)
    assert not shown.sampled
    assert sum(p for _, p in shown.chances) == 1
    counts = dict.fromkeys((outcome for outcome, _ in shown.chances), 0)
    random = Random(20)
    for _ in range(PLAYS):
        counts[play_out(match, key, random)] += 1
    for outcome, p in shown.chances:
        slack = SIGMAS * sqrt(PLAYS * p * (1 - p)) + 1
        assert abs(counts[outcome] - PLAYS * p) <= slack, (
            f"{outcome}: {counts[outcome]} of {PLAYS}, shown {float(p):.4f}"
        )


REPLIED = 1_000
"""Plays of each reply."""


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
    keys = [option.key for option in question.options]
    assert {"pass", "defend", "snap short-sword"} <= set(keys)
    bandit, annora, random = Id("b1"), Id("annora"), Random(12)
    for key in keys:
        shown = odds(match, key)
        hits = {(bandit, annora): 0, (annora, bandit): 0}
        for _ in range(REPLIED):
            play = match.fork(halt=True)
            mark = len(play.events)
            play.answer(key)
            while (asked := play.pending) is not None:
                if isinstance(asked, Roll):
                    play.answer(tuple(random.randint(1, sides) for sides in sides_of(asked.dice)))
                else:
                    play.answer(leave_it(play, asked))
            landed = [event for event in play.events[mark:] if isinstance(event, AttackHit)]
            for pair in hits:
                hits[pair] += any((event.who, event.target) == pair for event in landed)
        for pair, count in hits.items():
            p = shown.hits(*pair)
            assert abs(count - REPLIED * p) <= SIGMAS * sqrt(REPLIED * p * (1 - p)) + 1, (key, pair)
        assert (shown.hits(annora, bandit) > 0) == key.startswith("snap"), key
    if rolled:
        assert odds(match, "snap short-sword").struck(annora) > odds(match, "defend").struck(annora) == 0


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
