"""What answers come to when it is nobody's turn: Instants in their windows, openings, swarms, what a shove does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.kit.acts import indifferent
from game.kit.toll import NO_TOLL, Toll
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.wits import Effect, Out
from game.spatial.places import as_cell
from rulesets.sovereign.arms import Arm, Mark, checked, mark
from rulesets.sovereign.attack import SWARM_HELPERS
from rulesets.sovereign.blow import Blow, attacks, wielded
from rulesets.sovereign.gathering import could_press, forgone, may_join
from rulesets.sovereign.holding import ActNow
from rulesets.sovereign.instants import Defend, Luck
from rulesets.sovereign.mauling import TOPIC
from rulesets.sovereign.numbers import CHECK
from rulesets.sovereign.reading import Look, look
from rulesets.sovereign.scene import Scene
from rulesets.sovereign.sheet import Body
from rulesets.sovereign.snapping import SNAP, Snap
from rulesets.sovereign.strikes import DOWN
from rulesets.sovereign.tending import HELP, heal_check

WAITING = 0.95
"""What a swarm's later blow counts beside one struck now: who was to join may have better to do."""

NOTHING = Out()


def answers(scene: Scene, question: Choose[Any]) -> Mapping[str, Out]:
    """What each answer comes to that is worth thinking about; never empty."""
    found: dict[str, Out] = {}
    if question.topic == "swarm" or (question.kind == "act" and _is_swarm(question)):
        found = _swarm(scene, question)
    elif question.kind == "react" and question.who is not None:
        opening = question.topic == "attack of opportunity"
        found = _opening(scene, question) if opening else _instants(scene, question)
    elif question.topic == TOPIC:
        found = _routine(scene, question)
    elif question.topic == HELP:
        found = _help(scene, question)
    elif question.kind == "act" and any(option.key == "prone" for option in question.options.singles):
        found = _shove(scene, question)
    return found or indifferent(question)


def _is_swarm(question: Choose[Any]) -> bool:
    return any(isinstance(option.value, Blow) for option in question.options.singles)


def _known(scene: Scene, question: Choose[Any], place: int) -> Mark | None:
    """Whom a question is about, if its seat knows of it."""
    return scene.marks.get(question.about[place]) if place < len(question.about) else None


def _arm(it: Mark, key: str, mode: str) -> Arm | None:
    return next((arm for arm in it.arms if arm.key == key and arm.mode == mode and not arm.more), None)


def _look(scene: Scene, me: Mark, it: Mark, arm: Arm) -> Look:
    return look(scene.board, me.body, it.body, afar=arm.afar)


# ------------------------------------------------------------------ Instants


def _opening(scene: Scene, question: Choose[Any]) -> dict[str, Out]:
    """An attack of opportunity is free; the best weapon at hand takes it."""
    me, it = scene.marks.get(question.who or Id("")), _known(scene, question, 0)
    found = {question.idle: NOTHING}
    if me is None or it is None:
        return found
    for option in question.options.singles:
        arm = _arm(me, str(option.value), "melee")
        if arm is not None and option.key != question.idle:
            found[option.key] = Out((arm.once(it, _look(scene, me, it, arm)).on(it.id),))
    return found


def _instants(scene: Scene, question: Choose[Any]) -> dict[str, Out]:
    me, acting = scene.marks.get(question.who or Id("")), _known(scene, question, 0)
    found = {question.idle: NOTHING}
    for option in question.options.singles:
        match option.value:
            case True | ActNow():
                found[option.key] = Out((), {"held": 0.0 if question.about else 1.0})
            case Luck() if me is not None and acting is not None:
                found[option.key] = _luck(scene, me, acting, _known(scene, question, 1))
            case Defend() if me is not None and acting is not None:
                found[option.key] = _defend(scene, me, acting, matters=option.matters)
            case Snap(weapon, mode) if me is not None and acting is not None:
                arm = _arm(me, weapon, mode)
                if arm is not None:
                    found[option.key] = _snap(scene, me, acting, arm, question, matters=option.matters)
    return found


def _landing(scene: Scene, by: Mark, it: Mark) -> Toll:
    """What the blow that is being made does if it hits: with the arm that its owner fights with at that distance."""
    gap = scene.space.distance(by.at, it.at, by.size, it.size)
    arm = by.melee if by.melee is not None and by.melee.reach >= gap else by.shot or by.melee
    if arm is None or it.hp <= 0:
        return NO_TOLL
    return arm.once(it, extra=100)


def _saved(it: Mark, harm: Toll) -> float:
    """What is saved where a hit on somebody misses, in statures."""
    return it.stature * (harm.hurt + 2 * harm.fell)


def _luck(scene: Scene, me: Mark, acting: Mark, target: Mark | None) -> Out:
    """Once a fight: keep it for a blow that fells."""
    if acting.id != me.id:
        return Out((), {"saved": _saved(me, _landing(scene, acting, me)), "luck": 1.0})
    if target is None:
        return NOTHING
    return Out((_landing(scene, me, target).on(target.id),), {"luck": 1.0})


def _later(scene: Scene, me: Mark) -> float:
    """Whether the Main Action is still good for a turn of this round."""
    return float(not me.body.sheet.done and scene.board.state.turn.side != me.body.side and scene.acts_later(me))


