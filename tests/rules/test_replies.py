"""What reactions make of the odds of an option."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from game.rules import odds as module
from game.rules.events import Id
from game.rules.odds import LOTS, SECOND_LOTS, Odds, _loss, plain_odds, replies
from game.rules.ruleset import Outcome
from tests.rules.battles import begin, duel


def test_a_parry_is_weighed_beside_the_plain_blow() -> None:
    """Unparried 12 in 20, parried (four more to hit) 8 in 20: the parry is the best there is."""
    match = begin(duel())
    plain = plain_odds(match, "strike Orc")
    (found,) = replies(match, plain, leaves=400, samples=60)
    assert (found.topic, found.who, found.key, found.best) == ("parry", Id("Orc"), "parry", True)
    assert (plain.odds.hits(Id("Ada")), found.odds.hits(Id("Ada"), Id("Orc"))) == (Fraction(12, 20), Fraction(8, 20))


def test_what_calls_for_no_reaction_has_none() -> None:
    match = begin(duel())
    assert replies(match, plain_odds(match, "end"), leaves=400, samples=60) == ()


def test_weighing_reactions_disturbs_nothing() -> None:
    match = begin(duel())
    before = (match.state, match.since, tuple(match.history), tuple(match.events))
    replies(match, plain_odds(match, "strike Orc"), leaves=400, samples=60)
    assert (match.state, match.since, tuple(match.history), tuple(match.events)) == before


def test_the_best_reply_is_the_one_that_saves_from_falling() -> None:
    """Whoever is put down counts as lost whole, however few hit points that were."""
    match = begin(duel())
    orc = Id("Orc")
    taken = Odds(((Outcome(losses=((orc, (1,)),), down=(orc,)), Fraction(1)),), 1, False)
    worn = Odds(((Outcome(losses=((orc, (3,)),)), Fraction(1)),), 1, False)
    assert _loss(match, "blue", taken) == 1 + 7 > _loss(match, "blue", worn) == 3
    assert _loss(match, "red", taken) == -8, "what the others lose is won"


def test_the_best_of_several_drawn_answers_is_told_by_plays_that_it_was_not_picked_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two that are alike the one that was lucky is picked; what is told of it is what other plays come to."""
    match = begin(duel())
    plain = plain_odds(match, "strike Orc")
    (parry,) = plain.reactions
    plain = replace(plain, reactions=(parry, replace(parry, key="other parry")))
    told = {LOTS: {"other parry": Fraction(1, 4)}, SECOND_LOTS: {}}

    def weighed(lots: int, key: str, error: float) -> Odds:
        chance = told[lots].get(key, Fraction(1, 2))
        return Odds(((Outcome(down=(Id("Orc"),)), chance), (Outcome(), 1 - chance)), 1, error)

    for error, chance in ((0.04, Fraction(1, 2)), (0.0, Fraction(1, 4))):
        monkeypatch.setattr(
            module, "_weigh", lambda m, p, one, leaves, samples, lots=LOTS, e=error: weighed(lots, one.key, e)
        )
        (found,) = replies(match, plain, leaves=9, samples=9)
        assert (found.key, found.odds.down(Id("Orc"))) == ("other parry", chance)


def test_other_lots_draw_other_plays_and_the_same_lots_the_same() -> None:
    match = begin(duel())
    plain = plain_odds(match, "strike Orc", leaves=2, samples=6)
    told = [module._weigh(match, plain, plain.reactions[0], 2, 6, lots) for lots in (LOTS, LOTS, *range(8))]
    assert told[0] == told[1] and told[0].error
    assert any(other != told[0] for other in told[2:])
