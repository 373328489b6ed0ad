"""What a position is worth to a side: who stands and how hurt, what each could do to the other next, what is in reach.

Features come in pairs, ours and theirs, so that weights can be cautious or bold. Statures are ``estimate``'s.
"""

from __future__ import annotations

from game.kit.ground import FAR, distance_of, ground_of, hoped
from rulesets.sovereign.arms import Arm, Mark, mark
from rulesets.sovereign.goals import GOALS, at_work
from rulesets.sovereign.heart import plays_morale, wavers
from rulesets.sovereign.instants import LUCK
from rulesets.sovereign.morale import obeys
from rulesets.sovereign.reading import FEET, Look, cover_of, may_oppose
from rulesets.sovereign.scene import CHARGE
from rulesets.sovereign.sheet import Body, SovereignBoard
from rulesets.sovereign.wits import FLEEING, HURT, PATIENCE, SHAKEN, caution

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
        found["threat"] = caution(board, side) * potential(board, theirs, ours)
        turn = board.state.turn
        due = [c for c in ours if c.sheet.main and not c.sheet.done] if turn.side == side else ours
        found["chance"] = potential(board, due, theirs)
        found["later"] = potential(board, [c for c in ours if c not in due], theirs)
        found["balance"] = 10 * (found["ours"] - found["theirs"]) / (found["ours"] + found["theirs"])
        _getting_there(board, ours, theirs, found)
    _stance(board, ours, found)
    _goal(board, side, ours, found)
    return found


def standing(board: SovereignBoard, c: Body) -> float:
    """What one body counts: less when hurt, little when it runs."""
    it = mark(c)
    if c.sheet.fleeing:
        return FLEEING * it.stature
    if wavers(board, c):
        return SHAKEN * it.stature
    return (HURT + (1 - HURT) * it.hp / c.sheet.profile.hp) * it.stature


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
            subject = sum(mark(c).stature for c in band if not wavers(board, c) and obeys(board, c))
            if began < 2 or not subject or each in turn.broken:
                continue
            fit = sum(not wavers(board, c) for c in band)
            part = min(1.0, 3 * (began - fit) / began)
            if part >= 1 and 2 * its <= mine:
                part = 0.5
            found[name] = found.get(name, 0.0) + part * part * subject


def potential(board: SovereignBoard, attackers: list[Body], targets: list[Body]) -> float:
    """What some could do to others with their next attacks: each the best thing it can, at most as much as there is."""
    ground = ground_of(board.space)
    marks = [mark(c) for c in targets]
    spots = [ground.square(it.at, it.size, 0) for it in marks]
    walls = sum(spots)
    borne = [0.0] * len(marks)
    for c in attackers:
        sheet = c.sheet
        if sheet.fleeing or sheet.surprised:
            continue
        me = mark(c)
        best, aim = 0.0, -1
        near = far = sight = 0
        if me.melee is not None:
            pace = me.pace if sheet.move or not sheet.main else 0
            near = ground.lunge(me.at, me.size, pace, me.melee.reach, walls)
            far = ground.lunge(me.at, me.size, 2 * pace, me.melee.reach, walls)
        shot = me.shot if me.shot is not None and not me.shot.unready else None
        if shot is not None:
            sight = ground.square(me.at, me.size, shot.near + me.pace)
        for index, it in enumerate(marks):
            value = 0.0
            if near & spots[index] and me.melee is not None:
                value = it.stature * me.melee.harm(it).cost
            elif far & spots[index] and me.melee is not None:
                value = CHARGING * it.stature * me.melee.once(it, extra=CHARGE).cost
            if shot is not None and sight & spots[index] and value < it.stature:
                value = max(value, _shot(board, me, shot, it))
            if value > best and borne[index] < 1.5 * it.stature:
                best, aim = value, index
        if aim >= 0:
            borne[aim] += best
    return sum(min(total, 1.5 * it.stature) for total, it in zip(borne, marks, strict=True))


def _shot(board: SovereignBoard, me: Mark, arm: Arm, it: Mark) -> float:
    corners = board.space.corners_seen(me.at, it.at, me.size, it.size)
    if corners < 0:
        return 0.0
    return it.stature * arm.harm(it, Look(arm.near * FEET, cover_of(corners))).cost


def _getting_there(board: SovereignBoard, ours: list[Body], theirs: list[Body], found: Worth) -> None:
    """Cells that those who can reach nobody still have to go."""
    ground, hope = ground_of(board.space), ground_of(hoped(board.space))
    far = 0.0
    posts: dict[tuple[int, int, str], int] = {}
    for c in ours:
        me = mark(c)
        arm = me.arm
        if c.sheet.fleeing or arm is None:
            continue
        key = me.size, arm.reach or arm.near, arm.mode
        start = posts.get(key)
        if start is None:
            start = 0
            for foe in theirs:
                it = mark(foe)
                if arm.mode == "melee":
                    start |= ground.ring(it.at, it.size, arm.reach, me.size)
                else:
                    seeing = ground.seeing(it.at, it.size, 1, ground.near(it.at, it.size, arm.near, me.size))
                    start |= seeing.clear | seeing.half
            posts[key] = start
        far += min(distance_of(hope.ways(start, me.size), ground.bit(me.at)), 60)
    found["far"] = far * (1.0 + board.state.turn.round / PATIENCE)


def _stance(board: SovereignBoard, ours: list[Body], found: Worth) -> None:
    """Small things: prone, held, powers left, somebody in reach of a bow that can't be shot there."""
    for c in ours:
        sheet, me = c.sheet, mark(c)
        if sheet.prone:
            found["prone"] = found.get("prone", 0.0) + 1.0
        if sheet.casts:
            found["casts"] = found.get("casts", 0.0) + sheet.casts
        if "warrior" in sheet.profile.classes and LUCK not in sheet.used:
            found["luck"] = found.get("luck", 0.0) + 1.0
        if sheet.main and not sheet.fleeing:
            found["kept"] = found.get("kept", 0.0) + me.stature
        if me.shooter:
            for foe in board.state.combatants.values():
                it = mark(foe)
                if foe.side == c.side or not foe.sheet.up or not it.reach or not may_oppose(board, foe):
                    continue
                if board.space.distance(foe.at, c.at, it.size, me.size) <= it.reach:
                    found["pinned"] = found.get("pinned", 0.0) + 1.0
                    break


def _goal(board: SovereignBoard, side: str, ours: list[Body], found: Worth) -> None:
    """How near the side is to what its objective asks for."""
    aim = GOALS.ground(board, side)
    if aim is None:
        return
    space = board.space
    ground, hope = ground_of(space), ground_of(hoped(space))
    for c in ours:
        if aim.who and c.sheet.profile.name != aim.who:
            continue
        size = c.sheet.profile.size
        start = at_work(space, aim, size) if aim.goal == "task" else space.mask(aim.cells)
        here = ground.bit(c.at)
        found["goal far"] = found.get("goal far", 0.0) + min(60, distance_of(hope.ways(start, size), here))
        if start & here:
            found["on goal"] = found.get("on goal", 0.0) + 1.0
    if aim.goal == "task":
        found["worked" if aim.side == side else "they work"] = float(GOALS.progress(board, aim.side).worked)
    found["escaped"] = float(sum(board.state.gone[who].side == side for who in board.state.turn.escaped))
