"""Classes of a Tiled project: what they say of things where the map does not write it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.files.tiled import Chart, project_file, read_map
from game.files.tiled.classes import classes_of
from game.files.tiled.schema import Property
from tests.files.drawing import SPAWNS, line, objects, property_, rectangle, save, tiles, tmx
from tests.files.test_tiled_foreign import foreign, read, rows, solid


def klass(name: str, *members: dict[str, Any], uses: list[str] | None = None) -> dict[str, Any]:
    said = {} if uses is None else {"useAs": uses}
    return {"id": 1, "type": "class", "name": name, "members": list(members), **said}


SOLID = {"name": "solid", "type": "bool", "value": True}


def project(folder: Path, *types: dict[str, Any], **more: Any) -> None:
    """A project in the folder that holds the folder of the maps."""
    (folder / "game.tiled-project").write_text(json.dumps({"folders": ["."], "propertyTypes": list(types), **more}))


def walls(said: str = 'type="Boulder"') -> str:
    return foreign(tiles("floor", rows((2, 1))), inside=f'<tile id="1" {said}/>')


def test_tiles_of_a_class_have_its_defaults(tmp_path: Path) -> None:
    project(tmp_path, klass("Boulder", SOLID, {"name": "hp", "type": "int", "value": 5}))
    chart = read(tmp_path, walls())
    assert solid(chart) == {(2, 1)}
    assert [named.reference for named in chart.named if named.reference.endswith("project")] == [
        "../game.tiled-project"
    ]
    assert solid(read(tmp_path, walls('class="Boulder"'))) == {(2, 1)}
    assert solid(read(tmp_path, walls('type="boulder"'))) == set(), "Tiled knows classes by their capitals"


def test_what_the_map_writes_goes_before_the_default(tmp_path: Path) -> None:
    project(tmp_path, klass("Boulder", SOLID))
    text = walls().replace(
        "/></tileset>", f">{'<properties>' + property_('solid', False) + '</properties>'}</tile></tileset>"
    )
    assert solid(read(tmp_path, text)) == set()


@pytest.mark.parametrize(("uses", "cells"), [(None, {(2, 1)}), (["tile", "object"], {(2, 1)}), (["layer"], set())])
def test_a_class_counts_for_what_it_can_be_given_to(
    tmp_path: Path, uses: list[str] | None, cells: set[tuple[int, int]]
) -> None:
    project(tmp_path, klass("Boulder", SOLID, uses=uses))
    assert solid(read(tmp_path, walls())) == cells


def test_layers_groups_tilesets_and_objects_have_the_defaults_of_their_classes(tmp_path: Path) -> None:
    project(tmp_path, klass("Hard", SOLID))
    block = rows((2, 1), gid=5, other=0)
    floor = tiles("floor", rows())
    assert solid(read(tmp_path, foreign(floor, tiles("x", block, 2, 'class="Hard"')))) == {(2, 1)}
    group = f'<group name="g" class="Hard">{tiles("x", block, 2)}</group>'
    assert solid(read(tmp_path, foreign(floor, group))) == {(2, 1)}
    assert solid(read(tmp_path, foreign(floor, objects("x", rectangle(1, "Hard", 2, 1, 1, 1))))) == {(2, 1)}
    assert solid(read(tmp_path, foreign(floor, objects("x", rectangle(1, "", 2, 1, 1, 1), extra='class="Hard"')))) == {
        (2, 1)
    }
    other = '<tileset firstgid="9" name="hard" class="Hard" tilewidth="64" tileheight="64" tilecount="8" columns="4">'
    other += '<image source="sheet.png" width="256" height="128"/></tileset>'
    text = foreign(floor, tiles("x", rows((2, 1), gid=9, other=0), 2)).replace("</tileset>", f"</tileset>{other}", 1)
    assert solid(read(tmp_path, text)) == {(2, 1)}


def test_a_tile_put_down_says_more_than_the_class_of_the_object(tmp_path: Path) -> None:
    project(tmp_path, klass("Prop", {"name": "solid", "type": "bool", "value": False}))
    inside = f'<tile id="1"><properties>{property_("solid", True)}</properties></tile>'
    put = objects("props", '<object id="1" type="Prop" gid="2" x="128" y="128" width="64" height="64"/>')
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), put, inside=inside))) == {(2, 1)}


def test_members_of_classes_within_classes(tmp_path: Path) -> None:
    body = klass(
        "Body", {"name": "solid", "type": "bool", "value": False}, {"name": "mass", "type": "float", "value": 1.5}
    )
    member = {"name": "body", "type": "class", "propertyType": "Body", "value": {"solid": True}}
    found = classes_of([body, klass("Rock", member)])
    assert found.of("Rock", "tile") == {
        "body.solid": Property("bool", "", "true"),
        "body.mass": Property("float", "", "1.5"),
    }
    project(tmp_path, body, klass("Rock", member))
    assert solid(read(tmp_path, walls('type="Rock"'))) == {(2, 1)}


def test_members_that_a_property_of_a_class_does_not_write(tmp_path: Path) -> None:
    project(tmp_path, klass("Body", SOLID, {"name": "mass", "type": "float", "value": 1}))
    mass = f"<properties>{property_('mass', 3.0)}</properties>"
    said = f'<properties><property name="body" type="class" propertytype="Body">{mass}</property></properties>'
    text = foreign(tiles("floor", rows((2, 1))), inside=f'<tile id="1">{said}</tile>')
    assert solid(read(tmp_path, text)) == {(2, 1)}


def test_a_class_that_holds_itself_ends(tmp_path: Path) -> None:
    itself = {"name": "inner", "type": "class", "propertyType": "Loop", "value": {}}
    found = classes_of([klass("Loop", SOLID, itself)])
    assert found.of("Loop", "tile")["inner.solid"].text == "true"


@pytest.mark.parametrize("name", ["types.xml", "types.json"])
def test_types_of_objects_as_they_were_before_classes(tmp_path: Path, name: str) -> None:
    project(tmp_path, objectTypesFile=name)
    (tmp_path / "types.xml").write_text(
        '<objecttypes><objecttype name="Boulder" color="#fff"><property name="solid" type="bool" default="true"/>'
        "</objecttype></objecttypes>"
    )
    old = [{"name": "Boulder", "color": "#fff", "properties": [SOLID]}]
    (tmp_path / "types.json").write_text(json.dumps(old))
    assert solid(read(tmp_path, walls())) == {(2, 1)}


def test_the_nearest_project_counts_and_none_outside(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    project(tmp_path, klass("Boulder", SOLID))
    assert solid(read(deep, walls())) == {(2, 1)}
    project(deep.parent, klass("Boulder", {**SOLID, "value": False}))
    assert solid(read(deep, walls())) == set()


@pytest.mark.parametrize(
    "text", ["nonsense", "[1, 2]", '{"propertyTypes": 3}', '{"propertyTypes": [3, {"name": 4}]}', ""]
)
def test_a_spoilt_project_does_no_harm(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.tiled-project").write_text(text)
    chart = read(tmp_path, walls())
    told = [entry.text for entry in chart.report.entries if entry.severity == "warning" and "project" in entry.text]
    assert [each.split(":")[0] for each in told] == (["game.tiled-project"] if text == "nonsense" else [])


def test_our_own_project_changes_nothing(tmp_path: Path) -> None:
    """A window has a sill of 3 ft where its map says none, though the project's drop-down stands at 0."""

    def windows() -> Chart:
        edges = objects("edges", line(1, (2, 0), (2, 2), kind="window"))
        return read_map(save(tmp_path, tmx(tiles("ground", rows()), edges, SPAWNS)))

    before = windows()
    (tmp_path / "battlemat.tiled-project").write_text(project_file())
    after = windows()
    assert after.field == before.field
    assert after.named == before.named, "and is not packed with the map"


def test_a_default_of_ours_that_an_author_has_changed_counts(tmp_path: Path) -> None:
    text = project_file().replace(
        '"name": "feet",\n                    "type": "float",\n                    "value": 0.0', "@"
    )
    assert "@" in text
    (tmp_path / "my.tiled-project").write_text(text.replace("@", '"name": "feet", "type": "float", "value": 5.0'))
    hill = objects("elevation", rectangle(1, "Elevation", 1, 1, 2, 2))
    chart = read_map(save(tmp_path, tmx(tiles("ground", rows()), hill, SPAWNS)))
    assert chart.field.floor_at((1, 1)) > 0
