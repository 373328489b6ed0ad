"""Before the battle: what ingenuity asks of those who come."""

from __future__ import annotations

from collections.abc import Mapping

from game.kit import deployment
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup
from game.spatial.space import Space
from rulesets.ingenuity.play.gear import handed
from rulesets.ingenuity.play.rest import begin_with
from rulesets.ingenuity.sheet.records import Profile
from rulesets.ingenuity.sheet.roster import STOCK
from rulesets.ingenuity.sheet.sheet import Body, IngenuityState, Turn


def muster(setup: Setup, space: Space) -> IngenuityState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    state = deployment.muster(
        setup,
        space,
        "cells",
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.cells,
        shoots=_shooter,
        handed=handed,
        events=("opening",),
    )
    _check_opening(setup, state.combatants)
    return state


def _check_opening(setup: Setup, combatants: Mapping[Id, Body]) -> None:
    """Raise BadSetup where the fight is to be begun by nobody, or on nobody."""
    if "opening" in setup.events:
        words = setup.events["opening"].split()
        if len(words) != 2 or any(word not in combatants for word in words):
            raise BadSetup("events: opening: write who begins the fight and whom it attacks, by their ids")
        if len({combatants[Id(word)].side for word in words}) < 2:
            raise BadSetup("events: opening: the two are of one side; write one of another as whom it attacks")


def _shooter(profile: Profile) -> bool:
    return bool(profile.hand) and profile.weapon(profile.hand).shoots
