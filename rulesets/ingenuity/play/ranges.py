"""How far what somebody holds can be shot or thrown, and what distance makes of it (B-17, B-46)."""

from __future__ import annotations

from game.rules.ruleset import Band
from game.spatial.field import Cell
from rulesets.ingenuity.play.blow import VERBS, modes
from rulesets.ingenuity.play.geometry import armed_with, metres_to
from rulesets.ingenuity.play.numbers import lost_by_range
from rulesets.ingenuity.sheet.records import Weapon
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard


def in_flight(me: Body, verb: str) -> Weapon | None:
    """What somebody would shoot, or else throw, of what it holds; ``verb``: only what options of that verb use."""
    armed = [me.sheet.weapon(key) for key in armed_with(me)]
    for mode in ("shot", "thrown"):
        found = next((weapon for weapon in armed if mode in modes(weapon) and verb in ("", VERBS[mode])), None)
        if found is not None:
            return found
    return None


def bands(board: IngenuityBoard, me: Body, verb: str) -> list[Band[Cell]]:
    """The cells round somebody by what their distance does to a shot, walls or not, the nearest first."""
    weapon = in_flight(me, verb) if me.sheet.up else None
    if weapon is None:
        return []
    found: dict[tuple[bool, int], list[Cell]] = {}
    for y in range(board.space.height):
        for x in range(board.space.width):
            metres = metres_to(board, me, (x, y), 1)
            if 0 < metres <= weapon.limit:
                found.setdefault((metres > weapon.unfit, lost_by_range(weapon, metres)), []).append((x, y))
    return [Band(found[key], _label(weapon, *key)) for key in sorted(found)]


def _label(weapon: Weapon, fit: bool, lost: int) -> str:
    """What distance does, and up to where."""
    if not fit:
        return "too near"
    far = min(weapon.range * (lost + 1), weapon.limit)
    return f"to {far} m: {-lost:+d}" if lost else f"to {far} m"
