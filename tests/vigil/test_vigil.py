"""The miniature: its rules by number, exact odds of pools and parries, saves and replays, text game and window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from game.cli.commands import main
from game.files.saves import SeatPlan, load_match
from game.kit.facts import Harmed
from game.kit.testing.fight import CellFight, Dice, ground
from game.play.seating import HUMAN
from game.rules.events import Id
from game.rules.match import Match
from game.rules.odds import plain_odds, replies
from game.rules.questions import Choose
from tests.rules.battles import installed, play_out
from tests.saving import save_match
from tests.vigil import VIGIL
from tests.vigil.sheet import Card, Sheet, Turn
from tests.window.test_window import Opening, finish
from tests.window.test_window import window as window  # a fixture


class Fight(CellFight[Sheet, Turn]):
    """A fight in which the first of the party has the card that is up."""

    rules = VIGIL

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        first = next(Card(1, c.id) for c in self._state.combatants.values() if c.side == order[0])
        rest = (Card(n, c.id) for n, c in enumerate(self._state.combatants.values(), 2) if c.id != first.who)
        return {"round": 1, "cards": (first, *rest)}


@pytest.fixture(autouse=True)
def _with_vigil() -> Iterator[None]:
    with installed():
        yield


def struck(dice: int, least: int = 1) -> Fraction:
    """How likely so many dice show at least so many of 5 and 6."""
    return sum((Fraction(comb(dice, n) * 2 ** (dice - n), 3**dice) for n in range(least, dice + 1)), Fraction(0))


def pool(*faces: int) -> Dice:
    return Dice(f"{len(faces)}d6", faces)


def near(**more: Any) -> Fight:
    """Ruth beside a raider, hers the first card."""
    return Fight({"sergeant": (4, 4)}, {"raider": (5, 4)}, **more)


@pytest.mark.rule("vigil", "V-1")
def test_everybody_draws_from_what_is_left_and_veterans_twice() -> None:
    fight = Fight({"sergeant": (1, 1)}, {"raider": (8, 1)}, fresh=True)
    assert fight.rolled.names[:3] == ("1", "2", "3") and len(fight.rolled.names) == 20
    fight.until(Dice("d20", (7,)), Dice("d19", (7,)), Dice("d18", (1,)))
    assert [slot.badge for slot in VIGIL.order(fight.board)] == ["1", "7", "8"], "the 7 was gone for the second"
    assert fight.asked.who == "raider"


@pytest.mark.rule("vigil", "V-2")
def test_every_second_diagonal_is_two_metres() -> None:
    fight = Fight({"pike": (1, 1)}, {"raider": (20, 8)})
    assert fight.option("go 4,4").about.brief == "4 m" and not fight.offers("go 5,5"), "1, 2, 1, 2"
    assert fight.play("go 4,1").turn.moved == 3 and fight.offers("go 6,1") and not fight.offers("go 7,1")


@pytest.mark.rule("vigil", "V-3")
def test_a_weapon_reaches_its_metres_and_no_further() -> None:
    assert Fight({"pike": (4, 4)}, {"raider": (6, 4)}).offers("strike raider")
    assert not Fight({"pike": (4, 4)}, {"raider": (6, 6)}).offers("strike raider"), "three metres"
    assert not Fight({"bow": (0, 0)}, {"raider": (4, 0)}, field=ground("..#...", "..#...")).offers("strike raider")


@pytest.mark.rule("vigil", "V-4")
def test_a_parry_is_pledged_before_the_strike_is_rolled() -> None:
    fight = near().until("strike raider")
    assert fight.asked.kind == "react" and fight.asked.who == "raider"
    fight.until("parry", pool(5, 5, 6, 1, 1, 1), pool(5, 6, 1, 1, 1))
    assert fight.last(Harmed).amount == 1 and fight.sheet("raider").breath == 0


@pytest.mark.rule("vigil", "V-5", "V-6")
def test_stamina_goes_before_wounds_and_wounds_shake() -> None:
    fight = near().until("strike raider", "take it", pool(5, 5, 6, 1, 1, 1))
    assert (fight.sheet("raider").stamina, fight.sheet("raider").wounds) == (0, 1)
    assert VIGIL.standing(fight.board, Id("raider")).words == ("shaken",)
    fight.until("end")
    assert fight.option("strike sergeant").about.summed == "4d6", "a die less"
    fight.until("end")
    assert VIGIL.standing(fight.board, Id("raider")).words == (), "over with its turn"


def test_odds_of_pools_are_exact() -> None:
    """Six dice by successes, and six against five where the strike is parried."""
    fight = near()
    plain = plain_odds(fight.match, "strike raider")
    assert not plain.odds.sampled and plain.odds.faces == 7
    assert plain.odds.hits(Id("sergeant")) == struck(6) == Fraction(665, 729)
    assert plain.odds.down(Id("raider")) == struck(6, 4)
    (parried,) = replies(fight.match, plain, leaves=500, samples=50)
    beats = sum((exactly(5, n) * struck(6, n + 1) for n in range(6)), Fraction(0))
    assert parried.topic == "parry" and not parried.odds.sampled
    assert parried.odds.hits(Id("sergeant")) == beats


def exactly(dice: int, n: int) -> Fraction:
    return struck(dice, n) - struck(dice, n + 1)


def test_a_battle_is_saved_in_the_middle_of_a_parry_and_goes_on_alike(tmp_path: Path) -> None:
    match: Match[Sheet, Turn] = Match.begin(VIGIL, near(fresh=True).setup)
    while not (isinstance(match.pending, Choose) and match.pending.kind == "react"):
        answers = match.pending
        assert answers is not None
        keys = [o.key for o in answers.options] if isinstance(answers, Choose) else []
        blow = next((key for key in keys if key.startswith("strike")), "end")
        match.answer(blow if isinstance(answers, Choose) else tuple(1 for _ in range(answers.dice.count("d"))))
    save_match(match, tmp_path / "vigil.save", seats=SeatPlan())
    again = load_match(tmp_path / "vigil.save").match
    assert again.state == match.state
    assert isinstance(again.pending, Choose) and again.pending.why == match.pending.why
    assert play_out(again, 4).state == play_out(match, 4).state


def test_the_card_and_the_order_are_drawn_in_the_window(window: Opening) -> None:
    """Played by clicks to its end."""
    pilot = window(near(fresh=True).setup, party=HUMAN)
    assert finish(pilot, lambda hands, key: hands.choose(key)) > 3
    assert pilot.battle.session.match.over
    assert "Stamina" in pilot.battle.scene.text()


def test_it_is_played_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    said = main(["text", "gatehouse", "--rules", "vigil", "--seats", "instinct,instinct", "--seed", "2"])
    assert said == 0 and "draws" in capsys.readouterr().out
