"""What the window asks of the system: its clipboard, its file manager, files for screenshots."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import datetime
from io import BytesIO
from pathlib import Path
from threading import Thread

import pygame

from game.files.atomic import write_new
from game.files.errors import BadFile
from game.play.folders import output_folder


def copied(text: str) -> str:
    """Put a text there, and say what came of it."""
    if not text:
        return "There is nothing to copy."
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError) as error:
        return f"This system has no clipboard to copy to: {error}"
    lines = len(text.splitlines())
    return f"Copied: {lines} lines" if lines > 1 else "Copied: 1 line"


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


def keep_picture(surface: pygame.Surface) -> str:
    """Write what is shown into a file of the player's folder; gives a sentence that says where, or why it can't be."""
    taken = BytesIO()
    pygame.image.save(surface, taken, "screen.png")
    try:
        path = write_new(output_folder("screenshots") / f"{datetime.now():%Y-%m-%d-%H%M%S}.png", taken.getvalue())
    except BadFile as error:
        return f"No picture was saved: {error}"
    return f"Picture saved: {path}"
