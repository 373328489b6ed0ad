"""Squads for a battle that a side wins as often as one wishes: variants of its own, or drawn by units' strengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from game import resources
from game.files.errors import BadFile
from game.files.generate.seeded import SeededDraws
from game.files.scenario import read_scenario, to_setup, usual_foes
from game.play.quick_battle import QUICK
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, HasPlanningModel, HasStrengths
from game.rules.setup import LARGEST_SQUAD, Recruit, Setup, SideSetup
from game.rules.table import Board
from game.rules.weights import Strengths
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
    units = list(dict.fromkeys([*kinds, *(recruit.unit for recruit in side.squad)]))
    measured = rules.strengths.units if isinstance(rules, HasStrengths) else {}
    worth = measured if measured.keys() >= set(units) else model_worths(rules, setup, units)
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
    more = [own + Counter({kind: count}) for count in range(1, MOST_ADDED + 1) for kind in kinds]
    for step in (Counter(own), *_fewer(own, worth), *more):
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
    """The set-up with these squads by side in the place of others: another battle, which no command draws."""
    sides = tuple(replace(side, squad=squads.get(side.name, side.squad)) for side in setup.sides)
    return replace(setup, sides=sides, command="", to_beat="")


def model_worths(rules: AnyRuleset, setup: Setup, units: Sequence[str]) -> dict[str, float]:
    """Worth of each unit in the planning model, on bare ground against the first side; else what it can lose."""
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


EDIT = 0.03
"""How much the logit of the chance may be farther off for each change that a squad does without."""

NEAR = 0.25
"""How far off the logit may be for no other foes to be looked for."""

MOST_AWAY = 2
"""Members of a company that are left out at most where it is too strong for all foes."""

COMPANY = "company"
"""The term of strengths of every battle of a company: by what it is stronger, or weaker, than its members make it."""

CROWD = 2
"""How many times as many as the company the foes may be: more are a long wait for their turns."""

CROWDED = 4.0
"""How much the logit counts as farther off for a squad that is a crowd."""

GUESSED_STEEPNESS = 2.0
"""Of strengths that nobody has measured: a squad twice as strong wins four battles in five."""


def draw_squads(
    setup: Setup,
    rules: AnyRuleset,
    draws: SeededDraws,
    logit: float,
    terms: Collection[str],
    strengths: Strengths,
    away: int = 0,
    company: Sequence[Recruit] = (),
    begins: Callable[[Setup], bool] = lambda _: True,
) -> Setup:
    """The set-up with a company and foes against whom it wins with a chance of this logit: of all pairs the nearest.

    The first that is near enough by lot is taken. For a company that no squad is a match for, as where what is fought
    for helps it much, one member after the other is left out by lot, down to half of it.

    ``terms``: what else of the strengths is to be counted. ``away``: how many of the company are missing at least.
    ``company``: who is on the person's side, all of them, in place of a ready squad; what its members bring from
    earlier battles counts nothing. ``begins``: whether the battle of two squads can be begun, for which there has to be
    room. Raises BadFile if none can.
    """
    others = foes_of(rules, draws.part("foes"))
    squads, companies = rules.parties(), companies_of(rules)
    parties = companies[:1] if company else draws.part("party").shuffled(companies)
    tried: list[tuple[float, Setup]] = []
    for missing in range(away, max(away, 0 if company else MOST_AWAY) + 1):
        for party, foes in product(parties, others):
            squad = tuple(company) or squads[party]
            left_out = min(missing, len(squad) // 2)
            squad = tuple(draws.part("company").shuffled(squad)[left_out:]) if left_out else squad
            gaps = _gaps(rules, with_squads(setup, {"party": squad, "foe": squads[foes]}), logit, terms, strengths)
            nearest = next((pair for pair in gaps if begins(pair[1])), None)
            if nearest is not None:
                tried.append(nearest)
                if nearest[0] <= NEAR:
                    return nearest[1]
    if not tried:
        raise BadFile(f"{setup.title}: there is no room for any two squads; take another word or a larger map")
    return min(tried, key=lambda each: each[0])[1]


def _gaps(
    rules: AnyRuleset, setup: Setup, logit: float, terms: Collection[str], strengths: Strengths
) -> Iterator[tuple[float, Setup]]:
    """The company with each squad that its foes may be, the nearest first, and by how much the logit is off."""
    squad = setup.sides[0].squad
    won = partial(strengths.logit, [recruit.unit for recruit in squad], terms=(*terms, size_term(squad)))
    gaps = [
        (
            abs(won(recruit.unit for recruit in each.squad) - logit) + CROWDED * (len(each.squad) > CROWD * len(squad)),
            each,
        )
        for each in squad_variants(rules, setup, "foe")
    ]
    for gap, variant in sorted(gaps, key=lambda each: each[0] + EDIT * each[1].edits):
        yield gap, with_squads(setup, {"foe": variant.squad})


def terms_of(kind: str, aim: str) -> tuple[str, ...]:
    """The terms of strengths that count in a battle on that kind of map for that aim, whoever fights."""
    return COMPANY, f"map {kind}", f"aim {aim}"


def size_term(company: Sequence[Recruit]) -> str:
    """The term for how many a company is: one that somebody is missing of loses more than that one's strength."""
    return f"{COMPANY} of {len(company)}"


def companies_of(rules: AnyRuleset) -> list[str]:
    """The ready squads that a person may have: those before the usual foes, or the first."""
    squads = list(rules.parties())
    return squads[: max(1, squads.index(usual_foes(rules)))]


def foes_of(rules: AnyRuleset, draws: SeededDraws) -> list[str]:
    """The other ready squads, drawn into an order: without those in which somebody of a company is, as nobody meets
    oneself. All there are if no squad is left."""
    squads, companies = rules.parties(), companies_of(rules)
    known = {recruit.unit for name in companies for recruit in squads[name]}
    drawn = draws.shuffled([name for name in squads if name not in companies] or list(squads))
    return [name for name in drawn if known.isdisjoint(recruit.unit for recruit in squads[name])] or drawn


def strengths_of(rules: AnyRuleset) -> Strengths:
    """How strong a ruleset's units are: as it was measured, or else as its planning model guesses."""
    if isinstance(rules, HasStrengths) and rules.strengths.units.keys() >= rules.roster().keys():
        return rules.strengths
    return guess_strengths(rules.name)


@lru_cache(maxsize=8)
def guess_strengths(name: str) -> Strengths:
    """The same by what the units can do in a plain exchange, which is not all that heroes know.

    So how heroes compare with others is read off a battle that is known to be even, or, where the rules have no part
    in that, off the first company and the usual foes. Raises UnknownRuleset.
    """
    rules = ruleset(name)
    squads = rules.parties()
    company = SideSetup("party", next(iter(squads.values())), party=True)
    usual = SideSetup("foe", squads[usual_foes(rules)])
    units = list(rules.roster())
    worth = model_worths(rules, Setup(name, Field(1, 1), (company, usual)), units)
    one, two = (fsum(worth[each.unit] for each in side.squad) for side in _even_sides(name) or (company, usual))
    heroes = {recruit.unit for key in companies_of(rules) for recruit in squads[key]}
    return Strengths(
        GUESSED_STEEPNESS, {unit: two / one * each if unit in heroes else each for unit, each in worth.items()}
    )


def _even_sides(name: str) -> Sequence[SideSetup]:
    """The sides of a battle that is known to be even, if a ruleset has a part in it."""
    try:
        even = read_scenario(resources.maps() / QUICK)
        return to_setup(read_scenario(even.path, name)).sides if name in even.playable else ()
    except (BadFile, FileNotFoundError):
        return ()
