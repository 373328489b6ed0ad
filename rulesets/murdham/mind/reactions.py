"""Values of answers out of turn: dodge, counter, guard, hiding behind somebody, opportunity, stunts, omens.

A reaction is the whole turn: what that would still be good for is on the scales.
"""

from __future__ import annotations

from math import fsum
from typing import Any

from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage, dearest, indifferent
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedOutcome
from game.rules.questions import Choose
from game.spatial.places import as_zone_place
from rulesets.murdham.mind.attacks import caught
from rulesets.murdham.mind.damage import Arm, UnitStats, blow, overcome, stats_of
from rulesets.murdham.mind.view import MurdhamSideView
from rulesets.murdham.play.blow import Blow as Declared
from rulesets.murdham.play.blow import Burst, in_blast, in_sweep
from rulesets.murdham.play.nonlethal import Stunt
from rulesets.murdham.play.reactions import Guard, HideBehind
from rulesets.murdham.play.saves import Turned

Answers = dict[str, ExpectedOutcome]

WORTH_AN_OMEN = ("A-24", "A-53", "A-83")
"""Rules of the saves that one of several omens is well spent on: poison, a dodge, a grip."""


def answer(model: MurdhamSideView, question: Choose[Any]) -> Answers:
    """The answers to a question that comes out of turn."""
    known = model.board.state.combatants
    attack = [stats_of(known[who]) for who in question.about[:2] if who in known]
    both = len(attack) == 2  # an attacker and its target, if the seat knows both
    me, it = (model.stats.get(who or Id("")) for who in (question.who, *question.about[:1], None)[:2])
    match question.topic:
        case "reaction" if both:
            return attacked(model, question, *attack)
        case "guard" if both:
            return guarded(model, question, *attack)
        case "consent":
            return consented(model, me, *attack) if both and me else {"refuse": ExpectedOutcome(), "agree": UNWILLING}
        case "opportunity attack":
            return {"pass": ExpectedOutcome(), **(opened(model, question, me, it) if me and it else {})}
        case "stunt":
            return {"pass": ExpectedOutcome(), **(spared(model, question, *attack) if both else {})}
        case "stunt answer":
            bows = both and gives_in(model, question, *attack)
            return {"resist": ExpectedOutcome(), "accept": ExpectedOutcome((), {"bears": 1.0}) if bows else UNWILLING}
        case "omen" if question.who is not None:
            return omened(question, stats_of(model.board.now(question.who)))
        case "trample":
            return {"stay": ExpectedOutcome((), {"bears": -0.3}), **(trampled(model, question, me) if me else {})}
    return indifferent(question)


UNWILLING = ExpectedOutcome((), {"bears": -1.0})


def arm_of(model: MurdhamSideView, attacker: UnitStats, it: UnitStats) -> Arm | None:
    """The arm that an attack is probably made with."""
    look = model.ground.looks.of(attacker.body.at, it.body.at)
    arms = [arm for arm in attacker.usual if arm.mode != "melee" or look.near]
    return max(arms, key=lambda arm: arm.mean, default=attacker.shot or attacker.melee)


def costs(model: MurdhamSideView, attacker: UnitStats, it: UnitStats, reply: str = "") -> ExpectedDamage:
    """What the attack that was declared costs somebody, now that it has hit."""
    arm = arm_of(model, attacker, it)
    if arm is None:
        return NO_DAMAGE
    look = model.ground.looks.of(attacker.body.at, it.body.at)
    # whether it may be made and whether it hits has been decided: only what it does is asked
    one = blow(arm, it, look._replace(near=True, seen=True, walled=False), reply=reply)
    one = one or blow(arm, it, look._replace(span=0, seen=True, walled=False), reply=reply)
    return one.took if one is not None else NO_DAMAGE


