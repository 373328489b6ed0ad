"""The words of the convention: one table for the loader and for the editor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import resources
from game.files.tiled import project_file
from game.files.tiled.schema import BY_NAME, CLASSES, ENUMS, Property, WrongProperty, value_of


def test_the_project_file_is_generated_from_the_schema() -> None:
    assert (resources.maps() / "battlemat.tiled-project").read_text(encoding="utf-8") == project_file()


def test_the_project_file_is_what_tiled_expects() -> None:
    project = json.loads(project_file())
    types = project["propertyTypes"]
    assert len({entry["id"] for entry in types}) == len(types)
    assert {entry["name"] for entry in types} == {*ENUMS, *(kind.name for kind in CLASSES)}
    for entry in types:
        if entry["type"] == "class":
            assert all(member["type"] in ("bool", "int", "float", "string", "object") for member in entry["members"])


def test_the_table_of_the_design() -> None:
    assert [kind.name for kind in CLASSES] == [
        "BattleMap",
        "Terrain",
        "Edge",
        "Elevation",
        "Zone",
        "Border",
        "Spawn",
        "Feature",
    ]
    assert ENUMS["EdgeKind"] == ("wall", "door", "window", "slit", "low_wall", "portcullis")
    assert BY_NAME["terrain"].defaults()["move_cost"] == 1


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.name)
def test_every_default_is_a_value_its_own_type_allows(kind: object) -> None:
    assert kind in CLASSES
    for entry in CLASSES:
        for member in entry.members:
            stored = "string" if member.enum else member.type
            text = str(member.default).lower() if member.type == "bool" else str(member.default)
            assert value_of(entry, member, Property(stored, "", text)) == member.default


@pytest.mark.parametrize(
    ("kind", "name", "given_", "says"),
    [
        ("terrain", "blocks_move", Property("string", "", "yes"), "is stored as string ('yes') but must be bool"),
        ("terrain", "blocks_move", Property("bool", "", "perhaps"), "is no bool"),
        ("terrain", "move_cost", Property("int", "", "0"), "the least it can be is 1"),
        ("terrain", "move_cost", Property("float", "", "1.5"), "must be int"),
        ("terrain", "height", Property("float", "", "nan"), "is no float this game can use"),
        ("terrain", "height", Property("float", "", "-1"), "the least it can be is 0"),
        ("edge", "kind", Property("string", "", "dor"), "did you mean door?"),
        ("edge", "kind", Property("int", "EdgeKind", "2"), "load battlemat.tiled-project"),
        ("spawn", "side", Property("string", "", ""), "choose one of party, foe"),
        ("feature", "strength", Property("int", "", "6"), "must be string"),
        ("feature", "linked", Property("string", "", "gate"), "must be object"),
    ],
)
def test_a_wrong_property_says_what_to_write(kind: str, name: str, given_: Property, says: str) -> None:
    table = BY_NAME[kind]
    member = table.member(name)
    assert member is not None
    with pytest.raises(WrongProperty) as wrong:
        value_of(table, member, given_)
    assert says in str(wrong.value)
    assert name in str(wrong.value)


@settings(deadline=None)
@given(st.sampled_from(CLASSES), st.data(), st.text(max_size=12))
def test_no_text_makes_a_property_crash(kind: object, data: st.DataObject, text: str) -> None:
    table = next(entry for entry in CLASSES if entry is kind)
    member = data.draw(st.sampled_from(table.members))
    stored = data.draw(st.sampled_from(["bool", "int", "float", "string", "object", "color", "file", "class", ""]))
    try:
        value = value_of(table, member, Property(stored, "", text))
    except WrongProperty as wrong:
        assert member.name in str(wrong)
    else:
        assert isinstance(value, bool | int | float | str)


def test_a_side_of_ones_own_is_allowed() -> None:
    spawn = BY_NAME["spawn"]
    side = spawn.member("side")
    assert side is not None
    assert value_of(spawn, side, Property("string", "Side", "cultists")) == "cultists"


def test_the_readme_of_the_maps_names_every_class_and_property() -> None:
    text = Path(resources.maps() / "README.md").read_text(encoding="utf-8")
    for kind in CLASSES:
        assert f"`{kind.name}`" in text
        for member in kind.members:
            assert f"`{member.name}`" in text, f"{kind.name}.{member.name}"
    for values in ENUMS.values():
        for value in values:
            assert value in text
