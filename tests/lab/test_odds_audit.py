"""What is shown as likely happens as often: some figures by day, a hundred thousand of every ruleset at night."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from game.cli import lab as command
from game.cli.lab import audit
from game.lab.odds_audit import OFF, AuditedFigure, broken_promises, calibration
from game.rules.registry import names, ruleset
from tests.program import Run

MAPS = ("gatehouse", "cellar", "woodland-road")
PLAYED = [name for name in names() if ruleset(name).parties()]


DEAR = {"sovereign": 100, "murdham": 100}
"""Figures by day of books whose turns have many ends; of the others 300: 1,000 in all and more."""


def check(figures: list[AuditedFigure]) -> None:
    assert not broken_promises(figures)
    assert not [each for each in calibration(figures) if each.wrong]


@pytest.mark.parametrize("rules", PLAYED)
def test_what_is_told_happens_as_often(rules: str) -> None:
    of, seen = DEAR.get(rules, 300), list[int]()
    check(audit(rules, MAPS[:1], of, 1, 1, lambda found: seen.append(len(found))))
    assert seen == list(range(of // 20, of + 1, of // 20)), "what there is is drawn as it grows"


@pytest.mark.nightly
@pytest.mark.parametrize("rules", PLAYED)
def test_a_hundred_thousand_figures_happen_as_often_as_told(rules: str) -> None:
    check(audit(rules, MAPS, 100_000, 1, 2))


def figures(chance: Fraction, came: int, of: int, *, sampled: bool = False) -> list[AuditedFigure]:
    return [AuditedFigure("hit", chance, sampled, number < came) for number in range(of)]


def test_what_is_told_wrongly_is_found() -> None:
    """Odds that are four points off in a thousand figures, and a sure thing that fails once."""
    (right,) = calibration(figures(Fraction(1, 2), 500, 1000))
    assert (right.low, right.figures, right.told, right.came, right.off) == (0.5, 1000, 0.5, 0.5, 0.0)
    (wrong,) = calibration(figures(Fraction(1, 2), 550, 1000))
    assert wrong.off > OFF and wrong.wrong
    (few,) = calibration(figures(Fraction(1, 20), 3, 6))
    assert few.off > OFF and not few.wrong, "of six figures nothing can be told"
    assert len(broken_promises(figures(Fraction(1), 99, 100))) == 1
    assert len(broken_promises(figures(Fraction(0), 1, 100))) == 1
    assert not broken_promises(figures(Fraction(1), 99, 100, sampled=True)), "what was drawn is never sure"


def test_the_command_tells_bins_and_draws_them(run: Run) -> None:
    code, out, _ = run("audit", "--rules", "glog", "--maps", "gatehouse", "--figures", "100", "--out", "odds.svg")
    head, *rows, last = out.splitlines()
    assert code == 0 and head.startswith("Glog: 100 figures; chi-square ")
    assert all("standard errors" in row for row in rows) and last.startswith("odds.svg: ")
    picture = Path("odds.svg").read_text("utf-8")
    assert picture.startswith("<svg ") and picture.count("<circle ") > 3


def test_whoever_stops_it_gets_what_was_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = command._battle

    def stopped(number: int) -> Iterator[AuditedFigure]:
        yield next(iter(whole(number)))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_battle", stopped)
    code, out, err = run("audit", "--rules", "glog", "--figures", "50", "--jobs", "1")
    assert code == 130 and "Glog: 1 figures" in out and "Stopped after 1 of 50 figures." in err
