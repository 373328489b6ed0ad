"""A player never sees a traceback: what they can mend is a sentence, and everything else a report in a file."""

from __future__ import annotations

import getpass
import os
import platform
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath, PureWindowsPath

from game.display_text import LONGEST_NAME, printable, shortened
from game.files.errors import BadFile
from game.play.output import say
from game.resources import version
from game.user_error import UserError, brief

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
    from game.play.folders import state_folder  # not before: few commands end so

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
    from game.files.saves import history_of

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
    from game.rules.questions import RulesetFault
    from game.rules.registry import line_in_ruleset

    if line := line_in_ruleset(error):
        return f"The ruleset {line.ruleset!r}, in {line.file}, line {line.number},"
    return "The ruleset" if isinstance(error, RulesetFault) else "The game"


def _complain(text: str) -> None:
    say(text, error=True)


USER, HOST, FOLDER = "[user]", "[host]", "[folder]"
"""What stands in place of a name, and of the folders of a path."""

SHORTEST = 2
"""Letters of a name that is looked for: a single one is in every word."""

_CODE = re.compile(r'(File ")([^"\n]+)(", line \d+)')
"""The file of a frame in a traceback."""

_ENDING = r"\.[A-Za-z][\w-]{0,11}"
_QUOTED = re.compile(r"""(?<=['"])(?:~|[A-Za-z]:)?[^'"\n]*[/\\][^'"\n]*(?=['"])""")
"""A path in quotation marks, whatever it has in it."""

_AT_HOME = re.compile(rf"""~[/\\][^'"\n:]*?{_ENDING}\b""")
"""A file in one of this user's own folders, whatever blanks are on the way to it."""

_ABSOLUTE = re.compile(r"""(?<![\w.\]])(?:~|[A-Za-z]:|\\)?[/\\](?:[^\s'":;,()<>|]+)""")
"""A path from the root of a disk or from a home on, as far as it has no blank in it."""

_RELATIVE = re.compile(rf"""(?:[^\s'":;,()<>|/\\]+[/\\])+[^\s'":;,()<>|/\\]*{_ENDING}\b""")
"""A path that names a file, as far as it has no blank in it."""


def redacted(text: str) -> str:
    """The text with each path cut down to what kind of file it leads to, and without the names of user and host.

    Files of code that Python has loaded keep their place in their package, for a traceback says nothing without it.
    What a player has called fighters and maps may be anything and is not known here: it stays.
    """
    code: list[str] = []

    def placeholder(found: re.Match[str]) -> str:
        code.append(f"{found[1]}{_in_package(found[2])}{found[3]}")
        return f"\x00{len(code) - 1}\x00"

    text = _CODE.sub(placeholder, text)
    for folder in _homes():  # first, for they may have blanks in them
        text = text.replace(folder, "~")
    for kind in (_QUOTED, _AT_HOME, _ABSOLUTE, _RELATIVE):
        text = kind.sub(_only_kind, text)
    text = re.sub(r"\x00(\d+)\x00", lambda found: code[int(found[1])], text)
    for name, instead in _names():
        text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", instead, text, flags=re.IGNORECASE)
    return text


def _in_package(file: str) -> str:
    """A file of code by its place in what is imported from; by its name alone if it is of no such place."""
    if file.startswith("<"):
        return file
    path = Path(file)
    places = sorted((Path(entry) for entry in sys.path if entry), key=lambda each: len(each.parts), reverse=True)
    for place in places:
        if path.is_relative_to(place):
            return path.relative_to(place).as_posix()
    return _name_of(file)


def _only_kind(found: re.Match[str]) -> str:
    """What is told of a path: that it was one, and the ending of its file."""
    ending = re.search(rf"{_ENDING}$", _name_of(found[0]))
    return FOLDER + (f"/*{ending[0]}" if ending else "")


def _name_of(path: str) -> str:
    return PureWindowsPath(path).name if "\\" in path else PurePosixPath(path).name


def _homes() -> Iterator[str]:
    """The folders of this user, in which a path with blanks is likely; the longest first."""
    found = set()
    with suppress(RuntimeError, OSError):
        found |= {str(Path.home()), str(Path.home().resolve())}
    with suppress(OSError):
        found.add(str(Path.cwd()))
    yield from sorted((each for each in found if len(Path(each).parts) > 1), key=len, reverse=True)


def _names() -> Iterator[tuple[str, str]]:
    """Names of this user and of this computer, with what stands in place of each; the longest first."""
    users = {os.environ.get(name, "") for name in ("USER", "USERNAME", "LOGNAME")}
    with suppress(OSError, KeyError, ImportError):
        users.add(getpass.getuser())
    with suppress(RuntimeError, OSError):
        users.add(Path.home().name)
    with suppress(ImportError, KeyError, AttributeError, OSError):
        import pwd  # not on Windows

        users.add(pwd.getpwuid(os.getuid()).pw_gecos.partition(",")[0])
    host = platform.node()
    found = {(name, USER) for name in users} | {(name, HOST) for name in (host, host.partition(".")[0])}
    yield from sorted((each for each in found if len(each[0]) >= SHORTEST), key=lambda each: (-len(each[0]), each))
