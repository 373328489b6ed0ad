"""Before the first round: what murdham asks of those who come, and in which zones things lie."""

from __future__ import annotations

from game.kit.deployment import DeploymentRules, NamedRecruit, ZoneDeployment, check_events, open_edges, things_in_zones
from game.kit.deployment import deploy as initial_state
from game.rules.setup import Recruit, Setup
from game.spatial.space import Space
from rulesets.murdham.play.rest import begin_with
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamState, Profile, Sheet, Turn

HARMFUL = ("fire", "fall", "deep_water", "trap")
"""Tags of zones that nobody is put into unasked."""


def muster(setup: Setup, space: Space) -> MurdhamState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    check_events(setup, "murdham")
    stock = roster.STOCK.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Profile:
        return stock.recruited(recruit, number)

    def sheet(who: NamedRecruit[Profile]) -> Sheet:
        roster.check_damaged(f"side {who.side.name}", who.profile, who.recruit.damaged)
        return begin_with(who.profile, who.recruit)

    drill = DeploymentRules(profile, lambda profile: profile.side_length, shooter)
    combatants = initial_state(setup, ZoneDeployment(setup, space.zones, HARMFUL), drill, sheet)
    turn = Turn(strength={side.name: len(side.squad) for side in setup.sides})
    return MurdhamState(combatants, turn, open_edges(setup), things_in_zones(setup, space))


def shooter(profile: Profile) -> bool:
    """Whether a combatant starts the fight with something to shoot or throw in hand, or with powers for it."""
    armed = bool(profile.ready) and not profile.weapon(profile.ready[0]).melee
    return armed or any(power.target == "foe" for power in profile.powers)
