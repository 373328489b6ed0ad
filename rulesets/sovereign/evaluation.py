"""What a position is worth to a side: who stands and how hurt, what each could do to the other next, what is in reach.

Features come in pairs, ours and theirs, so that weights can be cautious or bold. Statures are ``estimate``'s.
"""

from __future__ import annotations

from rulesets.sovereign.courage import plays_morale, wavers
from rulesets.sovereign.estimate import Arm, Target, as_target, blow
from rulesets.sovereign.goals import GOALS, at_work
from rulesets.sovereign.morale import obeys
from rulesets.sovereign.outlook import PATIENCE, caution
from rulesets.sovereign.reading import may_oppose
from rulesets.sovereign.sheet import Body, SovereignBoard
from rulesets.sovereign.terrain_cache import FAR, TerrainCache, distance_of, hoped, terrain_of

HURT = 0.5
"""What is left of the worth of somebody with one hit point."""

SHAKEN = 0.3
"""What is left of the worth of somebody whose courage will fail for its wounds."""

FLEEING = 0.15

CHARGING = 0.7
"""What a blow counts that somebody may have to charge for: the way may not be straight."""

Worth = dict[str, float]


def worth(board: SovereignBoard, side: str) -> Worth:
    """Features of a position from one side's eyes."""
    ours: list[Body] = []
    theirs: list[Body] = []
    found: Worth = {}
    for c in board.state.combatants.values():
        if c.sheet.up and not c.sheet.hidden:
            (ours if c.side == side else theirs).append(c)
        elif c.side == side and c.sheet.mortal and not c.sheet.dead and not c.sheet.stable:
            found["dying"] = found.get("dying", 0.0) + 1.0
    verdict = board.state.verdict
    if verdict is not None and verdict.winner is not None:
        found["won" if verdict.winner == side else "lost"] = 1.0
        return found
    found["ours"] = sum(standing(board, c) for c in ours)
    found["theirs"] = sum(standing(board, c) for c in theirs)
    _breaking(board, side, ours, theirs, found)
    if ours and theirs:
        terrain = terrain_of(board.space)
        wall = sum(terrain.square(c.at, c.sheet.profile.size, 0) for c in ours)
        found["threat"] = caution(board, side) * potential(board, terrain, theirs, ours, wall)
        wall = sum(terrain.square(c.at, c.sheet.profile.size, 0) for c in theirs)
        turn = board.state.turn
        due = [c for c in ours if c.sheet.main and not c.sheet.done] if turn.side == side else ours
        found["chance"] = potential(board, terrain, due, theirs, wall) if due else 0.0
        found["later"] = potential(board, terrain, [c for c in ours if c not in due], theirs, wall)
        found["balance"] = 10 * (found["ours"] - found["theirs"]) / (found["ours"] + found["theirs"])
        _getting_there(board, terrain, ours, theirs, found)
    _stance(board, ours, found)
    _goal(board, side, ours, theirs, found)
    return found


def standing(board: SovereignBoard, c: Body) -> float:
    """What one body counts: less when hurt, little when it runs."""
    it = as_target(c)
    if c.sheet.fleeing:
        return FLEEING * it.stature
    if wavers(board, c):
        return SHAKEN * it.stature
    return (HURT + (1 - HURT) * it.hp / it.full) * it.stature


def _breaking(board: SovereignBoard, side: str, ours: list[Body], theirs: list[Body], found: Worth) -> None:
    """How far each side is on its way to the third whose loss breaks it (E-91)."""
    if not plays_morale(board):
        return
    turn = board.state.turn
    hp = sum(c.sheet.hp for c in ours), sum(c.sheet.hp for c in theirs)
    for name, members, mine, its in (("shaken", ours, hp[0], hp[1]), ("shaking", theirs, hp[1], hp[0])):
        sides = dict.fromkeys(c.side for c in members)
        for each in sides:
            began = turn.strength.get(each, 0)
            band = [c for c in members if c.side == each]
            subject = sum(as_target(c).stature for c in band if not wavers(board, c) and obeys(board, c))
            if began < 2 or not subject or each in turn.broken:
                continue
            fit = sum(not wavers(board, c) for c in band)
            part = min(1.0, 3 * (began - fit) / began)
            if part >= 1 and 2 * its <= mine:
                part = 0.5
            found[name] = found.get(name, 0.0) + part * part * subject


