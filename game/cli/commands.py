"""The command line: ``battlemat`` and what may follow it."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from pkgutil import resolve_name

from game.cli import requests  # noqa: F401 - which are the commands
from game.cli.parsing import parse
from game.files.bounded_reading import is_plain
from game.play.crash import CrashReporter
from game.play.output import TELLS_PROGRESS, say
from game.play.workers import collect_seldom
from game.resources import version

_ABOUT = """\
Published tabletop combat rule systems, played to the letter on one battle map.

Without a command the window opens. In a terminal: battlemat text MAP."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 done, 2 something to mend (a sentence says what), 1 a crash report."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its greeting would stand in the middle of our output
    if os.environ.get(TELLS_PROGRESS):  # begun by a window, which may itself have been begun where this is ignored
        signal.signal(signal.SIGINT, signal.default_int_handler)
    collect_seldom()
    atexit.register(gc.freeze)  # the process ends at once: no last collection looks through all that was loaded
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # there are pipes and terminals that lack some letters
    net = CrashReporter()
    return net.catch(lambda: _run(sys.argv[1:] if argv is None else argv, net))


def _run(argv: Sequence[str], net: CrashReporter) -> int:
    if argv and is_plain(Path(argv[0])):
        argv = ["open", *argv]  # as desktops do it, and who drops a file on the program
    command, request = parse(argv or ["play"], _ABOUT, version())
    from game.rules.registry import left_out  # not before: `--help` waits for nothing

    for why in left_out().values():
        say(f"note: {why}", error=True)
    _tell_guessed_grid(getattr(request, "file", None))
    code: int = resolve_name(command.handler)(request, net)
    return code


def _tell_guessed_grid(file: str | None) -> None:
    """Say how the grid of a map was found that is a picture, where nobody has said it: a command goes by it."""
    if not file:
        return
    from game.files.errors import BadFile
    from game.files.picture_grid import find_grid
    from game.files.pictures import is_plain_picture
    from game.files.tiled.corrections import read_corrections

    if not is_plain_picture(Path(file)):
        return
    try:
        if read_corrections(Path(file)).grid is None:
            found = find_grid(Path(file))
            say(f"note: {Path(file).name}: {found.grid}, {found.how}; battlemat grid changes it", error=True)
    except BadFile:  # which the command tells itself
        return
