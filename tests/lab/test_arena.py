"""AI battles, many at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ai import opponent
from game.lab import arena
from game.lab.arena import Contest, Fought, Pit, hold, sum_up, wilson, write_report
from game.lab.minds import AILevel
from game.rules.match import AnyMatch
from game.rules.questions import Answer
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field
from tests.lab.test_learning import scuffle
from tests.rules.battles import brawl, duel

MINDS = (AILevel("instinct"), AILevel("trained"))
CONTEST = Contest(brawl(), MINDS, seed=4, battles=8)


def test_wilsons_interval_by_the_book() -> None:
    low, high = wilson(8, 10)
    assert math.isclose(low, 0.4901625, abs_tol=1e-6)
    assert math.isclose(high, 0.9433178, abs_tol=1e-6)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 500), st.integers(1, 500))
@settings(deadline=None)
def test_the_interval_holds_the_share_and_stays_in_bounds(wins: int, more: int) -> None:
    low, high = wilson(wins, wins + more)
    assert 0 <= low <= wins / (wins + more) <= high <= 1


def test_battles_come_in_pairs_with_one_seed_and_sides_swapped() -> None:
    pit = Pit(CONTEST)
    fought = [pit.fight(number) for number in range(4)]
    assert [battle.seed for battle in fought] == [4, 4, 5, 5]
    assert [battle.swapped for battle in fought] == [False, True, False, True]
    for battle in fought:
        if battle.side is not None:
            first = 1 if battle.swapped else 0
            assert battle.ai == (first if battle.side == "party" else 1 - first)


def test_a_contest_is_the_same_every_time() -> None:
    first, second = hold(CONTEST, 1), hold(CONTEST, 1)
    assert (first.ais, first.sides, first.ends) == (second.ais, second.sides, second.ends)
    assert first.battles == 8
    assert sum(share.wins for share in first.ais) + first.draws == 8
    assert sum(share.wins for share in first.sides) + first.draws == 8


def test_progress_is_told_battle_by_battle() -> None:
    told: list[int] = []
    hold(CONTEST, 1, told.append)
    assert told == list(range(1, 9))


def test_a_battle_without_end_is_a_draw_at_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    capped = Pit(Contest(brawl(), MINDS, seed=4, battles=2, rounds=1)).fight(0)
    assert (capped.side, capped.ai, capped.rounds, capped.why) == (None, None, 1, "no end after 1 rounds")
    monkeypatch.setattr(arena, "ANSWERS", 3)
    assert Pit(CONTEST).fight(0).answers == 3


def test_an_arena_has_two_sides() -> None:
    sides = tuple(SideSetup(name, (Recruit("knight"),)) for name in ("red", "blue", "green"))
    with pytest.raises(BadSetup, match="two sides; this one has 3"):
        hold(Contest(Setup("duel", Field(9, 9), sides), MINDS, 1, 2), 1)


def test_an_ai_that_says_nothing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute:
        def answer(self, match: AnyMatch, question: object) -> Answer | None:
            return None

    monkeypatch.setattr(arena, "opponent", lambda *_: Mute())
    with pytest.raises(RuntimeError, match="gave no answer"):
        Pit(CONTEST).fight(0)


def test_processes_find_what_one_alone_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponent", opponent)  # workers know nothing of the AI for tests
    contest = Contest(scuffle(), (AILevel("instinct"), AILevel("instinct")), seed=1, battles=4)
    told: list[int] = []
    many, alone = hold(contest, 2, told.append), hold(contest, 1)
    assert many.fought == alone.fought
    assert told[-1] == 4
    assert many.jobs == 2


def fought(wins: Sequence[int | None]) -> list[Fought]:
    return [
        Fought(number, 1, False, False, None if ai is None else ("red", "blue")[ai], ai, "the end", 3, 10)
        for number, ai in enumerate(wins)
    ]


def test_a_report_counts_and_reads_well() -> None:
    contest = Contest(duel(), (AILevel("instinct"), AILevel("instinct")), 1, 4)
    report = sum_up(contest, fought([0, 0, 1, None]), 2.0, 1)
    assert [(share.name, share.wins) for share in report.ais] == [("instinct as red", 2), ("instinct as blue", 1)]
    assert (report.draws, report.mean_rounds, report.per_second) == (1, 3.0, 2.0)
    lines = list(write_report(report))
    assert lines[0] == "A battle, duel: 4 battles, seed 1"
    assert lines[1] == "  AI   instinct as red     2 won   50.0%   (95 %: 15.0% to 85.0%)"
    assert "  2.0 battles a second (2.0 s, 1 at a time)" in lines
    assert "       4 x the end" in lines
