"""Acts against foes on a member's turn, with their values: blows, gambits, spells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import fsum

from msgspec.structs import replace

from game.kit.cache import BoundedCache
from game.kit.mind.acts import act, best_arms, chances
from game.kit.things import hazard_dice
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.planning_model import NONE, Act, Budget, Effect, ExpectedOutcome, Features, Mask
from game.spatial.field import UNIT
from game.spatial.places import written
from rulesets.glog.mind.damage import OPEN, Arm, Frame, UnitStats, frame, lasting, struck, tested, usual, wounded
from rulesets.glog.mind.view import Fate, GlogSideView, Loss, MoraleModel, befalls, dozes, loss, worst
from rulesets.glog.play.actions import REFILL
from rulesets.glog.play.assaults import ATTRIBUTE, OFFERED, Attempt, Gambit, attempts, key_of, pointless, swayed
from rulesets.glog.play.effects import FEET_A_DIE
from rulesets.glog.play.geometry import Look, answers, behind, gloom, in_gloom, sees
from rulesets.glog.play.spells import workable
from rulesets.glog.sheet.roster import TAG_EFFECT, Spell
from rulesets.glog.sheet.roster import Effect as Suffering
from rulesets.glog.sheet.sheet import FEET, FRAIL, STANDING

LIKELY = 0.35
"""The chance of a gambit from which on it is thought of."""

CENTRES = 3
"""Places for a spell on a place that are looked at."""

DOWN, EXPOSED = 0.06, 0.15
"""What a foe on the ground is bound by, and for each who may strike it before it gets up."""

HELD = 0.12
"""The same of one who is held."""

FIST = 1.0
"""Points of damage in a turn with bare hands."""

CLOSE = Look(FEET, "no cover", pressed=True)
"""How somebody beside one shoots."""

ALONE = 0.3
"""What a foe's turn spent on its weapon counts where no friend can strike it in that time: it is a turn for a turn, and
can go on for ever. What is tried for nothing takes no turn."""

OPENING = 0.17
"""What a Boon adds to the chance of a blow."""

_outs: BoundedCache[tuple[object, ...], ExpectedOutcome] = BoundedCache(2048)


class MemberAttacks:
    """The attacks, gambits and spells of one member."""

    def __init__(
        self, view: GlogSideView, nerve: MoraleModel, mine: UnitStats, budget: Budget, where: Mask, *, flees: bool
    ) -> None:
        self.view, self.nerve, self.mine, self.where, self.flees = view, nerve, mine, where, flees
        self.board, self.ground, self.sheet = view.board, view.ground, mine.body.sheet
        self.action, self.way = budget
        self.here = view.spot(mine)
        self.foes = view.foes(mine.body.side)
        self.bound = view.bound(mine.id)
        self._openings: dict[Id, list[Effect]] = {}

    def attacks(self) -> Iterator[list[Act]]:
        """Acts that hurt or hamper foes, for each of them."""
        if self.action:
            for it in self.foes:
                yield [*self._blows(it), *self._gambits(it), *self._spells_at(it)]
            yield list(self._places())

    # -- blows

    def _blows(self, it: UnitStats) -> Iterator[Act]:
        mine, where = self.mine, self.where
        me = mine.frame
        if self.sheet.prone and self._may_stand:
            yield from self._with(it, me.standing(), "stand", (1, STANDING // FEET), self.here)
            where = self.here
        elif self.sheet.prone:
            where = self.here
        yield from self._with(it, me, "", (1, 0), where)
        if where & self.here == 0:
            return
        for refill in REFILL.open_to(self.board, mine.body):
            sheet = replace(self.sheet, depleted=tuple(each for each in self.sheet.depleted if each != refill.value))
            ready = frame(replace(mine.body, sheet=sheet))
            arms = [arm for arm in ready.arms if arm.key == refill.value]
            yield from self._with(it, ready, refill.key, (1, 0), where, arms)

    def _with(
        self, it: UnitStats, me: Frame, first: str, pay: Budget, where: Mask, arms: list[Arm] | None = None
    ) -> Iterator[Act]:
        target = it.frame
        for arm in arms or best_arms(
            me.arms, lambda arm: struck(me, arm, target, OPEN).toll.cost, lambda arm: arm.most
        ):
            verb, rest = arm.option
            for look, mask in self.view.looks(it, self.mine, arm, where):
                yield Act(f"{verb} {it.id} {rest}", mask, pay, (self._out(me, it, arm, look),), first=first)

    def _out(self, me: Frame, it: UnitStats, arm: Arm, look: Look) -> ExpectedOutcome:
        """What an attack comes to; kept from moment to moment, by all that it depends on."""
        last = arm.mode == "thrown" and _is_last(me, arm)
        sleeps = dozes(self.board, it.body.sheet)
        key = (me, it.id, it.frame, arm, look, last, sleeps, self.mine.unit_value, self.nerve.mood(it))
        return _outs.of(key, self._reckoned, me, it, arm, look, last=last, sleeps=sleeps)

    def _reckoned(self, me: Frame, it: UnitStats, arm: Arm, look: Look, *, last: bool, sleeps: int) -> ExpectedOutcome:
        harm = struck(me, arm, it.frame, look)
        stays = harm.toll.hit - harm.toll.fell
        hurt, turns, bound = harm.toll.hurt, -stays * sleeps, 0.0  # a blow wakes whom it does not kill
        for effect, chance in self._marks_of(me, arm):
            later = lasting(self.board, it.frame, effect, it.id)
            hurt += chance * stays * later.hurt
            turns += chance * stays * later.turns
            bound += chance * stays * later.bound
        features: dict[str, float] = {}
        if rout := self.nerve.shaken(it.body.side, [loss(it, harm)]):
            features["rout"] = rout
        if harm.brink > 0 and (ran := self.nerve.dreaded(it)):
            features["brink"] = harm.brink * ran
        if last:
            features["disarmed"] = self.mine.unit_value
        return ExpectedOutcome((Effect(it.id, harm.toll.fell, min(1.0, hurt), turns, bound),), features or NONE)

    @staticmethod
    def _marks_of(me: Frame, arm: Arm) -> Iterator[tuple[Suffering, float]]:
        """Effects that a hit may leave, with their chances: what its nature brings, what a Notch buys."""
        if arm.weapon.inflicts is not None:
            yield arm.weapon.inflicts, 1.0
        if not arm.natural and me.sheet.notches.get(arm.key, 0) + 1 < FRAIL:
            yield TAG_EFFECT[arm.use], 1 / sides_of(arm.weapon.die)[0]

    # -- gambits

    def _gambits(self, it: UnitStats) -> Iterator[Act]:
        """What is tried against somebody, and what it strikes back with where that fails."""
        view, mine = self.view, self.mine
        ring = view.ring(it, mine.size) & (self.where if not self.sheet.prone else self.here)
        if mine.shooter or not ring:
            return
        crowd = 1 + view.crowd(mine.body.side, it.id) - bool(self.here & view.ring(it, mine.size))
        for what in OFFERED:
            if pointless(self.board, mine.body, it.body, what):
                continue
            p = tested(self.sheet, ATTRIBUTE[what], swayed(self.sheet, it.body.sheet, what, crowd).total)
            if p < LIKELY:
                continue
            for attempt in attempts(it.body, what):
                if (gain := self._gained(it, attempt, p, ring)) is not None:
                    where, effects, features = gain
                    outs = tuple(ExpectedOutcome((*effects, *answer), features) for answer in self._answers(it, 1 - p))
                    yield Act(key_of(it.body, attempt), where, (1, 0), outs)

    def _gained(
        self, it: UnitStats, attempt: Attempt, p: float, ring: Mask
    ) -> tuple[Mask, tuple[Effect, ...], Features] | None:
        match attempt.what:
            case "trip":
                return ring, (tripped(self.view, self.mine, it, p),), NONE
            case "disarm":
                share = 1.0 if joined(self.view, self.mine, it) else ALONE
                return (ring, (disarmed(it, share * p),), NONE) if attempt.item == it.body.sheet.armed else None
            case "grapple":
                bound = p * HELD * (2 if it.shooter else 1)
                return ring, (Effect(it.id, bound=bound), Effect(self.mine.id, bound=p * HELD)), NONE
            case "feint":
                arms = [worst(c.frame, it.frame, afar=False) for c in later_attackers(self.view, self.mine, it)]
                most = max((arm[1].toll.cost / max(arm[1].toll.hit, 0.05) for arm in arms if arm), default=0.0)
                return (ring, (Effect(it.id, hurt=2 * p * OPENING * most),), NONE) if most else None
            case "cow":
                return ring, (Effect(it.id),), {"rout": p * self.nerve.fails(it) * it.unit_value * it.left}
            case "shove":
                return self._shoved(it, p)
        return None

    def _shoved(self, it: UnitStats, p: float) -> tuple[Mask, tuple[Effect, ...], Features] | None:
        """A step back is worth something where the ground ends, or burns."""
        to = behind(self.board, self.mine.body, it.body) if self.here & self.view.ring(it, self.mine.size) else None
        if to is None:
            return None
        space = self.view.space
        drop = FEET * (space.floor(it.at, it.size) - space.floor(to, it.size)) // UNIT
        dice = [(f"{drop // FEET_A_DIE}d6", True)] if drop >= FEET_A_DIE else []
        hazards = [hazard_dice(each, "d6") for each in space.features_at(to)]
        dice += [(hazard, False) for hazard in hazards if hazard]
        if not dice:
            return None
        fell, hurt = _drained(it.frame, *dice[0])
        return self.here, (Effect(it.id, p * fell, p * hurt, bound=p * EXPOSED * (drop >= FEET_A_DIE)),), NONE

    def _answers(self, it: UnitStats, fails: float) -> list[tuple[Effect, ...]]:
        """What a gambit that fails so often lets its target do, each way: a blow, or a gambit of its own (D-41)."""
        if it.id not in self._openings:
            self._openings[it.id] = list(self._opened_to(it))
        found: list[tuple[Effect, ...]] = [
            (Effect(who, fails * fell, fails * hurt, fails * turns, fails * bound),)
            for who, fell, hurt, turns, bound in self._openings[it.id]
        ]
        return found or [()]

    def _opened_to(self, it: UnitStats) -> Iterator[Effect]:
        mine = self.mine
        if not answers(it.body):
            return
        for blow in (worst(it.frame, mine.frame, afar=False), worst(it.frame, mine.frame, afar=True, at=CLOSE)):
            if blow is not None:
                yield blow[1].toll.effect(mine.id)
        crowd = max(1, self.view.crowd(it.body.side, mine.id))
        for what in ("trip", "disarm", "grapple"):
            if not pointless(self.board, it.body, mine.body, what):
                yield tried(self.view, it, mine, what, crowd)
        for spell, _ in workable(it.body):
            if spell.target != "ally" and spell.effect != "light":
                yield befalls(self.board, it.frame, mine, spell).effect

    # -- magic

    @cached_property
    def _sources(self) -> list[tuple[Spell, str, Features]]:
        """Spells that it could work, how their options' keys begin, and what they use up."""
        return [
            (spell, f"use {thing}" if thing else f"cast {spell.key}", {"spends": 1.0} if thing else {"cast": 1.0})
            for spell, thing in workable(self.mine.body)
        ]

    def _spells_at(self, it: UnitStats) -> Iterator[Act]:
        for spell, key, cost in self._sources:
            if spell.target == "foe" and (places := self.view.castable(spell, it, self.mine, self.where)):
                fate = befalls(self.board, self.mine.frame, it, spell)
                rout = self._routed([(it, fate)])
                if spell.dreadful:
                    seeing = [c for c in self.foes if c is it or sees(self.board, c.body, self.mine.body)]
                    rout += fsum(self.nerve.scared(c, spell.key) for c in seeing)
                yield act(f"{key} {it.id}", places, (1, 0), fate.effect, **cost, rout=rout)

    def _routed(self, fates: Sequence[tuple[UnitStats, Fate]]) -> float:
        """Statures of foes that may run for what a spell does, less those of one's own side."""
        losses = [Loss(it, fate.effect.fell, fate.out, fate.bled) for it, fate in fates]
        return self.nerve.routed(self.mine.body.side, losses)

    def _places(self) -> Iterator[Act]:
        """Spells on places: near foes, friends spared where it can be; cast from here."""
        view, ground, mine = self.view, self.ground, self.mine
        for spell, key, cost in self._sources:
            if spell.target != "place" or not self.where & self.here:
                continue
            band = self._in_the_dark
            if spell.effect != "light":
                band = [*self.foes, mine, *view.friends(mine.id)]
                band = [it for it in band if any(befalls(self.board, mine.frame, it, spell).effect[1:])]
            caught = [(view.within(it, spell.radius, 1), it) for it in band]
            open_ = view.within(mine, spell.range, 1) & ground.seen_from(mine.at, mine.size).any & ground.steps(1).stand
            for number, worth in view.centres(mine.id, [(mask & open_, it) for mask, it in caught], CENTRES):
                at, told = ground.cell(number), f"{key} {written(ground.cell(number))}"
                if spell.effect != "light":
                    hit = [it for mask, it in caught if mask >> number & 1 and view.space.sees(at, it.at, 1, it.size)]
                    fates = [(it, befalls(self.board, mine.frame, it, spell)) for it in hit]
                    effects = [fate.effect for _, fate in fates]
                    yield act(told, self.here, (1, 0), *effects, **cost, rout=self._routed(fates))
                elif in_gloom(self.board, at, 1):
                    yield act(told, self.here, (1, 0), **cost, light=worth)

    @cached_property
    def _in_the_dark(self) -> list[UnitStats]:
        """Foes that the gloom hides from it."""
        if not gloom(self.board) or "sees in the dark" in self.sheet.profile.traits:
            return []
        return [it for it in self.foes if in_gloom(self.board, it.at, it.size)]

    # -- hands and feet

    @cached_property
    def _may_stand(self) -> bool:
        return self.sheet.prone and self.way >= STANDING // FEET


