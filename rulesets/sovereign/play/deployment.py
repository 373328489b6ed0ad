"""Before the first round: what sovereign asks of those who come, and the execution that a scenario may begin with."""

from __future__ import annotations

from game.kit.deployment import CellDeployment, DeploymentRules, check_events, open_edges
from game.kit.deployment import deploy as initial_state
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from game.rules.things import laid_out
from game.spatial.space import Space
from rulesets.sovereign.play import execution
from rulesets.sovereign.play.rest import begin_with
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import Body, Profile, SovereignState, Turn


def muster(setup: Setup, space: Space) -> SovereignState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    stock = roster.STOCK.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Profile:
        if recruit.damaged:
            raise BadSetup(f"{recruit.unit}: damaged: sovereign knows no damaged gear; leave it out")
        return stock.recruited(recruit, number)

    drill = DeploymentRules(profile, lambda profile: profile.size, _shooter)
    ground = CellDeployment(setup, space)
    combatants = initial_state(setup, ground, drill, lambda who: begin_with(who.profile, who.recruit))
    check_events(setup, "sovereign", (execution.EVENT,))
    if execution.EVENT in setup.events:
        _check_execution(setup.events[execution.EVENT], combatants)
    return SovereignState(combatants, Turn(), open_edges(setup), laid_out(setup.field))


def _check_execution(event: str, combatants: dict[Id, Body]) -> None:
    assassin, victim, weapon, _ = execution.read(event)
    for name in (assassin, victim):
        if Id(name) not in combatants:
            raise BadSetup(f'events.{execution.EVENT}: nobody is called "{name}"; there are {", ".join(combatants)}')
    owned = [owned.key for owned in combatants[Id(assassin)].sheet.weapons]
    if weapon not in owned:
        raise BadSetup(f'events.{execution.EVENT}: {assassin} has no "{weapon}", but {", ".join(owned)}')


def _shooter(profile: Profile) -> bool:
    return (bool(profile.ready) and profile.weapon(profile.ready[0]).ranged_only) or bool(profile.spells)
