"""The export command: writes a map as others read it, in Universal VTT."""

from __future__ import annotations

from pathlib import Path

from game.files.atomic import write_whole
from game.files.bounded_reading import is_plain, is_there
from game.files.errors import BadFile
from game.files.sources import MAPS, is_map
from game.files.tiled import read_map
from game.files.tiled.corrections import sidecar
from game.files.tiled.vtt_document import universal_vtt
from game.files.universal_vtt import UNIVERSAL_VTT, is_universal_vtt
from game.play.output import say


def export_map(path: Path, out: Path | None = None) -> int:
    """Write a map with its corrections to a file of that format, beside where the command is given if nothing is said.

    Gives the exit code. Raises BadFile; a file that is there already is left alone.
    """
    from game.view.board.chart_picture import plain_picture  # only who wants a picture waits for pygame

    if not is_map(path):
        raise BadFile(f"{path.name}: a map is exported ({', '.join(MAPS)}); name one")
    target = out or Path(f"{path.stem}{UNIVERSAL_VTT[1]}")
    if not is_universal_vtt(target):
        raise BadFile(f"{target.name}: the name of a map in Universal VTT ends in {', '.join(UNIVERSAL_VTT)}")
    if is_there(target):
        raise BadFile(f"{target}: there is such a file already, which is left as it is; name another with --out")
    if is_plain(sidecar(target)):
        raise BadFile(f"{target}: {sidecar(target).name} lies there and would be read with it; name another with --out")
    chart = read_map(path)
    picture, pixels = plain_picture(chart)
    write_whole(target, universal_vtt(chart.field, picture, pixels))
    size = f"{chart.field.width} x {chart.field.height} cells of {pixels} px"
    say(f"{target}: {chart.field.title} in Universal VTT, {size}")
    return 0