def potential(
    board: SovereignBoard, terrain: TerrainCache, attackers: list[Body], targets: list[Body], walls: int
) -> float:
    """What some could do to others with their next attacks: each the best thing it can, at most as much as there is."""
    space = board.space
    marks = [as_target(c) for c in targets]
    spots = [terrain.square(it.at, it.size, 0) for it in marks]
    borne = [0.0] * len(marks)
    for c in attackers:
        sheet = c.sheet
        if sheet.fleeing or sheet.surprised:
            continue
        me = as_target(c)
        best, aim = 0.0, -1
        near = far = 0
        if me.melee is not None:
            pace = me.pace if sheet.move or not sheet.main else 0
            near = terrain.lunge(space, me.at, me.size, pace, me.melee.reach, walls)
            far = terrain.lunge(space, me.at, me.size, 2 * pace, me.melee.reach, walls)
        for index, it in enumerate(marks):
            spot = spots[index]
            value = 0.0
            if me.melee is not None:
                if near & spot:
                    value = _gain(me.melee, it, 0)
                elif far & spot:
                    value = CHARGING * _gain(me.melee.single, it, 2)
            if me.shot is not None and me.shot.loaded and value < it.stature:
                value = max(value, _shot(board, terrain, me, me.shot, it, spot))
            if value > best and borne[index] < 1.5 * it.stature:
                best, aim = value, index
        if aim >= 0:
            borne[aim] += best
    return sum(min(total, 1.5 * it.stature) for total, it in zip(borne, marks, strict=True))


def _gain(arm: Arm, it: Target, extra: int) -> float:
    taken, down = blow(arm, it, extra)
    return it.stature * (0.5 * taken / it.hp + down)


def _shot(board: SovereignBoard, terrain: TerrainCache, me: Target, arm: Arm, it: Target, spot: int) -> float:
    if not terrain.square(me.at, me.size, arm.near + me.pace) & spot:
        return 0.0
    glimpse = terrain.seen_from(board.space, me.at, me.size)
    if glimpse.clear & spot:
        return _gain(arm, it, 0)
    if glimpse.half & spot:
        return _gain(arm, it, -2)
    return _gain(arm, it, -4) if glimpse.full & spot else 0.0


def _getting_there(
    board: SovereignBoard, terrain: TerrainCache, ours: list[Body], theirs: list[Body], found: Worth
) -> None:
    """Cells that those who can reach nobody still have to go."""
    space = board.space
    hope = hoped(space, terrain)
    far = 0.0
    for c in ours:
        if c.sheet.fleeing:
            continue
        me = as_target(c)
        arm = me.shot if me.shooter and me.shot is not None else me.melee
        if arm is None:
            continue
        here = 1 << (me.at[1] * space.width + me.at[0])
        way = FAR
        for foe in theirs:
            it = as_target(foe)
            if arm.mode == "melee":
                start = terrain.ring(space, it.at, it.size, me.size, arm.reach)
                key: tuple[object, ...] = ("ring", it.at, it.size, arm.reach, space.open_edges)
            else:
                glimpse = terrain.seeing(space, it.at, it.size)
                start = (glimpse.clear | glimpse.half) & terrain.square(it.at, it.size, arm.near)
                key = ("shot", it.at, it.size, arm.near, space.open_edges)
            layers = terrain_of(hope).layers(hope, start, me.size, key=key)
            way = min(way, distance_of(layers[:way], here))
            if way == 0:
                break
        far += min(way, 60)
    found["far"] = far * (1.0 + board.state.turn.round / PATIENCE)


def _stance(board: SovereignBoard, ours: list[Body], found: Worth) -> None:
    """Small things: prone, held, powers left, somebody in reach of a bow that can't be shot there."""
    for c in ours:
        sheet = c.sheet
        if sheet.prone:
            found["prone"] = found.get("prone", 0.0) + 1.0
        if sheet.casts:
            found["casts"] = found.get("casts", 0.0) + sheet.casts
        if "warrior" in sheet.profile.classes and "veteran's luck" not in sheet.used:
            found["luck"] = found.get("luck", 0.0) + 1.0
        if sheet.main and not sheet.fleeing:
            found["kept"] = found.get("kept", 0.0) + as_target(c).stature
        if as_target(c).shooter:
            for foe in board.state.combatants.values():
                it = as_target(foe)
                if foe.side == c.side or not foe.sheet.up or not it.reach or not may_oppose(board, foe):
                    continue
                if board.space.distance(foe.at, c.at, it.size, as_target(c).size) <= it.reach:
                    found["pinned"] = found.get("pinned", 0.0) + 1.0
                    break


def _goal(board: SovereignBoard, side: str, ours: list[Body], theirs: list[Body], found: Worth) -> None:
    """How near the side is to what its objective asks for."""
    aim = GOALS.ground(board, side)
    if aim is not None:
        space = board.space
        terrain = terrain_of(space)
        hope = hoped(space, terrain)
        for c in ours:
            if aim.who and c.sheet.profile.name != aim.who:
                continue
            size = c.sheet.profile.size
            start = at_work(space, aim, size) if aim.goal == "task" else space.mask(aim.cells)
            layers = terrain_of(hope).layers(hope, start, size, key=("goal", aim.goal, aim.cells, space.open_edges))
            here = 1 << (c.at[1] * space.width + c.at[0])
            found["goal far"] = found.get("goal far", 0.0) + min(60, distance_of(layers, here))
            if start & here:
                found["on goal"] = found.get("on goal", 0.0) + 1.0
        if aim.goal == "task":
            found["worked" if aim.side == side else "they work"] = float(GOALS.progress(board, aim.side).worked)
        found["escaped"] = float(sum(board.state.gone[who].side == side for who in board.state.turn.escaped))
