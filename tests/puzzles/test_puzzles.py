"""Puzzles that ship: each opens at its moment, can be solved, and is proven anew; a file of other rules is refused."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.cli.made_battles import changes
from game.files.atomic import file_words
from game.files.entries import Faults
from game.files.errors import BadFile
from game.files.lessons import LineStep, Proof, Puzzle, PuzzleLine, check_puzzle
from game.files.scenario import read_scenario
from game.files.writing import scenario_text, write_scenario
from game.lab.puzzles.lines import ALIKE
from game.lab.puzzles.proving import (
    PuzzleVerdict,
    judge,
    prove,
    search_lines,
    shortfalls,
    tell_result,
    tell_verdict,
)
from game.play.folders import state_folder
from game.play.preferences import Preferences
from game.play.puzzles import (
    WEEKLY,
    OfferedPuzzle,
    PuzzleProgress,
    ShownSolution,
    moment_of_puzzle,
    offered_puzzles,
    play_solution,
    read_puzzle,
    remember_try,
    tell_played_solution,
    tell_puzzle_aim,
    tell_share,
    tell_solution,
    tell_why,
    weekly_puzzle,
    word_of_week,
)
from game.play.start import StartRequest, sit_down
from game.rules.questions import Choose, Seat
from game.rules.registry import names
from game.rules.state import state_hash
from tests.puzzles.solving import played

SHIPPED = offered_puzzles()
ALL = pytest.mark.parametrize("offered", SHIPPED, ids=lambda it: it.name)
EXACT = sorted(
    (each for each in SHIPPED if not each.puzzle.proof.best.error), key=lambda it: len(it.puzzle.proof.best.answers)
)
"""Those of which every face is weighed, the one with the shortest solution first."""
JUDGED = pytest.mark.parametrize(
    "offered", [*EXACT[:2], *(pytest.param(it, marks=pytest.mark.nightly) for it in EXACT[2:])], ids=lambda it: it.name
)
"""Those of which a person's line is judged: by day the two with the shortest solutions."""


def proven(offered: OfferedPuzzle) -> None:
    """Search the lines anew; the file must say the same."""
    puzzle = offered.puzzle
    found = prove(search_lines(moment_of_puzzle(offered), puzzle.side, puzzle.sought, thorough=True))
    assert found is not None
    assert shortfalls(found) == []
    assert changes(puzzle.proof, found) == []


def test_each_book_has_six() -> None:
    assert Counter(each.rules for each in SHIPPED) == dict.fromkeys(names(), 6)


@ALL
def test_each_is_worth_solving(offered: OfferedPuzzle) -> None:
    proof = offered.puzzle.proof
    assert shortfalls(proof) == []
    assert tell_solution(proof)
    for line in (proof.best, proof.second, proof.tempting):
        assert tuple(step.key for step in line.steps[: len(line.first)]) == line.first[: len(line.steps)]


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
def test_its_solution_is_played_on_the_board_and_meets_the_aim(offered: OfferedPuzzle) -> None:
    match, best = moment_of_puzzle(offered), offered.puzzle.proof.best
    shown, told = ShownSolution(offered, match), list[str]()
    for _ in play_solution(match, offered):
        shown.follow(match)
        told += [shown.told] if shown.told not in told else []
    assert shown.met
    assert [each.key for each in shown.decisions] == [step.key for step in best.steps]
    assert [tell_share(step) in told for step in best.steps] == [True] * len(best.steps)


def test_in_text_it_is_told_with_what_happens() -> None:
    told = list(tell_played_solution(EXACT[0]))
    steps = [line for line in told if line.startswith("The best line")]
    assert len(steps) == len(EXACT[0].puzzle.proof.best.steps)
    assert any(line.startswith("    ") for line in told)


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
        assert title == ("Met by luck, not solved" if progress.met else "Missed")
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


# -- what is asked of one


def step(key: str, chance: float, without: float, **rest: Any) -> LineStep:
    """A decision of a made line."""
    return LineStep(key, key.capitalize(), chance, without=without, **rest)


BEST = PuzzleLine(
    0.7,
    ("go 1,1", "feint orc", "strike orc"),
    (
        step("go 1,1", 0.7, 0.2, kind="way"),
        step("feint orc", 0.7, 0.3),
        step("strike orc", 0.7, 0.0, down=0.7, hit=0.8),
    ),
)
WORSE = PuzzleLine(0.4, ("strike orc",), (step("strike orc", 0.4, 0.0, down=0.4, hit=0.8),))
GOOD = Proof(30, BEST, replace(WORSE, chance=0.6), WORSE, "at once")


