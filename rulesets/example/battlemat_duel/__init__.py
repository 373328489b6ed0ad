"""Duel: sides take turns, a blow is d20 and a bonus against a guard, and may be parried.

The example for whoever writes a ruleset, with one of everything the engine offers: picks and actions, a family of
moves, reactions in the middle of a blow and of a move, a ruling of the referee, a pool of dice, fighters in hiding, and
an action whose tree of dice is too large to be weighed. Start reading at ``turn``, then ``menu`` and ``attack``.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from battlemat_duel import ending, telling, turn
from battlemat_duel.attack import STUMBLES
from battlemat_duel.deployment import muster
from battlemat_duel.roster import STOCK
from battlemat_duel.sheet import Sheet, Turn
from game.kit.book import Book
from game.rules.ruleset import Places, Setting
from game.rules.standing import Scale
from game.rules.state import State
from game.spatial.field import Cell


class Duel(Book[Sheet, Turn, Cell]):
    """The ruleset as the engine sees it: what ``game.rules.ruleset.Ruleset`` asks for, each answered by a module."""

    name = "duel"
    title = "Duel"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "hit points"
    # Who counts what AIs do (``battlemat arena --habits``) knows an attack by the verb of its option.
    attacks: Collection[str] = ("strike", "flurry")
    settings: tuple[Setting, ...] = (
        # "ask" is the word for: put it to the referee's seat, whenever it comes up.
        Setting("stumble", "A rolled 1", (*STUMBLES, ("ask", "Ask the referee")), ("D-9",)),
    )
    folder = Path(__file__).parent
    stock = STOCK
    # What saves are read as: with it goes what a place is, which for the rules themselves need not be said.
    state_type: Any = State[Sheet, Turn, Cell]

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


RULESET = Duel()
