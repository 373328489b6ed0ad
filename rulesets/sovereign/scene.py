"""Who stands where, as masks: from where an attack could be made, where one gets, what foes could do to a place.

One moment of a battle as one side knows it; worked out as far as it is asked for. The rules' sums are asked with the
same ``Look`` that they read of two bodies where they stand (``reading.look``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from game.kit.cover import covers
from game.kit.ground import calm, ground_of, hoped
from game.rules.events import Id
from game.rules.wits import Effect, Mask
from game.spatial.paths import flood, fold
from game.spatial.space import Space
from rulesets.sovereign.arms import Arm, Mark, mark
from rulesets.sovereign.blow import UNARMED
from rulesets.sovereign.menacing import Strikes
from rulesets.sovereign.reading import FEET, Look, barred, covered, in_clinch, may_oppose, perceives
from rulesets.sovereign.recall import recall_of
from rulesets.sovereign.sheet import Body, SovereignBoard


class Scene:
    """The fight as it stands."""

    def __init__(self, board: SovereignBoard, side: str) -> None:
        self.board, self.side = board, side
        self.space = board.space
        self.ground = ground_of(board.space)
        self.recall = recall_of(board.space)
        self.marks: dict[Id, Mark] = {c.id: mark(c) for c in board.state.combatants.values() if c.sheet.up}
        self._engaging: dict[tuple[str, int], Mask] = {}
        self._zones: dict[Id, list[tuple[Mark, Mask]]] = {}
        self._walks: dict[tuple[Id, int], Walk] = {}
        self._stings: dict[Id, Strikes] = {}
        self._blocks: dict[str, Mask] = {}
        self._clinches: dict[Id, bool] = {}
        self._areas: dict[Id, Mask] = {}
        self._bars: dict[Id, tuple[Mask, Mask, Mask]] = {}
        self.falls: dict[Id, tuple[float, float]] = {}
        """What it would cost each to be shoved to the worst place beside it, once it has been asked for."""
        self._foes: dict[str, list[Mark]] = {}

    def foes(self, who: Id) -> list[Mark]:
        """Members of other sides that a combatant's side knows to be there."""
        side = self.marks[who].body.side
        found = self._foes.get(side)
        if found is None:
            found = self._foes[side] = [
                it for it in self.marks.values() if it.body.side != side and perceives(self.board, side, it.body)
            ]
        return found

    def friends(self, who: Id) -> list[Mark]:
        """The others of its side who stand."""
        side = self.marks[who].body.side
        return [it for it in self.marks.values() if it.body.side == side and it.id != who]

    def area(self, it: Mark) -> Mask:
        """The cells that a body covers."""
        found = self._areas.get(it.id)
        if found is None:
            found = self._areas[it.id] = covered(self.board, it.at, it.size)
        return found

    def block(self, side: str) -> Mask:
        """The cells that the members of other sides cover."""
        found = self._blocks.get(side)
        if found is None:
            found = 0
            for it in self.marks.values():
                if it.body.side != side:
                    found |= self.area(it)
            self._blocks[side] = found
        return found

    def barred(self, who: Id) -> tuple[Mask, Mask, Mask]:
        """What stands in somebody's way: ``reading.barred``."""
        found = self._bars.get(who)
        if found is None:
            found = self._bars[who] = barred(self.board, self.marks[who].body)
        return found

    def clinch(self, who: Id) -> bool:
        """Whether somebody holds another, or is held."""
        found = self._clinches.get(who)
        if found is None:
            found = self._clinches[who] = in_clinch(self.board, self.marks[who].body)
        return found

    @cached_property
    def loose(self) -> bool:
        """Whether nobody holds anybody."""
        return not any(c.sheet.grappling for c in self.board.state.combatants.values())

    def usable(self, it: Mark) -> tuple[Arm, ...]:
        """The arms that it could use as it stands; in a clinch only what nature gave it (E-78)."""
        if self.loose or not self.clinch(it.id):
            return it.arms
        return tuple(arm for arm in it.arms if arm.key == UNARMED or (arm.weapon.natural and not arm.more))

    # -- reach of arms

    def engaging(self, who: Id) -> Mask:
        """Places of a combatant on which an armed foe is in melee range (E-24), prone or not."""
        mine = self.marks[who]
        key = mine.body.side, mine.size
        found = self._engaging.get(key)
        if found is None:
            found = 0
            for it in self.foes(who):
                if it.reach and not it.body.sheet.surprised:
                    found |= self.space.within(it.at, it.size, it.reach, mine.size)
            self._engaging[key] = found
        return found

    def zones(self, who: Id) -> list[tuple[Mark, Mask]]:
        """The foes that may strike at a combatant's openings, each with the places that lie within its reach."""
        found = self._zones.get(who)
        if found is None:
            mine = self.marks[who]
            left = mine.body.sheet.disengaged
            found = self._zones[who] = [
                (it, self.space.within(it.at, it.size, it.reach, mine.size))
                for it in self.foes(who)
                if it.reach and it.id not in left and may_oppose(self.board, it.body)
            ]
        return found

    def beside(self, who: Id, spot: int) -> list[Mark]:
        """Foes that would strike at an action that draws attacks at a place: adjacent ones (S-48)."""
        mine, bit = self.marks[who], 1 << spot
        return [
            it for it, zone in self.zones(who) if zone & bit and self.ground.near(it.at, it.size, 1, mine.size) & bit
        ]

    def struck(self, who: Id, strikers: Sequence[Mark]) -> tuple[Effect, ...]:
        """What the openings that some foes get do to a combatant, one after the other."""
        mine = self.marks[who]
        stands, hurt = 1.0, 0.0
        for it in strikers:
            arms = [arm for arm in it.arms if arm.mode == "melee" and arm.in_hand]
            if arms:
                harm = max((arm.once(mine) for arm in arms), key=lambda each: each.cost)
                hurt += stands * harm.hurt
                stands *= 1 - harm.fell
        return (Effect(who, 1 - stands, min(hurt, stands)),) if stands < 1 or hurt else ()

    # -- situations

    def looks(self, it: Id, who: Id, arm: Arm, where: Mask) -> list[tuple[Look, Mask]]:
        """The places from which somebody can attack another with an arm, told apart by the situation.

        Distances are those at which something changes (``Arm.spans``): the mask of 30 ft has all from the last one on.
        """
        mine, other = self.marks[who], self.marks[it]
        sheet = other.body.sheet
        clinch = not self.loose and self.clinch(who)
        engaging = 0 if arm.mode == "melee" else self.engaging(who)
        within = -1 if mine.size == 1 else where  # where a large body could see from is found place by place
        key = (arm, other.at, other.size, sheet.prone, sheet.known, mine.size, clinch, engaging, within)
        found = self.recall.looks.of(key, self._looks, other, mine, arm, within, engaging, clinch=clinch)
        return [(at, here) for at, mask in found if (here := mask & where)]

    def _looks(
        self, other: Mark, mine: Mark, arm: Arm, where: Mask, engaging: Mask, *, clinch: bool
    ) -> tuple[tuple[Look, Mask], ...]:
        spans = arm.spans(other)
        dark = bool(self.space.obscured & self.area(other))
        if dark:
            spans = tuple(sorted({1, *spans}))
        found: list[tuple[Look, Mask]] = []
        taken = 0
        for cells in spans:
            within = self.ground.near(other.at, other.size, cells, mine.size) & where & ~taken
            taken |= within
            if not within:
                continue
            seen = not dark or cells <= 1
            for cover, mask in covers(self.ground.seeing(other.at, other.size, mine.size, within)):
                engaged = mask & engaging
                for part, pressed in ((mask & ~engaged, False), (engaged, True)):
                    at = Look(cells * FEET, cover, seen, pressed)
                    if part and arm.serves(other, at, clinch=clinch):
                        found.append((at, part))
        return tuple(found)

    # -- going

    def walk(self, who: Id, spot: int) -> Walk:
        """Where one Move Action leads from a place."""
        found = self._walks.get((who, spot))
        if found is None:
            found = self._walks[who, spot] = Walk(self, who, spot)
        return found

    def ways(self, size: int, goals: Mask) -> Sequence[Mask]:
        """Distances to some places for a body of a size, every door opened that can be."""
        return ground_of(self._hope).ways(goals, size)

    @cached_property
    def _hope(self) -> Space:
        return hoped(self.space)

    # -- danger

    def strikes(self, it: Id) -> Strikes:
        """Where somebody could strike and shoot in its next turn."""
        found = self._stings.get(it)
        if found is None:
            found = self._stings[it] = Strikes(self, self.marks[it])
        return found


