"""The example ruleset as somebody else's: built, unpacked where nothing of it lay, and played from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

HOME = Path(__file__).parents[2]
EXAMPLE = HOME / "rulesets" / "example"
GOLDEN = HOME / "tests" / "battles" / "duel" / "parry.battle"

BUILD = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content and nothing else; entry points are found in any folder on Python's path."""
    place = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-c", BUILD, str(place)], cwd=EXAMPLE, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = place.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(place)
    wheel.unlink()
    return place


def battlemat(site: Path, *words: str, typed: str = "") -> str:
    """What a command prints, run elsewhere with only ``site`` beside the game."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(site), str(HOME))),
        "XDG_STATE_HOME": str(site / "state"),
        "HOME": str(site),
    }
    done = subprocess.run(
        [sys.executable, "-m", "game", *words],
        cwd=site,
        env=env,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_the_package_and_its_data(site: Path) -> None:
    package = EXAMPLE / "battlemat_duel"
    wanted = {path.relative_to(EXAMPLE) for path in package.rglob("*") if path.suffix in (".py", ".toml")}
    held = {path.relative_to(site) for path in (site / "battlemat_duel").rglob("*") if path.suffix in (".py", ".toml")}
    assert held == wanted


def test_our_own_wheel_leaves_it_out() -> None:
    build = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    assert "/rulesets/example" in build["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
    assert "duel" not in build["project"]["entry-points"]["battlemat.rulesets"]


def test_the_game_finds_it(site: Path) -> None:
    assert "duel: Duel" in battlemat(site, "rules")
    assert battlemat(site, "rules", "duel", "D-1") == "D-1 Blows\n  d20 and bonus against guard.\n"


def test_the_arena_plays_it_and_its_ai_knows_what_it_does(site: Path) -> None:
    words = ("arena", "--map", "gatehouse", "--rules", "duel", "--battles", "2", "--ai", "instinct", "--json")
    found = json.loads(battlemat(site, *words))
    assert len(found["fought"]) == 2
    assert any(each["side"] for each in found["fought"]), "the sides meet, and somebody wins"


def test_a_terminal_plays_it(site: Path) -> None:
    words = ("text", "gatehouse", "--rules", "duel", "--seats", "human,instinct", "--seed", "1", "--no-chances")
    told = battlemat(site, *words, typed="Ada\nend\nsave half.save\nquit\n")
    assert "Duel. Seed 1." in told
    assert "half.save" in told
    assert "rules tell the same battle" in battlemat(site, "replay", "half.save")


def test_its_golden_battle_is_played_again(site: Path) -> None:
    assert "rules tell the same battle" in battlemat(site, "replay", str(GOLDEN))
