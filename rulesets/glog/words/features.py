"""What there is to a combatant besides how it fares: weapons, nature, spells, what it carries."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.events import Id
from game.rules.setup import Chapter, SheetFeature
from rulesets.glog.play.geometry import leads
from rulesets.glog.play.spells import in_words
from rulesets.glog.sheet.records import Spell, Weapon, grade
from rulesets.glog.sheet.sheet import Body, GlogBoard, Sheet
from rulesets.glog.words.telling import weapon_words


def chapters(board: GlogBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    found = (
        Chapter("Weapons", tuple(_weapons(sheet))),
        Chapter("Nature", tuple(_nature(board, board.now(who)))),
        Chapter("Spells", tuple(_spell(spell) for spell in sheet.profile.spells)),
        Chapter("Carries", tuple(_things(sheet))),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights with: what is in hand, what is handy, what nature gave it, what is stowed."""
    keys = list(dict.fromkeys((*sheet.hands, *sheet.handy, *sheet.stowed)))
    for key in keys:
        if sheet.is_weapon(key):
            where = "in hand" if key in sheet.hands else "handy" if key in sheet.handy else "stowed"
            yield _weapon(sheet, sheet.weapon(key), where)
    natural = [weapon for weapon in sheet.profile.weapons if weapon.natural]
    yield from (_weapon(sheet, weapon, "") for weapon in natural if weapon.key not in keys)


def _weapon(sheet: Sheet, weapon: Weapon, where: str) -> SheetFeature:
    words = (*weapon.traits, *weapon.uses, *((weapon.inflicts,) if weapon.inflicts else ()))
    words = (*words, *(("two hands",) if weapon.hands == 2 else ()), *(("ammo",) if weapon.ammo else ()))
    value = ", ".join(part for part in (weapon_words(sheet, weapon), where) if part)
    return SheetFeature(weapon.name.capitalize(), value, words=words)


def _nature(board: GlogBoard, me: Body) -> Iterator[SheetFeature]:
    profile = me.sheet.profile
    yield from (SheetFeature(trait) for trait in profile.traits)
    if profile.leader or (leads(board, me) and any(not c.sheet.profile.steadfast for c in board.state.on(me.side))):
        yield SheetFeature("leader")
    if profile.quickness:
        yield SheetFeature("quick" if profile.quickness > 0 else "slow")
    yield from (SheetFeature(f"resists {harm}") for harm in profile.resists)
    yield from (SheetFeature(f"weak to {harm}") for harm in profile.weak)
    if profile.steadfast:
        yield SheetFeature("steadfast")
    else:
        yield SheetFeature("Morale", grade(profile.morale))  # the number is nobody's to read off a foe (D-47)
    if profile.critical < 20:
        yield SheetFeature("critical hit", f"from {profile.critical}")


def _spell(spell: Spell) -> SheetFeature:
    near = "touch" if spell.touch else f"{spell.range} ft"
    return SheetFeature(spell.name, ", ".join((near, *in_words(spell))), spell.text)


def _things(sheet: Sheet) -> Iterator[SheetFeature]:
    """What else it carries, with what is left of it."""
    for key in (*sheet.handy, *sheet.stowed):
        if not sheet.is_weapon(key):
            thing = sheet.thing(key)
            several = thing.uses > 1 or sheet.used.get(key, 0)
            left = f"{sheet.left(key)} of {thing.uses} left" if several else ""
            kinds = (thing.kind,) if thing.kind in ("shield", "ammo") else ()
            yield SheetFeature(thing.name.capitalize(), left, words=kinds)
