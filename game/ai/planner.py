"""Weighs answers to a question by what a ruleset tells of the moment: plans of a turn, whose turn it is, replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ai.judges import Tastes
from game.ai.turns import OURS, THEIRS, Turn
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.wits import Effect, Features, Mask, Member, Out, Wits

SPARE = 0.25
"""What is left of the worth of a turn of somebody who can reach nobody with it."""

WOUND = 0.5
"""What losing all health by bits counts beside being felled, unless weights say otherwise ("wound")."""


class Planner:
    """One moment as one side sees it, with what it likes."""

    def __init__(self, wits: Wits, tastes: Tastes) -> None:
        self.wits, self.tastes = wits, tastes
        self.members = wits.members()
        self.wound = tastes.get("wound", WOUND)
        self._turns: dict[Id, Turn] = {}
        self._reaches: dict[Id, Mask] = {}
        self._used: dict[Id, float] = {}

    def advise(self, question: Choose[Any]) -> Mapping[str, Features]:
        """Features of the answers worth thinking about, by key."""
        who = self.wits.turn_of(question)
        if who is not None and who in self.members:
            return self.turn(who).advice()
        if question.kind == "pick":
            return self._picks(question)
        return {key: self.features(out) for key, out in self.wits.asked(question).items()}

    def turn(self, who: Id) -> Turn:
        """The turn that somebody could have now."""
        found = self._turns.get(who)
        if found is None:
            found = self._turns[who] = Turn(self, self.members[who])
        return found

    def _picks(self, question: Choose[Any]) -> dict[str, Features]:
        advice: dict[str, Features] = {}
        for key, pick in self.wits.picks(question).items():
            found = dict(pick.features)
            if pick.begins:
                ours = pick.begins == self.wits.side
                found["begins"] = self._opening_blow(ours=ours) - self._opening_blow(ours=not ours)
            elif pick.who is not None and pick.who in self.members:
                for name, amount in self.turn(pick.who).prospects().items():
                    found[name] = found.get(name, 0.0) + amount
            advice[key] = found
        return advice

    def _opening_blow(self, *, ours: bool) -> float:
        """The best that a side could do with the first turn of a round, in statures."""
        side = self.wits.side
        return max((self.use(it) for it in self.members.values() if (it.side == side) is ours), default=0.0)

    # -- what things come to

    def features(self, out: Out) -> dict[str, float]:
        """What something comes to, as features."""
        found = dict(out.features)
        for effect in out.effects:
            self._count(effect, found)
        return found

    def _count(self, effect: Effect, found: dict[str, float]) -> None:
        it = self.members.get(effect.who)
        if it is None:
            return
        worth = it.stature * it.prize
        ours = it.side == self.wits.side
        names = OURS if ours else THEIRS
        if effect.fell:
            found[names.fell] = found.get(names.fell, 0.0) + worth * effect.fell
        if effect.hurt:
            found[names.hurt] = found.get(names.hurt, 0.0) + worth * effect.hurt
        if effect.bound:
            found[names.bound] = found.get(names.bound, 0.0) + worth * effect.bound
        if effect.turns:
            turn = self.use(it) if ours else it.turn * (1.0 if self.busy(it) else SPARE)
            found[names.turns] = found.get(names.turns, 0.0) + turn * effect.turns

    def reaches(self, it: Member) -> Mask:
        """Places in which somebody could be attacked by a member within its next turn."""
        found = self._reaches.get(it.id)
        if found is None:
            found = self._reaches[it.id] = self.wits.reaches(it.id)
        return found

    def busy(self, it: Member) -> bool:
        """Whether a member could attack anybody within its next turn."""
        zone = self.reaches(it)
        return any(zone & other.area for other in self.members.values() if other.side != it.side)

    def use(self, it: Member) -> float:
        """What somebody could do now with a turn, in statures; what that takes of its own turns counts the least."""
        if it.id in self._used:
            return self._used[it.id]
        self._used[it.id] = SPARE * it.turn
        found = self._used[it.id] = max(SPARE * it.turn, self.turn(it.id).best_blow)
        return found

    def share(self, it: Member, me: Member) -> float:
        """The part of what a foe could do that it aims at one member, if that one is within its reach."""
        zone = self.reaches(it)
        mine = me.stature * me.prize
        rivals = sum(
            other.stature * other.prize
            for other in self.members.values()
            if other.side == me.side and other.id != me.id and zone & other.area
        )
        return mine / (mine + rivals) if mine else 0.0
