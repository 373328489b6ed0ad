"""Where geometry becomes sovereign's words: reach, melee, cover, range, who is in the way.

Distances are in feet, 5 to a cell, diagonal or not (E-01, E-06), and up as along the floor (ruling S-52).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.kit.cache import IdentityCache
from game.kit.combatants import enemies, up_on
from game.kit.cover import Cover, cover_of
from game.rules.events import Id
from game.spatial.field import Cell
from rulesets.sovereign.sheet.sheet import Body, Sheet, SovereignBoard, Weapon

FEET = 5
"""Feet along one cell."""


def perceives(board: SovereignBoard, side: str, c: Body) -> bool:
    """Whether a side knows a combatant to be where it is (E-64): not in ambush, and not lost in darkness or smoke."""
    if c.side == side:
        return True
    if c.sheet.hidden:
        return False
    return c.sheet.known or any(feet_between(board, eye, c) <= FEET for eye in up_on(board, side))


def foes(board: SovereignBoard, side: str) -> list[Body]:
    """Conscious members of other sides that ``side`` knows to be there."""
    return [c for c in enemies(board, side) if perceives(board, side, c)]


def feet_between(board: SovereignBoard, a: Body, b: Body) -> int:
    """Feet between two combatants, their cubes' heights counted as well; 5 when adjacent (ruling S-52)."""
    return FEET * board.space.distance(a.at, b.at, a.sheet.profile.size, b.sheet.profile.size)


def in_hand(me: Body) -> Weapon:
    """The weapon in hand; bare hands are a weapon too."""
    return me.sheet.weapon(me.sheet.hand or "unarmed")


def item_name(sheet: Sheet, key: str) -> str:
    """Name of an item: a weapon's own, else its key."""
    return sheet.weapon(key).name.lower() if sheet.owns(key) else key


def off_weapon(me: Body) -> Weapon | None:
    """The weapon in the off hand, if it is one."""
    off = me.sheet.off
    return me.sheet.weapon(off) if off and off != "shield" else None


def weapon_reach(me: Body, weapon: Weapon) -> int:
    """Feet a weapon reaches hand to hand; 0 for a bow."""
    if not weapon.melee:
        return 0
    return me.sheet.profile.reach + (5 if "long" in weapon.traits else 0)


def usable(me: Body, weapon: Weapon) -> bool:
    """Whether somebody has the hands for a weapon: not for one of two hands with a shield on the arm (ruling S-23)."""
    return not (weapon.two_handed and me.sheet.shielded)


@IdentityCache
def melee_reach(me: Body) -> int:
    """Feet within which an armed melee combatant threatens, out of any clinch; 0 for one that is not armed.

    It is armed by what could strike hand to hand now: a melee weapon that it holds and has the hands for, claws and
    teeth, bare hands with the feat for them (E-19, ruling S-57). Kept, since paths ask it of everybody at every cell.
    """
    sheet, profile = me.sheet, me.sheet.profile
    if not sheet.up:
        return 0
    bare = not sheet.hand and "unarmed combatant" in profile.feats
    best = profile.reach if profile.natural or bare else 0
    for weapon in (in_hand(me), off_weapon(me)):
        if weapon is not None and weapon.key != "unarmed" and usable(me, weapon):
            best = max(best, weapon_reach(me, weapon))
    return best


def threat_reach(board: SovereignBoard, me: Body) -> int:
    """The same as things stand: in a clinch only claws and teeth can strike, and fists arm nobody (E-78, S-57)."""
    reach = melee_reach(me)
    if not reach or not in_clinch(board, me):
        return reach
    return me.sheet.profile.reach if me.sheet.profile.natural else 0


