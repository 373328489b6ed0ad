"""Battles in one file: what goes in, what comes out of it elsewhere, and what is refused before it is unpacked."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from game import resources
from game.files.archives import look_over, pack, unfit, unpack, unpacked
from game.files.bounded_reading import MB
from game.files.errors import BadFile
from game.files.scenario import read_scenario, to_setup
from game.files.sources import BATTLE_MANIFEST as MANIFEST
from game.files.sources import PICTURES, Refused, Sources, allow_folder
from game.files.tiled import read_map
from game.lab.skirmish import SkirmishRequest, write_skirmish
from game.resources import version
from game.rules.match import Match
from game.rules.registry import ruleset
from tests.files.drawing import PICTURE, SPAWNS, line, objects, tmx
from tests.files.packing import GROUND, boarding, there_and_back

# --- what goes in ---


def test_a_battle_is_packed_with_all_that_it_reads_and_nothing_else(tmp_path: Path) -> None:
    path = boarding(tmp_path / "home")
    (path.parent / "diary.toml").write_text("secret = true")
    (path.parent / "unused.png").write_bytes(PICTURE)
    manifest = pack(path, tmp_path / "boarding.battlemat")
    art = [f"{name}.png" for name in ("bridge", "crate", "floor_1", "log", "rug", "slit", "wall", "water", "window")]
    assert [each.name for each in manifest.files] == sorted(
        ["boarding.toml", "crew.toml", "map.tmx", "tiles.tsx", *art]
    )
    assert (manifest.title, manifest.rules, manifest.scenario) == (
        "Boarding: the crew!",
        ("sovereign",),
        "boarding.toml",
    )
    assert manifest.version == version()
    with ZipFile(tmp_path / "boarding.battlemat") as file:
        assert file.namelist() == [MANIFEST, *(each.name for each in manifest.files)]
        assert json.loads(file.read(MANIFEST))["files"][0] == {
            "name": "boarding.toml",
            "size": path.stat().st_size,
            "sha256": sha256(path.read_bytes()).hexdigest(),
        }


def test_the_same_battle_packs_to_the_same_bytes(tmp_path: Path) -> None:
    path = boarding(tmp_path / "home")
    pack(path, tmp_path / "one.zip")
    (path.parent / "map.tmx").touch()
    pack(path, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


@pytest.mark.parametrize("name", ["the-toll", "the-same-gatehouse", "lessons/three-actions"])
def test_a_shipped_battle_takes_its_map_along_but_not_the_games_sprites(tmp_path: Path, name: str) -> None:
    path = resources.maps() / f"{name}.toml"
    copy = there_and_back(path, tmp_path)
    names = {each.name for each in copy.parent.iterdir()}
    assert {read_scenario(path).map.name, "ground.tsx", path.name} <= names
    assert not {each for each in names if each.endswith(".svg")}
    theirs, ours = read_map(read_scenario(copy).map), read_map(read_scenario(path).map)
    assert theirs.field == ours.field
    assert theirs.picture == ours.picture
    assert theirs.path != ours.path


def test_a_made_battle_leaves_the_games_tilesets_where_they_are_and_names_no_folder(tmp_path: Path) -> None:
    """Its map names them by a path from where it was made to where the game is: the copy finds them by their names."""
    path = write_skirmish(SkirmishRequest("amber heron", "glog"), tmp_path / "made").path
    copy = there_and_back(path, tmp_path)
    assert {each.name for each in copy.parent.iterdir()} == {path.name, path.with_suffix(".tmx").name, MANIFEST}
    theirs, ours = read_map(read_scenario(copy).map), read_map(read_scenario(path).map)
    assert (theirs.field, theirs.picture) == (ours.field, ours.picture)


# --- it reads the same elsewhere ---


def _plays_alike(scenario: Path, copy: Path) -> None:
    first, second = (to_setup(read_scenario(each)) for each in (scenario, copy))
    assert first.field == second.field
    begun = [Match.begin(ruleset(each.ruleset), each) for each in (first, second)]
    assert begun[0].state == begun[1].state


def test_it_can_be_played_where_the_original_is_not(tmp_path: Path) -> None:
    path = boarding(tmp_path / "home")
    copy = there_and_back(path, tmp_path)
    _plays_alike(path, copy)
    assert copy == tmp_path / "battles" / "boarding-the-crew" / "boarding.toml"
    assert unpacked(tmp_path / "battles") == [copy]


@pytest.mark.parametrize("mark", [".git", "deep.tiled-project", ""])
def test_files_above_the_scenario_keep_their_places(tmp_path: Path, mark: str) -> None:
    """However far references climb, in a project, a repository, or a folder that the player has allowed."""
    home = tmp_path / "project"
    path = boarding(home / "levels" / "one" / "night")
    tileset = path.parent / "tiles.tsx"
    (home / "art").mkdir()
    (home / "art" / "stone floor.png").write_bytes(PICTURE)
    tileset.write_text(tileset.read_text().replace("floor_1.png", "..\\../../..\\Art/stone floor.png"))
    if mark:
        (home / mark).touch()
    else:
        allow_folder(home)
    original = read_map(path.with_name("map.tmx"))
    assert "warning" not in {entry.severity for entry in original.report.entries}
    copy = there_and_back(path, tmp_path)
    assert copy.relative_to(tmp_path / "battles").as_posix() == "boarding-the-crew/levels/one/night/maps/boarding.toml"
    theirs = read_map(copy.with_name("map.tmx"))
    assert theirs.report.entries == original.report.entries
    assert theirs.picture.tiles[1].path == copy.parents[4] / "Art" / "stone floor.png"
    _plays_alike(path, copy)


def test_the_project_goes_along_whose_classes_are_read(tmp_path: Path) -> None:
    """Where it lies beside the map, or above it."""
    home = tmp_path / "project"
    path = boarding(home / "levels")
    feet = {"name": "feet", "type": "float", "value": 5}
    hill = {"type": "class", "name": "Elevation", "members": [feet], "useAs": ["object"]}
    (home / "my.tiled-project").write_text(json.dumps({"propertyTypes": [hill]}))
    copy = there_and_back(path, tmp_path)
    assert (copy.parents[2] / "my.tiled-project").is_file()
    assert read_map(copy.with_name("map.tmx")).field == read_map(path.with_name("map.tmx")).field


@pytest.mark.parametrize(
    "name",
    [
        "templates.tmx",
        "tiles-of-templates.tmx",
        "json-map.tmj",
        "image-layers.tmx",
        "placed-tiles.tmx",
        "endless.tmx",
        "lost-tileset.tmx",
    ],
)
def test_maps_of_all_kinds_read_the_same_in_a_copy(tmp_path: Path, name: str) -> None:
    """Templates, JSON, pictures as layers, maps cropped, tilesets that are lost."""
    corpus = Path(__file__).parents[1] / "corpus"
    for each in corpus.iterdir():
        if each.is_file() and each.suffix not in (".py", ".pyc"):
            (tmp_path / each.name).write_bytes(each.read_bytes())
    path = tmp_path / "play.toml"
    sides = [f'[[sides]]\nname = "{side}"\nsquad.sovereign = "bandits"' for side in ("party", "foe")]
    path.write_text("\n".join(['title = "T"', f'map = "{name}"', *sides]))
    copy = there_and_back(path, tmp_path)
    theirs, ours = read_map(read_scenario(copy).map), read_map(read_scenario(path).map)
    assert (theirs.field, theirs.origin, theirs.report.entries) == (ours.field, ours.origin, ours.report.entries)
    assert {each.name for each in copy.parent.iterdir()} == {
        MANIFEST,
        "play.toml",
        *(each.path.name for each in (*read_scenario(path).named, *ours.named)),
    }


def test_a_map_that_packs_very_tightly_is_no_trap(tmp_path: Path) -> None:
    """As one does that is mostly empty: what we write we must read."""
    path = boarding(tmp_path / "home", tmx(GROUND, SPAWNS) + " " * 5 * MB)
    assert there_and_back(path, tmp_path).is_file()


def test_what_can_not_be_named_everywhere_is_refused_when_it_is_packed(tmp_path: Path) -> None:
    path = boarding(tmp_path / "home", map_="aux.tmx")
    path.with_name("map.tmx").rename(path.with_name("aux.tmx"))
    with pytest.raises(
        BadFile, match=r"boarding.toml: the name 'aux.tmx' is one that Windows keeps for itself \(aux\)"
    ):
        pack(path, tmp_path / "out.zip")
    assert not (tmp_path / "out.zip").exists()


def test_only_archives_are_written_over(tmp_path: Path) -> None:
    path = boarding(tmp_path / "home")
    with pytest.raises(BadFile, match=r"boarding.toml: the name of a battle in one file ends in .battlemat or .zip"):
        pack(path, path)
    assert path.read_text().startswith("\ntitle")


def test_what_is_no_battle_or_another_one_is_left_as_it_is(tmp_path: Path) -> None:
    path, out = boarding(tmp_path / "home"), tmp_path / "b.zip"
    with ZipFile(out, "w") as file:
        file.writestr("letters.txt", "mine")
    before = out.read_bytes()
    with pytest.raises(BadFile, match=r"b.zip: there is such a file already, which is left as it is; name another"):
        pack(path, out)
    assert out.read_bytes() == before
    out.unlink()
    pack(path, out)
    other = boarding(tmp_path / "other")
    other.write_text(other.read_text().replace("Boarding: the crew!", "Another"))
    with pytest.raises(BadFile, match="which is left as it is"):
        pack(other, out)
    path.write_text(path.read_text() + "# later\n")
    assert pack(path, out).title == look_over(out).manifest.title, "the same battle is packed anew"


def test_a_full_disk_is_told_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    path = boarding(tmp_path / "home")
    monkeypatch.setattr("tempfile.mkdtemp", full)
    with pytest.raises(
        BadFile, match=r"b.zip: could not be tried in .* \(No space left on device\) and was not written"
    ):
        pack(path, tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()


def test_walls_of_a_packed_map_are_its_walls(tmp_path: Path) -> None:
    """The ground is compared too, not only what was named."""
    wall = objects("edges", line(7, (3, 0), (3, 4)), number=50)
    path = boarding(tmp_path / "home", tmx(GROUND, SPAWNS, wall))
    assert read_map(there_and_back(path, tmp_path).with_name("map.tmx")).field.edges


# --- taking it in ---


def test_what_was_unpacked_before_is_not_unpacked_again(tmp_path: Path) -> None:
    path = boarding(tmp_path / "home")
    out, battles = tmp_path / "b.zip", tmp_path / "battles"
    pack(path, out)
    first = unpack(look_over(out), battles)
    assert unpack(look_over(out), battles) == first
    first.with_name("map.tmx").write_text("changed since")
    second = unpack(look_over(out), battles)
    assert second.parent.name == "boarding-the-crew-2"
    assert unpacked(battles) == [first, second]


def test_an_unpacked_battle_reads_nothing_outside_of_its_folder(tmp_path: Path) -> None:
    copy = there_and_back(boarding(tmp_path / "home"), tmp_path)
    (tmp_path / "battles" / "other.png").write_bytes(PICTURE)
    (tmp_path / ".git").mkdir()
    with pytest.raises(Refused, match=r"lies outside"):
        Sources(copy).find("../other.png", copy.parent, PICTURES)


# --- Battles in one file that are no such thing, or were changed: what is refused before it is unpacked ---

Parts = dict[str, bytes]


@cache
def _sound() -> Parts:
    """What lies in a battle that was packed by us."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "b.zip"
        pack(boarding(Path(folder) / "home"), out)
        with ZipFile(out) as file:
            return {name: file.read(name) for name in file.namelist()}


