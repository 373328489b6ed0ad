"""Duel: sides take turns, a blow is d20 and a bonus against a guard, and may be parried.

The example for whoever writes a ruleset, with one of everything the engine offers: picks and actions, a family of
moves, reactions in the middle of a blow and of a move, a ruling of the referee, a pool of dice, fighters in hiding,
names and places of its own, and an action whose tree of dice is too large to be weighed. Start reading at ``actions``,
then ``attack`` and ``moving``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat_duel import telling
from battlemat_duel.actions import ACTIONS
from battlemat_duel.attack import STUMBLES
from battlemat_duel.deployment import muster
from battlemat_duel.sheet import STOCK, Sheet
from game.kit.side_turns import SideBook, SideTurn
from game.rules.ruleset import Places, Setting
from game.rules.standing import Scale
from game.rules.state import State
from game.spatial.field import Cell


class Duel(SideBook[Sheet, Cell]):
    """The ruleset as the engine sees it: what is not here is as ``SideBook`` has it."""

    name = "duel"
    title = "Duel"
    places: Places = "cells"
    scale = Scale(5, "ft")
    harm_word = "hit points"
    character = "Strike, parry, strike again, until one falls"
    settings: tuple[Setting, ...] = (
        # "ask" is the word for: put it to the referee's seat, whenever it comes up.
        Setting("stumble", "A rolled 1", (*STUMBLES, ("ask", "Ask the referee")), ("D-9",)),
    )
    stock = STOCK
    # What saves are read as: with it goes what a place is, which for the rules themselves need not be said.
    state_type: Any = State[Sheet, SideTurn, Cell]
    actions = ACTIONS
    last_round = 20
    fresh: Mapping[str, Any] = {**SideBook.fresh, "parry": True}

    initial_state = staticmethod(muster)
    standing = staticmethod(telling.standing)
    outcome = staticmethod(telling.outcome)
    tell = staticmethod(telling.tell)


RULESET = Duel()
