"""What sovereign tells a planning AI of one moment: who could go where, what could be done, what it would come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from game.kit.company import NOBODY
from game.kit.recall import Kept, Latest
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.setup import Objective, Setup
from game.rules.wits import Act, Budget, Features, Mask, Member, Menace, Move, Out, Pick, Pull, Wits
from game.spatial.field import Cell
from rulesets.sovereign import menu
from rulesets.sovereign.answers import answers
from rulesets.sovereign.arms import Mark
from rulesets.sovereign.errands import Errands
from rulesets.sovereign.evaluation import position
from rulesets.sovereign.goals import GOALS, at_work
from rulesets.sovereign.heart import Hearts
from rulesets.sovereign.scene import Scene, may_guard
from rulesets.sovereign.sheet import SovereignBoard, Turn
from rulesets.sovereign.strikes import Fighting
from rulesets.sovereign.things import FREE_ACTIONS

PATIENCE = 8
"""Rounds for which a side may wait for the other to make a mistake; a battle must end."""

HURT = 0.5
"""What is left of the worth of somebody with one hit point."""

SHAKEN = 0.3
"""What is left of the worth of somebody whose courage will fail for its wounds."""

FLEEING = 0.15

WARD = 2.5
"""How much more somebody counts whom its side must keep safe or bring away."""

HOPELESS = 3.5
"""How many times as many statures on the other side make somebody hurt give up who is not commanded by morale."""


def caution(board: SovereignBoard, side: str) -> float:
    """How much danger still counts: less and less when a battle drags on, for those who gain nothing by waiting."""
    now = board.state.turn.round
    return 1.0 if now <= PATIENCE or GOALS.lasting(board, side) else PATIENCE / now


class SovereignWits(Wits):
    """One moment as one side knows it."""

    def __init__(self, board: SovereignBoard, side: str) -> None:
        self.board, self.side = board, side
        self.scene = Scene(board, side)
        self.hearts = Hearts(board)
        self._acts: dict[tuple[Id, Budget, Mask], list[Act]] = {}
        self.lasting = GOALS.lasting(board, side)
        self.eager = 0.25 if self.lasting else 1.0 + board.state.turn.round / PATIENCE
        self.caution = caution(board, side)

    # -- who there is

    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands."""
        return self._members

    @cached_property
    def _members(self) -> Mapping[Id, Member]:
        wards = {(aim.side, aim.who) for aim in self._goals.values() if aim.goal in ("protect", "escape")}
        return {it.id: self._known(it, wards) for it in self.scene.marks.values()}

    @cached_property
    def _goals(self) -> Mapping[str, Objective]:
        return {side.name: GOALS.aim(self.board, side.name) for side in self.board.setup.sides}

    def _known(self, it: Mark, wards: set[tuple[str, str]]) -> Member:
        """A member, kept from moment to moment while it does not change."""
        ward = (it.body.side, it.body.sheet.profile.name) in wards
        setup = self.board.setup
        return _known.of((id(it), id(setup), ward), lambda: (it, setup, self._member(it, ward)))[2]

    def _member(self, it: Mark, ward: bool) -> Member:
        sheet = it.body.sheet
        left = HURT + (1 - HURT) * it.hp / sheet.profile.hp
        if self.hearts.wavers(it):
            left = FLEEING if sheet.fleeing else SHAKEN
        budget: Budget = (int(sheet.main), int(sheet.move), max(0, FREE_ACTIONS - sheet.free))
        if sheet.done and not sheet.main:
            budget = ()
        return Member(
            it.id, it.body.side, self.scene.ground.bit(it.at).bit_length() - 1, self.scene.area(it), it.stature, left,
            it.turn, budget, it.pace, it.shooter, WARD if ward else 0.5 if sheet.fleeing else 1.0,
        )  # fmt: skip

    def place(self, spot: int) -> Cell:
        """The cell of a number."""
        return self.scene.ground.cell(spot)

    def flees(self, who: Id) -> bool:
        """Whether its courage has failed, or it gives a lost fight up by itself."""
        it = self.scene.marks[who]
        sheet = it.body.sheet
        if sheet.fleeing:
            return True
        aim = self._goals[it.body.side]
        if sheet.profile.fearless or 2 * it.hp > sheet.profile.hp or aim.goal != "eliminate":
            return False
        ours = it.stature + sum(friend.stature for friend in self.scene.friends(who))
        return sum(foe.stature for foe in self.scene.foes(who)) > HOPELESS * ours

    # -- a turn

    def kept(self, budget: Budget) -> Budget:
        """A Main Action kept is Total Defense; nothing else that is kept makes a difference."""
        return (budget[0], 0, 0)

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """Rule: Run, with the Move Action or the Main for another (E-16)."""
        it = self.scene.marks[who]
        if not any(budget[:2]) or not it.pace or self.scene.clinch(who):
            return ()
        walk = self.scene.walk(who, spot)
        pay = (0, 1, 0) if budget[1] else (1, 0, 0)
        return (Move("run", walk.layers, [pay] * len(walk.layers), walk.openings),)

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Sequence[Act]:
        """What its menu offers that is worth thinking about."""
        key = who, budget, where
        found = self._acts.get(key)
        if found is None:
            found = self._acts[key] = list(self._list(who, budget, where))
        return found

    def _list(self, who: Id, budget: Budget, where: Mask) -> Iterator[Act]:
        it = self.scene.marks[who]
        sheet = it.body.sheet
        if not budget:
            return
        fights = not sheet.fleeing or menu.cornered(self.board, it.body)
        if fights and not sheet.surprised:
            yield from Fighting(self.scene, self.hearts, it, budget, where).acts()
        if it.body.side == self.side:
            yield from Errands(self.scene, it, budget, where, flees=self.flees(who)).acts(fights=fights)

    # -- danger

    def menaces(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[Menace]:
        """Blows after a walk, shots, spells; charges late. A kept Main Action answers with Total Defense (E-41)."""
        guarded = bool(kept and kept[0]) and may_guard(self.scene.marks[who].body)
        return self.scene.strikes(it).menaces(who, where, guarded=guarded)

    def reaches(self, it: Id) -> Mask:
        """Cells that it could strike or shoot at."""
        return self.scene.strikes(it).reaches

    def coming(self, it: Id) -> float:
        """Sides take turns, so everybody else has one; but those who run only strike when cornered."""
        sheet = self.scene.marks[it].body.sheet
        return 0.1 if sheet.fleeing else 1.0

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Friends at hand, bows pinned down by blades, fire underfoot."""
        scene, mine = self.scene, self.scene.marks[who]
        near = 0
        for friend in scene.friends(who):
            near |= scene.ground.square(friend.at, friend.size, 2, mine.size)
        yield "support", near & where, 1.0
        if mine.shooter:
            yield "pinned", scene.engaging(who) & where, 1.0
        elif mine.melee is not None:
            for it in scene.foes(who):
                if it.shooter:
                    ring = scene.space.within(it.at, it.size, max(1, mine.reach), mine.size)
                    yield "pins", ring & where, it.stature
        here = scene.ground.bit(mine.at)
        yield "peril", scene.ground.covers(scene.ground.perils, mine.size) & where & ~here, 1.0

    # -- where to

    def ways(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Steps to the nearest goal, every door opened that can be."""
        return self.scene.ways(self.scene.marks[who].size, goals)

    def posts(self, who: Id) -> Mask:
        """Places from which it could attack some foe with its better arm."""
        scene, mine = self.scene, self.scene.marks[who]
        arm = mine.arm
        found = 0
        if arm is None:
            return 0
        for it in scene.foes(who):
            if arm.mode == "melee":
                found |= scene.ground.ring(it.at, it.size, arm.reach, mine.size)
            else:
                near = scene.ground.near(it.at, it.size, arm.near, mine.size)
                glimpse = scene.ground.seeing(it.at, it.size, 1, near)
                found |= glimpse.clear | glimpse.half
        return found

    def pulls(self, who: Id) -> Sequence[Pull]:
        """The way out for those who flee, the ground of the objective, a lever where a portcullis parts the sides."""
        scene, it = self.scene, self.scene.marks[who]
        if self.flees(who):
            return (Pull(scene.ground.exits(it.size), "flight", "at the rim"),)
        found = []
        aim = GOALS.ground(self.board, it.body.side)
        if aim is not None and (aim.goal != "escape" or aim.who in ("", it.body.sheet.profile.name)):
            places = (
                at_work(scene.space, aim, it.size)
                if aim.goal == "task"
                else scene.ground.covers(scene.space.mask(aim.cells), it.size)
            )
            found.append(Pull(places))
        lever = self._levers(who)
        if lever:
            found.append(Pull(lever, "far", "at the lever", self.eager))
        return found

    def _levers(self, who: Id) -> Mask:
        """Places beside the levers that part somebody from whomever it could fight."""
        ground, here = self.scene.ground, self.scene.ground.bit(self.scene.marks[who].at)
        shut = [
            each
            for each in self.board.setup.field.features
            if each.kind == "lever" and each.linked and each.linked not in self.scene.space.open_edges
        ]
        if not shut or any(layer & here for layer in self.ways(who, self.posts(who))):
            return 0
        size = self.scene.marks[who].size
        found = 0
        for lever in shut:
            for cell in lever.cells:
                found |= ground.near(cell, 1, 1, size)
        return found & ground.steps(size).stand

    def position(self) -> Features:
        """Hearts near breaking, powers left, what was won."""
        return position(self.scene, self.hearts)

    # -- other questions

    def asked(self, question: Choose[Any]) -> Mapping[str, Out]:
        """What answers come to that are no turn's."""
        return answers(self.scene, question)

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """Who acts first: its own turn's worth is the planner's; a swarm waits, a held action is resumed late."""
        found: dict[str, Pick] = {}
        for option in question.options.singles:
            what, who, strike = option.value
            if what == "end":
                found[option.key] = Pick(None, {"ends": 1.0})
            elif strike is not None:
                found[option.key] = Pick(None, {"swarm waits": 1.0})
            else:
                features: dict[str, float] = {}
                it = self.scene.marks[who]
                if it.shooter and it.shot is not None and not it.shot.unready and self._aims(it):
                    features["shoots"] = 1.0
                if it.body.sheet.swarm:
                    features["swarm waits"] = -1.0
                if what == "resume":
                    features["resumes"] = 1.0
                found[option.key] = Pick(who, features)
        return found

    def _aims(self, it: Mark) -> bool:
        """Whether somebody has a target in sight where it stands, and nobody beside it."""
        scene, here = self.scene, self.scene.ground.bit(it.at)
        if scene.engaging(it.id) & here or it.shot is None:
            return False
        return any(scene.looks(foe.id, it.id, it.shot, here) for foe in scene.foes(it.id))


_known: Kept[tuple[int, int, bool], tuple[Mark, Setup, Member]] = Kept()


def _bare(turn: Turn) -> Turn:
    return replace(turn, active=NOBODY)


wits_of = Latest(SovereignWits, _bare).of
