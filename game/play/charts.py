"""The map of a battle, as far as its file is still there: what is drawn of the ground."""

from __future__ import annotations

from pathlib import Path

from game import resources
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.tiled import Chart, read_map
from game.files.tiled.picture import Picture
from game.rules.match import AnyMatch


def picture_of(match: AnyMatch) -> Picture | None:
    """The pictures of a battle's map; None if its file is gone, and then plain ground is drawn."""
    chart = chart_of(match.setup.map_file)
    return chart.picture if chart is not None else None


def chart_of(map_file: str) -> Chart | None:
    """The map that a battle names; None if it is gone, or can't be read or played on any more."""
    path = Path(map_file)
    if not is_plain(path):
        path = resources.maps() / map_file
    try:
        chart = read_map(path)
    except BadFile:
        return None
    return None if chart.playable() else chart
