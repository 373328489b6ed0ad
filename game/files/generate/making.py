"""Makes one map: draws until what was written keeps the laws, which stand here too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.generate.built_maps import DUNGEON_TITLES, KEEP_TITLES, RUIN_TITLES, draw_dungeon, draw_keep, draw_ruin
from game.files.generate.canvas import Canvas, MapThing, NamedPlace, zones_of
from game.files.generate.map_writing import map_file
from game.files.generate.outdoor_maps import (
    CAMP_TITLES,
    FORD_TITLES,
    VILLAGE_TITLES,
    WOOD_ROAD_TITLES,
    draw_camp,
    draw_ford,
    draw_village,
    draw_wood_road,
)
from game.files.generate.scenery import screen_starts
from game.files.generate.seeded import SeededDraws
from game.files.tiled import Chart, check_map, read_map
from game.files.tiled.passage import SIDES, WalkGraph, sides_of
from game.spatial.field import UNIT, Cell, Field
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
    titles: Sequence[str]
    """Of maps of that kind."""
    draw: Callable[[SeededDraws, int, int], Canvas]


KINDS: Mapping[str, MapKind] = MappingProxyType(
    {
        "camp": MapKind("Camp", CAMP_TITLES, draw_camp),
        "dungeon": MapKind("Dungeon", DUNGEON_TITLES, draw_dungeon),
        "ford": MapKind("Ford", FORD_TITLES, draw_ford),
        "keep": MapKind("Keep", KEEP_TITLES, draw_keep),
        "ruin": MapKind("Ruin", RUIN_TITLES, draw_ruin),
        "village": MapKind("Village", VILLAGE_TITLES, draw_village),
        "wood-road": MapKind("Wood road", WOOD_ROAD_TITLES, draw_wood_road),
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
        canvas.title = map_title(word, kind, size)
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


def map_title(word: str, kind: str, size: str) -> str:
    """The title of a map, which is known before it is drawn."""
    return SeededDraws(f"{word}/{kind}/{size}/0/title").pick(KINDS[kind].titles)


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


# --- laws that every generated map keeps ---

APART = 5
"""The ways of two sides to the middle differ by one part of so many at most."""

SHELTER = 5
"""Steps from any open cell on the ways within which there is something to hide behind."""

LOW = UNIT // 2
"""How high a low obstacle is, in lattice steps, to be something to hide behind."""

BARRED = 2
"""Cells round one on the way that can be barred without keeping the sides apart."""

PARTS = (1, 2, 3, 4)
"""Quarters of the way at whose ends that is tried."""

BOTH = ("party", "foe")
"""The sides that start on a generated map."""

LEAST_START = 16
"""Cells on which a side starts, at least."""


def broken_laws(chart: Chart) -> Iterator[str]:
    """What a map breaks, in a few words each; nothing if a battle may be fought there."""
    field = chart.field
    for entry in check_map(chart).entries:
        if entry.severity in ("error", "warning"):
            yield f"{entry.severity}: {entry.text}"
    walk = WalkGraph(field)
    starts = {side: [cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells] for side in BOTH}
    goals = [cell for feature in field.features if feature.kind == "objective" for cell in feature.cells]
    if min(map(len, starts.values())) < LEAST_START:
        yield "a side has little room to start"
        return
    far = {side: walk.flood(cells) for side, cells in starts.items()}
    if any(cell not in far["party"] for cell in _cells(field) if walk.open(cell)):
        yield "some open ground can't be reached"
    to_middle = walk.flood(goals)
    ways = sorted(min((to_middle[cell] for cell in cells if cell in to_middle), default=0) for cells in starts.values())
    if ways[0] == 0 or differ(*ways):
        yield f"the ways to the middle are {ways[0]} and {ways[1]} steps"
    near = sheltered(field, walk)
    bare = [cell for cell in on_the_ways(far) if cell not in near]
    if bare:
        yield f"{len(bare)} cells on the ways have no cover near, such as {bare[0]}"
    narrow = narrow_pass(walk, starts["party"], starts["foe"])
    if narrow is not None:
        yield f"all ways lead past {narrow}"


def differ(shorter: int, longer: int) -> bool:
    """Whether one way is too long beside the other."""
    return APART * (longer - shorter) > longer


def on_the_ways(far: dict[str, dict[Cell, int]]) -> list[Cell]:
    """The cells that lie on a shortest way between the sides, or nearly so."""
    one, two = (far[side] for side in BOTH)
    between = {cell: one[cell] + two[cell] for cell in one if cell in two}
    shortest = min(between.values(), default=0)
    return [cell for cell, steps in between.items() if steps <= shortest + 2]


def sheltered(field: Field, walk: WalkGraph) -> dict[Cell, int]:
    """The cells from which something to hide behind is near, with the steps to it."""
    high = [terrain.height >= LOW or (terrain.blocks_move and terrain.blocks_sight) for terrain in field.palette]
    tall = {cell for cell in _cells(field) if high[field.terrain[cell[1] * field.width + cell[0]]]}
    thin = {cell for edge in field.edges if edge.kind != "portcullis" for pair in sides_of(edge) for cell in pair}
    ledges = [
        (x, y)
        for x, y in _cells(field)
        if any(
            walk.on_map((x + dx, y + dy)) and field.floor_at((x + dx, y + dy)) - field.floor_at((x, y)) >= LOW
            for dx, dy in SIDES
        )
    ]
    beside = [(x, y) for x, y in _cells(field) if any((x + dx, y + dy) in tall for dx, dy in SIDES)]
    return {cell: steps for cell, steps in walk.flood([*beside, *thin, *ledges]).items() if steps <= SHELTER}


def narrow_pass(walk: WalkGraph, one: Sequence[Cell], two: Sequence[Cell]) -> Cell | None:
    """A cell round which all ways between the sides lead, so that there are no two ways; None if there is none."""
    far = walk.flood(one)
    way = [min((cell for cell in two if cell in far), key=lambda cell: (far[cell], cell), default=two[0])]
    while far.get(way[-1], 0):
        way.append(min(walk.steps(way[-1]), key=lambda cell: (far.get(cell, len(far)), cell)))
    for part in PARTS:
        x, y = way[len(way) * part // PARTS[-1] - (part == PARTS[-1])]
        barred = {(x + dx, y + dy) for dx in range(-BARRED, BARRED + 1) for dy in range(-BARRED, BARRED + 1)}
        if barred.intersection(one) or barred.intersection(two):
            continue
        if not _meet(walk, one, two, barred):
            return x, y
    return None


def _meet(walk: WalkGraph, one: Sequence[Cell], two: Sequence[Cell], barred: set[Cell]) -> bool:
    seen, queue = {*one, *barred}, list(one)
    while queue:
        for cell in walk.steps(queue.pop()):
            if cell not in seen:
                seen.add(cell)
                queue.append(cell)
    return not seen.isdisjoint(two)


def _cells(field: Field) -> Iterator[Cell]:
    return ((x, y) for y in range(field.height) for x in range(field.width))
