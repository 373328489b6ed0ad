"""Before the battle: what ingenuity asks of those who come."""

from __future__ import annotations

from collections.abc import Mapping

from game.kit.deployment import CellDeployment, DeploymentRules, check_events, open_edges
from game.kit.deployment import deploy as initial_state
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.things import laid_out
from game.spatial.space import Space
from rulesets.ingenuity.play.rest import begin_with
from rulesets.ingenuity.sheet import roster
from rulesets.ingenuity.sheet.records import Profile
from rulesets.ingenuity.sheet.sheet import Body, IngenuityState, Turn


def muster(setup: Setup, space: Space) -> IngenuityState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    check_events(setup, "ingenuity", ("opening",))
    stock = roster.STOCK.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Profile:
        if recruit.damaged:
            raise BadSetup(f"{recruit.unit}: damaged: ingenuity begins with whole gear; leave it out")
        return stock.recruited(recruit, number)

    drill = DeploymentRules(profile, lambda profile: profile.cells, _shooter)
    ground = CellDeployment(setup, space)
    combatants = initial_state(setup, ground, drill, lambda who: begin_with(who.profile, who.recruit))
    _check_opening(setup, combatants)
    return IngenuityState(combatants, Turn(), open_edges(setup), laid_out(setup.field))


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
