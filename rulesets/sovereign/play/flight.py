"""Rule: Morale. Whoever flees runs for the edge of the map, and fights only where no way is left (E-89, S-20)."""

from __future__ import annotations

from game.kit.cell_masks import FAR, DistanceLayers, distance_of, ground_of, hoped, nearest
from game.kit.things import at_doors, doors_beside
from game.spatial.field import Cell
from game.spatial.paths import bits
from rulesets.sovereign.play.geometry import barred, on_rim
from rulesets.sovereign.play.moving import can_walk, run_reach
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard


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
    """Where a run of somebody who flees may end."""
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
    """Whether it has a way out, and a door beside it to open or break."""
    if not me.sheet.profile.humanoid or distance_of(ways_out(board, me), 1 << _spot(board, me)) >= FAR:
        return False
    beside = at_doors(board, doors_beside(board.space, me.at, me.sheet.profile.size))
    return any(door.opens for door in beside)


def _spot(board: SovereignBoard, me: Body) -> int:
    return me.at[1] * board.space.width + me.at[0]
