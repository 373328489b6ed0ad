"""The sight kernels on their way in: compiled at the first start on a machine, read from the disk ever after."""

from __future__ import annotations

import gc
from threading import Thread

from game.app.patience import bar
from game.spatial import kernels

WORDS = "Preparing lines of sight"
FIRST = "at the first start this takes half a minute"

YOUNG = 20_000
"""Objects after which the garbage collector looks for circles among the young ones.

A mind makes some ten thousand for every question and leaves them in circles. At Python's own 700 the collector went
over the same living objects again and again, for a sixth of a battle's time.
"""

OLD = 20, 5
"""Such looks after which older objects are gone over, and those after which all are: what a battle leaves in circles
when it ends is old by then.
"""


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
    with bar(f"{WORDS} ({FIRST})", len(kernels.MODULES), timed=False) as told:
        for done, _ in enumerate(kernels.load(), 1):
            told(done)


def settle() -> None:
    """For a process that does nothing but fight: what is there now stays, and garbage may gather for a while.

    To be called before there is a map to fight on: what stays is never looked at again, and would outlive its use.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *OLD)
