"""Options and refusals of a combatant at its card, with reasons (C-19, C-20); and the places that it threatens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from game.kit.combatants import bodies
from game.kit.goals import task_option
from game.rules.events import Id
from game.rules.questions import EVERY, Menu, Option, Parts, Refusal, Sought
from game.rules.ruleset import Threat
from game.spatial.places import InZone, ZonePlace
from rulesets.einfelst.play import attack, gear, moving, spells, talk, wrestling
from rulesets.einfelst.play.attack import modes, obstacle
from rulesets.einfelst.play.events import successes
from rulesets.einfelst.play.gear import at_hand
from rulesets.einfelst.play.geometry import apart, foes, hurdles, sees, task_at
from rulesets.einfelst.play.harm import treat, treat_pool, treatable
from rulesets.einfelst.play.maneuver import (
    Choice,
    Maneuver,
    fast,
    has_fast_maneuver,
    has_free_fast_maneuver,
    has_slow_maneuver,
    pooled,
    ready,
    says,
)
from rulesets.einfelst.play.perils import alight, cure, extinguish
from rulesets.einfelst.play.pools import pool
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard


def menu(board: EinfelstBoard, me: Body) -> Menu[Maneuver | None]:
    """Everything open to the active one. ``board`` must stand still: the menu is written when first looked at."""

    def build(sought: Sought) -> Parts[Maneuver | None]:
        goes = me.sheet.free and sought.begins("go ", "cross ")
        return _with_real_price(me, _singles(board, me, sought)), moving.families(board, me) if goes else ()

    return Menu.later(build)


def _singles(board: EinfelstBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    if me.sheet.free:
        yield from _freely(board, me, sought)
    else:
        yield from wrestling.struggles(board, me)
        yield from _on_fire(board, me)
    kept = me.sheet.left if ready(me.sheet) else 0
    label = "End the turn" if not kept else f"End the turn, {kept} maneuver{'s' if kept > 1 else ''} kept to react with"
    lost = me.sheet.left - kept if has_fast_maneuver(board, me) else 0
    unspent = (f"{lost} maneuver{'s' if lost > 1 else ''}",) if lost else ()
    yield Option("done", None, label, short="End the turn", icon="pass", ends=True, unspent=unspent)


def _with_real_price(me: Body, options: Iterator[Choice]) -> Iterator[Choice]:
    """The options with what they take now: the slow maneuver, where it has to go for a fast one (C-20, ruling W-25)."""
    for option in options:
        slowly = not me.sheet.fast and option.value is not None and option.value.pace == "fast"
        yield replace(option, price="slow maneuver") if slowly else option


def _freely(board: EinfelstBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """What is open to whoever is neither held nor on fire."""
    yield from attack.options(board, me, sought)
    if sought.begins("grapple ", "push ", "release "):
        yield from wrestling.options(board, me)
    if sought.begins("cast "):
        yield from spells.options(board, me)
    if sought.begins("persuade ", "lure ", "survey"):
        yield from talk.options(board, me)
    if has_slow_maneuver(board, me) and sought.begins("flee"):
        yield from moving.flights(board, me)
    yield from moving.options(board, me)
    yield from gear.options(board, me, sought)
    if sought.begins("cure ", "treat ", "extinguish "):
        yield from _care(board, me)
    if has_slow_maneuver(board, me) and (task := task_at(board, me)) is not None:
        yield task_option(task, Maneuver(gear.work), partial(says, "slow", "C-43"))


def _on_fire(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """While it burns nobody does anything but put it out, or run (C-95); the held do neither (ruling W-44)."""
    if me.sheet.fire and has_slow_maneuver(board, me):
        yield from _dousing(board, me)
        yield from moving.flights(board, me)


def _dousing(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """Fires that could be put out: the own one, or those of friends in the zone (C-96)."""
    for c in alight(board, me):
        left = c.sheet.fire - c.sheet.doused
        needs = f"{successes(left)} more (C-96)"
        look = partial(pooled, pool(me.sheet, "finesse", "C-96"), needs)
        mine = c.id == me.id
        key, label = ("extinguish", "Put the fire out") if mine else (f"extinguish {c.id}", "")
        label = label or f"Put out the fire on {c.sheet.profile.name}"
        done, target = Maneuver(extinguish, (c.id,)), None if mine else c.id
        yield Option(key, done, label, target, look=look)


def _care(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """Antidotes and first aid, for oneself and friends in the zone; fires that friends are in."""
    antidote = next(iter(me.sheet.items("antidote")), "")
    if antidote and has_free_fast_maneuver(board, me):
        for c in bodies(board):
            if c.side == me.side and c.at == me.at and c.sheet.up and c.sheet.poison:
                label = f"Antidote for {c.sheet.profile.name}"
                yield fast(f"cure {c.id}", cure, (antidote, c.id), label, "C-100", target=c.id)
    if has_slow_maneuver(board, me):
        yield from _dousing(board, me)
        look = partial(pooled, treat_pool(me.sheet), "one success (C-104)")
        for c in treatable(board, me):
            label = f"Stop the bleeding of {c.sheet.profile.name}"
            yield Option(f"treat {c.id}", Maneuver(treat, (c.id,)), label, c.id, look=look)


def refusals(board: EinfelstBoard, me: Body) -> tuple[Refusal, ...]:
    """Refusals: deeds that a player might look for and can't do, with the reason."""
    return tuple(_refused(board, me))


