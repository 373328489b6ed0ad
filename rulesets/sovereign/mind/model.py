"""What sovereign tells a planning AI of one moment: who could go where, what could be done, what it would come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from math import fsum
from operator import or_
from typing import Any

from msgspec.structs import replace

from game.kit.cache import LatestPerSide
from game.kit.combatants import NOBODY
from game.kit.mind.model import CellModel
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Features, Mask, Member, Move, Pick
from game.rules.questions import Choose
from rulesets.sovereign.mind.actions import MemberActions
from rulesets.sovereign.mind.attacks import MoraleModel, arms_in_hand, later_attackers, presses
from rulesets.sovereign.mind.damage import UnitStats
from rulesets.sovereign.mind.reactions import Answers
from rulesets.sovereign.mind.view import SovereignSideView, may_guard
from rulesets.sovereign.play.gear import GOALS
from rulesets.sovereign.play.instants import may_be_lucky
from rulesets.sovereign.play.menu import FREE_ACTIONS
from rulesets.sovereign.play.morale import way_to

HURT = 0.5
"""What is left of the worth of somebody with one hit point."""

SHAKEN = 0.3
"""What is left of the worth of somebody whose courage will fail for its wounds."""

FLEEING = 0.15

WARD = 2.5
"""How much more somebody counts whom its side must keep safe or bring away."""

HOPELESS = 3.5
"""How many times as many unit values on the other side make somebody hurt give up who is not commanded by morale."""


class SovereignModel(CellModel[SovereignSideView, UnitStats]):
    """The planning model of one moment, as one side knows it."""

    def __init__(self, view: SovereignSideView) -> None:
        super().__init__(view)
        self.hearts = MoraleModel(self.board)

    # -- who there is

    def member(self, it: UnitStats, *, ward: bool) -> Member:
        """A fighter in plain numbers, less worth the more it is hurt."""
        sheet = it.body.sheet
        left = HURT + (1 - HURT) * it.hp / sheet.profile.hp
        if self.hearts.wavers(it.id):
            left = FLEEING if sheet.fleeing else SHAKEN
        budget: Budget = (int(sheet.main), int(sheet.move), max(0, FREE_ACTIONS - sheet.free))
        if sheet.done and not (sheet.holding and sheet.main):  # a Main Action kept for its defence alone
            budget = ()
        return Member(
            it.id, it.body.side, self.view.spot(it).bit_length() - 1, self.view.area(it), it.unit_value, left,
            it.turn, budget, it.pace, it.shooter, WARD if ward else 0.5 if sheet.fleeing else 1.0,
        )  # fmt: skip

    def flees(self, who: Id) -> bool:
        """Whether its courage has failed, or it gives a lost fight up by itself."""
        it = self.view.stats[who]
        sheet = it.body.sheet
        if sheet.fleeing:
            return True
        aim = self.view.aim(it.body.side)
        if sheet.profile.fearless or 2 * it.hp > sheet.profile.hp or aim.goal != "eliminate":
            return False
        ours = it.unit_value + fsum(friend.unit_value for friend in self.view.friends(who))
        return fsum(foe.unit_value for foe in self.view.foes(it.body.side)) > HOPELESS * ours

    # -- a turn

    def kept(self, budget: Budget) -> Budget:
        """A Main Action kept is Total Defense; nothing else that is kept makes a difference."""
        return (budget[0], 0, 0)

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """Rule: Run, with the Move Action or the Main for another (E-16)."""
        it = self.view.stats[who]
        if not any(budget[:2]) or not it.pace or self.view.clinch(who):
            return ()
        walk = self.view.walk(who, spot)
        pay = (0, 1, 0) if budget[1] else (1, 0, 0)
        return (Move("run", walk.layers, [pay] * len(walk.layers), walk.openings),)

    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterator[Act]:
        """Acts of its menu that are worth thinking about."""
        it, fights = self.view.stats[who], not self.view.runs(who)
        found = MemberActions(self.view, self.hearts, it, budget, where, fights=fights, flees=self.flees(who))
        attacks = list(found.attacks()) if fights and not it.body.sheet.surprised else []
        yield from attacks
        if it.body.side == self.side:
            yield from found.errands(attacks=bool(attacks))

    # -- danger

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[ExpectedThreat]:
        """Blows after a walk, shots, spells; charges late. A kept Main Action answers with Total Defense (E-41)."""
        guarded = bool(kept and kept[0]) and may_guard(self.view.stats[who].body)
        return self.view.strikes(it).expected_threats(who, where, guarded=guarded)

    def reaches(self, it: Id) -> Mask:
        """Cells that it could strike or shoot at."""
        return self.view.strikes(it).reaches

    def coming(self, it: Id) -> float:
        """Sides take turns, so everybody else has one; but those who run only strike when cornered."""
        sheet = self.view.stats[it].body.sheet
        return 0.1 if sheet.fleeing else 1.0

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Friends at hand, bows pinned down by blades, fire underfoot, a swarm that needs it where it is."""
        yield from super().stances(who, where, kept)
        view, mine = self.view, self.view.stats[who]
        yield from self._pressing(mine, where)
        if mine.shooter:
            yield "pinned", view.engaging(mine.body.side, mine.size) & where, 1.0
        elif mine.melee is not None:
            for it in view.foes(mine.body.side):
                if it.shooter:
                    ring = view.space.within(it.at, it.size, max(1, mine.reach), mine.size)
                    yield "pins", ring & where, it.unit_value

    def _pressing(self, mine: UnitStats, where: Mask) -> Iterator[tuple[str, Mask, float]]:
        """Places from which somebody alone of its swarm can still strike for it."""
        view, it = self.view, self.view.stats.get(mine.body.sheet.swarm)
        if it is None:
            return
        others = [friend for friend in view.friends(mine.id) if friend.body.sheet.swarm == it.id]
        if any(presses(view, other, arm, it) for other in others for arm in arms_in_hand(other)):
            return
        for arm in sorted(arms_in_hand(mine), key=lambda arm: -arm.once(it).cost):
            mask = reduce(or_, (here for _, here in view.looks(it.id, mine.id, arm, where)), 0)
            yield "pressing", mask, arm.once(it).cost * it.unit_value
            where &= ~mask

    # -- where to

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Whoever runs goes round the foes that it knows of, as the rules have it do."""
        body = self.view.stats[who].body
        return way_to(self.board, body, goals) if body.sheet.fleeing else super().distance_layers(who, goals)

    def attack_positions(self, who: Id) -> Mask:
        """Places from which it could attack some foe with its better arm."""
        ground, mine = self.view.ground, self.view.stats[who]
        arm = mine.arm
        if arm is None or not arm.afar:
            return self.view.attack_positions(who, arm.reach) if arm is not None else 0

        def shoots(it: UnitStats) -> Mask:
            seen = ground.seeing(it.at, it.size, 1, ground.near(it.at, it.size, arm.near, mine.size))
            return seen.clear | seen.half

        return self.view.attack_positions(who, 0, shoots)

    def position(self) -> Features:
        """Hearts near breaking, powers left, what was won."""
        view, board, side = self.view, self.board, self.side
        ours = view.band(side)
        theirs = [it for it in view.stats.values() if it.body.side != side]
        dying = [c.sheet for c in board.state.combatants.values() if c.side == side and c.sheet.fell is not None]
        found = {
            "dying": float(sum(not sheet.dead and not sheet.stable for sheet in dying)),
            "shaken": self._breaking(ours, theirs),
            "shaking": self._breaking(theirs, ours),
            "prone": float(sum(it.body.sheet.prone for it in ours)),
            "casts": float(sum(it.body.sheet.casts for it in ours)),
            "luck": float(sum(may_be_lucky(it.body) for it in ours)),
            "kept": fsum(it.unit_value for it in ours if it.body.sheet.main and not it.body.sheet.fleeing),
            "pinned": float(sum(it.shooter and self._pinned(it) for it in ours)),
        }
        if GOALS.ground(board, side) is not None:
            found["escaped"] = float(sum(board.state.gone[who].side == side for who in board.state.turn.escaped))
        return {**found, **GOALS.gains(board, side)}

    def _breaking(self, members: Sequence[UnitStats], others: Sequence[UnitStats]) -> float:
        """Statures that may soon run, by how far each side is on its way to the third whose loss breaks it (E-91)."""
        winning = 2 * sum(it.hp for it in others) <= sum(it.hp for it in members)
        found = 0.0
        for side in dict.fromkeys(it.body.side for it in members):
            courage = self.hearts.courage(side)
            part = 0.5 if courage.part >= 1 and winning else courage.part
            found += part * part * courage.subject
        return found

    # -- other questions

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        """Expected outcomes of answers out of turn."""
        return Answers(self.view, question).outs()

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """The order within a side: its own turn's worth is the planner's; a held action is resumed late.

        A swarm is struck with as soon as nobody else could join in, and until then those who could come first.
        """
        found: dict[str, Pick] = {}
        strikes = [strike for _, _, strike in (option.value for option in question.options.singles) if strike]
        following = {
            target: later_attackers(self.view, str(question.seat), it)
            for target in dict.fromkeys(b.target for b in strikes)
            if (it := self.view.stats.get(target)) is not None
        }
        joiners = {c.id for able in following.values() for c in able}
        for option in question.options.singles:
            what, who, strike = option.value
            if what == "end":
                found[option.key] = Pick(None, {"ends": 1.0})
                continue
            if strike is not None:
                found[option.key] = Pick(None, {"swarm waits": -1.0 if following.get(strike.target) else 1.0})
                continue
            it = self.view.stats[who]
            swarms = float(who in joiners) - float(bool(it.body.sheet.swarm))
            features = {"shoots": float(self._aims(it)), "swarm waits": swarms, "resumes": float(what == "resume")}
            found[option.key] = Pick(who, features)
        return found

    def _pinned(self, it: UnitStats) -> bool:
        return bool(self.view.engaging(it.body.side, it.size) & self.view.spot(it))

    def _aims(self, it: UnitStats) -> bool:
        """Whether somebody who shoots has a target in sight where it stands, and nobody beside it."""
        view, shot = self.view, it.shot
        if not it.shooter or shot is None or shot.unready or self._pinned(it):
            return False
        return any(presses(view, it, shot, foe) for foe in view.foes(it.body.side))


model_of = LatestPerSide(
    lambda board, side: SovereignModel(SovereignSideView(board, side)), lambda turn: replace(turn, active=NOBODY)
).of