def _defend(scene: Scene, me: Mark, acting: Mark, *, matters: bool) -> Out:
    """Total Defense turns this blow if it matters, and makes those that follow less likely to hit."""
    effects = (Effect(me.id, turns=1.0),) if _later(scene, me) else ()
    saved = _saved(me, _landing(scene, acting, me)) if matters else 0.0
    spot = scene.ground.bit(me.at)
    for it in scene.foes(me.body.side):
        sheet = it.body.sheet
        if it.id != acting.id and sheet.main and not sheet.done and scene.strikes(it.id).reaches & spot:
            strikes = scene.strikes(it.id)
            less = strikes.worst(me.id, spot) - strikes.worst(me.id, spot, guarded=True)
            saved += 0.5 * less * me.stature
    return Out(effects, {"saved": saved})


def _snap(scene: Scene, me: Mark, acting: Mark, arm: Arm, question: Choose[Any], *, matters: bool) -> Out:
    """A blow at -4 now, for the Main Action; worth most where it stops what is going on."""
    harm = arm.once(acting, _look(scene, me, acting, arm), SNAP.total)
    effects = [harm.on(acting.id)]
    if _later(scene, me):
        effects.append(Effect(me.id, turns=1.0))
    spot = scene.ground.bit(me.at)
    lost = 0.0
    for it in scene.foes(me.body.side):
        sheet = it.body.sheet
        strikes = scene.strikes(it.id)
        if sheet.main and not sheet.done and strikes.reaches & spot:
            lost += 0.5 * (strikes.worst(me.id, spot) - strikes.worst(me.id, spot, guarded=True))
    features: dict[str, float] = {"guard lost": lost * me.stature}
    target = _known(scene, question, 1)
    if matters and target is not None and target.body.side == me.body.side:
        features["saved"] = _saved(target, _landing(scene, acting, target)) * harm.fell
    return Out(tuple(effects), features)


# ------------------------------------------------------------------ what follows a turn's acts


def _routine(scene: Scene, question: Choose[Any]) -> dict[str, Out]:
    """Of several in reach, whom the next of a creature's blows does most to."""
    me = scene.marks[question.who or Id("")]
    found: dict[str, Out] = {}
    for option in question.options.singles:
        it = scene.marks.get(option.value)
        arm = next((arm for arm in me.arms if not arm.more and option.key.endswith(f" {arm.key}")), None)
        if it is not None and arm is not None:
            found[option.key] = Out((arm.once(it, _look(scene, me, it, arm)).on(it.id),))
    return found


def _help(scene: Scene, question: Choose[Any]) -> dict[str, Out]:
    """Help with first aid, unless somebody is there to be struck with the Main Action instead."""
    board = scene.board
    me, patient, healer = (board.now(who) for who in (question.who or Id(""), *question.about))
    needed = CHECK - heal_check(healer).total - patient.sheet.mortal + board.state.turn.round
    aid = {"aid": checked(needed - 1) - checked(needed)}
    busy = any(next(attacks(board, me, it.body, wielded(board, me)), None) for it in scene.foes(me.side))
    return {"yes": Out((Effect(me.id, turns=1.0),) if busy else (), aid), "no": NOTHING}


def _shove(scene: Scene, question: Choose[Any]) -> dict[str, Out]:
    """Down, or over an edge or into peril if there is one."""
    it = scene.marks[question.about[0]]
    found = {option.key: Out((Effect(it.id, bound=DOWN),)) for option in question.options.singles}
    for family in question.options.families:
        for place in map(as_cell, family.places):
            fell, hurt = scene.falls(it, place)
            if fell or hurt:
                found[family.key(place)] = Out((Effect(it.id, fell, hurt, bound=1 - fell),))
    return found


def _swarm(scene: Scene, question: Choose[Any]) -> dict[str, Out]:
    """Strike with the best of the band, unless more friends are about to join."""
    found: dict[str, Out] = {}
    best: tuple[float, Out] = (0.0, NOTHING)
    for option in question.options.singles:
        strike = option.value
        if not isinstance(strike, Blow):
            found[option.key] = NOTHING
            continue
        who, it = scene.marks.get(strike.who), scene.marks.get(strike.target)
        arm = _arm(who, strike.weapon, strike.mode) if who is not None else None
        if who is None or it is None or arm is None:
            continue
        at = _look(scene, who, it, arm)
        found[option.key] = Out((arm.once(it, at, others=strike.others).on(it.id),))
        lent = 0.0
        for more, own in enumerate(_joiners(scene, who.body, it)[: SWARM_HELPERS - strike.others], 1):
            lent += own
            later = arm.once(it, at, others=strike.others + more)
            kept = WAITING * (1 - lent / later.cost) if later.cost else 0.0
            effect = Effect(it.id, kept * later.fell, kept * later.hurt)
            best = max(best, (effect.cost, Out((effect,))), key=lambda each: each[0])
    if "wait" in found:
        found["wait"] = best[1]
    return found


def _joiners(scene: Scene, me: Body, it: Mark) -> list[float]:
    """What it takes of members of a side who could still press a foe this turn to join in, least first."""
    others = (c for c in (mark(me), *scene.friends(me.id)) if may_join(c) and not c.body.sheet.swarm)
    return sorted(forgone(scene, c, it) for c in others if could_press(scene, c, it))
