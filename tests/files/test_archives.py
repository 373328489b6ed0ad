"""Battles in one file: what goes in, and what comes out of it elsewhere."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from game import resources
from game.files.archives import look_over, pack, unpack, unpacked
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
