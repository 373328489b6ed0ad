"""Puzzles that are found: by the same seed the same, and what the command tells of them."""

from __future__ import annotations

import io
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from game.cli.commands import main
from game.files.generate.seeded import SeededDraws
from game.files.lessons import AimKind
from game.lab.puzzles.finding import draw_lab_battle, find_puzzles
from game.lab.puzzles.lines import LineSearch, TooLarge
from game.lab.puzzles.proving import search_lines
from game.play.puzzles import moment_of_puzzle, offered_puzzles, read_puzzle
from game.play.speech import AimWatch
from game.rules.match import AnyMatch
from game.rules.odds import odds
from game.rules.questions import Choose
from game.rules.registry import ruleset

SHIPPED = offered_puzzles()
QUICKEST = min((each for each in SHIPPED if not each.puzzle.proof.best.error), key=lambda it: it.puzzle.proof.lines)


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    rules = ruleset("einfelst")
    kinds: tuple[AimKind, ...] = ("fell",)
    first, again = (next(find_puzzles(rules, 5, kinds)) for _ in range(2))
    assert first.puzzle == again.puzzle
    path = first.write(tmp_path)
    assert read_puzzle(path).puzzle == first.puzzle
    assert path.read_text() == again.write(tmp_path).read_text()
    assert len(list(tmp_path.iterdir())) == 2


def test_battles_of_another_seed_are_others() -> None:
    rules = ruleset("einfelst")
    drawn = [draw_lab_battle(rules, SeededDraws(f"of a test/{number}")) for number in range(6)]
    entries = [each.entries for each in drawn if each is not None]
    assert len({str(each) for each in entries}) == len(entries) > 1
    assert all(len(side.squad["einfelst"]) <= 3 for each in entries for side in each.sides)


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
        assert search.after(moment.fork(), puzzle.proof.tempting.first[0]) >= float(once) - 1e-3
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
    lines = [*QUICKEST.puzzle.proof.tempting.first, *["done"] * 3, "solution"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["puzzle", QUICKEST.name, "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert f"Puzzle, {QUICKEST.puzzle.grade}:" in told


def test_the_command_finds_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found"
    assert main(["puzzle", "--find", "--rules", "einfelst", "--aim", "fell", "--seed", "5", "--out", str(out)]) == 0
    (path,) = out.glob("*.toml")
    assert f"{path}: {read_puzzle(path).puzzle.grade}; best " in capsys.readouterr().out
    assert list(islice(offered_puzzles(out), 2)) == [read_puzzle(path)]


def test_a_name_of_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "nonesuch"]) == 2
    assert "no shipped puzzle of that name" in capsys.readouterr().err