def later_attackers(view: GlogSideView, mine: UnitStats, it: UnitStats) -> list[UnitStats]:
    """Friends who could still strike somebody hand to hand before its turn comes."""
    area = view.area(it)
    return [c for c in view.friends(mine.id) if view.acts_before_foes(c.id) and view.zone(c.id) & area]


def tried(view: GlogSideView, mine: UnitStats, it: UnitStats, what: Gambit, crowd: int) -> Effect:
    """What comes of a gambit for nothing, which can't fail back; of what only shoves, feints or cows nothing."""
    p = tested(mine.body.sheet, ATTRIBUTE[what], swayed(mine.body.sheet, it.body.sheet, what, crowd).total)
    match what:
        case "trip":
            return tripped(view, mine, it, p)
        case "disarm":
            return disarmed(it, p)
        case "grapple":
            return Effect(it.id, bound=p * HELD)
    return Effect(it.id)


def tripped(view: GlogSideView, mine: UnitStats, it: UnitStats, p: float) -> Effect:
    """Value of having somebody on the ground."""
    return Effect(it.id, bound=p * (DOWN + EXPOSED * len(later_attackers(view, mine, it))))


def joined(view: GlogSideView, mine: UnitStats, it: UnitStats) -> bool:
    """Whether a friend could strike somebody hand to hand as well."""
    area = view.area(it)
    return any(view.zone(c.id) & area for c in view.friends(mine.id))


