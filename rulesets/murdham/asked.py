"""What answers out of turn come to: dodge, counter, guard, hide behind, strike at the leaving, stunts, omens.

A reaction is the whole turn: what that would still be good for is on the scales.
"""

from __future__ import annotations

from typing import Any

from game.kit.acts import indifferent
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.wits import Effect, Out
from game.spatial.places import as_zone_place
from rulesets.murdham.assaults import caught
from rulesets.murdham.blow import Blow as Declared
from rulesets.murdham.blow import in_blast, in_sweep
from rulesets.murdham.blows import Burst
from rulesets.murdham.exchange import NOTHING, Cost, blow, overcome
from rulesets.murdham.moment import Moment
from rulesets.murdham.reactions import HideBehind
from rulesets.murdham.saves import Turned
from rulesets.murdham.statures import Arm, Mark, mark_of
from rulesets.murdham.stunts import Stunt

Answers = dict[str, Out]

WORTH_AN_OMEN = ("A-24", "A-53", "A-83")
"""Rules of the saves that one of several omens is well spent on: poison, a dodge, a grip."""


def answer(wits: Moment, question: Choose[Any]) -> Answers:
    """The answers to a question that comes out of turn."""
    finders = {
        "reaction": attacked,
        "guard": guarded,
        "consent": consented,
        "opportunity attack": opened,
        "stunt": spared,
        "stunt answer": offered,
        "omen": omened,
        "trample": trampled,
    }
    if question.topic in finders:
        return finders[question.topic](wits, question)
    return indifferent(question)


def _both(wits: Moment, question: Choose[Any]) -> tuple[Mark, Mark] | None:
    """The attacker and the target, if the seat knows both."""
    known = wits.board.state.combatants
    if len(question.about) < 2 or any(who not in known for who in question.about[:2]):
        return None
    return mark_of(known[question.about[0]]), mark_of(known[question.about[1]])


def arm_of(wits: Moment, attacker: Mark, it: Mark) -> Arm | None:
    """What an attack is probably made with."""
    look = wits.ground.looks.of(attacker.body.at, it.body.at)
    arms = [arm for arm in attacker.usual if arm.mode != "melee" or look.near]
    return max(arms, key=lambda arm: arm.mean, default=attacker.shot or attacker.melee)


def costs(wits: Moment, attacker: Mark, it: Mark, reply: str = "") -> Cost:
    """What the attack that was declared costs somebody, now that it has hit."""
    arm = arm_of(wits, attacker, it)
    if arm is None:
        return NOTHING
    look = wits.ground.looks.of(attacker.body.at, it.body.at)
    # whether it may be made and whether it hits has been decided: only what it does is asked
    one = blow(arm, it, look._replace(near=True, seen=True, walled=False), reply=reply)
    one = one or blow(arm, it, look._replace(span=0, seen=True, walled=False), reply=reply)
    return one.took if one is not None else NOTHING


def _lost(it: Mark, cost: Cost, *, turn: float = 0.0) -> tuple[Effect, ...]:
    return (Effect(it.body.id, cost.fell, cost.hurt, turn),)


def attacked(wits: Moment, question: Choose[Any]) -> Answers:
    """What the target of an attack does about it."""
    both = _both(wits, question)
    if both is None:
        return indifferent(question)
    attacker, me = both
    who = me.body.id
    able = wits.able.get(who, False)
    bare, braced = costs(wits, attacker, me), costs(wits, attacker, me, "guard")
    found = {"pass": Out(_lost(me, bare, turn=bare.fell if able else 0.0))}
    for option in question.options.singles:
        said = option.value
        if option.key == "dodge":
            free = not able or ("nimble" in me.body.sheet.profile.skills and not me.body.sheet.dodged)
            found["dodge"] = Out(_lost(me, braced.times(1 - me.AGI), turn=0.0 if free else 1.0))
        elif isinstance(said, Declared) and not said.held_back:
            found[option.key] = _counter(wits, me, attacker, said, bare)
        elif isinstance(said, HideBehind) and said.other in wits.marks:
            it = wits.marks[said.other]
            share = costs(wits, attacker, it)
            spent = Effect(who, turns=1.0)
            if it.body.side == me.body.side:
                agrees = 0.0 if it.health * 2 < it.full else 1.0
                effects = (*_lost(it, share.times(agrees)), *_lost(me, bare.times(1 - agrees)), spent)
                found[option.key] = Out(effects)
            else:
                found[option.key] = Out((*_lost(it, share), spent))
    return found


