"""What somebody says of a map over what was read: kept beside it, taken in, copied, painted and played."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game import resources
from game.files.archives import look_over, pack, unpack
from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.map_edit import MapEdit
from game.files.scenario import read_scenario
from game.files.tiled import read_map
from game.files.tiled.copying import GROUP, write_copy
from game.files.tiled.corrections import (
    Corrections,
    FeatureWords,
    Height,
    Thin,
    ThinKind,
    ZoneWords,
    correct,
    misfits,
    read_corrections,
    sidecar,
    write_corrections,
)
from game.files.tiled.runs import NoCells, blocks, cells_of, ring, told
from game.files.tiled.shapes import Outline
from game.kit.testing.fight import d4
from game.rules.registry import ruleset
from game.spatial.field import Cell, EdgeKind, Field
from game.spatial.solids import CellSide
from game.spatial.space import Space
from game.window.doctor.pointer_tools import Hand
from game.window.doctor.tools import BY_NAME, ToolSettings
from tests.corpus.kinds import HOME, MAPS
from tests.rulesets.glog import kit as glog
from tests.rulesets.sovereign import kit as sovereign

WIDE, HIGH = 9, 6

SAID = Corrections(
    ground={(3, 3): "blocked", (4, 3): "blocked", (2, 2): "open", (5, 5): "low cover"},
    heights={(7, 7): Height(20), (8, 7): Height(10, ramp=True)},
    edges={CellSide((5, 4), True): Thin("door", "locked"), CellSide((5, 5), True): Thin("door", "locked")},
    zones={"1": ZoneWords("The “yard”", "room", dark=True), "2": ZoneWords("Rim")},
    zoned={(6, 6): "1", (7, 6): "1", (9, 9): "2"},
    starts={(10, 3): "party", (11, 3): "foe", (12, 3): "", (10, 6): "fourth", (11, 6): "the Duke's “own”"},
    features={
        "1": FeatureWords("fire", "Camp fire", "2d6"),
        "2": FeatureWords("lever", "Winch", cost="bonus", linked=CellSide((5, 5), True)),
        "3": FeatureWords("thing", thing="hand-axe"),
    },
    featured={"1": ((8, 3), (9, 3), (8, 4)), "2": ((4, 6),), "3": ((3, 9),)},
    cleared={"light": ((1, 1),)},
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of a map from elsewhere, with walls that are guessed."""
    for name in ("layer-called-collision.tmx", "sheet.png"):
        (tmp_path / name).write_bytes((HOME / name).read_bytes())
    return tmp_path / "layer-called-collision.tmx"


def test_corrections_are_written_read_and_taken_away_and_the_map_is_not_touched(house: Path) -> None:
    before = house.read_bytes()
    file = write_corrections(house, SAID)
    assert file == sidecar(house) and file.name == "layer-called-collision.corrections.toml"
    assert read_corrections(house) == SAID
    assert write_corrections(house, SAID).read_text() == file.read_text()
    write_corrections(house, Corrections())
    assert not file.exists() and not read_corrections(house)
    assert house.read_bytes() == before


