"""Whether a foe's next turn could strike somebody: what "it clearly will not die" turns on (E-90, ruling S-19)."""

from __future__ import annotations

from collections.abc import Iterator

from game.spatial.field import Cell
from rulesets.sovereign.play.blow import within_reach
from rulesets.sovereign.play.charging import Lanes, charge_path, may_charge
from rulesets.sovereign.play.geometry import FEET, pace, usable, weapon_reach
from rulesets.sovereign.play.moving import can_walk, run_reach
from rulesets.sovereign.play.numbers import reload_cost
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Spell, Weapon


def could_strike(board: SovereignBoard, foe: Body, c: Body) -> bool:
    """Whether a foe could attack somebody with a turn of its own: from where it stands or after a move, or by a charge.

    Doors are taken as they are.
    """
    weapons = [weapon for weapon in within_reach(foe) if usable(foe, weapon)]
    walks = can_walk(board, foe) and pace(foe) > 0
    places = run_reach(board, foe).cells() if walks else (foe.at,)
    if _can_hit(board, foe, c, weapons, places):
        return True
    if any(_in_sight(board, foe, c, places, spell.range + spell.radius) for spell in _harmful(foe)):
        return True
    if not may_charge(board, foe):
        return False
    lanes = Lanes(board, foe)
    reaches = {weapon_reach(foe, weapon) for weapon in weapons if weapon.melee}
    reaches |= {weapon.long_range for weapon in weapons if weapon.thrown}
    return any(charge_path(board, foe, c, feet, lanes) for feet in sorted(reaches))


def _can_hit(board: SovereignBoard, foe: Body, c: Body, weapons: list[Weapon], places: tuple[Cell, ...]) -> bool:
    for weapon in weapons:
        if weapon.melee and _in_sight(board, foe, c, places, weapon_reach(foe, weapon)):
            return True
        unloaded = weapon.key in foe.sheet.unloaded
        cost = reload_cost(foe, weapon) if unloaded else "free"
        if cost == "main" or (unloaded and "quiver" not in foe.sheet.items):
            continue
        if _in_sight(board, foe, c, places if cost == "free" else (foe.at,), weapon.long_range):
            return True
    return False


def _harmful(foe: Body) -> Iterator[Spell]:
    for spell in foe.sheet.profile.spells:
        harms = (spell.dice and spell.effect != "heal") or spell.effect == "out"
        if harms and spell.target in ("foe", "area") and spell.casts <= foe.sheet.casts:
            yield spell


def _in_sight(board: SovereignBoard, foe: Body, c: Body, places: tuple[Cell, ...], feet: int) -> bool:
    """Whether somebody is within some feet of one of a foe's places, and to be seen from there."""
    space, size, its = board.space, foe.sheet.profile.size, c.sheet.profile.size
    if not feet or FEET * space.distance(foe.at, c.at, size, its) > feet + foe.sheet.profile.move:
        return False
    return any(
        FEET * space.distance(place, c.at, size, its) <= feet and space.sees(place, c.at, size, its) for place in places
    )
