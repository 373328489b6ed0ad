"""What a member could do on its turn that is no attack: spells, aid, hands and feet, doors, tasks, ways out."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from game.kit.cell_masks import nearest
from game.kit.mind.acts import act, chances, dealt
from game.rules.planning_model import NONE, Act, Budget, Effect, Features, Mask
from game.spatial.places import written
from rulesets.sovereign.mind.attacks import MemberAttacks, MoraleModel
from rulesets.sovereign.mind.damage import UnitStats, befalls, checked, lying, stats_of
from rulesets.sovereign.mind.view import SovereignSideView
from rulesets.sovereign.play.attack import screens_of, whirled
from rulesets.sovereign.play.blow import UNARMED
from rulesets.sovereign.play.gear import readies_freely
from rulesets.sovereign.play.geometry import FEET, holders, sharing
from rulesets.sovereign.play.maneuvers import brawn, burden
from rulesets.sovereign.play.menu import in_the_way, takes_main, to_pick_up
from rulesets.sovereign.play.numbers import (
    CHECK,
    OPPOSED,
    combat_check,
    combat_skill,
    reload_cost,
    screen_check,
    shield_turns,
)
from rulesets.sovereign.play.spells import castable
from rulesets.sovereign.play.tending import KIT, aid_check, appeal, dying, listeners
from rulesets.sovereign.sheet.sheet import Spell

CENTRES = 3
"""Places for an area spell that are looked at."""

LEAST = 0.1
"""Statures that a screen must keep from its ward to be thought of."""

RETREATS = 2
"""Places that are looked at for whoever disengages."""


class MemberActions(MemberAttacks):
    """Acts of one member besides attacks."""

    def __init__(
        self,
        view: SovereignSideView,
        hearts: MoraleModel,
        mine: UnitStats,
        budget: Budget,
        where: Mask,
        *,
        fights: bool,
        flees: bool,
    ) -> None:
        """``fights``: attacks and what goes with them are open to it; ``flees``: it wants to be gone."""
        super().__init__(view, hearts, mine, budget, where)
        self.fights, self.flees = fights, flees
        self.ground, self.board, self.sheet = view.ground, view.board, mine.body.sheet
        main, move, _ = budget
        self.step: Budget | None = (0, 1, 0) if move else (1, 0, 0) if main else None
        """What a Move Action costs."""

    def errands(self, *, attacks: bool) -> Iterator[Act]:
        """All of them; ``attacks``: whether there is any attack to make in their place."""
        main, move, free = self.budget
        if main and self.fights:
            if not self.clinch:
                yield from self._spells()
            yield from self._aid()
            yield from self._parley()
        if free and self.fights:
            yield from self._whirl()
            yield from self._drop()
        if self.sheet.prone:  # where somebody is in its place it crawls off before (ruling S-69)
            rising = self.here if sharing(self.board, self.mine.body) is None else self.where & ~self.here
            yield from self._exposed("stand", rising, self.step, {name: -by for name, by in self._lying().items()})
        if self.clinch:
            yield from self._loose()
        else:
            yield from self._things()
            if self.fights and not attacks and self.mine.shot is None:
                yield from self._bows()
        if main and move and self.fights and not self.clinch:
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
        for _, zone in self.view.zones(self.mine.id):
            zones |= zone
        calm = where & ~zones
        if calm:
            yield act(key, calm, pay, *effects, **features)
        if where & self.here & zones:
            stands = 1 - fsum(effect.fell for effect in self.risk)
            borne = {name: stands * value for name, value in features.items()}
            yield act(key, self.here, pay, *effects, *self.risk, **borne)

    # -- hands and feet

    def _things(self) -> Iterator[Act]:
        view, mine, sheet = self.view, self.mine, self.sheet
        if self.budget[0] and self.fights:
            yield from self._exposed("work", view.work(mine.id) & self.where, (1, 0, 0), {"task": 1.0})
        for found in view.operations(mine.id):
            pay: Budget | None = (1, 0, 0) if takes_main(found) else self.step
            if pay is not None and pay[0] <= self.budget[0]:
                yield act(found.key, self.here, pay)._replace(opens=found.edge)
        if not sheet.prone:
            exits = view.exits(mine.id, flees=self.flees) & self.ground.exits(mine.size)
            yield from self._exposed("leave", exits & self.where, self.step, {"away": 1.0})
        if not self.fights:
            return
        if not mine.shooter and (mine.melee is None or mine.melee.key == UNARMED):
            for thing, weapon in to_pick_up(self.board, mine.body):
                beside = self.ground.near(thing.at, 1, 1, mine.size) & self.where
                if weapon.melee and in_the_way(self.board, mine.body, weapon) is None:
                    yield from self._exposed(f"pick up {thing.id}", beside, self.step, {"pickup": mine.unit_value})
        for key in sheet.unloaded:
            pay = {"free": (0, 0, 1), "move": self.step, "main": (1, 0, 0)}[reload_cost(mine.body, sheet.weapon(key))]
            if pay is not None and key in sheet.ready and "quiver" in sheet.items and pay[0] <= self.budget[0]:
                best = mine.shot is not None and mine.shot.key == key
                yield act(f"reload {key}", self.here, pay, ready=mine.turn if best else 0.1)

    def _bows(self) -> Iterator[Act]:
        """A bow from the pack, where no foe can come to blows and nobody can be struck."""
        view, mine, sheet = self.view, self.mine, self.sheet
        reach = max((foe.reach for foe in view.foes(mine.body.side)), default=1)
        if "quiver" not in sheet.items or not view.out_of_reach(mine.id, reach):
            return
        for item in dict.fromkeys(sheet.stowed):
            if sheet.owns(item) and not sheet.weapon(item).melee:
                if readies_freely(sheet, item):
                    yield act(f"ready {item}", self.here, (0, 0, 0), ready=mine.turn)
                elif self.budget[0]:
                    yield act(f"ready {item}", self.where, (1, 0, 0), ready=mine.turn)

    def _loose(self) -> Iterator[Act]:
        me = self.mine.body
        grips = holders(self.board, me.id)
        if grips and self.budget[0]:
            p = checked(max(OPPOSED + burden(each, me).total for each in grips) - brawn(me).total)
            yield act("break free", self.here, (1, 0, 0), upright=p)
        if self.sheet.grappling and self.budget[2] and self.mine.shooter:
            yield act("release", self.here, (0, 0, 1), upright=0.5)

    def _drop(self) -> Iterator[Act]:
        """Falling prone under missiles."""
        if not (self.sheet.prone or self.clinch or self.flees):
            features = self._lying()
            if features.get("ducked"):
                yield act("prone", self.here, (0, 0, 1), **features)._replace(stays=True)

    def _lying(self) -> Features:
        """What lying here is worth, rather than being on one's feet; getting up takes as much, so neither is undone.

        Shots pass over whoever lies; where somebody may come near that is no comfort (E-58).
        """
        space, mine = self.view.space, self.mine
        gaps = ((it, space.distance(mine.at, it.at, mine.size, it.size)) for it in self.foes)
        if any(it.melee is not None and gap <= 2 * it.pace + it.melee.reach for it, gap in gaps):
            return {"upright": -1.0}
        strikes = [self.view.strikes(it.id) for it in self.foes]
        up, down = (lying(mine, prone=prone) for prone in (False, True))
        saved = fsum(each.lessened(up, down, self.here) for each in strikes if each.reaches & self.here)
        return {"ducked": saved * mine.unit_value, "upright": -0.3} if saved > 0 else {"upright": -1.0}

    def _whirl(self) -> Iterator[Act]:
        sheet, effects = self.sheet, []
        if "whirlwind" not in sheet.profile.feats or "whirlwind" in sheet.used or not sheet.hand:
            return
        for it in self.foes:
            shock = 0 if shield_turns(it.body) else whirled(self.board, self.mine.body, it.body)
            if shock:
                effects.append(dealt([(shock, 1.0)], it.hp).effect(it.id))
        if len(effects) > 1 or any(effect.fell for effect in effects):
            yield act("whirlwind", self.here, (0, 0, 1), *effects)

    def _slip(self, key: str, pay: Budget | None) -> Iterator[Act]:
        """Getting out of the foes' reach without an opening, and going."""
        view, mine = self.view, self.mine
        if pay is None or self.clinch or not view.beside(mine.id, self.spot):
            return
        walk = view.walk(mine.id, self.spot)
        away = walk.mask & ~self.here & ~walk.calm
        if self.flees:
            away = nearest(view.distance_layers(mine.id, self.ground.exits(mine.size)), away)[1] or away
        else:
            for it in self.foes:
                away = away & ~view.strikes(it.id).near or away
        for _ in range(RETREATS):
            spot = walk.first(away)
            if spot >= 0:
                away &= ~(1 << spot)
                yield act(key, self.here, pay)._replace(ends=spot)

    # -- for others

    def _ambush(self) -> float:
        """What a held action is worth: to strike first at whoever comes, instead of being struck first.

        Who shoots does not come, and who has several within reach comes to one of them.
        """
        mine, view = self.mine, self.view
        arm = mine.arm
        if arm is None or arm.unready:
            return 0.0
        best = 0.0
        for it in self.foes:
            if view.looks(it.id, mine.id, arm, self.here):
                return 0.0
            near = 0 if it.shooter else view.strikes(it.id).near
            if near & self.here:
                others = sum(bool(near & view.spot(friend)) for friend in view.friends(mine.id))
                best = max(best, it.unit_value * arm.harm(it).cost / (1 + others))
        return best

    def _screens(self) -> Iterator[Act]:
        """A body between a ward and its attackers (E-34)."""
        view, mine = self.view, self.mine
        if combat_skill(mine.body) < 1 or not screens_of(mine.body) or mine.shooter or self.sheet.prone:
            return
        walk = view.walk(mine.id, self.spot)
        for ward in view.friends(mine.id):
            places = self.ground.near(ward.at, ward.size, 1, mine.size) & (walk.mask | self.here)
            if not places:
                continue
            place, saved = view.spot(ward), 0.0
            for it in self.foes:
                arm, strikes = it.arm, view.strikes(it.id)
                cost = strikes.worst(ward.id, place)
                if arm is None or not cost:
                    continue
                check = combat_check(it.body, arm.weapon, arm.mode).total
                stopped = 1 - checked(OPPOSED + screen_check(mine.body).total - check)
                instead = strikes.worst(mine.id, place) * mine.unit_value
                saved = max(saved, stopped * (cost * ward.unit_value - instead))
            if saved > LEAST:
                spot = walk.first(places)
                key = f"screen {ward.id} {written(self.ground.cell(spot))}"
                yield act(key, self.here, (0, 1, 0), screened=saved)._replace(ends=spot)

    def _aid(self) -> Iterator[Act]:
        if KIT not in self.sheet.items:
            return
        for body in dying(self.board, self.mine.body.side):
            p = checked(CHECK - aid_check(self.board, self.mine.body, body).total)
            beside = self.ground.near(body.at, body.sheet.profile.size, 1, self.mine.size) & self.where
            if p:
                yield from self._exposed(f"aid {body.id}", beside, (1, 0, 0), {"aid": p})

    def _parley(self) -> Iterator[Act]:
        heard = listeners(self.board, self.mine.body)
        if heard and self.board.setup.options.get("parley", "broken") == "broken":
            p = checked(CHECK - appeal(self.mine.body).total)
            # whoever runs is out of the fight without it
            won = {"won over": p * fsum(stats_of(c).unit_value for c in heard if self.hearts.wavers(c.id))}
            effects = [Effect(c.id, p) for c in heard if not self.hearts.wavers(c.id)]
            yield from self._exposed("parley", self.here, (1, 0, 0), won, *effects)

    # -- spells

    def _spells(self) -> Iterator[Act]:
        for spell in castable(self.mine.body):
            cost = {"cast": float(spell.casts)}
            if spell.target == "area":
                yield from self._areas(spell, cost)
                continue
            for it, effects, features in self._laid(spell):
                if places := self._from_where(it, spell):
                    yield act(f"cast {spell.key} {it.id}", places, (1, 0, 0), *effects, **cost, **features)

    def _laid(self, spell: Spell) -> Iterator[tuple[UnitStats, tuple[Effect, ...], Features]]:
        """On whom a spell is worth laying, and what it does: harm to foes, a ward or healing for one's own side."""
        mine, friends = self.mine, self.view.friends(self.mine.id)
        if spell.target == "foe":
            yield from ((it, (befalls(it, spell),), NONE) for it in self.foes)
        elif spell.effect == "ward":
            for it in (mine, *friends):
                if not it.body.sheet.ward:
                    saved = self.view.spared(it, self.view.spot(it), self.foes, ac=spell.amount)
                    yield it, (), {"guard": saved * min(3, spell.rounds or 3)}
        elif spell.effect == "heal":
            mean = spell.amount + fsum(p * total for total, p in chances(spell.dice)) if spell.dice else spell.amount
            for body in self.board.state.combatants.values():
                sheet = body.sheet
                missing = sheet.profile.hp - sheet.hp
                if body.side == mine.body.side and not sheet.dead and missing > 0:
                    it = stats_of(body)
                    gain = min(mean, missing) / sheet.profile.hp * it.unit_value
                    yield it, (), {"heal": gain, "revived": float(sheet.hp == 0)}

    def _from_where(self, it: UnitStats, spell: Spell) -> Mask:
        if it.id == self.mine.id:
            return self.where
        near = self.ground.near(it.at, it.size, spell.range // FEET, self.mine.size) & self.where
        if not spell.needs_sight or not near:
            return near
        if self.view.space.obscured & self.view.area(it):
            near &= self.ground.near(it.at, it.size, 1, self.mine.size)
        return self.ground.seeing(it.at, it.size, self.mine.size, near).any

    def _areas(self, spell: Spell, cost: Features) -> Iterator[Act]:
        """Centres on foes or beside them, friends spared where it can be; cast from here."""
        view, ground, mine = self.view, self.ground, self.mine
        open_ = ground.near(mine.at, mine.size, spell.range // FEET) & ground.seen_from(mine.at, mine.size).any
        open_ &= ground.steps(1).stand
        everybody = [*self.foes, mine, *view.friends(mine.id)]
        planes = [(ground.near(it.at, it.size, spell.radius // FEET) & open_, it) for it in everybody]
        for number, _ in view.centres(mine.id, planes, CENTRES):
            cell = ground.cell(number)
            near = [it for mask, it in planes if mask >> number & 1]
            effects = [befalls(it, spell) for it in near if view.space.sees(cell, it.at, 1, it.size)]
            yield act(f"cast {spell.key} {written(cell)}", self.here, (1, 0, 0), *effects, **cost)
