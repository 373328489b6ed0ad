"""Errors that the person at the game can mend, with texts that stay short whatever a file has put into them."""

from __future__ import annotations

from unicodedata import category

LINE = 400
"""Characters of one line of a message."""

LINES = 30
"""Lines of one message."""


class Mendable(ValueError):
    """Something that a player or an author can mend; the text says what and how, one line for each fault."""

    def __init__(self, text: str) -> None:
        super().__init__(brief(text))


def brief(text: str, *, line: int = LINE, lines: int = LINES) -> str:
    """A text that may quote anything, fit to be shown.

    A line that is too long loses its middle, for its beginning says where and its end what to do; lines that are too
    many are counted; signs that no screen has are replaced.
    """
    parts = text.split("\n", lines)
    rest = parts.pop().count("\n") + 1 if len(parts) > lines else 0
    shown = [_printable(part if len(part) <= line else _without_middle(part, line)) for part in parts]
    return "\n".join(shown) + (f"\n… and {rest:,} more lines" if rest else "")


def _without_middle(text: str, length: int) -> str:
    tail = length // 3
    return f"{text[: length - tail - 3]} … {text[-tail:]}"


def _printable(text: str) -> str:
    """Control characters would move the cursor of a terminal, and halves of surrogate pairs can't be written at all."""
    if text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if category(sign) in ("Cc", "Cs") else sign for sign in text)
