"""What there is to a combatant besides how it fares: weapons, nature, spells, what it carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.rules.events import Id
from game.rules.setup import Chapter, SheetFeature
from rulesets.einfelst.sheet.records import Profile, Spell, Weapon
from rulesets.einfelst.sheet.sheet import EinfelstBoard, Sheet
from rulesets.einfelst.words.telling import weapon_words


def chapters(board: EinfelstBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    found = (
        Chapter("Weapons", tuple(_weapons(sheet))),
        Chapter("Nature", tuple(_nature(sheet.profile))),
        Chapter("Spells", tuple(_spell(spell) for spell in sheet.profile.spells)),
        Chapter("Carries", tuple(_things(sheet))),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights with: what is in hand, what nature gave it, what is in the pack."""
    hands = [key for key in (sheet.hand, sheet.off) if key]
    packed = [key for key in sheet.pack if key not in hands]
    for key, where in [*((key, "in hand") for key in hands), *((key, "in the pack") for key in packed)]:
        if sheet.is_weapon(key):
            yield _weapon(sheet.weapon(key), where)
    yield from (_weapon(weapon, "") for weapon in sheet.profile.natural)


def _weapon(weapon: Weapon, where: str) -> SheetFeature:
    dice = [f"{word} {dice:+d}" for word, dice in (("bonus", weapon.bonus), ("guard", weapon.guard)) if dice]
    value = ", ".join(part for part in (weapon_words(weapon), *dice, where) if part)
    more = {
        "both hands": weapon.hands == 2,
        "bonus": bool(weapon.bonus),
        "guard": bool(weapon.guard),
        "intensity": bool(weapon.fire),
        "toxicity": bool(weapon.poison),
    }
    return SheetFeature(
        weapon.name.capitalize(), value, words=(*weapon.traits, *(word for word, is_so in more.items() if is_so))
    )


def _nature(profile: Profile) -> Iterator[SheetFeature]:
    yield from (SheetFeature(trait) for trait in profile.traits)
    if profile.fear:
        yield SheetFeature("Fear", str(profile.fear))
    if profile.cards > 1:
        yield SheetFeature("cards", str(profile.cards))


def _spell(spell: Spell) -> SheetFeature:
    near = f"{spell.range} zones" if spell.range > 1 else "1 zone" if spell.range else "own zone"
    harm = f"{spell.damage} {spell.harm} Harm" if spell.damage else ""
    resisted = f"withstood with {spell.resist.capitalize()}" if spell.resist else ""
    parts = [spell.target, near, harm, spell.effect, resisted]
    return SheetFeature(spell.name, ", ".join(part for part in parts if part), spell.text)


def _things(sheet: Sheet) -> Iterator[SheetFeature]:
    """What else it carries."""
    items = [sheet.item(key) for key in sheet.pack if not sheet.is_weapon(key)]
    kinds = {item.name: item for item in items}
    for name, count in Counter(item.name for item in items).items():
        item = kinds[name]
        dice = f"{item.dice} {'die' if item.dice == 1 else 'dice'}" if item.dice else ""
        value = ", ".join(part for part in (f"{count}" if count > 1 else "", dice) if part)
        yield SheetFeature(name.capitalize(), value, words=(item.kind,))
