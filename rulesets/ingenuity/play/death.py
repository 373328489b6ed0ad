"""What losing health leads to: fainting, the edge of death, death (B-71 to B-74, B-78, B-79)."""

from __future__ import annotations

from typing import Literal

from game.kit.conditions import lift
from game.rules.events import Id
from rulesets.ingenuity.play.events import Fell
from rulesets.ingenuity.play.numbers import constitution
from rulesets.ingenuity.play.throws import luck_test
from rulesets.ingenuity.play.withstanding import braces
from rulesets.ingenuity.sheet.sheet import COVER, GUARD, REACTIONS, WAITING, IngenuityTable

Fall = Literal["unconscious", "faint", "dead", "killed"]
"""How somebody falls: with no health left, by what is missing of it, over the edge, by a killing strike."""

WORSE = 5
"""What each death that was cheated adds to what the luck die must show (B-74)."""


async def after(
    table: IngenuityTable, who: Id, had: int, through: int, source: Id | None = None, *, nonlethal: bool = False
) -> None:
    """What comes of damage to somebody who ``had`` so much health, of which ``through`` passed its endurance."""
    sheet = table.now(who).sheet
    if not had:
        await edge(table, who)
    elif not sheet.hp:
        fall(table, who)
        if through > had and not nonlethal:
            await edge(table, who)
    elif through and sheet.up:
        missing = sheet.profile.hp - sheet.hp
        if missing > constitution(sheet).total:
            what = f"{missing} health missing, about to faint"
            if not await braces(table, who, what, missing, "fortify", source, idle=True):
                fall(table, who, "faint")


def fall(table: IngenuityTable, who: Id, how: Fall = "unconscious") -> None:
    """Unconscious, and so on the ground; what it was about is given up (B-71, B-72, ruling N-34)."""
    sheet = table.now(who).sheet
    if sheet.unconscious:
        return
    lift(table, who, GUARD, COVER, WAITING)
    reactions = min(sheet.reactions, REACTIONS)
    table.set(who, unconscious=True, prone=True, hidden=False, task=None, readied=None, reactions=reactions)
    table.emit(Fell(who, how))


async def edge(table: IngenuityTable, who: Id) -> None:
    """Rule: a luck test, or death; whoever cheats it needs more the next time (B-73, B-74)."""
    needed = table.now(who).sheet.cheat
    if await luck_test(table, who, needed):
        table.set(who, cheat=needed + WORSE)
    else:
        die(table, who)


def die(table: IngenuityTable, who: Id, how: Fall = "dead") -> None:
    """Nothing more happens to the dead."""
    table.set(who, dead=True, unconscious=True, prone=True, task=None, readied=None)
    table.emit(Fell(who, how))
