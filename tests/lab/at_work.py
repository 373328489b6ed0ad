"""What workers do in tests. Each of their processes imports this, and so nothing else of the game or the tests."""

from __future__ import annotations

import os
import signal
from threading import Event


def enter(told: bytes) -> None:
    """What each worker does first."""
    assert told == b"told"


def double(number: int) -> int:
    """Work that is done soon."""
    return 2 * number


def for_ever(_: int) -> None:
    """Work that is never done."""
    Event().wait()


def stopped(number: int) -> int:
    """Work in the midst of which a terminal tells the process that somebody pressed Ctrl+C."""
    os.kill(os.getpid(), signal.SIGINT)
    return number
