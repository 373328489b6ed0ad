"""Errors that the person at the game can mend, with texts that stay short whatever a file has put into them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from game.display_text import printable, shortened

LINE = 400
"""Characters of one line of a message."""

LINES = 30
"""Lines of one message."""


class UserError(ValueError):
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
    shown = [printable(shortened(part, line)) for part in parts]
    return "\n".join(shown) + (f"\n… and {rest:,} more lines" if rest else "")


def suggest(word: str, known: Iterable[str]) -> str:
    """What to write instead of a word that is not known: the one most like it, or all there are."""
    words = list(dict.fromkeys(known))
    close = get_close_matches(word.casefold(), {each.casefold(): each for each in words}, 1, 0.5)
    if close:
        return f"did you mean {next(each for each in words if each.casefold() == close[0])!r}?"
    shown = ", ".join(words[:12]) + (", …" if len(words) > 12 else "")
    return f"there are {shown}" if words else "there are none"