def _with(folder: Path, change: Callable[[Parts], object], **of: Any) -> Path:
    """A battle in one file that was changed by somebody; ``of`` goes into the info of ``odd.png``, which is added."""
    out, parts = folder / "b.zip", dict(_sound())
    change(parts)
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, data in parts.items():
            info = ZipInfo("odd.png" if name == "odd.png" else name)
            info.create_system, info.external_attr, info.compress_type = 3, 0o100644 << 16, ZIP_DEFLATED
            if name == "odd.png":
                for field, value in of.items():
                    setattr(info, field, value)
            file.writestr(info, data)
    return out


def _sealed(parts: Parts) -> None:
    """Write the manifest as it would be if all had been packed by us."""
    manifest = json.loads(parts[MANIFEST])
    files = [(name, data) for name, data in parts.items() if name != MANIFEST]
    manifest["files"] = [{"name": name, "size": len(data), "sha256": sha256(data).hexdigest()} for name, data in files]
    parts[MANIFEST] = json.dumps(manifest).encode()


def _called(name: str) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        parts[name] = PICTURE
        _sealed(parts)

    return change


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../x.png", "the name '../x.png' leads out of the folder that it is unpacked to"),
        ("a/../../x.png", "leads out of the folder"),
        ("/etc/x.png", "leads out of the folder"),
        ("a//x.png", "leads out of the folder"),
        ("C:/x.png", "has signs that not every system allows in names"),
        ("..\\x.png", "has signs that not every system allows in names"),
        ("a\tb.png", "has signs that not every system allows in names"),
        ("\u202egnp.png", "has signs that not every system allows in names"),
        (".git/x.png", "begins with a dot or a space"),
        ("a /x.png", "ends with a dot or a space"),
        ("NUL.png", "is one that Windows keeps for itself (NUL)"),
        ("com1.x.png", "is one that Windows keeps for itself (com1)"),
        ("a/" * 20 + "x.png", "is empty or too long: at most 200 signs and 16 folders"),
        ("MAP.tmx", "'map.tmx' and 'MAP.tmx' differ in capitals or accents only"),
        ("map.tmx/x.png", "'map.tmx' and 'map.tmx' would be a file and a folder"),
        ("x.exe", "'x.exe' is of a kind that no battle needs; only .bmp, .dd2vtt,"),
        ("x.svg", "'x.svg' is of a kind that no battle needs"),
        ("inner.zip", "'inner.zip' is of a kind that no battle needs"),
        ("x.tiled-session", "'x.tiled-session' is of a kind that no battle needs"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(BadFile) as error:
        look_over(_with(tmp_path, _called(name)))
    assert why in str(error.value)
    assert str(error.value).startswith("b.zip: ")


@pytest.mark.parametrize(
    ("of", "why"),
    [
        ({"external_attr": 0o120777 << 16}, "'odd.png' is a link, a pipe or a device; only plain files are taken"),
        ({"external_attr": 0o020644 << 16}, "'odd.png' is a link, a pipe or a device"),
        ({"external_attr": 0o040755 << 16}, "'odd.png' is a link, a pipe or a device"),
        ({"compress_type": ZIP_BZIP2}, "'odd.png' is packed in a way that is not read"),
    ],
)
def test_what_is_no_plain_file_is_refused(tmp_path: Path, of: dict[str, int], why: str) -> None:
    with pytest.raises(BadFile) as error:
        look_over(_with(tmp_path, _called("odd.png"), **of))
    assert why in str(error.value)


def _grown(parts: Parts) -> None:
    parts["map.tmx"] += b" " * (6 * MB)


def _huge(parts: Parts) -> None:
    parts["crew.toml"] += b"#" * MB


def _lost(parts: Parts) -> None:
    del parts["wall.png"]


def _added(parts: Parts) -> None:
    parts["extra.png"] = PICTURE


def _longer(parts: Parts) -> None:
    parts["wall.png"] += b"!"


def _no_manifest(parts: Parts) -> None:
    del parts[MANIFEST]


def _manifest(**said: Any) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        parts[MANIFEST] = json.dumps({**json.loads(parts[MANIFEST]), **said}).encode()

    return change


def _many(parts: Parts) -> None:
    parts.update({f"x{number}.png": b"" for number in range(2_000)})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_grown, "times as large; more than 100 times is not unpacked"),
        (_huge, "'crew.toml' would have 1,0"),
        (_lost, "'wall.png' is missing; the file has been changed since it was packed"),
        (_added, "'extra.png' is not named in its battlemat-battle.json"),
        (_longer, "'wall.png' has another size than was packed"),
        (_no_manifest, "this is no battle of Battlemat (it has no battlemat-battle.json)"),
        (
            _manifest(format=7),
            "a battle of format 7, and this version of the game reads format 1; open it with a newer version",
        ),
        (_manifest(scenario="nowhere.toml"), "it names no scenario among its files"),
        (_manifest(scenario="wall.png"), "it names no scenario among its files"),
        (_manifest(files=3), "its battlemat-battle.json can't be read"),
        (_manifest(battlemat="picnic"), "its battlemat-battle.json tells of no battle"),
        (_many, "files; at most 2,000 are taken"),
    ],
)
def test_what_does_not_fit_its_manifest_is_refused(tmp_path: Path, change: Callable[[Parts], None], why: str) -> None:
    with pytest.raises(BadFile) as error:
        look_over(_with(tmp_path, change))
    assert why in str(error.value)


