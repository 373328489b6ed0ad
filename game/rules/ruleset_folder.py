"""Rulesets of others that are not installed but lie in a folder of the player's, each in a folder of its own.

The bundle of the game has no pip. What lies in such a folder is what a wheel or a repository holds: a wheel says by its
``*.dist-info`` which rulesets there are, a repository by its ``pyproject.toml``.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from typing import Any

from game.own_folder import own_folder
from game.rules.toml import BadToml, parse
from game.user_error import UserError

SOURCES = "src"
"""Where a repository may have its packages, instead of beside its ``pyproject.toml``."""


class BadPackage(UserError):
    """What lies in the folder of rulesets is none that can be read; the text says which, why and what to do."""


def rulesets_folder() -> Path:
    """The folder in which unpacked rulesets of others are looked for; it need not be there."""
    return own_folder("rulesets")


def unpacked_packages() -> list[Path]:
    """What lies in that folder, by name, but for what is hidden or made by Python."""
    try:
        found = sorted(rulesets_folder().iterdir())
    except OSError:
        return []
    return [path for path in found if not path.name.startswith((".", "_"))]


def entry_points_of(package: Path, group: str) -> list[EntryPoint]:
    """The entry points of a group that an unpacked package has, in no distribution. Raises BadPackage."""
    if not package.is_dir():
        raise BadPackage(f"{package}: it is no folder; unpack it into one (a .whl is a zip), or take it away")
    try:
        told = _by_wheel(package, group) or _by_repository(package, group)
    except Exception as error:  # whatever a stranger's files hold
        raise BadPackage(f"{package}: it can't be read ({type(error).__name__}: {error}); unpack it again") from error
    points = [EntryPoint(name, value, group) for name, value in told.items()]
    if not points:
        raise BadPackage(
            f"{package}: it holds no ruleset: neither *.dist-info nor pyproject.toml in it has entry points "
            f'"{group}"; put there what a wheel or a repository of one holds, or take it away'
        )
    for point in points:
        if not point.pattern.match(point.value):
            raise BadPackage(f"{package}: {point.value!r} names no object of a module; mend its entry points")
    return points


def code_of(package: Path) -> Path:
    """The folder that an unpacked package is imported from."""
    below = package / SOURCES
    return below if (package / "pyproject.toml").is_file() and below.is_dir() else package


def _by_wheel(package: Path, group: str) -> dict[str, str]:
    """Name and value of the entry points by the metadata of what is unpacked there."""
    found = (point for each in distributions(path=[str(package)]) for point in each.entry_points)
    return {point.name: point.value for point in found if point.group == group}


def _by_repository(package: Path, group: str) -> dict[str, str]:
    """The same by the project's own file. Raises BadToml."""
    path = package / "pyproject.toml"
    if not path.is_file():
        return {}
    project: Any = parse(path.read_text(encoding="utf-8"))
    told = project.get("project", {}).get("entry-points", {}).get(group, {})
    if not isinstance(told, dict) or not all(isinstance(value, str) for value in told.values()):
        raise BadToml(f'[project.entry-points."{group}"] is to have names with texts')
    return told
