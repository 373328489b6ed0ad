"""How a battle goes: what health each side has left round by round, and which kinds of unit harm and are harmed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.rules.match import AnyMatch
from game.rules.state import AnyState
from game.scene.battle_report import report


class KindHarm(msgspec.Struct):
    """What the units of one kind did and suffered, in hit points or the like. All are sums."""

    members: int = 0
    """Those who took part in the battle, on either side."""
    dealt: int = 0
    """To other sides."""
    taken: int = 0
    felled: int = 0
    """Members of other sides whom they put out of the fight."""

    def add(self, more: KindHarm) -> None:
        """Count what others of the kind did as well."""
        self.members += more.members
        self.dealt += more.dealt
        self.taken += more.taken
        self.felled += more.felled


class BattleCourse(msgspec.Struct, frozen=True):
    """How one battle went."""

    health: tuple[tuple[int, ...], ...]
    """For each round that began, from the first: what each side could still lose as it began, in the set-up's order.

    Only members on the field who are up count.
    """
    harm: dict[str, KindHarm]
    """By kind of unit."""


class CourseObserver:
    """Looks on at one battle."""

    def __init__(self, match: AnyMatch, sides: Sequence[str]) -> None:
        """``match``: before its first answer."""
        self._match, self._sides = match, tuple(sides)
        self._start: AnyState = match.state
        self._health: list[tuple[int, ...]] = []

    def see(self, round_: int) -> None:
        """Note the health of the sides if this round has not been seen yet."""
        if round_ > len(self._health):
            now = self._left()
            self._health += [now] * (round_ - len(self._health))

    def finish(self) -> BattleCourse:
        """What was seen, now that the battle is over or broken off."""
        match = self._match
        found = report(match.ruleset, match.setup, match.board.space, self._start, match.events)
        harm: dict[str, KindHarm] = {}
        for each in found.deeds.values():
            harm.setdefault(each.standing.kind, KindHarm()).add(KindHarm(1, each.dealt, each.taken, each.felled))
        return BattleCourse(tuple(self._health), harm)

    def _left(self) -> tuple[int, ...]:
        board = self._match.board
        left = dict.fromkeys(self._sides, 0)
        for who, body in board.state.combatants.items():
            standing = self._match.ruleset.standing(board, who)
            if body.side in left and standing.up:
                left[body.side] += standing.health
        return tuple(left.values())
