"""Where a person reads and types: a terminal, or a pipe."""

from __future__ import annotations

import io
import re
import select
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from rich.console import Console

from game.display_text import printable

with suppress(ImportError):  # not everywhere; where it is, lines can be edited and called back
    import readline  # noqa: F401


class TimeUp(Exception):
    """Nothing was typed in time."""


class Terminal:
    """Lines out, lines in. Colours and clearing on a real terminal only; a pipe gets a transcript to read."""

    def __init__(self, source: TextIO, sink: TextIO, *, plain: bool = False) -> None:
        """``plain``: for a screen reader, with words in place of signs, without colours or empty lines."""
        self.plain = plain
        self._source = source
        self._sink = sink
        self.live = source.isatty() and sink.isatty()
        """Whether a person sits before it."""
        if isinstance(sink, io.TextIOWrapper):
            sink.reconfigure(errors="replace")
        self._console = (
            Console(file=sink, highlight=False, markup=False, emoji=False, no_color=plain) if sink.isatty() else None
        )

    @property
    def width(self) -> int | None:
        """Letters to a line; None where lines may be as long as they like."""
        return shutil.get_terminal_size().columns if self._console else None

    @property
    def prompt(self) -> str:
        """What stands before an answer to the question that waits."""
        return PROMPT if self.plain else "> "

    def say(self, text: str = "", style: str = "", *, drawn: bool = False) -> None:
        """Print a line, or several; ``drawn``: its letters have their places, whoever reads it."""
        text = printable(text)
        if self.plain and not drawn:
            text, style = spoken(text), ""
            if not text:
                return
        if self._console:
            self._console.print(text, style=style or None, soft_wrap=True)
        else:
            print(text, file=self._sink)

    def ask(self, prompt: str, seconds: float | None = None) -> str | None:
        """Wait for a line; None at the end of input. What came through a pipe is written behind the prompt.

        With ``seconds`` raises TimeUp when they pass before a person has typed a line. A pipe has all the time it
        wants, and so has a terminal that can't be waited for (on Windows).
        """
        prompt = printable(prompt)
        if seconds is not None and self.live:
            self._sink.write(prompt)
            self._sink.flush()
            self._wait(seconds)
            prompt = ""
        if self.live and self._source is sys.stdin:
            try:
                return input(prompt)
            except EOFError:
                self.say()
                return None
        self._sink.write(prompt)
        self._sink.flush()
        line = self._source.readline()
        if not line:
            self.say()
            return None
        line = line.rstrip("\r\n")
        if not self.live:
            self.say(line)
        return line

    def _wait(self, seconds: float) -> None:
        """Wait until there is something to read. Raises TimeUp."""
        try:
            found, _, _ = select.select([self._source], [], [], max(0.0, seconds))
        except (OSError, ValueError):  # no file that can be waited for
            return
        if not found:
            self.say()
            raise TimeUp

    def clear(self) -> None:
        """Empty the screen, so that the next person does not read the last one's; where that can't be, push it off."""
        if self._console and self._console.is_dumb_terminal:
            self._sink.write("\n" * shutil.get_terminal_size().lines)
        elif self._console:
            self._console.clear()


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
