"""The house as a whole: no module imports another in a circle, and every book has the same rooms."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.imports import Graph, find_circles, read_imports

ROOT = Path(__file__).parents[1]
PACKAGES = ("game", "rulesets", "tests")


@pytest.fixture(scope="module")
def graph() -> Graph:
    """Who imports whom in this repository."""
    return read_imports(ROOT, PACKAGES)


def test_no_module_imports_another_in_a_circle(graph: Graph) -> None:
    circles = find_circles(graph)
    assert not circles, "modules that can only be read together:\n" + "\n".join(f"- {each}" for each in circles)


def test_all_modules_are_looked_at(graph: Graph) -> None:
    """So that no circle is overlooked because nothing was read."""
    assert {"game.window.destinations", "game.spatial.space", "tests.test_structure"} <= set(graph)
    assert "game.window.window" in graph["game.cli.playing"], "import_module counts"
    assert "game.rules.registry" in graph["game.cli.commands"], "an import in a function counts"
    assert "game.window.loop" in graph["game.window.screens.title"]


def test_nobody_but_screens_knows_screens(graph: Graph) -> None:
    """Destinations open them by name; the pilot and the players' window have to know a battle's when they see one."""
    knowing = {
        name
        for name, imported in graph.items()
        if name.startswith("game.") and any(each.startswith("game.window.screens.") for each in imported)
    }
    others = {name for name in knowing if not name.startswith("game.window.screens.")}
    assert others == {"game.window.pilot"}
    assert "game.window.screens.battle" in graph["game.window.pilot"]


BOOKS = sorted(path.parent for path in (ROOT / "rulesets").glob("*/ledger.toml"))

ROLES = {
    "sheet": {"sheet", "roster"},
    "play": {"attack", "deployment", "events", "gear", "moving", "geometry", "turn"},
    "words": {"telling"},
    "mind": {"actions", "attacks", "damage", "model", "view"},
}
"""The rooms of a book, and what is in each under the same name in every book."""


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_every_book_has_the_same_rooms_and_one_name_for_one_role(book: Path) -> None:
    assert {path.parent.name for path in book.glob("*/*.py")} == set(ROLES)
    assert [path.name for path in book.glob("*.py")] == ["__init__.py"]
    for room, roles in ROLES.items():
        assert roles <= {path.stem for path in (book / room).glob("*.py")}, room
    menus = {"menu", "actions"} & {path.stem for path in (book / "play").glob("*.py")}
    assert menus, "what may be done stands in actions as values, or in a menu"


def write(root: Path, **files: str) -> None:
    """A package ``house`` with modules of this text."""
    (root / "house").mkdir()
    for name, text in {"__init__": "", **files}.items():
        (root / "house" / f"{name}.py").write_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "import house.attic",
        "from house import attic",
        "from house.attic import beam",
        "from . import attic",
        "from .attic import beam",
        "def climb():\n    from house import attic",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.attic import beam",
        "from importlib import import_module\nimport_module('house.attic')",
    ],
)
def test_a_circle_is_found_however_it_is_imported(tmp_path: Path, text: str) -> None:
    write(tmp_path, cellar=text, attic="from house import stairs", stairs="import os\nimport house.cellar\n")
    (circle,) = find_circles(read_imports(tmp_path, ["house"]))
    assert circle.modules == {"house.attic", "house.cellar", "house.stairs"}
    line = len(text.splitlines())
    assert str(circle) == (
        "house.attic imports house.stairs in line 1, house.stairs imports house.cellar in line 2, "
        f"house.cellar imports house.attic in line {line}"
    )


def test_what_is_read_one_after_the_other_is_no_circle(tmp_path: Path) -> None:
    write(tmp_path, __init__="from house.attic import beam", attic="from house import stairs", stairs="import os")
    assert not find_circles(read_imports(tmp_path, ["house"]))


def test_a_knot_of_two_circles_is_told_by_its_shorter_way(tmp_path: Path) -> None:
    write(tmp_path, a="import house.b", b="import house.a\nimport house.c", c="import house.d", d="import house.a")
    (circle,) = find_circles(read_imports(tmp_path, ["house"]))
    said = "house.a imports house.b in line 1, house.b imports house.a in line 1 (with 2 more in the same knot)"
    assert str(circle) == said


def test_no_public_name_of_the_game_means_two_things() -> None:
    """Classes and aliases of types; who imports one knows from its name alone what it is."""
    homes: dict[str, list[str]] = {}
    for path in sorted((ROOT / "game").rglob("*.py")):
        for name in _types(ast.parse(path.read_text(encoding="utf-8"))):
            homes.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def _types(tree: ast.Module) -> Iterator[str]:
    """The public classes of a module, and its aliases of types but for type variables."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if isinstance(value, ast.Call) and ast.unparse(value.func) == "TypeVar":
                    continue
            case _:
                continue
        if name[0].isupper() and not name.isupper():
            yield name


def test_one_module_asks_the_system_where_files_go(graph: Graph) -> None:
    """But for what tells a desktop of the game, which writes into folders that are not the game's own."""
    asking = {name for name in graph if name.startswith("game.") and "platformdirs" in _imported(name)}
    assert asking == {"game.resources", "game.cli.desktop"}


def _imported(module: str) -> set[str]:
    path = ROOT / f"{module.replace('.', '/')}.py"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    tree = ast.parse(text) if "platformdirs" in text else ast.Module([], [])
    return {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
