"""Golden battles: every ``*.battle`` file below this folder is a test; ``--update`` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.files.battlefile import Diverged, replay, rewrite
from game.files.errors import BadFile
from tests.rules.battles import installed


class BattleItem(pytest.Item):
    """One golden battle."""

    def runtest(self) -> None:
        """Play it and compare, or write it as it is played now."""
        with installed():
            if self.config.getoption("--update"):
                told = rewrite(self.path)
                if told != self.path.read_text(encoding="utf-8"):
                    self.path.write_text(told, encoding="utf-8")
            else:
                replay(self.path)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Where the battle and the rules part, without a traceback."""
        if isinstance(excinfo.value, (Diverged, BadFile)):
            return f"{excinfo.value}\n(if the change is meant: pytest --update, and review the diff)"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it lies and what it is called."""
        return self.path, 0, self.name


class BattleFile(pytest.File):
    """A file of one golden battle."""

    def collect(self) -> Iterator[BattleItem]:
        """The one test in it."""
        yield BattleItem.from_parent(self, name=self.path.stem)


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> BattleFile | None:
    """Take ``*.battle`` files as tests."""
    return BattleFile.from_parent(parent, path=file_path) if file_path.suffix == ".battle" else None
