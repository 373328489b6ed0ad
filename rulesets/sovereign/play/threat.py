"""Where somebody could attack if it were its turn: after a Move, by a charge, with what is in hand or on the belt."""

from __future__ import annotations

from game.kit.cell_masks import bursting, by_hand, from_afar, ground_of, threat
from game.rules.events import Id
from game.rules.planning_model import Mask
from game.rules.ruleset import Threat
from game.spatial.field import Cell
from rulesets.sovereign.play import moving, spells
from rulesets.sovereign.play.blow import bodily, modes
from rulesets.sovereign.play.geometry import FEET, foes, in_clinch, pace, threat_reach, usable, weapon_reach
from rulesets.sovereign.play.menu import ready_weapons
from rulesets.sovereign.play.morale import runs
from rulesets.sovereign.play.numbers import reload_cost
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Spell, Weapon

NOWHERE: Threat[Cell] = Threat(frozenset(), frozenset())


def threatened(board: SovereignBoard, who: Id) -> Threat[Cell]:
    """Every cell in which it could attack somebody; ``board`` is one on which its turn has begun."""
    me = board.now(who)
    if not me.sheet.main or runs(board, me):
        return NOWHERE
    space, size, here = board.space, me.sheet.profile.size, ground_of(board.space).bit(me.at)
    goes = here
    if me.sheet.move and moving.can_walk(board, me) and pace(me):
        goes |= moving.run_reach(board, me).mask
    rushes = _rushes(board, me)
    hits = 0
    for weapon in [*ready_weapons(board, me), *bodily(board, me)]:
        if not usable(me, weapon):
            continue
        for mode in modes(weapon):
            if mode == "melee":
                hits |= by_hand(space, goes | rushes, size, weapon_reach(me, weapon) // FEET)
            else:
                places = _shooting_places(board, me, weapon, here, goes | (rushes if mode == "thrown" else 0))
                hits |= _afar(board, me, places, weapon.long_range)
    if not in_clinch(board, me):
        for spell in spells.castable(me):
            hits |= _cast(board, me, goes, spell)
    return threat(space, goes | rushes, hits)


def _rushes(board: SovereignBoard, me: Body) -> Mask:
    """Places that a charge could end in, if there were somebody to be struck from there (E-32)."""
    if not (me.sheet.move and moving.may_charge(board, me)):
        return 0
    lanes, (x, y), space = moving.Lanes(board, me), me.at, board.space
    far, size = range(-lanes.budget, lanes.budget + 1), me.sheet.profile.size
    spots = [(x + across, y + down) for down in far for across in far if across or down]
    return space.mask(spot for spot in spots if space.inside(spot, size) and lanes.to(spot))


def _shooting_places(board: SovereignBoard, me: Body, weapon: Weapon, here: Mask, goes: Mask) -> Mask:
    """From where it shoots or throws: loaded or loading first, and with no foe too near for a bow (E-49, E-63)."""
    if weapon.key in me.sheet.unloaded:
        cost = reload_cost(me, weapon)
        if cost == "main" or "quiver" not in me.sheet.items:
            return 0
        goes = here if cost == "move" else goes
    if weapon.ranged_only and weapon.two_handed and "deadeye" not in me.sheet.profile.feats:
        size = me.sheet.profile.size
        for foe in foes(board, me.side):
            if (reach := threat_reach(board, foe)) and not foe.sheet.surprised:
                goes &= ~board.space.within(foe.at, foe.sheet.profile.size, reach // FEET, size)
    return goes


def _afar(board: SovereignBoard, me: Body, places: Mask, feet: int) -> Mask:
    ground, size = ground_of(board.space), me.sheet.profile.size
    return from_afar(board.space, places, size, lambda at: ground.near(at, size, feet // FEET))


def _cast(board: SovereignBoard, me: Body, goes: Mask, spell: Spell) -> Mask:
    """Cells in which a spell would find somebody it is meant for, or lie round what it is aimed at (E-06)."""
    if spell.target not in ("foe", "area"):
        return 0
    ground, lit = ground_of(board.space), ~board.space.obscured
    found = _afar(board, me, goes, spell.range) | (0 if spell.target == "foe" else goes)
    if spell.target == "area":
        cells = spell.radius // FEET
        return bursting(board.space, found, lambda at: ground.near(at, 1, cells), cells)
    return found & (lit | ground.grown(goes)) if spell.needs_sight else found
