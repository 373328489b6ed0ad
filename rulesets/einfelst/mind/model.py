"""The planning model of one moment: who could go where, which acts are possible, their expected outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from msgspec.structs import replace

from game.kit.cache import LatestPerSide, cached_in_owner, cached_method
from game.kit.combatants import NOBODY
from game.kit.goals import objective_zones
from game.kit.mind.model import ZoneModel
from game.kit.zone_masks import ZoneMasks
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, ExpectedThreat, Features, Mask, Member, Move
from game.rules.questions import Choose
from game.rules.setup import Objective
from game.spatial.paths import bits
from game.spatial.places import InZone, ZonePlace
from rulesets.einfelst.mind.actions import MemberActions
from rulesets.einfelst.mind.damage import UnitStats, chance
from rulesets.einfelst.mind.reactions import Replies
from rulesets.einfelst.mind.view import FREE, PARTS, EinfelstSideView, MapMasks, in_the_open, mask_of, wide, zones_of
from rulesets.einfelst.play import moving, perils
from rulesets.einfelst.play.geometry import GOALS, ways_out
from rulesets.einfelst.play.harm import grip, harmed_by, room
from rulesets.einfelst.play.perils import COSTS
from rulesets.einfelst.play.pools import MOST

WARD = 2.5
"""How much more somebody counts whom its side must keep safe or bring away."""

HOPELESS = 1.6
"""How many times as much the others are worth when those who are nearly done for make off."""

POST = 2
"""Zones within which shooters look for a place to shoot from."""

STRUGGLES = 0.3
"""What the turn of somebody counts who is held, or on fire."""

LONG = 15
"""Rounds after which shooters are drawn to blows like everybody else: two of them behind cover might go on for ever."""


class EinfelstModel(ZoneModel[EinfelstSideView, UnitStats]):
    """One moment as one side knows it."""

    # -- who there is

    def member(self, it: UnitStats, *, ward: bool) -> Member:
        """A fighter as planners know it."""
        c, spot = it.body, self.view.spot(it.body.id)
        worth, prize = (it.unit_value, it.fights.left, it.turn), WARD if ward else 1.0
        return Member(c.id, c.side, spot, 1 << spot, *worth, self.budget(it), 4, it.fights.shoots, prize)

    def budget(self, it: UnitStats) -> Budget:
        """The budget that somebody may still spend at its card."""
        return self.view.budget(it)

    def place(self, spot: int) -> ZonePlace:
        """The zone of a place."""
        return self.view.zone(spot // PARTS)

    @cached_method
    def flees(self, who: Id) -> bool:
        """Whether it gives a lost fight up, being all but done for."""
        it = self.view.stats[who]
        profile, frame = it.sheet.profile, it.fights.frame
        if "mindless" in profile.traits or self.view.aim(it.body.side).goal != "eliminate":
            return False
        left = min(map(room, frame.health[:2])) if frame.hero else frame.health[2]
        if left > 1 and 4 * left > frame.full:
            return False
        mine = fsum(each.unit_value * each.fights.left for each in self.view.band(it.body.side))
        theirs = fsum(each.unit_value * each.fights.left for each in self.view.foes(it.body.side))
        return theirs > HOPELESS * mine

    # -- a turn

    def kept(self, budget: Budget) -> Budget:
        """Maneuvers for reactions."""
        return budget[2:]

    @cached_method
    def _roads(self, who: Id, spot: int, most: int) -> tuple[Move, ...]:
        me = self.view.stats[who]
        hops = self.view.ground.gait(me).hops[spot // PARTS]
        if not most or not hops or not me.sheet.free or moving.rooted(me.body) is not None:
            return ()
        ends = in_the_open(hops)
        features = ((("pinned", ends, me.unit_value),) if me.sheet.pinned and spot == self.view.spot(who) else ()) + (
            (("burns", ends & wide(hot), me.unit_value),) if (hot := self.view.hot(who) & hops) else ()
        )
        return (Move("go", (1 << spot, ends), (FREE, (0, 1, 1)), features=features),)

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """A step into a zone that lies open; two are one by one."""
        return self._roads(who, spot, budget[1]) if budget else ()

    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterable[Act]:
        """Options of its menu that are worth considering."""
        return self._errands(who, budget, where).acts()

    def _errands(self, who: Id, budget: Budget, where: Mask) -> MemberActions:
        found = MemberActions(self.view, self.view.stats[who], budget, where)
        found.leaves = self.flees(who) or GOALS.escaping(self.board, self.view.stats[who].body) is not None
        return found

    def attacks(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Sequence[Act]]:
        """Acts that hurt or hamper foes."""
        return self._errands(who, budget, where).attacks() if budget else ()

    # -- danger

    def coming(self, it: Id) -> float:
        """A turn for each card between two of one's own; little of one of those who can only struggle."""
        sheet = self.view.stats[it].sheet
        return max(1, len(sheet.cards)) * (1.0 if sheet.free else STRUGGLES)

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> list[ExpectedThreat]:
        """A blow after a step, a shot, a spell; parried as often as maneuvers are left for it."""
        return self.view.expected_threats(it, who, where, kept)

    def reaches(self, it: Id) -> Mask:
        """Places in which somebody could be attacked within a turn."""
        return self.view.reaches(it)

    # -- where one stands

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterator[tuple[str, Mask, float]]:
        """Whom one holds; what is dreadful, alone or in company; blades at shooters; fire underfoot."""
        me, zone = self.view.stats[who], self.view.zones[who]
        for held in grip(self.board, who):
            it = self.view.stats.get(held.id)
            yield "holds", 1 << self.view.spot(who), it.unit_value if it is not None else 0.0
        if hot := self.view.hot(who):
            yield "burns", wide(hot & ~(1 << zone)), me.unit_value
        if not me.fights.shoots:
            yield "aside", wide(self.view.ground.every) & ~in_the_open(self.view.ground.every), me.unit_value
        for it in self.view.foes(me.body.side):
            if me.fights.shoots and not it.fights.shoots:
                yield "pressed", in_the_open(1 << self.view.zones[it.body.id]), me.unit_value
            if not me.fights.shoots and it.fights.shoots:
                yield "presses", wide(1 << self.view.zones[it.body.id]), it.unit_value
        yield from self._dreads(who)

    def _dreads(self, who: Id) -> Iterator[tuple[str, Mask, float]]:
        """What it may cost to have something dreadful before one's eyes for the first time; company helps."""
        me = self.view.stats[who]
        if not perils.feels(me.body):
            return
        alone = perils.fear_pool(self.board, me.body).total - perils.company(self.board, me.body)
        friends = [o for o in self.view.friends(who) if perils.counts(o.body)]
        for (_, value), costs in self._dreadful(me).items():
            for zone, cost in costs.items():
                near = perils.counts(me.body) + sum(self.view.zones[o.body.id] == zone for o in friends)
                count = alone + (min(perils.COMPANY, near) if me.sheet.profile.hero else 0)
                fails = 1 - chance(max(1, min(MOST, count)), 0, value)
                yield "dread", wide(1 << zone), fails * cost * me.unit_value / me.fights.frame.full

    def _dreadful(self, me: UnitStats) -> Mapping[tuple[str, int], Mapping[int, int]]:
        """What somebody has not faced yet, and how many successes it asks for: Harm of failing, by zones."""
        found: dict[tuple[str, int], dict[int, int]] = {}
        foes = ((it.body, it.sheet.profile.key, it.sheet.profile.fear) for it in self.view.foes(me.body.side))
        fallen = ((it, perils.sight_of(me.body, it), perils.GORE) for it in perils.fallen(self.board))
        for it, key, value in (*foes, *fallen):
            if value and key not in me.sheet.faced and isinstance(it.at, InZone):
                there, costs = it.at.number, found.setdefault((key, value), {})
                unlit = self.view.dark >> there & 1 and "sees in the dark" not in me.sheet.profile.traits
                held = it.sheet.held
                costs[there] = max(costs.get(there, 0), COSTS["controlled" if held else "desperate"])
                for zone in bits(0 if unlit else self.view.ground.flown(there, 1, 1)):
                    costs[zone] = max(costs.get(zone, 0), COSTS["controlled" if held else "risky"])
        for at in self.view.ground.zones.all_zones:
            for feature, value in perils.horrors(self.board, at):
                if feature.id not in me.sheet.faced:
                    found.setdefault((feature.id, value), {})[at.number] = COSTS["desperate"]
        return found

    # -- where to

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Half-zones to the nearest goal, every door open that can be."""
        it, ground = self.view.stats[who], self.view.ground
        handless = None if self.view.opens_doors(it.body.side) else self.view.zones[who]
        return _spread(ground, ground.gait(it).masks, zones_of(goals), handless)

    @cached_method
    def attack_positions(self, who: Id) -> Mask:
        """Beside foes; for shooters where they see one a zone or two away."""
        me, found = self.view.stats[who], 0
        foes = self.view.foes(me.body.side)
        if me.fights.shoots and (self.lasting or self.view.turn.round <= LONG):
            for it in foes:
                for arm in (*me.fights.arms, *me.fights.unloaded):
                    if arm.afar and harmed_by(it.sheet, arm.weapon.harm):
                        near = min(arm.weapon.range, max(POST, arm.weapon.nearest))
                        found |= self.view.ground.flown(self.view.zones[it.body.id], max(1, arm.weapon.nearest), near)
                for spell in me.sheet.profile.spells:
                    if spell.target == "foe" and spell.range:
                        found |= self.view.ground.flown(self.view.zones[it.body.id], 1, spell.range)
            found &= ~self.view.standing(foes)
        return wide(found or self.view.standing(foes))

    def ways_out(self, who: Id) -> Mask:
        """The way out that its side's objective names, or any exit."""
        return wide(mask_of(ways_out(self.board, self.view.stats[who].body.side)))

    def on_ground(self, aim: Objective, it: UnitStats) -> Mask:
        """The zones of an objective."""
        return wide(mask_of(objective_zones(self.board, aim)))

    def position(self) -> Features:
        """Cards, those held, on fire or poisoned, maneuvers kept, the objective."""
        found: dict[str, float] = {}
        for it in self.view.stats.values():
            ours = it.body.side == self.side
            sheet = it.sheet
            for name, amount in (
                ("held", it.unit_value * sheet.held),
                ("burning", it.unit_value * bool(sheet.fire)),
                ("poisoned", it.unit_value * sum(sheet.poison) / max(1, it.fights.frame.full)),
                ("prone", it.unit_value * sheet.prone),
                ("kept", it.turn * min(1, sheet.left)),
                ("early", it.turn * max(0, 10 - self.view.rank(it.body.id))),
            ):
                if amount:
                    found[name] = found.get(name, 0.0) + (amount if ours else -amount)
        found.update(GOALS.gains(self.board, self.side))
        gone = self.board.state.gone
        away = [gone[who].side for who in self.view.turn.escaped if who in gone]
        found["escaped"] = float(away.count(self.side)) if self.view.aim(self.side).goal == "escape" else 0.0
        return found

    # -- other questions

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        """Outcomes of answers that belong to nobody's turn."""
        return Replies(self.view, question).outs()


@cached_in_owner
def _spread(ground: MapMasks, masks: ZoneMasks, goals: Mask, handless: int | None) -> tuple[Mask, ...]:
    """Ways in half-zones as ways in places: those of zones, without the borders between."""
    return tuple(wide(layer & ground.every) for layer in masks.distance_layers(goals, handless))


model_of = LatestPerSide(
    lambda board, side: EinfelstModel(EinfelstSideView(board, side)), lambda turn: replace(turn, active=NOBODY)
).of