def attacked(model: MurdhamSideView, question: Choose[Any], attacker: UnitStats, me: UnitStats) -> Answers:
    """Answers of the target of an attack."""
    who = me.body.id
    able = model.able.get(who, False)
    bare, braced = costs(model, attacker, me), costs(model, attacker, me, "guard")
    found = {"pass": ExpectedOutcome((bare.effect(who, bare.fell if able else 0.0),))}
    for option in question.options.singles:
        said = option.value
        if option.key == "dodge":
            free = not able or ("nimble" in me.body.sheet.profile.skills and not me.body.sheet.dodged)
            found["dodge"] = ExpectedOutcome((braced.times(1 - me.AGI).effect(who, 0.0 if free else 1.0),))
        elif isinstance(said, Declared) and not said.held_back:
            found[option.key] = _counter(model, me, attacker, said, bare)
        elif isinstance(said, Guard) and said.who in model.stats:
            found[option.key] = _guarded(model, attacker, said.who)
        elif isinstance(said, HideBehind) and said.other in model.stats:
            it = model.stats[said.other]
            suffers = it.body.side == me.body.side and it.health * 2 < it.full  # who is hurt does not agree
            lost = bare.effect(who) if suffers else costs(model, attacker, it).effect(said.other)
            found[option.key] = ExpectedOutcome((lost, Effect(who, turns=1.0)))
    return found


def _counter(
    model: MurdhamSideView, me: UnitStats, attacker: UnitStats, said: Declared, bare: ExpectedDamage
) -> ExpectedOutcome:
    who, spent = me.body.id, Effect(me.body.id, turns=1.0)
    own = me.armed_with(said.weapon)
    arm = arm_of(model, attacker, me)
    if said.aim != "harm" or own is None or not own.weapon.die or arm is None:
        lost = costs(model, attacker, me, "guard").effect(who)
        return ExpectedOutcome(
            (lost, spent, *_grip(own, attacker, said, 1 - bare.fell)), _disarmed(own, attacker, said, bare)
        )
    looks = model.ground.looks
    there = looks.of(attacker.body.at, me.body.at)._replace(seen=True, walled=False)
    back = looks.of(me.body.at, attacker.body.at)
    one = blow(arm, me, there, reply="counter", answer=own, back=back, me=attacker)
    if one is None:
        return ExpectedOutcome((bare.effect(who), spent))
    sure = 1 / one.hit if one.hit else 1.0  # it has hit already
    return ExpectedOutcome((one.took.times(sure).effect(who), spent, one.gave.times(sure).effect(attacker.body.id)))


def _grip(own: Arm | None, it: UnitStats, said: Declared, stands: float) -> tuple[Effect, ...]:
    if own is None or said.aim == "disarm":
        return ()
    return (Effect(it.body.id, bound=stands * overcome(own, it, "wrestler" if said.aim == "grapple" else "")),)


def _disarmed(own: Arm | None, it: UnitStats, said: Declared, bare: ExpectedDamage) -> dict[str, float]:
    if own is None or said.aim != "disarm":
        return {}
    return {"disarms": (1 - bare.fell) * overcome(own, it, "disarmer") * it.turn}


# ------------------------------------------------------------------ those beside


def guarded(model: MurdhamSideView, question: Choose[Any], attacker: UnitStats, it: UnitStats) -> Answers:
    """Whether somebody takes the attack on itself: whoever bears it better, and can spare the turn."""
    found = {"pass": ExpectedOutcome()}
    if it.body.sheet.up:
        bare = costs(model, attacker, it)
        found["pass"] = ExpectedOutcome((bare.effect(it.body.id, bare.fell if model.able[it.body.id] else 0.0),))
    for option in question.options.singles:
        if isinstance(option.value, Guard) and option.value.who in model.stats:
            found[option.key] = _guarded(model, attacker, option.value.who)
    return found


def _guarded(model: MurdhamSideView, attacker: UnitStats, who: Id) -> ExpectedOutcome:
    """What it comes to if somebody takes the attack on itself."""
    guard = model.stats[who]
    free = "bodyguard" in guard.body.sheet.profile.skills or not model.able[who]
    return ExpectedOutcome((costs(model, attacker, guard, "guard").effect(who, 0.0 if free else 1.0),))


def consented(model: MurdhamSideView, me: UnitStats, attacker: UnitStats, hider: UnitStats) -> Answers:
    """Ruling M-5: agree to be hidden behind if one has more to spare, and is not below half oneself."""
    if me.health * 2 < me.full:
        return {"refuse": ExpectedOutcome(), "agree": UNWILLING}
    return {
        "refuse": ExpectedOutcome((costs(model, attacker, hider).effect(hider.body.id),)),
        "agree": ExpectedOutcome((costs(model, attacker, me).effect(me.body.id),)),
    }


