"""What is round somebody in words, for those who can't look at the board: ground, walls, doors, others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.play.place_names import place_names
from game.play.speech import name_of, whereabouts
from game.rules.events import Id
from game.rules.questions import Family, Impossible
from game.spatial.field import Cell, Edge
from game.spatial.places import as_cell
from game.spatial.space import Space
from game.terminal.choices import family_of
from game.terminal.telling import Telling
from game.terminal.text_map import EDGE_SIGNS, FEATURE_SIGNS

WINDS: Mapping[str, Cell] = {
    "North": (0, -1),
    "North-east": (1, -1),
    "East": (1, 0),
    "South-east": (1, 1),
    "South": (0, 1),
    "South-west": (-1, 1),
    "West": (-1, 0),
    "North-west": (-1, -1),
}
"""The eight ways, as steps across and down."""

FARTHEST = 20
"""Cells that are told of each way."""

NEAREST = 8
"""Doors and the like that are told of, the nearest ones."""


def tell_around(telling: Telling, about: str) -> Iterator[str]:
    """What lies each way from whoever is asked, and the doors; or with a move's verb, where it leads nearest to each.

    Raises Impossible where nobody is asked, for zones, and for what is no verb.
    """
    who = telling.question.who
    if who is None:
        raise Impossible("`around` tells of the one who acts; here nobody does.")
    if telling.match.ruleset.places != "cells":
        raise Impossible("`around` tells of cells; in this battle `zones` tells what lies beside what.")
    if about:
        family = family_of(telling.current, about)
        if family is None:
            verbs = ", ".join(family.verb for family in telling.current.families) or "none now"
            raise Impossible(f"`around` takes one of the moves ({verbs}), not {about!r}.")
        yield from _nearest_to_each(telling, family, who)
        return
    space, bodies = telling.known.space, _bodies(telling)
    names = {each: name_of(telling.match, each) for each in telling.seen()}
    here, size = as_cell(telling.known.now(who).at), telling.match.ruleset.standing(telling.known, who).size
    for name, way in WINDS.items():
        yield f"{name}: {_along(space, bodies, names, _start(here, size, way), way, who)}"
    yield from _doors_and_features(telling, who)


def _start(at: Cell, size: int, way: Cell) -> Cell:
    """The cell of a body from which one looks a way: that on its rim."""
    edge = {-1: 0, 0: (size - 1) // 2, 1: size - 1}
    return at[0] + edge[way[0]], at[1] + edge[way[1]]


def _bodies(telling: Telling) -> dict[Cell, Id]:
    """Who stands in which cell, of all whom the person at the screen knows of."""
    found: dict[Cell, Id] = {}
    for who in telling.seen():
        x, y = as_cell(telling.known.now(who).at)
        size = telling.match.ruleset.standing(telling.known, who).size
        found |= {(x + dx, y + dy): who for dx in range(size) for dy in range(size)}
    return found


def _along(space: Space, bodies: Mapping[Cell, Id], names: Mapping[Id, str], at: Cell, way: Cell, who: Id) -> str:
    """How far the ground is free, what it is like, and what ends it."""
    free, notes = 0, []
    while free < FARTHEST:
        then = at[0] + way[0], at[1] + way[1]
        edge = space.edge_between(at, then)
        opened = edge is not None and edge.id in space.open_edges
        end = _end(space, at, then, edge if not opened else None)
        if not end and bodies.get(then, who) != who:
            end = names[bodies[then]]
        if end:
            break
        free += 1
        if edge is not None:
            notes.append(f"an open {edge.kind} after {free - 1}")
        ground = space.field.at(then)
        if ground.cost > 1 and not any("difficult" in note for note in notes):
            notes.append(f"difficult ground at {free}")
        if space.field.floor_at(then) != space.field.floor_at(at):
            notes.append(f"{'up' if space.field.floor_at(then) > space.field.floor_at(at) else 'down'} at {free}")
        at = then
    else:
        end = "more of it"
    told = f"{free or 'no'} step{'s' * (free > 1)}"
    return f"{', '.join((told, *notes))}, then {end}"


def _end(space: Space, at: Cell, then: Cell, edge: Edge | None) -> str:
    """What keeps a body from stepping there; nothing if nothing does."""
    if not space.inside(then):
        return "the end of the map"
    if edge is not None:
        return EDGE_SIGNS[edge.kind][2]
    ground = space.field.at(then)
    if ground.blocks_move or ground.blocks_sight:
        return "a wall" if ground.blocks_sight else ground.name
    return "" if space.step_ok(at, then) else "no way through"


def _doors_and_features(telling: Telling, who: Id) -> Iterator[str]:
    """Doors, gates and marked places with where they are from somebody, the nearest first."""
    space, ruleset, known = telling.known.space, telling.match.ruleset, telling.known
    here = as_cell(known.now(who).at)
    found: list[tuple[int, str, Cell]] = []
    for edge in space.field.edges:
        if edge.kind in ("door", "portcullis"):
            name = f"open {edge.kind}" if edge.id in space.open_edges else EDGE_SIGNS[edge.kind][2]
            cell = edge.a[0], edge.a[1]
            found.append((space.distance(here, cell), name, cell))
    for feature in space.field.features:
        if feature.kind in FEATURE_SIGNS and feature.cells:
            cell = min(feature.cells, key=lambda each: (space.distance(here, each), each))
            found.append((space.distance(here, cell), FEATURE_SIGNS[feature.kind][1], cell))
    places = place_names(ruleset, known)
    for _, name, cell in sorted(found)[:NEAREST]:
        yield f"{name[0].upper()}{name[1:]}: {whereabouts(ruleset, known, who, cell)}, at {places.told(cell)}"


def _nearest_to_each(telling: Telling, family: Family[object], who: Id) -> Iterator[str]:
    """Of the cells that a move leads to, the one nearest to everybody else who is known of."""
    space, known, ruleset = telling.known.space, telling.known, telling.match.ruleset
    for other in telling.seen():
        if other == who:
            continue
        at, size = as_cell(known.now(other).at), ruleset.standing(known, other).size
        cell = min(map(as_cell, family.places), key=lambda each: (space.distance(each, at, 1, size), each))
        apart = space.distance(cell, at, 1, size)
        beside = "beside" if apart == 1 else f"{apart} cells from"
        yield f"{family.key(cell)}: {beside} {name_of(telling.match, other)}"
