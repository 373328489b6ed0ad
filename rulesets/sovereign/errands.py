"""What a member could do on its turn that is no attack: spells, aid, hands and feet, doors, tasks, ways out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.kit.acts import act
from game.rules.wits import NONE, Act, Budget, Effect, Features, Mask
from game.spatial.places import written
from rulesets.sovereign.actions import screens_of
from rulesets.sovereign.arms import Mark, checked, mark
from rulesets.sovereign.blow import UNARMED
from rulesets.sovereign.gear import lying
from rulesets.sovereign.heart import wavers
from rulesets.sovereign.maneuvers import brawn, burden
from rulesets.sovereign.numbers import (
    CHECK,
    OPPOSED,
    best_check,
    combat_check,
    combat_skill,
    reload_cost,
    screen_check,
    shield_turns,
    shock_due,
)
from rulesets.sovereign.reading import FEET, holders, in_hand
from rulesets.sovereign.scene import Scene
from rulesets.sovereign.sheet import Spell
from rulesets.sovereign.spellwork import befalls, dose
from rulesets.sovereign.tending import KIT, heal_check, listeners

CENTRES = 3
"""Places for an area spell that are looked at."""

LEAST = 0.1
"""Statures that a screen must keep from its ward to be thought of."""

RETREATS = 2
"""Places that are looked at for whoever disengages."""


class Errands:
    """What one member could do besides attacking."""

    def __init__(self, scene: Scene, mine: Mark, budget: Budget, where: Mask, *, flees: bool) -> None:
        self.scene, self.mine, self.budget, self.where, self.flees = scene, mine, budget, where, flees
        self.ground, self.board = scene.ground, scene.board
        self.here = scene.ground.bit(mine.at)
        self.spot = self.here.bit_length() - 1
        self.sheet = mine.body.sheet
        self.clinch = scene.clinch(mine.id)
        self.foes = scene.foes(mine.body.side)
        self.strikers = scene.beside(mine.id, self.spot)
        main, move, _ = budget
        self.step: Budget | None = (0, 1, 0) if move else (1, 0, 0) if main else None
        """What a Move Action costs."""

    def acts(self, *, fights: bool) -> Iterator[Act]:
        """All of them; ``fights``: whether attacks and what goes with them are open to it."""
        main, move, free = self.budget
        if main and fights:
            if not self.clinch:
                yield from self._spells()
            yield from self._aid()
            yield from self._parley()
        if free:
            yield from self._whirl()
            yield from self._drop()
        if self.clinch:
            yield from self._loose()
        else:
            yield from self._things()
        if main and move and fights and not self.clinch:
            ambush = self._ambush()
            if ambush:
                yield act("hold", self.here, (1, 1, 0), **{"held back": ambush})
            yield from self._screens()
        if main:
            yield from self._slip("disengage", (1, 1, 0) if move else None)
        if free and "close combatant 2" in self.sheet.profile.feats:
            yield from self._slip("slip away", (0, 1, 1) if move else (1, 0, 1) if main else None)

    def _exposed(
        self, key: str, where: Mask, pay: Budget | None, features: Features = NONE, *effects: Effect
    ) -> Iterator[Act]:
        """Something that lets adjacent foes strike first: from where none is, and from here."""
        if pay is None:
            return
        zones = 0
        for _, zone in self.scene.zones(self.mine.id):
            zones |= zone
        calm = where & ~zones
        if calm:
            yield act(key, calm, pay, *effects, **features)
        if where & self.here & zones:
            struck = self.scene.struck(self.mine.id, self.strikers)
            stands = 1 - (struck[0].fell if struck else 0.0)
            borne = {name: stands * value for name, value in features.items()}
            yield act(key, self.here, pay, *effects, *struck, **borne)

    # -- hands and feet

    def _things(self) -> Iterator[Act]:
        scene, mine, sheet = self.scene, self.mine, self.sheet
        if sheet.prone:
            yield from self._exposed("stand", self.here, self.step, {"upright": 1.0})
        if self.budget[0]:
            yield from self._exposed("work", scene.work(mine.id) & self.where, (1, 0, 0), {"task": 1.0})
        yield from self._doors()
        if not sheet.prone:
            exits = scene.exits(mine.id, flees=self.flees) & self.ground.exits(mine.size)
            yield from self._exposed("leave", exits & self.where, self.step, {"away": 1.0})
        yield from self._pick_up()
        for key in sheet.unloaded:
            cost = reload_cost(mine.body, sheet.weapon(key))
            pay = {"free": (0, 0, 1), "move": self.step, "main": (1, 0, 0)}[cost]
            if pay is not None and key in sheet.ready and "quiver" in sheet.items and pay[0] <= self.budget[0]:
                best = mine.shot is not None and mine.shot.key == key
                yield act(f"reload {key}", self.here, pay, ready=mine.turn if best else 0.1)

    def _doors(self) -> Iterator[Act]:
        for found, through in self.scene.operations(self.mine.id):
            main = found.verb in ("force", "pull") or found.cost == "main"
            pay = (1, 0, 0) if main else self.step
            if pay is not None and pay[0] <= self.budget[0]:
                yield act(found.key, self.here, pay)._replace(through=through, opens=found.edge)

    def _pick_up(self) -> Iterator[Act]:
        mine, sheet = self.mine, self.sheet
        arm = mine.melee
        if not sheet.profile.humanoid or mine.shooter or (arm is not None and arm.key != UNARMED):
            return
        for thing in self.board.state.things.values():
            weapon = lying(self.board, thing)
            if weapon is None or not weapon.melee or (weapon.two_handed and sheet.off):
                continue
            beside = self.ground.near(thing.at, 1, 1, mine.size) & self.where
            yield from self._exposed(f"pick up {thing.id}", beside, self.step, {"pickup": mine.stature})

    def _loose(self) -> Iterator[Act]:
        me = self.mine.body
        grips = holders(self.board, me.id)
        if grips and self.budget[0]:
            mine = brawn(me).total
            p = checked(max(OPPOSED + burden(each, me).total for each in grips) - mine)
            yield act("break free", self.here, (1, 0, 0), upright=p)
        if self.sheet.grappling and self.budget[2] and self.mine.shooter:
            yield act("release", self.here, (0, 0, 1), upright=0.5)

    def _drop(self) -> Iterator[Act]:
        """Falling prone under missiles, where nobody comes near (E-58)."""
        if self.sheet.prone or self.clinch or self.flees:
            return
        space, mine = self.scene.space, self.mine
        gaps = ((it, space.distance(mine.at, it.at, mine.size, it.size)) for it in self.foes)
        if any(it.melee is not None and gap <= 2 * it.pace + it.melee.reach for it, gap in gaps):
            return
        strikes = [self.scene.strikes(it.id) for it in self.foes]
        shots = [each for each in strikes if each.reaches & self.here]
        if not shots:
            return
        body = self.mine.body
        prone = mark(replace(body, sheet=replace(body.sheet, prone=True)))
        saved = sum(each.lessened(self.mine, prone, self.here) for each in shots)
        if saved > 0:
            yield act("prone", self.here, (0, 0, 1), ducked=saved * self.mine.stature, upright=-0.3)

    def _whirl(self) -> Iterator[Act]:
        """The feat: Shock on everybody in reach, once a fight."""
        sheet, me = self.sheet, self.mine.body
        if "whirlwind" not in sheet.profile.feats or "whirlwind" in sheet.used or not sheet.hand:
            return
        weapon = in_hand(me)
        arm = next((arm for arm in self.mine.arms if arm.key == weapon.key and not arm.afar), None)
        effects = []
        for it in self.foes if arm else ():
            shock = 0 if shield_turns(it.body) else shock_due(me, it.body, weapon, "melee")
            if arm and shock and self.scene.looks(it.id, me.id, arm, self.here):
                fell = float(shock >= it.hp)
                effects.append(Effect(it.id, fell, 0.0 if fell else shock / it.hp))
        if len(effects) > 1 or any(effect.fell for effect in effects):
            yield act("whirlwind", self.here, (0, 0, 1), *effects)

    def _slip(self, key: str, pay: Budget | None) -> Iterator[Act]:
        """Getting out of the foes' reach without an opening, and going."""
        walk = self.scene.walk(self.mine.id, self.spot)
        if pay is None or self.clinch or not self.strikers:
            return
        away = walk.mask & ~self.here & ~walk.calm
        if self.flees:
            for layer in self.scene.ways(self.mine.size, self.ground.exits(self.mine.size)):
                if layer & away:
                    away &= layer
                    break
        else:
            for it in self.foes:
                away = away & ~self.scene.strikes(it.id).near or away
        for number in range(RETREATS):
            for layer in walk.layers:
                if layer & away:
                    bit = layer & away & -(layer & away)
                    away &= ~bit
                    yield act(key, self.here, pay)._replace(ends=bit.bit_length() - 1)
                    break
            if not number and not away:
                break

    # -- for others

    def _ambush(self) -> float:
        """What a held action is worth: to strike first at whoever comes, instead of being struck first."""
        mine = self.mine
        arm = mine.arm
        if arm is None or arm.unready:
            return 0.0
        best = 0.0
        for it in self.foes:
            if self.scene.looks(it.id, mine.id, arm, self.here):
                return 0.0
            if self.scene.strikes(it.id).near & self.here:
                best = max(best, it.stature * arm.harm(it).cost)
        return best

    def _screens(self) -> Iterator[Act]:
        """A body between a ward and its attackers (E-34)."""
        scene, mine = self.scene, self.mine
        if combat_skill(mine.body) < 1 or not screens_of(mine.body) or mine.shooter:
            return
        walk = scene.walk(mine.id, self.spot)
        for ward in scene.friends(mine.id):
            places = self.ground.near(ward.at, ward.size, 1, mine.size) & (walk.mask | self.here)
            if not places:
                continue
            spot = scene.ground.bit(ward.at)
            saved = 0.0
            for it in self.foes:
                arm = it.arm
                cost = scene.strikes(it.id).worst(ward.id, spot)
                if arm is None or not cost:
                    continue
                check = combat_check(it.body, arm.weapon, arm.mode).total
                stopped = 1 - checked(OPPOSED + screen_check(mine.body).total - check)
                instead = scene.strikes(it.id).worst(mine.id, spot) * mine.stature
                saved = max(saved, stopped * (cost * ward.stature - instead))
            if saved > LEAST:
                bit = _first(walk.layers, places) or self.here
                cell = self.ground.cell(bit.bit_length() - 1)
                told = act(f"screen {ward.id} {written(cell)}", self.here, (0, 1, 0), screened=saved)
                yield told._replace(ends=bit.bit_length() - 1)

    def _aid(self) -> Iterator[Act]:
        if KIT not in self.sheet.items:
            return
        for body in self.board.state.combatants.values():
            it = body.sheet
            if body.side != self.mine.body.side or not it.mortal or it.dead or it.stable or it.tended:
                continue
            p = checked(CHECK - heal_check(self.mine.body).total - it.mortal + self.board.state.turn.round)
            beside = self.ground.near(body.at, it.profile.size, 1, self.mine.size) & self.where
            if p:
                yield from self._exposed(f"aid {body.id}", beside, (1, 0, 0), {"aid": p})

    def _parley(self) -> Iterator[Act]:
        heard = listeners(self.board, self.mine.body)
        if heard and self.board.setup.options.get("parley", "broken") == "broken":
            p = checked(CHECK - best_check(self.mine.body, ("WIS", "Know"), ("INT", "Know")).total)
            # whoever runs is out of the fight without it
            won = {"won over": p * sum(mark(c).stature for c in heard if wavers(self.board, c))}
            effects = [Effect(c.id, p) for c in heard if not wavers(self.board, c)]
            yield from self._exposed("parley", self.here, (1, 0, 0), won, *effects)

    # -- spells

    def _spells(self) -> Iterator[Act]:
        for spell in self.sheet.profile.spells:
            if spell.casts > self.sheet.casts:
                continue
            cost = {"cast": float(spell.casts)}
            if spell.target == "foe":
                for it in self.foes:
                    places = self._from_where(it, spell)
                    if places:
                        yield act(f"cast {spell.key} {it.id}", places, (1, 0, 0), befalls(it, spell), **cost)
            elif spell.target == "area":
                yield from self._areas(spell, cost)
            elif spell.effect == "ward":
                yield from self._wards(spell, cost)
            elif spell.effect == "heal":
                yield from self._heals(spell, cost)

    def _from_where(self, it: Mark, spell: Spell) -> Mask:
        """Places from which a spell can be laid on somebody."""
        if it.id == self.mine.id:
            return self.where
        near = self.ground.near(it.at, it.size, spell.range // FEET, self.mine.size) & self.where
        if not spell.needs_sight or not near:
            return near
        if self.scene.space.obscured & self.scene.area(it):
            near &= self.ground.near(it.at, it.size, 1, self.mine.size)
        return self.ground.seeing(it.at, it.size, self.mine.size, near).any

    def _areas(self, spell: Spell, cost: Features) -> Iterator[Act]:
        """Centres on foes or beside them, friends spared where it can be; cast from here."""
        scene, ground, mine = self.scene, self.ground, self.mine
        radius = spell.radius // FEET
        friends = [mine, *scene.friends(mine.id)]
        open_ = ground.near(mine.at, mine.size, spell.range // FEET) & ground.seen_from(mine.at, mine.size).any
        planes = [
            (ground.near(it.at, it.size, radius) & open_ & ground.steps(1).stand, it) for it in (*self.foes, *friends)
        ]
        for number, _ in scene.centres(mine.id, planes, CENTRES):
            cell = ground.cell(number)
            near = [it for mask, it in planes if mask >> number & 1]
            effects = [befalls(it, spell) for it in near if scene.space.sees(cell, it.at, 1, it.size)]
            yield act(f"cast {spell.key} {written(cell)}", self.here, (1, 0, 0), *effects, **cost)

    def _wards(self, spell: Spell, cost: Features) -> Iterator[Act]:
        for it in (self.mine, *self.scene.friends(self.mine.id)):
            places = 0 if it.body.sheet.ward else self._from_where(it, spell)
            if places:
                spot = self.ground.bit(it.at)
                strikes = [self.scene.strikes(foe.id) for foe in self.foes]
                saved = sum(each.worst(it.id, spot) - each.worst(it.id, spot, ac=spell.amount) for each in strikes)
                guard = saved * it.stature * min(3, spell.rounds or 3)
                yield act(f"cast {spell.key} {it.id}", places, (1, 0, 0), **cost, guard=guard)

    def _heals(self, spell: Spell, cost: Features) -> Iterator[Act]:
        mean = dose(spell.dice, spell.amount, 1000)[0] if spell.dice else float(spell.amount)
        for body in self.board.state.combatants.values():
            sheet = body.sheet
            missing = sheet.profile.hp - sheet.hp
            if body.side != self.mine.body.side or sheet.dead or missing <= 0:
                continue
            it = mark(body)
            places = self._from_where(it, spell)
            if places:
                gain = min(mean, missing) / sheet.profile.hp * it.stature
                told = {**cost, "heal": gain, "revived": float(sheet.hp == 0)}
                yield act(f"cast {spell.key} {it.id}", places, (1, 0, 0), **told)


def _first(layers: list[Mask], mask: Mask) -> Mask:
    """The place of a mask that costs least to go to; 0 if there is none."""
    for layer in layers:
        if some := layer & mask:
            return some & -some
    return 0
