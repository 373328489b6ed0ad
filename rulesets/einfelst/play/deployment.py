"""Before the first card is drawn: what einfelst asks of those who come, and in which zones things lie."""

from __future__ import annotations

from game.kit.deployment import DeploymentRules, ZoneDeployment, check_events, open_edges, things_in_zones
from game.kit.deployment import deploy as initial_state
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.spatial.space import Space
from rulesets.einfelst.play.rest import begin_with
from rulesets.einfelst.sheet import roster
from rulesets.einfelst.sheet.records import Profile
from rulesets.einfelst.sheet.sheet import EinfelstState, Turn

HARMFUL = ("fire", "fall", "deep_water", "trap")
"""Tags of zones that nobody is put into unasked."""


def muster(setup: Setup, space: Space) -> EinfelstState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    check_events(setup, "einfelst")
    stock = roster.STOCK.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Profile:
        if recruit.damaged:
            raise BadSetup(f"{recruit.unit}: damaged: einfelst knows no damaged gear; leave it out")
        return stock.recruited(recruit, number)

    drill = DeploymentRules(profile, lambda profile: profile.cells, _shooter)
    ground = ZoneDeployment(
        setup, space.zones, HARMFUL, limited=False
    )  # a zone holds whoever stands there (ruling W-36)
    combatants = initial_state(setup, ground, drill, lambda who: begin_with(who.profile, who.recruit))
    return EinfelstState(combatants, Turn(), open_edges(setup), things_in_zones(setup, space))


def _shooter(profile: Profile) -> bool:
    """Whether it starts the fight with something to shoot in hand, or with spells for its foes."""
    armed = bool(profile.hand) and profile.weapon(profile.hand).shoots
    return armed or any(spell.target == "foe" for spell in profile.spells)
