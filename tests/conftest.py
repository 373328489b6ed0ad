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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long samples out of a plain run; ``pytest -m nightly`` asks for them."""
    if "nightly" in config.getoption("markexpr", ""):
        return
    left = [item for item in items if item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not item.get_closest_marker("nightly")]
