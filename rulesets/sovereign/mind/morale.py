"""What a loss does to the courage of a side, as an AI sees it: whose wounds make it run, how many falls break it."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from typing import NamedTuple

from game.kit.cache import cached_method
from game.kit.combatants import up_on
from game.kit.mind.acts import ExpectedDamage
from game.rules.events import Id
from game.rules.planning_model import Features
from rulesets.sovereign.mind.damage import UnitStats, stats_of
from rulesets.sovereign.play.morale import hurt, obeys, plays
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard


class Courage(NamedTuple):
    """The heart of one side."""

    needed: int = 0
    """Losses that still break it (E-91); 0 if they don't, or have."""
    subject: float = 0.0
    """Statures that would run with it."""
    part: float = 0.0
    """How far it is on its way to the third whose loss breaks it."""


def wavers(board: SovereignBoard, c: Body) -> bool:
    """Whether somebody runs, or will when its courage is tested next (E-90)."""
    return c.sheet.fleeing or (hurt(c) and not c.sheet.profile.fearless and obeys(board, c) and plays(board))


def courage(board: SovereignBoard, side: str) -> Courage:
    """How near a side is to breaking."""
    turn = board.state.turn
    began = turn.strength.get(side, 0)
    if began < 2 or side in turn.broken or not plays(board):
        return Courage()
    fit = [c for c in up_on(board, side) if not wavers(board, c)]
    subject = fsum(stats_of(c).unit_value for c in fit if obeys(board, c))
    lost = began - len(fit)
    return Courage(max(1, -(-began // 3) - lost), subject, min(1.0, 3 * lost / began)) if subject else Courage()


class MoraleModel:
    """The courage of all sides at one moment."""

    def __init__(self, board: SovereignBoard) -> None:
        self.board = board

    @cached_method
    def wavers(self, who: Id) -> bool:
        """Whether it runs, or will when its courage is tested next."""
        return wavers(self.board, self.board.now(who))

    @cached_method
    def courage(self, side: str) -> Courage:
        """How near a side is to breaking."""
        return courage(self.board, side)

    def _test_at(self, it: UnitStats) -> int:
        """Hit points at or under which its courage will be tested; 0 where they never are."""
        sheet = it.body.sheet
        braves = sheet.profile.fearless or self.wavers(it.id) or not plays(self.board)
        return 0 if braves or not obeys(self.board, it.body) else sheet.profile.hp // 2

    @cached_method
    def mood(self, who: Id) -> tuple[object, ...]:
        """All of somebody that counts for what an attack on it comes to, whoever attacks."""
        it, wavers = stats_of(self.board.now(who)), self.wavers(who)
        courage = None if wavers else self.courage(it.body.side)
        return who, it.hp, it.sort, it.unit_value, wavers, self._test_at(it), courage

    def moved(self, it: UnitStats, blow: Callable[[UnitStats], ExpectedDamage]) -> tuple[ExpectedDamage, Features]:
        """What a blow does to somebody, and what that does to courage; ``blow``: what it comes to on whomever."""
        harm, test = blow(it), self._test_at(it)
        if self.wavers(it.id):
            return harm, {"beaten": it.unit_value * (harm.hurt + harm.fell)}
        found, lost = {}, harm.fell
        # whoever is left with so little, as it would fall of the same blow with less, runs
        shaken = blow(it._replace(hp=it.hp - test)).fell if 0 < test < it.hp else 0.0
        if shaken > lost:
            found["breaks"] = it.unit_value * (shaken - lost)
            lost = shaken
        courage = self.courage(it.body.side)
        if courage.needed:
            found["rout"] = lost * courage.subject / (courage.needed * courage.needed)
        return harm, found
