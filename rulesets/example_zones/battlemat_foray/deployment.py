"""Before the first round: squads become fighters, each in a zone. What is not played is refused."""

from __future__ import annotations

from battlemat_foray.roster import STOCK
from battlemat_foray.sheet import ForayState, Profile, Sheet, Turn
from game.kit.deployment import DeploymentRules, NamedRecruit, ZoneDeployment, check_events, open_edges, things_in_zones
from game.kit.deployment import deploy as initial_state
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.spatial.space import Space


def muster(setup: Setup, space: Space) -> ForayState:
    """The state before the first step. Raises BadSetup."""
    check_events(setup, "foray")
    if any(objective.goal != "eliminate" for objective in setup.objectives):
        raise BadSetup("objectives: foray knows no goal but eliminate; leave them out")
    stock = STOCK.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Profile:
        return stock.recruited(recruit, number)

    def sheet(who: NamedRecruit[Profile]) -> Sheet:
        return Sheet(who.profile, who.profile.health, who.recruit.hidden)

    drill = DeploymentRules(profile, size=lambda _: 1, shoots=lambda profile: profile.reach > 0)
    combatants = initial_state(setup, ZoneDeployment(setup, space.zones, ("fire", "fall")), drill, sheet)
    turn = Turn(tuple(side.name for side in setup.sides))
    return ForayState(combatants, turn, open_edges(setup), things_in_zones(setup, space))
