"""Foray: zones and the borders between them, which are held, and weapons that reach so many zones.

The example for whoever writes a ruleset on zones, as short as it goes. Start reading at ``actions``.
"""

from __future__ import annotations

from typing import Any

from battlemat_foray.actions import ACTIONS
from battlemat_foray.sheet import STOCK, ForayState, Profile, Sheet
from game.kit.facts import AttackDeclared
from game.kit.side_turns import SideBook
from game.kit.telling import Wording
from game.rules.events import Left, Moved
from game.rules.ruleset import Places
from game.rules.standing import Scale
from game.spatial.places import ZonePlace


class Foray(SideBook[Sheet, ZonePlace]):
    """The ruleset as the engine sees it: what is not here is as ``SideBook`` has it."""

    name = "foray"
    title = "Foray"
    places: Places = "zones"
    scale = Scale(5, "ft")
    harm_word = "health"
    character = "Guard, reach and harm; you are where your zone is"
    stock = STOCK
    sheet = Sheet
    state_type: Any = ForayState
    actions = ACTIONS
    last_round = 12
    shown = ("guard", "reach", "harm")
    wording = Wording("health", falls={}, rules={AttackDeclared: "F-4", Moved: "F-2", Left: "F-6"})

    def shoots(self, profile: Profile) -> bool:
        """Whether somebody starts far from the foe."""
        return profile.reach > 0


RULESET = Foray()
