"""A player never sees a traceback: what they can mend is a sentence, and everything else a report in a file."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from game.display_text import printable
from game.play.folders import state_folder
from game.play.output import say
from game.rules.questions import RulesetFault
from game.rules.registry import ruleset_of
from game.user_error import UserError, brief
from game.version import version

DONE, CRASHED, MENDABLE_CODE, STOPPED = 0, 1, 2, 130


class CrashReporter:
    """Runs a command: user errors become a sentence, other errors a crash report in a file."""

    def __init__(self) -> None:
        self.autosave: Path | None = None

    def remember(self, autosave: Path) -> None:
        """Know where the battle was saved."""
        self.autosave = autosave

    def catch(self, run: Callable[[], int]) -> int:
        """Run a command and give its exit code: 2 for what a person can mend, 1 for a fault of the game."""
        try:
            return run()
        except UserError as error:
            _complain(str(error))
            return MENDABLE_CODE
        except KeyboardInterrupt:
            _complain("Stopped." + self._saved())
            return STOPPED
        except BrokenPipeError:
            return DONE
        except Exception as error:
            report = write_report(error)
            said = brief(f"{type(error).__name__}: {error}", lines=3)
            where = f" A report for whoever mends the game is in {report}." if report else ""
            _complain(f"{_faulty(error)} met a fault of its own ({said}).{self._saved()}{where}")
            return CRASHED

    def _saved(self) -> str:
        return f" The battle is saved in {self.autosave}." if self.autosave and self.autosave.exists() else ""


def write_report(error: BaseException) -> Path | None:
    """Write a traceback where its reader will find it; None if even that failed."""
    now = datetime.now()
    try:
        path = state_folder("crashes") / f"{now:%Y-%m-%d-%H%M%S-%f}.txt"
        head = [
            f"battlemat {version()}, Python {platform.python_version()}, {platform.platform()}",
            f"{now:%Y-%m-%d %H:%M:%S}  {' '.join(sys.argv)}",
            "",
        ]
        text = printable("\n".join(head) + "".join(traceback.format_exception(error)))
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def _faulty(error: BaseException) -> str:
    """Where an error comes from: the game, or a ruleset of somebody else's with the line in it."""
    last: tuple[str, str, int] | None = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = ruleset_of(frame.f_globals.get("__name__", ""))
        last = (name, Path(frame.f_code.co_filename).name, line) if name else last
    if last is not None:
        return f"The ruleset {last[0]!r}, in {last[1]}, line {last[2]},"
    return "The ruleset" if isinstance(error, RulesetFault) else "The game"


def _complain(text: str) -> None:
    say(text, error=True)
