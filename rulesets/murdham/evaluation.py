"""What a position is worth to a side: who stands and how hurt, who still has a turn, what each could do to the other.

Features come in pairs, ours and theirs, so that weights can be cautious or bold.
"""

from __future__ import annotations

from rulesets.murdham.estimate import Target, against
from rulesets.murdham.goals import GOALS
from rulesets.murdham.morale import subject, tested
from rulesets.murdham.outlook import PATIENCE, Outlook, goal
from rulesets.murdham.reading import half
from rulesets.murdham.sheet import MurdhamBoard
from rulesets.murdham.terrain_cache import FAR

Worth = dict[str, float]

HELD = 0.5
"""What is left of the worth of somebody who is held or entangled."""


def worth(board: MurdhamBoard, side: str) -> Worth:
    """Features of a position from one side's eyes."""
    found: Worth = {}
    verdict = board.state.verdict
    if verdict is not None and verdict.winner is not None:
        found["won" if verdict.winner == side else "lost"] = 1.0
        return found
    outlook = Outlook(board, side)
    ours, theirs = outlook.friends, outlook.foes
    if not ours or not theirs:
        everybody = [c for c in board.state.combatants.values() if c.sheet.up and c.side != side]
        if not ours and everybody:
            found["lost"] = 1.0
            return found
        if ours and not everybody:
            found["won"] = 1.0
            return found
    found["ours"] = sum(_standing(outlook, it) for it in ours)
    found["theirs"] = sum(_standing(outlook, it) for it in theirs)
    found["balance"] = 10 * (found["ours"] - found["theirs"]) / max(0.1, found["ours"] + found["theirs"])
    found["turns"] = sum(outlook.now(it) for it in ours)
    found["their turns"] = sum(outlook.now(it) for it in theirs)
    found["threat"] = potential(outlook, [it for it in theirs if outlook.able(it)], ours)
    found["threat later"] = potential(outlook, [it for it in theirs if not outlook.able(it)], ours)
    found["chance"] = potential(outlook, [it for it in ours if outlook.able(it)], theirs)
    found["chance later"] = potential(outlook, [it for it in ours if not outlook.able(it)], theirs)
    _morale(outlook, found)
    _getting_there(outlook, found)
    _goal(outlook, found)
    found["dying"] = float(sum(bool(c.sheet.dying) and not c.sheet.dead for c in outlook.fallen))
    found["hidden"] = float(sum(it.body.sheet.hidden for it in ours))
    return found


def _standing(outlook: Outlook, it: Target) -> float:
    tied = it.id in outlook.held or it.body.sheet.entangled
    return it.standing * (HELD if tied else 1.0)


def potential(outlook: Outlook, attackers: list[Target], targets: list[Target]) -> float:
    """What some could do to others with an attack each, at most as much as there is to be done."""
    borne = [0.0] * len(targets)
    for me in attackers:
        if me.broken or me.id in outlook.held or me.body.sheet.entangled:
            continue
        best, aim = 0.0, -1
        for index, it in enumerate(targets):
            arm, chance = outlook.menace(me, it.at)
            if arm is None:
                continue
            value = chance * it.stature * against(arm, it, outlook.terrain.screen(me.at, it.at)).toll.cost
            if value > best and borne[index] < it.stature:
                best, aim = value, index
        if aim >= 0:
            borne[aim] += best
    return sum(min(total, it.stature) for total, it in zip(borne, targets, strict=True))


def _morale(outlook: Outlook, found: Worth) -> None:
    """How far each side is on its way to the half whose loss tests its courage (A-95)."""
    turn = outlook.board.state.turn
    for name, members in (("shaken", outlook.friends), ("shaking", outlook.foes)):
        for side in dict.fromkeys(it.side for it in members):
            if side in turn.checked or not tested(outlook.board, side):
                continue
            band = [it for it in members if it.side == side and not it.broken]
            began = turn.strength.get(side, 0)
            shaken = [it for it in band if subject(outlook.board, it.body)]
            if began < 2 or not shaken:
                continue
            part = min(1.0, (began - len(band)) / max(1, began - half(began)))
            found[name] = found.get(name, 0.0) + part * part * sum(it.stature * (1 - it.WIT) for it in shaken)


def _getting_there(outlook: Outlook, found: Worth) -> None:
    """Half-zones that those who can reach nobody still have to go."""
    far = 0.0
    for me in outlook.friends:
        if me.broken or any(outlook.menace(me, it.at)[0] is not None for it in outlook.foes):
            continue
        way = min((outlook.terrain.hope((it.at,)).get(me.at, FAR) for it in outlook.foes), default=0)
        far += min(way, 40)
    found["far"] = far * (1.0 + outlook.board.state.turn.round / PATIENCE)


def _goal(outlook: Outlook, found: Worth) -> None:
    """How near the side is to what its objective asks for."""
    board, aim = outlook.board, GOALS.ground(outlook.board, outlook.side)
    if aim is not None:
        for it in outlook.friends:
            way = goal(outlook, it.body)
            if way is None:
                continue
            far = way.get(it.at, FAR)
            found["goal far"] = found.get("goal far", 0.0) + min(40, far)
            found["on goal"] = found.get("on goal", 0.0) + (far == 0)
        away = [who for who in board.state.turn.escaped if board.state.gone[who].side == outlook.side]
        found["escaped"] = float(len(away)) if aim.goal == "escape" else 0.0
        if aim.goal == "task":
            found["worked" if aim.side == outlook.side else "they work"] = float(GOALS.progress(board, aim.side).worked)
        held = GOALS.progress(board, aim.side).held
        if held:
            found["held" if aim.side == outlook.side else "they hold"] = float(held)
    own = GOALS.aim(board, outlook.side)
    if own.goal == "protect":
        for it in outlook.friends:
            if it.body.sheet.profile.name == own.who:
                found["ward"] = it.health / it.full
