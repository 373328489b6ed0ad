"""Battles by lot with half of everybody in ambush, round a dark strip."""

from __future__ import annotations

from functools import cache
from random import Random

from msgspec.structs import replace

from game.rules.match import AnyMatch, Match
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field, Spawn, Terrain, Zone
from game.spatial.space import Space


def dark_house() -> Field:
    """Open ground with pillars, and a dark strip in the middle."""
    plan = (
        "..................",
        "....#.......#.....",
        "..................",
        "........##........",
        "..................",
        "....#.......#.....",
        "..................",
        "..................",
    )
    dark = tuple((x, y) for x in range(7, 11) for y in range(8) if plan[y][x] == ".")
    west = tuple((x, y) for x in range(5) for y in range(8) if plan[y][x] == ".")
    east = tuple((x, y) for x in range(13, 18) for y in range(8) if plan[y][x] == ".")
    return Field(
        18,
        8,
        (Terrain(), Terrain("pillar", True, True)),
        tuple(".#".index(sign) for row in plan for sign in row),
        zones=(Zone("dark", "Dark strip", dark, dark=True),),
        spawns=(Spawn("west", "party", west), Spawn("east", "foe", east)),
        title="Dark house",
    )


@cache
def ground() -> Space:
    """The map of these battles."""
    return Space(dark_house())


def squads(rules: AnyRuleset, seed: int) -> tuple[tuple[Recruit, ...], tuple[Recruit, ...]]:
    """Two squads by lot, about half of each in ambush."""
    random, known = Random(seed), list(rules.parties().values())
    first, second = random.sample(known, 2) if len(known) > 1 else (known[0], known[0])
    some: list[tuple[Recruit, ...]] = []
    for squad in (first, second):
        few = random.sample(squad, min(len(squad), 5))
        some.append(tuple(replace(recruit, hidden=index % 2 == 0, at=None) for index, recruit in enumerate(few)))
    return some[0], some[1]


def begin(rules: AnyRuleset, seed: int, *, extra: bool = False) -> AnyMatch:
    """A battle at its first question; ``extra``: with one more in ambush among the foes."""
    party, foe = squads(rules, seed)
    if extra:
        foe = (*foe, next(recruit for recruit in foe if recruit.hidden))
    sides = (SideSetup("party", party, party=True), SideSetup("foe", foe))
    match: AnyMatch = Match.begin(rules, Setup(rules.name, dark_house(), sides), ground())
    return match
