"""Values of answers out of turn: pledged defences, what successes buy, cards, rows of Harm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from game.kit.mind.acts import NO_DAMAGE, indifferent
from game.rules.events import Id
from game.rules.planning_model import NONE, Effect, ExpectedOutcome, Features
from game.rules.questions import Choose, Option
from rulesets.einfelst.mind.attacks import lost_turns
from rulesets.einfelst.mind.damage import Missile, UnitStats, befall, chance, dice_of, fighter_of, missile
from rulesets.einfelst.mind.view import EinfelstSideView
from rulesets.einfelst.play import gear
from rulesets.einfelst.play.attack import Effects
from rulesets.einfelst.play.geometry import GOALS
from rulesets.einfelst.play.harm import harmed_by, room, severe_slows
from rulesets.einfelst.play.moving import CHASE, FLIGHT
from rulesets.einfelst.sheet.roster import Weapon
from rulesets.einfelst.sheet.sheet import Due

EARLY = 0.2
"""What it is worth for each turn of another that one comes before it, of what a turn of one's own is."""

PIN, SHOVE = 0.1, 0.15
"""What being pinned down, or pushed aside, is of being bound."""

DROPS = 2.0
"""Turns for which somebody misses a weapon that it has dropped."""


class Replies:
    """One question to a side that is not about anybody's turn."""

    def __init__(self, moment: EinfelstSideView, question: Choose[Any]) -> None:
        self.m, self.question = moment, question
        self.me = moment.stats.get(question.who or Id(""))
        self.it = moment.stats.get(question.about[0]) if question.about else None

    def outs(self) -> Mapping[str, ExpectedOutcome]:
        """Outcome of each answer."""
        question = self.question
        each: dict[str, Callable[[Any], Features]] = {
            "swap among friends": self._among_friends,
            "weak spot": self._insight,
            "harm": self._rows,
        }
        if question.topic == "break loose" and self.me is not None:
            return self._loose(self.me)
        if question.topic in each:
            tell = each[question.topic]
            return {option.key: ExpectedOutcome((), tell(option.value)) for option in question.options.singles}
        if self.me is None or self.it is None:
            return indifferent(question)
        answers: dict[str, Callable[[UnitStats, UnitStats], Mapping[str, ExpectedOutcome]]] = {
            "parry": self._defence,
            "dodge": self._defence,
            "resist": self._resistance,
            "break free": self._struggle,
            "hold": self._hold,
            "chase": self._chase,
            "swap": self._bought,
            "extra success": self._bought,
        }
        found = answers.get(question.topic)
        return found(self.me, self.it) if found is not None else indifferent(question)

    # -- pledged before the dice

    def _pledged(self, me: UnitStats, key: str, bare: Effect, kept: Effect) -> dict[str, ExpectedOutcome]:
        who = me.body.id
        price = Effect(who, turns=self.m.price(who))
        found = {"unready": self._dearer(me)}
        if me.sheet.held and me.sheet.left == 1 and (self.m.later(who) or not me.sheet.tried):
            found["loose"] = -self.m.freed(who) * me.unit_value
        return {self.question.idle: ExpectedOutcome((bare,)), key: ExpectedOutcome((kept, price), found)}

    def _dearer(self, me: UnitStats) -> float:
        """What the maneuver might still save from attacks to come, in unit values: the more if it is the last."""
        m, it, who = self.m, self.it, me.body.id
        savings = []
        for foe in m.foes(me.body.side):
            if (it is not None and foe.body.id == it.body.id) or not m.later(foe.body.id):
                continue
            spot = m.spot(who)
            if m.reaches(foe.body.id) >> spot & 1:
                bare, kept = m.worst(foe.body.id, who)
                ours = [o for o in m.band(me.body.side) if m.reaches(foe.body.id) >> m.spot(o.body.id) & 1]
                savings.append((bare.cost - kept.cost) * me.unit_value / max(1, len(ours)))
        savings.sort(reverse=True)
        left = me.sheet.left
        return savings[left - 1] if len(savings) >= left else 0.0

    def _defence(self, me: UnitStats, it: UnitStats) -> Mapping[str, ExpectedOutcome]:
        afar = self.question.topic == "dodge"
        bare = kept = NO_DAMAGE
        here, there = self.m.zones[it.body.id], self.m.zones[me.body.id]
        for arm in it.fights.arms:
            if arm.afar != afar or arm.draw or not harmed_by(me.sheet, arm.weapon.harm):
                continue
            if not self.m.places(arm, there) >> here & 1:
                continue
            cover, known = me.sheet.spot == "cover", me.body.id in it.sheet.insight
            costs = [
                self.m.blow(it, arm, me, here, there, cover=cover, answered=answered, known=known)
                for answered in (False, True)
            ]
            if costs[0].cost > bare.cost:
                bare, kept = costs
        who = me.body.id
        return self._pledged(me, self.question.topic, bare.effect(who), kept.effect(who))

    def _resistance(self, me: UnitStats, it: UnitStats) -> Mapping[str, ExpectedOutcome]:
        told: tuple[float, Effect, Effect] = (-1.0, Effect(me.body.id), Effect(me.body.id))
        for spell in it.sheet.profile.spells:
            if spell.resist is None:
                continue
            found = []
            for answered in (False, True):
                cost = self.m.spell(it, spell, me, answered=answered)
                turns = cost.hit * lost_turns(chance(me.fights.force)) if spell.effect == "snare" else 0.0
                bound = cost.hit * SHOVE if spell.effect == "push" else 0.0
                found.append(cost.effect(me.body.id, turns, bound))
            worth = found[0].cost + me.turn * found[0].turns
            if worth > told[0]:
                told = worth, found[0], found[1]
        return self._pledged(me, "resist", *told[1:])

    def _struggle(self, me: UnitStats, it: UnitStats) -> Mapping[str, ExpectedOutcome]:
        who, lost = me.body.id, lost_turns(chance(me.fights.force, it.fights.grip))
        bare, kept = (Effect(who, turns=chance(it.fights.force, against) * lost) for against in (0, me.fights.force))
        return self._pledged(me, "break free", bare, kept)

    def _loose(self, me: UnitStats) -> Mapping[str, ExpectedOutcome]:
        """Struggling out of turn: the same as on one's own, less what the maneuver might be wanted for till then."""
        free = self.m.freed(me.body.id) * me.unit_value
        return {
            self.question.idle: ExpectedOutcome(),
            "break free": ExpectedOutcome((), {"loose": free, "unready": self._dearer(me)}),
        }

    def _hold(self, me: UnitStats, it: UnitStats) -> Mapping[str, ExpectedOutcome]:
        target, force = it.body.id, it.fights.force
        lost = lost_turns(chance(force, me.fights.grip))
        bare, kept = (Effect(target, turns=(1 - chance(force, against)) * lost) for against in (0, me.fights.grip))
        return self._pledged(me, "hold", bare, kept)

    def _chase(self, me: UnitStats, it: UnitStats) -> Mapping[str, ExpectedOutcome]:
        p = chance(dice_of(it.sheet, *FLIGHT))
        caught = p - chance(dice_of(it.sheet, *FLIGHT), dice_of(me.sheet, *CHASE))
        wanted = GOALS.escaping(self.m.board, it.body) is not None
        nothing = Effect(me.body.id)
        found = self._pledged(me, "chase", nothing, nothing)
        gains = {"caught" if wanted else "chases": caught * it.unit_value}
        return {**found, "chase": found["chase"]._replace(features={**found["chase"].features, **gains})}

    # -- successes to spare

    def _bought(self, me: UnitStats, it: UnitStats) -> Mapping[str, ExpectedOutcome]:
        found: dict[str, ExpectedOutcome] = {}
        for option in self.question.options.singles:
            value = option.value
            if isinstance(value, Effects):
                found[option.key] = self._effect(option, value, me, it)
            elif isinstance(value, Due):
                found[option.key] = ExpectedOutcome((), self._exchanged(value))
            elif value == "muffle":
                found[option.key] = ExpectedOutcome((), {"muffles": it.unit_value * bool(it.sheet.profile.spells)})
            else:
                found[option.key] = ExpectedOutcome()
        return found

    def _effect(self, option: Option[Any], value: Effects, me: UnitStats, it: UnitStats) -> ExpectedOutcome:
        """What one more success buys, over what the blow does anyhow."""
        target, verb = it.body.id, option.key.split()[0]
        match verb:
            case "swap":
                assert value.due is not None
                return ExpectedOutcome((), self._exchanged(value.due))
            case "harm":
                return ExpectedOutcome((self._more(value, it, value.harm - 1, value),))
            case "mental":
                return ExpectedOutcome((self._more(value._replace(mental=False), it, value.harm, value),))
            case "pin":
                return ExpectedOutcome((Effect(target, bound=PIN),))
            case "push":
                return ExpectedOutcome((self._pushed(value, me, it),))
            case "disarm":
                return ExpectedOutcome((Effect(target, turns=self._disarmed(it, value.dropped)),))
        return ExpectedOutcome()

    @cached_property
    def _weapon(self) -> Weapon:
        """What was struck with, as far as it can still be seen."""
        assert self.me is not None
        sheet = self.me.sheet
        if sheet.hand:
            return sheet.weapon(sheet.hand)
        some = [arm.weapon for arm in self.me.fights.arms if arm.weapon.natural]
        return max(some or self.me.sheet.profile.weapons, key=lambda weapon: weapon.damage)

    def _more(self, before: Effects, it: UnitStats, had: int, after: Effects) -> Effect:
        """What some Harm more comes to, or Harm of another kind."""
        less, more = (
            befall((1.0,), self._dealt(bought, harm), it.fights.frame)
            for bought, harm in ((before, had), (after, after.harm))
        )
        return Effect(it.body.id, more.fell - less.fell, more.hurt - less.hurt)

    def _dealt(self, bought: Effects, harm: int) -> Missile:
        what = missile(self._weapon)
        return what._replace(damage=max(1, what.damage + harm), harm="mental" if bought.mental else what.harm)

    def _pushed(self, value: Effects, me: UnitStats, it: UnitStats) -> Effect:
        target, m = it.body.id, self.m
        if value.zone is None:
            melee = not it.fights.shoots
            near = sum(not o.fights.shoots for o in m.band(me.body.side) if m.zones[o.body.id] == m.zones[target])
            if value.spot == "open":
                return Effect(target, bound=SHOVE)
            return Effect(target, bound=SHOVE * (melee - 0.7 * near))
        return m.landed(it, value.zone).effect(target, bound=SHOVE if it.fights.shoots else 0.0)

    def _disarmed(self, it: UnitStats, key: str) -> float:
        after = fighter_of(gear.without(it.sheet, key))
        now, then = (max(each.usual.values(), default=0.0) for each in (it.fights, after))
        guard = max(0, it.fights.parry - after.parry)
        return DROPS * max(0.0, now - then) / max(0.05, now) * 0.5 + 0.04 * guard

    # -- cards

    def _exchanged(self, due: Due) -> Features:
        """What another card is worth in the rounds to come: turns that come before those of foes."""
        mine, its = self.m.stats.get(due.one), self.m.stats.get(due.other)
        if mine is None or its is None:
            return NONE
        low, high = sorted((due.card, due.theirs))
        between = [o for o in self.m.stats.values() if low < self.m.rank(o.body.id) < high]
        side = mine.body.side
        passed = 1 + sum(o.body.side != side for o in between)
        overtaken = 1 + sum(o.body.side == side for o in between)
        gain = EARLY * (mine.turn * passed + its.turn * overtaken)
        return {"order": gain if due.theirs < due.card else -gain}

    def _among_friends(self, due: Due | None) -> Features:
        """Those who can strike now go before the others as far as foes are between them."""
        if due is None:
            return NONE
        m, one, other = self.m, self.m.stats[due.one], self.m.stats[due.other]
        foes = [card for foe in m.foes(one.body.side) for card in foe.sheet.cards]
        after = [sum(each > card for each in foes) for card in (due.card, due.theirs)]
        return {"order": EARLY * (self._ready(one) - self._ready(other)) * (after[1] - after[0])}

    def _ready(self, it: UnitStats) -> float:
        """What coming early is worth to somebody: nothing until there is somebody in its reach."""
        m = self.m
        return it.turn * it.fights.left if m.busy(it.body.id) else 0.0

    # -- Harm

    def _rows(self, track: tuple[int, int, int]) -> Features:
        """How much room is left, dice that are lost, and whether one is left with one maneuver, if a setting has it."""
        slowed = float(track[2]) if severe_slows(self.m.board) else 0.0
        return {"room": float(room(track)), "slots": float(sum(track)), "slowed": slowed}

    # -- words

    def _insight(self, pair: tuple[Id, Id]) -> Features:
        """What a foe's weak spot is worth to a friend: what it could do to that foe, if that is the one to attack."""
        friend, foe = pair
        if self.m.prey(friend) != foe:
            return NONE
        cost, _ = self.m.worst(friend, foe)
        due = 1.0 if self.m.later(friend) else 0.5
        return {"insight": due * cost.cost * self.m.stats[foe].unit_value}
