"""What ingenuity tells a planning AI of one moment: who could go where, what could be done, what it would come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from msgspec.structs import replace

from game.kit.cache import LatestPerSide, cached_method
from game.kit.combatants import NOBODY
from game.kit.mind.model import CellModel
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Features, Mask, Member, Move, Pick
from game.rules.questions import Choose
from rulesets.ingenuity.mind.actions import MemberActions
from rulesets.ingenuity.mind.attacks import GUARDS, HOLDS, MOVED, OPEN, ROW, STEPPED, WAITS
from rulesets.ingenuity.mind.damage import WORN, UnitStats
from rulesets.ingenuity.mind.reactions import Replies
from rulesets.ingenuity.mind.view import IngenuitySideView
from rulesets.ingenuity.play import moving
from rulesets.ingenuity.play.deeds import GOALS
from rulesets.ingenuity.play.feats import FOCUS
from rulesets.ingenuity.play.geometry import surprised
from rulesets.ingenuity.sheet.sheet import ACTIONS

WARD = 2.5
"""How much more somebody counts whom its side must keep safe or bring away."""

HOPELESS = 4.0
"""How many times as many unit values on the other side make somebody hurt give up."""

ANSWERED, TWICE = 0.75, 0.6
"""What is left of what somebody may do to one who can answer it, once or twice."""

REST: Budget = (0,) * (2 + ROW)
"""Focus, tokens, how it is set: what no walk costs."""


class IngenuityModel(CellModel[IngenuitySideView, UnitStats]):
    """The planning model of one moment, as one side knows it."""

    # -- who there is

    def member(self, it: UnitStats, *, ward: bool) -> Member:
        """A fighter in plain numbers, less worth the more it is hurt."""
        left = WORN + (1 - WORN) * it.left
        return Member(
            it.id, it.body.side, self.view.spot(it).bit_length() - 1, self.view.area(it), it.unit_value, left,
            it.turn, self.budget(it), moving.speed(it.body), it.shooter, WARD if ward else 1.0,
        )  # fmt: skip

    def budget(self, it: UnitStats) -> Budget:
        """Actions, ways, stamina, focus, tokens of attacks, how it is set."""
        turn, sheet = self.board.state.turn, it.sheet
        tokens = (1, *[0] * (ROW - 1))
        if turn.active == it.id and turn.phase == "turn":
            ways = STEPPED if turn.stepped else MOVED if turn.moved else OPEN
            return (turn.actions, ways, sheet.st, sheet.fc, *tokens, 0)
        if sheet.acted or surprised(self.board, it.body):
            return ()
        return (ACTIONS, OPEN, sheet.st, sheet.fc, *tokens, 0)

    def turn_of(self, question: Choose[Any]) -> Id | None:
        """Whose turn a question is about: not where an action is lent, or what was begun is paid for."""
        return None if question.topic == "begun" else super().turn_of(question)

    @cached_method
    def flees(self, who: Id) -> bool:
        """Whether it gives a lost fight up."""
        it = self.view.stats[who]
        if it.left > 0.5 or self.view.aim(it.body.side).goal != "eliminate":
            return False
        mine = fsum(each.unit_value * each.left for each in self.view.band(it.body.side))
        return fsum(foe.unit_value * foe.left for foe in self.view.against(who)) > HOPELESS * mine

    # -- a turn

    def kept(self, budget: Budget) -> Budget:
        """How one is set, and whether there is stamina for answers."""
        return (budget[-1], min(1, budget[2])) if budget else ()

    @cached_method
    def _roads(self, who: Id, ways: int) -> tuple[Move, ...]:
        it = self.view.stats[who]
        spot = self.view.spot(it)
        found = []
        if ways in (OPEN, MOVED):
            ends = [spot, *[0] * max(moving.ROUGH, moving.speed(it.body))]
            for cost, places in moving.reach(self.board, it.body).by_cost():
                ends[cost] |= places
            verb, pay = ("sprint", (1, 0, 1, *REST)) if ways == MOVED else ("go", (1, OPEN - MOVED, 0, *REST))
            costs = (("stamina", ~spot, 1.0),) if ways == MOVED else ()
            found.append(Move(verb, ends, [(0, 0, 0, *REST), *[pay] * (len(ends) - 1)], features=costs))
        if ways == OPEN and not it.sheet.prone:
            near = self.view.space.mask(moving.steps(self.board, it.body))
            found.append(Move("step", (spot, near), ((0, 0, 0, *REST), (0, OPEN, 0, *REST))))
        return tuple(found)

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """A move or the step, and sprints (B-22, B-27, B-44); once it has gone somewhere it is thought of anew."""
        if not budget or budget[-1] or spot != self.members()[who].spot:
            return ()
        roads = self._roads(who, budget[1])
        return roads if budget[0] > 0 and (budget[1] == OPEN or budget[2] > 0) else roads[1:]

    def _errands(self, who: Id, budget: Budget, where: Mask) -> MemberActions:
        return MemberActions(self.view, self.view.stats[who], budget, where, flees=self.flees(who))

    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterable[Act]:
        """Acts of its menu that are worth thinking about."""
        return self._errands(who, budget, where).acts()

    def attacks(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Sequence[Act]]:
        """Acts that hurt or hamper foes."""
        return self._errands(who, budget, where).attacks() if budget else ()

    # -- danger

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[ExpectedThreat]:
        """Blows after a walk, shots; less for whoever is on guard, or has something to answer with."""
        how, answers = kept or (0, 1)
        found = self.view.threats(it, who, where, guards=how == GUARDS)
        share = (TWICE if how == WAITS else ANSWERED) if answers else 1.0
        return [each._replace(fell=share * each.fell, hurt=share * each.hurt) for each in found]

    def reaches(self, it: Id) -> Mask:
        """Cells in which it could attack somebody."""
        return self.view.reaches(it)

    def coming(self, it: Id) -> float:
        """A foe's turn of this round if it is still to come, and that of the next if it comes before one's own."""
        return float(not self.view.stats[it].sheet.acted) + 0.5

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Friends at hand; foes on two sides; bows pinned down by blades; a blow held back; fire underfoot."""
        yield from super().stances(who, where, kept)
        view, mine = self.view, self.view.stats[who]
        yield "surrounded", view.surrounded(who) & where, mine.unit_value
        if mine.shooter:
            pressed = 0
            for it in view.against(who):
                pressed |= view.ring(it, mine.size)
            yield "pressed", pressed & where, mine.unit_value
        else:
            for it in view.against(who):
                if it.shooter:
                    yield "presses", view.ring(it, mine.size) & where, it.unit_value
        if kept and kept[0] == HOLDS:
            yield "holds", view.approached(who) & where, mine.turn
        if mine.sheet.prone:
            yield "lying", where, mine.unit_value

    # -- where to

    @cached_method
    def attack_positions(self, who: Id) -> Mask:
        """Places from which it could attack some foe as it would by choice."""
        view, mine = self.view, self.view.stats[who]
        arm = mine.arm
        if arm is None or not arm.afar:
            return view.attack_positions(who, arm.weapon.reach if arm is not None else 1)
        return view.attack_positions(
            who, 0, lambda it: view.seeing(it, mine.size, view.within(it, arm.weapon.range, mine.size))
        )

    def position(self) -> Features:
        """Stamina and reactions left, who lies, who could be brought round, the objective."""
        found: dict[str, float] = {}
        for it in self.view.stats.values():
            sign = 1.0 if it.body.side == self.side else -1.0
            sheet = it.sheet
            for name, amount in (
                ("stamina", it.unit_value * min(1.0, sheet.st / 4)),
                ("answers", it.unit_value * min(1, sheet.reactions)),
                ("prone", it.unit_value * sheet.prone),
            ):
                found[name] = found.get(name, 0.0) + sign * amount
        for c in self.view.fallen:
            sign = 1.0 if c.side == self.side else -1.0
            found["rescue"] = found.get("rescue", 0.0) + sign * self.view.rescue(c)
        found.update(GOALS.gains(self.board, self.side))
        gone = self.board.state.gone
        away = [gone[who].side for who in self.board.state.turn.escaped if who in gone]
        found["escaped"] = float(away.count(self.side)) if self.view.aim(self.side).goal == "escape" else 0.0
        return found

    # -- other questions

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        """Expected outcomes of answers out of turn."""
        return Replies(self.view, question).outs()

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """Whose turn it is to be: who could do most at once, commanders early."""
        view, found = self.view, dict[str, Pick]()
        for option in question.options.singles:
            it = view.stats[Id(option.value)]
            orders = it.sheet.fc >= FOCUS and any(view.strikes(friend.id) for friend in view.friends(it.id))
            found[option.key] = Pick(it.id, {"leads": float(orders), "strikes": view.strikes(it.id)})
        return found


model_of = LatestPerSide(
    lambda board, side: IngenuityModel(IngenuitySideView(board, side)), lambda turn: replace(turn, active=NOBODY)
).of
