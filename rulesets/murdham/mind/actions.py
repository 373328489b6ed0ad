"""Acts that are no attack: words, powers, help, things, doors, work, hiding and searching, giving up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum

from game.kit.combatants import bodies
from game.kit.goals import objective_zones
from game.kit.mind.acts import act
from game.rules.planning_model import Act, Budget, Effect, ExpectedOutcome, Mask
from rulesets.murdham.mind.damage import UnitStats, average, cost, dealt, stats_of
from rulesets.murdham.mind.view import MurdhamSideView
from rulesets.murdham.play import actions, menu, things
from rulesets.murdham.play.actions import Shove, Throw
from rulesets.murdham.play.attack import helpless
from rulesets.murdham.play.blow import tears_free
from rulesets.murdham.play.cost import fall_dice, untouched
from rulesets.murdham.play.geometry import GOALS, bigger, fights, half, likely, sees
from rulesets.murdham.play.menu import may_leave
from rulesets.murdham.play.moving import can_retreat
from rulesets.murdham.play.nonlethal import DROP_DIE
from rulesets.murdham.play.saves import may_hide, suspected
from rulesets.murdham.play.things import free_hand
from rulesets.murdham.sheet.sheet import FACTORS, Body, Power

FEAR = 0.25
"""What a foe that dares come no nearer counts beside one that is held."""

BRITTLE = 0.85
"""What is left of the worth of a weapon that may break with any blow."""

HURDLE = 2
"""Zones from which on hard ground between is in the way of who comes."""

WORTH_TAKING = 0.4
"""Points of damage more for which something is picked up."""

MAIN = (2, 0, 0)
BONUS = (0, 1, 0)

KEPT = 2048
"""Words that are kept."""


def against(model: MurdhamSideView, me: UnitStats, spot: int, budget: Budget, where: Mask) -> Iterator[Sequence[Act]]:
    """Those that are meant for foes, in bunches; powers of every kind are among them."""
    if budget[0] != 2 or not fights(me.body) or model.mocker(me.body) is not None:
        return
    here = 1 << spot
    for it in model.foes(me.body.side):
        yield words(model, me, it, where)
    yield [*invocations(model, me, here), *upon_the_held(model, me, here), *tramples(model, me, where)]


def deeds(model: MurdhamSideView, me: UnitStats, spot: int, budget: Budget, where: Mask) -> Iterator[Act]:
    """All the others."""
    here, mocked = 1 << spot, model.mocker(me.body) is not None
    active = me.body.id == model.turn.active
    if budget[0] == 2 and fights(me.body) and not mocked:
        yield from help_(model, me, where)
        yield from ends_of_the_fallen(model, me, here)
        yield from out_of_sight(model, me, here)
        yield from work(model, me, where)
    if active:
        yield from ways_out(model, me, here, budget)
    if active and not mocked:
        yield from doors(model, me, here)
        pay = BONUS if budget[1] else MAIN if budget[0] == 2 else None
        if pay:
            yield from hands(model, me, here, pay)
            yield from draughts(model, me, where, pay)


# ------------------------------------------------------------------ main actions


def words(model: MurdhamSideView, me: UnitStats, it: UnitStats, where: Mask) -> tuple[Act, ...]:
    """Distracting costs a foe its turn; a threat keeps it away, a taunt from others. Kept, as few of them change."""
    who, sheet = it.body.id, it.body.sheet
    near = where & model.near(it)
    if not near or sheet.profile.mind == "mindless":
        return ()
    beside, least = model.pressed(who)
    return _words(
        *(me, it, near),
        eager=model.eager,
        able=model.able[who],
        free=not sheet.stunned and who not in model.tied,
        lone=me.body.id not in sheet.fears and (not beside or beside == (me.body.id,)),
        fears=len(sheet.fears),
        draws=least < me.limit and not sheet.taunted and model.able[who] and model.able[me.body.id],
    )


@lru_cache(KEPT)
def _words(
    me: UnitStats,
    it: UnitStats,
    near: Mask,
    *,
    eager: float,
    able: bool,
    free: bool,
    lone: bool,
    fears: int,
    draws: bool,
) -> tuple[Act, ...]:
    """Words from some places; ``free``: it has a turn to lose, ``lone``: nobody else stands beside it.

    ``fears``: how many it is afraid of already; ``draws``: a taunt would draw it from somebody weaker.
    """
    who, found = it.body.id, []
    more = {"words": eager}
    if me.body.sheet.hidden:
        more["reveals"] = 1.0
    if free:
        lost = (1 - it.WIT) * (1.0 if able else SLOW)
        found.append(act(f"distract {who}", near, MAIN, Effect(who, turns=lost), **more))
    if not it.body.sheet.profile.fearless and not it.shoots and lone:
        kept = (1 - it.WIT) * FEAR / (1 + fears) ** 2 / eager
        found.append(act(f"intimidate {who}", near, MAIN, Effect(who, bound=kept), **more))
    if draws:
        drawn = me.WIT * (1 - it.WIT) * TAUNT
        found.append(act(f"taunt {who}", near, MAIN, Effect(who, turns=drawn), **more))
    return tuple(found)


FREED = 0.1
"""What is lost with a grip that is given up for something."""

SLOW = 0.6
"""What a turn counts that is lost only next round."""

TAUNT = 0.3
"""The part of a turn that a foe loses who may harm only whoever bears it best."""


def invocations(model: MurdhamSideView, me: UnitStats, here: Mask) -> Iterator[Act]:
    """Powers, each on whom it serves."""
    for power in actions.known(model.board, me.body):
        if power.target != "zone":
            for c in actions.targets(model.board, me.body, power):
                if out := _power(model, me, power, c):
                    yield Act(f"invoke {power.key} {c.id}", here, MAIN, (out,))


def _power(model: MurdhamSideView, me: UnitStats, power: Power, c: Body) -> ExpectedOutcome | None:
    sheet, it = c.sheet, stats_of(c)
    if power.effect == "heal":
        return healed(c, 3.5, me.WIT)
    works = me.WIT * (1 - float(likely(c, power.save)) if power.save is not None else 1.0)
    match power.effect:
        case "harm":
            took = cost(dealt(int(power.die[1:]), 0, 1, 1, 0), it, direct=True)
            return ExpectedOutcome((took.times(works).effect(c.id),))
        case "entangle" if c.id not in model.tied:
            return ExpectedOutcome((Effect(c.id, bound=works),))
        case "frighten" if not it.shoots and not sheet.profile.fearless and me.body.id not in sheet.fears:
            return ExpectedOutcome((Effect(c.id, bound=works * FEAR),))
        case "stun" if not sheet.stunned and sheet.profile.mind != "mindless":
            return ExpectedOutcome((Effect(c.id, turns=works),))
        case _:
            return None


def healed(c: Body, amount: float, share: float = 1.0) -> ExpectedOutcome | None:
    """Health given back: to the dying it is their life."""
    if c.sheet.dying:
        return ExpectedOutcome((), {"aid": share})
    it = stats_of(c)
    missing = it.full - it.health
    if not c.sheet.up or missing < 0.75 * amount:
        return None
    return ExpectedOutcome((Effect(c.id, hurt=-share * min(amount, missing) / it.full),), {"heal": share})


def beside(model: MurdhamSideView, me: UnitStats, c: Body, where: Mask) -> Mask:
    """From where a friend can be helped: from here if that is near enough, as nothing is won by going first."""
    here, near = 1 << model.spots[me.body.id], where & model.ground.near[model.ground.number[c.at]]
    return here if near & here else near


def help_(model: MurdhamSideView, me: UnitStats, where: Mask) -> Iterator[Act]:
    """Friends cut free, wounds bound."""
    kit = "medicine kit" in me.body.sheet.items
    for c in bodies(model.board):
        if c.side != me.body.side or c.sheet.dead:
            continue
        near = beside(model, me, c, where)
        settled = tears_free(model.board, me.body, c)
        if near and c.id != me.body.id and c.id in model.tied and settled is not False:
            yield act(f"free {c.id}", near, MAIN, Effect(c.id, bound=-(me.STR if settled is None else 1.0)))
        spare = kit and not (c.sheet.dying and "draught" in me.body.sheet.items)
        if near and spare and c.sheet.health < c.sheet.profile.health and (out := healed(c, 1.0)):
            yield Act(f"treat {c.id}", near, MAIN, (out,))


def upon_the_held(model: MurdhamSideView, me: UnitStats, here: Mask) -> Iterator[Act]:
    """Whom one holds: pushed into what harms it, thrown by the bigger."""
    it = model.stats.get(me.body.sheet.grabbing)
    if it is None or it.body.side == me.body.side:
        return
    for option in menu.upon_the_held(model.board, me.body):
        if isinstance(option.value, Shove) and option.value.hazard:
            yield _pushed(it, option.key, option.value.hazard, here)
        elif isinstance(option.value, Shove) and option.value.place is not None:
            dice = fall_dice(model.board, option.value.place)
            if dice and not it.body.sheet.profile.flies:
                took = cost(dealt(4, 0, dice, 1, 0), it, direct=True).times(1 - it.AGI)
                yield act(option.key, here, MAIN, took.effect(it.body.id, bound=-FREED))
        elif isinstance(option.value, Throw):
            took = cost(dealt(4, 0, 1, 1, 0), it, direct=True)
            yield act(option.key, here, MAIN, took.effect(it.body.id, bound=-FREED))
            return  # one zone is as good as another


def _pushed(it: UnitStats, key: str, hazard: str, here: Mask) -> Act:
    who, die = it.body.id, DROP_DIE.get(hazard)
    if die is None:
        return act(key, here, MAIN, Effect(who, bound=-it.AGI))
    armour = it.body.sheet.hard if hazard == "trap" else 0
    took = cost(dealt(int(die[1:]), 0, 1, 1, armour), it, direct=hazard != "trap")
    return act(key, here, MAIN, took.effect(who, bound=0.0 if hazard == "trap" else -FREED))


def tramples(model: MurdhamSideView, me: UnitStats, where: Mask) -> Iterator[Act]:
    """The smaller make way or take a d4."""
    for it in model.foes(me.body.side):
        who, near = it.body.id, where & model.near(it)
        if near and bigger(me.body, it.body):
            stays = ExpectedOutcome((cost(dealt(4, 0, 1, 1, it.body.sheet.hard), it, direct=False).effect(who),))
            outs = (stays,) if who in model.tied else (stays, ExpectedOutcome())
            yield Act(f"trample {who}", near, MAIN, outs)


def ends_of_the_fallen(model: MurdhamSideView, me: UnitStats, here: Mask) -> Iterator[Act]:
    """A final blow where somebody could bring the fallen back."""
    for c in helpless(model.board, me.body):
        if c.sheet.paralysed and any("antidote" in it.body.sheet.items for it in model.band(c.side)):
            hits = 1.0 if sees(model.board, me.body, c) else me.WIT
            yield act(f"finish {c.id}", here, MAIN, finish=hits * stats_of(c).unit_value)


def out_of_sight(model: MurdhamSideView, me: UnitStats, here: Mask) -> Iterator[Act]:
    """Hiding, searching, striking blindly."""
    if "cutthroat" in me.body.sheet.profile.skills and may_hide(model.board, me.body):
        yield act("hide", here, MAIN, unseen=me.AGI)
    if not model.foes(me.body.side) and suspected(model.board, me.body.side):
        yield act("search", here, MAIN, search=1.0)


def work(model: MurdhamSideView, me: UnitStats, where: Mask) -> Iterator[Act]:
    """The side's task."""
    aim, masks = GOALS.task(model.board, me.body.side), model.ground.afoot
    near = where & masks.around(masks.mask(objective_zones(model.board, aim))) if aim is not None else 0
    if near:
        yield act("work", near, MAIN, task=1.0)


