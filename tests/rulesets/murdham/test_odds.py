"""What is shown is what is played: odds against the frequency of ten thousand plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import RARE, leave_it, odds
from game.rules.questions import Choose, Roll
from game.rules.replies import replies
from game.rules.ruleset import Outcome
from rulesets.murdham.events import AttackHit
from tests.rulesets.murdham.kit import RING, Fight

PLAYS = 10_000

SIGMAS = 4.5
"""A fair count strays farther than this about seven times in a million."""

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


@pytest.mark.parametrize("position", [plain_melee, beyond_half_range, counter, straying_blast, held_back])
def test_odds_are_what_is_played(position: Position) -> None:
    match, key = position()
    shown = odds(match, key)
    assert not shown.sampled
    assert sum(p for _, p in shown.chances) == 1
    random = Random(20)
    counts = Counter(play_out(match, key, random) for _ in range(PLAYS))
    for outcome, p in shown.chances:
        slack = SIGMAS * sqrt(PLAYS * p * (1 - p)) + 1
        assert abs(counts[outcome] - PLAYS * p) <= slack, f"{outcome}: {counts[outcome]}, shown {float(p):.5f}"
    unshown = sum(count for outcome, count in counts.items() if outcome not in dict(shown.chances))
    assert unshown <= PLAYS * 50 / RARE, "only what explodes again and again is not told apart"


@pytest.mark.rule("murdham", "A-53", "A-54")
def test_the_figures_beside_each_reply_belong_to_those_they_name() -> None:
    """Sybilla is struck at: dodge, counter and letting it be, each told by whose blow hits whom."""
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, stunts="off", acting="foes").play("bandit")
    match: AnyMatch = fight.until("strike sybilla axe").match
    question = match.pending
    assert isinstance(question, Choose)
    bandit, sybilla = Id("bandit"), Id("sybilla")
    assert {"pass", "dodge", "counter sword"} <= {option.key for option in question.options}
    random = Random(11)
    for option in question.options:
        shown = odds(match, option.key)
        hits: Counter[tuple[Id, Id]] = Counter()
        for _ in range(REPLIED):
            play = match.fork(halt=True)
            mark = len(play.events)
            play.answer(option.key)
            while (asked := play.pending) is not None:
                if isinstance(asked, Roll):
                    play.answer(tuple(random.randint(1, sides) for sides in sides_of(asked.dice)))
                else:
                    play.answer(leave_it(play, asked))
            hits.update({(event.who, event.target) for event in play.events[mark:] if isinstance(event, AttackHit)})
        for pair in ((bandit, sybilla), (sybilla, bandit)):
            p = shown.hits(*pair)
            assert abs(hits[pair] - REPLIED * p) <= SIGMAS * sqrt(REPLIED * p * (1 - p)) + 1, (option.key, pair)
        assert (shown.hits(sybilla, bandit) > 0) == (option.topic == "counter"), option.key


REPLIED = 1_000
"""Plays of each reply."""


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
    plain = odds(match, key)
    found = {reply.topic: reply for reply in replies(match, key, plain, leaves=4_000, samples=100)}
    assert set(found) == {"dodge", "counter"}
    assert found["dodge"].odds.hits(THEOBALD) == Fraction(12, 20)
    assert found["dodge"].odds.down(Id("bandit")) == plain.down(Id("bandit")) * Fraction(12, 20)
    assert found["counter"].odds.mean_harm(Id("theobald")) > 0
    assert sum(reply.best for reply in found.values()) == 1


def test_a_guard_is_weighed_too() -> None:
    fight = Fight({"theobald": "a"}, {"x": ("bandit", "a"), "y": ("bandit", "a")}).sheet_of("x", acted=True)
    fight.play("theobald")
    plain = odds(fight.match, "strike x halberd")
    (guard,) = replies(fight.match, "strike x halberd", plain, leaves=4_000, samples=100)
    assert (guard.topic, guard.key) == ("guard", "guard y")
    assert guard.odds.mean_harm(Id("x")) == 0
    assert guard.odds.mean_harm(Id("y")) == plain.mean_harm(Id("x"))
