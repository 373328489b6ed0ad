"""The text game as a screen reader likes it: words in place of signs, nothing laid out by blanks, no empty lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

PROMPT = "Your answer: "

_SPOKEN: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"\s*\[([A-Z][\w, -]*?\d[^\]]*)\]", r", rule \1"),  # what a line of the log cites
        (r"\s*\[[a-z][^\]]*\]", ""),  # an id: names do as well
        (r"`", ""),
        (r"\s·\s", ". "),
        (r"(?<![\w/])(\d+)/(\d+)(?![\w/])", r"\1 of \2"),
        (r"(?<=\d)\+(?=d?\d)", " plus "),  # of dice and what is added to them
        (r"(?<=\dd\d)-(?=\d)|(?<=\bd\d)-(?=\d)|(?<=\bd\d\d)-(?=\d)", " minus "),
        (r"(?<=\d)\+(?!\w)", " or more"),
        (r"(?<![\w)])\+\s?(?=\d)", "plus "),
        (r"(?<![\w)])[−-](?=\d)", "minus "),
        (r"(?<=\s)−\s", "minus "),
        (r"\s=\s", " is "),
        (r"±\s?", "give or take "),
        (r"×\s?(?=\d)", "times "),
        (r"\s?→\s?", " to "),
        (r"≥\s?", "at least "),
        (r"≤\s?", "at most "),
        (r"…", "and so on"),
        (r"[“”]", '"'),
        (r"(?<=\S) {2,}(?=\S)", ": "),
    )
)


def spoken(text: str) -> str:
    """A text of one or several lines as it is read out: no line without words, and words in place of signs."""
    return "\n".join(line for line in map(_spoken, text.splitlines()) if line)


def _spoken(line: str) -> str:
    line = line.strip()
    for pattern, words in _SPOKEN:
        line = pattern.sub(words, line)
    return line
