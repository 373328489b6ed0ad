"""The numbers that a book's glossary tells, to be compared with those that are played."""

from __future__ import annotations

import re

from game.rules.glossary import Glossary


def numbers_told(glossary: Glossary, word: str) -> list[int]:
    """The numbers of a word's explanation, in the order of its sentence."""
    term = glossary.find(word)
    assert term is not None
    return [int(number) for number in re.findall(r"[+-]?\d+", term.told)]
