"""Golden battles: every ``*.battle`` file below this folder is a test; ``--update`` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.files.battlefile import Diverged, replay, rewrite
from game.files.errors import BadFile
from game.play.battle_log import BattleLog, write_line
from game.rules.match import AnyMatch
from tests.rules.battles import installed

LINES = 8
"""Lines of the log that are shown of what came before a difference."""


def told_before(match: AnyMatch) -> str:
    """Which answer the difference follows, and what the log says up to there."""
    count = len(match.history)
    after = f"after answer {count}, {match.history[-1]!r}" if count else "before the first answer"
    log = [write_line(line, match.ruleset.ledger) for line in BattleLog(match, (None,)).lines(None)]
    return "\n".join([f"  {after}; the log up to there:", *(f"    {line}" for line in log[-LINES:])])


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
        error = excinfo.value
        if isinstance(error, Diverged):
            with installed():
                before = told_before(error.match)
            return f"{error}\n{before}\n(if the change is meant: pytest --update, and review the diff)"
        if isinstance(error, BadFile):
            return str(error)
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
