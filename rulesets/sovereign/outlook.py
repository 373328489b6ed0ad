"""A member's view of the fight: who is where, what each foe could do to it, which cells are safe, where it can go."""

from __future__ import annotations

from functools import cached_property

from game.rules.setup import Objective
from game.spatial.field import Cell
from game.spatial.metric import CLIMB, DROP
from game.spatial.paths import Reach, bits, flood, fold
from rulesets.sovereign.courage import Courage, courage
from rulesets.sovereign.estimate import Arm, Target, as_target, blow
from rulesets.sovereign.goals import GOALS, at_work
from rulesets.sovereign.moving import run_reach
from rulesets.sovereign.reading import barred, foes, held
from rulesets.sovereign.sheet import Body, SovereignBoard
from rulesets.sovereign.terrain_cache import Layers, bit_of, calm, hoped, nearest, terrain_of

ATTENTION = 0.6
"""Share of what foes could do to one member that it should reckon with: they have others to strike at."""

KEPT_MAIN = 0.72
"""What is left of the harm to come for somebody who keeps its Main Action for Total Defense."""


PATIENCE = 8
"""Rounds for which a side may wait for the other to make a mistake; a battle must end."""


def lasting(board: SovereignBoard, side: str) -> bool:
    """Whether a side only has to last, so that waiting is what it wants."""
    return GOALS.aim(board, side).goal in ("survive", "protect", "hold")


def caution(board: SovereignBoard, side: str) -> float:
    """How much danger still counts: less and less when a battle drags on, for those who gain nothing by waiting."""
    rounds = board.state.turn.round
    if rounds <= PATIENCE or lasting(board, side):
        return 1.0
    return PATIENCE / rounds


class Menace:
    """One foe, as a danger to the member: where it could strike or shoot it next turn, and what that would cost."""

    __slots__ = ("blow", "charge", "clear", "far", "half", "it", "shot", "shot_full", "shot_half", "some", "zone")

    def __init__(self, outlook: Outlook, it: Target) -> None:
        self.it = it
        mine = outlook.mark
        space, terrain = outlook.space, outlook.terrain
        self.blow = blow(it.melee, mine)[0] if it.melee else 0.0
        self.zone = self.far = 0
        self.charge = blow(it.melee.single, mine, 2)[0] if it.melee else 0.0
        if it.melee and space.distance(it.at, mine.at, it.size, mine.size) <= 2 * it.pace + it.melee.reach + mine.pace:
            blocked = outlook.wall & ~outlook.here
            self.zone = terrain.lunge(space, it.at, it.size, it.pace, it.melee.reach, blocked)
            self.far = terrain.lunge(space, it.at, it.size, 2 * it.pace, it.melee.reach, blocked) & ~self.zone
        self.shot = self.shot_half = self.shot_full = 0.0
        self.clear = self.half = self.some = 0
        arm = it.shot
        if arm is not None and arm.loaded:
            self.shot = blow(arm, mine)[0]
            glimpse = terrain.seen_from(space, it.at, it.size)
            reach = terrain.square(it.at, it.size, arm.near + it.pace)
            self.clear, self.half = glimpse.clear & reach, glimpse.half & reach
            self.some = glimpse.full & reach
            self.shot_half = blow(arm, mine, -2)[0]
            self.shot_full = blow(arm, mine, -4)[0]

    def harm(self, bit: int) -> float:
        """Hit points that the member would lose to it on average, standing there."""
        near = self.blow if self.zone & bit else 0.0
        if self.clear & bit:
            return max(near, self.shot)
        if self.half & bit:
            return max(near, self.shot_half)
        return max(near, self.shot_full) if self.some & bit else near


