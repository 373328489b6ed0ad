"""The ground as zones see it, what lies between two cells, and where zones meet: doors, ledges, loopholes.

Nothing here depends on which doors are open, so that a zone keeps its number for a whole battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from game.spatial.field import UNIT, Border, BorderKind, Cell, Field
from game.spatial.metric import CLIMB
from game.spatial.paths import blocks_walking, surface
from game.spatial.solids import sides

DOORS: Final = ("door", "portcullis")

SCALABLE: Final = 3 * UNIT
"""The highest wall or ledge, in lattice steps, that a border leads over: 15 ft on the 5-ft grid. More is a wall."""

SideKind = Literal["open", "low", "door", "climb", "shut"]
"""A side between two cells: free; free but for a low wall or a step; a door; too high to walk over; solid."""


class CellBoundary(NamedTuple):
    """Thing between a cell and the one east or south of it."""

    link: SideKind
    edges: tuple[str, ...] = ()
    """The doors on it, by id."""
    rise: int = 0
    """For a climb: how high, in lattice steps."""


OPEN: Final = CellBoundary("open")
LOW: Final = CellBoundary("low")
SHUT: Final = CellBoundary("shut")


class Land(NamedTuple):
    """Cells are numbers, ``y * width + x``."""

    width: int
    height: int
    stand: list[bool]
    east: list[CellBoundary]
    """For each cell the side to its eastern neighbour; shut at the map's rim."""
    south: list[CellBoundary]

    def cell(self, at: int) -> Cell:
        """The column and row of a cell's number."""
        return at % self.width, at // self.width

    def around(self, at: int) -> Iterator[tuple[int, CellBoundary]]:
        """The neighbours of a cell and the sides between: east, south, west, north."""
        w = self.width
        if (at + 1) % w:
            yield at + 1, self.east[at]
        if at + w < len(self.stand):
            yield at + w, self.south[at]
        if at % w:
            yield at - 1, self.east[at - 1]
        if at >= w:
            yield at - w, self.south[at - w]


def survey(field: Field) -> Land:
    """Look at every cell and every side of a field once."""
    w, h = field.width, field.height
    kinds = [not terrain.blocks_move for terrain in field.palette]
    stand = [kinds[n] for n in field.terrain] if field.terrain else [kinds[0]] * (w * h)
    tops = [surface(field, (x, y)) for y in range(h) for x in range(w)]
    costs = [terrain.cost > 1 for terrain in field.palette]
    slow = [costs[n] for n in field.terrain] if field.terrain else [costs[0]] * (w * h)
    ramps = {y * w + x for x, y in field.ramps}
    thin: dict[tuple[int, bool], CellBoundary] = {}
    for edge in sorted(field.edges, key=lambda one: one.id):
        for (x, y), along_x in sides(edge):
            before = (y * w + x - 1, True) if along_x else ((y - 1) * w + x, False)
            if not (0 < x < w if along_x else 0 < y < h) or not (0 <= x < w and 0 <= y < h):
                continue
            if edge.kind in DOORS:
                new = CellBoundary("door", (edge.id,))
            elif not blocks_walking(edge, CLIMB):
                new = LOW
            elif edge.kind == "low_wall" and edge.sill <= SCALABLE:
                new = CellBoundary("climb", rise=edge.sill)
            else:
                new = SHUT
            thin[before] = _worse(thin.get(before), new)

    def between(a: int, b: int, along_x: bool) -> CellBoundary:
        if not (stand[a] and stand[b]):
            return SHUT
        side = thin.get((a, along_x), OPEN)
        if side.link in ("shut", "door"):
            return side
        rise = abs(tops[a] - tops[b])
        if rise > CLIMB and a not in ramps and b not in ramps:
            return CellBoundary("climb", rise=max(rise, side.rise)) if rise <= SCALABLE else SHUT
        return LOW if side is OPEN and (rise or slow[a] != slow[b]) else side

    east = [between(n, n + 1, True) if (n + 1) % w else SHUT for n in range(w * h)]
    south = [between(n, n + w, False) if n + w < w * h else SHUT for n in range(w * h)]
    return Land(w, h, stand, east, south)


def _worse(old: CellBoundary | None, new: CellBoundary) -> CellBoundary:
    """Sum of two thin things on one side."""
    if old is None:
        return new
    if old.link == new.link == "door":
        return CellBoundary("door", (*old.edges, *new.edges))
    order: tuple[SideKind, ...] = ("open", "low", "door", "climb", "shut")
    return max(old, new, key=lambda side: (order.index(side.link), side.rise))


HOLDS: Final = 2
"""Bodies on a border."""

DOOR_HOLDS: Final = 1
"""Bodies in a door one cell wide. A gate is as wide as any border."""

ZonePair = tuple[int, int]


class Crossing(NamedTuple):
    """A border between two zones."""

    id: str
    """Made of its zones and doors, such as ``zone3|zone7 edge5``."""
    zones: ZonePair
    """Their numbers, the lower one first."""
    kind: BorderKind
    capacity: int
    sides: tuple[tuple[Cell, Cell], ...]
    """The pairs of cells that meet here, the one in the first zone first; empty if an author joined zones apart."""
    cells: tuple[Cell, ...]
    """The cells beside it on both sides, row by row."""
    doors: tuple[str, ...]
    """Ids of the edges that must all be open for it to be."""
    shut: bool
    """Whether an author drew it closed; the drawn Border's id among the open edges opens it."""
    drawn: str
    """The id of the Border an author drew here, or nothing."""
    test: str
    """Test of a crossing, in the map's words."""
    rise: int
    """For a climb: how high it is, in lattice steps."""


