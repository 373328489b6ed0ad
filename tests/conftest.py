"""For all tests: no screen, no sound; the test ruleset; the switch that writes golden files anew."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.rules.battles import installed

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--update``."""
    parser.addoption("--update", action="store_true", help="write golden files as they come out now; review the diff")


@pytest.fixture
def duel_installed() -> Iterator[None]:
    """Have the registry find the test ruleset beside those that are installed."""
    with installed():
        yield