def test_a_map_is_read_with_its_corrections_and_says_so(house: Path) -> None:
    read = read_map(house)
    write_corrections(house, SAID)
    chart = read_map(house)
    field = chart.field
    assert (field.at((3, 3)).name, field.at((2, 2)).name, field.at((5, 5)).height) == ("wall", "floor", 12)
    assert (field.floor_at((7, 7)), field.floor_at((8, 7)), field.ramps) == (20, 10, ((8, 7),))
    (door,) = field.edges
    assert (door.a, door.b, door.kind, door.state) == ((5, 4), (5, 6), "door", "locked")
    assert [(zone.name, zone.kind, zone.cells, zone.dark) for zone in field.zones] == [
        ("The “yard”", "room", ((6, 6), (7, 6)), True),
        ("Rim", "open", ((9, 9),), False),
    ]
    sides = {spawn.side: spawn.cells for spawn in field.spawns}
    assert sides == {
        "party": ((10, 3),),
        "foe": ((11, 3),),
        "fourth": ((10, 6),),
        "the Duke's “own”": ((11, 6),),
    }, "what was guessed gives way"
    fire, lever, axe = field.features
    assert (fire.kind, fire.name, fire.strength, fire.cells) == ("fire", "Camp fire", "2d6", ((8, 3), (9, 3), (8, 4)))
    assert (lever.linked, lever.cost, axe.thing, axe.cells) == (door.id, "bonus", "hand-axe", ((3, 9),))
    assert chart.read == read.read and chart.corrections == SAID
    shown = chart.picture.layers[-1].tiles
    drawn = {at: chart.picture.tiles[gid].path for at, gid in enumerate(shown) if gid}
    assert {(at % field.width, at // field.width) for at in drawn} == {(3, 3), (4, 3), (5, 5)}
    assert drawn[5 * field.width + 5] == resources.sprite("terrain/crate_1")
    assert any(
        line == "note: corrections of layer-called-collision.corrections.toml are applied: 6 cells, 2 doors, 2 zones, "
        "3 features, starts of foe and fourth and party and the Duke's “own”"
        for line in chart.report.lines()
    )


def test_a_map_changed_in_tiled_keeps_its_corrections_and_what_finds_no_place_is_a_warning(house: Path) -> None:
    said = Corrections(ground={(1, 1): "pit", (90, 2): "rough"}, zones={"1": ZoneWords("Far")}, zoned={(91, 2): "1"})
    write_corrections(house, said)
    text = house.read_text()
    house.write_text(text.replace("<map ", '<map backgroundcolor="#102030" ', 1))
    chart = read_map(house)
    assert chart.picture.background == "#102030" and chart.field.at((1, 1)).name == "pit"
    warned = [entry.text for entry in chart.report.entries if entry.severity == "warning"]
    assert any("2 cells lie off the map now, the first at 90, 2" in text for text in warned)
    assert any("the zone Far lies off the map now" in text for text in warned)
    assert chart.playable() == []
    write_corrections(house, chart.corrections)
    assert read_corrections(house) == said, "nothing is lost on the next save"


def test_a_battle_in_one_file_brings_the_corrections_of_its_map(house: Path, tmp_path: Path) -> None:
    write_corrections(house, SAID)
    party, foe = list(ruleset("sovereign").parties())[:2]
    scenario = tmp_path / "fight.toml"
    scenario.write_text(
        f"title = 'A fight'\nmap = '{house.name}'\nrules = 'sovereign'\n"
        f"[[sides]]\nname = 'party'\nparty = true\nsquad.sovereign = '{party}'\n"
        f"[[sides]]\nname = 'foe'\nsquad.sovereign = '{foe}'\n"
    )
    packed = tmp_path / "fight.battlemat"
    pack(scenario, packed)
    taken = read_scenario(unpack(look_over(packed), tmp_path / "taken"))
    assert read_map(taken.map).corrections == SAID


def test_cells_are_in_the_authors_numbers_where_a_map_is_cropped(tmp_path: Path) -> None:
    for name in ("endless.tmx", "sheet.png"):
        (tmp_path / name).write_bytes((HOME / name).read_bytes())
    path = tmp_path / "endless.tmx"
    left, top = read_map(path).origin
    assert (left, top) != (0, 0)
    write_corrections(path, Corrections(ground={(left + 4, top + 4): "pit"}))
    assert read_map(path).field.at((4, 4)).name == "pit"


def test_an_edge_is_cut_where_a_side_was_corrected_and_zones_give_their_cells() -> None:
    path = resources.maps() / "cellar.tmx"
    chart = read_map(path)
    long = next(edge for edge in chart.field.edges if abs(edge.a[0] - edge.b[0]) + abs(edge.a[1] - edge.b[1]) > 0)
    zone = max(chart.field.zones, key=lambda zone: len(zone.cells))
    along_x = long.a[0] == long.b[0]
    said = Corrections(
        edges={CellSide(long.a, along_x): Thin("none")},
        zones={"1": ZoneWords("Half")},
        zoned=dict.fromkeys(zone.cells[::2], "1"),
    )
    field = correct(chart.field, chart.origin, said)
    assert sum(edge.id.split("~")[0] == long.id for edge in field.edges) <= 1
    assert len(next(one for one in field.zones if one.id == zone.id).cells) == len(zone.cells) // 2
    names = [Space(field).zones.area(each).name for each in Space(field).zones.all_zones]
    assert "Half" in names and zone.name in names


def test_features_of_the_map_are_cleared_by_their_kind_alone_and_levers_keep_to_their_doors() -> None:
    chart = read_map(resources.maps() / "gatehouse.tmx")
    lever = next(each for each in chart.field.features if each.kind == "lever")
    gate = next(edge for edge in chart.field.edges if edge.id == lever.linked)
    light = next(each for each in chart.field.features if each.kind == "light" and len(each.cells) > 1)
    along_x = gate.a[0] == gate.b[0]
    said = Corrections(
        edges={
            CellSide(gate.a, along_x): Thin("portcullis"),
            CellSide((gate.a[0] + 1, gate.a[1]), along_x): Thin("portcullis"),
        },
        cleared={"light": light.cells[:1], "thing": light.cells},
    )
    field = correct(chart.field, chart.origin, said)
    left = next(each for each in field.features if each.id == light.id)
    assert set(left.cells) == set(light.cells[1:])
    moved = next(edge for edge in field.edges if edge.id == next(f for f in field.features if f.id == lever.id).linked)
    assert (moved.a, moved.kind) == (gate.a, "portcullis") and moved.id != gate.id
    nowhere = Corrections(
        features={"1": FeatureWords("lever", "Winch", linked=CellSide((1, 1), True))}, featured={"1": ((2, 2),)}
    )
    assert misfits(chart.field, chart.origin, nowhere) == [
        "the Winch moves nothing, for there is no door or portcullis at 1, 1 to 1, 2"
    ]


@pytest.mark.parametrize("kind", ("none", *get_args(EdgeKind)))
def test_every_kind_of_side_is_read_as_it_was_written(house: Path, kind: ThinKind) -> None:
    said = Corrections(edges={CellSide((5, 4), True): Thin(kind)})
    write_corrections(house, said)
    assert read_corrections(house).edges == said.edges


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[features]]\nkind = 'thing'\nthing = '../x'\ncells = ['3, 4']", r"features\[1\]\.thing: '../x' is no word"),
        ("[[features]]\nkind = 'fire'\ncells = []", r"features\[1\]\.cells: name a cell"),
        ("[[features]]\nkind = 'fier'\ncells = ['3, 4']", r"features\[1\]\.kind: 'fier' is none of .* 'fire'"),
        ("[[features]]\nkind = 'lever'\nlinked = 'x'\ncells = ['3, 4']", r"features\[1\]\.linked: 'x' is no line"),
        ("[[starts]]\nside = 'referee'\ncells = ['3, 4']", r"starts\[1\]\.side: no side can be called 'referee'"),
        ("[[cleared]]\nkind = 'fire'\ncells = ['a']", r"cleared\[1\]\.cells\[1\]: 'a' names no cells"),
        ("[[ground]]\nkind = 'blocked'\ncells = ['3']", r"ground\[1\]\.cells\[1\]: '3' names no cells; write column"),
        ("[[ground]]\nkind = 'blokced'\ncells = []", r"ground\[1\]\.kind: 'blokced' is none of .* 'blocked'\?"),
        ("[[ground]]\nkind = 'pit'\ncells = ['9..3, 1']", "runs backwards"),
        ("[[ground]]\nkind = 'pit'\ncells = ['0..999999, 0..999999']", "names more cells than a map has"),
        ("[[edges]]\nkind = 'door'\nlines = ['1, 1 to 3, 3']", "must run straight"),
        ("[[edges]]\nkind = 'wal'\nlines = []", r"edges\[1\]\.kind: 'wal' is none of .* none; did you mean 'wall'\?"),
        ("[[heights]]\nfeet = 1e9\ncells = []", r"heights\[1\]\.feet: write a height"),
        ("[[heights]]\ncells = []", r"heights\[1\]\.feet: is missing"),
        ("[[zone]]\nname = 'x'", "zone: there is no such field; did you mean 'zones'"),
        ("schema = 2", "schema: it says 2"),
    ],
)
def test_a_spoilt_file_is_told_by_file_and_field(house: Path, text: str, told: str) -> None:
    sidecar(house).write_text(text)
    with pytest.raises(BadFile, match=rf"layer-called-collision\.corrections\.toml: {told}|{told}") as error:
        read_map(house)
    assert "mend it, or move it away, and the map is as it was drawn\n" in str(error.value)


