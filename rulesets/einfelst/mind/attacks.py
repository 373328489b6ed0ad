"""Acts against foes on a member's turn, with their values: blows, shots, grapples, pushes, spells, words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from game.kit.mind.acts import act
from game.rules.planning_model import Act, Budget, Effect, ExpectedOutcome, Mask
from game.spatial.places import written
from rulesets.einfelst.mind.damage import Arm, UnitStats, beyond, chance, dice_of, sixes
from rulesets.einfelst.mind.view import BOTH, OPEN, PARTS, SLOW, EinfelstSideView, in_the_open, wide
from rulesets.einfelst.play import perils, spells, talk, wrestling
from rulesets.einfelst.play.attack import may_defend
from rulesets.einfelst.play.geometry import close, sees
from rulesets.einfelst.play.harm import grip, harmed_by
from rulesets.einfelst.play.maneuver import can_react
from rulesets.einfelst.play.moving import rooted, shoved_to
from rulesets.einfelst.play.pools import dice
from rulesets.einfelst.sheet.roster import Spell

ROUNDS = 3.0
"""Turns that holding somebody takes from it at most: a battle does not last long."""

GRIP = 1.5
"""The same of a grip just taken: friends come and holders fall. In battles 63 of them lasted 1.4 rounds."""

PRONE = 0.25
"""What lying on the ground is of being bound."""

PUSHED = 0.3
"""What being pushed about is of it."""

TALK = 0.15
"""What being lured somewhere is."""


class MemberAttacks:
    """What one member could do to the others, from some places, with a budget."""

    def __init__(self, moment: EinfelstSideView, me: UnitStats, budget: Budget, where: Mask) -> None:
        self.m, self.me, self.budget, self.where = moment, me, budget, where
        self.who, self.sheet = me.body.id, me.sheet
        self.zone, self.spot = moment.zones[self.who], moment.spot(self.who)
        self.here = 1 << self.spot & where
        self.slow = bool(budget) and budget[0] > 0 and budget[1] > 0

    def attacks(self) -> Iterator[Sequence[Act]]:
        """All that harms or hampers a foe, foe by foe."""
        if not self.slow or not self.sheet.free:
            return
        for it in self.m.foes(self.me.body.side):
            found = [*self._strikes(it), *self._wrestling(it), *self._casting(it), *self._talking(it)]
            yield [each._replace(outs=tuple(map(self._pressed, each.outs))) for each in found]

    def _pressed(self, out: ExpectedOutcome) -> ExpectedOutcome:
        """What something comes to, and that it is a fight: the longer it lasts the more that counts."""
        return ExpectedOutcome(out.effects, {**out.features, "fights": self.m.eager})

    # -- weapons

    def _strikes(self, it: UnitStats) -> Iterator[Act]:
        target, at = it.body.id, self.m.zones[it.body.id]
        for arm in self.me.fights.arms:
            if not harmed_by(it.sheet, arm.weapon.harm):
                continue
            for places, pay, first, ends in self._stands(it, at, arm):
                if not places:
                    continue
                smoky = wide(self.m.ground.smoky) if arm.afar else 0
                for part in (places & smoky, places & ~smoky):
                    if part:
                        here = (part & -part).bit_length() // PARTS
                        yield Act(arm.option(target), part, pay, self._struck(arm, it, here), ends, first)

    def _stands(self, it: UnitStats, at: int, arm: Arm) -> Iterator[tuple[Mask, Budget, str, int]]:
        """From where somebody can be attacked: places, the price, what must be done first, and where one is then."""
        if arm.draw:
            if self._matched(arm, it, at):
                return
            ready = arm.afar or (it.sheet.spot == "open" and self.spot % PARTS == OPEN) or close(self.me.body, it.body)
            if ready:
                yield wide(self.m.places(arm, at)) & self.here, BOTH, arm.draw, -1
        elif arm.afar:
            near = 1 << at if arm.mode == "thrown" and arm.weapon.melee else 0  # there it strikes
            yield wide(self.m.places(arm, at) & ~near) & self.where, SLOW, "", -1
        elif at != self.zone:
            if it.sheet.spot == "open":
                yield in_the_open(1 << at) & self.where, SLOW, "", -1
        elif close(self.me.body, it.body):
            yield self.here, SLOW, "", -1
        else:
            free, comes = in_the_open(1 << at), rooted(self.me.body) is None
            if it.sheet.spot == "open":
                yield free & self.where, SLOW, "", -1
                yield self.here & ~free if comes else 0, BOTH, "emerge", PARTS * at
            elif comes:
                yield self.here, BOTH, f"close {it.body.id}", PARTS * at

    def _matched(self, arm: Arm, it: UnitStats, at: int) -> bool:
        """Whether something in hand does as well from here as what must be drawn."""
        if arm.what.snares:
            return False
        m, here = self.m, 1 << self.zone
        cover = it.sheet.spot == "cover"

        def worth(one: Arm) -> float:
            return m.blow(self.me, one, it, self.zone, at, cover=cover, answered=False).cost

        ready = [one for one in self.me.fights.arms if not one.draw and m.places(one, at) & here]
        return any(worth(one) >= worth(arm) for one in ready)

    def _struck(self, arm: Arm, it: UnitStats, here: int) -> tuple[ExpectedOutcome, ...]:
        """What an attack comes to if it is let come, and if it is parried or dodged."""
        m, me, at = self.m, self.me, self.m.zones[it.body.id]
        near, known = close(me.body, it.body), it.body.id in self.sheet.insight
        features: dict[str, float] = {}
        if arm.mode == "thrown":
            spent = "spent" in arm.weapon.traits
            features["spends" if spent or self._armed_without(arm) else "disarmed"] = 1.0 if spent else me.unit_value
        found = []
        for answered in (False, True):
            if answered and not may_defend(it.sheet, melee=not arm.afar):
                break
            cover = it.sheet.spot == "cover" and not near
            cost = m.blow(me, arm, it, here, at, cover=cover, answered=answered, known=known)
            turns = m.price(it.body.id, not arm.afar) if answered else 0.0
            if arm.what.snares and not it.sheet.held:
                turns += cost.hit * lost_turns(chance(it.fights.force))
            found.append(ExpectedOutcome((cost.effect(it.body.id, turns),), features))
        return tuple(found)

    def _armed_without(self, arm: Arm) -> bool:
        """Whether something is left to fight with when a weapon is thrown."""
        return any(
            each.weapon.action == "strike" and each.key != arm.key and not each.weapon.natural
            for each in self.me.fights.arms
        )

    # -- bodies

    def _wrestling(self, it: UnitStats) -> Iterator[Act]:
        m, me, target = self.m, self.me, it.body.id
        at = m.zones[target]
        if not (wrestling.seizable(me.body) and wrestling.seizable(it.body)) or it.sheet.spot != "open":
            return
        places = in_the_open(1 << at) & self.where
        if not places:
            return
        mine, force = me.fights.force, it.fights.force
        if not it.sheet.held and not grip(m.board, self.who):
            lost = min(GRIP, lost_turns(chance(force, me.fights.grip)))
            outs = [ExpectedOutcome((Effect(target, turns=chance(mine) * lost),))]
            if can_react(it.sheet, "break free"):
                outs.append(
                    ExpectedOutcome((Effect(target, turns=chance(mine, force) * lost + m.price(target, True)),))
                )
            yield Act(f"grapple {target}", places, SLOW, tuple(outs))
        p = chance(mine, force)
        if not it.sheet.prone:
            after = any(friend.body.id in m.to_come for friend in m.friends(self.who))
            yield act(f"push {target} down", places, SLOW, Effect(target, bound=p * PRONE * (1.0 if after else 0.5)))
        if perils := m.ground.perils(at):
            for there in shoved_to(m.board, it.body):
                if perils >> there.number & 1:
                    cost = m.landed(it, there).times(fsum(beyond(mine, force)[1:]))
                    effect = cost.effect(target, bound=p * PUSHED)
                    yield act(f"push {target} {written(there)}", places, SLOW, effect)

    # -- magic and words

    def _casting(self, it: UnitStats) -> Iterator[Act]:
        if self.sheet.muffled:
            return
        for spell in self.sheet.profile.spells:
            if spell.target != "foe" or not spells.affects(self.m.board, spell, it.body):
                continue
            places = wide(self.m.ground.flown(self.m.zones[it.body.id], 0, spell.range)) & self.where
            if places:
                answers = (False, True) if self.m.resists(it, spell) else (False,)
                outs = tuple(self._cast(spell, it, answered=answered) for answered in answers)
                yield Act(f"cast {spell.key} {it.body.id}", places, SLOW, outs)

    def _cast(self, spell: Spell, it: UnitStats, *, answered: bool) -> ExpectedOutcome:
        m, target = self.m, it.body.id
        cost = m.spell(self.me, spell, it, answered=answered)
        turns = m.price(target) if answered else 0.0
        if spell.effect == "snare":
            turns += cost.hit * lost_turns(chance(it.fights.force))
        bound = cost.hit * PUSHED if spell.effect == "push" else 0.0
        return ExpectedOutcome((cost.effect(target, turns, bound), *self._frightened(spell)))

    def _frightened(self, spell: Spell) -> Iterator[Effect]:
        """What those suffer who see the spell cast, and have not yet."""
        for it in self.m.foes(self.me.body.side) if spell.fear else ():
            near = self.m.ground.flown(self.m.zones[it.body.id], 0, 1) >> self.zone & 1
            if near and spell.key not in it.sheet.faced and perils.feels(it.body):
                fails = 1 - chance(dice(perils.fear_pool(self.m.board, it.body)), 0, spell.fear)
                yield Effect(it.body.id, hurt=fails * perils.COSTS["risky"] / it.fights.frame.full)

    def _talking(self, it: UnitStats) -> Iterator[Act]:
        m, target, profile = self.m, it.body.id, it.sheet.profile
        places = wide(m.ground.flown(m.zones[target], 0, 1)) & self.where
        if not places or "mindless" in profile.traits:
            return
        if self.sheet.profile.speaks and not self.sheet.muffled and talk.wavers(it.body):
            p = chance(dice_of(self.sheet, "persuade"), it.fights.read)
            yield act(f"persuade {target}", places, SLOW, Effect(target, fell=p))
        zone = m.zones[target]
        if not (m.ground.gait(it).hops[zone] & m.ground.ablaze and m.later(target)):
            return  # elsewhere a step out of its way is not worth a slow maneuver
        p = chance(dice_of(self.sheet, *talk.LURES), it.fights.read)
        for there in talk.places(m.board, it.body):
            effect = m.burnt(it, perils.blaze(m.board, there)).times(p).effect(target, bound=p * TALK)
            yield act(f"lure {target} {written(there)}", places, SLOW, effect)

    def survey(self) -> Iterator[Act]:
        """A look around: a die for each of some who will attack, one with each success, or somebody in hiding found."""
        if not self.slow or not self.sheet.free:
            return
        successes = list(enumerate(sixes(self.me.fights.read)))
        if not self.m.foes(self.me.body.side):
            yield act("survey", self.where, SLOW, search=fsum(n * p for n, p in successes))
        elif helped := self._to_be_shown:
            yield act("survey", self.where, SLOW, insight=fsum(min(n, helped) * p for n, p in successes))

    @property
    def _to_be_shown(self) -> int:
        """How many of its side, itself among them, have somebody to attack whose weak spot it could show them."""
        m, found, here = self.m, 0, self.m.zone(self.zone)
        for it in m.band(self.me.body.side):
            foe = m.prey(it.body.id)
            if foe is not None and foe not in it.sheet.insight and sees(m.board, here, m.zone(m.zones[foe])):
                found += 1
        return found


def lost_turns(p: float) -> float:
    """Turns that somebody loses who gets free with a chance of ``p`` in each."""
    return min(ROUNDS, 0.3 + (1 - p) / max(0.05, p))
