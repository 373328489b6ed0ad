"""What tells on a map drawn for another program where its floor is: figures stand on it, doors and paths lie on ways.

Words deceive: there are layers called "Walkable" whose tiles are walls, and maps whose tiles are walls and whose floor
is nothing at all. So figures tell first which way a layer is meant, then ways, and words only where neither does.

By that it is decided of each layer of tiles, whatever it is called, whether it marks what is there or what is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from game.files.tiled.hints import DOORS, PATHS, calls, decorates, figure_called, side_called, truth, word
from game.files.tiled.layers import LayerNote, ObjectNote
from game.files.tiled.map_objects import Things
from game.files.tiled.passage import LEAST_GROUND, rim_of
from game.files.tiled.shapes import Outline
from game.files.tiled.tmx import ParsedMap

By = Literal["figures", "ways"]

FOOT = 0.25
"""How far above its lower rim, in cells, a figure drawn as a picture stands."""

ACTIVE = ("active", "enabled")
"""Properties whose no says that something is not there, or not yet."""

SIDE_WORDS = ("side", "team", "faction", "allegiance")
"""Properties that tell whose a start is."""

MOSTLY = 0.75
"""More than this share of the place of a figure must lie on cells of one kind."""

RIM, ONE_PIECE = 0.8, 0.6
"""The share of the outermost cells that have a mark where marks enclose what has none; and the share that the largest
piece is of that."""

CROWD = 100
"""Tiles of a layer that is called like figures, from which on it is something else."""


@dataclass(frozen=True)
class Evidence:
    """Cells of a map that are likely to be floor, as indices row by row."""

    width: int
    height: int
    figures: tuple[tuple[int, ...], ...] = ()
    """For everybody who stands somewhere, or starts there: the cells of that place."""
    doors: frozenset[int] = frozenset()
    """Cells of doors, exits and warps. Many lie in a wall or beyond the rim of the floor, and tell nothing there."""
    paths: frozenset[int] = frozenset()
    """Cells of roads and patrols."""

    def beside(self, index: int) -> Iterator[int | None]:
        """The four cells round one; None for one that is off the map."""
        y, x = divmod(index, self.width)
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            on = 0 <= x + dx < self.width and 0 <= y + dy < self.height
            yield (y + dy) * self.width + x + dx if on else None

    def around(self, index: int) -> Iterator[int]:
        """The cells that touch one, at a corner too."""
        y0, x0 = divmod(index, self.width)
        for y in range(max(0, y0 - 1), min(self.height, y0 + 2)):
            for x in range(max(0, x0 - 1), min(self.width, x0 + 2)):
                yield y * self.width + x

    def inner_doors(self, marked: Collection[int]) -> frozenset[int]:
        """The doors that have only marked cells round them, or only others: what lies on the border of the two leads
        through it and tells nothing of either. On the rim of the map it is the cell before the door that counts."""
        return frozenset(
            door for door in self.doors if all((near in marked) == (door in marked) for near in self._before(door))
        )

    def lie_on(self, cells: Collection[int]) -> bool:
        """Whether a figure, a door within or a path lies on cells."""
        doors = self.inner_doors(cells)
        return any(_lies(each, cells) for each in self.figures) or any(each in cells for each in self.paths | doors)

    def rim(self) -> list[int]:
        """The outermost cells."""
        return [y * self.width + x for x, y in rim_of(self.width, self.height)]

    def _before(self, door: int) -> list[int]:
        """The cells from which one comes to a door."""
        near = list(self.beside(door))
        inner = [other for other, opposite in zip(near, near[2:] + near[:2], strict=True) if opposite is None]
        return [other for other in inner or near if other is not None]


@dataclass(frozen=True)
class FloorEvidence:
    """Whether the floor is what is marked, or what is not, and what tells it."""

    floor: Literal["marked", "rest"]
    by: By
    count: int
    """How many figures, or cells of ways, lie there."""


def verdict(marked: Collection[int], rest: Collection[int], evidence: Evidence) -> FloorEvidence | None:
    """What evidence says of marked cells and the ``rest``: more than twice as much on one as on the other. None if it
    says nothing."""
    inside = sum(_lies(figure, marked) for figure in evidence.figures)
    outside = sum(_lies(figure, rest) for figure in evidence.figures)
    found = _weighed(inside, outside, "figures")
    if found is None:
        ways = evidence.paths | evidence.inner_doors(marked)
        found = _weighed(sum(cell in marked for cell in ways), sum(cell in rest for cell in ways), "ways")
    return found


def encloses(marked: Collection[int], evidence: Evidence) -> bool:
    """Whether marked cells run round the map, and leave out one large piece of what is within."""
    rim = evidence.rim()
    left = {index for index in range(evidence.width * evidence.height) if index not in marked}
    size = largest(left, evidence)
    return (
        sum(index in marked for index in rim) >= RIM * len(rim)
        and size >= LEAST_GROUND
        and size >= ONE_PIECE * len(left)
    )


def pieces(cells: Iterable[int], near_to: Callable[[int], Iterable[int | None]]) -> list[list[int]]:
    """The connected parts of cells, the largest first; ``near_to`` gives the cells that a cell is joined to."""
    left, found = set(cells), []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        part = [start]
        for index in part:
            near = [other for other in near_to(index) if other is not None and other in left]
            left.difference_update(near)
            part.extend(near)
        found.append(part)
    return sorted(found, key=len, reverse=True)


def largest(cells: Iterable[int], evidence: Evidence) -> int:
    """How many cells the largest connected part of these has."""
    return max(map(len, pieces(cells, evidence.beside)), default=0)


def _lies(figure: Sequence[int], cells: Collection[int]) -> bool:
    """Whether the place of a figure lies on these cells. Where somebody may start is often drawn wider than the floor
    there, and feet are often drawn on the border of two cells: a place on both kinds tells nothing."""
    return sum(cell in cells for cell in figure) > MOSTLY * len(figure)


def _weighed(inside: int, outside: int, by: By) -> FloorEvidence | None:
    if inside > 2 * outside:
        return FloorEvidence("marked", by, inside)
    return FloorEvidence("rest", by, outside) if outside > 2 * inside else None


def evidence_of(parsed: ParsedMap, things: Things) -> Evidence:
    """All that stands on a map or leads over it, by what it is called."""
    width, height = parsed.repaired.width, parsed.repaired.height

    def indices(outline: Outline) -> tuple[int, ...]:
        return tuple(y * width + x for x, y in outline.touched(width, height))

    figures = [tuple(y * width + x for x, y in spawn.cells) for spawn in things.spawns]
    doors: set[int] = set()
    paths: set[int] = set()
    for layer, thing, outline in things.foreign:
        names = thing.klass, thing.name
        if _stands(layer, thing):
            figures.append(indices(_standing(outline)))
        elif any(calls(text, DOORS) for text in names):
            doors.update(indices(outline) or indices(_standing(outline)))
        elif any(calls(text, PATHS) for text in names):
            paths.update(indices(outline))
        elif layer.says != "solid" and calls(layer.name, DOORS):
            doors.update(indices(outline) or indices(_standing(outline)))
        elif layer.says != "solid" and calls(layer.name, PATHS):
            paths.update(indices(outline))
    for layer in parsed.repaired.layers:
        figures += [(index,) for index in standing_tiles(layer, parsed.grids.get(layer.id, ()))]
    return Evidence(width, height, tuple(figure for figure in figures if figure), frozenset(doors), frozenset(paths))


def _standing(outline: Outline) -> Outline:
    """Where a figure stands: a picture on its feet, one smaller than a cell where its middle is, others all over."""
    if outline.shape == "tile":
        feet = max(y for _, y in outline.points) - FOOT
        return Outline("point", ((outline.middle()[0], feet),), outline.pixel)
    xs, ys = [x for x, _ in outline.points], [y for _, y in outline.points]
    small = max(xs) - min(xs) <= 1 and max(ys) - min(ys) <= 1
    return Outline("point", (outline.middle(),), outline.pixel) if small or not outline.area else outline


def _stands(layer: LayerNote, thing: ObjectNote) -> bool:
    """Whether an object is somebody, or a start, and there at all."""
    called = [thing.klass, thing.name, *([layer.name] if layer.says != "solid" and not thing.klass else [])]
    return bool(side_of(layer, thing)) or (not _is_away(thing) and any(map(figure_called, called)))


def _is_away(thing: ObjectNote) -> bool:
    return any(word(name) in ACTIVE and truth(entry) is False for name, entry in thing.properties.items())


def side_of(layer: LayerNote, thing: ObjectNote) -> str:
    """Whose an object is, by property, class, name and the name of its layer: party, foe, "any" for a start of whoever;
    the first that tells a side, or else that tells a start."""
    if _is_away(thing):
        return ""
    said = [entry.text for name, entry in thing.properties.items() if word(name) in SIDE_WORDS]
    told = [side_called(text) for text in (thing.klass, thing.name)]
    if any(told):
        told = [*map(side_called, said), *told]
    if layer.says != "solid" and (not thing.klass or told[0] == "any"):
        told.append(side_called(layer.name))
    return next((side for side in told if side in ("party", "foe")), "any" if "any" in told else "")


def standing_tiles(layer: LayerNote, grid: Sequence[int]) -> list[int]:
    """The cells of a layer of tiles that is called like figures: each of its tiles is one."""
    if layer.says or not figure_called(layer.name):
        return []
    found = [index for index, gid in enumerate(grid) if gid]
    return found if len(found) <= CROWD else []


FULL = 0.95
"""The share of the drawn cells from which a layer counts as one that fills every cell."""

INVERSE = 0.25
"""The share of the drawn cells that a layer must fill to be taken for the floor when sides start on it."""

FEW = 4
"""Of two kinds of tiles the one with this many times less evidence is no floor."""


@dataclass(frozen=True)
class LayerMarks:
    """What a layer says of cells."""

    blocked: frozenset[int] = frozenset()
    floor: frozenset[int] = frozenset()
    """Where one walks; nowhere else, if this is not empty."""
    guess: str = ""
    """What was made of it that its name does not say."""
    inverse: bool = False
    """Whether it is meant the other way than it is called."""


def of_walls(
    name: str, kinds: Mapping[int, Hashable], drawn: Collection[int], every: Collection[int], evidence: Evidence
) -> LayerMarks:
    """Of a layer that is called like walls: what it marks blocks, or what it leaves out if its tiles are the floor.

    ``kinds``: by cell, which tile lies there; ``drawn``: the cells with a tile in other layers.
    """
    filled = frozenset(kinds)
    if _full(filled, drawn):
        return _rarer(name, kinds, evidence)
    told = verdict(filled, frozenset(every) - filled, evidence)
    if told and told.floor == "marked" and len(filled) >= INVERSE * len(drawn):
        return LayerMarks(
            frozenset(drawn) - filled,
            guess=f"the layer {name!r} is called like walls, but sides, doors or paths lie on it: what it leaves out "
            "blocks",
            inverse=True,
        )
    return LayerMarks(filled)


def of_floor(
    name: str, kinds: Mapping[int, Hashable], drawn: Collection[int], every: Collection[int], evidence: Evidence
) -> LayerMarks:
    """Of a layer that is called like floor: one walks on what it marks, or on what it leaves out if its tiles are
    walls."""
    filled = frozenset(kinds)
    if _full(filled, drawn):
        told = _kinds_of_floor(kinds, evidence)
        if not told or told >= set(kinds.values()):
            return LayerMarks(floor=filled)
        return LayerMarks(
            floor=frozenset(index for index, kind in kinds.items() if kind in told),
            guess=f"the layer {name!r} fills every cell: what sides, doors or paths lie on is floor, and the rest "
            "blocks",
        )
    told_way = verdict(filled, frozenset(every) - filled, evidence)
    if told_way and told_way.floor == "rest":
        why = "sides, doors or paths lie where it has no tile"
    elif not told_way and encloses(filled, evidence):
        why = "it runs round the map and leaves out one large piece within"
    else:
        why = ""
    if why:
        return LayerMarks(
            filled, guess=f"the layer {name!r} is called like floor, but {why}: what it marks blocks", inverse=True
        )
    return LayerMarks(floor=filled)


def _full(filled: Collection[int], drawn: Collection[int]) -> bool:
    return bool(filled) and len(set(filled) & set(drawn)) >= FULL * len(drawn)


def _rarer(name: str, kinds: Mapping[int, Hashable], evidence: Evidence) -> LayerMarks:
    """Of a layer of walls that fills every cell, what does not look like floor: all tiles but the commonest, or but
    those that sides, doors and paths lie on."""
    counts = Counter(kinds.values())
    if len(counts) == 1:
        return LayerMarks(guess=f"the layer {name!r} has the same tile in every cell, so nothing is made of its name")
    told = _kinds_of_floor(kinds, evidence)
    said = "what sides, doors or paths lie on is floor" if told else "its commonest tile is taken for floor"
    if not told or len(told) == len(counts):
        told = {max(counts, key=lambda kind: (counts[kind], str(kind)))}
    return LayerMarks(
        frozenset(index for index, kind in kinds.items() if kind not in told),
        guess=f"the layer {name!r} fills every cell: {said}, and the rest blocks",
    )


def _kinds_of_floor(kinds: Mapping[int, Hashable], evidence: Evidence) -> set[Hashable]:
    """The tiles that figures stand on, or if there are none, that ways lie on; without those that hardly any does."""
    votes = Counter(kind for figure in evidence.figures if (kind := _kind_below(figure, kinds)) is not None)
    if not votes:
        places = [cell for cell in evidence.paths if cell in kinds]
        for door in evidence.doors.intersection(kinds):
            round_it = [near for near in evidence.beside(door) if near is not None]
            if len(round_it) == 4 and all(kinds.get(near) == kinds[door] for near in round_it):
                places.append(door)
        votes = Counter(kinds[place] for place in places)
    return {kind for kind, count in votes.items() if count * FEW >= max(votes.values())}


def _kind_below(figure: Sequence[int], kinds: Mapping[int, Hashable]) -> Hashable | None:
    """The tile that a figure stands on; None where its place lies on several or on none."""
    counts = Counter(kinds.get(cell) for cell in figure)
    return next((kind for kind, count in counts.items() if count > MOSTLY * len(figure)), None)


def walls_on_emptiness(layers: Sequence[tuple[LayerNote, Sequence[int]]], evidence: Evidence) -> frozenset[int]:
    """The cells with a tile, if the floor is what has none: figures stand there, or the tiles enclose it.

    ``layers`` with their tiles, row by row; what only decorates is no wall.
    """
    every = set(range(evidence.width * evidence.height))
    drawn = {index for _, grid in layers for index, gid in enumerate(grid) if gid}
    empty = every - drawn
    told = verdict(drawn, empty, evidence)
    if not (told.floor == "rest" if told else encloses(drawn, evidence) and len(drawn) < len(empty)):
        return frozenset()
    walls = [grid for layer, grid in layers if layer.role not in ("decor", "above") and not decorates(layer.name)]
    return frozenset(index for grid in walls for index, gid in enumerate(grid) if gid)
