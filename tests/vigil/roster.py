"""Who may be recruited, and how a battle begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from game.kit import entries
from game.kit.deployment import CellDeployment, DeploymentRules, NamedRecruit, check_events, open_edges
from game.kit.deployment import deploy as initial_state
from game.kit.entries import Entries
from game.kit.roster import Party, Roster, Stock, gathered
from game.rules.setup import Recruit, Setup
from game.rules.state import State
from game.spatial.field import Cell
from game.spatial.space import Space
from tests.vigil.sheet import Profile, Sheet, Turn, VigilState


@dataclass(frozen=True)
class Company(Roster[Profile]):
    """Units and squads, and nothing else."""


def _gather(base: Company, found: Entries) -> Company:
    for where, unit in found["unit"]:
        entries.at_least(where, skill=(unit.skill, 1), wounds=(unit.wounds, 1), stamina=(unit.stamina, 0))
        entries.at_least(where, move=(unit.move, 1), reach=(unit.reach, 1), breath=(unit.breath, 0))
    units: Mapping[str, Profile] = entries.merged(base.units, found["unit"])
    return replace(base, units=units, squads=gathered(base.squads, found["party"], units))


STOCK = Stock(Path(__file__).parent, ("guard",), {"unit": Profile, "party": Party}, Company(), _gather, ("unit",))


def muster(setup: Setup, space: Space) -> VigilState:
    """The state before the first step. Raises BadSetup."""
    check_events(setup, "vigil")
    stock = STOCK.with_own(setup.roster)

    def profile(recruit: Recruit, number: int) -> Profile:
        return stock.recruited(recruit, number)

    def sheet(who: NamedRecruit[Profile]) -> Sheet:
        one = who.profile
        return Sheet(one, one.stamina, one.wounds, one.breath, who.recruit.hidden)

    drill = DeploymentRules(profile, lambda profile: 1, lambda profile: profile.reach > 2)
    return State[Sheet, Turn, Cell](
        initial_state(setup, CellDeployment(setup, space), drill, sheet), Turn(), open_edges(setup)
    )
