"""A battle played in the terminal that a command was given in."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from game.cli.surroundings import tell_if_slow, terminal_for
from game.play.crash import DONE, CrashReporter

if TYPE_CHECKING:
    from game.play.session import Session
    from game.play.start import StartRequest


def play_in_terminal(wanted: argparse.Namespace, battle: StartRequest, net: CrashReporter) -> int:
    """Play it, and what somebody wants to play after it; gives the exit code. ``wanted`` says how it is told.

    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    from game.play.start import sit_down
    from game.terminal.text import TextGame

    terminal = terminal_for(wanted)
    session: Session | None = sit_down(battle, net.remember)
    tell_if_slow()
    while session is not None:
        session = TextGame(session, terminal, board=wanted.board, chances=not wanted.no_chances).run()
    return DONE
