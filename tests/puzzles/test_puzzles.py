"""Puzzles that ship: each opens at its moment, can be solved, and is proven anew; a file of other rules is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.cli.made_battles import changes
from game.files.entries import Faults
from game.files.errors import BadFile
from game.files.lessons import AIMS, Puzzle, check_puzzle
from game.files.scenario import read_scenario
from game.files.writing import scenario_text, write_scenario
from game.lab.puzzles.proving import ALIKE, GAP, judge, prove, search_lines, tell_verdict
from game.play.puzzles import (
    OfferedPuzzle,
    PuzzleProgress,
    moment_of_puzzle,
    offered_puzzles,
    read_puzzle,
    tell_puzzle_aim,
    tell_solution,
)
from game.play.start import StartRequest, sit_down
from game.rules.questions import Choose, Seat
from game.rules.registry import names
from game.rules.state import state_hash
from tests.puzzles.solving import played

SHIPPED = offered_puzzles()
ALL = pytest.mark.parametrize("offered", SHIPPED, ids=lambda it: it.name)
WEIGHED = [each for each in SHIPPED if not each.puzzle.proof.best.error]
EXACT = [next(each for each in WEIGHED if each.rules == rules) for rules in dict.fromkeys(it.rules for it in WEIGHED)]
"""One of each book of which every face is weighed."""
BY_LINES = sorted(EXACT, key=lambda it: it.puzzle.proof.lines)
JUDGED = pytest.mark.parametrize(
    "offered",
    [*BY_LINES[:2], *(pytest.param(it, marks=pytest.mark.nightly) for it in BY_LINES[2:])],
    ids=lambda it: it.rules,
)
"""Those of which a person's line is judged: by day the two with the fewest lines, whatever their books."""


def proven(offered: OfferedPuzzle) -> None:
    """Search the lines anew; the file must say the same."""
    puzzle = offered.puzzle
    found = prove(search_lines(moment_of_puzzle(offered), puzzle.side, puzzle.sought))
    assert found is not None
    assert changes(puzzle.proof, found) == []


def test_each_book_has_six_of_all_aims_and_there_are_all_grades() -> None:
    assert Counter(each.rules for each in SHIPPED) == dict.fromkeys(names(), 6)
    assert {(each.rules, each.puzzle.aim) for each in SHIPPED} == {(rules, aim) for rules in names() for aim in AIMS}
    assert {each.puzzle.grade for each in SHIPPED} == {"easy", "medium", "hard"}


@ALL
def test_it_opens_at_its_moment_with_the_person_to_act(offered: OfferedPuzzle) -> None:
    session = sit_down(StartRequest(offered.path), lambda _: None)
    asked = session.match.pending
    assert isinstance(asked, Choose)
    assert asked.seat == offered.puzzle.side == session.people[0]
    assert state_hash(session.match.state) == offered.puzzle.state
    assert session.puzzle is not None
    assert session.puzzle.told == tell_puzzle_aim(session.match, offered.puzzle.side, offered.puzzle.sought)


@ALL
def test_its_proof_tells_one_line_far_better_than_all_others(offered: OfferedPuzzle) -> None:
    proof = offered.puzzle.proof
    assert proof.best.chance - proof.best.error > proof.second.chance + proof.second.error
    assert proof.best.chance - proof.best.error > proof.tempting.chance + proof.tempting.error
    assert proof.best.chance >= GAP + max(proof.second.chance, proof.tempting.chance)
    assert tell_solution(proof)
    for line in (proof.best, proof.second, proof.tempting):
        assert tuple(step.key for step in line.steps[: len(line.first)]) == line.first


@ALL
def test_its_solution_is_played_through_and_meets_the_aim_with_good_dice(offered: OfferedPuzzle) -> None:
    moment = moment_of_puzzle(offered)
    tries = (played(offered, offered.puzzle.proof.best.first, seed, moment) for seed in range(60))
    met = next((progress for progress in tries if progress.met), None)
    assert met is not None
    assert tuple(decision.key for decision in met.decisions[: len(offered.puzzle.proof.best.first)]) == (
        offered.puzzle.proof.best.first
    )


@JUDGED
def test_two_are_proven_by_day(offered: OfferedPuzzle) -> None:
    proven(offered)


@pytest.mark.nightly
@ALL
def test_each_is_proven_by_night(offered: OfferedPuzzle) -> None:
    proven(offered)


@JUDGED
def test_the_best_line_solves_it_whatever_the_dice_show(offered: OfferedPuzzle) -> None:
    best, moment = offered.puzzle.proof.best, moment_of_puzzle(offered)
    seen = {bool(each.met): each for each in (played(offered, best.first, seed, moment) for seed in range(12))}
    for met, progress in seen.items():
        verdict = judge(progress)
        assert verdict is not None
        assert verdict.solved
        assert tell_verdict(verdict, met=met, best=best)[0] == ("Solved" if met else "Solved, against the dice")


