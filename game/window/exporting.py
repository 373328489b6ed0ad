"""Writes a battle that was fought to a file for others: as an animated picture, or as text."""

from __future__ import annotations

from pathlib import Path

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.play.output import say
from game.play.progress import bar
from game.play.recording import Recording, recording

FILMS = (".gif", ".apng", ".png")
"""The endings of animated pictures: of few colours, and of all."""

TEXT = ".txt"
"""The ending of the log as text."""


def log_text(shown: Recording) -> bytes:
    """The log as the text game tells it, as the content of a file."""
    return "".join(f"{line}\n" for line in shown.lines()).encode()


def export_file(path: Path, out: Path) -> int:
    """Write the battle of a save or battle file to another file, by its ending; gives the exit code.

    Raises BadFile, KeptSecret and what else can be mended; then nothing was written.
    """
    if out.suffix not in (*FILMS, TEXT):
        raise BadFile(f"{out.name}: a battle is exported to a file that ends in {', '.join(FILMS)} or {TEXT}.")
    shown = recording(path)
    if out.suffix == TEXT:
        write_whole(out, log_text(shown))
    else:
        _film(shown, out)
    say(f"{out}: {path.name}{'' if shown.over else ', as far as it is played and its player may know'}")
    return 0


def _film(shown: Recording, out: Path) -> None:
    """Draw it behind a bar, if somebody watches."""
    from game.play.charts import picture_of
    from game.play.thinking import BackgroundThread
    from game.window.film import Film  # only who wants a picture waits for pygame
    from game.window.strips import GifStrip, PngStrip

    strip = GifStrip() if out.suffix == ".gif" else PngStrip()
    film = Film(shown, picture_of(shown.start), BackgroundThread("sight"), strip)
    with bar("Drawing the battle", 1.0) as told:
        while film.advance():
            told(film.share)
    write_whole(out, film.data())
