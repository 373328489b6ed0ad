"""The squads that may stand in the place of a side's own, and their worth: more or fewer of a kind, or swaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from game.rules.ruleset import AnyRuleset, HasPlanningModel, HasStrengths
from game.rules.setup import LARGEST_SQUAD, Recruit, Setup, SideSetup
from game.rules.table import Board
from game.spatial.field import Field
from game.spatial.space import Space

MOST_ADDED = 16
"""Units that a squad may have besides its own."""

APART = 4
"""Cells between units that are put on bare ground to be told their worth."""


class SquadVariant(NamedTuple):
    """A squad, what it is worth, and how many units differ from the side's own."""

    squad: tuple[Recruit, ...]
    worth: float
    edits: int


def squad_variants(rules: AnyRuleset, setup: Setup, other: str) -> list[SquadVariant]:
    """The squad as it is and what may stand in its place, in an order of their own."""
    side = setup.side(other)
    soldiers = _soldiers(rules, setup, side)
    loose = [recruit for recruit in side.squad if recruit.unit in soldiers and _free(recruit)]
    if not loose:
        loose = [recruit for recruit in side.squad if _free(recruit)]
    own = Counter(recruit.unit for recruit in loose)
    kinds = list(dict.fromkeys((*own, *soldiers)))
    worth = unit_worths(rules, setup, list(dict.fromkeys([*kinds, *(recruit.unit for recruit in side.squad)])))
    found: list[SquadVariant] = []
    for counts in _variants(own, kinds, worth):
        squad = _with_counts(side.squad, loose, counts)
        if 0 < len(squad) <= LARGEST_SQUAD:
            total = fsum(worth[recruit.unit] for recruit in squad)
            found.append(SquadVariant(squad, total, max((own - counts).total(), (counts - own).total())))
    return found


def _free(recruit: Recruit) -> bool:
    """Whether somebody may be left out: not who has a name or lies in ambush, of whom the other side is not told."""
    return not recruit.name and not recruit.hidden


def _soldiers(rules: AnyRuleset, setup: Setup, side: SideSetup) -> list[str]:
    """Units of which there may be more: of which squads have several, and that fight in one squad with the side's.

    All of which squads have several, if there are none of those.
    """
    ready = [Counter(recruit.unit for recruit in squad) for squad in rules.parties(setup.roster).values()]
    own = Counter(recruit.unit for recruit in side.squad)
    several = dict.fromkeys(unit for squad in (own, *ready) for unit, count in squad.items() if count > 1)
    kin = dict.fromkeys(unit for squad in (own, *ready) if squad.keys() & own.keys() for unit in squad)
    return [unit for unit in kin if unit in several] or list(several)


def _variants(own: Counter[str], kinds: Sequence[str], worth: Mapping[str, float]) -> Iterator[Counter[str]]:
    """How many there may be of each kind: as it is, then fewer, more, and at each step one in the place of another."""
    seen: set[tuple[tuple[str, int], ...]] = set()
    for step in (Counter(own), *_fewer(own, worth), *_more(own, kinds)):
        swaps = [(out, into) for out in step for into in kinds if out != into]
        for counts in (step, *(step - Counter([out]) + Counter([into]) for out, into in swaps)):
            key = tuple(sorted(counts.items()))
            if key not in seen:
                seen.add(key)
                yield counts


def _fewer(own: Counter[str], worth: Mapping[str, float]) -> Iterator[Counter[str]]:
    """Those left when one after the other stays away: the weakest first, and the strongest first."""
    members = sorted(own.elements(), key=lambda unit: worth[unit])
    for count in range(1, len(members) + 1):
        yield Counter(members[count:])
        yield Counter(members[:-count])


def _more(own: Counter[str], kinds: Sequence[str]) -> Iterator[Counter[str]]:
    """Those with more and more of one kind."""
    for count in range(1, MOST_ADDED + 1):
        for kind in kinds:
            yield own + Counter({kind: count})


def _with_counts(squad: Sequence[Recruit], loose: Sequence[Recruit], counts: Counter[str]) -> tuple[Recruit, ...]:
    """The squad with so many of each kind among its loose members; who takes somebody's place stands there too."""
    left, places, kept = Counter(counts), [], []
    free = {id(recruit) for recruit in loose}
    for recruit in squad:
        if id(recruit) not in free:
            kept.append(recruit)
        elif left[recruit.unit]:
            left[recruit.unit] -= 1
            kept.append(recruit)
        else:
            places.append(recruit.at)
    for number, unit in enumerate(left.elements()):
        kept.append(Recruit(unit, at=places[number] if number < len(places) else None))
    return tuple(kept)


def with_squads(setup: Setup, squads: Mapping[str, tuple[Recruit, ...]]) -> Setup:
    """The set-up with these squads by side in the place of others."""
    return replace(setup, sides=tuple(replace(side, squad=squads.get(side.name, side.squad)) for side in setup.sides))


def unit_worths(rules: AnyRuleset, setup: Setup, units: Sequence[str]) -> Mapping[str, float]:
    """How strong each unit is by battles that were fought, or else what it is worth in the planning model."""
    if isinstance(rules, HasStrengths) and rules.strengths.units.keys() >= set(units):
        return rules.strengths.units
    return model_worths(rules, setup, units)


def model_worths(rules: AnyRuleset, setup: Setup, units: Sequence[str]) -> dict[str, float]:
    """What each unit is worth in the planning model, on bare ground against the first side; else what it can lose."""
    first = setup.sides[0]
    wide = APART * (len(units) + len(first.squad) + 2)
    opposite = tuple(Recruit(recruit.unit, at=(APART * n, 0)) for n, recruit in enumerate(first.squad))
    squad = tuple(Recruit(unit, at=(APART * n, 2 * APART)) for n, unit in enumerate(units))
    field = Field(wide, 3 * APART)
    bare = Setup(
        rules.name,
        field,
        (SideSetup("one", opposite, party=True), SideSetup("two", squad)),
        roster=setup.roster,
    )
    ground = Space(field)
    state = rules.begin(bare, ground)
    board = Board(state, bare, ground)
    ids = [who for who, combatant in state.combatants.items() if combatant.side == "two"]
    if isinstance(rules, HasPlanningModel):
        members = rules.model(board, "two").members()
        return {unit: members[who].unit_value for unit, who in zip(units, ids, strict=True)}
    return {unit: float(max(1, rules.standing(board, who).full)) for unit, who in zip(units, ids, strict=True)}
