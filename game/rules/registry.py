"""Finds rulesets: ours and other people's come through the same entry points, installed or unpacked in a folder.

The bundle of the game has no pip. What lies in such a folder is what a wheel or a repository holds: a wheel says by its
``*.dist-info`` which rulesets there are, a repository by its ``pyproject.toml``.

One of other people's that can't be loaded, or is no ruleset, is left out: the game goes on with the others and says so.
"""

from __future__ import annotations

import re
import sys
import traceback
from functools import cache
from importlib.metadata import EntryPoint, distributions, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from game.display_text import LONGEST_NAME, one_line, shortened
from game.resources import PACKAGE, own_folder
from game.rules.ruleset import AnyRuleset, Ruleset
from game.rules.toml import BadToml, parse
from game.user_error import UserError, suggest

SOURCES = "src"
"""Where a repository may have its packages, instead of beside its ``pyproject.toml``."""


class BadPackage(UserError):
    """Unreadable package in the folder of rulesets; the text says which, why and what to do."""


def rulesets_folder() -> Path:
    """The folder in which unpacked rulesets of others are looked for; it need not be there."""
    return own_folder("rulesets")


def unpacked_packages() -> list[Path]:
    """Packages in that folder, by name, but for what is hidden or made by Python."""
    try:
        found = sorted(rulesets_folder().iterdir())
    except OSError:
        return []
    return [path for path in found if not path.name.startswith((".", "_"))]


def entry_points_of(package: Path) -> list[EntryPoint]:
    """The entry points that an unpacked package has, in no distribution. Raises BadPackage."""
    if not package.is_dir():
        raise BadPackage(f"{package}: it is no folder; unpack it into one (a .whl is a zip), or take it away")
    try:
        told = _by_wheel(package) or _by_repository(package)
    except Exception as error:  # whatever a stranger's files hold
        raise BadPackage(f"{package}: it can't be read ({type(error).__name__}: {error}); unpack it again") from error
    points = [EntryPoint(name, value, GROUP) for name, value in told.items()]
    if not points:
        raise BadPackage(
            f"{package}: it holds no ruleset: neither *.dist-info nor pyproject.toml in it has entry points "
            f'"{GROUP}"; put there what a wheel or a repository of one holds, or take it away'
        )
    for point in points:
        if not point.pattern.match(point.value):
            raise BadPackage(f"{package}: {point.value!r} names no object of a module; mend its entry points")
    return points


def code_of(package: Path) -> Path:
    """The folder that an unpacked package is imported from."""
    below = package / SOURCES
    return below if (package / "pyproject.toml").is_file() and below.is_dir() else package


def _by_wheel(package: Path) -> dict[str, str]:
    """Name and value of the entry points by the metadata of what is unpacked there."""
    found = (point for each in distributions(path=[str(package)]) for point in each.entry_points)
    return {point.name: point.value for point in found if point.group == GROUP}


def _by_repository(package: Path) -> dict[str, str]:
    """The same by the project's own file. Raises BadToml."""
    path = package / "pyproject.toml"
    if not path.is_file():
        return {}
    project: Any = parse(path.read_text(encoding="utf-8"))
    told = project.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if not isinstance(told, dict) or not all(isinstance(value, str) for value in told.values()):
        raise BadToml(f'[project.entry-points."{GROUP}"] is to have names with texts')
    return told


GROUP = "battlemat.rulesets"

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""Names that a ruleset may have: its name goes into names of files."""

_MEMBERS = tuple(name for name in (*Ruleset.__annotations__, *vars(Ruleset)) if not name.startswith("_"))


class UnknownRuleset(UserError):
    """No installed ruleset has that name, or the one that has can't be used."""


class RulesetLine(NamedTuple):
    """A line of code of a ruleset."""

    ruleset: str
    file: str
    """Its name without folders."""
    number: int
    """From 1."""


class _Source(NamedTuple):
    point: EntryPoint
    package: str
    """The distribution, the module or the folder that it is in."""
    ours: bool
    """Whether it comes with the game."""


class _Sources(NamedTuple):
    """All rulesets by name; and what lies among the unpacked ones and is none, by path with the reason."""

    found: dict[str, _Source]
    faults: dict[str, str]


