"""Rules: grapple, hold, break free, push (C-26, C-37, C-38, C-64 to C-71)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.combatants import NOBODY
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Option, Seat
from game.spatial.places import InZone, written
from rulesets.einfelst.play import cards
from rulesets.einfelst.play.cards import by_card
from rulesets.einfelst.play.events import Afflicted, AttackHit, AttackMissed, Did, Eased, Matched, Reacted
from rulesets.einfelst.play.geometry import foes, in_reach
from rulesets.einfelst.play.harm import grip, restrain
from rulesets.einfelst.play.maneuver import (
    Choice,
    Maneuver,
    can_react,
    has_free_fast_maneuver,
    has_slow_maneuver,
    pay_fast,
    pooled,
    price,
)
from rulesets.einfelst.play.moving import shove, shoved_to
from rulesets.einfelst.play.perils import LEAST, blaze, brazier, catch_fire, catches, drop, fall
from rulesets.einfelst.play.pools import better, contend, pool, test
from rulesets.einfelst.sheet.sheet import Body, Due, EinfelstBoard, EinfelstTable

# ------------------------------------------------------------------ who, and where to


def seizable(c: Body) -> bool:
    """Whether somebody has a body to hold and push (ruling W-14)."""
    return c.sheet.up and "bodiless" not in c.sheet.profile.traits


def may_grapple(me: Body, it: Body) -> bool:
    """Whether one can lay hands on another: in reach, held by nobody yet, both with bodies."""
    return seizable(me) and seizable(it) and not it.sheet.held and in_reach(me, it)


def harmful(board: EinfelstBoard, start: InZone, place: InZone) -> bool:
    """Whether a zone has something that whoever is pushed into it is harmed by: a fall, a fire, a pit."""
    return drop(board, start, place) >= LEAST or bool(brazier(board, place)) or bool(pit(board, place))


def pit(board: EinfelstBoard, at: InZone) -> int:
    """Feet of the fall that a zone has for whoever is pushed into it."""
    depths = [each.strength.split(" ")[0] for each in board.space.zones.area(at).features if each.kind == "fall"]
    return max((int(each) for each in depths if each.isdigit()), default=0)


# ------------------------------------------------------------------ on one's turn


def options(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """Grapples and pushes, and letting go of somebody."""
    for it in grip(board, me.id):
        label = f"Let go of {it.sheet.profile.name}"
        yield Option(f"release {it.id}", Maneuver(let_go, (it.id,), "free"), label, it.id)
    if not has_slow_maneuver(board, me) or not seizable(me):
        return
    look = partial(pooled, pool(me.sheet, "force", "C-64"))
    for it in foes(board, me.side):
        if may_grapple(me, it) and not grip(board, me.id):
            label = f"Grapple {it.sheet.profile.name}"
            yield Option(f"grapple {it.id}", Maneuver(grapple, (it.id,)), label, it.id, look=look)
        if seizable(it) and in_reach(me, it):
            yield from _pushes(board, me, it)


def _pushes(board: EinfelstBoard, me: Body, it: Body) -> Iterator[Choice]:
    look, name = partial(pooled, pool(me.sheet, "force", "C-26")), it.sheet.profile.name
    if not it.sheet.prone:
        label = f"Throw {name} prone"
        yield Option(f"push {it.id} down", Maneuver(push, (it.id, None)), label, it.id, look=look)
    risky = partial(pooled, pool(me.sheet, "force", "C-26"), "a second success pushes it into harm's way")
    assert isinstance(it.at, InZone)
    for there in shoved_to(board, it):
        label = f"Push {name} into {board.space.zones.name(there)}"
        more = risky if harmful(board, it.at, there) else look
        key = f"push {it.id} {written(there)}"
        yield Option(key, Maneuver(push, (it.id, there)), label, it.id, there, look=more)


def struggles(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """What somebody who is held can do: try once in its turn to break free (C-68)."""
    if me.sheet.held and not me.sheet.tried and has_free_fast_maneuver(board, me) and can_react(me.sheet, "break free"):
        look = partial(pooled, pool(me.sheet, "force", "C-37"))
        yield Option("break free", Maneuver(break_free, (), "fast"), "Break free", look=look, verb="break")


# ------------------------------------------------------------------ grapples


async def grapple(table: EinfelstTable, who: Id, target: Id) -> None:
    """Rule: grapple. Force, against which the target may at once break free with Force (C-64)."""
    table.emit(Did(who, "grabs at", "C-64", target))
    it = table.now(target)
    pledged = None
    if can_react(it.sheet, "break free"):
        tally = pool(it.sheet, "force", "C-37")
        leave: Option[bool] = Option("pass", False, "Let it come")
        look, cost = partial(pooled, tally), price(it.sheet)
        option = Option("break free", True, "Break free: Force", who, look=look, verb="break", price=cost)
        why = f"{table.now(who).sheet.profile.name} grabs at {it.sheet.profile.name}"
        if await react(Seat(it.side), why, leave, [option], topic="break free", who=target, about=(who,)):
            pay_fast(table, target)
            table.emit(Reacted(target, "struggles against", "C-64", who))
            pledged = tally
    won = await contend(table, who, "grapple", pool(table.now(who).sheet, "force", "C-64"))
    taken = await contend(table, target, "break free", pledged) if pledged else 0
    matched = Matched(who, target, won, taken, Tally().plus("to hold", 1, "C-65"), "C-64", "shaken off")
    table.emit(matched)
    if matched.extra < 0:
        table.emit(AttackMissed(who, target, "shaken off" if matched.turned else "", "C-64"))
        return
    table.emit(AttackHit(who, target))
    restrain(table, target, who, who)
    await _more(table, who, target, matched.extra)


async def _more(table: EinfelstTable, who: Id, target: Id, extra: int) -> None:
    """What extra successes of a grapple are good for: a hand over the mouth, a better card (C-66, C-10)."""
    me, it = table.now(who), table.now(target)
    found: list[Option[Due | str | None]] = []
    if it.sheet.profile.speaks:
        found.append(Option("muffle", "muffle", f"Cover {it.sheet.profile.name}'s mouth", target, icon="hand"))
    found += cards.swaps(table, me, it)  # type: ignore[arg-type]
    leave: Option[Due | str | None] = Option("pass", None, "Nothing more")
    why = f"{me.sheet.profile.name} has a success to spare against {it.sheet.profile.name}"
    for _ in range(extra):
        said = await react(Seat(me.side), why, leave, found, topic="extra success", who=who, about=(target,))
        if said is None:
            return
        if isinstance(said, Due):
            cards.win(table, said)
        else:
            table.set(target, muffled=True)
            table.emit(Afflicted(target, "muffled", "C-66", who))
        found = [o for o in found if isinstance(o.value, Due) != isinstance(said, Due)]


async def break_loose(table: EinfelstTable) -> None:
    """Rule: those who are held may spend a maneuver on breaking free between turns too, by card (C-21, C-37, W-52)."""
    for who in by_card(table):
        me = table.now(who)
        if not me.sheet.held or me.sheet.tried or not can_react(me.sheet, "break free"):
            continue
        holder = me.sheet.holder
        by = f"{table.now(holder).sheet.profile.name} holds {me.sheet.profile.name}" if holder != NOBODY else ""
        leave: Option[bool] = Option("pass", False, "Bide the time")
        tally, cost = pool(me.sheet, "force", "C-37"), price(me.sheet)
        look = partial(pooled, tally)
        breaks = Option(
            "break free", True, "Break free: Force", look=look, verb="break", price=cost, matters=_ripe(table, me)
        )
        why, about = by or f"{me.sheet.profile.name} is held fast", (holder,) if holder != NOBODY else ()
        if await react(Seat(me.side), why, leave, [breaks], topic="break loose", who=who, about=about):
            pay_fast(table, who)
            table.emit(Reacted(who, "struggles", "C-37"))
            await struggle(table, who, tally)


def _ripe(board: EinfelstBoard, me: Body) -> bool:
    """Whether biding can't bring somebody who is held a better moment out of turn: nobody can hold on to it now, or its
    own card is the next, or none is left in the round. Before its own card only if there is a maneuver left for that.
    """
    holder, waiting = me.sheet.holder, cards.queue(board)
    held_on = holder != NOBODY and can_react(board.now(holder).sheet, "hold")
    if waiting and waiting[0][1] == me.id:
        return me.sheet.left > 1
    return not held_on or not waiting


async def break_free(table: EinfelstTable, who: Id) -> None:
    """Rule: break free, on one's turn (C-68)."""
    await struggle(table, who, pool(table.now(who).sheet, "force", "C-37"))


