"""What is painted in the map doctor is played: fire burns, things are taken up, exits lead away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.files.map_edit import MapEdit
from game.files.tiled import read_map
from game.files.tiled.corrections import FeatureWords, write_corrections
from game.kit.testing.fight import d4
from game.spatial.field import Cell, Field
from game.window.doctor.pointer_tools import Hand
from game.window.doctor.tools import BY_NAME, ToolSettings
from tests.corpus.kinds import HOME
from tests.rulesets.glog import kit as glog
from tests.rulesets.sovereign import kit as sovereign


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
