"""What glog tells a planning AI of one moment: who could go where, what could be done, what it would come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.kit.company import NOBODY
from game.kit.conditions import find
from game.kit.ground import Layers
from game.kit.recall import Kept, Latest
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.setup import Setup
from game.rules.wits import Act, Budget, Features, Mask, Member, Menace, Move, Out, Pick, Pull, Wits
from game.spatial.field import Cell
from rulesets.glog import moving
from rulesets.glog.errands import Errands
from rulesets.glog.estimate import Mark, tested, usual
from rulesets.glog.goals import GOALS
from rulesets.glog.menu import MINOR
from rulesets.glog.nerve import Nerve
from rulesets.glog.opening import ours
from rulesets.glog.replies import replies
from rulesets.glog.scene import Scene
from rulesets.glog.sheet import ASLEEP, CELL, FEET, Body, GlogBoard, Turn
from rulesets.glog.turn import group, quickness

PATIENCE = 8
"""Rounds for which a side may wait for the other to make a mistake; a battle must end."""

HURT = 0.45
"""What is left of the worth of somebody with next to no health."""

FLEEING = 0.1

WARD = 2.5
"""How much more somebody counts whom its side must keep safe or bring away."""

HOPELESS = 4.0
"""How many times as many statures on the other side make somebody hurt give up who tests no Morale."""


class GlogWits(Wits):
    """One moment as one side knows it."""

    def __init__(self, board: GlogBoard, side: str) -> None:
        self.board, self.side = board, side
        self.scene = Scene(board, side)
        self.nerve = Nerve(self.scene)
        self.lasting = GOALS.lasting(board, side)
        now = board.state.turn.round
        self.eager = 0.25 if self.lasting else 1.0 + now / PATIENCE
        self.caution = 1.0 if self.lasting or now <= PATIENCE else PATIENCE / now
        self._acts: dict[tuple[Id, Budget, Mask], list[Act]] = {}
        self._moves: dict[tuple[Id, int, Budget], tuple[Move, ...]] = {}
        self._coming: dict[Id, float] = {}
        self._aims = {each.name: GOALS.aim(board, each.name) for each in board.setup.sides}
        wards = {(aim.side, aim.who) for aim in self._aims.values() if aim.goal in ("protect", "escape")}
        self._members = {it.id: self._known(it, wards) for it in self.scene.marks.values()}

    # -- who there is

    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands."""
        return self._members

    def _known(self, it: Mark, wards: set[tuple[str, str]]) -> Member:
        """A member, kept from moment to moment while it does not change."""
        ward = (it.body.side, it.body.sheet.profile.name) in wards
        setup = self.board.setup
        return _known.of((id(it), id(setup), ward), lambda: (it, setup, self._member(it, ward=ward)))[2]

    def _member(self, it: Mark, *, ward: bool) -> Member:
        sheet = it.body.sheet
        left = FLEEING if sheet.fleeing else HURT + (1 - HURT) * it.left
        return Member(
            it.id, it.body.side, self.scene.spot(it).bit_length() - 1, self.scene.area(it), it.stature, left, it.turn,
            self._budget(it), it.pace // FEET, it.shooter, WARD if ward else 0.4 if sheet.fleeing else 1.0,
        )  # fmt: skip

    def _budget(self, it: Mark) -> Budget:
        """The action, cells to walk, free acts."""
        sheet = it.body.sheet
        if sheet.done or sheet.fleeing or not sheet.acts:
            return ()
        return (int(sheet.action), max(0, moving.allowance(it.body)) // CELL, MINOR - sheet.minor)

    def place(self, spot: int) -> Cell:
        """The cell of a number."""
        return self.scene.ground.cell(spot)

    def flees(self, who: Id) -> bool:
        """Whether it gives a lost fight up by itself; Morale makes others run."""
        it = self.scene.marks[who]
        sheet = it.body.sheet
        if sheet.fleeing:
            return True
        fit = sheet.grit or 2 * sheet.flesh > sheet.profile.flesh
        if fit or not sheet.profile.steadfast or self._aims[it.body.side].goal != "eliminate":
            return False
        mine = it.stature * it.left + sum(friend.stature * friend.left for friend in self.scene.friends(who))
        return sum(foe.stature * foe.left for foe in self.scene.foes(who)) > HOPELESS * mine

    # -- a turn

    def kept(self, budget: Budget) -> Budget:
        """Nothing that is kept makes a difference until the next turn."""
        return ()

    def moves(self, who: Id, spot: int, budget: Budget) -> tuple[Move, ...]:
        """Rule: combat speed, in as many parts as one likes (D-13)."""
        key = who, spot, budget
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = self._ways_from(who, spot, budget)
        return found

    def _ways_from(self, who: Id, spot: int, budget: Budget) -> tuple[Move, ...]:
        it = self.scene.marks[who]
        if not budget or budget[1] <= 0 or it.body.sheet.prone or self.scene.rooted(who):
            return ()
        way = budget[1]
        if spot != self._members[who].spot:
            if not it.shooter and not self.flees(who):
                return ()  # whoever comes to strike stays
            ends = self.scene.after(who, spot, way)
            return (Move("go", ends, [(0, cost, 0) for cost in range(len(ends))]),)
        own = moving.allowance(it.body)
        found = moving.reach(self.board, it.body, own + (way - own // CELL) * CELL)
        ends = [0] * (way + 1)
        for cost, places in found.by_cost():
            thousandths = cost * (CELL // self.scene.metric.unit)
            ends[min(way, -(-thousandths // CELL))] |= places
        return (Move("go", ends, [(0, cost, 0) for cost in range(way + 1)]),)

    def _deeds(self, who: Id, budget: Budget, where: Mask) -> Errands:
        return Errands(self.scene, self.nerve, self.scene.marks[who], budget, where, flees=self.flees(who))

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Sequence[Act]:
        """What its menu offers that is worth thinking about."""
        key = who, budget, where
        found = self._acts.get(key)
        if found is None:
            found = self._acts[key] = list(self._deeds(who, budget, where).acts()) if budget else []
        return found

    def attacks(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Sequence[Act]]:
        """What hurts or hampers foes."""
        return self._deeds(who, budget, where).attacks() if budget else ()

    # -- danger

    def menaces(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[Menace]:
        """Blows after a walk, shots, spells."""
        return self.scene.menaces(it, who, where)

    def reaches(self, it: Id) -> Mask:
        """Cells in which it could attack somebody."""
        return self.scene.reaches(self.scene.marks[it])

    def coming(self, it: Id) -> float:
        """A foe's turn of this round if it is still to come, and that of the next if it comes before one's own."""
        found = self._coming.get(it)
        if found is None:
            body = self.scene.marks[it].body
            found = self._coming[it] = float(bool(self._members[it].budget)) + self._before_us(body)
            asleep = find(body.sheet.conditions, ASLEEP)
            if body.sheet.fleeing or (asleep is not None and asleep.last > self.board.state.turn.round):
                self._coming[it] = found = 0.1
        return found

    def _before_us(self, it: Body) -> float:
        """The chance that a foe acts next round before whoever acts now does."""
        if group(self.board, it) != "foes":
            return self._early(it)
        active = self.board.state.turn.active
        mine = [self.scene.marks[active]] if active in self.scene.marks else list(self.scene.marks.values())
        mine = [me for me in mine if me.body.side in ours(self.board)]
        return sum(1 - self._early(me.body) for me in mine) / len(mine) if mine else 0.5

    def _early(self, c: Body) -> float:
        """The chance to be quick next round (D-01)."""
        return tested(c.sheet, "savvy", quickness(self.board, c).total)

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Friends at hand, bows pinned down by blades, fire underfoot."""
        scene, mine = self.scene, self.scene.marks[who]
        near = 0
        for friend in scene.friends(who):
            near |= scene.ground.square(friend.at, friend.size, 2, mine.size)
        yield "support", near & where, 1.0
        if mine.shooter:
            yield "pressed", scene.pressing(who) & where, mine.stature
        else:
            for it in scene.foes(who):
                if it.shooter:
                    yield "presses", scene.ring(it, mine.size) & where, it.stature
        perils = scene.ground.covers(scene.ground.perils, mine.size) & ~scene.spot(mine)
        yield "peril", perils & where, 1.0

    # -- where to

    def ways(self, who: Id, goals: Mask) -> Layers:
        """Steps to the nearest goal, every door opened that can be."""
        return self.scene.ways(self.scene.marks[who].size, goals)

    def posts(self, who: Id) -> Mask:
        """Places from which it could attack some foe as it would by choice."""
        scene, mine = self.scene, self.scene.marks[who]
        arm, found = mine.arm, 0
        for it in scene.foes(who):
            if arm is None or not arm.afar:
                found |= scene.ring(it, mine.size)
            else:
                near = scene.within(it, arm.weapon.range, mine.size)
                found |= scene.ground.seeing(it.at, it.size, 1, near).any
        return found

    def pulls(self, who: Id) -> Sequence[Pull]:
        """The way out for those who flee, the ground of the objective, a lever where a portcullis parts the sides."""
        scene, it = self.scene, self.scene.marks[who]
        if self.flees(who):
            return (Pull(scene.ground.exits(it.size), "flight", "at the rim"),)
        found = []
        aim = GOALS.ground(self.board, it.body.side)
        if aim is not None and (aim.goal != "escape" or aim.who in ("", it.body.sheet.profile.name)):
            places = scene.ground.covers(scene.space.mask(aim.cells), it.size)
            if aim.goal == "task":
                for cell in aim.cells:
                    places |= scene.ground.near(cell, 1, 1, it.size)
            found.append(Pull(places & scene.ground.steps(it.size).stand))
        if lever := self._levers(it):
            found.append(Pull(lever, "far", "at the lever", self.eager))
        return found

    def _levers(self, it: Mark) -> Mask:
        """Places beside the levers that part somebody from whomever it could fight."""
        ground, here = self.scene.ground, self.scene.spot(it)
        open_ = self.scene.space.open_edges
        shut = [
            each
            for each in self.board.setup.field.features
            if each.kind == "lever" and each.linked and each.linked not in open_
        ]
        if not shut or any(layer & here for layer in self.ways(it.id, self.posts(it.id))):
            return 0
        found = 0
        for cell in (cell for lever in shut for cell in lever.cells):
            found |= ground.near(cell, 1, 1, it.size)
        return found & ground.steps(it.size).stand

    def position(self) -> Features:
        """Sides about to lose heart, powers left, what was won."""
        found: dict[str, float] = {}
        for side in dict.fromkeys(it.body.side for it in self.scene.marks.values()):
            first, half, solo = self.nerve.due(side)
            due = 0.3 * first + 0.5 * half + 0.3 * solo
            name = "shaken" if side == self.side else "shaking"
            found[name] = found.get(name, 0.0) + due * self.nerve.runs(side)
        mine = [it.body.sheet for it in self.scene.marks.values() if it.body.side == self.side]
        found["casts"] = float(sum(sheet.castings for sheet in mine))
        found["prone"] = float(sum(sheet.prone for sheet in mine))
        aim = GOALS.ground(self.board, self.side)
        if aim is not None and aim.goal == "task":
            found["worked" if aim.side == self.side else "they work"] = float(
                GOALS.progress(self.board, aim.side).worked
            )
        gone = self.board.state.gone
        found["escaped"] = float(
            sum(gone[who].side == self.side for who in self.board.state.turn.escaped if who in gone)
        )
        return found

    # -- other questions

    def asked(self, question: Choose[Any]) -> Mapping[str, Out]:
        """What answers come to that are no turn's."""
        return replies(self.scene, self.nerve, question)

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """Who acts first: small blows before the big one while there is Grit to be used up."""
        found: dict[str, Pick] = {}
        for option in question.options.singles:
            it = self.scene.marks.get(option.value) if option.value else None
            if it is None:
                found[option.key] = Pick(None, {"ends": 1.0})
                continue
            heavy = usual(it.frame, it.arm) if it.arm is not None else 0.0
            gritty = any(
                foe.body.sheet.grit and self.scene.reaches(it) & self.scene.area(foe) for foe in self.scene.foes(it.id)
            )
            found[option.key] = Pick(it.id, {"heavy": heavy * gritty})
        return found


_known: Kept[tuple[int, int, bool], tuple[Mark, Setup, Member]] = Kept()


def _bare(turn: Turn) -> Turn:
    return replace(turn, active=NOBODY, phase="turn")


wits_of = Latest(GlogWits, _bare).of
