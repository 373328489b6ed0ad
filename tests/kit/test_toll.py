"""What is done with what a blow comes to."""

from __future__ import annotations

from game.kit.toll import NO_TOLL, Toll
from game.rules.events import Id
from game.rules.wits import Effect, Menace

BLOW = Toll(0.5, 0.25, 0.5, 4.0)


def test_a_toll_befalls_somebody_and_threatens_places() -> None:
    assert BLOW.cost == 0.5
    assert BLOW.effect(Id("it"), 1.0, bound=0.5) == Effect(Id("it"), 0.25, 0.5, 1.0, 0.5)
    assert BLOW.menace(0b11, late=True) == Menace(0b11, 0.25, 0.5, late=True)


def test_tolls_are_parted_and_put_together() -> None:
    assert BLOW.times(0.5) == Toll(0.25, 0.125, 0.25, 2.0)
    assert BLOW.times(0.5).plus(BLOW.times(0.5)) == BLOW
    assert NO_TOLL.plus(BLOW) == BLOW
