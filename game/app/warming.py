"""The sight kernels on their way in: compiled at the first start on a machine, read from the disk ever after."""

from __future__ import annotations

from threading import Thread

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from game.spatial import kernels

WORDS = "Preparing lines of sight"
FIRST = "at the first start this takes half a minute"


class Warming:
    """Loads the kernels in a thread of its own, so that a window can be used meanwhile."""

    def __init__(self) -> None:
        self.loaded = 0
        self.of = len(kernels.MODULES)
        self._thread = Thread(target=self._run, name="kernels", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    @property
    def said(self) -> str:
        """How far it has come, in words."""
        return f"{WORDS}, {self.loaded + 1} of {self.of}" if self.loaded < self.of else WORDS

    def _run(self) -> None:
        for _ in kernels.load():
            self.loaded += 1


def warm_up() -> None:
    """Load the kernels now, behind a progress bar if somebody watches."""
    console = Console(stderr=True)
    with Progress(
        TextColumn(f"{WORDS} ({FIRST})"), BarColumn(), console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        bar = progress.add_task("", total=len(kernels.MODULES))
        for _ in kernels.load():
            progress.advance(bar)
