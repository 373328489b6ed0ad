"""The ledgers: what is played has its test, every ruling too; nothing cites what isn't there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from game.rules import registry
from game.rules.ledger import Ledger, Rule
from game.rules.ruleset import AnyRuleset


@dataclass(frozen=True)
class Book:
    """A ruleset's ledger, rulings and code."""

    rules: AnyRuleset

    def __str__(self) -> str:
        return str(self.rules.name)

    @property
    def ledger(self) -> Ledger:
        """Its rules."""
        return self.rules.ledger

    @property
    def letter(self) -> str:
        """The letter of its rules' numbers."""
        return self.ledger.rules[0].number.partition("-")[0]

    @property
    def ruling(self) -> str:
        """The letter of its rulings' numbers."""
        letters: Counter[str] = Counter(re.findall(r"^\*\*([A-Z])-\d+ ", self.rulings, re.MULTILINE))
        return letters.most_common(1)[0][0]

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(str(resources.files(f"rulesets.{self}")))

    @property
    def rulings(self) -> str:
        """The text of RULINGS.md."""
        return (self.folder / "RULINGS.md").read_text(encoding="utf-8")

    @property
    def numbered(self) -> list[str]:
        """The numbers of its rulings, in the order of the page."""
        return re.findall(rf"^\*\*({self.ruling}-\d+) ", self.rulings, re.MULTILINE)

    def unknown(self, text: str) -> list[str]:
        """Numbers of rules in a text that are not in the ledger."""
        return [number for number in re.findall(rf"\b{self.letter}-\d+\b", text) if number not in self.ledger]


BOOKS = tuple(Book(registry.ruleset(name)) for name in registry.names() if find_spec(f"rulesets.{name}"))
"""Every ruleset of ours that is installed."""

every_book = pytest.mark.parametrize("book", BOOKS, ids=str)


@cache
def marked(book: Book) -> frozenset[str]:
    """The numbers that tests of a ruleset are marked with."""
    paths = sorted((Path(__file__).parent / str(book)).glob("test_*.py"))
    return frozenset(number for path in paths for number in _marks(book, path))


def _marks(book: Book, path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                words = [str(argument.value) for argument in decorator.args if isinstance(argument, ast.Constant)]
                if words[0] == str(book):
                    yield from words[1:]


def _each(pick: Callable[[Book], Iterable[Any]]) -> pytest.MarkDecorator:
    """A test for each of what ``pick`` gives of every book."""
    cases = [(book, item) for book in BOOKS for item in pick(book)]
    named = [f"{book}-{item.number if isinstance(item, Rule) else getattr(item, 'name', item)}" for book, item in cases]
    return pytest.mark.parametrize(("book", "item"), cases, ids=named)


@every_book
def test_the_ledger_has_every_rule_in_order(book: Book) -> None:
    wanted = [f"{book.letter}-{number:02}" for number in range(1, len(book.ledger) + 1)]
    text = (book.folder / "ledger.toml").read_text(encoding="utf-8")
    assert re.search(rf"^count = {len(wanted)}$", text, re.MULTILINE), "the book's rules were counted"
    assert [rule.number for rule in book.ledger.rules] == wanted


@every_book
def test_no_two_rules_have_one_heading(book: Book) -> None:
    headings = Counter(rule.heading.casefold() for rule in book.ledger.rules)
    assert [heading for heading, count in headings.items() if count > 1] == []


@_each(lambda book: [rule for rule in book.ledger.rules if rule.status == "played"])
def test_a_rule_that_is_played_has_a_test(book: Book, item: Rule) -> None:
    assert item.number in marked(book), f"{item.number} ({item.heading}) is marked played and no test is marked with it"


@every_book
def test_marks_name_rules_that_exist(book: Book) -> None:
    assert [number for number in marked(book) if number not in book.ledger and number not in book.numbered] == []


@_each(lambda book: book.numbered)
def test_a_ruling_has_a_test(book: Book, item: str) -> None:
    assert item in marked(book), f"no test is marked with {item}"


@every_book
def test_a_setting_is_one_that_the_ruleset_has_and_is_tested(book: Book) -> None:
    settings = {setting.key for setting in book.rules.settings}
    for rule in book.ledger.rules:
        if rule.status == "setting":
            assert rule.reason in settings, rule.number
            assert rule.number in marked(book), rule.number


@every_book
def test_settings_name_rules_that_exist(book: Book) -> None:
    for setting in book.rules.settings:
        assert setting.rules
        assert all(number in book.ledger for number in setting.rules), setting.key


@_each(lambda book: sorted(book.folder.rglob("*.py")))
def test_code_cites_rules_and_rulings_that_exist(book: Book, item: Path) -> None:
    text = item.read_text(encoding="utf-8")
    assert book.unknown(text) == []
    for number in re.findall(rf"\b{book.ruling}-\d+\b", text):
        assert number in book.numbered, f"{item.name} cites ruling {number}"


@every_book
def test_rulings_are_numbered_once_and_touch_rules_that_exist(book: Book) -> None:
    numbers = [int(number.removeprefix(f"{book.ruling}-")) for number in book.numbered]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert book.unknown(book.rulings) == []