async def struggle(table: EinfelstTable, who: Id, tally: Tally) -> None:
    """More successes than whoever holds on, or a single one where nobody does (C-69, C-70).

    ``tally``: the dice as they were before they were paid for: those of an ambush go with the first payment (W-2).
    """
    table.set(who, tried=True)
    holder = table.now(who).sheet.holder
    hold = await _holds_on(table, holder, who) if holder != NOBODY else None
    if hold is not None:
        won = await contend(table, who, "break free", tally)
        kept = await contend(table, holder, "hold", hold)
        matched = Matched(who, holder, won, kept, Tally().plus("to get free", 1, "C-69"), "C-69", "held")
        table.emit(matched)
        loose = matched.extra >= 0
    else:
        loose = await test(table, who, "break free", tally, "C-70") > 0
    if loose:
        table.set(who, held=False, holder=NOBODY, muffled=False)
        table.emit(Eased(who, "free", "C-67"))


async def _holds_on(table: EinfelstTable, holder: Id, who: Id) -> Tally | None:
    """The dice of a holder that spends a maneuver on holding on; None if it does not."""
    it = table.now(holder)
    if not can_react(it.sheet, "hold"):
        return None
    tally = pool(it.sheet, better(it.sheet, "endure", "force"), "C-38")
    leave: Option[bool] = Option("pass", False, "Let it struggle")
    look, cost = partial(pooled, tally), price(it.sheet)
    hold = Option("hold", True, "Hold on", who, look=look, icon="grab", price=cost)
    why = f"{it.sheet.profile.name} holds {table.now(who).sheet.profile.name}, who tries to break free"
    if not await react(Seat(it.side), why, leave, [hold], topic="hold", who=holder, about=(who,)):
        return None
    pay_fast(table, holder)
    table.emit(Reacted(holder, "holds", "C-68", who))
    return tally


