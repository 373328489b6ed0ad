"""The type checker knows the fields that a change may name, and what they hold: shown by changes that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]

WRONG = """
from typing import Any

from msgspec.structs import replace

from game.rules.events import Id
from game.rules.table import Table
from battlemat_duel.sheet import Sheet
from game.kit.side_turns import SideTurn

def changes(table: Table[Sheet, SideTurn], unknown: Table[Any, Any], who: Id, found: dict[str, Any]) -> None:
    table.set(who, hp=3, hidden=True)
    table.set(who, hidden=True, **found)
    table.set_turn(round=2, order=("us", "them"))
    replace(table.now(who).sheet, hp=3)
    unknown.set(who, anything=True)
    table.set(who, hiden=True)
    table.set(who, hp="three")
    table.set(who, hp=None)
    table.set_turn(hp=3)
    table.set_turn(order=["us"])
    replace(table.now(who).sheet, hitpoints=3)
    replace(table.state.turn, current="first")
"""

EXPECTED = [
    (17, 'Unexpected keyword argument "hiden" for "set" of "Table"'),
    (18, 'Argument "hp" to "set" of "Table" has incompatible type "str"; expected "int"'),
    (19, 'Argument "hp" to "set" of "Table" has incompatible type "None"; expected "int"'),
    (20, 'Unexpected keyword argument "hp" for "set_turn" of "Table"'),
    (21, 'Argument "order" to "set_turn" of "Table" has incompatible type "list[str]"; expected "tuple[str, ...]"'),
    (22, 'Unexpected keyword argument "hitpoints" for "replace"'),
    (23, 'Argument "current" to "replace" has incompatible type "str"; expected "int"'),
]


def test_a_misspelt_field_and_a_value_of_another_type_are_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    monkeypatch.chdir(ROOT)
    plain = ["--no-error-summary", "--hide-error-codes", "--no-pretty", "--no-incremental"]
    said, trouble, _ = api.run([*plain, str(wrong)])
    assert not trouble
    found = [line.removeprefix(f"{wrong}:") for line in said.splitlines() if "error:" in line]
    lines = [(int(line.split(":")[0]), line.partition("error: ")[2]) for line in found]
    assert [number for number, _ in lines] == [number for number, _ in EXPECTED], said
    for (_, text), (_, expected) in zip(lines, EXPECTED, strict=True):
        assert text.startswith(expected)
