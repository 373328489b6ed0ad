"""Errors that the person at the game can mend, with texts that stay short whatever a file has put into them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from game.display_text import printable, shortened

LINE = 400
"""Characters of one line of a message, which tells one fault."""

MESSAGE = 600
"""Characters of a message with all its lines."""

LINES = 30
"""Faults that are kept of one error."""

_REST = re.compile(r"… and (\d[\d,]{0,11}) more")


class UserError(ValueError):
    """Something that a player or an author can mend; the text says what and how, one line for each fault.

    What is shown, ``str``, is a message: the first faults, and how many more there are.
    """

    def __init__(self, text: str) -> None:
        super().__init__(brief(text))
        shown, rest = _fit(text, LINES)
        self.messages = (*shown, *_counted(rest))
        """Each fault, for who asks for a report of all; of too many their number is the last."""


def brief(text: str, lines: int = LINES) -> str:
    """A text that may quote anything, as one message fit to be shown.

    A line that is too long loses its middle, for its beginning says where and its end what to do; lines that are too
    many, or too long together, are counted; signs that no screen has are replaced.
    """
    shown, rest = _fit(text, lines)
    while len(message := "\n".join((*shown, *_counted(rest)))) > MESSAGE:
        shown.pop()
        rest += 1
    return message


def _fit(text: str, lines: int) -> tuple[list[str], int]:
    """The first lines of a text, each fit to be shown, and how many more there are."""
    rest = 0
    before, _, last = text.rpartition("\n")
    if counted := _REST.fullmatch(last):  # the text ends with another message
        text, rest = before, int(counted[1].replace(",", ""))
    parts = text.split("\n", lines)
    if len(parts) > lines:
        rest += parts.pop().count("\n") + 1
    return [printable(shortened(part, LINE)) for part in parts], rest


def _counted(rest: int) -> tuple[str, ...]:
    return (f"… and {rest:,} more",) if rest else ()


def suggest(word: str, known: Iterable[str]) -> str:
    """Suggestion instead of a word that is not known: the one most like it, or all there are."""
    words = list(dict.fromkeys(known))
    close = get_close_matches(word.casefold(), {each.casefold(): each for each in words}, 1, 0.5)
    if close:
        return f"did you mean {next(each for each in words if each.casefold() == close[0])!r}?"
    shown = ", ".join(words[:12]) + (", …" if len(words) > 12 else "")
    return f"there are {shown}" if words else "there are none"
