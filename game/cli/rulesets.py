"""The commands about rulesets: what they have is told, and a small one is written that can be played, to be changed.

What is written is one of the shipped examples under another name.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple

from game.cli.requests import NewRulesetCommand, RulesCommand
from game.files.atomic import reserved
from game.files.errors import BadFile
from game.play.crash import DONE, CrashReporter
from game.play.output import say
from game.resources import folder
from game.rules.registry import left_out, names, rulesets_folder
from game.terminal.lookup import tell_rulesets

LONGEST = 30
"""Letters of a ruleset's name."""

KINDS = (".py", ".toml", ".md")
"""Endings of the files that an example is made of."""

_NAME = re.compile(r"[a-z]([a-z0-9_-]*[a-z0-9])?")


class Example(NamedTuple):
    """A shipped package that others are made of."""

    folder: str
    """Among what ships with the game."""
    name: str
    """What its ruleset is called."""
    places: str
    map: str
    """A shipped map to play it on."""


CELLS = Example("rulesets/example", "duel", "cells", "gatehouse")
ZONES = Example("rulesets/example_zones", "foray", "zones", "woodland-road")


def run_rules(wanted: RulesCommand, _: CrashReporter) -> int:
    """Tell of rulesets, or of a rule. Raises UnknownRuleset, and UserError for a rule that no ledger has."""
    for line in tell_rulesets(wanted.name, " ".join(wanted.rule)):
        say(line)
    return DONE


def run_new_ruleset(wanted: NewRulesetCommand, _: CrashReporter) -> int:
    """Write a package with a ruleset of that name, on zones or on cells, into a folder that is not there yet.

    Gives the exit code. Raises BadFile for a name that no ruleset can have and a folder that can't be written.
    """
    name = wanted.name
    example = ZONES if wanted.zones else CELLS
    package = dict(_written(example, name))
    place = wanted.out.expanduser() if wanted.out is not None else Path(f"battlemat-{name}")
    _put(place, package)
    say(f"{place}: {titled(name)}, a ruleset on {example.places} with {len(package)} files, ready to play")
    say(f"Install it where Battlemat is installed: pip install -e {place}; or move it into {rulesets_folder()}")
    battle = f"{example.map} --rules {name}"
    say(f"Then play it: battlemat play {battle}, battlemat text {battle},")
    say(f"battlemat arena --map {battle} --battles 20 --ai instinct")
    say(f"Its tests: pytest {place}. How to change it: {folder('rulesets') / 'README.md'}")
    return 0


def titled(name: str) -> str:
    """A name as a title: "River War" for "river-war"."""
    return " ".join(word.capitalize() for word in _words(name))


def renamed(text: str, old: str, new: str) -> str:
    """A file of the package of the ruleset ``old``, or its path, for one that is called ``new``.

    In names of modules and tests hyphens become underscores; the class, and what begins with its name, is written
    without; elsewhere the capitalised name is the title.
    """
    title, class_ = old.capitalize(), _class(new)
    text = text.replace(f"_{old}", f"_{new.replace('-', '_')}")
    text = re.sub(rf"(?<=\bclass ){title}\b|\b{title}(?=[A-Z(])", class_, text)
    return re.sub(rf"\b{old}\b", new, re.sub(rf"\b{title}\b", titled(new), text))


def _words(name: str) -> list[str]:
    return [word for word in re.split("[-_]", name) if word]


def _class(name: str) -> str:
    return "".join(word.capitalize() for word in _words(name))


def _written(example: Example, name: str) -> Iterator[tuple[Path, str]]:
    """The files of an example under another name, by their paths in the package. Raises BadFile for a bad name."""
    _check(name)
    home = folder(example.folder)
    files = [path.relative_to(home) for path in sorted(home.rglob("*")) if path.suffix in KINDS]
    shown = [path for path in files if not any(part.startswith(".") for part in path.parts)]
    for path in shown:
        text = (home / path).read_text(encoding="utf-8")
        if name != example.name and re.search(rf"\b{_class(name)}\b", text):
            raise BadFile(f"{name}: something else in a ruleset is called {_class(name)}; choose another name")
        yield Path(renamed(path.as_posix(), example.name, name)), renamed(text, example.name, name)


def _check(name: str) -> None:
    """Raise BadFile for what no new ruleset can be called."""
    if not _NAME.fullmatch(name):
        raise BadFile(f"{name!r}: a ruleset is called by small letters, digits, - and _, a letter first: river-war")
    if len(name) > LONGEST:
        raise BadFile(f"{name}: {len(name)} letters are too many for a name; take {LONGEST} at most")
    why = "is a word of Python" if iskeyword(_class(name)) else reserved(name)
    if why:
        raise BadFile(f"{name}: the name {why}; choose another")
    if name in names() or name in left_out():
        raise BadFile(f"{name}: a ruleset of that name is installed already; choose another name")


def _put(place: Path, package: dict[Path, str]) -> None:
    """Write a folder in one go: it is there with all its files, or not at all. Raises BadFile."""
    if os.path.lexists(place):
        raise BadFile(f"{place}: it is there already, and is left as it is; name another folder with --out")
    spare: Path | None = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        spare = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
        whole = spare / place.name
        for path, text in package.items():
            (whole / path).parent.mkdir(parents=True, exist_ok=True)
            (whole / path).write_text(text, encoding="utf-8", newline="\n")
        whole.rename(place)
    except (OSError, ValueError) as error:  # ValueError: a name that no folder can have
        why = getattr(error, "strerror", None) or error
        raise BadFile(f"{place}: could not be written ({why}); name another folder with --out") from error
    finally:
        if spare is not None:
            shutil.rmtree(spare, ignore_errors=True)