@pytest.mark.parametrize(
    ("proof", "lack"),
    [
        (GOOD, []),
        (replace(GOOD, second=replace(WORSE, chance=0.61)), ["its next line is not behind by 10 % for sure"]),
        (replace(GOOD, tempting=replace(WORSE, chance=0.56)), ["its tempting line is not behind by 15 % for sure"]),
        (replace(GOOD, second=replace(WORSE, error=0.31)), ["its next line is not behind by 10 % for sure"]),
        (
            replace(GOOD, best=replace(BEST, steps=BEST.steps[1:])),
            ["2 of its best line's decisions matter, 3 should"],
        ),
        (
            replace(GOOD, best=replace(BEST, steps=(replace(BEST.steps[0], without=0.68), *BEST.steps[1:]))),
            ["2 of its best line's decisions matter, 3 should"],
        ),
        (
            replace(GOOD, best=replace(BEST, steps=tuple(replace(each, kind="way") for each in BEST.steps))),
            ["1 of its best line's decisions matter, 3 should", "its best line only walks away"],
        ),
        (
            replace(GOOD, best=replace(BEST, steps=(step("done", 0.7, 0.7, kind="end"), *BEST.steps))),
            ["its best line ends the turn"],
        ),
        (
            Proof(30, replace(BEST, chance=0.49), replace(WORSE, chance=0.3), replace(WORSE, chance=0.3), "shown"),
            ["its best line is less likely than not"],
        ),
    ],
)
def test_what_a_puzzle_falls_short_of_is_told(proof: Proof, lack: list[str]) -> None:
    assert shortfalls(proof) == lack


@pytest.mark.parametrize(
    ("worse", "why"),
    [
        (
            replace(WORSE, answer="Orc, Parry", taken=0.18),
            "Orc answers with “Parry”, and answers lower its chance by 18 in 100",
        ),
        (
            replace(WORSE, steps=BEST.steps[::-1]),
            "it does the same in another order, and “Feint orc” has to come before",
        ),
        (
            replace(WORSE, steps=(), undone="Ogre, Smash", undone_share=0.41),
            "Ogre undoes it with “Smash” in 41 %; it ends where the best line goes on with “Go 1,1”",
        ),
        (replace(WORSE, threats=("Archer 1", "Archer 2")), "after it Archer 1 and Archer 2 can attack"),
        (
            replace(WORSE, steps=(replace(WORSE.steps[0], terms=("-2 cover (B-1)",)),)),
            "“Strike orc” is 40 % likely to put down, in the best line it is 70 % (no -2 cover (B-1))",
        ),
        (
            replace(WORSE, steps=(replace(WORSE.steps[0], key="stab orc", does="Stab orc"),)),
            "“Stab orc” is 40 % likely to put down, “Strike orc” is 70 %",
        ),
        (
            replace(WORSE, steps=(replace(step("boast", 0.4, 0.3)), *BEST.steps)),
            "it has “Boast” where the best line has “Go 1,1”",
        ),
        (
            replace(WORSE, steps=(replace(BEST.steps[1], who="Ann"), replace(BEST.steps[1], who="Bob"))),
            "it has “Feint orc” where the best line has “Go 1,1”; it leaves out “Strike orc”, without which the best",
        ),
        (
            replace(WORSE, steps=(BEST.steps[2],)),
            "it has “Strike orc” where the best line has “Go 1,1”; it leaves out “Feint orc”",
        ),
        (
            replace(WORSE, steps=(*BEST.steps, step("boast", 0.4, 0.4))),
            "it goes on with “Boast”, and the best line is at its end",
        ),
    ],
)
def test_why_a_line_is_worse_is_told_by_what_it_differs_in(worse: PuzzleLine, why: str) -> None:
    assert tell_why(replace(GOOD, tempting=worse)).startswith(f"Why it is worse: {why}")


def test_who_acts_where_another_does_in_the_best_line_is_named() -> None:
    best, worse = (
        replace(line, steps=(step(who.casefold(), 0.5, 0.5, kind="pick", who=who), *line.steps))
        for line, who in ((BEST, "Ann"), (replace(BEST, chance=0.4), "Bob"))
    )
    assert tell_why(replace(GOOD, best=best, tempting=worse)).endswith("Bob acts, and in the best line Ann.")


def test_tries_are_counted_until_it_is_solved_and_the_line_to_share_tells_nothing_of_the_solution() -> None:
    offered, preferences = EXACT[0], Preferences()
    tries = [remember_try(preferences, offered.name, solved=solved) for solved in (False, True, False)]
    assert tries == [1, 2, 2]
    assert preferences.puzzles == (offered.name,)
    told = tell_result(offered, PuzzleVerdict(None), 2)
    assert f"{offered.name}: solved, try 2" in told
    assert not any(step.does in told for step in offered.puzzle.proof.best.steps)
    assert "%" not in tell_result(offered, None, 2), "of what can't be weighed no share is told"


def test_the_puzzle_of_a_week_is_known_once_it_was_found(tmp_path: Path) -> None:
    word = word_of_week(date(2026, 11, 28))
    assert (word, word_of_week(date(2027, 1, 1))) == ("2026-W48", "2026-W53")
    assert weekly_puzzle(word) is None
    rewritten(tmp_path).rename(state_folder(WEEKLY) / f"{file_words(word)}.toml")
    found = weekly_puzzle(word)
    assert found is not None
    assert found.puzzle == EXACT[0].puzzle


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
