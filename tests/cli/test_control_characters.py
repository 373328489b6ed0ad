"""No file makes a terminal do anything: whatever names and texts hold, what is written can be read and no more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from game import resources
from game.files.archives import look_over, pack
from game.files.errors import BadFile
from game.files.saves import SeatPlan, glance, load_match
from game.files.scenario import read_scenario, to_setup
from game.files.sources import BATTLE_MANIFEST as MANIFEST
from game.files.tiled import check_map, read_map
from tests.files.drawing import SPAWNS, floor, save, tiles, tmx
from tests.program import Run
from tests.rules.battles import begin, duel
from tests.saving import save_match

EVIL = "\x1b[31m\x1b]0;P\a\u202e\u200b\x9b[2J"
"""Colours a terminal, names its window, turns writing round, hides, and colours again."""

TOML = EVIL.encode("unicode_escape").decode().replace("\\x", "\\u00")
JSON = json.dumps(EVIL)[1:-1]
FAKE = "\\nThe battle is over. FAKE"

SCENARIO = f"""
title = "Ti{TOML}tle{FAKE}"
description = "De{TOML}sc{FAKE}"
map = "gatehouse.tmx"
rules = "duel"
roster = "crew.toml"
[[sides]]
name = "p{TOML}"
title = "Pa{TOML}rty{FAKE}"
party = true
plays = "human"
squad.duel = [{{ unit = "raider", name = "Ad{TOML}a{FAKE}", at = [12, 10] }}]
[[sides]]
name = "foe"
plays = "instinct"
squad.duel = [{{ unit = "raider", at = [13, 10] }}]
"""

CREW = f"""
[[unit]]
key = "raider"
name = "Ra{TOML}ider{FAKE}"
hp = 5
guard = 12
bonus = 1
harm = "1d4"
stride = 3
"""


def plain(text: str) -> bool:
    """Whether a terminal only prints a text, and no line of it says what a file wanted it to say."""
    return text.replace("\n", "").isprintable() and "\nThe battle is over. FAKE" not in text


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A scenario that means ill, with such a roster."""
    (tmp_path / "evil.toml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "crew.toml").write_text(CREW, encoding="utf-8")
    return tmp_path / "evil.toml"


def test_a_scenario_and_its_roster(run: Run, scenario: Path) -> None:
    setup = to_setup(read_scenario(scenario))
    said = [
        "list",
        "who",
        "look",
        "map",
        "goal",
        "log",
        "cannot",
        "why 1",
        "orders",
        "odds 1",
        "undo",
        "nonsense",
        "end",
    ]
    for words, typed in (
        (("text", "evil.toml", "--board"), said),
        (("check", "evil.toml", "crew.toml"), ()),
        (("odds", "evil.toml", "--battles", "2"), ()),
        (("arena", "--map", "evil.toml", "--battles", "2"), ()),
        (("arena", "--map", "evil.toml", "--battles", "2", "--json"), ()),
        (("pack", "evil.toml"), ()),
        (("check", "evil.battlemat"), ()),
    ):
        code, out, err = run(*words, typed=typed)
        assert code == 0, (words, out, err)
        assert plain(out) and plain(err), (words, out, err)
    assert setup.title.startswith("Ti�[31m�]0;P��") and setup.title.endswith("tle The battle is over. FAKE")


def test_a_pipe_that_lacks_letters_gets_others(scenario: Path) -> None:
    """In a process of its own, for it is the program's standard output that is set."""
    ran = subprocess.run(
        [sys.executable, "-m", "game", "check", str(Path(resources.maps()) / "cellar.tmx"), str(scenario)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        cwd=Path(__file__).parents[2],
    )
    assert b"Traceback" not in ran.stderr and b"UnicodeEncodeError" not in ran.stderr
    assert ran.stdout.isascii() and b"evil.toml" in ran.stdout


def test_a_scenario_that_is_refused(run: Run, scenario: Path) -> None:
    scenario.write_text(SCENARIO.replace('unit = "raider", name', f'unit = "{TOML}", name'), encoding="utf-8")
    for command in ("text", "check"):
        code, out, err = run(command, "evil.toml")
        assert code == 2 and "unit" in out + err
        assert plain(out) and plain(err)


def test_saves_battle_files_and_what_is_made_of_them(run: Run, scenario: Path) -> None:
    typed = ["save a.save", "save a.battle", "end"]
    run("text", "evil.toml", "--seed", "4", typed=typed)
    for words in (
        ("replay", "a.save"),
        ("replay", "a.battle"),
        ("check", "a.save", "a.battle"),
        ("text", "a.save"),
        ("text", "a.battle"),
        ("replay", "a.save", "--export", "a.txt"),
    ):
        code, out, err = run(*words)
        assert code == 0, (words, out, err)
        assert plain(out) and plain(err), words
    assert plain(Path("a.txt").read_text(encoding="utf-8"))


def sealed(path: Path, change: Any) -> None:
    """Change a save as somebody would who knows how its checksum is made."""
    document = json.loads(path.read_text())
    change(document["payload"])
    payload = json.dumps(document["payload"], separators=(",", ":"))
    text = path.read_text()
    head = text[: text.index('"checksum"')]
    sum_ = blake2b(payload.encode(), digest_size=16).hexdigest()
    path.write_text(f'{head}"checksum":"{sum_}","payload":{payload}}}\n')


def test_a_save_that_somebody_has_changed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "forged.save"
    save_match(begin(duel()), path, seats=SeatPlan({"red": "human", "blue": "instinct"}))

    def change(payload: dict[str, Any]) -> None:
        payload["summary"] |= {"title": EVIL, "sides": [f"A{EVIL}\nFAKE", "x" * 9999]}
        payload["setup"]["title"] = payload["setup"]["description"] = f"A{EVIL}\nThe battle is over. FAKE"
        payload["setup"]["sides"][0]["title"] = f"A{EVIL}"

    sealed(path, change)
    about = glance(path)
    assert plain("".join((about.title, *about.sides))) and max(map(len, about.sides)) <= 120
    for command in ("text", "check", "replay"):
        code, out, err = run(command, str(path), typed=["who"])
        assert code == 0, err
        assert plain(out) and plain(err)


def test_a_save_with_names_in_its_state_that_no_battle_has(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "forged.save"
    save_match(begin(duel()), path, seats=SeatPlan())

    def change(payload: dict[str, Any]) -> None:
        payload["checkpoint"]["combatants"]["Ada"]["sheet"]["name"] = f"A{EVIL}"

    sealed(path, change)
    with pytest.raises(BadFile, match=r"^forged.save: its names have control characters in them, which no battle has"):
        load_match(path)
    code, out, err = run("text", str(path))
    assert code == 2 and plain(out) and plain(err)


def test_a_battle_in_one_file(run: Run, scenario: Path) -> None:
    out = scenario.with_name("evil.battlemat")
    pack(scenario, out)
    with ZipFile(out) as file:
        contents = {info.filename: file.read(info) for info in file.infolist()}
    manifest = json.loads(contents[MANIFEST])
    manifest |= {"title": EVIL + "A" * 2000, "rules": ["duel", EVIL], "version": EVIL}
    with ZipFile(out, "w") as file:
        for name, data in {**contents, MANIFEST: json.dumps(manifest).encode()}.items():
            file.writestr(name, data)
    assert len(look_over(out).manifest.title) == 120
    for command in ("check", "text"):
        code, told, err = run(command, str(out))
        assert code == 0, err
        assert plain(told) and plain(err) and max(map(len, told.splitlines())) < 400


def told_of_a_map(run: Run, path: Path) -> None:
    """See that its report, a battle on it and a look from a cell are plain."""
    chart = read_map(path)
    assert all(line.isprintable() for line in check_map(chart).lines())
    assert chart.field.title.isprintable() and chart.field.description.isprintable()
    assert all(each.name.isprintable() for each in chart.field.features)
    assert all(each.name.isprintable() for each in chart.field.zones)
    for words in (("check", str(path)), ("text", str(path), "--rules", "duel"), ("sight", str(path), "--from", "1,1")):
        _, out, err = run(*words)
        assert plain(out) and plain(err), words


def test_a_map_in_xml(run: Run, tmp_path: Path) -> None:
    evil = "\u202e\u200b\x9b[2J"  # XML has no way to write the others
    name = f"a{evil}&#10;The battle is over. FAKE"
    thing = f'<object id="90" name="{name}" class="Feature" x="0" y="0" width="64" height="64"/>'
    odd = f'<object id="91" name="{name}" class="Odd{evil}" x="0" y="0"/>'
    said = f'<property name="title" value="{name}"/><property name="description">a{evil}\nFAKE</property>'
    path = save(
        tmp_path,
        tmx(
            f"<properties>{said}</properties>",
            tiles("ground", floor(6, 4)),
            SPAWNS,
            f'<objectgroup id="8" name="features">{thing}</objectgroup>',
            f'<objectgroup id="9" name="{name}">{odd}</objectgroup>',
        ),
    )
    told_of_a_map(run, path)
    chart = read_map(path)
    assert chart.field.title == "a���[2J The battle is over. FAKE"
    assert [each.name for each in chart.field.features] == [chart.field.title]


def test_a_map_in_json(run: Run, tmp_path: Path) -> None:
    thing = {"id": 1, "name": EVIL, "type": EVIL, "x": 0, "y": 0}
    layers = [
        {"type": "tilelayer", "name": f"g{EVIL}\nFAKE", "width": 4, "height": 4, "data": [0] * 16},
        {"type": "objectgroup", "name": f"o{EVIL}", "objects": [thing]},
    ]
    said = [
        {"name": "title", "type": "string", "value": f"A{EVIL}\nThe battle is over. FAKE"},
        {"name": EVIL, "type": "string", "value": EVIL},
    ]
    head = {"type": "map", "orientation": "orthogonal", "width": 4, "height": 4, "tilewidth": 16, "tileheight": 16}
    path = tmp_path / "evil.tmj"
    path.write_text(json.dumps({**head, "layers": layers, "properties": said}))
    told_of_a_map(run, path)


def test_what_is_typed_and_what_files_are_called(run: Run, tmp_path: Path) -> None:
    for words in (
        ("text", f"no{EVIL}thing"),
        ("check", f"no{EVIL}thing.tmx"),
        (EVIL,),
        ("replay", f"{EVIL}.save"),
        ("new", "gatehouse", "--rules", "duel", "--out", f"{EVIL}.toml"),
        ("check", f"{EVIL}.toml"),
    ):
        _, out, err = run(*words)
        assert plain(out) and plain(err), words


def test_a_fault_of_the_game_tells_and_reports_in_plain_text(
    run: Run, at_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError(EVIL)

    monkeypatch.setattr("game.terminal.text.TextGame.run", fail)
    code, out, err = run("text", "gatehouse", "--rules", "duel")
    assert code == 1
    (report,) = (at_home / "state" / "crashes").iterdir()
    assert plain(out) and plain(err) and plain(report.read_text(encoding="utf-8"))
