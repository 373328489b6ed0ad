"""The text game as a test plays it: a table laid, and lines that somebody types."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from game.play.seating import read_seats, seat_players
from game.play.session import Session
from game.rules.setup import Setup
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame
from tests.program import LEVELS
from tests.rules.battles import begin


def table(setup: Setup, seats: str, **more: Any) -> Session:
    """A battle with its people; red is Ada, blue is Orc."""
    players = seat_players(read_seats(seats, LEVELS), setup, "trained")
    return Session(begin(setup), players, more.pop("seed", 3), more.pop("dice", "seeded"), Path("auto.save"), **more)


def play(session: Session, *typed: str, plain: bool = False, **more: Any) -> str:
    """The transcript of a battle with this input."""
    out = io.StringIO()
    more.setdefault("chances", False)  # weighing every list would take most of the tests' time
    terminal = Terminal(io.StringIO("".join(f"{line}\n" for line in typed)), out, plain=plain)
    TextGame(session, terminal, **more).run()
    return out.getvalue()


def after(text: str, command: str) -> str:
    """What was printed for a command, up to the next prompt."""
    return text.split(f"> {command}\n", 1)[1].split("\n> ", 1)[0]