def _counter(wits: Moment, me: Mark, attacker: Mark, said: Declared, bare: Cost) -> Out:
    """What a counter costs both."""
    spent = Effect(me.body.id, turns=1.0)
    own = me.armed_with(said.weapon)
    arm = arm_of(wits, attacker, me)
    if said.aim != "harm" or own is None or not own.weapon.die or arm is None:
        lost = _lost(me, costs(wits, attacker, me, "guard"))
        return Out((*lost, spent, *_grip(own, attacker, said, 1 - bare.fell)), _disarmed(own, attacker, said, bare))
    looks = wits.ground.looks
    there = looks.of(attacker.body.at, me.body.at)._replace(seen=True, walled=False)
    back = looks.of(me.body.at, attacker.body.at)
    settled = {"reply": "counter", "answer": own, "back": back, "me": attacker}
    one = blow(arm, me, there, **settled)  # type: ignore[arg-type]
    if one is None:
        return Out((*_lost(me, bare), spent))
    if one.hit:  # it has hit already
        one = one._replace(took=one.took.times(1 / one.hit), gave=one.gave.times(1 / one.hit))
    return Out((*_lost(me, one.took), spent, Effect(attacker.body.id, one.gave.fell, one.gave.hurt)))


def _grip(own: Arm | None, it: Mark, said: Declared, stands: float) -> tuple[Effect, ...]:
    if own is None or said.aim == "disarm":
        return ()
    return (Effect(it.body.id, bound=stands * overcome(own, it, "wrestler" if said.aim == "grapple" else "")),)


def _disarmed(own: Arm | None, it: Mark, said: Declared, bare: Cost) -> dict[str, float]:
    if own is None or said.aim != "disarm":
        return {}
    return {"disarms": (1 - bare.fell) * overcome(own, it, "disarmer") * it.turn}


# ------------------------------------------------------------------ those beside


def guarded(wits: Moment, question: Choose[Any]) -> Answers:
    """Whether somebody takes the attack on itself: whoever bears it better, and can spare the turn."""
    both = _both(wits, question)
    if both is None:
        return indifferent(question)
    attacker, it = both
    found = {"pass": Out()}
    if it.body.sheet.up:
        bare = costs(wits, attacker, it)
        found["pass"] = Out(_lost(it, bare, turn=bare.fell if wits.able[it.body.id] else 0.0))
    for option in question.options.singles:
        if option.value is None or option.value not in wits.marks:
            continue
        guard = wits.marks[option.value]
        free = "bodyguard" in guard.body.sheet.profile.skills or not wits.able[guard.body.id]
        found[option.key] = Out(_lost(guard, costs(wits, attacker, guard, "guard"), turn=0.0 if free else 1.0))
    return found


def consented(wits: Moment, question: Choose[Any]) -> Answers:
    """Ruling M-5: agree to be hidden behind if one has more to spare, and is not below half oneself."""
    both = _both(wits, question)
    if both is None or question.who is None or question.who not in wits.marks:
        return {"refuse": Out(), "agree": Out((), {"bears": -1.0})}
    attacker, hider = both
    me = wits.marks[question.who]
    if me.health * 2 < me.full:
        return {"refuse": Out(), "agree": Out((), {"bears": -1.0})}
    return {
        "refuse": Out(_lost(hider, costs(wits, attacker, hider))),
        "agree": Out(_lost(me, costs(wits, attacker, me))),
    }


def opened(wits: Moment, question: Choose[Any]) -> Answers:
    """A blow at somebody who leaves: it can't be answered, but it is the whole turn."""
    found: Answers = {"pass": Out()}
    who, about = question.who, question.about
    if who is None or who not in wits.marks or not about or about[0] not in wits.marks:
        return found
    me, it = wits.marks[who], wits.marks[about[0]]
    for option in question.options.singles:
        said = option.value
        if isinstance(said, Burst):
            found[option.key] = _burst(wits, me, said, it.body.id)
        elif isinstance(said, Declared) and not said.held_back:
            found[option.key] = _strike(wits, me, said, it)
    return found


