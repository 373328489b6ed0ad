"""Terminals and pipes."""

from __future__ import annotations

import io
import sys

import pytest

from game.terminal.terminal import Terminal


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_a_transcript_with_what_was_typed() -> None:
    out = io.StringIO()
    terminal = Terminal(io.StringIO("hello\r\nlast"), out)
    assert terminal.ask("> ") == "hello"
    assert terminal.ask("> ") == "last"
    assert terminal.ask("> ") is None
    terminal.say("a [line]", "bold red")
    terminal.clear()
    assert out.getvalue() == "> hello\n> last\n> \na [line]\n"
    assert not terminal.live
    assert terminal.width is None


def test_a_terminal_is_cleared_and_does_not_repeat_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    out = Screen()
    terminal = Terminal(Screen("hello\n"), out)
    assert terminal.live
    assert terminal.width == 100
    assert terminal.ask("> ") == "hello"
    assert out.getvalue() == "> "
    terminal.clear()
    assert "\x1b[2J" in out.getvalue()
    terminal.say("a [line] " + "x" * 200)
    assert "a [line] " + "x" * 200 in out.getvalue()


def test_the_keyboard_has_line_editing(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["typed"])

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)
    monkeypatch.setattr(sys, "stdin", Screen())
    terminal = Terminal(sys.stdin, Screen())
    assert terminal.ask("> ") == "typed"
    assert terminal.ask("> ") is None


def test_letters_that_a_terminal_lacks_are_replaced() -> None:
    raw = io.BytesIO()
    terminal = Terminal(io.StringIO(), io.TextIOWrapper(raw, "ascii", write_through=True))
    terminal.say("a −2")
    assert raw.getvalue().split() == [b"a", b"?2"]
