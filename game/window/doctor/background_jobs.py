"""What the map doctor has done beside the window: files read, written and copied, zones worked out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.files.map_edit import MapEdit
from game.files.sources import allow_folder
from game.files.tiled import read_map
from game.files.tiled.copying import write_copy
from game.files.tiled.corrections import Corrections
from game.play.folders import state_folder
from game.play.preferences import is_ours
from game.play.workers import PendingResult
from game.spatial.layout import Layout, lay_out
from game.user_error import UserError
from game.window.loop import App

PAUSE, CELLS = 0.4, 20_000
"""Seconds without a stroke after which zones are worked out anew, and for how many cells one more is waited."""


@dataclass
class BackgroundTask:
    """Something that is done."""

    words: str
    work: PendingResult[Any]
    then: Callable[[Any], object]


class BackgroundTasks:
    """One errand at a time, and the zones when they are wanted."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.errand: BackgroundTask | None = None
        self._zones: tuple[MapEdit, int, PendingResult[Layout]] | None = None
        """For which version of which map zones are being worked out."""
        self._rest = 0.0

    @property
    def words(self) -> str:
        """What is being done, or nothing."""
        if self.errand is not None:
            return self.errand.words
        return "Working out zones" if self._zones is not None else ""

    def do(self, words: str, work: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Have something done in place of what is done now; ``then`` takes what comes of it, in the window."""
        if self.errand is not None:
            self.errand.work.drop()
        self.errand = BackgroundTask(words, self.app.oracle.ask(work), then)

    def settle(self) -> bool:
        """Take up what has been done; whether there was anything. What went wrong the player is told."""
        if self.errand is None or not self.errand.work.done:
            return False
        errand, self.errand = self.errand, None
        try:
            found = errand.work.result()
        except UserError as error:
            self.app.say(str(error))
        else:
            errand.then(found)
        return True

    def hold(self) -> None:
        """A stroke is under way, or has just ended: zones wait."""
        self._rest = 0.0

    def find_zones(self, mending: MapEdit, seconds: float) -> bool:
        """Have zones worked out once there was no stroke for a while; whether new ones have come."""
        self._rest += seconds
        wait = PAUSE + mending.read.width * mending.read.height / CELLS
        if self._zones is not None:
            of, version, thought = self._zones
            if not thought.done:
                return False
            self._zones = None
            if of is mending:
                mending.found_zones(thought.result(), version)
                return True
        elif mending.layout_of != mending.version and self._rest >= wait:
            field = mending.field()
            self._zones = mending, mending.version, self.app.oracle.ask(lambda: lay_out(field))
        return False

    def drop(self) -> None:
        """Nobody waits for any of it any more."""
        for thought in (self.errand.work if self.errand else None, self._zones[2] if self._zones else None):
            if thought is not None:
                thought.drop()


COPIES = "maps"
"""Where copies of the game's own maps lie, among the player's files."""


def copy_of(path: Path, said: Corrections) -> Path:
    """Write a copy of a map for Tiled, with what is said of it; gives its file."""
    return write_copy(read_map(path, said), state_folder(COPIES) if is_ours(path) else None)


def allow_reading(app: App, folder: Path) -> bool:
    """Let maps below a folder read what lies there, and tell so; whether that could be done."""
    words: list[str] = []
    try:
        allowed = allow_folder(folder, words.append)
    except UserError as error:
        app.say(str(error))
        return False
    app.say("\n".join((f"Maps below {allowed} may read tilesets and pictures there now.", *words)))
    return True
