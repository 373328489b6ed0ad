"""What there is to a combatant besides how it fares: weapons, feats, nature, spells, what it carries."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.events import Id
from game.rules.setup import Chapter, SheetFeature
from rulesets.sovereign.play.blow import BASH, UNARMED, at_hand
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import Profile, Sheet, SovereignBoard, Spell, Weapon

ANY_AC = 99


def chapters(board: SovereignBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    c = board.now(who)
    sheet, profile = c.sheet, c.sheet.profile
    feats = roster.STOCK.with_own(board.setup.roster).feats
    hands = [weapon.key for weapon in at_hand(c)]
    found = (
        Chapter("Weapons", tuple(_weapons(sheet, hands))),
        Chapter(
            "Feats", tuple(SheetFeature(feats[k].name, "", feats[k].text, rule=feats[k].rule) for k in profile.feats)
        ),
        Chapter("Nature", tuple(_nature(profile))),
        Chapter("Spells", tuple(_spell(spell) for spell in profile.spells)),
        Chapter("Carries", tuple(SheetFeature(item.capitalize()) for item in (*sheet.items, *sheet.stowed))),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet, hands: list[str]) -> Iterator[SheetFeature]:
    """What it fights with, what is in hand first; fists and a shield's rim only where they are all there is."""
    owned = [weapon for weapon in sheet.weapons if weapon.key in hands or weapon.key not in (UNARMED, BASH)]
    for weapon in sorted(owned, key=lambda weapon: weapon.key not in hands):
        where = "in hand" if weapon.key in hands else "at the belt" if weapon.key in sheet.ready else "put away"
        words = (*weapon.traits, *(("Shock",) if weapon.shock else ()))
        yield SheetFeature(weapon.name, ", ".join((*_numbers(weapon), where)), words=words)


def _numbers(weapon: Weapon) -> Iterator[str]:
    yield weapon.damage + (f"{weapon.bonus:+d}" if weapon.bonus else "")
    if weapon.shock:
        yield f"Shock {weapon.shock}/{'any AC' if weapon.shock_ac == ANY_AC else weapon.shock_ac}"
    if weapon.range:
        yield f"{weapon.range}, at most {weapon.long_range} ft"


def _nature(profile: Profile) -> Iterator[SheetFeature]:
    if profile.npc:
        yield SheetFeature("Hit Dice", f"{profile.level}, attack {profile.attack:+d}, checks {profile.npc_skill:+d}")
    else:
        yield SheetFeature("Level", f"{profile.level}, {' and '.join(profile.classes)}")
        named = ("STR", "DEX", "CON", "INT", "WIS")
        some = [(name, getattr(profile.attributes, name)) for name in named]
        yield SheetFeature("Attributes", ", ".join(f"{name} {value:+d}" for name, value in some if value) or "all +0")
    if profile.skills:
        yield SheetFeature("Skills", ", ".join(f"{name} {level}" for name, level in profile.skills.items()))
    natures = {
        "fearless": profile.fearless and not profile.fears,
        **{f"fears {what}": profile.fearless for what in profile.fears},
        "trained": profile.trained,
        "henchman": profile.henchman,
        "natural": profile.natural,
        **{f"resists {what}": True for what in profile.resists},
        "large body": profile.bulk == "large",
        "huge body": profile.bulk == "huge",
    }
    yield from (SheetFeature(word) for word, is_so in natures.items() if is_so)
    if profile.regenerates:
        yield SheetFeature("regenerates", str(profile.regenerates))


def _spell(spell: Spell) -> SheetFeature:
    near = "itself" if spell.target == "self" else f"{spell.target}, {spell.range} ft"
    parts = [near, spell.dice, f"{spell.save} save" if spell.save else "", f"{spell.casts} casts" * (spell.casts > 1)]
    return SheetFeature(spell.name, ", ".join(part for part in parts if part), spell.text)
