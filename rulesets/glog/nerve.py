"""What may shake a side, as an AI reckons it: who would test, and who would run (D-42 to D-51)."""

from __future__ import annotations

from game.kit.recall import remembered
from rulesets.glog.estimate import Harm, Mark, passes
from rulesets.glog.morale import obeys, plays
from rulesets.glog.numbers import hampered
from rulesets.glog.scene import Scene


class Nerve:
    """The nerve of everybody at one moment."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.board = scene, scene.board
        self._plays = plays(scene.board)

    def fails(self, it: Mark) -> float:
        """The chance that somebody would run if it were shaken now."""
        if not self._plays or not obeys(self.board, it.body):
            return 0.0
        return 1 - passes(it.body.sheet.profile.morale, hampered(it.body.sheet).total)

    @remembered
    def due(self, side: str) -> tuple[bool, bool, bool]:
        """Whether the first casualty, half of a side, the blood of one alone would still shake it."""
        turn = self.board.state.turn
        began = turn.strength.get(side, 0)
        out = sum(not c.sheet.up or c.sheet.helpless for c in self.board.state.on(side))
        half = f"{side} half" not in turn.rung and began > 1 and 2 * (out + 1) >= began
        return not turn.blood, half, f"{side} solo" not in turn.rung and began == 1

    @remembered
    def runs(self, side: str) -> float:
        """Statures of a side that would run if all were shaken now."""
        return sum(self.fails(it) * it.stature * it.left for it in self.scene.band(side))

    def shaken(self, it: Mark, harm: Harm) -> float:
        """Statures that what befalls somebody may set to flight besides itself."""
        first, half, solo = self.due(it.body.side)
        own = self.fails(it) * it.stature * it.left
        found = 0.0
        if harm.fell and (first or half or it.body.sheet.profile.leader):
            found += harm.fell * (self.runs(it.body.side) - own)
        if solo:
            found += (harm.flesh - harm.fell) * own
        return found

    def mood(self, it: Mark) -> tuple[object, ...]:
        """All that ``shaken`` depends on besides the harm."""
        side = it.body.side
        return (*self.due(side), self.runs(side), self.fails(it), it.body.sheet.profile.leader)
