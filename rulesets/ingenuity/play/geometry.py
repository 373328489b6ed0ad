"""Where geometry becomes ingenuity's words: metres, who is beside whom, cover, flanks, darkness, who is in the way."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from game.kit.combatants import bodies, enemies, perceives
from game.kit.cover import Cover, cover_of
from game.rules.table import Board
from game.spatial.field import Cell
from game.spatial.metric import ALTERNATE
from game.spatial.space import Space
from rulesets.ingenuity.sheet.sheet import BLINDED, STUNNED, Body, Feat, IngenuityBoard

BARE = "bare-hands"
"""Key of the weapon that everybody has who has no other."""


def metres_to(board: IngenuityBoard, me: Body, at: Cell, size: int) -> int:
    """Metres between a combatant and a body at a place, every second diagonal counted as two; 1 where they touch."""
    return board.space.length(me.at, at, me.sheet.profile.cells, size, metric=ALTERNATE)


def metres_between(board: IngenuityBoard, a: Body, b: Body) -> int:
    """Metres between two combatants, heights too."""
    return metres_to(board, a, b.at, b.sheet.profile.cells)


def corners(board: IngenuityBoard, viewer: Body, target: Body) -> int:
    """Number of the 8 corners of the target's cube that the viewer sees; -1 without line of sight."""
    sizes = viewer.sheet.profile.cells, target.sheet.profile.cells
    return board.space.corners_seen(viewer.at, target.at, *sizes)


def sees_past(board: IngenuityBoard, a: Body, b: Body) -> bool:
    """Whether nothing stands between two bodies that stops all lines."""
    return board.space.sees(a.at, b.at, a.sheet.profile.cells, b.sheet.profile.cells)


def beside(board: IngenuityBoard, a: Body, b: Body) -> bool:
    """Whether two bodies are within a metre of one another, with nothing between."""
    near = board.space.distance(a.at, b.at, a.sheet.profile.cells, b.sheet.profile.cells) <= 1
    return near and sees_past(board, a, b)


def foes(board: IngenuityBoard, side: str) -> list[Body]:
    """Conscious members of other sides that a side knows to be there."""
    return enemies(board, side)


def there(board: IngenuityBoard, side: str) -> list[Body]:
    """Everybody alive of whom a side knows, of its own and of others, the unconscious too."""
    return [c for c in bodies(board) if not c.sheet.dead and perceives(board, side, c)]


def elsewhere(board: IngenuityBoard, c: Body, at: Cell) -> IngenuityBoard:
    """The same with somebody in another place."""
    everybody = {**board.state.combatants, c.id: replace(c, at=at)}
    return Board(replace(board.state, combatants=everybody), board.setup, board.space)


# ------------------------------------------------------------------ who sees whom


def gloom(space: Space, viewer: Body) -> int:
    """Mask of the cells of darkness and smoke; for who sees in the dark, of smoke alone (ruling N-4)."""
    return space.smoky if "sees in the dark" in viewer.sheet.profile.traits else space.obscured


def dim(board: IngenuityBoard, viewer: Body, at: Cell, size: int) -> bool:
    """Whether darkness or smoke hides a body all in it from somebody: farther than a metre it does (ruling N-4)."""
    if covered(board, at, size) & ~gloom(board.space, viewer):
        return False
    return metres_to(board, viewer, at, size) > 1


def hampered(board: IngenuityBoard, me: Body, it: Body) -> bool:
    """Whether one cannot see whom a deed is meant for (B-54, ruling N-4)."""
    return me.sheet.has(BLINDED) or dim(board, me, it.at, it.sheet.profile.cells)


def notices(board: IngenuityBoard, c: Body, it: Body) -> bool:
    """Whether somebody sees what another does: with nothing between that stops all lines, and neither dark nor blinded
    (ruling N-40).
    """
    blind = not c.sheet.up or hampered(board, c, it)
    return not blind and perceives(board, c.side, it) and sees_past(board, c, it)


def surprised(board: IngenuityBoard, c: Body) -> bool:
    """Whether somebody is caught unawares in this round of surprise (B-13, B-14)."""
    having = board.state.turn.surprise
    return bool(having) and c.side not in having and "alert" not in c.sheet.profile.traits


def unaware(board: IngenuityBoard, it: Body, me: Body) -> bool:
    """Whether somebody cannot see who attacks it, wherever the two stand (B-54, ruling N-4)."""
    sheet = it.sheet
    return not sheet.up or sheet.has(BLINDED) or surprised(board, it) or me.sheet.hidden


def answers(board: IngenuityBoard, c: Body) -> bool:
    """Whether somebody could take a reaction, but for what it costs (B-30, ruling N-2)."""
    sheet = c.sheet
    caught = surprised(board, c) and board.setup.options.get("surprised") != "yes"
    return sheet.up and sheet.reactions > 0 and not sheet.has(STUNNED) and not caught


def defends(board: IngenuityBoard, c: Body) -> bool:
    """Whether somebody could defend itself but for what it costs: with a reaction, or the free one of an intercept."""
    return answers(board, c) or (c.sheet.spare and c.sheet.up and not c.sheet.has(STUNNED))


# ------------------------------------------------------------------ the situation of an attack


