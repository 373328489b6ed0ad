"""What a position is worth besides who stands and what each could do: hearts near breaking, powers left, gains."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.wits import Features
from rulesets.sovereign.arms import Mark
from rulesets.sovereign.goals import GOALS
from rulesets.sovereign.heart import Hearts, plays_morale
from rulesets.sovereign.instants import LUCK
from rulesets.sovereign.morale import obeys
from rulesets.sovereign.scene import Scene


def position(scene: Scene, hearts: Hearts) -> Features:
    """Features of a position from one side's eyes."""
    board, side = scene.board, scene.side
    found: dict[str, float] = {}

    def add(name: str, amount: float) -> None:
        if amount:
            found[name] = found.get(name, 0.0) + amount

    for c in board.state.combatants.values():
        add("dying", c.side == side and bool(c.sheet.mortal) and not c.sheet.dead and not c.sheet.stable)
    ours = scene.band(side)
    theirs = [it for it in scene.marks.values() if it.body.side != side]
    if plays_morale(board):
        add("shaken", _breaking(scene, hearts, ours, theirs))
        add("shaking", _breaking(scene, hearts, theirs, ours))
    for it in ours:
        sheet = it.body.sheet
        add("prone", sheet.prone)
        add("casts", sheet.casts)
        add("luck", "warrior" in sheet.profile.classes and LUCK not in sheet.used)
        add("kept", it.stature * (sheet.main and not sheet.fleeing))
        add("pinned", it.shooter and bool(scene.engaging(side, it.size) & scene.spot(it)))
    aim = GOALS.ground(board, side)
    if aim is not None:
        add("escaped", sum(board.state.gone[who].side == side for who in board.state.turn.escaped))
    return {**found, **GOALS.gains(board, side)}


def _breaking(scene: Scene, hearts: Hearts, members: Sequence[Mark], others: Sequence[Mark]) -> float:
    """Statures that may soon run, by how far each side is on its way to the third whose loss breaks it (E-91)."""
    turn = scene.board.state.turn
    winning = 2 * sum(it.hp for it in others) <= sum(it.hp for it in members)
    found = 0.0
    for side in dict.fromkeys(it.body.side for it in members):
        began = turn.strength.get(side, 0)
        fit = [it for it in members if it.body.side == side and not hearts.wavers(it.id)]
        subject = sum(it.stature for it in fit if obeys(scene.board, it.body))
        if began < 2 or not subject or side in turn.broken:
            continue
        part = min(1.0, 3 * (began - len(fit)) / began)
        if part >= 1 and winning:
            part = 0.5
        found += part * part * subject
    return found
