"""Maps made of a word: the same everywhere, read without a warning, and fair to both sides."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from game.files.errors import BadFile
from game.files.generate import KINDS, SIZES, making, write_map
from game.files.generate.making import broken_laws
from game.files.generate.seeded import SeededDraws
from game.files.tiled import Chart, check_map
from game.files.tiled.passage import WalkGraph
from game.spatial.field import Cell, Field
from game.spatial.space import Space

WORDS = ("heron", "anvil")
"""By day."""

SHELTER = 5
"""Steps to something to hide behind, from anywhere on the ways."""


class Sides(NamedTuple):
    """Where both sides start, and what they fight over."""

    party: list[Cell]
    foe: list[Cell]
    goal: list[Cell]


def sides(field: Field) -> Sides:
    def start(side: str) -> list[Cell]:
        return [cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells]

    goal = [cell for feature in field.features if feature.kind == "objective" for cell in feature.cells]
    return Sides(start("party"), start("foe"), goal)


def walked(walk: WalkGraph, start: Iterable[Cell], barred: Iterable[Cell] = ()) -> dict[Cell, int]:
    """A flood of our own, for cells that are barred too."""
    closed = set(barred)
    far = {cell: 0 for cell in start if walk.open(cell)}
    queue = deque(far)
    while queue:
        cell = queue.popleft()
        for other in walk.steps(cell):
            if other not in far and other not in closed:
                far[other] = far[cell] + 1
                queue.append(other)
    return far


def judge(chart: Chart) -> None:
    """All laws, read from the field anew."""
    field = chart.field
    found = [str(entry) for entry in check_map(chart).entries if entry.severity in ("warning", "error")]
    assert not found
    assert field.title
    assert field.description
    walk, (party, foe, goal) = WalkGraph(field), sides(field)
    cells = [(x, y) for y in range(field.height) for x in range(field.width)]
    far = walked(walk, party)
    assert {cell for cell in cells if walk.open(cell)} == set(far), "all ground is connected"
    to_goal = walked(walk, goal)
    ways = sorted(min(to_goal[cell] for cell in start if cell in to_goal) for start in (party, foe))
    assert 0 < ways[0] <= ways[1] <= ways[0] * 5 / 4, "within a fifth of the longer way"
    space = Space(field)
    assert not any(space.sees(one, other) for one in party for other in foe)
    assert sheltered(field, walk, far, walked(walk, foe))
    names = [zone.name.casefold() for zone in field.zones]
    assert len(set(names)) == len(names) >= 6
    assert second_way(walk, party, foe)


def sheltered(field: Field, walk: WalkGraph, one: dict[Cell, int], two: dict[Cell, int]) -> bool:
    """Whether something half as high as a cell, a wall, a ledge or a thin thing is near all shortest ways."""
    tall: set[Cell] = set()
    for y in range(field.height):
        for x in range(field.width):
            terrain = field.at((x, y))
            if terrain.height >= 10 or terrain.blocks_sight:
                tall.add((x, y))
    hiding = {
        (x, y)
        for x, y in one
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if beside in tall or (walk.on_map(beside) and field.floor_at(beside) - field.floor_at((x, y)) >= 10)
    }
    for edge in field.edges:
        hiding |= {cell for cell in one if _beside(cell, edge.a, edge.b)}
    near = {cell for cell, steps in walked(walk, hiding).items() if steps <= SHELTER}
    shortest = min(one[cell] + two[cell] for cell in one)
    return all(cell in near for cell in one if one[cell] + two[cell] == shortest)


def _beside(cell: Cell, a: Cell, b: Cell) -> bool:
    (x, y), (x1, y1), (x2, y2) = cell, a, b
    return x in (x1 - 1, x1) and y1 <= y < y2 if x1 == x2 else y in (y1 - 1, y1) and x1 <= x < x2


def second_way(walk: WalkGraph, party: list[Cell], foe: list[Cell]) -> bool:
    """Whether the sides still meet when the ground round the middle of a shortest way is barred."""
    far = walked(walk, party)
    cell = min(foe, key=lambda each: far.get(each, 10_000))
    half = far[cell] // 2
    while far[cell] > half:
        cell = min(walk.steps(cell), key=lambda each: far[each])
    x, y = cell
    barred = {(x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)} - {*party, *foe}
    return any(each in walked(walk, party, barred) for each in foe)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("word", WORDS)
def test_a_generated_map_is_fair(kind: str, word: str, tmp_path: Path) -> None:
    size = list(SIZES)[WORDS.index(word)]
    judge(write_map(tmp_path / "map.tmx", word, kind, size))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ten", range(50))
def test_generated_maps_are_fair(kind: str, size: str, ten: int, tmp_path: Path) -> None:
    for number in range(10 * ten, 10 * ten + 10):
        judge(write_map(tmp_path / "map.tmx", f"night {number}", kind, size))


def test_the_same_word_makes_the_same_map_wherever_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep" / "down").mkdir(parents=True)
    texts = []
    one, other = tmp_path / "one.tmx", tmp_path / "deep" / "down" / "other.tmx"
    for path, drawn in ((one, False), (other, False), (one, True)):
        if not drawn:
            monkeypatch.setattr(making, "_drawings", {})
        write_map(path, "heron", "ruin", "small")
        texts.append(re.sub(r'source="[^"]*/', 'source="', path.read_text(encoding="utf-8")))
    assert texts[0] == texts[1] == texts[2]
    write_map(tmp_path / "one.tmx", "crane", "ruin", "small")
    assert re.sub(r'source="[^"]*/', 'source="', (tmp_path / "one.tmx").read_text(encoding="utf-8")) != texts[0]


def test_draws_follow_from_the_word_alone() -> None:
    """Written down, so that another Python or machine that draws otherwise is found."""
    draws = SeededDraws("heron")
    assert [draws.below(1000) for _ in range(6)] == [789, 897, 416, 559, 328, 566]
    assert SeededDraws("heron").part("trees").below(1000) == SeededDraws("heron/trees").below(1000)
    assert sorted(SeededDraws("heron").shuffled(range(9))) == list(range(9))


def test_a_kind_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="dungeon"):
        write_map(tmp_path / "map.tmx", "heron", "dungoen", "small")


def test_tiled_finds_the_tilesets_from_the_map(tmp_path: Path) -> None:
    path = tmp_path / "map.tmx"
    write_map(path, "heron", "dungeon", "small")
    sources = re.findall(r'source="([^"]+\.tsx)"', path.read_text(encoding="utf-8"))
    assert sources
    assert all((tmp_path / source).is_file() for source in sources)


def test_every_law_can_be_broken(tmp_path: Path) -> None:
    """What is told of a map that breaks one, so that no law is kept by looking away."""
    chart = write_map(tmp_path / "map.tmx", "heron", "wood-road", "small")
    assert not list(broken_laws(chart))
    field = chart.field
    party, foe = field.spawns

    def told(changed: Field) -> str:
        return "; ".join(broken_laws(replace(chart, field=changed)))

    assert "little room" in told(replace(field, spawns=(party, replace(foe, cells=foe.cells[:3]))))

    assert "in sight" in told(replace(field, spawns=(party, replace(foe, cells=party.cells))))
    goals = tuple(
        replace(feature, cells=party.cells[:1]) if feature.kind == "objective" else feature
        for feature in field.features
    )
    assert "ways to the middle" in told(replace(field, features=goals))
    open_ = next(n for n, each in enumerate(field.palette) if not each.blocks_move and not each.height)
    bare = replace(field, terrain=(open_,) * (field.width * field.height), floor=(), ramps=(), edges=())
    assert "no cover near" in told(bare)
    wall = next(n for n, terrain in enumerate(field.palette) if terrain.blocks_move and terrain.blocks_sight)
    half = field.width // 2
    rows = [list(field.terrain[y * field.width : (y + 1) * field.width]) for y in range(field.height)]
    for y, row in enumerate(rows):
        if y != field.height // 2:
            row[half] = wall
    assert "all ways lead past" in told(replace(field, terrain=tuple(kind for row in rows for kind in row)))
    rows[field.height // 2][half] = wall
    assert "can't be reached" in told(replace(field, terrain=tuple(kind for row in rows for kind in row)))