@cache
def names() -> tuple[str, ...]:
    """Names of the rulesets that are there and not left out, in alphabetical order."""
    left = left_out()
    return tuple(sorted(name for name in _sources().found if name not in left))


@cache
def left_out() -> dict[str, str]:
    """Rulesets of others that are there and can't be used, by name or path, each with the reason.

    Rulesets of others are loaded for it; those that come with the game are taken to be whole until they are asked for.
    """
    found = dict(_sources().faults)
    for name, source in _sources().found.items():
        if not source.ours:
            try:
                ruleset(name)
            except UnknownRuleset as error:
                found[name] = str(error)
    return found


@cache
def ruleset(name: str) -> AnyRuleset:
    """The ruleset of that name. Raises UnknownRuleset."""
    source = _sources().found.get(name)
    if source is None:
        raise UnknownRuleset(f"no ruleset is called {name!r}; {suggest(name, names())}")
    try:
        found = source.point.load()
        fault = _fault(found, name) or ("" if source.ours else _fault_in_data(found))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's module does while it is imported
        fault = shortened(one_line(f"{type(error).__name__}: {error}"), LONGEST_NAME)
        if not isinstance(error, UserError | SyntaxError) and (line := line_in_ruleset(error)):  # these two say it
            fault += f", in {line.file}, line {line.number}"
    if fault:
        raise UnknownRuleset(
            f"the ruleset {name!r} can't be used ({fault}); mend {source.package}, install another version of it, "
            "or remove it"
        )
    whole: AnyRuleset = found
    return whole


def line_in_ruleset(error: BaseException) -> RulesetLine | None:
    """The innermost line of a ruleset of somebody else's that an error comes from; None if it passed through none."""
    found: RulesetLine | None = None
    for frame, number in traceback.walk_tb(error.__traceback__):
        if name := ruleset_of(frame.f_globals.get("__name__", "")):
            found = RulesetLine(name, Path(frame.f_code.co_filename).name, number)
    return found


def ruleset_of(module: str) -> str | None:
    """The name of the ruleset of somebody else's that a module belongs to; None for all others."""
    for name, source in _sources().found.items():
        if not source.ours and f"{module}.".startswith(f"{source.point.module}."):
            return name
    return None


@cache
def _sources() -> _Sources:
    """Where two have one name, the game's own is taken, else what is installed, else the first by its folder's name.

    Code of unpacked rulesets is imported from behind all else, so that it takes no module's place.
    """
    found: dict[str, _Source] = {}
    faults = {}
    for source in sorted(map(_installed, entry_points(group=GROUP)), key=lambda each: not each.ours):
        found.setdefault(source.point.name, source)
    for folder in unpacked_packages():
        try:
            points = entry_points_of(folder)
        except BadPackage as error:
            faults[str(folder)] = str(error)
            continue
        if str(code_of(folder)) not in sys.path:
            sys.path.append(str(code_of(folder)))
        for point in points:
            known = found.setdefault(point.name, _Source(point, str(folder), ours=False))
            if known.package != str(folder):
                faults[str(folder)] = f"{folder}: {known.package} has a ruleset {point.name!r} already; remove one"
    return _Sources(found, faults)


def _installed(point: EntryPoint) -> _Source:
    package = point.dist.name if point.dist is not None else ""  # read from the package's file anew each time
    return _Source(point, package or point.module, package == PACKAGE)


def _fault(found: object, name: str) -> str:
    """Fault that keeps an object from being the ruleset of that name; nothing if it is one."""
    lacking = [member for member in _MEMBERS if not hasattr(found, member)]
    if lacking:
        return f"it is no ruleset: it has no {', '.join(lacking[:5])}"
    if not _NAME.fullmatch(name):
        return "a ruleset is called by small letters, digits, - and _"
    called = getattr(found, "name", None)
    return "" if called == name else f"it calls itself {called!r}"


def _fault_in_data(found: AnyRuleset) -> str:
    """Fault in what every list of rulesets asks for; nothing if there is none."""
    told = (found.title, found.data_hash, *found.roster().values(), *found.parties())
    return "" if all(isinstance(each, str) for each in told) else "it is no ruleset: its titles are no texts"
