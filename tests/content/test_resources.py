"""Maps and sprites are found in the tree, and where the wheel puts them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from game import resources
from game.files.tiled import read_map


def test_the_wheel_carries_what_resources_looks_for() -> None:
    project = Path(resources.__file__).parents[1] / "pyproject.toml"
    if not project.is_file():
        pytest.skip("installed: there is no pyproject.toml to compare with")
    build = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    data = ("maps", "sprites", "rulesets/example", "rulesets/example_zones", "rulesets/README.md")
    assert build["wheel"]["force-include"] == {name: f"game/data/{name}" for name in data}
    assert {"/maps", "/sprites", "/rulesets"} <= set(build["sdist"]["include"])


def test_an_installed_wheel_finds_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "game"
    (package / "data").mkdir(parents=True)
    (package / "data" / "maps").symlink_to(resources.maps())
    (package / "data" / "sprites").symlink_to(resources.sprites())
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.maps() == package / "data" / "maps"
    assert resources.sprite("tokens/shadow").is_relative_to(package)
    assert read_map(resources.shipped_maps()[0]).playable() == []


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError, match="no sprite named 'tokens/dragon'"):
        resources.sprite("tokens/dragon")
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "game")
    with pytest.raises(FileNotFoundError, match="folder 'maps' is missing"):
        resources.maps()


def test_the_tree_is_found_without_a_data_folder() -> None:
    assert resources.maps().is_dir() and resources.sprites().is_dir()
    assert [path.suffix for path in resources.shipped_maps()] == [".tmx"] * len(resources.shipped_maps())
