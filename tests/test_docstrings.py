"""What a public function raises by itself stands in its docstring, by the class's name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path
    for package in ("game", "rulesets")
    for path in (ROOT / package).rglob("*.py")
    if "tests" not in path.relative_to(ROOT).parts
)
UNTOLD = ("NotImplementedError", "AssertionError")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def public(body: list[ast.stmt]) -> Iterator[Function]:
    """Functions and methods of public classes that others may call, those that are called by a sign too."""
    for statement in body:
        if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
            yield from public(statement.body)
        elif isinstance(statement, Function):
            name = statement.name
            if not name.startswith("_") or (name.startswith("__") and name.endswith("__")):
                yield statement


def class_of(error: ast.expr) -> str:
    """What is raised, by the class's name; "" where a function makes it or a variable holds it."""
    made = error.func if isinstance(error, ast.Call) else error
    name = made.attr if isinstance(made, ast.Attribute) else made.id if isinstance(made, ast.Name) else ""
    return name if name[:1].isupper() else ""


def caught_by(handlers: list[ast.ExceptHandler]) -> set[str]:
    """The classes that are named by handlers."""
    kinds = [handler.type for handler in handlers if handler.type is not None]
    return {class_of(each) for kind in kinds for each in (kind.elts if isinstance(kind, ast.Tuple) else [kind])}


def raised(nodes: list[ast.stmt], caught: frozenset[str] = frozenset()) -> Iterator[str]:
    """What statements raise themselves and do not catch again; what is raised anew as it came is not counted."""
    for node in nodes:
        if isinstance(node, ast.Raise) and node.exc is not None and class_of(node.exc) not in caught:
            yield class_of(node.exc)
        elif isinstance(node, ast.Try):
            yield from raised(node.body, caught | caught_by(node.handlers))
            for handler in node.handlers:
                yield from raised(handler.body, caught)
            yield from raised([*node.orelse, *node.finalbody], caught)
        elif not isinstance(node, Function | ast.ClassDef):
            for name in ("body", "orelse"):
                yield from raised(getattr(node, name, []), caught)
            for case in getattr(node, "cases", []):
                yield from raised(case.body, caught)


def untold(text: str) -> list[str]:
    """Functions of a module with what they raise and don't tell: by name, or with "Raises" where it has none here."""
    found = []
    for function in public(ast.parse(text).body):
        doc = ast.get_docstring(function) or ""
        for error in raised(function.body):
            if error not in UNTOLD and (error or "Raise") not in doc:
                found.append(f"{function.name}, line {function.lineno}: {error or 'an error'}")
    return found


def test_what_is_raised_is_told() -> None:
    found = [f"{path.relative_to(ROOT)}: {each}" for path in FILES for each in untold(path.read_text(encoding="utf-8"))]
    assert not found, "not in the docstring:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('"""Raises KeyError."""\n raise KeyError', []),
        ('"""Raises KeyError."""\n raise ValueError(1)', ["f, line 1: ValueError"]),
        ("raise errors.Bad()", ["f, line 1: Bad"]),
        ("raise bad()", ["f, line 1: an error"]),
        ('"""Raises what went wrong."""\n raise bad()', []),
        ("try:\n  raise KeyError\n except (KeyError, ValueError):\n  raise", []),
        ("try:\n  pass\n except KeyError:\n  raise ValueError from None", ["f, line 1: ValueError"]),
        ("while a:\n  if b:\n   pass\n  else:\n   raise ValueError", ["f, line 1: ValueError"]),
        ("match a:\n  case b:\n   with c:\n    raise ValueError", ["f, line 1: ValueError"]),
        ("def g():\n  raise ValueError", []),
        ("raise NotImplementedError", []),
    ],
)
def test_what_is_not_told_is_found(body: str, found: list[str]) -> None:
    assert untold(f"def f():\n {body}\n") == found
    assert not untold(f"def _f():\n {body}\n")
    assert untold(f"class C:\n def f():\n  {body.replace(chr(10), chr(10) + ' ')}\n") == [
        each.replace("line 1", "line 2") for each in found
    ]
