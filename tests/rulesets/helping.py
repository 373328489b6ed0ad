"""The numbers that a book's help tells, to be compared with those that are played."""

from __future__ import annotations

import re
from typing import Any

from game.kit.book import Book


def told(book: Book[Any, Any, Any], word: str) -> list[int]:
    """The numbers of the explanation of a word, in the order of its sentence."""
    term = book.glossary.find(word)
    assert term is not None
    return _numbers(term.told)


def done(book: Book[Any, Any, Any], verb: str) -> list[int]:
    """The numbers of the explanation of something that may be done."""
    (deed,) = [deed for deed in book.deeds if deed.verb == verb]
    return _numbers(deed.told)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"[+-]?\d+", text)]
