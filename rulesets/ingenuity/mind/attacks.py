"""What a member could do on its turn to its foes: attacks in a row, feats of will, killing strikes.

A budget has the actions, the ways that are left, stamina, focus, a token for the attack that would come next, and how
one is set as the turn ends. The tokens put attacks in their order: each takes its own and leaves that of the next,
which has a worse sum (B-53); what ends the turn takes the token and leaves none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from game.kit.cache import BoundedCache
from game.kit.mind import acts
from game.kit.mind.acts import act
from game.rules.events import Id
from game.rules.planning_model import NONE, Act, Budget, Effect, ExpectedOutcome, Mask
from rulesets.ingenuity.mind.damage import Arm, Frame, UnitStats, blow, reaches, struck, usual
from rulesets.ingenuity.mind.view import IngenuitySideView
from rulesets.ingenuity.play import gear
from rulesets.ingenuity.play.attack import DEADLY
from rulesets.ingenuity.play.blow import loadable
from rulesets.ingenuity.play.geometry import Look, within_focus
from rulesets.ingenuity.play.numbers import against, attack_dice, constitution, deflection, killing, unsighted
from rulesets.ingenuity.play.throws import added, pair
from rulesets.ingenuity.sheet.sheet import ACTIONS, Feat
from rulesets.ingenuity.sheet.sheet import Effect as Suffering

ROW = 3
"""Attacks of one turn that are thought of."""

SWITCH = 1.25
"""How many times as much another weapon must do to be taken in hand."""

OPEN, MOVED, STEPPED = 3, 1, 0
"""Ways that are left: a move or the step, sprints, none."""

GUARDS, WAITS, HOLDS = 1, 2, 3
"""How one is set as the turn ends."""

ASTRAY = 0.05

_outs: BoundedCache[tuple[object, ...], ExpectedOutcome] = BoundedCache(4096)


class Ready(NamedTuple):
    """Arms that are at hand, or come to hand by something that is done first."""

    frame: Frame
    arms: Sequence[Arm]
    first: str = ""
    costs: int = 0


def pay(
    actions: int = 1, *, stamina: int = 0, focus: int = 0, ways: int = 0, attack: int = -1, ends: int = 0
) -> Budget:
    """What something costs. ``attack``: which of a row it is; with ``ends`` the one that will never be made."""
    tokens = [0] * ROW
    if attack >= 0:
        tokens[attack] = 1
        if not ends and attack + 1 < ROW:
            tokens[attack + 1] = -1
    return (actions, 0, 0, focus, *tokens, -ends)


def befallen(it: UnitStats, effect: Suffering | None, amount: int, chance: float) -> Effect:
    """Expected effect of a condition on somebody."""
    left = max(1.0, it.frame.left)
    match effect:
        case "bleeding" | "burning":
            count = it.sheet.amount(effect)
            total = sum(range(count + 1, count + max(1, amount) + 1))
            return Effect(it.id, hurt=chance * min(1.0, total / left))
        case "stunned":
            return Effect(it.id, turns=chance * min(1.0, max(1, amount) / ACTIONS))
        case "blinded":
            return Effect(it.id, turns=0.4 * chance)
        case "prone":
            return Effect(it.id, turns=chance * (0 if it.sheet.prone else 1) / ACTIONS, bound=0.3 * chance)
    return Effect(it.id)


class MemberAttacks:
    """The attacks and feats of one member."""

    def __init__(self, view: IngenuitySideView, mine: UnitStats, budget: Budget, where: Mask, *, flees: bool) -> None:
        self.view, self.mine, self.where, self.flees = view, mine, where, flees
        self.board, self.ground, self.sheet = view.board, view.ground, mine.sheet
        self.budget = budget
        self.actions = budget[0]
        self.here = view.spot(mine)
        self.foes = view.against(mine.id)

    def attacks(self) -> Iterator[list[Act]]:
        """Acts that hurt or hamper foes, for each of them."""
        if self.actions > 0:
            for it in self.foes:
                yield [*self._blows(it), *self._feats_at(it)]
            yield list(self._kills())

    # -- attacks

    def _blows(self, it: UnitStats) -> Iterator[Act]:
        for ready in self._ready:
            if ready.costs >= self.actions:
                continue
            row = [ready.frame.after(number) for number in range(min(ROW, self.actions - ready.costs))]
            for arm in best_arms(ready.frame, ready.arms, it.frame):
                once = bool(arm.weapon.reload) or arm.mode == "thrown"
                for look, mask in self.view.looks(it, self.mine, arm, self.where):
                    for number, me in enumerate(row[:1] if once else row):
                        if number and look.unseen and self.sheet.hidden:
                            look = look._replace(unseen=False)
                        out, cost = self._out(me, it, arm, look), pay(1 + ready.costs, attack=number)
                        yield Act(arm.option(it.id), mask, cost, (out,), first=ready.first)

    def _out(self, me: Frame, it: UnitStats, arm: Arm, look: Look) -> ExpectedOutcome:
        strays = arm.afar or "risky" in arm.weapon.traits
        beside = tuple(self.view.astray(it.id, self.mine.id)) if strays else ()
        others = tuple((c, self.view.stats[c].frame.target) for c in beside if c in self.view.stats)
        # of some beside it no more is known than that they are there: a shot may stray to them, too
        key = (me.striker, arm, it.id, it.frame.target, look, len(beside), others)
        return _outs.of(key, self._reckoned, me, it, arm, look, beside)

    def _reckoned(self, me: Frame, it: UnitStats, arm: Arm, look: Look, beside: Sequence[Id]) -> ExpectedOutcome:
        harm = struck(me, arm, it.frame, look, bool(beside))
        effects = [Effect(it.id, harm.fell, min(1.0, harm.hurt))]
        if arm.weapon.inflicts is not None:
            stays = max(0.0, harm.hit - harm.fell)
            effects.append(befallen(it, arm.weapon.inflicts, arm.weapon.amount, stays))
        for other in (self.view.stats[c] for c in beside if c in self.view.stats):
            each = struck(me, arm, other.frame, look)
            share = ASTRAY / len(beside)
            effects.append(Effect(other.id, share * each.fell, share * each.hurt))
        lost = arm.mode == "thrown" and not any(one.key != arm.key and not one.weapon.natural for one in me.arms)
        return ExpectedOutcome(tuple(effects), {"disarmed": self.mine.unit_value} if lost else NONE)

    @cached_property
    def _ready(self) -> list[Ready]:
        """What it could attack with: what is in hand, what it could take in hand or load before."""
        mine, sheet = self.mine, self.sheet
        me = mine.frame
        found = [Ready(me, me.arms)]
        if self.actions < 2:
            return found
        most = {True: 0.0, False: 0.0}
        for arm in me.arms:
            most[arm.afar] = max(most[arm.afar], SWITCH * usual(me, arm))
        if gear.handed(sheet) and len(sheet.carried) > len(sheet.held):
            for hand, off in gear.grips(sheet):
                other = me.having(hand=hand, off=off, brandished=True)
                arms = [
                    arm for arm in other.arms
                    if arm.key not in sheet.held and usual(other, arm) > most[arm.afar] and not arm.weapon.natural
                ]  # fmt: skip
                if arms:
                    first = f"brandish {hand or gear.EMPTY} {off or gear.EMPTY}"
                    found.append(Ready(other, arms, first, gear.brandishing(self.board, mine.body)))
        for key in sheet.unloaded:
            if loadable(sheet, key):
                other = me.loaded(key)
                arms = [arm for arm in other.arms if arm.key == key and arm.mode == "shot"]
                found.append(Ready(other, arms, f"load {key}", sheet.weapon(key).reload))
        return found

    # -- feats, and those who lie helpless

    def _feats_at(self, it: UnitStats) -> Iterator[Act]:
        for feat in within_focus(self.board, self.mine.body, "foe"):
            where = self.view.in_sight(it, feat.range, self.mine.size) & self.where
            dim = self.view.dim(it, self.mine)
            for hampered, there in ((False, where & ~dim), (True, where & dim)):
                if there:
                    effects, cost = self._befalls(it, feat, hampered=hampered), {"focus": float(feat.focus)}
                    yield act(f"feat {feat.key} {it.id}", there, pay(focus=feat.focus), *effects, **cost)

    def _befalls(self, it: UnitStats, feat: Feat, *, hampered: bool) -> tuple[Effect, ...]:
        """What a feat does to somebody; ``hampered``: from where that one is not seen for the dark."""
        dice = pair(self.sheet, feat.skill, feat.attribute)
        least = against(self.sheet, it.sheet, feat).total
        net = unsighted(self.sheet, dim=hampered).total
        lands = reaches(dice, least, net)
        fell = hurt = 0.0
        if feat.damage and feat.harm is not None:
            plus = feat.damage - deflection(it.sheet, feat.harm).total
            harm = blow(dice, net, least, 20, plus, plus, False, it.frame.frail)
            fell, hurt = harm.fell, harm.hurt
        if feat.effect == "push":
            return (Effect(it.id, fell, hurt), befallen(it, "prone", 0, lands))
        if feat.effect in ("bleeding", "burning", "blinded", "stunned", "prone"):
            return (Effect(it.id, fell, hurt), befallen(it, feat.effect, feat.amount, (lands - fell) * RESISTED))
        return (Effect(it.id, fell, hurt),)

    def _kills(self) -> Iterator[Act]:
        """A killing strike at somebody who might come round again (B-75)."""
        if self.actions < DEADLY or self.flees:
            return
        for c in self.view.fallen:
            if c.side == self.mine.body.side:
                continue
            for arm in self.mine.frame.arms:
                if (arm.afar and arm.weapon.melee) or "nonlethal" in arm.weapon.traits:
                    continue
                near = self.view.around(c, max(1, arm.weapon.reach), self.mine.size) & self.where
                if near:
                    more = added(self.sheet, arm.weapon.proficiencies, "B-75").total
                    net = killing(self.sheet, dim=False).total
                    p = reaches(attack_dice(self.sheet, arm.weapon), constitution(c.sheet).total - more, net)
                    key = f"kill {c.id} {arm.key}"
                    yield Act(key, near, pay(DEADLY), (ExpectedOutcome((), {"killed": p * self.view.rescue(c)}),))
                    break


def best_arms(me: Frame, arms: Sequence[Arm], it: Frame) -> list[Arm]:
    """The arms worth thinking about, hand to hand and from afar: the best, and those that reach farther."""
    return acts.best_arms(
        arms,
        lambda arm: struck(me, arm, it, Look(arm.weapon.unfit + 1)).cost,
        lambda arm: arm.weapon.range if arm.afar else arm.weapon.reach,
    )


RESISTED = 0.7
"""The share of effects that are not withstood by a reaction."""