def test_guesses_have_their_place(house: Path) -> None:
    chart = read_map(house)
    (walls,) = [entry for entry in chart.report.entries if "cells block" in entry.text]
    field = chart.field
    every = [(x, y) for y in range(field.height) for x in range(field.width)]
    assert list(walls.cells) == [cell for cell in every if field.at(cell).blocks_move]
    assert "in the layer 'CollisionTiles'" in walls.text
    starts = next(entry for entry in chart.report.entries if "start" in entry.text and entry.severity == "guess")
    assert set(starts.cells) >= {cell for spawn in chart.field.spawns for cell in spawn.cells}


@given(st.integers(1, 2 ** (WIDE * HIGH) - 1))
@settings(deadline=None, max_examples=60)
def test_cells_as_rectangles_texts_and_one_outline_are_the_same_cells(bits: int) -> None:
    cells: set[Cell] = {(n % WIDE, n // WIDE) for n in range(WIDE * HIGH) if bits >> n & 1}
    found = [cell for text in told(cells) for cell in cells_of(text, 1000)]
    assert sorted(found) == sorted(cells)
    assert sum((right - left + 1) * (low - top + 1) for left, top, right, low in blocks(cells)) == len(cells)
    points = tuple((float(x), float(y)) for x, y in ring(cells))
    assert set(Outline("polygon", points, (0, 0)).cells(20, 20)) == cells


def test_texts_that_name_no_cells_are_refused() -> None:
    assert cells_of(" -3..-2 , 4 ", 10) == [(-3, 4), (-2, 4)]
    for text in ("", "3, 4, 5", "a, b", "3..4"):
        with pytest.raises(NoCells):
            cells_of(text, 10)


def test_a_name_that_no_file_can_hold_is_told_and_one_with_a_line_break_does_no_harm(house: Path) -> None:
    said = Corrections(zones={"1": ZoneWords("half of \udce9 a letter")}, zoned={(1, 1): "1"})
    with pytest.raises(BadFile, match=r"corrections.toml: not written: no file can hold the letter '\\udce9'"):
        write_corrections(house, said)
    assert not sidecar(house).exists()
    odd = house.with_name("two\nschema = 9\nlines.tmx")
    try:
        house.rename(odd)
    except OSError:
        pytest.skip("this disk takes no such names")
    plain = Corrections(ground={(1, 1): "pit"})
    write_corrections(odd, plain)
    assert read_corrections(odd) == plain


# --- A copy of a map has all that rules see as layers of ours: it reads back to the same field, and Tiled opens it ---

TILED = shutil.which("tmxrasterizer")

CORRECTED = Corrections(
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
    copied(corpus / name, corpus, CORRECTED)


@pytest.mark.nightly
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_a_copy_of_every_map_reads_back_to_the_same_field(path: Path, corpus: Path) -> None:
    copied(corpus / path.relative_to(HOME), corpus, CORRECTED)


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


# --- What is painted in the map doctor is played: fire burns, things are taken up, exits lead away ---


@pytest.fixture
def painted(tmp_path: Path) -> Field:
    """A map from elsewhere on which somebody painted a fire, an axe and a way out."""
    for name in ("layer-called-collision.tmx", "sheet.png"):
        shutil.copy(HOME / name, tmp_path / name)
    path = tmp_path / "layer-called-collision.tmx"
    mending = MapEdit(read_map(path))
    paint(mending, FeatureWords("fire", "Embers", "d4"), (5, 9))
    paint(mending, FeatureWords("trap", "Altar", "fear 1"), (6, 9))
    paint(mending, FeatureWords("exit"), (8, 9))
    paint(mending, FeatureWords("thing", thing="hand-axe"), (3, 10))
    paint(mending, FeatureWords("thing", thing="stool"), (4, 10))
    write_corrections(path, mending.corrections())
    return read_map(path).field


def paint(mending: MapEdit, words: FeatureWords, cell: Cell) -> None:
    hand = Hand(mending, ToolSettings(BY_NAME["put feature"], words=words))
    hand.press((cell[0] + 0.5, cell[1] + 0.5))
    hand.release()


def test_in_sovereign(painted: Field) -> None:
    fight = sovereign.Fight({"annora": (3, 9)}, {"w1": ("skeletal-warrior", (13, 3))}, field=painted)
    fight.play("annora")
    assert fight.offers("pick up feature+4"), "an axe is a weapon of these rules"
    assert not fight.offers("pick up feature+5") and "feature+5" in fight.state.things, "a stool is none"
    fight.play("run 8,9")
    assert fight.lost == [], "the fire is run round"
    assert fight.at("annora") == (8, 9) and fight.offers("leave")
    burnt = sovereign.Fight({"annora": (3, 9)}, {"w1": ("skeletal-warrior", (13, 3))}, field=painted)
    assert burnt.play("annora", "run 5,9", d4(3)).lost == [("annora", 3)]
    awed = sovereign.Fight({"annora": (7, 9)}, {"w1": ("skeletal-warrior", (13, 3))}, field=painted)
    assert awed.play("annora", "run 6,9").lost == [], "a place of horror hurts nobody"


def test_in_glog(painted: Field) -> None:
    hero, thug = {"hero": (4, 9)}, {"thug": (13, 3)}
    fight = glog.Fight(hero, thug, field=painted)
    assert fight.keys("take") == ["take feature+5"], "a stool is a weapon of these rules"
    whole = fight.body_of("hero")[0]
    assert fight.play("go 5,9", d4(1)).body_of("hero")[0] == whole - 1
