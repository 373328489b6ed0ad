"""What glog's referee reads off a sheet and off the map: Defense, speed, light, who touches whom."""

from __future__ import annotations

from game.spatial.metric import EUCLID
from rulesets.glog.sheet.roster import Thing
from rulesets.glog.sheet.sheet import Body, GlogBoard, Sheet

HEARTH = 20
"""Feet that a fire or light of the map shines (ruling G-22)."""


def modifier(score: int) -> int:
    """The book's table of modifiers, 3 to 18."""
    if not score:
        return 0
    bounds = ((3, -3), (5, -2), (8, -1), (12, 0), (15, 1), (17, 2))
    return next((value for most, value in bounds if score <= most), 3)


def has(sheet: Sheet, word: str) -> bool:
    """Whether somebody suffers from something."""
    return any(condition.word == word for condition in sheet.conditions)


def awake(sheet: Sheet) -> bool:
    """Alive, not given up, not asleep."""
    return sheet.flesh > 0 and not sheet.surrendered and not has(sheet, "asleep")


def spells(sheet: Sheet) -> set[str]:
    """Keys of the spells that somebody casts, of its own or by something magic."""
    return {spell.key for spell in (*sheet.profile.spells, *sheet.profile.granted)}


def feet_apart(board: GlogBoard, a: Body, b: Body) -> int:
    """Feet between two bodies as the crow flies; 5 where they touch at a corner too (ruling G-24)."""
    sizes = cells(a.sheet), cells(b.sheet)
    near = board.space.distance(a.at, b.at, *sizes)
    return 5 * near if near <= 1 else 5 * board.space.length(a.at, b.at, *sizes, metric=EUCLID) // EUCLID.unit


def beside(board: GlogBoard, a: Body, b: Body) -> bool:
    """Whether two touch, and nothing stands between."""
    sizes = cells(a.sheet), cells(b.sheet)
    return board.space.distance(a.at, b.at, *sizes) <= 1 and board.space.sees(a.at, b.at, *sizes)


def carried(sheet: Sheet, key: str) -> Thing:
    """A thing that somebody brought or picked up; the second of a kind ends in "#2"."""
    return next(thing for thing in (*sheet.gained, *sheet.profile.things) if thing.key == key.partition("#")[0])


def in_light(board: GlogBoard, me: Body, it: Body) -> bool:
    """Whether any part of a body is out of the dark and of smoke; smoke alone hides from sight in the dark (G-22)."""
    space, field = board.space, board.setup.field
    stands = space.mask(space.footprint(it.at, cells(it.sheet)))
    if "sees in the dark" in me.sheet.profile.traits:
        return bool(stands & ~space.smoky)
    shone = 0
    for c in board.state.combatants.values():
        if c.sheet.up and not c.sheet.hidden:
            for key in c.sheet.lit:
                shone |= space.within(c.at, cells(c.sheet), carried(c.sheet, key).radius // 5)
    for glow in board.state.turn.glows:
        shone |= space.within(glow.at, 1, glow.radius // 5)
    for feature in field.features:
        if feature.kind in ("fire", "light"):
            for at in feature.cells:
                shone |= space.within(at, 1, HEARTH // 5)
    return bool(stands & ~((space.obscured & ~shone) | space.smoky))


def speed(sheet: Sheet) -> int:
    """Feet of one walk: less for armour, and 10 ft less for who carries more slots than its Might (ruling G-26)."""
    profile = sheet.profile
    keys = (*sheet.handy, *sheet.stowed)
    worn = profile.armour.slots if profile.armour is not None else 0
    slots = worn + sum(sheet.item(key).slots for key in keys)
    slower = profile.armour.slower if profile.armour is not None and sheet.notches.get("armour", 0) < 3 else 0
    return profile.pace - slower - (10 if slots > profile.scores.might else 0)


def cells(sheet: Sheet) -> int:
    """Cells along one side."""
    return 2 if sheet.profile.size == "large" else 1


def defense(sheet: Sheet) -> int:
    """10, Agility's modifier, armour or hide less its Notches, 1 for a shield, a ward."""
    profile, notches = sheet.profile, sheet.notches.get("armour", 0)
    worn = profile.armour.defense if profile.armour is not None else profile.hide
    left = 0 if profile.armour is not None and notches >= 3 else max(0, worn - notches)
    things = {thing.key for thing in (*profile.things, *sheet.gained) if thing.kind == "shield"}
    shield = any(key.partition("#")[0] in things for key in sheet.hands)
    ward = sum(condition.count for condition in sheet.conditions if condition.word == "ward")
    return 10 + modifier(profile.scores.agility) + left + shield + ward
