"""Rule: ambush. One test of Sneak against Read says who draws a second card (C-77 to C-82)."""

from __future__ import annotations

from game.kit.company import bodies, up_on
from game.rules.events import Id
from game.rules.tally import Tally
from rulesets.einfelst.events import Did, Matched
from rulesets.einfelst.pools import dice, pool, throw
from rulesets.einfelst.sheet import Body, EinfelstBoard, EinfelstTable


def show(table: EinfelstTable, who: Id, why: str, rule: str = "C-77") -> None:
    """Whoever lay in ambush comes to light."""
    if table.now(who).sheet.hidden:
        table.set(who, hidden=False)
        table.emit(Did(who, why, rule))


def lurkers(board: EinfelstBoard, side: str) -> list[Body]:
    """The members of a side that lie in ambush."""
    return [c for c in up_on(board, side) if c.sheet.hidden]


def watchers(board: EinfelstBoard, side: str) -> list[Body]:
    """Whom a side's ambush is meant for: everybody of the others that is not in hiding itself."""
    return [c for c in bodies(board) if c.side != side and c.sheet.up and not c.sheet.hidden]


async def ambush(table: EinfelstTable) -> tuple[Id, ...]:
    """Those who draw an extra card: each side's ambushers, or where they are detected those they lay in wait for."""
    extra: list[Id] = []
    for side in [side.name for side in table.setup.sides]:
        hiding, eyes = lurkers(table, side), watchers(table, side)
        if not hiding or not eyes:
            continue
        who, net = [c.id for c in hiding], 1
        if table.setup.options.get("ambush", "test") == "test":
            net = await _sneak(table, best(hiding, "sneak").id, best(eyes, "read").id)
        if net > 0:
            for id_ in who:
                table.set(id_, edge=net - 1)
            extra += who
        else:
            for id_ in who:
                show(table, id_, "is detected", "C-80")
            extra += [c.id for c in eyes]
    return tuple(dict.fromkeys(extra))


def best(some: list[Body], action: str) -> Body:
    """Who of several throws for them all: the one with the most dice, the first of equals (C-81, ruling W-46)."""
    return max(some, key=lambda c: dice(pool(c.sheet, "sneak" if action == "sneak" else "read")))


async def _sneak(table: EinfelstTable, who: Id, eye: Id) -> int:
    """Sneak against Read: what is left of the successes. Of a test that finds nobody, the watchers are told nothing."""
    won = await throw(table, who, "sneaks up", pool(table.now(who).sheet, "sneak"))
    seen = await throw(table, eye, "keeps watch", pool(table.now(eye).sheet, "read"), about=who)
    table.emit(Matched(who, eye, won, seen, Tally().plus("unseen", 1, "C-77"), "C-77", "seen"))
    return won - seen
