"""A player never sees a traceback: what they can mend is a sentence, and everything else a report in a file."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from game.display_text import LONGEST_NAME, printable, shortened
from game.files.errors import BadFile
from game.files.saves import history_of
from game.play.folders import state_folder
from game.play.output import say
from game.play.redaction import redacted
from game.rules.questions import RulesetFault
from game.rules.registry import line_in_ruleset
from game.user_error import UserError, brief
from game.version import version

DONE, CRASHED, MENDABLE_CODE, STOPPED = 0, 1, 2, 130

ANSWERS = 200
"""How many of a battle's last answers a report tells, one a line."""

ABOUT = """\
A fault of Battlemat, for whoever mends the game. You may send this file: it tells versions, where in the code the fault
lies, and the last answers of the battle; paths and the names of you and your computer are left out. Names that you gave
to fighters are in it: look it over first."""


class CrashReporter:
    """Runs a command: user errors become a sentence, other errors a crash report in a file."""

    def __init__(self) -> None:
        self.autosave: Path | None = None
        self.show: Callable[[str], object] = lambda _: None
        """Shows what is amiss in a window, too, where nobody reads what is printed."""

    def remember(self, autosave: Path) -> None:
        """Know where the battle was saved."""
        self.autosave = autosave

    def catch(self, run: Callable[[], int]) -> int:
        """Run a command and give its exit code: 2 for what a person can mend, 1 for a fault of the game."""
        try:
            return run()
        except UserError as error:
            self._tell(str(error))
            return MENDABLE_CODE
        except KeyboardInterrupt:
            _complain("Stopped." + self._saved())
            return STOPPED
        except BrokenPipeError:
            return DONE
        except SystemExit:
            raise
        except BaseException as error:  # a ruleset of somebody else's may raise anything
            report = write_report(error, self.autosave)
            said = shortened(" ".join(f"{type(error).__name__}: {error}".split()), LONGEST_NAME)
            where = f"\nA report for whoever mends the game is in {report}." if report else ""
            self._tell(brief(f"{_faulty(error)} met a fault of its own ({said}).{self._saved()}{where}"))
            return CRASHED

    def _tell(self, text: str) -> None:
        _complain(text)
        self.show(text)

    def _saved(self) -> str:
        return f" The battle is saved in {self.autosave}." if self.autosave and self.autosave.exists() else ""


def write_report(error: BaseException, autosave: Path | None = None) -> Path | None:
    """Write what is known of a fault where its reader will find it, fit to be sent; None if even that failed.

    ``autosave``: where the battle is saved in which it happened; its last answers are told.
    """
    now = datetime.now()
    try:
        path = state_folder("crashes") / f"{now:%Y-%m-%d-%H%M%S-%f}.txt"
        told = [
            ABOUT,
            "",
            f"battlemat {version()}, Python {platform.python_version()}, {platform.platform()}",
            f"{now:%Y-%m-%d %H:%M:%S}, arguments: {' '.join(map(repr, sys.argv[1:])) or 'none'}",
            "",
            "".join(traceback.format_exception(error)),
            *_battle(autosave),
        ]
        text = printable(redacted("\n".join(told)))
        path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def _battle(autosave: Path | None) -> Iterator[str]:
    """The battle of a save in lines: by which rules, who plays, and its last answers."""
    if autosave is None:
        return
    try:
        about, seats, history = history_of(autosave)
    except BadFile as error:
        yield f"The battle can't be read: {error}"
        return
    shipped = Path(about.map_file).name == about.map_file
    yield f"Battle: {about.ruleset}, round {about.round}, seed {seats.seed}, {seats.dice} dice"
    yield f"Map: {about.map_file if shipped and about.map_file else 'of their own'}"
    yield "Players: " + ", ".join(f"{seat} {who}" for seat, who in seats.players.items())
    last = history[-ANSWERS:]
    yield f"The last {len(last)} of {len(history)} answers:"
    for number, answer in enumerate(last, len(history) - len(last) + 1):
        yield f"{number:6d}  {answer if isinstance(answer, str) else ' '.join(map(str, answer))}"


def _faulty(error: BaseException) -> str:
    """Where an error comes from: the game, or a ruleset of somebody else's with the line in it."""
    if line := line_in_ruleset(error):
        return f"The ruleset {line.ruleset!r}, in {line.file}, line {line.number},"
    return "The ruleset" if isinstance(error, RulesetFault) else "The game"


def _complain(text: str) -> None:
    say(text, error=True)
