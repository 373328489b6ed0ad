"""Units of a player's own: by a scenario, by the command line, checked and told about."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomlkit

from game.cli.commands import main
from game.files import rosters
from game.files.errors import BadFile
from game.files.saves import SeatPlan, load_match
from game.files.scenario import quick_setup, read_roster, read_scenario, to_setup
from game.files.tiled import read_map
from game.resources import maps
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasUnitTables
from tests.saving import save_match

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


UNITS = {name: next(iter(found.unit_tables)) for name in names() if isinstance(found := ruleset(name), HasUnitTables)}


def written(name: str, table: str, **changed: object) -> str:
    """A roster with the first entry of a table of a ruleset's own, some fields of it changed; None takes one out."""
    rules = ruleset(name)
    assert isinstance(rules, HasUnitTables)
    row = {**next(iter(rules.written[table].values())), **changed}
    return tomlkit.dumps({table: [{key: value for key, value in row.items() if value is not None}]})


@pytest.mark.parametrize("name", UNITS)
@pytest.mark.parametrize(
    "typo", [{"icno": "bandit"}, {"icon": 3}, {"key": None}, {"key": "x", "icon": None, "incon": "x"}]
)
def test_a_typo_is_answered_once_for_the_ruleset_that_is_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, typo: dict[str, object]
) -> None:
    path = tmp_path / "crew.toml"
    path.write_text(written(name, UNITS[name], **typo), encoding="utf-8")
    assert main(["check", str(path)]) == 2
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("error")]
    assert len(told) == 1 and told[0].startswith(f"error: crew.toml: {ruleset(name).title} can't use this roster: ")


def test_a_typo_in_the_name_of_a_table_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "crew.toml"
    path.write_text(CREW.replace("[[creature]]", "[[creatrue]]"), encoding="utf-8")
    assert main(["check", str(path)]) == 2
    (told,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("error")]
    assert "Sovereign can't use this roster: nothing is read from a table [[creatrue]]; did you mean" in told


def test_the_name_of_the_file_goes_before_what_stands_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "glog.units.toml"
    path.write_text(CREW.replace("hd = 1", "hdd = 1"), encoding="utf-8")
    assert main(["check", str(path)]) == 2
    (told,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("error")]
    assert told.startswith("error: glog.units.toml: Glog can't use this roster")


def test_what_could_be_meant_for_several_is_answered_for_them_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "crew.toml"
    path.write_text('[[party]]\nkey = "x"\ntilte = "X"\nmembers = ["nobody"]\n', encoding="utf-8")
    assert main(["check", str(path)]) == 2
    (told,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("error")]
    assert " and ".join(ruleset(name).title for name in UNITS) + " can't use this roster: party 'x'" in told


def test_a_scenario_for_several_rulesets_has_a_roster_for_the_one_it_is_written_for(crew: Path) -> None:
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
squad.glog = ["guard"]

[[sides]]
name = "foe"
squad.sovereign = ["pirate"]
squad.glog = ["guard"]
""",
        encoding="utf-8",
    )
    assert [len(side.squad) for side in to_setup(read_scenario(path, "sovereign")).sides] == [3, 1]
    assert [len(side.squad) for side in to_setup(read_scenario(path, "glog")).sides] == [1, 1]
    crew.write_text(CREW.replace("hd = 1", "hdd = 1"), encoding="utf-8")
    with pytest.raises(BadFile, match="Sovereign can't use this roster: creature 'pirate': there is no field 'hdd'"):
        to_setup(read_scenario(path, "sovereign"))


def test_a_roster_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"none\.toml: there is no such file; check its name"):
        read_roster(tmp_path / "none.toml", ruleset("sovereign"))


def test_each_name_is_compared_once_however_many_entries_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def close(name: str, *_: object) -> list[str]:
        asked.append(name)
        return []

    monkeypatch.setattr(rosters, "get_close_matches", close)
    rosters._is_nearly.cache_clear()
    text = "\n".join("[[creature]]\nhelth = 3\nweapn = 'x'" for _ in range(2_000))
    rosters.meant_for("mine.toml", text, [ruleset(name) for name in names()])
    rosters._is_nearly.cache_clear()
    kinds = {kind for name in names() for kind in getattr(ruleset(name), "tables", {}).values()}
    assert 0 < len(asked) <= 2 * len(kinds)


def test_for_which_rules_a_roster_is_takes_no_more_work_for_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in values that are compared with their types, not by a clock."""
    weighed, whole = list[object](), rosters._is_of

    def count(value: object, kind: object) -> bool:
        weighed.append(value)
        return whole(value, kind)

    monkeypatch.setattr(rosters, "_is_of", count)
    among, work = [ruleset(name) for name in names()], list[int]()
    for entries in (rosters.WEIGHED, 20 * rosters.WEIGHED):
        weighed.clear()
        text = CREW + "".join(f'[[spell]]\nkey = "s{number}"\nname = "Salt"\nrnge = 3\n' for number in range(entries))
        rosters.meant_for("mine.toml", text, among)
        work.append(len(weighed))
    assert work[0] == work[1] > 0
