"""A map file can run no code, read nothing that is not its own, and not eat the memory."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.files.errors import BadFile
from game.files.sources import PICTURES, TILESETS, Refused, Sources, allow_folder, allowed_folders, forget_folder
from game.files.tiled import documents, read_map
from tests.files.drawing import SPAWNS, floor, line, objects, packed_zstd, rectangle, save, tiles, tmx

GROUND = tiles("ground", floor(6, 4))
WHOLE = tmx(GROUND, objects("zones", rectangle(1, "Zone", 0, 0, 6, 4), number=91), SPAWNS)


def refused(folder: Path, text: str) -> str:
    with pytest.raises(BadFile) as error:
        read_map(save(folder, text))
    return str(error.value)


def test_entities_are_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE map [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n<map>&b;</map>'
    assert "DOCTYPE makes declarations" in refused(tmp_path, bomb)
    outside = '<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<map title="&a;"/>'
    assert "DOCTYPE makes declarations" in refused(tmp_path, outside)
    assert "no map needs" in refused(tmp_path, "<!DOCTYPE map [<!ATTLIST map width CDATA '4'>]>\n<map/>")


def test_the_bare_doctype_of_old_maps_is_harmless(tmp_path: Path) -> None:
    declared, rest = WHOLE.split("\n", 1)
    old = f'{declared}\n<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n{rest}'
    assert read_map(save(tmp_path, old)).playable() == []


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    assert "nested more than 64 deep" in refused(tmp_path, tmx("<group>" * 500 + "</group>" * 500))


def test_many_elements_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_ELEMENTS", 50)
    assert "more than 50 XML elements" in refused(tmp_path, tmx(GROUND, "<x/>" * 60))


def test_a_large_file_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAPS", 1000)
    assert "at most" in refused(tmp_path, WHOLE + " " * 2000)


def test_compressed_data_is_inflated_no_further_than_its_layer(tmp_path: Path) -> None:
    packed = base64.b64encode(zlib.compress(bytes(2_000_000))).decode()
    data = f'<data encoding="base64" compression="zlib">{packed}</data>'
    layer = f'<layer id="1" name="g" width="6" height="4">{data}</layer>'
    assert "holds a broken number of bytes" in refused(tmp_path, tmx(layer))


def test_zstd_is_inflated_no_further_than_its_layer(tmp_path: Path) -> None:
    packed = base64.b64encode(packed_zstd(bytes(2_000_000))).decode()
    data = f'<data encoding="base64" compression="zstd">{packed}</data>'
    layer = f'<layer id="1" name="g" width="6" height="4">{data}</layer>'
    assert "holds a broken number of bytes" in refused(tmp_path, tmx(layer))


def test_deep_json_is_refused(tmp_path: Path) -> None:
    groups = '{"type": "group", "layers": [' * 200 + "]}" * 200
    assert "nested more than 64 deep" in refused(tmp_path, f'{{"type": "map", "layers": [{groups}]}}')
    assert "this is no JSON" in refused(tmp_path, "[" * 100_000)


@pytest.mark.parametrize(
    "layer",
    [
        '<layer name="g" width="100000" height="100000"><data encoding="csv">1</data></layer>',
        '<layer name="g" width="-5" height="-5"><data encoding="csv">1</data></layer>',
        '<layer name="g" width="6" height="4"><data encoding="csv">'
        '<chunk x="0" y="0" width="99999" height="99999">1</chunk></data></layer>',
        '<layer name="g" width="6" height="4"><data encoding="csv">'
        '<chunk x="99999999" y="0" width="1" height="1">1</chunk></data></layer>',
    ],
)
def test_impossible_sizes_are_refused(tmp_path: Path, layer: str) -> None:
    assert "layer 'g'" in refused(tmp_path, tmx(layer))


def test_chunks_far_apart_make_no_giant_map(tmp_path: Path) -> None:
    chunks = "".join(f'<chunk x="{x}" y="{x}" width="1" height="1">1</chunk>' for x in (0, 900_000))
    layer = f'<layer name="g" width="6" height="4"><data encoding="csv">{chunks}</data></layer>'
    assert "at most 400,000 are read" in refused(tmp_path, tmx(layer, head='infinite="1"'))


def test_many_layers_over_a_large_map_are_refused(tmp_path: Path) -> None:
    tiny = '<layer name="t" width="1" height="1"><data encoding="csv">1</data></layer>'
    assert "more than 2,000,000 tiles together" in refused(tmp_path, tmx(tiny * 30, width=600, height=600))


def test_tilesets_of_impossible_size_are_refused(tmp_path: Path) -> None:
    tileset = '<tileset firstgid="1" name="x" tilewidth="1" tileheight="1" tilecount="999999999" columns="9">'
    assert "999,999,999 tiles of an impossible size" in refused(tmp_path, tmx(GROUND, tilesets=tileset + "</tileset>"))


def test_lines_to_the_end_of_the_world_are_cut_at_the_maps_edge(tmp_path: Path) -> None:
    drawn = objects("edges", line(1, (-1_000_000, 2), (1_000_000, 2), kind="low_wall"))
    (edge,) = read_map(save(tmp_path, tmx(GROUND, drawn, SPAWNS))).field.edges
    assert (edge.a, edge.b) == ((0, 2), (6, 2))


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("/etc/passwd.png", "is not a path relative to the map"),
        ("C:\\pictures\\x.png", "is not a path relative to the map"),
        ("http://example.org/x.png", "is not a path relative to the map"),
        ("../../../../../../etc/x.png", "lies outside the map's own folders"),
        ("..\\..\\..\\secret\\x.png", "lies outside the map's own folders"),
        ("notes.txt", "is not a file of a kind that belongs here"),
        ("folder.png", "is a folder, a pipe or a device"),
        ("", "names no file"),
        ("a\0.png", "is not a path relative to the map"),
    ],
)
def test_what_a_map_may_not_read(tmp_path: Path, reference: str, why: str) -> None:
    path = save(tmp_path, WHOLE)
    (path.parent / "folder.png").mkdir()
    with pytest.raises(Refused) as error:
        Sources(path).find(reference, path.parent, PICTURES)
    assert why in str(error.value)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "private"
    secret.mkdir()
    (secret / "x.png").touch()
    deep = tmp_path / "pack" / "inner"
    deep.mkdir(parents=True)
    path = save(deep, WHOLE)
    (path.parent / "link.png").symlink_to(secret / "x.png")
    with pytest.raises(Refused, match="outside"):
        Sources(path).find("link.png", path.parent, PICTURES)


def test_a_pack_may_keep_pictures_beside_its_maps(tmp_path: Path) -> None:
    path = save(tmp_path, WHOLE)
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "x.png").touch()
    assert Sources(path).find("../art/x.png", path.parent, PICTURES) == (tmp_path / "art" / "x.png").resolve()


@pytest.mark.parametrize("mark", [".git", "harbour.tiled-project"])
def test_a_map_reads_what_lies_in_its_project_however_many_folders_up(tmp_path: Path, mark: str) -> None:
    project = tmp_path / "project"
    deep = project / "levels" / "one" / "night"
    deep.mkdir(parents=True)
    (project / "art").mkdir()
    (project / "art" / "x.png").touch()
    (tmp_path / "beside.png").touch()
    path = save(deep, WHOLE)
    reference = "../../../../art/x.png"
    with pytest.raises(Refused, match="outside"):
        Sources(path).find(reference, path.parent, PICTURES)
    (project / mark).touch()
    assert Sources(path).find(reference, path.parent, PICTURES) == (project / "art" / "x.png").resolve()
    (project / "art" / "link.png").symlink_to(tmp_path / "beside.png")
    for outside in ("../../../../../beside.png", "../../../../art/link.png"):
        with pytest.raises(Refused, match="outside"):
            Sources(path).find(outside, path.parent, PICTURES)


def test_a_home_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".git").mkdir()
    (tmp_path / "x.png").touch()
    deep = tmp_path / "games" / "maps" / "own"
    deep.mkdir(parents=True)
    path = save(deep, WHOLE)
    with pytest.raises(Refused, match="outside"):
        Sources(path).find("../../../../x.png", path.parent, PICTURES)


def test_a_folder_that_the_player_allows_is_remembered(tmp_path: Path) -> None:
    deep = tmp_path / "mine" / "a" / "b"
    deep.mkdir(parents=True)
    (tmp_path / "mine" / "x.png").touch()
    path = save(deep, WHOLE)
    reference = "../../../x.png"
    with pytest.raises(Refused, match="or let the game read the whole project: battlemat allow FOLDER"):
        Sources(path).find(reference, path.parent, PICTURES)
    allow_folder(tmp_path / "mine")
    assert allowed_folders() == ((tmp_path / "mine").resolve(),)
    assert Sources(path).find(reference, path.parent, PICTURES).name == "x.png"
    elsewhere = tmp_path / "else" / "where"
    elsewhere.mkdir(parents=True)
    other = save(elsewhere, WHOLE)
    with pytest.raises(Refused, match="outside"):
        Sources(other).find("../../../mine/x.png", other.parent, PICTURES)
    forget_folder(tmp_path / "mine")
    assert allowed_folders() == ()


def test_what_is_too_much_or_not_there_is_not_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "homes" / "ada"))
    for folder, why in ((Path("/"), "too much"), (tmp_path / "homes", "too much"), (tmp_path / "x", "no such folder")):
        (tmp_path / "homes").mkdir(exist_ok=True)
        with pytest.raises(BadFile, match=why):
            allow_folder(folder)
    with pytest.raises(BadFile, match="was not allowed"):
        forget_folder(tmp_path)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "folders.json").write_text('["\\u0000", 7')
    assert allowed_folders() == ()


def test_names_are_found_whatever_their_capitals(tmp_path: Path) -> None:
    path = save(tmp_path, WHOLE)
    (tmp_path / "Art").mkdir()
    (tmp_path / "Art" / "Stone Wall.PNG").touch()
    found = Sources(path).find("../art/stone wall.png", path.parent, PICTURES)
    assert found == (tmp_path / "Art" / "Stone Wall.PNG").resolve()
    with pytest.raises(Refused, match="does not exist"):
        Sources(path).find("../art/stone_wall.png", path.parent, PICTURES)


def test_a_map_moved_elsewhere_finds_the_games_own_tilesets(tmp_path: Path) -> None:
    path = save(tmp_path, WHOLE)
    assert Sources(path).find("../../game/maps/walls.tsx", path.parent, TILESETS).name == "walls.tsx"
    assert Sources(path).find("../../x/sprites/terrain/crate_1.svg", path.parent, PICTURES).name == "crate_1.svg"
    with pytest.raises(Refused):
        Sources(path).find("../../x/sprites/../../pyproject.svg", path.parent, PICTURES)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_broken_maps_end_in_sentences(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whatever is cut, doubled or scribbled over, a map is read or refused, never a crash."""
    text = WHOLE
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = min(len(text), start + data.draw(st.integers(0, 30)))
        middle = data.draw(
            st.sampled_from(["", "0", "-1", "x", '"', ">", "<", "99999999999", "1e400", "nan", text[start:stop] * 2])
        )
        text = text[:start] + middle + text[stop:]
    try:
        read_map(save(tmp_path_factory.mktemp("broken"), text))
    except BadFile as error:
        assert "map.tmx" in str(error)
