"""Odds against numbers worked out by hand, what reactions make of them, and answers that come to the same."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from msgspec.structs import replace

from battlemat_duel import Duel
from battlemat_duel.attack import harm
from battlemat_duel.sheet import DuelTable
from game.play.start import StartRequest, find_file, read_setup
from game.rules import odds as module
from game.rules.dice import Successes, at_most
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.odds import (
    LOTS,
    RARE,
    SECOND_LOTS,
    Odds,
    SampleSequence,
    _loss,
    leave_it,
    odds,
    plain_odds,
    replies,
    same_ends,
)
from game.rules.questions import Choose, Impossible, Option, Roll, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import Attacked, Outcome
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field
from tests.rules.battles import Drawn, DuelMatch, begin, duel

ADA, ORC = Id("Ada"), Id("Orc")


def squire_against_thief() -> DuelMatch:
    """A bonus of 3 against a guard of 13; d6 of harm against 7 hit points."""
    squads = (
        SideSetup("red", (Recruit("squire", "Ada", (1, 1)),)),
        SideSetup("blue", (Recruit("thief", "Orc", (2, 1)),)),
    )
    return begin(Setup("duel", Field(6, 4), squads))


def test_the_chance_to_hit_and_the_mean_harm() -> None:
    """d20 + 3 against 13 hits on 10 to 20: 11 in 20; d6 means 3.5."""
    found = odds(squire_against_thief(), "strike Orc")
    assert not found.sampled
    assert found.hits(ADA) == Fraction(11, 20)
    assert found.mean_harm(ORC) == Fraction(11, 20) * Fraction(7, 2)
    assert found.harm(ORC) == {0: Fraction(9, 20)} | {lost: Fraction(11, 120) for lost in range(1, 7)}
    assert found.down(ORC) == 0
    assert found.touched() == (ORC,)
    assert sum(p for _, p in found.chances) == 1
    assert found.faces == 9 + 11 * 6


def test_struck_is_whom_an_attack_hits_and_not_who_hits_nor_who_is_missed() -> None:
    exchange = Outcome(attacks=(Attacked(ORC, ADA, False), Attacked(ADA, ORC, True)))
    miss = Outcome(attacks=(Attacked(ADA, ORC, False),))
    found = Odds(((exchange, Fraction(1, 4)), (miss, Fraction(3, 4))), 4, False)
    assert found.struck(ORC) == found.hits(ADA) == found.hits(ADA, ORC) == Fraction(1, 4)
    assert found.struck(ADA) == found.hits(ORC) == found.hits(ADA, ADA) == 0


def test_the_chance_to_fell() -> None:
    """d20 + 4 against 13 hits on 9 to 20: 12 in 20; d8 fells seven hit points on a 7 or an 8."""
    found = odds(begin(duel()), "strike Orc")
    assert found.hits(ADA) == Fraction(12, 20)
    assert found.down(ORC) == Fraction(12, 20) * Fraction(2, 8)
    assert found.harm(ORC)[7] == Fraction(12, 20) * Fraction(2, 8)


def test_replies_are_played_not_guessed() -> None:
    """A parry adds 4 to the guard, so a hit takes 13 or more: 8 in 20."""

    def parries(match: DuelMatch, question: Choose[object]) -> str:
        return "parry" if question.topic == "parry" else leave_it(match, question)

    assert odds(begin(duel()), "strike Orc", reply=parries).hits(ADA) == Fraction(8, 20)


def test_odds_in_the_middle_of_a_blow() -> None:
    match = begin(duel())
    match.answer("strike Orc")
    match.answer((12,))
    assert odds(match, "pass").hits(ADA) == 1
    assert odds(match, "parry").hits(ADA) == 0
    match.answer("pass")
    assert isinstance(match.pending, Roll)
    assert odds(match, (7,)).down(ORC) == 1


def test_a_pool_branches_by_its_successes() -> None:
    """Rallying gives a hit point for each 5 or 6 of three dice: 1 on average, capped at the one that was lost."""
    match = begin(duel())
    for answer in ("end", "strike Ada", (15,), "pass", (1, 1), "end"):
        match.answer(answer)
    assert match.state.combatants[ADA].sheet.hp == 10
    found = odds(match, "rally")
    assert found.faces == 4
    assert found.attacks() == (), "nothing was struck"


def test_an_option_without_dice_is_certain() -> None:
    found = odds(begin(duel()), "end")
    assert found.faces == 1
    assert [p for _, p in found.chances] == [1]


def test_a_tree_too_large_is_sampled_and_says_so() -> None:
    found = odds(begin(duel()), "flurry Orc", samples=200)
    assert found.sampled and 200 <= found.faces < 400
    assert sum(p for _, p in found.chances) == 1
    assert found == odds(begin(duel()), "flurry Orc", samples=200), "the same every time"
    exact = odds(begin(duel()), "strike Orc")
    drawn = odds(begin(duel()), "strike Orc", leaves=10, samples=15)
    assert drawn.sampled and abs(drawn.hits(ADA) - exact.hits(ADA)) <= drawn.error < 0.3
    assert abs(drawn.mean_harm(ORC) - exact.mean_harm(ORC)) < 1
    assert odds(begin(duel()), "strike Orc", leaves=10, samples=4000) == exact, "where each face has a play of its own"


def test_weighing_disturbs_nothing() -> None:
    match = begin(duel())
    match.answer("strike Orc")
    before = (match.state, match.since, tuple(match.history), tuple(match.events), tuple(match.hashes))
    odds(match, (15,))
    assert (match.state, match.since, tuple(match.history), tuple(match.events), tuple(match.hashes)) == before


def test_only_options_can_be_weighed() -> None:
    match = begin(duel())
    with pytest.raises(Impossible):
        odds(match, "strike Ada")
    for answer in ("strike Orc", (20,), "pass", (8,)):
        match.answer(answer)
    with pytest.raises(Impossible, match="over"):
        odds(match, "end")


def test_weighing_stops_with_the_step() -> None:
    """The end of the battle belongs to the step that brought it; the next side's turn does not."""
    match = begin(duel())
    fork = match.fork(halt=True)
    fork.answer("end")
    assert fork.pending is None
    assert fork.state.turn == match.state.turn


