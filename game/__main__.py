"""``python -m game`` is ``battlemat``; the bundle starts here, too."""

from __future__ import annotations

import os
import sys
from multiprocessing import freeze_support

from game.cli.commands import main


def leave_libraries() -> None:
    """In a bundle for Linux, have the system's programs that the game may start take their own libraries again."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    elif getattr(sys, "frozen", False):
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    freeze_support()  # in a bundle a process that works for a command is started as the bundle itself
    leave_libraries()
    sys.exit(main())
