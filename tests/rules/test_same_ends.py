"""Answers that come to the same are found by playing them."""

from __future__ import annotations

import pytest

from game.play.start import StartRequest, find_file, read_setup
from game.rules.match import AnyMatch, Match
from game.rules.odds import same_ends
from game.rules.questions import Choose, Impossible, Roll
from game.rules.registry import ruleset
from tests.rules.battles import Drawn


def beside_a_foe() -> AnyMatch:
    """A battle in which somebody may strike a foe with the edge and with the point of one sword."""
    match: AnyMatch = Match.begin(
        ruleset("ingenuity"), read_setup(find_file("gatehouse"), StartRequest("gatehouse", "ingenuity"))
    )
    lots = Drawn(3)
    for _ in range(2_000):
        asked = match.pending
        assert isinstance(asked, Choose | Roll)
        if isinstance(asked, Choose) and len(strikes(match)) > 1:
            return match
        match.answer(lots.answer(match, asked))
    raise AssertionError("nobody may")


def strikes(match: AnyMatch) -> list[str]:
    asked = match.pending
    assert isinstance(asked, Choose)
    return [option.key for option in asked.options.singles if option.verb == "strike"]


def test_edge_and_point_are_one_on_what_keeps_off_both_alike_and_leaving_is_not() -> None:
    match = beside_a_foe()
    before = match.state
    one, other, *_ = strikes(match)
    assert same_ends(match, one, other)
    assert not same_ends(match, one, "done")
    with pytest.raises(Impossible):
        same_ends(match, one, "fly")
    assert match.state == before
