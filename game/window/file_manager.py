"""Shows a folder in the system's own file manager."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

OPENERS = {"darwin": "open", "linux": "xdg-open"}
"""The system's program that opens a folder; Windows does it by itself."""


def show_folder(folder: Path) -> str:
    """Open a folder; gives a sentence about what went wrong, or nothing."""
    try:
        if sys.platform == "win32":
            os.startfile(folder)
            return ""
        opener = shutil.which(OPENERS.get(sys.platform, OPENERS["linux"]))
        if opener is None:
            return f"Nothing that shows folders was found here. It is {folder}"
        null = subprocess.DEVNULL
        shown = subprocess.Popen([opener, str(folder)], stdin=null, stdout=null, stderr=null, start_new_session=True)
        Thread(target=shown.wait, daemon=True).start()  # else what remains of it stays as long as the game runs
    except OSError as error:
        return f"The folder could not be shown ({error.strerror or error}). It is {folder}"
    return ""
