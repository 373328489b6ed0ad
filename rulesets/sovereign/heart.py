"""What a loss does to the courage of a side, as an AI sees it: whose wounds make it run, how many falls break it."""

from __future__ import annotations

from typing import NamedTuple

from game.kit.recall import remembered
from game.kit.toll import Toll
from game.rules.events import Id
from game.rules.wits import Features
from rulesets.sovereign.arms import Mark, mark
from rulesets.sovereign.morale import obeys
from rulesets.sovereign.sheet import Body, SovereignBoard


class Courage(NamedTuple):
    """The heart of one side."""

    needed: int
    """Losses that still break it (E-91); 0 if they don't, or have."""
    subject: float
    """Statures that would run with it."""


def plays_morale(board: SovereignBoard) -> bool:
    """Whether morale is played at all."""
    return board.setup.options.get("morale", "book") != "off"


def wavers(board: SovereignBoard, c: Body) -> bool:
    """Whether somebody runs, or will when its courage is tested next (E-90)."""
    sheet = c.sheet
    if sheet.fleeing:
        return True
    if 2 * sheet.hp > sheet.profile.hp or sheet.profile.fearless or not obeys(board, c):
        return False
    return plays_morale(board)


def courage(board: SovereignBoard, side: str) -> Courage:
    """How near a side is to breaking."""
    turn = board.state.turn
    began = turn.strength.get(side, 0)
    if began < 2 or side in turn.broken or not plays_morale(board):
        return Courage(0, 0.0)
    fit, subject = 0, 0.0
    for c in board.state.combatants.values():
        if c.side != side or not c.sheet.up or c.sheet.hidden or wavers(board, c):
            continue
        fit += 1
        if obeys(board, c):
            subject += mark(c).stature
    breaking = -(-began // 3)
    needed = breaking - (began - fit)
    return Courage(max(1, needed), subject) if subject else Courage(0, 0.0)


class Hearts:
    """The courage of all sides at one moment."""

    def __init__(self, board: SovereignBoard) -> None:
        self.board = board

    @remembered
    def wavers(self, who: Id) -> bool:
        """Whether it runs, or will when its courage is tested next."""
        return wavers(self.board, self.board.now(who))

    def test_at(self, it: Mark) -> int:
        """Hit points at or under which its courage will be tested; 0 where they never are."""
        sheet = it.body.sheet
        braves = sheet.profile.fearless or self.wavers(it.id) or not plays_morale(self.board)
        return 0 if braves or not obeys(self.board, it.body) else sheet.profile.hp // 2

    @remembered
    def mood(self, who: Id) -> tuple[object, ...]:
        """All of somebody that counts for what an attack on it comes to, whoever attacks."""
        it, wavers = mark(self.board.now(who)), self.wavers(who)
        return who, it.hp, it.sort, it.stature, wavers, self.test_at(it), None if wavers else self._heart(it.body.side)

    @remembered
    def _heart(self, side: str) -> Courage:
        return courage(self.board, side)

    def moved(self, it: Mark, harm: Toll, shaken: float) -> Features:
        """What some harm does to courage; ``shaken``: the chance that it falls or comes to where its courage fails."""
        if self.wavers(it.id):
            return {"beaten": it.stature * (harm.hurt + harm.fell)}
        found = {}
        lost = harm.fell
        if shaken > lost:
            found["breaks"] = it.stature * (shaken - lost)
            lost = shaken
        heart = self._heart(it.body.side)
        if heart.needed:
            found["rout"] = lost * heart.subject / (heart.needed * heart.needed)
        return found
