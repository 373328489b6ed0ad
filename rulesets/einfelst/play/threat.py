"""Where somebody could attack if it were its turn: from where it is, or after a step, with what is at hand."""

from __future__ import annotations

from msgspec.structs import replace

from game.rules.events import Id
from game.rules.ruleset import Threat
from game.spatial.places import InZone, ZonePlace
from rulesets.einfelst.play import moving
from rulesets.einfelst.play.attack import modes, obstacle
from rulesets.einfelst.play.gear import at_hand
from rulesets.einfelst.play.geometry import apart, foes, hurdles, sees
from rulesets.einfelst.play.maneuver import has_free_fast_maneuver, has_slow_maneuver
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard


def threatened(board: EinfelstBoard, who: Id) -> Threat[ZonePlace]:
    """Every zone in which it could attack somebody in the open; ``board`` is one on which its turn has begun."""
    me = board.now(who)
    if not me.sheet.free or not has_slow_maneuver(board, me):
        return Threat(frozenset(), frozenset())
    goes: list[InZone] = [me.at] if isinstance(me.at, InZone) else []
    if has_free_fast_maneuver(board, me) and me.sheet.left > 1 and moving.rooted(me) is None:
        goes += [zone for zone, (bar, _) in hurdles(board, me).items() if not bar]
    target = next(iter(foes(board, me.side)), None)
    hits = {zone for zone in board.space.zones.all_zones if target is not None and _hits(board, me, target, goes, zone)}
    return Threat(frozenset(goes), frozenset(hits))


def _hits(board: EinfelstBoard, me: Body, it: Body, goes: list[InZone], zone: InZone) -> bool:
    """Whether it could attack somebody like one of its foes who is in the open in a zone."""
    there = replace(it, at=zone, sheet=replace(it.sheet, spot="open", beside=(), hidden=False))
    for at in goes:
        mine = replace(me, at=at, sheet=replace(me.sheet, spot="open"))
        for key in at_hand(me.sheet):
            weapon = me.sheet.weapon(key)
            if any(obstacle(board, mine, there, key, mode) is None for mode in modes(weapon)):
                return True
        far = apart(board, at, zone)
        reaches = [] if far is None or me.sheet.muffled or not sees(board, at, zone) else me.sheet.profile.spells
        if any(spell.target == "foe" and far is not None and far <= spell.range for spell in reaches):
            return True
    return False