class Walk:
    """Where one Move Action of somebody leads from a place."""

    def __init__(self, scene: Scene, who: Id, spot: int) -> None:
        self.scene, self.who, self.spot = scene, who, spot
        self.mine = scene.marks[who]
        self._steps = scene.ground.steps(self.mine.size)
        self._bar, friends, wade = scene.barred(who)
        self._heavy = self._steps.spread(wade)
        layers = flood(self._steps, fold(self._steps, self._bar), 1 << spot, self.mine.pace, self._heavy)
        taken = self._steps.spread(friends)
        self.layers = [layer & ~taken for layer in layers]

    @cached_property
    def mask(self) -> Mask:
        """Everywhere that it can end."""
        found = 1 << self.spot
        for layer in self.layers:
            found |= layer
        return found

    def _quiet(self, areas: Sequence[Mask]) -> Mask:
        """Ends of cheapest ways that leave none of some areas."""
        layers = calm(self._steps, 1 << self.spot, self.mine.pace, self._bar, areas, self._heavy)
        found = 0
        for quiet, quick in zip(layers, self.layers, strict=False):
            found |= quiet & quick
        return found

    @cached_property
    def openings(self) -> tuple[tuple[Mask, tuple[Effect, ...]], ...]:
        """Ends on whose way somebody strikes, with what that does."""
        scene, mask = self.scene, self.mask
        zones = [(it, zone) for it, zone in scene.zones(self.who) if zone & mask]
        if not zones:
            return ()
        noisy = mask & ~self._quiet([zone for _, zone in zones])
        if not noisy:
            return ()
        found = []
        for it, zone in zones:
            alone = noisy if len(zones) == 1 else noisy & ~self._quiet([zone])
            if alone:
                found.append((alone, scene.struck(self.who, [it])))
        return tuple(found)

    @cached_property
    def calm(self) -> Mask:
        """Ends that can be gone to without giving an opening."""
        found = self.mask
        for where, _ in self.openings:
            found &= ~where
        return found | 1 << self.spot


def may_guard(it: Body) -> bool:
    """Whether somebody could still answer an attack with Total Defense (E-41)."""
    return it.sheet.main and not it.sheet.defending and not it.sheet.surprised
