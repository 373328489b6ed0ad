"""What there is to a combatant besides how it fares: weapons, shields, dice, nature, feats of will."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.events import Id
from game.rules.setup import Chapter, SheetFeature
from rulesets.ingenuity.sheet.records import Feat, Item, Profile, Weapon
from rulesets.ingenuity.sheet.sheet import IngenuityBoard, Sheet


def chapters(board: IngenuityBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    found = (
        Chapter("Weapons and shields", tuple(_gear(sheet))),
        Chapter("Dice", tuple(_dice(sheet.profile))),
        Chapter("Nature", tuple(SheetFeature(trait) for trait in sheet.profile.traits)),
        Chapter("Feats of will", tuple(_feat(feat) for feat in sheet.profile.feats)),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _gear(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights and guards itself with: what is in hand, what it carries, what nature gave it."""
    for key in dict.fromkeys((*sheet.held, *sheet.carried)):
        where = "in hand" if key in sheet.held else "carried"
        if sheet.is_weapon(key):
            yield _weapon(sheet.weapon(key), (*_wear(sheet, key), where))
        else:
            yield _shield(sheet.item(key), (*_wear(sheet, key), where))
    yield from (_weapon(weapon, ()) for weapon in sheet.profile.weapons if weapon.natural)


def _wear(sheet: Sheet, key: str) -> tuple[str, ...]:
    worn = sheet.wear.get(key, 0)
    return (f"durability {sheet.lasts(key)} of {sheet.item(key).lasts}",) if worn else ()


def _weapon(weapon: Weapon, more: tuple[str, ...]) -> SheetFeature:
    reach = f"reach {weapon.reach} m" if weapon.reach > 1 else ""
    far = f"{weapon.range} m, at most {weapon.limit}" if weapon.range else ""
    parry = f"parry {weapon.parry}" if weapon.parry > 1 else ""
    also = f"{weapon.inflicts}{f' {weapon.amount}' if weapon.amount else ''}" if weapon.inflicts else ""
    value = [f"{weapon.damage} {' or '.join(weapon.harm)}", f"critical {weapon.critical_damage}", also]
    words = (*weapon.traits, *weapon.harm, "critical", *(("reload",) if weapon.reload else ()))
    if weapon.inflicts:
        words = (*words, weapon.inflicts)
    if weapon.hands == 2:
        words = (*words, "both hands")
    said = ", ".join(part for part in (*value, reach, far, parry, *more) if part)
    return SheetFeature(weapon.name, said, words=tuple(dict.fromkeys(words)))


def _shield(item: Item, more: tuple[str, ...]) -> SheetFeature:
    value = [f"block {item.block}" if item.block else "", f"parry {item.parry}" if item.parry else ""]
    words = tuple(word for word, number in (("block", item.block), ("parry", item.parry)) if number)
    return SheetFeature(item.name, ", ".join(part for part in (*value, *more) if part), words=(*words, "durability"))


def _dice(profile: Profile) -> Iterator[SheetFeature]:
    dice = profile.attributes
    named = ("strength", "dexterity", "intellect", "resolve")
    yield SheetFeature("Attributes", ", ".join(f"{name} d{getattr(dice, name)}" for name in named))
    if profile.skills:
        yield SheetFeature("Skills", ", ".join(f"{name} d{sides}" for name, sides in profile.skills.items()))
    if profile.proficiencies:
        told = ", ".join(f"{name} {bonus:+d}" for name, bonus in profile.proficiencies.items())
        yield SheetFeature("Proficiencies", told)


def _feat(feat: Feat) -> SheetFeature:
    value = [feat.target, f"{feat.range} m", f"{feat.focus} focus", f"against {feat.against}" if feat.against else ""]
    return SheetFeature(feat.name, ", ".join(part for part in value if part), feat.text)
