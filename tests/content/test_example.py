"""The example ruleset as somebody else's: built, unpacked where nothing of it lay, and played from there."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.content.elsewhere import HOME, battlemat, unpacked

EXAMPLE = HOME / "rulesets" / "example"
GOLDEN = HOME / "tests" / "battles" / "duel" / "parry.battle"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content and nothing else."""
    place = tmp_path_factory.mktemp("site")
    unpacked(EXAMPLE, place)
    return place


def test_the_wheel_holds_the_package_and_its_data(site: Path) -> None:
    package = EXAMPLE / "battlemat_duel"
    wanted = {path.relative_to(EXAMPLE) for path in package.rglob("*") if path.suffix in (".py", ".toml")}
    held = {path.relative_to(site) for path in (site / "battlemat_duel").rglob("*") if path.suffix in (".py", ".toml")}
    assert held == wanted


def test_in_our_own_wheel_it_is_no_ruleset() -> None:
    build = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    assert "/rulesets/example*" in build["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
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
