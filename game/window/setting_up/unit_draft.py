"""A unit that is being written: its entry, every change to it, and what the rules make of it on a small field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from game.files.atomic import hyphened
from game.files.document import ValueDocument
from game.files.entries import FieldPath, FormLine, Leaf, Many, Short, form_of, lines, place_of, shape_at, written
from game.files.errors import BadFile
from game.files.own_units import entries_in, own_text, with_entry, without_entry, write_own
from game.rules.ruleset import AnyRuleset, BadSetup, HasUnitTables
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.table import Board
from game.scene.scene import Token
from game.spatial.field import Field, Spawn
from game.spatial.space import Space
from game.view.board.tokens import TokenStyles

WIDTH, HEIGHT = 30, 14
"""Cells: room enough for the largest body there is."""

PARTY, FOE = "party", "foe"


def unit_at_start(rules: AnyRuleset, own: str, unit: str, *, hero: bool) -> tuple[Token, TokenStyles]:
    """How a unit of the roster ``own`` begins a battle, as its card tells it: a hero's side is the party.

    Raises BadSetup for what the rules can't put on a map.
    """
    ground = _ground()
    side = PARTY if hero else FOE
    squads = {name: (Recruit(unit if name == side else next(iter(rules.roster()))),) for name in (PARTY, FOE)}
    sides = tuple(SideSetup(name, squad, party=name == PARTY) for name, squad in squads.items())
    setup = Setup(rules.name, ground.field, sides, roster=own)
    state = rules.begin(setup, ground)
    (combatant,) = state.on(side)
    board = Board(state, setup, ground)
    token = Token(combatant.id, side, combatant.at, rules.standing(board, combatant.id))
    return token, TokenStyles(setup, [(side, token.standing)])


@cache
def _ground() -> Space:
    ends = {PARTY: range(2, 12), FOE: range(WIDTH - 12, WIDTH - 2)}
    spawns = (Spawn(side, side, tuple((x, y) for y in range(2, 12) for x in columns)) for side, columns in ends.items())
    return Space(Field(WIDTH, HEIGHT, spawns=tuple(spawns)))


CALLED = ("name", "title")
"""Fields that say what a unit is called."""

AnyTabled = HasUnitTables[Any, Any, Any]


class UnitDraft(ValueDocument[dict[str, Any]]):
    """An entry of one of the tables that units are recruited from."""

    def __init__(self, rules: AnyTabled, table: str, entry: Mapping[str, Any], replaced: str = "") -> None:
        """``replaced``: the key of the player's own entry that it takes the place of. Raises BadFile."""
        super().__init__(dict(entry))
        self.rules, self.table, self.replaced = rules, table, replaced
        self.form = form_of(rules.tables[table])
        whole = own_text(rules)
        self._whole = whole
        self._others = without_entry(whole, table, replaced) if replaced else whole
        self._known = {**{name: dict(rows) for name, rows in rules.written.items()}}
        for name, rows in entries_in(self._others).items():
            self._known.setdefault(name, {}).update(rows)
        self.trouble: tuple[FieldPath, str] | None = None
        """What keeps it from being played: where in the entry, and why."""
        self.card: tuple[Token, TokenStyles] | None = None
        """How it begins a battle; how it last did, while something is wrong."""
        self._judge()

    @property
    def lines(self) -> list[FormLine]:
        """The form, line by line."""
        return list(lines(self.form, self.now))

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.now.get(self._called, ""))

    @property
    def title(self) -> str:
        """What it is called, or what is said of one without a name."""
        return self.name or "this unit"

    @property
    def changed(self) -> bool:
        """Whether something is not yet in the file."""
        return self.unsaved or not self.replaced

    @property
    def _called(self) -> str:
        names = [field.name for field in self.form.fields]
        return next(name for name in CALLED if name in names)

    # -- changes

    def type(self, path: FieldPath, typed: str) -> None:
        """Write what was typed into a line; nothing takes away what is there."""
        shape = shape_at(self.form, path)
        leaf = shape.leaf if isinstance(shape, Short) else shape
        assert isinstance(leaf, Leaf)
        listed = isinstance(path[-1], int)
        value = leaf.value(typed) if typed or listed else None
        entry = self.now
        if path == (self._called,) and entry.get("key", "") == hyphened(self.name):
            entry = written(entry, ("key",), hyphened(typed))
        self.change_to(written(entry, path, value), f"typed {path}")

    def switch(self, path: FieldPath, on: bool) -> None:
        """Turn a switch; off is what goes unsaid."""
        self._write(path, True if on else None)

    def add(self, path: FieldPath) -> None:
        """One more item at the end of a list."""
        shape = shape_at(self.form, path)
        assert isinstance(shape, Many)
        found = _at(self.now, path) or []
        number = isinstance(shape.item, Leaf) and shape.item.kind == "number"
        first = self.offered(FormLine((*path, len(found)), "", shape.item))
        self._write((*path, len(found)), 1 if number else first[0][0] if first else "")

    def remove(self, path: FieldPath) -> None:
        """Take an item out of a list."""
        self._write(path, None)

    def widen(self, path: FieldPath) -> None:
        """Have an item say more than its key."""
        shape = shape_at(self.form, path)
        assert isinstance(shape, Short)
        found = _at(self.now, path)
        if not isinstance(found, dict):
            self._write(path, {shape.group.fields[0].name: found})

    def _write(self, path: FieldPath, value: Any) -> None:
        self.change_to(written(self.now, path, value))

    def _set(self, change: tuple[dict[str, Any], dict[str, Any]], *, back: bool) -> None:
        super()._set(change, back=back)
        self._judge()

    # -- what the rules say

    @property
    def text(self) -> str:
        """The player's file with this entry, which is all that is read of it here."""
        return f"{self._others.rstrip()}\n\n{with_entry('', self.table, self._filled)}"

    @property
    def _filled(self) -> dict[str, Any]:
        """The entry in the order of its type, so that the file reads like the house's."""
        order = [field.name for field in self.form.fields]
        return {name: self.now[name] for name in order if name in self.now}

    def _judge(self) -> None:
        self.trouble = None
        key = str(self.now.get("key", ""))
        text = self.text
        try:
            if not key:
                self.trouble = ("key",), "is missing"
                return
            self.rules.roster(text)
            self.card = unit_at_start(self.rules, text, key, hero=self.table == self.rules.unit_tables[0])
        except BadSetup as error:
            said = str(error)
            for start in (f"roster: {self.table} {key!r}: ", "roster: "):
                if said.startswith(start):
                    place, why = place_of(self.form, said.removeprefix(start))
                    self.trouble = self._narrowed(place, why), why
                    return
            self.trouble = (), said

    def _narrowed(self, place: FieldPath, why: str) -> FieldPath:
        """The item of a list that an error quotes, if it tells of the list."""
        found = _at(self.now, place)
        for number, item in enumerate(found if isinstance(found, list) else []):
            key = next(iter(item.values()), "") if isinstance(item, dict) else item
            if isinstance(key, str) and f"{key!r}" in why:
                return (*place, number)
        return place

    def offered(self, line: FormLine) -> list[tuple[str, str]]:
        """What may stand in a line, if that is known: as it is written, and what it is called."""
        shape = line.leaf
        if shape is None or shape.kind == "switch":
            return []
        if shape.offered:
            return [(word, word) for word in shape.offered]
        if shape.tables:
            rows = [row for table in shape.tables for row in self._known.get(table, {}).values()]
            return [(str(row["key"]), str(next((row[each] for each in CALLED if each in row), ""))) for row in rows]
        if shape.kind != "text" or line.path[-1] in ("key", *CALLED):
            return []
        words = dict.fromkeys(
            str(word) for row in self._known[self.table].values() for word in _standing(row, line.path)
        )
        return [(word, "") for word in words]

    def save(self) -> None:
        """Put it into the player's file. Raises BadFile for what can't be read again."""
        if self.trouble is not None:
            place, why = self.trouble
            raise BadFile(f"{self.name or 'This unit'}: {'.'.join(map(str, place)) + ': ' if place else ''}{why}")
        key = str(self.now["key"])
        whole = with_entry(self._whole, self.table, self._filled, self.replaced or key)
        write_own(self.rules, whole)
        self._whole, self._others = whole, without_entry(whole, self.table, key)
        self.replaced = key
        self.saved()


