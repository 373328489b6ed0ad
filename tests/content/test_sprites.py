"""Maps and sprites are found where they lie; every sprite keeps to what SDL draws rightly, and to one canvas."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree.ElementTree import Element, parse

import pytest

from game import resources
from game.files.tiled import read_map

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"path", "rect", "circle", "ellipse"}
ALLOWED = {
    "svg": {"width", "height", "viewBox"},
    "defs": set(),
    "g": {"transform", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"},
    "linearGradient": {"id", "gradientUnits", "gradientTransform", "x1", "y1", "x2", "y2"},
    "radialGradient": {"id", "gradientUnits", "gradientTransform", "cx", "cy", "r"},
    "stop": {"offset", "stop-color", "stop-opacity"},
}
PAINT = {
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
    "stroke-dasharray", "transform",
}  # fmt: skip
GEOMETRY = {
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
}
COLOUR = re.compile(r"none|#[0-9a-f]{6}|url\(#[A-Za-z]\w*\)")
SPRITES = sorted(resources.sprites().rglob("*.svg"))


def name(element: Element) -> str:
    return element.tag.removeprefix(SVG)


def complaints(root: Element) -> list[str]:
    """What in a picture SDL would draw wrongly or not at all."""
    found = []
    gradients = {entry.get("id") for entry in root.iter() if name(entry).endswith("Gradient")}
    for element in root.iter():
        kind = name(element)
        allowed = ALLOWED.get(kind, GEOMETRY.get(kind, set()) | PAINT if kind in SHAPES else None)
        if allowed is None:
            found.append(f"<{kind}> is not in the subset")
            continue
        found += [f"{key} on <{kind}>" for key in element.attrib if key not in allowed]
        if kind.endswith("Gradient") and element.get("gradientUnits") != "userSpaceOnUse":
            found.append(f"gradient {element.get('id')} goes by the bounding box")
        for key in ("fill", "stroke", "stop-color"):
            value = element.get(key)
            if value is not None and not COLOUR.fullmatch(value):
                found.append(f"{key}={value}")
            if value and value.startswith("url(") and value[5:-1] not in gradients:
                found.append(f"{value} is nowhere")
    return found


def test_there_is_something_to_look_at() -> None:
    assert len(SPRITES) > 150


@pytest.mark.parametrize("path", SPRITES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sprite_keeps_to_the_subset(path: Path) -> None:
    root = parse(path).getroot()
    assert name(root) == "svg"
    assert complaints(root) == []
    large = path.stem.startswith("tree_")
    assert (root.get("width"), root.get("height")) == (("96", "96") if large else ("64", "64"))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert (width, height) == ((192, 192) if large else (128, 128))
    assert re.fullmatch(r"[a-z0-9_]+", path.stem)
    assert path.stat().st_size < 20_000


@pytest.mark.parametrize(
    "inside",
    [
        "<text>x</text>",
        "<g opacity='0.5'/>",
        "<path d='M0 0' style='fill:red'/>",
        "<path d='M0 0' fill='red'/>",
        "<path d='M0 0' fill='rgba(0,0,0,.5)'/>",
        "<path d='M0 0' fill='url(#nowhere)'/>",
        "<path d='M0 0' filter='url(#f)'/>",
        "<linearGradient id='a'/>",
        "<use href='#a'/>",
        "<clipPath/>",
        "<image/>",
    ],
)
def test_the_check_refuses_what_would_be_drawn_wrongly(inside: str, tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{inside}</svg>')
    assert complaints(parse(path).getroot())


def test_creatures_take_the_colours_of_their_type() -> None:
    """What is their own to wear they may keep; most show the ramp that is exchanged."""
    paths = sorted((resources.sprites() / "creatures").glob("*.svg"))
    assert len(paths) > 40
    for path in paths:
        assert "#d55e00" in path.read_text(encoding="utf-8"), path.stem


def test_what_the_screen_counts_on() -> None:
    heroes = ("warrior", "healer", "expert", "archer", "mage", "generic")
    icons = ("sword", "bow", "shield", "boot", "hand", "star", "hourglass")
    marks = (
        *("prone", "held", "frail", "screening", "total_defense", "shock", "dazed", "pinned", "bleeding", "drunk"),
        *("asleep", "surprised", "grappled", "early", "late", "notch", "torch", "liquor", "splintered_shield"),
    )
    for sprite in (
        *(f"tokens/hero_{hero}" for hero in heroes),
        *(f"icons/{icon}" for icon in icons),
        *(f"marks/{mark}" for mark in marks),
        *(f"tokens/plate_{plate}" for plate in ("circle", "square", "diamond", "hexagon", "triangle", "shield")),
        *(f"tokens/state_{state}" for state in ("reeling", "senseless", "sinking", "lifeless")),
        "creatures/generic",
    ):
        assert resources.sprite(sprite).is_file()
    for hero in heroes:
        text = resources.sprite(f"tokens/hero_{hero}").read_text()
        assert all(colour in text for colour in ("#3a9bd6", "#0072b2", "#00507d")), "the ring takes the side's colours"


def test_the_origin_of_the_art_is_told() -> None:
    text = (resources.sprites() / "ATTRIBUTIONS.md").read_text(encoding="utf-8")
    for folder in resources.sprites().iterdir():
        if folder.is_dir() and any(folder.glob("*.svg")):
            assert f"`{folder.name}`" in text


# --- Maps and sprites are found in the tree, and where the wheel puts them ---


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