def _strike(wits: Moment, me: Mark, said: Declared, it: Mark) -> Out:
    spent = Effect(me.body.id, turns=1.0)
    arm = me.armed_with(said.weapon)
    if arm is None:
        return Out((spent,))
    if said.aim != "harm":
        return Out((spent, *_grip(arm, it, said, 1.0)), _disarmed(arm, it, said, NOTHING))
    look = wits.ground.looks.of(me.body.at, it.body.at)
    one = blow(arm, it, look, times=(2, 1) if said.focused else (1, 1))
    more = {"spends": 1.0} if {"consumed", "once"} & set(arm.weapon.traits) else {}
    if one is None:
        return Out((spent,), more)
    return Out((spent, Effect(it.body.id, one.took.fell, one.took.hurt, bound=one.held)), more)


def _burst(wits: Moment, me: Mark, said: Burst, leaving: Id) -> Out:
    """A blast at somebody who leaves, and what it does to one's own."""
    arm = me.armed_with(said.weapon)
    if arm is None:
        return Out()
    hit = (
        in_sweep(wits.board, me.body, said.place)
        if said.sweep
        else in_blast(wits.board, me.body, said.place, arm.weapon)
    )
    more = {"spends": 1.0} if {"consumed", "once"} & set(arm.weapon.traits) else {}
    effects = [Effect(me.body.id, turns=1.0)]
    for c in hit:
        times = (1, 2) if said.sweep else (1, 1)
        effects += caught(wits, me, arm, c.id, 1.0, more, times, reacts=c.id != leaving)
    return Out(tuple(effects), more)


# ------------------------------------------------------------------ stunts, omens


def _expected(wits: Moment, attacker: Mark, it: Mark) -> float:
    """The damage to expect of an attack, with the dodge that might be."""
    arm = arm_of(wits, attacker, it)
    if arm is None:
        return 0.0
    mean = costs(wits, attacker, it).harm
    return mean * (1 - it.AGI) if wits.able.get(it.body.id) else mean


def spared(wits: Moment, question: Choose[Any]) -> Answers:
    """Offer a foe its life where it would take that (ruling M-10); an offer that is refused costs nothing."""
    both = _both(wits, question)
    found: Answers = {"pass": Out()}
    may = any(option.key == "offer yield" for option in question.options.singles)
    if may and both is not None and both[0].body.sheet.profile.mind == "human":
        sure = _expected(wits, *both) >= both[1].health
        found["offer yield"] = Out((), {"yielded": 1.0 if sure else -1.0})
    return found


def offered(wits: Moment, question: Choose[Any]) -> Answers:
    """Ruling M-10: take an offer if the blow would probably be critical; yield only if it would probably kill."""
    both = _both(wits, question)
    found: Answers = {"resist": Out(), "accept": Out((), {"bears": -1.0})}
    if both is None:
        return found
    attacker, it = both
    stunt = question.options.find("accept").value
    surrender = isinstance(stunt, Stunt) and stunt.key == "yield"
    if surrender and it.body.sheet.profile.fearless:
        return found
    enough = it.health if surrender else it.limit
    if _expected(wits, attacker, it) >= min(enough, it.health):
        found["accept"] = Out((), {"bears": 1.0})
    return found


def omened(wits: Moment, question: Choose[Any]) -> Answers:
    """Omens are for what would take one out of the fight, and the last of them for one's life."""
    if question.who is None:
        return {"pass": Out()}
    me = mark_of(wits.board.now(question.who))
    turned = question.options.find("omen").value
    assert isinstance(turned, Turned)
    match turned.kind:
        case "death":
            saved = 1.0
        case "damage":
            saved = 1.0 if turned.amount >= me.limit else -1.0
        case "save":
            saved = 0.5 if me.body.sheet.omens > 1 and turned.rule in WORTH_AN_OMEN else -1.0
    return {"pass": Out(), "omen": Out((), {"saved": saved})}


def trampled(wits: Moment, question: Choose[Any]) -> Answers:
    """Out of the way of something big, to where it is safest."""
    found: Answers = {"stay": Out((), {"bears": -0.3})}
    if question.who is None or question.who not in wits.marks:
        return found
    me = wits.marks[question.who]
    for option in question.options.singles:
        if option.place is not None:
            bit = wits.ground.afoot.bit(as_zone_place(option.place))
            danger = sum(
                max(
                    (menace.fell + 0.5 * menace.hurt for menace in wits.menaces(it.body.id, question.who, bit, ())),
                    default=0.0,
                )
                for it in wits.foes(me.body.side)
            )
            found[option.key] = Out((), {"exposed": me.stature * danger})
    return found