def test_lots_are_the_published_sequence() -> None:
    """SplitMix64 from 1234567, as its author gives it; a bound takes the upper part of the product."""
    wanted = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    lots, some = SampleSequence(1234567), SampleSequence(1234567)
    assert [lots.below(1 << 64) for _ in wanted] == wanted
    assert [some.below(6) for _ in wanted] == [each * 6 >> 64 for each in wanted]
    assert SampleSequence(1234567 + (1 << 64)).below(1 << 64) == wanted[0]


def test_lots_are_fair_enough_and_always_the_same() -> None:
    lots = SampleSequence(7)
    drawn = Counter(lots.below(6) for _ in range(6000))
    assert sorted(drawn) == list(range(6))
    assert all(850 < count < 1150 for count in drawn.values())
    assert [SampleSequence(7).below(1000) for _ in range(3)] == [SampleSequence(7).below(1000)] * 3
    assert SampleSequence(1).faces(Roll("3d6", "x")) != SampleSequence(2).faces(Roll("3d6", "x"))


class Wild(Duel):
    """A duel in which a d4 is rolled again for every 4, and a save is asked for."""

    async def step(self, table: DuelTable) -> None:
        options = [Option("blow", "blow", "A blow"), Option("save", "save", "A save")]
        if await table.choose(Seat("red"), "What?", options) == "save":
            if await table.roll("d20", "a save", ADA, at_most(8)) <= 8:
                harm(table, ORC, 1)
            return
        lost, face = 0, 4
        while face == 4:
            face = await table.roll("d4", "a blow", ADA)
            lost += face - (face == 4)
        harm(table, ORC, lost)


class Pools(Duel):
    """A duel of dice pools: seven dice against the five of a parry, sixes count; more of them hit."""

    async def step(self, table: DuelTable) -> None:
        await table.choose(Seat("red"), "What?", [Option("strike", "strike", "Strike")])
        won = Successes(6).of(await table.throw("7d6", "strike", ADA, Successes(6)))
        if won and not await table.confirm(Seat("green"), "Be struck?", who=ORC):
            won -= Successes(6).of(await table.throw("5d6", "parry", ORC, Successes(6)))
        if won > 0:
            harm(table, ORC, won)


def test_pools_are_weighed_by_their_successes() -> None:
    """Seven dice against five fall in two thousand million ways, of which the rules tell 43 apart."""
    found = odds(Match.begin(Pools(), duel()), "strike", leaves=43)
    assert (found.sampled, found.faces) == (False, 43), "none of seven, or one to seven against none to five"
    six, less = Fraction(1, 6), Fraction(5, 6)
    rolled = {n: {k: comb(n, k) * six**k * less ** (n - k) for k in range(n + 1)} for n in (5, 7)}
    hit = sum(p * q for k, p in rolled[7].items() for parried, q in rolled[5].items() if k > parried)
    assert found.chance(lambda outcome: bool(outcome.harm)) == hit
    assert round(float(hit), 4) == 0.4384


def test_dice_that_may_never_end_are_weighed_all_the_same() -> None:
    """1, 2, 3 one time in four each, then 4, 5, 6 one in sixteen each; the rest fells seven hit points."""
    assert 4**7 < RARE < 4**8, "seven fours in a row are still told apart"
    found = odds(Match.begin(Wild(), duel()), "blow")
    assert not found.sampled and found.faces == 3 * 8 + 1
    quarter, sixteenth = Fraction(1, 4), Fraction(1, 16)
    assert found.harm(ORC) == {
        1: quarter,
        2: quarter,
        3: quarter,
        4: sixteenth,
        5: sixteenth,
        6: sixteenth,
        7: sixteenth,
    }
    assert found.down(ORC) == sixteenth


def test_a_save_branches_in_two() -> None:
    """A d20 against a score of 8 is passed or failed; which face passed it makes no difference."""
    found = odds(Match.begin(Wild(), duel()), "save")
    assert found.faces == 2
    assert found.harm(ORC) == {0: Fraction(12, 20), 1: Fraction(8, 20)}


# --- What reactions make of the odds of an option ---


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


# --- Answers that come to the same are found by playing them ---


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
