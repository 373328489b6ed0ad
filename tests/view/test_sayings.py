"""What rises over bodies in writing: small events of one body in one line, its lines one after the other."""

from __future__ import annotations

import random
from itertools import product

from game.rules.event_kinds import Tint
from game.rules.events import Id
from game.scene.floating_text import BACKLOG, FADE, LETTERS, FloatingTexts
from game.scene.moves import VisualEffect

ADA, BEN = Id("Ada"), Id("Ben")
HERE = (3.5, 4.5)


def text(said: str, tone: Tint = "plain", at: tuple[float, float] = HERE, length: float = 1.1) -> VisualEffect:
    return VisualEffect("text", at, said, tone=tone, length=length)


def lines(sayings: FloatingTexts) -> list[str]:
    return [", ".join(word.said for word in saying.words) for saying in sayings.shown]


def test_a_run_of_small_events_is_told_in_one_line_each_in_its_own_tone() -> None:
    sayings = FloatingTexts()
    for said in (text("−3", "bad"), text("prone", "warn"), text("shaken", "warn")):
        sayings.say(ADA, said)
        sayings.advance(0.3)
    assert lines(sayings) == ["−3, prone, shaken"]
    assert [word.tone for word in sayings.shown[0].words] == ["bad", "warn", "warn"]


def test_a_word_that_comes_again_is_counted_but_each_number_stands_for_itself() -> None:
    sayings = FloatingTexts()
    for said in ("miss", "miss", "miss", "−3", "−3"):
        sayings.say(ADA, text(said))
    assert lines(sayings) == ["miss ×3, −3, −3"]


def test_what_befalls_somebody_and_the_condition_that_comes_of_it_are_one_word() -> None:
    sayings = FloatingTexts()
    for said in (text("held", "bad"), text("held", "warn"), text("shaken", "warn")):
        sayings.say(ADA, said)
    assert lines(sayings) == ["held, shaken"]


def test_what_joins_a_line_is_seen_as_long_as_if_it_stood_alone() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("−3"))
    sayings.advance(0.6)
    sayings.say(ADA, text("prone"))
    sayings.advance(1.0)
    assert lines(sayings) == ["−3, prone"]
    sayings.advance(0.2)
    assert not sayings


def test_two_bodies_are_told_of_at_once_and_one_body_in_one_line_at_a_time() -> None:
    sayings = FloatingTexts()
    sayings.say(ADA, text("miss"))
    sayings.say(BEN, text("−2"))
    sayings.say(ADA, text("climbs out of the window at last"))
    assert lines(sayings) == ["miss", "−2"]
    sayings.advance(1.2)
    assert lines(sayings) == ["climbs out of the window at last"]


def test_nothing_joins_a_line_that_fades_or_that_stands_where_the_body_stood_before() -> None:
    for wait, at in ((1.1 - FADE, HERE), (0.1, (4.5, 4.5))):
        sayings = FloatingTexts()
        sayings.say(ADA, text("pushed"))
        sayings.advance(wait)
        sayings.say(ADA, text("prone", at=at))
        assert lines(sayings) == ["pushed"]
        sayings.advance(1.1)
        assert lines(sayings) == ["prone"] and sayings.shown[0].at == at


def test_every_text_is_shown_however_fast_time_passes_and_none_waits_longer_than_the_backlog() -> None:
    """The end of each line before it falls between two frames."""
    for seed, step in product(range(30), (1 / 60, 8 / 60)):
        dice, sayings, now = random.Random(seed), FloatingTexts(), 0.0
        said: dict[str, float] = {}
        seen: dict[str, float] = {}
        while len(said) < 60 or sayings:
            if len(said) < 60 and dice.random() < 5 * step:
                word = f"event {len(said)} " + "x" * dice.randrange(25)
                said[word] = now
                sayings.say(dice.choice((ADA, BEN)), text(word, length=dice.choice((1.1, 1.3))))
            for line in sayings.shown:
                for each in line.words:
                    seen.setdefault(each.text, now)
            now += step
            sayings.advance(step)
        assert seen.keys() == said.keys(), seed
        late = max(seen[word] - said[word] for word in said)
        assert late <= BACKLOG + 6 * step, (seed, step, late)


def test_a_line_stays_short_enough_to_be_read_in_passing() -> None:
    sayings = FloatingTexts()
    for number in range(30):
        sayings.say(ADA, text(f"word {number}"))
    while sayings:
        assert all(sum(len(word.said) for word in saying.words) <= LETTERS for saying in sayings.shown)
        sayings.advance(0.05)
