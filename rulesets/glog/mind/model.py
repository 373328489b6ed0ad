"""The planning model of one moment: who could go where, which acts are possible, their expected outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import fsum
from typing import Any

from msgspec.structs import replace

from game.kit.cache import LatestPerSide, cached_method
from game.kit.conditions import find
from game.kit.mind.model import CellModel
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Mask, Member, Move, Pick
from game.rules.questions import Choose
from rulesets.glog.mind.actions import MemberActions, replies
from rulesets.glog.mind.damage import UnitStats, tested, usual
from rulesets.glog.mind.view import GlogSideView, MoraleModel
from rulesets.glog.play import moving
from rulesets.glog.play.turn import group, ours, quickness
from rulesets.glog.sheet.sheet import ASLEEP, CELL, FEET, Body

HURT = 0.45
"""What is left of the worth of somebody with next to no health."""

FLEEING = 0.1

WARD = 2.5
"""How much more somebody counts whom its side must keep safe or bring away."""

HOPELESS = 4.0
"""How many times as many unit values on the other side make somebody hurt give up who tests no Morale."""


class GlogModel(CellModel[GlogSideView, UnitStats]):
    """One moment as one side knows it."""

    def __init__(self, view: GlogSideView) -> None:
        super().__init__(view)
        self.nerve = MoraleModel(self.view)

    # -- who there is

    def member(self, it: UnitStats, *, ward: bool) -> Member:
        """A fighter in plain numbers, less worth the more it is hurt."""
        sheet = it.body.sheet
        left = FLEEING if sheet.fleeing else HURT + (1 - HURT) * it.left
        return Member(
            it.id, it.body.side, self.view.spot(it).bit_length() - 1, self.view.area(it), it.unit_value, left,
            it.turn, self._budget(it), it.pace // FEET, it.shooter, WARD if ward else 0.4 if sheet.fleeing else 1.0,
        )  # fmt: skip

    def _budget(self, it: UnitStats) -> Budget:
        sheet = it.body.sheet
        if sheet.done or sheet.fleeing or not sheet.acts:
            return ()
        return (int(sheet.action), max(0, moving.allowance(it.body)) // CELL)

    def flees(self, who: Id) -> bool:
        """Whether it gives a lost fight up by itself; Morale makes others run."""
        it = self.view.stats[who]
        sheet = it.body.sheet
        if sheet.fleeing:
            return True
        fit = sheet.grit or 2 * sheet.flesh > sheet.profile.flesh
        if fit or not sheet.profile.steadfast or self.view.aim(it.body.side).goal != "eliminate":
            return False
        mine = it.unit_value * it.left + fsum(friend.unit_value * friend.left for friend in self.view.friends(who))
        return fsum(foe.unit_value * foe.left for foe in self.view.foes(it.body.side)) > HOPELESS * mine

    # -- a turn

    def kept(self, budget: Budget) -> Budget:
        """Nothing that is kept makes a difference until the next turn."""
        return ()

    @cached_method
    def moves(self, who: Id, spot: int, budget: Budget) -> tuple[Move, ...]:
        """Rule: combat speed, in as many parts as one likes (D-13)."""
        it = self.view.stats[who]
        if not budget or budget[1] <= 0 or self.view.bound(who):
            return ()
        way = budget[1]
        if spot != self.members()[who].spot:
            if not it.shooter and not self.flees(who):
                return ()  # whoever comes to strike stays
            ends = self.view.after(who, spot, way)
            return (Move("go", ends, [(0, cost) for cost in range(len(ends))]),)
        own = moving.allowance(it.body)
        found = moving.reach(self.board, it.body, own + (way - own // CELL) * CELL)
        ends = self.view.by_cells(found, way)
        return (Move("go", ends, [(0, cost) for cost in range(way + 1)]),)

    def _errands(self, who: Id, budget: Budget, where: Mask) -> MemberActions:
        return MemberActions(self.view, self.nerve, self.view.stats[who], budget, where, flees=self.flees(who))

    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterable[Act]:
        """Options of its menu that are worth considering."""
        return self._errands(who, budget, where).acts()

    def attacks(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Sequence[Act]]:
        """Acts that hurt or hamper foes."""
        return self._errands(who, budget, where).attacks() if budget else ()

    # -- danger

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[ExpectedThreat]:
        """Blows after a walk, shots, spells; a death counts for those as well who run for it."""
        found, runs = self.view.expected_threats(it, who, where), self._dreaded(who)
        return [each._replace(dreaded=runs) for each in found] if runs else found

    @cached_method
    def _dreaded(self, who: Id) -> float:
        """How many of its own side would run if somebody died now, in unit values as its own."""
        me = self.view.stats[who]
        return self.nerve.dreaded(me) / me.unit_value

    def reaches(self, it: Id) -> Mask:
        """Cells in which it could attack somebody."""
        return self.view.reaches(self.view.stats[it])

    @cached_method
    def coming(self, it: Id) -> float:
        """A foe's turn of this round if it is still to come, and that of the next if it comes before one's own."""
        body = self.view.stats[it].body
        asleep = find(body.sheet.conditions, ASLEEP)
        if body.sheet.fleeing or (asleep is not None and asleep.last > self.board.state.turn.round):
            return 0.1
        return float(bool(self.members()[it].budget)) + self._before_us(body)

    def acts_before_foes(self, who: Id) -> bool:
        """Those of the group that acts who have yet to begin."""
        return who != self.board.state.turn.active and self.view.acts_before_foes(who)

    def _before_us(self, it: Body) -> float:
        """The chance that a foe acts next round before whoever acts now does."""
        if group(self.board, it) != "foes":
            return self._early(it)
        active = self.board.state.turn.active
        mine = [self.view.stats[active]] if active in self.view.stats else list(self.view.stats.values())
        mine = [me for me in mine if me.body.side in ours(self.board)]
        return fsum(1 - self._early(me.body) for me in mine) / len(mine) if mine else 0.5

    def _early(self, c: Body) -> float:
        """The chance to be quick next round (D-01)."""
        return tested(c.sheet, "savvy", quickness(self.board, c).total)

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Friends at hand, bows pinned down by blades or where those can come, fire underfoot."""
        yield from super().stances(who, where, kept)
        view, mine = self.view, self.view.stats[who]
        side, size = mine.body.side, mine.size
        if mine.shooter:
            for it, places in view.hunted(side, size).items():
                yield "hunted", places & where, mine.unit_value
                if self.members()[it].budget and not view.crowd(side, it):
                    twice = self._before_us(view.stats[it].body)
                    yield "chased", view.rushed(it, size) & where, twice * mine.unit_value
            yield "pressed", view.pressing(side, size) & where, mine.unit_value
            return
        for foe in view.foes(side):
            if foe.shooter:
                yield "presses", view.ring(foe, size) & where, foe.unit_value

    # -- where to

    def near_allies(self, who: Id) -> Mask:
        """Amid those of its side who fight on; shooters a walk around, where nobody comes who runs at the others."""
        me = self.view.stats[who]
        fit = [it for it in self.view.band(me.body.side) if it.body.sheet.acts and not it.body.sheet.fleeing]
        return self.view.near_allies(who, fit, me.pace // FEET if me.shooter else 0)

    def attack_positions(self, who: Id) -> Mask:
        """Places from which it could attack some foe as it would by choice."""
        view, mine = self.view, self.view.stats[who]
        arm, sees = mine.arm, view.ground.seeing
        if arm is None or not arm.afar:
            return view.attack_positions(who, 1)
        near = partial(view.within, feet=arm.weapon.range, size=mine.size)
        return view.attack_positions(who, 0, lambda it: sees(it.at, it.size, 1, near(it)).any)

    # -- other questions

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        """Outcomes of answers that belong to nobody's turn."""
        return replies(self.view, self.nerve, question)

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """Who acts first: small blows before the big one while there is Grit to be used up."""
        found: dict[str, Pick] = {}
        for option in question.options.singles:
            it = self.view.stats.get(option.value) if option.value else None
            if it is None:
                found[option.key] = Pick(None, {"ends": 1.0})
                continue
            heavy = usual(it.frame, it.arm) if it.arm is not None else 0.0
            gritty = any(
                foe.body.sheet.grit and self.view.reaches(it) & self.view.area(foe)
                for foe in self.view.foes(it.body.side)
            )
            found[option.key] = Pick(it.id, {"heavy": heavy * gritty})
        return found


model_of = LatestPerSide(
    lambda board, side: GlogModel(GlogSideView(board, side)), lambda turn: replace(turn, phase="turn")
).of