@JUDGED
def test_the_tempting_line_does_not_solve_it_even_by_luck(offered: OfferedPuzzle) -> None:
    proof, moment = offered.puzzle.proof, moment_of_puzzle(offered)
    tries = [played(offered, proof.tempting.first, seed, moment) for seed in range(12)]
    for progress in {bool(each.met): each for each in tries}.values():
        verdict = judge(progress)
        assert verdict is not None
        assert verdict.lapse is not None
        assert verdict.lapse.chance < verdict.lapse.best - ALIKE
        title, told = tell_verdict(verdict, met=bool(progress.met), best=proof.best)
        assert title == ("Met, by luck" if progress.met else "Missed")
        assert verdict.lapse.does in told


def test_taking_an_answer_back_takes_the_decision_back() -> None:
    offered = EXACT[0]
    whole = moment_of_puzzle(offered)
    progress = PuzzleProgress(offered, whole)
    whole.answer(offered.puzzle.proof.best.first[0])
    progress.follow(whole)
    assert [each.key for each in progress.decisions] == [offered.puzzle.proof.best.first[0]]
    whole.undo()
    progress.follow(whole)
    assert progress.decisions == []
    assert progress.met is None


def test_once_more_is_the_same_moment_with_other_dice() -> None:
    session = sit_down(StartRequest(EXACT[0].path), lambda _: None)
    again = session.again(session.players)
    assert state_hash(again.match.state) == EXACT[0].puzzle.state
    assert again.match.history == session.match.history
    assert again.puzzle is not None


def test_the_computer_playing_it_makes_it_no_puzzle() -> None:
    session = sit_down(StartRequest(EXACT[0].path), lambda _: None)
    session.players = {Seat(seat): session.players[Seat("foe")] for seat in session.players}
    assert session.puzzle is None


# -- files


def rewritten(tmp_path: Path, **changed: Any) -> Path:
    """A puzzle of which something is otherwise."""
    scenario = read_scenario(EXACT[0].path)
    assert scenario.entries.puzzle is not None
    puzzle = replace(scenario.entries.puzzle, **changed)
    path = tmp_path / "other.toml"
    write_scenario(path, replace(scenario.entries, puzzle=puzzle))
    return path


def test_a_puzzle_is_read_as_it_was_written(tmp_path: Path) -> None:
    entries = read_scenario(EXACT[0].path).entries
    assert scenario_text(entries).strip() == EXACT[0].path.read_text().strip()
    assert read_puzzle(rewritten(tmp_path)).puzzle == entries.puzzle


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"answers": ("nonsense",)}, "its answer 1, 'nonsense', can't be given"),
        ({"state": "0000000000000000"}, "its answers lead to another moment now"),
    ],
)
def test_of_other_rules_it_is_refused_with_a_sentence(tmp_path: Path, changed: dict[str, Any], why: str) -> None:
    path = rewritten(tmp_path, **changed)
    with pytest.raises(BadFile, match=why) as told:
        sit_down(StartRequest(path), lambda _: None)
    assert f"battlemat puzzle --find --rules {EXACT[0].rules}" in str(told.value)


def test_what_names_nobody_is_told(tmp_path: Path) -> None:
    puzzle = EXACT[0].puzzle
    faults = Faults(tmp_path / "x.toml")
    check_puzzle(replace(puzzle, side="nobody", aim="unhurt", who="nobody"), ["ann"], ["party"], faults)
    check_puzzle(replace(puzzle, side="party", aim="fell", who="nobody"), ["ann"], ["party"], faults)
    with pytest.raises(BadFile) as told:
        faults.settle()
    assert str(told.value).splitlines() == [
        "x.toml: puzzle.side: no side is called 'nobody'; there are party",
        "x.toml: puzzle.who: the aim is that nobody is hurt; leave out whom it is about",
        "x.toml: puzzle.who: no combatant is called 'nobody'; there are ann",
    ]


def test_a_scenario_without_one_is_no_puzzle() -> None:
    with pytest.raises(BadFile, match="is no puzzle"):
        read_puzzle(Path(read_scenario(EXACT[0].path).map).with_name("the-toll.toml"))


def test_a_folder_of_ones_own_lists_what_can_be_read(tmp_path: Path) -> None:
    rewritten(tmp_path)
    (tmp_path / "spoilt.toml").write_text("title = 3")
    found = offered_puzzles(tmp_path)
    assert [each.name for each in found] == ["other"]
    assert isinstance(found[0].puzzle, Puzzle)
