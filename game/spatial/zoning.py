"""Zones for maps that draw none: rooms and open ground cut at doorways and necks into compact regions.

Regions are about 3x3 to 5x5 cells, and the same every time: everything goes by rows, then columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.spatial.field import Cell, Field, Zone, ZoneKind
from game.spatial.metric import CLIMB, DROP

SPAN = 5
"""Cells along the longer side of a worked-out zone, at most."""
SMALL = 4
"""Pieces with fewer cells are joined to a neighbour if that stays compact."""

NAMES: dict[ZoneKind, str] = {"open": "Open ground", "cramped": "Nook", "passage": "Passage"}
"""What worked-out zones are called, with a number after it."""

Joined = Callable[[Cell, Cell], bool]


def worked_out(field: Field, stand: frozenset[Cell], height: Callable[[Cell], int]) -> tuple[Zone, ...]:
    """Cut the standable cells of a field into zones. Edges of every kind part zones, open or shut, and so do ledges."""
    parted: set[tuple[Cell, Cell]] = set()
    for edge in field.edges:
        (ax, ay), (bx, by) = edge.a, edge.b
        parted |= {((ax - 1, y), (ax, y)) for y in range(min(ay, by), max(ay, by))}
        parted |= {((x, ay - 1), (x, ay)) for x in range(min(ax, bx), max(ax, bx))}
    ramps = frozenset(field.ramps)

    def joined(a: Cell, b: Cell) -> bool:
        if a not in stand or b not in stand or (min(a, b), max(a, b)) in parted:
            return False
        rise = height(b) - height(a)
        return -min(CLIMB, DROP) <= rise <= min(CLIMB, DROP) or a in ramps or b in ramps

    necks = frozenset(cell for cell in stand if _is_neck(cell, joined))
    pieces = [part for ground in (stand - necks, necks) for part in pieces_of(ground, joined)]
    compact = [small for piece in pieces for small in _cut(piece, joined)]
    zones = sorted(_join_small(compact, joined), key=_first)
    return tuple(
        Zone(f"zone {n}", f"{NAMES[_kind(z, necks)]} {n}", tuple(sorted(z, key=_row)), _kind(z, necks))
        for n, z in enumerate(zones, 1)
    )


def pieces_of(cells: frozenset[Cell], joined: Joined) -> list[frozenset[Cell]]:
    """Connected pieces of some cells, in the order of their first cells."""
    left = set(cells)
    out = []
    for start in sorted(cells, key=_row):
        if start not in left:
            continue
        left.discard(start)
        piece, queue = {start}, [start]
        while queue:
            here = queue.pop()
            for there in _around(here):
                if there in left and joined(here, there):
                    left.discard(there)
                    piece.add(there)
                    queue.append(there)
        out.append(frozenset(piece))
    return out


def _row(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _first(cells: Iterable[Cell]) -> tuple[int, int]:
    return min(map(_row, cells))


def _around(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def _is_neck(cell: Cell, joined: Joined) -> bool:
    """Whether a cell lies in a passage one cell wide, with ways on both ends."""
    east, south, west, north = (joined(cell, there) for there in _around(cell))
    return (east and west and not north and not south) or (north and south and not east and not west)


def _extent(cells: Iterable[Cell]) -> tuple[int, int]:
    """Width and height of the box around some cells."""
    xs, ys = zip(*cells, strict=True)
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def _cut(cells: frozenset[Cell], joined: Joined) -> list[frozenset[Cell]]:
    """Halve a piece across its longer side until it is compact."""
    wide, high = _extent(cells)
    if max(wide, high) <= SPAN:
        return [cells]
    axis = 0 if wide >= high else 1
    start = min(cell[axis] for cell in cells)
    # Into as many equal strips as are needed, the first of them cut off here.
    length = (wide, high)[axis]
    middle = start + -(-length // 2)
    halves = (frozenset(c for c in cells if c[axis] < middle), frozenset(c for c in cells if c[axis] >= middle))
    return [small for half in halves for piece in pieces_of(half, joined) for small in _cut(piece, joined)]


def _join_small(zones: list[frozenset[Cell]], joined: Joined) -> list[frozenset[Cell]]:
    """Join pieces that are too small to the neighbour they share most sides with, as long as that stays compact."""
    kept = sorted(zones, key=lambda z: (len(z), _first(z)))
    done: list[frozenset[Cell]] = []
    while kept:
        piece = kept.pop(0)
        if len(piece) >= SMALL:
            done.append(piece)
            continue
        shared = [
            (-sum(joined(a, b) for a in piece for b in _around(a) if b in other), len(other), _first(other), other)
            for other in (*kept, *done)
            if max(_extent(piece | other)) <= SPAN + 1
        ]
        best = min((s for s in shared if s[0] < 0), default=None, key=lambda s: s[:3])
        if best is None:
            done.append(piece)
            continue
        other = best[3]
        (kept if other in kept else done).remove(other)
        kept.append(piece | other)
        kept.sort(key=lambda z: (len(z), _first(z)))
    return done


def _kind(cells: frozenset[Cell], necks: frozenset[Cell]) -> ZoneKind:
    """What a worked-out zone is called."""
    if len(cells & necks) * 2 > len(cells):
        return "passage"
    return "cramped" if len(cells) < 6 else "open"
