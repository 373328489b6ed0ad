"""Rulesets of other people: found like ours, in a folder of the player's, or left out with a reason."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from types import SimpleNamespace

import pytest

from battlemat_duel import RULESET as DUEL
from game import resources
from game.rules import registry
from game.rules.registry import UnknownRuleset, left_out, names, ruleset, ruleset_of
from tests.content.test_new_ruleset import HOME, battlemat, unpacked
from tests.rules.battles import forget, known_points

OURS = tuple(sorted({point.name for point in entry_points(group=registry.GROUP)}))

FAULTS = {
    "missing": ("", "ModuleNotFoundError: No module named 'plugin_missing'"),
    "elsewhere": ("import numpie", "ModuleNotFoundError: No module named 'numpie', in plugin_elsewhere.py, line 1"),
    "syntax": ("def", "SyntaxError: invalid syntax (plugin_syntax.py, line 1)"),
    "raises": ("\nraise RuntimeError('not today')", "RuntimeError: not today, in plugin_raises.py, line 2"),
    "leaves": ("raise SystemExit('bye')", "SystemExit: bye"),
    "nothing": ("", "AttributeError: module 'plugin_nothing' has no attribute 'RULESET'"),
    "none": ("RULESET = None", "it is no ruleset: it has no name, title, places, scale, harm_word"),
    "namesake": ("from battlemat_duel import RULESET", "it calls itself 'duel'"),
    "kind": ("from battlemat_duel import Duel as RULESET", "it is no ruleset: it has no "),
    "spoilt": (
        "from copy import copy\nfrom battlemat_duel import RULESET as d\nRULESET = copy(d)\nRULESET.name = 'spoilt'\n"
        "def roster(own=''): raise OSError('no data')\nRULESET.roster = roster",
        "OSError: no data",
    ),
    "Loud": ("from battlemat_duel import RULESET", "a ruleset is called by small letters, digits, - and _"),
}
"""What a module of somebody else's holds, and what is said of it."""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One plug-in for each fault beside ours, and a good one."""
    points = [EntryPoint("duel", "battlemat_duel:RULESET", registry.GROUP)]
    for name, (text, _) in FAULTS.items():
        if name != "missing":
            (tmp_path / f"plugin_{name}.py").write_text(text)
        points.append(EntryPoint(name, f"plugin_{name}:RULESET", registry.GROUP))
    known = EntryPoints([*entry_points(group=registry.GROUP), *points])
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "entry_points", lambda group: known)
    forget()
    yield
    monkeypatch.undo()
    forget()
    for name in FAULTS:
        sys.modules.pop(f"plugin_{name}", None)


@pytest.mark.usefixtures("plugins")
def test_what_can_not_be_used_is_left_out_and_the_others_are_there() -> None:
    assert names() == tuple(sorted((*OURS, "duel")))
    assert ruleset("duel") is DUEL
    assert set(left_out()) == set(FAULTS)


@pytest.mark.usefixtures("plugins")
@pytest.mark.parametrize("name", FAULTS)
def test_why_it_is_left_out_is_told(name: str) -> None:
    with pytest.raises(UnknownRuleset) as error:
        ruleset(name)
    told = str(error.value)
    assert told.startswith(f"the ruleset {name!r} can't be used ({FAULTS[name][1]}")
    assert told.endswith(f"; mend plugin_{name}, install another version of it, or remove it")
    assert left_out()[name] == told


@pytest.mark.usefixtures("plugins")
def test_an_unknown_name_is_answered_with_those_that_can_be_used() -> None:
    with pytest.raises(UnknownRuleset) as error:
        ruleset("chess")
    assert str(error.value) == f"no ruleset is called 'chess'; there are {', '.join(names())}"


def test_nobody_takes_the_name_of_one_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = next(iter(entry_points(group=registry.GROUP)))
    stranger = EntryPoint(ours.name, "battlemat_duel:RULESET", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints([stranger, ours]))
    forget()
    try:
        assert ruleset(ours.name) is ours.load()
        assert left_out() == {}
    finally:
        monkeypatch.undo()
        forget()


def test_ours_are_not_loaded_before_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first window would wait for five games of which one is played."""

    def load(point: EntryPoint) -> object:
        raise AssertionError(f"{point.name} was loaded")

    monkeypatch.setattr(registry, "entry_points", lambda group: entry_points(group=group))
    monkeypatch.setattr(EntryPoint, "load", load)
    forget()
    try:
        assert names() == OURS
    finally:
        monkeypatch.undo()
        forget()


def test_one_of_ours_that_is_damaged_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EntryPoint, "load", lambda point: SimpleNamespace(name=point.name))
    forget()
    monkeypatch.setattr(registry, "_sources", registry._sources.__wrapped__)  # nor what it has found meanwhile
    try:
        with pytest.raises(UnknownRuleset, match=r"it is no ruleset: it has no title, .* mend battlemat"):
            ruleset.__wrapped__(OURS[0])  # what another thread has loaded meanwhile is no matter
    finally:
        monkeypatch.undo()
        forget()


# --- Rulesets of others that nobody installed: unpacked in a folder of the player's, as who has no pip needs them ---

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
