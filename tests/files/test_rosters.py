"""Units of a player's own: by a scenario, by the command line, checked and told about, and in forms."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from msgspec.structs import replace

from game.cli.commands import main
from game.files import rosters
from game.files.entries import (
    FieldShape,
    Fixed,
    FormField,
    FormTable,
    Keyed,
    Leaf,
    Many,
    Short,
    form_of,
    lines,
    place_of,
    written,
)
from game.files.errors import BadFile
from game.files.own_units import entries_in, own_file, own_text, with_entry, without_entry, write_own
from game.files.saves import SeatPlan, load_match
from game.files.scenario import quick_setup, read_roster, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.resources import maps
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup, HasUnitTables
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.space import Space
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


def row_text(name: str, table: str, **changed: object) -> str:
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
    path.write_text(row_text(name, UNITS[name], **typo), encoding="utf-8")
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


# --- Forms of units: made from the types of every ruleset's data, and back to files that say the same ---

RULES = [name for name in ("einfelst", "glog", "ingenuity", "murdham", "sovereign") if name in names()]


@pytest.fixture(scope="module")
def chart() -> Chart:
    """A map with room for anybody."""
    return read_map(maps() / "gatehouse.tmx")


def tabled(name: str) -> HasUnitTables[Any, Any, Any]:
    """A ruleset whose units stand in tables."""
    found: AnyRuleset = ruleset(name)
    assert isinstance(found, HasUnitTables)
    return found


def units(rules: HasUnitTables[Any, Any, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every shipped unit as it is written, with its table."""
    for table in rules.unit_tables:
        for entry in rules.written[table].values():
            yield table, dict(entry)


