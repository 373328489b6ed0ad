"""What is shown is what is played: odds against the counts of many plays, and against sums done by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from game.kit.testing.played import compare_odds
from game.rules.dice import outcomes
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import Odds, odds, plain_odds, replies
from rulesets.ingenuity.play.throws import Again, Aimed, Pair, Passes, Thrown, again
from rulesets.ingenuity.sheet.sheet import Attributes
from tests.rulesets.ingenuity.kit import Fight, suffering

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


def astray() -> tuple[AnyMatch, str]:
    """A shot that may stray to either of two, one of them flanked."""
    fight = Fight({"agnessa": (1, 3), "fabian": (9, 4)}, {"dummy": (9, 3), "guard": (8, 2)})
    return fight.until("agnessa").match, "shoot dummy shortbow"


POSITIONS = [plain, flanked, hampered, astray]


@pytest.mark.parametrize("plays", [400, pytest.param(10_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.__name__)
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
            passing = sum(thrown.put(die, max(thrown[die], face)).sum >= least for face in faces)
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
