"""Commands that are interrupted tell what they know by then, and no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pytest

from game.__main__ import start
from game.cli import commands, lab, made_battles
from game.lab import strengths
from game.lab.comparison import compare_battles
from game.play.crash import STOPPED
from tests.program import Run

T = TypeVar("T")


def interrupted(found: Iterator[T], after: int) -> Iterator[T]:
    """The first of some results; then somebody presses Ctrl+C."""
    yield from islice(found, after)
    raise KeyboardInterrupt


def test_an_audit_that_is_interrupted_tells_and_draws_what_it_knows(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = lab._figures
    monkeypatch.setattr(lab, "_figures", lambda *wanted: interrupted(whole(*wanted), 40))
    code, out, err = run(
        "audit", "--rules", "glog", "--maps", "gatehouse", "--figures", "100", "--out", str(tmp_path / "a.svg")
    )
    assert (tmp_path / "a.svg").is_file()
    assert (code, out.splitlines()[0].startswith("Glog: 40 figures; ")) == (STOPPED, True)
    assert "Stopped after 40 of 100 figures." in err


def test_a_skirmish_whose_squad_is_not_found_in_time_leaves_no_battle(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(made_battles, "with_difficulty", interrupt)
    code, *_ = run(
        "skirmish", "heron", "--rules", "glog", "--difficulty", "even", "--try-out", "--out", str(tmp_path / "made")
    )
    assert code == STOPPED and not [path for path in (tmp_path / "made").rglob("*") if path.is_file()]


def test_strengths_that_are_interrupted_are_those_of_what_was_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(strengths, "BATCH", 4)
    found = strengths.measure_strengths("glog", 12, 1, 1, interrupt)
    assert found.battles == 4 and 0 < len(found.trials) <= 4


def test_a_comparison_that_is_interrupted_tells_the_rules_that_were_fought_by(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = compare_battles
    monkeypatch.setattr(lab, "compare_battles", lambda *wanted: interrupted(whole(*wanted), 1))
    code, out, err = run("compare", "the-same-gatehouse", "--battles", "1", "--rules", "glog,murdham")
    assert code == STOPPED and "Stopped after 1 of 2 sets of rules." in err
    assert "rounds" in out


def test_who_interrupts_the_game_while_it_loads_sees_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "main", interrupt)
    assert start() == STOPPED
    assert capsys.readouterr().err == "Stopped.\n"
