"""Where somebody could attack if it were its turn: from where it is, or after its free movement."""

from __future__ import annotations

from msgspec.structs import replace

from game.kit.combatants import enemies
from game.rules.events import Id
from game.rules.ruleset import Threat
from game.spatial.places import ZonePlace
from rulesets.murdham.play import moving, powers
from rulesets.murdham.play.blow import attacks, blast_weapons, blast_zones
from rulesets.murdham.play.cost import has_attack
from rulesets.murdham.play.geometry import entangled, fights
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard


def threatened(board: MurdhamBoard, who: Id) -> Threat[ZonePlace]:
    """Every place in which it could attack somebody; ``board`` is one on which its turn has begun."""
    me, zones = board.now(who), board.space.zones
    if not fights(me) or not has_attack(board) or entangled(board, me):
        return Threat(frozenset(), frozenset())
    goes = {me.at: False}
    if moving.may_move(board, me):
        goes |= dict.fromkeys(moving.open_to(board, me, moving.left(board, me)), True)
    target = next(iter(enemies(board, me.side)), None)
    hits = set[ZonePlace]()
    for at, moves in goes.items():
        there = moving.moved(me, at)
        hits |= {place for place in zones.places if target is not None and _hits(board, there, target, place, moves)}
        for weapon in blast_weapons(me):
            hits |= set(blast_zones(board, there, weapon, moving=moves))
    return Threat(frozenset(goes), frozenset(hits))


def _hits(board: MurdhamBoard, me: Body, it: Body, place: ZonePlace, moves: bool) -> bool:
    """Whether it could attack somebody like one of its foes who is seen in a place."""
    seen = replace(moving.moved(it, place), sheet=replace(it.sheet, hidden=False))
    if any(attacks(board, me, seen, moving=moves)):
        return True
    moment = replace(board.state, combatants={me.id: me, it.id: seen})
    return any(
        power.target == "foe" and any(each.id == it.id for each in powers.targets(board.moment(moment), me, power))
        for power in powers.known(board, me)
    )
