"""What there is to a combatant besides how it fares: weapons, skills, nature, powers, what it carries."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.events import Id
from game.rules.setup import Chapter, SheetFeature
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamBoard, Power, Profile, Sheet, Weapon


def chapters(board: MurdhamBoard, who: Id) -> tuple[Chapter, ...]:
    """All of it, by chapters; those with nothing in them are left out."""
    sheet = board.now(who).sheet
    profile = sheet.profile
    skills = roster.STOCK.with_own(board.setup.roster).skills
    found = (
        Chapter("Weapons", tuple(_weapons(sheet))),
        Chapter(
            "Skills",
            tuple(SheetFeature(skills[k].name, "", skills[k].text, rule=skills[k].rule) for k in profile.skills),
        ),
        Chapter("Nature", tuple(SheetFeature(word) for word in _nature(profile))),
        Chapter("Powers", tuple(_power(power) for power in profile.powers)),
        Chapter("Carries", tuple(SheetFeature(item.capitalize()) for item in sheet.items)),
    )
    return tuple(chapter for chapter in found if chapter.features)


def _weapons(sheet: Sheet) -> Iterator[SheetFeature]:
    """What it fights with, what is in hand first; bare hands only where they are all there is."""
    hands = [key for key in dict.fromkeys((sheet.hand, sheet.off)) if key]
    keys = [key for key in dict.fromkeys((*hands, *sheet.carried)) if key != "shield"]
    natural = [weapon.key for weapon in sheet.profile.weapons if weapon.hands == 0 and weapon.key != "unarmed"]
    for key in [*keys, *(each for each in natural if each not in keys)] or ["unarmed"]:
        weapon = sheet.profile.weapon(key)
        where = "in hand" if key in hands else "" if weapon.hands == 0 else "on the belt"
        state = ("damaged",) if key in sheet.damaged else ()
        value = ", ".join(part for part in (weapon.die, _range(weapon), where) if part)
        both = ("both hands",) if weapon.hands == 2 else ()
        yield SheetFeature(weapon.name.capitalize(), value, words=(*state, *weapon.traits, *both))


def _range(weapon: Weapon) -> str:
    return f"{weapon.range} zone{'s' if weapon.range > 1 else ''}" if weapon.range else ""


def _nature(profile: Profile) -> Iterator[str]:
    """Words of the glossary for what it is."""
    natures = {
        profile.size: profile.size != "medium",
        profile.kind: profile.kind != "folk",
        "mindless": profile.mind == "mindless",
        "helmet": profile.helmet,
        "shield": profile.shield,
        "fast": profile.fast,
        "slow": profile.slow,
        "flies": profile.flies,
        "frightening": profile.frightening,
        "regenerates": profile.regenerates,
    }
    return (word for word, is_so in natures.items() if is_so)


def _power(power: Power) -> SheetFeature:
    near = "nearby" if not power.range else f"{power.range} zones"
    parts = [power.target, near, power.die, f"{power.save} save" if power.save else ""]
    return SheetFeature(power.name, ", ".join(part for part in parts if part), power.text)
