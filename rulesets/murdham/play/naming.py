"""The words that lines of the log are made of: names, places, attacks, dice."""

from __future__ import annotations

import re
from collections.abc import Iterable

from game.kit.combatants import bodies
from game.kit.facts import Harmed, Healed
from game.kit.telling import Wording, name_of, the
from game.rules.events import EdgeChanged, Id, Left, RoundBegan
from game.rules.ruleset import LogLine
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham.play import events as told
from rulesets.murdham.play.gear import WORN
from rulesets.murdham.play.harm import worth_of
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamBoard

PHASES = {
    "ambush": ("Ambush: nobody but the concealed can act", "A-93"),
    "fast": ("Fast phase: WIT of {} or more", "A-111"),
    "slow": ("Slow phase: everybody who has not acted", "A-112"),
    "end": ("End of the round", "A-05"),
    "morale": ("Morale", "A-97"),
}

WORDS = Wording(
    health="health",
    falls={
        "killed": ("is killed", "A-117"),
        "dying": ("falls, and is dying", "A-117"),
        "critical damage": ("is incapacitated by critical damage", "A-117"),
        "incapacitated": ("is incapacitated", "A-117"),
        "destroyed": ("is destroyed", "A-117"),
        "surrendered": ("surrenders", "A-101"),
        "bled to death": ("dies of its wounds", "A-117"),
        "final blow": ("is finished off", "A-38"),
    },
    rules={RoundBegan: "A-01", Harmed: "A-117", Healed: "A-117", Left: "A-103", EdgeChanged: "A-25"},
)


def declared(board: MurdhamBoard, event: told.AttackDeclared) -> LogLine:
    """Who attacks whom with what, and what sets it apart from other attacks."""
    me, it = name_of(board, event.who), name_of(board, event.target)
    weapon = the(weapon_name(board, event.who, event.weapon))
    note, rules = occasion(event.how, held_back=event.held_back)
    said, rule = MODES[event.mode] if event.aim == "harm" else AIMS[event.aim]
    item = the(item_name(board, event.item, event.target)) if event.item else ""
    return LogLine(said.format(me=me, it=it, weapon=weapon, item=item) + note, 1, event.who, (rule, *rules))


def occasion(how: told.How, *, held_back: bool = False) -> tuple[str, tuple[str, ...]]:
    """What sets an attack apart, in brackets, and its rules: " (countering, holding back)"; "" for a plain one."""
    found = [OCCASIONS[how]] if how in OCCASIONS else []
    if held_back:
        found.append(("holding back", "A-37"))
    note = f" ({', '.join(word for word, _ in found)})" if found else ""
    return note, tuple(rule for _, rule in found)


MODES = {
    "melee": ("{me} strikes at {it} with {weapon}", "A-39"),
    "ranged": ("{me} aims at {it} with {weapon}", "A-41"),
    "indirect": ("{me} aims high at {it} with {weapon}", "A-46"),
}

AIMS = {
    "disarm": ("{me} tries to disarm {it} of {item}", "A-82"),
    "grapple": ("{me} tries to grab {it}", "A-83"),
    "final blow": ("{me} puts an end to {it} with {weapon}", "A-38"),
}

OCCASIONS: dict[told.How, tuple[str, str]] = {
    "counter": ("countering", "A-54"),
    "opportunity": ("in passing", "A-63"),
}

_RULE = re.compile(r" \((A-\d+)\)$")


def cited(circumstances: Iterable[str]) -> tuple[str, ...]:
    """The rules named behind circumstances, each once."""
    return tuple(dict.fromkeys(found[1] for text in circumstances if (found := _RULE.search(text))))


def damage_words(event: told.DamageRolled) -> str:
    """The dice with their explosions, both rolls where there are two, and what is left behind the armour."""
    word = "impaired" if event.net < 0 else "enhanced" if event.net > 0 else ""
    why = ", ".join(_RULE.sub("", text) for text in event.circumstances)
    head = " ".join(part for part in (event.die, word, f"({why})" if why else "") if part)
    if not event.rolls:
        return f"{head}: impaired twice, no damage"
    rolls = [_exploded(event.die, faces) for faces in event.rolls]
    totals = [worth_of(event.die, faces) for faces in event.rolls]
    kept = max(totals) if event.net > 0 else min(totals)
    text = f"{head}: {' | '.join(rolls)}"
    if len(rolls) > 1:
        text += f" -> {kept}"
    if event.times:
        text += f", {', '.join(event.times)} = {event.rolled}"
    for name, value in event.armour:
        text += f", {name} {value}"
    return f"{text} damage" if text == f"{head}: {event.dealt}" else f"{text}: {event.dealt} damage"


def _exploded(die: str, faces: tuple[int, ...]) -> str:
    """What was rolled: "4", or "6, 6, 3, exploding = 13"."""
    if len(faces) == 1:
        return str(faces[0])
    return f"{', '.join(map(str, faces))}, exploding = {worth_of(die, faces)}"


def weapon_name(board: MurdhamBoard, who: Id, key: str) -> str:
    """The name of a combatant's weapon."""
    return board.now(who).sheet.profile.weapon(key).name


def place_name(board: MurdhamBoard, place: ZonePlace) -> str:
    """A place in words: "Gate yard", "the door between Gate yard and East tower"."""
    name = board.space.zones.name(place)
    return f"the {name}" if isinstance(place, OnBorder) else name


def item_name(board: MurdhamBoard, key: str, who: Id | None = None) -> str:
    """What a weapon or another thing is called, by its owner's words if there is one."""
    if key in WORN:
        return key
    owners = [board.now(who).sheet.profile] if who else [c.sheet.profile for c in bodies(board)]
    for profile in owners:
        for weapon in profile.weapons:
            if weapon.key == key:
                return weapon.name
    return roster.STOCK.house.weapons[key].name if key in roster.STOCK.house.weapons else key
