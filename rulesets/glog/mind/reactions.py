"""What answers come to when it is nobody's turn: notches, shields, openings, cleaves, talk."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any

from game.kit.mind.acts import indifferent
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedOutcome, Features
from game.rules.questions import Choose
from rulesets.glog.mind.attacks import tried
from rulesets.glog.mind.damage import SHIELD, UnitStats, lasting, struck, wounded
from rulesets.glog.mind.morale import Loss, MoraleModel, loss
from rulesets.glog.mind.view import GlogSideView, befalls
from rulesets.glog.play.attack import Blow, Suffered
from rulesets.glog.play.events import How
from rulesets.glog.play.gambits import Attempt, beset
from rulesets.glog.play.geometry import look
from rulesets.glog.play.spells import Working
from rulesets.glog.play.spells import caught as caught_by
from rulesets.glog.sheet.sheet import ARMOUR, FRAIL

NOTHING = ExpectedOutcome()

LEAVING: How = "opportunist strike"


def replies(view: GlogSideView, nerve: MoraleModel, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
    """What each answer comes to that is worth thinking about; never empty."""
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
    """A strike for nothing."""
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
    """The shield, or the blow."""
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