def _refused(board: EinfelstBoard, me: Body) -> Iterator[Refusal]:
    if me.sheet.held:
        why = "it is held fast, and can only try to break free"
        if me.sheet.fire:
            why = "it is held fast and burns: it can only shout, until others free it or put the fire out"
        yield Refusal("Act", why, "C-65", EVERY)
    elif me.sheet.fire:
        yield Refusal("Act", "it burns: all it can do is to put the fire out, or flee", "C-95", EVERY)
        yield from moving.flight_refusals(board, me)
    else:
        yield from attack.refusals(board, me)
        yield from moving.flight_refusals(board, me)
        yield from moving.refusals(board, me)


def threatened(board: EinfelstBoard, who: Id) -> Threat[ZonePlace]:
    """Every zone in which it could attack somebody in the open; ``board`` is one on which its turn has begun."""
    me = board.now(who)
    if not me.sheet.free or not has_slow_maneuver(board, me):
        return Threat(frozenset(), frozenset())
    goes: list[InZone] = [me.at] if isinstance(me.at, InZone) else []
    if has_free_fast_maneuver(board, me) and me.sheet.left > 1 and moving.rooted(me) is None:
        goes += [zone for zone, (bar, _) in hurdles(board, me).items() if not bar]
    target = next(iter(foes(board, me.side)), None)
    hits = {zone for zone in board.space.zones.all_zones if target is not None and _hits(board, me, target, goes, zone)}
    return Threat(frozenset(goes), frozenset(hits))


def _hits(board: EinfelstBoard, me: Body, it: Body, goes: list[InZone], zone: InZone) -> bool:
    """Whether it could attack somebody like one of its foes who is in the open in a zone."""
    there = replace(it, at=zone, sheet=replace(it.sheet, spot="open", beside=(), hidden=False))
    for at in goes:
        mine = replace(me, at=at, sheet=replace(me.sheet, spot="open"))
        for key in at_hand(me.sheet):
            weapon = me.sheet.weapon(key)
            if any(obstacle(board, mine, there, key, mode) is None for mode in modes(weapon)):
                return True
        far = apart(board, at, zone)
        reaches = [] if far is None or me.sheet.muffled or not sees(board, at, zone) else me.sheet.profile.spells
        if any(spell.target == "foe" and far is not None and far <= spell.range for spell in reaches):
            return True
    return False
