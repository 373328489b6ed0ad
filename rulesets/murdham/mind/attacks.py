"""Acts that harm: blows and shots, grips and disarms, blasts and sweeps, told apart by what places look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.kit.cache import ResultCache, cached_in_owner
from game.kit.mind.acts import NO_DAMAGE, by_value
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, Effect, ExpectedOutcome, Mask
from game.spatial.places import InZone, written
from rulesets.murdham.mind.damage import (
    FACE_TO_FACE,
    Arm,
    Blow,
    UnitStats,
    blow,
    cost,
    damage,
    overcome,
    stats_of,
    terms,
)
from rulesets.murdham.mind.view import MapMasks, MurdhamSideView, Stance
from rulesets.murdham.play import attack
from rulesets.murdham.play.blow import OFFER, blast_zones, droppable
from rulesets.murdham.play.geometry import Look, bigger
from rulesets.murdham.play.menu import ON_THE_MOVE, VERBS
from rulesets.murdham.sheet.sheet import Body

KEPT = 4096
"""Attacks that are kept."""

NEXT = 0.5
"""What a turn counts that is lost only next round."""


def attacks(model: MurdhamSideView, me: UnitStats, spot: int, budget: Budget, where: Mask) -> Iterator[Sequence[Act]]:
    """Everything that harms or holds somebody, in bunches."""
    mocker = model.mocker(me.body)
    targets = [it for it in model.foes(me.body.side) if mocker in (None, it.body.id)]
    for it in targets:
        yield on_one(model, me, it, spot, budget, where)
    if mocker is None:
        for arm in me.arms:
            if arm.weapon.blast and "smoke" not in arm.weapon.traits:
                yield list(blasts(model, me, arm, budget, spot))
        yield list(sweeps(model, me, budget, where))


class Meeting(NamedTuple):
    """All that attacks and grips of somebody on another depend on."""

    ground: MapMasks
    me: UnitStats
    own: int
    """The place where it stands."""
    spot: int
    """The place that it goes on from."""
    budget: Budget
    where: Mask
    """Places from which it attacks."""
    began: bool
    """Whether it has gone some way in this turn."""
    it: UnitStats
    target: int
    """The place of the other."""
    stance: Stance

    @property
    def memory(self) -> ResultCache:
        """What has been found of the map."""
        return self.ground.memory


def on_one(
    model: MurdhamSideView, me: UnitStats, it: UnitStats, spot: int, budget: Budget, where: Mask
) -> tuple[Act, ...]:
    """Attacks and grips on one foe."""
    target = model.spots[it.body.id]
    where &= model.ground.threatened(target, me.arms)
    if not where:
        return ()
    began = model.turn.halves > 0 and model.turn.active == me.body.id
    standing = model.ground, me, model.spots[me.body.id], spot, budget, where, began
    return _met(Meeting(*standing, it, target, model.stance(it.body.id)))


@cached_in_owner
def _met(at: Meeting) -> tuple[Act, ...]:
    return *_blows_in(at), *_grips_in(at)


def _pay(arm: Arm, budget: Budget, halves: int = 0) -> Budget | None:
    """What an attack costs: an attack takes all that is left of a main action."""
    if arm.first and not budget[1]:
        return None
    return budget[0], int(bool(arm.first)), halves


def _blows_in(at: Meeting) -> Iterator[Act]:
    me, it, where, near = at.me, at.it.body, at.where, at.ground.near[at.target]
    here = 0 if at.began else 1 << at.spot & where
    armed = "brawler" not in me.body.sheet.profile.skills and any(
        arm.mode == "melee" and not arm.first and arm.key != "unarmed" and not arm.weapon.blast for arm in me.arms
    )
    for arm in me.arms:
        if arm.key == "unarmed" and armed:  # ruling M-38
            continue
        focus = arm.weapon.blast and it.sheet.profile.size in ("large", "massive") and bool(arm.weapon.die)
        if arm.weapon.blast and not focus:
            continue
        if not arm.weapon.die and ("entangles" not in arm.weapon.traits or at.stance.tied):
            continue
        pay = _pay(arm, at.budget)
        if pay is None:
            continue
        key = f"{'focus' if focus else VERBS[arm.mode]} {it.id} {arm.key}"
        within = at.ground.within(at.target, arm.mode, arm.reach) if arm.reach else near
        if arm.mode == "melee":
            yield from _sorted(at, arm, key, pay, where & (within | near), focus=focus)
            continue
        if here & within:
            yield from _sorted(at, arm, key, (*pay[:2], at.budget[2]), here, focus=focus)
            if at.budget[2]:
                yield from _sorted(at, arm, key, pay, here, focus=focus, moving=True, before=ON_THE_MOVE)
        yield from _sorted(at, arm, key, pay, where & within & ~here, focus=focus, moving=True)


def _sorted(
    at: Meeting, arm: Arm, key: str, pay: Budget, where: Mask, *, focus: bool, moving: bool = False, before: str = ""
) -> Iterator[Act]:
    """An attack from some places, told apart by what it comes to."""
    me, own, views, found = at.me, 1 << at.own, at.ground.views, []
    more = _features(me, arm, at.it.body.id)
    for look, mask in views.back(at.target, where):
        for back, some in [(look, mask)] if look.near else views.out(at.target, mask):
            # concealed only where it stands: on its way to another place somebody sees it
            parts = ((some & own, True), (some & ~own, False)) if me.body.sheet.hidden else ((some, False),)
            for part, surprise in parts:
                if part:
                    how = {"moving": moving, "surprise": surprise, "focus": focus}
                    outs = _replied(arm, at.it, me, look, back, at.stance, **how)
                    first = (
                        OFFER if at.stance.heeds and _yields(arm, at.it, me, look, able=at.stance.able, **how) else ""
                    )
                    found.append(((first, outs), part))
    for (first, outs), mask in by_value(found).items():
        if outs:
            yield Act(
                f"{before}{first}{key}",
                mask,
                pay,
                tuple([ExpectedOutcome(effects, more) for effects in outs]),
                first=arm.first,
            )


@lru_cache(KEPT)
def _replied(
    arm: Arm,
    it: UnitStats,
    me: UnitStats,
    look: Look,
    back: Look,
    stance: Stance,
    *,
    moving: bool,
    surprise: bool,
    focus: bool,
) -> tuple[tuple[Effect, ...], ...]:
    """What an attack, by a look there and one back, comes to for each reply of its target and of those beside it."""
    times = (2, 1) if focus else (1, 1)
    bare = blow(arm, it, look, moving=moving, surprise=surprise, times=times)
    if bare is None:
        return ()
    found = [_effects(bare, it, me, turns=bare.took.fell if stance.able else 0.0)]
    if surprise:
        return tuple(found)
    if stance.nimble or (stance.able and stance.mocked is None):
        dodged = blow(arm, it, look, moving=moving, reply="dodge", times=times)
        if dodged is not None:
            found.append(_effects(dodged, it, me, turns=0.0 if stance.nimble else bare.hit))
    if stance.strikes and stance.mocked in (None, me.body.id) and not focus:
        for answer in it.usual:
            both = blow(arm, it, look, moving=moving, reply="counter", answer=answer, back=back, me=me)
            if both is not None:
                found.append(_effects(both, it, me, turns=bare.hit))
    for guard in stance.guards if arm.weapon.die else ():
        one = blow(arm, guard, look, moving=moving, reply="guard", times=times)
        if one is not None:
            free = "bodyguard" in guard.body.sheet.profile.skills
            found.append(_effects(one, guard, me, turns=0.0 if free else bare.hit))
    return tuple(found)


@lru_cache(KEPT)
def _yields(
    arm: Arm, it: UnitStats, me: UnitStats, look: Look, *, able: bool, moving: bool, surprise: bool, focus: bool
) -> bool:
    """Whether a hit would probably kill, so that to offer its target its life is worth a word (ruling M-10)."""
    if me.body.sheet.profile.mind != "human" or not arm.weapon.die:
        return False
    bare = blow(arm, it, look, moving=moving, surprise=surprise, times=(2, 1) if focus else (1, 1))
    dodged = it.AGI if able else 0.0
    return bare is not None and bare.hit > 0 and (1 - dodged) * bare.took.points >= bare.hit * it.health


def _effects(one: Blow, it: UnitStats, me: UnitStats, *, turns: float) -> tuple[Effect, ...]:
    target = one.took.effect(it.body.id, turns + NEXT * one.held, one.held)
    return (target, one.gave.effect(me.body.id)) if one.gave.points else (target,)


def _features(me: UnitStats, arm: Arm, who: Id) -> dict[str, float]:
    found = dict(arm.uses)
    if me.body.sheet.grabbing and me.body.sheet.grabbing != who:
        found["lets go"] = 1.0
    if arm.first:
        found["draws" if arm.first.startswith("equip") else "doses"] = 1.0
    return found


# ------------------------------------------------------------------ grips


def _grips_in(at: Meeting) -> Iterator[Act]:
    me, it, ground = at.me, at.it, at.ground
    who, near = it.body.id, at.where & ground.near[at.target]
    hand = next((arm for arm in me.arms if arm.key == "unarmed"), None)
    if not near or hand is None or bigger(it.body, me.body):
        return
    pay, seen = (at.budget[0], 0, 0), 0
    for look, mask in ground.views.back(at.target, near):
        seen |= mask if look.seen else 0
    for mask, hit in ((seen, 1.0), (near & ~seen, me.WIT)):  # what is not seen takes a save to lay hands on
        if not mask:
            continue
        if not me.body.sheet.grabbing and not at.stance.tied:
            held = hit * overcome(hand, it, "wrestler")
            gain = Effect(who, turns=held * (1.0 if at.stance.able else NEXT), bound=held)
            yield Act(f"grapple {who}", mask, pay, _gripped(at, (gain,), {"busy": hit}))
        for item in droppable(it.body):
            after = max((arm.mean for arm in it.arms if not arm.first and arm.key != item), default=0.0)
            before = max((arm.mean for arm in it.usual), default=0.0)
            share = max(0.0, before - after) / before if before else 0.0
            if lost := hit * share * overcome(hand, it, "disarmer"):
                yield Act(f"disarm {who} {item}", mask, pay, _gripped(at, (), {"disarms": lost * it.unit_value}))


def _gripped(at: Meeting, gain: tuple[Effect, ...], more: dict[str, float]) -> tuple[ExpectedOutcome, ...]:
    """What a grip comes to if it is let be, dodged, countered."""
    me, it, found = at.me, at.it, [ExpectedOutcome(gain, more)]
    if not at.stance.able or me.body.sheet.hidden:
        return tuple(found)
    spent, replies = Effect(it.body.id, turns=1.0), [(1 - it.AGI, NO_DAMAGE)]
    blows = [blow(answer, me, FACE_TO_FACE) for answer in it.usual if at.stance.strikes]
    replies += [(1 - one.took.fell, one.took) for one in blows if one is not None and one.took.points]
    for share, gave in replies:
        held = [one._replace(turns=NEXT * share * one.turns, bound=share * one.bound) for one in gain]
        back = (gave.effect(me.body.id),) if gave.points else ()
        found.append(ExpectedOutcome((*held, spent, *back), {name: share * value for name, value in more.items()}))
    return tuple(found)


# ------------------------------------------------------------------ blasts


def blasts(model: MurdhamSideView, me: UnitStats, arm: Arm, budget: Budget, spot: int) -> Iterator[Act]:
    """A blast at every zone with a foe, with every zone it may stray to; from here, standing or on the move."""
    board, here = model.board, 1 << spot
    thrower = Body(me.body.id, me.body.side, me.body.at, arm.bearer.sheet)
    began = model.turn.halves > 0 and model.turn.active == me.body.id
    foes = model.foes(me.body.side)
    ways = [(began, 0 if began or arm.mode == "melee" else budget[2], "")]
    if not began and budget[2] and arm.mode != "melee":
        ways.append((True, 0, ON_THE_MOVE))
    for moving, halves, verb in ways:
        pay = _pay(arm, budget, halves)
        if pay is None:
            continue
        for place in blast_zones(board, thrower, arm.weapon, moving=moving):
            zone = model.ground.number[place]
            if any(model.ground.near[zone] >> model.spots[it.body.id] & 1 for it in foes):
                out = _landed(model, me, thrower, arm, place, moving=moving)
                key = f"{verb}blast {arm.key} {written(place)}"
                yield Act(key, here, pay, (out,), first=arm.first)


def _landed(
    model: MurdhamSideView, me: UnitStats, thrower: Body, arm: Arm, place: InZone, *, moving: bool
) -> ExpectedOutcome:
    effects: list[Effect] = []
    more = _features(me, arm, Id(""))
    for landing in attack.landings(model.board, thrower, place, arm.weapon, moving=moving):
        for who in landing.hits:
            effects += caught(model, me, arm, who, float(landing.share), more)
    return ExpectedOutcome(tuple(effects), more)


def caught(
    model: MurdhamSideView,
    me: UnitStats,
    arm: Arm,
    who: Id,
    share: float,
    more: dict[str, float],
    times: tuple[int, int] = (1, 1),
    *,
    reacts: bool = True,
) -> Iterator[Effect]:
    """What a blast does to one of those it hits, who may dodge; those of one's own count in ``more`` besides."""
    c = model.board.now(who)
    ours = c.side == me.body.side
    if not c.sheet.up:
        if ours and not c.sheet.dead:
            more["friendly"] = more.get("friendly", 0.0) + 0.5 * share * stats_of(c).unit_value
        return
    it = model.stats[who]
    dodges = reacts and model.able[who] and not me.body.sheet.hidden
    through = share * (1 - 0.5 * it.AGI if dodges else 1.0)
    spent = 0.5 * share if dodges else 0.0
    if "stuns" in arm.weapon.traits:
        if c.sheet.profile.mind != "mindless" and not c.sheet.stunned:
            yield Effect(who, turns=max(spent, through))
        return
    what = terms(arm, it, FACE_TO_FACE, mode="melee")
    chances = damage(arm, what, what.bare, times) if what is not None else (1.0,)
    took = cost(chances, it, direct=arm.weapon.direct).times(through)
    if ours:
        more["friendly"] = more.get("friendly", 0.0) + it.unit_value * took.cost
        return
    yield took.effect(who, spent)


def sweeps(model: MurdhamSideView, me: UnitStats, budget: Budget, where: Mask) -> Iterator[Act]:
    """The bigger strike at all the smaller around them at once, for half the damage."""
    arm = me.melee
    if arm is None or arm.key == "unarmed" or me.body.sheet.profile.size not in ("large", "massive"):
        return
    ground = model.ground
    for zone in ground.zones.all_zones:
        around = ground.afoot.near[ground.number[zone]]
        hit = [
            it for it in model.foes(me.body.side) if around >> model.spots[it.body.id] & 1 and bigger(me.body, it.body)
        ]
        if len(hit) > 1 and (mask := where & around):
            more: dict[str, float] = {}
            effects = [one for it in hit for one in caught(model, me, arm, it.body.id, 1.0, more, (1, 2))]
            yield Act(
                f"sweep {arm.key} {written(zone)}", mask, (budget[0], 0, 0), (ExpectedOutcome(tuple(effects), more),)
            )
