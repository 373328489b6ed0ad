"""Other acts on a member's turn, with their values: places, ways, things in hand, help, tasks, ways out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import fsum, sqrt

from msgspec.structs import replace

from game.kit.goals import objective_zones
from game.kit.mind.acts import NO_DAMAGE, act
from game.kit.things import at_doors, at_levers, doors_around, features_around
from game.rules.planning_model import Act, Mask
from game.spatial.paths import bits
from game.spatial.places import InZone, written
from rulesets.einfelst.mind.attacks import MemberAttacks
from rulesets.einfelst.mind.damage import UnitStats, chance, dice_of, fighter_of, sixes
from rulesets.einfelst.mind.view import COVER, FAR, FAST, PARTS, SLOW, mask_of, rubble, wide, zones_of
from rulesets.einfelst.play import gear, harm, moving
from rulesets.einfelst.play.geometry import GOALS, ways_out
from rulesets.einfelst.play.maneuver import barred
from rulesets.einfelst.play.moving import cross_pool
from rulesets.einfelst.play.perils import height
from rulesets.einfelst.play.pools import dice
from rulesets.einfelst.sheet.roster import Weapon


class MemberActions(MemberAttacks):
    """Everything that one member could do; ``leaves``: whether it wants to be off the map."""

    leaves = False

    def acts(self) -> Iterator[Act]:
        """All of it."""
        if not self.budget:
            return
        if self.sheet.held:
            yield from self._struggling()
        elif self.sheet.fire:
            yield act("extinguish", self.here, SLOW, doused=self._doused(self.me))
        else:
            for bunch in self.attacks():
                yield from bunch
            yield from self._helping()
            yield from self.survey()
            yield from self._places()
            yield from self._hands()
            yield from self._doors()
            yield from self._work()
        yield from self._leaving()

    # -- in trouble

    def _struggling(self) -> Iterator[Act]:
        if self.sheet.tried or barred(self.sheet, "break free") is not None:
            return
        yield act("break free", self.here, FAST, loose=self.m.freed(self.who) * self.me.unit_value)

    def _doused(self, it: UnitStats) -> float:
        """What a throw takes from somebody's fire on average, in unit values."""
        left = it.sheet.fire - it.sheet.doused
        won = sixes(dice_of(self.sheet, "finesse"))
        return fsum(min(n, left) / left * p for n, p in enumerate(won)) * it.unit_value

    # -- others

    def _helping(self) -> Iterator[Act]:
        yield from self._curing()
        if self.slow:
            yield from self._dousing()
            yield from self._treating()
            yield from self._heartening()

    def _beside(self, zone: int) -> Mask:
        return wide(1 << zone) & self.where

    def _curing(self) -> Iterator[Act]:
        for it in self.m.band(self.me.body.side) if self.sheet.items("antidote") else ():
            harm_ahead = fsum(dose * (dose + 1) / 2 for dose in it.sheet.poison)
            places = self._beside(self.m.zones[it.body.id])
            if harm_ahead and places:
                share = min(1.0, harm_ahead / max(1, it.fights.frame.full))
                yield act(f"cure {it.body.id}", places, FAST, healed=share * it.unit_value)

    def _dousing(self) -> Iterator[Act]:
        for it in self.m.friends(self.who):
            places = self._beside(self.m.zones[it.body.id])
            if it.sheet.fire and places:
                yield act(f"extinguish {it.body.id}", places, SLOW, doused=self._doused(it))

    def _treating(self) -> Iterator[Act]:
        for c in self.m.board.state.combatants.values():
            if c.side == self.me.body.side and c.sheet.out == "dying" and isinstance(c.at, InZone):
                places = self._beside(c.at.number)
                if places:
                    p = chance(dice(harm.treat_pool(self.sheet)))
                    yield act(f"treat {c.id}", places, SLOW, saved=p)

    def _heartening(self) -> Iterator[Act]:
        m, who = self.m, self.who
        for spell in self.sheet.profile.spells if not self.sheet.muffled else ():
            for it in m.band(self.me.body.side) if spell.target == "ally" else ():
                if it.body.id == who or it.body.id not in m.to_come or it.sheet.bonus:
                    continue
                places = wide(m.ground.flown(m.zones[it.body.id], 0, spell.range)) & self.where
                more = fsum(n * p for n, p in enumerate(sixes(self.me.fights.cast)))
                if places and more:
                    yield act(f"cast {spell.key} {it.body.id}", places, SLOW, hearten=more * it.turn)

    # -- places and ways

    def _places(self) -> Iterator[Act]:
        m, sheet, zones = self.m, self.sheet, zones_of(self.where)
        if sheet.prone:
            yield act("stand", self.here, FAST, upright=self.me.unit_value)
            return
        foes = m.foes(self.me.body.side)
        afar = self.me.fights.shoots
        apart = m.ground.roomy if afar else 0
        sheltered = m.ground.sheltered if afar or any(it.fights.shoots for it in foes) else 0
        for verb, part, some in (("cover", COVER, sheltered), ("withdraw", FAR, apart)):
            for zone in bits(some & zones):
                there = PARTS * zone + part
                yield act(verb, wide(1 << zone) & self.where & ~(1 << there), FAST)._replace(ends=there)
        gait = m.ground.gait(self.me)
        if self.here and self.budget[1] > 1 and (afar or self.leaves or not m.busy(self.who)):
            yield from self._two_zones(gait.hops)
        if not self.slow:
            return
        bars: dict[int, Mask] = {}
        for zone in bits(zones):
            for there in gait.bars[zone]:
                bars[there] = bars.get(there, 0) | 1 << zone
        for there, near in bars.items():
            for zone in bits(near):
                yield self._crossing(zone, there)

    def _two_zones(self, hops: tuple[Mask, ...]) -> Iterator[Act]:
        """Both maneuvers are steps: by the straightest way, and not through fire if there is another."""
        m, hot = self.m, self.m.hot(self.who)
        over: dict[int, list[int]] = {}
        for via in bits(hops[self.zone]):
            for there in bits(hops[via] & ~(hops[self.zone] | 1 << self.zone)):
                over.setdefault(there, []).append(via)

        def detour(via: int, there: int) -> tuple[bool, float]:
            spots = [m.ground.zones.middle(m.zone(zone)) for zone in (self.zone, via, there)]
            far = fsum(sqrt((a - c) ** 2 + (b - d) ** 2) for (a, b), (c, d) in pairwise(spots))
            return bool(hot >> via & 1), far

        for there, ways in over.items():
            via = min(ways, key=lambda via: detour(via, there))
            first = f"go {written(m.zone(via))}"
            through = {"burns": self.me.unit_value} if hot >> via & 1 else {}
            goes = act(f"go {written(m.zone(there))}", self.here, (0, 2, 2), **through)
            yield goes._replace(ends=PARTS * there, first=first)

    def _crossing(self, zone: int, there: int) -> Act:
        """A test of what bars the way; who fails may fall."""
        m, start, end = self.m, self.m.zone(zone), self.m.zone(there)
        bar, border = m.ground.gait(self.me).bars[zone][there]
        p = chance(dice(cross_pool(self.sheet, bar)))
        high = max(height(m.board, border) for border in m.ground.zones.between(start, end))
        cost = m.fallen(self.me, high) if bar in ("climb", "gap") else NO_DAMAGE
        falls = cost.times(1 - p).effect(self.who)
        found = act(f"cross {written(end)}", wide(1 << zone) & self.where, SLOW, falls, forced=1 - p)
        if bar == "rubble":
            return found._replace(opens=rubble(border))
        return found._replace(ends=PARTS * there)

    # -- things

    def _hands(self) -> Iterator[Act]:
        sheet, now = self.sheet, self.me.fights.ready
        if not gear.handed(sheet):
            return
        keys = dict.fromkeys(arm.draw.removeprefix("draw ") for arm in self.me.fights.arms if arm.draw)
        keys.update(dict.fromkeys(key for key in sheet.items("shield") if key != sheet.off))
        readied = []
        for key in keys:
            hand, off = gear.grasp(sheet, key)
            readied.append((f"draw {key}", FAST, replace(sheet, hand=hand, off=off)))
        for key in sheet.unloaded:
            hand, off = gear.grasp(sheet, key)
            how = (f"load {key}", SLOW) if sheet.hand == key else (f"draw {key}", FAST)  # to be loaded after that
            left = tuple(each for each in sheet.unloaded if each != key)
            if how[1] == FAST or self.slow:
                readied.append((*how, replace(sheet, hand=hand, off=off, unloaded=left)))
        for key, pay, after in readied:
            better = fighter_of(after)
            gain = better.ready - now
            guard = max(0, better.parry - self.me.fights.parry)
            if gain > 0.02 or (guard and gain >= 0):
                yield act(key, self.here if pay == FAST else self.where, pay, arms=max(0.0, gain), guard=float(guard))
        for thing in self.m.board.state.things.values():
            item = gear.lying(self.m.board, thing)
            if not isinstance(item, Weapon) or not isinstance(thing.at, InZone):
                continue
            places, after = wide(1 << thing.at.number) & self.where, gear.having(sheet, item)
            if places and after.hand != sheet.hand:
                gain = fighter_of(after).ready - now
                if gain > 0.02:
                    yield act(f"take {thing.id}", places, FAST, arms=gain)

    def _doors(self) -> Iterator[Act]:
        zones, board = self.m.ground.zones, self.m.board
        if (self.m.busy(self.who) and not self.leaves) or not gear.handed(self.sheet):
            return
        for zone in bits(zones_of(self.where) & self.m.ground.handles):
            here, places = self.m.zone(zone), wide(1 << zone) & self.where
            doors = at_doors(board, doors_around(zones, board.setup.field, here))
            for found in (*doors, *at_levers(board, features_around(zones, here))):
                if not found.opens or (found.verb == "force" and not self.slow):
                    continue
                p = chance(self.me.fights.force) if found.verb == "force" else 1.0
                pay = SLOW if found.verb == "force" else FAST
                yield act(found.key, places, pay, forced=1 - p)._replace(opens=found.edge)

    def _work(self) -> Iterator[Act]:
        aim = GOALS.task(self.m.board, self.me.body.side)
        if aim is not None and self.slow:
            places = wide(mask_of(objective_zones(self.m.board, aim))) & self.where
            if places:
                yield act("work", places, SLOW, task=1.0)

    # -- off the map

    def _leaving(self) -> Iterator[Act]:
        m, me = self.m, self.me.body
        if not self.leaves or barred(self.sheet, "flee") is not None:
            return
        if barred(self.sheet, "go") is None and not moving.pursuers(m.board, me):
            places = wide(mask_of(ways_out(m.board, me.side))) & self.where
            if places:
                yield act("leave", places, FAST, away=self.me.unit_value)
        for zone in bits(zones_of(self.where)) if self.slow else ():
            there = replace(me, at=m.zone(zone))
            if moving.way(m.board, there) is not None:
                after = sum(dice_of(c.sheet, *moving.CHASE) for c in moving.chasers(m.board, there, known=True))
                p = chance(dice_of(self.sheet, *moving.FLIGHT), after)
                yield act("flee", wide(1 << zone) & self.where, SLOW, away=p * self.me.unit_value)
