"""Cuts ground into zones where nobody has drawn any: at doors and necks first, then into compact pieces.

Three passes, each the same for the same map whatever the order of its objects. Necks: a way one or two cells wide, with
no way round it close by, is cut where it opens into something wider. Pieces: ground wider than a zone is cut along the
straight line that crosses least for what it parts. Crumbs: pieces too small to be a place join a neighbour. Ties are
settled by what a mirrored map would say too, as far as that goes: even halves, then the cut nearer the map's middle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from game.spatial.land import Land, SideKind

WIDE: Final = 5
"""Cells along the side of the largest square zone."""

LONG, SLIM = 6, 16
"""A narrow zone may be as long as the first, if it has no more cells than the second."""

WHOLE: Final = 30
"""A room of its own, no longer than LONG, stays whole up to so many cells."""

SMALL: Final = 4
"""Fewer cells than this are a crumb."""

THIN: Final = 9
"""Fewer cells than this join a neighbour if the two together are still compact."""

_WEIGHT: dict[SideKind, int] = {"open": 4, "low": 1}
"""Cost of cutting through a side: low walls, steps and the rims of difficult ground ask to be cut along."""

_PLAIN: Final = _WEIGHT["open"]

_AROUND: Final = 8
"""A way round this many cells long makes a narrow way no neck."""

_NEAR: Final = 3
"""Steps from a neck within which its two sides are looked at."""


_Chord = tuple[tuple[int, int], ...]


class _Ground(NamedTuple):
    """Cells and the weights of the ways between them, cuts made."""

    width: int
    middle: tuple[int, int]
    """Twice the middle of the map, column and row."""
    links: list[dict[int, int]]
    """For each cell its neighbours that one can walk to, and what cutting them off costs."""


def derive(land: Land, free: Collection[int]) -> list[tuple[int, ...]]:
    """Cut the cells ``free`` into connected zones; cells in each ascending, zones by their first cell."""
    inside = frozenset(free)
    links: list[dict[int, int]] = [{} for _ in land.stand]
    for at in sorted(inside):
        for other, side in land.around(at):
            weight = _WEIGHT.get(side.link)
            if weight and other in inside:
                links[at][other] = weight
    ground = _Ground(land.width, (land.width, land.height), links)
    necks = list(_necks(ground, inside))
    cut: list[dict[int, int]] = [dict(ways) for ways in links]
    for chord in necks:
        for a, b in chord:
            cut[a].pop(b, None)
            cut[b].pop(a, None)
    rooms = _parts(cut, inside)
    pieces = [piece for room in rooms for piece in _pieces(ground._replace(links=cut), room)]
    return sorted(tuple(sorted(zone)) for zone in _gather(ground, pieces))


# --- necks ---


def _necks(ground: _Ground, inside: frozenset[int]) -> Iterator[_Chord]:
    """Narrow ways, just where they open into something wider: the sides that a cut goes through."""
    chords = list(_chords(ground, inside))
    length = {side: len(chord) for chord in chords for side in chord}
    for chord in chords:
        if len(chord) > 2:
            continue
        one, two = [a for a, _ in chord], [b for _, b in chord]
        step = two[0] - one[0]
        behind = max(length.get((a - step, a), 0) for a in one), max(length.get((b, b + step), 0) for b in two)
        if all(0 < wide <= len(chord) for wide in behind):
            continue  # as narrow before as after
        here = _nearby(ground, one, chord, _AROUND)
        if any(b in here for b in two):
            continue
        first = sum(far <= _NEAR for far in here.values())
        second = len(_nearby(ground, two, chord, _NEAR))
        room, ante = (8, 3) if len(chord) == 1 else (13, 6)
        if max(first, second) >= room and min(first, second) >= ante:
            yield chord


def _chords(ground: _Ground, inside: frozenset[int]) -> Iterator[_Chord]:
    """Every straight row of sides from wall to wall that a walker can cross; of long ones the first three."""
    w, links = ground.width, ground.links
    for across, along in ((1, w), (w, 1)):
        for a in sorted(inside):
            b = a + across
            if b not in links[a] or (along == 1 and a % w and _joined(links, a - 1, b - 1, a, b)):
                continue
            if along == w and a >= w and _joined(links, a - w, b - w, a, b):
                continue
            chord = [(a, b)]
            while len(chord) < 3:
                c, d = chord[-1][0] + along, chord[-1][1] + along
                if c >= len(links) or not _joined(links, c, d, *chord[-1]):
                    break
                chord.append((c, d))
            yield tuple(chord)


def _joined(links: list[dict[int, int]], c: int, d: int, a: int, b: int) -> bool:
    """Whether the side between ``c`` and ``d`` goes on in the one between ``a`` and ``b``."""
    return d in links[c] and (a in links[c] or b in links[d])


def _nearby(ground: _Ground, start: Iterable[int], chord: _Chord, limit: int) -> dict[int, int]:
    """Cells within ``limit`` steps that are reached without crossing the chord, and how far they are."""
    barred = {*chord, *((b, a) for a, b in chord)}
    far = dict.fromkeys(start, 0)
    queue = deque(far)
    while queue:
        at = queue.popleft()
        if far[at] == limit:
            break
        for other in ground.links[at]:
            if other not in far and (at, other) not in barred:
                far[other] = far[at] + 1
                queue.append(other)
    return far


# --- pieces ---


class _Cut(NamedTuple):
    """A straight cut; the least is the best."""

    price: Fraction
    uneven: int
    off_middle: int
    down: bool
    line: int


def _pieces(ground: _Ground, room: list[int]) -> Iterator[list[int]]:
    waiting = [room]
    while waiting:
        piece = waiting.pop()
        cut = _best_cut(ground, piece, WHOLE if piece is room else SLIM)
        if cut is None:
            yield piece
            continue
        w = ground.width
        before = frozenset(at for at in piece if (at // w if cut.down else at % w) < cut.line)
        after = frozenset(piece) - before
        waiting += _parts(ground.links, before)
        waiting += _parts(ground.links, after)


def _best_cut(ground: _Ground, piece: list[int], most: int) -> _Cut | None:
    """The straight line that crosses least for what it parts; None if the piece is a zone as it is.

    ``most``: cells that it may have if it is longer than WIDE.
    """
    w = ground.width
    inside = frozenset(piece)
    left, right, top, bottom = _bounds(piece, w)
    compact = _compact(len(piece), right - left + 1, bottom - top + 1, most)
    best: _Cut | None = None
    for down, first, last in ((False, left, right), (True, top, bottom)):
        if first == last:
            continue
        step = w if down else 1
        cells, crossed = [0] * (last + 2), [0] * (last + 2)
        for at in piece:
            place = at // w if down else at % w
            cells[place] += 1
            weight = ground.links[at].get(at + step)
            if weight and at + step in inside:
                crossed[place + 1] += weight
        before = 0
        for line in range(first + 1, last + 1):
            before += cells[line - 1]
            after = len(piece) - before
            one, two = _count(line - first), _count(last + 1 - line)
            slab = min(Fraction(before, one), Fraction(after, two))
            if compact and (crossed[line] > _PLAIN or min(before, after) < 6):
                continue
            price = Fraction(crossed[line] ** 2) / slab
            middle = abs(2 * line - ground.middle[down])
            cut = _Cut(price, abs(before - after), middle, down, line)
            if best is None or cut < best:
                best = cut
    return best


def _count(length: int) -> int:
    """How many zones a stretch of ground becomes."""
    return -(-length // WIDE)


def _compact(cells: int, wide: int, high: int, most: int = SLIM) -> bool:
    """Whether ground of that extent is a zone."""
    return max(wide, high) <= WIDE or (max(wide, high) <= LONG and cells <= most)


def _bounds(cells: Collection[int], width: int) -> tuple[int, int, int, int]:
    """First and last column, first and last row."""
    columns = [at % width for at in cells]
    return min(columns), max(columns), min(cells) // width, max(cells) // width


def _parts(links: list[dict[int, int]], cells: frozenset[int]) -> list[list[int]]:
    """Connected parts, by their first cell, cells ascending."""
    left = set(cells)
    found = []
    for at in sorted(cells):
        if at not in left:
            continue
        left.discard(at)
        part, queue = [at], [at]
        while queue:
            for other in links[queue.pop()]:
                if other in left:
                    left.discard(other)
                    part.append(other)
                    queue.append(other)
        found.append(sorted(part))
    return found


# --- crumbs ---


def _gather(ground: _Ground, pieces: list[list[int]]) -> list[list[int]]:
    """Join pieces that are too small to be a place, smallest first, to the neighbour they share most with."""
    zones = {min(piece): piece for piece in pieces}
    owner = {at: first for first, piece in zones.items() for at in piece}
    stuck: set[int] = set()

    def rank(first: int) -> tuple[int, int, int]:
        return len(zones[first]), _from_middle(ground, zones[first]), first

    small = [rank(first) for first, piece in zones.items() if len(piece) < THIN]
    heapify(small)
    while small:
        size, _, first = heappop(small)
        if first in stuck or len(zones.get(first, ())) != size:
            continue  # it found no partner, or has grown or gone since
        other = _best_neighbour(ground, zones, owner, first)
        if other is None:
            stuck.add(first)
            continue
        joined = sorted(zones.pop(first) + zones.pop(other))
        zones[joined[0]] = joined
        stuck -= {first, other}
        for at in joined:
            owner[at] = joined[0]
        # Whoever found no partner may find one in the joined zone.
        again = {owner[there] for at in joined for there in ground.links[at]} & stuck
        stuck -= again
        for one in (joined[0], *sorted(again)):
            if len(zones[one]) < THIN:
                heappush(small, rank(one))
    return list(zones.values())


def _best_neighbour(ground: _Ground, zones: dict[int, list[int]], owner: dict[int, int], first: int) -> int | None:
    piece = zones[first]
    shared: dict[int, int] = {}
    for at in piece:
        for there, weight in ground.links[at].items():
            if owner[there] != first:
                shared[owner[there]] = shared.get(owner[there], 0) + weight
    # Of three cells a dead end is a crumb, and a stretch of corridor is not.
    crumb = len(piece) < SMALL - (len(shared) > 1)
    best: tuple[tuple[int, ...], int] | None = None
    for other, weight in shared.items():
        both = piece + zones[other]
        left, right, top, bottom = _bounds(both, ground.width)
        wide, high = right - left + 1, bottom - top + 1
        # A doorway through a thick wall may make its room longer than a zone is else.
        if not _compact(len(both), wide, high) and not (crumb and max(wide, high) <= WIDE + 2):
            continue
        if weight <= _PLAIN and not crumb:
            continue
        key = (-weight, wide * high, len(both), _from_middle(ground, both), other)
        if best is None or key < best[0]:
            best = key, other
    return best[1] if best else None


def _from_middle(ground: _Ground, cells: list[int]) -> int:
    """How far a piece lies from the middle of the map, for ties: the same on a mirrored map."""
    left, right, top, bottom = _bounds(cells, ground.width)
    return abs(left + right + 1 - ground.middle[0]) + abs(top + bottom + 1 - ground.middle[1])
