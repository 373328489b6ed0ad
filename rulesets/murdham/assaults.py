"""Acts that harm: blows and shots, grips and disarms, blasts and sweeps, told apart by what places look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.kit.recall import Kept
from game.rules.events import Id
from game.rules.wits import Act, Budget, Effect, Mask, Out, weighed
from game.spatial.places import InZone, written
from rulesets.murdham import blasting
from rulesets.murdham.aims import ON_THE_MOVE, VERBS
from rulesets.murdham.blow import blast_zones
from rulesets.murdham.blows import droppable
from rulesets.murdham.exchange import Blow, blow, damage, limit_of, overcome, terms
from rulesets.murdham.exchange import cost as cost_of
from rulesets.murdham.look import Look
from rulesets.murdham.moment import Moment, Stance
from rulesets.murdham.reading import bigger
from rulesets.murdham.sheet import Body
from rulesets.murdham.statures import FACE_TO_FACE, Arm, Mark, mark_of

KEPT = 20_000
"""Attacks that are kept."""

NEXT = 0.5
"""What a turn counts that is lost only next round."""


def attacks(wits: Moment, me: Mark, spot: int, budget: Budget, where: Mask) -> Iterator[Sequence[Act]]:
    """Everything that harms or holds somebody, in bunches."""
    mocker = wits.mocker(me.body)
    targets = [it for it in wits.foes(me.body.side) if mocker in (None, it.body.id)]
    for it in targets:
        yield on_one(wits, me, it, spot, budget, where)
    if mocker is None:
        for arm in me.arms:
            if arm.weapon.blast and "smoke" not in arm.weapon.traits:
                yield list(blasts(wits, me, arm, budget, spot))
        yield list(sweeps(wits, me, budget, where))


_met: Kept[tuple[object, ...], tuple[Act, ...]] = Kept(KEPT)


def on_one(wits: Moment, me: Mark, it: Mark, spot: int, budget: Budget, where: Mask) -> tuple[Act, ...]:
    """Attacks and grips on one foe; kept, as from one question to the next few of them change."""
    where &= wits.ground.threatened(wits.spots[it.body.id], me.range)
    if not where:
        return ()
    began = wits.turn.halves > 0 and wits.turn.active == me.body.id
    who = it.body.id
    guards = [guard.serial for guard in wits.guards(who)]
    key = (
        *(wits.ground, me.serial, wits.spots[me.body.id], spot, budget, where, began),
        *(it.serial, wits.spots[who], wits.stance(who), who in wits.tied, *guards),
    )
    return _met.of(
        key,
        lambda: (*blows_at(wits, me, it, spot, budget, where, began=began), *grips_on(wits, me, it, budget, where)),
    )


def _pay(arm: Arm, budget: Budget, halves: int = 0) -> Budget | None:
    """What an attack costs: an attack takes all that is left of a main action."""
    if arm.first and not budget[1]:
        return None
    return budget[0], int(bool(arm.first)), halves


def blows_at(wits: Moment, me: Mark, it: Mark, spot: int, budget: Budget, where: Mask, *, began: bool) -> Iterator[Act]:
    """Blows and shots at one foe."""
    ground, here = wits.ground, 1 << spot
    target = wits.spots[it.body.id]
    armed = "brawler" not in me.body.sheet.profile.skills and any(
        arm.mode == "melee" and not arm.first and arm.key != "unarmed" and not arm.weapon.blast for arm in me.arms
    )
    for arm in me.arms:
        if arm.key == "unarmed" and armed:  # ruling M-38
            continue
        focus = arm.weapon.blast and it.body.sheet.profile.size in ("large", "massive") and bool(arm.weapon.die)
        if arm.weapon.blast and not focus:
            continue
        if not arm.weapon.die and "entangles" not in arm.weapon.traits:
            continue
        if not arm.weapon.die and it.body.id in wits.tied:
            continue
        verb = "focus" if focus else VERBS[arm.mode]
        key = f"{verb} {it.body.id} {arm.key}"
        within = ground.afoot.within(target, arm.reach) if arm.reach else ground.near[target]
        pay = _pay(arm, budget)
        if pay is None:
            continue
        if arm.mode == "melee":
            yield from _sorted(wits, me, arm, it, key, pay, where & (within | ground.near[target]), focus=focus)
            continue
        if here & where & within and not began:
            yield from _sorted(wits, me, arm, it, key, (*pay[:2], budget[2]), here, focus=focus)
            if budget[2]:
                yield from _sorted(wits, me, arm, it, ON_THE_MOVE + key, pay, here, focus=focus, moving=True)
        walked = where & within & (~here if not began else ~0)
        if walked:
            yield from _sorted(wits, me, arm, it, key, pay, walked, focus=focus, moving=True)


def _sorted(
    wits: Moment,
    me: Mark,
    arm: Arm,
    it: Mark,
    key: str,
    pay: Budget,
    where: Mask,
    *,
    focus: bool = False,
    moving: bool = False,
) -> Iterator[Act]:
    """An attack from some places, told apart by what it comes to."""
    ground, target = wits.ground, wits.spots[it.body.id]
    hidden, own = me.body.sheet.hidden, 1 << wits.spots[me.body.id]
    more = _features(me, arm, it.body.id)
    guards = wits.guards(it.body.id) if arm.weapon.die else ()
    stance = wits.stance(it.body.id)
    found: dict[int, tuple[Outs, Mask]] = {}
    for look, mask in ground.views.back(target, where):
        backs = [(look, mask)] if look.near else ground.views.out(target, mask)
        for back, some in backs:
            # concealed only where it stands: on its way to another place somebody sees it
            for part, surprise in ((some & own, True), (some & ~own, False)) if hidden else ((some, False),):
                if not part:
                    continue
                outs = _outs(Case(arm, it, me, look, back, moving, surprise, focus), stance, guards)
                if outs:
                    known = found.get(id(outs))
                    found[id(outs)] = outs, part | (known[1] if known else 0)
    for outs, mask in found.values():
        yield Act(key, mask, pay, tuple([Out(effects, more) for effects in outs]), first=arm.first)


Outs = tuple[tuple[Effect, ...], ...]


class Case(NamedTuple):
    """One attack, by a look there and one back."""

    arm: Arm
    it: Mark
    me: Mark
    look: Look
    back: Look
    moving: bool
    surprise: bool
    focus: bool


_known: Kept[tuple[object, ...], Outs] = Kept(KEPT)
_same: Kept[Outs, Outs] = Kept(KEPT)


def _outs(case: Case, stance: Stance, guards: Sequence[Mark]) -> Outs:
    """What an attack comes to for each reply of its target and of those beside it; what is equal is one object."""
    arm, it, me, look, back, moving, surprise, focus = case
    key = (
        *(arm.serial, it.serial, me.serial, look, back, moving, surprise, focus, stance),
        *[guard.serial for guard in guards],
    )
    return _known.of(key, _find_outs, case, stance, guards)


def _find_outs(case: Case, stance: Stance, guards: Sequence[Mark]) -> Outs:
    outs = tuple(_replied(case, stance, guards))
    return _same.of(outs, lambda: outs)


def _replied(case: Case, stance: Stance, guards: Sequence[Mark]) -> Iterator[tuple[Effect, ...]]:
    arm, it, me, look, back, moving, surprise, focus = case
    times = (2, 1) if focus else (1, 1)
    bare = blow(arm, it, look, moving=moving, surprise=surprise, times=times)
    if bare is None:
        return
    yield _effects(bare, it, me, turns=bare.took.fell if stance.able else 0.0)
    if surprise:
        return
    if stance.nimble or (stance.able and stance.mocked is None):
        dodged = blow(arm, it, look, moving=moving, reply="dodge", times=times)
        if dodged is not None:
            yield _effects(dodged, it, me, turns=0.0 if stance.nimble else bare.hit)
    if stance.able and stance.mocked in (None, me.body.id) and not focus:
        for answer in it.usual:
            both = blow(arm, it, look, moving=moving, reply="counter", answer=answer, back=back, me=me)
            if both is not None:
                yield _effects(both, it, me, turns=bare.hit)
    for guard in guards:
        one = blow(arm, guard, look, moving=moving, reply="guard", times=times)
        if one is not None:
            yield _effects(one, guard, me, turns=0.0 if "bodyguard" in guard.body.sheet.profile.skills else bare.hit)


def _effects(one: Blow, it: Mark, me: Mark, *, turns: float) -> tuple[Effect, ...]:
    target = Effect(it.body.id, one.took.fell, one.took.hurt, turns + NEXT * one.held, one.held)
    if not one.gave.harm:
        return (target,)
    return target, Effect(me.body.id, one.gave.fell, one.gave.hurt)


def _features(me: Mark, arm: Arm, who: Id) -> dict[str, float]:
    found = dict(arm.uses)
    if me.body.sheet.grabbing and me.body.sheet.grabbing != who:
        found["lets go"] = 1.0
    if arm.first:
        found["draws" if arm.first.startswith("equip") else "doses"] = 1.0
    return found


# ------------------------------------------------------------------ grips


def grips_on(wits: Moment, me: Mark, it: Mark, budget: Budget, where: Mask) -> Iterator[Act]:
    """Grapples and disarms."""
    ground = wits.ground
    who, sheet, near = it.body.id, me.body.sheet, where & wits.near(it)
    hand = next((arm for arm in me.arms if arm.key == "unarmed"), None)
    if not near or hand is None or bigger(it.body, me.body):
        return
    pay, seen = (budget[0], 0, 0), 0
    for look, mask in ground.views.back(wits.spots[who], near):
        seen |= mask if look.seen else 0
    for mask, hit in ((seen, 1.0), (near & ~seen, me.WIT)):  # what is not seen takes a save to lay hands on
        if not mask:
            continue
        if not sheet.grabbing and who not in wits.tied:
            held = hit * overcome(hand, it, "wrestler")
            gain = [Effect(who, turns=held * (1.0 if wits.able[who] else NEXT), bound=held)]
            yield Act(f"grapple {who}", mask, pay, _gripped(wits, me, it, gain, {"busy": hit}))
        for item in droppable(it.body):
            after = max((arm.mean for arm in it.arms if not arm.first and arm.key != item), default=0.0)
            before = max((arm.mean for arm in it.usual), default=0.0)
            share = max(0.0, before - after) / before if before else 0.0
            if lost := hit * share * overcome(hand, it, "disarmer"):
                yield Act(f"disarm {who} {item}", mask, pay, _gripped(wits, me, it, [], {"disarms": lost * it.stature}))


def _gripped(wits: Moment, me: Mark, it: Mark, gain: list[Effect], more: dict[str, float]) -> tuple[Out, ...]:
    """What a grip comes to if it is let be, dodged, countered."""
    who = it.body.id
    found = [Out(tuple(gain), more)]
    if not wits.able[who] or me.body.sheet.hidden:
        return tuple(found)
    spent = Effect(who, turns=1.0)

    def part(share: float) -> tuple[list[Effect], dict[str, float]]:
        effects = [one._replace(turns=NEXT * share * one.turns, bound=share * one.bound) for one in gain]
        return effects, {name: share * value for name, value in more.items()}

    effects, rest = part(1 - it.AGI)
    found.append(Out((*effects, spent), rest))
    for answer in it.usual:
        back = blow(answer, me, FACE_TO_FACE)
        if back is not None and back.took.harm:
            effects, rest = part(1 - back.took.fell)
            found.append(Out((*effects, spent, Effect(me.body.id, back.took.fell, back.took.hurt)), rest))
    return tuple(found)


# ------------------------------------------------------------------ blasts


def blasts(wits: Moment, me: Mark, arm: Arm, budget: Budget, spot: int) -> Iterator[Act]:
    """A blast at every zone with a foe, with every zone it may stray to; from here, standing or on the move."""
    board, here = wits.board, 1 << spot
    thrower = Body(me.body.id, me.body.side, me.body.at, arm.bearer.sheet)
    began = wits.turn.halves > 0 and wits.turn.active == me.body.id
    foes = wits.foes(me.body.side)
    ways = [(began, 0 if began or arm.mode == "melee" else budget[2], "")]
    if not began and budget[2] and arm.mode != "melee":
        ways.append((True, 0, ON_THE_MOVE))
    for moving, halves, verb in ways:
        pay = _pay(arm, budget, halves)
        if pay is None:
            continue
        for place in blast_zones(board, thrower, arm.weapon, moving=moving):
            zone = wits.ground.number[place]
            if any(wits.ground.near[zone] >> wits.spots[it.body.id] & 1 for it in foes):
                out = _landed(wits, me, thrower, arm, place, moving=moving)
                key = f"{verb}blast {arm.key} {written(place)}"
                yield Act(key, here, pay, (out,), first=arm.first)


def _landed(wits: Moment, me: Mark, thrower: Body, arm: Arm, place: InZone, *, moving: bool) -> Out:
    effects: list[Effect] = []
    more = _features(me, arm, Id(""))
    for landing in blasting.landings(wits.board, thrower, place, arm.weapon, moving=moving):
        for who in landing.hits:
            effects += caught(wits, me, arm, who, float(landing.share), more)
    return Out(tuple(effects), more)


def caught(
    wits: Moment,
    me: Mark,
    arm: Arm,
    who: Id,
    share: float,
    more: dict[str, float],
    times: tuple[int, int] = (1, 1),
    *,
    reacts: bool = True,
) -> Iterator[Effect]:
    """What a blast does to one of those it hits, who may dodge; those of one's own count in ``more`` besides."""
    c = wits.board.now(who)
    ours = c.side == me.body.side
    if not c.sheet.up:
        if ours and not c.sheet.dead:
            more["friendly"] = more.get("friendly", 0.0) + 0.5 * share * mark_of(c).stature
        return
    it = wits.marks[who]
    dodges = reacts and wits.able[who] and not me.body.sheet.hidden
    through = share * (1 - 0.5 * it.AGI if dodges else 1.0)
    spent = 0.5 * share if dodges else 0.0
    if "stuns" in arm.weapon.traits:
        if c.sheet.profile.mind != "mindless" and not c.sheet.stunned:
            yield Effect(who, turns=max(spent, through))
        return
    what = terms(arm._replace(mode="melee"), it, FACE_TO_FACE) or terms(arm, it, FACE_TO_FACE)
    chances = damage(arm, what, what.bare, times) if what is not None else (1.0,)
    took = cost_of(chances, it, limit_of(arm, it)).times(through)
    if ours:
        loss = it.stature * weighed(took.fell, took.hurt)
        more["friendly"] = more.get("friendly", 0.0) + loss
        return
    yield Effect(who, took.fell, took.hurt, spent)


def sweeps(wits: Moment, me: Mark, budget: Budget, where: Mask) -> Iterator[Act]:
    """The bigger strike at all the smaller around them at once, for half the damage."""
    arm = me.melee
    if arm is None or arm.key == "unarmed" or me.body.sheet.profile.size not in ("large", "massive"):
        return
    ground = wits.ground
    for zone in ground.zones.all_zones:
        around = ground.afoot.near[ground.number[zone]]
        hit = [
            it for it in wits.foes(me.body.side) if around >> wits.spots[it.body.id] & 1 and bigger(me.body, it.body)
        ]
        if len(hit) > 1 and (mask := where & around):
            more: dict[str, float] = {}
            effects = [one for it in hit for one in caught(wits, me, arm, it.body.id, 1.0, more, (1, 2))]
            yield Act(f"sweep {arm.key} {written(zone)}", mask, (budget[0], 0, 0), (Out(tuple(effects), more),))
