"""Rules: sway with words, lure, survey (C-28 to C-30, rulings W-15 and W-16)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.combatants import allies, bodies
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Option, Seat
from game.spatial.places import InZone, written
from rulesets.einfelst.play.cards import show
from rulesets.einfelst.play.events import Afflicted, Did, Matched
from rulesets.einfelst.play.geometry import apart, foes, hurdles, sees
from rulesets.einfelst.play.harm import fell
from rulesets.einfelst.play.maneuver import Choice, Maneuver, barred, has_slow_maneuver, pay_fast, pooled
from rulesets.einfelst.play.moving import go
from rulesets.einfelst.play.pools import better, contend, pool, test
from rulesets.einfelst.sheet.roster import Action
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable

LURES: tuple[Action, Action] = ("finesse", "intimidate")


def hears(board: EinfelstBoard, me: Body, it: Body) -> bool:
    """Whether somebody heeds what another says or does: in its zone or the next, in sight, and not mindless."""
    far = apart(board, me.at, it.at)
    near = far is not None and far <= 1 and sees(board, me.at, it.at)
    return near and "mindless" not in it.sheet.profile.traits


def wavers(it: Body) -> bool:
    """Whether somebody could be talked into giving up: a person who has taken half of its Harm (ruling W-15)."""
    profile = it.sheet.profile
    return profile.kind == "person" and 2 * it.sheet.points >= profile.points


def options(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """Options with words, tricks and a look around."""
    if not has_slow_maneuver(board, me):
        return
    for it in foes(board, me.side):
        if not hears(board, me, it):
            continue
        name = it.sheet.profile.name
        if me.sheet.profile.speaks and wavers(it):
            look = partial(pooled, pool(me.sheet, "persuade"), "Read against it (C-28)")
            label = f"Talk {name} into giving up"
            yield Option(f"persuade {it.id}", Maneuver(persuade, (it.id,)), label, it.id, look=look)
        for there in places(board, it):
            look = partial(pooled, pool(me.sheet, better(me.sheet, *LURES), "C-29"), "Read against it (C-29)")
            label = f"Lure {name} into {board.space.zones.name(there)}"
            key = f"lure {it.id} {written(there)}"
            yield Option(key, Maneuver(lure, (it.id, there)), label, it.id, there, look=look)
    look = partial(pooled, pool(me.sheet, "read"), "a success finds somebody in hiding, or a weak spot (C-30)")
    yield Option("survey", Maneuver(survey), "Survey the field", look=look, short="Survey")


def places(board: EinfelstBoard, it: Body) -> list[InZone]:
    """The zones that somebody could step into with one fast maneuver."""
    if barred(it.sheet, "go") is not None:
        return []
    return [there for there, (bar, _) in hurdles(board, it).items() if not bar]


async def persuade(table: EinfelstTable, who: Id, target: Id) -> None:
    """Rule: sway with words. Persuade against Read; who is swayed gives up (C-28)."""
    table.emit(Did(who, "talks to", "C-28", target))
    if await _against(table, who, target, "persuade", "C-28"):
        fell(table, target, "yielded")


async def _against(table: EinfelstTable, who: Id, target: Id, action: Action, rule: str) -> bool:
    """An Action against Read, which costs the target nothing (ruling W-29)."""
    won = await contend(table, who, action, pool(table.now(who).sheet, action, rule))
    taken = await contend(table, target, "read", pool(table.now(target).sheet, "read", rule, borne=True))
    matched = Matched(who, target, won, taken, Tally().plus("to succeed", 1, rule), rule, "seen through")
    table.emit(matched)
    return matched.extra >= 0


LURED = "C-29"
"""The rule by which somebody is lured, whether it goes at once or later."""


async def lure(table: EinfelstTable, who: Id, target: Id, to: InZone) -> None:
    """Rule: lure. Finesse or Intimidate against Read; the target's next fast maneuver leads it there (C-29)."""
    table.emit(Did(who, "lures", "C-29", target))
    if not await _against(table, who, target, better(table.now(who).sheet, *LURES), "C-29"):
        return
    table.set(target, lured=to)
    table.emit(Afflicted(target, f"lured to {table.space.zones.name(to)}", LURED, who))
    await follow(table, target)


async def follow(table: EinfelstTable, who: Id) -> None:
    """Who has been lured goes as soon as it has a fast maneuver; what has become impossible is forgotten (W-15)."""
    c = table.now(who)
    to = c.sheet.lured
    if to is None:
        return
    if to not in places(table, c):
        table.set(who, lured=None)
    elif c.sheet.fast:
        pay_fast(table, who)
        await go(table, who, to)


async def survey(table: EinfelstTable, who: Id) -> None:
    """Rule: survey. Each success finds somebody in hiding, or shows a friend where a foe is weak (C-30)."""
    me = table.now(who)
    won = await test(table, who, "survey of the field", pool(me.sheet, "read"), "C-30")
    for _ in range(won):
        lurking = [c for c in bodies(table) if c.side != me.side and c.sheet.hidden and sees(table, me.at, c.at)]
        if lurking:
            show(table, min(lurking, key=lambda c: apart(table, me.at, c.at) or 0).id, "is found", "C-30")
        elif not await _point_out(table, who):
            return


async def _point_out(table: EinfelstTable, who: Id) -> bool:
    """Show a friend, or oneself, where a foe is weak; whether there was anything left to show."""
    me = table.now(who)
    pairs = [
        ((friend.id, friend.sheet.profile.name), (foe.id, foe.sheet.profile.name))
        for foe in foes(table, me.side)
        if sees(table, me.at, foe.at)
        for friend in [*allies(table, me), me]
        if foe.id not in friend.sheet.insight
    ]
    if not pairs:
        return False
    options = [
        Option(f"show {foe} {friend}", (friend, foe), f"{its}, to {theirs}") for (friend, theirs), (foe, its) in pairs
    ]
    why = "Whose weak spot is shown, and to whom?"
    friend_id, foe_id = await table.choose(
        Seat(me.side), why, options, kind="react", topic="weak spot", who=who, idle=options[0].key
    )
    friend = table.now(friend_id).sheet
    table.set(friend_id, insight=(*friend.insight, foe_id))
    shown = "a friend" if friend.hidden else friend.profile.name  # others hear of it
    table.emit(Did(who, f"shows {shown} a weak spot of", "C-30", foe_id))
    return True
