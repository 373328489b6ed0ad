"""Rule: Morale. Almost everything puts its own survival first, and whoever flees runs for the edge of the map (E-89 to
E-92, S-20).
"""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.cell_masks import FAR, DistanceLayers, distance_of, ground_of, hoped, nearest
from game.kit.combatants import up_on
from game.kit.things import at_doors, doors_beside
from game.spatial.field import Cell
from game.spatial.paths import bits
from rulesets.sovereign.play.blow import within_reach
from rulesets.sovereign.play.events import Broke
from rulesets.sovereign.play.geometry import FEET, barred, foes, on_rim, pace, usable, weapon_reach
from rulesets.sovereign.play.moving import Lanes, can_walk, charge_path, may_charge, run_reach
from rulesets.sovereign.play.numbers import reload_cost
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignTable, Spell, Weapon


def runs(board: SovereignBoard, me: Body) -> bool:
    """Whether its courage has failed, and there is a way out."""
    return me.sheet.fleeing and not cornered(board, me)


def cornered(board: SovereignBoard, me: Body) -> bool:
    """Nowhere to run: then fighting on is the best shot at living (E-89)."""
    return not (_gets_on(board, me) or (can_walk(board, me) and _at_a_door(board, me)))


def must_run(board: SovereignBoard, me: Body) -> bool:
    """Whether its turn may not end yet: it flees, and has a Move Action and somewhere to go."""
    return me.sheet.fleeing and me.sheet.move and _gets_on(board, me)


def run_ends(board: SovereignBoard, me: Body) -> list[Cell]:
    """Ends of a run of somebody who flees."""
    width = board.space.width
    return [
        (bit % width, bit // width) for bit in bits(homeward(board, me, _spot(board, me), run_reach(board, me).mask))
    ]


def homeward(board: SovereignBoard, me: Body, spot: int, ends: int) -> int:
    """Of the places at which a run from ``spot`` can end, a mask of those that will do for somebody who flees.

    They lie at least half as far on the way out as it can get with that run, by cells still to go.
    """
    layers = ways_out(board, me)
    now, best = distance_of(layers, 1 << spot), nearest(layers, ends)[0]
    if best >= now:
        return 0
    found = 0
    for layer in layers[: (now + best) // 2 + 1]:
        found |= layer & ends
    return found


def ways_out(board: SovereignBoard, me: Body) -> DistanceLayers:
    """Cells to go to the edge of the map or an exit, from everywhere."""
    return way_to(board, me, ground_of(board.space).exits(me.sheet.profile.size))


def way_to(board: SovereignBoard, me: Body, goals: int) -> DistanceLayers:
    """Cells to go to some places: round the foes that one knows of, through doors that it could open (ruling S-65)."""
    space = hoped(board.space) if me.sheet.profile.humanoid else board.space
    return ground_of(space).distance_layers(goals, me.sheet.profile.size, barred(board, me)[0])


def _gets_on(board: SovereignBoard, me: Body) -> bool:
    """Whether it can leave where it stands, or a run brings it nearer to where it can."""
    return can_walk(board, me) and (on_rim(board, me) or bool(run_ends(board, me)))


def _at_a_door(board: SovereignBoard, me: Body) -> bool:
    if not me.sheet.profile.humanoid or distance_of(ways_out(board, me), 1 << _spot(board, me)) >= FAR:
        return False
    beside = at_doors(board, doors_beside(board.space, me.at, me.sheet.profile.size))
    return any(door.opens for door in beside)


def _spot(board: SovereignBoard, me: Body) -> int:
    return me.at[1] * board.space.width + me.at[0]


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


def plays(board: SovereignBoard) -> bool:
    """Whether morale is played at all."""
    return board.setup.options.get("morale", "book") != "off"


def obeys(board: SovereignBoard, c: Body) -> bool:
    """Whether a combatant's courage is for the rules to say: player characters decide for themselves (S-20)."""
    profile = c.sheet.profile
    if profile.fearless:
        return bool(profile.fears) and c.sheet.burnt and "fire" in profile.fears
    return profile.npc or profile.henchman or not board.setup.side(c.side).party


def lost(board: SovereignBoard, side: str) -> int:
    """Members that a side is down from its starting number: dead, dying, taken, fled or fleeing."""
    fit = sum(1 for c in up_on(board, side) if not c.sheet.fleeing)
    return board.state.turn.strength.get(side, fit) - fit


def shaken(board: SovereignBoard, side: str) -> bool:
    """A group that has lost a third of its starting number (E-91)."""
    began = board.state.turn.strength.get(side, 0)
    return began > 1 and 3 * lost(board, side) >= began


def winning(board: SovereignBoard, side: str) -> bool:
    """Clearly winning: the foes' hit points add up to half its own or less (S-19)."""
    mine = sum(c.sheet.hp for c in up_on(board, side))
    theirs = sum(c.sheet.hp for c in foes(board, side))
    return 2 * theirs <= mine


def safe(board: SovereignBoard, c: Body) -> bool:
    """Clearly won't die: no conscious foe could strike it with its next turn (S-19)."""
    return not any(could_strike(board, foe, c) for foe in foes(board, c.side))


def hurt(c: Body) -> bool:
    """An individual that has lost half its hit points (E-90)."""
    return 2 * c.sheet.hp <= c.sheet.profile.hp


def test(table: SovereignTable, side: str) -> None:
    """At the start of a side's turn, see whose courage holds (S-20)."""
    if not plays(table):
        return
    turn = table.state.turn
    group = side not in turn.broken and shaken(table, side) and not winning(table, side)
    if group and any(obeys(table, c) for c in up_on(table, side)):
        table.set_turn(broken=(*turn.broken, side))
        table.emit(Broke(side, None, "a third of its number is lost", "E-91"))
    broken = side in table.state.turn.broken
    for c in table.fresh([c.id for c in up_on(table, side)]):
        if c.sheet.fleeing or not obeys(table, c):
            continue
        if broken:
            table.set(c.id, fleeing=True)
        elif c.sheet.profile.fearless:
            table.set(c.id, fleeing=True)
            table.emit(Broke(side, c.id, "burnt", "E-89"))
        elif hurt(c) and not safe(table, c):
            table.set(c.id, fleeing=True)
            table.emit(Broke(side, c.id, "half its hit points are lost", "E-90"))
