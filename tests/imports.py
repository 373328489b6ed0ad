"""Who imports whom, read from the source wherever in a file it stands, and the circles that this makes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Graph = Mapping[str, Mapping[str, int]]
"""By module: the modules it imports, each with the line that does so first."""


@dataclass(frozen=True)
class Circle:
    """Modules that import each other, directly or through others."""

    modules: frozenset[str]
    way: tuple[tuple[str, int], ...]
    """A shortest way round: each module with the line that imports the next one, the last one's the first again."""

    def __str__(self) -> str:
        names = [name for name, _ in self.way]
        steps = [
            f"{name} imports {after} in line {line}"
            for (name, line), after in zip(self.way, [*names[1:], names[0]], strict=True)
        ]
        others = len(self.modules) - len(names)
        return ", ".join(steps) + (f" (with {others} more in the same knot)" if others else "")


def read_imports(root: Path, packages: Sequence[str]) -> Graph:
    """The imports among the modules of some packages that lie in a folder.

    Those in functions and those for the type checker count like any other, and ``import_module("…")`` too. That a
    package is loaded before its modules does not count, or each that gathers some of its modules were a circle.
    """
    files = {}
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    graph: dict[str, dict[str, int]] = {}
    for name, path in files.items():
        found = graph[name] = {}
        home = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for wanted, line in _imported(path.read_text(encoding="utf-8"), home):
            module = next((each for each in (wanted, wanted.rpartition(".")[0]) if each in files), None)
            if module is not None and module != name:
                found[module] = min(line, found.get(module, line))
    return graph


def _imported(source: str, home: str) -> Iterator[tuple[str, int]]:
    """Every name that a file in the package ``home`` imports, with its line."""
    tree = ast.parse(source)
    for node in ast.walk(tree) if "import_module" in source else _statements(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = home.rsplit(".", node.level - 1)[0] if node.level > 1 else home
            start = ".".join(part for part in (above if node.level else "", node.module) if part)
            yield from ((f"{start}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == "import_module" and isinstance(node.args[0].value, str):
                yield node.args[0].value, node.lineno


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements, without the expressions in them: most of a tree."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.expr)]


def find_circles(graph: Graph) -> list[Circle]:
    """All knots of modules that import each other, the smallest first."""
    reach = {name: _reached(graph, name) for name in graph}
    knots = {frozenset(other for other in reach[name] if name in reach[other]) for name in graph if name in reach[name]}
    return [Circle(knot, _way_round(graph, knot)) for knot in sorted(knots, key=lambda knot: (len(knot), sorted(knot)))]


def _reached(graph: Graph, start: str) -> set[str]:
    """The modules that come with one, itself only if a way leads back to it."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def _way_round(graph: Graph, knot: frozenset[str]) -> tuple[tuple[str, int], ...]:
    """A shortest way through a knot and back to where it began."""
    ways = []
    for start in sorted(knot):
        came = {start: ""}
        row = [start]
        for name in row:
            for after in graph[name]:
                if after == start:
                    steps = [name]
                    while came[steps[0]]:
                        steps.insert(0, came[steps[0]])
                    ways.append(steps)
                elif after in knot and after not in came:
                    came[after] = name
                    row.append(after)
    best = min(ways, key=len)
    return tuple((name, graph[name][after]) for name, after in zip(best, [*best[1:], best[0]], strict=True))
