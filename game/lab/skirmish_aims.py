"""What a skirmish may be fought for: the objectives of both sides, where they start, and who has a part in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from game.files.generate import SoughtThing
from game.files.generate.laws import LEAST_START
from game.files.generate.seeded import SeededDraws
from game.files.objectives import ObjectiveEntry
from game.files.scenario import Start
from game.files.tiled.passage import WalkGraph
from game.lab.squad_variants import with_squads
from game.rules.setup import Setup
from game.rules.weights import Strengths
from game.spatial.field import Feature, Field

PLAIN = "fight-out"
"""The aim of battles that are about nothing else."""

PARTY, FOE = "party", "foe"

HELD, SEIZED, LASTED, RELIEF = 4, 2, 7, 9
"""Full rounds: that ground is held, or held once it is taken; until night falls; until help comes for a leader."""

LEADERS = ("Redhand", "Old Scar", "Grimtooth", "Black Meg", "Longshank", "Hollow Jack", "The Magpie", "Ashface")
"""What a leader is called whose fall is wanted."""


class AimPlan(NamedTuple):
    """What a battle is fought for."""

    setup: Setup
    """With whoever has a name for it."""
    objectives: tuple[ObjectiveEntry, ...] = ()
    starts: tuple[Start, ...] = ()
    """Where a side starts in place of the map's own."""


Planned = Callable[[Setup, SeededDraws, Strengths], AimPlan]


class SkirmishAim(NamedTuple):
    """Something to fight for."""

    title: str
    about: str
    """In a sentence for who leads the party."""
    plan: Planned
    sought: SoughtThing | None = None
    """What lies near the middle of the map for it."""


def _fight(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    return AimPlan(setup)


def _hold(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    ground = _middle(setup.field)
    aim = ObjectiveEntry("hold", PARTY, feature=ground.name, rounds=HELD)
    return AimPlan(setup, (aim,), (_round(setup, PARTY, ground),))


def _seize(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    ground = _middle(setup.field)
    aim = ObjectiveEntry("hold", PARTY, feature=ground.name, rounds=SEIZED)
    return AimPlan(setup, (aim,), (_round(setup, FOE, ground),))


def _escort(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    """The weakest of the company is to be brought to the other side."""
    squad = setup.side(PARTY).squad
    weakest = min(range(len(squad)), key=lambda at: (strengths.units[squad[at].unit], at))
    named, who = _named(setup, PARTY, weakest, draws.part("who").pick(WARDS))
    aim = ObjectiveEntry("escape", PARTY, feature=_way_out(setup.field, FOE).name, who=who)
    return AimPlan(named, (aim,))


def _break_through(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    aim = ObjectiveEntry("escape", PARTY, feature=_way_out(setup.field, FOE).name, count=_half(setup))
    return AimPlan(setup, (aim,))


def _fetch(times: int, thing: SoughtThing) -> Planned:
    """Something in the middle is worked at, then half of the company leaves by the way that it came."""

    def plan(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
        back = ObjectiveEntry("escape", feature=_way_out(setup.field, PARTY).name, count=_half(setup))
        aim = ObjectiveEntry("task", PARTY, feature=thing.name, count=times, then=back)
        return AimPlan(setup, (aim,))

    return plan


def _leader(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    """The strongest of the foes is to fall before help comes."""
    squad = setup.side(FOE).squad
    strongest = max(range(len(squad)), key=lambda at: (strengths.units[squad[at].unit], -at))
    named, who = _named(setup, FOE, strongest, draws.part("leader").pick(LEADERS))
    aims = ObjectiveEntry("fell", PARTY, who=who), ObjectiveEntry("survive", FOE, rounds=RELIEF)
    return AimPlan(named, aims)


def _last(setup: Setup, draws: SeededDraws, strengths: Strengths) -> AimPlan:
    return AimPlan(setup, (ObjectiveEntry("survive", PARTY, rounds=LASTED),))


WARDS = ("Envoy Marle", "Heir Osmer", "Witness Hale", "Pilgrim Odo", "Clerk Bede", "Guide Tam")
"""What one of the company is called who is to be brought through: names, as they stand within sentences too."""

STRONGBOX = SoughtThing("Strongbox", "chest")
POST = SoughtThing("Prisoner’s post", "signpost")

SKIRMISH_AIMS: Mapping[str, SkirmishAim] = MappingProxyType(
    {
        PLAIN: SkirmishAim("Fight it out", "The last side that fights wins.", _fight),
        "hold": SkirmishAim("Hold", f"You begin in the middle, to hold it alone for {HELD} rounds.", _hold),
        "seize": SkirmishAim(
            "Seize", f"They begin in the middle; seize it, and hold it alone for {SEIZED} rounds.", _seize
        ),
        "escort": SkirmishAim("Escort", "One of you must leave by the other side’s way out.", _escort),
        "break-through": SkirmishAim("Break through", "Half of you must leave by their way out.", _break_through),
        "rob": SkirmishAim(
            "Rob", "Break the strongbox open, then half of you must leave as you came.", _fetch(2, STRONGBOX), STRONGBOX
        ),
        "rescue": SkirmishAim(
            "Rescue", "Untie the prisoner, then half of you must leave as you came.", _fetch(1, POST), POST
        ),
        "leader": SkirmishAim("Fell the leader", f"Their leader must fall within {RELIEF} rounds.", _leader),
        "survive": SkirmishAim("Survive", f"Last for {LASTED} rounds.", _last),
    }
)
"""By the word that names it in files and commands."""


def _half(setup: Setup) -> int:
    return ceil(len(setup.side(PARTY).squad) / 2)


def _named(setup: Setup, side: str, at: int, name: str) -> tuple[Setup, str]:
    """The set-up with a name for one of a side."""
    squad = list(setup.side(side).squad)
    squad[at] = replace(squad[at], name=squad[at].name or name)
    return with_squads(setup, {side: tuple(squad)}), squad[at].name


def _middle(field: Field) -> Feature:
    """What is fought over on a map that was made of a word."""
    return next(feature for feature in field.features if feature.kind == "objective")


def _round(setup: Setup, side: str, ground: Feature) -> Start:
    """A start of a side round some ground, with room for all."""
    far = WalkGraph(setup.field).flood(ground.cells)
    others = {cell for spawn in setup.field.spawns if spawn.side != side for cell in spawn.cells}
    room = max(LEAST_START, 2 * len(setup.side(side).squad))
    return Start(side, tuple([cell for cell in far if cell not in others][:room]))


def _way_out(field: Field, side: str) -> Feature:
    """The exit that is nearest to where a side starts."""
    far = WalkGraph(field).flood(cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells)
    exits = [feature for feature in field.features if feature.kind == "exit"]
    return min(exits, key=lambda each: min((far[cell] for cell in each.cells if cell in far), default=len(far)))
