"""Set-ups changed to tell what decides a battle: who plays, who is played, or where it begins."""

from __future__ import annotations

from msgspec.structs import replace

from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup


def mirrored(setup: Setup) -> Setup:
    """The set-up with the squad of its first side on every side.

    Each member has the place of whom it stands for, as far as there are any; then the map's areas have room for it.
    Raises BadSetup where somebody is to be protected, who would not be there.
    """
    first = setup.sides[0].squad
    for objective in setup.objectives:
        if objective.who and objective.side != setup.sides[0].name:
            raise BadSetup(f"{objective.who} must be there for side {objective.side}; its squad can't be mirrored.")
    sides = [setup.sides[0], *(replace(side, squad=_at_places_of(side, first)) for side in setup.sides[1:])]
    return replace(setup, sides=tuple(sides))


def in_each_others_places(setup: Setup) -> Setup:
    """The set-up of two sides in which each begins where the other would.

    Members with cells of their own go to those of the other squad in their order; whoever is left over, and everybody
    else, starts in the other side's areas. What the sides want stays as it is.
    """
    first, second = setup.sides
    names = {first.name: second.name, second.name: first.name}
    spawns = tuple(replace(spawn, side=names.get(spawn.side, spawn.side)) for spawn in setup.field.spawns)
    sides = (
        replace(first, squad=_at_places_of(second, first.squad)),
        replace(second, squad=_at_places_of(first, second.squad)),
    )
    return replace(setup, field=replace(setup.field, spawns=spawns), sides=sides)


def _at_places_of(side: SideSetup, squad: tuple[Recruit, ...]) -> tuple[Recruit, ...]:
    """A squad that begins where a side would."""
    cells = [recruit.at for recruit in side.squad][: len(squad)]
    cells += [None] * (len(squad) - len(cells))
    return tuple(replace(recruit, at=at) for recruit, at in zip(squad, cells, strict=True))