# ------------------------------------------------------------------ leaving, giving up


def ways_out(model: MurdhamSideView, me: UnitStats, here: Mask, budget: Budget) -> Iterator[Act]:
    """Off the map where the side wants that, or courage has failed; hands up where nothing is to be hoped for."""
    board, c = model.board, me.body
    aim = GOALS.escaping(board, c)
    meant = aim is not None and (not aim.cells or GOALS.through(board, c, aim))
    if (meant or c.sheet.retreating) and may_leave(board, c):
        yield act("leave", here, (0, 0, 1) if budget[2] else MAIN, away=1.0)
    yield from yields(model, me, here)


def yields(model: MurdhamSideView, me: UnitStats, here: Mask) -> Iterator[Act]:
    """Hands up."""
    c, ours = me.body, model.band(me.body.side)
    if not untouched(model.board):
        return
    theirs = fsum(it.unit_value * it.left for it in model.foes(c.side))
    hopeless = len(ours) == 1 and theirs > 4 * me.unit_value * me.left and me.health * 2 <= me.full
    willing = c.sheet.profile.mind == "human" and not c.sheet.profile.fearless
    if (c.sheet.retreating or (hopeless and willing)) and not can_retreat(model.board, c):
        yield act("surrender", here, (2, 1, 0), yields=1.0)


