"""Words for what wits tell."""

from __future__ import annotations

from game.kit.acts import act, by_value, indifferent
from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, Seat
from game.rules.wits import NONE, Effect, Out


def test_an_act_comes_to_its_effects_and_features() -> None:
    effect = Effect(Id("it"), fell=0.5)
    told = act("trip it", 0b10, (1, 0), effect, **{"lets go": 1.0})
    assert (told.key, told.where, told.pay) == ("trip it", 0b10, (1, 0))
    assert told.outs == (Out((effect,), {"lets go": 1.0}),)
    assert act("wait", 1, ()).outs[0].features is NONE


def test_answers_that_make_no_difference_are_all_there() -> None:
    question = Choose(Seat("us"), "which?", Menu([Option("a", 1, "A"), Option("b", 2, "B")]))
    assert indifferent(question) == {"a": Out(), "b": Out()}


def test_places_of_one_value_are_put_together_in_order() -> None:
    assert list(by_value([("b", 1), ("a", 2), ("b", 4)]).items()) == [("b", 5), ("a", 2)]
