"""A ruleset's ledger: every rule of its text, by number, with what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

Status = Literal["played", "setting", "out of reach"]


class Rule(msgspec.Struct, frozen=True):
    """One entry: a rule of the book in our own words."""

    number: str
    heading: str
    text: str
    status: Status
    reason: str = ""
    """out of reach: why; setting: the key of the setting."""


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


def read_ledger(path: Path) -> Ledger:
    """Read a ``ledger.toml``. Raises ValueError that names file and field."""
    try:
        rules = msgspec.toml.decode(path.read_bytes(), type=_File).rule
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    numbers = [rule.number for rule in rules]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        raise ValueError(f"{path.name}: {', '.join(twice)} stand more than once; numbers must differ")
    for rule in rules:
        if rule.status != "played" and not rule.reason:
            raise ValueError(f"{path.name}: {rule.number} is marked {rule.status!r} and needs a reason")
    return Ledger(rules)
