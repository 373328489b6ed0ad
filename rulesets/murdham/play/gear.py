"""Rule: Combat gear degradation. What is used, damaged and destroyed, and what lies on the ground (A-106 to A-109)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.kit.inventory import as_mine, differences, in_data, left_of, without
from game.kit.things import lay_down
from game.rules.events import Id, ThingPlaced, ThingTaken
from game.rules.state import Piece, Thing
from rulesets.murdham.play.events import Did, Wore
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable, Profile, Sheet, Weapon

WRECKING = 8
"""Damage before armour that destroys a damaged shield, suit of armour or helmet (A-108)."""

FACES_THAT_WEAR = 1
"""A used thing is damaged on this or less of a d4."""

GONE = ("helmet", "helmet")
"""How a destroyed helmet stands among what is damaged: it adds to no value, so nothing else tells that it is gone."""

WORN = ("shield", "armour", "helmet")
"""What protects and is called by its key."""

MARKS = ("used", "damaged", "poisoned", "fired")
"""What has become of a weapon or shield: fields of its bearer's sheet that hold its key.

On the ground they are the thing's marks, and whoever picks it up takes them over.
"""


def is_damaged(sheet: Sheet, item: str) -> bool:
    """Whether a weapon or what is worn counts as damaged: improvised weapons always do (A-109)."""
    if item in sheet.damaged:
        return True
    return item not in WORN and "improvised" in sheet.profile.weapon(item).traits


def item_name(c: Body, key: str) -> str:
    """What a thing is called: a weapon by its name, anything else, a shield too, by its key."""
    if key == "shield":
        return key
    return next((weapon.name.lower() for weapon in c.sheet.profile.weapons if weapon.key == key), key)


# ------------------------------------------------------------------ used


def note_use(table: MurdhamTable, who: Id, weapon: Weapon) -> None:
    """Gear that is used wears (A-106); what one throws once is gone anyway."""
    sheet = table.now(who).sheet
    if weapon.key != "unarmed" and not {"natural", "consumed"} & set(weapon.traits) and weapon.key not in sheet.used:
        table.set(who, used=(*sheet.used, weapon.key))


def note_armour(table: MurdhamTable, who: Id, before_armour: int, *, direct: bool) -> None:
    """Armour that an attack has struck is used, and a helmet too where it is of help (A-106, ruling M-65)."""
    sheet = table.now(who).sheet
    worn = {"armour": sheet.armour > 0, "helmet": sheet.helmet and not direct}
    struck = tuple(item for item, has in worn.items() if has and before_armour and item not in sheet.used)
    if struck:
        table.set(who, used=(*sheet.used, *struck))


def note_shield(table: MurdhamTable, who: Id) -> None:
    """A shield that takes something off an attack is used (A-106)."""
    sheet = table.now(who).sheet
    if "shield" in (sheet.hand, sheet.off) and "shield" not in sheet.used:
        table.set(who, used=(*sheet.used, "shield"))


# ------------------------------------------------------------------ destroyed


def break_weapon(table: MurdhamTable, who: Id, weapon: Weapon, kept: tuple[int, ...]) -> None:
    """A damaged or improvised weapon whose damage die shows 1 is destroyed (A-107, A-109; ruling M-16)."""
    sheet = table.now(who).sheet
    if kept and kept[0] == 1 and weapon.key in (sheet.hand, sheet.off) and is_damaged(sheet, weapon.key):
        wreck(table, who, weapon.key, "A-107")


def wear_out(table: MurdhamTable, who: Id, before_armour: int) -> None:
    """A heavy blow destroys a damaged shield, else damaged armour, else a damaged helmet (A-108, ruling M-65)."""
    if before_armour < WRECKING:
        return
    sheet = table.now(who).sheet
    if "shield" in sheet.damaged and "shield" in (sheet.hand, sheet.off):
        wreck(table, who, "shield", "A-108")
    elif "armour" in sheet.damaged and sheet.armour:
        wreck(table, who, "armour", "A-108")
    elif "helmet" in sheet.damaged and sheet.helmet:
        wreck(table, who, "helmet", "A-108")


def wreck(table: MurdhamTable, who: Id, item: str, rule: str, face: int = 0) -> None:
    """A damaged thing is destroyed; ``face``: of the durability roll that says so."""
    sheet = table.now(who).sheet
    table.set(
        who,
        hand="" if sheet.hand == item else sheet.hand,
        off="" if sheet.off == item else sheet.off,
        armour=0 if item == "armour" else sheet.armour,
        carried=tuple(key for key in sheet.carried if key != item),
        damaged=(*(key for key in sheet.damaged if key != item), *GONE * (item == "helmet")),
    )
    table.emit(Wore(who, item, "destroyed", rule, face))


# ------------------------------------------------------------------ laid down and taken up


def drop(table: MurdhamTable, who: Id, item: str, how: str = "drops", rule: str = "A-82") -> None:
    """Something held comes to lie where its bearer stands, in the state it is in."""
    c = table.now(who)
    if item not in (c.sheet.hand, c.sheet.off):
        return
    piece = _as_weapon(c.sheet, item, roster.STOCK.with_own(table.setup.roster))
    part_with(table, who, item)
    lay_down(table, piece.key, c.at, piece.marks, "-", piece.own)
    table.emit(Did(who, f"{how} the {item_name(c, item)}", rule))


def _as_weapon(sheet: Sheet, key: str, stock: roster.Roster) -> Piece:
    """A weapon or shield that somebody has, in the state it is in."""
    marks = {mark: 1 for mark in MARKS if key in getattr(sheet, mark)}
    return Piece(in_data(key), marks, differences(sheet.profile.weapon(key), stock.weapons.get(in_data(key))))


def worn(sheet: Sheet) -> tuple[str, ...]:
    """The keys of armour and helmet as gear: a suit goes by the key of its kind, one of no kind as "armour"."""
    kinds = (kind.key for kind in roster.STOCK.house.armour.values() if kind.value == sheet.armour)
    return (*(next(kinds, "armour"),) * (sheet.armour > 0), *("helmet",) * sheet.helmet)


def as_piece(sheet: Sheet, key: str) -> Piece | None:
    """Something carried as it is; None for what is a part of the body, or made for another size than people have."""
    if key in worn(sheet):
        damaged = {"damaged": 1} if (key if key == "helmet" else "armour") in sheet.damaged else {}
        return Piece(key, damaged) if key != "armour" and sheet.profile.size == "medium" else None
    if key in sheet.items:
        return Piece(key)
    weapon = sheet.profile.weapon(key)
    piece = None if "natural" in weapon.traits else _as_weapon(sheet, key, roster.STOCK.house)
    return piece and replace(piece, marks={mark: 1 for mark in piece.marks if mark == "damaged"})


def part_with(table: MurdhamTable, who: Id, key: str) -> None:
    """Somebody no longer has something that is held, or else hangs at the belt, with the marks that it bears."""
    sheet = table.now(who).sheet
    if key in worn(sheet):
        _bare(table, who, "helmet" if key == "helmet" else "armour")
        return
    if key in sheet.items:
        table.set(who, items=without(sheet.items, (key,)))
        return
    hand, off, carried = left_of((key,), (sheet.hand,), (sheet.off,), sheet.carried)
    marks: dict[str, Any] = {mark: tuple(each for each in getattr(sheet, mark) if each != key) for mark in MARKS}
    table.set(who, hand="".join(hand), off="".join(off), carried=carried, **marks)


def _bare(table: MurdhamTable, who: Id, item: str) -> None:
    """Somebody wears its armour or helmet no more."""
    sheet = table.now(who).sheet
    damaged = tuple(key for key in sheet.damaged if key != item)
    bare = {"armour": 0} if item == "armour" else {"profile": replace(sheet.profile, helmet=False)}
    table.set(who, damaged=damaged, used=without(sheet.used, (item,)), **bare)


def put_on(table: MurdhamTable, who: Id, piece: Piece) -> None:
    """Somebody wears armour, or a helmet, that it did not bring."""
    item = "helmet" if piece.key == "helmet" else "armour"
    _bare(table, who, item)
    sheet = table.now(who).sheet
    damaged = (*sheet.damaged, *(item,) * ("damaged" in piece.marks))
    if item == "helmet":
        table.set(who, damaged=damaged, profile=replace(sheet.profile, helmet=True))
    else:
        table.set(who, damaged=damaged, armour=roster.STOCK.house.armour[piece.key].value)


def handed(profile: Profile) -> bool:
    """Whether it has hands for things: not beasts, and not the mindless with claws or the like (ruling M-37)."""
    natural = any("natural" in each.traits for each in profile.weapons if each.key != "unarmed")
    return profile.kind != "beast" and (profile.mind == "human" or bool(profile.pack) or not natural)


def lying(board: MurdhamBoard, me: Body, thing: Thing) -> Weapon | None:
    """What a thing on the ground is good for in somebody's hands, with all that is its own; None for nothing.

    One's own kind of weapon, or for those with human wits any there is (ruling M-37).
    """
    sheet = me.sheet
    if not handed(sheet.profile):
        return None
    if sheet.profile.mind != "human" and thing.key not in {in_data(each.key) for each in sheet.profile.weapons}:
        return None
    kind = roster.STOCK.with_own(board.setup.roster).weapons.get(thing.key)
    return None if kind is None else as_mine(replace(kind, **thing.own), sheet.profile.weapons)


def take_up(table: MurdhamTable, who: Id, id_: str, weapon: Weapon) -> None:
    """Something no longer lies on the ground; whoever has it now knows it as this weapon, and bears its marks."""
    thing, sheet = table.state.things[id_], table.now(who).sheet
    table.emit(ThingTaken(id_))
    found = {mark: getattr(sheet, mark) for mark in MARKS if mark in thing.marks}
    changes: dict[str, Any] = {mark: (*keys, weapon.key) for mark, keys in found.items() if weapon.key not in keys}
    profile = sheet.profile
    if weapon not in profile.weapons:
        changes["profile"] = replace(profile, weapons=(*profile.weapons, weapon))
    table.set(who, **changes)


# ------------------------------------------------------------------ after the fight


async def wear(table: MurdhamTable) -> None:
    """A durability roll for everything that was used, whoever has it now (A-106): the fled too, and the ground."""
    for who in [*table.state.combatants, *table.state.gone]:
        for item in table.now(who).sheet.used:
            sheet = table.now(who).sheet
            worn = {"armour": sheet.armour > 0, "helmet": sheet.helmet}
            if not worn.get(item, item in (sheet.hand, sheet.off, *sheet.carried)):
                continue
            face = await _durability(table, item, who)
            if face > FACES_THAT_WEAR:
                continue
            if is_damaged(sheet, item):
                wreck(table, who, item, "A-106", face)
            else:
                table.set(who, damaged=(*sheet.damaged, item))
                table.emit(Wore(who, item, "damaged", "A-106", face))
    for thing in list(table.state.things.values()):
        if "used" in thing.marks and (face := await _durability(table, thing.key)) <= FACES_THAT_WEAR:
            _wear_thing(table, thing, face)


def _wear_thing(table: MurdhamTable, thing: Thing, face: int) -> None:
    weapon = roster.STOCK.with_own(table.setup.roster).weapons.get(thing.key)
    if "damaged" in thing.marks or (weapon is not None and "improvised" in weapon.traits):
        table.emit(ThingTaken(thing.id))
        table.emit(Wore(None, thing.key, "destroyed", "A-106", face))
    else:
        table.emit(ThingPlaced(thing.id, thing.key, thing.at, {**thing.marks, "damaged": 1}, thing.own))
        table.emit(Wore(None, thing.key, "damaged", "A-106", face))


async def _durability(table: MurdhamTable, item: str, who: Id | None = None) -> int:
    return await table.roll("d4", f"durability of the {item}", who)
