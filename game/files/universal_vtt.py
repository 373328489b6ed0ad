"""Universal VTT: one JSON file with a picture of a map, its walls, doors and lights, as drawing programs write it.

Lengths are in cells, points in the file's own coordinates, of which ``resolution.map_origin`` is the picture's top left
corner. The file is data from strangers: it is read with limits, and everything in it is checked before it is used.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from game.files.bounded_reading import MB, in_words, read_bytes
from game.files.entries import Faults, placed_fault
from game.files.errors import BadFile

UNIVERSAL_VTT = (".dd2vtt", ".uvtt", ".df2vtt")
"""Endings of such files: one format, whichever program wrote it."""

LARGEST = 60 * MB
"""The largest file: a picture as large as any that is drawn takes a third more in letters."""

PICTURE = 32 * MB
"""The largest picture in it, unpacked from its letters."""

MOST_PARTS = 400_000
"""Points, lines and everything else in brackets that a file may have."""

FARTHEST = 100_000.0
"""The greatest coordinate or length, in cells."""

FINEST = 4096.0
"""The most pixels along a cell."""

T = TypeVar("T", bound=msgspec.Struct)

_ANEW = "export the map anew as Universal VTT"


class GridPoint(msgspec.Struct, frozen=True):
    """A point, in cells."""

    x: float
    y: float


class MapResolution(msgspec.Struct, frozen=True):
    """How large the map is, and how its picture fits to its cells."""

    map_size: GridPoint
    """In cells."""
    pixels_per_grid: float
    map_origin: GridPoint = GridPoint(0.0, 0.0)


class MapPortal(msgspec.Struct, frozen=True):
    """A door or window in a wall, or standing free."""

    position: GridPoint | None = None
    bounds: tuple[GridPoint, ...] = ()
    """Its two ends."""
    rotation: float = 0.0
    """Radians; how it lies, where it has no ends."""
    closed: bool = True
    locked: bool = False
    """Only files of ours say so."""
    type: str | None = None
    """What it is, where the file says so: in files of ours a kind of edge, in others perhaps “window”."""


class MapLight(msgspec.Struct, frozen=True):
    """A lamp, a fire, a hole in the roof."""

    position: GridPoint
    range: float = 0.0
    """In cells."""


Line = tuple[GridPoint, ...]


class UniversalVtt(msgspec.Struct, frozen=True):
    """One file. What else is in it is for programs that draw."""

    resolution: MapResolution
    line_of_sight: tuple[Line, ...] | None = ()
    """Walls; one that ends where it begins is closed."""
    objects_line_of_sight: tuple[Line, ...] | None = ()
    """Outlines of things that hide what is behind them."""
    portals: tuple[MapPortal, ...] | None = ()
    lights: tuple[MapLight, ...] | None = ()
    image: str | None = None
    """The picture, in base64 (``picture_in``)."""


class _Pictured(msgspec.Struct):
    image: str | None = None


def is_universal_vtt(path: Path) -> bool:
    """Whether a file is one by its name."""
    return path.suffix.lower() in UNIVERSAL_VTT


def read_universal_vtt(path: Path) -> UniversalVtt:
    """What a file says of its map. Raises BadFile with the field, counted from 1, and what to do about it."""
    found = _decoded(path, UniversalVtt)
    faults = Faults(path)
    size, pixels = found.resolution.map_size, found.resolution.pixels_per_grid
    if not (size.x >= 1 and size.y >= 1):
        faults.add("resolution.map_size", f"{size.x:g} x {size.y:g} cells are no map; {_ANEW}, with a size in cells")
    if not 1 <= pixels <= FINEST:
        faults.add("resolution.pixels_per_grid", f"{pixels:g} px; write how many pixels a cell has, 1 to {FINEST:g}")
    for where, number in _lengths(found):
        if not abs(number) <= FARTHEST:
            faults.add(where, f"{number:g} lies farther off than any map reaches ({FARTHEST:,.0f} cells); {_ANEW}")
    faults.settle()
    return found


def picture_in(path: Path) -> bytes:
    """The bytes of a file's picture. Raises BadFile if it has none, or one that can't be had."""
    image = _decoded(path, _Pictured).image
    if not image:
        raise BadFile(f"{path.name}: image: there is no picture in the file; {_ANEW}, with its picture")
    text = image.partition(",")[2] if image.startswith("data:") else image
    if len(text) * 3 // 4 > PICTURE + 3:
        said = f"the picture has {in_words(len(text) * 3 // 4)}; at most {in_words(PICTURE)} are read: make it smaller"
        raise BadFile(f"{path.name}: image: {said}")
    try:
        return binascii.a2b_base64(text)
    except ValueError as error:  # binascii.Error is one
        raise BadFile(f"{path.name}: image: no picture in base64 ({error}); {_ANEW}") from error


def _decoded(path: Path, kind: type[T]) -> T:
    data = read_bytes(path, LARGEST).removeprefix(b"\xef\xbb\xbf")
    # Each takes far more memory than its few letters in the file; what stands in base64 has none of these.
    if data.count(b"{") + data.count(b"[") > MOST_PARTS:
        raise BadFile(f"{path.name}: it has more than {MOST_PARTS:,} points and lines; draw its walls more simply")
    try:
        return msgspec.json.decode(data, type=kind, strict=False)
    except msgspec.ValidationError as error:
        where, what = placed_fault(error)
        raise BadFile(f"{path.name}: {where or 'the file'}: {what}; {_ANEW}") from error
    except (ValueError, RecursionError) as error:  # no JSON, no UTF-8, nested too deeply
        raise BadFile(f"{path.name}: this is no JSON ({error}), as Universal VTT is; {_ANEW}") from error


def _lengths(found: UniversalVtt) -> Iterator[tuple[str, float]]:
    """Every length and coordinate, with its field."""
    resolution = found.resolution
    yield from _of_points("resolution", (("map_size", resolution.map_size), ("map_origin", resolution.map_origin)))
    for name in ("line_of_sight", "objects_line_of_sight"):
        lines: tuple[Line, ...] = getattr(found, name) or ()
        for number, line in enumerate(lines, 1):
            for at, point in enumerate(line, 1):
                yield f"{name}[{number}][{at}].x", point.x
                yield f"{name}[{number}][{at}].y", point.y
    for number, portal in enumerate(found.portals or (), 1):
        ends = tuple((f"bounds[{at}]", point) for at, point in enumerate(portal.bounds, 1))
        place = (("position", portal.position),) if portal.position is not None else ()
        yield from _of_points(f"portals[{number}]", (*place, *ends))
        yield f"portals[{number}].rotation", portal.rotation
    for number, light in enumerate(found.lights or (), 1):
        yield from _of_points(f"lights[{number}]", (("position", light.position),))
        yield f"lights[{number}].range", light.range


def _of_points(where: str, points: Iterable[tuple[str, GridPoint]]) -> Iterator[tuple[str, float]]:
    for name, point in points:
        yield f"{where}.{name}.x", point.x
        yield f"{where}.{name}.y", point.y
