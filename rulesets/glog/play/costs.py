"""What the actions of a turn cost: the action of the round, a free act, or a part of the way (D-13, D-24)."""

from __future__ import annotations

from functools import partial

from game.rules.action import Cost, refusal
from game.rules.events import Id
from game.rules.questions import Refusal
from rulesets.glog.sheet.sheet import STANDING, Body, GlogTable


def _pay(table: GlogTable, who: Id, key: str, *, action: bool = False, again: bool = True) -> None:
    sheet = table.now(who).sheet
    table.set(who, action=sheet.action and not action, trifles=() if again else (*sheet.trifles, key))


def _no_action(me: Body, _: str) -> Refusal | None:
    return None if me.sheet.action else refusal("the action of this round is spent", "D-13", "Act")


def _no_casting(me: Body, key: str) -> Refusal | None:
    why = _no_action(me, key)
    if why is None and me.sheet.profile.spells and not me.sheet.castings:
        return refusal("its castings are spent", "D-16", "Cast a spell")
    return why


def _done_already(me: Body, key: str) -> Refusal | None:
    again = refusal("walk, or spend the action, before a trifle is done twice", "D-24", "Do the same again")
    return again if key in me.sheet.trifles else None


ACTION = Cost[Body]("Action", partial(_pay, action=True), _no_action, lost=True)
CASTING = Cost[Body]("Action", partial(_pay, action=True), _no_casting)
TRIFLE = Cost[Body]("Free act", partial(_pay, again=False), _done_already, aside=True)
"""Nobody does the same one twice without anything else in between (ruling G-25)."""
FREE = Cost[Body]("", _pay, aside=True)
WAY = Cost[Body]("Movement", _pay)
RISING = Cost[Body](f"{STANDING} ft", _pay)
