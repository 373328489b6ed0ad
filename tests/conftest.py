"""For all tests: no screen, no sound; the test ruleset; the switch that writes golden files anew; what spares time."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game.cli import commands
from game.lab import arena
from game.play.workers import YOUNG, BackgroundThread
from game.window.battle import approaches, forecast
from tests.rules.battles import installed
from tests.thoughts import at_once

pytest_plugins = ("tests.program",)

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


for module in (arena, commands):
    vars(module)["collect_seldom"] = lambda: None  # tests set it once for all, below

LONG = (
    "test_seeds.py",
    "test_agreement.py",
    "test_promises.py",
    "test_turned_round.py",
    "test_odds.py",
    "test_kept.py",
    "test_secrecy.py",
    "test_secrecy_of_two.py",
)
"""Files whose tests take seconds each."""

FIRST = (*LONG, "test_cell_view.py", "test_floats.py", "test_match.py", "test_opponents.py", "test_drafting.py")
"""Files that are begun with: what takes long and comes last is waited for by one process alone."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Processes that share the tests out take them file by file, so that what a file's tests share is made once.

    They take them in the order in which they were collected, not those first that have the most tests.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByWhatIsShared(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return in_common(nodeid)

    config.option.loadscopereorder = False
    return ByWhatIsShared(config, log)


def in_common(nodeid: str) -> str:
    """What tests have in common that one process should run: of the laws a battle, of referees a book, else a file.

    Long ones that have nothing in common are shared out one by one.
    """
    file, _, test = nodeid.partition("::")
    if file == "tests/referee/test_occasions.py":
        return f"tests/referee/test_{test[test.index('[') + 1 : -1]}.py"
    if file.startswith("tests/laws/") and "[" in test:
        return "laws of " + test[test.index("[") + 1 : -1].removeprefix("1-")
    return nodeid if file.endswith(LONG) else file


def pytest_sessionstart() -> None:
    """Files of tests need not outlast a loss of power: a disk is not waited for a thousand times."""
    os.fsync = lambda fd: None


def pytest_collection_finish() -> None:
    """What was collected stays: the garbage collector need not look at it again, and at the rest rarely."""
    arena.settle()
    gc.set_threshold(4 * YOUNG, 20, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--update``."""
    parser.addoption("--update", action="store_true", help="write golden files as they come out now; review the diff")


@pytest.fixture(autouse=True)
def _thoughts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worked out beside a window is known at once, but for tests that ask for ``threads``."""
    if "threads" not in request.fixturenames:
        monkeypatch.setattr(BackgroundThread, "ask", at_once)


@pytest.fixture(autouse=True)
def _figures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds in a window come from few plays, which are most of the time that a window's tests would take.

    Tests that read them ask for ``figures``.
    """
    if "figures" not in request.fixturenames:
        for module in (forecast, approaches):
            monkeypatch.setattr(module, "SHOWN_LEAVES", 16)
            monkeypatch.setattr(module, "SHOWN_SAMPLES", 3)
            monkeypatch.setattr(module, "ANSWERED_LEAVES", 8)
        monkeypatch.setattr(forecast, "ATTACKS", 2)
        monkeypatch.setattr(forecast, "RIM", 8)
        monkeypatch.setattr(approaches, "TRIED", 12)
        monkeypatch.setattr(approaches, "EACH", 2)


@pytest.fixture
def figures() -> None:
    """Odds in a window are those of the game."""


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads beside the window work, as in the game: the test itself says in which order.

    None works on into the next test, which may have the rulesets looked for anew.
    """
    asked = dict[BackgroundThread, None]()
    ask = BackgroundThread.ask

    def noted(thread: BackgroundThread, work: Callable[[], Any]) -> Any:
        asked[thread] = None
        return ask(thread, work)

    monkeypatch.setattr(BackgroundThread, "ask", noted)
    yield
    assert all(ask(thread, bool).within(60) for thread in asked), "a thread is still at work"


@pytest.fixture
def duel_installed() -> Iterator[None]:
    """Have the registry find the test ruleset beside those that are installed."""
    with installed():
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long samples out of a plain run; ``pytest -m nightly`` asks for them. Begin with what takes longest."""
    items.sort(
        key=lambda item: not item.nodeid.startswith(("tests/laws/", "tests/referee/")) and item.path.name not in FIRST
    )
    if "nightly" in config.getoption("markexpr", ""):
        return
    left = [item for item in items if item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not item.get_closest_marker("nightly")]
