"""Texts that come from files and strangers, made fit to be shown: on a screen, in a terminal, in a log."""

from __future__ import annotations

from unicodedata import category

REPLACED = "\N{REPLACEMENT CHARACTER}"

LONGEST_NAME = 120
"""Characters of a name or a title."""

LONGEST_TEXT = 2_000
"""Characters of any other text, such as a description."""

_CONTROLS = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of signs that move a cursor, turn the direction of writing, have no width, or are half a surrogate."""

_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"

_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
"""Letters that look like nothing."""

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Persian and the scripts of India write words with these; between letters that Latin has they only deceive."""


def printable(text: str) -> str:
    """A text of one or several lines in which every character can be seen; others are replaced."""
    if text.isprintable() and (text.isascii() or not any(sign in text for sign in _BLANKS)):
        return text
    return "".join(sign if sign == "\n" or _is_shown(text, at) else REPLACED for at, sign in enumerate(text))


def one_line(text: str) -> str:
    """The same as one line: what parts lines or columns becomes a space."""
    if text.isprintable():
        return printable(text)
    return printable("".join(" " if sign in _BREAKS else sign for sign in text).strip())


def shortened(text: str, most: int) -> str:
    """A text of ``most`` characters at most: a longer one loses its middle, for both its ends tell it from others."""
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - tail - 3]} … {text[-tail:]}"


def _is_shown(text: str, at: int) -> bool:
    sign = text[at]
    if sign in _JOINERS:
        return not text[at - 1 : at].isascii() and not text[at + 1 : at + 2].isascii()
    return category(sign) not in _CONTROLS and sign not in _BLANKS
