"""What blows and dice come to on average, and what is done with that."""

from __future__ import annotations

import pytest

from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage, chances, dealt, reaching
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedThreat

BLOW = ExpectedDamage(0.5, 0.25, 0.5, 4.0)


def test_a_toll_befalls_somebody_and_threatens_places() -> None:
    assert BLOW.cost == 0.5
    assert BLOW.effect(Id("it"), 1.0, bound=0.5) == Effect(Id("it"), 0.25, 0.5, 1.0, 0.5)
    assert BLOW.expected_threat(0b11, late=True) == ExpectedThreat(0b11, 0.25, 0.5, late=True)


def test_tolls_are_parted_and_put_together() -> None:
    assert BLOW.times(0.5) == ExpectedDamage(0.25, 0.125, 0.25, 2.0)
    assert BLOW.times(0.5).plus(BLOW.times(0.5)) == BLOW
    assert NO_DAMAGE.plus(BLOW) == BLOW


def test_sums_of_dice_have_their_chances() -> None:
    assert chances("d4") == ((1, 0.25), (2, 0.25), (3, 0.25), (4, 0.25))
    assert chances("d2", 0.5) == ((1, 0.25), (2, 0.25))
    assert dict(chances("2d6"))[7] == pytest.approx(1 / 6)
    assert reaching("2d6", 11) == pytest.approx(3 / 36) and reaching("2d6", 2) == pytest.approx(1.0)
    assert reaching("2d6", 13) == 0.0


def test_points_beyond_what_is_left_are_lost_on_nobody() -> None:
    toll = dealt([(0, 0.5), (2, 0.25), (9, 0.25)], 4)
    assert toll == ExpectedDamage(0.5, 0.25, 1.5 / 4 - 0.25, 1.5)
