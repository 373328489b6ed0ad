"""Floats that decide are the same on every Python: shown by sums that the type checker takes and by others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[1]

HANDED = re.compile(r"\bsum\b(?!\()")
"""Where a source may name the built-in function without calling it."""

WANTED = "Floats are added up by math.fsum: the built-in sum rounds otherwise from Python 3.12 on"

SUMS = """
from collections.abc import Iterable, Mapping
from fractions import Fraction

def adds(
    floats: list[float], pair: tuple[int, float], either: Iterable[int | float], each: Mapping[str, float], n: int
) -> None:
    sum(floats)  # wrong
    sum(x * n for x in floats)  # wrong
    sum(pair)  # wrong
    sum(either)  # wrong
    sum(each.values())  # wrong
    sum([n], 0.0)  # wrong
    max(0, sum(min(x, n) for x in floats), n)  # wrong
    sum([n, n])
    sum(x > 1 for x in floats)
    sum((Fraction(n), Fraction(1, 2)), Fraction(0))
    sum(len(word) for word in each)
"""


def test_only_what_is_exact_is_added_by_the_built_in_sum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tmp_path / "sums.py"
    wrong.write_text(SUMS)
    monkeypatch.chdir(ROOT)
    said, trouble, _ = api.run(["--no-error-summary", "--hide-error-codes", "--no-incremental", str(wrong)])
    assert not trouble
    found = re.findall(r":(\d+): error: (.*)", said)
    expected = [str(number) for number, line in enumerate(SUMS.splitlines(), 1) if "# wrong" in line]
    assert sorted(found, key=lambda one: int(one[0])) == [(number, WANTED) for number in expected]


def test_sum_is_called_and_never_handed_on() -> None:
    """Of ``map(sum, rows)`` the type checker's plugin knows nothing."""
    for source in (*ROOT.glob("game/**/*.py"), *ROOT.glob("rulesets/**/*.py")):
        text = source.read_text(encoding="utf-8")
        if not HANDED.search(text):
            continue
        tree = ast.parse(text)
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        handed = [name for name in names if name.id == "sum"]
        assert all(id(node) in called for node in handed), f"{source}: write a loop over calls of sum, or of fsum"
