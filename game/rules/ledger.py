"""A ruleset's ledger: every rule of its text, by number, with what became of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal

import msgspec

from game.rules.toml import BadToml, parse_as
from game.user_error import UserError

Status = Literal["played", "setting", "out of reach"]


class Rule(msgspec.Struct, frozen=True):
    """One entry: a rule of the book in our own words."""

    number: str
    heading: str
    text: str
    status: Status
    reason: str = ""
    """out of reach: why; setting: the key of the setting; played: a ruling that leaves nothing to do, or empty."""

    @property
    def remark(self) -> str:
        """Remark besides the text, as "out of reach: why"; empty for most of what is played."""
        return self.reason if self.status == "played" else f"{self.status}: {self.reason}"


class Ledger:
    """The rules of one book, found by number."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self._by_number = {rule.number: rule for rule in rules}

    def __getitem__(self, number: str) -> Rule:
        return self._by_number[number]

    def __contains__(self, number: object) -> bool:
        return number in self._by_number

    def __len__(self) -> int:
        return len(self.rules)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: tuple[Rule, ...]
    count: int = 0
    """How many rules the book has, where somebody has counted them."""


class BadLedger(UserError):
    """A ledger that can't be used; the text names file and field."""


def read_ledger(path: Path) -> Ledger:
    """Read the ``ledger.toml`` of a ruleset. Raises BadLedger."""
    return parse_ledger(path.name, path.read_text(encoding="utf-8"))


def parse_ledger(name: str, text: str) -> Ledger:
    """A ledger from its text; ``name`` is that of its file. Raises BadLedger."""
    try:
        file = parse_as(text, _File, "number")
    except BadToml as error:
        raise BadLedger(f"{name}: {error}") from error
    rules = file.rule
    numbers = [rule.number for rule in rules]
    twice = [number for number, count in Counter(numbers).items() if count > 1]
    if twice:
        raise BadLedger(f"{name}: {', '.join(twice)} stand more than once; numbers must differ")
    if file.count and len(rules) != file.count:
        raise BadLedger(f"{name}: the book has {file.count} rules (count), and {len(rules)} stand here")
    for rule in rules:
        if rule.status != "played" and not rule.reason:
            raise BadLedger(f"{name}: {rule.number} is marked {rule.status!r} and needs a reason")
    return Ledger(rules)
