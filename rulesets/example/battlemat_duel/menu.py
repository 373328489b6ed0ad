"""What a fighter may do, and why not the rest: everything legal is an option, and nothing else is.

A key is stable text that people type and saves hold. Look at the board when the menu is written, not when somebody asks
an option about itself: by then the battle may have moved on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from battlemat_duel.moving import apart, beside, foes, reach, sees
from battlemat_duel.sheet import DuelBoard, Fighter
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Family, Menu, Option, Refusal
from game.rules.tally import Tally
from game.spatial.field import Cell

Act = tuple[str, Any]
"""The verb, and whom or where."""

CLOSE = 2
"""Cells within which a foe in sight keeps one from hiding."""


def acts(board: DuelBoard, who: Id) -> Menu[Act]:
    """What somebody may do now; the moves are a family, made only when somebody looks at one."""
    me = board.now(who)
    singles = list(_deeds(board, me)) if not me.sheet.struck else []
    singles.append(Option("end", ("end", None), "End turn", icon="pass", ends=True))
    if me.sheet.moved:
        return Menu(singles)
    ways = reach(board, me)

    def to(key: str, place: Cell) -> Option[Act]:
        return Option(
            key, ("move", place), f"Go to {place}", place=place, look=lambda: OptionDetails(path=ways.path(place))
        )

    return Menu(singles, [Family("move", [cell for cell in ways.cells() if cell != me.at], to)])


def refusals(board: DuelBoard, who: Id) -> tuple[Refusal, ...]:
    """What a player may look for in vain, with the reason."""
    struck = Refusal("Strike", "has struck this round", "D-1", verbs=("strike", "flurry", "hide", "rally"))
    return (struck,) if board.now(who).sheet.struck else ()


def _deeds(board: DuelBoard, me: Fighter) -> Iterator[Option[Act]]:
    known = [foe for foe in foes(board, me) if not foe.sheet.hidden]
    for foe in known:
        if beside(board, me, foe):
            tally = Tally().plus("bonus", me.sheet.profile.bonus, "D-1")
            about = partial(OptionDetails, tally=tally, brief=f"guard {foe.sheet.profile.guard}")
            for verb in ("strike", "flurry"):
                label = f"{verb.capitalize()} {foe.id}"
                yield Option(f"{verb} {foe.id}", (verb, foe.id), label, target=foe.id, look=about)
    if me.sheet.hp < me.sheet.profile.hp:
        yield Option("rally", ("rally", None), "Rally")
    if not me.sheet.hidden and not any(apart(board, me, foe) <= CLOSE and sees(board, me, foe) for foe in known):
        yield Option("hide", ("hide", None), "Hide")
