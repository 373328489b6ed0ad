"""For all tests: no screen, no sound; the test ruleset; golden battles and how to write them anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points

import pytest

from game.rules import registry

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--update``."""
    parser.addoption("--update", action="store_true", help="write golden files as they come out now; review the diff")


@pytest.fixture
def duel_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the registry find the test ruleset beside those that are installed."""
    duel = EntryPoint("duel", "tests.rules.duel:DUEL", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints([*entry_points(group=group), duel]))
    registry.names.cache_clear()
    registry.ruleset.cache_clear()
    yield
    registry.names.cache_clear()
    registry.ruleset.cache_clear()
