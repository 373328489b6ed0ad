"""Doors, levers and what lies on the ground: what is within reach of somebody, and what could be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from game.kit.telling import the
from game.rules.dice import is_dice
from game.rules.events import ThingPlaced
from game.rules.questions import Option
from game.rules.setup import dread
from game.rules.state import N, S, State, Thing
from game.rules.table import AnyBoard, Board, Table
from game.spatial.field import Cell, Edge, Feature, Field
from game.spatial.places import OnBorder, Place, ZonePlace
from game.spatial.space import Space
from game.spatial.zones import Zones

T = TypeVar("T")
P = TypeVar("P")


NOTHING: Mapping[str, Any] = {}

OPERATIONS = ("open ", "close ", "force ", "pull ")
"""How the keys of what could be done with doors and levers begin."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that could be done with a door or a lever. Whether somebody can, and at what cost, the rules say."""

    verb: Literal["open", "close", "force", "pull"]
    id: str
    """Of the door or lever."""
    edge: str
    """Edge that it opens or shuts."""
    opens: bool
    kind: str
    """door, portcullis or lever"""
    name: str
    """Name on the map, or its kind."""
    place: Place
    cost: str
    """Cost by the map; "" if it says nothing."""
    locked: bool = False
    """Whether the door was locked when the battle began."""

    def option(self, value: T, how: str = "") -> Option[T]:
        """The option to do it; ``how`` is said after its label, such as ": STR save"."""
        if self.verb == "pull":
            return Option(self.key, value, f"Pull {the(self.name)}{how}", place=self.place)
        verb, locked = self.verb.capitalize(), "locked" if self.verb == "force" else ""
        label, short = f"{verb} {the(self.name, locked)}{how}", f"{verb} the {self.kind}"
        return Option(self.key, value, label, place=self.place, short=short)

    @property
    def key(self) -> str:
        """The key of the option to do it."""
        return f"{self.verb} {self.id}"


def at_doors(board: AnyBoard, doors: Iterable[tuple[Edge, Place]]) -> Iterator[Operation]:
    """Operations on doors, each at the place where a menu shows it; a lever's portcullis obeys no hand."""
    levered = {f.linked for f in board.setup.field.features if f.kind == "lever"}
    for door, place in doors:
        if door.kind == "portcullis" and door.id in levered:
            continue
        is_open, locked, name = door.id in board.space.open_edges, door.state == "locked", door.name or door.kind
        verb: Literal["open", "close", "force"] = "close" if is_open else "force" if locked else "open"
        yield Operation(verb, door.id, door.id, not is_open, door.kind, name, place, door.cost, locked)


def at_levers(board: AnyBoard, levers: Iterable[tuple[Feature, Place]]) -> Iterator[Operation]:
    """Operations on levers, if they move anything."""
    for lever, place in levers:
        if lever.kind == "lever" and lever.linked:
            opens = lever.linked not in board.space.open_edges
            yield Operation("pull", lever.id, lever.linked, opens, lever.kind, lever.name or "lever", place, lever.cost)


# ------------------------------------------------------------------ within reach


def doors_beside(space: Space, at: Cell, size: int) -> list[tuple[Edge, Cell]]:
    """Doors and portcullises on the sides of a body's cells, by their ids."""
    found: dict[str, Edge] = {}
    for x, y in space.footprint(at, size):
        for beyond in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            edge = space.edge_between((x, y), beyond)
            if edge is not None and edge.kind in ("door", "portcullis"):
                found[edge.id] = edge
    return [(found[key], found[key].a) for key in sorted(found)]


def opened(board: Board[S, N, P], edge: str) -> Board[S, N, P]:
    """The same moment with a door or gate open."""
    state = board.state
    return board.moment(replace(state, open_edges=tuple(sorted({*state.open_edges, edge}))))


def at_hand(space: Space, at: Cell, size: int, cell: Cell) -> bool:
    """Whether a cell is at most one from a body, with nothing between; what is built into a wall is so all round."""
    if space.distance(at, cell, size, 1) > 1:
        return False
    return space.sees(at, cell, size, 1) or not space.standable(cell)


def things_at_hand(
    board: Board[Any, Any, Cell], at: Cell, size: int, known: Callable[[Thing[Cell]], T | None]
) -> list[tuple[Thing[Cell], T]]:
    """Things on the ground within a body's reach, each with what it is; without what the book has no use for."""
    found = ((thing, known(thing)) for thing in board.state.things.values())
    return [(thing, item) for thing, item in found if item is not None and at_hand(board.space, at, size, thing.at)]


def features_beside(space: Space, at: Cell, size: int) -> Iterator[tuple[Feature, Cell]]:
    """The features of cells that are at hand for a body, each once."""
    seen: set[str] = set()
    for x, y in space.footprint(at, size):
        for near in [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]:
            if not space.inside(near) or not at_hand(space, at, size, near):
                continue
            for feature in space.features_at(near):
                if feature.id not in seen:
                    seen.add(feature.id)
                    yield feature, near


def doors_around(zones: Zones, field: Field, at: ZonePlace) -> Iterator[tuple[Edge, Place]]:
    """Doors of a border, or of all borders of a zone."""
    edges: Mapping[str, Edge] = {edge.id: edge for edge in field.edges}
    for border in [at] if isinstance(at, OnBorder) else zones.borders(at):
        for door in zones.crossing(border).doors:
            yield edges[door], border


def features_around(zones: Zones, at: ZonePlace) -> Iterator[tuple[Feature, Place]]:
    """The features of a zone, or of both zones of a border."""
    for zone in zones.zones_of(at):
        for feature in zones.area(zone).features:
            yield feature, zone


def hurts(feature: Feature) -> bool:
    """Whether a feature is a fire or a trap that hurts; a place of horror hurts nobody."""
    return feature.kind == "fire" or (feature.kind == "trap" and not dread(feature.strength))


def hazard_dice(hazard: Feature, usual: str) -> str:
    """The dice with which a fire or a trap of the map hurts: its strength if that is dice, else what is ``usual``.

    Empty for what hurts nobody.
    """
    if not hurts(hazard):
        return ""
    return hazard.strength if is_dice(hazard.strength) else usual


# ------------------------------------------------------------------ on the ground


def lay_down(
    table: Table[Any, Any],
    key: str,
    at: Place,
    marks: Mapping[str, int],
    sign: str,
    own: Mapping[str, Any] = NOTHING,
) -> None:
    """Something lies on the ground, under an id of its own: its key in the data, a ``sign`` and a number.

    ``own``: in what it differs from its kind there.
    """
    state: State[Any, Any] = table.state
    number = 1
    while f"{key}{sign}{number}" in state.things:
        number += 1
    table.emit(ThingPlaced(f"{key}{sign}{number}", key, at, dict(marks), dict(own)))
