"""Guard, wait and seek cover: what is kept up until one's next turn (B-21, B-25, B-29)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit.conditions import Condition, begin
from game.rules.events import Id
from game.rules.questions import Option, Sought
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions, says
from rulesets.ingenuity.play.events import Did
from rulesets.ingenuity.sheet.sheet import COVER, GUARD, WAITING, Body, IngenuityBoard, IngenuityTable


async def guard(table: IngenuityTable, who: Id) -> None:
    """Rule: the turn ends; 1 more on all defences and their tests until the next (B-21)."""
    begin(table, who, Condition(GUARD, "turn begins"))
    table.set_turn(over=True)
    table.emit(Did(who, "is on guard", "B-21"))


async def wait(table: IngenuityTable, who: Id) -> None:
    """Rule: the turn ends; one more reaction until the next (B-29)."""
    begin(table, who, Condition(WAITING, "turn begins"))
    table.set(who, reactions=table.now(who).sheet.reactions + 1)
    table.set_turn(over=True)
    table.emit(Did(who, "waits", "B-29"))


async def seek_cover(table: IngenuityTable, who: Id) -> None:
    """Rule: shots past what one is behind have a disadvantage until the next turn (B-25)."""
    begin(table, who, Condition(COVER, "turn begins"))
    table.emit(Did(who, "seeks cover", "B-25"))


def sheltered(board: IngenuityBoard, me: Body) -> bool:
    """Whether anything beside somebody hides a part of it from one side at least (ruling N-35)."""
    space, size, (x, y) = board.space, me.sheet.profile.cells, me.at
    far = (-2, size // 2, size + 1)
    views = [(x + dx, y + dy) for dy in far for dx in far if dx != size // 2 or dy != size // 2]
    return any(space.inside(view) and space.corners_seen(view, me.at, 1, size) < 8 for view in views)


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """What of it somebody could do, if it has the actions."""
    if sought.begins("guard"):
        look = partial(says, "+1 on defences", "B-21", notes=("ends the turn",))
        yield Option("guard", Deed(guard, lent=False), "Be on guard", look=look, short="Guard")
    if sought.begins("wait"):
        look = partial(says, "one more reaction", "B-29", notes=("ends the turn",))
        yield Option("wait", Deed(wait, lent=False), "Wait", look=look)
    if sought.begins("cover") and not me.sheet.has(COVER) and sheltered(board, me):
        look = partial(says, in_actions(1), "B-25")
        yield Option("cover", Deed(seek_cover), "Seek cover", look=look)
