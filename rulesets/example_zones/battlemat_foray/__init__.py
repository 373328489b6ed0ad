"""Foray: zones and the borders between them, which are held, and weapons that reach so many zones.

The example for whoever writes a ruleset on zones, as short as it goes. Start reading at ``turn``, then ``menu``,
``moving`` and ``attack``.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from battlemat_foray import ending, telling, turn
from battlemat_foray.deployment import muster
from battlemat_foray.roster import STOCK
from battlemat_foray.sheet import ForayState, Sheet, Turn
from game.kit.book import Book
from game.rules.ruleset import Places
from game.rules.standing import Scale
from game.spatial.places import ZonePlace


class Foray(Book[Sheet, Turn, ZonePlace]):
    """The ruleset as the engine sees it: what ``game.rules.ruleset.Ruleset`` asks for, each answered by a module."""

    name = "foray"
    title = "Foray"
    places: Places = "zones"
    scale = Scale(5, "ft")
    harm_word = "health"
    attacks: Collection[str] = ("attack",)
    folder = Path(__file__).parent
    stock = STOCK
    state_type: Any = ForayState

    initial_state = staticmethod(muster)
    step = staticmethod(turn.step)
    over = staticmethod(ending.verdict)
    hypothetical_turn = staticmethod(turn.hypothetical_turn)
    order = staticmethod(telling.order)
    banner = staticmethod(telling.banner)
    standing = staticmethod(telling.standing)
    tell_distance = staticmethod(telling.tell_distance)
    outcome = staticmethod(telling.outcome)
    tell = staticmethod(telling.tell)


RULESET = Foray()
