"""What nothing tells of those in hiding: not who is named, nor whose turn it is."""

from __future__ import annotations

import pytest

from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from rulesets.ingenuity import RULESET
from tests.rulesets.ingenuity.kit import Fight


def begun_by_foes(*lurking: str) -> AnyMatch:
    """The foes are to name somebody: a guard, and whoever lies in hiding."""
    foes = {"guard": (9, 3), **dict.fromkeys(lurking, (20, 9))}
    fight = Fight({"boudica": (3, 3)}, foes, hidden=lurking, fresh=True, opening="foes", surprise="none")
    return Match.begin(RULESET, fight.setup, fight.ground)


@pytest.mark.rule("ingenuity", "B-09", "B-54")
def test_the_last_of_a_team_is_named_like_any_other_so_that_nobody_knows_whether_others_hide() -> None:
    alone, company = begun_by_foes(), begun_by_foes("goblin")
    for match in (alone, company):
        assert isinstance(match.pending, Choose) and match.pending.kind == "pick"
    assert list(alone.pending.options.all_keys()) == ["guard-1"]  # type: ignore[union-attr]
    shown = [RULESET.masked(match.board, "party") for match in (alone, company)]
    assert shown[0] == shown[1]


@pytest.mark.rule("ingenuity", "B-09", "B-54")
def test_whose_turn_it_is_does_not_tell_of_somebody_in_hiding_who_has_it() -> None:
    match = begun_by_foes("goblin")
    for answer in ("guard-1", "done", "boudica", "done", "goblin-1"):
        match.answer(answer)
    assert match.state.turn.active == "goblin-1"
    assert RULESET.banner(match.board) == ("To act: Foes",)
    assert RULESET.banner(match.board.moment(RULESET.masked(match.board, "party"))) == ()
    match = begun_by_foes("goblin")
    match.answer("goblin-1")
    assert RULESET.banner(match.board.moment(RULESET.masked(match.board, "party"))) == ("To act: Foes",)