class Look(NamedTuple):
    """The situation of an attack: all that its sums ask of the board, of places and of who else stands there."""

    metres: int
    cover: Cover = "no cover"
    unseen: bool = False
    """The target cannot see who attacks."""
    flanked: bool = False
    """The target is surrounded on two opposite sides."""
    dim: bool = False
    """Darkness or smoke hides the target."""


def look(board: IngenuityBoard, me: Body, it: Body, *, afar: bool) -> Look:
    """The situation of an attack as the two stand; ``afar``: shot or thrown."""
    return Look(
        metres_between(board, me, it),
        cover_of(corners(board, me, it)) if afar else "no cover",
        unaware(board, it, me) or dim(board, it, me.at, me.sheet.profile.cells),
        flanked(board, it, me.side),
        dim(board, me, it.at, it.sheet.profile.cells),
    )


def flanked(board: IngenuityBoard, it: Body, side: str) -> bool:
    """Whether two conscious enemies stand on opposite sides or corners of somebody, as far as a side knows (B-55)."""
    found: list[frozenset[Cell]] = []
    for c in bodies(board):
        if c.side != it.side and c.sheet.up and perceives(board, side, c) and beside(board, c, it):
            found.append(bearings(board, c, it.at, it.sheet.profile.cells))
    return any((-x, -y) in other for index, one in enumerate(found) for x, y in one for other in found[index + 1 :])


def bearings(board: IngenuityBoard, c: Body, at: Cell, size: int) -> frozenset[Cell]:
    """On which of the eight sides and corners of a body at a place somebody's cells lie that touch it."""
    space = board.space
    near = (cell for cell in space.footprint(c.at, c.sheet.profile.cells) if space.distance(cell, at, 1, size) <= 1)
    return frozenset(((x >= at[0] + size) - (x < at[0]), (y >= at[1] + size) - (y < at[1])) for x, y in near)


def bystanders(board: IngenuityBoard, me: Body, it: Body) -> list[Body]:
    """Bystanders within a metre of a target, so that a shot may go astray (B-51, ruling N-7): those in hiding too."""
    others = (c for c in bodies(board) if not c.sheet.dead and c.id not in (me.id, it.id))
    return [c for c in others if beside(board, c, it)]


# ------------------------------------------------------------------ ways


def covered(board: IngenuityBoard, at: Cell, size: int) -> int:
    """Mask of the cells that a body covers."""
    return board.space.mask(board.space.footprint(at, size))


def barred(board: IngenuityBoard, me: Body) -> tuple[int, int]:
    """Masks of cells for movement: those that foes bar, and those of people whom one may pass (ruling N-13).

    These are friends, the unconscious, and foes two sizes apart. Nobody is barred by whom its side does not know of.
    """
    bar = passed = 0
    for c in bodies(board):
        if c.id == me.id or c.sheet.dead:
            continue
        mask = covered(board, c.at, c.sheet.profile.cells)
        if passes(me, c):
            passed |= mask
        elif perceives(board, me.side, c):
            bar |= mask
    return bar, passed


def passes(me: Body, c: Body) -> bool:
    """Whether one may go through where somebody stands, or lies."""
    if c.side == me.side or c.sheet.hidden:
        return c.side == me.side
    return not c.sheet.up or abs(c.sheet.profile.size - me.sheet.profile.size) >= 2


def taken(board: IngenuityBoard, side: str, *besides: str) -> int:
    """Mask of the cells on which a side knows somebody to stand, or to lie."""
    out = 0
    for c in bodies(board):
        if not c.sheet.dead and c.id not in besides and perceives(board, side, c):
            out |= covered(board, c.at, c.sheet.profile.cells)
    return out


def exit_at(board: IngenuityBoard, at: Cell, size: int) -> bool:
    """Whether a body at a place could leave the map: at its rim, or on an exit drawn on it."""
    space = board.space
    rim = any(x in (0, space.width - 1) or y in (0, space.height - 1) for x, y in space.footprint(at, size))
    return rim or any(f.kind == "exit" for cell in space.footprint(at, size) for f in space.features_at(cell))


# ------------------------------------------------------------------ what somebody has at hand


def armed_with(me: Body) -> list[str]:
    """Keys of what it strikes with as its hands are: what it holds, its claws and teeth, else its bare hands."""
    sheet = me.sheet
    own = [weapon.key for weapon in sheet.profile.weapons if weapon.natural and weapon.key != BARE]
    held = [key for key in sheet.held if sheet.is_weapon(key)]
    bare = any(weapon.key == BARE for weapon in sheet.profile.weapons)
    armed = any(sheet.weapon(key).melee for key in (*held, *own))
    return [*held, *own, *([BARE] if bare and not armed else [])]


def feats_played(board: IngenuityBoard) -> bool:
    """Whether there are feats of will at all."""
    return board.setup.options.get("feats") != "off"


def within_focus(board: IngenuityBoard, me: Body, target: Literal["foe", "friend"]) -> list[Feat]:
    """The feats against foes, or for friends, that somebody has the focus for."""
    known = me.sheet.profile.feats if feats_played(board) else ()
    return [feat for feat in known if feat.target == target and feat.focus <= me.sheet.fc]


def both_hands(me: Body, key: str) -> bool:
    """Whether it holds something with both hands: in one, with the other empty."""
    return key in me.sheet.held and len(me.sheet.held) == 1
