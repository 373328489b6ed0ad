"""``python -m game`` is ``battlemat``; the bundle starts here, too."""

from __future__ import annotations

import os
import sys
from multiprocessing import freeze_support


def leave_libraries() -> None:
    """In a bundle for Linux, have the system's programs that the game may start take their own libraries again."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    elif getattr(sys, "frozen", False):
        os.environ.pop("LD_LIBRARY_PATH", None)


def start() -> int:
    """Run a command and give its exit code; whoever presses Ctrl+C before all is loaded reads no traceback."""
    try:
        from game.cli.commands import main

        return main()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130


if __name__ == "__main__":
    freeze_support()  # in a bundle a process that works for a command is started as the bundle itself
    leave_libraries()
    sys.exit(start())
