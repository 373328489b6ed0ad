"""The figures in the README are those of the ledgers."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from game.rules.registry import ruleset

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")

STATUSES = ("played", "setting", "out of reach")


def test_the_table_of_games_counts_their_rules() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", README, re.MULTILINE)
    assert {name for name, *_ in rows} >= {"sovereign", "murdham", "glog", "einfelst", "ingenuity"}
    for name, *figures in rows:
        ledger = ruleset(name).ledger
        kinds = Counter[str](entry.status for entry in ledger.rules)
        assert [int(each) for each in figures] == [len(ledger), *(kinds[status] for status in STATUSES)], name
