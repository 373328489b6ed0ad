"""Where somebody could attack if it were its turn, with what it holds; and the ranges of what it shoots."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.kit.cell_masks import by_hand, from_afar, ground_of, threat
from game.rules.events import Id
from game.rules.planning_model import Mask
from game.rules.ruleset import Band, Threat
from game.spatial.field import Cell
from game.spatial.metric import ALTERNATE
from game.spatial.paths import bits
from rulesets.ingenuity.play import moving
from rulesets.ingenuity.play.blow import VERBS, crowded, loadable, modes
from rulesets.ingenuity.play.events import Mode
from rulesets.ingenuity.play.geometry import armed_with, metres_to, within_focus
from rulesets.ingenuity.play.numbers import lost_by_range
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, Weapon


def threatened(board: IngenuityBoard, who: Id) -> Threat[Cell]:
    """Every cell in which it could attack somebody; ``board`` is one on which its turn has begun.

    An attack is an action and so is each way there: what takes longer to load can be shot from fewer places.
    """
    me, left = board.now(who), board.state.turn.actions
    ways = list(_ways(board, me, left - 1)) if left else []
    hits = 0
    for key in armed_with(me):
        weapon = me.sheet.weapon(key)
        for mode in modes(weapon):
            loads = weapon.reload if mode == "shot" and key in me.sheet.unloaded else 0
            if mode == "shot" and (crowded(me.sheet, key) or (loads and not loadable(me.sheet, key))):
                continue
            if loads >= max(1, len(ways)):
                continue
            hits |= _struck(board, me, ways[-1 - loads] if loads else ways[-1], weapon, mode) if ways else 0
    for feat in within_focus(board, me, "foe") if ways else ():
        hits |= _afar(board, me, ways[-1], feat.range)
    return threat(board.space, ways[-1] if ways else 0, hits)


def _ways(board: IngenuityBoard, me: Body, actions: int) -> Iterator[Mask]:
    """Where it could be after none of some actions, after one and so on, each spent on going (B-22, B-27, B-44)."""
    goes, ready, went = ground_of(board.space).bit(me.at), me, 0
    if not me.sheet.prone:
        goes |= board.space.mask(moving.steps(board, me))
    yield goes
    for _ in range(actions):
        if ready.sheet.prone:  # it gets up
            ready = replace(ready, sheet=replace(ready.sheet, prone=False))
        elif went <= me.sheet.st:
            goes |= _onward(board, ready, goes) if went else _reached(board, ready)
            went += 1
        yield goes


def _reached(board: IngenuityBoard, me: Body) -> Mask:
    """Where one move leads (``menu``: over difficult ground one metre is always possible)."""
    found, far = moving.reach(board, me), moving.speed(me)
    return board.space.mask(cell for cell in found.cells() if found.cost(cell) <= far or len(found.path(cell)) == 1)


def _onward(board: IngenuityBoard, me: Body, goes: Mask) -> Mask:
    """Where another move leads from the rim of where the first one does."""
    ground, found = ground_of(board.space), 0
    for number in bits(goes & ground.grown(ground.whole & ~goes)):
        found |= _reached(board, replace(me, at=ground.cell(number)))
    return found


def _struck(board: IngenuityBoard, me: Body, goes: Mask, weapon: Weapon, mode: Mode) -> Mask:
    if mode != "melee":
        return _afar(board, me, goes, weapon.limit)
    if weapon.reach == 1:
        return by_hand(board.space, goes, me.sheet.profile.cells, 1)
    return _afar(board, me, goes, weapon.reach)


def _afar(board: IngenuityBoard, me: Body, goes: Mask, metres: int) -> Mask:
    ground, size = ground_of(board.space), me.sheet.profile.cells
    return from_afar(board.space, goes, size, lambda at: ground.disc(at, size, metres, 1, ALTERNATE))


def in_flight(me: Body, verb: str) -> Weapon | None:
    """Weapon somebody would shoot, or else throw, of what it holds; ``verb``: only what options of that verb use."""
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
