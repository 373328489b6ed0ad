"""What a member could do on its turn besides attacking: help and light, gear, doors and tasks, and ways out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from math import fsum

from msgspec.structs import replace

from game.kit.inventory import as_mine
from game.kit.mind.acts import act, chances, dearest
from game.rules.planning_model import Act, Effect, ExpectedOutcome
from rulesets.glog.mind.attacks import CLOSE, MemberAttacks
from rulesets.glog.mind.damage import OPEN, Frame, UnitStats, best, frame, powers, struck, tested, usual
from rulesets.glog.play import gear
from rulesets.glog.play.actions import FETCH, LIGHT, RELOAD, SWIG
from rulesets.glog.play.gambits import swayed
from rulesets.glog.play.geometry import answers, feet_between, holders
from rulesets.glog.sheet.records import Spell, Thing, Weapon
from rulesets.glog.sheet.sheet import DRUNK, FEET, STANDING, WARD, Sheet

NEAR = 240
"""Feet to a foe within which a sprint is a rush: three walks of each lead to blows."""


class MemberActions(MemberAttacks):
    """Everything that one member could do."""

    def acts(self) -> Iterator[Act]:
        """All of them."""
        found = [act for bunch in self.attacks() for act in bunch]
        yield from found
        if self.action:
            yield from self._helping()
            yield from self._leaving()
            if not found or self.flees or self._hunted:
                yield from self._sprint()
        yield from self._hands()
        yield from self._doors()

    def _helping(self) -> Iterator[Act]:
        """Grit for oneself and friends, wards, light."""
        view, mine, sheet = self.view, self.mine, self.sheet
        if sheet.grit < sheet.profile.grit:
            for swig in islice(SWIG.open_to(self.board, mine.body), 1):
                heal = _mended(mine, gear.SWIG, sheet.profile.scores.modifier("discipline"))
                yield act(swig.key, self.where, (1, 0), heal=heal, drunk=mine.turn * (not sheet.has(DRUNK)))
        for spell, key, cost in self._sources:
            if spell.target != "ally":
                continue
            for it in (mine, *view.friends(mine.id)):
                gain = _mended(it, spell.die, 0) if spell.effect == "mend" else 0.0
                guard = self._guarded(it, spell) if spell.effect == "ward" and not it.body.sheet.has(WARD) else 0.0
                places = view.castable(spell, it, mine, self.where)
                if it.id == mine.id:  # what a ward is good for hangs on where one stands
                    places = self.here if guard else self.where
                if places and gain + guard > 0:
                    yield act(f"{key} {it.id}", places, (1, 0), **cost, heal=gain, guard=guard)
        if self._in_the_dark and not sheet.lit:
            for light in islice(LIGHT.open_to(self.board, mine.body), 1):
                lit = fsum(it.unit_value for it in self._in_the_dark)
                yield act(light.key, self.where, (1, 0), light=lit)

    def _guarded(self, it: UnitStats, spell: Spell) -> float:
        """What a ward keeps from somebody in the rounds that it lasts."""
        spot = self.view.spot(it)
        costs = fsum(dearest(self.view.expected_threats(foe.id, it.id, spot)) for foe in self.foes)
        return min(1.0, spell.amount / 10 * costs * min(spell.rounds, 3)) * it.unit_value

    # -- hands and feet

    def _hands(self) -> Iterator[Act]:
        """Getting up and free, and making ready what one fights with."""
        mine, sheet = self.mine, self.sheet
        if self._may_stand:
            yield act("stand", self.here, (0, STANDING // FEET), upright=mine.unit_value)
        if sheet.grappling and mine.shooter:
            yield act("release", self.here, (0, 0), upright=0.5 * mine.unit_value)
        if not self.action:
            return
        for it in holders(self.board, mine.id):
            p = tested(sheet, "might", swayed(sheet, it.sheet, "break", 0).total)
            back = self.view.stats.get(it.id)
            answers = self._answers(back, 1 - p) if back is not None else [()]
            freed = {"upright": p * mine.unit_value}
            yield Act(f"break {it.id}", self.here, (1, 0), tuple(ExpectedOutcome(answer, freed) for answer in answers))
        now = _fights_with(mine.frame)
        for key, after in self._readied():
            gain = _fights_with(frame(replace(mine.body, sheet=after))) - now
            if gain > 0.3:
                yield act(key, self.where, (1, 0), arms=gain)
        yield from self._picking(now)

    def _readied(self) -> Iterator[tuple[str, Sheet]]:
        """What the action could make ready, and the sheet after it."""
        board, body, sheet = self.board, self.mine.body, self.sheet
        for option in RELOAD.open_to(board, body):
            loaded = tuple(k for k in sheet.unloaded if k != option.value)
            yield option.key, replace(sheet, hands=sheet.holding(option.value) or sheet.hands, unloaded=loaded)
        for option in FETCH.open_to(board, body):
            key = option.value
            if sheet.is_weapon(key):
                yield option.key, replace(sheet, handy=(*sheet.handy, key))
            elif sheet.thing(key).kind == "ammo":
                ready = tuple(k for k in sheet.depleted if sheet.weapon(k).ammo != sheet.thing(key).key)
                yield option.key, replace(sheet, depleted=ready)

    def _picking(self, now: float) -> Iterator[Act]:
        if not gear.handed(self.sheet) or now > 2.0:
            return
        for thing in self.board.state.things.values():
            item = gear.lying(self.board, thing)
            if item is None or gear.no_room(self.sheet, item.slots) is not None:
                continue
            gain = self._armed_by(item, thing.marks.get("used", 0)) - now
            places = self.ground.near(thing.at, 1, 1, self.mine.size) & self.where
            if gain > 0.3 and places:
                yield act(f"take {thing.id}", places, (1, 0), arms=gain)

    def _armed_by(self, item: Weapon | Thing, used: int) -> float:
        """Points of damage in a turn with something that lies there: a weapon, or magic that is not used up."""
        if not isinstance(item, Weapon):
            return powers(gear.worked_by(self.board, item)) if item.spell and item.uses > used else 0.0
        item = as_mine(item, self.sheet.found, self.sheet.profile.weapons)
        sheet = replace(self.sheet, found=(*self.sheet.found, item), handy=(*self.sheet.handy, item.key))
        return _fights_with(frame(replace(self.mine.body, sheet=sheet)))

    def _doors(self) -> Iterator[Act]:
        for found in self.view.operations(self.mine.id):
            free = gear.quick(found)
            if free or self.action:
                p = tested(self.sheet, "might") if found.verb == "force" else 1.0
                pay = (0, 0) if free else (1, 0)
                yield act(found.key, self.here, pay, forced=1 - p)._replace(opens=found.edge)

    def _leaving(self) -> Iterator[Act]:
        """Tasks, and the way out."""
        view, mine = self.view, self.mine
        if places := view.work(mine.id) & self.where:
            yield act("work", places, (1, 0), task=1.0)
        exits = view.exits(mine.id, flees=self.flees) & self.where
        if exits and not self.bound:
            near = view.pressing(mine.body.side, mine.size)
            if calm := exits & ~near:
                yield act("retreat", calm, (1, 0), away=1.0)
            if self.here & exits & near:
                yield act("retreat", self.here, (1, 0), *self._turned(), away=1.0)

    def _sprint(self) -> Iterator[Act]:
        """More speed, for those who reach nobody or want to be gone; it is a rush where foes are near.

        Not so for shooters who are hunted: who follows at a run has no action left to strike with.
        """
        mine = self.mine
        if not self.sheet.sprinted and not self.bound:
            near = any(feet_between(self.board, mine.body, it.body) <= NEAR for it in self.foes)
            rush = near and not self._hunted
            yield act("sprint", self.here, (1, -mine.pace // FEET), sprints=float(rush))

    @cached_property
    def _hunted(self) -> bool:
        """Whether it is a shooter whom foes can come to and strike."""
        mine = self.mine
        if not mine.shooter:
            return False
        return any(places & self.here for places in self.view.hunted(mine.body.side, mine.size).values())

    def _turned(self) -> tuple[Effect, ...]:
        """What foes beside do to a back that is turned (D-23)."""
        found = []
        for it in self.foes:
            if not self.view.ring(it, self.mine.size) & self.here or not answers(it.body):
                continue
            arms = [(best(it.frame, afar=False), OPEN), (best(it.frame, afar=True), CLOSE)]
            harms = [struck(it.frame, arm, self.mine.frame, at, True) for arm, at in arms if arm is not None]
            if harms:
                found.append(max(harms, key=lambda harm: harm.toll.cost).toll.effect(self.mine.id))
        return tuple(found)


def _fights_with(me: Frame) -> float:
    """Points of damage in a turn with the best that is ready."""
    return max((usual(me, arm) for arm in me.arms), default=0.0)


def _mended(it: UnitStats, die: str, more: int) -> float:
    """What Grit that comes back is worth, in unit values."""
    sheet, whole = it.body.sheet, it.frame.health
    grits = [(min(sheet.profile.grit, sheet.grit + max(0, face + more)), p) for face, p in chances(die)]
    gain = fsum(p * (it.frame.left(grit, sheet.flesh, sheet.stress) - whole) for grit, p in grits)
    return gain / whole * it.unit_value
