"""What a fighter may do, and why not the rest: everything legal is an option, and nothing else is.

A key is stable text that people type and saves hold. Look at the board when the menu is written, not when somebody asks
an option about itself: by then the battle may have moved on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from battlemat_duel.sheet import DuelBoard, Sheet
from game.rules.events import Id
from game.rules.option_details import About
from game.rules.questions import Family, Menu, Option, Refusal
from game.rules.state import Combatant
from game.rules.tally import Tally
from game.spatial.field import Cell
from game.spatial.paths import Reach

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
        return Option(key, ("move", place), f"Go to {place}", place=place, look=lambda: About(path=ways.path(place)))

    return Menu(singles, [Family("move", [cell for cell in ways.cells() if cell != me.at], to)])


def refusals(board: DuelBoard, who: Id) -> tuple[Refusal, ...]:
    """What a player may look for in vain, with the reason."""
    struck = Refusal("Strike", "has struck this round", "D-1", verbs=("strike", "flurry", "hide", "rally"))
    return (struck,) if board.now(who).sheet.struck else ()


def _deeds(board: DuelBoard, me: Combatant[Sheet]) -> Iterator[Option[Act]]:
    known = [foe for foe in foes(board, me) if not foe.sheet.hidden]
    for foe in known:
        if beside(board, me, foe):
            tally = Tally().plus("bonus", me.sheet.bonus, "D-1")
            about = partial(About, tally=tally, brief=f"guard {foe.sheet.guard}")
            for verb in ("strike", "flurry"):
                label = f"{verb.capitalize()} {foe.id}"
                yield Option(f"{verb} {foe.id}", (verb, foe.id), label, target=foe.id, look=about)
    if me.sheet.hp < me.sheet.full:
        yield Option("rally", ("rally", None), "Rally")
    if not me.sheet.hidden and not any(apart(board, me, foe) <= CLOSE and sees(board, me, foe) for foe in known):
        yield Option("hide", ("hide", None), "Hide")


def foes(board: DuelBoard, me: Combatant[Sheet]) -> Iterator[Combatant[Sheet]]:
    """Everybody of the other sides."""
    return (c for c in board.state.combatants.values() if c.side != me.side)


def apart(board: DuelBoard, a: Combatant[Sheet], b: Combatant[Sheet]) -> int:
    """Cells between two fighters; 1 is side by side."""
    return board.space.distance(a.at, b.at)


def sees(board: DuelBoard, a: Combatant[Sheet], b: Combatant[Sheet]) -> bool:
    """Whether no wall hides two fighters from each other."""
    return board.space.sees(a.at, b.at)


def beside(board: DuelBoard, a: Combatant[Sheet], b: Combatant[Sheet]) -> bool:
    """Whether a blow reaches: side by side with no wall between."""
    return apart(board, a, b) == 1 and sees(board, a, b)


def reach(board: DuelBoard, me: Combatant[Sheet]) -> Reach:
    """Where a fighter may go. Foes in hiding are no obstacle to plans, or a gap would betray them."""
    others = [c.at for c in board.state.combatants.values() if c.id != me.id]
    seen = [c.at for c in board.state.combatants.values() if c.side == me.side or not c.sheet.hidden]
    blocked = board.space.mask(cell for cell in others if cell in seen)
    return board.space.reach(me.at, me.sheet.stride, blocked=blocked)
