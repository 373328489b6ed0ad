"""What answers come to when it is nobody's turn: dodge, block, parry, intercept, fortify, resist, blows held back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum
from typing import Any

from game.kit.mind.acts import indifferent
from game.rules.events import Id
from game.rules.planning_model import NONE, Effect, ExpectedOutcome, Features
from game.rules.questions import Choose
from game.spatial.field import Cell
from game.spatial.places import as_cell
from rulesets.ingenuity.mind.actions import MemberActions, lent
from rulesets.ingenuity.mind.attacks import befallen
from rulesets.ingenuity.mind.damage import UnitStats, reaches, wounded
from rulesets.ingenuity.mind.view import IngenuitySideView
from rulesets.ingenuity.play import deeds
from rulesets.ingenuity.play.blow import Hit
from rulesets.ingenuity.play.numbers import against, dealt, deflection, larger
from rulesets.ingenuity.play.reactions import Between, Defence, dodge_sum

NOTHING = ExpectedOutcome()

TARGET_ANSWERS = 0.7
"""What is left of a hit on somebody who still has its own answer to it."""

SAVES = 0.2
"""The part of what a foe might still do that the one reaction would undo: it may aim at others, or miss."""


class Replies:
    """Answers to a question out of turn, with their expected outcomes."""

    def __init__(self, view: IngenuitySideView, question: Choose[Any]) -> None:
        self.view, self.question = view, question
        self.me = view.stats.get(question.who or Id(""))

    def outs(self) -> Mapping[str, ExpectedOutcome]:
        """Expected outcomes of the answers that are worth thinking about; never empty."""
        question, me = self.question, self.me
        if question.topic in ("defence", "intercept"):
            return self._answered()
        if me is None:
            return indifferent(question)
        answers: dict[str, Callable[[UnitStats], Mapping[str, ExpectedOutcome]]] = {
            "fortify": self._braced,
            "resist": self._braced,
            "readied": self._readied,
            "begun": self._begun,
            "command": self._lent,
            "held back": self._held,
            "after a dodge": self._leap,
            "displaced": self._displaced,
        }
        return answers[question.topic](me) if question.topic in answers else indifferent(question)

    # -- against a hit

    def _suffers(self, it: UnitStats, hit: Hit, dealt_: int, share: float = 1.0, *, answered: bool) -> Effect:
        """What so much damage does; ``answered``: with a reaction less to fortify with."""
        frail = it.frame.frail
        if answered and it.sheet.reactions + it.sheet.spare < 2:
            frail = frail._replace(dice=None)
        fell, hurt, _ = wounded(frail, dealt_) if dealt_ > 0 else (0.0, 0.0, 0)
        return Effect(it.id, share * fell, share * hurt)

    def _off(self, it: UnitStats, hit: Hit, parry: str = "") -> int:
        me = self.view.board.now(hit.who)
        return dealt(hit.damage, deflection(it.sheet, hit.harm, larger(me.sheet, it.sheet), parry))

    def _price(self, it: UnitStats) -> Features:
        """What the reaction might still save from whoever is yet to attack, in unit values; a point of stamina."""
        view, worst = self.view, 0.0
        for foe in view.against(it.id):
            active = foe.id == view.turn.active
            due = not foe.sheet.acted or (active and view.turn.actions > 0)
            if due and view.reaches(foe.id) & view.area(it):
                worst = max(worst, view.worst(foe.id, it.id, view.spot(it), guards=False))
        kept = SAVES * worst * it.unit_value if it.sheet.reactions < 2 and not it.sheet.spare else 0.0
        return {"answer": kept, "stamina": it.unit_value / max(1, it.sheet.st)}

    def _answered(self) -> Mapping[str, ExpectedOutcome]:
        """A friend steps in where that costs less than what the target would probably suffer; else it defends itself,
        or takes the hit and fortifies if need be.
        """
        friends: dict[str, ExpectedOutcome] = {}
        own: dict[str, ExpectedOutcome] = {}
        suffered, idle = NOTHING, self.question.idle
        for option in self.question.options.singles:
            what = option.value
            if isinstance(what, Between) and what.who in self.view.stats:
                it = self.view.stats.get(what.hit.target)
                if it is not None:  # it does not lie unconscious
                    can = it.frame.frail.dice is not None
                    suffered = ExpectedOutcome(self._struck(it, what.hit, answers=can))
                friends[option.key] = self._between(self.view.stats[what.who], what.hit)
            elif isinstance(what, Defence) and self.me is not None:
                bare = self._suffers(self.me, what.hit, self._off(self.me, what.hit), answered=False)
                own.setdefault(idle, ExpectedOutcome((bare,)))
                own[option.key] = self._defence(self.me, what)
        if not own:
            return {idle: suffered, **friends} if friends else indifferent(self.question)
        best = self._cost(suffered)
        return {key: out for key, out in friends.items() if self._cost(out) < best} or own

    def _cost(self, out: ExpectedOutcome) -> float:
        harm = (self.view.stats[effect.who].unit_value * effect.cost for effect in out.effects)
        return fsum(harm) + out.features.get("answer", 0.0)

    def _defence(self, me: UnitStats, what: Defence) -> ExpectedOutcome:
        hit, price = what.hit, self._price(me)
        if what.kind == "dodge":
            attacker = self.view.board.now(hit.who).sheet
            dice, tally = dodge_sum(me.sheet, larger(attacker, me.sheet))
            p = 0.0 if hit.critical else reaches(dice, hit.total + 1 - tally.total)
            return ExpectedOutcome((self._suffers(me, hit, self._off(me, hit), 1 - p, answered=True),), price)
        item, lasts = me.sheet.item(what.item), me.sheet.lasts(what.item)
        if what.kind == "block":
            worn = max(1, hit.damage.total - item.block)
            effect = self._suffers(me, hit, worn - lasts, answered=True)
            return ExpectedOutcome((effect,), {**price, "worn": me.unit_value * min(worn, lasts) / item.lasts})
        effect = self._suffers(me, hit, self._off(me, hit, what.item), answered=True)
        return ExpectedOutcome((effect,), {**price, "worn": me.unit_value / item.lasts})

    def _between(self, by: UnitStats, hit: Hit) -> ExpectedOutcome:
        """A friend takes the hit, or it does not reach that one."""
        evades = not hit.critical and hit.total < against(self.view.board.now(hit.who).sheet, by.sheet, hit.feat).total
        return ExpectedOutcome(() if evades else self._struck(by, hit, answers=True), self._price(by))

    def _struck(self, it: UnitStats, hit: Hit, *, answers: bool) -> tuple[Effect, ...]:
        """What a hit or a feat does to somebody who is yet to defend itself, if it ``answers`` at all."""
        share = TARGET_ANSWERS if answers else 1.0
        found = [self._suffers(it, hit, self._off(it, hit), share, answered=False)] if hit.aimed else []
        match hit.feat.effect if hit.feat is not None else hit.inflicts:
            case "push":
                found.append(befallen(it, "prone", 0, share))
            case "bleeding" | "burning" | "blinded" | "stunned" | "prone" as effect:
                found.append(befallen(it, effect, hit.feat.amount if hit.feat is not None else hit.amount, share))
        return tuple(found)

    def _braced(self, me: UnitStats) -> Mapping[str, ExpectedOutcome]:
        """Whoever is about to faint fortifies; what an effect costs is told by its name alone."""
        yes = self.question.topic
        if self.question.idle == yes:
            return {yes: NOTHING}
        return {self.question.idle: NOTHING, yes: ExpectedOutcome((), {**self._price(me), "withstood": me.turn})}

    def _leap(self, me: UnitStats) -> Mapping[str, ExpectedOutcome]:
        view, found = self.view, {}
        for option in self.question.options.singles:
            what, at = (option.value[0], option.value[1]) if option.value else ("pass", me.at)
            if what.endswith("prone"):
                continue
            features = {"exposed": self._danger(me, at)}
            if what == "cover":
                features["covered"] = view.shot_at(me.id)
            found[option.key] = ExpectedOutcome((), features)
        return found

    def _displaced(self, me: UnitStats) -> Mapping[str, ExpectedOutcome]:
        options = self.question.options.singles
        return {option.key: ExpectedOutcome((), {"exposed": self._danger(me, option.value)}) for option in options}

    def _danger(self, me: UnitStats, at: Cell) -> float:
        """What foes could do to somebody in a place, in unit values."""
        view, spot = self.view, self.view.ground.bit(at)
        worst = (view.worst(it.id, me.id, spot, guards=False) for it in view.against(me.id))
        return me.unit_value * fsum(worst)

    # -- what was begun, and deeds out of turn

    def _begun(self, me: UnitStats) -> dict[str, ExpectedOutcome]:
        """What it has begun, if that can be done."""
        return {"go on" if deeds.possible(self.view.board, me.body) else "abandon": NOTHING}

    def _lent(self, me: UnitStats) -> dict[str, ExpectedOutcome]:
        """An action at somebody's command."""
        errands = MemberActions(self.view, me, lent(me.sheet), self.view.spot(me), flees=False)
        found = {"pass": NOTHING}
        for each in errands.acts():
            if not each.first:
                found.setdefault(each.key, each.outs[0])
        if me.sheet.task is not None:
            found["go on"] = ExpectedOutcome((), {"arms": 3.0})
        return found

    def _held(self, me: UnitStats) -> dict[str, ExpectedOutcome]:
        """Which way to do what was held back: to where fewer can strike, or as one would on a turn."""
        options = self.question.options
        found = {option.key: NOTHING for option in options.singles}
        found.update({key: out for key, out in self._lent(me).items() if key in found})
        for family in options.families:
            for place in map(as_cell, family.places):
                found[family.key(place)] = ExpectedOutcome((), {"exposed": self._danger(me, place)})
        return found

    def _readied(self, me: UnitStats) -> dict[str, ExpectedOutcome]:
        """The blow held back, or the reaction kept."""
        whom = f" {self.question.about[0]} "
        errands = MemberActions(self.view, me, lent(me.sheet), self.view.spot(me), flees=False)
        blows = (act for bunch in errands.attacks() for act in bunch if whom in f"{act.key} ")
        out = next((act.outs[0] for act in blows), NOTHING)
        return {
            self.question.idle: NOTHING,
            "take": ExpectedOutcome(out.effects, self._price(me) if out.effects else NONE),
        }