def typed(form: FormTable, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry that comes about by typing all that stands in the lines of another."""
    made: dict[str, Any] = {}
    for line in lines(form, entry):
        if line.value is None:
            continue
        if line.leaf is not None:
            value = line.value if line.leaf.kind == "switch" else line.leaf.value(str(line.value))
            made = written(made, line.path, value)
        elif isinstance(line.shape, Many) and not line.value:
            made = written(made, line.path, [])
        elif line.removable:
            made = written(made, line.path, {})
    return made


@pytest.mark.parametrize("name", RULES)
def test_every_shipped_unit_can_be_typed(name: str) -> None:
    rules = tabled(name)
    count = 0
    for table, entry in units(rules):
        assert typed(form_of(rules.tables[table]), entry) == entry
        count += 1
    assert count == len(rules.roster())


@pytest.mark.parametrize("name", RULES)
def test_a_unit_written_to_a_file_is_the_same_unit(name: str, chart: Chart) -> None:
    """Of one's own, under its own key: the state that a battle begins with does not differ in anything."""
    rules = tabled(name)
    entries = [(table, typed(form_of(rules.tables[table]), entry)) for table, entry in units(rules)]
    text = "\n".join(with_entry("", table, entry) for table, entry in entries)
    assert {table: dict(rows) for table, rows in entries_in(text).items()} == {
        table: dict(rules.written[table]) for table in rules.unit_tables if rules.written[table]
    }
    field = quick_setup(chart, rules).field
    ground, keys = Space(field), list(rules.roster())
    for start in range(0, len(keys), 12):
        squads = (keys[start : start + 6], keys[start + 6 : start + 12] or keys[:1])
        party, foe = (tuple(map(Recruit, squad)) for squad in squads)
        house = Setup(name, field, (SideSetup("party", party, party=True), SideSetup("foe", foe)))
        assert rules.begin(house, ground).combatants == rules.begin(replace(house, roster=text), ground).combatants


def reached(shape: FieldShape) -> Iterator[FormField]:
    """All fields of a form, at every depth."""
    match shape:
        case FormTable(fields):
            for field in fields:
                yield field
                yield from reached(field.shape)
        case Many(item):
            yield from reached(item)
        case Short(_, group):
            yield from reached(group)


@pytest.mark.parametrize("name", RULES)
def test_every_field_can_be_reached_and_says_what_it_is(name: str) -> None:
    rules = tabled(name)
    for table in rules.unit_tables:
        kind = rules.tables[table]
        form = form_of(kind)
        assert [field.name for field in form.fields] == list(kind.__struct_encode_fields__)
        assert not [field.name for field in form.fields if not field.help]
        shown = {line.path[0] for line in lines(form, {})}
        assert shown == set(kind.__struct_encode_fields__)
        for field in reached(form):
            shape = field.shape.item if isinstance(field.shape, Many) else field.shape
            leaf = shape.leaf if isinstance(shape, Short) else shape
            assert not isinstance(leaf, Leaf) or set(leaf.tables) <= set(rules.tables), field


@pytest.mark.parametrize("name", RULES)
def test_a_wrong_value_names_its_field(name: str) -> None:
    """In every field of every kind of unit: what reading the file says is told where it was typed."""
    rules = tabled(name)
    for table in rules.unit_tables:
        entries = rules.written[table]
        if not entries:
            continue
        entry = max(map(dict, entries.values()), key=len)
        entry.pop("hide", None)  # nobody has hide and armour, which would be said first
        form = form_of(rules.tables[table])
        for line in lines(form, entry):
            wrong = wrong_for(line.leaf)
            if wrong is None or line.path[0] in FREE:
                continue
            spoilt = written(entry, line.path, wrong)
            with pytest.raises(BadSetup) as error:
                rules.roster(with_entry("", table, spoilt))
            said = str(error.value).removeprefix(f"roster: {table} {entry['key']!r}: ")
            place, words = place_of(form, said)
            assert place[:1] == line.path[:1], (line, said)
            assert words and not words.startswith(str(line.path[0]))


FREE = ("key", "name", "title", "icon", "items", "stowed", "fears")
"""Fields in which any text may stand."""


def wrong_for(shape: Leaf | None) -> Any:
    """Something that can't stand there."""
    match shape:
        case Leaf("number" | "either"):
            return "many"
        case Leaf("switch"):
            return "perhaps"
        case Leaf(offered=offered, tables=tables) if offered or tables:
            return "nothing of the kind"
    return None


def test_a_field_that_is_missing_is_named() -> None:
    rules = tabled("sovereign")
    form = form_of(rules.tables["creature"])
    entry = dict(rules.written["creature"]["bandit"])
    del entry["hd"]
    with pytest.raises(BadSetup) as error:
        rules.roster(with_entry("", "creature", entry))
    assert place_of(form, str(error.value).removeprefix("roster: creature 'bandit': ")) == (("hd",), "is missing")


@pytest.mark.parametrize(
    ("said", "place", "words"),
    [
        ("hp: 0 is too little; write 1 or more", ("hp",), "0 is too little; write 1 or more"),
        ("hp[1]: expected `int`, got `str`", ("hp", 1), "expected `int`, got `str`"),
        ("attacks[0].shock: expected `int`", ("attacks", 0, "shock"), "expected `int`"),
        ("skills: Brawl: expected `int`", ("skills", "Brawl"), "expected `int`"),
        ("off_hand: 'x' must be: so", ("off_hand",), "'x' must be: so"),
        ("the battle is too large: no room", (), "the battle is too large: no room"),
    ],
)
def test_errors_are_told_where_they_belong(said: str, place: tuple[str | int, ...], words: str) -> None:
    form = form_of(tabled("sovereign").tables["creature"])
    assert place_of(form, said) == (place, words)


# --- entries, changed ---


def test_lists_and_tables_are_filled_and_emptied() -> None:
    entry: dict[str, Any] = {"hp": [5, 1], "attacks": ["axe"]}
    before = deepcopy(entry)
    assert written(entry, ("hp", 2), 7)["hp"] == [5, 1, 7]
    assert written(entry, ("hp", 0), None)["hp"] == [1]
    changed = written(entry, ("attacks", 0), {"weapon": "axe"})
    changed = written(changed, ("attacks", 0, "shock"), 2)
    assert changed["attacks"] == [{"weapon": "axe", "shock": 2}]
    assert "skills" not in written(written(entry, ("skills", "Stab"), 1), ("skills", "Stab"), None)
    assert written(entry, ("size",), None) == entry == before


@pytest.mark.parametrize(
    ("leaf", "text", "value"),
    [
        (Leaf("number"), "12", 12),
        (Leaf("number"), " -3 ", -3),
        (Leaf("number"), "d6", "d6"),
        (Leaf("number"), "9" * 30, "9" * 30),
        (Leaf("either", ("brave",)), "brave", "brave"),
        (Leaf("either", ("brave",)), "12", 12),
        (Leaf(), "12", "12"),
    ],
)
def test_what_is_typed_is_a_number_where_one_belongs(leaf: Leaf, text: str, value: Any) -> None:
    assert leaf.value(text) == value


def test_shapes_are_those_of_the_types() -> None:
    form = {field.name: field for field in form_of(tabled("sovereign").tables["character"]).fields}
    assert form["armour"].shape == Leaf(tables=("armour",))
    assert form["classes"].shape == Many(Leaf("text", ("warrior", "expert", "mage", "healer")))
    assert form["shield"].shape == Leaf("switch")
    assert isinstance(form["skills"].shape, Keyed)
    assert isinstance(form["weapons"].shape, Many) and isinstance(form["weapons"].shape.item, Short)
    scores = {field.name: field for field in form_of(tabled("glog").tables["hero"]).fields}["scores"].shape
    assert scores == Fixed(tuple(Leaf("number", called=each) for each in ("might", "agility", "discipline", "savvy")))
    assert form["level"].shape == Leaf("number", least=1)
    size = {field.name: field for field in form_of(tabled("sovereign").tables["creature"]).fields}["size"].shape
    assert size == Leaf("number", least=1, most=10)
    assert form["move"].default == 30
    assert not form["move"].required and form["hp"].required


# --- the player's file ---


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The player's folder is one of the test's."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path)
    return tmp_path


def test_own_units_are_kept_in_a_file_for_each_ruleset(at_home: Path) -> None:
    rules = tabled("sovereign")
    assert own_text(rules) == ""
    bandit = dict(rules.written["creature"]["bandit"])
    path = write_own(rules, with_entry("", "creature", {**bandit, "key": "reaver", "title": "Reaver"}))
    assert path == own_file(rules) == at_home / "rosters" / "sovereign.units.toml"
    assert rules.roster(own_text(rules))["reaver"] == "Reaver"
    with pytest.raises(Exception, match=r"sovereign.units.toml: roster: creature 'x': object missing required field"):
        write_own(rules, with_entry("", "creature", {"key": "x"}))
    assert "reaver" in own_text(rules)


def test_what_else_stands_in_the_file_stays() -> None:
    text = '# mine\n[[weapon]]\nkey = "cutlass"   # sharp\nname = "Cutlass"\ndamage = "d8"\n\n[[creature]]\nkey = "a"\n'
    text = with_entry(text, "creature", {"key": "b", "hp": [3]})
    text = with_entry(text, "creature", {"key": "c", "attacks": [{"weapon": "cutlass", "shock": 1}]}, "a")
    assert '# mine\n[[weapon]]\nkey = "cutlass"   # sharp\n' in text
    assert list(entries_in(text)["creature"]) == ["c", "b"]
    assert entries_in(text)["creature"]["c"]["attacks"] == [{"weapon": "cutlass", "shock": 1}]
    text = without_entry(text, "creature", "c")
    assert list(entries_in(text)["creature"]) == ["b"]
    assert "creature" not in entries_in(without_entry(text, "creature", "b"))


def test_entries_in_brackets_are_changed_like_those_under_headings() -> None:
    """As somebody may have written them by hand."""
    text = (
        'creature = [{ key = "a", hp = [3] }, { key = "b", attacks = [{ weapon = "club" }] }]\n[[weapon]]\nkey = "c"\n'
    )
    changed = with_entry(text, "creature", {"key": "d"}, "a")
    assert entries_in(changed)["creature"] == {
        "d": {"key": "d"},
        "b": {"key": "b", "attacks": [{"weapon": "club"}]},
    }
    assert list(entries_in(without_entry(text, "creature", "a"))["creature"]) == ["b"]
    assert list(entries_in(changed)["weapon"]) == ["c"]
