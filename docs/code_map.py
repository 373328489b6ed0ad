"""Draws the packages of this project in their layers, with the imports between them, as an SVG."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path

import grimp

PROJECT = Path(__file__).parent.parent

WIDTH, BOX, HIGH, GAP, TOP = 980, 136, 46, 62, 24
"""Of the picture, a box and the space between rows, in pixels."""

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c2733; text-anchor: middle; }
.count { font-size: 10px; fill: #5b6875; }
rect { fill: #eef3f8; stroke: #6b7f93; rx: 6; }
path { fill: none; stroke: #8fa3b7; marker-end: url(#arrow); }
"""


@dataclass(frozen=True)
class Box:
    """A package where it is drawn."""

    package: str
    modules: int
    x: float
    y: float


def layers() -> list[list[str]]:
    """The packages from the top layer down, as import-linter is told of them, with rulesets above what they use."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    books = sorted(f"rulesets.{path.parent.name}" for path in (PROJECT / "rulesets").glob("*/ledger.toml"))
    rows = [[package.strip(" ()") for package in re.split("[:|]", row)] for row in contract["layers"]]
    kit = next(place for place, row in enumerate(rows) if row == ["game.kit"])
    return [*rows[:kit], books, *rows[kit:]]


def write(path: Path) -> None:
    """Write the picture."""
    graph = grimp.build_graph("game", "rulesets", cache_dir=None)
    boxes = {box.package: box for box in placed(graph)}
    used = {
        (importer, imported)
        for importer in boxes
        for imported in boxes
        if importer != imported and uses(graph, importer, imported)
    }
    arrows = [arrow(boxes[importer], boxes[imported]) for importer, imported in sorted(shortened(used))]
    height = max(box.y for box in boxes.values()) + HIGH + TOP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}">',
        f"<style>{STYLE}</style>",
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" style="fill:#8fa3b7;stroke:none;marker-end:none"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" style="fill:#ffffff;stroke:none"/>',
        *arrows,
        *(drawn(box) for box in boxes.values()),
        "</svg>",
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts), encoding="utf-8")


def uses(graph: grimp.ImportGraph, importer: str, imported: str) -> bool:
    """Whether a module of one package imports a module of the other itself."""
    sources = {importer, *graph.find_descendants(importer)}
    targets = {imported, *graph.find_descendants(imported)}
    return any(graph.find_modules_directly_imported_by(source) & targets for source in sources)


def shortened(used: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The arrows without those that a longer way along others says too."""
    below = {importer: {other for one, other in used if one == importer} for importer, _ in used}
    return {
        (importer, imported)
        for importer, imported in used
        if not any(imported in reached(below, between) for between in below[importer] - {imported})
    }


def reached(below: dict[str, set[str]], start: str) -> set[str]:
    """Whatever a package imports, through others as well. Layers have no circles."""
    found = set(below.get(start, ()))
    for each in tuple(found):
        found |= reached(below, each)
    return found


def placed(graph: grimp.ImportGraph) -> list[Box]:
    """Each package with the number of its modules, row by row."""
    found = []
    for row, packages in enumerate(layers()):
        for place, package in enumerate(packages):
            x = WIDTH * (place + 1) / (len(packages) + 1) - BOX / 2
            modules = 1 + len(graph.find_descendants(package))
            found.append(Box(package, modules, x, TOP + row * (HIGH + GAP)))
    return found


def arrow(importer: Box, imported: Box) -> str:
    """A line from the lower edge of one box to the upper edge of another, bent round those between."""
    x1, y1 = importer.x + BOX / 2, importer.y + HIGH
    x2, y2 = imported.x + BOX / 2, imported.y
    rows = (y2 - importer.y) / (HIGH + GAP)
    side = (rows - 1) * 56 * (1 if (x1 + x2) / 2 >= WIDTH / 2 else -1)
    side = side if abs(x1 - x2) < BOX else side / 3
    bends = f"{x1 + side:.0f} {y1 + GAP:.0f} {x2 + side:.0f} {y2 - GAP:.0f}"
    return f'<path d="M{x1:.0f} {y1:.0f} C{bends} {x2:.0f} {y2:.0f}"/>'


def drawn(box: Box) -> str:
    """A box with its package's name and how many modules it has."""
    middle = box.x + BOX / 2
    return (
        f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{BOX}" height="{HIGH}"/>'
        f'<text x="{middle:.0f}" y="{box.y + 20:.0f}">{escape(box.package)}</text>'
        f'<text class="count" x="{middle:.0f}" y="{box.y + 36:.0f}">{box.modules} modules</text>'
    )
