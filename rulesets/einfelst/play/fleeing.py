"""Rules: flee and chase (C-27, C-39, C-72 to C-76)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial

from game.kit.combatants import bodies, enemies, present
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Option, Refusal, Seat
from game.spatial.places import InZone
from rulesets.einfelst.play.ambush import show
from rulesets.einfelst.play.events import Did, Matched, Reacted
from rulesets.einfelst.play.geometry import hurdles
from rulesets.einfelst.play.goals import ways_out
from rulesets.einfelst.play.maneuver import Choice, Maneuver, barred, can_react, pay_fast, pooled, price
from rulesets.einfelst.play.moving import FLEES, cost, go, leave
from rulesets.einfelst.play.pools import better, contend, pool, test
from rulesets.einfelst.sheet.records import Action
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable

Way = tuple[InZone, ...]

FLIGHT: tuple[Action, Action] = ("finesse", "sneak")
CHASE: tuple[Action, Action] = ("finesse", "track")


def way(board: EinfelstBoard, me: Body) -> Way | None:
    """The shortest way off the map that leads through no zone with a foe in it, the own one left out (ruling W-9).

    Nothing on it may need a test or a maneuver of its own. Empty where one stands at the edge already; None: no way.
    """
    assert isinstance(me.at, InZone)
    ends = ways_out(board, me.side)
    shut = {foe.at for foe in enemies(board, me.side)} - {me.at}
    found: dict[InZone, Way] = {me.at: ()}
    queue = deque([me.at])
    while queue:
        here = queue.popleft()
        if here in ends:
            return found[here]
        for there, (bar, _) in hurdles(board, Body(me.id, me.side, here, me.sheet)).items():
            if not bar and there not in found and there not in shut:
                found[there] = (*found[here], there)
                queue.append(there)
    return None


def flights(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """The option to flee, for whoever stands on its feet and has a way."""
    if barred(me.sheet, "flee") is not None:
        return
    path = way(board, me)
    if path is None:
        return
    tally = pool(me.sheet, better(me.sheet, *FLIGHT), "C-72")

    chase = (f"{foe.sheet.profile.name} may give chase (C-75)" for foe in chasers(board, me, known=True))
    dangers = (*chase, *cost(board, me))
    yield Option("flee", Maneuver(flee, quiet=True), "Flee the fight", look=partial(pooled, tally, *dangers))


def refusals(board: EinfelstBoard, me: Body) -> Iterator[Refusal]:
    """Why somebody can't flee."""
    if why := barred(me.sheet, "flee"):
        yield Refusal("Flee", *why, ("flee",))
    elif way(board, me) is None:
        yield Refusal("Flee", "every way out leads through a foe's zone, or is barred", "C-74", ("flee",))


def chasers(board: EinfelstBoard, me: Body, *, known: bool = False) -> list[Body]:
    """Foes in the same zone who could give chase; ``known``: without those in hiding."""
    if me.sheet.hidden:
        return []
    found = [c for c in bodies(board) if c.side != me.side and c.at == me.at and not (known and c.sheet.hidden)]
    able = [c for c in found if can_react(c.sheet, "chase")]
    path = way(board, me) if able else None
    return sorted((c for c in able if not path or _follows(board, c, path[0])), key=lambda c: c.sheet.cards)


def _follows(board: EinfelstBoard, c: Body, step: InZone) -> bool:
    """Whether somebody can go where another flees to, with nothing in its way."""
    around = hurdles(board, c)
    return step in around and not around[step][0]


async def flee(table: EinfelstTable, who: Id) -> None:
    """Rule: flee. Those who give chase say so before the throw; the successes of all of them come off (C-75, W-33)."""
    path = way(table, table.now(who))
    assert path is not None
    table.emit(Did(who, "turns to flee", "C-72"))
    after = await _chased_by(table, who)
    sheet = table.now(who).sheet
    tally = pool(sheet, better(sheet, *FLIGHT), "C-72")
    won = await (contend(table, who, "flight", tally) if after else test(table, who, "flight", tally, "C-72"))
    caught: dict[Id, int] = {}
    for foe, dice in after.items():
        caught[foe] = await contend(table, foe, "chase", dice)
    if caught:
        asked, best = Tally().plus("to get away", 1, "C-72"), max(caught, key=lambda foe: caught[foe])
        table.emit(Matched(who, best, won, sum(caught.values()), asked, "C-75", "caught up"))
    if won > sum(caught.values()):
        await _get_away(table, who, path)
    elif not won:
        table.emit(Did(who, "finds no way out", "C-73"))
    elif path and not _barred(table, who, path[0]):  # both stay in the fight, a zone farther on (C-76)
        await go(table, who, path[0], "pursuit")
        for foe in caught:
            if caught[foe] and present(table, foe) and table.now(who).at == path[0]:
                await go(table, foe, path[0], "pursuit")


async def _chased_by(table: EinfelstTable, who: Id) -> dict[Id, Tally]:
    """Who gives chase, and with which dice; it is paid for at once."""
    found: dict[Id, Tally] = {}
    for foe in table.fresh([c.id for c in chasers(table, table.now(who))]):
        leave: Option[bool] = Option("pass", False, "Let it go")
        tally = pool(foe.sheet, better(foe.sheet, *CHASE), "C-75")
        look, cost = partial(pooled, tally), price(foe.sheet)
        chase = Option("chase", True, "Give chase", who, look=look, icon="boot", price=cost)
        why = f"{table.now(who).sheet.profile.name} flees from {foe.sheet.profile.name}"
        if await react(Seat(foe.side), why, leave, [chase], topic="chase", who=foe.id, about=(who,)):
            pay_fast(table, foe.id)
            show(table, foe.id, "comes out of hiding", "C-39")
            table.emit(Reacted(foe.id, "chases", "C-75", who))
            found[foe.id] = tally
    return found


async def _get_away(table: EinfelstTable, who: Id, path: Way) -> None:
    """Off the map, unless somebody in hiding stands in the way, before whom the flight ends."""
    for step in path:
        if _barred(table, who, step):
            return
        await go(table, who, step, "flee")
        if not present(table, who):
            return
    await leave(table, who, FLEES)


def _barred(table: EinfelstTable, who: Id, step: InZone) -> bool:
    """Whether foes in hiding stand where somebody flees to; they come to light (ruling W-45)."""
    side = table.now(who).side
    lurking = [c.id for c in bodies(table) if c.side != side and c.at == step and c.sheet.up]
    for id_ in lurking:
        show(table, id_, "bars the way", "C-74")
    return bool(lurking)