def threatens(board: SovereignBoard, foe: Body, cell: Cell, size: int = 1) -> bool:
    """Whether a body at a place lies within an armed combatant's melee range, with no wall between."""
    reach = threat_reach(board, foe)
    if not reach:
        return False
    space = board.space
    within = space.within(foe.at, foe.sheet.profile.size, reach // FEET, size)
    return bool(within >> (cell[1] * space.width + cell[0]) & 1)


def may_oppose(board: SovereignBoard, foe: Body) -> bool:
    """Whether a combatant may make attacks of opportunity at all (ruling S-7: not prone, nor held, nor holding)."""
    return melee_reach(foe) > 0 and acts_out_of_turn(foe) and not foe.sheet.prone and not in_clinch(board, foe)


def alert(c: Body) -> bool:
    """Whether somebody can do anything at all: awake, and not caught unawares (E-18, E-19, ruling S-13)."""
    return c.sheet.up and not c.sheet.surprised


def acts_out_of_turn(c: Body) -> bool:
    """Whether somebody acts and attacks out of its turn too: not once its courage has failed (E-89, ruling S-20).

    Whatever is more than defence asks here: openings, snap attacks, held actions, screens, the blows of swarms.
    """
    return alert(c) and not c.sheet.fleeing


def may_snap(c: Body) -> bool:
    """Whether somebody may make snap attacks: with an unspent Main Action, and of NPCs the trained (E-26)."""
    return c.sheet.main and acts_out_of_turn(c) and (not c.sheet.profile.npc or c.sheet.profile.trained)


def may_trigger(c: Body) -> bool:
    """Whether somebody holds an action that it may take now; once its Main Action is spent nothing is held (E-53)."""
    return c.sheet.holding and acts_out_of_turn(c)


def may_answer(c: Body) -> bool:
    """Whether somebody has anything to answer the doings of a foe with, besides what defends it from them."""
    return may_trigger(c) or may_snap(c)


def engaged(board: SovereignBoard, me: Body) -> bool:
    """Whether an enemy attacker is in melee range (E-24): an armed foe that has me within its reach.

    It hinders only those who know of it (ruling S-54).
    """
    size = me.sheet.profile.size
    return any(threatens(board, foe, me.at, size) and not foe.sheet.surprised for foe in foes(board, me.side))


def holders(board: SovereignBoard, who: Id) -> list[Body]:
    """Those who hold a combatant in a grapple."""
    return [c for c in board.state.combatants.values() if c.sheet.grappling == who and c.sheet.up]


def held(board: SovereignBoard, who: Id) -> bool:
    """Whether somebody holds a combatant in a grapple."""
    global _held
    everybody = board.state.combatants
    if _held[0] is not everybody:
        holding = [c.sheet for c in everybody.values() if c.sheet.grappling]
        _held = everybody, frozenset([sheet.grappling for sheet in holding if sheet.up])
    return who in _held[1]


_held: tuple[Mapping[Id, Body], frozenset[Id]] = {}, frozenset()
"""The last combatants asked about, and which of them are held: it is asked of everybody for every step."""


def covered(board: SovereignBoard, at: Cell, size: int) -> int:
    """Mask of the cells that a body of some size covers."""
    space = board.space
    return 1 << (at[1] * space.width + at[0]) if size == 1 else space.mask(space.footprint(at, size))


def occupied(board: SovereignBoard, side: str, *besides: Id) -> int:
    """Mask of the cells on which a side knows somebody to stand, friend or foe."""
    taken = 0
    for c in board.state.combatants.values():
        if c.sheet.up and c.id not in besides and perceives(board, side, c):
            taken |= covered(board, c.at, c.sheet.profile.size)
    return taken


def sharing(board: SovereignBoard, me: Body) -> Body | None:
    """Another conscious body in somebody's place, as far as its side knows; None: nobody (ruling S-69)."""
    mine = covered(board, me.at, me.sheet.profile.size)
    for c in board.state.combatants.values():
        shares = c.id != me.id and c.sheet.up and mine & covered(board, c.at, c.sheet.profile.size)
        if shares and perceives(board, me.side, c):
            return c
    return None


def in_clinch(board: SovereignBoard, me: Body) -> bool:
    """Grappling or grappled: no moving, and only unarmed attacks (E-78)."""
    return bool(me.sheet.grappling) or held(board, me.id)


def corners(board: SovereignBoard, viewer: Body, target: Body) -> int:
    """Number of the 8 corners of the target's cube that the viewer sees; -1 without line of sight."""
    return board.space.corners_seen(viewer.at, target.at, viewer.sheet.profile.size, target.sheet.profile.size)


def obscured(board: SovereignBoard, target: Body) -> bool:
    """Whether a combatant stands in darkness or smoke."""
    space = board.space
    return bool(space.obscured and space.obscured & space.mask(space.footprint(target.at, target.sheet.profile.size)))


def can_see(board: SovereignBoard, viewer: Body, target: Body) -> bool:
    """Whether a combatant sees another: line of sight, and darkness or smoke hides all but the adjacent."""
    if target.sheet.hidden and target.side != viewer.side:
        return False
    if corners(board, viewer, target) < 0:
        return False
    return not obscured(board, target) or feet_between(board, viewer, target) <= FEET


class Look(NamedTuple):
    """The situation of an attack: all that its sums ask of the board, of places and of who else stands there."""

    feet: int
    """Between the two (``feet_between``)."""
    cover: Cover
    """Of the target, from the attacker."""
    seen: bool = True
    """Whether the attacker sees the target (``can_see``)."""
    engaged: bool = False
    """Whether an enemy attacker is in melee range (E-24); asked only for what is shot or thrown."""


def look(board: SovereignBoard, me: Body, target: Body, *, afar: bool) -> Look:
    """The situation of an attack as the two stand; ``afar``: shot or thrown."""
    return Look(
        feet_between(board, me, target),
        cover_of(corners(board, me, target)),
        can_see(board, me, target),
        afar and engaged(board, me),
    )


def barred(board: SovereignBoard, me: Body, *, by: str = "") -> tuple[int, int, int]:
    """Masks of cells for movement: those foes bar, those friends stand on, those a much bigger body wades through.

    E-06: allies may be passed but not ended on, enemies bar the way, and to creatures of eight times their bulk
    (twice the side of the cube) they are difficult ground. Nobody is barred by what its side does not know of, or the
    side ``by`` which it is forced to go, nor by whom it shares its place with (ruling S-69).
    """
    bar = friends = wade = 0
    size, side, width = me.sheet.profile.size, me.side, board.space.width
    mine = covered(board, me.at, size)
    knowing = by or side
    for c in board.state.combatants.values():
        sheet = c.sheet
        if c.id == me.id or not sheet.up:
            continue
        its = sheet.profile.size
        mask = 1 << (c.at[1] * width + c.at[0]) if its == 1 else covered(board, c.at, its)
        if c.side == side:
            friends |= mask
        elif (sheet.known and not sheet.hidden) or perceives(board, knowing, c):
            if size >= 2 * its:
                wade |= mask
                friends |= mask
            elif mask & mine:
                friends |= mask
            else:
                bar |= mask
    return bar, friends, wade


def threats(board: SovereignBoard, me: Body) -> list[tuple[Id, int]]:
    """The known foes that may make attacks of opportunity on somebody, with masks of its places in their reach."""
    space, size, side, freed = board.space, me.sheet.profile.size, me.side, me.sheet.disengaged
    return [
        (foe.id, space.within(foe.at, foe.sheet.profile.size, melee_reach(foe) // FEET, size))
        for foe in board.state.combatants.values()
        if foe.side != side and may_oppose(board, foe) and foe.id not in freed and perceives(board, side, foe)
    ]


def pace(me: Body) -> int:
    """Cells that one Move Action covers: halved while prone (E-52)."""
    cells = me.sheet.profile.move // FEET
    return cells // 2 if me.sheet.prone else cells


def on_rim(board: SovereignBoard, me: Body) -> bool:
    """Whether a combatant stands where one can leave the map: its rim, or an exit drawn on it."""
    space = board.space
    for x, y in space.footprint(me.at, me.sheet.profile.size):
        if x in (0, space.width - 1) or y in (0, space.height - 1):
            return True
        if any(feature.kind == "exit" for feature in space.features_at((x, y))):
            return True
    return False
