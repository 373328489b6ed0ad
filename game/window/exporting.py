"""Writes a battle that was fought to a file for others: as an animated picture, as a page for browsers, or as text."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.play.charts import picture_of
from game.play.output import bar, say
from game.play.recording import Recording, recording
from game.play.workers import BackgroundThread

FILM = ".gif"
"""The ending of an animated picture."""

PAGE = ".html"
"""The ending of a page for browsers."""

TEXT = ".txt"
"""The ending of the log as text."""


class ExportJob(Protocol):
    """A file in the making."""

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""

    def advance(self) -> bool:
        """Do a little: a hundredth of a second or some. Whether there is more to do."""

    def data(self) -> bytes:
        """The content of the file, once all is done."""


def begin_export(shown: Recording, ending: str, oracle: BackgroundThread) -> ExportJob:
    """Begin to draw a battle for a file of that ending; ``oracle`` works sight out.

    Raises BadFile if the map's picture can't be read.
    """
    from game.window.battle_page import BattlePage
    from game.window.film import Film  # only who wants a picture waits for pygame
    from game.window.strips import GifStrip

    picture = picture_of(shown.start)
    if ending == PAGE:
        return BattlePage(shown, picture, oracle)
    return Film(shown, picture, oracle, GifStrip())


def log_text(shown: Recording) -> bytes:
    """The log as the text game tells it, as the content of a file."""
    return "".join(f"{line}\n" for line in shown.lines()).encode()


def export_file(path: Path, out: Path) -> int:
    """Write the battle of a save or battle file to another file, by its ending; gives the exit code.

    Raises BadFile, KeptSecret and what else can be mended; then nothing was written.
    """
    if out.suffix not in (FILM, PAGE, TEXT):
        raise BadFile(f"{out.name}: a battle is exported to a file that ends in {FILM}, {PAGE} or {TEXT}.")
    shown = recording(path)
    write_whole(out, log_text(shown) if out.suffix == TEXT else _drawn(shown, out.suffix))
    say(f"{out}: {path.name}{'' if shown.over else ', as far as it is played and its player may know'}")
    return 0


def _drawn(shown: Recording, ending: str) -> bytes:
    """Draw it behind a bar, if somebody watches."""
    export = begin_export(shown, ending, BackgroundThread("sight"))
    with bar("Drawing the battle", 1.0) as told:
        while export.advance():
            told(export.share)
    return export.data()
