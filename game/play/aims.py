"""Whether the aim of a puzzle is met, read off a battle as it goes on from the puzzle's moment."""

from __future__ import annotations

from typing import Any

from game.files.puzzles import Aim
from game.rules.events import Id
from game.rules.match import AnyMatch, Asked
from game.rules.questions import REFEREE, Choose
from game.rules.state import Combatant

ROUNDS = 2
"""Rounds after which a turn that never came has come: nobody of the side is left to have one."""

AnyBody = Combatant[Any, Any]


class AimWatch:
    """An aim of one side, and the moment from which on it counts."""

    def __init__(self, start: AnyMatch, side: str, aim: Aim) -> None:
        self.side, self.aim = side, aim
        asked = start.pending
        self.actor = asked.who if isinstance(asked, Choose) else None
        """Whose turn it is at the moment."""
        self._round = start.ruleset.round_of(start.state)
        self._own = [who for who, each in start.state.combatants.items() if each.side == side]
        self._looked: dict[Id, tuple[AnyBody, bool, int]] = {}
        """Of those looked at last, whether they are up and what they could still lose: most are looked at often."""
        self._spare = {who: self._health(start, who) for who in self._own}

    def others_turn(self, asked: Asked | None) -> bool:
        """Whether a question is put to another side on its turn."""
        return _is_turn(asked) and asked is not None and asked.seat not in (self.side, REFEREE)

    def own_turn(self, asked: Asked | None) -> bool:
        """Whether it asks what the one does whose turn it is at the moment."""
        return _is_turn(asked) and asked is not None and asked.who == self.actor and asked.seat == self.side

    def _next_turn(self, asked: Asked | None) -> bool:
        """Whether it is put to this side on its turn, but not on that of the moment."""
        return _is_turn(asked) and asked is not None and asked.seat == self.side and not self.own_turn(asked)

    def decided(self, match: AnyMatch, *, acted: bool) -> bool | None:
        """Whether it is met as the battle stands, or can no longer be; None as long as that is open.

        ``acted``: whether another side has had a turn since the moment.
        """
        now, asked, over = match.ruleset.round_of(match.state), match.pending, match.over
        if self.aim.kind == "fell":
            if not self._up(match, Id(self.aim.who)):
                return True
            turned = acted or self.others_turn(asked) or (self._next_turn(asked) and _acts(asked))
            return False if over or turned or now != self._round else None
        if self.aim.kind == "save" and not self._up(match, Id(self.aim.who)):
            return False
        if self.aim.kind == "unhurt" and any(self._health(match, who) < self._spare[who] for who in self._own):
            return False
        turned = acted and (self.own_turn(asked) or self._next_turn(asked))
        return True if over or turned or now >= self._round + ROUNDS else None

    def _up(self, match: AnyMatch, who: Id) -> bool:
        return self._look(match, who)[0]

    def _health(self, match: AnyMatch, who: Id) -> int:
        """What somebody could still lose of all its bars; nothing if it is out of the fight, or gone."""
        return self._look(match, who)[1]

    def _look(self, match: AnyMatch, who: Id) -> tuple[bool, int]:
        body = match.state.combatants.get(who)
        if body is None:
            return False, 0
        known = self._looked.get(who)
        if known is None or known[0] is not body:
            standing = match.ruleset.standing(match.board, who)
            known = self._looked[who] = body, standing.up, standing.health if standing.up else 0
        return known[1:]


def _acts(asked: Asked | None) -> bool:
    return isinstance(asked, Choose) and asked.kind == "act"


def _is_turn(asked: Asked | None) -> bool:
    return isinstance(asked, Choose) and asked.kind in ("pick", "act")
