"""Where somebody could attack if it were its turn: after any part of its walk, with what is in hand or handy."""

from __future__ import annotations

from msgspec.structs import replace

from game.kit.cell_masks import bursting, by_hand, from_afar, ground_of, threat
from game.rules.events import Id
from game.rules.planning_model import Mask
from game.rules.ruleset import Threat
from game.spatial.field import Cell
from game.spatial.paths import bits
from rulesets.glog.play import moving, spells
from rulesets.glog.play.attack import at_hand, modes, unready
from rulesets.glog.play.geometry import metric
from rulesets.glog.play.light import NIGHT, unseen_well
from rulesets.glog.sheet.records import Spell
from rulesets.glog.sheet.sheet import CELL, FEET, STANDING, Body, GlogBoard


def threatened(board: GlogBoard, who: Id) -> Threat[Cell]:
    """Every cell in which it could attack somebody; ``board`` is one on which its turn has begun."""
    me = board.now(who)
    if not me.sheet.action:
        return Threat(frozenset(), frozenset())
    space, size, goes, hits = board.space, me.sheet.profile.cells, _goes(board, me), 0
    ground = ground_of(space)
    dim = [at for at in bits(ground.steps(1).stand) if unseen_well(board, me, ground.cell(at), 1)]
    gloom = sum(1 << number for number in dim)  # cells in which somebody is not well seen
    for key in at_hand(me):
        weapon = me.sheet.weapon(key)
        if unready(me.sheet, key) is not None:
            continue
        for mode in modes(weapon):
            if mode == "melee":
                hits |= by_hand(space, goes, size, 1)
            else:
                hits |= from_afar(space, goes, size, lambda at, far=weapon.range: _aimed(board, at, size, far, gloom))  # type: ignore[misc]
    for spell, _ in spells.workable(me):
        hits |= _cast(board, me, goes, spell)
    return threat(space, goes, hits)


def _goes(board: GlogBoard, me: Body) -> Mask:
    """Everywhere that a walk ends, its own place among it; who lies gets up first, a part of the way (D-13)."""
    here, left = ground_of(board.space).bit(me.at), moving.allowance(me)
    if moving.rooted(board, me) is not None:
        return here
    if me.sheet.prone:
        left -= STANDING * CELL // FEET
        me = replace(me, sheet=replace(me.sheet, prone=False))
    return here | moving.reach(board, me, left).mask if left >= CELL else here


def _within(board: GlogBoard, at: Cell, size: int, feet: int) -> Mask:
    """Cells at most so many feet from a body at a place: ``reading.feet_to``."""
    ground, counted = ground_of(board.space), metric(board)
    far = feet // FEET if counted.unit == 1 else (feet + 1) * CELL // FEET - 1
    return ground.disc(at, size, far, 1, counted) | ground.near(at, size, 1)


def _aimed(board: GlogBoard, at: Cell, size: int, feet: int, gloom: Mask) -> Mask:
    """Cells near enough for a shot: in the gloom nothing beyond some feet can be aimed at (D-21)."""
    near = _within(board, at, size, feet)
    return near & (~gloom | _within(board, at, size, NIGHT)) if feet > NIGHT else near


def _cast(board: GlogBoard, me: Body, goes: Mask, spell: Spell) -> Mask:
    """Cells in which a spell would find somebody it is meant for."""
    space, size = board.space, me.sheet.profile.cells
    if spell.target == "ally" or spell.effect == "light":
        return 0
    if spell.touch:
        return by_hand(space, goes, size, 1)
    found = from_afar(space, goes, size, lambda at: _within(board, at, size, spell.range))
    if spell.target == "foe":
        return found
    return bursting(space, found, lambda at: _within(board, at, 1, spell.radius), -(-spell.radius // FEET))
