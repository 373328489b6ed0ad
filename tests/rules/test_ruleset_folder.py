"""Rulesets of others that nobody installed: unpacked in a folder of the player's, as who has no pip needs them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import resources
from game.rules import registry
from game.rules.registry import left_out, names, ruleset, ruleset_of
from tests.content.elsewhere import HOME, battlemat, unpacked
from tests.rules.battles import forget, known_points

RULES = """
from copy import copy
from battlemat_duel import RULESET as d
RULESET = copy(d)
RULESET.name = {name!r}
"""

POINTS = "[battlemat.rulesets]\n{name} = {module}:RULESET\n"

UNPACKED_PACKAGES = registry.unpacked_packages
"""As it is, before the fixture ``duel_installed`` leaves out what is unpacked."""

PROJECT = '[project.entry-points."battlemat.rulesets"]\n{name} = "{module}:RULESET"\n'


@pytest.fixture
def folder(duel_installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a player, empty."""
    place = tmp_path / "state" / "rulesets"
    place.mkdir(parents=True)
    with monkeypatch.context() as patch:
        patch.setattr(registry, "unpacked_packages", UNPACKED_PACKAGES)
        patch.setattr(registry, "entry_points", lambda group: known_points())
        patch.setattr(resources, "user_state_path", lambda *_, **__: tmp_path / "state")
        patch.setattr(sys, "path", [*sys.path])
        forget()
        yield place
    forget()
    for name in [name for name in sys.modules if name.startswith("river_")]:
        del sys.modules[name]


def put(folder: Path, name: str, *, source: str = "", project: bool = False) -> Path:
    """A package with a module ``river_NAME`` and a ruleset of that name, as a wheel or as a repository holds it."""
    home, module = folder / f"battlemat-{name}", f"river_{name}"
    code = home / "src" if project else home
    code.mkdir(parents=True)
    (code / f"{module}.py").write_text(source or RULES.format(name=name))
    if project:
        (home / "pyproject.toml").write_text(PROJECT.format(name=name, module=module))
    else:
        told = home / f"{module}-1.0.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (told / "entry_points.txt").write_text(POINTS.format(name=name, module=module))
    return home


@pytest.mark.parametrize("project", [False, True], ids=["wheel", "repository"])
def test_what_is_unpacked_there_is_a_ruleset(folder: Path, project: bool) -> None:
    before = names()
    put(folder, "war", project=project)
    forget()
    assert set(names()) == {*before, "war"}
    assert left_out() == {}
    assert ruleset("war").title == "Duel"
    assert ruleset_of("river_war.turn") == "war"


def test_a_folder_that_is_not_there_holds_none(folder: Path) -> None:
    folder.rmdir()
    assert UNPACKED_PACKAGES() == []
    assert left_out() == {}


def test_what_is_hidden_or_made_by_python_is_passed_over(folder: Path) -> None:
    for name in (".DS_Store", "__pycache__"):
        (folder / name).mkdir()
    assert UNPACKED_PACKAGES() == []


def test_a_broken_one_is_told_by_its_folder_and_hinders_no_other(folder: Path) -> None:
    home = put(folder, "war", source="import a_package_of_elsewhere")
    put(folder, "peace")
    forget()
    assert "peace" in names() and "war" not in names()
    assert left_out() == {
        "war": "the ruleset 'war' can't be used (ModuleNotFoundError: No module named 'a_package_of_elsewhere', "
        f"in river_war.py, line 1); mend {home}, install another version of it, or remove it"
    }


def write(folder: Path, kind: str) -> None:
    """Something that is no ruleset."""
    home = folder / "odd"
    if kind == "wheel":
        home.write_bytes(b"PK")
        return
    home.mkdir()
    texts = {
        "other": '[project]\nname = "other"\n',
        "spoilt": "[project\n",
        "list": '[project]\nentry-points = "battlemat"\n',
        "number": '[project.entry-points."battlemat.rulesets"]\nodd = 3\n',
        "nowhere": '[project.entry-points."battlemat.rulesets"]\nodd = "no module"\n',
    }
    if kind in texts:
        (home / "pyproject.toml").write_text(texts[kind])
    if kind == "bytes":
        (home / "pyproject.toml").write_bytes(b"\xff\xfe\x00")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("wheel", "it is no folder; unpack it into one (a .whl is a zip)"),
        ("empty", "it holds no ruleset: neither *.dist-info nor pyproject.toml"),
        ("other", "it holds no ruleset: neither *.dist-info nor pyproject.toml"),
        ("spoilt", "it can't be read (BadToml: not valid TOML: "),
        ("list", "it can't be read (AttributeError: "),
        ("number", "it can't be read (BadToml: [project.entry-points"),
        ("nowhere", "'no module' names no object of a module"),
        ("bytes", "it can't be read (UnicodeDecodeError: "),
    ],
)
def test_what_is_no_ruleset_gets_a_sentence(folder: Path, kind: str, said: str) -> None:
    before = names()
    write(folder, kind)
    forget()
    (told,) = left_out().values()
    assert told.startswith(f"{folder / 'odd'}: {said}")
    assert names() == before, "the game goes on"


def test_a_name_that_is_taken_is_told_and_the_first_stays(folder: Path) -> None:
    put(folder, "duel")
    put(folder, "war")
    put(folder / "..", "war").rename(folder / "battlemat-war-2")
    before = sys.path[:]
    forget()
    first = folder / "battlemat-war"
    assert sorted(left_out().values()) == [
        f"{folder / 'battlemat-duel'}: battlemat_duel has a ruleset 'duel' already; remove one",
        f"{folder / 'battlemat-war-2'}: {first} has a ruleset 'war' already; remove one",
    ]
    assert ruleset("duel").__class__.__module__ == "battlemat_duel"
    assert sys.path[: len(before)] == before, "nothing of theirs is imported in place of anything else"


def test_nobody_is_ours_by_calling_itself_so(folder: Path) -> None:
    """Else it would be taken to be whole unseen, and take the place of one of ours."""
    home = put(folder, "war", source="raise OSError('broken')")
    (told,) = home.glob("*.dist-info")
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: battlemat\nVersion: 1.0\n")
    forget()
    assert set(left_out()) == {"war"}


@pytest.mark.parametrize("example", ["example", "example_zones"])
def test_the_examples_are_played_from_there_in_a_process_of_its_own(tmp_path: Path, example: str) -> None:
    """One as its wheel holds it, the other as it lies in the repository; workers find it, too."""
    home = tmp_path / "state" / "battlemat" / "rulesets" / "theirs"
    if example == "example":
        unpacked(HOME / "rulesets" / example, home)
    else:
        shutil.copytree(HOME / "rulesets" / example, home, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    rules, battle = ("duel", "gatehouse") if example == "example" else ("foray", "woodland-road")
    assert f"\n{rules}: {rules.capitalize()}\n" in "\n" + battlemat(tmp_path, "rules")
    words = ("arena", "--map", battle, "--rules", rules, "--battles", "2", "--ai", "instinct", "--jobs", "2")
    assert "2 battles" in battlemat(tmp_path, *words)