def bound(model: MurdhamSideView, me: UnitStats, budget: Budget) -> Iterator[Act]:
    """Held or entangled: struggle, or give up."""
    here = 1 << model.spots[me.body.id]
    if budget[0] == 2:
        settled = tears_free(model.board, me.body, me.body)
        yield act("struggle", here, budget, Effect(me.body.id, bound=-(me.STR if settled is None else float(settled))))
        if me.body.id == model.turn.active:
            yield from yields(model, me, here)


# ------------------------------------------------------------------ bonus actions


def hands(model: MurdhamSideView, me: UnitStats, here: Mask, pay: Budget) -> Iterator[Act]:
    """A weapon for those who have none in hand that is of use."""
    c, sheet = me.body, me.body.sheet
    best = max((arm.mean for arm in me.usual if arm.key != "unarmed"), default=0.0)
    bare = best or max((arm.mean for arm in me.usual), default=0.0)
    for arm in me.arms:
        if arm.first and arm.reliable and arm.mean - bare > 1.0:
            yield act(arm.first, here, pay, arms=arm.mean - bare)
    if "shield" in sheet.carried and things.takes(c, "shield") and not any(a.weapon.hands > 1 for a in me.usual):
        yield act("equip shield", here, pay, arms=0.5)
    useless = sheet.hand and not any(arm.key == sheet.hand for arm in me.arms)
    if useless and any(key != "shield" for key in sheet.carried):
        yield act(f"stow {sheet.hand}", here, pay, arms=1.5)
    found = []
    for thing, weapon in things.at_hand(model.board, c):
        lasts = BRITTLE if "improvised" in weapon.traits else 1.0
        mean = average(dealt(int(weapon.die[1:] or 0), 0, *FACTORS[sheet.profile.size], 0))
        if weapon.melee and lasts * mean - bare > WORTH_TAKING and free_hand(c, weapon) == "hand":
            found.append(act(f"pick up {thing.id}", here, pay, arms=lasts * mean - bare))
    yield from sorted(found, key=lambda each: -each.outs[0].features["arms"])[:1]


