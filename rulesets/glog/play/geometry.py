"""Where geometry becomes glog's words: light and gloom (ruling G-22), objectives, feet, cover, who is adjacent."""

from __future__ import annotations

from typing import NamedTuple

from game.kit.cache import PerMapCache
from game.kit.combatants import enemies, perceives
from game.kit.cover import Cover, cover_of
from game.kit.goals import Goals
from game.kit.things import at_hand
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.field import Cell
from game.spatial.metric import EUCLID, FALL, ONE, Metric
from game.spatial.space import Space
from rulesets.glog.sheet.sheet import FEET, Body, GlogBoard, Sheet, Turn

NIGHT = 30
"""Feet beyond which nothing in the gloom can be shot at (ruling G-22)."""

HEARTH = 20
"""Feet that a light drawn on the map reaches, where it does not say."""

LightSource = tuple[Cell, int, int]
"""Where a light is, the size of what carries it, and the cells it reaches."""


def light_sources(board: GlogBoard) -> tuple[LightSource, ...]:
    """Every light that burns: carried, left by a spell, or drawn on the map."""
    carried = (
        (c.at, c.sheet.profile.cells, c.sheet.thing(key).radius // FEET)
        for c in board.state.combatants.values()
        if c.sheet.lit and c.sheet.up and not c.sheet.hidden
        for key in c.sheet.lit
    )
    glows = ((glow.at, 1, glow.radius // FEET) for glow in board.state.turn.glows)
    kinds = [feature for feature in board.setup.field.features if feature.kind in ("light", "fire")]
    drawn = ((cell, 1, HEARTH // FEET) for feature in kinds for cell in feature.cells)
    return (*carried, *glows, *drawn)


def gloom(board: GlogBoard) -> int:
    """Mask of the cells in smoke, and of dark ones that no light reaches."""
    space = board.space
    if not space.obscured:
        return 0
    lights, known = light_sources(board), _glooms.of(space)
    found = known.get(space)
    if found is None or found[0] != lights:
        shone = 0
        for at, size, far in lights:
            shone |= space.within(at, size, far)
        found = known[space] = lights, (space.obscured & ~shone) | space.smoky
    return found[1]


_glooms: PerMapCache[dict[Space, tuple[tuple[LightSource, ...], int]]] = PerMapCache(dict)
"""By the map with its doors as they are, for the lights that were last asked about: it is asked for every blow."""


def lit(board: GlogBoard) -> int | None:
    """Mask of the cells that are not in the gloom; None on a map without any."""
    space = board.space
    return (1 << space.width * space.height) - 1 & ~gloom(board) if space.obscured else None


def in_gloom(board: GlogBoard, at: Cell, size: int) -> bool:
    """Whether nothing of a body at a place stands in the light."""
    return _all_within(gloom(board), board.space, at, size)


def _all_within(mask: int, space: Space, at: Cell, size: int) -> bool:
    return bool(mask) and not space.mask(space.footprint(at, size)) & ~mask


def unseen_well(board: GlogBoard, viewer: Body, at: Cell, size: int) -> bool:
    """Whether the gloom hampers a blow at a body: of who sees in the dark, smoke alone."""
    if "sees in the dark" in viewer.sheet.profile.traits:
        return _all_within(board.space.smoky, board.space, at, size)
    return in_gloom(board, at, size)


def _through(board: GlogBoard, c: Body, aim: Objective) -> bool:
    return any(cell in aim.cells for cell in board.space.footprint(c.at, c.sheet.profile.cells))


GOALS: Goals[Sheet, Turn] = Goals(lambda _, c, aim: c.at in aim.cells, _through)


def task_at(board: GlogBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands: at most a cell from it (ruling G-29)."""
    aim = GOALS.task(board, me.side)
    size = me.sheet.profile.cells
    near = aim is not None and any(at_hand(board.space, me.at, size, cell) for cell in aim.cells)
    return aim if near else None


BARE = "fist"
"""Key of the weapon that everybody has."""


def metric(board: GlogBoard) -> Metric:
    """How ways and distances are counted (ruling G-24)."""
    return ONE if board.setup.options.get("diagonals") == "one" else EUCLID


def feet_to(board: GlogBoard, me: Body, at: Cell, size: int) -> int:
    """Feet between a combatant and a body at a place; 5 where they touch (ruling G-24)."""
    mine = me.sheet.profile.cells
    near = board.space.distance(me.at, at, mine, size)
    if near <= 1:
        return FEET * near
    if metric(board) is ONE:
        return FEET * near
    return FEET * board.space.length(me.at, at, mine, size, metric=EUCLID) // EUCLID.unit


def feet_between(board: GlogBoard, a: Body, b: Body) -> int:
    """Feet between two combatants, heights too."""
    return feet_to(board, a, b.at, b.sheet.profile.cells)


def corners(board: GlogBoard, viewer: Body, target: Body) -> int:
    """How many of the 8 corners of the target's cube the viewer sees; -1 without line of sight."""
    sizes = viewer.sheet.profile.cells, target.sheet.profile.cells
    return board.space.corners_seen(viewer.at, target.at, *sizes)


def adjacent(board: GlogBoard, a: Body, b: Body) -> bool:
    """Whether two bodies are within 5 ft of one another, with nothing between."""
    sizes = a.sheet.profile.cells, b.sheet.profile.cells
    return board.space.distance(a.at, b.at, *sizes) <= 1 and board.space.sees(a.at, b.at, *sizes)


def sees(board: GlogBoard, eye: Body, it: Body) -> bool:
    """Whether somebody awake sees another: with a line of sight, and not far off in the gloom (ruling G-22)."""
    if eye.sheet.helpless or corners(board, eye, it) < 0:
        return False
    return feet_between(board, eye, it) <= NIGHT or not unseen_well(board, eye, it.at, it.sheet.profile.cells)


def leads(board: GlogBoard, me: Body) -> bool:
    """Whether its side follows somebody: a leader, or where no hero is one the first of the heroes (ruling G-33)."""
    if me.sheet.profile.leader or me.sheet.profile.kind != "hero":
        return me.sheet.profile.leader
    there = [c for c in board.state.on(me.side) if c.sheet.up or c.id == me.id]
    heroes = [c for c in there if c.sheet.profile.kind == "hero"]
    return heroes[0].id == me.id and not any(c.sheet.profile.leader for c in heroes)


def hostile(board: GlogBoard, one: str, other: str) -> bool:
    """Whether members of two sides are foes: of different sides, and talk has made no peace between these."""
    return one != other and not any(one in peace.sides and other in peace.sides for peace in board.state.turn.peace)


def foes(board: GlogBoard, side: str) -> list[Body]:
    """Fighting members of hostile sides that a side knows to be there."""
    found = enemies(board, side)
    return [c for c in found if hostile(board, side, c.side)] if board.state.turn.peace else found


def answers(me: Body) -> bool:
    """Whether somebody could do anything out of its turn (ruling G-12)."""
    return me.sheet.acts and not me.sheet.fleeing


def beside(board: GlogBoard, me: Body) -> list[Body]:
    """Foes within 5 ft that could strike: awake, and known to be there."""
    return [foe for foe in foes(board, me.side) if foe.sheet.acts and adjacent(board, me, foe)]


class Look(NamedTuple):
    """The situation of an attack: all that its sums ask of the board, of places and of who else stands there."""

    feet: int
    cover: Cover
    dim: bool = False
    """Whether the gloom hides the target."""
    pressed: bool = False
    """Whether a foe stands beside who shoots or throws."""


def look(board: GlogBoard, me: Body, it: Body, *, afar: bool) -> Look:
    """The situation of an attack as the two stand; ``afar``: shot or thrown."""
    return Look(
        feet_between(board, me, it),
        cover_of(corners(board, me, it)) if afar else "no cover",
        unseen_well(board, me, it.at, it.sheet.profile.cells),
        afar and bool(beside(board, me)),
    )


def holders(board: GlogBoard, who: Id) -> list[Body]:
    """Those who hold a combatant in a grapple."""
    return [c for c in board.state.combatants.values() if c.sheet.grappling == who and c.sheet.up]


def held(board: GlogBoard, who: Id) -> bool:
    """Whether somebody holds a combatant."""
    return bool(holders(board, who))


def armed_with(me: Body) -> list[str]:
    """Keys of what it strikes with as its hands are: what it holds, its claws and teeth, else its fists."""
    sheet = me.sheet
    own = [weapon.key for weapon in sheet.profile.weapons if weapon.natural and weapon.key != BARE]
    held_ = [key for key in sheet.hands if sheet.is_weapon(key)]
    armed = any(sheet.weapon(key).melee for key in (*held_, *own))
    return [*held_, *own, *([] if armed else [BARE])]


def covered(board: GlogBoard, at: Cell, size: int) -> int:
    """Mask of the cells that a body covers."""
    return board.space.mask(board.space.footprint(at, size))


def barred(board: GlogBoard, me: Body) -> tuple[int, int]:
    """Masks of cells for movement: those that foes bar, and those that others stand on, which may be passed.

    Nobody is barred by whom its side does not know of (ruling G-24).
    """
    bar = friends = 0
    for c in board.state.combatants.values():
        if c.id == me.id or not c.sheet.up or not perceives(board, me.side, c):
            continue
        mask = covered(board, c.at, c.sheet.profile.cells)
        if hostile(board, me.side, c.side):
            bar |= mask
        else:
            friends |= mask
    return bar, friends


def taken(board: GlogBoard, side: str, *besides: Id) -> int:
    """Mask of the cells on which a side knows somebody to stand."""
    out = 0
    for c in board.state.combatants.values():
        if c.sheet.up and c.id not in besides and perceives(board, side, c):
            out |= covered(board, c.at, c.sheet.profile.cells)
    return out


def exits(board: GlogBoard, size: int) -> int:
    """Mask of the places from which a body could leave the map: at its rim, or on an exit drawn on it."""
    space = board.space
    right, below = space.width - size, space.height - size
    rim = [(x, y) for x in range(right + 1) for y in (0, below)] + [
        (x, y) for x in (0, right) for y in range(below + 1)
    ]
    drawn = [cell for feature in space.field.features if feature.kind == "exit" for cell in feature.cells]
    found = [(x - i, y - j) for x, y in drawn for i in range(size) for j in range(size) if x >= i and y >= j]
    return space.mask((*rim, *found))


def behind(board: GlogBoard, me: Body, it: Body) -> Cell | None:
    """The cell a step straight away from somebody; None if there is no room for a body of that size."""
    mine, its = me.sheet.profile.cells, it.sheet.profile.cells
    way = [
        (there >= here + mine) - (here >= there + its)  # 0 where the two stand in one row, or column
        for here, there in zip(me.at, it.at, strict=True)
    ]
    to = it.at[0] + way[0], it.at[1] + way[1]
    space = board.space
    if way == [0, 0] or not space.standable(to, its):
        return None
    free = not taken(board, me.side, it.id) & covered(board, to, its)
    return to if free and space.step_ok(it.at, to, its, drop=FALL) else None
