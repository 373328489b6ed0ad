"""Before the battle: what glog asks of those who come."""

from __future__ import annotations

from game.kit.deployment import CellDeployment, DeploymentRules, check_events, open_edges
from game.kit.deployment import deploy as initial_state
from game.kit.inventory import kind_of
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.things import laid_out
from game.spatial.space import Space
from rulesets.glog.play.rest import begin_with
from rulesets.glog.sheet import roster
from rulesets.glog.sheet.records import Profile
from rulesets.glog.sheet.sheet import GlogState, Turn


def muster(setup: Setup, space: Space) -> GlogState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    check_events(setup, "glog")
    stock = roster.STOCK.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Profile:
        if recruit.damaged:
            raise BadSetup(f"{recruit.unit}: damaged: glog knows no damaged gear; leave it out")
        return stock.recruited(recruit, number)

    drill = DeploymentRules(profile, lambda profile: profile.cells, _shooter)
    ground = CellDeployment(setup, space)
    combatants = initial_state(setup, ground, drill, lambda who: begin_with(who.profile, who.recruit))
    return GlogState(combatants, Turn(), open_edges(setup), laid_out(setup.field))


def _shooter(profile: Profile) -> bool:
    held = {kind_of(key) for key in profile.hands}
    return any(weapon.shoots for weapon in profile.weapons if weapon.key in held) or bool(profile.spells)
