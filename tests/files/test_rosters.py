"""Units of a player's own: by a scenario, by the command line, checked and told about."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.app.commands import main
from game.files.errors import BadFile
from game.files.quick import quick_setup
from game.files.saves import SeatPlan, load_match, save_match
from game.files.scenario import read_roster, read_scenario, to_setup
from game.files.tiled import read_map
from game.resources import maps
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset

CREW = """
[[weapon]]
key = "cutlass"
name = "Cutlass"
damage = "d8"
shock = 1
shock_ac = 13

[[creature]]
key = "pirate"
title = "Pirate"
icon = "bandit"
hd = 1
hp = [5]
ac = 13
attack = 1
attacks = ["cutlass"]

[[spell]]
key = "salt-spray"
name = "Salt Spray"
text = "Brine in the eyes."
target = "foe"
range = 30
save = "Evasion"
dice = "d4"

[[character]]
key = "mags"
name = "Mags"
icon = "mage"
classes = ["mage"]
level = 1
hp = 4
armour = "none"
weapons = ["cutlass"]
spells = ["salt-spray"]
casts = 2

[[party]]
key = "crew"
title = "The crew"
members = ["mags", { unit = "pirate", count = 2 }]
"""


@pytest.fixture
def crew(tmp_path: Path) -> Path:
    path = tmp_path / "crew.toml"
    path.write_text(CREW, encoding="utf-8")
    return path


def test_a_battle_with_a_roster_of_ones_own_is_saved_with_it(crew: Path, tmp_path: Path) -> None:
    rules = ruleset("sovereign")
    own = read_roster(crew, rules)
    setup = quick_setup(read_map(maps() / "cellar.tmx"), rules, party="crew", foes="bandits", own=own)
    match: AnyMatch = Match.begin(rules, setup)
    assert match.state.combatants[Id("pirate-2")].sheet.hand == "cutlass"
    assert match.state.combatants[Id("mags")].sheet.profile.spells[0].key == "salt-spray"
    save_match(match, tmp_path / "crew.save", seats=SeatPlan())
    crew.unlink()
    again = load_match(tmp_path / "crew.save").match
    assert again.state == match.state
    again.recall()


def test_a_scenario_names_a_roster_beside_it(crew: Path) -> None:
    path = crew.with_name("boarding.toml")
    path.write_text(
        """
title = "Boarding"
map = "cellar"
roster = "crew.toml"

[[sides]]
name = "party"
party = true
squad.sovereign = "crew"

[[sides]]
name = "foe"
squad.sovereign = [{ unit = "pirate", count = 3 }]
""",
        encoding="utf-8",
    )
    setup = to_setup(read_scenario(path))
    assert [len(side.squad) for side in setup.sides] == [3, 3]


def test_check_tells_what_a_roster_holds(crew: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(crew)]) == 0
    said = capsys.readouterr().out
    assert "a roster for Sovereign: units mags, pirate; squads crew" in said


def test_an_unknown_weapon_is_told(crew: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crew.write_text(CREW.replace('attacks = ["cutlass"]', 'attacks = ["cutlas"]'), encoding="utf-8")
    with pytest.raises(BadFile, match=r"crew\.toml: Sovereign can't use this roster: creature 'pirate': .*'cutlass'"):
        read_roster(crew, ruleset("sovereign"))
    assert main(["check", str(crew)]) == 2
    assert "did you mean 'cutlass'" in capsys.readouterr().out
    assert main(["text", "cellar", "--roster", str(crew)]) == 2


def test_a_roster_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"none\.toml: there is no such file; check its name"):
        read_roster(tmp_path / "none.toml", ruleset("sovereign"))
