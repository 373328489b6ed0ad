"""What tells on a map drawn for another program where its floor is: figures stand on it, doors and paths lie on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from game.files.tiled.hints import DOORS, PATHS, calls, figure_called, side_called, truth, word
from game.files.tiled.layers import LayerNote, ObjectNote
from game.files.tiled.map_objects import Things
from game.files.tiled.passage import LEAST_GROUND, rim_of
from game.files.tiled.shapes import Outline
from game.files.tiled.tmx import ParsedMap

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

    @cached_property
    def beside(self) -> list[tuple[int | None, ...]]:
        """By cell the four round it; None for one that is off the map."""
        wide, last = self.width, self.width * (self.height - 1)
        return [
            (
                index + 1 if (index + 1) % wide else None,
                index + wide if index < last else None,
                index - 1 if index % wide else None,
                index - wide if index >= wide else None,
            )
            for index in range(wide * self.height)
        ]

    def inner_doors(self, marked: Collection[int]) -> frozenset[int]:
        """The doors that have only marked cells round them, or only others: what lies on the border of the two leads
        through it and tells nothing of either. On the rim of the map it is the cell before the door that counts."""
        found = set[int]()
        for door in self.doors:
            near = self.beside[door]
            opposite = near[2:] + near[:2]
            before = [other for other, beyond in zip(near, opposite, strict=True) if beyond is None] or near
            if all((other in marked) == (door in marked) for other in before if other is not None):
                found.add(door)
        return frozenset(found)

    def lie_on(self, cells: Collection[int]) -> bool:
        """Whether a figure, a door within or a path lies on cells."""
        doors = self.inner_doors(cells)
        return any(lies(each, cells) for each in self.figures) or any(each in cells for each in self.paths | doors)

    def rim(self) -> list[int]:
        """The outermost cells."""
        return [y * self.width + x for x, y in rim_of(self.width, self.height)]


def encloses(marked: Collection[int], evidence: Evidence) -> bool:
    """Whether marked cells run round the map, and leave out one large piece of what is within."""
    rim = evidence.rim()
    left = {index for index in range(evidence.width * evidence.height) if index not in marked}
    size = max(map(len, pieces(left, evidence.beside)), default=0)
    return (
        sum(index in marked for index in rim) >= RIM * len(rim)
        and size >= LEAST_GROUND
        and size >= ONE_PIECE * len(left)
    )


Joined = Sequence[Iterable[int | None]] | Mapping[int, Iterable[int | None]]
"""By cell those that it is joined to."""


def pieces(cells: Iterable[int], near_to: Joined) -> list[list[int]]:
    """The connected parts of cells, the largest first."""
    left, found = set(cells), []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        part = [start]
        for index in part:
            near = [other for other in near_to[index] if other is not None and other in left]
            left.difference_update(near)
            part.extend(near)
        found.append(part)
    return sorted(found, key=len, reverse=True)


def lies(figure: Sequence[int], cells: Collection[int]) -> bool:
    """Whether the place of a figure lies on these cells. Where somebody may start is often drawn wider than the floor
    there, and feet are often drawn on the border of two cells: a place on both kinds tells nothing."""
    return sum(cell in cells for cell in figure) > MOSTLY * len(figure)


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
        called = (*names, layer.name) if layer.says != "solid" and not thing.klass else names
        if side_of(layer, thing) or (not _is_away(thing) and any(map(figure_called, called))):
            figures.append(indices(_standing(outline)))
            continue
        # What an object is called itself goes before what its layer is called.
        for texts in (names, () if layer.says == "solid" else (layer.name,)):
            if any(calls(text, DOORS) for text in texts):
                doors.update(indices(outline) or indices(_standing(outline)))
                break
            if any(calls(text, PATHS) for text in texts):
                paths.update(indices(outline))
                break
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
