"""Before the battle: what glog asks of those who come."""

from __future__ import annotations

from game.kit import deployment
from game.kit.inventory import kind_of
from game.rules.setup import Setup
from game.spatial.space import Space
from rulesets.glog.play.gear import handed
from rulesets.glog.play.rest import begin_with
from rulesets.glog.sheet.records import Profile
from rulesets.glog.sheet.roster import STOCK
from rulesets.glog.sheet.sheet import GlogState, Turn


def muster(setup: Setup, space: Space) -> GlogState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    return deployment.muster(
        setup,
        space,
        "cells",
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.cells,
        shoots=_shooter,
        handed=handed,
    )


def _shooter(profile: Profile) -> bool:
    held = {kind_of(key) for key in profile.hands}
    return any(weapon.shoots for weapon in profile.weapons if weapon.key in held) or bool(profile.spells)
