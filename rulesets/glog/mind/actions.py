"""Acts besides attacks and their value: help and light, gear, doors and tasks, ways out; and answers out of turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from math import fsum
from typing import Any

from msgspec.structs import replace

from game.kit.inventory import as_mine
from game.kit.mind.acts import act, chances, dearest, indifferent
from game.rules.events import Id
from game.rules.planning_model import Act, Effect, ExpectedOutcome, Features
from game.rules.questions import Choose
from rulesets.glog.mind.attacks import CLOSE, MemberAttacks, tried
from rulesets.glog.mind.damage import (
    OPEN,
    SHIELD,
    Frame,
    UnitStats,
    best,
    frame,
    lasting,
    powers,
    struck,
    tested,
    usual,
    wounded,
)
from rulesets.glog.mind.view import GlogSideView, Loss, MoraleModel, befalls, loss
from rulesets.glog.play import gear
from rulesets.glog.play.actions import FETCH, LIGHT, RELOAD, SWIG
from rulesets.glog.play.assaults import Attempt, beset, swayed
from rulesets.glog.play.attack import Blow, Suffered
from rulesets.glog.play.events import How
from rulesets.glog.play.geometry import answers, feet_between, holders, look
from rulesets.glog.play.spells import Working
from rulesets.glog.play.spells import caught as caught_by
from rulesets.glog.sheet.roster import Spell, Thing, Weapon
from rulesets.glog.sheet.sheet import ARMOUR, DRUNK, FEET, FRAIL, STANDING, WARD, Sheet

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
        yield from self._hands(afar=not found and self.view.out_of_reach(self.mine.id))
        yield from self._doors()

    def _helping(self) -> Iterator[Act]:
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

    def _hands(self, *, afar: bool) -> Iterator[Act]:
        """What is made ready, or freed; ``afar``: only what reaches farther than an arm is of use."""
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
        now = _fights_with(mine.frame, afar=afar)
        for key, after, actions in (*self._readied(), *(self._cleared() if afar else ())):
            gain = (_fights_with(frame(replace(mine.body, sheet=after)), afar=afar) - now) / actions
            if gain > 0.3:
                yield act(key, self.where, (1, 0), arms=gain)
        if not afar:
            yield from self._picking(now)

    def _readied(self) -> Iterator[tuple[str, Sheet, int]]:
        """What the action could make ready, and the sheet after it: that is one action."""
        board, body, sheet = self.board, self.mine.body, self.sheet
        for option in RELOAD.open_to(board, body):
            loaded = tuple(k for k in sheet.unloaded if k != option.value)
            yield option.key, replace(sheet, hands=sheet.holding(option.value) or sheet.hands, unloaded=loaded), 1
        for option in FETCH.open_to(board, body):
            key = option.value
            if sheet.is_weapon(key):
                yield option.key, replace(sheet, handy=(*sheet.handy, key)), 1
            elif sheet.thing(key).kind == "ammo":
                ready = tuple(k for k in sheet.depleted if sheet.weapon(k).ammo != sheet.thing(key).key)
                yield option.key, replace(sheet, depleted=ready), 1

    def _cleared(self) -> Iterator[tuple[str, Sheet, int]]:
        """What is to be stowed first for a weapon in the pack, the sheet with that ready, and the actions it all takes.

        What fills the hands goes before the rest, and weapons last.
        """
        mine = self.sheet
        own = sorted(mine.handy, key=lambda key: (mine.is_weapon(key), key not in mine.hands))
        for key in filter(mine.is_weapon, mine.stowed):
            sheet, weapon = mine, mine.weapon(key)
            for actions, it in enumerate(own, 1):
                after = replace(sheet, handy=(*sheet.handy, key))
                if gear.no_room(sheet, weapon.slots) is None and after.holding(key) is not None:
                    if actions > 1:
                        yield f"stow {own[0]}", after, actions
                    break
                sheet = replace(sheet, **gear.stowed(sheet, it))

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


def _fights_with(me: Frame, *, afar: bool = False) -> float:
    """Points of damage in a turn with the best that is ready; ``afar``: of what reaches farther than an arm."""
    return max((usual(me, arm) for arm in me.arms if arm.afar or not afar), default=0.0)


def _mended(it: UnitStats, die: str, more: int) -> float:
    """What Grit that comes back is worth, in unit values."""
    sheet, whole = it.body.sheet, it.frame.health
    grits = [(min(sheet.profile.grit, sheet.grit + max(0, face + more)), p) for face, p in chances(die)]
    gain = fsum(p * (it.frame.left(grit, sheet.flesh, sheet.stress) - whole) for grit, p in grits)
    return gain / whole * it.unit_value


NOTHING = ExpectedOutcome()

LEAVING: How = "opportunist strike"


def replies(view: GlogSideView, nerve: MoraleModel, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
    """Outcome of each answer that is worth considering; never empty."""
    if question.topic == "parley":
        return _talk(view, question)
    me = view.stats.get(question.who or Id(""))
    it = view.stats.get(question.about[0]) if question.about else None
    found = {question.idle: NOTHING} if question.idle else {}
    for option in question.options.singles:
        value = option.value
        if me is None or option.key == question.idle:
            continue
        if isinstance(value, Blow) and (target := view.stats.get(value.target)) is not None:
            found[option.key] = _blow(view, nerve, me, target, value)
        elif isinstance(value, Attempt) and it is not None:
            if question.topic == LEAVING and value.what == "disarm":
                continue  # whoever is gone has no more use for it
            crowd = beset(view.board, me.body.side, it.body)
            found[option.key] = ExpectedOutcome((tried(view, me, it, value.what, crowd),))
        elif isinstance(value, Working):
            found[option.key] = _spell(view, nerve, me, value)
        elif isinstance(value, Suffered):
            found |= _shield(me, value, question.idle)
        elif question.topic == "notch" and it is not None:
            found[option.key] = _notch(view, me, it, str(value), lives=bool(option.matters))
    return found or indifferent(question)


def _blow(view: GlogSideView, nerve: MoraleModel, me: UnitStats, it: UnitStats, blow: Blow) -> ExpectedOutcome:
    past = blow.how == LEAVING
    arms = [arm for arm in me.frame.arms if (arm.key, arm.use, arm.mode) == (blow.weapon, blow.use, blow.mode)]
    if not arms:
        return NOTHING
    harm = struck(me.frame, arms[0], it.frame, look(view.board, me.body, it.body, afar=blow.afar), past)
    return ExpectedOutcome((harm.toll.effect(it.id),), {"rout": nerve.shaken(it.body.side, [loss(it, harm)])})


def _spell(view: GlogSideView, nerve: MoraleModel, me: UnitStats, working: Working) -> ExpectedOutcome:
    """A spell for nothing but what it uses up, on one or on all in a place."""
    spell = me.body.sheet.spell(working.spell)
    caught = (working.target,) if working.at is None else caught_by(view.board, spell, working.at)
    reached = [view.stats[who] for who in caught if who in view.stats]
    fates = [(it, befalls(view.board, me.frame, it, spell)) for it in reached]
    rout = nerve.routed(me.body.side, [Loss(it, fate.effect.fell, fate.out, fate.bled) for it, fate in fates])
    uses = {"spends": 1.0} if working.thing else {"cast": 1.0}
    return ExpectedOutcome(tuple(fate.effect for _, fate in fates), {**uses, "rout": rout})


def _shield(me: UnitStats, hit: Suffered, leave: str) -> dict[str, ExpectedOutcome]:
    grit, flesh, stress = wounded(me.body.sheet, hit.dealt, past=hit.past)
    hurt = 1 - me.frame.left(grit, flesh, stress) / me.frame.health if flesh else 0.0
    taken = Effect(me.id, float(not flesh), hurt)
    return {
        leave: ExpectedOutcome((taken,)),
        "splinter": ExpectedOutcome((Effect(me.id, hurt=SHIELD / me.frame.health),)),
    }


def _notch(view: GlogSideView, me: UnitStats, it: UnitStats, what: str, *, lives: bool) -> ExpectedOutcome:
    """A Notch costs a point of damage for good, the third one the weapon."""
    worn = me.body.sheet.notches.get(me.body.sheet.armed, 0)
    cost: Features = {"blunted": (0.12 + 0.08 * worn) * me.unit_value, "broken": me.unit_value * (worn + 1 >= FRAIL)}
    if not lives:
        return ExpectedOutcome((), cost)
    if what == ARMOUR:
        friends = 1 + sum(bool(view.zone(c.id) & view.area(it)) for c in view.friends(me.id))
        return ExpectedOutcome((), {**cost, "unarmoured": 0.08 * min(4, friends) * it.unit_value})
    return ExpectedOutcome((lasting(view.board, it.frame, what, it.id),), cost)  # type: ignore[arg-type]


def _talk(view: GlogSideView, question: Choose[Any]) -> dict[str, ExpectedOutcome]:
    """Peace is worth more, the stronger the others are; nobody who is far stronger asks for it."""
    ours = fsum(it.unit_value * it.left for it in view.stats.values() if it.body.side == view.side)
    others = [view.stats[who] for who in question.about if who in view.stats]
    theirs = fsum(it.unit_value * it.left for it in others)
    peace = 2 * theirs / max(0.1, ours + theirs) - 0.8
    return {
        option.key: ExpectedOutcome((), {"peace": peace} if option.key != question.idle else {})
        for option in question.options.singles
    }