async def let_go(table: EinfelstTable, who: Id, target: Id) -> None:
    """The held is let go (C-67)."""
    table.set(target, held=False, holder=NOBODY, muffled=False)
    table.emit(Did(who, "lets go of", "C-67", target))


# ------------------------------------------------------------------ pushes


async def push(table: EinfelstTable, who: Id, target: Id, to: InZone | None) -> None:
    """Rule: push. Force against Force, which costs the target nothing (C-26, rulings W-14 and W-29)."""
    table.emit(Did(who, "pushes", "C-26", target))
    won = await contend(table, who, "push", pool(table.now(who).sheet, "force", "C-26"))
    taken = await contend(table, target, "stand firm", pool(table.now(target).sheet, "force", "C-26", borne=True))
    matched = Matched(who, target, won, taken, Tally().plus("to push", 1, "C-26"), "C-26", "withstood")
    table.emit(matched)
    if matched.extra >= 0:
        await thrust(table, who, target, to, hard=matched.extra > 0)


async def thrust(
    table: EinfelstTable, who: Id, target: Id, to: InZone | None, *, hard: bool, rule: str = "C-26"
) -> None:
    """Somebody is pushed: off its feet, or to another zone; ``hard``: into what does harm there as well.

    ``rule``: by which, that of a push or of magic.
    """
    it = table.now(target)
    deep = drop(table, it.at, to) if to is not None and isinstance(it.at, InZone) else 0
    hot = blaze(table, to) if to is not None else 0
    perilous = deep >= LEAST or catches(table, it, hot)
    if to is None or (perilous and not hard):  # nobody stands on the brink: it falls before it
        table.set(target, prone=True)
        table.emit(Afflicted(target, "prone", rule, who))
        return
    await shove(table, target, to, "push" if rule == "C-26" else "throw")
    if not hard:
        return
    await fall(table, target, pit(table, to))
    await catch_fire(table, target, brazier(table, to), who)
