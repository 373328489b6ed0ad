"""Battles of einfelst that have what few ready squads bring: heroes, and foes or heroes in ambush."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from msgspec.structs import replace

from game import resources
from game.files.scenario import quick_setup
from game.rules import registry
from tests.laws.cases import shipped
from tests.referee.judging import FALSE_BATTLES, MAPS, Fought, fight_out, ground

COMPANIES = ("lamplighters", "parish")
"""Ready squads of heroes."""

FEARED = ("barrow", "ogre", "pale-guest", "drake", "fen")
"""Ready squads with somebody dreadful, venomous or fiery in them."""


LURKING = ("", "foe", "party")


@lru_cache(FALSE_BATTLES)
def heroes(seed: int) -> Fought:
    """Heroes against a squad by the seed; in every third battle these lie in ambush, in every third the heroes."""
    lots, book, name = Random(seed), registry.ruleset("einfelst"), MAPS[(seed + 3) % len(MAPS)]
    squads = book.parties()
    foes = squads[lots.choice(FEARED if seed % 4 else list(squads))]
    hidden = LURKING[seed % 3]
    setup = quick_setup(shipped(resources.maps() / f"{name}.tmx"), book)
    sides = []
    for side in setup.sides:
        squad = squads[COMPANIES[seed % 2]] if side.party else foes
        sides.append(replace(side, squad=tuple(replace(member, hidden=side.name == hidden) for member in squad)))
    setup = replace(setup, sides=tuple(sides))
    start = book.begin(setup, ground(name))
    return fight_out(setup, ground(name), start, seed, f"einfelst, heroes, {name}, seed {seed}")
