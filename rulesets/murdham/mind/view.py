"""One moment of a battle as one side knows it: who stands where, who could strike where, and what that would do.

A budget is (main action, bonus action, half-zones). The main action counts two; one is left where a skill gives another
attack and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from game.kit.cache import cached_in_owner, cached_method
from game.kit.mind.acts import NO_DAMAGE, by_value
from game.kit.mind.side_view import ZoneSideView
from game.kit.mind.vantage import LookMasks
from game.kit.zone_masks import ZoneMasks
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedThreat, Mask
from game.spatial.paths import bits
from rulesets.murdham.mind.damage import blow
from rulesets.murdham.mind.stats import FACE_TO_FACE, IN_THE_DARK, Arm, UnitStats, stats_of
from rulesets.murdham.mind.zone_masks import MapMasks, ground_of
from rulesets.murdham.play.blows import may_offer
from rulesets.murdham.play.gear import handed
from rulesets.murdham.play.geometry import able, entangled, fights, half, taunter
from rulesets.murdham.play.goals import GOALS
from rulesets.murdham.play.look import Look
from rulesets.murdham.play.reactions import may_guard
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Sheet, Turn

POST = 3
"""Zones within which shooters look for a place to shoot from."""

UNHARMED = 10_000
"""More damage than anybody bears."""

GUARDS = 2
"""Neighbours of a target that are asked what they could do for it."""

KEPT = 2048
"""Openings that are kept."""


class Stance(NamedTuple):
    """What somebody could do about an attack, and those beside it."""

    able: bool
    strikes: bool
    """Whether it could answer with an attack too, whoever it was."""
    nimble: bool
    mocked: Id | None
    tied: bool
    guards: tuple[UnitStats, ...]
    """Who could take it upon themselves, the sturdiest first."""
    heeds: bool
    """Whether it could be offered something else than harm."""


class MurdhamSideView(ZoneSideView[Sheet, Turn, UnitStats]):
    """One moment, with the numbers of everybody whom the side knows to stand."""

    presses, bold = 6, 10

    def __init__(self, board: MurdhamBoard, side: str) -> None:
        self.ground, self.turn = ground_of(board), board.state.turn
        super().__init__(board, side, stats_of, GOALS, self.ground.afoot)
        self.able: dict[Id, bool] = {who: able(board, it.body) for who, it in self.stats.items()}

    def length(self, it: UnitStats) -> int:
        """Cells along a side of a body."""
        return it.body.sheet.profile.side_length

    def stride(self, it: UnitStats) -> int:
        """Half-zones of a free movement; none for who is held or entangled."""
        return 0 if it.body.id in self.tied else it.pace

    def masks_for(self, it: UnitStats) -> ZoneMasks:
        """The map as it is for those who fly, and for the others."""
        return self.ground.masks(flies=it.body.sheet.profile.flies)

    def handed(self, who: Id) -> bool:
        """Whether somebody has hands for doors and levers."""
        return handed(self.stats[who].body.sheet.profile)

    def takes_along(self, it: UnitStats) -> Sequence[Id]:
        """Whom it holds."""
        return (it.body.sheet.grabbing,)

    def mocker(self, c: Body) -> Id | None:
        """Whom alone somebody may harm, taunted as it is."""
        return taunter(self.board, c) if c.sheet.conditions else None

    @cached_property
    def tied(self) -> frozenset[Id]:
        """Those who are held or entangled."""
        return frozenset(who for who, it in self.stats.items() if entangled(self.board, it.body))

    @cached_method
    def pressed(self, who: Id) -> tuple[tuple[Id, ...], int]:
        """Who of the others stands beside somebody, and the least that any bears whom it could strike at."""
        it, spot, zone = self.stats[who], 1 << self.spots[who], self.strikes(who)
        others = [o for o in self.stats.values() if o.body.side != it.body.side]
        beside = [o.body.id for o in others if self.near(o) & spot]
        return tuple(beside), min((o.limit for o in others if zone >> self.spots[o.body.id] & 1), default=UNHARMED)

    @cached_method
    def stance(self, who: Id) -> Stance:
        """What somebody could do about an attack now."""
        it, sheet = self.stats[who].body, self.stats[who].body.sheet
        tied = who in self.tied
        nimble = "nimble" in sheet.profile.skills and not (sheet.dodged or sheet.stunned or tied)
        able_, guards = self.able[who], tuple(self._guards(who))
        heeds = may_offer(self.board, it)
        return Stance(able_, able_ and fights(it), nimble, self.mocker(it), tied, guards, heeds)

    def _guards(self, who: Id) -> Sequence[UnitStats]:
        near = self.near(self.stats[who])
        beside = [o for o in self.friends(who) if near >> self.spots[o.body.id] & 1]
        ready = [o for o in beside if o.body.id != self.turn.active and may_guard(self.board, o.body)]
        return sorted(ready, key=lambda other: -other.limit)[:GUARDS]

    # -- danger

    def expected_threats(self, it: Id, who: Id, where: Mask) -> Iterable[ExpectedThreat]:
        """A blow after a free movement, a shot from where it stands or on the move."""
        foe, me = self.stats[it], self.stats[who]
        if not fights(foe.body) or (me.body.sheet.hidden and foe.body.side != me.body.side):
            return ()
        return _menaces(self.ground, foe, me, self.spots[it], self.lookouts(it), self.strikes_at(it, who), where)

    @cached_method
    def lookouts(self, who: Id) -> Mask:
        """Where else somebody who shoots gets by a free movement."""
        it, spot = self.stats[who], self.spots[who]
        if all(arm.mode == "melee" for arm in it.usual):
            return 0
        here = 1 << spot
        return self.masks_for(it).reach(spot, self.stride(it), self.full(who) & ~here).whole & ~here

    def attack_positions(self, who: Id) -> Mask:
        """Beside a foe; for shooters where they see one within half their range, if there is such a place."""
        me = self.stats[who]
        found = 0
        if me.shot is not None and me.shoots:
            foes = [(it, self.spots[it.body.id]) for it in self.foes(me.body.side)]
            found = _posts(self.ground, me.shot, tuple(foes))
        return found or self.beside(me.body.side)


@cached_in_owner
def _menaces(
    ground: MapMasks, foe: UnitStats, me: UnitStats, spot: int, aside: Mask, strikes: Mask, where: Mask
) -> tuple[ExpectedThreat, ...]:
    free = 1 - me.AGI if "nimble" in me.body.sheet.profile.skills else 1.0
    zone, found = strikes & where, []
    for arm in foe.usual:
        views: LookMasks[Look] = ((FACE_TO_FACE, zone & ~ground.murky), (IN_THE_DARK, zone & ground.murky))
        if arm.mode != "melee":
            views = ground.views.out(spot, where & ground.within(spot, arm.mode, arm.reach))
        blows = [(blow(arm, me, look), part) for look, part in views if part]
        found += [(one.took, part) for one, part in blows if one is not None]
        if arm.mode != "melee":
            found += [
                (one.took, part)
                for number in bits(aside)
                for look, part in ground.views.out(number, where & ground.within(number, arm.mode, arm.reach))
                if (one := blow(arm, me, look, moving=True)) is not None
            ]
    return tuple(took.times(free).expected_threat(mask) for took, mask in by_value(found).items())


@cached_in_owner
def _posts(ground: MapMasks, shot: Arm, foes: tuple[tuple[UnitStats, int], ...]) -> Mask:
    found = 0
    for it, spot in foes:
        for look, mask in ground.views.back(spot, ground.afoot.within(spot, min(POST, half(shot.reach)))):
            if blow(shot, it, look) is not None:
                found |= mask
    return found


@lru_cache(KEPT)
def opening(it: UnitStats, me: UnitStats, *, seen: bool) -> tuple[Effect, ...]:
    """What somebody does at whoever leaves it behind: less, the more its own turn is worth."""
    struck = [blow(arm, me, FACE_TO_FACE if seen else IN_THE_DARK) for arm in it.usual]
    took = max((one.took for one in struck if one is not None), key=lambda took: took.fell, default=NO_DAMAGE)
    loss = me.unit_value * took.cost
    share = max(0.0, loss - 0.5 * it.turn) / loss if loss else 0.0
    return (took.times(share).effect(me.body.id),) if share else ()
