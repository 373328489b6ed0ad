"""Throws, draws and things at the table: what is asked, what is told, what stands about from the start."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battlemat_duel import Duel
from battlemat_duel.attack import harm
from battlemat_duel.sheet import DuelTable
from game.files.battlefile import write_battle
from game.rules.dice import EACH, Successes
from game.rules.events import Drawn, Id, Rolled
from game.rules.match import Match
from game.rules.odds import odds
from game.rules.questions import Impossible, Option, Roll, Seat
from game.rules.setup import laid_out
from game.rules.state import Thing
from game.spatial.field import Feature, Field
from tests.rules.battles import DuelMatch, duel

ADA, ORC = Id("Ada"), Id("Orc")
CARDS = ("queen", "7", "3")


class Deck(Duel):
    """A duel with cards: whoever draws the queen first harms the other by as many dice of three as show five or six."""

    async def step(self, table: DuelTable) -> None:
        await table.choose(Seat("red"), "What?", [Option("draw", "draw", "Draw")])
        left: tuple[str, ...] = CARDS
        for who, foe in ((ADA, ORC), (ORC, ADA)):
            drawn = await table.draw(left, "initiative", who)
            if left[drawn] == "queen":
                won = Successes(5).of(await table.throw("3d6", "harm", who, Successes(5)))
                if won:
                    harm(table, foe, won)
            left = (*left[:drawn], *left[drawn + 1 :])


def begun() -> DuelMatch:
    match: DuelMatch = Match.begin(Deck(), duel())
    match.answer("draw")
    return match


def test_a_draw_asks_for_one_of_the_cards_left() -> None:
    match = begun()
    assert match.pending == Roll("d3", "initiative", ADA, names=CARDS)
    match.answer((2,))
    assert match.pending == Roll("d2", "initiative", ORC, names=("queen", "3"))
    assert match.events[-1] == Drawn("7", 3, "initiative", ADA)
    with pytest.raises(Impossible):
        match.answer((3,))


def test_what_is_thrown_is_told_with_what_was_read_in_it() -> None:
    match = begun()
    match.answer((1,))
    assert match.pending == Roll("3d6", "harm", ADA, Successes(5))
    match.answer((5, 1, 6))
    assert Rolled("3d6", (5, 1, 6), "harm", ADA, read="2 successes", idle=(1,)) in match.events
    assert match.pending != Roll("3d6", "harm", ADA, EACH), "a roll is what is read in it, too"


class Lot(Duel):
    """A duel in which a lot falls in secret on one of three."""

    async def step(self, table: DuelTable) -> None:
        await table.choose(Seat("red"), "What?", [Option("draw", "draw", "Draw")])
        harm(table, ORC, await table.roll_in_secret("d3", "lot", ADA))


def test_nobody_is_told_of_a_roll_in_secret_and_odds_know_it() -> None:
    match: DuelMatch = Match.begin(Lot(), duel())
    assert odds(match, "draw").mean_harm(ORC) == 2
    match.answer("draw")
    assert match.pending == Roll("d3", "lot", ADA, secret=True)
    before = len(match.events)
    match.answer((3,))
    assert not any(isinstance(event, Rolled) for event in match.events[before:])


def test_odds_of_cards_and_pools_are_exact() -> None:
    """Each of two draws the queen one time in three; the harm is one on average."""
    found = odds(Match.begin(Deck(), duel()), "draw")
    assert not found.sampled
    assert found.mean_harm(ORC) == found.mean_harm(ADA) == Fraction(1, 3)


def test_a_battle_file_names_the_cards() -> None:
    match = begun()
    match.answer((2,))
    text = write_battle(match)
    assert "\nd3 initiative [queen | 7 | 3]\n> 2\n= Drawn(card='7', left=3, why='initiative', who='Ada')\n" in text


def test_things_of_a_map_lie_at_the_first_cell_of_their_feature() -> None:
    bench = Feature("f1", "thing", ((3, 1), (4, 1)), "A bench", thing="bench")
    field = Field(6, 3, features=(bench, Feature("f2", "fire", ((0, 0),)), Feature("f3", "thing", (), thing="stool")))
    assert laid_out(field) == {"f1": Thing("f1", "bench", (3, 1))}
