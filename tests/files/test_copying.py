"""A copy of a map has all that rules see as layers of ours: it reads back to the same field, and Tiled opens it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.tiled import read_map
from game.files.tiled.copying import GROUP, write_copy
from game.files.tiled.corrections import Corrections, FeatureWords, Height, Thin, ZoneWords, sidecar, write_corrections
from game.spatial.field import Field
from game.spatial.solids import CellSide
from tests.corpus.kinds import HOME, MAPS

TILED = shutil.which("tmxrasterizer")

SAID = Corrections(
    ground={(4, 4): "blocked", (5, 4): "low cover", (4, 5): "thicket", (1, 1): "open", (2, 1): "pit"},
    heights={(6, 6): Height(20), (7, 6): Height(10, ramp=True)},
    edges={
        CellSide((8, 4), True): Thin("door"),
        CellSide((8, 5), True): Thin("none"),
        CellSide((3, 3), False): Thin("window"),
    },
    zones={"1": ZoneWords("A ring & more", "room", capacity=3, smoke=True)},
    zoned={(x, y): "1" for x in range(9, 12) for y in range(3, 6) if (x, y) != (10, 4)} | {(13, 3): "1"},
    starts={(10, 7): "party", (11, 7): "third", (11, 8): "the Duke's “own”"},
    features={
        "1": FeatureWords("trap", "A <pit> & more", "fear 1"),
        "2": FeatureWords("lever", cost="bonus", linked=CellSide((8, 4), True)),
        "3": FeatureWords("thing", thing="hand-axe"),
    },
    featured={"1": ((5, 6), (6, 6), (5, 7)), "2": ((6, 8),), "3": ((6, 8),)},
)
FEW = ("layer-called-collision.tmx", "called-like-ours.tmx", "json-map.tmj", "endless.tmx", "templates.tmx")


def plain(field: Field) -> Field:
    """A field without what numbers it has in which file: ids, and the order of a start's cells."""
    kinds: tuple[tuple[Any, ...], ...] = (field.edges, field.zones, field.borders, field.spawns, field.features)
    ids = [each.id for kind in kinds for each in kind]
    names = {name: f"#{at}" for at, name in enumerate(ids)}
    return replace(
        field,
        palette=tuple(dict.fromkeys(field.palette)),
        edges=tuple(replace(each, id=names[each.id]) for each in field.edges),
        zones=tuple(replace(each, id=names[each.id], cells=tuple(sorted(each.cells))) for each in field.zones),
        borders=tuple(replace(each, id=names[each.id]) for each in field.borders),
        spawns=tuple(replace(each, id=names[each.id], cells=tuple(sorted(each.cells))) for each in field.spawns),
        features=tuple(
            replace(each, id=names[each.id], linked=names.get(each.linked, ""), cells=tuple(sorted(each.cells)))
            for each in field.features
        ),
    )


def opened_by_tiled(path: Path, folder: Path) -> bool:
    """Whether Tiled itself draws a map without complaint; yes where it is not installed."""
    if TILED is None:
        return True
    out = folder / "tiled.png"
    quiet = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(folder)}
    done = subprocess.run([TILED, str(path), str(out)], env=quiet, capture_output=True, text=True)
    return done.returncode == 0 and out.stat().st_size > 0


def copied(path: Path, folder: Path, said: Corrections) -> None:
    """Correct a map, copy it, and compare."""
    before = path.read_bytes()
    write_corrections(path, said)
    chart = read_map(path)
    sidecar(path).unlink(missing_ok=True)
    copy = write_copy(chart, folder)
    again = read_map(copy)
    assert plain(again.field) == plain(chart.field)
    assert again.origin == chart.origin and len(again.playable()) == len(chart.playable())
    assert not [entry for entry in again.report.entries if entry.severity == "guess"]
    assert path.read_bytes() == before
    assert opened_by_tiled(copy, folder or path.parent)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A copy of the corpus to write in."""
    return shutil.copytree(HOME, tmp_path / "corpus", ignore=shutil.ignore_patterns("*.py", "__pycache__"))


@pytest.mark.parametrize("name", FEW)
def test_a_corrected_copy_reads_back_to_the_same_field(name: str, corpus: Path) -> None:
    copied(corpus / name, corpus, SAID)


@pytest.mark.nightly
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_a_copy_of_every_map_reads_back_to_the_same_field(path: Path, corpus: Path) -> None:
    copied(corpus / path.relative_to(HOME), corpus, SAID)


@pytest.mark.parametrize("name", ["gatehouse", "woodland-road", "cellar"])
def test_a_copy_of_a_map_of_ours_reads_back_from_another_folder(name: str, tmp_path: Path) -> None:
    chart = read_map(resources.maps() / f"{name}.tmx")
    copy = write_copy(chart, tmp_path)
    again = read_map(copy)
    assert plain(again.field) == plain(chart.field)
    assert not [entry for entry in again.report.entries if entry.severity != "note"]
    assert len(again.picture.layers) >= len(chart.picture.layers), "its pictures are found from there"
    assert all(tile.path is not None for tile in again.picture.tiles[1:])
    assert opened_by_tiled(copy, tmp_path)


def test_what_is_drawn_in_the_copys_group_counts_and_nothing_else(corpus: Path) -> None:
    path = corpus / "layer-called-collision.tmx"
    copy = write_copy(read_map(path))
    assert f'name="{GROUP}"' in copy.read_text()
    before = read_map(copy).field
    text = copy.read_text().replace('name="CollisionTiles"', 'name="Painted"')
    copy.write_text(text)
    assert read_map(copy).field == before
    second = write_copy(read_map(path))
    assert second.name == "layer-called-collision.corrected-2.tmx", "nothing is written over"
    again = write_copy(read_map(copy))
    assert plain(read_map(again).field) == plain(before)
    copy.write_text(text.replace(f'name="{GROUP}"', 'name="gone"'))
    assert any("there is no group of layers 'battlemat'" in line for line in read_map(copy).report.lines())


def test_a_copy_writes_over_nothing_and_leaves_no_part_of_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(HOME / "layer-called-collision.tmx", tmp_path / "house.tmx")
    shutil.copy(HOME / "sheet.png", tmp_path)
    (tmp_path / "house.corrected.png").write_text("a picture of mine")
    chart = read_map(tmp_path / "house.tmx")
    assert write_copy(chart).name == "house.corrected-2.tmx"
    assert (tmp_path / "house.corrected.png").read_text() == "a picture of mine"
    before = sorted(tmp_path.iterdir())

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".tmx":
            raise BadFile("the disk is full")
        write_whole(path, data)

    monkeypatch.setattr("game.files.tiled.copying.write_whole", full)
    with pytest.raises(BadFile, match="the disk is full"):
        write_copy(chart)
    assert sorted(tmp_path.iterdir()) == before