class _Find(NamedTuple):
    pair: ZonePair
    a: int
    b: int
    side: CellBoundary


def crossings(field: Field, land: Land, owner: Sequence[int], ids: Sequence[str]) -> tuple[Crossing, ...]:
    """Every border: by the zones it joins, then open ground before doors before climbs, then by its first cell.

    ``owner`` is the number of each cell's zone or -1, ``ids`` the zones' ids. All open sides between two zones are one
    border, each door or gate is one of its own, and a climb is one where there is no open ground.
    """
    found = _sides(land, owner)
    level = {find.pair for find in found if find.side.link in ("open", "low")}
    groups: dict[tuple[ZonePair, str], list[_Find]] = {}
    for find in found:
        match find.side.link:
            case "door":
                key = "door " + " ".join(find.side.edges)
            case "climb" if find.pair in level:
                continue
            case "climb":
                key = "rise"
            case _:
                key = ""
        groups.setdefault((find.pair, key), []).append(find)
    drawn = _drawn(field, land, owner, groups)
    made = [_crossing(land, owner, ids, pair, finds, drawn.get((pair, key))) for (pair, key), finds in groups.items()]
    made += [
        _crossing(land, owner, ids, pair, (), border)
        for (pair, key), border in drawn.items()
        if (pair, key) not in groups
    ]
    return tuple(sorted(made, key=_order))


def _order(one: Crossing) -> tuple[object, ...]:
    first = min(((y, x) for x, y in one.cells), default=(0, 0))
    return one.zones, bool(one.doors), one.rise, first, one.id


def _sides(land: Land, owner: Sequence[int]) -> list[_Find]:
    """Every side between two zones that is no wall."""
    found = []
    for at, mine in enumerate(owner):
        if mine < 0:
            continue
        for other, side in ((at + 1, land.east[at]), (at + land.width, land.south[at])):
            if side.link == "shut" or owner[other] in (mine, -1):
                continue
            a, b = (at, other) if mine < owner[other] else (other, at)
            found.append(_Find((owner[a], owner[b]), a, b, side))
    return found


def _drawn(
    field: Field, land: Land, owner: Sequence[int], groups: Mapping[tuple[ZonePair, str], Sequence[_Find]]
) -> dict[tuple[ZonePair, str], Border]:
    """Which found border each drawn one speaks for; those that match none make one, under their own id."""
    said: dict[tuple[ZonePair, str], Border] = {}
    for border in sorted(field.borders, key=lambda one: (one.at, one.id)):
        near = {y * land.width + x for x, y in border.at if 0 <= x < land.width and 0 <= y < land.height}
        met = [key for key, finds in groups.items() if any(find.a in near and find.b in near for find in finds)]
        if not met:
            touched = sorted({owner[at] for at in near} - {-1})
            met = [((touched[0], touched[1]), border.id)] if len(touched) == 2 else []
        for key in met:
            said.setdefault(key, border)
    return said


def _crossing(
    land: Land, owner: Sequence[int], ids: Sequence[str], pair: ZonePair, finds: Sequence[_Find], border: Border | None
) -> Crossing:
    link = finds[0].side.link if finds else "open"
    doors = finds[0].side.edges if finds else ()
    kind: BorderKind = "door" if link == "door" else "climb" if link == "climb" else "open"
    if border is not None and border.kind != "open":
        kind = border.kind
    narrow = kind == "door" and len(finds) <= 1
    sides = tuple((land.cell(find.a), land.cell(find.b)) for find in finds)
    # Cells of a Border that joins zones apart: those of them that belong to the two.
    apart = [(x, y) for x, y in border.at if owner[y * land.width + x] in pair] if border and not finds else []
    name = (f"{ids[pair[0]]}|{ids[pair[1]]}", *doors, *((border.id,) if border and not finds else ()))
    return Crossing(
        id=" ".join(name),
        zones=pair,
        kind=kind,
        capacity=(border.capacity if border else 0) or (DOOR_HOLDS if narrow else HOLDS),
        sides=sides,
        cells=tuple(sorted({cell for side in sides for cell in side} or set(apart), key=lambda cell: cell[::-1])),
        doors=doors,
        shut=bool(border and border.closed),
        drawn=border.id if border else "",
        test=border.test if border else "",
        rise=max((find.side.rise for find in finds), default=0),
    )


def loopholes(field: Field, land: Land, owner: Sequence[int]) -> tuple[ZonePair, ...]:
    """Zones that things fly between where nobody walks: over crates and water, through slits and windows, off cliffs.

    Told of what is one cell thick at most. Whether one sees through there is another question.
    """
    w = land.width
    solid = {side for edge in field.edges if edge.kind in ("wall", "door") for side in sides(edge)}
    found: set[ZonePair] = set()

    def join(a: int, b: int) -> None:
        if -1 not in (owner[a], owner[b]) and owner[a] != owner[b]:
            found.add((min(owner[a], owner[b]), max(owner[a], owner[b])))

    def shut(a: int, b: int) -> bool:
        return (land.cell(b), b == a + 1) in solid

    for at in range(len(owner)):
        x, y = land.cell(at)
        for step, last in ((1, x + 1 == w), (w, y + 1 == land.height)):
            if not last and not shut(at, at + step):
                join(at, at + step)
        terrain = field.at((x, y))
        if land.stand[at] or (terrain.blocks_sight and not terrain.gap):
            continue
        for step, rim in ((1, x in (0, w - 1)), (w, y in (0, land.height - 1))):
            through = not terrain.blocks_sight or (terrain.gap_axis == "x") == (step == 1)
            if through and not rim and not shut(at - step, at) and not shut(at, at + step):
                join(at - step, at + step)
    return tuple(sorted(found))
