"""What a fighter may do, and why not the rest: everything legal is an option, and nothing else is."""

from __future__ import annotations

from functools import partial
from typing import Any

from battlemat_foray.attack import guard, tally
from battlemat_foray.moving import reaches, ways
from battlemat_foray.sheet import ForayBoard
from game.kit.combatants import enemies
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Family, Menu, Option, Refusal
from game.spatial.places import ZonePlace

Act = tuple[str, Any]
"""The verb, and whom or where."""


def acts(board: ForayBoard, who: Id) -> Menu[Act]:
    """Rule: Turns (F-1). What somebody may do now."""
    me, zones = board.now(who), board.space.zones
    singles: list[Option[Act]] = []
    for foe in enemies(board, me.side):
        if not me.sheet.attacked and reaches(board, me, foe):
            look = partial(OptionDetails, tally=tally(me), brief=f"guard {guard(me, foe)}")
            label = f"Attack {foe.sheet.profile.name}"
            singles.append(Option(f"attack {foe.id}", ("attack", foe.id), label, target=foe.id, look=look))
    singles.append(Option("end", ("end", None), "End turn", icon="pass", ends=True))
    if me.sheet.moved:
        return Menu(singles)
    open_ways = ways(board, me)

    def to(key: str, place: ZonePlace) -> Option[Act]:
        label = f"Go to {zones.name(place)}"
        return Option(key, ("move", place), label, place=place, look=lambda: OptionDetails(path=open_ways[place]))

    return Menu(singles, [Family("move", tuple(open_ways), to)])


def refusals(board: ForayBoard, who: Id) -> tuple[Refusal, ...]:
    """What a player may look for in vain, with the reason."""
    spent = {"attack": board.now(who).sheet.attacked, "move": board.now(who).sheet.moved}
    return tuple(Refusal(verb.capitalize(), "done this turn", "F-1", (verb,)) for verb, gone in spent.items() if gone)
