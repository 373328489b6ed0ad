"""Before the first card is drawn: what einfelst asks of those who come, and in which zones things lie."""

from __future__ import annotations

from game.kit import deployment
from game.rules.setup import Setup
from game.spatial.space import Space
from rulesets.einfelst.play.gear import handed
from rulesets.einfelst.play.rest import begin_with
from rulesets.einfelst.sheet.records import Profile
from rulesets.einfelst.sheet.roster import STOCK
from rulesets.einfelst.sheet.sheet import EinfelstState, Turn


def muster(setup: Setup, space: Space) -> EinfelstState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    return deployment.muster(
        setup,
        space,
        "whole zones",  # a zone holds whoever stands there (ruling W-36)
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.cells,
        shoots=_shooter,
        handed=handed,
    )


def _shooter(profile: Profile) -> bool:
    """Whether it starts the fight with something to shoot in hand, or with spells for its foes."""
    armed = bool(profile.hand) and profile.weapon(profile.hand).shoots
    return armed or any(spell.target == "foe" for spell in profile.spells)
