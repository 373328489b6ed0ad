"""What is shown is what is played: odds against the counts of thousands of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from game.kit.testing.fight import d20
from game.kit.testing.played import compare_hits, compare_odds
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import odds, plain_odds, replies
from game.rules.questions import Choose
from tests.rulesets.murdham.kit import RING, Fight, Where, chart

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


def told(fight: Fight, key: str) -> dict[tuple[str, str], Fraction]:
    """What besides harm may become of whom, by an answer."""
    return {(note.who, note.said): share for note, share in odds(fight.match, key).noted().items()}


@pytest.mark.rule("murdham", "A-19")
@pytest.mark.parametrize("acted", [False, True])
def test_words_have_chances(*, acted: bool) -> None:
    """WIT 8 fails at 9 or more; a taunt takes Theobald's own WIT of 9 first. A turn not yet spent is lost as any is."""
    fight = Fight({"theobald": "b"}, {"bandit": "b"}).sheet_of("bandit", acted=acted).play("theobald")
    assert told(fight, "distract bandit") == {("bandit", "stunned"): Fraction(12, 20)}
    assert told(fight, "taunt bandit") == {("bandit", "taunted"): Fraction(9, 20) * Fraction(12, 20)}
    assert told(fight, "intimidate bandit") == {("bandit", "frightened"): Fraction(12, 20)}


@pytest.mark.rule("murdham", "A-84")
def test_getting_free_has_a_chance() -> None:
    party: dict[str, Where] = {"sybilla": "b", "theobald": "b"}
    held = Fight(party, {"bandit": "b"}).sheet_of("bandit", grabbing="sybilla")
    assert told(held.play("sybilla"), "struggle") == {("sybilla", "let go"): Fraction(8, 20)}
    caught = Fight(party, {"bandit": "d"}).sheet_of("sybilla", entangled=True).play("theobald")
    assert told(caught, "free sybilla") == {("sybilla", "free"): Fraction(9, 20)}


@pytest.mark.rule("murdham", "A-98", "A-117")
def test_an_omen_for_morale_has_a_chance_and_says_how_many_there_are() -> None:
    """Sybilla, alone of two, has failed: WIT 6 passes at 6 of 20 if she rolls again, and she retreats if not."""
    field = chart("abcd", features={"a": "exit"})
    fight = Fight({"sybilla": "a", "theobald": "d"}, {"bandit": "d"}, field=field)
    fight.sheet_of("sybilla", omens=2).sheet_of("theobald", incapacitated=True)
    fight.until("sybilla", "done", "bandit", "done", d20(20))
    assert fight.asked.topic == "omen" and fight.option("omen").price == "1 of 2 omens"
    assert told(fight, "pass") == {("sybilla", "retreating"): Fraction(1)}
    assert told(fight, "omen")["sybilla", "retreating"] == Fraction(14, 20)
