"""What a member could do on its turn besides attacking: help, orders, guard, cover, gear, doors, tasks, ways out."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.mind.acts import act
from game.rules.planning_model import Act, Budget, ExpectedOutcome
from rulesets.ingenuity.mind.attacks import GUARDS, HOLDS, ROW, STEPPED, WAITS, MemberAttacks, pay
from rulesets.ingenuity.mind.damage import Frame, UnitStats, best, passes, usual
from rulesets.ingenuity.play import feats, gear, reactions
from rulesets.ingenuity.play.attack import LONG, REVIVING, reviving
from rulesets.ingenuity.play.blow import loadable
from rulesets.ingenuity.play.deeds import GOALS, SHORT, STANDARD, working
from rulesets.ingenuity.play.geometry import metres_between, within_focus
from rulesets.ingenuity.play.numbers import unsighted
from rulesets.ingenuity.sheet.sheet import COVER, GUARD, Feat, Sheet, Weapon


class MemberActions(MemberAttacks):
    """Everything that one member could do."""

    def acts(self) -> Iterator[Act]:
        """All of them; what ends a turn comes last."""
        for bunch in self.attacks():
            yield from bunch
        if self.actions > 0:
            yield from self._helping()
            yield from self._commands()
            yield from self._hands()
            yield from self._doors()
            yield from self._working()
            yield from self._leaving()
            yield from self._acts_ending_turn()

    # -- friends

    def _helping(self) -> Iterator[Act]:
        view, mine, sheet = self.view, self.mine, self.sheet
        for c in view.fallen:
            if c.side == mine.body.side and (near := view.around(c, 1, mine.size) & self.where):
                p, worth = passes(reviving(sheet), REVIVING, unsighted(sheet, dim=False).total), view.rescue(c)
                yield act(f"revive {c.id}", near, pay(min(LONG, self.actions)), revived=p * worth)
        for feat in within_focus(self.board, mine.body, "friend"):
            for it in (mine, *view.friends(mine.id)):
                yield from self._favour(it, feat)

    def _favour(self, it: UnitStats, feat: Feat) -> Iterator[Act]:
        view, mine, sheet = self.view, self.mine, it.sheet
        places = self.where if it.id == mine.id else view.in_sight(it, feat.range, mine.size) & self.where
        gain = 0.0
        if feat.effect == "mend":
            gain = min(feat.amount, sheet.profile.end - sheet.end) / max(1.0, it.frame.left) * it.unit_value
        elif feat.effect == "ward" and not sheet.has(GUARD):
            gain = view.warded(it.id) if it.id != mine.id else 0.0
        if gain > 0 and places:
            name = "healed" if feat.effect == "mend" else "warded"
            yield act(
                f"feat {feat.key} {it.id}", places, pay(focus=feat.focus), **{name: gain, "focus": float(feat.focus)}
            )

    def _commands(self) -> Iterator[Act]:
        """Orders to friends who could strike at once from where they stand."""
        view, mine = self.view, self.mine
        if self.sheet.fc < feats.FOCUS:
            return
        turn = self.board.state.turn
        for it in view.friends(mine.id):
            if (
                (mine.id, it.id) in turn.commanded
                or it.sheet.task is not None
                or metres_between(self.board, mine.body, it.body) > feats.HEARD
            ):
                continue
            its = MemberActions(self.view, it, lent(it.sheet), self.view.spot(it), flees=False)
            acts = [one for bunch in its.attacks() for one in bunch if not one.first]
            out = max((one.outs[0] for one in acts), key=self._worth, default=None)
            if out is not None:
                features = {**out.features, "focus": float(feats.FOCUS)}
                yield Act(
                    f"command {it.id}",
                    self.here,
                    pay(focus=feats.FOCUS),
                    (ExpectedOutcome(out.effects, features),),
                )

    def _worth(self, out: ExpectedOutcome) -> float:
        total = 0.0
        for effect in out.effects:
            it = self.view.stats.get(effect.who)
            if it is not None:
                sign = -1 if it.body.side == self.mine.body.side else 1
                total += sign * it.unit_value * (effect.cost + 0.5 * effect.turns)
        return total

    # -- hands and feet

    def _hands(self) -> Iterator[Act]:
        """Getting up, and making ready what one fights with."""
        mine, sheet = self.mine, self.sheet
        if sheet.prone:
            yield act("stand", self.here, pay(), upright=mine.unit_value)
        now = fights_with(mine.frame)
        for key in sheet.unloaded:
            if loadable(sheet, key):
                costs = sheet.weapon(key).reload
                loaded = mine.frame.loaded(key)
                gain = max((usual(loaded, arm) for arm in loaded.arms if arm.key == key), default=0.0)
                for paid in range(1, min(costs, self.actions) + 1):
                    yield act(f"load {key}", self.where, pay(paid), arms=gain * paid / costs)
        if gear.handed(sheet):
            yield from self._brandishing(now)
            yield from self._picking(now)

    def _brandishing(self, now: float) -> Iterator[Act]:
        """What would do more than what is held; a shield where one hand is free."""
        mine, sheet, held = self.mine, self.sheet, self._holds(self.sheet.hand, self.sheet.off)
        for hand, off in gear.grips(sheet):
            gain = fights_with(mine.frame.having(hand=hand, off=off)) - now
            gain += 1.5 * (self._holds(hand, off) - held)
            if gain > 0.5:
                key = f"brandish {hand or gear.EMPTY} {off or gear.EMPTY}"
                yield act(key, self.where, pay(gear.brandishing(self.board, mine.body)), arms=gain)

    def _holds(self, *keys: str) -> int:
        """Whether a shield that is good for something is among what would be held."""
        return int(any(key and self.sheet.item(key).block > 0 and not self.sheet.broken(key) for key in keys))

    def _picking(self, now: float) -> Iterator[Act]:
        """What lies about and would do more than what is held."""
        for thing in self.board.state.things.values():
            item = gear.lying(self.board, thing)
            sheet = self.sheet
            if isinstance(item, Weapon) and not (sheet.hand and any(map(sheet.is_weapon, sheet.carried))):
                carried, known = (*sheet.carried, item.key), (*sheet.found, item)
                after = self.mine.frame.having(found=known, hand=item.key, carried=carried)
                gain = fights_with(after) - now
                places = self.ground.near(thing.at, 1, 1, self.mine.size) & self.where
                if gain > 0.5 and places:
                    yield act(f"take {thing.id}", places, pay(), arms=gain)

    def _doors(self) -> Iterator[Act]:
        for found in self.view.operations(self.mine.id):
            p = passes(gear.forcing(self.sheet), gear.FORCING) if found.verb == "force" else 1.0
            yield act(found.key, self.here, pay(), forced=1 - p)._replace(opens=found.edge)

    def _working(self) -> Iterator[Act]:
        """Tasks, begun with what is left; going on with what was begun."""
        aim = GOALS.task(self.board, self.mine.body.side)
        if aim is None:
            return
        places = 0
        for cell in aim.cells:
            near = self.ground.near(cell, 1, 1, self.mine.size)
            seen = self.ground.seeing(cell, 1, self.mine.size, near).any
            places |= near & seen if self.view.space.standable(cell) else near
        p = passes(working(self.sheet), STANDARD)
        for paid in range(1, min(SHORT, self.actions) + 1):
            if places & self.where:
                yield act("work", places & self.where, pay(paid), task=p * paid / SHORT)

    def _leaving(self) -> Iterator[Act]:
        places = self.view.exits(self.mine.id, flees=self.flees) & self.where
        if places and not self.sheet.prone:
            yield act("leave", places, pay(), away=1.0)

    # -- what ends a turn

    def _acts_ending_turn(self) -> Iterator[Act]:
        """Guard, waiting, a blow held back for whoever comes near; cover, which ends nothing."""
        mine, sheet = self.mine, self.sheet
        shots = 0.0 if sheet.has(COVER) else self.view.shot_at(mine.id)
        if shots and reactions.sheltered(self.board, mine.body):
            stays = min(1, self.budget[1])  # a way less, and none is left
            yield act("cover", self.here, (1, stays, *pay()[2:]), covered=shots)
        blade = best(mine.frame, afar=False)
        once, twice = self.view.dangers(mine.id)
        near = self.view.approached(mine.id) & self.here  # waiting is thought of where one stands
        for number in range(min(ROW, self.actions)):
            if blade is not None and near:
                verb = blade.option("").replace("  ", " ")
                yield Act(f"ready comes near {verb}", near, pay(attack=number, ends=HOLDS), (ExpectedOutcome(),))
            if once & self.where:
                yield Act("guard", once & self.where, pay(attack=number, ends=GUARDS), (ExpectedOutcome(),))
            if sheet.st > 1 and twice & self.here:
                yield Act("wait", self.here, pay(attack=number, ends=WAITS), (ExpectedOutcome(),))


def lent(sheet: Sheet) -> Budget:
    """Budget of one action, out of turn."""
    return (1, STEPPED, sheet.st, sheet.fc, 1, *[0] * ROW)


def fights_with(me: Frame) -> float:
    """Points of damage in a turn with the best that is ready."""
    return max((usual(me, arm) for arm in me.arms), default=0.0)
