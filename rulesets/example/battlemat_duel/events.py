"""Facts of this game alone. They carry ids and numbers, and write no state."""

from __future__ import annotations

from game.rules.events import AttackEvent, Event, Id


class Struck(AttackEvent, frozen=True):
    """A blow landed or missed. What it is derived from says how a screen shows it."""

    total: int
    hit: bool


class Hurt(Event, frozen=True):
    """Hit points were lost. Tells only; a Changed goes with it."""

    who: Id
    amount: int
