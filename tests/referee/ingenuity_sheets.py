"""What ingenuity's referee reads off sheets, data files and the map: dice, defences, metres, sight, flanks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import rulesets.ingenuity
from game.spatial.field import Cell
from rulesets.ingenuity.sheet.sheet import Attribute, Body, IngenuityBoard, Item, Proficiency, Sheet, Skill, Weapon

PHYSICAL = {"bludgeoning", "piercing", "slashing"}
ELEMENTAL = {"arcane", "cold", "fire", "radiant", "shock", "void"}
NO_DEFLECTION = {"psychic", ""}

Dice = tuple[int, int]
"""Sides of the two dice of a test: an attribute's and a skill's."""


# -- dice and numbers


def test_dice(sheet: Sheet, skill: Skill, *attributes: Attribute) -> Dice:
    """The best of some attributes, and a skill, whose die is a d4 for the untrained."""
    profile = sheet.profile
    return max(getattr(profile.attributes, name) for name in attributes), profile.skills.get(skill, 4)


def thrown_as(dice: Dice) -> str:
    """How a test is thrown, the luck die last."""
    return f"2d{dice[0]}+d20" if dice[0] == dice[1] else f"d{dice[0]}+d{dice[1]}+d20"


def proficiency(sheet: Sheet, *names: Proficiency) -> int:
    """The best of some proficiencies; one applies at most."""
    return max([0, *(sheet.profile.proficiencies.get(name, 0) for name in names)])


def guard(sheet: Sheet) -> int:
    """1 for whoever is on guard."""
    return int(has(sheet, "guard"))


def has(sheet: Sheet, word: str) -> bool:
    """Whether somebody suffers from something, or keeps it up."""
    return any(condition.word == word for condition in sheet.conditions)


def count(sheet: Sheet, word: str) -> int:
    """How much of something somebody suffers from."""
    return sum(condition.count for condition in sheet.conditions if condition.word == word)


def up(c: Body) -> bool:
    """Alive and conscious."""
    return not c.sheet.dead and not c.sheet.unconscious


def defence(sheet: Sheet, against: str, larger: int = 0) -> int:
    """Evasion, constitution or willpower; ``larger``: by how much the other is, which evasion alone goes by."""
    profile = sheet.profile
    plain = {"evasion": profile.eva + larger, "constitution": profile.con, "willpower": profile.will}
    return plain[against] + guard(sheet)


def deflection(sheet: Sheet, harm: str, larger: int = 0, parry: int = 0) -> int:
    """What is taken off damage of a kind; nothing off what is neither physical nor elemental."""
    if harm in NO_DEFLECTION:
        return 0
    plain = sheet.profile.physical + parry if harm in PHYSICAL else sheet.profile.elemental
    return max(0, plain + guard(sheet) - larger)


def larger(me: Body, it: Body) -> int:
    """By how many sizes one is larger than another."""
    return me.sheet.profile.size - it.sheet.profile.size


@cache
def data() -> Mapping[str, Mapping[str, Any]]:
    """What the data files say of every hero, creature and suit of armour, by key."""
    found: dict[str, dict[str, Any]] = {"unit": {}, "armour": {}}
    for path in sorted((Path(rulesets.ingenuity.__file__).parent / "data").glob("*.toml")):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        found["unit"] |= {each["key"]: each for name in ("hero", "creature") for each in tables.get(name, ())}
        found["armour"] |= {each["key"]: each for each in tables.get("armour", ())}
    return found


def derived(key: str) -> dict[str, int]:
    """The numbers of a unit as its entry has them, else by the book's formulas (ruling N-20)."""
    entry = data()["unit"][key]
    strength, dexterity, intellect, resolve = entry["dice"]
    more, worn = entry.get("proficiencies", {}), [entry.get("armour", ""), entry.get("helmet", "")]
    rating = sum(data()["armour"][each]["rating"] for each in worn if each)
    found = {
        "hp": 6 + strength,
        "end": 6 + resolve,
        "st": 6 + dexterity,
        "fc": 6 + intellect,
        "eva": (resolve + dexterity) // 2 + more.get("dodge", 0),
        "con": strength // 2 + more.get("fortitude", 0),
        "will": intellect // 2 + more.get("resistance", 0),
        "physical": resolve // 2 + rating,
        "elemental": intellect // 2 + rating,
        "speed": entry.get("size", 4)
        + dexterity // 2
        + entry.get("skills", {}).get("agility", 4) // 2
        + more.get("running", 0),
    }
    return {name: entry.get(name, value) for name, value in found.items()}


# -- things


def held(sheet: Sheet) -> list[str]:
    """Keys of what the hands hold."""
    return [key for key in (sheet.hand, sheet.off) if key]


def kind(key: str) -> str:
    """What a key is one of: the second of a kind ends in "#2"."""
    return key.partition("#")[0]


def thing(sheet: Sheet, key: str) -> Item:
    """What a key stands for."""
    everything = (*sheet.found, *sheet.gained, *sheet.profile.weapons, *sheet.profile.items)
    return next(each for each in everything if each.key == kind(key))