class Outlook:
    """The fight around one member, worked out as far as it is asked for."""

    def __init__(self, board: SovereignBoard, me: Body) -> None:
        self.board, self.me, self.mark = board, me, as_target(me)
        self.space = board.space
        self.terrain = terrain_of(self.space)
        self.steps = self.space.steps(self.mark.size, CLIMB, DROP)
        self.here = bit_of(self.space, me.at)
        self.foes = [as_target(c) for c in foes(board, me.side)]
        self.friends = [
            as_target(c) for c in board.state.combatants.values() if c.side == me.side and c.id != me.id and c.sheet.up
        ]
        self.down = [c for c in board.state.combatants.values() if c.side == me.side and not c.sheet.up]
        self.round = board.state.turn.round
        self.caution = caution(board, me.side)

    @property
    def aim(self) -> Objective:
        """What wins for the member's side besides being the last."""
        return GOALS.aim(self.board, self.me.side)

    @cached_property
    def courages(self) -> dict[str, Courage]:
        """How near each side is to breaking, by its name."""
        return {side.name: courage(self.board, side.name) for side in self.board.setup.sides}

    @property
    def eagerness(self) -> float:
        """How much getting nearer counts: more as rounds go by, little for those who only have to last."""
        return 0.25 if lasting(self.board, self.me.side) else 1.0 + self.round / PATIENCE

    @cached_property
    def wall(self) -> int:
        """Cells that the member's side stands on."""
        taken = self.here
        for it in self.friends:
            taken |= self.terrain.square(it.at, it.size, 0)
        return taken

    @cached_property
    def menaces(self) -> list[Menace]:
        """Each foe as a danger."""
        return [Menace(self, it) for it in self.foes]

    @cached_property
    def zones(self) -> list[tuple[Target, int]]:
        """The places on which each foe that may strike at openings has the member within its reach now."""
        found = []
        for it in self.foes:
            if it.id in self.me.sheet.disengaged:
                continue
            if it.opposes and it.reach and not held(self.board, it.id):
                found.append((it, self.terrain.ring(self.space, it.at, it.size, self.mark.size, it.reach)))
        return found

    @cached_property
    def strikers(self) -> list[Target]:
        """Foes that would strike at an action that draws attacks where the member stands: adjacent ones (S-48)."""
        at, size = self.me.at, self.mark.size
        return [
            it for it, zone in self.zones if zone & self.here and self.space.distance(at, it.at, size, it.size) <= 1
        ]

    @cached_property
    def threat(self) -> int:
        """All places on which some foe has the member within its reach now."""
        taken = 0
        for _, zone in self.zones:
            taken |= zone
        return taken

    @cached_property
    def engaging(self) -> int:
        """Places on which an armed foe is in melee range (E-24), prone or not."""
        taken = 0
        for it in self.foes:
            if it.reach and not self.board.now(it.id).sheet.surprised:
                taken |= self.terrain.ring(self.space, it.at, it.size, self.mark.size, it.reach)
        return taken

    # -- going

    @cached_property
    def _barred(self) -> tuple[int, int, int]:
        return barred(self.board, self.me)

    @cached_property
    def run(self) -> Layers:
        """Where one Move Action leads, by cost."""
        bar, _, wade = self._barred
        return flood(self.steps, fold(self.steps, bar), self.here, self.mark.pace, self.steps.spread(wade))

    @cached_property
    def reach(self) -> int:
        """Where one Move Action can end, the member's own place among them."""
        mask = 0
        for layer in self.run:
            mask |= layer
        friends = self._barred[1]
        return (mask & ~self.steps.spread(friends)) | self.here if friends else mask

    @cached_property
    def unopposed(self) -> int:
        """Places that can be gone to without giving a foe an opening."""
        if not self.threat & self.reach:
            return self.reach
        bar, _, wade = self._barred
        areas = [zone for _, zone in self.zones]
        layers = calm(self.steps, self.me.at, self.mark.pace, bar, areas, self.steps.spread(wade))
        mask = 0
        for quiet, quick in zip(layers, self.run, strict=False):
            mask |= quiet & quick
        return mask & self.reach

    @cached_property
    def _ways(self) -> Reach:
        return run_reach(self.board, self.me)

    def openings(self, bit: int) -> list[Target]:
        """Foes that would strike at the member on its way to a place."""
        if bit & self.unopposed:
            return []
        at = bit.bit_length() - 1
        cell = (at % self.space.width, at // self.space.width)
        way = [bit_of(self.space, each) for each in self._ways.path(cell)]
        steps = list(zip([self.here, *way], way, strict=False))
        return [it for it, zone in self.zones if any(zone & a and not zone & b for a, b in steps)]

    def risk(self, strikers: list[Target]) -> float:
        """What openings cost, as a share of the member times its stature."""
        mine, lost = self.mark, 0.0
        for it in strikers:
            if it.melee:
                taken, down = blow(it.melee.single, mine)
                lost += taken / mine.hp + down
        return min(lost, 2.0) * mine.stature

    # -- standing

    def exposure(self, bit: int) -> float:
        """What the next turn of the foes may cost at a place, as a share of the member times its stature."""
        harm = 0.0
        for menace in self.menaces:
            harm += menace.harm(bit)
        return self.caution * min(1.5, ATTENTION * harm / self.mark.hp) * self.mark.stature

    def charged(self, bit: int) -> float:
        """What charges from farther away may cost at a place, in the same measure."""
        harm = 0.0
        for menace in self.menaces:
            if menace.far & bit:
                harm += menace.charge
        return self.caution * min(1.5, ATTENTION * harm / self.mark.hp) * self.mark.stature if harm else 0.0

    def cells(self, mask: int) -> list[tuple[Cell, int]]:
        """Cells of a mask, each with its bit, in row order."""
        w = self.space.width
        return [((at % w, at // w), 1 << at) for at in bits(mask)]

    def nearer(self, mask: int, most: int) -> list[tuple[Cell, int]]:
        """The cells of a mask that cost least to run to."""
        found: list[tuple[Cell, int]] = []
        for layer in self.run:
            some = layer & mask
            if some:
                found += self.cells(some)
                if len(found) >= most:
                    break
        return found[:most]

    def cost(self, bit: int) -> int:
        """Cells that a run to a place costs."""
        return nearest(self.run, bit)[0]

    # -- far goals

    def towards(self, it: Target) -> Layers:
        """Distances to where the member could attack a foe with its better arm, doors opened on the way."""
        mine, terrain, space = self.mark, self.terrain, self.space
        arm = self.arm
        if arm.mode == "melee":
            start = terrain.ring(space, it.at, it.size, mine.size, arm.reach)
            return self.layers(start, ("ring", it.at, it.size, arm.reach))
        glimpse = terrain.seeing(space, it.at, it.size)
        start = (glimpse.clear | glimpse.half) & terrain.square(it.at, it.size, arm.near)
        return self.layers(start, ("shot", it.at, it.size, arm.near))

    def layers(self, start: int, key: tuple[object, ...]) -> Layers:
        """Distances to some cells with every door opened that can be."""
        hope = hoped(self.space, self.terrain)
        return terrain_of(hope).layers(hope, start, self.mark.size, key=(*key, self.space.open_edges))

    @cached_property
    def arm(self) -> Arm:
        """The arm that the member fights with by choice."""
        mine = self.mark
        if mine.shooter and mine.shot is not None:
            return mine.shot
        return mine.melee or mine.arms[0]

    def way_out(self) -> tuple[int, Layers]:
        """Cells to leave by, and the distances to them."""
        exits = self.terrain.exits(self.space, self.mark.size)
        return exits, self.layers(exits, ("exits",))


# ------------------------------------------------------------------ what the side wants


def prize(outlook: Outlook, it: Target) -> float:
    """How much more a foe counts than its stature: the other side's ward, or whoever is about to get away."""
    wards = [aim.who for aim in GOALS.others(outlook.board, outlook.me.side) if aim.goal == "protect"]
    if wards:
        return 2.5 if outlook.board.now(it.id).sheet.profile.name in wards else 1.0
    if outlook.board.now(it.id).sheet.fleeing:
        return 0.5
    return 1.0


def goal_layers(outlook: Outlook) -> Layers:
    """Distances to the cells that an objective is about, for those who should go there; empty without such."""
    aim = GOALS.ground(outlook.board, outlook.me.side)
    if aim is None or (aim.goal == "escape" and aim.who not in ("", outlook.me.sheet.profile.name)):
        return []
    task, size = aim.goal == "task", outlook.mark.size
    start = at_work(outlook.space, aim, size) if task else outlook.steps.spread(outlook.space.mask(aim.cells))
    return outlook.layers(start, ("goal", aim.goal, aim.cells))
