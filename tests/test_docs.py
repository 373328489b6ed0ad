"""What the documentation names exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

from game.rules import ruleset

PROJECT = Path(__file__).parent.parent
DOCS = PROJECT / "docs"

ROWS = [line.split("|")[1:-1] for line in (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()[4:] if line]
PLACES = [name for *_, where in ROWS[2:] for name in re.findall(r"`([^`]+)`", where)]


@pytest.mark.parametrize("name", PLACES)
def test_what_the_glossary_names_exists(name: str) -> None:
    if name.startswith("tests/"):
        assert (PROJECT / name).is_dir()
    else:
        resolve_name(name)


def test_each_term_of_the_glossary_has_its_place_and_it_stays_short() -> None:
    assert all(len(row) == 3 and re.search(r"`[^`]+`", row[2]) for row in ROWS[2:])
    assert 20 <= len(ROWS) - 2 <= 45, "a screen, no more"


def test_the_table_of_capabilities_names_them_all() -> None:
    text = (DOCS / "capabilities.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| ([^|]+) \|", text, re.MULTILINE)
    told = {name: getattr(import_module(f"game.rules.{module}"), name) for name, module, _ in rows}
    assert set(told.values()) == {
        each for path in (PROJECT / "game" / "rules").glob("*.py") for each in capabilities(path.stem)
    }
    for name, _, adds in rows:
        members = re.findall(r"`(\w+)`", adds)
        assert members, f"{name}: what it adds is not named"
        assert all(member in vars(told[name]) | told[name].__annotations__ for member in members), name


def capabilities(module: str) -> list[type]:
    """The protocols of a module that a ruleset may answer besides ``Ruleset``."""
    found = vars(import_module(f"game.rules.{module}")).values()
    return [
        each
        for each in found
        if isinstance(each, type)
        and ruleset.Ruleset in each.__mro__[1:]
        and each.__module__ == f"game.rules.{module}"
        and getattr(each, "_is_runtime_protocol", False)
    ]
