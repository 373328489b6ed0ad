"""Makes one map: draws until what was written keeps the laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.generate.camp import draw_camp
from game.files.generate.canvas import Canvas, MapThing, NamedPlace
from game.files.generate.dungeon import draw_dungeon
from game.files.generate.ford import draw_ford
from game.files.generate.keep import draw_keep
from game.files.generate.laws import broken_laws, differ
from game.files.generate.map_writing import map_file
from game.files.generate.ruin import draw_ruin
from game.files.generate.scenery import screen_starts
from game.files.generate.seeded import SeededDraws
from game.files.generate.village import draw_village
from game.files.generate.wood_road import draw_wood_road
from game.files.generate.zoning import zones_of
from game.files.tiled import Chart, read_map
from game.spatial.field import Cell
from game.user_error import suggest

TRIES = 60
"""Drawings of one map before it is given up."""

KEPT = 16
"""Drawings that are kept, to be written once more."""

NEAR = 4
"""Steps from the middle within which something lies that is fought for."""

SCREENED = 3
"""Times that something is put between the starts, before the map is drawn again."""


class MapKind(NamedTuple):
    """A kind of map that can be made."""

    title: str
    draw: Callable[[SeededDraws, int, int], Canvas]


KINDS: Mapping[str, MapKind] = MappingProxyType(
    {
        "camp": MapKind("Camp", draw_camp),
        "dungeon": MapKind("Dungeon", draw_dungeon),
        "ford": MapKind("Ford", draw_ford),
        "keep": MapKind("Keep", draw_keep),
        "ruin": MapKind("Ruin", draw_ruin),
        "village": MapKind("Village", draw_village),
        "wood-road": MapKind("Wood road", draw_wood_road),
    }
)
"""By the word that names it in files and commands."""

SIZES: Mapping[str, tuple[int, int]] = MappingProxyType({"small": (28, 20), "medium": (34, 24), "large": (44, 30)})
"""Cells across and down."""

USUAL_SIZE = "small"
"""Of a map for which none is named."""


class SoughtThing(NamedTuple):
    """Something that a battle is fought for, and lies near the middle."""

    name: str
    tile: str
    """Nothing that blocks the way."""


class _Drawing(NamedTuple):
    """What a map is written from."""

    canvas: Canvas
    places: Sequence[NamedPlace]
    draws: SeededDraws


_drawings: dict[tuple[str, str, str, SoughtThing | None], _Drawing] = {}
"""The last that kept the laws, by what was wanted: a battle that is looked over and then begun is drawn once."""


def write_map(path: Path, word: str, kind: str, size: str, sought: SoughtThing | None = None) -> Chart:
    """Write the map of a word to ``path`` and read it. Raises BadFile for a kind or size that there is not."""
    for name, there in ((kind, KINDS), (size, SIZES)):
        if name not in there:
            raise BadFile(f"no map is made as {name!r}; {suggest(name, list(there))}")
    wanted = word, kind, size, sought
    known = _drawings.get(wanted)
    if known is not None:
        return _written(path, known)
    why = ""
    for number in range(TRIES):
        draws = SeededDraws(f"{word}/{kind}/{size}/{number}")
        canvas = KINDS[kind].draw(draws, *SIZES[size])
        if not _is_even(canvas):  # told before anything is written, which takes longer
            continue
        if sought is not None and not _laid(canvas, sought, draws.part("sought")):
            continue
        bare = _Drawing(canvas, (), draws)
        chart = _written(path, bare)
        for _ in range(SCREENED):
            result = screen_starts(canvas, chart.field)
            if result != "screened":
                break
            chart = _written(path, bare)
        why = next(broken_laws(chart), "")
        if not why:
            drawing = _Drawing(canvas, zones_of(canvas, chart.field, draws.part("zones")), draws)
            chart = _written(path, drawing)
            why = next(broken_laws(chart), "")
            if not why:
                _drawings[wanted] = drawing
                if len(_drawings) > KEPT:
                    _drawings.pop(next(iter(_drawings)), None)
                return chart
    path.unlink(missing_ok=True)
    raise BadFile(f"{path.name}: no map came of the word {word!r} in {TRIES} drawings ({why}); take another word")


def _written(path: Path, drawing: _Drawing) -> Chart:
    canvas, places, draws = drawing
    write_whole(path, map_file(canvas, places, draws.part("tiles"), path.parent))
    return read_map(path)


def _middle(canvas: Canvas) -> list[Cell]:
    return [cell for thing in canvas.things if thing.kind == "objective" for cell in thing.cells]


def _laid(canvas: Canvas, sought: SoughtThing, draws: SeededDraws) -> bool:
    """Lay something near the middle; whether there is room."""
    near = [cell for cell in canvas.reached(_middle(canvas), NEAR) if canvas.empty(cell) and cell not in canvas.clear]
    if not near:
        return False
    cell = draws.pick(sorted(near))
    canvas.props[cell] = sought.tile
    canvas.things.append(MapThing(sought.name, "loot", (cell,)))
    return True


def _is_even(canvas: Canvas) -> bool:
    """Whether the sides' ways to the middle are about as long."""
    far = canvas.reached(_middle(canvas))
    ways = sorted(min((far[cell] for cell in start.cells if cell in far), default=0) for start in canvas.starts)
    return ways[0] > 0 and not differ(ways[0], ways[1])
