"""What is done with something that one carries: each action with its things, what keeps one from it, what it does.

The menu, the refusals and what AIs make ready are read off these.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from game.rules.events import Id
from rulesets.glog.play import gear
from rulesets.glog.play.attack import hands_full, one_each
from rulesets.glog.sheet.sheet import GlogTable, Sheet

Cost = Literal["action", "trifle", "nothing"]
"""action: the one of the round (D-13). trifle: a free act. nothing: what uses itself up, a part of the way, say."""


def _nothing(sheet: Sheet, key: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class ItemAction:
    """Something that is done with a thing that one carries."""

    verb: str
    title: str
    """What it is called before the name of the thing: "Drink from"."""
    rule: str
    cost: Cost
    do: Callable[[GlogTable, Id, str], Coroutine[Any, Any, None]]
    """Called with who does it and the key of the thing."""
    things: Callable[[Sheet], Iterable[str]]
    """Keys of what it is for."""
    obstacle: Callable[[Sheet, str], str] = _nothing
    """What keeps somebody from doing it with one of these now; "" for nothing."""

    def open_to(self, sheet: Sheet) -> Sequence[str]:
        """Keys of the things with which somebody can do it who has what it costs."""
        return [key for key in self.things(sheet) if not self.obstacle(sheet, key)]

    def key(self, thing: str) -> str:
        """The key of the option to do it with a thing."""
        return f"{self.verb} {thing}"


def _drawable(sheet: Sheet) -> Iterator[str]:
    """What is handy and of use in hand, and not there yet: weapons, and a first shield."""
    for key in one_each(sheet, (*sheet.hands, *sheet.handy)):
        useful = sheet.is_weapon(key) or (sheet.thing(key).kind == "shield" and not sheet.shield)
        if useful and key not in sheet.hands:
            yield key


def _out_of_ammo(sheet: Sheet) -> Iterable[str]:
    return (key for key in sheet.depleted if key in sheet.handy)


def _unloaded(sheet: Sheet) -> Iterable[str]:
    return (key for key in sheet.unloaded if key in sheet.handy)


def _unlit(sheet: Sheet) -> Iterable[str]:
    return (key for key in sheet.things("light") if key not in sheet.lit)


def _no_ammo(sheet: Sheet, key: str) -> str:
    return "" if gear.ammo_for(sheet, key) else "no more ammo for it is within reach"


def _unloadable(sheet: Sheet, key: str) -> str:
    return "its ammo is depleted" if key in sheet.depleted else hands_full(sheet, key)


def _no_room(sheet: Sheet, key: str) -> str:
    return gear.no_room(sheet, sheet.item(key).slots)


def _empty(sheet: Sheet, key: str) -> str:
    return "" if sheet.left(key) > 0 else "it is empty"


DROP = ItemAction("drop", "Drop", "D-24", "nothing", gear.drop, lambda sheet: sheet.hands)
SHEATHE = ItemAction("sheathe", "Put away", "D-25", "trifle", gear.put_away, lambda s: one_each(s, s.hands))
DRAW = ItemAction("draw", "Draw", "D-25", "trifle", gear.take_in_hand, _drawable, hands_full)
REFILL = ItemAction("refill", "Find ammo for", "D-28", "trifle", gear.refill, _out_of_ammo, _no_ammo)
FETCH = ItemAction("fetch", "Get out", "D-17", "action", gear.fetch, lambda s: one_each(s, s.stowed), _no_room)
STOW = ItemAction("stow", "Stow", "D-17", "action", gear.stow, lambda s: one_each(s, s.handy))
SWIG = ItemAction("swig", "Drink from", "D-20", "action", gear.swig, lambda s: s.things("liquor"), _empty)
LIGHT = ItemAction("light", "Light", "D-21", "action", gear.light, _unlit, hands_full)
RELOAD = ItemAction("reload", "Reload", "D-19", "action", gear.reload, _unloaded, _unloadable)

ALL = (DROP, SHEATHE, DRAW, REFILL, FETCH, STOW, SWIG, LIGHT, RELOAD)
"""All of them, in the order of the menu."""