def disarmed(it: UnitStats, p: float) -> Effect:
    """A turn is lost by whoever must pick up its weapon, unless it fights as well without."""
    usuals = {arm.key: usual(it.frame, arm) for arm in it.frame.arms if not arm.afar}
    now = usuals.pop(it.body.sheet.armed, 0.0)
    lost = 1 - max(FIST, *usuals.values()) / max(FIST, now) if usuals else 1 - FIST / max(FIST, now)
    return Effect(it.id, turns=p * max(0.0, min(1.0, 2 * lost)))


def _is_last(me: Frame, arm: Arm) -> bool:
    """Whether nothing to strike with would be left within reach if it were thrown."""
    sheet = me.sheet
    return not any(key != arm.key and sheet.is_weapon(key) and sheet.weapon(key).melee for key in sheet.handy)


def _drained(it: Frame, dice: str, past: bool) -> tuple[float, float]:
    """What the dice of a fall or a fire do to somebody: the chance to be felled, and the share of health lost."""
    fell = hurt = 0.0
    for total, p in chances(dice):
        grit, flesh, stress = wounded(it.sheet, total, past=past)
        fell += (not flesh) * p
        hurt += (1 - it.left(grit, flesh, stress) / it.health) * p * (flesh > 0)
    return fell, max(0.0, hurt)
