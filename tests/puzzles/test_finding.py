"""Puzzles that are found: by the same seed the same, and what the command tells of them."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from game.cli.commands import main
from game.files.errors import BadFile
from game.files.generate.seeded import SeededDraws
from game.files.scenario import read_scenario
from game.lab.puzzles.finding import FoundPuzzle, draw_lab_battle, puzzle_of_word
from game.lab.puzzles.lines import LineSearch, TooLarge
from game.lab.puzzles.proving import search_lines, weighed_anew
from game.play.puzzles import moment_of_puzzle, offered_puzzles, read_puzzle, tell_puzzle_aim
from game.play.speech import AimWatch
from game.rules.match import AnyMatch
from game.rules.odds import odds
from game.rules.questions import Choose
from game.rules.registry import ruleset

SHIPPED = offered_puzzles()
QUICKEST = min(
    (each for each in SHIPPED if not each.puzzle.proof.best.error), key=lambda it: len(it.puzzle.proof.best.answers)
)


def found() -> FoundPuzzle:
    """A puzzle that ships as if it had been found now."""
    scenario = read_scenario(QUICKEST.path)
    assert scenario.entries.puzzle is not None
    return FoundPuzzle(scenario, scenario.entries.puzzle)


@pytest.mark.nightly
def test_the_same_word_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.lab.puzzles.finding.EFFORT", 4_000)
    first, again = (puzzle_of_word("2026-W48").write(tmp_path, name) for name in ("one", "two"))
    assert first.read_text() == again.read_text()
    assert read_puzzle(first).puzzle.answers


class Looked:
    """A moment that was searched, of which it is known how far it falls short and what puzzle it makes."""

    glanced, moment, aim, searched = False, None, None, ()

    def __init__(self, lacks: float, whole: FoundPuzzle | None, loose: FoundPuzzle | None) -> None:
        self.lacks, self.whole, self.loose = lacks, whole, loose

    def puzzle(self, _: object, *, strict: bool = True) -> FoundPuzzle | None:
        """As ``SearchedMoment`` has it."""
        return self.whole if strict else self.loose

    def _replace(self, **_: object) -> Looked:
        return self


def test_a_word_takes_the_first_that_is_whole_else_the_one_that_falls_short_of_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = found(), found()
    moments = [Looked(0.3, None, one), Looked(0.1, None, None), Looked(0.2, None, two)]
    monkeypatch.setattr("game.lab.puzzles.finding._moments_of_word", lambda *_: iter(moments))
    assert puzzle_of_word("a word") is two
    moments.append(Looked(0.0, one, one))
    assert puzzle_of_word("a word") is one
    moments.clear()
    with pytest.raises(BadFile, match="No puzzle is found for 'a word'"):
        puzzle_of_word("a word")


def test_battles_of_another_seed_are_others() -> None:
    rules = ruleset("einfelst")
    drawn = [draw_lab_battle(rules, SeededDraws(f"of a test/{number}")) for number in range(6)]
    entries = [each.entries for each in drawn if each is not None]
    assert len({str(each) for each in entries}) == len(entries) > 1
    assert all(len(side.squad["einfelst"]) <= 4 for each in entries for side in each.sides)


def test_a_search_that_takes_too_many_plays_is_given_up() -> None:
    puzzle, moment = QUICKEST.puzzle, moment_of_puzzle(QUICKEST)
    with pytest.raises(TooLarge):
        search_lines(moment, puzzle.side, puzzle.sought, forks=5)


def test_a_line_of_one_attack_has_the_chance_that_the_odds_give() -> None:
    """The search and ``game.rules.odds`` walk the same dice: where nobody reacts they come to the same."""
    compared = 0
    for offered in SHIPPED:
        puzzle = offered.puzzle
        if puzzle.aim != "fell" or puzzle.proof.best.error:
            continue
        moment = moment_of_puzzle(offered)
        search = LineSearch(moment, AimWatch(moment, puzzle.side, puzzle.sought), forks=20_000)
        found = odds(moment, puzzle.proof.tempting.first[0], reply=partial(_replied, search))
        once = found.down(puzzle.who)  # type: ignore[arg-type]
        if found.sampled or len(puzzle.proof.tempting.first) > 1:
            continue
        assert weighed_anew(search, puzzle.proof.tempting.first, 1, seed=1).chance >= float(once) - 1e-3
        compared += 1
    assert compared


def _replied(search: LineSearch, match: AnyMatch, asked: Choose[object]) -> str:
    return str(search.reply(match, asked))


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "--rules", "glog"]) == 0
    told = capsys.readouterr().out
    assert all((each.name in told) == (each.rules == "glog") for each in SHIPPED)


def test_the_command_proves_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "--prove", QUICKEST.name]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert f"of {QUICKEST.puzzle.proof.lines} searched" in told.out


def test_the_command_plays_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["help", "goal", *QUICKEST.puzzle.proof.tempting.first, *["done"] * 3, "solution"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["puzzle", QUICKEST.name, "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert f"Puzzle, {QUICKEST.puzzle.grade}:" in told
    assert "`again` for another try" in told
    aim = tell_puzzle_aim(moment_of_puzzle(QUICKEST), QUICKEST.puzzle.side, QUICKEST.puzzle.sought)
    assert told.count(aim) > 1, "where it begins, and when it is asked for"
    assert "The last side that fights wins." not in told


def test_the_command_finds_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.cli.made_battles.find_puzzles", lambda *_: iter([found()]))
    out = tmp_path / "found"
    assert main(["puzzle", "--find", "--rules", "einfelst", "--aim", "fell", "--seed", "5", "--out", str(out)]) == 0
    (path,) = out.glob("*.toml")
    assert f"{path}: {read_puzzle(path).puzzle.grade}; best " in capsys.readouterr().out
    assert offered_puzzles(out) == [read_puzzle(path)]


def test_the_command_finds_that_of_a_word_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = list[str]()

    def looked_for(word: str, told: Callable[[float], None]) -> FoundPuzzle:
        words.append(word)
        told(1)
        return found()

    monkeypatch.setattr("game.cli.made_battles.puzzle_of_word", looked_for)
    for _ in range(2):
        assert main(["puzzle", "--find", "--word", "2026-W48", "--out", str(tmp_path)]) == 0
        assert f"The puzzle of 2026-W48: {QUICKEST.title}" in capsys.readouterr().out
    assert words == ["2026-W48"]


def test_a_name_of_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "nonesuch"]) == 2
    assert "no shipped puzzle of that name" in capsys.readouterr().err
