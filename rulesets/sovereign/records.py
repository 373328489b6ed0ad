"""What the data files hold, table by table, and how a file is read into it with errors that say where."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from game.rules.ruleset import BadSetup
from rulesets.sovereign.sheet import Attribute, Attributes, Skill, Spell, Trait

T = TypeVar("T", bound=msgspec.Struct)

Class = Literal["warrior", "expert", "mage", "healer"]


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suit of armour."""

    key: str
    name: str
    ac: int
    penalties: dict[Skill, int] = {}
    """What it takes from skill checks."""


class Feat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feat, in a line of our own."""

    key: str
    name: str
    text: str
    rule: str
    """Number of the ledger entry that it bends."""


class WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of the tables; the fields are those of Weapon."""

    key: str
    name: str
    damage: str
    skill: Skill = "Stab"
    attributes: tuple[Attribute, ...] = ("STR",)
    shock: int = 0
    shock_ac: int = 0
    range: int = 0
    long_range: int = 0
    traits: tuple[Trait, ...] = ()


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as somebody carries it: the key, and what differs from the table."""

    weapon: str
    name: str | None = None
    damage: str | None = None
    shock: int | None = None
    shock_ac: int | None = None
    range: int | None = None
    long_range: int | None = None
    magic: int | None = None
    bonus: int | None = None


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of creature or hireling; data/creatures.toml says what the fields mean."""

    key: str
    title: str
    icon: str
    hd: int
    hp: tuple[int, ...]
    ac: int
    attack: int
    attacks: tuple[str | Attack, ...]
    shield: bool = False
    skill: int | None = None
    off_hand: str = ""
    stowed: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    casts: int = 0
    move: int = 30
    size: int = 1
    reach: int = 5
    natural: bool = False
    trained: bool = False
    henchman: bool = False
    fearless: bool = False
    fears: tuple[str, ...] = ()
    resists: tuple[Literal["edged"], ...] = ()
    regenerates: int = 0
    humanoid: bool = True
    bulk: Literal["man", "large", "huge"] = "man"


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character; data/characters.toml says what the fields mean."""

    key: str
    name: str
    icon: str
    classes: tuple[Class, ...]
    level: int
    hp: int
    armour: str
    weapons: tuple[str | Attack, ...]
    ac: int | None = None
    shield: bool = False
    attributes: Attributes = Attributes()
    skills: dict[Skill, int] = {}
    off_hand: str = ""
    stowed: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    casts: int = 0
    move: int = 30


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One or several of a squad."""

    unit: str
    name: str = ""
    count: int = 1
    hidden: bool = False


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready squad."""

    key: str
    title: str
    members: tuple[str | Member, ...]
    note: str = ""


TABLES: dict[str, type[msgspec.Struct]] = {
    "weapon": WeaponEntry,
    "armour": Armour,
    "feat": Feat,
    "spell": Spell,
    "creature": Creature,
    "character": Character,
    "party": Party,
}

Entries = dict[str, list[tuple[str, Any]]]
"""Table: its entries, each with the words that name it in an error."""


def text_of(path: Path) -> str:
    """The text of a data file. Raises BadSetup that names it."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{path.name}: the file can't be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise BadSetup(f"{path.name}: not a TOML file: {error}") from error


def read_entries(name: str, text: str, entries: Entries) -> None:
    """Add the entries of a data file to ``entries``. Raises BadSetup that names file, entry and field."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetup(f"{name}: not a TOML file: {error}") from error
    for table, rows in data.items():
        kind = TABLES.get(table)
        if kind is None:
            raise BadSetup(f"{name}: nothing is read from a table [[{table}]]; {nearest(table, TABLES)}")
        if not isinstance(rows, list):
            raise BadSetup(f"{name}: write [[{table}]] with two brackets, one such heading for every entry")
        seen: set[str] = set()
        for index, row in enumerate(rows, 1):
            named = row.get("key") if isinstance(row, dict) else None
            where = f"{name}: {table} {named!r}" if isinstance(named, str) else f"{name}: {table} no. {index}"
            entry = _convert(where, row, kind)
            if named in seen:
                raise BadSetup(f"{where}: the key stands twice in this file; keys must differ")
            seen.add(str(named))
            entries[table].append((where, entry))


def _convert(where: str, row: object, kind: type[T]) -> T:
    if isinstance(row, dict):
        fields = [field.encode_name for field in msgspec.structs.fields(kind)]
        for name in row:
            if name not in fields:
                raise BadSetup(f"{where}: there is no field {name!r}; {nearest(str(name), fields)}")
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        said, _, path = str(error).partition(" - at `$")
        field = path.rstrip("`").lstrip(".")
        raise BadSetup(f"{where}: {field + ': ' if field else ''}{said[:1].lower()}{said[1:]}") from error


def nearest(word: str, known: Iterable[str]) -> str:
    """Words that help whoever wrote ``word`` where one of the known was wanted."""
    names = list(known)
    close = get_close_matches(word, names, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(sorted(names)) or 'none'}"
