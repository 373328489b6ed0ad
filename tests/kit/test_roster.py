"""Rosters in miniature: data files of a ruleset, a player's own on top of them, and mistakes told plainly."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest

from game.kit import roster as kit
from game.kit.entries import Entries, Tables, all_of, at_least, check_dice, merged
from game.kit.roster import Party, gathered
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit


class Weapon(msgspec.Struct, frozen=True):
    """What somebody fights with."""

    key: str
    die: str


class Unit(msgspec.Struct, frozen=True):
    """Who may be recruited, as a file has it."""

    key: str
    name: str
    weapons: tuple[str, ...]
    named: bool = False
    health: int = 1


class Profile(msgspec.Struct, frozen=True):
    """The same with its weapons in hand."""

    name: str
    named: bool
    weapons: tuple[Weapon, ...]
    number: int = 0


@dataclass(frozen=True)
class Roster(kit.Roster[Profile]):
    """Units and their weapons."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)


def gather(base: Roster, entries: Entries) -> Roster:
    """A roster with entries added to another."""
    for where, weapon in entries["weapon"]:
        check_dice(where, "die", weapon.die)
    weapons = merged(base.weapons, entries["weapon"])
    units = dict(base.units)
    for where, unit in entries["unit"]:
        at_least(where, health=(unit.health, 1))
        units[unit.key] = Profile(unit.name, unit.named, all_of(where, "weapons", unit.weapons, weapons, "weapon"))
    return dataclasses.replace(
        base, weapons=weapons, units=units, squads=gathered(base.squads, entries["party"], units)
    )


TABLES: Tables = {"weapon": Weapon, "unit": Unit, "party": Party}

WEAPONS = """
[[weapon]]
key = "club"
die = "d4"
"""

UNITS = """
[[unit]]
key = "orc"
name = "Orc"
weapons = ["club"]

[[unit]]
key = "ada"
name = "Ada"
named = true
weapons = []

[[party]]
key = "band"
title = "The band"
members = [{ unit = "orc", count = 2, hidden = true }, "ada"]
"""

OWN = """
[[weapon]]
key = "club"
die = "d6"

[[unit]]
key = "ogre"
name = "Ogre"
weapons = ["club"]
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "weapons.toml").write_text(WEAPONS)
    (tmp_path / "data" / "units.toml").write_text(UNITS)
    (tmp_path / "ledger.toml").write_text("")
    return tmp_path


def stock(home: Path) -> kit.Stock[Roster]:
    return kit.Stock(home, ("weapons", "units"), TABLES, Roster(), gather, ("unit",))


def test_the_house_has_what_its_files_hold(home: Path) -> None:
    rosters = stock(home)
    assert rosters.titles() == {"orc": "Orc", "ada": "Ada"}
    assert rosters.parties() == {"band": (*[Recruit("orc", hidden=True)] * 2, Recruit("ada"))}
    assert [weapon.die for weapon in rosters.house.profile("orc").weapons] == ["d4"]


def test_an_own_roster_adds_to_the_houses_and_leaves_it_alone(home: Path) -> None:
    rosters = stock(home)
    assert rosters.titles(OWN) == {"orc": "Orc", "ada": "Ada", "ogre": "Ogre"}
    mine = rosters.with_own(OWN)
    assert [weapon.die for weapon in mine.profile("ogre").weapons] == ["d6"]
    assert [weapon.die for weapon in mine.profile("orc").weapons] == ["d4"], "made before there was such a club"
    assert "ogre" not in rosters.titles()
    assert rosters.with_own("") is rosters.house


@pytest.mark.parametrize(
    ("unit", "number", "name", "shown", "named"),
    [
        ("orc", 0, "", "Orc", False),
        ("orc", 1, "", "Orc 1", False),
        ("orc", 2, "Grim", "Grim", True),
        ("ada", 1, "", "Ada", True),
        ("ada", 2, "", "Ada 2", True),
    ],
)
def test_what_one_recruit_is_called(home: Path, unit: str, number: int, name: str, shown: str, *, named: bool) -> None:
    profile = stock(home).house.profile(unit, number, name)
    assert (profile.name, profile.number, profile.named) == (shown, number, named)


def test_the_hash_tells_data_apart(home: Path) -> None:
    before = stock(home).data_hash
    assert stock(home).data_hash == before
    (home / "data" / "units.toml").write_text(UNITS + "\n")
    after = stock(home).data_hash
    (home / "ledger.toml").write_text("\n")
    assert len({before, after, stock(home).data_hash}) == 3


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (
            '[[unit]]\nkey = "x"\nname = "X"\nweapons = ["clab"]',
            "unit 'x': weapons: no weapon is called 'clab'; did you",
        ),
        (
            '[[unit]]\nkey = "x"\nname = "X"\nweapons = []\nhealth = 0',
            "unit 'x': health: 0 is too little; write 1 or more",
        ),
        ('[[weapon]]\nkey = "x"\ndie = "1d"', "weapon 'x': die: "),
        (
            '[[party]]\nkey = "x"\ntitle = "X"\nmembers = ["orq"]',
            "party 'x': members: no unit is called 'orq'; did you",
        ),
        ('[[untis]]\nkey = "x"', "nothing is read from a table [[untis]]; did you mean 'unit'?"),
    ],
)
def test_mistakes_are_told_with_file_entry_and_field(home: Path, own: str, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        stock(home).with_own(own)
    assert str(error.value).startswith(f"roster: {said}")


def test_a_mistake_in_the_houses_files_names_the_file(home: Path) -> None:
    (home / "data" / "weapons.toml").write_text(WEAPONS + WEAPONS)
    with pytest.raises(BadSetup, match=r"^weapons\.toml: weapon 'club': the key stands twice"):
        stock(home).titles()


def test_nobody_unknown_is_recruited(home: Path) -> None:
    with pytest.raises(BadSetup, match="no unit is called 'urc'; did you mean 'orc'"):
        stock(home).house.profile("urc")
