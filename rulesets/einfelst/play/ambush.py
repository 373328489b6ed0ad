"""Rule: ambush. One test of Sneak against Read or Track says who draws a second card (C-77 to C-82)."""

from __future__ import annotations

from game.kit.combatants import bodies, up_on
from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.einfelst.play.events import Did, Matched
from rulesets.einfelst.play.geometry import sees
from rulesets.einfelst.play.pools import better, dice, pool, throw
from rulesets.einfelst.sheet.records import Action
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable


def show(table: EinfelstTable, who: Id, why: str, rule: str) -> None:
    """Whoever lay in ambush comes to light."""
    if table.now(who).sheet.hidden:
        table.set(who, hidden=False)
        table.emit(Did(who, why, rule))


def lurkers(board: EinfelstBoard, side: str) -> list[Body]:
    """The members of a side that lie in ambush."""
    return [c for c in up_on(board, side) if c.sheet.hidden]


def watchers(board: EinfelstBoard, hiding: list[Body]) -> list[Body]:
    """Who could notice an ambush: of those it waits for, all who have one of its members in sight, or if none, all."""
    others = [c for c in bodies(board) if c.side != hiding[0].side and c.sheet.up and not c.sheet.hidden]
    return [c for c in others if any(sees(board, c.at, each.at) for each in hiding)] or others


async def ambush(table: EinfelstTable) -> dict[Id, str]:
    """Those who draw an extra card, with the rule: each side's ambushers, or those by whom they are detected."""
    extra: dict[Id, str] = {}
    for side in [side.name for side in table.setup.sides]:
        hiding = lurkers(table, side)
        eyes = watchers(table, hiding) if hiding else []
        if not eyes:  # nobody lies in wait, or there is nobody to wait for
            continue
        who, tested = [c.id for c in hiding], table.setup.options.get("ambush", "test") == "test"
        net = await _sneak(table, best(hiding, "sneak").id, best(eyes, *WATCH).id) if tested else 1
        if net > 0:
            for id_ in who:
                table.set(id_, edge=net - 1)
            extra.update(dict.fromkeys(who, "C-78" if tested else "C-82"))
        else:
            for id_ in who:
                show(table, id_, "is detected", "C-80")
            extra.update({c.id: "C-80" for c in eyes})
    return extra


WATCH: tuple[Action, Action] = ("read", "track")
"""Of what a watcher throws the better (ruling W-46)."""


def best(some: list[Body], *actions: Action) -> Body:
    """Who of several throws for them all: the one with the most dice, the first of equals (C-81, ruling W-46)."""
    return max(some, key=lambda c: dice(pool(c.sheet, better(c.sheet, *actions))))


async def _sneak(table: EinfelstTable, who: Id, eye: Id) -> int:
    """Sneak against Read or Track: the successes left. Of a test that finds nobody the watchers are told nothing."""
    won = await throw(table, who, "sneaking up", pool(table.now(who).sheet, "sneak"))
    watcher = table.now(eye).sheet
    seen = await throw(table, eye, "keeping watch", pool(watcher, better(watcher, *WATCH)), about=who)
    table.emit(Matched(who, eye, won, seen, Tally().plus("unseen", 1, "C-77"), "C-77", "seen"))
    return won - seen
