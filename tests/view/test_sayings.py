"""What rises over bodies in writing: of each deed one line over each body, gone before the next deed's."""

from __future__ import annotations

import random
from itertools import product

from game.rules.events import Id, Tint
from game.scene.floating_text import AT_ONCE, FADE, KEPT, KEPT_NUMBER, READ, FloatingText, FloatingTexts, says_as_much
from game.scene.moves import VisualEffect

ADA, BEN = Id("Ada"), Id("Ben")
HERE = (3.5, 4.5)


def text(said: str, tone: Tint = "plain", at: tuple[float, float] = HERE, length: float = 1.1) -> VisualEffect:
    return VisualEffect("text", at, said, tone=tone, length=length)


def lines(sayings: FloatingTexts) -> list[str]:
    return [", ".join(word.said for word in saying.words) for saying in sayings.shown]


def test_what_a_blow_costs_and_what_comes_of_it_is_one_line_each_in_its_own_tone() -> None:
    sayings = FloatingTexts()
    for said in (text("−1 Grit", "bad"), text("−3 Flesh", "bad"), text("bleeding", "warn"), text("dead", "bad")):
        sayings.say(ADA, said)
        sayings.advance(AT_ONCE / 2)
    assert lines(sayings) == ["−1 Grit, −3 Flesh, dead"], "the last word for it"
    assert [word.tone for word in sayings.shown[0].words] == ["bad", "bad", "bad"]


def test_words_of_one_deed_take_each_others_place_once_they_have_been_read() -> None:
    sayings = FloatingTexts()
    for said in ("dodges", "fails", "leaps aside"):
        sayings.say(ADA, text(said))
        assert lines(sayings) == ["dodges"]
    sayings.advance(READ)
    assert lines(sayings) == ["leaps aside"], "what has been overtaken is not told"
    sayings.say(ADA, text("−3"))
    assert lines(sayings) == ["−3"], "a number waits for nothing"


def test_a_word_that_comes_again_is_counted_but_each_number_stands_for_itself() -> None:
    sayings = FloatingTexts()
    for said in ("miss", "miss", "miss"):
        sayings.say(ADA, text(said))
    assert lines(sayings) == ["miss ×3"]
    for said in ("−3", "−3"):
        sayings.say(BEN, text(said))
    sayings.advance(AT_ONCE + 0.01)
    sayings.say(BEN, text("−2"))
    assert lines(sayings) == ["miss ×3", "−2"]


def test_what_befalls_somebody_and_the_condition_that_comes_of_it_are_one_word() -> None:
    for one, other in (
        ("held", "held"),
        ("charge", "charges"),
        ("charged", "charges"),
        ("prone", "falls prone"),
        ("seeks cover", "cover"),
        ("swarms", "swarming"),
        ("casts Ward", "warded"),
        ("Total Defense", "total defense"),
    ):
        assert says_as_much(one, other) and says_as_much(other, one)
        sayings = FloatingTexts()
        sayings.say(ADA, text(one, "bad"))
        sayings.say(ADA, text(other, "warn"))
        assert lines(sayings) == [one]
        sayings.begin_deed()
        sayings.say(ADA, text(other + " again"))
        sayings.advance(READ)
        assert lines(sayings) == [other + " again"]
    assert not says_as_much("prone", "hidden") and not says_as_much("tries to free", "fails")


def test_a_word_of_the_next_deed_that_says_what_was_just_told_is_the_same() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("cover"))
    sayings.begin_deed()
    sayings.say(ADA, text("seeks cover"))
    sayings.advance(READ)
    assert lines(sayings) == ["cover"]


def test_what_joins_a_line_is_seen_as_long_as_if_it_stood_alone() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("−3"))
    sayings.advance(0.6)
    sayings.say(ADA, text("prone"))
    sayings.advance(1.0)
    assert lines(sayings) == ["−3, prone"]
    sayings.advance(0.2)
    assert not sayings


def test_bodies_of_one_deed_are_told_of_at_once_and_gone_before_the_next_deed_is_told() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("miss"))
    sayings.say(BEN, text("−2"))
    assert lines(sayings) == ["miss", "−2"]
    sayings.advance(0.1)
    sayings.begin_deed()
    sayings.advance(KEPT - 0.1)
    assert lines(sayings) == ["−2"], "a number is read a little longer"
    sayings.advance(KEPT_NUMBER - KEPT)
    assert not sayings


def test_what_waits_as_another_deed_begins_is_told_at_once() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("dodges"))
    sayings.say(ADA, text("fails"))
    sayings.begin_deed()
    assert lines(sayings) == ["fails"]
    sayings.advance(KEPT)
    assert not sayings


def test_nothing_joins_a_line_that_fades_or_that_stands_where_the_body_stood_before() -> None:
    for wait, at in ((1.11 - FADE, HERE), (0.1, (4.5, 4.5))):
        sayings = FloatingTexts()
        sayings.say(ADA, text("−3"))
        sayings.advance(wait)
        sayings.say(ADA, text("prone", at=at))
        sayings.advance(READ)
        assert lines(sayings) == ["prone"] and sayings.shown[0].at == at


def test_every_number_is_shown_however_fast_time_passes_and_no_line_outlasts_its_deed() -> None:
    """Those that come at once are in one line."""
    for seed, step in product(range(30), (1 / 60, 8 / 60)):
        dice, sayings = random.Random(seed), FloatingTexts()
        seen: set[str] = set()
        told, deed, begun = 0, 0, dict[FloatingText, int]()
        numbers: set[str] = set()
        while told < 60 or sayings:
            if told < 60 and dice.random() < 5 * step:
                if dice.random() < 0.3:
                    sayings.begin_deed()
                    deed += 1
                said = f"−{told}" if dice.random() < 0.5 else "abcdefgh"[told % 8] * 5
                numbers |= {said} if said.startswith("−") else set()
                sayings.say(dice.choice((ADA, BEN)), text(said))
                told += 1
            for line in sayings.shown:
                seen |= {word.text for word in line.words}
                begun.setdefault(line, deed)
                assert deed == begun[line] or line.over
                assert line.age < 2.3 and len([word for word in line.words if not word.number]) <= 1
            sayings.advance(step)
        assert numbers <= seen
