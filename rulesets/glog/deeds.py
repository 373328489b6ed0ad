"""What a member could do on its turn: blows and gambits, spells, drink, gear, doors and tasks, and ways out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec.structs import replace

from game.kit.conditions import find
from game.kit.things import at_doors, at_levers, doors_beside, features_beside
from game.rules.dice import sides_of
from game.rules.readings import totals
from game.rules.wits import NONE, Act, Budget, Effect, Features, Mask, Out
from game.spatial.field import UNIT
from game.spatial.places import written
from rulesets.glog import gear, moving
from rulesets.glog.effects import FEET_A_DIE
from rulesets.glog.estimate import Arm, Frame, Harm, Mark, best, frame, lasting, struck, tested, usual, wounded
from rulesets.glog.gambits import ATTRIBUTE, OFFERED, Gambit, beset, swayed, worthwhile
from rulesets.glog.goals import GOALS
from rulesets.glog.light import gloom, in_gloom
from rulesets.glog.menu import quick
from rulesets.glog.nerve import Nerve
from rulesets.glog.reading import Look, behind, holders
from rulesets.glog.records import TAG_EFFECT, Spell, Weapon
from rulesets.glog.records import Effect as Suffering
from rulesets.glog.scene import Scene, befalls, keep, worst
from rulesets.glog.sheet import ASLEEP, DRUNK, FEET, FRAIL, WARD, Sheet
from rulesets.glog.spells import workable
from rulesets.glog.turn import group

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

OPENING = 0.17
"""What a Boon adds to the chance of a blow."""

_outs: dict[tuple[object, ...], Out] = {}


class Deeds:
    """What one member could do."""

    def __init__(self, scene: Scene, nerve: Nerve, mine: Mark, budget: Budget, where: Mask, *, flees: bool) -> None:
        self.scene, self.nerve, self.mine, self.where, self.flees = scene, nerve, mine, where, flees
        self.board, self.ground, self.sheet = scene.board, scene.ground, mine.body.sheet
        self.action, self.way, self.minor = budget
        self.here = scene.spot(mine)
        self.foes = scene.foes(mine.id)
        self.rooted = scene.rooted(mine.id)

    def acts(self) -> Iterator[Act]:
        """All of them."""
        found = [act for bunch in self.attacks() for act in bunch]
        yield from found
        if self.action:
            yield from self._helping()
            yield from self._leaving()
            if not found or self.flees:
                yield from self._sprint()
        yield from self._hands()
        yield from self._doors()

    def attacks(self) -> Iterator[list[Act]]:
        """What hurts or hampers foes, for each of them."""
        if self.action:
            for it in self.foes:
                yield [*self._blows(it), *self._gambits(it), *self._spells_at(it)]
            yield list(self._places())

    # -- blows

    def _blows(self, it: Mark) -> Iterator[Act]:
        mine, where = self.mine, self.where
        me = mine.frame
        if self.sheet.prone and self._may_stand:
            yield from self._with(it, me.standing(), "stand", (1, moving.STANDING // FEET, 0), self.here)
            where = self.here
        elif self.sheet.prone:
            where = self.here
        yield from self._with(it, me, "", (1, 0, 0), where)
        if self.minor < 1 or where & self.here == 0:
            return
        for key in self.sheet.depleted:
            if key in self.sheet.handy and gear.ammo_for(self.sheet, key):
                sheet = replace(self.sheet, depleted=tuple(each for each in self.sheet.depleted if each != key))
                ready = frame(replace(mine.body, sheet=sheet))
                arms = [arm for arm in ready.arms if arm.key == key]
                yield from self._with(it, ready, f"refill {key}", (1, 0, 1), where, arms)

    def _with(
        self, it: Mark, me: Frame, first: str, pay: Budget, where: Mask, arms: list[Arm] | None = None
    ) -> Iterator[Act]:
        for arm in arms or best_arms(me, it.frame):
            verb, rest = arm.option
            for look, mask in self.scene.looks(it, self.mine, arm, where):
                yield Act(f"{verb} {it.id} {rest}", mask, pay, (self._out(me, it, arm, look),), first=first)

    def _out(self, me: Frame, it: Mark, arm: Arm, look: Look) -> Out:
        """What an attack comes to; kept from moment to moment, by all that it depends on."""
        last = arm.mode == "thrown" and _is_last(me, arm)
        sleep = find(it.body.sheet.conditions, ASLEEP)
        sleeps = 1 + sleep.last - self.board.state.turn.round if sleep is not None else 0
        key = (me, it.id, it.frame, arm, look, last, sleeps, self.mine.stature, self.nerve.mood(it))
        found = _outs.get(key)
        if found is None:
            found = keep(_outs, key, self._reckoned(me, it, arm, look, last=last, sleeps=sleeps))
        return found

    def _reckoned(self, me: Frame, it: Mark, arm: Arm, look: Look, *, last: bool, sleeps: int) -> Out:
        harm = struck(me, arm, it.frame, look)
        hurt, turns, bound = harm.hurt, 0.0, 0.0
        stays = harm.hit - harm.fell
        turns -= stays * sleeps  # a blow wakes whom it does not kill
        for effect, chance in self._marks_of(me, arm):
            later = lasting(self.board, it.frame, effect, it.id)
            hurt += chance * stays * later.hurt
            turns += chance * stays * later.turns
            bound += chance * stays * later.bound
        features: dict[str, float] = {}
        if rout := self.nerve.shaken(it, harm):
            features["rout"] = rout
        if last:
            features["disarmed"] = self.mine.stature
        return Out((Effect(it.id, harm.fell, min(1.0, hurt), turns, bound),), features or NONE)

    @staticmethod
    def _marks_of(me: Frame, arm: Arm) -> Iterator[tuple[Suffering, float]]:
        """Effects that a hit may leave, with their chances: what its nature brings, what a Notch buys."""
        if arm.weapon.inflicts is not None:
            yield arm.weapon.inflicts, 1.0
        if not arm.natural and me.sheet.notches.get(arm.key, 0) + 1 < FRAIL:
            yield TAG_EFFECT[arm.use], 1 / sides_of(arm.weapon.die)[0]

    # -- gambits

    def _gambits(self, it: Mark) -> Iterator[Act]:
        """What is tried against somebody, and what it strikes back with where that fails."""
        scene, mine = self.scene, self.mine
        ring = scene.ring(it, mine.size) & (self.where if not self.sheet.prone else self.here)
        if mine.shooter or not ring:
            return
        crowd = 1 + beset(self.board, mine.body.side, it.body) - bool(self.here & scene.ring(it, mine.size))
        for what in OFFERED:
            if not worthwhile(self.board, mine.body, it.body, what):
                continue
            p = tested(self.sheet, ATTRIBUTE[what], swayed(self.sheet, it.body.sheet, what, crowd).total)
            if p >= LIKELY and (gain := self._gained(it, what, p, ring)) is not None:
                where, effects, features = gain
                yield Act(f"{what} {it.id}", where, (1, 0, 0), (Out((*effects, *self._answer(it, p)), features),))

    def _gained(self, it: Mark, what: Gambit, p: float, ring: Mask) -> tuple[Mask, tuple[Effect, ...], Features] | None:
        match what:
            case "trip":
                return ring, (tripped(self.scene, self.mine, it, p),), NONE
            case "disarm":
                return ring, (disarmed(it, p),), NONE
            case "grapple":
                bound = p * HELD * (2 if it.shooter else 1)
                return ring, (Effect(it.id, bound=bound), Effect(self.mine.id, bound=p * HELD)), NONE
            case "feint":
                arms = [worst(c.frame, it.frame, afar=False) for c in followers(self.scene, self.mine, it)]
                most = max((arm[1].cost / max(arm[1].hit, 0.05) for arm in arms if arm), default=0.0)
                return (ring, (Effect(it.id, hurt=2 * p * OPENING * most),), NONE) if most else None
            case "cow":
                return ring, (Effect(it.id),), {"rout": p * self.nerve.fails(it) * it.stature * it.left}
            case "shove":
                return self._shoved(it, p)
        return None

    def _shoved(self, it: Mark, p: float) -> tuple[Mask, tuple[Effect, ...], Features] | None:
        """A step back is worth something where the ground ends, or burns."""
        to = behind(self.board, self.mine.body, it.body) if self.here & self.scene.ring(it, self.mine.size) else None
        if to is None:
            return None
        space = self.scene.space
        drop = FEET * (space.floor(it.at, it.size) - space.floor(to, it.size)) // UNIT
        dice = [(f"{drop // FEET_A_DIE}d6", True)] if drop >= FEET_A_DIE else []
        dice += [(each.strength or "d6", False) for each in space.features_at(to) if each.kind in ("fire", "trap")]
        if not dice:
            return None
        fell, hurt = _drained(it.frame, *dice[0])
        return self.here, (Effect(it.id, p * fell, p * hurt, bound=p * EXPOSED * (drop >= FEET_A_DIE)),), NONE

    def _answer(self, it: Mark, p: float) -> tuple[Effect, ...]:
        """The blow that a failed gambit lets its target strike (D-41)."""
        if not it.body.sheet.acts or it.body.sheet.fleeing:
            return ()
        found = worst(it.frame, self.mine.frame, afar=False)
        return (Effect(self.mine.id, (1 - p) * found[1].fell, (1 - p) * found[1].hurt),) if found else ()

    # -- magic

    @cached_property
    def _sources(self) -> list[tuple[Spell, str, Features]]:
        """Spells that it could work, how their options' keys begin, and what they use up."""
        return [
            (spell, f"use {thing}" if thing else f"cast {spell.key}", {"spends": 1.0} if thing else {"cast": 1.0})
            for spell, thing in workable(self.mine.body)
        ]

    def _spells_at(self, it: Mark) -> Iterator[Act]:
        for spell, key, cost in self._sources:
            if spell.target == "foe" and (places := self.scene.castable(spell, it, self.mine, self.where)):
                effect = befalls(self.board, self.mine.frame, it, spell)
                rout = self.nerve.shaken(it, Harm(1, effect.fell, effect.hurt, 0, effect.fell))
                if spell.dreadful and f"{it.body.side} dread {spell.key}" not in self.board.state.turn.rung:
                    rout += self.nerve.runs(it.body.side)
                yield Act(f"{key} {it.id}", places, (1, 0, 0), (Out((effect,), {**cost, "rout": rout}),))

    def _places(self) -> Iterator[Act]:
        """Spells on places: near foes, friends spared where it can be; cast from here."""
        scene, ground, mine = self.scene, self.ground, self.mine
        for spell, key, cost in self._sources:
            if spell.target != "place" or not self.where & self.here:
                continue
            band = [*self.foes, mine, *scene.friends(mine.id)] if spell.effect != "light" else self._in_the_dark
            caught = [(scene.within(it, spell.radius, 1), it) for it in band]
            open_ = (
                scene.within(mine, spell.range, 1) & ground.seen_from(mine.at, mine.size).any & ground.steps(1).stand
            )
            worths: dict[int, float] = {}
            for mask, it in caught:
                mask &= open_
                value = it.stature if it.body.side != mine.body.side else -1.5 * it.stature
                while mask:
                    bit = mask & -mask
                    mask ^= bit
                    worths[bit] = worths.get(bit, 0.0) + value
            for bit in sorted((bit for bit in worths if worths[bit] > 0), key=lambda b: (-worths[b], b))[:CENTRES]:
                at = ground.cell(bit.bit_length() - 1)
                if spell.effect == "light":
                    if in_gloom(self.board, at, 1):
                        features = {**cost, "light": worths[bit]}
                        yield Act(f"{key} {written(at)}", self.here, (1, 0, 0), (Out((), features),))
                    continue
                struck_ = [it for mask, it in caught if mask & bit and scene.space.sees(at, it.at, 1, it.size)]
                effects = tuple(befalls(self.board, mine.frame, it, spell) for it in struck_)
                yield Act(f"{key} {written(at)}", self.here, (1, 0, 0), (Out(effects, cost),))

    @cached_property
    def _in_the_dark(self) -> list[Mark]:
        """Foes that the gloom hides from it."""
        if not gloom(self.board) or "sees in the dark" in self.sheet.profile.traits:
            return []
        return [it for it in self.foes if in_gloom(self.board, it.at, it.size)]

    def _helping(self) -> Iterator[Act]:
        """Grit for oneself and friends, wards, light."""
        scene, mine, sheet = self.scene, self.mine, self.sheet
        for key in sheet.things("liquor"):
            if sheet.left(key) > 0 and sheet.grit < sheet.profile.grit:
                features = {"heal": _mended(mine, gear.SWIG, sheet.profile.scores.modifier("discipline"))}
                if not sheet.has(DRUNK):
                    features["drunk"] = mine.turn
                yield Act(f"swig {key}", self.where, (1, 0, 0), (Out((), features),))
                break
        for spell, key, cost in self._sources:
            if spell.target != "ally":
                continue
            for it in (mine, *scene.friends(mine.id)):
                gain = _mended(it, spell.die, 0) if spell.effect == "mend" else 0.0
                guard = self._guarded(it, spell) if spell.effect == "ward" and not it.body.sheet.has(WARD) else 0.0
                places = self.where if it.id == mine.id else scene.castable(spell, it, mine, self.where)
                if places and gain + guard > 0:
                    out = Out((), {**cost, "heal": gain, "guard": guard})
                    yield Act(f"{key} {it.id}", places, (1, 0, 0), (out,))
        if self._in_the_dark and sheet.off == "" and (not sheet.hand or sheet.weapon(sheet.hand).hands < 2):
            for key in sheet.things("light")[:1]:
                lit = sum(it.stature for it in self._in_the_dark)
                yield Act(f"light {key}", self.where, (1, 0, 0), (Out((), {"light": lit}),))

    def _guarded(self, it: Mark, spell: Spell) -> float:
        """What a ward keeps from somebody in the rounds that it lasts."""
        spot = self.scene.spot(it)
        threats = [self.scene.menaces(foe.id, it.id, spot) for foe in self.foes]
        costs = [max((each.fell + 0.5 * each.hurt for each in some), default=0.0) for some in threats]
        return min(1.0, spell.amount / 10 * sum(costs) * min(spell.rounds, 3)) * it.stature

    # -- hands and feet

    @cached_property
    def _may_stand(self) -> bool:
        return self.sheet.prone and not self.rooted and self.way >= moving.STANDING // FEET

    def _hands(self) -> Iterator[Act]:
        """Getting up and free, and making ready what one fights with."""
        mine, sheet = self.mine, self.sheet
        if self._may_stand:
            yield Act("stand", self.here, (0, moving.STANDING // FEET, 0), (Out((), {"upright": mine.stature}),))
        if sheet.grappling and mine.shooter:
            yield Act("release", self.here, (0, 0, 0), (Out((), {"upright": 0.5 * mine.stature}),))
        if not self.action:
            return
        for it in holders(self.board, mine.id):
            p = tested(sheet, "might", swayed(sheet, it.sheet, "break", 0).total)
            back = self.scene.marks.get(it.id)
            effects = self._answer(back, p) if back is not None else ()
            yield Act(f"break {it.id}", self.here, (1, 0, 0), (Out(effects, {"upright": p * mine.stature}),))
        now = _fights_with(mine.frame)
        for key, after in self._readied():
            gain = _fights_with(frame(replace(mine.body, sheet=after))) - now
            if gain > 0.3:
                yield Act(key, self.where, (1, 0, 0), (Out((), {"arms": gain}),))
        yield from self._picking(now)

    def _readied(self) -> Iterator[tuple[str, Sheet]]:
        """What the action could make ready, and the sheet after it."""
        sheet = self.sheet
        for key in sheet.unloaded:
            if key in sheet.handy and key not in sheet.depleted:
                yield f"reload {key}", replace(sheet, unloaded=tuple(k for k in sheet.unloaded if k != key))
        for key in sheet.stowed:
            if not gear.room_for(sheet, sheet.item(key).slots):
                continue
            if sheet.is_weapon(key):
                yield f"fetch {key}", replace(sheet, handy=(*sheet.handy, key))
            elif sheet.thing(key).kind == "ammo":
                ready = tuple(k for k in sheet.depleted if sheet.weapon(k).ammo != sheet.thing(key).key)
                yield f"fetch {key}", replace(sheet, depleted=ready)

    def _picking(self, now: float) -> Iterator[Act]:
        if not gear.handed(self.sheet) or now > 2.0:
            return
        for thing in self.board.state.things.values():
            item = gear.lying(self.board, thing)
            if not isinstance(item, Weapon) or not gear.room_for(self.sheet, item.slots):
                continue
            sheet = replace(self.sheet, found=(*self.sheet.found, item), handy=(*self.sheet.handy, item.key))
            gain = _fights_with(frame(replace(self.mine.body, sheet=sheet))) - now
            places = self.ground.near(thing.at, 1, 1, self.mine.size) & self.where
            if gain > 0.3 and places:
                yield Act(f"take {thing.id}", places, (1, 0, 0), (Out((), {"arms": gain}),))

    def _doors(self) -> Iterator[Act]:
        space, mine = self.scene.space, self.mine
        handled, known = (mine.at, mine.size), self.scene.recall.handles
        if handled not in known:
            known[handled] = bool(doors_beside(space, *handled) or list(features_beside(space, *handled)))
        if not known[handled]:
            return
        edges = {door.id: door for door in self.ground.doors}
        levers = at_levers(self.board, features_beside(space, *handled))
        for found in (*at_doors(self.board, doors_beside(space, *handled)), *levers):
            free = quick(found)
            if found.opens and (self.minor if free else self.action):
                p = tested(self.sheet, "might") if found.verb == "force" else 1.0
                through = tuple(self.ground.through(edges[found.edge])) if found.edge in edges else ()
                pay = (0, 0, 1) if free else (1, 0, 0)
                yield Act(found.key, self.here, pay, (Out((), {"forced": 1 - p}),), through=through)

    def _leaving(self) -> Iterator[Act]:
        """Tasks, and the way out."""
        scene, mine = self.scene, self.mine
        aim = GOALS.task(self.board, mine.body.side)
        if aim is not None:
            places = 0
            for cell in aim.cells:
                places |= self.ground.near(cell, 1, 1, mine.size)
            if places & self.where:
                yield Act("work", places & self.where, (1, 0, 0), (Out((), {"task": 1.0}),))
        exits = self.exits & self.where
        if exits and not self.sheet.prone and not self.rooted:
            near = scene.pressing(mine.id)
            if calm := exits & ~near:
                yield Act("retreat", calm, (1, 0, 0), (Out((), {"away": 1.0}),))
            if self.here & exits & near:
                yield Act("retreat", self.here, (1, 0, 0), (Out(self._turned(), {"away": 1.0}),))

    def _sprint(self) -> Iterator[Act]:
        """More speed, for those who reach nobody or want to be gone."""
        mine = self.mine
        if not self.sheet.sprinted and not self.rooted and not self.sheet.prone:
            yield Act("sprint", self.here, (1, -mine.pace // FEET, 0), (Out((), {"sprints": 1.0}),))

    def _turned(self) -> tuple[Effect, ...]:
        """What foes beside do to a back that is turned (D-23)."""
        found = []
        for it in self.foes:
            arm = best(it.frame, afar=False)
            if arm is not None and it.body.sheet.acts and self.scene.ring(it, self.mine.size) & self.here:
                harm = struck(it.frame, arm, self.mine.frame, Look(FEET, "no cover"), True)
                found.append(Effect(self.mine.id, harm.fell, harm.hurt))
        return tuple(found)

    @cached_property
    def exits(self) -> Mask:
        """Places to leave the map from, for those who want to."""
        if self.flees:
            return self.ground.exits(self.mine.size)
        aim = GOALS.aim(self.board, self.mine.body.side)
        if aim.goal == "escape" and aim.who in ("", self.sheet.profile.name):
            return self.ground.covers(self.scene.space.mask(aim.cells), self.mine.size)
        return 0


def followers(scene: Scene, mine: Mark, it: Mark) -> list[Mark]:
    """Friends who could still strike somebody hand to hand before its turn comes."""
    turn, area = scene.board.state.turn, scene.area(it)
    others = ((c, c.body.sheet) for c in scene.friends(mine.id))
    due = [c for c, sheet in others if sheet.acts and not sheet.done and not sheet.fleeing]
    return [c for c in due if group(scene.board, c.body) == turn.block and scene.zone(c) & area]


def tripped(scene: Scene, mine: Mark, it: Mark, p: float) -> Effect:
    """What it is worth to have somebody on the ground."""
    return Effect(it.id, bound=p * (DOWN + EXPOSED * len(followers(scene, mine, it))))


def disarmed(it: Mark, p: float) -> Effect:
    """A turn is lost by whoever must pick up its weapon, unless it fights as well without."""
    usuals = {arm.key: usual(it.frame, arm) for arm in it.frame.arms if not arm.afar}
    now = usuals.pop(it.body.sheet.hand, 0.0)
    lost = 1 - max(FIST, *usuals.values()) / max(FIST, now) if usuals else 1 - FIST / max(FIST, now)
    return Effect(it.id, turns=p * max(0.0, min(1.0, 2 * lost)))


def best_arms(me: Frame, it: Frame) -> list[Arm]:
    """The arms worth thinking about: hand to hand the best, of the others the best and those that reach farther."""
    found: list[Arm] = []
    for afar in (False, True):
        most = -1
        for arm in sorted((each for each in me.arms if each.afar is afar), key=lambda each: -_against(me, each, it)):
            if arm.weapon.range > most:
                found.append(arm)
                most = arm.weapon.range if afar else 10_000
    return found


def _against(me: Frame, arm: Arm, it: Frame) -> float:
    return struck(me, arm, it, Look(FEET, "no cover")).cost


def _is_last(me: Frame, arm: Arm) -> bool:
    """Whether nothing to strike with would be left within reach if it were thrown."""
    sheet = me.sheet
    return not any(key != arm.key and sheet.is_weapon(key) and sheet.weapon(key).melee for key in sheet.handy)


def _fights_with(me: Frame) -> float:
    """Points of damage in a turn with the best that is ready."""
    return max((usual(me, arm) for arm in me.arms), default=0.0)


def _mended(it: Mark, die: str, more: int) -> float:
    """What Grit that comes back is worth, in statures."""
    sheet, ways = it.body.sheet, totals(die)
    grits = [(min(sheet.profile.grit, sheet.grit + max(0, face + more)), count) for face, count in ways]
    then = sum(count * it.frame.left(grit, sheet.flesh, sheet.stress) for grit, count in grits)
    return (then / sum(count for _, count in ways) / it.frame.health - 1) * it.stature


def _drained(it: Frame, dice: str, past: bool) -> tuple[float, float]:
    """What the dice of a fall or a fire do to somebody: the chance to be felled, and the share of health lost."""
    fell = hurt = 0.0
    every = sum(count for _, count in totals(dice))
    for total, count in totals(dice):
        grit, flesh, stress = wounded(it.sheet, total, past=past)
        fell += (not flesh) * count / every
        hurt += (1 - it.left(grit, flesh, stress) / it.health) * count / every * (flesh > 0)
    return fell, max(0.0, hurt)