def draughts(model: MurdhamSideView, me: UnitStats, where: Mask, pay: Budget) -> Iterator[Act]:
    """Draughts for the dying and the wounded, antidotes, caltrops before those who come."""
    c = me.body
    for item in dict.fromkeys(c.sheet.items):
        if item in ("draught", "spirits", "antidote"):
            for other in bodies(model.board):
                if other.side != c.side or other.sheet.dead:
                    continue
                near = where if other.id == c.id else beside(model, me, other, where)
                out = None
                if item == "antidote" and other.sheet.paralysed:
                    out = ExpectedOutcome((), {"frees": 0.75 * stats_of(other).unit_value})
                elif item == "draught" or (item == "spirits" and other.sheet.dying):
                    out = healed(other, half(other.sheet.STR) if item == "draught" else 1.0)
                if out is not None and near and other.sheet.health < stats_of(other).full:
                    yield Act(f"use {item} {other.id}", near, pay, (out,))
        elif item == "caltrops":
            number = model.ground.zones.zones_of(c.at)[0].number
            if me.shoots and number not in model.turn.caltrops and pay[1] and _comes(model, c):
                yield act("use caltrops", 1 << model.spots[c.id], pay, hinders=1.0)


def _comes(model: MurdhamSideView, c: Body) -> bool:
    """Whether somebody who fights hand to hand, and on foot, is so near that hard ground will be in its way."""
    for it in model.foes(c.side):
        far = model.ground.zones.distance(it.body.at, c.at)
        if far is not None and far <= HURDLE and not it.shoots and not it.body.sheet.profile.flies:
            return True
    return False


def doors(model: MurdhamSideView, me: UnitStats, here: Mask) -> Iterator[Act]:
    """Doors and levers around."""
    for found, price in things.operable(model.board, me.body):
        pay = MAIN if price == "main" else BONUS
        if found.opens:
            yield act(found.key, here, pay)._replace(opens=found.edge)
