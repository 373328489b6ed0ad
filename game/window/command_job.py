"""A command of the game that runs beside the window, in a process of its own, until it is done or stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import join
from threading import Thread

from game.play.output import PROGRESS, TELLS_PROGRESS

MADE = "workshop"
"""The folder of the player's documents in which commands that the window runs write."""

KEPT_LINES = 2_000
"""Lines that are kept of what it prints; of more the first ones go."""


def told(words: Sequence[str]) -> str:
    """A command as it is typed in a terminal."""
    return join(["battlemat", *words])


class CommandJob:
    """One run of a command; whoever begins it may leave and come back."""

    def __init__(self, words: Sequence[str], folder: Path, picture: str = "") -> None:
        """Begin it; ``words``: what follows ``battlemat``; ``folder``: where it writes what it is not told a place for.

        ``picture``: the file there that it draws, in place of one of an earlier run. Raises OSError where no process
        can be begun.
        """
        self.words, self.folder = tuple(words), folder
        self._picture = folder / picture if picture else None
        if self._picture is not None:
            self._picture.unlink(missing_ok=True)
        self.lines: list[str] = []
        """What it has printed."""
        self.share = 0.0
        """How much of it is done, from 0 to 1, as far as it tells."""
        self.stopped = False
        self._process = subprocess.Popen(
            [sys.executable, "-m", "game", *words],
            cwd=folder,
            env={**os.environ, TELLS_PROGRESS: "1", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def command(self) -> str:
        """The command that does the same in a terminal."""
        return told(self.words)

    @property
    def running(self) -> bool:
        """Whether it is not over, or something that it has printed is not read yet."""
        return self._process.poll() is None or self._reader.is_alive()

    @property
    def failed(self) -> bool:
        """Whether it is over without having done what it was for."""
        return not self.running and self._process.returncode != 0

    @property
    def drawn(self) -> Path | None:
        """The picture, once there is one: it grows with the command."""
        return self._picture if self._picture is not None and self._picture.exists() else None

    def stop(self) -> None:
        """Ask it to stop, as a terminal does: what it has found so far it still tells."""
        self.stopped = True
        with suppress(OSError):
            self._process.send_signal(signal.SIGINT) if sys.platform != "win32" else self._process.terminate()

    def end(self) -> None:
        """End it at once: nobody is there any more to be told anything."""
        self.stopped = True
        with suppress(OSError):
            self._process.terminate()

    def _read(self) -> None:
        with self._process:  # waits for its end
            for line in self._process.stdout or ():
                if line.startswith(PROGRESS):
                    with suppress(ValueError):
                        self.share = float(line.removeprefix(PROGRESS))
                else:
                    self.lines.append(line.rstrip())
                    del self.lines[:-KEPT_LINES]
