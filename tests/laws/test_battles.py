"""What every battle of every ruleset does: it ends, can be told again, saved, taken back and forked."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest

from game.files.battlefile import replay, write_battle
from game.files.saves import SeatPlan, load_match
from game.rules.match import AnyMatch, Match
from game.rules.questions import Roll
from game.rules.state import evolve, state_hash
from tests.laws.cases import Case, Reckless, cases
from tests.laws.plays import DAILY, LONGEST, asked, costly_case, every_case, played, seen, walk, whole
from tests.saving import save_match

ON = (5, 25)
"""Stops of a battle at which what was loaded is gone on with to the end."""


def test_every_ruleset_has_its_daily_battles() -> None:
    """Else the costly laws would be tried on nothing by day."""
    known = {case.ruleset.name for case in cases()}
    assert all({case.ruleset.name for case in cases() if case.label == label} == known for label in DAILY)


@every_case
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_every_battle_ends(case: Case, seed: int) -> None:
    assert len(played(case, seed)) < LONGEST


@every_case
def test_events_alone_rebuild_the_state(case: Case) -> None:
    match = whole(case)
    assert match.over and match.state.verdict is not None
    assert reduce(evolve, match.events, case.ruleset.begin(case.setup)) == match.state


@costly_case
def test_a_battle_file_plays_again(case: Case) -> None:
    match = whole(case)
    text = write_battle(match)
    again = replay(text)
    assert again.events == match.events
    assert again.hashes == match.hashes
    assert write_battle(again) == text


@costly_case
def test_saving_and_loading_at_any_question_changes_nothing(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    answers, end = played(case), whole(case)
    for index, match in enumerate(walk(case)):
        save_match(match, path, seats=SeatPlan())
        loaded = load_match(path, ground=match.ground).match
        assert asked(loaded) == asked(match)
        assert (loaded.state, loaded.checkpoint, loaded.since) == (match.state, match.checkpoint, match.since)
        assert list(loaded.state.combatants) == list(match.state.combatants)
        assert state_hash(loaded.state) == state_hash(match.state)
        assert (loaded.hashes, loaded.history) == (match.hashes, match.history)
        if index in ON:
            for answer in answers[len(loaded.history) :]:
                loaded.answer(answer)
            assert state_hash(loaded.state) == state_hash(end.state)
            loaded.recall()
            assert loaded.events == end.events


@costly_case
def test_undo_brings_everything_back(case: Case) -> None:
    match = case.begin()
    trail = [seen(match)]
    for answer in played(case):
        match.answer(answer)
        trail.append(seen(match))
    for earlier in reversed(trail[:-1]):
        match.undo()
        assert seen(match) == earlier


@costly_case
def test_a_loaded_battle_can_be_taken_back(case: Case, tmp_path: Path) -> None:
    match = case.begin()
    for answer in played(case):
        match.answer(answer)
    save_match(match, tmp_path / "a.save", seats=SeatPlan())
    loaded = load_match(tmp_path / "a.save", ground=match.ground).match
    for count in (1, 2, 5, 13):
        if count < len(loaded.history):
            loaded.undo(count)
            match.undo(count)
            assert (asked(loaded), loaded.state, loaded.hashes) == (asked(match), match.state, match.hashes)


@costly_case
def test_a_fork_disturbs_nothing_and_is_the_same_battle(case: Case) -> None:
    answers = played(case)
    for index, match in enumerate(walk(case)):
        if index % 2 and not isinstance(match.pending, Roll):
            continue
        before = seen(match)
        fork, lot = match.fork(), Reckless(index)
        assert asked(fork) == asked(match)
        assert fork.state == match.state
        for answer in answers[len(match.history) : len(match.history) + 3]:
            fork.answer(answer)
        same: AnyMatch = Match(case.ruleset, case.setup, match.ground, match.checkpoint, match.since, record=False)
        for answer in answers[len(match.history) : len(match.history) + 3]:
            same.answer(answer)
        assert (fork.state, asked(fork)) == (same.state, asked(same))
        for _ in range(6):
            if same.pending is not None:
                same.answer(lot.answer(same, same.pending))
        assert seen(match) == before


@pytest.mark.nightly
def test_the_order_of_sets_and_hashes_decides_nothing() -> None:
    """A battle of every ruleset, here and in a process with another seed of Python's hashes.

    By day digests and golden battles hold it: every process that plays them has other hashes.
    """
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    told = subprocess.run(
        [sys.executable, "-m", "tests.laws.test_battles"],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    assert told == told_here()
    assert told.count("battlemat battle 1") == len({case.ruleset.name for case in cases()})


def told_here() -> str:
    """A battle of every ruleset as a file."""
    return "".join(write_battle(whole(case)) for case in cases() if case.label == "rooms-ambush")


if __name__ == "__main__":
    sys.stdout.write(told_here())
