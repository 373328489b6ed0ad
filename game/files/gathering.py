"""What a scenario reads, and where each file of it lies in a copy that reads the same.

Nothing in the files is rewritten: every file keeps its place as the others see it. So the copy holds as many of the
folders above the scenario as its references climb, and no more.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from game import resources
from game.files.errors import BadFile
from game.files.scenario import Scenario, read_scenario
from game.files.sources import VECTORS, FoundFile, Sources
from game.files.tiled import Chart, read_map
from game.files.zips import same_for_some, unfit


@dataclass(frozen=True)
class Gathered:
    """A scenario with everything that it reads."""

    scenario: Scenario
    chart: Chart
    name: str
    """The path of the scenario in the copy."""
    files: dict[str, Path]
    """All files, the scenario too: by their path in the copy, sorted, where they are."""


def gather(path: Path) -> Gathered:
    """Read a scenario and its map, and tell which files that took. Raises BadFile.

    The game's own sprites stay where they are, for whoever gets the copy has them, and so do its tilesets where a map
    names them by a path that leads out of all its folders.
    """
    path = path.resolve()
    scenario = read_scenario(path)
    chart = read_map(scenario.map)
    allowed = [PurePosixPath(root.as_posix()) for root in Sources(path, "scenario").roots]
    placed: dict[PurePosixPath, Path] = {_pure(path): path}
    for place, file in _places(path.parent, (*scenario.named, *chart.named)):
        if any(place.is_relative_to(root) for root in allowed):
            placed[place] = file
        elif not _is_shipped(file):
            raise BadFile(f"{path.name}: {file.name} is reached by a link; put the file itself beside the map")
    top = PurePosixPath(posixpath.commonpath([place.parent for place in placed]))
    spelled: dict[str, str] = {}
    files: dict[str, Path] = {}
    for place, file in sorted(placed.items()):
        name = _as_first_spelled(place.relative_to(top), spelled)
        why = unfit(name)
        if why:
            raise BadFile(f"{path.name}: the name {name!r} {why}; rename the file, and what names it")
        if files.setdefault(name, file) != file:
            raise BadFile(f"{path.name}: two files called {name!r} differ in capitals only; rename one of them")
    return Gathered(scenario, chart, _as_first_spelled(_pure(path).relative_to(top), spelled), files)


def _places(home: Path, named: tuple[FoundFile, ...]) -> Iterator[tuple[PurePosixPath, Path]]:
    """Where each file lies as those see it that name it, each of them in the place that it has itself."""
    seen_from: dict[Path, list[PurePosixPath]] = {home: [_pure(home)]}
    for each in named:
        if each.path.suffix.lower() == VECTORS:
            continue
        for base in tuple(seen_from.get(each.base, ())):
            place = PurePosixPath(posixpath.normpath(base / each.reference))
            yield place, each.path
            known = seen_from.setdefault(each.path.parent, [])
            if place.parent not in known:
                known.append(place.parent)


def _pure(path: Path) -> PurePosixPath:
    return PurePosixPath(path.as_posix())


def _is_shipped(file: Path) -> bool:
    return any(file.is_relative_to(folder().resolve()) for folder in (resources.maps, resources.sprites))


def _as_first_spelled(path: PurePosixPath, spelled: dict[str, str]) -> str:
    """A path with each part as it was spelled first: systems that make no difference of capitals have one of them."""
    found = ""
    for part in path.parts:
        found = f"{found}/{part}" if found else part
        found = spelled.setdefault(same_for_some(found), found)
    return found