def test_a_battle_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    out = _with(tmp_path, lambda parts: parts.update({"wall.png": PICTURE[:-1] + b"!"}))
    with pytest.raises(BadFile, match=r"'wall.png' was changed since it was packed; ask for an untouched copy"):
        unpack(look_over(out), tmp_path / "battles")
    assert list((tmp_path / "battles").iterdir()) == []


def test_a_name_that_comes_twice_is_refused(tmp_path: Path) -> None:
    out = _with(tmp_path, lambda _: None)
    with ZipFile(out, "a") as file, catch_warnings():
        simplefilter("ignore")
        file.writestr("wall.png", PICTURE)
    with pytest.raises(BadFile, match=r"'wall.png' lies in it twice"):
        look_over(out)


def _patched(out: Path, mark: bytes, place: int, value: bytes) -> Path:
    """The last header of a kind with other bytes in it."""
    data = bytearray(out.read_bytes())
    at = data.rindex(mark) + place
    data[at : at + len(value)] = value
    out.write_bytes(bytes(data))
    return out


@pytest.mark.parametrize(
    ("mark", "place", "value", "why"),
    [
        (b"PK\x01\x02", 8, b"\x01\x00", "is locked with a password; pack it without one"),
        (b"PK\x01\x02", 24, struct.pack("<L", 2**31), "would have 2,147,483,648 bytes; at most 62,914,560 are taken"),
        (b"PK\x01\x02", 20, struct.pack("<L", 2**20), "overlaps what follows"),
        (b"PK\x01\x02", 42, struct.pack("<L", 0), "overlaps what follows"),
        (b"PK\x05\x06", 10, b"\xff\xff", "it is made for files of gigabytes (zip64)"),
        (b"PK\x05\x06", 4, b"\x01\x00", "it is one part of several"),
        (b"PK\x05\x06", 12, b"\x05\x00\x00\x00", "something is put before its files or between them"),
        (b"PK\x05\x06", 20, b"\x05\x00", "the file is cut short, or something is put behind its end"),
        (b"PK\x05\x06", 0, b"XX", "the file is cut short, or something is put behind its end"),
    ],
)
def test_a_directory_that_lies_is_refused(tmp_path: Path, mark: bytes, place: int, value: bytes, why: str) -> None:
    out = _patched(_with(tmp_path, lambda _: None), mark, place, value)
    with pytest.raises(BadFile) as error:
        look_over(out)
    assert why in str(error.value)