def opened(model: MurdhamSideView, question: Choose[Any], me: UnitStats, it: UnitStats) -> Answers:
    """A blow at somebody who leaves: it can't be answered, but it is the whole turn."""
    found: Answers = {}
    for option in question.options.singles:
        said = option.value
        if isinstance(said, Burst) and not said.held_back:
            found[option.key] = _burst(model, me, said, it.body.id)
        elif isinstance(said, Declared) and not said.held_back:
            found[option.key] = _strike(model, me, said, it)
    return found


def _strike(model: MurdhamSideView, me: UnitStats, said: Declared, it: UnitStats) -> ExpectedOutcome:
    spent = Effect(me.body.id, turns=1.0)
    arm = me.armed_with(said.weapon)
    if arm is None:
        return ExpectedOutcome((spent,))
    if said.aim != "harm":
        return ExpectedOutcome((spent, *_grip(arm, it, said, 1.0)), _disarmed(arm, it, said, NO_DAMAGE))
    look = model.ground.looks.of(me.body.at, it.body.at)
    one = blow(arm, it, look, times=(2, 1) if said.focused else (1, 1))
    if one is None:
        return ExpectedOutcome((spent,), arm.uses)
    return ExpectedOutcome((spent, one.took.effect(it.body.id, bound=one.held)), arm.uses)


def _burst(model: MurdhamSideView, me: UnitStats, said: Burst, leaving: Id) -> ExpectedOutcome:
    """A blast at somebody who leaves, and what it does to one's own."""
    arm = me.armed_with(said.weapon)
    if arm is None:
        return ExpectedOutcome()
    if said.sweep:
        hit, times = in_sweep(model.board, me.body, said.place), (1, 2)
    else:
        hit, times = in_blast(model.board, me.body, said.place, arm.weapon), (1, 1)
    more, effects = dict(arm.uses), [Effect(me.body.id, turns=1.0)]
    for c in hit:
        effects += caught(model, me, arm, c.id, 1.0, more, times, reacts=c.id != leaving)
    return ExpectedOutcome(tuple(effects), more)


# ------------------------------------------------------------------ stunts, omens


def _expected(model: MurdhamSideView, attacker: UnitStats, it: UnitStats) -> float:
    """The damage to expect of an attack, with the dodge that might be."""
    arm = arm_of(model, attacker, it)
    if arm is None:
        return 0.0
    mean = costs(model, attacker, it).points
    return mean * (1 - it.AGI) if model.able.get(it.body.id) else mean


def spared(model: MurdhamSideView, question: Choose[Any], attacker: UnitStats, it: UnitStats) -> Answers:
    """Offer a foe its life where it would take that (ruling M-10); an offer that is refused costs nothing."""
    may = any(option.key == "offer yield" for option in question.options.singles)
    if not may or attacker.body.sheet.profile.mind != "human":
        return {}
    return {
        "offer yield": ExpectedOutcome((), {"yielded": 1.0 if _expected(model, attacker, it) >= it.health else -1.0})
    }


def gives_in(model: MurdhamSideView, question: Choose[Any], attacker: UnitStats, it: UnitStats) -> bool:
    """Ruling M-10: take an offer if the blow would probably be critical; yield only if it would probably kill."""
    stunt = question.options.find("accept").value
    surrender = isinstance(stunt, Stunt) and stunt.key == "yield"
    if surrender and it.body.sheet.profile.fearless:
        return False
    return _expected(model, attacker, it) >= min(it.health if surrender else it.limit, it.health)


def omened(question: Choose[Any], me: UnitStats) -> Answers:
    """Omens are for what would take one out of the fight, and the last of them for one's life."""
    turned = question.options.find("omen").value
    assert isinstance(turned, Turned)
    match turned.kind:
        case "death":
            saved = 1.0
        case "damage":
            saved = 1.0 if turned.amount >= me.limit else -1.0
        case "save":
            saved = 0.5 if me.body.sheet.omens > 1 and turned.rule in WORTH_AN_OMEN else -1.0
    return {"pass": ExpectedOutcome(), "omen": ExpectedOutcome((), {"saved": saved})}


def trampled(model: MurdhamSideView, question: Choose[Any], me: UnitStats) -> Answers:
    """Out of the way of something big, to where it is safest."""
    found: Answers = {}
    for option in question.options.singles:
        if option.place is not None:
            bit = model.ground.afoot.bit(as_zone_place(option.place))
            danger = fsum(
                dearest(model.expected_threats(it.body.id, me.body.id, bit)) for it in model.foes(me.body.side)
            )
            found[option.key] = ExpectedOutcome((), {"exposed": me.unit_value * danger})
    return found
