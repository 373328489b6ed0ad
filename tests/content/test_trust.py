"""What is promised to players: each promise has a test that is there, and some are kept by what the code lacks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guides" / "trust.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[^`]+)`", PAGE)
PROMISES = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| promised")]

NETWORK = ("socket", "ssl", "http", "urllib", "ftplib", "smtplib", "xmlrpc", "webbrowser", "requests", "aiohttp")
"""Modules by which a program reaches others."""

ASKED_FOR = {"game/lab/series/cluster.py": {"distributed"}}
"""What reaches for a network when the player says so, by file."""

CODE = ("pickle", "marshal", "shelve", "runpy", "code", "codeop", "dill", "ctypes")
"""Modules that make code or objects of data."""

RUNNERS = ("os.system", "os.popen", "os.execv", "os.execvp", "os.spawnv", "os.startfile")

CALLS = ("eval", "exec", "compile", "__import__")

PROGRAMS = {"game/cli/desktop.py", "game/window/command_job.py", "game/window/desktop.py"}
"""What runs other programs: those that tell a desktop of its files, the one that shows a folder, and the game itself
again, with the words of one of its own commands.
"""

SYSTEM = {("game/window/window_place.py", "ctypes"), ("game/window/desktop.py", "os.startfile")}
"""What else is asked of the system, with nothing of any file: whether X has a window manager; to show a folder."""


@cache
def defined_in(file: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("name", sorted(set(NAMED)))
def test_every_test_that_is_named_is_there(name: str) -> None:
    file, _, test = name.partition("::")
    assert test.startswith("test_") and test in defined_in(file)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda line: line[2:40])
def test_every_promise_names_a_test(promise: str) -> None:
    assert re.search(r"`tests/[^`]+::test_", promise)


def test_there_are_promises_of_every_sort() -> None:
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    assert len(parts) == 6 and all("| promised |" in part for part in parts)
    assert len(PROMISES) - len(parts) >= 25 - len(parts)


def imported(tree: ast.AST) -> Iterator[str]:
    """The top modules that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


@cache
def parsed() -> dict[str, ast.AST]:
    """Every file of the game and its rulesets."""
    files = (path for folder in ("game", "rulesets") for path in (ROOT / folder).rglob("*.py"))
    ours = {path.relative_to(ROOT).as_posix(): path for path in files}
    read = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in ours.items() if "/tests/" not in name}
    assert len(read) > 500
    return dict(read)


def test_the_game_reaches_for_no_network() -> None:
    wrong = {name: found for name, tree in parsed().items() if (found := set(imported(tree)) & {*NETWORK})}
    assert not wrong
    cluster = {name: {*imported(tree)} & {"distributed", "dask"} for name, tree in parsed().items()}
    assert {name: found for name, found in cluster.items() if found} == ASKED_FOR


def test_no_file_can_be_taken_for_code() -> None:
    wrong: list[str] = []
    last = {runner.rpartition(".")[2] for runner in RUNNERS}
    for name, tree in parsed().items():
        wrong += [
            f"{name}: import {module}" for module in imported(tree) if module in CODE and (name, module) not in SYSTEM
        ]
        if "subprocess" in {*imported(tree)} and name not in PROGRAMS:
            wrong.append(f"{name}: subprocess")
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                wrong.append(f"{name}:{node.lineno}: {node.func.id}")
            if not isinstance(node, ast.Attribute) or node.attr not in last:
                continue
            if ast.unparse(node) in RUNNERS and (name, ast.unparse(node)) not in SYSTEM:
                wrong.append(f"{name}:{node.lineno}: {ast.unparse(node)}")
    assert not wrong


def test_how_to_report_is_told_with_what_is_in_scope_and_what_is_not() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "Report a vulnerability" in text
    scope, beyond = text.split("## What is in scope")[1].split("## What is not")
    assert all(word in scope for word in ("maps", ".save", ".battle", ".battlemat", "scenarios", "rosters"))
    assert "Rulesets are code" in beyond


def test_the_last_figures_of_a_night_stand_with_their_day_and_commit() -> None:
    text = (ROOT / "docs" / "guides" / "nightly.md").read_text(encoding="utf-8")
    assert re.search(r"ran on \d{4}-\d\d-\d\d at commit [0-9a-f]{8}, night \d+, under Python", text)
