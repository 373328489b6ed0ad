"""The commands that write files of maps: a fresh scenario, a battle in one file, Universal VTT, a picture's grid."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.cli.requests import ExportCommand, GridCommand, NewCommand, PackCommand
from game.files.atomic import write_whole
from game.files.bounded_reading import is_plain, is_there
from game.files.errors import BadFile
from game.files.picture_grid import PictureGrid, find_grid, grid_over
from game.files.pictures import PLAIN_PICTURES, is_plain_picture, picture_size
from game.files.scenario import named_from_maps, playable
from game.files.sources import MAPS, is_map
from game.files.tiled import Chart, read_map
from game.files.tiled.corrections import read_corrections, sidecar, write_corrections
from game.files.tiled.vtt_document import universal_vtt
from game.files.universal_vtt import UNIVERSAL_VTT, is_universal_vtt
from game.files.writing import annotated, fresh_scenario, write_text
from game.play.crash import DONE, CrashReporter
from game.play.output import say
from game.play.shared import pack_file
from game.play.start import find_file
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset


def run_pack(wanted: PackCommand, _: CrashReporter) -> int:
    """Pack a scenario with all that it reads. Raises BadFile."""
    return pack_file(find_file(wanted.file), wanted.out)


def run_new(wanted: NewCommand, _: CrashReporter) -> int:
    """Write a scenario by the rules of that name, or by all that are installed and can be played on the map.

    Gives the exit code. Raises BadFile, UnknownRuleset; a file that is there already is left alone.
    """
    map_ = find_file(wanted.file)
    if not is_map(map_):
        raise BadFile(f"{map_.name}: a scenario is made of a map ({', '.join(MAPS)}); name one")
    shipped = not Path(named_from_maps(map_)).is_absolute()
    path = wanted.out or (Path(f"{map_.stem}.toml") if shipped else map_.with_suffix(".toml"))
    if path.suffix != ".toml":
        raise BadFile(f"{path.name}: the name of a scenario ends in .toml")
    if is_there(path):
        raise BadFile(f"{path}: there is such a file already, which is left as it is; name another with --out")
    chart = playable(read_map(map_))
    chosen = [ruleset(wanted.rules)] if wanted.rules else _able(chart, path)
    write_text(path, annotated(fresh_scenario(chart, chosen, path), chosen, chart))
    say(f"{path}: a battle on {chart.field.title}, by {', '.join(each.title for each in chosen)}")
    say(f"Change it as you like, then: battlemat check {path}, battlemat play {path}, battlemat pack {path}")
    return DONE


def _able(chart: Chart, path: Path) -> list[AnyRuleset]:
    """The rulesets that can be played on a map; which can't, and why, is printed. Raises BadFile if there is none."""
    able: list[AnyRuleset] = []
    refused: list[str] = []
    for each in map(ruleset, names()):
        try:
            fresh_scenario(chart, [each], path)
        except BadFile as error:
            refused += error.messages
        else:
            able.append(each)
    if not able:
        raise BadFile("\n".join(refused) or "No ruleset is installed; install battlemat again.")
    for why in refused:
        say(f"note: left out: {why}")
    return able


def run_export(wanted: ExportCommand, _: CrashReporter) -> int:
    """Write a map with its corrections to a file of that format, beside where the command is given if nothing is said.

    Gives the exit code. Raises BadFile; a file that is there already is left alone.
    """
    from game.view.board.chart_picture import plain_picture  # only who wants a picture waits for pygame

    path = find_file(wanted.file)
    if not is_map(path):
        raise BadFile(f"{path.name}: a map is exported ({', '.join(MAPS)}); name one")
    target = wanted.out or Path(f"{path.stem}{UNIVERSAL_VTT[1]}")
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
    return DONE


def run_grid(wanted: GridCommand, _: CrashReporter) -> int:
    """Print the grid of a picture; with a cell, an origin or a size keep it so beside the picture first.

    Gives the exit code. Raises BadFile, NoGrid.
    """
    path = find_file(wanted.picture)
    if not is_plain_picture(path):
        raise BadFile(f"{path.name}: only a picture ({', '.join(PLAIN_PICTURES)}) has a grid that may be said")
    corrections = read_corrections(path)
    if wanted.find:
        write_corrections(path, replace(corrections, grid=None))
    elif wanted.cell or wanted.origin or wanted.size:
        grid = _said(path, corrections.grid, wanted)
        file = write_corrections(path, replace(corrections, grid=grid))
        say(f"{path.name}: {grid}; kept in {file.name}")
        return DONE
    elif corrections.grid is not None:
        say(f"{path.name}: {corrections.grid}, as its corrections say")
        return DONE
    found = find_grid(path)
    say(f"{path.name}: {found.grid}, {found.how}")
    return DONE


def _said(path: Path, kept: PictureGrid | None, wanted: GridCommand) -> PictureGrid:
    """The grid that somebody says; what is not said is as it is kept or found. Raises BadFile, NoGrid."""
    cell, origin, size = wanted.cell, wanted.origin, wanted.size
    picture = picture_size(path, whole=True)
    if cell is None:
        known = kept or (None if size and origin is None else find_grid(path).grid)
        if known is None and size:  # the whole picture in so many cells
            cell = picture[0] / size[0], picture[1] / size[1]
        elif known is not None:
            cell, origin = known.cell, origin or known.origin
    assert cell is not None
    try:
        grid = grid_over(picture, cell, origin or (0.0, 0.0))
    except BadFile as error:
        raise BadFile(f"{path.name}: {error}") from error
    return replace(grid, size=size) if size else grid
