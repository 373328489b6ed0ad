"""The process that runs cases, one for all tests of a run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.fuzz.cell import Request, Verdict

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All in one of the processes that share the tests out, which has the cell and the sound files."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.xdist_group("fuzz"))


class Cell:
    """Hands cases to the process and takes its verdicts."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.cell"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None and self._process.stdout.readline() == '"ready"\n'

    def judge(self, kind: str, path: Path) -> Verdict:
        """Run a case."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(Request(kind, str(path))).decode() + "\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline(), type=Verdict)

    def close(self) -> None:
        """End the process."""
        self._process.communicate("")


@pytest.fixture(scope="session")
def cell() -> Iterator[Cell]:
    """A process with everything loaded."""
    if not sys.platform.startswith("linux"):
        pytest.skip("the limits are Linux's")
    found = Cell()
    yield found
    found.close()