def weapon(sheet: Sheet, key: str) -> Weapon:
    """The weapon of a key."""
    found = thing(sheet, key)
    assert isinstance(found, Weapon)
    return found


def lasts(sheet: Sheet, key: str) -> int:
    """The durability that is left: 10 of metal and 4 of anything else, where none is written."""
    found = thing(sheet, key)
    return max(0, (found.durability or (10 if found.metal else 4)) - sheet.wear.get(key, 0))


def strikes_with(sheet: Sheet) -> list[str]:
    """Keys of the weapons in hand, claws and teeth, and bare hands where nothing else strikes."""
    natural = [each for each in sheet.profile.weapons if "natural" in each.traits]
    own = [each.key for each in natural if each.key != "bare-hands"]
    found = [key for key in held(sheet) if isinstance(thing(sheet, key), Weapon)] + own
    bare = any(each.key == "bare-hands" for each in natural)
    return found if not bare or any(weapon(sheet, key).reach for key in found) else [*found, "bare-hands"]


def gripped(sheet: Sheet, key: str) -> bool:
    """Whether both hands are on something: one of its kind is held, and nothing else is."""
    return [kind(each) for each in held(sheet)] == [kind(key)]


# -- the map


def cells(c: Body) -> int:
    """Cells along a side of a body: 2 from size 6, 3 from size 8."""
    return 1 + (c.sheet.profile.size >= 6) + (c.sheet.profile.size >= 8)


def covers(at: Cell, size: int) -> set[Cell]:
    """The cells that a body of so many cells along a side would cover at a place."""
    x, y = at
    return {(x + dx, y + dy) for dx in range(size) for dy in range(size)}


def ground(c: Body) -> set[Cell]:
    """The cells that a body covers."""
    return covers(c.at, cells(c))


def metres(board: IngenuityBoard, a: Body, b: Body) -> int:
    """Metres between two bodies, heights too, of which every second diagonal counts two."""
    _, middle, long = sorted(board.space.gap(a.at, b.at, cells(a), cells(b)))
    return long + middle // 2


def clear(board: IngenuityBoard, a: Body, b: Body) -> bool:
    """Whether a line goes from one body to another."""
    return board.space.sees(a.at, b.at, cells(a), cells(b))


def corners(board: IngenuityBoard, a: Body, b: Body) -> int:
    """How many of the corners of another one sees, of 8; below 0 for no line at all."""
    return board.space.corners_seen(a.at, b.at, cells(a), cells(b))


def touches(board: IngenuityBoard, a: Body, b: Body) -> bool:
    """Whether two bodies are within a metre of one another with nothing between."""
    return max(board.space.gap(a.at, b.at, cells(a), cells(b))) <= 1 and clear(board, a, b)


def dim(board: IngenuityBoard, viewer: Body, it: Body) -> bool:
    """Whether darkness or smoke hides a body, all in it and farther than a metre (ruling N-4)."""
    night = "sees in the dark" not in viewer.sheet.profile.traits
    zones = [zone for zone in board.setup.field.zones if zone.smoke or (zone.dark and night)]
    murky = {cell for zone in zones for cell in zone.cells}
    return ground(it) <= murky and metres(board, viewer, it) > 1


def surprised(board: IngenuityBoard, c: Body) -> bool:
    """Whether this is a round of surprise and somebody is caught in it."""
    having = board.state.turn.surprise
    return bool(having) and c.side not in having and "alert" not in c.sheet.profile.traits


def sees_coming(board: IngenuityBoard, it: Body, me: Body, *, lurking: bool) -> bool:
    """Whether the target of an attack sees who makes it (ruling N-4)."""
    blind = not up(it) or has(it.sheet, "blinded") or surprised(board, it) or lurking
    return not blind and not dim(board, it, me)


def flanked(board: IngenuityBoard, it: Body, side: str) -> bool:
    """Whether two conscious enemies stand on opposite sides or corners of somebody, as far as a side knows (N-5)."""
    everybody = board.state.combatants.values()
    foes = [c for c in everybody if c.side != it.side and up(c) and (c.side == side or not c.sheet.hidden)]
    return any(
        a[0] == -b[0] and a[1] == -b[1]
        for one, other in combinations([c for c in foes if touches(board, c, it)], 2)
        for a in directions(one, it)
        for b in directions(other, it)
    )


def directions(c: Body, it: Body) -> Iterable[tuple[int, int]]:
    """On which sides and corners of another body somebody's cells are that touch it."""
    (left, top), size = it.at, cells(it)
    for x, y in ground(c):
        dx = -1 if x < left else int(x >= left + size)
        dy = -1 if y < top else int(y >= top + size)
        if left - 1 <= x <= left + size and top - 1 <= y <= top + size:
            yield dx, dy


def answers(board: IngenuityBoard, c: Body) -> bool:
    """Whether somebody is in a state to take reactions (rulings N-2, N-28)."""
    caught = surprised(board, c) and board.setup.options.get("surprised") != "yes"
    return up(c) and not has(c.sheet, "stunned") and not caught