def copied(rules: AnyTabled, table: str, key: str) -> UnitDraft:
    """A unit of one's own that begins as a shipped one. Raises BadFile."""
    entry = dict(rules.written[table][key])
    called = next(each for each in CALLED if each in entry)
    entry |= {"key": hyphened(f"My {entry[called]}"), called: f"My {entry[called]}"}
    return UnitDraft(rules, table, entry)


def empty(rules: AnyTabled, table: str) -> UnitDraft:
    """A unit of which nothing is said. Raises BadFile."""
    return UnitDraft(rules, table, {})


def own_units(rules: AnyTabled) -> Iterator[tuple[str, str, str]]:
    """The player's own units for a ruleset: table, key and what they are called. Raises BadFile."""
    entries = entries_in(own_text(rules))
    for table in rules.unit_tables:
        for key, row in entries.get(table, {}).items():
            yield table, key, str(next((row[each] for each in CALLED if each in row), key))


def opened(rules: AnyTabled, table: str, key: str) -> UnitDraft:
    """One of the player's own units, to be changed. Raises BadFile."""
    return UnitDraft(rules, table, entries_in(own_text(rules))[table][key], key)


def removed(rules: AnyTabled, table: str, key: str) -> None:
    """Take one of the player's own units out of the file. Raises BadFile, also if others there need it."""
    write_own(rules, without_entry(own_text(rules), table, key))


def _at(entry: Any, path: FieldPath) -> Any:
    """What stands at a place; None for nothing."""
    for step in path:
        there = step in entry if isinstance(entry, dict) else isinstance(step, int) and step < len(entry)
        entry = entry[step] if there else None
        if entry is None:
            return None
    return entry


def _standing(row: Any, path: FieldPath) -> Iterator[Any]:
    """What stands at a place in an entry, in any item where the place is in a list."""
    if not path:
        if isinstance(row, str):
            yield row
    elif isinstance(path[0], int):
        for each in row if isinstance(row, list) else []:
            yield from _standing(each, path[1:])
    elif isinstance(row, Mapping) and path[0] in row:
        yield from _standing(row[path[0]], path[1:])
