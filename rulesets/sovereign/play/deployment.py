"""Before the first round: what sovereign asks of those who come, and the execution that a scenario may begin with."""

from __future__ import annotations

from game.kit import deployment
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup
from game.spatial.space import Space
from rulesets.sovereign.play import execution
from rulesets.sovereign.play.rest import begin_with
from rulesets.sovereign.sheet.roster import STOCK
from rulesets.sovereign.sheet.sheet import Profile, SovereignBoard, SovereignState, Turn


def muster(setup: Setup, space: Space) -> SovereignState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""
    state = deployment.muster(
        setup,
        space,
        "cells",
        STOCK,
        lambda who: begin_with(who.profile, who.recruit),
        Turn(),
        size=lambda profile: profile.size,
        shoots=_shooter,
        handed=lambda sheet: sheet.profile.humanoid,
        events=(execution.EVENT,),
    )
    if execution.EVENT in setup.events:
        _check_execution(setup.events[execution.EVENT], SovereignBoard(state, setup, space))
    return state


def _check_execution(event: str, board: SovereignBoard) -> None:
    assassin, victim, weapon, _ = execution.read(event)
    where, everybody = f"events.{execution.EVENT}", board.state.combatants
    for name in (assassin, victim):
        if Id(name) not in everybody:
            raise BadSetup(f'{where}: nobody is called "{name}"; there are {", ".join(everybody)}')
    me, it = everybody[Id(assassin)], everybody[Id(victim)]
    owned = [owned.key for owned in me.sheet.weapons]
    if weapon not in owned:
        raise BadSetup(f'{where}: {assassin} has no "{weapon}", but {", ".join(owned)}')
    hindered = execution.hindrance(board, me, it, weapon)
    if hindered is not None:
        raise BadSetup(
            f"{where}: {assassin} can't execute {victim} with its {weapon}: {hindered[0]} ({hindered[1]}); "
            "place the two elsewhere, or name another weapon or victim"
        )


def _shooter(profile: Profile) -> bool:
    return (bool(profile.ready) and profile.weapon(profile.ready[0]).ranged_only) or bool(profile.spells)
