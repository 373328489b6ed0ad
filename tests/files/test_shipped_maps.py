"""Maps and tilesets that ship with the game are read once, and anew where a file of theirs was written since."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game import resources
from game.files.tiled import Chart, read_map, tilesets
from game.files.tiled.corrections import Corrections, write_corrections
from game.files.tiled.documents import read_document

CELLAR = "cellar.tmx"


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what ships with the game, in place of it; gives the folder of its maps."""
    for folder in (resources.maps(), resources.sprites()):
        shutil.copytree(folder, tmp_path / folder.name)
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "game")
    return tmp_path / "maps"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tilesets that are parsed from now on."""
    found: list[str] = []

    def read(path: Path) -> object:
        found.append(path.name)
        return read_document(path)

    monkeypatch.setattr(tilesets, "read_document", read)
    return found


def without_path(chart: Chart) -> object:
    return chart.field, chart.report, chart.picture, chart.bare, chart.foreign, chart.wanted


def test_another_map_reads_them_no_second_time_and_is_the_same(
    shipped: Path, parsed: list[str], tmp_path: Path
) -> None:
    first = read_map(shipped / CELLAR)
    assert "ground.tsx" in parsed
    parsed.clear()
    elsewhere = tmp_path / "mine" / "deep" / CELLAR
    elsewhere.parent.mkdir(parents=True)
    shutil.copy(shipped / CELLAR, elsewhere)
    for path in (shipped / CELLAR, elsewhere):
        os.utime(path)
        again = read_map(path)
        assert without_path(again) == without_path(first)
        assert {found.path for found in again.named} == {found.path for found in first.named}
    assert parsed == []


def test_a_tileset_that_was_written_since_is_read_anew(shipped: Path, parsed: list[str]) -> None:
    assert any(terrain.blocks_move for terrain in read_map(shipped / CELLAR).field.palette)
    parsed.clear()
    written = [path for path in shipped.glob("*.tsx") if 'name="blocks_move"' in path.read_text()]
    for path in written:
        path.write_text(path.read_text().replace('name="blocks_move"', 'name="notes"'))
    assert not any(terrain.blocks_move for terrain in read_map(shipped / CELLAR).field.palette)
    assert parsed and set(parsed) <= {path.name for path in written}


def test_a_picture_that_is_gone_is_told(shipped: Path, parsed: list[str]) -> None:
    gone = next(found.path for found in read_map(shipped / CELLAR).named if found.path.suffix == ".svg")
    gone.unlink()
    told = "\n".join(read_map(shipped / CELLAR).report.lines())
    assert gone.name in told and "does not exist" in told


def test_a_picture_that_was_written_since_is_looked_at_again(shipped: Path, parsed: list[str]) -> None:
    found = next(found for found in read_map(shipped / CELLAR).named if found.path.suffix == ".svg")
    parsed.clear()
    os.utime(found.path, ns=(1, 1))
    read_map(shipped / CELLAR)
    assert parsed


def test_a_map_is_read_once() -> None:
    path = resources.maps() / CELLAR
    assert read_map(path) is read_map(path)


def _map_written(maps: Path) -> None:
    path = maps / CELLAR
    path.write_text(path.read_text().replace('name="title" value="', 'name="title" value="Another '))


def _corrected(maps: Path) -> None:
    write_corrections(maps / CELLAR, Corrections(ground={(0, 0): "rough"}))


def _picture_gone(maps: Path) -> None:
    next(found.path for found in read_map(maps / CELLAR).named if found.path.suffix == ".svg").unlink()


def _project_written(maps: Path) -> None:
    (maps / "another.tiled-project").write_text("{}")


@pytest.mark.parametrize("change", [_map_written, _corrected, _picture_gone, _project_written])
def test_a_map_is_read_anew_where_a_file_of_its_was_written(shipped: Path, change: Callable[[Path], None]) -> None:
    first = read_map(shipped / CELLAR)
    assert read_map(shipped / CELLAR) is first
    change(shipped)
    again = read_map(shipped / CELLAR)
    assert again is not first
    assert (without_path(again) != without_path(first)) is (change is not _project_written)


def test_one_with_something_to_tell_is_read_each_time(shipped: Path) -> None:
    _picture_gone(shipped)
    assert read_map(shipped / CELLAR) is not read_map(shipped / CELLAR)


def test_one_that_is_named_by_another_way_says_so(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_map(shipped / CELLAR).path == shipped / CELLAR
    monkeypatch.chdir(shipped)
    assert read_map(Path(CELLAR)).path == Path(CELLAR)
