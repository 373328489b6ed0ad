"""The one way in which commands write to a terminal or a pipe."""

from __future__ import annotations

import sys

from game.display_text import printable


def say(text: str = "", *, error: bool = False) -> None:
    """Print lines, on standard error if so asked; whatever they quote, nothing in them moves a terminal's cursor."""
    print(printable(text), file=sys.stderr if error else sys.stdout, flush=True)
