"""The ledger: 120 rules. What is played has its test, every ruling too; nothing cites what isn't there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from game.rules.ledger import read_ledger
from rulesets.murdham import RULESET, roster

LEDGER = read_ledger(roster.LEDGER)
RULINGS = (roster.HERE / "RULINGS.md").read_text(encoding="utf-8")
NUMBERED = re.findall(r"^\*\*(M-\d+) ", RULINGS, re.MULTILINE)
SOURCES = sorted(roster.HERE.glob("*.py"))


@cache
def marked() -> dict[str, list[str]]:
    """Rule number: the tests marked with it, anywhere beside this file."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in _numbers(node):
                    found.setdefault(number, []).append(f"{path.name}::{node.name}")
    return found


def _numbers(node: ast.FunctionDef) -> list[str]:
    numbers = []
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            words = [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]
            if words[0] == "murdham":
                numbers += [str(word) for word in words[1:]]
    return numbers


def test_the_ledger_has_every_rule_in_order() -> None:
    assert [rule.number for rule in LEDGER.rules] == [f"A-{n:02}" for n in range(1, 121)]


@pytest.mark.parametrize("number", [rule.number for rule in LEDGER.rules if rule.status == "played"])
def test_a_rule_that_is_played_has_a_test(number: str) -> None:
    assert number in marked(), f"{number} ({LEDGER[number].heading}) is marked played and no test is marked with it"


def test_marks_name_rules_that_exist() -> None:
    assert [number for number in marked() if number not in LEDGER and number not in NUMBERED] == []


@pytest.mark.parametrize("number", NUMBERED)
def test_a_ruling_has_a_test(number: str) -> None:
    assert number in marked(), f"no test is marked with {number}"


def test_a_setting_is_one_that_the_ruleset_has_and_is_tested() -> None:
    settings = {setting.key for setting in RULESET.settings}
    for rule in LEDGER.rules:
        if rule.status == "setting":
            assert rule.reason in settings, rule.number
            assert rule.number in marked(), rule.number


def test_settings_name_rules_that_exist() -> None:
    for setting in RULESET.settings:
        assert setting.rules
        assert all(number in LEDGER for number in setting.rules), setting.key


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_code_cites_rules_and_rulings_that_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [number for number in re.findall(r"\bA-\d+\b", text) if number not in LEDGER] == []
    for number in re.findall(r"\bM-\d+\b", text):
        assert number in NUMBERED, f"{path.name} cites ruling {number}"


def test_rulings_are_numbered_once_and_touch_rules_that_exist() -> None:
    numbers = [int(number.removeprefix("M-")) for number in NUMBERED]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert [number for number in re.findall(r"\bA-\d+\b", RULINGS) if number not in LEDGER] == []


def test_skills_bend_rules_that_exist() -> None:
    assert all(skill.rule in LEDGER for skill in roster.skills().values())