def test_a_file_larger_than_it_says_is_not_unpacked(tmp_path: Path) -> None:
    """The manifest and the directory agree on too small a size."""

    def smaller(parts: Parts) -> None:
        manifest = json.loads(parts[MANIFEST])
        manifest["files"][-1]["size"] = 10
        parts[MANIFEST] = json.dumps(manifest).encode()

    out = _patched(_with(tmp_path, smaller), b"PK\x01\x02", 24, struct.pack("<L", 10))
    with pytest.raises(BadFile, match=r"'window.png'.*damaged or cut short"):
        unpack(look_over(out), tmp_path / "battles")


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all" * 9, b"PK\x03\x04" + b"\0" * 99])
def test_what_is_no_zip_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "b.zip").write_bytes(data)
    with pytest.raises(BadFile, match=r"^b.zip: (this is no zip file|the file is cut short)"):
        look_over(tmp_path / "b.zip")


def test_other_zip_files_are_no_battles(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "b.zip", "w") as file:
        file.writestr("battle.toml", "x = 1")
    with pytest.raises(BadFile, match=r"this is no battle of Battlemat"):
        look_over(tmp_path / "b.zip")


def test_folders_in_it_are_nothing_to_complain_of(tmp_path: Path) -> None:
    """Other programs write them."""
    out = _with(tmp_path, lambda _: None)
    data = io.BytesIO(out.read_bytes())
    with ZipFile(data, "a") as file:
        file.mkdir("empty")
    out.write_bytes(data.getvalue())
    assert unpack(look_over(out), tmp_path / "battles").is_file()


@pytest.mark.parametrize(
    "name", ["map.tmx", "maps/one/map.tmx", "Größe.png", "a b (2).toml", "x.y.z.png", "constant.toml"]
)
def test_ordinary_names_are_taken(name: str) -> None:
    assert unfit(name) == ""
